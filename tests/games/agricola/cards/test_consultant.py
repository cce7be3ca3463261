"""Consultant (B102)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position


@pytest.mark.parametrize(
    ("players", "fee"), [(1, {"grain": 2}), (2, {"clay": 3}), (3, {"reed": 2}), (4, {"sheep": 2})]
)
def test_by_the_number_of_players(players: int, fee: dict[str, int]) -> None:
    """G47: 2 grain, 3 clay, 2 reed or 2 sheep."""
    farm: Data = {"occupations": ["consultant"], "stables": ["E1"], "goods": {}}
    state = play(position(farm, players=players), "place Lessons", "play Consultant")
    assert goods(state) == fee


def test_only_once() -> None:
    """It does nothing afterwards."""
    state = play(position({"front": ["consultant"], "goods": {}}), "place Day Laborer")
    assert goods(state) == {"food": 2}


def test_sheep_without_room() -> None:
    """Ruling: sheep must be kept, cooked or let go; in the house there is room for one."""
    farm: Data = {"occupations": ["consultant"], "goods": {}}
    state = play(position(farm, players=4), "place Lessons", "play Consultant")
    assert goods(state) == {"sheep": 1}
    state = play(position({**farm, "improvements": ["fireplace_2"]}, players=4), "place Lessons")
    play(state, "play Consultant")
    assert legal(state) == ["cook sheep", "discard sheep"]
    play(state, "cook sheep")
    assert goods(state) == {"sheep": 1, "food": 2}


def test_with_claypipe() -> None:
    """Its 3 clay are goods of the work phase: with 4 wood 7, so 2 food."""
    farm: Data = {"occupations": ["consultant"], "front": ["claypipe"], "goods": {}}
    state = position(farm, AWAY, piles={"forest": 4})
    play(state, "place Lessons", "play Consultant", "place Forest")
    assert goods(state) == {"clay": 3, "wood": 4, "food": 2}
