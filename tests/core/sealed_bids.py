"""A game of sealed bids: everybody bids in turn, unseen by the others, and the last bid uncovers all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from farmtable import OVER, BadRecord, Declaration, Game, Perspective, RandomSource, Text, World

RULES = """\
# Sealed bids

- **B1.** In each of two rounds everybody in turn bids 0 to 4, unseen by the others.
- **B2.** The last bid uncovers all. Who bid most wins 4 coins less his bid; equals each do.
- **B3.** Most coins win; equals share victory.
"""

HIGHEST = 4
ROUNDS = 2
HIDDEN = 9
"""In a forgotten position: a bid that somebody made and one does not know."""


class SealedBids(World):
    """A position: the bids of this round, and the coins that each seat has won."""

    def __init__(self, game: Declaration, players: int, options: dict[str, Any]) -> None:
        super().__init__(game, players, options)
        self.bids: list[int] = []
        self.shown: list[int] = []
        self.coins = [0] * players
        self.round = 0
        self.to_play = 0

    def legal_actions(self) -> vec[i64]:
        return vec[i64]([] if self.to_play == OVER else list(range(HIGHEST + 1)))

    def apply(self, action: i64) -> None:
        self.bids.append(int(action))
        if len(self.bids) == self.players:
            self.shown, self.bids = self.bids, []
            self.round += 1
            for seat, bid in enumerate(self.shown):
                self.coins[seat] += HIGHEST - bid if bid == max(self.shown) else 0
        self.to_play = OVER if self.round == ROUNDS else len(self.bids)

    def clone(self) -> SealedBids:
        copy = SealedBids(self.game, self.players, self.options)
        copy.bids, copy.shown, copy.coins = list(self.bids), list(self.shown), list(self.coins)
        copy.round, copy.to_play = self.round, self.to_play
        return copy

    def forget(self, seat: i64) -> SeenBids:
        copy = self.clone()
        copy.bids = [bid if whose == seat else HIDDEN for whose, bid in enumerate(self.bids)]
        return SeenBids(copy, seat)

    def describe(self, action: i64) -> str:
        return f"bid {action}"

    def scores(self) -> list[int]:
        return list(self.coins)

    def winners(self) -> list[int]:
        best = max(self.coins)
        over = self.to_play == OVER
        return [seat for seat, coins in enumerate(self.coins) if coins == best] if over else []

    def score_sheet(self, seat: i64) -> list[tuple[Text, int]]:
        return [(Text("coins"), self.coins[seat])]

    def to_dict(self) -> dict[str, Any]:
        counts = {"bids": list(self.bids), "shown": list(self.shown), "coins": list(self.coins)}
        return {"players": self.players, "round": self.round} | counts


class SeenBids(Perspective):
    """What a seat knows: its own bid of this round, and what has been uncovered."""

    def __init__(self, known: SealedBids, seat: int) -> None:
        super().__init__(known, seat)
        self.known = known

    def determinize(self, rng: RandomSource) -> SealedBids:
        copy = self.known.clone()
        copy.bids = [int(rng.below(HIGHEST + 1)) if bid == HIDDEN else bid for bid in copy.bids]
        return copy

    def view(self) -> dict[str, Any]:
        known = self.known
        return {"bids": list(known.bids), "shown": list(known.shown), "coins": list(known.coins)}


class SealedBidsGame(Game):
    """Sealed bids for two to four."""

    id = "sealed_bids"
    title = "Sealed bids"
    min_players = 2
    max_players = 4
    num_actions = HIGHEST + 1

    def rules(self, language: str = "en") -> str:
        return RULES

    def _new(self, players: int, options: dict[str, Any]) -> SealedBids:
        return SealedBids(self, players, options)

    def _load(self, data: Mapping[str, Any]) -> SealedBids:
        try:
            state = SealedBids(self, self.check_players(data["players"]), {})
            for name in ("bids", "shown", "coins"):
                setattr(state, name, list(data[name]))
            state.round = data["round"]
            state.to_play = OVER if state.round == ROUNDS else len(state.bids)
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"this is not a position of {self.title}: {error!r}") from None
        return state


GAME = SealedBidsGame()
