"""Big Country (A033)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, finished, goods, legal, play, position, seat_of, worth

FULL: Data = {
    "minors": ["big_country"],
    "fields": {"A1": "", "B1": ""},
    "pastures": [["C1", "D1", "E1", "B2", "C2", "D2", "E2", "B3", "C3", "D3"]],
    "stables": ["E3"],
    "goods": {},
}


@pytest.mark.parametrize(("number", "left"), [(1, 13), (6, 8), (10, 4), (13, 1), (14, 0)])
def test_points_and_food_for_the_rounds_left(number: int, left: int) -> None:
    """G35: in round R at once 14 - R points and twice as much food; the round under way does not count."""
    state = play(position(FULL, round=number), "place Meeting Place", "play Big Country")
    assert goods(state) == ({"food": 2 * left} if left else {})
    assert worth(state, "big_country") == left
    assert seat_of(state)["front"] == [["big_country", left]]


def test_every_space_must_be_used() -> None:
    """R9.2: one unused space of the farmyard, and it cannot be played."""
    unused: Data = {**FULL, "stables": []}
    assert legal(play(position(unused, round=4), "place Meeting Place")) == ["done"]


def test_the_points_are_written_down() -> None:
    """R9.13: neither later rounds nor a farm that changes alter them."""
    assert worth(finished({"front": [["big_country", 4]]}), "big_country") == 4
    state = play(position(FULL, round=10), "place Meeting Place", "play Big Country")
    state.play("place Forest")
    assert worth(state, "big_country") == 4


def test_with_manger() -> None:
    """Both cards' bonus points are added: 10 spaces in pastures are 4 points for Manger (G41)."""
    farm: Data = {**FULL, "front": ["manger"]}
    state = play(position(farm, round=12), "place Meeting Place", "play Big Country")
    assert (worth(state, "big_country"), worth(state, "manger")) == (2, 4)
    assert goods(state) == {"food": 4}


def test_with_junk_room() -> None:
    """It is an improvement: Junk Room adds 1 food."""
    farm: Data = {**FULL, "front": ["junk_room"]}
    state = play(position(farm, round=13), "place Meeting Place", "play Big Country")
    assert goods(state) == {"food": 3}
