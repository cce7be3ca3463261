"""The official market and the black market (R12, R13, R41 to R44, R48, R52)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position import steps as s
from farmtable.games.mi_tierra.position.actions import (
    BUY,
    LEAVE,
    OFFER,
    SELL,
    TO_BLACK_MARKET,
    TURN_UP,
    block_of,
)
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import Facts, Good
from farmtable.games.mi_tierra.position.packed import (
    pack_generic_sale,
    pack_sale,
    pack_trade,
    seat_in,
    seat_on,
    unpack_amount,
    unpack_generic_sale,
    unpack_sale,
    unpack_trade,
)
from farmtable.games.mi_tierra.rules import clock_tower, events
from farmtable.games.mi_tierra.rules.goods import available, each_number, earn, gain, has, note, pay, spend
from farmtable.games.mi_tierra.rules.placing import go_home
from farmtable.games.mi_tierra.rules.step import Step

# --- the cards on show --------------------------------------------------------------------------------


@final
class CloseMarkets(Step):
    """Phase 2: the closing line is emptied, cards that leave go there, the market is filled (R12)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.pop()
        stale: i64 = stale_market(state)
        i: i64 = 0
        while i < state.players:
            if state.closing[i] >= 0:
                state.gone[state.closing[i]] += 1
                state.closing[i] = -1
            kind: i64 = state.market[i]
            if kind >= 0 and (leaves_by_itself(state.facts, kind) or i == stale):
                state.closing[i] = kind
                state.market[i] = -1
                note(state, s.NOTE_CLOSING, state.order[0], kind, 0)
            i += 1
        while i > 0:
            i -= 1
            state.push(s.MARKET_CARD, i)
        return True


def leaves_by_itself(facts: Facts, kind: i64) -> bool:
    """Whether a market card goes to the closing line in the next round, whatever is sold (R12)."""
    return facts.all_leave or facts.leaves[kind] == 1


def stale_market(state: Position) -> i64:
    """The oldest market, if no card has come off the piles for some rounds; else -1 (R12, our ruling).

    Without this a game in which nobody sells, or can sell, would have no end.
    """
    left: i64 = state.pile_a + state.pile_b
    state.quiet = state.quiet + 1 if left == state.piles else 0
    state.piles = left
    if state.quiet < state.facts.quiet_rounds:
        return -1
    state.quiet = 0
    oldest: i64 = -1
    slot: i64 = 0
    while slot < state.players:
        if state.market[slot] >= 0 and (oldest < 0 or state.laid[slot] > state.laid[oldest]):
            oldest = slot
        slot += 1
    return oldest


@final
class MarketCard(clock_tower.FromPile):
    """A card for a slot of the official market: known from the clock tower, or by chance (R12, R43, R44)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        if state.market[argument] >= 0 or state.pile_a + state.pile_b == 0:
            state.pop()
            return True
        kind: i64 = clock_tower.next_card(state)
        if kind < 0:
            return False
        turn_up(state, argument, kind)
        return True

    def act(self, state: Position, argument: i64, action: Action) -> None:
        clock_tower.uncover(state, action - TURN_UP)
        turn_up(state, argument, action - TURN_UP)


def turn_up(state: Position, slot: i64, kind: i64) -> None:
    """A card comes off the pile: a market fills the slot, an event acts and the next card comes (R44)."""
    if state.facts.deck[kind] == 0:
        state.pile_a -= 1
    else:
        state.pile_b -= 1
    if state.pile_a + state.pile_b == 0 and not state.ending:  # R51
        state.ending = True
        note(state, s.NOTE_LAST, state.order[0], 0, 0)
    if state.facts.type[kind] == f.EVENT:
        state.gone[kind] += 1
        events.happens(state, i64(state.facts.good[kind]))
    else:
        state.pop()
        state.market[slot] = kind
        state.laid[slot] = state.pile_a + state.pile_b
        note(state, s.NOTE_MARKET, state.order[0], kind, 0)


def is_on_show(state: Position, kind: i64) -> bool:
    """Whether a card may be sold to: on the official market, or on the closing line (R13)."""
    i: i64 = 0
    while i < state.players:
        if state.market[i] == kind or (state.closing[i] == kind and state.facts.closing_sellable):
            return True
        i += 1
    return False


# --- prices -------------------------------------------------------------------------------------------


def inflation(state: Position, good: Good) -> i64:
    """What one unit of a good costs more while inflation lasts (R48)."""
    if state.permanent != f.INFLATION or state.facts.inflated[good] == 0:
        return 0
    return state.facts.inflation


def unit_price(state: Position, kind: i64, good: Good) -> i64:
    """What a simple or generic market pays for one unit (R42)."""
    price: i64 = state.facts.price[kind]
    if state.facts.type[kind] == f.GENERIC and good >= f.SHEEP:
        price = state.facts.animal_price[kind]
    return price + inflation(state, good)


def bundle_price(state: Position, kind: i64) -> i64:
    """What a bundle brings, each unit of it that inflation makes dearer counted (R42, R48)."""
    price: i64 = state.facts.price[kind]
    good: Good = 0
    while good < f.GOODS:
        price += i64(state.facts.bundle[kind * f.GOODS + good]) * inflation(state, good)
        good += 1
    return price


# --- selling on the official market -------------------------------------------------------------------


@final
class Selling(Step):
    """One turn of a worker on the official market: a sale, the black market, or home (R41, R42)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.active = seat_on(i64(state.placed[f.MARKET * f.MAX_SPACES + argument]))
        return False

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        actions = vec[i64](capacity=24)
        actions = append(append(actions, LEAVE), TO_BLACK_MARKET)
        kind: i64 = 0
        while kind < state.facts.kinds:
            if is_on_show(state, kind):
                actions = _sales(state, seat, kind, actions)
            kind += 1
        return actions

    def act(self, state: Position, argument: i64, action: Action) -> None:
        """What the worker does; then it is the next one's turn."""
        seat: Seat = state.active
        state.pop()
        if action in (LEAVE, TO_BLACK_MARKET):
            go_home(state, f.MARKET * f.MAX_SPACES + argument)
            if action == TO_BLACK_MARKET:
                state.idle[seat] -= 1
                state.black = append(state.black, seat)
                note(state, s.NOTE_BLACK, seat, 0, 0)
            else:
                note(state, s.NOTE_HOME, seat, f.MARKET, 0)
        following: i64 = next_worker(state, argument)
        if following >= 0:
            state.push(s.SELLING, following)
        if block_of(action) == SELL:
            sell(state, seat, action)


def _sales(state: Position, seat: Seat, kind: i64, actions: vec[i64]) -> vec[i64]:
    """`actions` and each sale that a seat can make to one card."""
    if state.facts.type[kind] == f.SIMPLE:
        most: i64 = min(has(state, seat, i64(state.facts.good[kind])), state.facts.limit[kind])
        n: i64 = 1
        while n <= most:
            actions = append(actions, SELL + pack_sale(kind, n))
            n += 1
    elif state.facts.type[kind] == f.BUNDLE:
        if has_bundle(state, seat, kind):
            actions = append(actions, SELL + pack_sale(kind, 1))
    elif len(generic_offers(state, seat, False)) > 0:
        actions = append(actions, SELL + pack_sale(kind, 0))
    return actions


def has_bundle(state: Position, seat: Seat, kind: i64) -> bool:
    good: Good = 0
    while good < f.GOODS:
        if has(state, seat, good) < i64(state.facts.bundle[kind * f.GOODS + good]):
            return False
        good += 1
    return True


def sell(state: Position, seat: Seat, action: Action) -> None:
    """A sale to one card (R42)."""
    kind, n = unpack_sale(action - SELL)
    if state.facts.type[kind] == f.GENERIC:
        state.push(s.GENERIC_SALE, pack_generic_sale(kind, False))
        return
    if state.facts.type[kind] == f.SIMPLE:
        good: Good = i64(state.facts.good[kind])
        money: i64 = n * unit_price(state, kind, good)
        spend(state, seat, good, n)
    else:
        money = bundle_price(state, kind)
        good = 0
        while good < f.GOODS:
            spend(state, seat, good, i64(state.facts.bundle[kind * f.GOODS + good]))
            good += 1
    note(state, s.NOTE_SALE, seat, kind, money)
    earn(state, seat, money)
    remove(state, kind)


def remove(state: Position, kind: i64) -> None:
    """A card that was sold to leaves the game; on the official market another comes at once (R13, R43)."""
    state.gone[kind] += 1
    i: i64 = 0
    while i < state.players:
        if state.market[i] == kind:
            state.market[i] = -1
            state.push(s.MARKET_CARD, i)
            return
        i += 1
    i = 0
    while state.closing[i] != kind:
        i += 1
    state.closing[i] = -1


@final
class GenericSale(Step):
    """A sale to a generic market: one good after another, as long as one likes (R42)."""

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        _, sold = unpack_generic_sale(argument)
        return generic_offers(state, seat, sold)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        kind, _ = unpack_generic_sale(argument)
        state.pop()
        if action == LEAVE:
            remove(state, kind)
            return
        state.push(s.GENERIC_SALE, pack_generic_sale(kind, True))
        seat: Seat = state.active
        good, n = unpack_amount(action - OFFER)
        money: i64 = n * unit_price(state, kind, good)
        spend(state, seat, good, n)
        note(state, s.NOTE_OFFER, seat, good, money)
        earn(state, seat, money)


def generic_offers(state: Position, seat: Seat, may_stop: bool) -> vec[i64]:
    """How many of each good a generic market may be sold; to stop, once something is sold (R42)."""
    actions = vec[i64](capacity=f.GOODS)
    if may_stop:
        actions = append(actions, LEAVE)
    good: Good = 0
    while good < f.GOODS:
        if (good < f.TRADED or good >= f.SHEEP) and has(state, seat, good) > 0:
            actions = each_number(actions, OFFER, good, has(state, seat, good))
        good += 1
    return actions


# --- the workers on the official market -------------------------------------------------------------


def next_worker(state: Position, after: i64) -> i64:
    """The place of the next worker on the official market, again and again from the top, or -1 (R41)."""
    tried: i64 = 0
    while tried < f.MAX_SPACES:
        place: i64 = (after + 1 + tried) % f.MAX_SPACES
        if state.placed[f.MARKET * f.MAX_SPACES + place] > 0:
            return place
        tried += 1
    return -1


# --- the black market ---------------------------------------------------------------------------------


@final
class Trading(Step):
    """A worker on the black market trades as long as it likes, and goes home (R52)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.active = seat_in(argument)
        return False

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        """To leave, to sell any number of anything, to buy some resources, at most three in all."""
        _, bought = unpack_trade(argument)
        actions = append(vec[i64](capacity=4 * f.GOODS), LEAVE)
        good: Good = 0
        while good < f.GOODS:
            if state.facts.black_sell[good] > 0:
                actions = each_number(actions, OFFER, good, has(state, seat, good))
            good += 1
        good = 0
        while good < f.GOODS:
            if state.facts.black_buy[good] > 0:
                price: i64 = state.facts.black_buy[good] + inflation(state, good)
                most: i64 = min(state.facts.most_bought - bought, state.money[seat] // price)
                actions = each_number(actions, BUY, good, available(state, good, most))
            good += 1
        return actions

    def act(self, state: Position, argument: i64, action: Action) -> None:
        seat, bought = unpack_trade(argument)
        block: i64 = block_of(action)
        if block == LEAVE:
            state.pop()
            state.black = state.black[1:]
            state.idle[seat] += 1
        elif block == BUY:
            good, n = unpack_amount(action - BUY)
            buy(state, seat, good, n)
            state.pop()
            state.push(s.TRADING, pack_trade(seat, bought + n))
        else:
            good, n = unpack_amount(action - OFFER)
            sell_black(state, seat, good, n)


def buy(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """So many units of a good bought on the black market."""
    money: i64 = n * (state.facts.black_buy[good] + inflation(state, good))
    note(state, s.NOTE_BUY, seat, good, money)
    pay(state, seat, money)
    gain(state, seat, good, n)


def sell_black(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """So many units of a good sold on the black market."""
    money: i64 = n * (state.facts.black_sell[good] + inflation(state, good))
    spend(state, seat, good, n)
    note(state, s.NOTE_OFFER, seat, good, money)
    earn(state, seat, money)
