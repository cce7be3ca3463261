"""A game of sealed bids: everybody bids at once, unseen by the others, and the last bid uncovers all."""

from __future__ import annotations

from farmtable import OVER
from farmtable.fields import PlainGame, PlainWorld, each, number

RULES = """\
# Sealed bids

- **B1.** In each of two rounds all bid 0 to 4 at once, unseen by the others.
- **B2.** The last bid uncovers all. Who bid most wins 4 coins less his bid; equals each do.
- **B3.** Most coins win; equals share victory.
"""

HIGHEST, ROUNDS = 4, 2


class SealedBids(PlainWorld):
    """A position: the coins that each seat has won; bids are kept until all have made theirs."""

    coins = each(number())
    round = number(0)

    def begin(self) -> None:
        self.ask(range(self.players))

    def possible(self) -> range:
        return range(HIGHEST + 1)

    def uncover(self, choices: dict[int, int]) -> None:
        for seat, bid in choices.items():
            self.coins[seat] += HIGHEST - bid if bid == max(choices.values()) else 0
        self.round += 1
        if self.round < ROUNDS:
            self.begin()
        else:
            self.to_play = OVER

    def describe(self, action: int) -> str:
        return f"bid {action}"

    def scores(self) -> list[int]:
        return list(self.coins)


class SealedBidsGame(PlainGame):
    """Sealed bids for two to four."""

    world = SealedBids
    rules_text = RULES
    id = "sealed_bids"
    title = "Sealed bids"
    min_players = 2
    max_players = 4
    num_actions = HIGHEST + 1


GAME = SealedBidsGame()
