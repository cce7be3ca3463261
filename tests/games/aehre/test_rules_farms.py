"""R34 to R41, R46 and R47: farms, from building to assessing."""

from __future__ import annotations

import pytest

from farmtable import OVER, Match, Rng
from tests.games.aehre.scenarios import (
    Scenario,
    allowed,
    barns,
    build,
    cube,
    draw,
    farms,
    large,
    legal,
    name,
    place,
    points,
    position_s,
    refused,
    region,
    seat,
    shown,
    small,
    vp,
)

ALMOST = {"W": 2, "B": 2, "R": 2, "C": 2, "P": 1}  # one potato row short of the first farm, 3 or 4 players


def test_r34_any_field_of_a_free_region() -> None:
    """R34: a farm stands on any field of a region without one: printed, tile, large, small, just laid."""
    state = position_s(4).cubes(0, **ALMOST).farm(1, (0, 0)).state()
    place(state, "P", (6, 3))
    barns(state, (6, 3))
    free = {
        f"farm {name((row, column))}" for row in range(8) for column in range(7) if (row, column) != (0, 6)
    }
    assert set(legal(state)) == free - {f"farm {name((0, 0))}"}
    assert refused(state, f"farm {name((0, 0))}", "R34")
    assert refused(state, small("W", (1, 1)), "R13")
    for cell in ((3, 2), (6, 3), (7, 6)):
        built = state.clone()
        build(built, cell)
        assert farms(built) == [name(cell), None]
        assert vp(built) == region(state, cell)


def test_r34_no_farm_before_it_is_due() -> None:
    """R34: with one cube behind no farm is built; there is nothing to build at other times."""
    state = Scenario(4).cubes(0, W=4, B=2, R=2, C=2, P=0).hand(0, "C2P1").state()
    place(state, "C2P1", (3, 3), (3, 2))
    assert refused(state, f"farm {name((3, 3))}", "R34")
    barns(state, (3, 2))
    assert cube(state, "P") == 1
    assert farms(state) == [None, None]


def test_r34_off_the_crop_area() -> None:
    """R34: a farm needs a field."""
    state = Scenario(4).cubes(0, **ALMOST).state()
    place(state, "P", (6, 3))
    barns(state, (6, 3))
    refusal = state.why_not(state.seen_by(0).view()["codes"]["farm"] + 6)
    assert refusal is not None
    assert refusal.rule == "R34"


def test_r35_a_cube_that_left_has_passed_every_row() -> None:
    """R35: a cube exchanged for livestock counts for both farms."""
    scene = Scenario(4).gone(0, "W", "cow", 11).cubes(0, B=4, R=4, C=4, P=2).farm(0, (7, 0))
    state = scene.state()
    place(state, "P", (6, 3))
    barns(state, (6, 3))
    build(state, (0, 0))
    assert farms(state)[1] == name((0, 0))


def test_r35_the_cube_that_leaves_may_make_it_due() -> None:
    """R35: the cube that takes an animal may complete the row; the animal comes first, then the farm."""
    state = Scenario(5).cubes(0, W=2, B=2, R=2, C=2, P=1).state()  # farm rows 2 and 3, livestock 4
    place(state, "P", (6, 3))
    barns(state, (6, 3))
    build(state, (0, 0))
    assert cube(state, "P") == 3
    last = Scenario(5).cubes(0, W=3, B=3, R=3, C=3, P=2).farm(0, (7, 0)).state()
    place(last, "P", (6, 3))
    barns(last, (6, 3))
    draw(last, "reveal cow 12")
    assert cube(last, "P") is None
    build(last, (0, 0))
    assert farms(last)[1] == name((0, 0))


def test_r36_only_points_avoid_a_farm() -> None:
    """R36: any cube movement triggers it; victory points instead do not."""
    state = Scenario(4).cubes(0, **ALMOST).state()
    place(state, "P", (6, 3))
    avoided = state.clone()
    barns(state, (6, 3))
    assert all(action.startswith("farm") for action in legal(state)), "there is no way out"
    points(avoided, (6, 3))
    assert farms(avoided) == [None, None]


def test_r37_two_farms_at_once() -> None:
    """R37: the lower row first, the second in another region."""
    state = Scenario(5).cubes(0, W=3, B=3, R=3, C=3, P=1).state()
    place(state, "P", (6, 3))
    barns(state, (6, 3))
    build(state, (6, 3))
    assert farms(state) == [name((6, 3)), None]
    assert refused(state, f"farm {name((6, 3))}", "R34")
    build(state, (0, 0))
    assert farms(state) == [name((6, 3)), name((0, 0))]
    short = position_s(4).cubes(0, W=4, B=4, R=4, C=4, P=1).hand(0, "W1P2").state()
    place(short, "W1P2", (2, 3), (2, 4))
    barns(short, (2, 4))
    build(short, (2, 4))
    assert farms(short) == [name((2, 4)), None], "the second row is not reached"


def crowded() -> Scenario:
    """Two regions, both with a farm of seat 1; seat 0 is about to complete its first row (3)."""
    scene = Scenario().all_show("W").lay("B", (0, 0)).farm(1, (0, 0)).farm(1, (7, 6), 1)
    return scene.cubes(0, W=3, B=1, R=3, C=3, P=3).reserve(1, "P")


def test_r37_a_farm_waits() -> None:
    """R37: every region holds a farm: the farm waits, and is built in a later turn, whatever is scored."""
    state = crowded().state()
    place(state, "B", (0, 1))
    action = state.parse(f"score {name((0, 1))} barns")
    assert " ".join(map(str, state.tell(action, -1))).count("has to wait") == 1
    barns(state, (0, 1))
    assert farms(state) == [None, None]
    assert state.to_play == 1
    place(state, "P", (5, 3))
    points(state, (5, 3))
    assert farms(state) == [None, None], "only in an own turn"
    place(state, "P", (5, 4))
    points(state, (5, 4))  # victory points: still it is tried at the end of step 2
    assert {action.split()[1] for action in legal(state)} == {name((5, 3)), name((5, 4))}
    build(state, (5, 3))
    assert farms(state) == [name((5, 3)), None]
    assert vp(state) == 2 + 2, "scored before the farm stood, and then assessed"


def waiting() -> Scenario:
    """Seat 0's first farm has been waiting: all cubes are on its row; its turn begins."""
    return crowded().cubes(0, W=3, B=3, R=3, C=3, P=3).hand(0, "C1P2")


def test_r37_a_waiting_farm_is_built_at_the_end_of_step_2() -> None:
    """R37: a cube moved meanwhile does not call for it: both fields are scored first."""
    state = waiting().state()
    place(state, "C1P2", (5, 3), (5, 4))
    barns(state, (5, 3))
    assert legal(state) == [f"score {name((5, 4))} points", f"score {name((5, 4))} barns"]
    points(state, (5, 4))
    assert {action.split()[1] for action in legal(state)} == {name((5, 3)), name((5, 4))}
    build(state, (5, 4))
    assert vp(state) == 1 + 1


def test_r37_a_second_farm_coming_due_brings_the_waiting_one() -> None:
    """R34, R37: what comes due by a movement is built at once, and the lower row still comes first."""
    state = waiting().cubes(0, W=5, B=5, R=5, C=5, P=3).state()
    place(state, "C1P2", (5, 3), (5, 4))
    barns(state, (5, 4))
    build(state, (5, 3))
    assert farms(state) == [name((5, 3)), name((5, 4))], "the other new region is the last one free"


def test_r37_a_second_farm_waits_for_another_region() -> None:
    """R37: of two due farms one may find a region and the other not."""
    scene = Scenario(5).all_show("W").lay("B", (0, 0)).farm(1, (7, 6)).cubes(0, W=3, B=1, R=3, C=3, P=3)
    state = scene.state()
    place(state, "B", (0, 1))
    barns(state, (0, 1))
    build(state, (0, 1))
    assert farms(state) == [name((0, 1)), None]
    assert state.to_play == 1


def two_farms(owner: int) -> Scenario:
    """Corn all over; wheat in row 2: seat 0's farm with three fields, a gap, a farm of `owner`."""
    scene = Scenario().all_show("C").lay("W", (2, 0), (2, 1), (2, 2), (2, 4)).raised(0, (2, 2))
    return scene.farm(0, (2, 0)).farm(owner, (2, 4), 1).hand(0, "W1B2", "W0W1")


@pytest.mark.parametrize("owner", [0, 1])
def test_r38_no_linking_whoever_owns_the_farms(owner: int) -> None:
    """R38: two farm regions may not be joined, not even two of one owner."""
    state = two_farms(owner).state()
    assert refused(state, small("W", (2, 3)), "R22")
    assert refused(state, large("W1B2", (2, 3), (3, 3)), "R22")
    assert refused(state, large("W0W1", (2, 3), (3, 3)), "R22")


@pytest.mark.parametrize("owner", [0, 1])
def test_r38_cut_and_join_is_judged_by_the_result(owner: int) -> None:
    """R38: a tile that joins one region and cuts the other in the same moment is legal."""
    state = two_farms(owner).state()
    place(state, "W1B2", (2, 3), (2, 2))
    assert [shown(state, cell)["region"] for cell in ((2, 0), (2, 4))] == [2, 2]


def test_r38_a_cut_that_is_healed_at_once() -> None:
    """R38: halves that together join what each alone would not are judged together."""
    scene = Scenario().all_show("C").lay("W", (2, 0), (2, 3)).farm(0, (2, 0)).farm(1, (2, 3))
    state = scene.hand(0, "W0W1", "W1B2").state()
    assert refused(state, large("W0W1", (2, 1), (2, 2)), "R22")
    assert allowed(state, small("W", (2, 1)))
    assert allowed(state, large("W1B2", (2, 1), (2, 2)))


def test_r39_cutting_a_farm_region() -> None:
    """R39: other cells of a farm region may be covered; parts cut off are ordinary and score again."""
    state = position_s().farm(1, (3, 2)).state()
    place(state, "C", (3, 3))
    points(state, (3, 3))
    assert [shown(state, cell)["owner"] for cell in ((3, 1), (3, 2), (4, 3))] == [1, 1, None]
    assert seat(state, 1)["farms"][0]["size"] == 2
    scoring = position_s().lay("C", (3, 3)).farm(1, (3, 2)).state()
    place(scoring, "W", (4, 4))
    points(scoring, (4, 4))
    assert vp(scoring) == 2, "the part cut off, (4,3), and the new field"


def test_r40_growing_and_joining_a_free_region() -> None:
    """R40: anybody may grow a farm region or join it to one without a farm; it never falls below 1."""
    state = Scenario().farm(1, (3, 1)).lay("W", (3, 3)).state()
    place(state, "W", (3, 2))
    assert seat(state, 1)["farms"][0]["size"] == 4
    lonely = Scenario().farm(1, (3, 3)).state()
    assert seat(lonely, 1)["farms"][0]["size"] == 1
    assert refused(lonely, small("W", (3, 3)), "R21")


def test_r41_farms_never_move() -> None:
    """R41: once built, a farm stands on its field to the end."""
    match = Match("aehre", 4, seed=3)
    rng = Rng(3)
    stood: dict[tuple[int, int], str] = {}
    while match.state.to_play != OVER:
        actions = match.state.legal_actions()
        match.play(actions[rng.below(len(actions))])
        now = {(s, f): c for s in range(4) for f, c in enumerate(farms(match.state, s)) if c}
        assert stood.items() <= now.items()
        stood = now
    assert stood


def test_r46_every_own_turn_both_farms() -> None:
    """R46: each own farm pays its region's present size, own cell included, grown or not."""
    state = position_s(3).farm(0, (3, 2)).farm(0, (7, 0), 1).farm(1, (0, 0)).state()
    place(state, "P", (6, 3))
    points(state, (6, 3))
    assert vp(state) - region(state, (6, 3)) == 4 + 1
    assert vp(state, 1) == 0, "only in an own turn"


def test_r46_in_the_turn_it_was_built() -> None:
    """R46: a farm pays already in the turn it was built."""
    state = position_s(4).cubes(0, **ALMOST).state()
    place(state, "P", (6, 3))
    barns(state, (6, 3))
    build(state, (4, 3))
    assert vp(state) == 4


def test_r47_without_a_farm_nothing_is_assessed() -> None:
    """R47: no farm, no points in step 3; a turn without a tile still assesses."""
    state = Scenario().cubes(0, W=1).state()
    place(state, "W", (3, 3))
    barns(state, (3, 3))
    assert vp(state) == 0
    stuck = Scenario().all_show("W").hand(0, "W0W1", "W0W2").reserve(0, "").farm(0, (0, 0)).state()
    assert vp(stuck) == 55
