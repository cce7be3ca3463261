"""The steps of a game as the agenda holds them, parts of an action, and the events that `tell` reports."""

from __future__ import annotations

from typing import Final

# The steps. A frame is `step + argument * 256`; the argument, where there is one, in brackets.
# The beginning of the game and of a round.
START_SEAT: Final = 0  # chance: who begins
ORDER_CARDS: Final = 1  # [stage] a seat says in which order the stage's cards will come
TURN_UP: Final = 2  # a stage card is turned up: by chance, or as ordered
DEAL_CARD: Final = 3  # [kind + seat * 2 + left * 16] chance: a hand card
PICK_CARD: Final = 4  # [seat + kind * 8] a seat keeps a card of a draft or a choice; see below
# Steps at which a seat decides.
WORK: Final = 5  # the next seat with people at home places one
MENU: Final = 6  # [see below] parts of an action that may (still) be taken
CHOOSE: Final = 7  # [space] of several goods that a space gives, choose
HOUSE: Final = 8  # [seat + cook * 8] animals must go until all fit
EXCHANGES: Final = 9  # [seat] at any time: one exchange, or one good given back
FEED: Final = 10  # [seat]
OFFER: Final = 11  # [slots + moment << 24 + seat << 29 + about << 32] effects to be used in any order
ASK: Final = 12  # [card + seat << 8 + question << 16] a hand card asks its owner
PAYMENT: Final = 13  # [action + free fences << 16] which of several prices the active seat pays
AGAIN: Final = 14  # [space of the first] the active seat places a second person
WINDOW: Final = 15  # [seat + 8 at the end] exchanges of cards between the phases of a harvest
KEEP_ONE: Final = 16  # [seat] an occupation is kept for the next game of the series or campaign
# Steps that nobody decides.
PREPARE: Final = 17  # [seat] goods on the round space are taken
REFILL: Final = 18  # accumulation spaces are refilled
RETURN_HOME: Final = 19  # everybody goes home; harvest or next round
FIELD_PHASE: Final = 20  # [seat]
BREED: Final = 21  # [seat]
END_ROUND: Final = 22  # the round and its harvest are over
NEXT_ROUND: Final = 23  # newborns grow up; next round or the end
USE: Final = 24  # [space] the person just placed uses its space
USED: Final = 25  # [space] the space's own effect is over
END_TURN: Final = 26  # [space + 64 for a second person] everything that person does is over
PLAY_NOW: Final = 27  # [card + price << 8] an occupation is paid and played
PLAYED: Final = 28  # [card, or MAX_DECK + major] it is resolved
ROOMS_DONE: Final = 29  # [cells of the house before] all rooms of an action are built
FENCES_DONE: Final = 30  # [cells in pastures before] all fences of an action are built
STEPS: Final = 31
STEP_NAMES: Final = (
    "start seat",
    "order cards",
    "turn up",
    "deal",
    "pick card",
    "work",
    "menu",
    "choose",
    "house",
    "exchange",
    "feed",
    "offer",
    "ask",
    "payment",
    "again",
    "window",
    "keep one",
    "prepare",
    "refill",
    "return home",
    "field phase",
    "breed",
    "end round",
    "next round",
    "use",
    "used",
    "end turn",
    "play now",
    "played",
    "rooms done",
    "fences done",
)

# In place of a kind of cards in a PICK_CARD's argument.
KEEP_OR_REDRAW: Final = 2  # a seat keeps its hand, or gives it back for a new one (R14.10)
TOO_MANY: Final = 3  # a seat gives cards of both kinds back, until its hand has its size (R14.9)

SECOND: Final = 64  # in an END_TURN's argument: the second person placed in one go
AT_THE_END: Final = 8  # in a WINDOW's argument: after the last breeding phase

# Parts of an action. A MENU's argument is
# `open + current << 16 + OPTIONAL? + extra << 33 + EITHER?`.
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
PART_NAMES: Final = (
    "rooms",
    "stables",
    "one stable",
    "plow",
    "sow",
    "bake",
    "fences",
    "improvement",
    "minor improvement",
    "occupation",
    "one room",
    "renovation",
)
OPTIONAL: Final = 1 << 32  # it may be left
EXTRA: Final = 33  # where `extra` (0 to 15) begins
EITHER: Final = 1 << 37  # only one of the parts may be taken

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
EVENT_PROMISE: Final = 24  # a: good + 16 x how many, b: on which round spaces, as bits
EVENT_PLAY: Final = 25  # a: hand card
EVENT_TRAVEL: Final = 26  # a: hand card; seat: who takes it, or nobody (players)
EVENT_CARD: Final = 27  # a: hand card of that seat which acts, b: moment; its effect follows
EVENT_BONUS: Final = 28  # a: hand card, b: bonus points
EVENT_MOVE_CROP: Final = 29  # a: field from, b: field to
EVENT_PICK: Final = 30  # a card is kept from a draft; which one is nobody's business
EVENT_ADULT: Final = 31  # a newborn works at once
EVENT_RETURN_WOOD: Final = 32  # a: space, b: how many wood go back to it
EVENT_KEEP: Final = 33  # a: hand card kept for the next game, + 1; 0: none
EVENT_CARD_OVER: Final = 34  # what follows is not of that effect any more
EVENT_KEEP_HAND: Final = 35
EVENT_REDRAW: Final = 36  # a hand is given back for a new one
EVENT_GIVE_BACK: Final = 37  # a: hand card that is one too many; which one is nobody's business
