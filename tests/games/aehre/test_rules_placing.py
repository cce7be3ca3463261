"""R13 to R24: step 1, placing a tile."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, IllegalAction
from tests.games.aehre.scenarios import (
    CROPS,
    HANDS,
    Scenario,
    allowed,
    barns,
    draw,
    farms,
    large,
    legal,
    name,
    place,
    points,
    position_s,
    refused,
    seat,
    shown,
    small,
    vp,
)


def nowhere(*hand: str) -> Scenario:
    """All fields show wheat, and seat 0 has only wheat in hand and no small tile but wheat."""
    return Scenario().all_show("W").hand(0, *hand).reserve(0, "W")


def test_r13_exactly_one_tile_and_no_passing() -> None:
    """R13: the choices are tiles to lay and nothing else; after one tile no second."""
    state = Scenario().state()
    assert all(action.startswith("place ") for action in legal(state))
    place(state, "W", (3, 3))
    assert refused(state, small("B", (3, 2)), "R13")
    assert refused(state, large("W1B2", (3, 1), (3, 2)), "R13")


def test_r13_only_own_tiles() -> None:
    """R13: a tile must come from the own hand or the own reserve."""
    state = Scenario().hand(0, "W1B2").reserve(0, "B").state()
    assert refused(state, large("C1P2", (3, 2), (3, 3)), "R13")
    assert refused(state, small("W", (3, 3)), "R13")


def test_r14_anywhere_in_all_four_directions() -> None:
    """R14: no contact is asked for; every cell, and every pair of neighbours both ways round, will do."""
    scene = Scenario().all_show("C").hand(0, "W1B2").reserve(0, "W")
    state = scene.state()
    cells = {(row, column) for row in range(8) for column in range(7)} - {(0, 6)}
    pairs = {
        (first, second)
        for first in cells
        for second in cells
        if abs(first[0] - second[0]) + abs(first[1] - second[1]) == 1
    }
    expected = {large("W1B2", *pair) for pair in pairs} | {small("W", cell) for cell in cells}
    assert set(legal(state)) == expected


def test_r14_never_over_the_edge_nor_on_an_empty_place() -> None:
    """R14: a tile lies wholly on fields of the crop area, its two cells side by side."""
    state = Scenario().state()
    view = state.seen_by(0).view()
    codes, kind = view["codes"], view["seats"][0]["hand"][0]["kind"]
    right, below, left, above = range(4)
    beyond = [
        ((0, 0), left),
        ((0, 0), above),
        ((7, 6), right),
        ((7, 6), below),
        ((0, 5), right),
        ((0, 6), left),
    ]
    for (row, column), direction in beyond:
        action = codes["large"] + kind * 256 + direction * 64 + row * 7 + column
        refusal = state.why_not(action)
        assert refusal is not None
        assert refusal.rule == "R14"
    refusal = state.why_not(codes["small"]["wheat"] + 6)
    assert refusal is not None
    assert refusal.rule == "R14"
    for words in ("place W G1", "place W H2", "place W A9", "place W1B2 A1 C1", "place W1B2 A1 B2"):
        with pytest.raises(IllegalAction):
            state.play(words)


def test_r15_rotation_printed_and_on_tiles() -> None:
    """R15: a field never covers its own crop, be it printed or on a tile."""
    state = Scenario().lay("B", (3, 3)).state()
    assert refused(state, small("W", (4, 3)), "R15")
    assert refused(state, small("B", (3, 3)), "R15")
    assert allowed(state, small("P", (3, 3))), "what lies deeper does not count"


def test_r15_each_half_by_itself() -> None:
    """R15: both halves must keep rotation."""
    state = Scenario().hand(0, "W1R2").state()
    wheat, rapeseed, potatoes = (3, 1), (3, 2), (3, 3)
    assert refused(state, large("W1R2", wheat, rapeseed), "R15"), "both halves wrong"
    assert refused(state, large("W1R2", potatoes, rapeseed), "R15"), "the second half wrong"
    assert refused(state, large("W1R2", wheat, (2, 1)), "R15"), "the first half wrong"
    assert allowed(state, large("W1R2", rapeseed, potatoes))


def test_r16_covering_tiles() -> None:
    """R16: over two different tiles, or exactly over one, if both cells have one level."""
    state = Scenario().hand(1, "B1R2").reserve(1, "").state()
    place(state, "W1B2", (3, 3), (3, 2))
    points(state, (3, 3), (3, 2))
    draw(state)
    assert allowed(state, large("B1R2", (3, 3), (3, 2))), "exactly over the tile of two fields"
    straddling = Scenario().lay("C", (3, 2)).lay("P", (3, 3)).hand(0, "B1R2").state()
    assert allowed(straddling, large("B1R2", (3, 2), (3, 3)))
    assert shown(straddling, (3, 2))["level"] == 1
    place(straddling, "B1R2", (3, 2), (3, 3))
    assert [shown(straddling, cell)["level"] for cell in ((3, 2), (3, 3))] == [2, 2]


def test_r16_uneven_ground() -> None:
    """R16: cells of different levels without a small tile are refused."""
    state = Scenario().lay("C", (3, 3)).reserve(0, "").state()
    assert refused(state, large("W1B2", (3, 3), (3, 2)), "R16")


@pytest.mark.parametrize("level", [0, 1, 2, 5])
def test_r17_small_tile_on_any_level(level: int) -> None:
    """R17: a small tile needs no level ground."""
    state = Scenario().raised(level, (3, 3)).state()
    place(state, "W", (3, 3))
    assert shown(state, (3, 3))["level"] == level + 1


def test_r18_levelling_with_any_small_tile() -> None:
    """R18: with a difference of one, any tile of the reserve goes under the lower half."""
    state = Scenario().lay("C", (3, 3)).state()
    place(state, "W1B2", (3, 3), (3, 2))
    assert legal(state) == [f"level with {crop}" for crop in CROPS]
    state.play("level with R")
    assert seat(state, 0)["reserve"] == ["wheat", "beets", "corn", "potatoes"]
    assert refused(state, "level with B", "R18")


def test_r18_the_last_small_tile_needs_no_choice() -> None:
    """R18: with one small tile left it is taken without asking."""
    state = Scenario().lay("C", (3, 3)).reserve(0, "P").state()
    place(state, "W1B2", (3, 3), (3, 2))
    assert seat(state, 0)["reserve"] == []
    assert state.seen_by(0).view()["step"] == "score"
    spent = Scenario().lay("C", (3, 3)).reserve(0, "WB").state()
    place(spent, "W1B2", (3, 3), (3, 2))
    assert refused(spent, "level with P", "R18"), "it is no longer in the reserve"


def test_r18_not_on_level_ground() -> None:
    """R18: where both cells are level nothing is levelled."""
    state = Scenario().state()
    assert refused(state, "level with B", "R18")
    place(state, "W1B2", (3, 3), (3, 2))
    assert seat(state, 0)["reserve"] == ["wheat", "beets", "rapeseed", "corn", "potatoes"]
    assert shown(state, (3, 3))["level"] == 1


@pytest.mark.parametrize("option", ["crop_below_face_down_tile", "any"])
def test_r19_rotation_after_levelling(option: str) -> None:
    """R19: the crop below the face-down tile counts; by the switch any crop may lie there."""
    low_wheat, high = (3, 1), (3, 2)
    scene = Scenario(levelled_field_rotation=option).lay("P", high).hand(0, "W1C2", "W1P2", "B1C2")
    state = scene.state()
    onto_wheat = large("W1C2", low_wheat, high)
    assert allowed(state, onto_wheat) == (option == "any")
    if option != "any":
        assert refused(state, onto_wheat, "R19")
    assert refused(state, large("W1P2", low_wheat, high), "R15" if option == "any" else "R19")
    assert allowed(state, large("B1C2", low_wheat, high))
    assert refused(state, large("W1C2", low_wheat, (4, 1)), "R15"), "level ground keeps rotation"


def test_r19_high_cell_keeps_rotation() -> None:
    """R19: the switch frees the levelled cell only, not the high one."""
    scene = Scenario(levelled_field_rotation="any").lay("P", (3, 2)).hand(0, "B1P2")
    assert refused(scene.state(), large("B1P2", (3, 1), (3, 2)), "R15")


def test_r20_one_small_tile_a_turn() -> None:
    """R20: two levels cannot be bridged; a spent tile is not replaced; no second one this turn."""
    state = Scenario().raised(2, (3, 3)).state()
    assert refused(state, large("W1B2", (3, 3), (3, 2)), "R20")
    one = Scenario().raised(1, (3, 3)).state()
    place(one, "W1B2", (3, 3), (3, 2))
    one.play("level with C")
    assert refused(one, small("P", (0, 0)), "R13")
    points(one, (3, 3), (3, 2))
    draw(one)
    assert len(seat(one, 0)["reserve"]) == 4


def test_r21_farms_stay_visible() -> None:
    """R21: neither tile nor face-down tile covers a farm."""
    state = Scenario().farm(1, (3, 3)).raised(1, (3, 2)).hand(0, "W1C2").state()
    assert refused(state, small("W", (3, 3)), "R21")
    assert refused(state, large("W1C2", (3, 3), (3, 2)), "R21")
    assert refused(state, large("W1C2", (3, 3), (4, 3)), "R21")


def test_r22_two_farms_never_meet() -> None:
    """R22: a small or large tile that would leave two farms in one region is refused."""
    state = (
        Scenario().farm(0, (3, 1)).farm(1, (2, 4)).lay("W", (3, 2), (2, 3)).hand(0, "W1B2", "W0W1").state()
    )
    assert refused(state, small("W", (2, 2)), "R22")
    assert refused(state, large("W1B2", (3, 3), (3, 4)), "R15"), "beets are printed there"
    assert refused(state, large("W1B2", (3, 3), (4, 3)), "R22")
    assert allowed(state, small("W", (2, 0)))


def test_r23_buried_tiles_are_only_height() -> None:
    """R23: after levelling with wheat the cell shows the large tile's crop; only two fields score."""
    state = Scenario().lay("C", (3, 3)).state()
    place(state, "W1B2", (3, 3), (3, 2))
    state.play("level with R")
    assert (shown(state, (3, 2))["crop"], shown(state, (3, 2))["level"]) == ("beets", 2)
    assert len(legal(state)) == 4
    barns(state, (3, 3), (3, 2))
    rows = {"wheat": 1, "beets": 2, "rapeseed": 0, "corn": 0, "potatoes": 0}
    assert seat(state, 0)["cubes"] == rows, "the rapeseed below has no barns"


def test_r24_only_a_small_tile_fits() -> None:
    """R24: with no legal large tile a legal small one must be laid."""
    state = nowhere("W0W1").reserve(0, "WB").state()
    assert set(legal(state)) == {small("B", cell) for cell in all_cells()}


def all_cells() -> list[tuple[int, int]]:
    return [(row, column) for row in range(8) for column in range(7) if (row, column) != (0, 6)]


def test_r24_nothing_fits() -> None:
    """R24: no tile fits: farms are assessed, one large tile of choice is put away unseen, one is drawn."""
    state = nowhere("W0W1", "W0W1", "W0W2").farm(0, (0, 0)).state()
    assert vp(state) == 55
    assert legal(state) == ["discard W0W1", "discard W0W2"]
    state.play("discard W0W1")
    assert seat(state, 0)["discarded"] == 1
    assert seat(state, 0)["hand_size"] == 2
    assert "W0W1" not in str(state.seen_by(1).view()), "nobody is shown what was put away"
    draw(state)
    assert seat(state, 0)["hand_size"] == 3
    assert state.to_play == 1
    assert state.to_dict()["seats"][0]["discarded"] == ["W0W1"]


def test_r24_one_kind_needs_no_choice() -> None:
    """R24: equal tiles in hand leave no choice; the discard happens at once."""
    state = nowhere("W0W1", "W0W1").state()
    assert state.to_play == CHANCE
    assert seat(state, 0)["discarded"] == 1


def test_r24_discarding_is_refused_otherwise() -> None:
    """R24: a tile may only be put out of the game when none can be laid, and only one's own."""
    state = Scenario().state()
    assert refused(state, f"discard {HANDS[0][0]}", "R24")
    stuck = nowhere("W0W1", "W0W2").state()
    assert refused(stuck, "discard B1C2", "R24")


def test_r24_a_waiting_farm_is_tried_too() -> None:
    """R24: the turn without a tile still builds a farm that was waiting (R37)."""
    scene = nowhere("W0W1", "W0W2").reserve(0, "").lay("B", (0, 0)).farm(1, (7, 6))
    state = scene.cubes(0, W=3, B=3, R=3, C=3, P=3).state()
    assert farms(state) == [name((0, 0)), None], "the only region without a farm"
    assert vp(state) == 1


def test_r13_the_same_tile_twice_is_one_choice() -> None:
    """R13: equal tiles in hand are the same choice."""
    once = Scenario().hand(0, "W1B2").reserve(0, "").state()
    twice = Scenario().hand(0, "W1B2", "W1B2").reserve(0, "").state()
    assert legal(once) == legal(twice)


def test_r24_the_log_tells_it() -> None:
    """R24: everybody reads that no tile could be laid."""
    state = nowhere("W0W1").reserve(0, "").active(1).state()
    place(state, "B", (5, 5))
    action = state.parse(f"score {name((5, 5))} points")
    told = " ".join(map(str, state.tell(action, -1)))
    assert "can lay no tile" in told


def test_r24_position_s_always_has_a_tile() -> None:
    """R24: it does not happen while anything fits."""
    assert all(action.startswith("place") for action in legal(position_s().state()))
