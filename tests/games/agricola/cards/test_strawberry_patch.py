"""Strawberry Patch (B045): food for the next rounds."""

from __future__ import annotations

from typing import Any

from tests.games.agricola.scenarios import (
    Data,
    chance,
    goods,
    last_person,
    legal,
    line,
    play,
    position,
    seat_of,
)

FIELDS = {"C1": "vegetable 2", "D1": "vegetable 1", "E1": "grain 3"}


def hand(**more: Any) -> Data:
    return {"minors": ["strawberry_patch"], "goods": {"wood": 1}, "fields": FIELDS, **more}


def test_food_for_three_rounds() -> None:
    """1 wood; 1 food on each of the next 3 round spaces; 2 points."""
    state = play(position(hand(), round=2), "place Meeting Place", "play Strawberry Patch")
    assert goods(state) == {}
    assert seat_of(state)["promised"] == {"3": {"food": 1}, "4": {"food": 1}, "5": {"food": 1}}
    assert line(state, "improvements") == 2


def test_it_arrives_at_the_start_of_the_round() -> None:
    """R1.2: the next round brings the first food."""
    state = play(last_person(hand()), "place Meeting Place", "play Strawberry Patch")
    assert goods(state) == {}
    assert goods(chance(state)) == {"food": 1}
    assert seat_of(state)["promised"] == {"3": {"food": 1}, "4": {"food": 1}}


def test_nothing_after_round_14() -> None:
    """Appendix p. 3: as far as there are round spaces."""
    for number, rounds in ((12, ["13", "14"]), (14, [])):
        state = play(position(hand(), round=number), "place Meeting Place", "play Strawberry Patch")
        assert seat_of(state)["promised"] == {name: {"food": 1} for name in rounds}


def test_two_vegetable_fields() -> None:
    """R9.2: two fields that hold vegetables now."""
    for lacking in (
        {"fields": {"C1": "vegetable 2", "D1": "", "E1": "grain 3"}},
        {"fields": {}, "goods": {"wood": 1, "vegetable": 5}},
        {"goods": {"reed": 1}},
    ):
        state = play(position(hand(**lacking)), "place Meeting Place")
        assert "play Strawberry Patch" not in legal(state)


def test_a_planted_beanfield_is_one() -> None:
    """R4.3: a field card with vegetables on it counts; an empty one does not."""
    for crop, fits in (("vegetable 1", True), ("", False)):
        fields = {"C1": "vegetable 2", "beanfield": crop}
        state = play(position(hand(fields=fields, front=["beanfield"])), "place Meeting Place")
        assert ("play Strawberry Patch" in legal(state)) == fits
