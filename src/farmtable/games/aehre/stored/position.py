"""Whole positions as readable data: `to_dict`, and `from_dict`, which believes nothing it reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.agenda import pack_frame
from farmtable.core.bits import count_bits
from farmtable.core.errors import BadRecord
from farmtable.games.aehre.position import steps
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import (
    ANIMAL_NAMES,
    CROP_LETTERS,
    CROPS,
    FARMS,
    Facts,
)
from farmtable.games.aehre.position.packed import unpack_face
from farmtable.games.aehre.rules import placing, turn
from farmtable.games.aehre.words.notation import cell_name, cell_number, tile_name, tile_number
from farmtable.games.kit.stored import expect_number, expect_seats, named, refusing
from farmtable.games.kit.stored_agenda import frames, to_list

if TYPE_CHECKING:
    from farmtable.core.game import Game


def to_dict(state: Position) -> dict[str, Any]:
    """The whole position: boards as lines of letters and digits, tiles and cells by name."""
    facts = state.facts
    cells = range(int(facts.size))
    return {
        "game": state.game.id,
        "players": int(state.players),
        "options": state.options,
        "crops": _lines(facts, [_letter(state, cell) for cell in cells]),
        "levels": [int(state.level[cell]) for cell in cells],
        "faces": [int(state.face[cell]) for cell in cells],
        "seats": [_seat_to_dict(state, seat) for seat in range(int(state.players))],
        "unseen": named([tile_name(facts, kind) for kind in range(int(facts.kinds))], state.unseen),
        "stack": int(state.stack),
        "final_stack": int(state.final_stack),
        "ending": bool(state.ending),
        "start": int(state.start),
        "active": int(state.active),
        "round": int(state.round),
        "latest": [_cell_or_none(facts, cell) for cell in (state.cell_a, state.cell_b)],
        "latest_barns": [int(state.barns_a), int(state.barns_b)],
        "open_fields": [field for field in range(2) if state.is_open(field)],
        "agenda": to_list(state, steps.STEP_NAMES),
    }


def _letter(state: Position, cell: int) -> str:
    return CROP_LETTERS[state.crop_at(cell)] if state.facts.has(cell) else "."


def _lines(facts: Facts, letters: list[str]) -> list[str]:
    columns = int(facts.columns)
    return ["".join(letters[at : at + columns]) for at in range(0, len(letters), columns)]


def _cell_or_none(facts: Facts, cell: int) -> str | None:
    return None if cell < 0 else cell_name(facts, cell)


def _seat_to_dict(state: Position, seat: int) -> dict[str, Any]:
    facts = state.facts
    entries = len(facts.entry_animal)
    base = seat * steps.EARNINGS
    return {
        "earned": [int(points) for points in state.earned[base : base + steps.EARNINGS]],
        "cubes": [
            None if row == steps.GONE else int(row)
            for row in state.cubes[seat * CROPS : seat * CROPS + CROPS]
        ],
        "farms": [_cell_or_none(facts, int(state.farm_cell[seat * FARMS + farm])) for farm in range(FARMS)],
        "reserve": "".join(
            CROP_LETTERS[crop] for crop in range(CROPS) if state.reserve[seat * CROPS + crop] > 0
        ),
        "hand": _kinds(facts, state.hand, seat),
        "discarded": _kinds(facts, state.discarded, seat),
        "livestock": [
            [ANIMAL_NAMES[facts.entry_animal[entry]], int(facts.entry_value[entry])]
            for entry in range(entries)
            for _ in range(int(state.owned[seat * entries + entry]))
        ],
    }


def _kinds(facts: Facts, counts: vec[u8], seat: int) -> list[str]:
    return [
        tile_name(facts, kind)
        for kind in range(int(facts.kinds))
        for _ in range(int(counts[seat * facts.kinds + kind]))
    ]


def from_dict(game: Game, data: Mapping[str, Any]) -> Position:
    """The position that `data` tells of. `unseen`, `levels` and `faces` may be left out of a scenario.

    Without `unseen`, all tiles that no seat has are unseen. Raises BadRecord, naming what does not fit.
    """
    with refusing():
        state = cast(Position, game.new(data["players"], **data.get("options", {})))
        _read_board(state, data)
        _read_seats(state, data["seats"])
        _read_unseen(state, data.get("unseen"))
        _read_turn(state, data)
    _check(state)
    placing.refresh_heights(state)
    turn.advance(state)
    return state


def _read_board(state: Position, data: Mapping[str, Any]) -> None:
    facts = state.facts
    size = int(facts.size)
    letters = "".join(data["crops"])
    if len(letters) != size:
        raise BadRecord(f"position: crops has {len(letters)} squares; the crop area has {size}")
    masks = [0] * CROPS
    for cell, letter in enumerate(letters):
        if (letter != ".") != bool(facts.has(cell)) or letter not in CROP_LETTERS + ".":
            raise BadRecord(f"position: crops has {letter!r} on {cell_name(facts, cell)}")
        if letter != ".":
            masks[CROP_LETTERS.index(letter)] |= 1 << cell
    for crop, mask in enumerate(masks):
        state.crop[crop] = mask
    for name, numbers in (("levels", state.level), ("faces", state.face)):
        values = data.get(name, [0] * size)
        if len(values) != size:
            raise BadRecord(f"position: {name} has {len(values)} numbers; the crop area has {size} squares")
        for cell, value in enumerate(values):
            numbers[cell] = expect_number(value, f"{name}[{cell}]", 0, 255 if facts.has(cell) else 0)
    for cell in range(size):
        link, _ = unpack_face(int(state.face[cell]))
        if link > 4 or (link > 0 and facts.neighbour(cell, link - 1) < 0):
            raise BadRecord(f"position: faces[{cell}] links to no field")


def _read_seats(state: Position, seats: Any) -> None:
    facts = state.facts
    entries = len(facts.entry_animal)
    for seat, data in enumerate(expect_seats(seats, int(state.players))):
        name = f"seats[{seat}]"
        _expect_length(data["earned"], steps.EARNINGS, f"{name}.earned")
        _expect_length(data["cubes"], CROPS, f"{name}.cubes")
        _expect_length(data["farms"], FARMS, f"{name}.farms")
        for index, points in enumerate(data["earned"]):
            state.earned[seat * steps.EARNINGS + index] = expect_number(points, f"{name}.earned", 0, 100_000)
        state.vp[seat] = sum(data["earned"])
        for crop, row in enumerate(data["cubes"]):
            at = seat * CROPS + crop
            state.cubes[at] = (
                steps.GONE if row is None else expect_number(row, f"{name}.cubes", 0, int(facts.top_row))
            )
        for farm, cell_text in enumerate(data["farms"]):
            cell = steps.UNBUILT if cell_text is None else _cell(facts, cell_text, f"{name}.farms")
            state.farm_cell[seat * FARMS + farm] = cell
            if cell >= 0:
                if state.farms >> cell & 1:
                    raise BadRecord(f"position: two farms on {cell_text}")
                state.farms |= 1 << cell
        for crop in range(CROPS):
            state.reserve[seat * CROPS + crop] = u8(CROP_LETTERS[crop] in data["reserve"])
        _read_kinds(state, data["hand"], state.hand, state.hand_size, seat, f"{name}.hand")
        discarded = data.get("discarded", [])
        _read_kinds(state, discarded, state.discarded, state.discard_size, seat, f"{name}.discarded")
        for animal, value in data["livestock"]:
            state.owned[seat * entries + _entry(facts, animal, value)] += 1


def _expect_length(values: Any, length: int, name: str) -> None:
    if len(values) != length:
        raise BadRecord(f"position: {name} has {len(values)} entries, not {length}")


def _cell(facts: Facts, name: object, where: str) -> int:
    try:
        cell = cell_number(facts, str(name))
    except (ValueError, IndexError):
        cell = -1
    if cell < 0:
        raise BadRecord(f"position: {where}: there is no field {name!r}")
    return cell


def _read_kinds(state: Position, names: Any, counts: vec[u8], sizes: vec[u8], seat: int, where: str) -> None:
    sizes[seat] = expect_number(len(names), where, 0, 200)
    for name in names:
        kind = tile_number(state.facts, str(name))
        if kind is None:
            raise BadRecord(f"position: {where}: there is no tile {name!r}")
        counts[seat * state.facts.kinds + kind] += 1


def _entry(facts: Facts, animal: str, value: int) -> int:
    for entry in range(len(facts.entry_animal)):
        if ANIMAL_NAMES[facts.entry_animal[entry]] == animal and facts.entry_value[entry] == value:
            return entry
    raise BadRecord(f"position: there is no {animal} worth {value}")


def _read_unseen(state: Position, unseen: Mapping[str, int] | None) -> None:
    facts = state.facts
    kinds = int(facts.kinds)
    known: Mapping[str, int] = {} if unseen is None else unseen
    for name in known:
        if tile_number(facts, name) is None:
            raise BadRecord(f"position: unseen: there is no tile {name!r}")
    for kind in range(kinds):
        name = tile_name(facts, kind)
        held = sum(
            int(state.hand[seat * kinds + kind]) + int(state.discarded[seat * kinds + kind])
            for seat in range(int(state.players))
        )
        left = int(facts.kind_count[kind]) - held
        if left < 0:
            raise BadRecord(f"position: {name} is held {held} times; there are {facts.kind_count[kind]}")
        state.unseen[kind] = (
            left if unseen is None else expect_number(known.get(name, 0), f"unseen {name}", 0, left)
        )
    entries = len(facts.entry_animal)
    for entry in range(entries):
        owned = sum(int(state.owned[seat * entries + entry]) for seat in range(int(state.players)))
        left = int(facts.entry_count[entry]) - owned
        if left < 0:
            raise BadRecord("position: more livestock is owned than there is")
        state.unseen_livestock[entry] = left


def _read_turn(state: Position, data: Mapping[str, Any]) -> None:
    facts = state.facts
    last = int(state.players) - 1
    for crop in range(CROPS):
        gone = sum(state.cubes[seat * CROPS + crop] == steps.GONE for seat in range(last + 1))
        state.pile_taken[crop] = expect_number(
            gone, "the number of cubes gone from a track", 0, len(facts.pile)
        )
    state.stack = expect_number(data["stack"], "stack", 0, 200)
    state.final_stack = expect_number(data["final_stack"], "final_stack", 0, int(facts.final_stack) + 1)
    state.ending = data["ending"] is True
    state.start = expect_number(data["start"], "start", -1, last)
    state.active = expect_number(data["active"], "active", -1, last)
    state.round = expect_number(data["round"], "round", 0, 10_000)
    latest = [
        -1 if name is None else _cell(facts, name, "latest") for name in data.get("latest", [None, None])
    ]
    barns = data.get("latest_barns", [0, 0])
    _expect_length(latest, 2, "latest")
    _expect_length(barns, 2, "latest_barns")
    state.cell_a, state.cell_b = latest
    state.barns_a, state.barns_b = (expect_number(number, "latest_barns", 0, 9) for number in barns)
    for field in data.get("open_fields", []):
        if expect_number(field, "open_fields", 0, 1) < 2 and latest[field] < 0:
            raise BadRecord("position: a field is open to be scored but was not laid")
        state.open_fields |= 1 << field
    agenda = vec[i64]()
    for step, argument in data["agenda"]:
        if step not in steps.STEP_NAMES:
            raise BadRecord(f"position: agenda: there is no step {step!r}")
        number = expect_number(argument, "agenda", 0, last + CROPS)
        agenda = append(agenda, pack_frame(steps.STEP_NAMES.index(step), number))
    state.agenda = agenda


def _check(state: Position) -> None:
    """What the parts must fulfil together, so that play can go on from every position that is loaded."""
    facts = state.facts
    pending = [step for step, _ in frames(state)]
    setting_up = steps.START_SEAT in pending or steps.DEAL in pending
    if (state.start < 0 or state.active < 0) and steps.START_SEAT not in pending:
        raise BadRecord("position: nobody is the start player")
    for cell in range(int(facts.size)):
        if state.farms >> cell & 1 and count_bits(state.region(cell) & state.farms) > 1:
            raise BadRecord(f"position: two farms in the region of {cell_name(facts, cell)} (R38)")
    for at, row in enumerate(state.cubes):
        crop = at % CROPS
        if facts.livestock_row <= row != steps.GONE and state.pile_taken[crop] < len(facts.pile):
            raise BadRecord("position: a cube stands beyond livestock that it must have taken (R42)")
    if not state.ending and state.final_stack == 0:
        raise BadRecord("position: the final stack is empty but the end-of-game tile was not drawn")
    if not state.ending and not setting_up:
        for seat in range(int(state.players)):
            if state.hand_size[seat] == 0 and seat != state.active:
                raise BadRecord(f"position: seat {seat} has no tile in hand")
    in_stacks = int(state.stack) + int(state.final_stack) - (not state.ending)
    if sum(int(count) for count in state.unseen) < in_stacks:
        raise BadRecord(f"position: {in_stacks} tiles in the stacks, but fewer are unseen")
    _check_livestock(state, pending)
    _check_agenda(state, pending)


def _check_livestock(state: Position, pending: list[int]) -> None:
    """Every cube that is gone has brought one tile, the topmost of its pile (one may still be hidden)."""
    facts = state.facts
    entries = len(facts.entry_animal)
    for animal in range(len(ANIMAL_NAMES)):
        taken = sum(
            1
            for crop in range(CROPS)
            for other in facts.pile[: int(state.pile_taken[crop])]
            if other == animal
        )
        owned = sum(
            int(state.owned[seat * entries + entry])
            for seat in range(int(state.players))
            for entry in range(entries)
            if facts.entry_animal[entry] == animal
        )
        hidden = 0
        if steps.REVEAL in pending:
            _, crop = frames(state)[pending.index(steps.REVEAL)]
            if crop >= CROPS or state.pile_taken[crop] == 0:
                raise BadRecord("position: livestock is to be revealed that nobody took")
            hidden = int(facts.pile[state.pile_taken[crop] - 1] == animal)
        if taken != owned + hidden:
            raise BadRecord(f"position: {taken} of {ANIMAL_NAMES[animal]} taken but {owned} owned")


def _check_agenda(state: Position, pending: list[int]) -> None:
    from_top = pending[::-1]
    for step, below in zip(from_top, [*from_top[1:], None][: len(from_top)], strict=True):
        allowed = steps.STEPS[step].below
        if (below is None and allowed) or (below is not None and below not in allowed):
            raise BadRecord(f"position: agenda: {steps.STEP_NAMES[step]!r} cannot lie there")
    for step, argument in frames(state):
        if step == steps.DEAL and argument >= state.players:
            raise BadRecord("position: agenda: tiles are dealt to a seat that does not exist")
    if state.open_fields and steps.SCORE_FIELDS not in pending:
        raise BadRecord("position: fields are open to be scored, but scoring is over")
    if steps.PAY_LEVEL in pending and not state.has_reserve(state.active):
        raise BadRecord("position: a cell is to be levelled with no small tile left")
    if steps.DEAL in pending and state.stack < pending.count(steps.DEAL):
        raise BadRecord("position: too few tiles to deal")
