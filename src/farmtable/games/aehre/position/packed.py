"""Numbers that hold several: what of actions, frames of the agenda, the look of a field, and notes.

Each has a pair of functions here, and nobody else takes such a number apart.
"""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.games.aehre.position.facts import Cell

# --- actions: what is left of the number behind the beginning of its block --------------------------------


def pack_large(kind: i64, direction: i64, cell: Cell) -> i64:
    """LARGE: a kind of tile, in which direction (4) its second field lies, and the cell of the first."""
    return kind * 256 + direction * 64 + cell


def unpack_large(number: i64) -> tuple[i64, i64, i64]:
    return number >> 8, (number >> 6) & 3, number & 63


def pack_small(crop: i64, cell: Cell) -> i64:
    """SMALL: a crop and a cell."""
    return crop * 64 + cell


def unpack_small(number: i64) -> tuple[i64, i64]:
    return number >> 6, number & 63


def pack_score(field: i64, farm_points: bool) -> i64:
    """SCORE: the first or second field laid, and whether farm points are taken, not victory points."""
    return field * 2 + (1 if farm_points else 0)


def unpack_score(number: i64) -> tuple[i64, bool]:
    return number >> 1, number & 1 == 1


# --- the position -----------------------------------------------------------------------------------------


def pack_face(link: i64, barns: i64) -> i64:
    """A field as it looks: in which direction the other half of its tile lies (+ 1; 0: none), its barns."""
    return link + barns * 8


def unpack_face(face: i64) -> tuple[i64, i64]:
    return face & 7, face >> 3


# --- notes ------------------------------------------------------------------------------------------------


def pack_note(event: i64, seat: Seat, a: i64, b: i64) -> i64:
    """What happened (see `steps.py`), to whom, and two numbers more; `a` is less than 256."""
    return event + seat * 16 + a * 256 + b * 65536


def unpack_note(number: i64) -> tuple[i64, i64, i64, i64]:
    return number & 15, (number >> 4) & 15, (number >> 8) & 255, number >> 16
