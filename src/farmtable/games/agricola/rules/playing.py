"""Playing hand cards: which may be played, what they cost, and what happens then (R9.2 to R9.5)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import cost
from farmtable.games.agricola.position.actions import PLAY, USE_CARD
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_PLAY
from farmtable.games.agricola.position.facts import FOOD, GOODS, IN_HAND, OCCUPATION
from farmtable.games.agricola.position.frames import pack_play
from farmtable.games.agricola.position.moments import (
    BEFORE_OCCUPATION,
    IMPROVEMENT_BUILT,
    OCCUPATION_PLAYED,
    START_OF_ROUND,
    WHEN_PLAYED,
)
from farmtable.games.agricola.position.steps import PLAY_NOW, PLAYED
from farmtable.games.agricola.rules import effects, prices
from farmtable.games.agricola.rules.card import Deck, deck_of
from farmtable.games.agricola.rules.goods import note, pay
from farmtable.games.agricola.rules.hands import count_front, count_kept, lay_down, pass_left, slot_of

# --- which may be played --------------------------------------------------------------------------------


def playable(state: Position, seat: Seat, kind: i64, food: i64, actions: vec[i64]) -> vec[i64]:
    """`actions` and each card of a kind in the hand that may be played; an occupation costs `food`."""
    deck = deck_of(state)
    if deck is None or not may_play_kind(state, seat, kind, food):
        return actions
    card: i64 = next_playable(state, deck, seat, kind, 0)
    while card >= 0:
        actions = append(actions, PLAY + card)
        card = next_playable(state, deck, seat, kind, card + 1)
    return actions


def can_play(state: Position, seat: Seat, kind: i64, food: i64) -> bool:
    """Whether any card of a kind in the hand may be played; an occupation costs `food`."""
    deck = deck_of(state)
    if deck is None or not may_play_kind(state, seat, kind, food):
        return False
    return next_playable(state, deck, seat, kind, 0) >= 0


def can_play_at_lessons(state: Position, seat: Seat, space: i64) -> bool:
    """Whether a seat may play any occupation on a Lessons space."""
    if state.facts.deck is None:
        return False
    return can_play(state, seat, OCCUPATION, lessons_price(state, seat, space))


def may_play_kind(state: Position, seat: Seat, kind: i64, food: i64) -> bool:
    """Whether a seat holds cards of a kind, and can pay `food` for an occupation."""
    if state.in_hands[seat * 2 + kind] == 0:
        return False
    return kind != OCCUPATION or affords_occupation(state, seat, food)


def next_playable(state: Position, deck: Deck, seat: Seat, kind: i64, card: i64) -> i64:
    """The next card of a kind in the hand, from `card` on, that may be played but for its food; or -1."""
    mine: i64 = IN_HAND + seat
    where = state.where
    while card < deck.size:
        if (
            i64(where[card]) == mine
            and deck.kind[card] == kind
            and meets_requirements(state, deck, seat, card)
            and (kind == OCCUPATION or prices.can_pay(state, seat, price_of(state, deck, seat, card)))
        ):
            return card
        card += 1
    return -1


def meets_requirements(state: Position, deck: Deck, seat: Seat, card: i64) -> bool:
    """Whether a seat meets all that a card requires (R9.2)."""
    return all(requirement.met(state, seat) for requirement in deck.requires[card])


def price_of(state: Position, deck: Deck, seat: Seat, card: i64) -> i64:
    """What a minor improvement costs a seat now (R9.19)."""
    usual: i64 = deck.cost[card]
    if deck.varies[card] == 1:
        usual = deck.cards[card].price(state, seat)
    return prices.reduced(state, seat, cost.A_MINOR, usual)


def lessons_price(state: Position, seat: Seat, space: i64) -> i64:
    """The food that an occupation costs on a Lessons space: by how many were played before (R2.10).

    Those kept from the game before were not played in this one (R13.5).
    """
    played: i64 = min(count_front(state, seat, OCCUPATION) - count_kept(state, seat), 2)
    return i64(state.facts.lessons[space * 3 + played])


def affords_occupation(state: Position, seat: Seat, food: i64) -> bool:
    """Whether a seat has the food for an occupation, or an effect that brings it just before."""
    if state.goods[seat * GOODS + FOOD] >= food:
        return True
    for action in effects.at_moment(state, seat, BEFORE_OCCUPATION):
        after = state.clone()
        effects.use(after, seat, action - USE_CARD, BEFORE_OCCUPATION, food)
        if after.goods[seat * GOODS + FOOD] >= food:
            return True
    return False


# --- playing --------------------------------------------------------------------------------------------


def play(state: Position, seat: Seat, card: i64, food: i64) -> None:
    """Play a card from the hand; before an occupation is paid, effects may be used."""
    deck = deck_of(state)
    assert deck is not None
    if deck.kind[card] == OCCUPATION:
        state.known[card] = 1  # announced
        state.push(PLAY_NOW, pack_play(card, food))
        effects.happens(state, BEFORE_OCCUPATION, seat, food)
    else:
        prices.pay_price(state, seat, price_of(state, deck, seat, card))
        note(state, EVENT_PLAY, seat, card, 0)
        resolve(state, deck, seat, card)


def play_now(state: Position, seat: Seat, card: i64, food: i64) -> None:
    """Pay for an occupation and play it."""
    deck = deck_of(state)
    assert deck is not None
    pay(state, seat, FOOD, food)
    note(state, EVENT_PLAY, seat, card, 0)
    resolve(state, deck, seat, card)


def resolve(state: Position, deck: Deck, seat: Seat, card: i64) -> None:
    """Lay the card down or pass it on, and carry out what it does when it is played."""
    state.in_hands[seat * 2 + i64(deck.kind[card])] -= 1
    state.push(PLAYED, card)
    if deck.travels[card] == 1:
        effects.act(state, deck, card, WHEN_PLAYED, seat, 0)
        pass_left(state, seat, card)
        return
    lay_down(state, seat, card)
    slot: i64 = bit(slot_of(state, seat, card))
    if effects.is_preparing(state):  # what acts at the start of a round still does so in this one
        if deck.offered[card] == START_OF_ROUND:
            effects.offer(state, seat, slot, START_OF_ROUND, state.round)
        if deck.acts[card] & bit(START_OF_ROUND) != 0:
            effects.act(state, deck, card, START_OF_ROUND, seat, state.round)
    if deck.offered[card] == WHEN_PLAYED:
        effects.offer(state, seat, slot, WHEN_PLAYED, 0)
    effects.act(state, deck, card, WHEN_PLAYED, seat, 0)


def played(state: Position, seat: Seat, card: i64) -> None:
    """A card is resolved, or a major improvement (MAX_DECK + its number) built: others may react."""
    deck = deck_of(state)
    if deck is None:
        return
    if card < deck.size and deck.kind[card] == OCCUPATION:
        effects.happens(state, OCCUPATION_PLAYED, seat, card)
    else:
        effects.happens(state, IMPROVEMENT_BUILT, seat, card)
