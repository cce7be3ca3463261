"""Three-Field Rotation (B061): food for fields of three kinds."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, goods, harvest, legal, line, play, position, seat_of

THREE = ["carpenter", "plow_driver", "seasonal_worker"]


def after_harvest(fields: Data, front: list[str] | None = None) -> dict[str, int]:
    """The goods that a harvest leaves to 2 people who had 4 food."""
    return goods(
        harvest({"front": front or ["three_field_rotation"], "fields": fields, "goods": {"food": 4}})
    )


def test_its_requirement() -> None:
    """For nothing, with at least 3 occupations (R9.2)."""
    for front, fits in ((THREE, True), ([*THREE[:2], "canoe"], False)):
        state = position({"minors": ["three_field_rotation"], "front": front, "goods": {}})
        play(state, "place Meeting Place")
        assert ("play Three-Field Rotation" in legal(state)) == fits
    state = position({"minors": ["three_field_rotation"], "front": THREE, "goods": {}})
    play(state, "place Meeting Place", "play Three-Field Rotation")
    assert (seat_of(state)["front"][-1], line(state, "improvements")) == (["three_field_rotation", 0], 0)


def test_g39_one_field_of_each() -> None:
    """G39: 3 food, then 1 grain and 1 vegetable are harvested."""
    fields = {"C1": "grain 1", "D1": "vegetable 2", "E1": ""}
    assert after_harvest(fields) == {"grain": 1, "vegetable": 1, "food": 3}


def test_g39_with_the_third_planted() -> None:
    """G39: without an empty field there is no food; nor without the other two."""
    assert after_harvest({"C1": "grain 1", "D1": "vegetable 2", "E1": "grain 3"}) == {
        "grain": 2,
        "vegetable": 1,
    }
    assert after_harvest({"C1": "grain 1", "D1": ""}) == {"grain": 1}
    assert after_harvest({"C1": "vegetable 1", "D1": ""}) == {"vegetable": 1}


def test_before_crops_are_taken() -> None:
    """R7.2: a field that is emptied in this very field phase is not empty yet."""
    assert after_harvest({"C1": "grain 1", "D1": "vegetable 1"}) == {"grain": 1, "vegetable": 1}
    fields = {"C1": "grain 1", "D1": "vegetable 1", "E1": ""}
    assert after_harvest(fields) == {"grain": 1, "vegetable": 1, "food": 3}


def test_a_beanfield_is_a_field() -> None:
    """Appendix p. 3: unplanted it is the empty field, planted the one with vegetables."""
    front = ["beanfield", "three_field_rotation"]
    fields = {"C1": "grain 1", "D1": "vegetable 1", "beanfield": ""}
    assert after_harvest(fields, front) == {"grain": 1, "vegetable": 1, "food": 3}
    fields = {"C1": "grain 1", "D1": "", "beanfield": "vegetable 2"}
    assert after_harvest(fields, front) == {"grain": 1, "vegetable": 1, "food": 3}
    fields = {"C1": "grain 1", "D1": "vegetable 1", "beanfield": "vegetable 2"}
    assert after_harvest(fields, front) == {"grain": 1, "vegetable": 2}


def test_each_harvest() -> None:
    """No food in a round without one."""
    farm: Data = {
        "front": ["three_field_rotation"],
        "fields": {"C1": "grain 1", "D1": "vegetable 2", "E1": ""},
    }
    assert goods(harvest({**farm, "goods": {}}, round=5)) == {}
