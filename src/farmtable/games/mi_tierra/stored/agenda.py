"""What is pending in a stored position: the agenda as readable data, and whether play can go on from it."""

from __future__ import annotations

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.errors import BadRecord
from farmtable.games.kit import stored_agenda
from farmtable.games.kit.stored_agenda import arguments, frames, has
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position import steps as s
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.packed import (
    pack_generic_sale,
    pack_offer,
    unpack_activation,
    unpack_arrival,
    unpack_debt,
    unpack_generic_sale,
    unpack_offer,
    unpack_trade,
    unpack_worker,
)
from farmtable.games.mi_tierra.rules import development, events, market, placing, zones
from farmtable.games.mi_tierra.words.notation import ZONE_NAMES


def read(data: Any) -> vec[i64]:
    """The agenda that `data` tells of; by default that of a placing phase."""
    zones_to_come = [["zone", zone] for zone in range(f.BLACK_MARKET, -1, -1)]
    of_placing = [["end round", 0], *zones_to_come, ["placing", 0]]
    return stored_agenda.read(of_placing if data is None else data, s.STEP_NAMES, s.ANYTHING)


def is_setting_up(state: Position) -> bool:
    """Whether no card has to be on show yet."""
    return has(state, s.START_SEAT) or (has(state, s.ROUND) and state.round == 0)


def is_housing(state: Position, seat: int) -> bool:
    """Whether a seat has still to say which of its animals go."""
    return seat in arguments(state, s.HOUSE)


def cards_in_hand(state: Position) -> list[int]:
    """The development cards that have been bought and have still to find a place."""
    return [card for card in arguments(state, s.DROPPING) if card < f.DEVELOPMENTS]


# --- whether play can go on --------------------------------------------------------------------------


def check(state: Position) -> None:
    """Raise BadRecord unless the engine can go on from what is pending."""
    _check_stack(state)
    _check_moment(state)
    _check_zones(state)
    _check_workers(state)
    for step, argument in frames(state):
        _check_argument(state, step, argument)
    for step, row in enumerate(s.STEPS):
        if row.decided_by == s.EACH:
            _check_seats_in_turn(state, step, row.zones)
    _check_trading(state)
    _check_act(state)
    _check_top(state)


def _bad(what: str) -> BadRecord:
    return BadRecord(f"position: agenda: {what}")


def _check_stack(state: Position) -> None:
    below = None
    for step, _ in frames(state):
        allowed = s.STEPS[step].below
        if below not in allowed and (below is not None or allowed):
            raise _bad(f"{s.STEP_NAMES[step]!r} cannot lie there")
        below = step


def _check_moment(state: Position) -> None:
    """The round and the end must be those of a moment with such steps pending."""
    if has(state, s.START_SEAT) and state.round > 0:
        raise BadRecord("position: round: nobody has begun, so it is 0")
    if len(state.agenda) == 0 and not state.ending:
        raise _bad("nothing is pending, but nothing has ended the game (R46)")
    if has(state, s.PLACING) and state.turn >= state.players and not _can_place(state):
        raise BadRecord("position: turn: it is a place in the order of a seat that can place a worker")
    if not is_setting_up(state) and state.round == 0:
        raise BadRecord("position: round: it is at least 1 once the workers are placed")


def _can_place(state: Position) -> bool:
    """Whether workers are being placed, and it is the turn of a seat that has one left."""
    seat = state.order[state.turn % state.players]
    return state.step() == s.PLACING and state.idle[seat] > 0 and state.stopped[seat] == 0


def _check_zones(state: Position) -> None:
    """The zones still to come are the last ones, and only the first of them may be under way (R24)."""
    activations = [unpack_activation(argument) for argument in arguments(state, s.ZONE)]
    numbers = [zone for zone, _ in activations]
    spaces = [space for _, space in activations]
    if numbers != list(range(f.BLACK_MARKET + 1))[len(ZONE_NAMES) - 1 - len(numbers) :]:
        raise _bad("the zones to come are those up to the black market, in their order (R24)")
    if any(spaces[1:]) or (any(spaces) and has(state, s.PLACING)):
        raise _bad("only one zone is activated at a time (R24)")
    if any(spaces) and not _goes_space_by_space(numbers[0]):
        raise _bad(f"the workers of {ZONE_NAMES[numbers[0]]} are not activated space by space (R25)")
    if has(state, s.PLACING) and len(numbers) <= f.BLACK_MARKET:
        raise _bad("while workers are placed all zones are still to come (R24)")
    if max(spaces, default=0) > f.MAX_SPACES:
        raise _bad("no zone has so many spaces")


def _goes_space_by_space(zone: int) -> bool:
    """Whether the workers of a zone act one after another (R25)."""
    return zone < f.FARM and zone != f.DEVELOPMENT


def next_zone(state: Position) -> int:
    """The first zone that is still to be activated or under way; after the last one, the next number."""
    return min(
        [unpack_activation(argument)[0] for argument in arguments(state, s.ZONE)], default=f.TURN_ORDER
    )


def _check_workers(state: Position) -> None:
    """Workers are out from being placed until their zone is over."""
    first = 0 if has(state, s.PLACING) and state.step() == s.PLACING else next_zone(state)
    none_placed = has(state, s.PLACING) and state.step() != s.PLACING
    for zone in range(f.ZONES):
        if not any(state.placed[zone * f.MAX_SPACES : (zone + 1) * f.MAX_SPACES]):
            continue
        stays = zone == f.TURN_ORDER or (zone == f.DEVELOPMENT and has(state, s.END_ROUND))
        under_way = zone == f.MARKET and has(state, s.SELLING)
        if none_placed or state.round == 0 or not (zone >= first or stays or under_way):
            raise BadRecord(f"position: placed: nobody can stand in {ZONE_NAMES[zone]} now")
    for seat, cells in enumerate(state.field_workers):
        over = first > f.FARM and seat not in arguments(state, s.FARMING)
        if cells != 0 and (none_placed or over):
            raise BadRecord(f"position: seats[{seat}].field_workers: nobody can stand on a field now")
    if len(state.black) > 0 and not (first == f.BLACK_MARKET or has(state, s.TRADING)):
        raise BadRecord("position: black_market: nobody can stand there now (R41)")


def _check_argument(state: Position, step: int, argument: int) -> None:
    beyond = s.STEPS[step].argument
    if argument >= (state.players if beyond == s.A_PLAYER else beyond):
        raise _bad(f"{s.STEP_NAMES[step]!r} has no number {argument}")
    if step == s.GIVING:
        _check_giving(state, argument)
    elif step == s.REORDER and argument + 2 > len(state.top):
        raise _bad("'reorder' is over when one card is left (R34)")
    elif step == s.SELLING and not _is_worker(state, argument):
        raise _bad("'selling' has the place of a worker on the official market")


def _is_worker(state: Position, place: int) -> bool:
    """Whether a worker stands on a place of the official market."""
    return place < f.MAX_SPACES and bool(state.placed[f.MARKET * f.MAX_SPACES + place])


def _check_giving(state: Position, argument: int) -> None:
    seat, event, left = unpack_debt(argument)
    if seat >= state.players or event >= f.EVENTS or state.facts.permanent[event] == 1:
        raise _bad("'giving' has a seat and an event that acts once")
    taken = [good for good in range(f.GOODS) if events.is_hit(state, event, good)]
    hit = sum(int(state.goods[seat * f.GOODS + good]) for good in taken)
    if not 0 < left <= hit:
        raise _bad(f"'giving': seat {seat} cannot give back {left} of {hit} goods")


def _check_seats_in_turn(state: Position, step: int, own_zones: tuple[int, ...]) -> None:
    """The last seats in turn order are still to come; their zone is the one before the next."""
    seats = arguments(state, step)
    if seats and seats != [int(seat) for seat in state.order][-len(seats) :]:
        raise _bad(f"{s.STEP_NAMES[step]!r} comes for the last seats in turn order (R25, R37)")
    for zone in own_zones if seats else ():
        if next_zone(state) != zone + 1:
            raise _bad(f"{s.STEP_NAMES[step]!r} comes before {ZONE_NAMES[zone + 1]}")


def _check_trading(state: Position) -> None:
    """Selling comes before the black market is activated; there the workers trade as they arrived (R52)."""
    if has(state, s.SELLING) and next_zone(state) != f.BLACK_MARKET:
        raise _bad("'selling' comes before the black market")
    trades = [unpack_trade(argument) for argument in arguments(state, s.TRADING)]
    if trades and [seat for seat, _ in trades] != [int(seat) for seat in state.black]:
        raise _bad("'trading' comes for the workers on the black market, as they arrived (R52)")
    bought = [n for _, n in trades]
    if any(bought[1:]) or (bought and bought[0] > state.facts.most_bought):
        raise _bad("'trading': one worker at a time buys, and not so much (R52)")


def _check_act(state: Position) -> None:
    """What the active seat is doing belongs to the worker, the sale or the farm below it."""
    if len(state.agenda) < 2:
        return
    (below, of), (step, argument) = frames(state)[-2:]
    zones_of_step = s.STEPS[step].zones
    if below == s.ZONE and zones_of_step and _goes_space_by_space(zones_of_step[0]):
        zone, following = unpack_activation(of)
        _check_in_zone(state, step, argument, zone, following - 1)
    elif step == s.ARRIVAL:
        animal, n = unpack_arrival(argument)
        if state.active != of or animal > 2 or n != 1:
            raise _bad("'arrival': a card brings one animal to the active seat (R40)")
    elif step == s.DROPPING:
        full = int(state.cards[of]).bit_count() == state.facts.development_slots
        if state.active != of or not full or not development.may_own(state, of, argument):
            raise _bad("'dropping': the active seat has bought a card and has no place for it (R36)")
    elif step == s.GENERIC_SALE:
        _check_generic_sale(state, argument)


def _check_in_zone(state: Position, step: int, argument: int, zone: int, space: int) -> None:
    name = s.STEP_NAMES[step]
    seat, is_pair = unpack_worker(int(state.placed[zone * f.MAX_SPACES + space]) if space >= 0 else 0)
    if seat < 0 or seat != state.active or is_pair != state.pair:
        raise _bad(f"{name!r}: active and pair are not those of the worker activated last")
    has_die = step in (s.OFFERED, s.ROLLING)
    _, again = unpack_offer(argument)
    if zone not in s.STEPS[step].zones or (has_die and argument != pack_offer(zone, again)):
        raise _bad(f"{name!r} is no part of what is done in {ZONE_NAMES[zone]}")
    if has_die and again and not _rolls_again(state, step, zone):
        raise _bad(f"{name!r}: nobody has rolled again there with card X (R56)")
    if step == s.HOUSE and argument != state.active:
        raise _bad("'house' is for the active seat")
    if step == s.ARRIVAL:
        animal, n = unpack_arrival(argument)
        if f.SHEEP + animal != zones.animal_of(zone) or n > f.MAX_FACE:
            raise _bad(f"'arrival': these animals do not come in {ZONE_NAMES[zone]}")
    if step == s.OFFERED and not _fits_result(state, zone):
        raise BadRecord(f"position: result: nothing in {ZONE_NAMES[zone]} gives {state.result}")


def _rolls_again(state: Position, step: int, zone: int) -> bool:
    """Whether the die of a zone can be one that card X had rolled again, and is asked about."""
    asks = step == s.ROLLING or zone in (f.FOREST, f.SEED_SHOP)
    return asks and not state.pair and bool(state.used[state.active] >> f.CARD_X & 1)


def _fits_result(state: Position, zone: int) -> bool:
    """Whether the result of the die, or what a pair chose, can be offered in a zone."""
    result = int(state.result)
    if zone == f.FOREST:
        return bool(state.facts.capacities >> result & 1) if result > 0 else bool(state.pair)
    if zone == f.SEED_SHOP:
        return result <= f.CROPS if result > 0 else bool(state.pair)
    if zone in (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP):
        return bool(zones.may_reroll(state))
    return result == 0


def _check_generic_sale(state: Position, argument: int) -> None:
    kind, sold = unpack_generic_sale(argument)
    stands = state.active >= 0 and placing.stands_in(state, state.active, f.MARKET)
    if kind >= state.facts.kinds or state.facts.type[kind] != f.GENERIC or not market.is_on_show(state, kind):
        raise _bad("'generic sale' has the number of a generic market on show")
    if not stands or argument != pack_generic_sale(kind, sold) or (not sold and not _can_sell(state)):
        raise _bad("'generic sale': the active seat has a worker and something to sell (R42)")


def _can_sell(state: Position) -> bool:
    return len(market.generic_offers(state, state.active, False)) > 0


def _check_top(state: Position) -> None:
    """No more cards are known than the pile has, and who reorders them has seen them all."""
    if len(state.top) > min(state.pile_a + state.pile_b, f.LOOKED_AT):
        raise BadRecord("position: top: the pile has fewer cards")
    if state.step() == s.REORDER:
        seat = 1 << state.active
        others = (1 << state.players) - 1 - seat
        if any(exact != seat for exact in state.exact) or any(lost != others for lost in state.shuffled):
            raise _bad("'reorder': only the active seat knows now where the cards of top lie (R34)")
