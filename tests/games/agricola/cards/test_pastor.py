"""Pastor (B163)."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import BadRecord, State
from tests.games.agricola.scenarios import Data, goods, house_of, play, position, seat_of

GIFT = {"wood": 3, "clay": 2, "reed": 1, "stone": 1}
PASTOR: Data = {"front": ["pastor"], "goods": {}}
BUILDER: Data = {"goods": {"wood": 5, "reed": 2}}


def rooms(n: int, **rest: Any) -> Data:
    """A farm with so many rooms."""
    return {"rooms": house_of(n), **rest}


def build(state: State) -> State:
    """The seat whose turn it is builds a room."""
    return play(state, "place Farm Expansion", "build room A1")


def test_the_last_small_house() -> None:
    """G49: the others have 3, 3 and 2 rooms; when the last of them builds a third, the goods come, once."""
    state = position(PASTOR, rooms(3), rooms(3), BUILDER, players=4, start=3)
    assert goods(state) == {}
    build(state)
    assert goods(state) == GIFT
    assert seat_of(state)["front"] == [["pastor", 1]]


def test_somebody_else_lives_small_too() -> None:
    """Then nothing happens."""
    state = build(position(PASTOR, rooms(2), rooms(3), BUILDER, players=4, start=3))
    assert goods(state) == {}


def test_only_once() -> None:
    """A room built later brings nothing more."""
    farm: Data = {"front": [["pastor", 1]], "goods": {}}
    state = build(position(farm, rooms(3), rooms(3), BUILDER, players=4, start=3))
    assert goods(state) == {}


def test_when_played() -> None:
    """Where it is so already, at once."""
    farm: Data = {"occupations": ["pastor"], "goods": {}}
    state = position(farm, rooms(3), rooms(4), rooms(3), players=4)
    assert goods(play(state, "place Lessons", "play Pastor")) == GIFT
    state = position(farm, rooms(3), rooms(2), rooms(3), players=4)
    assert goods(play(state, "place Lessons", "play Pastor")) == {}


def test_its_owner_has_built() -> None:
    """With 3 rooms of one's own it never comes."""
    state = position({**PASTOR, **rooms(3)}, rooms(3), rooms(3), BUILDER, players=4, start=3)
    assert goods(build(state)) == {}
    own = position({**PASTOR, **BUILDER}, rooms(3), rooms(3), rooms(3), players=4)
    assert goods(build(own)) == {}


def test_rooms_of_the_house_only() -> None:
    """Ruling: a Caravan is no room, neither of the owner nor of another player."""
    farm: Data = {"front": ["pastor", "caravan"], "goods": {}}
    state = build(position(farm, rooms(3), rooms(3), BUILDER, players=4, start=3))
    assert goods(state) == GIFT
    camper: Data = {"front": ["caravan"]}
    state = build(position(PASTOR, camper, rooms(3), BUILDER, players=4, start=3))
    assert goods(state) == {}


def test_only_in_a_game_for_four() -> None:
    """It is a card for four players."""
    with pytest.raises(BadRecord, match="not for 3 players"):
        position({"front": ["pastor"]}, players=3)


def test_with_cottager() -> None:
    """A room built on Day Laborer is a room built."""
    guest: Data = {"front": ["cottager"], **BUILDER}
    state = position(PASTOR, rooms(3), rooms(3), guest, players=4, start=3)
    play(state, "place Day Laborer", "use Cottager", "build room A1")
    assert goods(state) == GIFT
