"""Assistant Tiller (B091)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, goods, legal, play, position, seat_of

OWNER: Data = {"front": ["assistant_tiller"], "goods": {}}


def test_a_field() -> None:
    """1 field beside the 2 food, once for each use."""
    state = play(position(OWNER), "place Day Laborer")
    assert legal(state) == ["done", "use Assistant Tiller"]
    play(state, "use Assistant Tiller", "plow D1")
    assert seat_of(state)["fields"] == {"D1": ""}
    assert goods(state) == {"food": 2}
    assert state.to_play == 1


def test_the_usual_sites() -> None:
    """R4.1: a further field lies beside one."""
    state = play(position({**OWNER, "fields": {"E1": ""}}), "place Day Laborer", "use Assistant Tiller")
    assert legal(state) == ["plow D1", "plow E2"]


def test_it_may_be_left() -> None:
    """The food comes all the same."""
    state = play(position(OWNER), "place Day Laborer", "done")
    assert (goods(state), seat_of(state)["fields"]) == ({"food": 2}, {})


def test_no_site() -> None:
    """Where no field may be plowed nothing is asked."""
    farm: Data = {**OWNER, "fields": {"E1": ""}, "stables": ["D1", "E2"]}
    state = play(position(farm), "place Day Laborer")
    assert (goods(state), state.to_play) == ({"food": 2}, 1)


def test_other_spaces() -> None:
    """Farmland is another space, and somebody else's day of labour is none of its owner's."""
    state = play(position(OWNER), "place Farmland", "plow D1")
    assert (seat_of(state)["fields"], state.to_play) == ({"D1": ""}, 1)
    play(state, "place Day Laborer")
    assert "place Forest" in legal(state)


def test_before_the_space() -> None:
    """Ruling on "each time you use": the field comes before the food."""
    state = play(position(OWNER), "place Day Laborer", "use Assistant Tiller")
    assert goods(state) == {}


@pytest.mark.parametrize("first", ["room", "field"])
def test_with_cottager(first: str) -> None:
    """R9.17: with both on Day Laborer their owner chooses the order: field and room want the same space."""
    farm: Data = {"front": ["cottager", "assistant_tiller"], "goods": {"wood": 5, "reed": 2}}
    state = play(position(farm), "place Day Laborer")
    assert legal(state) == ["done", "use Cottager", "use Assistant Tiller"]
    room, field = ["use Cottager", "build room B2"], ["use Assistant Tiller", "plow C2"]
    play(state, *(room + field if first == "room" else field + room))
    assert seat_of(state)["rooms"] == ["A2", "B2", "A3"]
    assert seat_of(state)["fields"] == {"C2": ""}
    assert goods(state) == {"food": 2}
