"""Bread Paddle (B025): bread with each occupation."""

from __future__ import annotations

from typing import Any

from tests.games.agricola.scenarios import Data, goods, legal, play, position, seat_of


def baker(**more: Any) -> Data:
    """A seat with a Fireplace, 2 grain and an occupation to play."""
    return {
        "front": ["bread_paddle"],
        "occupations": ["stable_architect"],
        "improvements": ["fireplace_2"],
        "goods": {"grain": 2},
        **more,
    }


def test_played_for_1_wood_it_brings_1_food() -> None:
    state = position({"minors": ["bread_paddle"], "goods": {"wood": 1}})
    play(state, "place Meeting Place", "play Bread Paddle")
    assert (goods(state), seat_of(state)["front"]) == ({"food": 1}, [["bread_paddle", 0]])
    state = position({"minors": ["bread_paddle"], "goods": {"reed": 1}})
    assert "play Bread Paddle" not in legal(play(state, "place Meeting Place"))


def test_bread_with_an_occupation() -> None:
    """After an occupation: a Bake Bread action, of as much grain as one likes (R10.1)."""
    state = play(position(baker()), "place Lessons", "play Stable Architect")
    assert legal(state) == ["done", "exchange", "use Bread Paddle"]
    play(state, "use Bread Paddle")
    assert legal(state) == ["bake 1 grain", "bake 2 grain"]
    play(state, "bake 2 grain")
    assert (goods(state), state.to_play) == ({"food": 4}, 1)


def test_it_may_be_declined() -> None:
    state = play(position(baker()), "place Lessons", "play Stable Architect", "done")
    assert (goods(state), state.to_play) == ({"grain": 2}, 1)


def test_grain_and_an_oven_are_needed() -> None:
    """R10.1: it is no baking improvement itself."""
    lacks: list[Data] = [{"improvements": []}, {"goods": {}}]
    for lacking in lacks:
        state = play(position(baker(**lacking)), "place Lessons", "play Stable Architect")
        assert state.to_play == 1


def test_improvements_bring_no_bread() -> None:
    """Only occupations do."""
    state = position(baker(minors=["herring_pot"], goods={"grain": 2, "clay": 1}))
    play(state, "place Meeting Place", "play Herring Pot")
    assert (goods(state), state.to_play) == ({"grain": 2}, 1)


def test_after_the_occupation_is_resolved() -> None:
    """R9 phrases: resolved first; Consultant's grain can be baked."""
    farm = baker(occupations=["consultant"], goods={})
    state = play(
        position(farm, players=1), "place Lessons", "play Consultant", "use Bread Paddle", "bake 2 grain"
    )
    assert goods(state) == {"food": 4}


def test_with_dutch_windmill() -> None:
    """It is a Bake Bread action: in round 5 Dutch Windmill adds 3 food."""
    state = position(baker(front=["dutch_windmill", "bread_paddle"]), round=5)
    play(state, "place Lessons", "play Stable Architect", "use Bread Paddle", "bake 1 grain")
    assert goods(state) == {"grain": 1, "food": 5}
