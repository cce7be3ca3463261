"""Development: buying cards with falling prices, and using them at home (R19, R36, R37, R40)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit, count_bits
from farmtable.core.vectors import each_there, how_many, zeros
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.actions import BUY_CARD, DEVELOP, DROP_CARD, LEAVE, USE
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.packed import (
    pack_purchase,
    pack_use,
    pack_worker,
    unpack_purchase,
    unpack_use,
)
from farmtable.games.mi_tierra.position.steps import (
    DROPPING,
    NOTE_CARD,
    NOTE_DEVELOPMENT,
    NOTE_SHUFFLED,
    NOTE_THROWN_CARD,
    NOTE_USE,
)
from farmtable.games.mi_tierra.rules import arrivals
from farmtable.games.mi_tierra.rules.goods import available, earn, gain, has, note, pay, spend
from farmtable.games.mi_tierra.rules.step import Step


def owns(state: Position, seat: Seat, card: i64) -> bool:
    return state.cards[seat] & bit(card) != 0


# --- buying -------------------------------------------------------------------------------------------


def touched(state: Position, space: i64) -> i64:
    """The places of the display that a space touches and that still have a card (R19, R36)."""
    cards: i64 = state.facts.touches[space]
    place: i64 = 0
    while place < f.DISPLAY:
        if state.display[place] < 0:
            cards &= ~bit(place)
        place += 1
    return cards


def price(state: Position, space: i64) -> i64:
    """What a worker on a space pays: 1 for each card it still touches (R36)."""
    return count_bits(touched(state, space)) * state.facts.price_per_card


def may_own(state: Position, seat: Seat, card: i64) -> bool:
    """Whether a seat may take a card: no second copy, XII only with I, XIV only with VII (R36)."""
    if owns(state, seat, card):
        return False
    needed: i64 = state.facts.needs[card]
    if needed >= 0:
        return owns(state, seat, needed)
    # Who has the better card has no use for the one it replaced; it would be a copy of what it does.
    return not (card == f.CARD_I and owns(state, seat, f.CARD_XII)) and not (
        card == f.CARD_VII and owns(state, seat, f.CARD_XIV)
    )


def purchases(state: Position, seat: Seat) -> vec[i64]:
    """Every card that one of the seat's workers can buy now, and to leave it."""
    worker: i64 = pack_worker(seat, False)
    actions = vec[i64](capacity=21)
    space: i64 = 0
    while space < f.DEVELOPMENT_SPACES:
        if i64(state.placed[f.DEVELOPMENT * f.MAX_SPACES + space]) == worker:
            cards: i64 = touched(state, space)
            if price(state, space) <= state.money[seat]:
                place: i64 = 0
                while place < f.DISPLAY:
                    if cards & bit(place) != 0 and may_own(state, seat, state.display[place]):
                        actions = append(actions, BUY_CARD + pack_purchase(space, place))
                    place += 1
        space += 1
    return behind_leaving(actions)


def behind_leaving(actions: vec[i64]) -> vec[i64]:
    """To leave it, and these actions, if there are any."""
    if len(actions) == 0:
        return actions
    found = append(vec[i64](capacity=len(actions) + 1), LEAVE)
    for action in actions:
        found = append(found, action)
    return found


def buy(state: Position, seat: Seat, action: Action) -> None:
    """Pay for a card and take it; the worker goes home (R25, R36)."""
    space, place = unpack_purchase(action - BUY_CARD)
    card: i64 = state.display[place]
    pay(state, seat, price(state, space))
    state.display[place] = -1
    state.placed[f.DEVELOPMENT * f.MAX_SPACES + space] = 0
    state.idle[seat] += 1
    needed: i64 = state.facts.needs[card]
    if needed >= 0:
        drop(state, seat, needed)
    if count_bits(state.cards[seat]) >= state.facts.development_slots:
        state.push(DROPPING, card)
    else:
        put_down(state, seat, card)


def put_down(state: Position, seat: Seat, card: i64) -> None:
    state.cards[seat] |= bit(card)
    note(state, NOTE_CARD, seat, card, 0)


def drop(state: Position, seat: Seat, card: i64) -> None:
    """Throw a development card away (R32)."""
    state.cards[seat] &= ~bit(card)
    state.used[seat] &= ~bit(card)
    state.discarded[card] += 1
    note(state, NOTE_THROWN_CARD, seat, card, 0)


@final
class Developing(Step):
    """A seat buys with its workers one after another, as long as it likes (R25, R36)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.active = argument
        return False

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        return purchases(state, seat)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        if action == LEAVE:
            state.pop()
        else:
            buy(state, argument, action)


@final
class Dropping(Step):
    """Which own card makes room for the one bought, which is the argument (R32, R36)."""

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        actions = vec[i64]()
        card: i64 = 0
        while card < f.DEVELOPMENTS:
            if owns(state, seat, card):
                actions = append(actions, DROP_CARD + card)
            card += 1
        return actions

    def act(self, state: Position, argument: i64, action: Action) -> None:
        state.pop()
        drop(state, state.active, action - DROP_CARD)
        put_down(state, state.active, argument)


# --- the display --------------------------------------------------------------------------------------


@final
class DevelopCard(Step):
    """A card for a place of the display, by chance; a new pile is made when the old one is used up (R14)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        if state.display[argument] < 0 and _has_pile(state):
            return False
        state.pop()
        return True

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        return each_there(state.developments, DEVELOP)

    def weights(self, state: Position, argument: i64, outcomes: vec[i64]) -> vec[i64]:
        return how_many(state.developments, DEVELOP, outcomes)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        card: i64 = action - DEVELOP
        state.pop()
        state.developments[card] -= 1
        state.display[argument] = card
        note(state, NOTE_DEVELOPMENT, max(state.active, 0), card, 0)


def _has_pile(state: Position) -> bool:
    """Whether a card can come, perhaps of those thrown away."""
    nothing: vec[u8] = zeros(f.DEVELOPMENTS)
    if state.developments != nothing:
        return True
    state.developments = state.discarded
    state.discarded = nothing
    if state.developments == nothing:
        return False
    note(state, NOTE_SHUFFLED, state.order[0], 0, 0)
    return True


# --- at home ------------------------------------------------------------------------------------------


def uses(state: Position, seat: Seat, actions: vec[i64]) -> vec[i64]:
    """`actions` and each use of a development card that is possible now, once a round each (R37, R40)."""
    card: i64 = 0
    while card < f.DEVELOPMENTS:
        if owns(state, seat, card) and state.used[seat] & bit(card) == 0:
            way: i64 = 0
            while way < 2:
                if can_use(state, seat, card, way):
                    actions = append(actions, USE + pack_use(card, way))
                way += 1
        card += 1
    return actions


def can_use(state: Position, seat: Seat, card: i64, way: i64) -> bool:
    """Whether a card would do anything at this moment (R40)."""
    if card == f.CARD_III:
        wheat: i64 = state.facts.card_wheat[way]
        return wheat > 0 and has(state, seat, f.WHEAT) >= wheat and available(state, f.FLOUR, 1) > 0
    if way > 0:
        return False
    if card == f.CARD_IV:
        return has(state, seat, f.GRAPE) >= state.facts.card_grapes and available(state, f.WINE, 1) > 0
    if card == f.CARD_XV:
        return True
    animal: i64 = animal_of(card)
    if animal < 0 or has(state, seat, animal) < state.facts.card_minimum[card]:
        return False
    product: i64 = product_of(card)
    return product == animal or available(state, product, 1) > 0


def animal_of(card: i64) -> i64:
    """The animals that a card asks for, or -1."""
    if card in (f.CARD_I, f.CARD_V, f.CARD_XII):
        return f.SHEEP
    if card in (f.CARD_II, f.CARD_VI):
        return f.COW
    if card in (f.CARD_VII, f.CARD_XIII, f.CARD_XIV):
        return f.CHICKEN
    return -1


def product_of(card: i64) -> i64:
    """What a card that asks for animals gives one of."""
    if card in (f.CARD_I, f.CARD_XII):
        return f.WOOL
    if card == f.CARD_II:
        return f.MILK
    if card in (f.CARD_VII, f.CARD_XIV):
        return f.EGG
    return animal_of(card)


def use(state: Position, seat: Seat, action: Action) -> None:
    """Use a development card (R40)."""
    card, way = unpack_use(action - USE)
    state.used[seat] |= bit(card)
    note(state, NOTE_USE, seat, card, 0)
    if card == f.CARD_III:
        spend(state, seat, f.WHEAT, state.facts.card_wheat[way])
        gain(state, seat, f.FLOUR, state.facts.card_flour[way])
    elif card == f.CARD_IV:
        spend(state, seat, f.GRAPE, state.facts.card_grapes)
        gain(state, seat, f.WINE, 1)
    elif card == f.CARD_XV:
        earn(state, seat, state.facts.card_money)
    elif product_of(card) == animal_of(card):
        arrivals.announce(state, animal_of(card), 1)
    else:
        gain(state, seat, product_of(card), 1)
