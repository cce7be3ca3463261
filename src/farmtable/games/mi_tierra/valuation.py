"""What a position is worth to a seat, roughly: for greedy players and the ends of searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from farmtable.games.mi_tierra import scoring

if TYPE_CHECKING:
    from farmtable.games.mi_tierra.state import MiTierraState


def estimate(state: MiTierraState, seat: i64) -> i64:
    """The money of the position for `seat`, in hundredths."""
    return scoring.total(state, seat) * 100
