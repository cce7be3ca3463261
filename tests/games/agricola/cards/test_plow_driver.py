"""Plow Driver: a field for 1 food at the start of each round."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    chance,
    goods,
    idle_round,
    last_person,
    legal,
    new_round,
    play,
    seat_of,
)

STONE_HOUSE: Data = {"front": ["plow_driver"], "house": "stone", "goods": {"food": 1}}


def test_a_field_for_one_food() -> None:
    state = chance(new_round(STONE_HOUSE, round=5))
    assert state.to_play == 0
    assert legal(state)[0] == "done"
    play(state, "use Plow Driver", "plow E1")
    assert goods(state) == {}
    assert seat_of(state)["fields"] == {"E1": ""}
    assert "place Forest" in legal(state)


def test_in_the_preparation_phase() -> None:
    """R1.3: the people are not yet to be placed, and it is used once."""
    state = chance(new_round({**STONE_HOUSE, "goods": {"food": 2}}, round=5))
    assert not [words for words in legal(state) if words.startswith("place")]
    play(state, "use Plow Driver", "plow E1")
    assert "use Plow Driver" not in legal(state)


def test_it_may_be_left() -> None:
    state = play(chance(new_round(STONE_HOUSE, round=5)), "done")
    assert goods(state) == {"food": 1}
    assert "place Forest" in legal(state)


@pytest.mark.parametrize(
    "change",
    [
        {"house": "clay"},
        {"house": "wood"},
        {"goods": {}},
        {"front": []},
        {"fields": {"A1": ""}, "stables": ["B1"]},
    ],
)
def test_not_without_stone_house_food_or_space(change: Data) -> None:
    state = chance(new_round({**STONE_HOUSE, **change}, round=5))
    assert "place Forest" in legal(state)


def test_with_the_food_of_the_round_space() -> None:
    """R1.5: food of a Well pays for it in the same preparation phase."""
    seat: Data = {**STONE_HOUSE, "goods": {}, "promised": {"5": {"food": 1}}}
    state = chance(new_round(seat, round=5))
    play(state, "use Plow Driver", "plow E1")
    assert goods(state) == {}


def test_each_round() -> None:
    state = chance(new_round({**STONE_HOUSE, "goods": {"food": 9}, "at_home": 0}, AWAY, round=5))
    play(state, "use Plow Driver", "plow E1")
    state = idle_round(state, ["Farmland", "Cultivation"])
    play(state, "use Plow Driver", "plow D1")
    assert seat_of(state)["fields"] == {"D1": "", "E1": ""}


def test_from_the_first_round_in_stone_on() -> None:
    """One that is renovated in this round may plow at the start of the next."""
    seat: Data = {
        "front": ["plow_driver"],
        "house": "clay",
        "goods": {"stone": 2, "reed": 1, "food": 1},
    }
    state = chance(play(last_person(seat, round=6), "place House Redevelopment"))
    assert "use Plow Driver" in legal(state)


def test_played_by_scholar() -> None:
    """It acts in the same start of the round: 1 food for the card, 1 for the field."""
    seat: Data = {
        "front": ["scholar"],
        "occupations": ["plow_driver"],
        "house": "stone",
        "goods": {"food": 2},
    }
    state = chance(new_round(seat, round=5))
    play(state, "use Scholar", "play Plow Driver", "use Plow Driver", "plow E1")
    assert goods(state) == {}
    assert seat_of(state)["fields"] == {"E1": ""}


def test_with_groom() -> None:
    """R1.5: several effects at the start of a round, in any order."""
    seat: Data = {**STONE_HOUSE, "front": ["plow_driver", "groom"], "goods": {"food": 1, "wood": 1}}
    state = chance(new_round(seat, round=5))
    play(state, "use Groom", "build stable C1", "use Plow Driver", "plow E1")
    assert goods(state) == {}
    state = chance(new_round(seat, round=5))
    play(state, "use Plow Driver", "plow E1", "use Groom", "build stable C1")
    assert goods(state) == {}
