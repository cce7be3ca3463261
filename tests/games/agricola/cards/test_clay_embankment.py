"""Clay Embankment (A005)."""

from __future__ import annotations

import pytest

from farmtable import State
from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position, seat_of, waits_for_chance


def embanked(seat: Data) -> State:
    """The card has just been played on Meeting Place."""
    farm: Data = {"minors": ["clay_embankment"], **seat}
    return play(position(farm), "place Meeting Place", "play Clay Embankment")


@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 1), (2, 3), (5, 7), (8, 12)])
def test_half_as_much_again(before: int, after: int) -> None:
    """Half the clay of the supply, rounded down, once the 1 food is paid."""
    state = embanked({"goods": {"food": 1, "clay": before}})
    assert goods(state) == ({"clay": after} if after else {})
    assert state.to_play == 1


def test_only_the_supply_counts() -> None:
    """Clay on round spaces is not counted, nor what lies on Clay Pit."""
    state = embanked({"goods": {"food": 2, "clay": 3}, "promised": {"5": {"clay": 2}}})
    assert goods(state) == {"food": 1, "clay": 4}
    assert seat_of(state)["promised"] == {"5": {"clay": 2}}


def test_one_food_is_needed() -> None:
    """R9.3: the cost must be in the supply."""
    farm: Data = {"minors": ["clay_embankment"], "goods": {"clay": 6}}
    assert legal(play(position(farm), "place Meeting Place")) == ["done", "exchange"]


def test_it_travels() -> None:
    """R9.5: to the hand on the left, never in front of anybody; out of a game for one (R13.1)."""
    state = embanked({"goods": {"food": 1, "clay": 4}})
    assert (seat_of(state)["minors"], seat_of(state)["front"]) == ([], [])
    assert seat_of(state, 1)["minors"] == ["clay_embankment"]
    farm: Data = {"minors": ["clay_embankment"], "goods": {"food": 1, "clay": 4}}
    alone = play(position(farm, players=1), "place Meeting Place", "play Clay Embankment")
    assert goods(alone) == {"clay": 6}
    assert "clay_embankment" in alone.to_dict()["gone"]


def test_with_claypipe() -> None:
    """Claypipe counts the clay that it brings: 7 are 2 food when everybody returns home."""
    farm: Data = {"minors": ["clay_embankment"], "front": ["claypipe"], "at_home": 1}
    for clay, food in ((14, 2), (13, 0)):
        state = position({**farm, "goods": {"food": 1, "clay": clay}}, AWAY)
        play(state, "place Meeting Place", "play Clay Embankment")
        assert waits_for_chance(state)
        assert goods(state).get("food", 0) == food
