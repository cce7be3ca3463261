"""R12: the end of the game, its points and its winners."""

from __future__ import annotations

import pytest

from farmtable import OVER, Rng
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from tests.games.agricola.scenarios import (
    LINES,
    Data,
    finished,
    goods,
    harvest,
    house_of,
    legal,
    line,
    play,
    position,
    rule_against,
    sheet,
    waits_for_chance,
)


@pytest.mark.parametrize(
    ("seat", "changes"),
    [
        ({}, {}),
        (
            {"fields": {"D1": "grain 3", "E1": "vegetable 2"}},
            {"fields": 2, "grain": 2, "vegetables": 3, "unused": 2},
        ),
        ({"goods": {"grain": 3, "vegetable": 3}}, {"grain": 2, "vegetables": 4}),
        ({"pastures": [["C1"]], "stables": ["C1", "D1"]}, {"pastures": 2, "stables": 1, "unused": 2}),
        ({"goods": {"cattle": 1}}, {"cattle": 2}),
        ({"house": "clay", "rooms": house_of(3)}, {"clay rooms": 3, "unused": 1}),
        ({"house": "stone", "people": 5}, {"stone rooms": 4, "people": 9}),
        ({"people": 3, "newborns": 0}, {"people": 3}),
        ({"improvements": ["well", "stone_oven", "fireplace_3"]}, {"improvements": 8}),
        ({"improvements": ["pottery"], "goods": {"clay": 5}}, {"improvements": 2, "bonus": 2}),
        ({"begging": 3}, {"begging": -9}),
        ({"goods": {"food": 99, "wood": 99, "clay": 99, "reed": 99, "stone": 99}}, {}),
    ],
)
def test_r12_1_each_line(seat: Data, changes: dict[str, int]) -> None:
    """R12.1: what each thing adds to an empty farm, line by line; food and resources give nothing."""
    nothing = dict(zip(LINES, [-1] * 7 + [-13, 0, 0, 0, 6, 0, 0, 0], strict=True))
    state = finished({"goods": {}, **seat})
    for name in LINES:
        assert line(state, name) == nothing[name] + changes.get(name, 0), name
    assert state.scores()[0] == sum(sheet(state)) == -14 + sum(changes.values())


def test_r12_1_crops_in_supply_and_on_fields() -> None:
    """R12.1: both count together."""
    seat: Data = {
        "goods": {"grain": 2, "vegetable": 1},
        "fields": {"C1": "grain 3", "D1": "grain 1", "E1": ""},
    }
    state = finished(seat)
    assert (line(state, "grain"), line(state, "vegetables")) == (3, 1)


def test_r12_1_newborns_of_round_14() -> None:
    """R12.1: a newborn of the last round is a person like any other."""
    state = harvest({"people": 3, "newborns": 1, "goods": {"food": 5}}, round=14)
    assert state.to_play == OVER
    assert line(state, "people") == 9


def test_r12_1_points_of_a_running_game() -> None:
    """R12.1: the sheet can be looked at all the time and always adds up."""
    rng = Rng(4)
    for players in (1, 2, 3, 4):
        state = GAME.new(players, cards="none")
        while state.to_play != OVER:
            actions = state.legal_actions()
            chosen = sample_chance(state, rng) if state.to_play == -1 else actions[rng.below(len(actions))]
            state.apply(chosen)
            assert [sum(sheet(state, seat)) for seat in range(players)] == state.scores()


def test_r12_2_missing_goods_always_cost() -> None:
    """R12.2: bonus points elsewhere do not make up for what is missing."""
    state = finished({"goods": {"reed": 5}, "improvements": ["basketmakers_workshop"]})
    assert line(state, "bonus") == 3
    assert sheet(state)[:8] == [-1] * 7 + [-13]


def test_r12_3_goods_for_the_bonus_are_not_spent() -> None:
    """R12.3: they count for a tie; every craft building looks at its own good."""
    workshops = ["joinery", "pottery", "basketmakers_workshop"]
    seat: Data = {"goods": {"wood": 7, "clay": 3, "reed": 4}, "improvements": workshops}
    state = finished(seat)
    assert line(state, "bonus") == 3 + 1 + 2
    assert goods(state) == {"wood": 7, "clay": 3, "reed": 4}


def test_r12_4_most_points_win() -> None:
    """R12.4: building resources matter only in a tie; the four of them count alike, nothing else does."""
    assert finished({"goods": {"grain": 1}}, {"goods": {"wood": 50}}).winners() == [0]
    for good in ("wood", "clay", "reed", "stone"):
        assert finished({"goods": {"food": 20}}, {"goods": {good: 1}}).winners() == [1]


def test_r12_4_shared_victory() -> None:
    """R12.4: still equal: shared, by any number of seats."""
    equal: Data = {"goods": {"wood": 2, "stone": 1}}
    other: Data = {"goods": {"clay": 3}}
    assert finished(equal, other, {"goods": {"reed": 2}}, equal, players=4).winners() == [0, 1, 3]


def test_r12_4_nobody_has_won_yet() -> None:
    """R12.4: there are winners only when the game is over."""
    assert position(round=14).winners() == []


def test_r12_5_the_last_arrangement() -> None:
    """R12.5: animals only have to fit somehow; after the last breeding the game is over."""
    farm: Data = {"pastures": [["C1"], ["D1"]], "goods": {"food": 4, "sheep": 2, "cattle": 2}}
    state = harvest(farm, round=14)
    play(state, "discard cattle")
    assert state.to_play == OVER
    assert not waits_for_chance(state)
    assert (line(state, "sheep"), line(state, "cattle")) == (1, 2)
    assert legal(state) == []
    assert rule_against(state, "discard sheep") == "-"
