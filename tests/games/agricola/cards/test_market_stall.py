"""Market Stall (B008): a vegetable for a grain."""

from __future__ import annotations

from tests.games.agricola.scenarios import goods, legal, play, position, seat_of


def test_a_vegetable_for_a_grain() -> None:
    """Rulebook p. 11: 1 grain paid, 1 vegetable gained."""
    state = position({"minors": ["market_stall"], "goods": {"grain": 2}})
    play(state, "place Meeting Place", "play Market Stall")
    assert goods(state) == {"grain": 1, "vegetable": 1}
    assert state.to_play == 1


def test_grain_on_a_field_does_not_pay() -> None:
    """R9.3: the grain comes from the supply, not from a field."""
    state = position({"minors": ["market_stall"], "goods": {}, "fields": {"C1": "grain 3"}})
    assert legal(play(state, "place Meeting Place")) == ["done"]


def test_it_travels() -> None:
    """R9.5: to the hand on the left, never in front of anybody; it may be played again in this round."""
    state = position({}, {}, {"minors": ["market_stall"], "goods": {"grain": 1}}, players=3, turn=2)
    play(state, "place Meeting Place", "play Market Stall")
    assert (seat_of(state, 2)["minors"], seat_of(state, 2)["front"]) == ([], [])
    assert seat_of(state)["minors"] == ["market_stall"]
    assert state.to_dict()["known"] == ["market_stall"]
    play(
        state,
        "place Grain Seeds",
        "place Forest",
        "place Clay Pit",
        "place Major Improvement",
        "play Market Stall",
    )
    assert goods(state) == {"food": 2, "vegetable": 1}
    assert seat_of(state, 1)["minors"] == ["market_stall"]


def test_alone_it_is_removed() -> None:
    """R13.1: in a game for one it leaves the game."""
    state = position({"minors": ["market_stall"], "goods": {"grain": 1}}, players=1)
    play(state, "place Meeting Place", "play Market Stall")
    assert (seat_of(state)["minors"], state.to_dict()["gone"]) == ([], ["market_stall"])


def test_g50_junk_room_counts_it() -> None:
    """G50: though it travels on, it is an improvement played: Junk Room brings 1 food."""
    state = position({"minors": ["market_stall"], "front": ["junk_room"], "goods": {"grain": 1}})
    play(state, "place Meeting Place", "play Market Stall")
    assert goods(state) == {"vegetable": 1, "food": 1}
