"""Sealed bids in turn: as in the game of that name, but one waits for the other."""

from __future__ import annotations

from farmtable import State
from tests.core.sealed_bids import SealedBids, SealedBidsGame


class BidsInTurn(SealedBids):
    """A position in which only the seat to play may decide."""

    def deciding(self) -> list[int]:
        return State.deciding(self)


class BidsInTurnGame(SealedBidsGame):
    """For two to four."""

    world = BidsInTurn
    id = "bids_in_turn"


GAME = BidsInTurnGame()
