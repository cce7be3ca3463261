"""Hidden coins: two seats hide a coin or none, at once. Its mixed strategy is known.

Both hid one: seat 0 wins. Neither: they share. Else seat 1 wins. With the victory's share as payoff for
seat 0, `[[1/2, 0], [0, 1]]`, each seat hides a coin in one of three games, and seat 0 gets a third.
"""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from farmtable import OVER, Declaration, Game, Perspective, RandomSource, World

NOTHING_YET = -1
UNSEEN = 9
"""In what a seat knows: the other has decided, nobody says how."""


class HiddenCoins(World):
    """What each seat hid, so far as it has decided."""

    def __init__(self, game: Declaration, players: int, options: dict[str, Any]) -> None:
        super().__init__(game, players, options)
        self.hid = [NOTHING_YET, NOTHING_YET]
        self.to_play = 0

    def legal_actions(self) -> vec[i64]:
        return vec[i64]([] if self.to_play == OVER else [0, 1])

    def sealed(self) -> bool:
        return self.to_play != OVER

    def apply(self, action: i64) -> None:
        self.hid[self.to_play] = int(action)
        if NOTHING_YET not in self.hid and UNSEEN not in self.hid:
            self.to_play = OVER
        else:
            self.to_play = 1 - self.to_play

    def clone(self) -> HiddenCoins:
        copy = HiddenCoins(self.game, self.players, self.options)
        copy.hid, copy.to_play = list(self.hid), self.to_play
        return copy

    def forget(self, seat: i64) -> SeenCoins:
        copy = self.clone()
        if self.to_play != OVER:
            copy.hid = [hid if whose == seat or hid < 0 else UNSEEN for whose, hid in enumerate(self.hid)]
        return SeenCoins(copy, seat)

    def key(self) -> bytes:
        return bytes([self.to_play & 255, *(hid & 255 for hid in self.hid)])

    def scores(self) -> list[int]:
        first, second = self.hid
        if first != second:
            return [0, 2]
        return [2, 0] if first == 1 else [1, 1]

    def estimate(self, seat: i64) -> i64:
        return 100 * self.scores()[seat] if self.to_play == OVER else 100

    def winners(self) -> list[int]:
        scores = self.scores()
        return [seat for seat in (0, 1) if scores[seat] == max(scores)] if self.to_play == OVER else []


class SeenCoins(Perspective):
    """What a seat knows: what it hid itself, and whether the other has decided."""

    def __init__(self, known: HiddenCoins, seat: int) -> None:
        super().__init__(known, seat)
        self.known = known

    def determinize(self, rng: RandomSource) -> HiddenCoins:
        """With the other still to decide: `UNSEEN` stays, and it is asked once this seat has decided."""
        return self.known.clone()


class HiddenCoinsGame(Game):
    """For two."""

    id = "hidden_coins"
    title = "Hidden coins"
    min_players = max_players = 2
    num_actions = 2

    def _new(self, players: int, options: dict[str, Any]) -> HiddenCoins:
        return HiddenCoins(self, players, options)


GAME = HiddenCoinsGame()
