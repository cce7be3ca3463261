"""The harvest: field phase, feeding phase, breeding phase (chapter 7; rulebook p. 9)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.bits import lowest
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import CONVERT, DONE, EXCHANGE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_BEG, EVENT_FED, EVENT_HARVEST
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.steps import BREED, FEED, FIELD_PHASE, WINDOW
from farmtable.games.agricola.rules import effects, exchanges, housing
from farmtable.games.agricola.rules.goods import note
from farmtable.games.agricola.rules.improvements import cook_rate, craft_building


def plan(state: Position) -> None:
    """Put a harvest on the agenda: each phase for every seat before the next begins (R7.1)."""
    push_in_turn_order(state, BREED, 0)
    push_in_turn_order(state, FEED, 0)
    push_in_turn_order(state, FIELD_PHASE, 0)
    if state.facts.deck is not None:
        push_in_turn_order(state, WINDOW, 0)


def push_in_turn_order(state: Position, step: i64, extra: i64) -> None:
    """A step for every seat, the starting player's first."""
    place: i64 = state.players - 1
    while place >= 0:
        state.push(step, (state.start + place) % state.players + extra)
        place -= 1


# --- field phase ------------------------------------------------------------------------------------


def field_phase(state: Position, seat: Seat) -> None:
    """One crop from every planted field of a seat (R7.2)."""
    effects.happens(state, moments.FIELD_PHASE_BEGINS, seat, 0)
    gather(state, seat)
    effects.happens(state, moments.FIELD_PHASE, seat, 0)


def gather(state: Position, seat: Seat) -> None:
    grain: i64 = 0
    vegetables: i64 = 0
    left: i64 = state.fields[seat]
    while left != 0:
        at: i64 = seat * f.FIELDS + lowest(left)
        left &= left - 1
        crop: u8 = state.crops[at]
        if crop > f.PLANTED_VEGETABLES:
            vegetables += 1
            state.crops[at] = 0 if crop == f.PLANTED_VEGETABLES + 1 else crop - 1
        elif crop > 0:
            grain += 1
            state.crops[at] = crop - 1
    state.goods[seat * f.GOODS + f.GRAIN] += grain
    state.goods[seat * f.GOODS + f.VEGETABLE] += vegetables
    if grain + vegetables > 0:
        note(state, EVENT_HARVEST, seat, grain, vegetables)


# --- feeding phase ----------------------------------------------------------------------------------


def food_needed(state: Position, seat: Seat) -> i64:
    """What a seat's people eat in a harvest of this round (R7.3)."""
    newborns: i64 = i64(state.newborns[seat])
    adults: i64 = i64(state.people[seat]) - newborns
    return adults * state.facts.adult_food + newborns * state.facts.newborn_food


def feeding_choices(state: Position, seat: Seat) -> vec[i64]:
    """To feed now, and every exchange that may be worth something before (R7.4 to R7.6).

    Raw crops only while food is missing: later they can be exchanged wherever that matters (R8.4).
    """
    actions = vec[i64](capacity=10)
    actions = append(actions, DONE)
    if len(exchanges.of_cards(state, seat)) > 0:
        actions = append(actions, EXCHANGE)
    short = state.goods[seat * f.GOODS + f.FOOD] < food_needed(state, seat)
    good: Good = 0
    while good < f.FOOD:
        if state.goods[seat * f.GOODS + good] > 0:
            if good < f.GRAIN:
                possible = craft_building(state, seat, good) >= 0
            elif good < f.SHEEP:
                possible = short
            else:
                possible = cook_rate(state, seat, good) > 0
            if possible:
                actions = append(actions, CONVERT + good)
        good += 1
    return actions


def feed(state: Position, seat: Seat) -> None:
    """Pay the food that is there; each one missing is a begging marker (R7.3, R7.6)."""
    state.crafted[seat] = 0  # crafts have had their moment (R7.5)
    needed: i64 = food_needed(state, seat)
    paid: i64 = min(needed, state.goods[seat * f.GOODS + f.FOOD])
    state.goods[seat * f.GOODS + f.FOOD] -= paid
    note(state, EVENT_FED, seat, paid, 0)
    if paid < needed:
        state.begging[seat] += u8(needed - paid)
        note(state, EVENT_BEG, seat, needed - paid, 0)


# --- breeding phase ---------------------------------------------------------------------------------


def breed(state: Position, seat: Seat) -> None:
    """One newborn of each kind with two or more; if not all fit, some animals must go (R6.6 to R6.8)."""
    kind: i64 = f.SHEEP
    while kind <= f.CATTLE:
        housing.bear(state, seat, kind)
        kind += 1
    housing.settle(state, seat, False)
    effects.happens(state, moments.BRED, seat, 0)
