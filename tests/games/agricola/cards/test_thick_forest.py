"""Thick Forest (B074): wood for every second round."""

from __future__ import annotations

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import Data, chance, goods, legal, new_round, play, position, seat_of


def played(number: int, clay: int = 5) -> AgricolaState:
    """Thick Forest has just been played in a round."""
    state = position({"minors": ["thick_forest"], "goods": {"clay": clay}}, round=number)
    play(state, "place Meeting Place", "play Thick Forest")
    return state


def test_clay_is_only_shown() -> None:
    """R9.2: 5 clay in the supply, kept and not paid."""
    assert goods(played(1)) == {"clay": 5}
    assert goods(played(1, clay=7)) == {"clay": 7}
    state = position({"minors": ["thick_forest"], "goods": {"clay": 4, "wood": 9}})
    assert "play Thick Forest" not in legal(play(state, "place Meeting Place"))


def test_g36_even_rounds_still_ahead() -> None:
    """G36: in round 7 wood on 8, 10, 12 and 14; in an even round not on that one."""
    for number, rounds in ((1, "2 4 6 8 10 12 14"), (7, "8 10 12 14"), (8, "10 12 14"), (13, "14"), (14, "")):
        assert seat_of(played(number))["promised"] == {name: {"wood": 1} for name in rounds.split()}


def test_it_arrives_at_the_start_of_the_round() -> None:
    """R1.2: the wood comes before any person is placed."""
    farm: Data = {"front": ["thick_forest"], "goods": {}, "promised": {"8": {"wood": 1}, "10": {"wood": 1}}}
    state = chance(new_round(farm, round=8))
    assert (goods(state), seat_of(state)["promised"]) == ({"wood": 1}, {"10": {"wood": 1}})


def test_thanks_to_loam_pit() -> None:
    """With Loam Pit one use of Day Laborer brings the clay that is missing."""
    farm: Data = {"minors": ["thick_forest"], "front": ["loam_pit"], "goods": {"clay": 2}}
    state = play(
        position(farm), "place Day Laborer", "place Forest", "place Meeting Place", "play Thick Forest"
    )
    assert goods(state) == {"clay": 5, "food": 2}
    assert len(seat_of(state)["promised"]) == 7
