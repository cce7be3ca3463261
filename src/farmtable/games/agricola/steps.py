"""The steps of a game as the agenda holds them, parts of an action, and the events that `tell` reports."""

from __future__ import annotations

from typing import Final

# The steps. A frame is `step + argument * 256`; the argument, where there is one, in brackets.
START_SEAT: Final = 0  # chance: who begins
ORDER_CARDS: Final = 1  # [stage] a seat says in which order the stage's cards will come
TURN_UP: Final = 2  # a stage card is turned up: by chance, or as ordered
PREPARE: Final = 3  # goods on the round space are taken, accumulation spaces refilled
WORK: Final = 4  # the next seat with people at home places one
MENU: Final = 5  # [open + current << 12 + optional << 24] parts of an action that may (still) be taken
CHOOSE: Final = 6  # [space] of several goods that a space gives, choose
HOUSE: Final = 7  # [seat + cook * 8] animals must go until all fit
EXCHANGES: Final = 8  # at any time: one exchange, or one good given back
RETURN_HOME: Final = 9  # everybody goes home; harvest or next round
FIELD_PHASE: Final = 10
FEED: Final = 11  # [seat]
BREED: Final = 12  # [seat]
END_ROUND: Final = 13  # newborns grow up; next round or the end
USE: Final = 14  # [space] the person just placed uses its space
USED: Final = 15  # [space] the space's own effect is over
END_TURN: Final = 16  # [space] everything that person does is over
STEPS: Final = 17
STEP_NAMES: Final = (
    "start seat",
    "order cards",
    "turn up",
    "prepare",
    "work",
    "menu",
    "choose",
    "house",
    "exchange",
    "return home",
    "field phase",
    "feed",
    "breed",
    "end round",
    "use",
    "used",
    "end turn",
)

# Parts of an action, as bits of a MENU.
ROOMS: Final = 1
STABLES: Final = 2
ONE_STABLE: Final = 4  # for the price of the Side Job
PLOWING: Final = 8
SOWING: Final = 16
BAKING: Final = 32
FENCES: Final = 64
IMPROVEMENT: Final = 128  # a major one (a minor one when there are hand cards)
PART_NAMES: Final = ("rooms", "stables", "one stable", "plow", "sow", "bake", "fences", "improvement")
OPTIONAL: Final = 1 << 24  # in a MENU's argument: it may be left

# What happened during one `apply`, for `tell`: event + seat * 256 + a * 4096 + b * 4194304 (2 ** 22).
EVENT_TURN_UP: Final = 0  # a: space
EVENT_GAIN: Final = 2  # a: good, b: how many
EVENT_PAY: Final = 3  # a: good, b: how many
EVENT_START_PLAYER: Final = 4
EVENT_ROOM: Final = 5  # a: cell
EVENT_STABLE: Final = 6  # a: cell
EVENT_PLOW: Final = 7  # a: cell
EVENT_SOW: Final = 8  # a: cell, b: good
EVENT_BAKE: Final = 9  # a: grain, b: food
EVENT_PASTURE: Final = 10  # a: cells, which take the place of b too
EVENT_MAJOR: Final = 11  # a: improvement
EVENT_RETURN: Final = 12  # a: Fireplace given back for the improvement that follows
EVENT_RENOVATE: Final = 13  # a: material
EVENT_GROWTH: Final = 14
EVENT_CONVERT: Final = 15  # a: good, b: food
EVENT_DISCARD: Final = 16  # a: good, b: how many
EVENT_HARVEST: Final = 17  # a: grain, b: vegetables, from the fields
EVENT_FED: Final = 18  # a: food paid
EVENT_BEG: Final = 19  # a: begging markers
EVENT_NEWBORN: Final = 20  # a: kind of animal
EVENT_SKIP: Final = 21  # no usable space: the people stay at home
EVENT_ROUND: Final = 22  # a: round that begins
EVENT_OVER: Final = 23
EVENT_PROMISE: Final = 24  # a: good, b: on how many round spaces
