"""Corn Scoop (A067)."""

from __future__ import annotations

from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position

SCOOP: Data = {"front": ["corn_scoop"], "goods": {}}


def test_two_grain() -> None:
    """1 grain more on Grain Seeds."""
    state = play(position(SCOOP), "place Grain Seeds")
    assert goods(state) == {"grain": 2}
    assert state.to_play == 1


def test_other_spaces_and_other_players() -> None:
    """Neither Vegetable Seeds nor a use by somebody else brings any."""
    state = play(position({"goods": {}}, SCOOP, round=8), "place Grain Seeds", "place Vegetable Seeds")
    assert (goods(state), goods(state, 1)) == ({"grain": 1}, {"vegetable": 1})


def test_playing_it() -> None:
    """It costs 1 wood, and does nothing in a hand (R9.1)."""
    hand: Data = {"minors": ["corn_scoop"], "goods": {}}
    assert legal(play(position(hand), "place Meeting Place")) == ["done"]
    assert goods(play(position(hand), "place Grain Seeds")) == {"grain": 1}
    state = position({**hand, "goods": {"wood": 1}}, AWAY)
    play(state, "place Meeting Place", "play Corn Scoop", "place Grain Seeds")
    assert goods(state) == {"grain": 2}


def test_with_pitchfork() -> None:
    """Two cards on one use: 3 food for who has Pitchfork too while Farmland is occupied."""
    farm: Data = {**SCOOP, "front": ["corn_scoop", "pitchfork"]}
    state = play(position(farm, used_by={"farmland": 1}), "place Grain Seeds")
    assert goods(state) == {"grain": 2, "food": 3}


def test_before_the_effect_of_the_space() -> None:
    """R9.17: several cards act before the space itself; Cattle Feeder is offered before its grain comes."""
    farm: Data = {"front": ["corn_scoop", "cattle_feeder"], "goods": {"food": 1}}
    state = play(position(farm, players=4), "place Grain Seeds")
    assert goods(state) == {"grain": 1, "food": 1}, "the grain of the space itself is still to come"
    play(state, "use Cattle Feeder")
    assert goods(state) == {"grain": 2, "cattle": 1}
