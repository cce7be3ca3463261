"""`Step`: what the rules do at a kind of step. Each stands beside the rules it asks; `turn.py` lists them."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.games.aehre.position.data import Position


class Step:
    """One kind of step. Its name, who decides and what may lie below it stand in `position/steps.py`.

    Nothing is kept in the object: it is shared by all positions.
    """

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        """Do what nobody has to decide; returns whether nothing is left to be asked."""
        return False

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        """What may be done by the active seat, or come by chance."""
        raise NotImplementedError

    def weight(self, state: Position, argument: i64, outcome: i64) -> i64:
        """Of a step of chance: how likely an outcome is, in whole numbers."""
        return 1

    def act(self, state: Position, argument: i64, action: i64) -> None:
        """Do one of the choices."""
        raise NotImplementedError
