"""Roughcaster: 3 food for clay rooms, and for renovating from clay to stone."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    allowed,
    goods,
    legal,
    play,
    position,
    rule_against,
)


def test_clay_rooms() -> None:
    """Once for the action, no matter how many rooms."""
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"clay": 15, "reed": 6}}
    state = play(position(seat), "place Farm Expansion", "build room A1", "build room B1")
    assert goods(state) == {"clay": 5, "reed": 2}  # the action is not over
    play(state, "done")
    assert goods(state) == {"clay": 5, "reed": 2, "food": 3}
    state = play(position(seat), "place Farm Expansion", "build room A1", "done")
    assert goods(state) == {"clay": 10, "reed": 4, "food": 3}


def test_each_time_anew() -> None:
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"clay": 5, "reed": 2}}
    state = play(position(seat, {}), "place Farm Expansion", "build room A1")
    assert goods(state) == {"food": 3}


@pytest.mark.parametrize(("house", "good"), [("wood", "wood"), ("stone", "stone")])
def test_not_for_other_rooms(house: str, good: str) -> None:
    seat: Data = {"front": ["roughcaster"], "house": house, "goods": {good: 5, "reed": 2}}
    assert goods(play(position(seat), "place Farm Expansion", "build room A1")) == {}


def test_from_clay_to_stone() -> None:
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"stone": 2, "reed": 1}}
    state = play(position(seat, round=6), "place House Redevelopment")
    assert goods(state) == {"food": 3}


def test_not_from_wood_to_clay() -> None:
    seat: Data = {"front": ["roughcaster"], "goods": {"clay": 2, "reed": 1}}
    assert goods(play(position(seat, round=6), "place House Redevelopment")) == {}


def test_not_from_wood_to_stone() -> None:
    """Conservator's renovation does not come from clay."""
    seat: Data = {"front": ["roughcaster", "conservator"], "goods": {"stone": 2, "reed": 1}}
    assert goods(play(position(seat, round=6), "place House Redevelopment")) == {}


def test_not_for_stables() -> None:
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"wood": 2}}
    assert goods(play(position(seat), "place Farm Expansion", "build stable E1")) == {}


def test_a_single_room_counts() -> None:
    """One that Cottager lets build."""
    seat: Data = {"front": ["roughcaster", "cottager"], "house": "clay", "goods": {"clay": 5, "reed": 2}}
    state = play(position(seat, {}), "place Day Laborer", "use Cottager", "build room A1")
    assert goods(state) == {"food": 3 + 2}


STABLES_TOO: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"wood": 4, "clay": 5, "reed": 2}}


def test_the_food_comes_before_the_first_stable() -> None:
    """R2.3: the rooms are over as soon as a stable is begun."""
    state = play(position(STABLES_TOO), "place Farm Expansion", "build room A1", "build stable E1")
    assert goods(state) == {"wood": 2, "food": 3}
    play(state, "build stable E2")
    assert goods(state) == {"food": 3}  # once
    assert state.to_play == 1


def test_the_story_tells_it_in_this_order() -> None:
    state = play(position(STABLES_TOO), "place Farm Expansion", "build room A1")
    told = " ".join(str(text) for text in state.tell(state.parse("build stable E1"), 0))
    assert told.index("Roughcaster") < told.index("stable")


def test_the_food_is_there_before_stables_are_decided() -> None:
    """R2.3: to end with the rooms is not yet to leave the stables."""
    state = play(position(STABLES_TOO), "place Farm Expansion", "build room A1", "done")
    assert goods(state) == {"wood": 4, "food": 3}
    assert allowed(state, "build stable E1")
    assert rule_against(state, "build room B1") == "R2.3"
    play(state, "done")
    assert state.to_play == 1
    assert goods(state) == {"wood": 4, "food": 3}


def test_stables_first() -> None:
    state = play(position(STABLES_TOO), "place Farm Expansion", "build stable E1")
    assert goods(state) == {"wood": 2, "clay": 5, "reed": 2}
    play(state, "build room A1")
    assert goods(state) == {"wood": 2, "food": 3}
    assert state.to_play == 1


def test_nothing_is_asked_where_nothing_comes() -> None:
    """R2.3: without clay rooms, or with Wall Builder, whose food comes later, one "done" ends the action."""
    plain: Data = {**STABLES_TOO, "house": "wood", "goods": {"wood": 9, "reed": 2}}
    for seat in (plain, {**STABLES_TOO, "front": ["wall_builder"]}):
        state = play(position(seat), "place Farm Expansion", "build room A1")
        assert "build stable E1" in legal(state)
        play(state, "done")
        assert state.to_play == 1
