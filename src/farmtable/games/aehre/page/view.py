"""The position as one seat sees it, for pages; what an action would bring; and a drawing in letters.

Everything is built up from an allow-list, `contract.py`, out of a copy in which what the seat cannot
know has already been forgotten.
"""

from __future__ import annotations

from typing import Final

from farmtable.core.bits import count_bits, lowest
from farmtable.core.state import OVER
from farmtable.games.aehre.page import contract as c
from farmtable.games.aehre.position import steps
from farmtable.games.aehre.position.actions import DISCARD, FARM, LARGE, LEVEL, SCORE, SMALL, block_of
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import (
    ANIMAL_NAMES,
    CROP_LETTERS,
    CROP_NAMES,
    CROPS,
    FARMS,
)
from farmtable.games.aehre.position.packed import pack_score, unpack_face, unpack_large
from farmtable.games.aehre.words.notation import cell_name, tile_name

LINKS: Final = (None, "right", "down", "left", "up")
STEPS: Final[dict[int, c.Step]] = {
    steps.START_SEAT: "start",
    steps.DEAL: "deal",
    steps.PLACE: "place",
    steps.PAY_LEVEL: "level",
    steps.SCORE_FIELDS: "score",
    steps.REVEAL: "livestock",
    steps.BUILD: "farm",
    steps.DISCARD_TILE: "discard",
    steps.DRAW_TILE: "draw",
}


def view(state: Position, seat: int) -> c.View:
    """What `seat` may see, JSON-ready."""
    facts = state.facts
    step: c.Step = "over" if state.to_play == OVER else STEPS[int(state.step())]
    seen: c.View = {
        "players": int(state.players),
        "to_play": int(state.to_play),
        "active": int(state.active),
        "start": int(state.start),
        "round": int(state.round),
        "step": step,
        "seat": None if seat < 0 else seat,
        "columns": int(facts.columns),
        "rows": int(facts.rows),
        "cells": [_cell(state, cell) for cell in range(int(facts.size))],
        "barn": {
            "top_row": int(facts.top_row),
            "farms": [_farm_row(state, farm) for farm in range(FARMS)],
            "livestock_row": int(facts.livestock_row),
            "piles": {
                CROP_NAMES[crop]: [ANIMAL_NAMES[animal] for animal in facts.pile[int(taken) :]]
                for crop, taken in enumerate(state.pile_taken)
            },
        },
        "seats": [_seat(state, other, other == seat) for other in range(int(state.players))],
        "stack": int(state.stack),
        "final_stack": int(state.final_stack),
        "ending": bool(state.ending),
        "small_barns": {CROP_NAMES[crop]: int(facts.small_barns[crop]) for crop in range(CROPS)},
        "codes": {
            "large": LARGE,
            "small": {CROP_NAMES[crop]: SMALL + crop * 64 for crop in range(CROPS)},
            "level": {CROP_NAMES[crop]: LEVEL + crop for crop in range(CROPS)},
            "score": SCORE,
            "farm": FARM,
            "discard": DISCARD,
        },
    }
    if step == "score":
        seen["open_fields"] = [_open_field(state, field) for field in range(2) if state.is_open(field)]
    if step == "farm":
        seen["free_regions"] = _free_regions(state)
    return seen


def _cell(state: Position, cell: int) -> c.Cell | None:
    if not state.facts.has(cell):
        return None
    link, barns = unpack_face(int(state.face[cell]))
    return {
        "cell": cell,
        "name": cell_name(state.facts, cell),
        "crop": CROP_NAMES[state.crop_at(cell)],
        "level": int(state.level[cell]),
        "barns": barns,
        "link": LINKS[link],
        "farm": _farm_owner(state, cell),
        "fresh": cell in (state.cell_a, state.cell_b),
        "region": int(count_bits(state.region(cell))),
        "owner": _region_owner(state, cell),
    }


def _farm_owner(state: Position, cell: int) -> int | None:
    for index, farm in enumerate(state.farm_cell):
        if farm == cell:
            return index // FARMS
    return None


def _region_owner(state: Position, cell: int) -> int | None:
    farm = state.region(cell) & state.farms
    return _farm_owner(state, int(lowest(farm))) if farm else None


def _farm_row(state: Position, farm: int) -> c.FarmRow:
    seats = range(int(state.players))
    waiting = [seat for seat in seats if state.farm_cell[seat * FARMS + farm] < 0]
    return {"row": int(state.facts.farm_rows[farm]), "waiting": waiting}


def _seat(state: Position, seat: int, own: bool) -> c.Seat:
    facts = state.facts
    return {
        "seat": seat,
        "vp": int(state.vp[seat]),
        "cubes": {
            CROP_NAMES[crop]: None if row == steps.GONE else int(row)
            for crop, row in enumerate(state.cubes[seat * CROPS : seat * CROPS + CROPS])
        },
        "reserve": [CROP_NAMES[crop] for crop in range(CROPS) if state.reserve[seat * CROPS + crop] > 0],
        "hand_size": int(state.hand_size[seat]),
        "hand": _tiles(state, seat) if own else None,
        "livestock": _livestock(state, seat),
        "farms": [
            _farm(state, int(facts.farm_rows[farm]), int(state.farm_cell[seat * FARMS + farm]))
            for farm in range(FARMS)
        ],
        "discarded": int(state.discard_size[seat]),
        "tie": int(state.farm_fields(seat)),
    }


def _tiles(state: Position, seat: int) -> list[c.HandTile]:
    facts = state.facts
    return [
        {
            "kind": kind,
            "text": tile_name(facts, kind),
            "fields": [
                {"crop": CROP_NAMES[facts.crop_a[kind]], "barns": int(facts.barns_a[kind])},
                {"crop": CROP_NAMES[facts.crop_b[kind]], "barns": int(facts.barns_b[kind])},
            ],
            "count": int(state.hand[seat * facts.kinds + kind]),
        }
        for kind in range(int(facts.kinds))
        if state.hand[seat * facts.kinds + kind] > 0
    ]


def _livestock(state: Position, seat: int) -> list[c.Beast]:
    facts = state.facts
    entries = len(facts.entry_animal)
    shown: list[c.Beast] = []
    for entry in range(entries):
        animal, value = int(facts.entry_animal[entry]), int(facts.entry_value[entry])
        known = int(state.owned[seat * entries + entry])
        shown += [{"animal": ANIMAL_NAMES[animal], "value": value} for _ in range(known)]
    for animal in range(len(ANIMAL_NAMES)):
        unknown = int(state.owned_unknown[seat * 3 + animal])
        shown += [{"animal": ANIMAL_NAMES[animal], "value": None} for _ in range(unknown)]
    return shown


def _farm(state: Position, row: int, cell: int) -> c.Farm:
    if cell < 0:
        return {"row": row, "cell": None, "size": 0}
    return {"row": row, "cell": cell, "size": int(count_bits(state.region(cell)))}


def _open_field(state: Position, field: int) -> c.OpenField:
    """What a field would bring; for farm points the cube is moved in a copy."""
    cell = int(state.cell_of(field))
    crop = int(state.crop_at(cell))
    told: c.OpenField = {
        "field": field,
        "cell": cell,
        "crop": CROP_NAMES[crop],
        "vp": int(state.field_points(field)),
        "barns": _climb(state, int(state.active), crop, field),
        "vp_action": SCORE + pack_score(field, False),
        "fp_action": None,
        "row": None,
        "takes": None,
        "farm_due": False,
    }
    if state.cube_of(field) != steps.GONE:
        after = state.clone()
        after.apply(SCORE + pack_score(field, True))
        row, taken = int(after.cubes[state.active * CROPS + crop]), int(after.pile_taken[crop])
        took = taken > state.pile_taken[crop]
        told["fp_action"] = SCORE + pack_score(field, True)
        told["row"] = None if row == steps.GONE else row
        told["takes"] = ANIMAL_NAMES[state.facts.pile[taken - 1]] if took else None
        told["farm_due"] = bool(after.rows_reached(state.active) > state.rows_reached(state.active))
    return told


def _climb(state: Position, seat: int, crop: int, field: int) -> int:
    """The rows that a seat's cube would climb for a field laid: its barns, up to the top row (R29, R31)."""
    barns = int(state.barns_a if field == 0 else state.barns_b)
    left = max(int(state.facts.top_row - state.cubes[seat * CROPS + crop]), 0)
    return min(barns, left)


def _free_regions(state: Position) -> list[list[int]]:
    regions = []
    left = int(state.farm_sites())
    while left:
        region = int(state.region(lowest(left)))
        left &= ~region
        regions.append([cell for cell in range(int(state.facts.size)) if region >> cell & 1])
    return regions


def preview(state: Position, seat: int, action: int) -> c.Preview:
    """Of a legal placement: each field with its points and farm points, and whether it needs levelling."""
    block = block_of(action)
    if block not in (LARGE, SMALL):
        return {}
    after = state.clone()
    after.apply(action)
    levelled = False
    if block == LARGE:
        _, direction, cell = unpack_large(action - LARGE)
        other = int(state.facts.neighbour(cell, direction))
        levelled = state.level[cell] != state.level[other]
    fields: list[c.FieldGain] = []
    for field in range(2 if block == LARGE else 1):
        cell = int(after.cell_of(field))
        crop = int(after.crop_at(cell))
        gone = state.cubes[seat * CROPS + crop] == steps.GONE
        fields.append(
            {
                "cell": cell,
                "crop": CROP_NAMES[crop],
                "vp": int(after.points_at(cell)),
                "fp": None if gone else _climb(after, seat, crop, field),
            }
        )
    return {"fields": fields, "levelled": levelled}


def sketch(state: Position) -> str:
    """The crop area and the barn in letters: crop, height (from 1), and the farm's owner (a, b, …)."""
    facts = state.facts
    columns = int(facts.columns)
    lines = ["     " + "   ".join(chr(ord("A") + column) for column in range(columns))]
    for row in range(int(facts.rows)):
        cells = [_letters(state, row * columns + column) for column in range(columns)]
        lines.append(f"{row + 1:>2}   " + " ".join(cells))
    lines.append("")
    for row in range(int(facts.top_row), -1, -1):
        lines.append(_barn_line(state, row))
    lines.append("      " + " ".join(f"{CROP_LETTERS[crop]:^{state.players}}" for crop in range(CROPS)))
    return "\n".join(line.rstrip() for line in lines)


def _letters(state: Position, cell: int) -> str:
    if not state.facts.has(cell):
        return " · "
    height = int(state.level[cell])
    owner = _farm_owner(state, cell)
    return (
        CROP_LETTERS[state.crop_at(cell)]
        + (str(height) if height else " ")
        + ("abcde"[owner] if owner is not None else " ")
    )


def _barn_line(state: Position, row: int) -> str:
    facts = state.facts
    tracks = [
        "".join(
            "abcde"[seat] if state.cubes[seat * CROPS + crop] == row else "."
            for seat in range(int(state.players))
        )
        for crop in range(CROPS)
    ]
    line = f"{row:>2}    " + " ".join(tracks)
    if row == facts.livestock_row:
        piles = [len(facts.pile) - int(taken) for taken in state.pile_taken]
        line += "   livestock left: " + " ".join(str(pile) for pile in piles)
    for farm in range(FARMS):
        if row == facts.farm_rows[farm]:
            waiting = [
                "abcde"[seat]
                for seat in range(int(state.players))
                if state.farm_cell[seat * FARMS + farm] < 0
            ]
            line += "   farms to build: " + (" ".join(waiting) or "none")
    return line
