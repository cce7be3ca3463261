"""Canoe (A078)."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    finished,
    goods,
    last_person,
    legal,
    play,
    position,
    waits_for_chance,
    worth,
)

CANOE: Data = {"front": ["canoe"], "goods": {}}


def test_more_from_fishing() -> None:
    """1 food and 1 reed besides what lies on Fishing."""
    state = play(position(CANOE, piles={"fishing": 3}), "place Fishing")
    assert goods(state) == {"food": 4, "reed": 1}
    assert state.to_play == 1


def test_other_spaces_and_other_players() -> None:
    """Only Fishing, and only when its owner uses it."""
    state = play(position({"goods": {}}, CANOE), "place Fishing", "place Reed Bank")
    assert (goods(state), goods(state, 1)) == ({"food": 1}, {"reed": 1})


def test_playing_it() -> None:
    """R9.2: it requires 1 occupation in front, costs 2 wood, and is worth 1 point."""
    hand: Data = {"minors": ["canoe"], "goods": {"wood": 2}}
    for front in ([], ["manger"]):
        state = play(position({**hand, "front": front}), "place Meeting Place")
        assert "play Canoe" not in legal(state)
    poor = play(position({**hand, "front": ["grocer"], "goods": {"wood": 1}}), "place Meeting Place")
    assert "play Canoe" not in legal(poor)
    state = play(position({**hand, "front": ["grocer"]}, AWAY), "place Meeting Place", "play Canoe")
    assert goods(state) == {}
    assert goods(play(state, "place Fishing")) == {"food": 2, "reed": 1}
    assert worth(finished(CANOE), "canoe") == 1


def test_before_the_effect_of_the_space() -> None:
    """Both cards act before the food of Fishing comes; their owner may use Harpooner or not (R9.17)."""
    farm: Data = {"front": ["canoe", "harpooner"], "goods": {"wood": 1}}
    state = play(position(farm, players=3, piles={"fishing": 2}), "place Fishing")
    assert goods(state) == {"wood": 1, "food": 1, "reed": 1}, "what lies on Fishing is still to come"
    play(state, "use Harpooner")
    assert goods(state) == {"food": 1 + 2 + 2, "reed": 2}


def test_with_herring_pot() -> None:
    """Two cards on one use: Herring Pot puts its food on the next round spaces."""
    state = play(position({**CANOE, "front": ["canoe", "herring_pot"]}, round=13), "place Fishing")
    assert goods(state) == {"food": 2, "reed": 1}
    assert state.to_dict()["seats"][0]["promised"] == {"14": {"food": 1}}


def test_with_claypipe() -> None:
    """The reed counts for Claypipe: it is the seventh building resource of this work phase (G43)."""
    farm: Data = {**CANOE, "front": ["canoe", "claypipe"], "gathered": 6}
    state = play(last_person(farm), "place Fishing")
    assert waits_for_chance(state)
    assert goods(state) == {"food": 2 + 2, "reed": 1}
