"""Oven Firing Boy (B108)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, goods, legal, pile, play, position

BAKER: Data = {"front": ["oven_firing_boy"], "improvements": ["fireplace_2"], "goods": {"grain": 2}}


def test_baking_in_the_forest() -> None:
    """A whole Bake Bread action, before the wood is taken (ruling)."""
    state = play(position(BAKER), "place Forest")
    assert legal(state) == ["done", "use Oven Firing Boy"]
    assert goods(state) == {"grain": 2}
    play(state, "use Oven Firing Boy")
    assert legal(state) == ["bake 1 grain", "bake 2 grain"]
    play(state, "bake 1 grain")
    assert goods(state) == {"grain": 1, "food": 2, "wood": 3}
    assert state.to_play == 1


@pytest.mark.parametrize(
    ("players", "space", "options"),
    [
        (1, "Forest", {}),
        (2, "Tile Copse", {"variant_tile": "yes"}),
        (3, "Grove", {}),
        (4, "Grove", {}),
        (4, "Copse", {}),
    ],
)
def test_wood_accumulation_spaces(players: int, space: str, options: dict[str, str]) -> None:
    """Ruling: Forest, Grove, Copse, and the Copse of the tile for two."""
    state = play(position(BAKER, players=players, options=options), f"place {space}", "use Oven Firing Boy")
    play(state, "bake 2 grain")
    assert goods(state)["food"] == 4
    assert goods(state)["wood"] >= 1


def test_other_spaces() -> None:
    """Clay Pit gives no wood; others' wood is theirs."""
    assert play(position(BAKER), "place Clay Pit").to_play == 1
    assert play(position({}, BAKER), "place Forest").to_play == 1


def test_it_may_be_left() -> None:
    """The wood comes all the same."""
    assert goods(play(position(BAKER), "place Forest", "done")) == {"grain": 2, "wood": 3}


@pytest.mark.parametrize("seat", [{"goods": {}}, {"improvements": []}])
def test_nothing_to_bake(seat: Data) -> None:
    """Without grain, or an improvement that bakes, nothing is asked."""
    state = play(position({**BAKER, **seat}), "place Forest")
    assert state.to_play == 1
    assert goods(state)["wood"] == 3


def test_with_dutch_windmill() -> None:
    """G21: in round 5, right after a harvest, 3 food more."""
    farm: Data = {**BAKER, "front": ["oven_firing_boy", "dutch_windmill"]}
    state = play(position(farm, round=5), "place Forest", "use Oven Firing Boy", "bake 1 grain")
    assert goods(state) == {"grain": 1, "food": 5, "wood": 3}


def test_with_basket() -> None:
    """Baking comes before the wood, the Basket after it."""
    farm: Data = {**BAKER, "front": ["oven_firing_boy", "basket"]}
    state = play(position(farm), "place Forest", "use Oven Firing Boy", "bake 2 grain", "use Basket")
    assert goods(state) == {"food": 7, "wood": 1}
    assert pile(state, "forest") == 2
