"""Acorns Basket (B084): wild boar for the next rounds."""

from __future__ import annotations

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import (
    Data,
    chance,
    goods,
    legal,
    new_round,
    play,
    position,
    seat_of,
)

THREE = ["carpenter", "plow_driver", "seasonal_worker"]


def played(number: int) -> AgricolaState:
    """Acorns Basket has just been played in a round."""
    state = position({"minors": ["acorns_basket"], "front": THREE, "goods": {"reed": 1}}, round=number)
    play(state, "place Meeting Place", "play Acorns Basket")
    return state


def test_its_price_and_requirement() -> None:
    """1 reed and at least 3 occupations (R9.2)."""
    assert goods(played(1)) == {}
    hand: Data = {"minors": ["acorns_basket"], "front": THREE, "goods": {"reed": 1}}
    for lacking in ({"goods": {"wood": 1}}, {"front": [*THREE[:2], "canoe"]}):
        state = play(position({**hand, **lacking}), "place Meeting Place")
        assert "play Acorns Basket" not in legal(state)


def test_the_next_two_rounds() -> None:
    """1 wild boar on each of the next 2 round spaces, as far as there are any (appendix p. 3)."""
    for number, rounds in ((1, "2 3"), (12, "13 14"), (13, "14"), (14, "")):
        assert seat_of(played(number))["promised"] == {name: {"wild boar": 1} for name in rounds.split()}


def test_it_arrives_at_the_start_of_the_round() -> None:
    """R1.2: and finds its place in the house."""
    farm: Data = {"goods": {}, "promised": {"2": {"wild boar": 1}, "3": {"wild boar": 1}}}
    state = chance(new_round(farm, round=2))
    assert (goods(state), seat_of(state)["promised"]) == ({"wild boar": 1}, {"3": {"wild boar": 1}})


def test_a_boar_without_a_place() -> None:
    """R6.3, R6.5: its owner cooks it or lets an animal go."""
    farm: Data = {"goods": {"sheep": 1}, "promised": {"2": {"wild boar": 1}}}
    state = chance(new_round(farm, round=2))
    assert legal(state) == ["discard sheep", "discard wild boar"]
    assert goods(play(state, "discard sheep")) == {"wild boar": 1}
    state = chance(new_round({**farm, "improvements": ["fireplace_2"]}, round=2))
    assert goods(play(state, "cook wild boar")) == {"sheep": 1, "food": 2}


def test_with_animal_tamer() -> None:
    """Animal Tamer keeps one animal in each room: the second boar has a place, too."""
    farm: Data = {"front": ["animal_tamer"], "goods": {"wild boar": 1}, "promised": {"3": {"wild boar": 1}}}
    assert goods(chance(new_round(farm, round=3))) == {"wild boar": 2}
