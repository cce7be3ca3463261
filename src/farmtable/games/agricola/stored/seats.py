"""The farms of a stored position: tiles, pastures, people, goods, each where the rules could have put it."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import u8

from farmtable.core.errors import BadRecord
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import steps
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import Facts
from farmtable.games.agricola.position.shapes import ALL_CELLS, around, border
from farmtable.games.agricola.rules import farmyard, housing
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES
from farmtable.games.agricola.stored import agenda
from farmtable.games.agricola.stored import cards as of_cards
from farmtable.games.agricola.words.notation import cell_names, cell_number
from farmtable.games.kit import stored_agenda
from farmtable.games.kit.stored import Data, expect_keys, expect_number, expect_one_of, expect_seats, named

MOST_GOODS: Final = 999
MOST_IN_A_PLACE: Final = 99  # goods on an action space, on a round space; begging markers

KEYS: Final = (
    "goods",
    "house",
    "rooms",
    "fields",
    "stables",
    "pastures",
    "people",
    "newborns",
    "at_home",
    "begging",
    "improvements",
    "crafted",
    "promised",
)


# --- to_dict -----------------------------------------------------------------------------------------


def to_dict(state: Position, seat: int) -> dict[str, Any]:
    """One seat, as `position.to_dict` tells of it."""
    base = seat * f.GOODS
    pastures = state.pastures[seat * MAX_PASTURES : (seat + 1) * MAX_PASTURES]
    found: dict[str, Any] = {
        "goods": named(f.GOOD_NAMES, state.goods[base : base + f.GOODS]),
        "house": f.MATERIAL_NAMES[state.house[seat]],
        "rooms": cell_names(int(state.rooms[seat])),
        "fields": {
            name: _crop_to_text(int(state.crops[seat * f.FIELDS + field]))
            for name, field in _fields(state, seat).items()
        },
        "stables": cell_names(int(state.stables[seat])),
        "pastures": [cell_names(int(cells)) for cells in pastures if cells != 0],
        "people": int(state.people[seat]),
        "newborns": int(state.newborns[seat]),
        "at_home": int(state.at_home[seat]),
        "begging": int(state.begging[seat]),
        "improvements": [f.MAJOR_IDS[major] for major, owner in enumerate(state.owner) if owner == seat + 1],
        "crafted": [name for major, name in enumerate(f.MAJOR_IDS) if state.crafted[seat] >> major & 1],
        "promised": _promised_to_dict(state, seat),
    }
    return found if state.facts.deck is None else found | of_cards.seat_to_dict(state, seat)


def _fields(state: Position, seat: int) -> dict[str, int]:
    """The places where crops may stand, by the names of cells and the ids of field cards."""
    tiles = {name: cell_number(name) for name in cell_names(int(state.fields[seat]))}
    return tiles | {card: f.CELLS + place for place, card in enumerate(of_cards.field_card_ids(state, seat))}


def _crop_to_text(crop: int) -> str:
    if crop == 0:
        return ""
    return f"grain {crop}" if crop < f.PLANTED_VEGETABLES else f"vegetable {crop - f.PLANTED_VEGETABLES}"


def _promised_to_dict(state: Position, seat: int) -> dict[str, dict[str, int]]:
    found = {}
    for number in range(1, f.ROUNDS + 1):
        base = (seat * (f.ROUNDS + 1) + number) * f.GOODS
        if goods := named(f.GOOD_NAMES, state.promised[base : base + f.GOODS]):
            found[str(number)] = goods
    return found


# --- from_dict ---------------------------------------------------------------------------------------


def read(state: Position, seats: Any) -> None:
    """All seats; those that nothing is said of have a new farm. Raises BadRecord."""
    for seat, data in enumerate(expect_seats(seats, int(state.players))):
        where = f"seats[{seat}]"
        if state.facts.deck is None:
            expect_keys(data, KEYS, where)
        else:
            expect_keys(data, (*KEYS, *of_cards.SEAT_KEYS), where)
            of_cards.read_seat(state, seat, data, where)
        _read_tiles(state, seat, data, where)
        _read_pastures(state, seat, data.get("pastures", []), where)
        _read_people(state, seat, data, where)
        _read_improvements(state, seat, data, where)
        _read_goods(state, seat, data, where)
        _read_promised(state, seat, data.get("promised", {}), where)


def _cells(names: Any, where: str) -> int:
    """A set of spaces of a farmyard from their names."""
    cells = 0
    for name in names:
        cell = cell_number(name) if isinstance(name, str) else -1
        if cell < 0 or cells >> cell & 1:
            raise BadRecord(f"position: {where}: {name!r} is no space of a farmyard, or named twice")
        cells |= 1 << cell
    return cells


def _read_tiles(state: Position, seat: int, data: Data, where: str) -> None:
    """Rooms, fields and stables: each where the rules could have put it."""
    facts = state.facts
    first_rooms = int(facts.rooms)
    rooms = _cells(data.get("rooms", cell_names(first_rooms)), f"{where}.rooms")
    on_cards = state.fields[seat] & ~ALL_CELLS
    own_cards = of_cards.field_card_ids(state, seat)
    tiles = [name for name in data.get("fields", {}) if name not in own_cards]
    fields = _cells(tiles, f"{where}.fields")
    stables = _cells(data.get("stables", []), f"{where}.stables")
    if first_rooms & ~rooms or not _in_one_piece(rooms):
        raise BadRecord(f"position: {where}.rooms: {' '.join(cell_names(rooms))} is no house (R3.1)")
    if not _in_one_piece(fields):
        raise BadRecord(f"position: {where}.fields: each further field is beside another (R4.1)")
    if twice := rooms & fields | rooms & stables | fields & stables:
        raise BadRecord(f"position: {where}: two things on {' '.join(cell_names(twice))} (R3.2)")
    if stables.bit_count() > facts.max_stables:
        raise BadRecord(f"position: {where} has {stables.bit_count()} stables, not up to {facts.max_stables}")
    state.rooms[seat], state.fields[seat], state.stables[seat] = rooms, fields | on_cards, stables
    state.house[seat] = u8(
        expect_one_of(data.get("house", f.MATERIAL_NAMES[0]), f.MATERIAL_NAMES, f"{where}.house")
    )
    _read_crops(state, seat, data.get("fields", {}), f"{where}.fields")


def _read_crops(state: Position, seat: int, crops: Data, where: str) -> None:
    places = _fields(state, seat)
    for name, text in crops.items():
        crop = _crop(state.facts, text, f"{where}.{name}")
        kind = f.GRAIN if crop < f.PLANTED_VEGETABLES else f.VEGETABLE
        if crop > 0 and not farmyard.accepts(state, seat, kind) >> places[name] & 1:
            raise BadRecord(f"position: {where}.{name}: {text!r} cannot be sown there (R4.3)")
        state.crops[seat * f.FIELDS + places[name]] = u8(crop)


def _in_one_piece(cells: int) -> bool:
    """Whether all of a set of spaces can be reached from each other."""
    reached = cells & -cells
    while (further := int(around(reached)) & cells) != reached:
        reached = further
    return reached == cells


def _crop(facts: Facts, text: object, where: str) -> int:
    if text == "":
        return 0
    for n in range(1, int(max(facts.sown_grain, facts.sown_vegetables)) + 1):
        if text == f"grain {n}" and n <= facts.sown_grain:
            return n
        if text == f"vegetable {n}" and n <= facts.sown_vegetables:
            return f.PLANTED_VEGETABLES + n
    raise BadRecord(
        f"position: {where} is empty, 'grain' with a number up to {facts.sown_grain}, "
        f"or 'vegetable' with one up to {facts.sown_vegetables}, not {text!r}"
    )


def _read_pastures(state: Position, seat: int, pastures: Any, where: str) -> None:
    """Pastures: closed, apart from everything else, and each beside another (R5.2 to R5.5)."""
    facts = state.facts
    taken = fences = 0
    for names in pastures:
        cells = _cells(names, f"{where}.pastures")
        if cells == 0 or not _in_one_piece(cells):
            raise BadRecord(f"position: {where}.pastures: {names!r} is not one pasture")
        if cells & (taken | int(state.rooms[seat]) | int(state.fields[seat])):
            raise BadRecord(f"position: {where}.pastures: {' '.join(cell_names(cells))} is not free (R5.3)")
        taken |= cells
        fences |= int(border(cells))
    if not _in_one_piece(taken):
        raise BadRecord(f"position: {where}.pastures: each further pasture is beside another (R5.4)")
    if fences.bit_count() > facts.max_fences or len(pastures) >= MAX_PASTURES:
        raise BadRecord(
            f"position: {where} has {facts.max_fences} fences; these pastures need {fences.bit_count()}"
        )
    state.fences[seat] = fences
    farmyard.refresh_pastures(state, seat)


def _read_people(state: Position, seat: int, data: Data, where: str) -> None:
    facts = state.facts
    first = int(facts.people)
    people = expect_number(data.get("people", first), f"{where}.people", first, int(facts.max_people))
    newborns = expect_number(data.get("newborns", 0), f"{where}.newborns", 0, people - first)
    placed = sum(1 for user in (*state.used_by, *state.shared_by) if user == seat + 1)
    adults = people - newborns
    if placed > adults:
        raise BadRecord(f"position: {where} has {adults} people to place, and {placed} on action spaces")
    working = stored_agenda.has(state, steps.WORK) and agenda.people_are_out(state)
    at_home = data.get("at_home", adults - placed if working else 0)
    state.people[seat] = u8(people)
    state.newborns[seat] = u8(newborns)
    state.at_home[seat] = u8(
        expect_number(data.get("at_home", at_home), f"{where}.at_home", 0, adults - placed)
    )
    state.begging[seat] = u8(expect_number(data.get("begging", 0), f"{where}.begging", 0, MOST_IN_A_PLACE))


def _read_improvements(state: Position, seat: int, data: Data, where: str) -> None:
    for name in data.get("improvements", []):
        major = expect_one_of(name, f.MAJOR_IDS, f"{where}.improvements")
        if state.owner[major] != 0:
            raise BadRecord(f"position: {where}.improvements: there is only one {name} (R11.2)")
        state.owner[major] = u8(seat + 1)
    for name in data.get("crafted", []):
        major = expect_one_of(name, f.MAJOR_IDS, f"{where}.crafted")
        if state.owner[major] != seat + 1 or state.facts.craft_food[major] == 0:
            raise BadRecord(f"position: {where}.crafted: {name} is no craft building of this seat")
        state.crafted[seat] |= 1 << major


def _read_goods(state: Position, seat: int, data: Data, where: str) -> None:
    base = seat * f.GOODS
    start_food = state.facts.food_first if seat == state.start else state.facts.food_others
    goods = data.get(
        "goods", {} if stored_agenda.has(state, steps.START_SEAT) else {f.GOOD_NAMES[f.FOOD]: int(start_food)}
    )
    for good in range(f.GOODS):
        state.goods[base + good] = 0
    for name, n in goods.items():
        good = expect_one_of(name, f.GOOD_NAMES, f"{where}.goods")
        state.goods[base + good] = expect_number(n, f"{where}.goods.{name}", 0, MOST_GOODS)
    if not agenda.is_housing(state, seat) and not housing.all_fit(state, seat):
        raise BadRecord(f"position: {where} has more animals than it can keep (R6.1)")


def _read_promised(state: Position, seat: int, promised: Data, where: str) -> None:
    """Goods on the spaces of rounds to come."""
    first = int(state.round) + (seat not in stored_agenda.arguments(state, steps.PREPARE))
    for text, goods in promised.items():
        name = f"{where}.promised.{text}"
        if text not in [str(number) for number in range(first, f.ROUNDS + 1)]:
            raise BadRecord(f"position: {name} is no round to come")
        base = (seat * (f.ROUNDS + 1) + int(text)) * f.GOODS
        for good, n in goods.items():
            number = expect_number(n, f"{name}.{good}", 0, MOST_IN_A_PLACE)
            state.promised[base + expect_one_of(good, f.GOOD_NAMES, name)] = u8(number)
