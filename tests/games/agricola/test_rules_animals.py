"""R6: where animals live, what becomes of those without a place, and how they breed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from farmtable import BadRecord
from farmtable.games.agricola import AgricolaState
from farmtable.games.agricola.position.facts import SHEEP
from farmtable.games.agricola.rules import housing
from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    finished,
    goods,
    harvest,
    legal,
    line,
    play,
    position,
    rule_against,
    waits_for_chance,
)


def keeps(farm: Data, **animals: int) -> bool:
    """Whether a farm can keep so many animals."""
    herd = {"wild boar" if kind == "boar" else kind: n for kind, n in animals.items()}
    try:
        position({**farm, "goods": herd})
    except BadRecord as error:
        return "R6.1" not in str(error)
    return True


# --- room --------------------------------------------------------------------------------------------


def test_r6_1_the_house_holds_one() -> None:
    """R6.1: one animal of any kind lives in the house, however large it is."""
    for kind in ("sheep", "boar", "cattle"):
        assert keeps({}, **{kind: 1})
        assert not keeps({"rooms": ["A1", "A2", "A3", "B1"]}, **{kind: 2})
    assert not keeps({}, sheep=1, boar=1)


def test_r6_1_stables_alone_hold_one() -> None:
    """R6.1: a stable outside pastures holds one animal, each of any kind."""
    farm: Data = {"stables": ["C1", "D2", "E3"]}
    assert keeps(farm, sheep=1, boar=2, cattle=1)
    assert keeps(farm, cattle=4)
    assert not keeps(farm, sheep=2, boar=2, cattle=1)


def test_r6_1_one_kind_in_a_pasture() -> None:
    """R6.1: a pasture holds one kind only; the same kind may live in several places."""
    farm: Data = {"pastures": [["C1", "D1"], ["C2"]]}
    assert keeps(farm, sheep=7)
    assert keeps(farm, sheep=4, boar=2, cattle=1)
    assert keeps(farm, sheep=5, boar=2)
    assert not keeps(farm, sheep=3, boar=3, cattle=1), "the third boar or sheep finds no second place"
    assert not keeps(farm, sheep=4, boar=2, cattle=2)


def test_r6_1_each_stable_doubles() -> None:
    """R6.1: inside a pasture a stable doubles it and holds none besides; outside it does not."""
    assert keeps({"pastures": [["C1", "D1"]], "stables": ["C1"]}, sheep=8, boar=1)
    assert not keeps({"pastures": [["C1", "D1"]], "stables": ["C1"]}, sheep=8, boar=2)
    assert keeps({"pastures": [["C1", "D1"]], "stables": ["C2"]}, sheep=4, boar=1, cattle=1)


FARMS: list[Data] = [
    {},
    {"stables": ["B3", "C1"]},
    {"pastures": [["C1"], ["D1", "E1"]]},
    {"pastures": [["C1"], ["D1", "E1"], ["C2"]], "stables": ["C1", "B3"]},
    {"pastures": [["C1", "C2"], ["D1", "E1"]], "stables": ["D1", "E1", "E3"]},
    {"pastures": [["C1"], ["D1"], ["E1"], ["C2"], ["D2"]], "stables": ["D2"]},
]


@pytest.mark.parametrize("farm", FARMS)
def test_r6_1_found_a_second_time(farm: Data) -> None:
    """R6.1: a herd can be kept exactly if some way of giving each pasture a kind holds it; it is shown."""
    stables, fields = farm.get("stables", []), farm.get("pastures", [])
    rooms = [2 * len(cells) * 2 ** len(set(cells) & set(stables)) for cells in fields]
    singles = 1 + sum(not any(cell in cells for cells in fields) for cell in stables)
    state = position(farm)
    for herd in product(range(0, 14, 2), range(9), range(7)):
        possible = any(alone <= singles for alone in left_over(herd, rooms))
        assert housing.fits(state, 0, *herd) == possible
        if possible:
            animals = dict(zip(("sheep", "wild boar", "cattle"), herd, strict=True))
            check_arrangement(position({**farm, "goods": animals}), herd, rooms, singles)


def left_over(herd: tuple[int, ...], rooms: list[int]) -> Iterator[int]:
    """How many animals find no place in the pastures, for each way to give these their kinds."""
    for kinds in product(range(3), repeat=len(rooms)):
        held = [sum(room for room, kind in zip(rooms, kinds, strict=True) if kind == k) for k in range(3)]
        yield sum(max(n - place, 0) for n, place in zip(herd, held, strict=True))


def check_arrangement(state: AgricolaState, herd: tuple[int, ...], rooms: list[int], singles: int) -> None:
    """What is shown holds every animal, and no place holds too many."""
    shown = [int(n) for n in housing.arrangement(state, 0)]
    found = shown[-3:]
    assert sum(found) <= singles
    for number, room in enumerate(rooms):
        kind, n = shown[number * 2 : number * 2 + 2]
        assert 0 <= n <= room
        if n:
            found[kind - SHEEP] += n
    assert found == list(herd)


def test_r6_2_animals_are_moved_unasked() -> None:
    """R6.2: new animals may change the places of the others; nobody is asked as long as all fit."""
    farm: Data = {"pastures": [["C1"], ["D1", "E1"]], "goods": {"sheep": 2, "wild boar": 1}}
    state = play(position(farm, AWAY, round=4, piles={"sheep_market": 2}), "place Sheep Market")
    assert goods(state) == {"sheep": 4, "wild boar": 1}


def test_r6_2_animals_are_set_free_at_any_time() -> None:
    """R6.2: in one's own turn, for nothing."""
    farm: Data = {"goods": {"sheep": 1, "cattle": 1}, "stables": ["C1"]}
    state = play(position(farm), "exchange")
    assert legal(state) == ["discard sheep", "discard cattle"]
    assert goods(play(state, "discard sheep")) == {"cattle": 1}


# --- too many ----------------------------------------------------------------------------------------


def test_r6_3_straight_into_the_pot() -> None:
    """R6.3: with a cooking improvement new animals may be cooked without ever having had a place."""
    cook: Data = {"goods": {}, "improvements": ["cooking_hearth_4"]}
    state = play(position(cook, round=9, piles={"pig_market": 3}), "place Pig Market")
    assert legal(state) == ["cook wild boar", "discard wild boar"]
    assert rule_against(state, "done") == "R6.5"
    play(state, "cook wild boar", "cook wild boar")
    assert goods(state) == {"wild boar": 1, "food": 6}
    assert state.to_play == 1


def test_r6_3_without_improvement_they_are_lost() -> None:
    """R6.3, R6.5: nobody is asked where all that can go are of one kind."""
    state = play(position({"goods": {}}, round=9, piles={"pig_market": 3}), "place Pig Market")
    assert (goods(state), state.to_play) == ({"wild boar": 1}, 1)


def test_r6_5_the_owner_chooses() -> None:
    """R6.5: old or new, one at a time, until all fit."""
    farm: Data = {"goods": {"cattle": 1, "sheep": 2}, "pastures": [["C1"]]}
    state = play(position(farm, round=9, piles={"pig_market": 2}), "place Pig Market")
    assert legal(state) == ["discard sheep", "discard wild boar", "discard cattle"]
    for action in ("place Forest", "discard wood", "done"):
        assert rule_against(state, action) == "R6.5"
    assert rule_against(state, "cook sheep") == "R7.4"
    play(state, "discard cattle")
    assert state.to_play == 0, "still five animals for three places"
    play(state, "discard sheep")
    assert goods(state) == {"sheep": 1, "wild boar": 2}
    assert state.to_play == 1, "the pasture and the house are enough"


def test_r6_5_enough_when_all_fit() -> None:
    """R6.5: no more than necessary have to go."""
    farm: Data = {"goods": {"cattle": 1, "sheep": 2}, "pastures": [["C1"]]}
    state = play(position(farm, round=9, piles={"pig_market": 1}), "place Pig Market")
    play(state, "discard wild boar")
    assert (goods(state), state.to_play) == ({"cattle": 1, "sheep": 2}, 1)


# --- breeding ----------------------------------------------------------------------------------------

LARGE: Data = {"pastures": [["C1", "D1"], ["C2", "D2"], ["C3", "D3"]]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"sheep": 2}, {"sheep": 3}),
        ({"sheep": 4}, {"sheep": 5}),
        ({"cattle": 1}, {"cattle": 1}),
        ({"sheep": 2, "wild boar": 3, "cattle": 2}, {"sheep": 3, "wild boar": 4, "cattle": 3}),
        ({"sheep": 1, "wild boar": 1, "cattle": 2}, {"sheep": 1, "wild boar": 1, "cattle": 3}),
    ],
)
def test_r6_6_one_newborn_of_each_pair(before: dict[str, int], after: dict[str, int]) -> None:
    """R6.6: one for each kind with at least two, never more."""
    state = harvest({**LARGE, "goods": {"food": 4, **before}})
    assert goods(state) == after
    assert waits_for_chance(state)


def test_r6_6_parents_need_not_stand_together() -> None:
    """R6.6: one in the house and one in a stable have a young, if there is a third place."""
    farm: Data = {"stables": ["C1", "D1"], "goods": {"food": 4, "cattle": 2}}
    assert goods(harvest(farm)) == {"cattle": 3}


def test_r6_6_only_if_it_can_be_kept() -> None:
    """R6.6: without a place there is no newborn."""
    farm: Data = {"stables": ["C1"], "goods": {"food": 4, "cattle": 2}}
    state = harvest(farm)
    assert (goods(state), waits_for_chance(state)) == ({"cattle": 2}, True)


def test_r6_6_after_feeding() -> None:
    """R6.6: who cooks one of a pair to feed the family has no young."""
    farm: Data = {**LARGE, "improvements": ["fireplace_2"], "goods": {"food": 2, "sheep": 2}}
    state = play(harvest(farm), "cook sheep", "done")
    assert goods(state) == {"sheep": 1}


def test_r6_7_nothing_is_cooked_while_animals_breed() -> None:
    """R6.7: neither parents nor young; others may be set free to make room."""
    farm: Data = {"pastures": [["C1"]], "improvements": ["cooking_hearth_4"]}
    state = harvest({**farm, "goods": {"food": 4, "sheep": 2, "wild boar": 1}})
    play(state, "done")
    assert legal(state) == ["discard sheep", "discard wild boar"]
    assert rule_against(state, "cook sheep") == "R6.7"
    assert rule_against(state, "exchange") == "R6.7"
    play(state, "discard wild boar")
    assert goods(state) == {"sheep": 3}


def test_r6_8_all_kinds_at_once() -> None:
    """R6.8: three pairs and two free places: the owner says which young is not taken."""
    farm: Data = {"pastures": [["C1"], ["D1"], ["E1"]], "stables": ["B3"]}
    herd = {"sheep": 2, "wild boar": 2, "cattle": 2}
    state = harvest({**farm, "goods": {"food": 4, **herd}})
    assert legal(state) == ["discard sheep", "discard wild boar", "discard cattle"]
    play(state, "discard wild boar")
    assert goods(state) == {"sheep": 3, "wild boar": 2, "cattle": 3}


def test_r6_8_each_seat_for_itself() -> None:
    """R6.8: one after the other, in turn order."""
    farm: Data = {"pastures": [["C1"], ["D1"]], "goods": {"food": 4, "sheep": 2, "cattle": 2}}
    state = harvest(farm, farm, start=1)
    assert state.to_play == 1
    play(state, "discard sheep")
    assert state.to_play == 0
    play(state, "discard cattle")
    assert (goods(state), goods(state, 1)) == ({"sheep": 3, "cattle": 2}, {"sheep": 2, "cattle": 3})


def test_r6_6_newborns_score() -> None:
    """R6.6: what was born in the last harvest counts."""
    farm: Data = {**LARGE, "goods": {"food": 4, "sheep": 3}}
    state = harvest(farm, round=14)
    assert line(state, "sheep") == 2
    assert line(finished({**LARGE, "goods": {"sheep": 3}}), "sheep") == 1
