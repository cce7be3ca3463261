"""R5: stables, fences and pastures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from farmtable import Rng, State
from farmtable.games.agricola import AgricolaState
from farmtable.games.agricola.position.actions import PASTURE
from farmtable.games.agricola.position.shapes import SHAPE_BORDER, SHAPE_CELLS, above, left_of
from farmtable.games.agricola.rules import farmyard
from tests.games.agricola.scenarios import (
    AWAY,
    CELLS,
    Data,
    allowed,
    chance,
    fences,
    finished,
    goods,
    house_of,
    legal,
    line,
    play,
    position,
    rule_against,
    seat_of,
)


def fencing(seat: Data, wood: int = 30) -> AgricolaState:
    """A person of seat 0 has just been placed on Fencing."""
    state = position({"goods": {"wood": wood}, **seat}, AWAY, round=2)
    play(state, "place Fencing")
    return state


def pastures(state: State) -> list[list[str]]:
    found: list[list[str]] = seat_of(state)["pastures"]
    return found


# --- stables -----------------------------------------------------------------------------------------


def test_r5_1_stables() -> None:
    """R5.1: on any space without a tile, in pastures too; 2 wood each, one after the other."""
    farm: Data = {"goods": {"wood": 9}, "fields": {"D1": ""}, "pastures": [["B1", "C1"]], "stables": ["E3"]}
    state = play(position(farm), "place Farm Expansion")
    sites = {words.split()[-1] for words in legal(state) if words.startswith("build stable")}
    assert sites == set(CELLS) - {"A2", "A3", "D1", "E3"}
    for used in ("A2", "D1", "E3"):
        assert rule_against(state, f"build stable {used}") == "R5.1"
    play(state, "build stable C1", "build stable A1")
    assert goods(state) == {"wood": 5}
    state = play(position({"goods": {"wood": 3}}), "place Farm Expansion", "build stable C1")
    assert (goods(state), state.to_play) == ({"wood": 1}, 1), "1 wood is not enough for another"


def test_r5_1_four_at_most() -> None:
    """R5.1: there are four of them."""
    farm: Data = {"goods": {"wood": 30}, "stables": ["C1", "D1", "E1"]}
    state = play(position(farm), "place Farm Expansion", "build stable C2")
    assert state.to_play == 1
    full: Data = {**farm, "stables": ["C1", "D1", "E1", "E2"]}
    assert rule_against(position(full), "place Farm Expansion") == "R2.2"
    state = play(position({**full, "goods": {"wood": 30, "reed": 9}}), "place Farm Expansion")
    assert rule_against(state, "build stable E3") == "R5.1"


def test_r5_1_a_stable_is_fenced_in_later() -> None:
    """R5.1: it may be in a pasture afterwards."""
    state = play(fencing({"stables": ["D2"]}), "fence D2 E2", "done")
    assert pastures(state) == [["D2", "E2"]]
    assert line(state, "stables") == 1


# --- fences ------------------------------------------------------------------------------------------


def test_r5_2_one_wood_each() -> None:
    """R5.2: a fence costs 1 wood; with 5 wood there are only pastures of up to 5 new fences."""
    state = fencing({}, wood=5)
    assert {len(words.split()) for words in legal(state)} == {2}, "single spaces only"
    assert rule_against(state, "fence C1 D1") == "R5.2"
    play(state, "fence E3")
    assert goods(state) == {"wood": 1}


def test_r5_2_fifteen_fences() -> None:
    """R5.2: wood or not, there are 15 of them."""
    state = fencing({"pastures": [["C1", "D1", "E1", "C2", "D2", "E2"]]})
    assert fences(state) == 10
    assert allowed(state, "fence C3 D3 E3"), "5 more: exactly 15"
    play(state, "fence B1 B2", "done")
    assert fences(state) == 14
    state = fencing({"pastures": [["C1", "D1", "E1", "C2", "D2", "E2"], ["B1", "B2"]]})
    assert rule_against(state, "fence B3") == "R5.2"
    assert rule_against(state, "fence C3 D3") == "R5.2"
    assert allowed(state, "fence B1"), "one fence across the small pasture is left"
    all_built: Data = {"pastures": [["C1", "D1", "E1", "C2", "D2", "E2"], ["C3", "D3", "E3"]]}
    state = position({**all_built, "goods": {"wood": 30}}, round=2)
    assert rule_against(state, "place Fencing") == "R5.2"


def test_r5_2_along_the_edge_too() -> None:
    """R5.2: the edge of the farmyard is no fence."""
    state = play(fencing({}), "fence E1", "done")
    assert (fences(state), goods(state)) == (4, {"wood": 26})


def test_r5_2_every_action_leaves_closed_pastures() -> None:
    """R5.2: every fence built is part of the border of a closed pasture."""
    rng = Rng(5)
    for _ in range(20):
        state = fencing({}, wood=15)
        while state.to_play == 0 and state.to_dict()["agenda"][-1][0] == "menu":
            standing = int(state.fences[0])
            closed = 0
            for names in pastures(state):
                closed |= border_of(names)
            assert standing == closed
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize("cells", ["A1 A2", "C2", "B2 C2", "C1 C2 C3"])
def test_r5_3_no_tiles_inside(cells: str) -> None:
    """R5.3: neither rooms nor fields can be enclosed."""
    assert rule_against(fencing({"fields": {"C2": "grain 1"}}), f"fence {cells}") == "R5.3"


def test_r5_3_edges_of_tiles_are_no_fences() -> None:
    """R5.3: beside rooms and fields all four fences are needed."""
    state = play(fencing({"fields": {"B1": ""}, "rooms": ["A2", "A3", "B3"]}), "fence B2")
    assert fences(state) == 4
    assert rule_against(state, "fence A1") == "R5.4"


def test_r5_4_pastures_stay_together() -> None:
    """R5.4: the first anywhere, every other one orthogonally beside a pasture; corners do not count."""
    state = fencing({})
    assert {words for words in legal(state) if len(words.split()) == 2} == {
        f"fence {cell}" for cell in CELLS if cell not in ("A2", "A3")
    }
    play(state, "fence C2")
    for apart in ("B1", "D3", "E2", "D1 E1"):
        assert rule_against(state, f"fence {apart}") == "R5.4"
    for beside in ("C1", "B2", "D2", "C3", "D1 D2", "C1 D1 E1"):
        assert allowed(state, f"fence {beside}")


def test_r5_4_several_pastures_in_one_action() -> None:
    """R5.4: pastures of the same action count as neighbours of the next."""
    state = play(fencing({}), "fence C1", "fence D1", "fence D2", "fence E2", "done")
    assert pastures(state) == [["C1"], ["D1"], ["D2"], ["E2"]]
    assert goods(state) == {"wood": 30 - 13}


def test_r5_5_shared_fences() -> None:
    """R5.5: the fence between two pastures serves both."""
    state = play(fencing({"pastures": [["C1", "D1"], ["C2"]]}), "fence D2")
    assert goods(state) == {"wood": 28}, "above and to the left there are fences"


@pytest.mark.parametrize(
    ("part", "after", "wood"),
    [
        ("C1", [["C1"], ["D1", "E1"]], 1),
        ("D1 E1", [["C1"], ["D1", "E1"]], 1),
        ("C1 D1", [["C1", "D1"], ["E1"]], 1),
        ("D1", [["C1"], ["D1"], ["E1"]], 2),
    ],
)
def test_r5_5_dividing(part: str, after: list[list[str]], wood: int) -> None:
    """R5.5: a pasture may be cut by fences inside, into two parts or more."""
    state = play(fencing({"pastures": [["C1", "D1", "E1"]]}), f"fence {part}", "done")
    assert (pastures(state), goods(state)) == (after, {"wood": 30 - wood})


def test_r5_5_either_part_gives_the_same_farm() -> None:
    """R5.5: which of the two parts is named makes no difference."""
    farm: Data = {"pastures": [["C1", "D1", "C2", "D2"]]}
    one = play(fencing(farm), "fence C1", "done")
    other = play(fencing(farm), "fence D1 C2 D2", "done")
    assert one.key() == other.key()


def test_r5_5_a_bridge_of_one_fence() -> None:
    """R5.5: two blocks that hang together by one space edge are cut by a single fence."""
    farm: Data = {"pastures": [["C1", "C2", "D2", "D3"]]}
    state = play(fencing(farm, wood=1), "fence C1 C2")
    assert pastures(state) == [["C1", "C2"], ["D2", "D3"]]
    assert goods(state) == {}


def test_r5_5_pastures_never_merge() -> None:
    """R5.5: fences are never removed: no pasture reaches over one that is there."""
    state = fencing({"pastures": [["C1"], ["D1"]]})
    for merged in ("C1 D1", "C1 C2", "C1 D1 E1", "D1 D2"):
        assert rule_against(state, f"fence {merged}") == "R5.5"


def test_r5_6_at_least_one_new_fence() -> None:
    """R5.6: a pasture that is there cannot be built again; at least one pasture is built in the action."""
    state = fencing({"pastures": [["C1", "D1"]]})
    assert rule_against(state, "fence C1 D1") == "R5.6"
    assert rule_against(state, "done") == "R2.2"
    assert rule_against(position({"goods": {"wood": 3}}, round=2), "place Fencing") == "R5.6"


def test_r5_7_inside_fences_is_used() -> None:
    """R5.7: every space in a pasture is used, empty or not; a stable or a tile uses its space too."""
    assert line(finished({}), "unused") == -13
    assert line(finished({"pastures": [["C1", "D1", "E1"]]}), "unused") == -10
    assert line(finished({"stables": ["C1"], "fields": {"D1": ""}, "rooms": house_of(3)}), "unused") == -10
    inside: Data = {"pastures": [["C1", "D1"]], "stables": ["C1"]}
    assert line(finished(inside), "unused") == -11


def test_r5_8_dividing_a_pasture_with_animals() -> None:
    """R5.8: each part keeps the rules of its own; animals are rearranged, and what finds no place goes."""
    farm: Data = {"pastures": [["C1", "D1"]], "goods": {"wood": 1, "sheep": 4, "cattle": 1}}
    state = play(fencing(farm), "fence C1")
    assert goods(state) == {"sheep": 4, "cattle": 1}
    stable: Data = {"pastures": [["C1", "D1"]], "stables": ["C1"], "goods": {"wood": 1, "sheep": 8}}
    state = play(fencing(stable), "fence D1")
    assert goods(state) == {"sheep": 7}, "4 with the stable, 2 without, 1 in the house"
    cook: Data = {**stable, "improvements": ["fireplace_2"]}
    state = play(fencing(cook), "fence D1")
    assert legal(state) == ["cook sheep", "discard sheep"]
    assert goods(play(state, "cook sheep")) == {"sheep": 7, "food": 2}


def test_r5_8_fencing_in_a_stable() -> None:
    """R5.8: the animal of a stable may stay in the pasture, or go elsewhere."""
    farm: Data = {"stables": ["C1"], "goods": {"wood": 4, "sheep": 1, "cattle": 1}}
    assert goods(play(fencing(farm), "fence C1")) == {"sheep": 1, "cattle": 1}


# --- the geometry, found a second time ----------------------------------------------------------------

Cell = tuple[int, int]  # row, column
Edge = frozenset[Cell]
PLACES = [(row, column) for row in range(3) for column in range(5)]


def neighbours(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


def cell_of(name: str) -> Cell:
    return int(name[1]) - 1, "ABCDE".index(name[0])


def cells_of(bits: int) -> frozenset[Cell]:
    return frozenset(PLACES[cell] for cell in range(15) if bits >> cell & 1)


def edges_around(cells: Iterable[Cell]) -> set[Edge]:
    """The edges between these cells and everything else, the land around the farmyard included."""
    inside = set(cells)
    return {frozenset([cell, other]) for cell in inside for other in neighbours(cell) if other not in inside}


def fence_numbers() -> dict[Edge, int]:
    """Which bit of a set of fences stands for which edge."""
    found: dict[Edge, int] = {}
    for row, column in PLACES:
        cell = row * 5 + column
        sides = (above(cell), above(cell) + 5, left_of(cell), left_of(cell) + 1)
        for other, side in zip(neighbours((row, column)), sides, strict=True):
            edge = frozenset([(row, column), other])
            assert found.setdefault(edge, int(side)) == side
    return found


NUMBER_OF = fence_numbers()


def border_of(names: Iterable[str]) -> int:
    """The fences around these spaces, as bits."""
    return sum(1 << NUMBER_OF[edge] for edge in edges_around(map(cell_of, names)))


def reach(start: Cell, fenced: set[Edge]) -> set[Cell]:
    """All that can be walked to from a cell without crossing a fence, over the edge of the farm too."""
    reached, todo = {start}, [start]
    while todo:
        cell = todo.pop()
        for other in neighbours(cell):
            if frozenset([cell, other]) not in fenced and other not in reached:
                reached.add(other)
                if other in PLACES:
                    todo.append(other)
    return reached


def closed_regions(fenced: set[Edge]) -> set[frozenset[Cell]]:
    regions = {frozenset(reach(cell, fenced)) for cell in PLACES}
    return {region for region in regions if region <= set(PLACES)}


def fence_sets(n: int) -> Iterator[tuple[AgricolaState, set[Edge]]]:
    """Random sets of up to 15 fences: borders of a few shapes, and some fences that close nothing."""
    rng = Rng(11)
    state = position(players=1)
    house = {(1, 0), (2, 0)}
    edges = sorted(NUMBER_OF, key=NUMBER_OF.__getitem__)
    while n > 0:
        fenced = {edges[rng.below(38)] for _ in range(rng.below(4))}
        for _ in range(1 + rng.below(4)):
            more = edges_around(cells_of(int(SHAPE_CELLS[rng.below(len(SHAPE_CELLS))])))
            if len(fenced | more) <= 15:
                fenced |= more
        if not any(region & house for region in closed_regions(fenced)):
            n -= 1
            state.fences[0] = sum(1 << NUMBER_OF[edge] for edge in fenced)
            yield state, fenced


def test_r5_2_there_are_38_places_for_fences() -> None:
    """R5.2: 20 lying and 18 standing ones."""
    assert sorted(NUMBER_OF.values()) == list(range(38))


def test_r5_2_closed_pastures_are_found() -> None:
    """R5.2: whatever fences stand, the pastures are the regions that nobody can leave."""
    for state, fenced in fence_sets(400):
        farmyard.refresh_pastures(state, 0)
        found = [cells_of(int(cells)) for cells in state.pastures if cells != 0]
        assert set(found) == closed_regions(fenced)
        assert len(set(found)) == len(found)


def in_one_piece(cells: frozenset[Cell]) -> bool:
    todo = [min(cells)]
    reached = set(todo)
    while todo:
        for other in neighbours(todo.pop()):
            if other in cells and other not in reached:
                reached.add(other)
                todo.append(other)
    return reached == cells


PIECES = [cells for bits in range(1, 1 << 15) if in_one_piece(cells := cells_of(bits))]


def may_become_pasture(cells: frozenset[Cell], tiles: set[Cell], old: list[frozenset[Cell]]) -> bool:
    """R5.3 to R5.6 word by word, fences aside."""
    touched = [pasture for pasture in old if pasture & cells]
    if touched:
        return len(touched) == 1 and cells < touched[0]
    beside = {other for cell in cells for other in neighbours(cell)}
    return not cells & tiles and (not old or any(pasture & beside for pasture in old))


@pytest.mark.parametrize("seed", range(4))
def test_r5_the_legal_pastures_are_all_and_no_others(seed: int) -> None:
    """R5.2, R5.3, R5.4, R5.5, R5.6: of all connected sets of spaces, those that the rules allow.

    `can_fence` says for every limit whether there is one.
    """
    rng = Rng(seed)
    tiles: Data = {"fields": dict.fromkeys(["B1", "B2", "C2"][: rng.below(4)], ""), "stables": ["D2"]}
    state = fencing(tiles, wood=15)
    taken = {(1, 0), (2, 0), *map(cell_of, tiles["fields"])}
    while state.to_dict()["agenda"][-1][0] == "menu":
        old = [frozenset(map(cell_of, names)) for names in pastures(state)]
        standing = set().union(*map(edges_around, old))
        limit = 15 - len(standing)
        price = {
            cells: len(edges_around(cells) - standing)
            for cells in PIECES
            if may_become_pasture(cells, taken, old)
        }
        expected = {cells for cells, needed in price.items() if needed <= limit}
        offered = [action for action in state.legal_actions() if action >= PASTURE]
        assert {cells_of(int(SHAPE_CELLS[action - PASTURE])) for action in offered} == expected
        assert len(offered) == len(expected)
        for fewer in range(16):
            possible = any(needed <= min(fewer, limit) for needed in price.values())
            assert farmyard.can_fence(state, 0, min(fewer, limit)) == possible
        state.apply(offered[rng.below(len(offered))])


def test_r5_2_shapes() -> None:
    """R5.2: the shapes that can be named are all connected ones that 15 fences can close."""
    shapes = {cells_of(int(cells)) for cells in SHAPE_CELLS}
    assert shapes == {cells for cells in PIECES if len(edges_around(cells)) <= 15}
    for cells, border in zip(SHAPE_CELLS, SHAPE_BORDER, strict=True):
        assert sum(1 << NUMBER_OF[edge] for edge in edges_around(cells_of(int(cells)))) == border


def test_r5_fences_stand_in_later_rounds() -> None:
    """R5.5: pastures stay from round to round."""
    state = chance(play(position({"pastures": [["C1"]], "at_home": 1}, AWAY, round=2), "place Forest"))
    assert pastures(state) == [["C1"]]
