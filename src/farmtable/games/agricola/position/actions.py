"""Every action, and every outcome of chance, as a number: blocks of numbers, one for each thing named.

A block goes by the number of its first action: `PLOW + cell` belongs to the block `PLOW`. Whatever
depends on the kind of an action, here and in the rooms above, is a table with a row for each block. Numbers
between blocks stand for nothing.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.vectors import numbers
from farmtable.games.agricola.position.facts import (
    CARDS,
    CELLS,
    FIELDS,
    FIREPLACE_2,
    FOOD,
    GOODS,
    GRAIN,
    HEARTH_4,
    MAJORS,
    MAX_DECK,
    MAX_FIELD_CARDS,
    MAX_PLAYERS,
    SPACES,
    VEGETABLE,
)

PLACE: Final = 0  # + space
DONE: Final = 40  # what may be left is left
EXCHANGE: Final = 41  # at any time: turn one good into food, or discard one
CONVERT: Final = 42  # + good: turn one into food
DISCARD: Final = 52  # + good: give one back
ROOM: Final = 62  # + cell
STABLE: Final = 77  # + cell
PLOW: Final = 92  # + cell
SOW_GRAIN: Final = 107  # + cell
SOW_VEGETABLE: Final = 122  # + cell
BAKE: Final = 137  # + how many grain, 1 to MAX_BAKE
MAX_BAKE: Final = 63
MAJOR: Final = 201  # + major improvement, paid
RETURN: Final = 211  # + Fireplace (0, 1) * 2 + Cooking Hearth (0, 1): one for the other
RENOVATE: Final = 215  # + what the house is made of afterwards
TAKE: Final = 218  # + good, where a space or a card lets one choose
ORDER: Final = 228  # + stage card (0 to 13): it comes next in its stage
PAY: Final = 242  # + which of several prices
MAX_PRICES: Final = 16
CELL: Final = 258  # + field (0 to 17): what a card asks for
SOW_GRAIN_ON_CARD: Final = 276  # + field card (0 to 2)
SOW_VEGETABLE_ON_CARD: Final = 279  # + field card (0 to 2)
OPTION: Final = 282  # + number (0 to 15): one of the answers that a card offers
MAX_OPTIONS: Final = 16
GIVE_BACK: Final = 298  # + hand card: it is one too many of those dealt
REDRAW: Final = 426  # give the whole hand back for a new one
PASTURE: Final = 512  # + shape, see `shapes.py`
SHAPES: Final = 1232
PLAY: Final = PASTURE + SHAPES  # + hand card: play it
USE_CARD: Final = PLAY + MAX_DECK  # + hand card in front: use its effect
PICK: Final = USE_CARD + MAX_DECK  # + hand card: keep it from a draft or a choice
NUM_ACTIONS: Final = PICK + MAX_DECK
START: Final = NUM_ACTIONS  # chance: + seat
REVEAL: Final = START + MAX_PLAYERS  # chance: + stage card (0 to 13)
DEAL: Final = REVEAL + CARDS  # chance: + hand card
END_OF_ACTIONS: Final = DEAL + MAX_DECK

# What the numbers of a block name.
ITSELF: Final = 0  # a single action
A_SPACE: Final = 1
A_STAGE_CARD: Final = 2
A_CELL: Final = 3
A_FIELD: Final = 4  # a cell, or a field card after all cells
A_FIELD_CARD: Final = 5
A_SHAPE: Final = 6
A_GOOD: Final = 7
FOOD_FROM_A_GOOD: Final = 8
SO_MANY_GRAIN: Final = 9
A_MAJOR: Final = 10
ONE_MAJOR_FOR_ANOTHER: Final = 11
A_MATERIAL: Final = 12
A_PRICE: Final = 13
A_NUMBER: Final = 14
A_HAND_CARD: Final = 15
A_SEAT: Final = 16


@final
class Block:
    """A kind of actions: `size` numbers from `first` on, words of the notation, and what the numbers name."""

    def __init__(self, first: i64, size: i64, words: str, names: i64) -> None:
        self.first = first
        self.size = size
        self.words = words  # in front of the names
        self.names = names


BLOCKS: Final[list[Block]] = [
    Block(PLACE, SPACES, "place", A_SPACE),
    Block(DONE, 1, "done", ITSELF),
    Block(EXCHANGE, 1, "exchange", ITSELF),
    Block(CONVERT, FOOD, "", FOOD_FROM_A_GOOD),
    Block(DISCARD, GOODS, "discard", A_GOOD),
    Block(ROOM, CELLS, "build room", A_CELL),
    Block(STABLE, CELLS, "build stable", A_CELL),
    Block(PLOW, CELLS, "plow", A_CELL),
    Block(SOW_GRAIN, CELLS, "sow grain", A_CELL),
    Block(SOW_VEGETABLE, CELLS, "sow vegetable", A_CELL),
    Block(BAKE, 1 + MAX_BAKE, "bake", SO_MANY_GRAIN),
    Block(MAJOR, MAJORS, "build", A_MAJOR),
    Block(RETURN, 4, "return", ONE_MAJOR_FOR_ANOTHER),
    Block(RENOVATE, 3, "renovate to", A_MATERIAL),
    Block(TAKE, GOODS, "take", A_GOOD),
    Block(ORDER, CARDS, "order", A_STAGE_CARD),
    Block(PAY, MAX_PRICES, "pay", A_PRICE),
    Block(CELL, FIELDS, "choose", A_FIELD),
    Block(SOW_GRAIN_ON_CARD, MAX_FIELD_CARDS, "sow grain", A_FIELD_CARD),
    Block(SOW_VEGETABLE_ON_CARD, MAX_FIELD_CARDS, "sow vegetable", A_FIELD_CARD),
    Block(OPTION, MAX_OPTIONS, "option", A_NUMBER),
    Block(GIVE_BACK, MAX_DECK, "give back", A_HAND_CARD),
    Block(REDRAW, 1, "redraw", ITSELF),
    Block(PASTURE, SHAPES, "fence", A_SHAPE),
    Block(PLAY, MAX_DECK, "play", A_HAND_CARD),
    Block(USE_CARD, MAX_DECK, "use", A_HAND_CARD),
    Block(PICK, MAX_DECK, "pick", A_HAND_CARD),
    Block(START, MAX_PLAYERS, "start seat", A_SEAT),
    Block(REVEAL, CARDS, "turn up", A_STAGE_CARD),
    Block(DEAL, MAX_DECK, "deal", A_HAND_CARD),
]


def _blocks_by_action() -> vec[i64]:
    found = numbers(END_OF_ACTIONS, -1)
    for block in BLOCKS:
        action: i64 = block.first
        while action < block.first + block.size:
            found[action] = block.first
            action += 1
    return found


_BLOCK_OF: Final[vec[i64]] = _blocks_by_action()


def block_of(action: i64) -> i64:
    """The block of an action, by its first number; -1 where the number stands for nothing."""
    return _BLOCK_OF[action] if 0 <= action < END_OF_ACTIONS else -1


# --- actions about two things -----------------------------------------------------------------------------


def return_for(fireplace: i64, hearth: i64) -> i64:
    """The action that returns a Fireplace for a Cooking Hearth, both major improvements."""
    return RETURN + (fireplace - FIREPLACE_2) * 2 + hearth - HEARTH_4


def returned_for(action: i64) -> tuple[i64, i64]:
    """The Fireplace returned by an action of RETURN, and the Cooking Hearth for it."""
    return FIREPLACE_2 + (action - RETURN) // 2, HEARTH_4 + (action - RETURN) % 2


def sown_on(action: i64) -> tuple[i64, i64]:
    """The field, and the crop, of an action that sows."""
    if action < SOW_GRAIN_ON_CARD:
        if action < SOW_VEGETABLE:
            return action - SOW_GRAIN, GRAIN
        return action - SOW_VEGETABLE, VEGETABLE
    if action < SOW_VEGETABLE_ON_CARD:
        return CELLS + action - SOW_GRAIN_ON_CARD, GRAIN
    return CELLS + action - SOW_VEGETABLE_ON_CARD, VEGETABLE
