"""The rules for people, in every language, tell the figures of `components.toml` and of the campaign."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest

from farmtable.games.agricola.box.components import COMPONENTS
from farmtable.games.agricola.rules.series import CAMPAIGN_GAMES, CAMPAIGN_POINTS
from tests.rules_text import Table, language_of, numbers, paragraph, tables, text_of, texts_of

TEXTS = texts_of("agricola")
FACTS = COMPONENTS.packaged
SPACES = FACTS["spaces"]
# How building resources begin in each language.
WORDS = {
    "en": {"wood": "wood", "clay": "clay", "reed": "reed", "stone": "stone"},
    "de": {"wood": "Holz", "clay": "Lehm", "reed": "Schilf", "stone": "Stein"},
    "fr": {"wood": "bois", "clay": "argile", "reed": "roseau", "stone": "pierre"},
    "it": {"wood": "legn", "clay": "argill", "reed": "cann", "stone": "pietr"},
    "es": {"wood": "madera", "clay": "adobe", "reed": "junco", "stone": "piedra"},
}


def read(name: str) -> dict[str, Table]:
    """The tables of one language by what they tell."""
    titles = ("stages", "lessons", "permanent", "cards", "extensions", "words", "majors", "points", "goals")
    found = tables(text_of("agricola", name))
    return dict(zip((*titles, "campaign", "tiles"), found, strict=True))


def body(table: Table) -> Table:
    return table[1:]


def takes(choices: list[Mapping[str, int]]) -> list[int]:
    """The numbers by which one of several choices is told."""
    return [n for goods in choices for n in goods.values()]


def each_round(space: str) -> set[int]:
    """What comes to a space each round, with any number of players."""
    return set(SPACES[space]["each_round"].values())


@pytest.mark.parametrize("name", TEXTS)
def test_stages(name: str) -> None:
    """R1.2: the rounds of each stage, and how many cards it has."""
    stages = FACTS["rounds"]["stages"]
    for number, (row, rounds) in enumerate(zip(body(read(name)["stages"]), stages, strict=True), 1):
        assert numbers(row[0]) == [number]
        assert numbers(row[1]) == sorted({rounds[0], rounds[-1]})
        assert len(row[2].split(", ")) == sum(space.get("stage") == number for space in SPACES.values())


@pytest.mark.parametrize("name", TEXTS)
def test_lessons(name: str) -> None:
    """R2.10: the food for an occupation."""
    lessons = FACTS["hand_cards"]["lessons"]
    told = [[int(cell) for cell in row[1:]] for row in body(read(name)["lessons"])]
    assert told == [lessons[space] for space in ("lessons", "lessons_3p", "lessons_4p")]


@pytest.mark.parametrize("name", TEXTS)
def test_spaces_of_every_game(name: str) -> None:
    """R2.5, R3.1, R5.1, R5.2: what is taken, what comes each round, and what stables and fences cost."""
    costs, forest = FACTS["costs"], SPACES["forest"]["each_round"]
    expected = {
        "permanent": [
            [costs["stable_wood"]],
            [1],
            [1],
            [SPACES["grain_seeds"]["gives"]["grain"]],
            [1],
            [SPACES["day_laborer"]["gives"]["food"]],
            [forest["2"], forest["1"]],
            [1],
        ],
        "cards": [
            *([1, 1], [costs["fence_wood"]], [], [1], [1], [1, 1], [1]),
            [SPACES["vegetable_seeds"]["gives"]["vegetable"]],
            *([], [1], [costs["fence_wood"]]),
        ],
    }
    found = read(name)
    for title, figures in expected.items():
        assert [numbers(row[1]) for row in body(found[title])] == figures
    assert forest["2"] == forest["3"] == forest["4"]
    alike = ("clay_pit", "reed_bank", "fishing", "sheep_market", "pig_market", "cattle_market")
    assert all(each_round(space) == {1} for space in (*alike, "western_quarry", "eastern_quarry"))


@pytest.mark.parametrize("name", TEXTS)
def test_spaces_of_extensions(name: str) -> None:
    """What there is more with three and with four players."""
    market = SPACES["resource_market"]["with_players"]
    reed, stone = market["3"]["choice"]
    expected = [
        ([], [SPACES["copse"]["each_round"]["4"]]),
        tuple([SPACES["grove"]["each_round"][players]] for players in "34"),
        ([reed["food"], reed["reed"], stone["stone"]], list(market["4"]["gives"].values())),
        tuple([SPACES["hollow"]["each_round"][players]] for players in "34"),
        ([1], [1]),
        ([], [SPACES["traveling_players"]["each_round"]["4"]]),
    ]
    assert reed["food"] == stone["food"]
    assert [(numbers(row[1]), numbers(row[2])) for row in body(read(name)["extensions"])] == expected


@pytest.mark.parametrize("name", TEXTS)
def test_spaces_of_tiles(name: str) -> None:
    """R14.3: the variant tiles, and for whom they are."""
    spaces = ("copse", "resource_market", "animal_market", "modest_wish_for_children")
    facts = [SPACES[f"variant_{space}"] for space in spaces]
    rows = body(read(name)["tiles"])
    for row, space in zip(rows, facts, strict=True):
        assert numbers(row[1]) == sorted({space["players"][0], space["players"][-1]})
    copse, market, animals, wish = facts
    assert [numbers(row[2]) for row in rows] == [
        list(copse["each_round"].values()),
        list(market["gives"].values()),
        takes(animals["choice"]),
        [wish["from_round"]],
    ]


@pytest.mark.parametrize("name", TEXTS)
def test_words_of_cards(name: str) -> None:
    """R9.17: rounds are counted up to the last one."""
    last = FACTS["rounds"]["harvests"][-1]
    assert [n for row in read(name)["words"] for n in numbers(" ".join(row))] == [last, last]


# --- improvements ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEXTS)
def test_costs_and_points_of_improvements(name: str) -> None:
    """R9.3, R12.1: each good with its number, and the points printed on the card."""
    words = WORDS[language_of(name)]
    for row, major in zip(body(read(name)["majors"]), FACTS["majors"].values(), strict=True):
        assert numbers(row[1]) == list(major["cost"].values()), row[0]
        for good, n in major["cost"].items():
            assert f"{n} {words[good]}" in row[1], row[0]
        assert row[2] == str(major["points"]), row[0]


@pytest.mark.parametrize("name", TEXTS)
def test_what_improvements_do(name: str) -> None:
    """R7.5, R8.1, R10.1, R12.3: rates of cooking and baking, of craft buildings, and the food of the Well."""
    before: list[int] = []
    for row, major in zip(body(read(name)["majors"]), FACTS["majors"].values(), strict=True):
        figures = list(figures_of(major))
        told = numbers(row[3])
        assert told == figures or (not told and figures == before), row[0]
        before = figures
    fireplace, hearth = (row[3] for row in body(read(name)["majors"])[0:4:2])
    assert numbers(fireplace) != numbers(hearth) != []


def figures_of(major: Mapping[str, Any]) -> Iterator[int]:
    """The figures of an improvement in the order in which they are told."""
    yield from major.get("cooks", {}).values()
    if "bakes" in major:
        if major["bakes_up_to"] != "any":
            yield major["bakes_up_to"]
        yield major["bakes"]
    if "rounds" in major:
        yield from (1, major["rounds"])
    if "craft" in major:
        yield from (1, major["craft"]["food"])
        yield from (least for least, _ in major["bonus"])
        yield from (points for _, points in major["bonus"])


# --- points ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TEXTS)
def test_score_table(name: str) -> None:
    """R12.1: for how many of each line there are how many points."""
    head, *rows = read(name)["points"]
    assert head[1:] == ["−1", "1", "2", "3", "4"]
    lines = ("fields", "pastures", "grain", "vegetables", "sheep", "wild_boar", "cattle")
    for line, row in zip(lines, rows, strict=True):
        steps = FACTS["scoring"][line]
        assert [points for _, points in steps] == [-1, 1, 2, 3, 4], line
        firsts = [least for least, _ in steps]
        spans = [(low, higher - 1) for low, higher in pairwise(firsts)]
        told = [f"{low}–{high}" if high > low else f"{low}" for low, high in spans]
        assert row[1:] == [*told, f"{firsts[-1]}+"], line


@pytest.mark.parametrize("name", TEXTS)
def test_series_and_campaign(name: str) -> None:
    """R13.4, R13.8: the goals of the solo series, and campaign points by rank."""
    found, series = read(name), FACTS["solo_series"]
    (games, goals) = found["goals"]
    assert [numbers(cell) for cell in games[1:-1]] == [[n] for n in range(1, len(series["goals"]) + 1)]
    assert [numbers(cell) for cell in goals[1:]] == [[goal] for goal in (*series["goals"], series["then"])]
    told = [[numbers(cell) for cell in row[1:]] for row in body(found["campaign"])]
    games_in_order = range(1, CAMPAIGN_GAMES + 1)
    assert told == [
        [list(CAMPAIGN_POINTS[players][game - 1]) for game in games_in_order] for players in (4, 3, 2)
    ]


# --- figures told in sentences -----------------------------------------------------------------------------


def sentences() -> dict[str, list[int]]:
    """The figures of rules whose text has no others."""
    costs, feeding, limits, yard = (FACTS[key] for key in ("costs", "feeding", "limits", "farmyard"))
    sowing, scoring = FACTS["sowing"], FACTS["scoring"]
    return {
        "3.1": [costs["room_material"], costs["room_reed"]],
        "4.2": [1, 1, sowing["grain"] - 1, sowing["vegetables"] - 1],
        "5.1": [limits["stables"]],
        "5.2": [costs["fence_wood"], limits["fences"]],
        "6.1": [FACTS["pastures"]["animals"], yard["stable_alone"], yard["pets"]],
        "7.3": [
            *(feeding["adult"]["2"], feeding["adult"]["1"], feeding["newborn"]),
            -scoring["begging_marker"],
        ],
        "12.1": [
            FACTS["rounds"]["harvests"][-1],
            *(-scoring["unused_space"], scoring["fenced_stable"], scoring["clay_room"]),
            *(scoring["stone_room"], scoring["person"], -scoring["begging_marker"]),
        ],
    }


@pytest.mark.parametrize("rule", sentences())
@pytest.mark.parametrize("name", TEXTS)
def test_figures_in_sentences(name: str, rule: str) -> None:
    """R3.1, R4.2, R5.1, R5.2, R6.1, R7.3, R12.1."""
    assert numbers(paragraph(text_of("agricola", name), rule)) == sentences()[rule]


@pytest.mark.parametrize("name", TEXTS)
def test_beginning(name: str) -> None:
    """What everybody begins with, in the paragraph above the first table."""
    text = text_of("agricola", name)
    told = numbers(text[: text.index("\n|")].rsplit("\n## ", 1)[1])
    start, hands, limits = FACTS["start"], FACTS["hand_cards"], FACTS["limits"]
    in_game = hands["occupations_in_game"]
    assert told == [
        *(limits["stables"], limits["fences"], start["food_first"]["2"], start["food_others"]),
        *(hands["occupations"], hands["minor_improvements"]),
        *(in_game["2"], in_game["3"], in_game["4"], hands["minor_improvements_in_game"]),
    ]
    assert start["food_first"]["1"] == 0
