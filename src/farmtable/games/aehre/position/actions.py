"""The actions by number: blocks that lie side by side, chance behind the seats, whatever the components.

What a block begins with is also what it is called by: `block_of(action)` gives it, tables are keyed by
it, and what is left of the number tells which one it is. Where that has several parts, `packed.py`
puts them together.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action
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


@final
class Block:
    """Actions of one kind: `size` numbers from `first` on."""

    def __init__(self, first: i64, size: i64, words: str) -> None:
        self.first: i64 = first
        self.size: i64 = size
        self.words = words  # in front of all its actions in notation


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


def _firsts() -> vec[i64]:
    """Of each action behind the large tiles the first of its block."""
    firsts = vec[i64](capacity=END_OF_ACTIONS - SMALL)
    for block in BLOCKS[1:]:
        while SMALL + len(firsts) < block.first + block.size:
            firsts = append(firsts, block.first)
    return firsts


_FIRSTS: Final = _firsts()


def block_of(action: Action) -> i64:
    """The block of an action, from 0 to END_OF_ACTIONS - 1: what it begins with."""
    return LARGE if action < SMALL else _FIRSTS[action - SMALL]
