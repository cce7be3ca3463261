"""Herring Pot (B047): fishing feeds for longer."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, goods, legal, play, position, seat_of


def test_its_price() -> None:
    """1 clay; nothing happens when it is played."""
    state = position({"minors": ["herring_pot"], "goods": {"clay": 1}})
    play(state, "place Meeting Place", "play Herring Pot")
    assert (goods(state), seat_of(state)["promised"]) == ({}, {})
    state = position({"minors": ["herring_pot"], "goods": {"wood": 1}})
    assert "play Herring Pot" not in legal(play(state, "place Meeting Place"))


def test_fishing() -> None:
    """On each of the next 3 round spaces 1 food, each time."""
    state = play(position({"front": ["herring_pot"], "goods": {}}, round=3), "place Fishing")
    assert goods(state) == {"food": 1}, "what lay there"
    assert seat_of(state)["promised"] == {"4": {"food": 1}, "5": {"food": 1}, "6": {"food": 1}}
    lying: Data = {"promised": {"4": {"food": 1}, "7": {"wood": 1}}}
    state = play(position({"front": ["herring_pot"], "goods": {}, **lying}, round=3), "place Fishing")
    more = {"4": {"food": 2}, "5": {"food": 1}, "6": {"food": 1}, "7": {"wood": 1}}
    assert seat_of(state)["promised"] == more


def test_nothing_after_round_14() -> None:
    """Appendix p. 3: as far as there are round spaces."""
    for number, rounds in ((12, ["13", "14"]), (13, ["14"]), (14, [])):
        state = play(position({"front": ["herring_pot"]}, round=number), "place Fishing")
        assert seat_of(state)["promised"] == {name: {"food": 1} for name in rounds}


def test_only_its_owner_and_only_fishing() -> None:
    state = play(position({"front": ["herring_pot"]}), "place Forest", "place Fishing")
    assert (seat_of(state)["promised"], seat_of(state, 1)["promised"]) == ({}, {})


def test_with_canoe() -> None:
    """R9.17: both act when the person lands."""
    state = play(position({"front": ["canoe", "herring_pot"], "goods": {}}), "place Fishing")
    assert goods(state) == {"reed": 1, "food": 2}
    assert sorted(seat_of(state)["promised"]) == ["2", "3", "4"]
