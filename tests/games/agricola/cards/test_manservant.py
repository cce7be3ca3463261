"""Manservant (B107)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, chance, goods, new_round, play, position, seat_of


def meals(*rounds: int) -> dict[str, dict[str, int]]:
    """3 food on each of these round spaces."""
    return {str(number): {"food": 3} for number in rounds}


def test_renovating_to_stone() -> None:
    """G36: reached in round 9, it puts 3 food on each of rounds 10 to 14."""
    farm: Data = {"front": ["manservant"], "house": "clay", "goods": {"stone": 2, "reed": 1}}
    state = play(position(farm, round=9), "place House Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert seat_of(state)["promised"] == meals(10, 11, 12, 13, 14)
    assert goods(state) == {}


def test_playing_it_in_a_stone_house() -> None:
    """The condition is true already, so at once."""
    farm: Data = {"occupations": ["manservant"], "house": "stone"}
    state = play(position(farm, round=12), "place Lessons", "play Manservant")
    assert seat_of(state)["promised"] == meals(13, 14)


@pytest.mark.parametrize("house", ["wood", "clay"])
def test_not_yet(house: str) -> None:
    """Nothing happens before the house is of stone."""
    farm: Data = {"occupations": ["manservant"], "house": house}
    state = play(position(farm, round=5), "place Lessons", "play Manservant")
    assert seat_of(state)["promised"] == {}
    if house == "wood":
        farm = {"front": ["manservant"], "goods": {"clay": 2, "reed": 1}}
        state = play(position(farm, round=6), "place House Redevelopment")
        assert seat_of(state)["promised"] == {}


def test_in_the_last_round() -> None:
    """There is no round space left."""
    farm: Data = {"front": ["manservant"], "house": "clay", "goods": {"stone": 2, "reed": 1}}
    state = play(position(farm, round=14), "place Farm Redevelopment")
    assert seat_of(state)["promised"] == {}


def test_the_food_arrives() -> None:
    """At the start of the round; once it is placed nothing is added."""
    farm: Data = {"front": ["manservant"], "house": "stone", "goods": {}, "promised": meals(10, 11)}
    state = chance(new_round(farm, round=10))
    assert goods(state) == {"food": 3}
    assert seat_of(state)["promised"] == meals(11)


def test_others_renovate() -> None:
    """Only its owner's house matters."""
    guest: Data = {"house": "clay", "goods": {"stone": 2, "reed": 1}}
    state = play(position({"front": ["manservant"]}, guest, round=9, start=1), "place House Redevelopment")
    assert seat_of(state)["promised"] == {}


def test_with_conservator() -> None:
    """From wood straight to stone."""
    farm: Data = {"front": ["manservant", "conservator"], "goods": {"stone": 2, "reed": 1}}
    state = play(position(farm, round=12), "place House Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert seat_of(state)["promised"] == meals(13, 14)
