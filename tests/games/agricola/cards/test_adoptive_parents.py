"""Adoptive Parents: for 1 food a newborn works at once."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    chance,
    goods,
    house_of,
    legal,
    play,
    position,
    seat_of,
    waits_for_chance,
)

PARENTS: Data = {
    "front": ["adoptive_parents"],
    "rooms": house_of(3),
    "people": 3,
    "newborns": 1,
    "at_home": 0,
    "goods": {"food": 10},
}


def test_an_extra_turn_after_everybody_is_placed() -> None:
    state = position(PARENTS, AWAY, round=5)
    assert legal(state) == ["done", "use Adoptive Parents"]
    play(state, "use Adoptive Parents")
    assert "done" not in legal(state)
    play(state, "place Clay Pit")
    assert goods(state) == {"clay": 1, "food": 9}
    assert seat_of(state)["people"] == 3


def test_the_grown_child_eats_like_an_adult() -> None:
    """G52: 2 + 2 + 2 food in the harvest of round 7, and 1 for the card."""
    state = play(position(PARENTS, AWAY, round=7), "use Adoptive Parents", "place Clay Pit")
    assert goods(state) == {"clay": 1, "food": 10 - 1 - 6}
    state = play(position(PARENTS, AWAY, round=7), "done")
    assert goods(state) == {"food": 10 - 5}


def test_the_grown_child_of_a_solo_game() -> None:
    """G52: 3 + 3 + 3 food; a newborn would eat 1."""
    state = play(position(PARENTS, players=1, round=7), "use Adoptive Parents", "place Clay Pit")
    assert goods(state) == {"clay": 1}
    assert goods(play(position(PARENTS, players=1, round=7), "done")) == {"food": 10 - 7}


def test_a_turn_of_ones_own() -> None:
    """With other people left it is one of the turns; the others place in between."""
    state = position({**PARENTS, "at_home": 1}, {}, round=5)
    assert "use Adoptive Parents" in legal(state)
    play(state, "use Adoptive Parents", "place Clay Pit")
    assert state.to_play == 1
    assert seat_of(state)["at_home"] == 1
    assert seat_of(state)["newborns"] == 0
    play(state, "place Forest", "place Fishing")
    assert state.to_play == 1


def test_in_the_normal_order() -> None:
    """Who grew with the last person has the extra turn when it comes round again."""
    seat: Data = {"front": ["adoptive_parents"], "rooms": house_of(3), "at_home": 1, "goods": {"food": 2}}
    state = position(seat, {"at_home": 1}, round=5)
    play(state, "place Basic Wish for Children")
    assert state.to_play == 1
    play(state, "place Forest")
    assert state.to_play == 0
    assert legal(state) == ["done", "use Adoptive Parents"]
    play(state, "use Adoptive Parents")
    assert not allowed(state, "place Basic Wish for Children")  # its parent still stands there
    play(state, "place Clay Pit")
    assert goods(state) == {"clay": 1, "food": 1}


def test_it_may_be_left() -> None:
    """As often as others still place people one is asked again."""
    state = position(PARENTS, {"at_home": 1}, round=5)
    play(state, "done", "place Forest")
    assert legal(state) == ["done", "use Adoptive Parents"]
    play(state, "done")
    assert waits_for_chance(state)
    assert goods(state) == {"food": 10}


def test_for_each_newborn() -> None:
    """1 food each."""
    state = position({**PARENTS, "people": 4, "newborns": 2}, AWAY, round=5)
    play(state, "use Adoptive Parents", "place Clay Pit", "use Adoptive Parents", "place Reed Bank")
    assert goods(state) == {"clay": 1, "reed": 1, "food": 8}
    assert waits_for_chance(state)


@pytest.mark.parametrize("change", [{"goods": {}}, {"newborns": 0}, {"front": []}])
def test_not_without_food_newborn_or_card(change: Data) -> None:
    state = position({**PARENTS, **change}, {"at_home": 1}, round=5)
    assert state.to_play == 1
    state = position({**PARENTS, **change, "at_home": 1}, {"at_home": 1}, round=5)
    assert "use Adoptive Parents" not in legal(state)


def test_not_without_a_space_to_use() -> None:
    """R2.2: somewhere an action must be possible."""
    spaces = ("meeting_place", "grain_seeds", "farmland", "day_laborer")
    seats: tuple[Data, ...] = ({**PARENTS, "goods": {"food": 1}}, {"people": 5, "at_home": 0})
    used = dict.fromkeys(spaces, 1)
    assert waits_for_chance(position(*seats, round=5, piles={}, used_by=used))
    state = position(*seats, round=5, piles={"forest": 1}, used_by=used)
    assert legal(state) == ["done", "use Adoptive Parents"]
    assert legal(play(state, "use Adoptive Parents")) == ["place Forest"]


def test_played_after_the_growth_of_the_same_round() -> None:
    seat: Data = {"occupations": ["adoptive_parents"], "rooms": house_of(3), "goods": {"food": 1}}
    state = position(seat, AWAY, round=5)
    play(state, "place Basic Wish for Children", "place Lessons", "play Adoptive Parents")
    assert legal(state) == ["done", "use Adoptive Parents"]
    play(state, "use Adoptive Parents", "place Clay Pit")
    assert goods(state) == {"clay": 1}


def test_not_in_the_next_round() -> None:
    """It is an adult then."""
    state = chance(play(position(PARENTS, AWAY, round=5), "done"))
    assert "use Adoptive Parents" not in legal(state)
    assert seat_of(state)["at_home"] == 3


def test_like_any_other_person() -> None:
    """Other cards see no difference: Wood Cutter brings its wood."""
    state = position({**PARENTS, "front": ["adoptive_parents", "wood_cutter"]}, AWAY, round=5)
    play(state, "use Adoptive Parents", "place Forest")
    assert goods(state) == {"wood": 4, "food": 9}
