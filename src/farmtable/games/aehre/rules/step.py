"""`Step`: what the rules do at a kind of step. Each stands beside the rules it asks; `turn.py` lists them."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.vectors import numbers
from farmtable.games.aehre.position.data import Position


class Step:
    """One kind of step. Its name, who decides and what may lie below it stand in `position/steps.py`.

    Nothing is kept in the object: it is shared by all positions.
    """

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        """Do what nobody has to decide, and say whose turn it is; returns whether the step asks nobody."""
        return False

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        """What may be done by the active seat, or come by chance."""
        raise NotImplementedError

    def weights(self, state: Position, argument: i64, outcomes: vec[i64]) -> vec[i64]:
        """Of a step of chance: how likely each of its choices is, in whole numbers; by default all alike."""
        return numbers(len(outcomes), 1)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        """Do one of the choices."""
        raise NotImplementedError
