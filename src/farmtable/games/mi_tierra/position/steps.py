"""The steps of a game as the agenda holds them, and the events that `tell` reports.

What a step is called, whose it is and what may lie below it stands in the table `STEPS`; what the rules
do at it, in `rules/turn.py`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from farmtable.games.mi_tierra.position import actions as a
from farmtable.games.mi_tierra.position import facts as f

# The steps. The argument, where there is one, in brackets; one of several parts is in `packed.py`.
START_SEAT: Final = 0  # chance: who begins
DEVELOP_CARD: Final = 1  # [place] chance: a development card for this place of the display
MARKET_CARD: Final = 2  # [slot] a card for this slot of the official market: known, or by chance
ROUND: Final = 3  # phases 1 and 2 are planned
UPKEEP: Final = 4  # [seat] how many workers to keep
CLOSE_MARKETS: Final = 5  # phase 2: closing line, out-of-market cards, refill
PLACING: Final = 6  # the next seat places a worker, or stops
ZONE: Final = 7  # [zone and space] its workers are activated
OFFERED: Final = 8  # [zone, second throw] take or leave: what the worker's zone does, or a result of a die
ROLLING: Final = 9  # [zone, second throw] chance: a die
HOUSE: Final = 10  # [seat] animals must go until all have a place
LOOK: Final = 11  # chance: a card of the pile that the seat looks at
REORDER: Final = 12  # [cards already laid] which card comes next
DEVELOPING: Final = 13  # [seat] buys with its workers one after another
DROPPING: Final = 14  # [development card bought] an own card makes room for it
FARMING: Final = 15  # [seat] field workers and development cards, in any order
ARRIVAL: Final = 16  # [animal and number] animals arrive: take, or release others before
SELLING: Final = 17  # [place of the worker] a turn at the official market
GENERIC_SALE: Final = 18  # [kind, something sold] one good after another
TRADING: Final = 19  # [seat and number bought] a worker on the black market
GIVING: Final = 20  # [seat, event and number left] goods given back to an event
END_ROUND: Final = 21
STEP_COUNT: Final = 22

# Who decides at a step.
NOBODY: Final = 0  # it runs by itself
BY_CHANCE: Final = 1
ACTIVE: Final = 2  # the active seat
IN_ORDER: Final = 3  # the next seat in turn order
NAMED: Final = 4  # the seat in its argument
EACH: Final = 5  # the same; every seat has this step, one after another in turn order

# What its argument is less than, where that is no fixed number.
A_PLAYER: Final = -1  # the number of players
ANYTHING: Final[int] = 1 << 16  # no argument is as large as this


@final
class StepRow:
    """A kind of step: its `name` in stored positions, by whom it is `decided_by`, and

    - `argument`: less than what its argument is: 1 where there is none, or one of the above
    - `below`: the steps of which one lies directly below it; without any it is the bottom of every agenda
    - `zones`: the zones of which it is a part, where it is one
    - `answers`: the blocks of actions that have to do with it: any other is refused for its moment
    """

    def __init__(
        self,
        name: str,
        decided_by: i64,
        argument: i64,
        below: tuple[int, ...],
        *,
        zones: tuple[int, ...] = (),
        answers: tuple[int, ...] = (),
    ) -> None:
        self.name = name
        self.decided_by: i64 = decided_by
        self.argument: i64 = argument
        self.below = below
        self.zones = zones
        self.answers = answers


_ANIMALS: Final = (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP)
_DICE: Final = (f.FOREST, f.SEED_SHOP, *_ANIMALS)
_INDUSTRIES: Final = (f.ANIMAL_INDUSTRY, f.OVEN, f.WINERY, f.CLOTHING)
_PLACINGS: Final = (a.PLACE, a.PAIR, a.AT_DEVELOPMENT, a.AT_FIELD, a.STOP)
_PURCHASES: Final = (a.LEAVE, a.BUY_CARD)
_TRADES: Final = (a.LEAVE, a.OFFER, a.BUY)
_OFFERS: Final = (a.TAKE, a.LEAVE, a.REROLL, a.CAPACITY, a.SEED, a.PLANT, a.THROW, a.MAKE)

# In the order of their numbers.
STEPS: Final[tuple[StepRow, ...]] = (
    StepRow("start seat", BY_CHANCE, 1, (), answers=(a.START,)),
    StepRow("development card", BY_CHANCE, f.DISPLAY, (DEVELOP_CARD, PLACING, ROUND), answers=(a.DEVELOP,)),
    StepRow("market card", BY_CHANCE, A_PLAYER, (MARKET_CARD, DEVELOP_CARD, SELLING), answers=(a.TURN_UP,)),
    StepRow("round", NOBODY, 1, ()),
    StepRow("upkeep", EACH, A_PLAYER, (UPKEEP, CLOSE_MARKETS), answers=(a.KEEP,)),
    StepRow("close markets", NOBODY, 1, (DEVELOP_CARD,)),
    StepRow("placing", IN_ORDER, 1, (ZONE,), answers=_PLACINGS),
    StepRow("zone", NOBODY, ANYTHING, (ZONE, END_ROUND)),
    StepRow("offered", ACTIVE, ANYTHING, (ZONE,), zones=_DICE + _INDUSTRIES, answers=_OFFERS),
    StepRow("rolling", BY_CHANCE, ANYTHING, (ZONE,), zones=_DICE, answers=(a.ROLL,)),
    StepRow("house", NAMED, A_PLAYER, (ZONE,), zones=(f.FOREST,), answers=(a.RELEASE,)),
    StepRow("look", BY_CHANCE, 1, (ZONE,), zones=(f.CLOCK_TOWER,), answers=(a.TURN_UP,)),
    StepRow("reorder", ACTIVE, ANYTHING, (ZONE,), zones=(f.CLOCK_TOWER,), answers=(a.ON_TOP,)),
    StepRow("developing", EACH, A_PLAYER, (DEVELOPING, ZONE), zones=(f.DEVELOPMENT,), answers=_PURCHASES),
    StepRow(
        "dropping", ACTIVE, f.DEVELOPMENTS, (DEVELOPING,), zones=(f.DEVELOPMENT,), answers=(a.DROP_CARD,)
    ),
    StepRow("farming", EACH, A_PLAYER, (FARMING, ZONE), zones=(f.FARM,), answers=(a.LEAVE, a.WORK, a.USE)),
    StepRow(
        "arrival", ACTIVE, ANYTHING, (ZONE, FARMING), zones=_ANIMALS, answers=(a.TAKE, a.LEAVE, a.RELEASE)
    ),
    StepRow(
        "selling", ACTIVE, ANYTHING, (ZONE,), zones=(f.MARKET,), answers=(a.LEAVE, a.TO_BLACK_MARKET, a.SELL)
    ),
    StepRow("generic sale", ACTIVE, ANYTHING, (SELLING,), zones=(f.MARKET,), answers=(a.LEAVE, a.OFFER)),
    StepRow("trading", NAMED, ANYTHING, (TRADING, END_ROUND), zones=(f.BLACK_MARKET,), answers=_TRADES),
    StepRow("giving", NAMED, ANYTHING, (GIVING, MARKET_CARD), answers=(a.GIVE,)),
    StepRow("end round", NOBODY, 1, ()),
)
STEP_NAMES: Final = [row.name for row in STEPS]

# What happened during one `apply`, for `tell`: each with its seat and two numbers (see `packed.pack_note`).
NOTE_ORDER: Final = 0  # a: place in the turn order
NOTE_UPKEEP: Final = 1  # a: money paid, b: workers given back
NOTE_MONEY: Final = 2  # a: money gained
NOTE_PAY: Final = 3  # a: money paid
NOTE_GAIN: Final = 4  # a: good, b: how many
NOTE_SPEND: Final = 5  # a: good, b: how many
NOTE_ROLL: Final = 6  # a: zone, b: face
NOTE_BARNYARD: Final = 7  # a: capacity
NOTE_THROWN_BARNYARD: Final = 8  # a: capacity
NOTE_PLANT: Final = 9  # a: cell, b: crop
NOTE_THROWN_CROP: Final = 10  # a: cell, b: crop
NOTE_WORKER: Final = 11  # one more worker
NOTE_LOOK: Final = 12  # a: how many cards
NOTE_REORDER: Final = 13
NOTE_CARD: Final = 14  # a: development card
NOTE_THROWN_CARD: Final = 15  # a: development card
NOTE_MARKET: Final = 16  # a: kind of market card on the official market
NOTE_CLOSING: Final = 17  # a: kind of market card on the closing line
NOTE_EVENT: Final = 18  # a: event
NOTE_LAST: Final = 19  # the game ends after this round
NOTE_SALE: Final = 20  # a: kind of market card, b: money
NOTE_OFFER: Final = 21  # a: good, b: money
NOTE_BUY: Final = 22  # a: good, b: money
NOTE_LOST: Final = 23  # a: good given up or back, b: how many
NOTE_HOME: Final = 24  # a: zone whose worker did nothing
NOTE_BLACK: Final = 25  # a worker goes to the black market
NOTE_USE: Final = 26  # a: development card
NOTE_ROUND: Final = 27  # a: round that begins
NOTE_OVER: Final = 28
NOTE_DEVELOPMENT: Final = 29  # a: development card on show
NOTE_SHUFFLED: Final = 30  # the thrown-away development cards are a new pile
