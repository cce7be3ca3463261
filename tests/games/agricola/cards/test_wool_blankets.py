"""Wool Blankets (A038)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    chance,
    finished,
    goods,
    legal,
    new_round,
    play,
    position,
    worth,
)

FLOCK: Data = {"pastures": [["B1", "C1"]], "goods": {"sheep": 5}}


@pytest.mark.parametrize(("house", "points"), [("wood", 3), ("clay", 2), ("stone", 0)])
def test_points_by_the_house(house: str, points: int) -> None:
    """At the end of the game, by what the house is made of then."""
    assert worth(finished({"house": house, "front": ["wool_blankets"]}), "wool_blankets") == points


def test_five_sheep_are_required() -> None:
    """R9.2: they must be on the farm when it is played, and are not paid."""
    hand: Data = {"minors": ["wool_blankets"], **FLOCK}
    state = play(position(hand), "place Meeting Place", "play Wool Blankets")
    assert goods(state) == {"sheep": 5}
    four: Data = {**hand, "goods": {"sheep": 4}}
    assert legal(play(position(four), "place Meeting Place")) == ["done", "exchange"]


def test_the_sheep_may_go_later() -> None:
    """They are only needed at the moment of playing."""
    farm: Data = {"minors": ["wool_blankets"], **FLOCK}
    state = play(position(farm, {"at_home": 0}), "place Meeting Place", "play Wool Blankets")
    play(state, "exchange", "discard sheep", "place Forest")
    assert goods(state) == {"wood": 3, "sheep": 4}
    assert worth(state, "wool_blankets") == 3


def test_with_conservator() -> None:
    """Who goes from wood straight to stone with Conservator gives up all 3 points at once."""
    goods_: Data = {"goods": {"stone": 2, "reed": 1}}
    state = position({"front": ["wool_blankets", "conservator"], **goods_}, round=6)
    assert worth(state, "wool_blankets") == 3
    play(state, "place House Redevelopment")
    assert worth(state, "wool_blankets") == 0


def test_with_manger() -> None:
    """Bonus points of several cards are added; each for itself (G41)."""
    farm: Data = {"pastures": [["B1", "C1", "D1", "B2", "C2", "D2"]], "front": ["manger", "wool_blankets"]}
    state = finished(farm)
    assert (worth(state, "manger"), worth(state, "wool_blankets")) == (1, 3)


def test_sheep_without_room_are_not_on_the_farm() -> None:
    """R6.4: four sheep, a cattle as the pet and a fifth sheep at the gate are not five on the farm."""
    farm: Data = {
        "front": ["scholar"],
        "house": "stone",
        "pastures": [["E1", "E2"]],
        "minors": ["wool_blankets"],
    }
    arriving: Data = {**farm, "goods": {"sheep": 4, "cattle": 1}, "promised": {"6": {"sheep": 1}}}
    state = play(chance(new_round(arriving, round=6)), "use Scholar")
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "discard cattle", "play Wool Blankets")
    assert goods(state) == {"sheep": 5}
