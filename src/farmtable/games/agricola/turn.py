"""The course of the game: doing an action, and the steps that nobody has to decide (chapters 1, 7, 12).

A round is planned on the agenda: turn up a card, prepare, work, return home, harvest, end. `advance`
runs what follows by itself and stops at the first step to be decided, with its legal actions ready.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit
from farmtable.core.state import CHANCE, OVER
from farmtable.games.agricola import (
    draft,
    effects,
    exchanges,
    hands,
    harvest,
    housing,
    improvements,
    menu,
    moments,
    playing,
    scoring,
    spaces,
)
from farmtable.games.agricola.card import Card
from farmtable.games.agricola.facts import (
    CARDS,
    CATTLE_MARKET,
    CELL,
    CONVERT,
    DEAL,
    DONE,
    EXCHANGE,
    FIRST_CARD,
    FOOD,
    GRAIN,
    MINOR,
    OCCUPATION,
    ORDER,
    PAY,
    PICK,
    PIG_MARKET,
    PLACE,
    REVEAL,
    ROUNDS,
    SHEEP_MARKET,
    SPACES,
    STAGES,
    START,
    TAKE,
    USE_CARD,
)
from farmtable.games.agricola.goods import gain, note
from farmtable.games.agricola.steps import (
    AGAIN,
    ASK,
    AT_THE_END,
    BREED,
    CHOOSE,
    DEAL_CARD,
    END_ROUND,
    END_TURN,
    EVENT_KEEP,
    EVENT_OVER,
    EVENT_ROUND,
    EVENT_SKIP,
    EVENT_TURN_UP,
    EXCHANGES,
    FEED,
    FIELD_PHASE,
    HOUSE,
    IMPROVEMENT,
    KEEP_ONE,
    MENU,
    MINOR_IMPROVEMENT,
    NEXT_ROUND,
    OFFER,
    OPTIONAL,
    ORDER_CARDS,
    PAYMENT,
    PICK_CARD,
    PLAY_NOW,
    PLAY_OCCUPATION,
    PLAYED,
    PREPARE,
    REFILL,
    RETURN_HOME,
    ROOMS_DONE,
    SECOND,
    START_SEAT,
    TURN_UP,
    USE,
    USED,
    WINDOW,
    WORK,
)

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


def apply(state: AgricolaState, action: i64) -> None:
    step: i64 = state.step()
    if action == EXCHANGE:
        state.push(EXCHANGES, state.to_play)
    elif step in (WORK, AGAIN):
        work(state, action)
    elif step == MENU:
        menu.apply(state, action)
    elif step < WORK:
        answer_at_the_beginning(state, step, action)
    else:
        answer(state, step, action)
    advance(state)


def advance(state: AgricolaState) -> None:
    """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
    while len(state.agenda) > 0:
        step: i64 = state.step()
        if step < WORK:
            if is_open(state, step):
                return
        elif step == WORK:
            if someone_works(state):
                return
        elif step < PREPARE:
            if must_decide(state, step):
                return
        else:
            argument: i64 = state.argument()
            state.pop()
            if step >= USE:
                go_on(state, step, argument)
            else:
                go_on_with_round(state, step, argument)
    state.to_play = OVER
    state.legal = vec[i64]()


def go_on(state: AgricolaState, step: i64, argument: i64) -> None:
    """The steps of an action that nobody decides."""
    seat: i64 = state.active
    if step == USE:
        spaces.use(state, seat, argument)
    elif step == USED:
        effects.happens(state, moments.AFTER_USE, seat, argument)
    elif step == END_TURN:
        end_turn(state, seat, argument)
    elif step == PLAY_NOW:
        playing.play_now(state, seat, argument & 255, argument >> 8)
    elif step == PLAYED:
        playing.played(state, seat, argument)
    elif step == ROOMS_DONE:
        menu.rooms_done(state, seat, argument)
    else:
        effects.happens(state, moments.FENCES_BUILT, seat, argument)


def go_on_with_round(state: AgricolaState, step: i64, argument: i64) -> None:
    """The steps of a round that nobody decides."""
    if step == PREPARE:
        prepare(state, argument)
    elif step == REFILL:
        refill(state)
    elif step == RETURN_HOME:
        return_home(state)
    elif step == FIELD_PHASE:
        state.active = argument
        harvest.field_phase(state, argument)
    elif step == BREED:
        state.active = argument
        harvest.breed(state, argument)
    elif step == END_ROUND:
        end_round(state)
    else:
        next_round(state)


def ask(state: AgricolaState, seat: i64, actions: vec[i64]) -> bool:
    """Stop for a decision of `seat` among `actions`."""
    state.to_play = seat
    state.legal = actions
    return True


# --- the beginning ------------------------------------------------------------------------------------


def is_open(state: AgricolaState, step: i64) -> bool:
    """Whether the beginning of the game or of a round waits for somebody; does what does not."""
    if step == START_SEAT and (state.players == 1 or state.start >= 0):
        begin(state, max(state.start, 0))
        return False
    actions = possible_at_the_beginning(state, step)
    if len(actions) == 0:
        state.pop()
        return False
    if len(actions) == 1 and step != DEAL_CARD:
        answer_at_the_beginning(state, step, actions[0])
        return False
    if step == PICK_CARD:
        return ask(state, state.argument() & 7, actions)
    return ask(state, state.start if step == ORDER_CARDS else CHANCE, actions)


def possible_at_the_beginning(state: AgricolaState, step: i64) -> vec[i64]:
    """The actions, or outcomes of chance, of a step before the work of a round."""
    argument: i64 = state.argument()
    if step == START_SEAT:
        return _numbered(START, state.players)
    if step == ORDER_CARDS:
        return order_choices(state, argument)
    if step == TURN_UP:
        return cards_to_turn_up(state)
    if step == DEAL_CARD:
        return hands.left_in_box(state, argument & 1)
    return draft.choices(state, argument & 7, argument >> 3)


def answer_at_the_beginning(state: AgricolaState, step: i64, action: i64) -> None:
    if step == ORDER_CARDS:
        order(state, action - ORDER)
    elif step == START_SEAT:
        begin(state, action - START)
    elif step == TURN_UP:
        turn_up(state, action - REVEAL)
    elif step == DEAL_CARD:
        deal(state, action - DEAL)
    else:
        pick(state, action - PICK)


def deal(state: AgricolaState, card: i64) -> None:
    """A hand card comes to a seat; the step stays until it has all of its kind."""
    argument: i64 = state.argument()
    state.pop()
    if argument >= 32:
        state.push(DEAL_CARD, argument - 16)
    hands.deal(state, (argument >> 1) & 7, card)


def pick(state: AgricolaState, card: i64) -> None:
    """A seat keeps a card; where hands are chosen freely the step stays until it has all of a kind."""
    argument: i64 = state.argument()
    seat: i64 = argument & 7
    kind: i64 = argument >> 3
    draft.pick(state, seat, kind, card)
    size: i64 = i64(state.facts.hand_size[kind]) - hands.count_front(state, seat, kind)
    if state.facts.drafted or i64(state.in_hands[seat * 2 + kind]) >= size:
        state.pop()


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
    state.push(RETURN_HOME)
    state.push(WORK)
    state.push(REFILL)
    harvest.push_in_turn_order(state, PREPARE, 0)
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


def prepare(state: AgricolaState, seat: i64) -> None:
    """A seat takes the goods on the round space; what acts at the start of a round acts (R1.2, R1.3)."""
    state.active = seat
    improvements.take_promised(state, seat)
    housing.settle(state, seat, True)  # asked last: a stable may be built before the animals arrive (R1.5)
    effects.happens(state, moments.START_OF_ROUND, seat, state.round)


def refill(state: AgricolaState) -> None:
    """The accumulation spaces receive their goods, and the work begins (R1.2)."""
    spaces.refill(state)
    seat: i64 = 0
    while seat < state.players:
        state.at_home[seat] = state.people[seat]
        if state.facts.deck is not None:
            state.gathered[seat] = 0
        seat += 1


def someone_works(state: AgricolaState) -> bool:
    """Ask the next seat with people at home to place one (R1.6); ends the step when all are placed."""
    tried: i64 = 0
    while tried < state.players:
        seat: i64 = (state.turn + tried) % state.players
        if state.at_home[seat] > 0 or may_be_called(state, seat):
            actions = placements(state, seat)
            if len(actions) > 0:
                state.active = seat
                return ask(state, seat, actions)
            # No space can be used at all: its people stay at home (RULES.md, R1.6).
            if state.at_home[seat] > 0:
                note(state, EVENT_SKIP, seat, 0, 0)
            state.at_home[seat] = 0
        tried += 1
    state.passed = 0
    state.pop()
    return False


def may_be_called(state: AgricolaState, seat: i64) -> bool:
    """Whether a seat with nobody at home has an effect that brings somebody, and has not passed."""
    if state.facts.deck is None or state.passed & bit(seat) != 0:
        return False
    return len(effects.at_moment(state, seat, moments.PLACING)) > 0


def placements(state: AgricolaState, seat: i64) -> vec[i64]:
    """What a seat may do on its turn: place a person, or first exchange goods or use an effect."""
    actions = vec[i64](capacity=SPACES)
    if state.at_home[seat] > 0:
        actions = _spaces_for(state, seat, -1)
        if len(actions) == 0:
            return actions
        if exchanges.any_possible(state, seat):
            actions = append(actions, EXCHANGE)
    else:
        actions = append(actions, DONE)
    if state.facts.deck is not None:
        for action in effects.at_moment(state, seat, moments.PLACING):
            actions = append(actions, action)
    return actions


def _spaces_for(state: AgricolaState, seat: i64, after: i64) -> vec[i64]:
    """The spaces that a seat may use; right `after` a space that is no animal market only such markets."""
    actions = vec[i64](capacity=SPACES)
    space: i64 = 0
    while space < SPACES:
        if (after < 0 or is_animal_market(after) or is_animal_market(space)) and spaces.usable(
            state, seat, space
        ):
            actions = append(actions, PLACE + space)
        space += 1
    return actions


def is_animal_market(space: i64) -> bool:
    """Sheep, Pig or Cattle Market."""
    return space in (SHEEP_MARKET, PIG_MARKET, CATTLE_MARKET)


def may_place_again(state: AgricolaState, seat: i64, after: i64) -> bool:
    """Whether a seat could place a second person in one go after using a space."""
    return state.at_home[seat] > 0 and len(_spaces_for(state, seat, after)) > 0


def work(state: AgricolaState, action: i64) -> None:
    """What a seat does on its turn; the step of working stays on the agenda for the next."""
    seat: i64 = state.to_play
    if action >= USE_CARD:
        effects.use(state, seat, action - USE_CARD, moments.PLACING, 0)
    elif action == DONE:
        state.passed |= bit(seat)
        state.turn = (seat + 1) % state.players
    elif state.step() == AGAIN:
        state.pop()
        place(state, seat, action - PLACE, SECOND)
    else:
        place(state, seat, action - PLACE, 0)


def place(state: AgricolaState, seat: i64, space: i64, second: i64) -> None:
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


def end_turn(state: AgricolaState, seat: i64, argument: i64) -> None:
    """Everything a person did is over; `argument` also says whether it was the second of one go."""
    effects.happens(state, moments.TURN_ENDS, seat, argument)


def return_home(state: AgricolaState) -> None:
    """Everybody goes home; after some rounds comes a harvest (R1.1, R1.8)."""
    space: i64 = 0
    while space < SPACES:
        state.used_by[space] = 0
        state.shared_by[space] = 0
        space += 1
    state.push(END_ROUND)
    if state.facts.harvest[state.round] == 1:
        harvest.plan(state)
    everybody(state, moments.GOING_HOME)


def everybody(state: AgricolaState, moment: i64) -> None:
    """A moment of all seats, the starting player's effects first."""
    place_in_order: i64 = state.players - 1
    while place_in_order >= 0:
        effects.happens(state, moment, (state.start + place_in_order) % state.players, state.round)
        place_in_order -= 1


def end_round(state: AgricolaState) -> None:
    state.push(NEXT_ROUND)
    everybody(state, moments.END_OF_ROUND)


def next_round(state: AgricolaState) -> None:
    """Newborns are adults from now on (R1.8); the next round begins, or the game is over (R12)."""
    seat: i64 = 0
    while seat < state.players:
        state.newborns[seat] = 0
        seat += 1
    if state.round < ROUNDS:
        begin_round(state)
        return
    note(state, EVENT_OVER, 0, 0, 0)
    if state.facts.deck is not None:
        state.push(KEEP_ONE)
        harvest.push_in_turn_order(state, WINDOW, AT_THE_END)  # R6.10


# --- decisions of one seat -------------------------------------------------------------------------


def decider(state: AgricolaState, step: i64, argument: i64) -> i64:
    """The seat that a step asks."""
    if step in (FEED, HOUSE, WINDOW, EXCHANGES):
        return argument & 7
    if step == OFFER:
        return (argument >> 29) & 7
    if step == ASK:
        return (argument >> 8) & 7
    if step == KEEP_ONE:
        return 0
    return state.active


def must_decide(state: AgricolaState, step: i64) -> bool:
    """Whether the step on top has a choice for its seat; carries it out or ends it where it has none."""
    argument: i64 = state.argument()
    seat: i64 = decider(state, step, argument)
    if step == FEED:
        state.active = seat
    actions = possible(state, step, argument, seat)
    # Nothing is ever thrown away unasked, and no silence tells which cards somebody holds.
    if len(actions) > 1 or (len(actions) == 1 and (step == EXCHANGES or is_secret(state, step, argument))):
        return ask(state, seat, actions)
    if len(actions) == 0:
        state.pop()
    elif step == MENU:
        menu.apply(state, actions[0])
    else:
        answer(state, step, actions[0])
    return False


def is_secret(state: AgricolaState, step: i64, argument: i64) -> bool:
    """Whether it would tell something of a hand not to ask here."""
    if step != MENU or state.facts.deck is None:
        return False
    parts: i64 = menu.open_parts(argument)
    seat: i64 = state.active
    if parts & PLAY_OCCUPATION != 0 and state.in_hands[seat * 2 + OCCUPATION] > 0:
        return True
    return parts & (IMPROVEMENT | MINOR_IMPROVEMENT) != 0 and state.in_hands[seat * 2 + MINOR] > 0


def possible(state: AgricolaState, step: i64, argument: i64, seat: i64) -> vec[i64]:
    """The actions at a step that a seat decides in its turn, in a harvest, or about its cards."""
    if step == MENU:
        return possible_parts(state, argument, seat)
    if step == CHOOSE:
        return spaces.choices(state, argument)
    if step == HOUSE:
        if housing.all_fit(state, seat):
            return vec[i64]()
        return exchanges.animals(state, seat, argument >= 8)
    if step == EXCHANGES:
        return exchanges.all_possible(state, seat)
    if step == FEED:
        return harvest.feed_options(state, seat)
    return possible_with_cards(state, step, argument, seat)


def possible_parts(state: AgricolaState, argument: i64, seat: i64) -> vec[i64]:
    """The actions of a MENU, and exchanges between them.

    Goods may be exchanged between the parts of an action, but never so that a compulsory part would
    become impossible (R8.2), and no part of a card may leave nothing to do on the space (R2.2).
    """
    actions = menu.options(state, argument)
    landed: i64 = effects.pending_space(state)
    if landed >= 0:
        return _that_leave(state, actions, seat, landed)
    if argument & OPTIONAL != 0 and len(actions) > 1 and exchanges.any_possible(state, seat):
        return with_exchange(actions)
    return actions


def _that_leave(state: AgricolaState, actions: vec[i64], seat: i64, space: i64) -> vec[i64]:
    """Those actions of a MENU after which the space on which a person has landed can still be used."""
    found = vec[i64]()
    for action in actions:
        if action != DONE:
            after = state.clone()
            after.tracing = False
            menu.apply(after, action)
            if not spaces.is_possible(after, seat, space):
                continue
        found = append(found, action)
    return found


def possible_with_cards(state: AgricolaState, step: i64, argument: i64, seat: i64) -> vec[i64]:
    """The actions at a step that only hand cards bring about."""
    if step == OFFER:
        return offered(state, argument, seat)
    if step == ASK:
        return card_of(state, argument).choices(state, seat, argument >> 16)
    if step == PAYMENT:
        n: i64 = len(menu.payments(state, seat, argument & 0xFFFF, argument >> 16))
        return _numbered(PAY, min(n, CELL - PAY))
    if step == AGAIN:
        return _spaces_for(state, seat, argument)
    if step == WINDOW:
        found = exchanges.of_cards(state, seat)
        return _after(DONE, found) if len(found) > 0 else found
    return keepable(state)


def card_of(state: AgricolaState, argument: i64) -> Card:
    """The card that a step is about."""
    deck = state.facts.deck
    assert deck is not None
    return deck.cards[argument & 255]


def offered(state: AgricolaState, argument: i64, seat: i64) -> vec[i64]:
    """The effects that may still be used at a moment, or to go on; goods may be exchanged in between."""
    moment: i64 = (argument >> 24) & 31
    about: i64 = argument >> 32
    found = effects.usable(state, seat, argument & 0xFFFFFF, moment, about)
    if len(found) == 0:
        return found
    actions = vec[i64]()
    if effects.may_decline(state, seat, moment, about):
        actions = append(actions, DONE)
        if effects.pending_space(state) < 0 and seat == state.active and exchanges.any_possible(state, seat):
            actions = append(actions, EXCHANGE)
    for action in found:
        actions = append(actions, action)
    return actions


def _after(first: i64, actions: vec[i64]) -> vec[i64]:
    found = append(vec[i64](capacity=len(actions) + 1), first)
    for action in actions:
        found = append(found, action)
    return found


def keepable(state: AgricolaState) -> vec[i64]:
    """The occupations of which a successful game of the solo series keeps one (R13.5)."""
    actions = vec[i64]()
    deck = state.facts.deck
    if deck is None or state.facts.goal == 0 or scoring.total(state, 0) < state.facts.goal:
        return actions
    card: i64 = 0
    while card < deck.size and state.keeps < 0:
        if deck.kind[card] == OCCUPATION and hands.has_in_front(state, 0, card) and not was_kept(state, card):
            actions = append(actions, PICK + card)
        card += 1
    return actions


def was_kept(state: AgricolaState, card: i64) -> bool:
    """Whether an occupation came from the game before."""
    return any(kept == card for _, kept in state.facts.kept)


def with_exchange(actions: vec[i64]) -> vec[i64]:
    """The actions of an optional MENU, DONE before all others, with EXCHANGE in its place."""
    found = vec[i64](capacity=len(actions) + 1)
    for action in actions:
        found = append(found, action)
        if action == DONE:
            found = append(found, EXCHANGE)
    return found


def listed(state: AgricolaState) -> vec[i64]:
    """The actions at the step on top, which has been found to wait for somebody."""
    if len(state.agenda) == 0:
        return vec[i64]()
    step: i64 = state.step()
    if step < WORK:
        return possible_at_the_beginning(state, step)
    if step == WORK:
        return placements(state, state.to_play)
    return possible(state, step, state.argument(), state.to_play)


def answer(state: AgricolaState, step: i64, action: i64) -> None:
    """Carry out what a seat has decided at a step."""
    argument: i64 = state.argument()
    seat: i64 = decider(state, step, argument)
    if step == FEED:
        feed(state, seat, action)
    elif step == HOUSE:
        exchanges.apply(state, seat, action)
    elif step == EXCHANGES:
        state.pop()
        exchanges.apply(state, seat, action)
    elif step == CHOOSE:
        state.pop()
        spaces.take_choice(state, seat, argument, action - TAKE)
    else:
        answer_about_card(state, step, argument, seat, action)


def answer_about_card(state: AgricolaState, step: i64, argument: i64, seat: i64, action: i64) -> None:
    if step == WINDOW and action != DONE:
        exchanges.apply(state, seat, action)
        return
    state.pop()
    if step == ASK:
        card: i64 = argument & 255
        mark: i64 = effects.begin_effect(state, seat, card, moments.WHEN_PLAYED)
        card_of(state, argument).choose(state, seat, argument >> 16, action)
        effects.end_effect(state, mark)
    elif step == PAYMENT:
        built: i64 = argument & 0xFFFF
        found = menu.payments(state, seat, built, argument >> 16)
        menu.build_for(state, seat, built, found[action - PAY])
    elif step == AGAIN:
        place(state, seat, action - PLACE, SECOND)
    elif step == KEEP_ONE:
        state.keeps = action - PICK
        note(state, EVENT_KEEP, seat, action - PICK, 0)
    elif step == OFFER and action != DONE:
        card = action - USE_CARD
        left: i64 = argument & ~bit(hands.slot_of(state, seat, card))
        if left & 0xFFFFFF != 0:
            state.push(OFFER, left)
        effects.use(state, seat, card, (argument >> 24) & 31, argument >> 32)


def feed(state: AgricolaState, seat: i64, action: i64) -> None:
    """One exchange of the feeding phase, or the feeding itself."""
    if action == DONE:
        state.pop()
        harvest.feed(state, seat)
    elif action - CONVERT < GRAIN:
        improvements.craft(state, seat, action - CONVERT)
    else:
        improvements.convert(state, seat, action - CONVERT)
