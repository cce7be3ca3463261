"""Drinking Trough (A012)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, finished, goods, legal, play, position, worth


def sheep_fit(farm: Data, sheep: int, *before: str) -> bool:
    """Whether so many sheep from Sheep Market all find a place in a farm with a wild boar in the house."""
    seat: Data = {"front": ["drinking_trough"], **farm, "goods": {"wild boar": 1, **farm.get("goods", {})}}
    state = position(seat, {"at_home": 0}, round=6, piles={"sheep_market": sheep})
    play(state, *before, "place Sheep Market")
    return "discard sheep" not in legal(state)


@pytest.mark.parametrize(
    ("pasture", "stables", "places"),
    [
        (["B1"], [], 4),
        (["B1"], ["B1"], 6),
        (["B1", "C1"], [], 6),
        (["B1", "C1"], ["C1"], 10),
        (["B1", "C1"], ["B1", "C1"], 18),
        (["B1", "C1", "B2", "C2"], ["B1"], 18),
    ],
)
def test_two_more_in_each_pasture(pasture: list[str], stables: list[str], places: int) -> None:
    """G10: the 2 come after the doubling by stables, once for a pasture of any size."""
    farm: Data = {"pastures": [pasture], "stables": stables}
    assert sheep_fit(farm, places)
    assert not sheep_fit(farm, places + 1)


def test_each_pasture_counts() -> None:
    """R6.1: two pastures of one space hold 4 sheep each."""
    farm: Data = {"pastures": [["B1"], ["C1"]]}
    assert sheep_fit(farm, 8)
    assert not sheep_fit(farm, 9)


def test_pastures_built_later() -> None:
    """It goes on to work: a pasture fenced afterwards has the 2 places too."""
    farm: Data = {"goods": {"wood": 4}}
    assert sheep_fit(farm, 4, "place Fencing", "fence C1")
    assert not sheep_fit(farm, 5, "place Fencing", "fence C1")


def test_what_is_no_pasture() -> None:
    """A stable outside pastures and the house hold no more than before."""
    farm: Data = {"stables": ["D1"]}
    assert sheep_fit(farm, 1)
    assert not sheep_fit(farm, 2)


def test_playing_it() -> None:
    """It costs 1 clay (R9.3), and works at once."""
    farm: Data = {"minors": ["drinking_trough"], "goods": {"wild boar": 1, "sheep": 2}, "pastures": [["B1"]]}
    assert legal(play(position(farm), "place Meeting Place")) == ["done", "exchange"]
    farm["goods"] = {**farm["goods"], "clay": 1}
    state = position(farm, {"at_home": 0}, round=6, piles={"sheep_market": 2})
    play(state, "place Meeting Place", "play Drinking Trough", "place Sheep Market")
    assert goods(state) == {"wild boar": 1, "sheep": 4}


def test_only_its_owner() -> None:
    """R9.1: it does nothing in a hand, and nothing for another player."""
    for seats in ([{"minors": ["drinking_trough"]}, {}], [{}, {"front": ["drinking_trough"]}]):
        farm: Data = {**seats[0], "goods": {"wild boar": 1}, "pastures": [["B1"]]}
        state = position(farm, seats[1], round=6, piles={"sheep_market": 3})
        assert "discard sheep" in legal(play(state, "place Sheep Market"))


def test_with_organic_farmer() -> None:
    """Organic Farmer counts a pasture with places for 3 more: of 4 places 1 is taken (G42)."""
    farm: Data = {"pastures": [["B1"]], "goods": {"sheep": 1}, "front": ["organic_farmer", "drinking_trough"]}
    assert worth(finished(farm), "drinking_trough") == 1
    assert worth(finished({**farm, "front": ["organic_farmer"]}), "drinking_trough") == 0
