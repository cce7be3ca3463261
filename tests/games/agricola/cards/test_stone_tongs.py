"""Stone Tongs (A080)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position

TONGS: Data = {"front": ["stone_tongs"], "goods": {}}


@pytest.mark.parametrize(
    ("space", "name"), [("western_quarry", "Western Quarry"), ("eastern_quarry", "Eastern Quarry")]
)
def test_one_more_stone(space: str, name: str) -> None:
    """On both stone accumulation spaces, however much lies there."""
    for lying in (1, 3):
        state = play(position(TONGS, round=11, piles={space: lying}), f"place {name}")
        assert goods(state) == {"stone": lying + 1}


def test_resource_markets() -> None:
    """They are no accumulation spaces: no stone more, for four players or on the variant tile."""
    state = play(position(TONGS, players=4), "place Resource Market")
    assert goods(state) == {"reed": 1, "stone": 1, "food": 1}
    state = play(position(TONGS, options={"variant_tile": "yes"}), "place Tile Resource Market")
    assert goods(state) == {"stone": 1, "food": 1}


def test_only_its_owner() -> None:
    """R9.1: others get nothing from it, and it does nothing in a hand."""
    state = play(position({"goods": {}}, TONGS, round=11), "place Western Quarry")
    assert (goods(state), goods(state, 1)) == ({"stone": 1}, {})
    state = play(position({"minors": ["stone_tongs"], "goods": {}}, round=11), "place Western Quarry")
    assert goods(state) == {"stone": 1}


def test_playing_it() -> None:
    """It costs 1 wood."""
    hand: Data = {"minors": ["stone_tongs"], "goods": {"stone": 1}}
    assert legal(play(position(hand), "place Meeting Place")) == ["done", "exchange"]
    state = position({**hand, "goods": {"wood": 1}}, AWAY, round=11)
    play(state, "place Meeting Place", "play Stone Tongs", "place Eastern Quarry")
    assert goods(state) == {"stone": 2}


def test_with_claypipe() -> None:
    """The stone counts for Claypipe: 4 and 1 more, and 1 and 1 more, are 7 resources."""
    farm: Data = {**TONGS, "front": ["claypipe", "stone_tongs"]}
    state = position(farm, AWAY, round=12, piles={"western_quarry": 4, "eastern_quarry": 1})
    play(state, "place Western Quarry", "place Eastern Quarry")
    assert goods(state) == {"stone": 7, "food": 2}
