"""The figures of the box, typed a second time; and an owner's file: what is refused, and what works."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import farmtable
from farmtable import BadOption, Match, Record, Rng
from farmtable.core.playout import playout
from farmtable.games.agricola.box.components import COMPONENTS, GOOD_IDS
from farmtable.games.agricola.position.facts import (
    ANIMAL_MARKET,
    BASKETMAKER,
    CARDS,
    CATEGORIES,
    FIREPLACE_2,
    GOOD_NAMES,
    GOODS,
    JOINERY,
    MAJOR_IDS,
    MAJORS,
    POTTERY,
    RESOURCE_MARKET,
    SCORE_COLUMNS,
    SPACE_IDS,
    SPACES,
    UNLIMITED,
    WELL,
    Facts,
)
from farmtable.games.kit.figures import NOTES

GAME = farmtable.game("agricola")

PLAIN = {
    "cards": "none",
    "stage_order": "random",
    "side_job": "no",
    "variant_tile": "no",
    "hints": "no",
    "series": "no",
    "extra_food": "",
    "series_food": "0",
    "start": "random",
}


def facts_of(players: int, **options: Any) -> Facts:
    return COMPONENTS.facts(players, {**PLAIN, **options})


def goods_at(table: Any, index: int) -> dict[str, int]:
    """One row of a flat table of goods, without its zeros."""
    row = [int(table[index * GOODS + good]) for good in range(GOODS)]
    return {GOOD_IDS[good]: n for good, n in enumerate(row) if n}


# --- the figures, typed again -------------------------------------------------------------------------------

PERMANENT = SPACE_IDS[:10]
STAGES = {
    1: {"major_improvement", "fencing", "grain_utilization", "sheep_market"},
    2: {"basic_wish_for_children", "house_redevelopment", "western_quarry"},
    3: {"vegetable_seeds", "pig_market"},
    4: {"cattle_market", "eastern_quarry"},
    5: {"urgent_wish_for_children", "cultivation"},
    6: {"farm_redevelopment"},
}
EXTENSIONS: dict[int, set[str]] = {
    1: set(),
    2: set(),
    3: {"grove", "resource_market", "hollow"},
    4: {"copse", "grove", "resource_market", "hollow", "traveling_players"},
}
TILES: dict[int, set[str]] = {
    1: set(),
    2: {
        "variant_copse",
        "variant_resource_market",
        "variant_animal_market",
        "variant_modest_wish_for_children",
    },
    3: {"variant_animal_market", "variant_modest_wish_for_children"},
    4: {"variant_animal_market", "variant_modest_wish_for_children"},
}
# What each space collects, and how much with 1, 2, 3 and 4 players (0: it is not there).
COLLECTS = {
    "meeting_place": ("food", (1, 1, 1, 1)),
    "forest": ("wood", (2, 3, 3, 3)),
    "clay_pit": ("clay", (1, 1, 1, 1)),
    "reed_bank": ("reed", (1, 1, 1, 1)),
    "fishing": ("food", (1, 1, 1, 1)),
    "sheep_market": ("sheep", (1, 1, 1, 1)),
    "western_quarry": ("stone", (1, 1, 1, 1)),
    "pig_market": ("wild_boar", (1, 1, 1, 1)),
    "cattle_market": ("cattle", (1, 1, 1, 1)),
    "eastern_quarry": ("stone", (1, 1, 1, 1)),
    "copse": ("wood", (0, 0, 0, 1)),
    "grove": ("wood", (0, 0, 2, 2)),
    "hollow": ("clay", (0, 0, 1, 2)),
    "traveling_players": ("food", (0, 0, 0, 1)),
    "variant_copse": ("wood", (0, 1, 0, 0)),
}
GIVES: dict[str, dict[str, int]] = {
    "grain_seeds": {"grain": 1},
    "day_laborer": {"food": 2},
    "vegetable_seeds": {"vegetable": 1},
}
# Price, points, food for cooked goods, for one grain and for how many, for one crafted good.
IMPROVEMENTS: dict[str, tuple[dict[str, int], int, dict[str, int], tuple[int, int], tuple[str, int]]] = {
    "fireplace_2": (
        {"clay": 2},
        1,
        {"vegetable": 2, "sheep": 2, "wild_boar": 2, "cattle": 3},
        (2, UNLIMITED),
        ("", 0),
    ),
    "fireplace_3": (
        {"clay": 3},
        1,
        {"vegetable": 2, "sheep": 2, "wild_boar": 2, "cattle": 3},
        (2, UNLIMITED),
        ("", 0),
    ),
    "cooking_hearth_4": (
        {"clay": 4},
        1,
        {"vegetable": 3, "sheep": 2, "wild_boar": 3, "cattle": 4},
        (3, UNLIMITED),
        ("", 0),
    ),
    "cooking_hearth_5": (
        {"clay": 5},
        1,
        {"vegetable": 3, "sheep": 2, "wild_boar": 3, "cattle": 4},
        (3, UNLIMITED),
        ("", 0),
    ),
    "well": ({"wood": 1, "stone": 3}, 4, {}, (0, 0), ("", 0)),
    "clay_oven": ({"clay": 3, "stone": 1}, 2, {}, (5, 1), ("", 0)),
    "stone_oven": ({"clay": 1, "stone": 3}, 3, {}, (4, 2), ("", 0)),
    "joinery": ({"wood": 2, "stone": 2}, 2, {}, (0, 0), ("wood", 2)),
    "pottery": ({"clay": 2, "stone": 2}, 2, {}, (0, 0), ("clay", 2)),
    "basketmakers_workshop": ({"reed": 2, "stone": 2}, 2, {}, (0, 0), ("reed", 3)),
}
# Points for 0, 1, 2 … 15 of each.
POINTS = (
    [-1, -1, 1, 2, 3, *[4] * 11],
    [-1, 1, 2, 3, *[4] * 12],
    [-1, 1, 1, 1, 2, 2, 3, 3, *[4] * 8],
    [-1, 1, 2, 3, *[4] * 12],
    [-1, 1, 1, 1, 2, 2, 3, 3, *[4] * 8],
    [-1, 1, 1, 2, 2, 3, 3, *[4] * 9],
    [-1, 1, 2, 2, 3, 3, *[4] * 10],
)


def test_goods_are_named_alike() -> None:
    assert tuple(good.replace("_", " ") for good in GOOD_IDS) == GOOD_NAMES


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_spaces_of_a_game(players: int) -> None:
    """R2.1, R13.1: permanent spaces and cards always, the extension by players; R14.2: no Lessons."""
    always = {*PERMANENT, *set().union(*STAGES.values())} - {"lessons"}
    facts = facts_of(players)
    assert in_game(facts) == always | EXTENSIONS[players]
    assert in_game(facts_of(players, side_job="yes")) == always | EXTENSIONS[players] | {"side_job"}
    facts = facts_of(players, variant_tile="yes")
    assert in_game(facts) == always | EXTENSIONS[players] | TILES[players]


def in_game(facts: Facts) -> set[str]:
    return {SPACE_IDS[space] for space in range(SPACES) if facts.in_game[space]}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_spaces_collect(players: int) -> None:
    """R1.2, G24: goods added each round, by players. R14.2: food on Meeting Place."""
    facts = facts_of(players, side_job="yes", variant_tile="yes")
    for space, space_id in enumerate(SPACE_IDS):
        good, amounts = COLLECTS.get(space_id, ("wood", (0, 0, 0, 0)))
        assert facts.accumulates[space] == amounts[players - 1], space_id
        assert GOOD_IDS[facts.good_of[space]] == good or not amounts[players - 1]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_spaces_give(players: int) -> None:
    """R14.3: the variant tiles; both Resource Markets, and the choice of three players."""
    facts = facts_of(players, variant_tile="yes")
    gives = dict(GIVES)
    if players == 2:
        gives["variant_resource_market"] = {"stone": 1, "food": 1}
    if players == 4:
        gives["resource_market"] = {"reed": 1, "stone": 1, "food": 1}
    choices: dict[int, list[dict[str, int]]] = {}
    if players == 3:
        choices[RESOURCE_MARKET] = [{"reed": 1, "stone": 1}, {"reed": 1, "stone": 1}, {}]
    if players > 1:
        choices[ANIMAL_MARKET] = [{"sheep": 1, "wild_boar": 1, "cattle": 1}, {"sheep": 1}, {"cattle": 1}]
    for space, space_id in enumerate(SPACE_IDS):
        assert goods_at(facts.gives, space) == gives.get(space_id, {}), space_id
        found = [goods_at(table, space) for table in (facts.choice, facts.choice_food, facts.choice_price)]
        assert found == choices.get(space, [{}, {}, {}]), space_id
    assert facts.wish_round == 5


def test_rounds_stages_and_harvests() -> None:
    """R1.1, R7.1, G29."""
    facts = facts_of(2)
    for card in range(CARDS):
        assert SPACE_IDS[10 + card] in STAGES[int(facts.stage_of[card])]
    assert [int(stage) for stage in facts.stage_in] == [0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6]
    assert [number for number in range(15) if facts.harvest[number]] == [4, 7, 9, 11, 13, 14]


@pytest.mark.parametrize(("players", "food", "adult"), [(1, 0, 3), (2, 2, 2), (3, 2, 2), (4, 2, 2)])
def test_beginning_and_feeding(players: int, food: int, adult: int) -> None:
    """R7.3, R13.1, G25, G28."""
    facts = facts_of(players)
    assert facts.players == players
    assert (facts.people, facts.rooms) == (2, 1 << 5 | 1 << 10)
    assert (facts.food_first, facts.food_others) == (food, 3)
    assert (facts.adult_food, facts.newborn_food) == (adult, 1)


def test_limits_and_prices() -> None:
    """R3.1, R3.3, R4.2, R5.1, R5.2, R6.1, R11.1."""
    facts = facts_of(4)
    assert (facts.max_people, facts.max_stables, facts.max_fences) == (5, 4, 15)
    assert (facts.room_material, facts.room_reed) == (5, 2)
    assert (facts.renovation_material, facts.renovation_reed) == (1, 1)
    assert (facts.stable_wood, facts.side_job_wood, facts.fence_wood) == (2, 1, 1)
    assert (facts.sown_grain, facts.sown_vegetables) == (3, 2)
    assert facts.pasture_animals == 2


def test_major_improvements() -> None:
    """R10.1, R10.2, G18 to G23."""
    facts = facts_of(4)
    for major, major_id in enumerate(MAJOR_IDS):
        cost, points, cooks, bakes, (crafted, food) = IMPROVEMENTS[major_id]
        assert goods_at(facts.major_cost, major) == cost
        assert facts.major_points[major] == points
        assert goods_at(facts.cooks, major) == cooks
        assert (facts.bakes[major], facts.bakes_up_to[major]) == bakes
        assert facts.bakes_at_once[major] == major_id.endswith("_oven")
        assert facts.craft_food[major] == food
        assert not food or GOOD_IDS[facts.craft_good[major]] == crafted
        assert facts.well_rounds[major] == (5 if major == WELL else 0)


def test_craft_points() -> None:
    """G07: by goods left in the supply."""
    facts = facts_of(4)
    sevens = [0, 0, 0, 1, 1, 2, 2, *[3] * 9]
    wanted = {JOINERY: sevens, POTTERY: sevens, BASKETMAKER: [0, 0, 1, 1, 2, *[3] * 11]}
    for major in range(MAJORS):
        row = [int(facts.craft_points[major * SCORE_COLUMNS + count]) for count in range(SCORE_COLUMNS)]
        assert row == wanted.get(major, [0] * SCORE_COLUMNS)


def test_the_score_table() -> None:
    """R12.1, G03, G05, G06."""
    facts = facts_of(4)
    for category in range(CATEGORIES):
        row = [int(facts.score[category * SCORE_COLUMNS + count]) for count in range(SCORE_COLUMNS)]
        assert row == POINTS[category]
    assert [int(points) for points in facts.room_points] == [0, 1, 2]
    assert (facts.person_points, facts.stable_points) == (3, 1)
    assert (facts.unused_points, facts.begging_points) == (-1, -3)


# --- options ------------------------------------------------------------------------------------------------


def test_options_are_switches() -> None:
    plain = facts_of(3)
    assert (plain.side_job, plain.tile, plain.chosen_order, plain.hints, plain.goal) == (
        False,
        False,
        False,
        False,
        0,
    )
    chosen = facts_of(3, side_job="yes", variant_tile="yes", stage_order="chosen", hints="yes")
    assert (chosen.side_job, chosen.tile, chosen.chosen_order, chosen.hints) == (True, True, True, True)


def test_the_goals_of_the_series() -> None:
    """R13.4, G53."""
    goals = [int(facts_of(1, series=str(game)).goal) for game in range(1, 21)]
    assert goals[:8] == [50, 55, 59, 62, 64, 65, 66, 67]
    assert goals[8:] == list(range(68, 80))


def test_food_from_the_last_game_of_the_series() -> None:
    """R13.7, G53: 57 points in the first game bring 3 food into the second."""
    assert facts_of(1, series="2", series_food="3").food_first == 3
    assert facts_of(1, series="2").food_first == 0


# --- an owner's file ----------------------------------------------------------------------------------------

# What a file says, and a piece of the sentence that refuses it.
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": ({"tractors": 3}, "there is no 'tractors'"),
    "unknown space": ({"spaces": {"harbour": {}}}, "there is no 'spaces.harbour'"),
    "unknown key deep down": ({"majors": {"well": {"bakes": 1}}}, "there is no 'majors.well.bakes'"),
    "a space without players": (
        {"spaces": {"grove": {"each_round": {"2": 1}}}},
        "there is no 'spaces.grove.each_round.2'",
    ),
    "a value for a table": ({"spaces": 3}, "'spaces' is a table"),
    "a value for goods": ({"majors": {"well": {"cost": 3}}}, "'majors.well.cost' is a table"),
    "part of the rules": ({"game": {"id": "other"}}, "'game.id' is part of the rules"),
    "another farmyard": ({"farmyard": {"rows": 4}}, "'farmyard.rows' is part of the rules"),
    "another name": ({"spaces": {"forest": {"name": "Wood"}}}, "'spaces.forest.name' is part of the rules"),
    "another stage": ({"spaces": {"fencing": {"stage": 2}}}, "'spaces.fencing.stage' is part of the rules"),
    "another good": ({"spaces": {"forest": {"good": "clay"}}}, "'spaces.forest.good' is part of the rules"),
    "other harvests": ({"rounds": {"harvests": [14]}}, "'rounds.harvests' is part of the rules"),
    "points for wood": ({"scoring": {"wood_room": 1}}, "'scoring.wood_room' is part of the rules"),
    "a price in gold": ({"majors": {"well": {"cost": {"gold": 1}}}}, "majors.well.cost names wood"),
    "a price in sheep": ({"majors": {"well": {"cost": {"sheep": 1}}}}, "not 'sheep'"),
    "a negative price": ({"majors": {"well": {"cost": {"wood": -1}}}}, "majors.well.cost.wood"),
    "a free fence": ({"costs": {"fence_wood": 0}}, "costs.fence_wood"),
    "a truth for a number": ({"costs": {"room_reed": True}}, "costs.room_reed"),
    "a word for a number": ({"limits": {"fences": "many"}}, "limits.fences"),
    "too many fences": ({"limits": {"fences": 16}}, "from 0 to 15"),
    "half a sheep": ({"spaces": {"sheep_market": {"each_round": {"1": 0.5}}}}, "each_round.1"),
    "roast wood": ({"majors": {"fireplace_2": {"cooks": {"wood": 1}}}}, "majors.fireplace_2.cooks"),
    "an endless oven": ({"majors": {"clay_oven": {"bakes_up_to": "all"}}}, "majors.clay_oven.bakes_up_to"),
    "an oven that may bake": ({"majors": {"clay_oven": {"bakes_at_once": 1}}}, "true or false"),
    "no crafting": ({"majors": {"joinery": {"craft": {"food": 0}}}}, "majors.joinery.craft.food"),
    "no list of points": ({"majors": {"joinery": {"bonus": 3}}}, "majors.joinery.bonus is a list"),
    "points downhill": ({"scoring": {"sheep": [[4, 1], [2, 2]]}}, "scoring.sheep, at least"),
    "points beyond the table": ({"scoring": {"sheep": [[16, 1]]}}, "scoring.sheep, at least"),
    "huge points": ({"scoring": {"sheep": [[0, 100]]}}, "scoring.sheep, points"),
    "a begging bonus": ({"scoring": {"begging_marker": 3}}, "scoring.begging_marker"),
    "no choice": ({"spaces": {"variant_animal_market": {"choice": []}}}, "is a list of tables"),
    "a choice of wood": (
        {"spaces": {"variant_animal_market": {"choice": [{"wood": 1}]}}},
        "one of sheep, wild_boar, cattle",
    ),
    "a choice of two": (
        {"spaces": {"variant_animal_market": {"choice": [{"sheep": 1, "cattle": 1}]}}},
        "spaces.variant_animal_market.choice",
    ),
    "a choice twice": (
        {"spaces": {"variant_animal_market": {"choice": [{"sheep": 1}, {"sheep": 2}]}}},
        "offers sheep twice",
    ),
    "nothing without a price": (
        {"spaces": {"variant_animal_market": {"choice": [{"cattle": 1, "price": 1}]}}},
        "nothing without a price",
    ),
    "no goals": ({"solo_series": {"goals": []}}, "solo_series.goals"),
    "a goal of words": ({"solo_series": {"goals": ["fifty"]}}, "solo_series.goals"),
}


@pytest.mark.parametrize("name", BAD)
def test_malformed_figures_are_refused_in_one_sentence(name: str) -> None:
    content, piece = BAD[name]
    with pytest.raises(BadOption) as caught:
        COMPONENTS.check(content)
    sentence = str(caught.value)
    assert piece in sentence
    assert "\n" not in sentence
    assert sentence.startswith("components: ")


def test_dates_have_no_place() -> None:
    with pytest.raises(BadOption, match="dates and times"):
        COMPONENTS.check(tomllib.loads("[limits]\nfences = 2026-01-01\n"))


OWN = """
[spaces.forest]
each_round = { 1 = 3 }
source = "my taste"

[majors.well]
cost = { reed = 1, stone = 2 }

[majors.fireplace_2.cooks]
sheep = 3

[scoring]
pastures = [[1, 1], [5, 9]]
"""


def test_a_partial_file_replaces_only_what_it_says() -> None:
    """What is not in the file stays as it was; a price is replaced as a whole."""
    own = facts_of(1, components=COMPONENTS.check(tomllib.loads(OWN)))
    assert own.accumulates[SPACE_IDS.index("forest")] == 3
    assert goods_at(own.major_cost, WELL) == {"reed": 1, "stone": 2}
    assert own.major_points[WELL] == 4
    assert goods_at(own.cooks, FIREPLACE_2) == {"sheep": 3}
    assert [int(points) for points in own.score[16:32]] == [0, 1, 1, 1, 1, *[9] * 11]
    assert [int(points) for points in own.score[:16]] == POINTS[0]
    assert facts_of(1).accumulates[SPACE_IDS.index("forest")] == 2, "other games keep their figures"


def test_figures_become_part_of_the_record(tmp_path: Path) -> None:
    """A game with an owner's figures can be shown again without the file."""
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    match = Match("agricola", 1, seed=1, components=str(path), cards="none")
    for _ in range(20):
        match.play(match.state.legal_actions()[0])
    saved = tmp_path / "game.json"
    match.record.save(saved)
    path.unlink()
    again = Record.load(saved)
    assert again.options["components"]["majors"]["well"]["cost"] == {"reed": 1, "stone": 2}
    assert again.verify() == match.state


@pytest.mark.parametrize(
    "content",
    [
        {"limits": {"people": 2, "stables": 0, "fences": 0}},
        {"costs": {"room_material": 0, "room_reed": 0, "stable_wood": 0, "side_job_stable_wood": 0}},
        {"pastures": {"animals": 9}, "sowing": {"grain": 9, "vegetables": 9}},
        {"feeding": {"adult": {"1": 9, "2": 9, "3": 9, "4": 9}, "newborn": 9}},
        {"spaces": {"fishing": {"each_round": {"1": 9, "2": 9, "3": 9, "4": 9}}}},
        {"spaces": {"variant_animal_market": {"choice": [{"cattle": 9, "price": 9}, {"sheep": 1}]}}},
        {"majors": {name: {"cost": {}} for name in MAJOR_IDS}},
        {"majors": {"clay_oven": {"bakes_up_to": "any", "bakes_at_once": False}, "well": {"rounds": 14}}},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [1, 4])
def test_games_with_other_figures_end(content: dict[str, Any], players: int) -> None:
    for seed in range(3):
        tile = "no" if players == 1 else "yes"
        state = GAME.new(players, components=content, side_job="yes", variant_tile=tile, cards="none")
        playout(state, Rng(seed))
        assert state.winners()


def test_the_whole_file_of_the_package_is_a_good_file() -> None:
    assert COMPONENTS.merged(COMPONENTS.packaged) == COMPONENTS.packaged
    assert COMPONENTS.check(COMPONENTS.packaged) == COMPONENTS.packaged


def test_every_table_names_its_sources() -> None:
    """A table of figures names one source for all of them, or one for each."""
    for name, table in COMPONENTS.packaged.items():
        entries = table.values() if name in ("spaces", "majors") else [table]
        for entry in entries:
            source = entry["source"]
            for text in source.values() if isinstance(source, dict) else [source]:
                assert text.split(":")[0] in ("rulebook", "public", "reconstructed")
            if isinstance(source, dict) and name != "spaces":
                assert set(source) == set(entry) - set(NOTES) - {"name"}


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a file of figures."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from paths(below, (*path, key))


PATHS = list(paths(COMPONENTS.packaged))[1:]
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 3, 10**30, 0.5, "", "wood", [], [[]], [[1, 2]], [3], {}, {"wood": 1}, {"a": []}, "1"]
)


@given(path=st.sampled_from(PATHS), junk=JUNK)
@settings(max_examples=300, derandomize=True)
def test_junk_anywhere_is_refused_or_played(path: tuple[Any, ...], junk: Any) -> None:
    """Whatever stands in any place of the file: a clear refusal, or a game that can be played to its end."""
    content = copy.deepcopy(COMPONENTS.packaged)
    place = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = junk
    try:
        state = GAME.new(2, components=content, variant_tile="yes", cards="none")
    except BadOption:
        return
    playout(state, Rng(1))
    assert state.winners()
