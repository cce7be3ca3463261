"""The steps of a game as the agenda holds them, and the events that `tell` reports."""

from __future__ import annotations

from typing import Final

# The steps. A frame is `step + argument * 256`; the argument, where there is one, in brackets.
START_SEAT: Final = 0  # chance: who begins
DEVELOP_CARD: Final = 1  # [place] chance: a development card for this place of the display
MARKET_CARD: Final = 2  # [slot] a card for this slot of the official market: known, or by chance
ROUND: Final = 3  # phases 1 and 2 are planned
UPKEEP: Final = 4  # [seat] how many workers to keep
CLOSE_MARKETS: Final = 5  # phase 2: closing line, out-of-market cards, refill
PLACING: Final = 6  # the next seat places a worker, or stops
ZONE: Final = 7  # [zone] its workers are activated
OFFERED: Final = 8  # [zone, + AGAIN] take or leave: what the worker's zone does, or a result of a die
ROLLING: Final = 9  # [zone, + AGAIN] chance: a die
HOUSE: Final = 10  # [seat] animals must go until all have a place
LOOK: Final = 11  # chance: a card of the pile that the seat looks at
REORDER: Final = 12  # [cards already laid] which card comes next
DEVELOPING: Final = 13  # [seat] buys with its workers one after another
DROPPING: Final = 14  # [development card bought] an own card makes room for it
FARMING: Final = 15  # [seat] field workers and development cards, in any order
ARRIVAL: Final = 16  # [animal + number * 4] animals arrive: take, release others, or leave
SELLING: Final = 17  # [place of the worker] a turn at the official market
GENERIC_SALE: Final = 18  # [kind] one good after another
TRADING: Final = 19  # [worker] on the black market; bought so far in the argument's upper part
GIVING: Final = 20  # [seat + event * 8 + left * 64] goods given back to an event
END_ROUND: Final = 21
STEPS: Final = 22

AGAIN: Final = 16  # in the argument of ROLLING and OFFERED: the second throw, which must be accepted (R56)

STEP_NAMES: Final = (
    "start seat",
    "development card",
    "market card",
    "round",
    "upkeep",
    "close markets",
    "placing",
    "zone",
    "offered",
    "rolling",
    "house",
    "look",
    "reorder",
    "developing",
    "dropping",
    "farming",
    "arrival",
    "selling",
    "generic sale",
    "trading",
    "giving",
    "end round",
)

# What happened during one `apply`, for `tell`: event + seat * 256 + a * 4096 + b * 16777216 (2 ** 24).
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
