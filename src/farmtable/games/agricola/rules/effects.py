"""Cards at work: at each moment those that care about it act, or are offered to their owners.

The course of the game calls `happens`. Effects that act by themselves do so at once, in the order in
which their cards were played; those that may be used are offered together, so that their owner
chooses the order (R9.17), before the game goes on. Of several seats the active one comes first,
then the others clockwise (R9.18).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import USE_CARD
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_CARD, EVENT_CARD_OVER
from farmtable.games.agricola.position.facts import FOOD, GOODS, MAX_FRONT
from farmtable.games.agricola.position.frames import pack_offer, unpack_ask, unpack_turn
from farmtable.games.agricola.position.steps import OFFER, REFILL, USE
from farmtable.games.agricola.rules.card import Card, Deck, deck_of
from farmtable.games.agricola.rules.goods import note

MOST_EVENTS: Final = 1 << 32  # more than one action can bring about


def happens(state: Position, moment: i64, seat: Seat, about: i64) -> None:
    """Let the cards in front of `seat` that care about `moment` act, and offer those that may be used."""
    deck = deck_of(state)
    if deck is None or state.listening[seat] & bit(moment) == 0:
        return
    offered: i64 = 0
    slot: i64 = 0
    at: i64 = seat * MAX_FRONT
    while slot < MAX_FRONT and state.front[at + slot] > 0:
        card: i64 = i64(state.front[at + slot]) - 1
        if deck.offered[card] == moment and concerns(deck, card, moment, about):
            offered |= bit(slot)
        slot += 1
    if offered != 0:
        offer(state, seat, offered, moment, about)
    last: i64 = slot
    slot = 0
    while slot < last:
        card = i64(state.front[at + slot]) - 1
        if deck.acts[card] & bit(moment) != 0 and concerns(deck, card, moment, about):
            act(state, deck, card, moment, seat, about)
        slot += 1


def happens_to_others(state: Position, moment: i64, seat: Seat, about: i64) -> None:
    """The same for all seats but `seat`, clockwise; what they are asked comes after what it is asked."""
    if state.facts.deck is None:
        return
    other: i64 = state.players - 1
    while other > 0:  # offers pushed last are made first
        happens(state, moment, (seat + other) % state.players, about)
        other -= 1


def offer(state: Position, seat: Seat, slots: i64, moment: i64, about: i64) -> None:
    state.push(OFFER, pack_offer(slots, moment, seat, about))


def concerns(deck: Deck, card: i64, moment: i64, about: i64) -> bool:
    """Whether a card cares about this space, where it is about the use of one."""
    if moments.EACH_USE <= moment <= moments.ANOTHER_USES and deck.spaces[card] != 0:
        space, _ = unpack_turn(about)
        return deck.spaces[card] & bit(space) != 0
    if moments.OCCUPATION_PLAYED <= moment <= moments.IMPROVEMENT_BUILT:
        return about != card  # a card does not react to itself
    return True


def pending_space(state: Position) -> i64:
    """The space on which a person has landed and whose own effect is still to come, or -1."""
    at: i64 = len(state.agenda) - 1
    while at >= 0:
        if step_of(state.agenda[at]) == USE:
            return argument_of(state.agenda[at])
        at -= 1
    return -1


def cares_about_landing(state: Position, seat: Seat, space: i64) -> bool:
    """Whether a card in front of a seat acts or is offered when a person of its owner lands on a space."""
    deck = deck_of(state)
    assert deck is not None
    at: i64 = seat * MAX_FRONT
    while state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        heard: i64 = deck.acts[card] | bit(deck.offered[card])
        if heard & bit(moments.EACH_USE) != 0 and concerns(deck, card, moments.EACH_USE, space):
            return True
        at += 1
    return False


def act(state: Position, deck: Deck, card: i64, moment: i64, seat: Seat, about: i64) -> None:
    """Let one card do what it does at a moment, and remember that it did if it did anything."""
    mark: i64 = begin_effect(state, seat, card, moment)
    _call(state, deck.cards[card], moment, seat, about)
    end_effect(state, mark)


def begin_effect(state: Position, seat: Seat, card: i64, moment: i64) -> i64:
    """Note that a card acts; returns how things stood, for `end_effect`."""
    note(state, EVENT_CARD, seat, card, moment)
    return _mark(state)


def end_effect(state: Position, mark: i64) -> None:
    """Note the end of an effect, or forget the note of one that did and asked nothing."""
    if state.tracing and _mark(state) == mark:
        state.trace, _ = pop(state.trace)
    else:
        note(state, EVENT_CARD_OVER, 0, 0, 0)


def _mark(state: Position) -> i64:
    """A number that is another once anything has been noted or is to be decided."""
    return len(state.trace) + len(state.agenda) * MOST_EVENTS


def _call(state: Position, card: Card, moment: i64, seat: Seat, about: i64) -> None:
    if moment == moments.WHEN_PLAYED:
        card.when_played(state, seat)
    elif moment == moments.EACH_USE:
        card.each_use(state, seat, about)
    elif moment == moments.AFTER_USE:
        card.after_use(state, seat, about)
    elif moment == moments.TURN_ENDS:
        space, _ = unpack_turn(about)
        card.turn_ends(state, seat, space)
    elif moment == moments.ANOTHER_USES:
        card.another_uses(state, seat, about)
    elif moment == moments.START_OF_ROUND:
        card.start_of_round(state, seat)
    elif moment == moments.ROOMS_BUILT:
        card.rooms_built(state, seat, about)
    elif moment == moments.ANOTHER_BUILT_ROOMS:
        card.another_built_rooms(state, seat)
    elif moment == moments.FENCES_BUILT:
        card.fences_built(state, seat, about)
    elif moment == moments.RENOVATED:
        card.renovated(state, seat, about)
    elif moment == moments.STABLE_BUILT:
        card.stable_built(state, seat, about)
    elif moment == moments.FAMILY_GREW:
        card.family_grew(state, seat)
    elif moment == moments.BAKED:
        card.baked(state, seat, about)
    elif moment == moments.OCCUPATION_PLAYED:
        card.occupation_played(state, seat, about)
    elif moment == moments.IMPROVEMENT_BUILT:
        card.improvement_built(state, seat, about)
    else:
        _call_at_the_end(state, card, moment, seat)


def _call_at_the_end(state: Position, card: Card, moment: i64, seat: Seat) -> None:
    """The moments of a round's end."""
    if moment == moments.GOING_HOME:
        card.going_home(state, seat)
    elif moment == moments.END_OF_ROUND:
        card.end_of_round(state, seat)
    elif moment == moments.FIELD_PHASE_BEGINS:
        card.field_phase_begins(state, seat)
    elif moment == moments.FIELD_PHASE:
        card.field_phase(state, seat)
    elif moment == moments.BRED:
        card.bred(state, seat)


# --- effects that may be used ---------------------------------------------------------------------------


def usable(state: Position, seat: Seat, slots: i64, moment: i64, about: i64) -> vec[i64]:
    """Of the cards in these places of a seat's row those whose effect can be used now, as actions."""
    deck = deck_of(state)
    assert deck is not None
    return as_actions(state, deck, seat, usable_slots(state, seat, slots, moment, about))


def usable_slots(state: Position, seat: Seat, slots: i64, moment: i64, about: i64) -> i64:
    """Those of these places of a seat's row whose cards have an effect that can be used now."""
    deck = deck_of(state)
    assert deck is not None
    found: i64 = 0
    slot: i64 = 0
    while slots >> slot != 0:
        if slots >> slot & 1 != 0:
            card: i64 = i64(state.front[seat * MAX_FRONT + slot]) - 1
            if deck.cards[card].may_use(state, seat, about):
                found |= bit(slot)
        slot += 1
    return found


def as_actions(state: Position, deck: Deck, seat: Seat, slots: i64) -> vec[i64]:
    """The cards in these places, ascending."""
    actions = vec[i64]()
    before: i64 = -1
    while slots != 0:
        best: i64 = deck.size
        best_slot: i64 = 0
        slot: i64 = 0
        while slots >> slot != 0:
            card: i64 = i64(state.front[seat * MAX_FRONT + slot]) - 1
            if slots >> slot & 1 != 0 and before < card < best:
                best = card
                best_slot = slot
            slot += 1
        actions = append(actions, USE_CARD + best)
        slots &= ~bit(best_slot)
        before = best
    return actions


def all_offered(state: Position, seat: Seat, moment: i64) -> i64:
    """The places in a seat's row of the cards that may be used at a moment."""
    deck = deck_of(state)
    if deck is None or state.listening[seat] & bit(moment) == 0:
        return 0
    found: i64 = 0
    slot: i64 = 0
    while slot < MAX_FRONT and state.front[seat * MAX_FRONT + slot] > 0:
        if deck.offered[i64(state.front[seat * MAX_FRONT + slot]) - 1] == moment:
            found |= bit(slot)
        slot += 1
    return found


def at_moment(state: Position, seat: Seat, moment: i64) -> vec[i64]:
    """The effects that a seat can use now, of those that may be used at a moment, as actions."""
    slots: i64 = all_offered(state, seat, moment)
    return usable(state, seat, slots, moment, 0) if slots != 0 else vec[i64]()


def use(state: Position, seat: Seat, card: i64, moment: i64, about: i64) -> None:
    """A seat uses the effect of a card in front of it."""
    deck = deck_of(state)
    assert deck is not None
    mark: i64 = begin_effect(state, seat, card, moment)
    deck.cards[card].use(state, seat, about)
    end_effect(state, mark)


def may_decline(state: Position, seat: Seat, moment: i64, about: i64) -> bool:
    """Whether an offer may be left: not where its food is needed for the occupation announced."""
    if moment != moments.BEFORE_OCCUPATION:
        return True
    return state.goods[seat * GOODS + FOOD] >= about


def is_preparing(state: Position) -> bool:
    """Whether the preparation phase is under way."""
    return any(step_of(frame) == REFILL for frame in state.agenda)


# --- what cards ask -------------------------------------------------------------------------------------


def choices(state: Position, seat: Seat, argument: i64) -> vec[i64]:
    """The answers to the question of a card, as its ASK step holds it."""
    _, _, question = unpack_ask(argument)
    return card_of(state, argument).choices(state, seat, question)


def choose(state: Position, seat: Seat, argument: i64, action: Action) -> None:
    """A seat answers the question of a card."""
    card, _, question = unpack_ask(argument)
    mark: i64 = begin_effect(state, seat, card, moments.WHEN_PLAYED)
    card_of(state, argument).choose(state, seat, question, action)
    end_effect(state, mark)


def card_of(state: Position, argument: i64) -> Card:
    """The card that an ASK step is about."""
    deck = deck_of(state)
    assert deck is not None
    card, _, _ = unpack_ask(argument)
    return deck.cards[card]
