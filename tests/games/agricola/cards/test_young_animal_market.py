"""Young Animal Market (A009)."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, chance, goods, legal, new_round, play, position, seat_of

HAND: Data = {"minors": ["young_animal_market"], "goods": {"sheep": 1}}


def test_a_sheep_for_a_cattle() -> None:
    """The pet of the house is paid, and the cattle takes its place."""
    state = play(position(HAND), "place Meeting Place", "play Young Animal Market")
    assert goods(state) == {"cattle": 1}
    assert state.to_play == 1


def test_the_sheep_comes_from_the_farm() -> None:
    """R6.4: without a sheep on the farm it cannot be played, whatever else is there."""
    farm: Data = {**HAND, "goods": {"wild boar": 1, "food": 9}}
    assert legal(play(position(farm), "place Meeting Place")) == ["done", "exchange"]


def test_the_cattle_must_be_kept_cooked_or_let_go() -> None:
    """R6.3: a newly gained animal; here a boar is the pet, and the other sheep keeps its pasture."""
    farm: Data = {**HAND, "goods": {"sheep": 2, "wild boar": 1}, "pastures": [["C1"]]}
    state = play(position(farm), "place Meeting Place", "play Young Animal Market")
    assert legal(state) == ["discard sheep", "discard wild boar", "discard cattle"]
    play(state, "discard cattle")
    assert goods(state) == {"sheep": 1, "wild boar": 1}
    cook: Data = {**farm, "improvements": ["fireplace_2"]}
    state = play(position(cook), "place Meeting Place", "play Young Animal Market", "cook cattle")
    assert goods(state) == {"sheep": 1, "wild boar": 1, "food": 3}


def test_it_travels() -> None:
    """R9.5: to the hand on the left, never in front of anybody; out of a game for one (R13.1)."""
    state = play(position(HAND, players=3), "place Meeting Place", "play Young Animal Market")
    assert (seat_of(state)["minors"], seat_of(state)["front"]) == ([], [])
    assert seat_of(state, 1)["minors"] == ["young_animal_market"]
    alone = play(position(HAND, players=1), "place Meeting Place", "play Young Animal Market")
    assert "young_animal_market" in alone.to_dict()["gone"]


def test_with_animal_tamer() -> None:
    """Animal Tamer has a place in each room: the boar and the cattle both stay in the house."""
    farm: Data = {**HAND, "goods": {"sheep": 1, "wild boar": 1}, "front": ["animal_tamer"]}
    state = play(position(farm), "place Meeting Place", "play Young Animal Market")
    assert goods(state) == {"wild boar": 1, "cattle": 1}
    assert state.to_play == 1


def test_a_sheep_without_room_pays_nothing() -> None:
    """R6.4: while a sheep of the round space and the pet do not both fit, none can be paid with."""
    farm: Data = {"front": ["scholar"], "house": "stone", "minors": ["young_animal_market"]}
    arriving: Data = {**farm, "goods": {"wild boar": 1}, "promised": {"6": {"sheep": 1}}}
    state = play(chance(new_round(arriving, round=6)), "use Scholar")
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "discard wild boar", "play Young Animal Market")
    assert goods(state) == {"cattle": 1}
