"""The beginning of the game and of a round: hands, the first player, the order of the stage cards (R1.2).

These are the steps before anybody works: chance deals and turns up cards, or seats choose them.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.agenda import argument_of
from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.core.vectors import counting
from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position.actions import block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_TURN_UP
from farmtable.games.agricola.position.facts import CARDS, FIRST_CARD, FOOD, STAGES
from farmtable.games.agricola.position.frames import (
    KEEP_OR_REDRAW,
    TOO_MANY,
    decider,
    pack_deal,
    seat_in,
    unpack_deal,
    unpack_pick,
)
from farmtable.games.agricola.position.steps import DEAL_CARD, ORDER_CARDS, START_SEAT, TURN_UP
from farmtable.games.agricola.rules import draft, given_back, hands, rounds
from farmtable.games.agricola.rules.goods import gain, note


def waits(state: Position, step: i64) -> bool:
    """Whether the beginning of the game or of a round waits for somebody; does what does not."""
    if step == START_SEAT and (state.players == 1 or state.start >= 0):
        begin(state, max(state.start, 0))
        return False
    actions = possible(state, step)
    if len(actions) == 0:
        state.pop()
        return False
    if len(actions) == 1 and step != DEAL_CARD:
        answer(state, step, actions[0])
        return False
    return state.wait_for(decider(state, step, state.argument()), actions)


def possible(state: Position, step: i64) -> vec[i64]:
    """The actions, or outcomes of chance, of a step before the work of a round."""
    argument: i64 = state.argument()
    if step == START_SEAT:
        return counting(a.START, state.players)
    if step == ORDER_CARDS:
        return order_choices(state, argument)
    if step == TURN_UP:
        return cards_to_turn_up(state)
    if step == DEAL_CARD:
        dealt, _, _ = unpack_deal(argument)
        return hands.left_in_box(state, dealt)
    seat, kind = unpack_pick(argument)
    if kind == KEEP_OR_REDRAW:
        return append(append(vec[i64](), a.DONE), a.REDRAW)
    if kind == TOO_MANY:
        return given_back.choices(state, seat)
    return draft.choices(state, seat, kind)


def answer(state: Position, step: i64, action: Action) -> None:
    if step == ORDER_CARDS:
        order(state, action - a.ORDER)
    elif step == START_SEAT:
        begin(state, action - a.START)
    elif step == TURN_UP:
        turn_up(state, action - a.REVEAL)
    elif step == DEAL_CARD:
        deal(state, action - a.DEAL)
    elif block_of(action) == a.PICK:
        pick(state, action - a.PICK)
    else:
        make_hand_over(state, seat_in(state.argument()), action)


def deal(state: Position, card: i64) -> None:
    """A hand card comes to a seat; the step stays until it has all of its kind."""
    kind, seat, left = unpack_deal(argument_of(state.pop()))
    if left > 1:
        state.push(DEAL_CARD, pack_deal(kind, seat, left - 1))
    hands.deal(state, seat, card)


def pick(state: Position, card: i64) -> None:
    """A seat keeps a card; where hands are chosen freely the step stays until it has all of a kind."""
    seat, kind = unpack_pick(state.argument())
    draft.pick(state, seat, kind, card)
    size: i64 = hands.hand_size(state, seat, kind)
    if state.facts.drafted or i64(state.in_hands[seat * 2 + kind]) >= size:
        state.pop()


def make_hand_over(state: Position, seat: Seat, action: Action) -> None:
    """A seat keeps its hand, gives all of it back, or a card of it."""
    if action == a.DONE:
        given_back.keep(state, seat)
    elif action == a.REDRAW:
        given_back.redraw(state, seat)
    else:
        given_back.give_back(state, seat, action - a.GIVE_BACK)


def begin(state: Position, seat: Seat) -> None:
    """Give out the starting player token and the food (rulebook p. 3), and plan the first round."""
    state.pop()
    state.start = seat
    other: i64 = 0
    while other < state.players:
        food: i64 = state.facts.food_first if other == seat else state.facts.food_others
        more: i64 = 1 if state.facts.extra_food & bit(other) != 0 else 0
        gain(state, other, FOOD, food + more)
        other += 1
    rounds.begin_round(state)
    if state.facts.chosen_order:
        stage: i64 = STAGES
        while stage > 0:
            state.push(ORDER_CARDS, stage)
            stage -= 1


def order_choices(state: Position, stage: i64) -> vec[i64]:
    """The cards of a stage that have no place in its order yet (R13.1)."""
    actions = vec[i64]()
    card: i64 = 0
    while card < CARDS:
        if state.facts.stage_of[card] == stage and state.ordered[card] == 0:
            actions = append(actions, a.ORDER + card)
        card += 1
    return actions


def order(state: Position, card: i64) -> None:
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


def cards_to_turn_up(state: Position) -> vec[i64]:
    """The cards that may come now: any of the stage that is not up yet, or the one ordered."""
    actions = vec[i64]()
    card: i64 = 0
    while card < CARDS:
        if (
            state.facts.stage_of[card] == state.facts.stage_in[state.round]
            and state.turned_up[card] == 0
            and (state.ordered[card] == 0 or i64(state.ordered[card]) == state.round)
        ):
            actions = append(actions, a.REVEAL + card)
        card += 1
    return actions


def turn_up(state: Position, card: i64) -> None:
    state.pop()
    state.turned_up[card] = u8(state.round)
    note(state, EVENT_TURN_UP, state.start, FIRST_CARD + card, 0)
