"""The course of the game: doing an action, and the steps that nobody has to decide (chapters 1, 7, 12).

A round is planned on the agenda: turn up a card, prepare, work, return home, harvest, end. `advance`
runs what follows by itself and stops at the first step to be decided, with its legal actions ready.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.state import CHANCE, OVER
from farmtable.games.agricola import exchanges, harvest, housing, improvements, menu, moments, spaces
from farmtable.games.agricola.facts import (
    CARDS,
    CONVERT,
    DONE,
    EXCHANGE,
    FIRST_CARD,
    FOOD,
    GRAIN,
    ORDER,
    PLACE,
    REVEAL,
    ROUNDS,
    SPACES,
    STAGES,
    START,
    TAKE,
)
from farmtable.games.agricola.goods import gain, note
from farmtable.games.agricola.steps import (
    BREED,
    CHOOSE,
    END_ROUND,
    END_TURN,
    EVENT_OVER,
    EVENT_ROUND,
    EVENT_SKIP,
    EVENT_TURN_UP,
    EXCHANGES,
    FEED,
    FIELD_PHASE,
    HOUSE,
    MENU,
    OPTIONAL,
    ORDER_CARDS,
    PREPARE,
    RETURN_HOME,
    START_SEAT,
    TURN_UP,
    USE,
    USED,
    WORK,
)

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


def apply(state: AgricolaState, action: i64) -> None:
    step: i64 = state.step()
    if action == EXCHANGE:
        state.push(EXCHANGES)
    elif step == WORK:
        place(state, state.to_play, action - PLACE)
    elif step == MENU:
        menu.apply(state, action)
    elif step == FEED:
        feed(state, state.argument(), action)
    elif step == EXCHANGES:
        state.pop()
        exchanges.apply(state, state.active, action)
    elif step == HOUSE:
        exchanges.apply(state, state.argument() & 7, action)
    elif step == CHOOSE:
        space: i64 = state.argument()
        state.pop()
        spaces.take_choice(state, state.active, space, action - TAKE)
    elif step == ORDER_CARDS:
        order(state, action - ORDER)
    elif step == START_SEAT:
        begin(state, action - START)
    else:
        turn_up(state, action - REVEAL)
    advance(state)


def advance(state: AgricolaState) -> None:
    """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
    while len(state.agenda) > 0:
        step: i64 = state.step()
        if step >= USE:
            finish(state, step)
        elif step in (MENU, HOUSE, FEED, CHOOSE, EXCHANGES):
            if must_decide(state, step):
                return
        elif step == WORK:
            if someone_works(state):
                return
        elif step in (TURN_UP, START_SEAT, ORDER_CARDS):
            if is_open(state, step):
                return
        elif step == PREPARE:
            state.pop()
            prepare(state)
        elif step == RETURN_HOME:
            state.pop()
            return_home(state)
        elif step == FIELD_PHASE:
            state.pop()
            harvest.field_phase(state)
        elif step == BREED:
            seat: i64 = state.argument()
            state.pop()
            state.active = seat
            harvest.breed(state, seat)
        else:
            state.pop()
            end_round(state)
    state.to_play = OVER
    state.legal = vec[i64]()


def ask(state: AgricolaState, seat: i64, actions: vec[i64]) -> bool:
    """Stop for a decision of `seat` among `actions`."""
    state.to_play = seat
    state.legal = actions
    return True


# --- the beginning ------------------------------------------------------------------------------------


def is_open(state: AgricolaState, step: i64) -> bool:
    """Whether the beginning of the game or of a round waits for somebody; does what does not."""
    if step == START_SEAT:
        if state.players > 1 and state.start < 0:
            return ask(state, CHANCE, _numbered(START, state.players))
        begin(state, max(state.start, 0))
        return False
    actions = order_choices(state, state.argument()) if step == ORDER_CARDS else cards_to_turn_up(state)
    if step == ORDER_CARDS and len(actions) == 0:
        state.pop()
        return False
    if len(actions) == 1:
        if step == ORDER_CARDS:
            order(state, actions[0] - ORDER)
        else:
            turn_up(state, actions[0] - REVEAL)
        return False
    return ask(state, state.start if step == ORDER_CARDS else CHANCE, actions)


def _numbered(first: i64, n: i64) -> vec[i64]:
    actions = vec[i64](capacity=n)
    while len(actions) < n:
        actions = append(actions, first + len(actions))
    return actions


def begin(state: AgricolaState, seat: i64) -> None:
    """Give out the starting player token and the food (rulebook p. 3), and plan the first round."""
    state.pop()
    state.start = seat
    other: i64 = 0
    while other < state.players:
        food: i64 = state.facts.food_first if other == seat else state.facts.food_others
        gain(state, other, FOOD, food)
        other += 1
    begin_round(state)
    if state.facts.chosen_order:
        stage: i64 = STAGES
        while stage > 0:
            state.push(ORDER_CARDS, stage)
            stage -= 1


def order_choices(state: AgricolaState, stage: i64) -> vec[i64]:
    """The cards of a stage that have no place in its order yet (R13.1)."""
    actions = vec[i64]()
    card: i64 = 0
    while card < CARDS:
        if state.facts.stage_of[card] == stage and state.ordered[card] == 0:
            actions = append(actions, ORDER + card)
        card += 1
    return actions


def order(state: AgricolaState, card: i64) -> None:
    """A card takes the next round of its stage."""
    stage: u8 = state.facts.stage_of[card]
    number: i64 = 1
    while state.facts.stage_in[number] != stage:
        number += 1
    other: i64 = 0
    while other < CARDS:
        if state.facts.stage_of[other] == stage and state.ordered[other] > 0:
            number += 1
        other += 1
    state.ordered[card] = u8(number)


# --- a round ------------------------------------------------------------------------------------------


def begin_round(state: AgricolaState) -> None:
    state.round += 1
    state.turn = state.start
    note(state, EVENT_ROUND, state.start, state.round, 0)
    moments.happens(state, moments.ROUND_BEGINS, state.start, state.round)
    state.push(RETURN_HOME)
    state.push(WORK)
    state.push(PREPARE)
    state.push(TURN_UP)


def cards_to_turn_up(state: AgricolaState) -> vec[i64]:
    """The cards that may come now: any of the stage that is not up yet, or the one ordered."""
    actions = vec[i64]()
    card: i64 = 0
    while card < CARDS:
        if (
            state.facts.stage_of[card] == state.facts.stage_in[state.round]
            and state.turned_up[card] == 0
            and (state.ordered[card] == 0 or i64(state.ordered[card]) == state.round)
        ):
            actions = append(actions, REVEAL + card)
        card += 1
    return actions


def turn_up(state: AgricolaState, card: i64) -> None:
    state.pop()
    state.turned_up[card] = u8(state.round)
    note(state, EVENT_TURN_UP, state.start, FIRST_CARD + card, 0)


def prepare(state: AgricolaState) -> None:
    """Goods on the round space to their owners, then the accumulation spaces, then work (R1.2)."""
    place_in_order: i64 = 0
    while place_in_order < state.players:
        seat: i64 = (state.start + place_in_order) % state.players
        improvements.take_promised(state, seat)
        moments.happens(state, moments.START_OF_ROUND, seat, state.round)
        housing.settle(state, seat, True)
        state.at_home[seat] = state.people[seat]
        place_in_order += 1
    spaces.refill(state)


def someone_works(state: AgricolaState) -> bool:
    """Ask the next seat with people at home to place one (R1.6); ends the step when all are placed."""
    tried: i64 = 0
    while tried < state.players:
        seat: i64 = (state.turn + tried) % state.players
        if state.at_home[seat] > 0:
            actions = placements(state, seat)
            if len(actions) > 0:
                state.active = seat
                if exchanges.any_possible(state, seat):
                    actions = append(actions, EXCHANGE)
                return ask(state, seat, actions)
            # No space can be used at all: its people stay at home (RULES.md, R1.6).
            state.at_home[seat] = 0
            note(state, EVENT_SKIP, seat, 0, 0)
        tried += 1
    state.pop()
    return False


def placements(state: AgricolaState, seat: i64) -> vec[i64]:
    actions = vec[i64](capacity=SPACES)
    space: i64 = 0
    while space < SPACES:
        if spaces.usable(state, seat, space):
            actions = append(actions, PLACE + space)
        space += 1
    return actions


def place(state: AgricolaState, seat: i64, space: i64) -> None:
    """A person goes to a space; the step of working stays on the agenda for the next."""
    state.used_by[space] = u8(seat + 1)
    state.at_home[seat] -= 1
    state.turn = (seat + 1) % state.players
    state.active = seat
    state.push(END_TURN, space)
    state.push(USED, space)
    state.push(USE, space)
    moments.happens(state, moments.BEFORE_USE, seat, space)


def finish(state: AgricolaState, step: i64) -> None:
    """One of the steps of using a space that nobody decides."""
    space: i64 = state.argument()
    state.pop()
    if step == USE:
        spaces.use(state, state.active, space)
    elif step == USED:
        moments.happens(state, moments.AFTER_USE, state.active, space)
    else:
        moments.happens(state, moments.TURN_ENDS, state.active, space)


def return_home(state: AgricolaState) -> None:
    """Everybody goes home; after some rounds comes a harvest (R1.1, R1.8)."""
    space: i64 = 0
    while space < SPACES:
        state.used_by[space] = 0
        space += 1
    moments.happens(state, moments.GOING_HOME, state.start, state.round)
    state.push(END_ROUND)
    if state.facts.harvest[state.round] == 1:
        harvest.plan(state)


def end_round(state: AgricolaState) -> None:
    """Newborns are adults from now on (R1.8); the next round begins, or the game is over (R12)."""
    if state.facts.harvest[state.round] == 1:
        moments.happens(state, moments.HARVEST_OVER, state.start, state.round)
    seat: i64 = 0
    while seat < state.players:
        state.newborns[seat] = 0
        seat += 1
    if state.round < ROUNDS:
        begin_round(state)
    else:
        moments.happens(state, moments.GAME_ENDS, state.start, state.round)
        note(state, EVENT_OVER, 0, 0, 0)


# --- decisions of one seat -------------------------------------------------------------------------


def must_decide(state: AgricolaState, step: i64) -> bool:
    """Whether the step on top has a choice for its seat; carries it out or ends it where it has none."""
    argument: i64 = state.argument()
    seat: i64 = state.active
    if step == MENU:
        actions = menu.options(state, argument)
    elif step == CHOOSE:
        actions = spaces.choices(state, argument)
    elif step == EXCHANGES:
        actions = exchanges.all_possible(state, seat)
    elif step == FEED:
        seat = argument
        state.active = seat
        actions = harvest.feed_options(state, seat)
    else:
        seat = argument & 7
        if housing.all_fit(state, seat):
            state.pop()
            return False
        actions = exchanges.animals(state, seat, argument >= 8)
    if len(actions) > 1 or step == EXCHANGES:  # nothing is ever thrown away unasked
        # Between the parts of an action goods may be exchanged too, but never so that a compulsory
        # part would become impossible (R8.2).
        if step == MENU and argument & OPTIONAL != 0 and exchanges.any_possible(state, seat):
            actions = with_exchange(actions)
        return ask(state, seat, actions)
    if len(actions) == 0:
        state.pop()
    else:
        carry_out(state, step, argument, actions[0])
    return False


def with_exchange(actions: vec[i64]) -> vec[i64]:
    """The actions of an optional MENU, DONE before all others, with EXCHANGE in its place."""
    found = vec[i64](capacity=len(actions) + 1)
    for action in actions:
        found = append(found, action)
        if action == DONE:
            found = append(found, EXCHANGE)
    return found


def carry_out(state: AgricolaState, step: i64, argument: i64, action: i64) -> None:
    """The only thing possible at a step."""
    if step == MENU:
        menu.apply(state, action)
    elif step == FEED:
        feed(state, argument, action)
    elif step == HOUSE:
        exchanges.apply(state, argument & 7, action)
    else:
        state.pop()
        spaces.take_choice(state, state.active, argument, action - TAKE)


def feed(state: AgricolaState, seat: i64, action: i64) -> None:
    """One exchange of the feeding phase, or the feeding itself."""
    if action == DONE:
        state.pop()
        harvest.feed(state, seat)
    elif action - CONVERT < GRAIN:
        improvements.craft(state, seat, action - CONVERT)
    else:
        improvements.convert(state, seat, action - CONVERT)
