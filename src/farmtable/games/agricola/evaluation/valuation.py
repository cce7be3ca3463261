"""What a position is worth to a seat, roughly: for greedy players, hints and the ends of searches.

What a seat has is worth as `farm_worth.py` says. What the seat is deciding right now is thought through
to its end in copies, at its best: parts of an action, and what hand cards offer and ask.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.agenda import step_of
from farmtable.core.aliases import Seat
from farmtable.core.bits import count_bits, lowest
from farmtable.games.agricola.evaluation.farm_worth import (
    FIELD_ZONE,
    OUT_OF_PLACE,
    PASTURE_ZONE,
    ROOM_ZONE,
    WOOD_FOR_FENCES,
    worth,
)
from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position import parts as p
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.actions import block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GRAIN, MINOR, VEGETABLE
from farmtable.games.agricola.position.parts import current_part, extra_of, open_parts
from farmtable.games.agricola.position.shapes import SHAPE_CELLS
from farmtable.games.agricola.rules import improvements, prices
from farmtable.games.agricola.rules.farmyard import (
    fenced,
    field_sites,
    new_fences,
    pastures_within,
    room_sites,
    stable_sites,
)
from farmtable.games.agricola.rules.parts.all_parts import REPEATED, can_take
from farmtable.games.agricola.rules.parts.fences import build_pasture, fence_limit
from farmtable.games.agricola.rules.parts.fields import plow, sow, sowable
from farmtable.games.agricola.rules.parts.house import build_room, room_prices
from farmtable.games.agricola.rules.parts.stables import build_stable

NEVER: Final = 1_000_000  # more than anything is worth
TRIFLE: Final = 20  # what an exchange must bring, at least
FENCED_SPACE: Final = 100  # a space that a first pasture takes in, against the wood for its fences
DEPTH: Final = 5  # decisions in a row that are thought through

# Parts of an action that hand cards have a say in.
OF_CARDS: Final = p.MINOR_IMPROVEMENT | p.PLAY_OCCUPATION | p.ONE_ROOM | p.RENOVATION
# Moments within an action at which cards may act.
WITHIN_AN_ACTION: Final = (
    (1 << moments.AFTER_USE)
    | (1 << moments.TURN_ENDS)
    | (1 << moments.ROOMS_BUILT)
    | (1 << moments.FENCES_BUILT)
    | (1 << moments.RENOVATED)
    | (1 << moments.STABLE_BUILT)
    | (1 << moments.BAKED)
    | (1 << moments.IMPROVEMENT_BUILT)
    | (1 << moments.PRICES)
)


def estimate(state: Position, seat: Seat) -> i64:
    """What the position is worth to `seat`; what it is deciding right now, at its best."""
    if state.to_play == seat:
        return decided(state, seat, DEPTH)
    return worth(state, seat)


def suggested_spaces(state: Position, seat: Seat) -> list[int]:
    """The up to three spaces where a person of `seat` does best now, the best first."""
    found: list[int] = []
    worths: list[int] = []
    if state.to_play != seat or state.step() != s.WORK:
        return found
    for action in state.legal:
        if block_of(action) == a.PLACE:
            after = state.clone()
            after.apply(action)
            value = int(estimate(after, seat))
            place = 0
            while place < len(found) and worths[place] >= value:
                place += 1
            found.insert(place, int(action - a.PLACE))
            worths.insert(place, value)
    return found[:3]


# --- what is being decided -------------------------------------------------------------------------------


def decided(state: Position, seat: Seat, depth: i64) -> i64:
    """The worth after what `seat` has to decide now, so many decisions of it at their best."""
    if state.to_play != seat or depth == 0:
        return worth(state, seat)
    step: i64 = state.step()
    if step == s.MENU and is_plain(state, seat):
        return worth(finished(state, seat, state.argument()), seat)
    if step == s.EXCHANGES:
        return exchanged(state, seat, depth)
    if step not in (s.MENU, s.CHOOSE, s.OFFER, s.ASK, s.PAYMENT, s.AGAIN):
        return worth(state, seat)
    best: i64 = -NEVER
    for action in worth_trying(state, seat, step):
        after = state.clone()
        after.apply(action)
        best = max(best, decided(after, seat, depth - 1))
    # Where only an exchange is left to choose, nothing has been thought through.
    return best if best > -NEVER else worth(state, seat)


def exchanged(state: Position, seat: Seat, depth: i64) -> i64:
    """The worth after the best exchange that a card offers; others can wait until goods are needed."""
    now: i64 = worth(state, seat)
    best: i64 = now - NEVER
    for action in state.legal:
        if block_of(action) == a.USE_CARD:
            after = state.clone()
            after.apply(action)
            then: i64 = decided(after, seat, depth - 1)
            if then > now + TRIFLE:
                if after.to_play == seat and after.step() == s.WORK:
                    then = placed(after, seat)
                best = max(best, then)
    return best


def placed(state: Position, seat: Seat) -> i64:
    """The worth after the best placement of a person."""
    best: i64 = -NEVER
    for action in state.legal:
        if block_of(action) == a.PLACE:
            after = state.clone()
            after.apply(action)
            best = max(best, decided(after, seat, DEPTH))
    return best


def is_plain(state: Position, seat: Seat) -> bool:
    """Whether no hand card has a say in the MENU on top, and nothing is to be decided after it."""
    argument: i64 = state.argument()
    parts: i64 = open_parts(argument) | current_part(argument)
    at: i64 = len(state.agenda) - 2
    while at >= 0 and step_of(state.agenda[at]) != s.WORK:
        if step_of(state.agenda[at]) not in (s.USED, s.END_TURN, s.PLAYED, s.ROOMS_DONE, s.FENCES_DONE):
            return False
        at -= 1
    if state.facts.deck is None:
        return True
    if parts & OF_CARDS != 0 or state.listening[seat] & WITHIN_AN_ACTION != 0:
        return False
    return parts & p.IMPROVEMENT == 0 or state.in_hands[seat * 2 + MINOR] == 0


def worth_trying(state: Position, seat: Seat, step: i64) -> vec[i64]:
    """The actions worth thinking through: of those that only differ in their place the best."""
    if step != s.MENU:
        return without_exchange(state.legal)
    fencing_on = current_part(state.argument()) == p.FENCES
    found = vec[i64]()
    block: i64 = -1
    for action in without_exchange(state.legal):
        its_block: i64 = block_of(action)
        if its_block not in (a.ROOM, a.STABLE, a.PLOW, a.SOW_GRAIN, a.SOW_VEGETABLE, a.PASTURE):
            found = append(found, action)
        elif its_block != block:
            block = its_block
            # Further pastures are not thought of: each of hundreds would be tried with all others.
            if block != a.PASTURE or not fencing_on:
                found = append(found, best_of_block(state, seat, block))
    return found


def without_exchange(actions: vec[i64]) -> vec[i64]:
    found = vec[i64]()
    for action in actions:
        if action != a.EXCHANGE:
            found = append(found, action)
    return found


def best_of_block(state: Position, seat: Seat, block: i64) -> i64:
    """The action that builds, plows or sows in a good place."""
    if block == a.ROOM:
        return a.ROOM + best_cell(room_sites(state, seat), ROOM_ZONE)
    if block == a.STABLE:
        return a.STABLE + best_cell(stable_sites(state, seat), PASTURE_ZONE)
    if block == a.PLOW:
        return a.PLOW + best_cell(field_sites(state, seat), FIELD_ZONE)
    if block == a.SOW_GRAIN:
        return a.SOW_GRAIN + lowest(sowable(state, seat, GRAIN))
    if block == a.SOW_VEGETABLE:
        return a.SOW_VEGETABLE + lowest(sowable(state, seat, VEGETABLE))
    return a.PASTURE + best_pasture(state, seat, extra_of(state.argument()))


# --- an action without hand cards ---------------------------------------------------------------------


def finished(state: Position, seat: Seat, argument: i64) -> Position:
    """The position with the open parts of a MENU carried out as far as they are of use."""
    # Further pastures are not thought of: each of hundreds would be tried with all others.
    parts: i64 = open_parts(argument) | (current_part(argument) & ~p.FENCES)
    extra: i64 = extra_of(argument)
    after = state
    while parts != 0:
        after = with_part(after, seat, parts & -parts, extra)
        parts &= parts - 1
    return after


def with_part(state: Position, seat: Seat, part: i64, extra: i64) -> Position:
    """The position with one part of an action carried out, step by step while that is an improvement."""
    now: i64 = worth(state, seat)
    while True:
        after = with_step(state, seat, part, extra)
        if after is state:
            return state
        then: i64 = worth(after, seat)
        if then <= now:
            return state
        if part & REPEATED == 0:
            return after
        state = after
        now = then


def with_step(state: Position, seat: Seat, part: i64, extra: i64) -> Position:
    """A copy with one more step of a part, at its best; the position itself where there is none."""
    if not can_take(state, seat, part, extra):
        return state
    if part == p.SOWING:
        return sown(state, seat)
    if part == p.BAKING:
        return baked(state, seat)
    if part == p.IMPROVEMENT:
        return improved(state, seat)
    after = state.clone()
    if part == p.ROOMS:
        prices.pay_price(after, seat, room_prices(state, seat)[0])
        build_room(after, seat, best_cell(room_sites(state, seat), ROOM_ZONE))
    elif part in (p.STABLES, p.ONE_STABLE):
        wood: i64 = state.facts.stable_wood if part == p.STABLES else extra
        build_stable(after, seat, best_cell(stable_sites(state, seat), PASTURE_ZONE), wood)
    elif part == p.PLOWING:
        plow(after, seat, best_cell(field_sites(state, seat), FIELD_ZONE))
    elif part == p.FENCES:
        shape: i64 = best_pasture(state, seat, extra)
        paid: i64 = max(new_fences(state, seat, shape) - extra, 0)
        prices.pay_price(after, seat, prices.ways_for_fences(state, seat, paid)[0])
        build_pasture(after, seat, shape)
    else:
        return state
    return after


def best_cell(sites: i64, zone: i64) -> i64:
    return lowest(sites & zone) if sites & zone != 0 else lowest(sites)


def sown(state: Position, seat: Seat) -> Position:
    """One more field sown, with whichever crop does better."""
    best = state
    best_worth: i64 = -NEVER
    crop: i64 = GRAIN
    while crop <= VEGETABLE:
        fields: i64 = sowable(state, seat, crop)
        if fields != 0:
            after = state.clone()
            sow(after, seat, lowest(fields), crop)
            value: i64 = worth(after, seat)
            if value > best_worth:
                best = after
                best_worth = value
        crop += 1
    return best


def baked(state: Position, seat: Seat) -> Position:
    """The best number of grain baked."""
    best = state
    best_worth: i64 = worth(state, seat)
    most: i64 = improvements.bake_limit(state, seat)
    grain: i64 = 1
    while grain <= most:
        after = state.clone()
        improvements.bake(after, seat, grain)
        value: i64 = worth(after, seat)
        if value > best_worth:
            best = after
            best_worth = value
        grain += 1
    return best


def improved(state: Position, seat: Seat) -> Position:
    """The best major improvement built, and baked with if it lets one bake at once."""
    best = state
    best_worth: i64 = worth(state, seat)
    for action in improvements.choices(state, seat, vec[i64]()):
        after = state.clone()
        built: i64 = improvements.build(after, seat, action)
        if state.facts.well_rounds[built] > 0:
            improvements.promise_food(after, seat, i64(state.facts.well_rounds[built]))
        if state.facts.bakes_at_once[built] == 1:
            after = baked(after, seat)
        value: i64 = worth(after, seat)
        if value > best_worth:
            best = after
            best_worth = value
    return best


def best_pasture(state: Position, seat: Seat, free: i64) -> i64:
    """A good pasture to build first, as a shape: many spaces for few fences."""
    taken: i64 = fenced(state, seat)
    best: i64 = -1
    best_gain: i64 = 0
    for action in pastures_within(state, seat, fence_limit(state, seat, free), False, vec[i64]()):
        shape: i64 = action - a.PASTURE
        cells: i64 = SHAPE_CELLS[shape]
        gain: i64 = -new_fences(state, seat, shape) * WOOD_FOR_FENCES
        gain += count_bits(cells & ~taken) * FENCED_SPACE
        gain -= count_bits(cells & ~PASTURE_ZONE) * OUT_OF_PLACE
        if best < 0 or gain > best_gain:
            best = shape
            best_gain = gain
    return best
