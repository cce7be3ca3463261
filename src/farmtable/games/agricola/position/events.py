"""What happened during one `apply`, noted for `tell`: a kind of event, whose it was, and two numbers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.games.agricola.position.facts import Good

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
EVENT_SECOND: Final = 38  # a: space to which the second person of one go goes, perhaps unasked


def pack_event(event: i64, seat: Seat, a: i64, b: i64) -> i64:
    """An event as one number; `a` up to 1023, or larger where there is no `b`."""
    return event + (seat << 8) + (a << 12) + (b << 22)


def unpack_event(number: i64) -> tuple[i64, i64, i64, i64]:
    """The event, the seat, and the numbers a and b."""
    return number & 255, (number >> 8) & 15, (number >> 12) & 1023, number >> 22


def cells_of_event(number: i64) -> i64:
    """The cells of an EVENT_PASTURE."""
    return number >> 12


def pack_promise(good: Good, n: i64) -> i64:
    """What an EVENT_PROMISE is about, its `a`: so many of a good."""
    return good + (n << 4)


def unpack_promise(a: i64) -> tuple[i64, i64]:
    """The good, and how many of it."""
    return a & 15, a >> 4
