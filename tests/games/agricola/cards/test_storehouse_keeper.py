"""Storehouse Keeper (B156)."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position

OWNER: Data = {"front": ["storehouse_keeper"], "goods": {}}


@pytest.mark.parametrize("good", ["clay", "grain"])
def test_clay_or_grain(good: str) -> None:
    """Beside the 1 reed, 1 stone and 1 food of the market, and chosen before they are taken (ruling)."""
    state = play(position(OWNER, players=4), "place Resource Market")
    assert legal(state) == ["take clay", "take grain"]
    assert goods(state) == {}
    play(state, f"take {good}")
    assert goods(state) == {"reed": 1, "stone": 1, "food": 1, good: 1}
    assert state.to_play == 1


def test_other_spaces() -> None:
    """Neither other spaces nor the visits of others."""
    assert goods(play(position(OWNER, players=4), "place Hollow")) == {"clay": 2}
    state = play(position({}, OWNER, players=4), "place Resource Market")
    assert goods(state, seat=1) == {}
    assert state.to_play == 1


def test_only_in_a_game_for_four() -> None:
    """It is a card for four players."""
    with pytest.raises(BadRecord, match="not for 3 players"):
        position({"front": ["storehouse_keeper"]}, players=3)


def test_with_claypipe() -> None:
    """With its clay the market brings 3 building resources: with 4 wood 7, so 2 food more."""
    farm: Data = {"front": ["storehouse_keeper", "claypipe"], "goods": {}}
    for good, food in (("clay", 3), ("grain", 1)):
        state = position(farm, AWAY, AWAY, AWAY, players=4, piles={"forest": 4})
        play(state, "place Resource Market", f"take {good}", "place Forest")
        assert goods(state)["food"] == food
