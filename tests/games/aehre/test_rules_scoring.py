"""R25 to R33: step 2, scoring the fields."""

from __future__ import annotations

import pytest

from tests.games.aehre.scenarios import (
    CROPS,
    Scenario,
    allowed,
    barns,
    build,
    cube,
    legal,
    name,
    place,
    points,
    position_s,
    refused,
    region,
    seat,
    vp,
)


def test_r25_one_or_the_other_for_each_field() -> None:
    """R25: each field brings points or farm points, never both, and only the fields just laid."""
    state = Scenario().state()
    place(state, "W1B2", (3, 3), (3, 2))
    both = [f"score {name(cell)} {kind}" for cell in ((3, 3), (3, 2)) for kind in ("points", "barns")]
    assert legal(state) == both
    points(state, (3, 3))
    field = state.seen_by(0).view()["codes"]["score"]
    for action in (field, field + 1):
        refusal = state.why_not(action)
        assert refusal is not None
        assert refusal.rule == "R25", "the first field has been scored"
    assert legal(state) == both[2:]


def test_r25_nothing_to_score() -> None:
    """R25: before a tile is laid no field can be scored."""
    state = Scenario().state()
    refusal = state.why_not(state.seen_by(0).view()["codes"]["score"])
    assert refusal is not None
    assert refusal.rule == "R25"


def test_r26_region_after_the_whole_tile() -> None:
    """R26: the size counts once the tile lies; level does not matter; corners do not connect."""
    state = Scenario().lay("W", (3, 2)).raised(4, (3, 2)).state()
    place(state, "W", (3, 3))
    assert region(state, (3, 3)) == 4, "(3,1), (3,2), (3,3), (4,3) at three levels"
    points(state, (3, 3))
    assert vp(state) == 4
    corner = Scenario().all_show("C").lay("W", (2, 2), (4, 4)).state()
    place(corner, "W", (3, 3))
    points(corner, (3, 3))
    assert vp(corner) == 1


def test_r26_the_second_half_may_split_the_region() -> None:
    """R26: the second half of the tile counts too when the first half's region is measured."""
    state = (
        Scenario().all_show("C").hand(0, "W1B2").lay("W", (3, 4)).lay("R", (3, 5)).lay("W", (3, 6)).state()
    )
    place(state, "W1B2", (3, 3), (3, 2))
    assert region(state, (3, 3)) == 2


def test_r27_double_tile_scores_twice() -> None:
    """R27: both fields of a double tile may take the same region."""
    state = Scenario().hand(0, "P0P1").state()
    place(state, "P0P1", (0, 0), (1, 0))
    points(state, (0, 0), (1, 0))
    assert vp(state) == 4


@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize("block", ["same_crop", "any_adjacent"])
def test_r28_farm_regions_pay_no_sower(owner: int, block: str) -> None:
    """R28: a field that joins a farm region brings nobody points, the owner included, but farm points."""
    state = position_s(farm_vp_block=block).farm(owner, (3, 2)).state()
    place(state, "W", (2, 2))
    field = state.seen_by(0).view()["open_fields"][0]
    assert field["vp"] == 0
    with_barns = state.clone()
    points(state, (2, 2))
    assert vp(state) == (6 if owner == 0 else 0), "what an own farm pays is another matter"
    barns(with_barns, (2, 2))
    assert cube(with_barns, "W") == 2


@pytest.mark.parametrize(("block", "expected"), [("same_crop", 2), ("any_adjacent", 0)])
def test_r28_beside_a_farm_region(block: str, expected: int) -> None:
    """R28: beside a farm region another crop scores; under the switch it does not."""
    state = position_s(farm_vp_block=block).farm(1, (3, 2)).state()
    place(state, "P", (2, 4))  # beside (3,4), which is no part of the farm's region
    points(state, (2, 4))
    assert vp(state) == 2
    beside = position_s(farm_vp_block=block).farm(1, (3, 2)).state()
    place(beside, "P", (2, 2))
    assert region(beside, (2, 2)) == 2
    points(beside, (2, 2))
    assert vp(beside) == expected


def test_r28_beside_with_the_region_but_not_the_field() -> None:
    """R28: the switch asks where the laid field lies, not the rest of its region."""
    scene = Scenario(farm_vp_block="any_adjacent").all_show("C").lay("W", (0, 0)).farm(1, (0, 0))
    state = scene.lay("B", (0, 1)).reserve(0, "B").state()
    assert allowed(state, "place B A3"), "corn, a farm-free region"
    place(state, "B", (0, 2))
    points(state, (0, 2))
    assert vp(state) == 2


@pytest.mark.parametrize("crop", CROPS)
def test_r29_small_tiles_have_two_barns(crop: str) -> None:
    """R29: farm points are the barns on the field and nothing else; they move that crop's cube."""
    state = Scenario().all_show("C" if crop != "C" else "P").state()
    place(state, crop, (3, 3))
    barns(state, (3, 3))
    assert {each: cube(state, each) for each in CROPS} == dict.fromkeys(CROPS, 0) | {crop: 2}


def test_r29_region_does_not_matter() -> None:
    """R29: a large region adds no farm points."""
    state = position_s().hand(0, "W1B2").state()
    place(state, "W1B2", (2, 3), (1, 3))
    assert region(state, (2, 3)) == 6
    barns(state, (2, 3))
    assert cube(state, "W") == 1


def test_r30_field_without_a_barn() -> None:
    """R30: 0 farm points may be taken and do nothing, not even towards a farm."""
    state = Scenario(4).cubes(0, W=2, B=2, R=2, C=2, P=2).farm(0, (7, 0)).hand(0, "W0W1").state()
    place(state, "W0W1", (3, 2), (3, 3))
    before = seat(state, 0)
    barns(state, (3, 2))
    assert seat(state, 0) == before
    assert legal(state) == [f"score {name((3, 3))} points", f"score {name((3, 3))} barns"]


def test_r31_cubes_share_spaces_and_stop_on_top() -> None:
    """R31: any number of cubes share a space; beyond the top row nothing counts."""
    scene = Scenario(4).gone(1, "W", "cow", 11).gone(2, "W", "pig", 6).gone(3, "W", "chicken", 1)
    state = scene.cubes(0, W=5).state()
    place(state, "W", (3, 3))
    barns(state, (3, 3))
    assert cube(state, "W") == 6
    shared = Scenario(3).cubes(1, W=2).cubes(2, W=2).state()
    place(shared, "W", (3, 3))
    barns(shared, (3, 3))
    assert [cube(shared, "W", one) for one in range(3)] == [2, 2, 2]


def test_r32_either_field_first_and_completely() -> None:
    """R32: the choice of the first field is free, and its farm is built before the other field scores."""
    state = position_s(4).cubes(0, W=2, B=2, R=2, C=2, P=1).hand(0, "W1P2").state()
    place(state, "W1P2", (2, 3), (2, 4))
    second_first = state.clone()
    points(state, (2, 3))
    points(second_first, (2, 4))
    assert f"score {name((2, 3))} barns" in legal(second_first)
    other = second_first.clone()
    points(other, (2, 3))
    points(state, (2, 4))
    assert state == other, "two times points: the order makes no difference"


def test_r32_a_farm_built_first_takes_the_second_fields_points() -> None:
    """R32: points of the second field are lost to a farm that the first one built on its region."""
    state = position_s(4).cubes(0, W=2, B=2, R=2, C=2, P=1).hand(0, "W1P2").state()
    place(state, "W1P2", (2, 3), (2, 4))
    barns(state, (2, 4))
    build(state, (3, 2))
    assert state.seen_by(0).view()["open_fields"][0]["vp"] == 0
    assert refused(state, f"farm {name((0, 0))}", "R34")


def test_r33_a_score_is_a_plain_number() -> None:
    """R33: beyond 99 the points go on."""
    state = Scenario().earned(0, 99).state()
    place(state, "W", (3, 3))
    points(state, (3, 3))
    assert vp(state) == 101
    assert state.scores() == [101, 0]
