"""Sheep Walker (B104)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    allowed,
    chance,
    goods,
    harvest,
    legal,
    new_round,
    play,
    position,
)

OWNER: Data = {"front": ["sheep_walker"]}


@pytest.mark.parametrize("good", ["wild boar", "vegetable", "stone"])
def test_the_exchange(good: str) -> None:
    """1 sheep for 1 wild boar, 1 vegetable or 1 stone, before a person is placed."""
    state = play(position({**OWNER, "goods": {"sheep": 1}}), "exchange", "use Sheep Walker")
    assert legal(state) == ["take stone", "take vegetable", "take wild boar"]
    play(state, f"take {good}")
    assert goods(state) == {good: 1}
    assert "place Forest" in legal(state)


def test_as_often_as_there_are_sheep() -> None:
    """Repeatable; without sheep nothing is offered."""
    state = position({**OWNER, "goods": {"sheep": 3}, "pastures": [["E1", "E2"]]})
    for left in (2, 1, 0):
        play(state, "exchange", "use Sheep Walker", "take stone")
        assert goods(state).get("sheep", 0) == left
    play(state, "exchange")
    assert legal(state) == ["discard stone"]


def test_fresh_sheep_without_room() -> None:
    """Ruling: a sheep must be kept on the farm; those of a market that do not fit cannot be exchanged."""
    farm: Data = {**OWNER, "improvements": ["fireplace_2"]}
    state = play(position(farm, round=4, piles={"sheep_market": 2}), "place Sheep Market")
    assert legal(state) == ["cook sheep", "discard sheep"]


def test_fresh_sheep_at_the_start_of_a_round() -> None:
    """Nor is one that has just been taken from a round space, until there is room for all."""
    farm: Data = {"front": ["sheep_walker", "groom"], "house": "stone", "goods": {"wood": 1, "cattle": 1}}
    state = chance(new_round({**farm, "promised": {"6": {"sheep": 1}}}, round=6))
    assert legal(state) == ["done", "exchange", "use Groom"]
    assert not allowed(play(state.clone(), "exchange"), "use Sheep Walker")
    play(state, "use Groom", "build stable E1", "exchange", "use Sheep Walker", "take stone")
    assert goods(state) == {"cattle": 1, "stone": 1}


@pytest.mark.parametrize(
    ("wanted", "kept"), [("stone", {"wild boar": 1, "stone": 1}), ("wild boar", {"wild boar": 1})]
)
def test_the_sheep_at_home_before_others_arrive(wanted: str, kept: Data) -> None:
    """R6.5: the pet sheep may be exchanged before the boar of the round space comes."""
    farm: Data = {**OWNER, "goods": {"sheep": 1}, "promised": {"6": {"wild boar": 1}}}
    state = chance(new_round(farm, round=6))
    assert legal(state) == ["discard sheep", "discard wild boar", "use Sheep Walker"]
    play(state, "use Sheep Walker", f"take {wanted}")
    assert goods(state) == kept
    assert "place Forest" in legal(state)


def test_no_more_sheep_than_were_at_home() -> None:
    """R6.4, R6.5: of three sheep the two that have come were never on the farm."""
    farm: Data = {**OWNER, "goods": {"sheep": 1}, "promised": {"6": {"sheep": 2}}}
    farm["improvements"] = ["fireplace_2"]
    state = chance(new_round(farm, round=6))
    assert legal(state) == ["cook sheep", "discard sheep", "use Sheep Walker"]
    play(state, "use Sheep Walker", "take vegetable")
    assert legal(state) == ["cook sheep", "discard sheep"]


def test_the_sheep_at_home_where_others_wait_for_room_and_more_arrive() -> None:
    """R1.5, R6.5: cattle of the round space still wait when Scholar's card brings a boar."""
    farm: Data = {
        "front": ["scholar", "sheep_walker"],
        "house": "stone",
        "occupations": ["pig_breeder"],
        "goods": {"sheep": 1, "food": 1},
        "promised": {"6": {"cattle": 1}},
    }
    state = chance(new_round(farm, players=4, round=6))
    play(state, "use Scholar", "play Pig Breeder")
    assert legal(state) == ["discard sheep", "discard wild boar", "discard cattle", "use Sheep Walker"]
    play(state, "use Sheep Walker", "take stone")
    assert legal(state) == ["discard wild boar", "discard cattle"]
    play(state, "discard wild boar")
    assert goods(state) == {"cattle": 1, "stone": 1}
    assert state.to_dict()["agenda"][-1] == ["work", 0]


def test_a_boar_without_room() -> None:
    """R6.5: the boar finds no place beside four sheep and a pet, so its owner says which animal goes."""
    farm: Data = {**OWNER, "pastures": [["D1", "E1"]], "goods": {"sheep": 4, "cattle": 1}}
    state = play(position(farm), "exchange", "use Sheep Walker", "take wild boar")
    assert legal(state) == ["discard sheep", "discard wild boar", "discard cattle", "use Sheep Walker"]
    play(state, "discard cattle")
    assert goods(state) == {"sheep": 3, "wild boar": 1}


def test_in_a_harvest() -> None:
    """While feeding; ruling: not in a breeding phase."""
    farm: Data = {**OWNER, "pastures": [["D1", "E1"]], "goods": {"sheep": 4, "food": 4}}
    state = harvest(farm)
    assert "exchange" in legal(state)
    play(state, "exchange", "use Sheep Walker", "take vegetable", "done")
    assert goods(state) == {"sheep": 4, "vegetable": 1}, "3 sheep have had a lamb"
    full: Data = {
        **OWNER,
        "pastures": [["D1", "E1"]],
        "goods": {"sheep": 4, "cattle": 2, "food": 4},
        "stables": ["A1"],
    }
    play(harvest(full), "done")


def test_after_the_last_breeding() -> None:
    """Ruling, R6.10: once more before the points are counted."""
    state = harvest({**OWNER, "goods": {"sheep": 1, "food": 4}}, round=14)
    play(state, "done")
    while state.to_play != 0:
        play(state, "done")
    assert legal(state) == ["done", "use Sheep Walker"]
    play(state, "use Sheep Walker", "take wild boar")
    assert goods(state) == {"wild boar": 1}


def test_with_animal_tamer() -> None:
    """The boar lives in a room of its own."""
    farm: Data = {"front": ["sheep_walker", "animal_tamer"], "goods": {"sheep": 2}}
    state = play(position(farm), "exchange", "use Sheep Walker", "take wild boar")
    assert goods(state) == {"sheep": 1, "wild boar": 1}
    assert "place Forest" in legal(state)


def test_with_grocer() -> None:
    """Both are exchanges of any time."""
    farm: Data = {"front": ["sheep_walker", "grocer"], "goods": {"sheep": 1, "food": 1}}
    state = play(position(farm), "exchange")
    assert {"use Grocer", "use Sheep Walker"} <= set(legal(state))
    play(state, "use Grocer", "exchange", "use Sheep Walker", "take stone")
    assert goods(state) == {"wood": 1, "stone": 1}
