"""Cattle Feeder (B166)."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.agricola.scenarios import Data, goods, legal, play, position


def owner(*others: str, **goods_of_it: int) -> Data:
    """Cattle Feeder and these cards in front."""
    return {"front": ["cattle_feeder", *others], "goods": goods_of_it}


def test_buying_cattle() -> None:
    """1 cattle for 1 food, one for each visit, before the grain is taken (ruling)."""
    state = play(position({**owner(food=2), "stables": ["E1"]}, players=4), "place Grain Seeds")
    assert legal(state) == ["done", "use Cattle Feeder"]
    assert goods(state) == {"food": 2}
    play(state, "use Cattle Feeder")
    assert goods(state) == {"food": 1, "cattle": 1, "grain": 1}
    assert state.to_play == 1


def test_it_may_be_left() -> None:
    """Just the grain."""
    state = play(position(owner(food=1), players=4), "place Grain Seeds", "done")
    assert goods(state) == {"food": 1, "grain": 1}


def test_without_food() -> None:
    """Nothing is asked."""
    state = play(position(owner(wood=1), players=4), "place Grain Seeds")
    assert (goods(state), state.to_play) == ({"wood": 1, "grain": 1}, 1)


def test_other_spaces() -> None:
    """Neither other spaces nor the visits of others."""
    assert play(position(owner(food=1), players=4), "place Fishing").to_play == 1
    assert play(position({}, owner(food=1), players=4), "place Grain Seeds").to_play == 1


def test_no_room() -> None:
    """R6.3, R6.5: it may be cooked at once, or another animal goes."""
    farm = {**owner(food=1, sheep=1), "improvements": ["fireplace_2"]}
    state = play(position(farm, players=4), "place Grain Seeds", "use Cattle Feeder")
    assert legal(state) == ["cook sheep", "cook cattle", "discard sheep", "discard cattle"]
    assert goods(play(state, "cook cattle")) == {"sheep": 1, "food": 3, "grain": 1}


def test_only_in_a_game_for_four() -> None:
    """It is a card for four players."""
    with pytest.raises(BadRecord, match="not for 3 players"):
        position({"front": ["cattle_feeder"]}, players=3)


@pytest.mark.parametrize("front", [("pitchfork", "cattle_feeder"), ("cattle_feeder", "pitchfork")])
def test_with_pitchfork(front: tuple[str, ...]) -> None:
    """Ruling: the food of a Pitchfork on the same visit may be taken first, and pays."""
    state = position({"front": list(front), "goods": {}}, players=4, used_by={"farmland": 1})
    play(state, "place Grain Seeds", "use Cattle Feeder")
    assert goods(state) == {"food": 2, "cattle": 1, "grain": 1}
