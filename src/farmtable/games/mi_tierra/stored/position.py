"""Whole positions as readable data: `to_dict`, and `from_dict`, which believes nothing it reads.

In a scenario everything but `players` may be left out: what is missing stands as it does when the
first worker of a new game is to be placed, seat 0 first. The first cards of the piles are then on
show: I to IV, and the first market cards of deck A.

What follows from the rest (piles, cards not seen, workers in the huts, how many permanent events
there were) need never be given; given, it must agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.errors import BadRecord
from farmtable.core.vectors import zeros
from farmtable.games.kit import stored_agenda
from farmtable.games.kit.stored import (
    Data,
    bits,
    expect_keys,
    expect_number,
    expect_one_of,
    expect_seats,
    expect_set_of_seats,
    named,
    refusing,
)
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position import steps
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import Facts
from farmtable.games.mi_tierra.position.packed import pack_worker, unpack_worker
from farmtable.games.mi_tierra.rules import housing, turn
from farmtable.games.mi_tierra.stored import agenda
from farmtable.games.mi_tierra.words.notation import (
    EVENT_NAMES,
    GOOD_NAMES,
    ZONE_NAMES,
    cell_name,
    cell_names,
    cell_number,
    kind_names,
)

if TYPE_CHECKING:
    from farmtable.core.game import Game

MOST_GOODS: Final = 999
MOST_MONEY: Final = 99_999
MOST_ROUNDS: Final = 999


# --- to_dict -----------------------------------------------------------------------------------------


def to_dict(state: Position) -> dict[str, Any]:
    """The whole position: cards and zones by their names, seats as numbers, workers by their spaces."""
    kinds = kind_names(state.facts)
    return {
        "game": state.game.id,
        "players": int(state.players),
        "options": state.options,
        "round": int(state.round),
        "order": [int(seat) for seat in state.order],
        "cubes": [int(seat) for seat in state.stack],
        "turn": int(state.turn),
        "active": int(state.active),
        "pair": bool(state.pair),
        "result": int(state.result),
        "die": int(state.die),
        "seats": [_seat_to_dict(state, seat) for seat in range(int(state.players))],
        "placed": {ZONE_NAMES[zone]: spaces for zone in range(f.ZONES) if (spaces := _spaces(state, zone))},
        "black_market": [int(seat) for seat in state.black],
        "display": _names(f.ROMAN, state.display),
        "discarded": named(f.ROMAN, state.discarded),
        "market": _names(kinds, state.market),
        "closing": _names(kinds, state.closing),
        "laid": [int(left) for left in state.laid],
        "quiet": int(state.quiet),
        "last_piles": int(state.piles),
        "gone": named(kinds, state.gone),
        "top": [_seen_to_dict(state, place) for place in range(len(state.top))],
        "permanent": None if state.permanent < 0 else EVENT_NAMES[state.permanent],
        "agenda": stored_agenda.to_list(state, steps.STEP_NAMES),
        **_what_follows(state),
    }


def _what_follows(state: Position) -> dict[str, Any]:
    """What all the rest says already, for whoever reads."""
    return {
        "unseen": named(kind_names(state.facts), state.unseen),
        "piles": {"A": int(state.pile_a), "B": int(state.pile_b)},
        "developments": named(f.ROMAN, state.developments),
        "crop_tiles": named(GOOD_NAMES, state.crop_tiles),
        "barnyards": int(state.barnyards_left),
        "permanents": int(state.permanents),
        "ending": bool(state.ending),
    }


def _names(names: Sequence[str], places: Iterable[int]) -> list[str | None]:
    """What lies on each place, by name."""
    return [None if number < 0 else names[number] for number in places]


def _spaces(state: Position, zone: int) -> list[Any]:
    """Who stands on each space of a zone, up to the last one taken."""
    spaces = list(state.placed[zone * f.MAX_SPACES : (zone + 1) * f.MAX_SPACES])
    while spaces and spaces[-1] == 0:
        spaces.pop()
    return [_worker(int(who)) for who in spaces]


def _worker(who: int) -> Any:
    if who == 0:
        return None
    seat, is_pair = unpack_worker(who)
    return [seat, "pair"] if is_pair else seat


def _seen_to_dict(state: Position, place: int) -> dict[str, Any]:
    """A card that somebody saw in the clock tower, and what the seats know of it."""
    card = int(state.top[place])
    return {
        "card": None if card < 0 else kind_names(state.facts)[card],
        "exact": bits(state.exact[place]),
        "shuffled": bits(state.shuffled[place]),
        "loose": bits(state.loose[place]),
    }


def _seat_to_dict(state: Position, seat: int) -> dict[str, Any]:
    facts = state.facts
    slots = state.barnyards[seat * f.MAX_SLOTS : seat * f.MAX_SLOTS + facts.slots]
    crops = state.crops[seat * f.MAX_CELLS : seat * f.MAX_CELLS + facts.cells]
    return {
        "money": int(state.money[seat]),
        "goods": named(GOOD_NAMES, state.goods[seat * f.GOODS : (seat + 1) * f.GOODS]),
        "workers": int(state.workers[seat]),
        "idle": int(state.idle[seat]),
        "stopped": bool(state.stopped[seat]),
        "fields": {cell_name(facts, cell): GOOD_NAMES[crop - 1] for cell, crop in enumerate(crops) if crop},
        "field_workers": cell_names(facts, int(state.field_workers[seat])),
        "barnyards": [int(capacity) for capacity in slots],
        "cards": [f.ROMAN[card] for card in bits(state.cards[seat])],
        "used": [f.ROMAN[card] for card in bits(state.used[seat])],
    }


# --- from_dict ---------------------------------------------------------------------------------------

_KEYS: Final = (
    "game",
    "players",
    "options",
    "round",
    "order",
    "cubes",
    "turn",
    "active",
    "pair",
    "result",
    "die",
    "seats",
    "placed",
    "black_market",
    "display",
    "discarded",
    "market",
    "closing",
    "laid",
    "quiet",
    "last_piles",
    "gone",
    "top",
    "permanent",
    "agenda",
)
_FOLLOWING: Final = (
    "unseen",
    "piles",
    "developments",
    "crop_tiles",
    "barnyards",
    "permanents",
    "ending",
)
_SEAT_KEYS: Final = (
    "money",
    "goods",
    "workers",
    "idle",
    "stopped",
    "fields",
    "field_workers",
    "barnyards",
    "cards",
    "used",
)


def from_dict(game: Game, data: Data) -> Position:
    """The position that `data` tells of. Raises BadRecord, naming what does not fit."""
    with refusing():
        state = _new_game(game, data)
        state.agenda = agenda.read(data.get("agenda"))
        _read_round(state, data)
        _read_placed(state, data)
        _read_seats(state, data.get("seats"))
        _read_developments(state, data)
        _read_markets(state, data)
        _read_top(state, data.get("top", []))
        _count_the_rest(state)
        _expect_agreement(state, data)
        agenda.check(state)
    turn.advance(state)
    return state


def _new_game(game: Game, data: Data) -> Position:
    expect_keys(data, (*_KEYS, *_FOLLOWING), "a position")
    return cast(Position, game.new(data["players"], **data.get("options", {})))


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadRecord(f"position: {name} is true or false, not {value!r}")
    return value


def _set_of(values: Any, names: Sequence[str], where: str) -> int:
    """Several different names, as bits."""
    found = 0
    for value in values:
        number = expect_one_of(value, names, where)
        if found >> number & 1:
            raise BadRecord(f"position: {where} names {value} twice")
        found |= 1 << number
    return found


def _counts(data: Data, names: Sequence[str], most: int, where: str) -> list[int]:
    """How many there are of each name."""
    found = [0] * len(names)
    for name, n in data.items():
        found[expect_one_of(name, names, where)] = expect_number(n, f"{where}.{name}", 0, most)
    return found


def _places(values: Any, names: Sequence[str], n: int, where: str) -> vec[i64]:
    """What lies on each of `n` places; null where nothing does."""
    if len(values) != n or isinstance(values, (str, Mapping)):
        raise BadRecord(f"position: {where} has {n} places, not {len(values)}")
    found = vec[i64]()
    for value in values:
        found = append(found, -1 if value is None else expect_one_of(value, names, where))
    return found


# --- the round ---------------------------------------------------------------------------------------


def _read_round(state: Position, data: Data) -> None:
    n = int(state.players)
    begun = not stored_agenda.has(state, steps.START_SEAT)
    first = int(max(state.facts.start, 0))
    clockwise = [(first + place) % n for place in range(n)] if begun else []
    state.order = _seats_in_order(data.get("order", clockwise), clockwise, "order")
    state.stack = _seats_in_order(data.get("cubes", list(state.order)), clockwise, "cubes")
    state.round = expect_number(data.get("round", 1 if begun else 0), "round", 0, MOST_ROUNDS)
    state.turn = expect_number(data.get("turn", 0), "turn", 0, 2 * n - 1)
    state.active = expect_number(data.get("active", state.order[0] if begun else -1), "active", -1, n - 1)
    state.pair = _truth(data.get("pair", False), "pair")
    state.result = expect_number(data.get("result", 0), "result", 0, f.MAX_FACE)
    state.die = expect_number(data.get("die", 0), "die", 0, f.MAX_FACE)


def _seats_in_order(values: Any, seats: list[int], where: str) -> vec[i64]:
    """All the seats, each once."""
    found = vec[i64]()
    for value in values:
        found = append(found, expect_number(value, where, 0, len(seats) - 1))
    if sorted(found) != sorted(seats):
        raise BadRecord(f"position: {where} names each of {sorted(seats)} once, not {list(found)}")
    return found


def _read_placed(state: Position, data: Data) -> None:
    """The workers in the village and on the black market."""
    for name, workers in data.get("placed", {}).items():
        zone = expect_one_of(name, ZONE_NAMES, "placed")
        for space, worker in enumerate(workers):
            if worker is None and zone in (f.DEVELOPMENT, f.MARKET):
                continue  # everywhere else the spaces are filled one after the other (R16)
            if not _is_space(state.facts, zone, space):
                raise BadRecord(f"position: placed: {name} has no space {space + 1}")
            state.placed[zone * f.MAX_SPACES + space] = u8(_read_worker(state, zone, worker))
    order = [int(who) for who in state.placed[f.TURN_ORDER * f.MAX_SPACES :] if who > 0]
    if len(set(order)) < len(order):
        raise BadRecord("position: placed: one worker of each seat at most is in Turn Order (R10)")
    for seat in data.get("black_market", []):
        state.black = append(state.black, expect_number(seat, "black_market", 0, int(state.players) - 1))


def _is_space(facts: Facts, zone: int, space: int) -> bool:
    if zone == f.DEVELOPMENT:
        return space < f.DEVELOPMENT_SPACES and bool(facts.development_open >> space & 1)
    return space < facts.spaces[zone]


def _read_worker(state: Position, zone: int, worker: Any) -> int:
    where = f"placed.{ZONE_NAMES[zone]}"
    both = isinstance(worker, list) and len(worker) == 2 and worker[1] == "pair"
    if both and zone not in (f.FOREST, f.SEED_SHOP):
        raise BadRecord(f"position: {where}: two workers only stand together in Forest and Seed Shop (R18)")
    seat = expect_number(worker[0] if both else worker, where, 0, int(state.players) - 1)
    return pack_worker(seat, both)


# --- the seats ---------------------------------------------------------------------------------------


def _read_seats(state: Position, seats: Any) -> None:
    for seat, data in enumerate(expect_seats(seats, int(state.players))):
        where = f"seats[{seat}]"
        expect_keys(data, _SEAT_KEYS, where)
        place = list(state.order).index(seat) if len(state.order) > 0 else -1
        money = 0 if place < 0 else int(state.facts.money[place])
        state.money[seat] = expect_number(data.get("money", money), f"{where}.money", 0, MOST_MONEY)
        state.stopped[seat] = u8(_truth(data.get("stopped", False), f"{where}.stopped"))
        _read_fields(state, seat, data, where)
        _read_workers(state, seat, data, where)
        _read_animals_and_goods(state, seat, data, where)
        _read_cards(state, seat, data, where)
    for good in range(f.RESOURCES if state.facts.supply_limited else 0):
        found = sum(int(state.goods[seat * f.GOODS + good]) for seat in range(int(state.players)))
        if found > state.facts.supply[good]:
            most = state.facts.supply[good]
            raise BadRecord(f"position: there are {most} units of {GOOD_NAMES[good]}, not {found} (R57)")


def _read_fields(state: Position, seat: int, data: Data, where: str) -> None:
    """Crops: the printed field is there anyway."""
    facts = state.facts
    for name, crop in data.get("fields", {}).items():
        cell = cell_number(facts, name)
        if cell < 0:
            raise BadRecord(f"position: {where}.fields: a farm has no field {name!r}")
        number = expect_one_of(crop, GOOD_NAMES[: f.CROPS], f"{where}.fields.{name}")
        if cell == facts.printed_cell and number != facts.printed_crop:
            raise BadRecord(f"position: {where}.fields: what grows on {name} is printed there (R32)")
        state.crops[seat * f.MAX_CELLS + cell] = u8(number + 1)
    for name in data.get("field_workers", []):
        cell = cell_number(facts, name)
        if cell < 0 or state.crops[seat * f.MAX_CELLS + cell] == 0 or state.field_workers[seat] >> cell & 1:
            raise BadRecord(f"position: {where}.field_workers: {name!r} is no planted field, or named twice")
        state.field_workers[seat] |= 1 << cell


def _read_workers(state: Position, seat: int, data: Data, where: str) -> None:
    """Who is not out stands in the hut."""
    facts = state.facts
    fewest = int(min(facts.workers, facts.free_workers))
    first = int(facts.workers)
    workers = expect_number(data.get("workers", first), f"{where}.workers", fewest, int(facts.max_workers))
    out = int(state.field_workers[seat]).bit_count() + sum(1 for other in state.black if other == seat)
    for who in state.placed:
        other, is_pair = unpack_worker(int(who))
        if other == seat:
            out += 2 if is_pair else 1
    if out > workers:
        raise BadRecord(f"position: {where} has {workers} workers, and {out} are out")
    state.workers[seat] = u8(workers)
    state.idle[seat] = u8(workers - out)
    _expect_same(data, "idle", workers - out, f"{where}.idle")


def _read_animals_and_goods(state: Position, seat: int, data: Data, where: str) -> None:
    facts = state.facts
    barnyards = data.get("barnyards", [])
    if len(barnyards) > facts.slots:
        raise BadRecord(f"position: {where} has {facts.slots} places for barnyards (R6)")
    for slot, capacity in enumerate(barnyards):
        number = expect_number(capacity, f"{where}.barnyards", 0, f.MAX_FACE)
        if number > 0 and not facts.capacities >> number & 1:
            raise BadRecord(f"position: {where}.barnyards: there are none of capacity {number}")
        state.barnyards[seat * f.MAX_SLOTS + slot] = u8(number)
    for good, n in enumerate(_counts(data.get("goods", {}), GOOD_NAMES, MOST_GOODS, f"{where}.goods")):
        state.goods[seat * f.GOODS + good] = n
    if not agenda.is_housing(state, seat) and not housing.all_fit(state, seat):
        raise BadRecord(f"position: {where} has more animals than find room (R28)")


def _read_cards(state: Position, seat: int, data: Data, where: str) -> None:
    facts = state.facts
    cards = _set_of(data.get("cards", []), f.ROMAN, f"{where}.cards")
    used = _set_of(data.get("used", []), f.ROMAN, f"{where}.used")
    if cards.bit_count() > facts.development_slots:
        most = facts.development_slots
        raise BadRecord(f"position: {where} has {most} places for development cards (R36)")
    if used & ~cards:
        raise BadRecord(f"position: {where}.used: only own cards are used")
    for card in bits(cards):
        if (needed := int(facts.needs[card])) >= 0 and cards >> needed & 1:
            raise BadRecord(f"position: {where}.cards: {f.ROMAN[card]} replaces {f.ROMAN[needed]} (R36)")
    state.cards[seat] = cards
    state.used[seat] = used


# --- cards -------------------------------------------------------------------------------------------


def _read_developments(state: Position, data: Data) -> None:
    """The display and the discards; what is nowhere else is in the pile."""
    for card, n in enumerate(_counts(data.get("discarded", {}), f.ROMAN, 255, "discarded")):
        state.discarded[card] = u8(n)
    left = [int(n) for n in state.facts.copies]
    for cards in state.cards:
        for card in bits(cards):
            left[card] -= 1
    for card in range(f.DEVELOPMENTS):
        left[card] -= state.discarded[card]
    for card in agenda.cards_in_hand(state):
        left[card] -= 1
    if "display" in data:
        state.display = _places(data["display"], f.ROMAN, f.DISPLAY, "display")
    elif not agenda.is_setting_up(state):
        _show(state.display, [card for card in range(f.DEVELOPMENTS) if left[card] > 0])
    for card in state.display:
        if card >= 0:
            left[card] -= 1
    for card, n in enumerate(left):
        if n < 0:
            raise BadRecord(f"position: there are {state.facts.copies[card]} cards {f.ROMAN[card]}, not more")
        state.developments[card] = u8(n)


def _show(places: vec[i64], cards: list[int]) -> None:
    """Lay one card on each place, as far as there are any."""
    for place, card in zip(range(len(places)), cards, strict=False):
        places[place] = card


def _read_markets(state: Position, data: Data) -> None:
    """The market cards on show and out of the game, and the event in force."""
    facts = state.facts
    kinds = kind_names(facts)
    n = int(state.players)
    permanent = data.get("permanent")
    state.permanent = -1 if permanent is None else expect_one_of(permanent, EVENT_NAMES, "permanent")
    gone = data.get("gone", {} if permanent is None else {kinds[_card_of(facts, int(state.permanent))]: 1})
    for kind, number in enumerate(_counts(gone, kinds, 255, "gone")):
        state.gone[kind] = u8(number)
    state.closing = _places(data.get("closing", [None] * n), kinds, n, "closing")
    for slot, left in enumerate(data.get("laid", [0] * n)):
        state.laid[slot] = expect_number(left, f"laid[{slot}]", 0, 999)
    state.quiet = expect_number(data.get("quiet", 0), "quiet", 0, 99)
    state.piles = expect_number(data.get("last_piles", 0), "last_piles", 0, 999)
    if "market" in data:
        state.market = _places(data["market"], kinds, n, "market")
    elif not agenda.is_setting_up(state):
        shown = [kind for kind in range(len(kinds)) if facts.type[kind] != f.EVENT and _left(state, kind) > 0]
        _show(state.market, shown)
    for kind in [*state.market, *state.closing]:
        if kind >= 0 and facts.type[kind] == f.EVENT:
            raise BadRecord(f"position: market, closing: {kinds[kind]} is an event, and no market")


def _card_of(facts: Facts, event: int) -> int:
    """The first kind of card with an event."""
    for kind in range(int(facts.kinds)):
        if facts.type[kind] == f.EVENT and facts.good[kind] == event:
            return kind
    raise BadRecord(f"position: permanent: there is no card of {EVENT_NAMES[event]}")


def _left(state: Position, kind: int) -> int:
    """How many cards of a kind are neither out of the game nor on show."""
    out = sum(1 for other in [*state.market, *state.closing] if other == kind)
    return int(state.facts.count[kind]) - int(state.gone[kind]) - out


def _read_top(state: Position, cards: Any) -> None:
    """The next cards as the clock tower showed them; a name alone is a card that nobody knows."""
    if len(cards) > f.LOOKED_AT:
        raise BadRecord(f"position: top has up to {f.LOOKED_AT} cards, not {len(cards)} (R34)")
    for place, item in enumerate(cards):
        where = f"top[{place}]"
        data = {"card": item} if isinstance(item, str) else item
        expect_keys(data, ("card", "exact", "shuffled", "loose"), where)
        state.top = append(state.top, expect_one_of(data["card"], kind_names(state.facts), where))
        exact, shuffled, loose = (
            expect_set_of_seats(data.get(what, []), int(state.players), f"{where}.{what}")
            for what in ("exact", "shuffled", "loose")
        )
        if exact & shuffled or loose & ~shuffled:
            raise BadRecord(f"position: {where}: who knows a card only roughly has seen it before a reorder")
        if place > 0 and (exact & ~state.exact[place - 1] or shuffled & ~state.shuffled[place - 1]):
            raise BadRecord(f"position: {where}: whoever has seen this card has seen the one above it")
        state.exact = append(state.exact, exact)
        state.shuffled = append(state.shuffled, shuffled)
        state.loose = append(state.loose, loose)


# --- what follows ------------------------------------------------------------------------------------


def _count_the_rest(state: Position) -> None:
    """Tiles, cards and piles: what is nowhere else is still to come."""
    _count_tiles(state)
    _count_piles(state)
    facts = state.facts
    lying = False
    for kind in range(int(facts.kinds)):
        event = i64(facts.good[kind])
        if facts.type[kind] == f.EVENT and facts.permanent[event] == 1:
            state.permanents += int(state.gone[kind])
            lying |= event == state.permanent and state.gone[kind] > 0
    if state.permanent >= 0 and not lying:
        event_name = EVENT_NAMES[state.permanent]
        raise BadRecord(f"position: permanent: no card of {event_name} lies on the event space (R45)")
    state.ending = state.permanents >= facts.last_permanent or state.pile_a + state.pile_b == 0


def _count_tiles(state: Position) -> None:
    facts = state.facts
    left = [int(n) for n in facts.crop_tiles]
    for at, crop in enumerate(state.crops):
        if crop > 0 and at % f.MAX_CELLS != facts.printed_cell:
            left[crop - 1] -= 1
    for crop_number, n in enumerate(left):
        if n < 0:
            most = facts.crop_tiles[crop_number]
            raise BadRecord(f"position: there are {most} tiles of {GOOD_NAMES[crop_number]}, not more")
        state.crop_tiles[crop_number] = n
    used = sum(1 for capacity in state.barnyards if capacity > 0)
    if used > facts.barnyards:
        raise BadRecord(f"position: there are {facts.barnyards} barnyards, not {used}")
    state.barnyards_left = int(facts.barnyards) - used


def _count_piles(state: Position) -> None:
    """Deck A lies on deck B; some of its cards went back to the box unseen (R3)."""
    facts = state.facts
    state.unseen = zeros(facts.kinds)
    piles = [-int(facts.removed), 0]
    seen = [0, 0]
    for kind in range(int(facts.kinds)):
        deck = facts.deck[kind]
        on_top = sum(1 for card in state.top if card == kind)
        left = _left(state, kind)
        if left < on_top:
            name = kind_names(facts)[kind]
            raise BadRecord(f"position: there are {facts.count[kind]} cards {name}, not more")
        piles[deck] += left
        seen[deck] += on_top
        state.unseen[kind] = u8(left - on_top)
    state.pile_a, state.pile_b = piles
    state.deep_a = piles[0] - seen[0]
    if state.deep_a < 0 or (state.deep_a > 0 and seen[1] > 0):
        raise BadRecord("position: market, closing, gone, top: deck B is used when deck A is used up (R3)")


def _expect_agreement(state: Position, data: Data) -> None:
    for name, value in _what_follows(state).items():
        _expect_same(data, name, value, name)


def _expect_same(data: Data, key: str, value: object, name: str) -> None:
    """What follows from the rest must be that, if it is given at all."""
    if key in data and (data[key] != value or type(data[key]) is not type(value)):
        raise BadRecord(f"position: {name} is {value!r} by all the rest, not {data[key]!r}")
