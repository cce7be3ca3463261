"""The actions by number: blocks that lie side by side, chance behind the seats.

What a block begins with is also what it is called by: `block_of(action)` gives it, tables are keyed by
it, and what is left of the number tells which one it is. Where that has several parts, `packed.py`
puts them together.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.blocks import Block, firsts
from farmtable.games.mi_tierra.position import facts as f

MANY: Final = 64  # fewer than so many units of a good are sold, bought or given back at once

PLACE: Final = 0  # + zone
PAIR: Final = 16  # + 0: two workers in the forest, 1: in the seed shop
AT_DEVELOPMENT: Final = 18  # + space
AT_FIELD: Final = 23  # + cell
STOP: Final = 39  # places no more this round
KEEP: Final = 40  # + workers kept
TAKE: Final = 48  # what a worker or the dice offer
LEAVE: Final = 49  # it is left; at the markets: the worker goes home
REROLL: Final = 50  # with card X
CAPACITY: Final = 51  # + capacity: of a barnyard chosen with a pair
SEED: Final = 59  # + crop: chosen with a pair
PLANT: Final = 62  # + cell; a crop that grows there is thrown away
THROW: Final = 78  # + slot: this barnyard is thrown away, the new one takes its place
RELEASE: Final = 86  # + animal (0 to 2): one is given up
MAKE: Final = 89  # + 0: flour, 1: wine, 2: both
BUY_CARD: Final = 92  # + space and place in the display
DROP_CARD: Final = 112  # + development card: it makes room
WORK: Final = 128  # + cell: a field worker
USE: Final = 144  # + development card and way (card III: 0: two wheat, 1: five)
TO_BLACK_MARKET: Final = 176
ON_TOP: Final = 177  # + kind of market card: it comes next
SELL: Final[int] = ON_TOP + f.MAX_KINDS  # + kind of market card and units (bundle: 1; generic: 0)
OFFER: Final[int] = SELL + f.MAX_KINDS * (f.MOST_UNITS + 1)  # + good and how many: generic or black market
BUY: Final[int] = OFFER + f.GOODS * MANY  # + good and how many: on the black market
GIVE: Final[int] = BUY + f.GOODS * MANY  # + good and how many: given back to an event
NUM_ACTIONS: Final[int] = GIVE + f.GOODS * MANY
START: Final[int] = NUM_ACTIONS  # chance: + seat
ROLL: Final[int] = START + f.MAX_PLAYERS  # chance: + face
TURN_UP: Final[int] = ROLL + f.MAX_FACE + 1  # chance: + kind of market card
DEVELOP: Final[int] = TURN_UP + f.MAX_KINDS  # chance: + development card
END_OF_ACTIONS: Final[int] = DEVELOP + f.DEVELOPMENTS


BLOCKS: Final[tuple[Block, ...]] = (
    Block(PLACE, f.ZONES, "place"),
    Block(PAIR, 2, "place pair"),
    Block(AT_DEVELOPMENT, f.DEVELOPMENT_SPACES, "place Development"),
    Block(AT_FIELD, f.MAX_CELLS, "place field"),
    Block(STOP, 1, "stop"),
    Block(KEEP, f.MAX_WORKERS + 1, "keep"),
    Block(TAKE, 1, "take"),
    Block(LEAVE, 1, "leave"),
    Block(REROLL, 1, "reroll"),
    Block(CAPACITY, f.MAX_FACE + 1, "choose barnyard"),
    Block(SEED, f.CROPS, "choose"),
    Block(PLANT, f.MAX_CELLS, "plant"),
    Block(THROW, f.MAX_SLOTS + 1, "throw away barnyard"),
    Block(RELEASE, 3, "release"),
    Block(MAKE, 3, "make"),
    Block(BUY_CARD, f.DEVELOPMENT_SPACES * f.DISPLAY, "buy"),
    Block(DROP_CARD, f.DEVELOPMENTS + 1, "drop"),
    Block(WORK, f.MAX_CELLS, "work"),
    Block(USE, 2 * (f.DEVELOPMENTS + 1), "use"),
    Block(TO_BLACK_MARKET, 1, "black market"),
    Block(ON_TOP, f.MAX_KINDS, "next card"),
    Block(SELL, f.MAX_KINDS * (f.MOST_UNITS + 1), "sell"),
    Block(OFFER, f.GOODS * MANY, "offer"),
    Block(BUY, f.GOODS * MANY, "buy"),
    Block(GIVE, f.GOODS * MANY, "give back"),
    Block(START, f.MAX_PLAYERS, "start seat"),
    Block(ROLL, f.MAX_FACE + 1, "roll"),
    Block(TURN_UP, f.MAX_KINDS, "turn up"),
    Block(DEVELOP, f.DEVELOPMENTS, "development"),
)


_FIRSTS: Final = firsts(BLOCKS, END_OF_ACTIONS)


def block_of(action: Action) -> i64:
    """The block of an action, from 0 to END_OF_ACTIONS - 1: what it begins with."""
    return _FIRSTS[action]
