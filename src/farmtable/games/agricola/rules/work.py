"""The work phase: who places a person next, and where (R1.6, R2.1, R2.2)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import DONE, EXCHANGE, PLACE, USE_CARD, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_SKIP
from farmtable.games.agricola.position.facts import CATTLE_MARKET, PIG_MARKET, SHEEP_MARKET, SPACES
from farmtable.games.agricola.position.steps import AGAIN, END_TURN, USE, USED
from farmtable.games.agricola.rules import any_time, effects, exchanges, landing, rounds
from farmtable.games.agricola.rules.goods import note


@final
class PersonPlaceable(any_time.Goal):
    """There is a space to which a person can go."""

    def met(self, state: Position, seat: Seat) -> bool:
        return len(spaces_for(state, seat, -1)) > 0


def someone_works(state: Position) -> bool:
    """Ask the next seat with people at home to place one (R1.6); ends the step when all are placed."""
    tried: i64 = 0
    while tried < state.players:
        seat: Seat = (state.turn + tried) % state.players
        if state.at_home[seat] > 0 or may_be_called(state, seat):
            actions = placements(state, seat)
            if len(actions) > 0:
                state.active = seat
                return state.wait_for(seat, actions)
            stay_at_home(state, seat)  # no space can be used at all (RULES.md, R1.6)
        tried += 1
    state.passed = 0
    state.pop()
    rounds.open_windows(state, moments.GOING_HOME)
    return False


def stay_at_home(state: Position, seat: Seat) -> None:
    """The people of a seat that have not been placed stay where they are for this round."""
    if state.at_home[seat] > 0:
        note(state, EVENT_SKIP, seat, 0, 0)
    state.at_home[seat] = 0


def may_be_called(state: Position, seat: Seat) -> bool:
    """Whether a seat with nobody at home has an effect that brings somebody, and has not passed."""
    if state.facts.deck is None or state.passed & bit(seat) != 0:
        return False
    return len(effects.at_moment(state, seat, moments.PLACING)) > 0 or may_call_after_exchange(state, seat)


def may_call_after_exchange(state: Position, seat: Seat) -> bool:
    """Whether exchanges would make one more effect usable that brings somebody to be placed (R8.4)."""
    slots: i64 = effects.all_offered(state, seat, moments.PLACING)
    if slots == 0:
        return False
    already: i64 = landing.usable_slots(state, seat, slots, moments.PLACING, 0)
    return any_time.reaches(state, seat, landing.EffectUsable(slots, already, moments.PLACING, 0))


def placements(state: Position, seat: Seat) -> vec[i64]:
    """What a seat may do on its turn: place a person, or first exchange goods or use an effect."""
    actions = vec[i64](capacity=SPACES)
    if state.at_home[seat] > 0:
        actions = spaces_for(state, seat, -1)
        if len(actions) == 0:
            return actions_without_space(state, seat)
        if exchanges.any_possible(state, seat):
            actions = append(actions, EXCHANGE)
    else:
        actions = append(actions, DONE)
        if may_call_after_exchange(state, seat):
            actions = append(actions, EXCHANGE)
    if state.facts.deck is not None:
        for action in effects.at_moment(state, seat, moments.PLACING):
            actions = append(actions, action)
    return actions


def actions_without_space(state: Position, seat: Seat) -> vec[i64]:
    """What a seat may do that can use no space as it is: exchange goods for one, or stay at home (R1.6)."""
    actions = vec[i64]()
    if any_time.reaches(state, seat, PersonPlaceable()):
        actions = append(actions, DONE)
        actions = append(actions, EXCHANGE)
    return actions


def spaces_for(state: Position, seat: Seat, after: i64) -> vec[i64]:
    """The spaces that a seat may use; right `after` a space that is no animal market only such markets."""
    actions = vec[i64](capacity=SPACES)
    space: i64 = 0
    while space < SPACES:
        if (after < 0 or is_animal_market(after) or is_animal_market(space)) and landing.usable(
            state, seat, space
        ):
            actions = append(actions, PLACE + space)
        space += 1
    return actions


def is_animal_market(space: i64) -> bool:
    """Sheep, Pig or Cattle Market."""
    return space in (SHEEP_MARKET, PIG_MARKET, CATTLE_MARKET)


def may_place_again(state: Position, seat: Seat, after: i64) -> bool:
    """Whether a seat could place a second person in one go after using a space."""
    if state.at_home[seat] > 0:
        return len(spaces_for(state, seat, after)) > 0
    return card_that_calls(state, seat, after) >= 0


def card_that_calls(state: Position, seat: Seat, after: i64) -> i64:
    """A card whose effect brings somebody who could go somewhere right after that space, or -1."""
    for action in effects.at_moment(state, seat, moments.PLACING):
        called = state.clone()
        called.tracing = False
        effects.use(called, seat, action - USE_CARD, moments.PLACING, 0)
        if called.at_home[seat] > 0 and len(spaces_for(called, seat, after)) > 0:
            return action - USE_CARD
    return -1


def place_again(state: Position, seat: Seat, after: i64) -> None:
    """A seat places a second person in one go; where nobody is at home, one whom a card brings (R3.7)."""
    calls: i64 = card_that_calls(state, seat, after) if state.at_home[seat] == 0 else -1
    state.push(AGAIN, after)
    if calls >= 0:
        effects.use(state, seat, calls, moments.PLACING, 0)


def act(state: Position, action: Action) -> None:
    """What a seat does on its turn; the step of working stays on the agenda for the next."""
    seat: Seat = state.to_play
    if block_of(action) == USE_CARD:
        effects.use(state, seat, action - USE_CARD, moments.PLACING, 0)
    elif action == DONE:
        if state.at_home[seat] > 0:
            stay_at_home(state, seat)
        state.passed |= bit(seat)
        state.turn = (seat + 1) % state.players
    else:
        place(state, seat, action - PLACE, 0)


def place(state: Position, seat: Seat, space: i64, second: i64) -> None:
    """A person goes to a space."""
    if state.used_by[space] == 0:
        state.used_by[space] = u8(seat + 1)
    else:
        state.shared_by[space] = u8(seat + 1)
    state.at_home[seat] -= 1
    state.turn = (seat + 1) % state.players
    state.passed = 0
    state.active = seat
    state.push(END_TURN, space + second)
    state.push(USED, space)
    state.push(USE, space)
    effects.happens_to_others(state, moments.ANOTHER_USES, seat, space)
    effects.happens(state, moments.EACH_USE, seat, space)


def end_turn(state: Position, seat: Seat, argument: i64) -> None:
    """Everything a person did is over; `argument` also says whether it was the second of one go."""
    effects.happens(state, moments.TURN_ENDS, seat, argument)
