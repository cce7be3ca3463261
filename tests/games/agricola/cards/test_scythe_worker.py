"""Scythe Worker: one more grain from each grain field."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    Data,
    goods,
    harvest,
    legal,
    play,
    position,
    seat_of,
    waits_for_chance,
)

FIELDS = {"D1": "grain 3", "E1": "grain 1"}


def test_played_for_one_grain() -> None:
    state = position({"occupations": ["scythe_worker"], "goods": {}})
    play(state, "place Lessons", "play Scythe Worker")
    assert goods(state) == {"grain": 1}


def test_one_more_grain_from_a_field() -> None:
    """G38: fields with 3 and 1 grain: 3 grain; 1 and 0 are left."""
    seat: Data = {
        "front": ["scythe_worker"],
        "fields": {"D1": "grain 3", "E1": "grain 1"},
        "goods": {"food": 4},
    }
    state = harvest(seat)
    assert goods(state) == {"grain": 2, "food": 4}
    assert legal(state) == ["done", "choose D1"]
    play(state, "choose D1")
    assert goods(state) == {"grain": 3}
    assert seat_of(state)["fields"] == {"D1": "grain 1", "E1": ""}


def test_the_normal_harvest_is_the_same() -> None:
    """G38: without the scythe 2 grain; 2 and 0 are left."""
    seat: Data = {
        "front": ["scythe_worker"],
        "fields": {"D1": "grain 3", "E1": "grain 1"},
        "goods": {"food": 4},
    }
    state = play(harvest(seat), "done")
    assert goods(state) == {"grain": 2}
    assert seat_of(state)["fields"] == {"D1": "grain 2", "E1": ""}


def test_decided_for_each_field() -> None:
    fields = {"C1": "grain 3", "D1": "grain 2", "E1": "grain 3"}
    state = harvest({"front": ["scythe_worker"], "fields": fields, "goods": {"food": 4}})
    assert legal(state) == ["done", "choose C1", "choose D1", "choose E1"]
    play(state, "choose D1")
    assert legal(state) == ["done", "choose C1", "choose E1"]  # one of each field
    play(state, "choose E1", "done")
    assert goods(state) == {"grain": 5}
    assert seat_of(state)["fields"] == {"C1": "grain 2", "D1": "", "E1": "grain 1"}


def test_not_from_vegetable_fields() -> None:
    seat: Data = {
        "front": ["scythe_worker", "beanfield"],
        "fields": {"D1": "vegetable 2", "beanfield": "vegetable 2"},
        "goods": {"food": 4},
    }
    state = harvest(seat)
    assert goods(state) == {"vegetable": 2}
    assert waits_for_chance(state)


def test_only_its_owner() -> None:
    state = harvest({"front": ["scythe_worker"]}, {"fields": {"D1": "grain 3"}, "goods": {"food": 4}})
    assert goods(state, 1) == {"grain": 1}


def test_the_grain_can_be_eaten_in_the_feeding_phase() -> None:
    """R7.4: the field phase comes before it."""
    seat: Data = {"front": ["scythe_worker"], "fields": {"D1": "grain 3"}, "goods": {"food": 2}}
    state = play(harvest(seat), "choose D1", "eat grain", "eat grain")
    assert goods(state) == {}
    assert seat_of(state)["begging"] == 0


def test_with_three_field_rotation() -> None:
    """That looks at the fields before any crop is taken."""
    seat: Data = {
        "front": ["scythe_worker", "three_field_rotation"],
        "fields": {"C1": "grain 2", "D1": "vegetable 1", "E1": ""},
        "goods": {"food": 1},
    }
    state = play(harvest(seat), "choose C1")
    assert goods(state) == {"grain": 2, "vegetable": 1}
    assert seat_of(state)["begging"] == 0
