"""The decisions of one seat in its turn, in a harvest and about its cards: what it may do, and doing it."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit
from farmtable.core.vectors import counting
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    CELL,
    CONVERT,
    DONE,
    EXCHANGE,
    GRAIN,
    MINOR,
    OCCUPATION,
    PAY,
    PICK,
    PLACE,
    TAKE,
    USE_CARD,
)
from farmtable.games.agricola.position.steps import (
    AGAIN,
    ASK,
    AT_THE_END,
    CHOOSE,
    EVENT_KEEP,
    EXCHANGES,
    FEED,
    HOUSE,
    IMPROVEMENT,
    KEEP_ONE,
    MENU,
    MINOR_IMPROVEMENT,
    OFFER,
    OPTIONAL,
    PAYMENT,
    PLAY_OCCUPATION,
    SECOND,
    USED,
    WINDOW,
)
from farmtable.games.agricola.rules import (
    any_time,
    effects,
    exchanges,
    hands,
    harvest,
    improvements,
    landing,
    menu,
    rounds,
    spaces,
    work,
)
from farmtable.games.agricola.rules.goods import note


def decider(state: Position, step: i64, argument: i64) -> i64:
    """The seat that a step asks."""
    if step in (FEED, HOUSE, WINDOW, EXCHANGES, KEEP_ONE):
        return argument & 7
    if step == OFFER:
        return (argument >> 29) & 7
    if step == ASK:
        return (argument >> 8) & 7
    return state.active


def must_decide(state: Position, step: i64) -> bool:
    """Whether the step on top has a choice for its seat; carries it out or ends it where it has none."""
    argument: i64 = state.argument()
    seat: i64 = decider(state, step, argument)
    if step == FEED:
        state.active = seat
    actions = possible(state, step, argument, seat)
    # Nothing is ever thrown away unasked, and no silence tells which cards somebody holds.
    if len(actions) > 1 or (len(actions) == 1 and must_ask(state, step, argument, actions[0])):
        return state.wait_for(seat, actions)
    if len(actions) == 0:
        state.pop()
    elif step == MENU:
        menu.apply(state, actions[0])
    else:
        answer(state, step, actions[0])
    return False


def must_ask(state: Position, step: i64, argument: i64, action: i64) -> bool:
    """Whether a seat is asked although there is a single action."""
    return step == EXCHANGES or action == EXCHANGE or is_secret(state, step, argument)


def is_secret(state: Position, step: i64, argument: i64) -> bool:
    """Whether it would tell something of a hand not to ask here."""
    if step != MENU or state.facts.deck is None:
        return False
    parts: i64 = menu.open_parts(argument)
    seat: i64 = state.active
    if parts & PLAY_OCCUPATION != 0 and state.in_hands[seat * 2 + OCCUPATION] > 0:
        return True
    return parts & (IMPROVEMENT | MINOR_IMPROVEMENT) != 0 and state.in_hands[seat * 2 + MINOR] > 0


def possible(state: Position, step: i64, argument: i64, seat: i64) -> vec[i64]:
    """The actions at a step that a seat decides in its turn, in a harvest, or about its cards."""
    if step == MENU:
        return possible_parts(state, argument, seat)
    if step == CHOOSE:
        return spaces.choices(state, argument)
    if step == HOUSE:
        return exchanges.animals_to_go(state, seat, argument)
    if step == EXCHANGES:
        return any_time.that_keep_duties(state, seat, exchanges.all_possible(state, seat))
    if step == FEED:
        return harvest.feed_options(state, seat)
    return possible_with_cards(state, step, argument, seat)


def possible_parts(state: Position, argument: i64, seat: i64) -> vec[i64]:
    """The actions of a MENU, and exchanges between them.

    Goods may be exchanged between the parts of an action, but never so that a compulsory part would
    become impossible (R8.2), and no part of a card may leave nothing to do on the space (R2.2).
    """
    actions = menu.options(state, argument)
    landed: i64 = effects.pending_space(state) if state.facts.deck is not None else -1
    if landed >= 0:
        actions = landing.that_leave(state, actions, seat, landed)
    return with_exchange(actions) if may_exchange_for(state, argument, seat, actions, landed) else actions


def may_exchange_for(state: Position, argument: i64, seat: i64, actions: vec[i64], landed: i64) -> bool:
    """Whether goods may be exchanged at a MENU: where it may be left, or makes another action possible."""
    optional = argument & OPTIONAL != 0
    if landed < 0 and optional and (len(actions) > 1 or is_secret(state, MENU, argument)):
        return exchanges.any_possible(state, seat)
    if not optional and not acted_on_landing(state, seat):
        return False  # whoever placed a person could exchange just before
    if not may_cost_food(argument) and not exchanges.offered_by_cards(state, seat):
        return False
    if len(actions) == 0 or (len(actions) == 1 and actions[0] == DONE):
        return any_time.reaches(state, seat, any_time.AnyPartPossible(argument))
    return any_time.reaches(state, seat, any_time.AnotherPartPossible(argument, actions))


def may_cost_food(argument: i64) -> bool:
    """Whether any part of a MENU may cost food: what can be got without a card that offers exchanges."""
    parts: i64 = menu.open_parts(argument) | menu.current_part(argument)
    return parts & (IMPROVEMENT | MINOR_IMPROVEMENT | PLAY_OCCUPATION) != 0


def acted_on_landing(state: Position, seat: i64) -> bool:
    """Whether a card acts, or is offered, between the placing of a person and the effect of its space."""
    if state.facts.deck is None or state.listening[seat] & bit(moments.EACH_USE) == 0:
        return False
    for frame in state.agenda:
        if frame & 255 == USED and effects.cares_about_landing(state, seat, frame >> 8):
            return True
    return False


def with_exchange(actions: vec[i64]) -> vec[i64]:
    """The actions of a MENU, with EXCHANGE behind DONE, where there is one, and before all others."""
    found = vec[i64](capacity=len(actions) + 1)
    if len(actions) == 0 or actions[0] != DONE:
        found = append(found, EXCHANGE)
    for action in actions:
        found = append(found, action)
        if action == DONE:
            found = append(found, EXCHANGE)
    return found


def possible_with_cards(state: Position, step: i64, argument: i64, seat: i64) -> vec[i64]:
    """The actions at a step that only hand cards bring about."""
    if step == OFFER:
        return offered(state, argument, seat)
    if step == ASK:
        return any_time.that_keep_duties(state, seat, effects.choices(state, seat, argument))
    if step == PAYMENT:
        n: i64 = len(menu.payments(state, seat, argument & 0xFFFF, argument >> 16))
        return counting(PAY, min(n, CELL - PAY))
    if step == AGAIN:
        return work.spaces_for(state, seat, argument)
    if step == WINDOW:
        if argument >= AT_THE_END:
            found = any_time.before_scoring(state, seat)
        else:
            found = exchanges.before_harvest(state, seat)
        return _after(DONE, found) if len(found) > 0 else found
    return rounds.keepable(state, seat)


def offered(state: Position, argument: i64, seat: i64) -> vec[i64]:
    """The effects that may still be used at a moment, or to go on; goods may be exchanged in between."""
    moment: i64 = (argument >> 24) & 31
    about: i64 = argument >> 32
    found = landing.usable_effects(state, seat, argument & 0xFFFFFF, moment, about)
    exchange = may_exchange_beside(state, seat, argument, len(found) > 0)
    if len(found) == 0 and not exchange:
        return found
    actions = vec[i64]()
    if effects.may_decline(state, seat, moment, about):
        actions = append(actions, DONE)
    if exchange:
        actions = append(actions, EXCHANGE)
    for action in found:
        actions = append(actions, action)
    return actions


def may_exchange_beside(state: Position, seat: i64, argument: i64, asked: bool) -> bool:
    """Whether goods may be exchanged at an offer: in one's turn, or to make an effect usable (R8.4)."""
    moment: i64 = (argument >> 24) & 31
    free = moment != moments.BEFORE_OCCUPATION and effects.pending_space(state) < 0 and seat == state.active
    if asked and free:
        return exchanges.any_possible(state, seat)
    about: i64 = argument >> 32
    slots: i64 = argument & 0xFFFFFF
    already: i64 = landing.usable_slots(state, seat, slots, moment, about) if asked else 0
    return any_time.reaches(state, seat, landing.EffectUsable(slots, already, moment, about))


def _after(first: i64, actions: vec[i64]) -> vec[i64]:
    found = append(vec[i64](capacity=len(actions) + 1), first)
    for action in actions:
        found = append(found, action)
    return found


def answer(state: Position, step: i64, action: i64) -> None:
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


def answer_about_card(state: Position, step: i64, argument: i64, seat: i64, action: i64) -> None:
    if step == WINDOW and action != DONE:
        exchanges.apply(state, seat, action)
        return
    state.pop()
    if step == ASK:
        effects.choose(state, seat, argument, action)
    elif step == PAYMENT:
        built: i64 = argument & 0xFFFF
        found = menu.payments(state, seat, built, argument >> 16)
        menu.build_for(state, seat, built, found[action - PAY])
    elif step == AGAIN:
        work.place(state, seat, action - PLACE, SECOND)
    elif step == KEEP_ONE:
        kept: i64 = 0 if action == DONE else action - PICK + 1
        state.keeps[seat] = u8(kept)
        note(state, EVENT_KEEP, seat, kept, 0)
    elif step == OFFER and action != DONE:
        card: i64 = action - USE_CARD
        left: i64 = argument & ~bit(hands.slot_of(state, seat, card))
        if left & 0xFFFFFF != 0:
            state.push(OFFER, left)
        moment: i64 = (argument >> 24) & 31
        if moment >= moments.GOING_HOME:  # no turn of anybody's
            state.active = seat
        effects.use(state, seat, card, moment, argument >> 32)


def feed(state: Position, seat: i64, action: i64) -> None:
    """One exchange of the feeding phase, or the feeding itself."""
    if action == DONE:
        state.pop()
        harvest.feed(state, seat)
    elif action - CONVERT < GRAIN:
        improvements.craft(state, seat, action - CONVERT)
    else:
        improvements.convert(state, seat, action - CONVERT)
