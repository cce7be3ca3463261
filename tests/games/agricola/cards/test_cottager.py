"""Cottager (B087)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, goods, legal, play, position, seat_of

OWNER: Data = {"front": ["cottager"], "goods": {}}


def test_a_room() -> None:
    """At the usual price, under the usual rules, and exactly one: the goods would pay for two."""
    state = play(position({**OWNER, "goods": {"wood": 10, "reed": 4}}), "place Day Laborer")
    assert legal(state) == ["done", "use Cottager"]
    play(state, "use Cottager")
    assert legal(state) == ["build room A1", "build room B2", "build room B3"]
    play(state, "build room B3")
    assert goods(state) == {"wood": 5, "reed": 2, "food": 2}
    assert seat_of(state)["rooms"] == ["A2", "A3", "B3"]
    assert state.to_play == 1


def test_a_renovation() -> None:
    """2 rooms of wood become clay for 2 clay and 1 reed, at once where there is nothing to choose."""
    state = play(position({**OWNER, "goods": {"clay": 2, "reed": 1}}), "place Day Laborer", "use Cottager")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {"food": 2}
    assert state.to_play == 1


def test_one_or_the_other() -> None:
    """Where both can be paid, one of them ends it."""
    farm: Data = {**OWNER, "goods": {"wood": 5, "clay": 3, "reed": 3}}
    state = play(position(farm), "place Day Laborer", "use Cottager")
    assert legal(state) == ["build room A1", "build room B2", "build room B3", "renovate to clay"]
    play(state, "renovate to clay")
    assert seat_of(state)["rooms"] == ["A2", "A3"]
    assert goods(state) == {"wood": 5, "clay": 1, "reed": 2, "food": 2}
    assert state.to_play == 1


def test_it_may_be_left() -> None:
    """Day Laborer gives its 2 food all the same."""
    state = play(position({**OWNER, "goods": {"clay": 2, "reed": 1}}), "place Day Laborer", "done")
    assert goods(state) == {"clay": 2, "reed": 1, "food": 2}
    assert seat_of(state)["house"] == "wood"


@pytest.mark.parametrize("poor", [{}, {"wood": 4, "reed": 2}, {"wood": 5, "reed": 1}, {"clay": 2}])
def test_nothing_can_be_paid(poor: Data) -> None:
    """Then nothing is asked."""
    state = play(position({**OWNER, "goods": poor}), "place Day Laborer")
    assert goods(state) == {**poor, "food": 2}
    assert state.to_play == 1


def test_other_spaces() -> None:
    """It is about Day Laborer, used by its owner."""
    rich: Data = {**OWNER, "goods": {"clay": 2, "reed": 1}}
    assert play(position(rich), "place Fishing").to_play == 1
    assert play(position({}, rich), "place Day Laborer").to_play == 1


def test_before_the_space() -> None:
    """Ruling on "each time you use": the 2 food of Day Laborer are still to come when it is offered."""
    state = play(position({**OWNER, "goods": {"clay": 2, "reed": 1}}), "place Day Laborer")
    assert goods(state) == {"clay": 2, "reed": 1}


@pytest.mark.parametrize("front", [["cottager", "loam_pit"], ["loam_pit", "cottager"]])
def test_with_loam_pit(front: list[str]) -> None:
    """Ruling: the clay of a Loam Pit may be gained first, and pays for the renovation."""
    state = play(position({"front": front, "goods": {"reed": 1}}), "place Day Laborer", "use Cottager")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {"clay": 1, "food": 2}


def test_with_conservator() -> None:
    """A renovation straight to stone is one renovation too."""
    farm: Data = {"front": ["cottager", "conservator"], "goods": {"stone": 2, "reed": 1}}
    state = play(position(farm), "place Day Laborer", "use Cottager")
    assert seat_of(state)["house"] == "stone"
    assert goods(state) == {"food": 2}
