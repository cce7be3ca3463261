"""The clock tower: what somebody sees of the next cards, and who knows what of them (R34).

Cards that somebody has seen lie in `top`, in their order. What one knows of them is remembered card
by card: `exact`, who knows which card lies here; after somebody else may have reordered them,
`shuffled`, who knows that the order of these places is lost, and `loose`, who knows that this card
is somewhere among them. A look always reaches from the top over all of these, so one such group is
enough.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.core.vectors import how_many
from farmtable.games.mi_tierra.position.actions import ON_TOP, TURN_UP
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import CLOCK_TOWER, LOOKED_AT, MAX_SPACES
from farmtable.games.mi_tierra.position.packed import seat_on
from farmtable.games.mi_tierra.position.steps import LOOK, NOTE_LOOK, NOTE_REORDER, REORDER
from farmtable.games.mi_tierra.rules.goods import note
from farmtable.games.mi_tierra.rules.step import Step

# --- the piles ----------------------------------------------------------------------------------------


class FromPile(Step):
    """By chance a card of the pile that nobody has seen: deck A first, then B (R3).

    No pile has an order before it is seen: every unseen card of a deck is equally likely to come next,
    those that went back to the box included, since nobody knows which they were.
    """

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        deck: i64 = 0 if state.deep_a > 0 else 1
        actions = vec[i64](capacity=40)
        kind: i64 = 0
        while kind < state.facts.kinds:
            if state.unseen[kind] > 0 and i64(state.facts.deck[kind]) == deck:
                actions = append(actions, TURN_UP + kind)
            kind += 1
        return actions

    def weights(self, state: Position, argument: i64, outcomes: vec[i64]) -> vec[i64]:
        return how_many(state.unseen, TURN_UP, outcomes)


def uncover(state: Position, kind: i64) -> None:
    """A card comes to light that nobody has seen."""
    state.unseen[kind] -= 1
    if state.deep_a > 0:
        state.deep_a -= 1


def next_card(state: Position) -> i64:
    """Take the next card off the pile if somebody has seen it; else -1."""
    if len(state.top) == 0:
        return -1
    kind: i64 = state.top[0]
    # Who knew of one of several equal cards among those reordered cannot tell whether it was this one.
    unsure: i64 = state.shuffled[0] & ~state.loose[0]
    i: i64 = 1
    while i < len(state.top):
        if state.top[i] == kind:
            seats: i64 = state.loose[i] & unsure
            state.loose[i] &= ~seats
            unsure &= ~seats
        i += 1
    state.top = state.top[1:]
    state.exact = state.exact[1:]
    state.shuffled = state.shuffled[1:]
    state.loose = state.loose[1:]
    return kind


# --- the tower ----------------------------------------------------------------------------------------


def look(state: Position, seat: Seat) -> None:
    """A worker in the clock tower looks at the next cards (R34)."""
    if state.pile_a + state.pile_b > 0:
        state.push(LOOK)


@final
class Look(FromPile):
    """The cards of the pile that the active seat sees, each unknown one by chance (R34)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        if len(state.top) < reach(state):
            return False
        remember(state)
        return True

    def act(self, state: Position, argument: i64, action: Action) -> None:
        uncover(state, action - TURN_UP)
        state.top = append(state.top, action - TURN_UP)
        state.exact = append(state.exact, 0)
        state.shuffled = append(state.shuffled, 0)
        state.loose = append(state.loose, 0)


def reach(state: Position) -> i64:
    """How many cards a look shows."""
    return min(state.pile_a + state.pile_b, LOOKED_AT)


def remember(state: Position) -> None:
    """The active seat has now seen all cards of `top`; if it is alone it may reorder them."""
    seat: Seat = state.active
    state.pop()
    i: i64 = 0
    while i < len(state.top):
        state.exact[i] |= bit(seat)
        state.shuffled[i] &= ~bit(seat)
        state.loose[i] &= ~bit(seat)
        i += 1
    note(state, NOTE_LOOK, seat, len(state.top), 0)
    if len(state.top) > 1 and is_alone(state, seat):
        blur(state, seat)
        state.push(REORDER)


def is_alone(state: Position, seat: Seat) -> bool:
    """Whether no other seat has a worker in the clock tower."""
    space: i64 = CLOCK_TOWER * MAX_SPACES
    while space < (CLOCK_TOWER + 1) * MAX_SPACES:
        if state.placed[space] > 0 and seat_on(i64(state.placed[space])) != seat:
            return False
        space += 1
    return True


def blur(state: Position, seat: Seat) -> None:
    """From now on nobody else knows where the cards lie that he had seen, only that they are there."""
    others: i64 = (bit(state.players) - 1) & ~bit(seat)
    i: i64 = 0
    while i < len(state.top):
        state.loose[i] |= state.exact[i] & others
        state.exact[i] &= ~others
        state.shuffled[i] |= others
        i += 1


@final
class Reorder(Step):
    """Which of the cards seen comes next, behind those already laid; their number is the argument (R34)."""

    def is_asked_of_one(self) -> bool:
        """Until one card is left, so that it tells nobody whether some are alike."""
        return True

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        """The remaining cards, each kind once."""
        actions = vec[i64](capacity=LOOKED_AT)
        kind: i64 = 0
        while kind < state.facts.kinds:
            i: i64 = argument
            while i < len(state.top) and state.top[i] != kind:
                i += 1
            if i < len(state.top):
                actions = append(actions, ON_TOP + kind)
            kind += 1
        return actions

    def act(self, state: Position, argument: i64, action: Action) -> None:
        i: i64 = argument
        while state.top[i] != action - ON_TOP:
            i += 1
        while i > argument:
            swap(state.top, i)
            swap(state.exact, i)
            swap(state.loose, i)
            i -= 1
        state.pop()
        if argument + 2 < len(state.top):
            state.push(REORDER, argument + 1)
        else:
            note(state, NOTE_REORDER, state.active, 0, 0)


def swap(row: vec[i64], i: i64) -> None:
    """Let a card and the one before it change places."""
    other: i64 = row[i - 1]
    row[i - 1] = row[i]
    row[i] = other
