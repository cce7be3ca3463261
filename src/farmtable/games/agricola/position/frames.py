"""What the numbers on the agenda hold: a frame is a step and its argument, an argument a few numbers.

`state.push(step, argument)` makes a frame. Each kind of argument is packed and unpacked here, that of a
MENU in `parts.py`; a step that is not named has a single number, or none (see `steps.py`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.aliases import Action, Seat
from farmtable.core.state import CHANCE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import SHEEP
from farmtable.games.agricola.position.steps import ACTIVE, ALL_STEPS, ASK, HOUSE, NAMED, OFFER, STARTING

# In place of a kind of cards in a PICK_CARD.
KEEP_OR_REDRAW: Final = 2  # a seat keeps its hand, or gives it back for a new one (R14.10)
TOO_MANY: Final = 3  # a seat gives cards of both kinds back, until its hand has its size (R14.9)

SECOND: Final = 64  # in an END_TURN, beside the space: the second person placed in one go
AT_THE_END: Final = 8  # in a WINDOW, beside the seat: after the last breeding phase
MAY_COOK: Final = 8  # in a HOUSE, beside the seat: animals that go may become food
LIVED: Final = 16  # in a HOUSE, beside these, times the herd that lives on the farm already (R6.5)
HERD_BITS: Final = 12  # of each kind of animal in a herd


def seat_in(argument: i64) -> i64:
    """The seat in the argument of a HOUSE, a WINDOW, a PICK_CARD, and of steps that name nothing else."""
    return argument & 7


def decider(state: Position, step: i64, argument: i64) -> i64:
    """The seat that a step asks, or CHANCE; not of WORK, which looks for a seat itself."""
    decided_by: i64 = ALL_STEPS[step].decided_by
    if decided_by == ACTIVE:
        return state.active
    if decided_by == STARTING:
        return state.start
    if decided_by != NAMED:
        return CHANCE
    if step == OFFER:
        return unpack_offer(argument)[2]
    if step == ASK:
        return unpack_ask(argument)[1]
    return seat_in(argument)


def pack_window(seat: Seat, moment: i64) -> i64:
    """A WINDOW of a seat before its cards act at a moment (R8.2)."""
    return seat + (moment << 4)


def moment_of(argument: i64) -> i64:
    """The moment before which a WINDOW lies, NEVER in a harvest and at the end of the game."""
    return argument >> 4


def unpack_turn(argument: i64) -> tuple[i64, i64]:
    """Of an END_TURN: the space, and SECOND or 0."""
    return argument & ~SECOND, argument & SECOND


# --- animals --------------------------------------------------------------------------------------------


def of_kind(kind: i64, n: i64) -> i64:
    """A herd of so many animals of one kind; a herd of several kinds is the sum."""
    return n << ((kind - SHEEP) * HERD_BITS)


def in_herd(herd: i64, kind: i64) -> i64:
    """How many animals of a kind a herd has."""
    return (herd >> ((kind - SHEEP) * HERD_BITS)) & ((1 << HERD_BITS) - 1)


def lived_in(argument: i64) -> i64:
    """Of a HOUSE: the herd that lives on the farm already, as far as it has not gone since."""
    return argument // LIVED


def house_of(state: Position, seat: Seat) -> i64:
    """Where the topmost HOUSE of a seat lies on the agenda, or -1."""
    at: i64 = len(state.agenda) - 1
    while at >= 0:
        if step_of(state.agenda[at]) == HOUSE and seat_in(argument_of(state.agenda[at])) == seat:
            break
        at -= 1
    return at


# --- hands ----------------------------------------------------------------------------------------------


def pack_deal(kind: i64, seat: Seat, left: i64) -> i64:
    """A DEAL_CARD: so many cards of a kind are left to be dealt to a seat."""
    return kind + (seat << 1) + (left << 4)


def unpack_deal(argument: i64) -> tuple[i64, i64, i64]:
    """The kind, the seat, and how many cards are left."""
    return argument & 1, (argument >> 1) & 7, argument >> 4


def pack_pick(seat: Seat, kind: i64) -> i64:
    """A PICK_CARD: a seat keeps a card of a kind; or KEEP_OR_REDRAW, or TOO_MANY."""
    return seat + (kind << 3)


def unpack_pick(argument: i64) -> tuple[i64, i64]:
    """The seat, and the kind of cards or what else it is asked."""
    return argument & 7, argument >> 3


# --- cards at work --------------------------------------------------------------------------------------


def pack_offer(slots: i64, moment: i64, seat: Seat, about: i64) -> i64:
    """An OFFER to a seat: the cards in these places of its row may be used, at a moment, about something."""
    return slots + (moment << 24) + (seat << 29) + (about << 32)


def unpack_offer(argument: i64) -> tuple[i64, i64, i64, i64]:
    """The places as bits, the moment, the seat, and what it is about."""
    return argument & 0xFFFFFF, (argument >> 24) & 31, (argument >> 29) & 7, argument >> 32


def pack_ask(card: i64, seat: Seat, question: i64) -> i64:
    """An ASK: a hand card asks a seat one of its questions."""
    return card + (seat << 8) + (question << 16)


def unpack_ask(argument: i64) -> tuple[i64, i64, i64]:
    """The card, the seat, and the question."""
    return argument & 255, (argument >> 8) & 255, argument >> 16


def pack_payment(action: Action, free: i64) -> i64:
    """A PAYMENT for what an action builds, so many fences of it free."""
    return action + (free << 16)


def unpack_payment(argument: i64) -> tuple[i64, i64]:
    """The action, and how many fences are free."""
    return argument & 0xFFFF, argument >> 16


def pack_play(card: i64, food: i64) -> i64:
    """A PLAY_NOW: an occupation is paid and played."""
    return card + (food << 8)


def unpack_play(argument: i64) -> tuple[i64, i64]:
    """The occupation, and the food that it costs."""
    return argument & 255, argument >> 8
