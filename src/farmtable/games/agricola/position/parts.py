"""The parts of an action, as bits, and what a MENU holds of them.

What each part is, and does, is said in `rules/parts`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ROOMS: Final = 1
STABLES: Final = 2
ONE_STABLE: Final = 4  # for `extra` wood
PLOWING: Final = 8
SOWING: Final = 16
BAKING: Final = 32
FENCES: Final = 64  # the next `extra` of them cost nothing
IMPROVEMENT: Final = 128  # a major or a minor one
MINOR_IMPROVEMENT: Final = 256
PLAY_OCCUPATION: Final = 512  # for `extra` food
ONE_ROOM: Final = 1024
RENOVATION: Final = 2048
PARTS: Final = 12

# A MENU's argument: the parts still open, the part under way, and in between what holds for all of them.
_CURRENT: Final = 16
OPTIONAL: Final[int] = 1 << 32  # it may be left
_EXTRA: Final = 33
MAX_EXTRA: Final = 15
EITHER: Final[int] = 1 << 37  # only one of the parts may be taken
END_OF_MENUS: Final[int] = 1 << 38


def pack_menu(parts: i64, extra: i64, current: i64 = 0) -> i64:
    """A MENU of `parts`, perhaps OPTIONAL or EITHER, with the part under way."""
    return parts + (current << _CURRENT) + (extra << _EXTRA)


def open_parts(menu: i64) -> i64:
    """The parts that may still be begun."""
    return menu & 0xFFFF


def current_part(menu: i64) -> i64:
    """The part under way, or 0."""
    return (menu >> _CURRENT) & 0xFFFF


def extra_of(menu: i64) -> i64:
    """The wood of one stable, the food of an occupation, or how many fences are still free."""
    return (menu >> _EXTRA) & MAX_EXTRA
