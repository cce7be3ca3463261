"""Whole positions as readable data: `to_dict`, and `from_dict`, which believes nothing it reads.

In a scenario everything but `players` may be left out: what is missing stands as it does in the work
phase of the first round.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import u8

from farmtable.core.errors import BadOption, BadRecord
from farmtable.games.agricola import farmyard, housing, pending, spaces, steps
from farmtable.games.agricola import position_of_cards as of_cards
from farmtable.games.agricola.components import make_facts
from farmtable.games.agricola.facts import (
    CARDS,
    CELLS,
    FIELDS,
    FIRST_CARD,
    FIRST_OF_TILE,
    FOOD,
    GOOD_NAMES,
    GOODS,
    GRAIN,
    MAJOR_IDS,
    MATERIAL_NAMES,
    PLANTED_VEGETABLES,
    ROUNDS,
    SPACE_IDS,
    SPACES,
    VEGETABLE,
    Facts,
)
from farmtable.games.agricola.farmyard import MAX_PASTURES
from farmtable.games.agricola.notation import cell_names, cell_number
from farmtable.games.agricola.position_parts import Data, expect_keys, expect_number, expect_one_of
from farmtable.games.agricola.shapes import ALL_CELLS, around, border

if TYPE_CHECKING:
    from farmtable.core.game import Game
    from farmtable.games.agricola.state import AgricolaState

MOST_GOODS: Final = 999
MOST_IN_A_PLACE: Final = 99  # on an action space, on a round space; begging markers


# --- to_dict -----------------------------------------------------------------------------------------


def to_dict(state: AgricolaState) -> dict[str, Any]:
    """The whole position: spaces, cards and improvements by their ids, farmyards by names as `B2`."""
    found: dict[str, Any] = {
        "game": state.game.id,
        "players": int(state.players),
        "options": state.options,
        "round": int(state.round),
        "start": int(state.start),
        "turn": int(state.turn),
        "active": int(state.active),
        "turned_up": _named(SPACE_IDS[FIRST_CARD:], state.turned_up),
        "ordered": _named(SPACE_IDS[FIRST_CARD:], state.ordered),
        "piles": _named(SPACE_IDS, state.pile),
        "used_by": {SPACE_IDS[space]: int(user) - 1 for space, user in enumerate(state.used_by) if user > 0},
        "seats": [_seat_to_dict(state, seat) for seat in range(int(state.players))],
        "agenda": pending.to_list(state),
    }
    return found if state.facts.deck is None else found | of_cards.to_dict(state)


def _named(names: Iterable[str], numbers: Iterable[int]) -> dict[str, int]:
    """Those numbers that are not 0, by name."""
    return {name: int(number) for name, number in zip(names, numbers, strict=False) if number > 0}


def _seat_to_dict(state: AgricolaState, seat: int) -> dict[str, Any]:
    base = seat * GOODS
    pastures = state.pastures[seat * MAX_PASTURES : (seat + 1) * MAX_PASTURES]
    found: dict[str, Any] = {
        "goods": _named(GOOD_NAMES, state.goods[base : base + GOODS]),
        "house": MATERIAL_NAMES[state.house[seat]],
        "rooms": cell_names(int(state.rooms[seat])),
        "fields": {
            name: _crop_to_text(int(state.crops[seat * FIELDS + field]))
            for name, field in _fields(state, seat).items()
        },
        "stables": cell_names(int(state.stables[seat])),
        "pastures": [cell_names(int(cells)) for cells in pastures if cells != 0],
        "people": int(state.people[seat]),
        "newborns": int(state.newborns[seat]),
        "at_home": int(state.at_home[seat]),
        "begging": int(state.begging[seat]),
        "improvements": [MAJOR_IDS[major] for major, owner in enumerate(state.owner) if owner == seat + 1],
        "crafted": [name for major, name in enumerate(MAJOR_IDS) if state.crafted[seat] >> major & 1],
        "promised": _promised_to_dict(state, seat),
    }
    return found if state.facts.deck is None else found | of_cards.seat_to_dict(state, seat)


def _fields(state: AgricolaState, seat: int) -> dict[str, int]:
    """The places where crops may stand, by the names of cells and the ids of field cards."""
    tiles = {name: cell_number(name) for name in cell_names(int(state.fields[seat]))}
    return tiles | {card: CELLS + place for place, card in enumerate(of_cards.field_card_ids(state, seat))}


def _crop_to_text(crop: int) -> str:
    if crop == 0:
        return ""
    return f"grain {crop}" if crop < PLANTED_VEGETABLES else f"vegetable {crop - PLANTED_VEGETABLES}"


def _promised_to_dict(state: AgricolaState, seat: int) -> dict[str, dict[str, int]]:
    found = {}
    for number in range(1, ROUNDS + 1):
        base = (seat * (ROUNDS + 1) + number) * GOODS
        if goods := _named(GOOD_NAMES, state.promised[base : base + GOODS]):
            found[str(number)] = goods
    return found


# --- from_dict ---------------------------------------------------------------------------------------

_KEYS: Final = (
    "game",
    "players",
    "options",
    "round",
    "start",
    "turn",
    "active",
    "turned_up",
    "ordered",
    "piles",
    "used_by",
    "seats",
    "agenda",
)
_SEAT_KEYS: Final = (
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


def from_dict(game: Game, data: Data) -> AgricolaState:
    """The position that `data` tells of. Raises BadRecord, naming what does not fit."""
    try:
        state = _new_game(game, data)
        _read_round(state, data)
        state.agenda = pending.read(data.get("agenda"))
        _read_cards(state, data)
        _read_spaces(state, data)
        _read_seats(state, data.get("seats"))
        if state.facts.deck is not None:
            of_cards.read_rest(state, data)
        pending.check(state)
    except BadOption as error:
        raise BadRecord(f"position: {error}") from None
    except KeyError as error:
        raise BadRecord(f"position: {error} is missing") from None
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"position: {error}") from None
    state.resume()
    return state


def _new_game(game: Game, data: Data) -> AgricolaState:
    from farmtable.games.agricola.state import AgricolaState

    players = game.check_players(data["players"])
    options = game.check_options(data.get("options", {}))
    game.check_seats(players, options)
    state = AgricolaState(game, players, options, make_facts(players, options))
    state.set_up()
    if state.facts.deck is None:
        expect_keys(data, _KEYS, "a position of a game without hand cards")
    else:
        expect_keys(data, (*_KEYS, *of_cards.KEYS), "a position")
        of_cards.clear(state)
    return state


def _read_round(state: AgricolaState, data: Data) -> None:
    last = int(state.players) - 1
    state.round = expect_number(data.get("round", 1), "round", 0, ROUNDS)
    state.start = expect_number(data.get("start", 0), "start", -1, last)
    state.turn = expect_number(data.get("turn", max(state.start, 0)), "turn", -1, last)
    state.active = expect_number(data.get("active", -1), "active", -1, last)


# --- the board ---------------------------------------------------------------------------------------


def _read_cards(state: AgricolaState, data: Data) -> None:
    """The stage cards turned up so far, one a round, and the order in which they come if it was chosen."""
    turned_up = pending.cards_turned_up(state)
    if "turned_up" in data:
        _read_card_rounds(state, state.turned_up, data["turned_up"], "turned_up")
    else:
        _in_order(state, state.turned_up, turned_up)
    if "ordered" in data:
        _read_card_rounds(state, state.ordered, data["ordered"], "ordered")
    else:
        _in_order(state, state.ordered, pending.cards_ordered(state)[0])
    _expect_rounds(state.turned_up, turned_up, turned_up, "turned_up")
    _expect_rounds(state.ordered, *pending.cards_ordered(state), "ordered")
    for card, number in enumerate(state.turned_up):
        if number > 0 and state.facts.chosen_order and number != state.ordered[card]:
            name = SPACE_IDS[FIRST_CARD + card]
            raise BadRecord(f"position: {name} was ordered for round {state.ordered[card]}, not {number}")


def _in_order(state: AgricolaState, rounds: vec[u8], last: int) -> None:
    """The cards of each stage one after the other, up to a round."""
    for number in range(1, last + 1):
        for card in range(CARDS):
            if state.facts.stage_of[card] == state.facts.stage_in[number] and rounds[card] == 0:
                rounds[card] = u8(number)
                break


def _read_card_rounds(state: AgricolaState, rounds: vec[u8], data: Data, where: str) -> None:
    for name, number in data.items():
        card = expect_one_of(name, SPACE_IDS[FIRST_CARD : FIRST_CARD + CARDS], where)
        rounds[card] = u8(expect_number(number, f"{where}.{name}", 1, ROUNDS))
        if state.facts.stage_in[number] != state.facts.stage_of[card]:
            stage = state.facts.stage_of[card]
            raise BadRecord(f"position: {where}: {name} is a card of stage {stage}, not of round {number}")


def _expect_rounds(rounds: vec[u8], fewest: int, most: int, where: str) -> None:
    """One card for each round from the first on."""
    found = sorted(int(number) for number in rounds if number > 0)
    if found != list(range(1, len(found) + 1)) or not fewest <= len(found) <= most:
        said = f"{most}" if fewest == most else f"{fewest} to {most}"
        raise BadRecord(f"position: {where} has a card for each of the first {said} rounds, not for {found}")


def _read_spaces(state: AgricolaState, data: Data) -> None:
    facts = state.facts
    if "piles" in data:
        for name, n in data["piles"].items():
            space = _space_in_play(state, name, "piles")
            if facts.accumulates[space] == 0:
                raise BadRecord(f"position: piles: nothing is ever laid on {name}")
            state.pile[space] = u8(expect_number(n, f"piles.{name}", 0, MOST_IN_A_PLACE))
    elif not pending.has(state, steps.START_SEAT):
        for space in range(SPACES):
            if spaces.in_play(state, space):
                state.pile[space] = facts.accumulates[space]
    used_of_tile = 0
    for name, seat in data.get("used_by", {}).items():
        space = _space_in_play(state, name, "used_by")
        state.used_by[space] = u8(1 + expect_number(seat, f"used_by.{name}", 0, int(state.players) - 1))
        used_of_tile += space >= FIRST_OF_TILE
    if used_of_tile > 1:
        raise BadRecord("position: used_by: only one person can stand on the tile (R14.3)")
    if state.facts.deck is not None:
        of_cards.read_spaces(state, data)


def _space_in_play(state: AgricolaState, name: object, where: str) -> int:
    space = expect_one_of(name, SPACE_IDS, where)
    if not spaces.in_play(state, space):
        raise BadRecord(f"position: {where}: {name} is not in play")
    return space


# --- the seats ---------------------------------------------------------------------------------------


def _read_seats(state: AgricolaState, seats: Any) -> None:
    seats = [{}] * int(state.players) if seats is None else seats
    if len(seats) != state.players:
        raise BadRecord(f"position: {len(seats)} seats; the game has {state.players} players")
    for seat, data in enumerate(seats):
        where = f"seats[{seat}]"
        if state.facts.deck is None:
            expect_keys(data, _SEAT_KEYS, where)
        else:
            expect_keys(data, (*_SEAT_KEYS, *of_cards.SEAT_KEYS), where)
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


def _read_tiles(state: AgricolaState, seat: int, data: Data, where: str) -> None:
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
        expect_one_of(data.get("house", MATERIAL_NAMES[0]), MATERIAL_NAMES, f"{where}.house")
    )
    _read_crops(state, seat, data.get("fields", {}), f"{where}.fields")


def _read_crops(state: AgricolaState, seat: int, crops: Data, where: str) -> None:
    places = _fields(state, seat)
    for name, text in crops.items():
        crop = _crop(state.facts, text, f"{where}.{name}")
        kind = GRAIN if crop < PLANTED_VEGETABLES else VEGETABLE
        if crop > 0 and not farmyard.accepts(state, seat, kind) >> places[name] & 1:
            raise BadRecord(f"position: {where}.{name}: {text!r} cannot be sown there (R4.3)")
        state.crops[seat * FIELDS + places[name]] = u8(crop)


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
            return PLANTED_VEGETABLES + n
    raise BadRecord(
        f"position: {where} is empty, 'grain' with a number up to {facts.sown_grain}, "
        f"or 'vegetable' with one up to {facts.sown_vegetables}, not {text!r}"
    )


def _read_pastures(state: AgricolaState, seat: int, pastures: Any, where: str) -> None:
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


def _read_people(state: AgricolaState, seat: int, data: Data, where: str) -> None:
    facts = state.facts
    first = int(facts.people)
    people = expect_number(data.get("people", first), f"{where}.people", first, int(facts.max_people))
    newborns = expect_number(data.get("newborns", 0), f"{where}.newborns", 0, people - first)
    placed = sum(1 for user in (*state.used_by, *state.shared_by) if user == seat + 1)
    adults = people - newborns
    if placed > adults:
        raise BadRecord(f"position: {where} has {adults} people to place, and {placed} on action spaces")
    working = pending.has(state, steps.WORK) and pending.people_are_out(state)
    at_home = data.get("at_home", adults - placed if working else 0)
    state.people[seat] = u8(people)
    state.newborns[seat] = u8(newborns)
    state.at_home[seat] = u8(
        expect_number(data.get("at_home", at_home), f"{where}.at_home", 0, adults - placed)
    )
    state.begging[seat] = u8(expect_number(data.get("begging", 0), f"{where}.begging", 0, MOST_IN_A_PLACE))


def _read_improvements(state: AgricolaState, seat: int, data: Data, where: str) -> None:
    for name in data.get("improvements", []):
        major = expect_one_of(name, MAJOR_IDS, f"{where}.improvements")
        if state.owner[major] != 0:
            raise BadRecord(f"position: {where}.improvements: there is only one {name} (R11.2)")
        state.owner[major] = u8(seat + 1)
    for name in data.get("crafted", []):
        major = expect_one_of(name, MAJOR_IDS, f"{where}.crafted")
        if state.owner[major] != seat + 1 or state.facts.craft_food[major] == 0:
            raise BadRecord(f"position: {where}.crafted: {name} is no craft building of this seat")
        state.crafted[seat] |= 1 << major


def _read_goods(state: AgricolaState, seat: int, data: Data, where: str) -> None:
    base = seat * GOODS
    start_food = state.facts.food_first if seat == state.start else state.facts.food_others
    goods = data.get(
        "goods", {} if pending.has(state, steps.START_SEAT) else {GOOD_NAMES[FOOD]: int(start_food)}
    )
    for good in range(GOODS):
        state.goods[base + good] = 0
    for name, n in goods.items():
        good = expect_one_of(name, GOOD_NAMES, f"{where}.goods")
        state.goods[base + good] = expect_number(n, f"{where}.goods.{name}", 0, MOST_GOODS)
    if not pending.is_housing(state, seat) and not housing.all_fit(state, seat):
        raise BadRecord(f"position: {where} has more animals than it can keep (R6.1)")


def _read_promised(state: AgricolaState, seat: int, promised: Data, where: str) -> None:
    """Goods on the spaces of rounds to come."""
    first = int(state.round) + (seat not in pending.arguments(state, steps.PREPARE))
    for text, goods in promised.items():
        name = f"{where}.promised.{text}"
        if text not in [str(number) for number in range(first, ROUNDS + 1)]:
            raise BadRecord(f"position: {name} is no round to come")
        base = (seat * (ROUNDS + 1) + int(text)) * GOODS
        for good, n in goods.items():
            number = expect_number(n, f"{name}.{good}", 0, MOST_IN_A_PLACE)
            state.promised[base + expect_one_of(good, GOOD_NAMES, name)] = u8(number)
