"""The actions by number: blocks that lie side by side, chance behind the seats, whatever the components.

What a block begins with is also what it is called by: `block_of(action)` gives it, tables are keyed by
it, and what is left of the number tells which one it is. Where that has several parts, `packed.py`
puts them together.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.blocks import Block, firsts
from farmtable.games.aehre.position.facts import CROPS, MAX_KINDS, MAX_LIVESTOCK, MAX_PLAYERS

LARGE: Final = 0  # + kind, direction, and cell of the first field
SMALL: Final[int] = LARGE + MAX_KINDS * 256  # + crop and cell
LEVEL: Final[int] = SMALL + CROPS * 64  # + crop of the small tile that goes face down
SCORE: Final[int] = LEVEL + CROPS  # + field, and whether farm points are taken for it
FARM: Final[int] = SCORE + 4  # + cell
DISCARD: Final[int] = FARM + 64  # + kind
NUM_ACTIONS: Final[int] = DISCARD + MAX_KINDS
START: Final[int] = NUM_ACTIONS  # chance: + seat
DRAW: Final[int] = START + MAX_PLAYERS  # chance: + kind
DRAW_END: Final[int] = DRAW + MAX_KINDS  # chance: the end-of-game tile
LIVESTOCK: Final[int] = DRAW_END + 1  # chance: + entry of the livestock list
END_OF_ACTIONS: Final[int] = LIVESTOCK + MAX_LIVESTOCK


BLOCKS: Final[tuple[Block, ...]] = (
    Block(LARGE, MAX_KINDS * 256, "place"),
    Block(SMALL, CROPS * 64, "place"),
    Block(LEVEL, CROPS, "level with"),
    Block(SCORE, 4, "score"),
    Block(FARM, 64, "farm"),
    Block(DISCARD, MAX_KINDS, "discard"),
    Block(START, MAX_PLAYERS, "start seat"),
    Block(DRAW, MAX_KINDS, "draw"),
    Block(DRAW_END, 1, "draw end of game"),
    Block(LIVESTOCK, MAX_LIVESTOCK, "reveal"),
)


_FIRSTS: Final = firsts(BLOCKS, END_OF_ACTIONS)[SMALL:]  # the large tiles, a long block, need no table


def block_of(action: Action) -> i64:
    """The block of an action, from 0 to END_OF_ACTIONS - 1: what it begins with."""
    return LARGE if action < SMALL else _FIRSTS[action - SMALL]
