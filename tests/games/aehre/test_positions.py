"""Stored positions: they come back whole, and whatever is not one is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farmtable import CHANCE, OVER, BadRecord, Rng
from farmtable.core.playout import playout, sample_chance
from tests.games.aehre.scenarios import GAME, Scenario, name, position_s


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_of_a_game_comes_back(players: int) -> None:
    """Through JSON and back at every step, setting up included."""
    rng = Rng("positions", players)
    state = GAME.new(players)
    while state.to_play != OVER:
        again = GAME.from_dict(json.loads(json.dumps(state.to_dict())))
        assert again == state
        assert list(again.legal_actions()) == list(state.legal_actions())
        assert again.digest() == state.digest()
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])
    assert GAME.from_dict(state.to_dict()).winners() == state.winners()


def test_a_field_may_lie_on_as_many_tiles_as_there_are() -> None:
    data = Scenario(3).data()
    cell = next(cell for cell, letter in enumerate("".join(data["crops"])) if letter != ".")
    data["levels"][cell] = 40
    again = GAME.from_dict(data)
    assert again.to_dict()["levels"][cell] == 40
    data["levels"][cell] = 256
    with pytest.raises(BadRecord, match=r"levels\[\d+\] is a whole number from 0 to 255"):
        GAME.from_dict(data)


def broken(**changes: Any) -> dict[str, Any]:
    return {**Scenario(3).data(), **changes}


def of_seat_0(**changes: Any) -> dict[str, Any]:
    data = Scenario(3).data()
    data["seats"][0].update(changes)
    return data


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no seats": (broken(seats=[]), "0 seats"),
    "one player": (broken(players=1), "2 to 5"),
    "an unknown option": (broken(options={"x": "y"}), "'x'"),
    "a board too small": (broken(crops=["WRP"]), "crop area"),
    "a crop on an empty place": (broken(crops=["WRPBCWW", *Scenario().data()["crops"][1:]]), "G1"),
    "a tile that is none": (of_seat_0(hand=["W9B9"]), "W9B9"),
    "a tile held too often": (of_seat_0(hand=["W1B2"] * 3), "W1B2"),
    "an empty hand elsewhere": (of_seat_0(hand=[]) | {"active": 1}, "no tile"),
    "a cube above the roof": (of_seat_0(cubes=[9, 0, 0, 0, 0]), "cubes"),
    "a cube past its livestock": (of_seat_0(cubes=[6, 0, 0, 0, 0]), "R42"),
    "an animal too many": (of_seat_0(livestock=[["cow", 12]]), "cow"),
    "an animal that is none": (of_seat_0(livestock=[["cow", 99]]), "cow"),
    "a farm beyond the land": (of_seat_0(farms=["G1", None]), "G1"),
    "two farms on one field": (of_seat_0(farms=["A1", "A1"]), "A1"),
    "a negative score": (of_seat_0(earned=[-1] * 7), "earned"),
    "an unknown step": (broken(agenda=[["dance", 0]]), "dance"),
    "steps out of order": (broken(agenda=[["place", 0], ["score", 0]]), "score"),
    "nobody's turn": (broken(active=-1), "start player"),
    "a seat that is none": (broken(active=3), "active"),
    "more stacks than tiles": (broken(stack=70), "stacks"),
    "no end-of-game tile": (broken(final_stack=0), "end-of-game"),
    "a truth for a number": (broken(round=True), "round"),
    "a level too many": (broken(levels=[0] * 57), "levels"),
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_position_is_refused(what: str) -> None:
    data, piece = BAD[what]
    with pytest.raises(BadRecord, match=piece) as caught:
        GAME.from_dict(data)
    assert str(caught.value).startswith("position: ")


def test_two_farms_in_one_region_are_no_position() -> None:
    """R38 holds for positions that are loaded, too."""
    with pytest.raises(BadRecord, match="R38"):
        position_s().farm(0, (3, 2)).farm(1, (3, 3)).state()


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from paths(below, (*path, key))


def some_positions() -> list[dict[str, Any]]:
    """Positions at different steps: laid, levelled, an animal to show, a farm to build, before and after."""
    laid = Scenario().lay("C", (3, 3)).state()
    laid.play(f"place W1B2 {name((3, 3))} {name((3, 2))}")
    scoring = laid.clone()
    scoring.play("level with R")
    animal = Scenario(4).cubes(0, W=4).state()
    animal.play("place W A5")
    animal.play("score A5 barns")
    farm = Scenario(4).cubes(0, W=2, B=2, R=2, C=2, P=1).state()
    farm.play("place P A1")
    farm.play("score A1 barns")
    stuck = Scenario().all_show("W").hand(0, "W0W1", "W0W2").reserve(0, "").state()
    states = [
        GAME.new(2),
        laid,
        scoring,
        animal,
        farm,
        stuck,
        Scenario().ending().state(),
        Scenario().over().state(),
    ]
    return [state.to_dict() for state in states]


POSITIONS = some_positions()
PLACES = [(index, path) for index, data in enumerate(POSITIONS) for path in paths(data) if path]
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 1, 3, 7, 99, 10**30, 0.5, "", "W", "A1", "W1B2", "place", [], [[]], [3], {}]
)


@given(place=st.sampled_from(PLACES), junk=JUNK)
@settings(max_examples=400, derandomize=True)
def test_junk_anywhere_is_refused_or_played(place: tuple[int, tuple[Any, ...]], junk: Any) -> None:
    """Whatever stands in any place of a position: a clear refusal, or play goes on to the end."""
    index, path = place
    data = copy.deepcopy(POSITIONS[index])
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = junk
    try:
        state = GAME.from_dict(data)
    except BadRecord:
        return
    playout(state, Rng(1))
    assert state.winners()
