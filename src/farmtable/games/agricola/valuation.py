"""What a position is worth to a seat, roughly: for greedy players and the ends of searches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from farmtable.games.agricola import scoring

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


def estimate(state: AgricolaState, seat: i64) -> i64:
    """The points of the position for `seat`, in hundredths of a point."""
    return scoring.total(state, seat) * 100
