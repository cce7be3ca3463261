"""Numbers that hold several: what of actions, arguments of steps, places of the village, and notes.

Each has a pair of functions here, and nobody else takes such a number apart.
"""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.games.mi_tierra.position.facts import Good

# --- actions: what is left of the number behind the beginning of its block --------------------------------


def pack_purchase(space: i64, place: i64) -> i64:
    """BUY_CARD: a space of the development area, and a place of the display (4)."""
    return space * 4 + place


def unpack_purchase(number: i64) -> tuple[i64, i64]:
    return number >> 2, number & 3


def pack_use(card: i64, way: i64) -> i64:
    """USE: a development card, and in which of its (2) ways."""
    return card * 2 + way


def unpack_use(number: i64) -> tuple[i64, i64]:
    return number >> 1, number & 1


def pack_sale(kind: i64, units: i64) -> i64:
    """SELL: a kind of market card, and how many units (up to MOST_UNITS)."""
    return kind * 16 + units


def unpack_sale(number: i64) -> tuple[i64, i64]:
    return number >> 4, number & 15


def pack_amount(good: Good, n: i64) -> i64:
    """OFFER, BUY, GIVE: a good, and how many (fewer than MANY)."""
    return good * 64 + n


def unpack_amount(number: i64) -> tuple[i64, i64]:
    return number >> 6, number & 63


# --- the agenda -------------------------------------------------------------------------------------------


def pack_activation(zone: i64, space: i64) -> i64:
    """ZONE: a zone, and the space whose worker acts next."""
    return zone + space * 16


def unpack_activation(argument: i64) -> tuple[i64, i64]:
    return argument & 15, argument >> 4


def pack_offer(zone: i64, again: bool) -> i64:
    """OFFERED, ROLLING: a zone, and whether it is the second throw, which must be accepted (R56)."""
    return zone + (16 if again else 0)


def unpack_offer(argument: i64) -> tuple[i64, bool]:
    return argument & 15, argument >= 16


def pack_arrival(animal: i64, n: i64) -> i64:
    """ARRIVAL: sheep, cows or chickens (0 to 2), and how many."""
    return animal + n * 4


def unpack_arrival(argument: i64) -> tuple[i64, i64]:
    return argument & 3, argument >> 2


def pack_generic_sale(kind: i64, sold: bool) -> i64:
    """GENERIC_SALE: a kind of market card, and whether something has been sold to it."""
    return kind + (128 if sold else 0)


def unpack_generic_sale(argument: i64) -> tuple[i64, bool]:
    return argument & 127, argument >= 128


def pack_trade(seat: Seat, bought: i64) -> i64:
    """TRADING: the seat of a worker on the black market, and how many resources it has bought."""
    return seat + bought * 8


def unpack_trade(argument: i64) -> tuple[i64, i64]:
    return argument & 7, argument >> 3


def pack_debt(seat: Seat, event: i64, left: i64) -> i64:
    """GIVING: a seat, an event, and how many goods it still has to give back."""
    return seat + event * 8 + left * 64


def unpack_debt(argument: i64) -> tuple[i64, i64, i64]:
    return argument & 7, (argument >> 3) & 7, argument >> 6


def seat_in(argument: i64) -> i64:
    """The seat in the argument of a step that is some seat's: it stands in the lowest three bits."""
    return argument & 7


# --- the village ------------------------------------------------------------------------------------------


def pack_worker(seat: Seat, is_pair: bool) -> i64:
    """Who stands on a space: a seat, and whether with two workers; 0 is nobody."""
    return seat + 1 + (16 if is_pair else 0)


def seat_on(who: i64) -> i64:
    """The seat of who stands on a space, -1 for nobody."""
    return (who & 15) - 1


def unpack_worker(who: i64) -> tuple[i64, bool]:
    """The seat, -1 for nobody, and whether two workers stand there together."""
    return (who & 15) - 1, who >= 16


# --- notes ------------------------------------------------------------------------------------------------


def pack_note(event: i64, seat: Seat, a: i64, b: i64) -> i64:
    """What happened (see `steps.py`), to whom, and two numbers more; `a` is less than 4096."""
    return event + seat * 256 + a * 4096 + b * 16777216


def unpack_note(number: i64) -> tuple[i64, i64, i64, i64]:
    return number & 255, (number >> 8) & 15, (number >> 12) & 4095, number >> 24
