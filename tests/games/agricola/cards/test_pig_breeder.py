"""Pig Breeder: a wild boar, and a birth at the end of round 12."""

from __future__ import annotations

import pytest

from farmtable import State
from farmtable.core.errors import BadRecord
from tests.games.agricola.scenarios import (
    Data,
    goods,
    harvest,
    house_of,
    last_person,
    legal,
    play,
    position,
    seat_of,
)


def test_played_for_a_wild_boar() -> None:
    state = position({"occupations": ["pig_breeder"], "goods": {}}, players=4)
    play(state, "place Lessons", "play Pig Breeder")
    assert goods(state) == {"wild boar": 1}


def test_a_wild_boar_without_room() -> None:
    """R6.3, R6.5: the pet or the new one goes; it may be cooked."""
    seat: Data = {
        "occupations": ["pig_breeder"],
        "improvements": ["cooking_hearth_4"],
        "goods": {"sheep": 1},
    }
    state = play(position(seat, players=4), "place Lessons", "play Pig Breeder")
    assert legal(state) == ["cook sheep", "cook wild boar", "discard sheep", "discard wild boar"]
    play(state, "cook sheep")
    assert goods(state) == {"wild boar": 1, "food": 2}


def boar_after(number: int, boar: int, **seat: object) -> State:
    """A round ends with so many wild boar and room for seven."""
    farm: Data = {"front": ["pig_breeder"], "pastures": [["C1", "D1", "E1"]], **seat}
    farm["goods"] = {"wild boar": boar, "food": 9}
    return harvest(farm, players=4, round=number)


@pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 3), (5, 6)])
def test_one_birth_at_the_end_of_round_12(before: int, after: int) -> None:
    """R6.6: at least 2 parents, at most 1 newborn."""
    state = boar_after(12, before)
    assert goods(state)["wild boar"] == after


def test_it_is_no_harvest() -> None:
    """R7.8: nobody is fed, nothing else breeds, no crop is taken."""
    seat: Data = {
        "front": ["pig_breeder"],
        "pastures": [["D1", "D2"], ["E1", "E2"]],
        "fields": {"B1": "grain 3"},
        "goods": {"wild boar": 2, "sheep": 2, "food": 9},
    }
    state = harvest(seat, players=4, round=12)
    assert goods(state) == {"wild boar": 3, "sheep": 2, "food": 9}
    assert seat_of(state)["fields"] == {"B1": "grain 3"}


@pytest.mark.parametrize("number", [8, 10])
def test_in_no_other_round(number: int) -> None:
    assert goods(boar_after(number, 2))["wild boar"] == 2


def test_only_one_birth_in_the_harvest_of_another_round() -> None:
    """The usual one of round 13."""
    assert goods(boar_after(13, 2))["wild boar"] == 3


def test_only_with_room() -> None:
    """R6.6, R6.7: nothing is cooked as they breed, only before; one may let another animal go instead."""
    seat: Data = {
        "front": ["pig_breeder"],
        "pastures": [["E1"]],
        "improvements": ["fireplace_2"],
        "goods": {"wild boar": 2, "sheep": 1},
    }
    state = play(harvest(seat, players=4, round=12), "done")
    assert legal(state) == ["discard sheep", "discard wild boar"]
    kept = play(state.clone(), "discard wild boar")
    assert goods(kept) == {"wild boar": 2, "sheep": 1}
    born = play(state.clone(), "discard sheep")
    assert goods(born) == {"wild boar": 3}


def test_played_after_round_12() -> None:
    """Only the wild boar it brings; round 13 has its usual harvest."""
    seat: Data = {"occupations": ["pig_breeder"], "pastures": [["D1", "E1"]], "goods": {"food": 9}}
    state = play(last_person(seat, players=4, round=13), "place Lessons", "play Pig Breeder")
    assert goods(state)["wild boar"] == 1


def test_played_in_round_12() -> None:
    """It is in front of its owner when the round ends."""
    seat: Data = {"occupations": ["pig_breeder"], "pastures": [["D1", "E1"]], "goods": {"wild boar": 1}}
    state = play(last_person(seat, players=4, round=12), "place Lessons", "play Pig Breeder")
    assert goods(state) == {"wild boar": 3}


@pytest.mark.parametrize("players", [2, 3])
def test_only_with_four_players(players: int) -> None:
    with pytest.raises(BadRecord):
        position({"front": ["pig_breeder"]}, players=players)


def test_with_animal_tamer() -> None:
    """Three rooms keep the parents and the newborn."""
    seat: Data = {"front": ["pig_breeder", "animal_tamer"], "rooms": house_of(3), "goods": {"wild boar": 2}}
    assert goods(harvest(seat, players=4, round=12)) == {"wild boar": 3}


FULL: Data = {"front": ["pig_breeder"], "improvements": ["fireplace_2"], "pastures": [["E1"]]}
PIGS: Data = {**FULL, "goods": {"wild boar": 2}}


def test_room_is_made_before_the_birth() -> None:
    """R8.2: nothing is cooked at the birth itself, but the last person's sheep may be cooked before it."""
    state = last_person(PIGS, players=4, round=12, piles={"sheep_market": 1})
    play(state, "place Sheep Market")
    assert legal(state) == ["done", "cook sheep", "cook wild boar"]
    declined = play(state.clone(), "done")
    assert legal(declined) == ["discard sheep", "discard wild boar"]
    play(state, "cook sheep")
    assert goods(state) == {"wild boar": 3, "food": 2}


@pytest.mark.parametrize(("number", "sheep"), [(10, 1), (12, 0)])
def test_nobody_is_asked_in_other_rounds_or_with_room(number: int, sheep: int) -> None:
    farm: Data = {**PIGS, "goods": {"wild boar": 2, "sheep": sheep}}
    state = play(last_person(farm, players=4, round=number), "place Day Laborer")
    assert goods(state)["food"] == 2
    assert state.to_dict()["round"] == number + 1


def test_a_second_parent_for_a_sheep() -> None:
    """R8.2: with Sheep Walker the last person's sheep becomes a boar, and two breed."""
    farm: Data = {
        "front": ["pig_breeder", "sheep_walker"],
        "goods": {"wild boar": 1},
        "pastures": [["D1", "E1"]],
    }
    state = last_person(farm, players=4, round=12, piles={"sheep_market": 1})
    play(state, "place Sheep Market", "use Sheep Walker", "take wild boar")
    assert goods(state) == {"wild boar": 3}
