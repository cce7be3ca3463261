"""Scholar (B097)."""

from __future__ import annotations

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, allowed, chance, goods, legal, new_round, play, seat_of


def begun(seat: Data, round: int = 6) -> State:
    """A round has begun for the owner of a Scholar who lives in a stone house."""
    return chance(new_round({"front": ["scholar"], "house": "stone", "goods": {}, **seat}, round=round))


def test_an_occupation() -> None:
    """For 1 food, whatever Lessons would ask; no person is placed, so Lessons stays free (ruling)."""
    state = begun({"occupations": ["tutor", "carpenter"], "goods": {"food": 2}})
    assert legal(state) == ["done", "exchange", "use Scholar"]
    play(state, "use Scholar")
    assert legal(state) == ["done", "exchange", "play Tutor", "play Carpenter"]
    play(state, "play Carpenter")
    assert goods(state) == {"food": 1}
    assert seat_of(state)["occupations"] == ["tutor"]
    assert seat_of(state)["at_home"] == 2
    assert "place Lessons" in legal(state)


def test_a_minor_improvement() -> None:
    """At its usual cost, without the 1 food; and no occupation after it."""
    farm: Data = {"occupations": ["tutor"], "minors": ["canoe"], "goods": {"wood": 2, "food": 1}}
    state = play(begun(farm), "use Scholar")
    assert legal(state) == ["done", "exchange", "play Tutor", "play Canoe"]
    play(state, "play Canoe")
    assert goods(state) == {"food": 1}
    assert seat_of(state)["front"] == [["scholar", 0], ["canoe", 0]]
    assert "place Forest" in legal(state)


def test_requirements_must_be_met() -> None:
    """Ruling: as usual; Scholar itself is an occupation in front of its owner."""
    farm: Data = {"minors": ["canoe", "loam_pit"], "goods": {"wood": 2, "food": 1}}
    state = play(begun(farm), "use Scholar")
    assert allowed(state, "play Canoe")
    assert not allowed(state, "play Loam Pit")


def test_once_in_a_round() -> None:
    """And again in the next."""
    farm: Data = {"occupations": ["tutor", "carpenter"], "goods": {"food": 2}}
    state = play(begun(farm), "use Scholar", "play Tutor")
    play(state, "place Clay Pit", "place Forest", "place Reed Bank", "place Fishing")
    assert legal(chance(state)) == ["done", "exchange", "use Scholar"]


def test_it_may_be_left() -> None:
    """Before or after looking at one's hand."""
    farm: Data = {"occupations": ["tutor"], "goods": {"food": 1}}
    for actions in (["done"], ["use Scholar", "done"]):
        state = play(begun(farm), *actions)
        assert goods(state) == {"food": 1}
        assert "place Forest" in legal(state)


@pytest.mark.parametrize("house", ["wood", "clay"])
def test_only_in_a_stone_house(house: str) -> None:
    """Nothing is offered before."""
    farm: Data = {"house": house, "occupations": ["tutor"], "goods": {"food": 1}}
    assert "place Forest" in legal(begun(farm))


def test_silence_tells_nothing() -> None:
    """Who holds cards is asked even if none can be played; who holds none is not."""
    for cards in ({"occupations": ["tutor"]}, {"minors": ["loam_pit"]}):
        state = begun(cards)
        assert legal(state) == ["done", "use Scholar"]
        play(state, "use Scholar")
        assert legal(state) == ["done"]
        play(state, "done")
        assert "place Forest" in legal(state)
    assert "place Forest" in legal(begun({"goods": {"food": 5}}))


def test_food_from_the_round_space() -> None:
    """Ruling, R1.5: the food of a Well pays for it in the same preparation phase."""
    farm: Data = {"occupations": ["tutor"], "promised": {"6": {"food": 1}}}
    state = play(begun(farm), "use Scholar", "play Tutor")
    assert goods(state) == {}


def test_round_spaces_begin_with_the_next() -> None:
    """Ruling: what the card puts on round spaces does not serve the round that is beginning."""
    farm: Data = {"front": ["scholar", "tutor"], "minors": ["pond_hut"], "goods": {"wood": 1}}
    state = play(begun(farm), "use Scholar", "play Pond Hut")
    assert seat_of(state)["promised"] == {"7": {"food": 1}, "8": {"food": 1}, "9": {"food": 1}}
    assert goods(state) == {}


def test_cards_that_act_at_the_start_of_a_round() -> None:
    """Ruling: a card played so does what it does at the start of a round in the same."""
    farm: Data = {"occupations": ["plow_driver", "small_scale_farmer"], "goods": {"food": 2}}
    state = play(begun(farm), "use Scholar", "play Small-scale Farmer")
    assert goods(state) == {"food": 1, "wood": 1}
    state = play(begun(farm), "use Scholar", "play Plow Driver", "use Plow Driver", "plow E1")
    assert goods(state) == {}
    assert seat_of(state)["fields"] == {"E1": ""}


def test_with_paper_maker() -> None:
    """1 wood becomes 2 food first, even where there is none for the occupation."""
    farm: Data = {"front": ["scholar", "paper_maker"], "occupations": ["tutor"], "goods": {"wood": 1}}
    state = play(begun(farm), "use Scholar", "play Tutor")
    assert goods(state) == {"food": 1}
