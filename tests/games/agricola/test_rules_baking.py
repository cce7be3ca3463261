"""R10: baking bread."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, goods, legal, play, position, rule_against, seat_of

OVENS = {
    "fireplace_2": (2, 99),
    "fireplace_3": (2, 99),
    "cooking_hearth_4": (3, 99),
    "cooking_hearth_5": (3, 99),
    "clay_oven": (5, 1),
    "stone_oven": (4, 2),
}


@pytest.mark.parametrize(
    "ovens",
    [
        ["fireplace_2"],
        ["fireplace_3", "cooking_hearth_5"],
        ["clay_oven"],
        ["stone_oven"],
        ["clay_oven", "stone_oven"],
        ["fireplace_2", "stone_oven"],
        ["cooking_hearth_4", "clay_oven", "stone_oven", "fireplace_2"],
    ],
)
@pytest.mark.parametrize("grain", [1, 2, 3, 4, 7])
def test_r10_1_the_best_of_all_ovens(ovens: list[str], grain: int) -> None:
    """R10.1: all of one's baking improvements together, each up to its limit, the best first."""
    loaves = sorted((food for oven in ovens for food in [OVENS[oven][0]] * OVENS[oven][1]), reverse=True)
    farm: Data = {"goods": {"grain": grain}, "improvements": ovens, "fields": {"D1": "grain 1"}}
    state = position(farm, round=3)
    for baked in range(1, min(grain, len(loaves)) + 1):
        done = play(state.clone(), "place Grain Utilization")
        if f"bake {baked} grain" in legal(done):
            play(done, f"bake {baked} grain")
        assert goods(done).get("grain", 0) == grain - baked
        assert goods(done)["food"] == sum(loaves[:baked])
    if len(loaves) < grain:
        play(state, "place Grain Utilization")
        assert rule_against(state, f"bake {len(loaves) + 1} grain") in ("R10.1", "R1.6")


def test_r10_1_only_grain_that_one_has() -> None:
    """R10.1: grain of the supply, not from fields; vegetables are not baked."""
    farm: Data = {"goods": {"grain": 2, "vegetable": 3}, "improvements": ["fireplace_2"]}
    state = play(position({**farm, "fields": {"D1": "grain 3"}}, round=3), "place Grain Utilization")
    assert legal(state) == ["bake 1 grain", "bake 2 grain"]
    assert rule_against(state, "bake 3 grain") == "R10.1"


def test_r10_1_without_an_oven() -> None:
    """R10.1: who has nothing to bake with bakes nothing; other improvements are no ovens."""
    farm: Data = {"goods": {"grain": 2}, "improvements": ["well", "joinery"], "fields": {"D1": ""}}
    state = play(position({**farm, "fields": {"D1": "", "E1": ""}}, round=3), "place Grain Utilization")
    assert rule_against(state, "bake 1 grain") == "R10.1"


@pytest.mark.parametrize(
    ("oven", "price", "food"),
    [("Clay Oven", {"clay": 3, "stone": 1}, 5), ("Stone Oven", {"clay": 1, "stone": 3}, 8)],
)
def test_r10_2_a_new_oven_bakes_at_once(oven: str, price: dict[str, int], food: int) -> None:
    """R10.2: one Bake Bread action, if one likes."""
    have = {**price, "clay": price["clay"] + 2, "grain": 2}
    state = play(position({"goods": have}), "place Major Improvement", f"build {oven}")
    declined = play(state.clone(), "done")
    assert (goods(declined), declined.to_play) == ({"clay": 2, "grain": 2}, 1)
    play(state, f"bake {1 if oven == 'Clay Oven' else 2} grain")
    assert goods(state)["food"] == food
    assert state.to_play == 1


def test_r10_2_with_other_ovens_too() -> None:
    """R10.2: the new oven first, the rest in the Cooking Hearth one has."""
    farm: Data = {"goods": {"clay": 3, "stone": 1, "grain": 3}, "improvements": ["cooking_hearth_4"]}
    state = play(position(farm), "place Major Improvement", "build Clay Oven", "bake 3 grain")
    assert goods(state) == {"food": 5 + 3 + 3}


def test_r10_2_after_renovating() -> None:
    """R10.2: the same at House Redevelopment; hearths and fireplaces do not bake at once."""
    farm: Data = {"goods": {"clay": 5, "reed": 1, "stone": 1, "grain": 1}}
    state = play(position(farm, round=6), "place House Redevelopment", "build Clay Oven", "bake 1 grain")
    assert goods(state) == {"food": 5}
    state = play(position(farm, round=6), "place House Redevelopment", "build Fireplace 2")
    assert state.to_play == 1


def test_r10_2_without_grain_nobody_is_asked() -> None:
    """R10.2: an oven can be built without any grain."""
    state = play(position({"goods": {"clay": 3, "stone": 1}}), "place Major Improvement", "build Clay Oven")
    assert (seat_of(state)["improvements"], state.to_play) == (["clay_oven"], 1)


def test_r10_3_at_least_one_grain() -> None:
    """R10.3: baking nothing is no action, so without grain one cannot go and bake."""
    farm: Data = {"goods": {"vegetable": 1}, "improvements": ["fireplace_2"]}
    for space, options in (("Grain Utilization", {}), ("Side Job", {"side_job": "yes"})):
        state = position(farm, round=3, cards="none", options=options)
        assert rule_against(state, f"place {space}") == "R2.2"
