"""Sack Cart (B066): grain for later rounds."""

from __future__ import annotations

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import Data, chance, goods, legal, new_round, play, position, seat_of

TWO = ["carpenter", "plow_driver"]


def played(number: int) -> AgricolaState:
    """Sack Cart has just been played in a round."""
    state = position({"minors": ["sack_cart"], "front": TWO, "goods": {"wood": 2}}, round=number)
    play(state, "place Meeting Place", "play Sack Cart")
    return state


def test_its_price_and_requirement() -> None:
    """2 wood and at least 2 occupations (R9.2)."""
    assert goods(played(1)) == {}
    hand: Data = {"minors": ["sack_cart"], "front": TWO, "goods": {"wood": 2}}
    for lacking in ({"goods": {"wood": 1}}, {"front": ["carpenter", "canoe"]}):
        state = play(position({**hand, **lacking}), "place Meeting Place")
        assert "play Sack Cart" not in legal(state)


def test_g36_rounds_still_ahead() -> None:
    """G36: in round 8 grain on 11 and 14; what has passed, and the current round, gets nothing."""
    for number, rounds in (
        (1, "5 8 11 14"),
        (4, "5 8 11 14"),
        (5, "8 11 14"),
        (8, "11 14"),
        (13, "14"),
        (14, ""),
    ):
        assert seat_of(played(number))["promised"] == {name: {"grain": 1} for name in rounds.split()}


def test_it_arrives_at_the_start_of_the_round() -> None:
    """R1.2: round 5 brings the first grain."""
    farm: Data = {"front": ["sack_cart"], "goods": {}, "promised": {"5": {"grain": 1}, "8": {"grain": 1}}}
    state = chance(new_round(farm, round=5))
    assert (goods(state), seat_of(state)["promised"]) == ({"grain": 1}, {"8": {"grain": 1}})


def test_with_thick_forest() -> None:
    """Goods of several cards lie on one round space."""
    hand: Data = {"minors": ["thick_forest"], "goods": {"clay": 5}, "promised": {"14": {"grain": 1}}}
    state = play(position(hand, round=12), "place Meeting Place", "play Thick Forest")
    assert seat_of(state)["promised"] == {"14": {"wood": 1, "grain": 1}}
