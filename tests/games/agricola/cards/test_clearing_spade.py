"""Clearing Spade (A071)."""

from __future__ import annotations

from typing import Any

from farmtable import State
from tests.games.agricola.scenarios import (
    Data,
    allowed,
    goods,
    last_person,
    legal,
    play,
    position,
    seat_of,
)

SPADE: Data = {"front": ["clearing_spade"], "goods": {}}


def with_fields(fields: Data, **seat: Any) -> State:
    """The owner is about to place a person."""
    return position({**SPADE, "fields": fields, **seat})


def fields(state: State) -> Data:
    found: Data = seat_of(state)["fields"]
    return found


def may_move(state: State) -> bool:
    """Whether a crop can be moved now."""
    return "exchange" in legal(state) and "use Clearing Spade" in legal(play(state.clone(), "exchange"))


def test_one_crop_moves() -> None:
    """From a field with at least 2 crops to an empty one, where it is the only one; nothing is added."""
    state = play(with_fields({"D1": "grain 3", "E1": ""}), "exchange")
    assert legal(state) == ["use Clearing Spade"]
    play(state, "use Clearing Spade")
    assert fields(state) == {"D1": "grain 2", "E1": "grain 1"}
    assert goods(state) == {}
    assert state.to_play == 0, "a person is still to be placed"
    vegetables = play(with_fields({"D1": "", "E1": "vegetable 2"}), "exchange", "use Clearing Spade")
    assert fields(vegetables) == {"D1": "vegetable 1", "E1": "vegetable 1"}


def test_from_where_and_to_where() -> None:
    """Its owner chooses both fields."""
    farm: Data = {"D1": "grain 3", "E1": "vegetable 2", "D2": "grain 1", "E2": "", "D3": ""}
    state = play(with_fields(farm), "exchange", "use Clearing Spade")
    assert legal(state) == ["choose D1", "choose E1"]
    play(state, "choose E1")
    assert legal(state) == ["choose E2", "choose D3"]
    play(state, "choose D3")
    assert fields(state) == {**farm, "E1": "vegetable 1", "D3": "vegetable 1"}


def test_as_often_as_possible() -> None:
    """It can be repeated until no field is empty or none holds 2 crops."""
    state = with_fields({"D1": "grain 3", "E1": "", "D2": "", "E2": ""})
    play(state, "exchange", "use Clearing Spade", "choose E1")
    play(state, "exchange", "use Clearing Spade", "choose D2")
    assert fields(state) == {"D1": "grain 1", "E1": "grain 1", "D2": "grain 1", "E2": ""}
    assert not may_move(state)


def test_when_it_is_not_offered() -> None:
    """No empty field, or no field with 2 crops."""
    assert not may_move(with_fields({"D1": "grain 3", "E1": "vegetable 1"}))
    assert not may_move(with_fields({"D1": "grain 1", "E1": "vegetable 1", "D2": ""}))
    assert not may_move(with_fields({"D1": "", "E1": ""}))
    assert not may_move(with_fields({}))


def test_before_a_harvest() -> None:
    """R8.1: just before the field phase, so that both fields are harvested; not during it (R8.3)."""
    farm: Data = {**SPADE, "fields": {"D1": "grain 2", "E1": ""}, "goods": {"food": 9}}
    state = play(last_person(farm, round=4), "place Forest")
    assert legal(state) == ["done", "use Clearing Spade"]
    moved = play(state.clone(), "use Clearing Spade")
    assert fields(moved) == {"D1": "", "E1": ""}
    assert goods(moved)["grain"] == 2
    play(state, "done")
    assert fields(state) == {"D1": "grain 1", "E1": ""}
    assert goods(state)["grain"] == 1


def test_between_the_parts_of_an_action() -> None:
    """R8.2: at any time, here between plowing and sowing on Cultivation."""
    farm: Data = {**SPADE, "fields": {"D1": "grain 3"}, "goods": {"vegetable": 1}}
    state = position(farm, round=13)
    play(state, "place Cultivation", "plow E1", "exchange", "use Clearing Spade")
    assert fields(state) == {"D1": "grain 2", "E1": "grain 1"}


def test_field_cards() -> None:
    """R4.3: Beanfield is a field at both ends, but takes vegetables only."""
    farm: Data = {"front": ["beanfield", "clearing_spade"]}
    state = position({**farm, "fields": {"D1": "vegetable 2", "E1": "grain 3", "beanfield": ""}})
    play(state, "exchange", "use Clearing Spade")
    assert fields(state) == {"D1": "vegetable 1", "E1": "grain 3", "beanfield": "vegetable 1"}
    state = position({**farm, "fields": {"D1": "", "E1": "", "beanfield": "vegetable 2"}})
    play(state, "exchange", "use Clearing Spade", "choose E1")
    assert fields(state) == {"D1": "", "E1": "vegetable 1", "beanfield": "vegetable 1"}
    state = position({**farm, "fields": {"D1": "vegetable 2", "E1": "", "beanfield": ""}})
    play(state, "exchange", "use Clearing Spade")
    assert legal(state) == ["choose E1", "choose Beanfield"]
    play(state, "choose Beanfield")
    assert fields(state) == {"D1": "vegetable 1", "E1": "", "beanfield": "vegetable 1"}
    assert not may_move(position({**farm, "fields": {"D1": "grain 3", "beanfield": ""}}))


def test_playing_it() -> None:
    """It costs 1 wood; in a hand it moves nothing (R9.1)."""
    hand: Data = {"minors": ["clearing_spade"], "fields": {"D1": "grain 3", "E1": ""}, "goods": {"wood": 1}}
    state = position(hand)
    assert not may_move(state)
    play(state, "place Meeting Place", "play Clearing Spade")
    assert goods(state) == {}
    poor = play(position({**hand, "goods": {"clay": 1}}), "place Meeting Place")
    assert not allowed(poor, "play Clearing Spade")


def test_with_three_field_rotation() -> None:
    """Who fills the empty field with it has none left for Three-Field Rotation (G39)."""
    farm: Data = {
        "front": ["three_field_rotation", "clearing_spade"],
        "fields": {"D1": "grain 2", "E1": "vegetable 1", "D2": ""},
        "goods": {"food": 9},
    }
    state = play(last_person(farm, round=4), "place Forest")
    kept = play(state.clone(), "done")
    assert goods(kept)["food"] == 9 + 3 - 4
    moved = play(state, "use Clearing Spade")
    assert (goods(moved)["food"], goods(moved)["grain"]) == (9 - 4, 2)
