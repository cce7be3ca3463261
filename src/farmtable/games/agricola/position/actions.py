"""Every action, and every outcome of chance, as a number: blocks of numbers, one for each thing named.

A block goes by the number of its first action: `PLOW + cell` belongs to the block `PLOW`. Whatever
depends on the kind of an action, here and in the rooms above, is a table with a row for each block. Numbers
between blocks stand for nothing.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.blocks import Block, firsts
from farmtable.games.agricola.position import facts as f

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
PLAY: Final[int] = PASTURE + SHAPES  # + hand card: play it
USE_CARD: Final[int] = PLAY + f.MAX_DECK  # + hand card in front: use its effect
PICK: Final[int] = USE_CARD + f.MAX_DECK  # + hand card: keep it from a draft or a choice
NUM_ACTIONS: Final[int] = PICK + f.MAX_DECK
START: Final[int] = NUM_ACTIONS  # chance: + seat
REVEAL: Final[int] = START + f.MAX_PLAYERS  # chance: + stage card (0 to 13)
DEAL: Final[int] = REVEAL + f.CARDS  # chance: + hand card
END_OF_ACTIONS: Final[int] = DEAL + f.MAX_DECK


BLOCKS: Final[list[Block]] = [
    Block(PLACE, f.SPACES, "place", "space"),
    Block(DONE, 1, "done", ""),
    Block(EXCHANGE, 1, "exchange", ""),
    Block(CONVERT, f.FOOD, "", "good turned into food"),
    Block(DISCARD, f.GOODS, "discard", "good"),
    Block(ROOM, f.CELLS, "build room", "cell"),
    Block(STABLE, f.CELLS, "build stable", "cell"),
    Block(PLOW, f.CELLS, "plow", "cell"),
    Block(SOW_GRAIN, f.CELLS, "sow grain", "cell"),
    Block(SOW_VEGETABLE, f.CELLS, "sow vegetable", "cell"),
    Block(BAKE, 1 + MAX_BAKE, "bake", "number of grain"),
    Block(MAJOR, f.MAJORS, "build", "major"),
    Block(RETURN, 4, "return", "major for another"),
    Block(RENOVATE, 3, "renovate to", "material"),
    Block(TAKE, f.GOODS, "take", "good"),
    Block(ORDER, f.CARDS, "order", "stage card"),
    Block(PAY, MAX_PRICES, "pay", "price"),
    Block(CELL, f.FIELDS, "choose", "field"),
    Block(SOW_GRAIN_ON_CARD, f.MAX_FIELD_CARDS, "sow grain", "field card"),
    Block(SOW_VEGETABLE_ON_CARD, f.MAX_FIELD_CARDS, "sow vegetable", "field card"),
    Block(OPTION, MAX_OPTIONS, "option", "number"),
    Block(GIVE_BACK, f.MAX_DECK, "give back", "hand card"),
    Block(REDRAW, 1, "redraw", ""),
    Block(PASTURE, SHAPES, "fence", "shape"),
    Block(PLAY, f.MAX_DECK, "play", "hand card"),
    Block(USE_CARD, f.MAX_DECK, "use", "hand card"),
    Block(PICK, f.MAX_DECK, "pick", "hand card"),
    Block(START, f.MAX_PLAYERS, "start seat", "seat"),
    Block(REVEAL, f.CARDS, "turn up", "stage card"),
    Block(DEAL, f.MAX_DECK, "deal", "hand card"),
]


_FIRSTS: Final = firsts(BLOCKS, END_OF_ACTIONS)


def block_of(action: Action) -> i64:
    """The block of an action, by its first number; -1 where the number stands for nothing."""
    return _FIRSTS[action] if 0 <= action < END_OF_ACTIONS else -1


# --- actions about two things -----------------------------------------------------------------------------


def return_for(fireplace: i64, hearth: i64) -> i64:
    """The action that returns a Fireplace for a Cooking Hearth, both major improvements."""
    return RETURN + (fireplace - f.FIREPLACE_2) * 2 + hearth - f.HEARTH_4


def returned_for(action: Action) -> tuple[i64, i64]:
    """The Fireplace returned by an action of RETURN, and the Cooking Hearth for it."""
    return f.FIREPLACE_2 + (action - RETURN) // 2, f.HEARTH_4 + (action - RETURN) % 2


def sown_on(action: Action) -> tuple[i64, i64]:
    """The field, and the crop, of an action that sows."""
    if action < SOW_GRAIN_ON_CARD:
        if action < SOW_VEGETABLE:
            return action - SOW_GRAIN, f.GRAIN
        return action - SOW_VEGETABLE, f.VEGETABLE
    if action < SOW_VEGETABLE_ON_CARD:
        return f.CELLS + action - SOW_GRAIN_ON_CARD, f.GRAIN
    return f.CELLS + action - SOW_VEGETABLE_ON_CARD, f.VEGETABLE
