"""Shifting Cultivation (A002)."""

from __future__ import annotations

from tests.games.agricola.scenarios import goods, legal, play, position, seat_of

HAND = {"minors": ["shifting_cultivation"], "goods": {"food": 2}}


def test_a_field_for_two_food() -> None:
    """When it is played one field is plowed under the usual rules (R4.1)."""
    state = play(position({**HAND, "fields": {"D1": ""}}), "place Meeting Place", "play Shifting Cultivation")
    assert legal(state) == ["plow C1", "plow E1", "plow D2"], "beside the first field"
    play(state, "plow E1")
    assert goods(state) == {}
    assert seat_of(state)["fields"] == {"D1": "", "E1": ""}
    assert state.to_play == 1


def test_it_travels() -> None:
    """R9.5: the player on the left takes it and may play it in the same round; it lies in front of nobody."""
    state = play(position(HAND, {"goods": {"food": 2}}, round=5), "place Meeting Place")
    play(state, "play Shifting Cultivation", "plow D1")
    assert (seat_of(state)["minors"], seat_of(state)["front"]) == ([], [])
    assert seat_of(state, 1)["minors"] == ["shifting_cultivation"]
    assert state.to_dict()["known"] == ["shifting_cultivation"]
    play(state, "place Day Laborer", "place Forest")
    assert state.to_play == 1
    state = position(
        {}, {**HAND, "rooms": ["A1", "A2", "A3"]}, round=5, turn=1, known=["shifting_cultivation"]
    )
    play(state, "place Basic Wish for Children", "play Shifting Cultivation", "plow C2")
    assert seat_of(state)["minors"] == ["shifting_cultivation"], "clockwise: back to the first player"


def test_alone_it_is_removed() -> None:
    """R13.1: in a game for one it leaves the game."""
    state = play(position(HAND, players=1), "place Meeting Place", "play Shifting Cultivation", "plow D1")
    assert seat_of(state)["minors"] == []
    assert "shifting_cultivation" in state.to_dict()["gone"]


def test_two_food_are_needed() -> None:
    """R9.3: what it costs must be in the supply."""
    state = play(position({**HAND, "goods": {"food": 1}}), "place Meeting Place")
    assert legal(state) == ["done", "exchange"]


def test_without_a_site() -> None:
    """R9.16: where no field may be plowed it can be played all the same, without effect."""
    full = {"fields": {"E3": ""}, "stables": ["D3", "E2"]}
    state = play(position({**HAND, **full}), "place Meeting Place", "play Shifting Cultivation")
    assert state.to_play == 1
    assert goods(state) == {}
    assert seat_of(state)["fields"] == {"E3": ""}
    assert seat_of(state, 1)["minors"] == ["shifting_cultivation"]


def test_it_is_no_use_of_farmland() -> None:
    """R2.6: cards about Farmland do not react: neither Threshing Board nor Firewood Collector."""
    farm = {
        **HAND,
        "goods": {"food": 2, "grain": 2},
        "improvements": ["fireplace_2"],
        "front": ["threshing_board", "firewood_collector"],
    }
    state = play(position(farm), "place Meeting Place", "play Shifting Cultivation")
    assert all(words.startswith("plow ") for words in legal(state))
    play(state, "plow D1")
    assert state.to_play == 1
    assert goods(state) == {"grain": 2}


def test_with_junk_room() -> None:
    """A card that travels is an improvement played: Junk Room brings 1 food after the plowing."""
    state = play(
        position({**HAND, "front": ["junk_room"]}), "place Meeting Place", "play Shifting Cultivation"
    )
    assert goods(state) == {}
    play(state, "plow D1")
    assert goods(state) == {"food": 1}
