"""Animal Dealer: one more animal from an animal market for 1 food."""

from __future__ import annotations

import pytest

from farmtable.core.errors import BadRecord
from tests.games.agricola.scenarios import (
    Data,
    goods,
    legal,
    pile,
    play,
    position,
)

FARM: Data = {"front": ["animal_dealer"], "pastures": [["D1", "E1"]], "goods": {"food": 1}}


@pytest.mark.parametrize(
    ("space", "kind", "number"),
    [("Sheep Market", "sheep", 4), ("Pig Market", "wild boar", 9), ("Cattle Market", "cattle", 10)],
)
def test_one_more_animal(space: str, kind: str, number: int) -> None:
    state = play(position(FARM, players=3, round=number), f"place {space}")
    assert legal(state) == ["done", "use Animal Dealer"]
    play(state, "use Animal Dealer")
    assert goods(state) == {kind: 2}
    assert state.to_play == 1  # at most once for each use


def test_before_the_effect_of_the_space() -> None:
    """From the general supply: what lies on the space is all taken afterwards."""
    state = play(position(FARM, players=3, round=4, piles={"sheep_market": 2}), "place Sheep Market")
    assert pile(state, "sheep_market") == 2
    play(state, "use Animal Dealer")
    assert goods(state) == {"sheep": 3}
    assert pile(state, "sheep_market") == 0


def test_it_may_be_left() -> None:
    state = play(position(FARM, players=3, round=4), "place Sheep Market", "done")
    assert goods(state) == {"sheep": 1, "food": 1}


def test_not_without_food() -> None:
    state = play(position({**FARM, "goods": {}}, players=3, round=4), "place Sheep Market")
    assert state.to_play == 1
    assert goods(state) == {"sheep": 1}


def test_not_elsewhere_and_not_for_others() -> None:
    state = play(position(FARM, players=3, round=4), "place Clay Pit", "place Sheep Market")
    assert goods(state) == {"clay": 1, "food": 1}


def test_an_animal_without_room() -> None:
    """It may be cooked at once (R6.3): 1 food becomes 2."""
    seat: Data = {"front": ["animal_dealer"], "improvements": ["fireplace_2"], "goods": {"food": 1}}
    state = play(position(seat, players=3, round=4), "place Sheep Market", "use Animal Dealer")
    assert legal(state) == ["cook sheep", "discard sheep"]
    play(state, "cook sheep")
    assert goods(state) == {"sheep": 1, "food": 2}


def test_only_with_three_or_four_players() -> None:
    with pytest.raises(BadRecord):
        position(FARM, players=2)


def test_with_milk_jug() -> None:
    """Its 3 food come when one lands, and may buy the animal."""
    seat: Data = {**FARM, "front": ["animal_dealer", "milk_jug"], "goods": {}}
    state = play(position(seat, players=3, round=10), "place Cattle Market", "use Animal Dealer")
    assert goods(state) == {"cattle": 2, "food": 2}


def test_with_sheep_walker() -> None:
    """R6.5: the sheep just bought lives in the house, and may be exchanged before others come."""
    farm: Data = {"front": ["animal_dealer", "sheep_walker"], "goods": {"food": 1}}
    state = position(farm, players=3, round=5, piles={"sheep_market": 1})
    play(state, "place Sheep Market", "use Animal Dealer")
    assert legal(state) == ["discard sheep", "use Sheep Walker"]
    play(state, "use Sheep Walker", "take stone")
    assert goods(state) == {"sheep": 1, "stone": 1}
