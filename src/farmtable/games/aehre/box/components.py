"""Reads `components.toml`, lays an owner's own file over it, checks both, and packs them into `Facts`.

An owner's file need only hold what differs: tables are merged key by key, everything else is
replaced. Whatever does not fit is refused in one sentence that names the key.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from librt.vecs import append

from farmtable.core.errors import BadOption
from farmtable.games.aehre.position.facts import (
    ANIMAL_NAMES,
    CROP_LETTERS,
    CROP_NAMES,
    MAX_CELLS,
    MAX_KINDS,
    MAX_LIVESTOCK,
    MAX_PLAYERS,
    Facts,
)

# Keys that tell about a figure and change nothing.
NOTES = {"source", "why", "confidence"}
# Tables that name things the rules themselves are written for.
FIXED = {"game", "pieces", "players", "crops", "victory_points", "barn.start_row"}


@cache
def default_components() -> dict[str, Any]:
    """The facts that come with the package."""
    text = files(__package__).joinpath("components.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def merged(own: Mapping[str, Any]) -> dict[str, Any]:
    """The package's facts with an owner's laid over them. Raises BadOption for a key we do not know."""
    return _merge(default_components(), own, "")


def _merge(base: Mapping[str, Any], over: Mapping[str, Any], path: str) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        if key in NOTES:
            result[key] = value
            continue
        if path + key in FIXED and value != base[key]:
            raise BadOption(f"components: {path + key!r} is part of the rules and cannot be replaced")
        if key not in base:
            known = ", ".join(k for k in base if k not in NOTES)
            raise BadOption(f"components: there is no {path + key!r}; known here: {known}")
        if isinstance(base[key], dict):
            if not isinstance(value, Mapping):
                raise BadOption(f"components: {path + key!r} is a table, not {value!r}")
            result[key] = _merge(base[key], value, f"{path}{key}.")
        else:
            result[key] = value
    return result


def make_facts(players: int, options: Mapping[str, Any]) -> Facts:
    """The facts of a game with these checked options. Raises BadOption where a figure does not fit."""
    return _facts(players, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=256)  # not without end: a server is sent files by strangers
def _facts(players: int, options_json: str) -> Facts:
    options = json.loads(options_json)
    data = merged(options.get("components", {}))
    facts = Facts(players, _layout(data))
    _large_tiles(facts, data)
    _small_tiles(facts, data)
    _barn(facts, data, str(players))
    _livestock(facts, data)
    _stacks(facts, data, str(players))
    facts.any_adjacent = options["farm_vp_block"] == "any_adjacent"
    facts.levelled_free = options["levelled_field_rotation"] == "any"
    facts.largest_farm = options["tie_breaker"] == "largest_single_farm_region"
    if options["start"] != "random":
        start = int(options["start"]) - 1
        if start >= players:
            raise BadOption(f"start is random or a seat from 1 to {players}; not {start + 1}")
        facts.start = start
    return facts


def check_components(content: dict[str, Any]) -> dict[str, Any]:
    """An owner's file, fit to be kept in a record. Raises BadOption for anything that cannot be played."""
    try:
        json.dumps(content)
    except TypeError:
        raise BadOption("components: dates and times have no place here") from None
    plain = {
        "farm_vp_block": "same_crop",
        "levelled_field_rotation": "crop_below_face_down_tile",
        "tie_breaker": "sum_of_own_farm_regions",
        "start": "random",
        "components": content,
    }
    for players in range(2, MAX_PLAYERS + 1):
        make_facts(players, plain)
    return content


def _layout(data: Mapping[str, Any]) -> list[str]:
    layout = data["crop_area"]["layout"]
    if not isinstance(layout, list) or not layout or not all(isinstance(line, str) for line in layout):
        raise BadOption("components: crop_area.layout is a list of lines such as 'WRPBCW.'")
    if len({len(line) for line in layout}) != 1 or not layout[0]:
        raise BadOption("components: the lines of crop_area.layout are not of one length")
    letters = set("".join(layout)) - set(CROP_LETTERS + ".")
    if letters:
        raise BadOption(
            f"components: crop_area.layout may have {CROP_LETTERS} and '.', not {', '.join(sorted(letters))}"
        )
    if len(layout) * len(layout[0]) > MAX_CELLS:
        raise BadOption(f"components: crop_area.layout has more than {MAX_CELLS} squares")
    if sum(letter != "." for line in layout for letter in line) < 2:
        raise BadOption("components: crop_area.layout has fewer than two fields")
    return list(layout)


def _number(value: object, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOption(f"components: {name} is a whole number from {low} to {high}; not {value!r}")
    return value


def _crop(value: object, name: str) -> int:
    if value not in CROP_NAMES:
        raise BadOption(f"components: {name} names one of {', '.join(CROP_NAMES)}; not {value!r}")
    return CROP_NAMES.index(value)


def _large_tiles(facts: Facts, data: Mapping[str, Any]) -> None:
    groups = data["large_tiles"]
    if not isinstance(groups, list):
        raise BadOption("components: large_tiles is a list of tables [[large_tiles]]")
    counts: dict[tuple[int, int, int, int], int] = {}
    for index, group in enumerate(groups, 1):
        name = f"large_tiles number {index}"
        fields = group.get("fields") if isinstance(group, Mapping) else None
        if (
            not isinstance(fields, list)
            or len(fields) != 2
            or any(not isinstance(field, list) or len(field) != 2 for field in fields)
        ):
            raise BadOption(f'components: {name} needs fields = [["wheat", 1], ["beets", 2]]')
        halves = sorted((_crop(crop, name), _number(barns, name, 0, 9)) for crop, barns in fields)
        (crop_a, barns_a), (crop_b, barns_b) = halves
        kind = (crop_a, crop_b, barns_a, barns_b)
        counts[kind] = counts.get(kind, 0) + _number(group.get("count", 1), f"{name}, count", 1, 200)
    if len(counts) > MAX_KINDS:
        raise BadOption(f"components: more than {MAX_KINDS} different large tiles")
    for kind in sorted(counts):
        facts.crop_a = append(facts.crop_a, kind[0])
        facts.crop_b = append(facts.crop_b, kind[1])
        facts.barns_a = append(facts.barns_a, kind[2])
        facts.barns_b = append(facts.barns_b, kind[3])
        facts.kind_count = append(facts.kind_count, _number(counts[kind], "a tile's count", 1, 200))
    if sum(counts.values()) > 200:
        raise BadOption("components: more than 200 large tiles")
    facts.kinds = len(counts)


def _small_tiles(facts: Facts, data: Mapping[str, Any]) -> None:
    barns = data["small_tiles"]["barns"]
    for crop in CROP_NAMES:
        name = f"small_tiles.barns.{crop}"
        facts.small_barns = append(facts.small_barns, _number(barns[crop], name, 0, 9))


def _barn(facts: Facts, data: Mapping[str, Any], players: str) -> None:
    barn = data["barn"]["players"][players]
    name = f"barn.players.{players}"
    facts.top_row = _number(data["barn"]["top_row"], "barn.top_row", 1, 30)
    facts.livestock_row = _number(barn["livestock_row"], f"{name}.livestock_row", 1, facts.top_row)
    rows = barn["farm_rows"]
    if not isinstance(rows, list) or len(rows) != 2:
        raise BadOption(f"components: {name}.farm_rows has two rows, as [2, 4]")
    for row in sorted(_number(row, f"{name}.farm_rows", 1, facts.top_row) for row in rows):
        facts.farm_rows = append(facts.farm_rows, row)
    if facts.livestock_row < facts.farm_rows[1]:
        raise BadOption(f"components: {name}: the livestock row lies below a farm row (see R35)")
    pile = barn["livestock"]
    if not isinstance(pile, list) or any(animal not in ANIMAL_NAMES for animal in pile):
        raise BadOption(f"components: {name}.livestock lists {', '.join(ANIMAL_NAMES)} from the top")
    for animal in pile:
        facts.pile = append(facts.pile, ANIMAL_NAMES.index(animal))


def _livestock(facts: Facts, data: Mapping[str, Any]) -> None:
    for animal, animal_name in enumerate(ANIMAL_NAMES):
        name = f"livestock.{animal_name}.values"
        values = data["livestock"][animal_name]["values"]
        if not isinstance(values, list):
            raise BadOption(f"components: {name} is a list of numbers")
        numbers = [_number(value, name, 0, 99) for value in values]
        needed = 5 * sum(1 for other in facts.pile if other == animal)
        if len(numbers) < max(needed, 1):
            raise BadOption(f"components: {name} needs {needed} values, one for each track")
        for value in sorted(set(numbers)):
            facts.entry_animal = append(facts.entry_animal, animal)
            facts.entry_value = append(facts.entry_value, value)
            facts.entry_count = append(facts.entry_count, numbers.count(value))
        facts.mean_value = append(facts.mean_value, sum(numbers) * 100 // len(numbers))
    if len(facts.entry_animal) > MAX_LIVESTOCK:
        raise BadOption(f"components: more than {MAX_LIVESTOCK} different livestock tiles")


def _stacks(facts: Facts, data: Mapping[str, Any], players: str) -> None:
    setup = data["setup"]
    facts.hand_size = _number(setup["hand_size"], "setup.hand_size", 1, 10)
    facts.final_stack = _number(setup["final_stack"], "setup.final_stack", 0, 50)
    facts.removed = _number(setup["players"][players]["removed"], f"setup.players.{players}.removed", 0, 200)
    total = sum(int(count) for count in facts.kind_count)
    needed = facts.removed + facts.final_stack + int(players) * facts.hand_size
    facts.stack = total - needed
    if total < needed:
        raise BadOption(f"components: {total} large tiles are too few; {players} players need {needed}")
