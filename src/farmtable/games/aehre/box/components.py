"""Checks the figures of `components.toml`, an owner's own laid over them, and packs them into `Facts`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

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
from farmtable.games.kit.components import Components
from farmtable.games.kit.figures import Table, expect_number

# What the rules themselves are written for.
FIXED: Final = ("game", "pieces", "players", "crops", "victory_points", "barn.start_row")
# The options of an ordinary game.
USUAL: Final = {
    "farm_vp_block": "same_crop",
    "levelled_field_rotation": "crop_below_face_down_tile",
    "tie_breaker": "sum_of_own_farm_regions",
    "start": "random",
}


def _make_facts(players: int, data: Table, options: Mapping[str, Any]) -> Facts:
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
        facts.start = int(options["start"]) - 1
    return facts


def _layout(data: Table) -> list[str]:
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


def _crop(value: object, name: str) -> int:
    if value not in CROP_NAMES:
        raise BadOption(f"components: {name} names one of {', '.join(CROP_NAMES)}; not {value!r}")
    return CROP_NAMES.index(value)


def _large_tiles(facts: Facts, data: Table) -> None:
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
        halves = sorted((_crop(crop, name), expect_number(barns, name, 0, 9)) for crop, barns in fields)
        (crop_a, barns_a), (crop_b, barns_b) = halves
        kind = (crop_a, crop_b, barns_a, barns_b)
        counts[kind] = counts.get(kind, 0) + expect_number(group.get("count", 1), f"{name}, count", 1, 200)
    if len(counts) > MAX_KINDS:
        raise BadOption(f"components: more than {MAX_KINDS} different large tiles")
    for kind in sorted(counts):
        facts.crop_a = append(facts.crop_a, kind[0])
        facts.crop_b = append(facts.crop_b, kind[1])
        facts.barns_a = append(facts.barns_a, kind[2])
        facts.barns_b = append(facts.barns_b, kind[3])
        facts.kind_count = append(facts.kind_count, expect_number(counts[kind], "a tile's count", 1, 200))
    if sum(counts.values()) > 200:
        raise BadOption("components: more than 200 large tiles")
    facts.kinds = len(counts)


def _small_tiles(facts: Facts, data: Table) -> None:
    barns = data.table("small_tiles").table("barns")
    for crop in CROP_NAMES:
        facts.small_barns = append(facts.small_barns, barns.number(crop, 0, 9))


def _barn(facts: Facts, data: Table, players: str) -> None:
    barn = data.table("barn").table("players").table(players)
    name = f"barn.players.{players}"
    facts.top_row = data.table("barn").number("top_row", 1, 30)
    facts.livestock_row = barn.number("livestock_row", 1, facts.top_row)
    rows = barn["farm_rows"]
    if not isinstance(rows, list) or len(rows) != 2:
        raise BadOption(f"components: {name}.farm_rows has two rows, as [2, 4]")
    for row in sorted(expect_number(row, f"{name}.farm_rows", 1, facts.top_row) for row in rows):
        facts.farm_rows = append(facts.farm_rows, row)
    if facts.livestock_row < facts.farm_rows[1]:
        raise BadOption(f"components: {name}: the livestock row lies below a farm row (see R35)")
    pile = barn["livestock"]
    if not isinstance(pile, list) or any(animal not in ANIMAL_NAMES for animal in pile):
        raise BadOption(f"components: {name}.livestock lists {', '.join(ANIMAL_NAMES)} from the top")
    for animal in pile:
        facts.pile = append(facts.pile, ANIMAL_NAMES.index(animal))


def _livestock(facts: Facts, data: Table) -> None:
    for animal, animal_name in enumerate(ANIMAL_NAMES):
        name = f"livestock.{animal_name}.values"
        values = data["livestock"][animal_name]["values"]
        if not isinstance(values, list):
            raise BadOption(f"components: {name} is a list of numbers")
        numbers = [expect_number(value, name, 0, 99) for value in values]
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


def _stacks(facts: Facts, data: Table, players: str) -> None:
    setup = data.table("setup")
    facts.hand_size = setup.number("hand_size", 1, 10)
    facts.final_stack = setup.number("final_stack", 0, 50)
    facts.removed = setup.table("players").table(players).number("removed", 0, 200)
    total = sum(int(count) for count in facts.kind_count)
    needed = facts.removed + facts.final_stack + int(players) * facts.hand_size
    facts.stack = total - needed
    if total < needed:
        raise BadOption(f"components: {total} large tiles are too few; {players} players need {needed}")


COMPONENTS: Final = Components(
    __package__,
    _make_facts,
    players=range(2, MAX_PLAYERS + 1),
    usual=USUAL,
    fixed=FIXED,
    whole=FIXED,
)
