"""Greengrocer (B142)."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.agricola.scenarios import Data, goods, play, position

OWNER: Data = {"front": ["greengrocer"], "goods": {}}


@pytest.mark.parametrize("players", [3, 4])
def test_a_vegetable_beside_the_grain(players: int) -> None:
    """1 grain and 1 vegetable."""
    state = play(position(OWNER, players=players), "place Grain Seeds")
    assert goods(state) == {"grain": 1, "vegetable": 1}


def test_other_spaces() -> None:
    """Neither Vegetable Seeds nor the visits of others."""
    state = play(position(OWNER, players=3, round=8), "place Vegetable Seeds")
    assert goods(state) == {"vegetable": 1}
    assert goods(play(position({}, OWNER, players=3), "place Grain Seeds"), seat=1) == {}


def test_not_in_a_game_for_two() -> None:
    """It is a card for three and more players."""
    with pytest.raises(BadRecord, match="not for 2 players"):
        position({"front": ["greengrocer"]}, players=2)


def test_before_the_space() -> None:
    """Ruling on "each time you use": with Cattle Feeder the vegetable is there before the grain."""
    farm: Data = {"front": ["greengrocer", "cattle_feeder"], "goods": {"food": 1}}
    state = play(position(farm, players=4), "place Grain Seeds")
    assert goods(state) == {"vegetable": 1, "food": 1}


def test_with_corn_scoop() -> None:
    """Both act on the same visit."""
    farm: Data = {"front": ["greengrocer", "corn_scoop"], "goods": {}}
    assert goods(play(position(farm, players=3), "place Grain Seeds")) == {"grain": 2, "vegetable": 1}
