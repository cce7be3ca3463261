"""Caravan (B010): somebody lives in it."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    Data,
    chance,
    finished,
    goods,
    harvest,
    legal,
    line,
    new_round,
    play,
    position,
    seat_of,
    spaces,
)

WISH = "Basic Wish for Children"


def test_its_price() -> None:
    """3 wood and 3 food; it stays in front of its owner."""
    state = position({"minors": ["caravan"], "goods": {"wood": 3, "food": 3}})
    play(state, "place Meeting Place", "play Caravan")
    assert (goods(state), seat_of(state)["front"]) == ({}, [["caravan", 0]])
    for missing in ({"wood": 2, "food": 3}, {"wood": 3, "food": 2}):
        state = position({"minors": ["caravan"], "goods": missing})
        assert "play Caravan" not in legal(play(state, "place Meeting Place"))


def test_g31_room_for_one_more() -> None:
    """G31: 2 rooms, 2 people: Basic Wish for Children is possible with a Caravan, and only once."""
    assert WISH not in spaces(position(round=5))
    state = play(position({"front": ["caravan"]}, round=5), f"place {WISH}")
    assert seat_of(state)["people"] == 3
    assert WISH not in spaces(position({"front": ["caravan"], "people": 3}, round=5))
    assert WISH not in spaces(position({"front": ["caravan"], "people": 3, "newborns": 1}, round=5)), "R3.5"


def test_it_is_no_room() -> None:
    """Neither when renovating nor for points: 2 rooms cost 2 clay and score 2."""
    state = position({"front": ["caravan"], "goods": {"clay": 3, "reed": 1}}, round=6)
    play(state, "place House Redevelopment")
    assert (seat_of(state)["house"], goods(state)) == ("clay", {"clay": 1})
    assert line(state, "clay rooms") == 2
    assert line(finished({"front": ["caravan"]}), "improvements") == 0


def test_no_pet_lives_in_it() -> None:
    """It is no place for a pet, not even with Animal Tamer, who keeps one in each room."""
    state = position({"front": ["caravan"], "goods": {}}, piles={"sheep_market": 2}, round=4)
    assert goods(play(state, "place Sheep Market")) == {"sheep": 1}
    tamer: Data = {"front": ["animal_tamer", "caravan"], "goods": {}}
    state = position(tamer, piles={"sheep_market": 3}, round=4)
    assert goods(play(state, "place Sheep Market")) == {"sheep": 2}


def test_who_lives_there_eats_and_scores() -> None:
    """Rulebook p. 12: that person counts as any other, when fed and when scored."""
    state = harvest({"front": ["caravan"], "people": 3, "goods": {"food": 10}})
    assert goods(state) == {"food": 4}
    assert line(state, "people") == 9


def test_childless_does_not_count_it() -> None:
    """Childless asks for 3 rooms: 2 and a Caravan are not enough."""
    farm: Data = {"front": ["childless", "caravan"], "goods": {"food": 1}}
    assert goods(chance(new_round(farm, round=2))) == {"food": 1}
