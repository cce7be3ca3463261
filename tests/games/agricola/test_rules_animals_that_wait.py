"""R1.5, R6.4, R6.5: animals of a round space wait for room until cards are used; what can be done by then."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.agricola.scenarios import Data, allowed, chance, goods, legal, new_round, play, seat_of

STONE: Data = {"house": "stone"}
WALKER: Data = {**STONE, "front": ["sheep_walker", "plow_driver"]}


def begun(seat: Data, **rest: Any) -> Any:
    """Round 6 as its preparation first asks seat 0 something, or is over."""
    return chance(new_round({**STONE, **seat}, round=6, **rest))


# --- what lived on the farm before ------------------------------------------------------------------------


def test_r1_5_the_sheep_at_home_pays_for_a_field() -> None:
    """R1.5, R6.5: the pet becomes a vegetable, that the food of Plow Driver, and the boar has its place."""
    state = begun({**WALKER, "goods": {"sheep": 1}, "promised": {"6": {"wild boar": 1}}})
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "use Sheep Walker", "take vegetable")
    play(state, "exchange", "eat vegetable", "use Plow Driver", "plow E1")
    assert goods(state) == {"wild boar": 1}
    assert seat_of(state)["fields"] == {"E1": ""}
    assert "place Forest" in legal(state)


def test_r1_5_the_field_may_be_left() -> None:
    """R6.5: whoever goes on is asked about the animals as ever."""
    state = begun({**WALKER, "goods": {"sheep": 1}, "promised": {"6": {"wild boar": 1}}})
    assert legal(play(state, "done")) == ["discard sheep", "discard wild boar", "use Sheep Walker"]


def test_r6_4_a_sheep_that_has_come_lives_nowhere_yet() -> None:
    """R6.4: of two sheep one was at home; the other is exchanged only once it has a place."""
    state = begun({**WALKER, "goods": {"sheep": 1, "food": 1}, "promised": {"6": {"sheep": 2}}})
    play(state, "exchange", "use Sheep Walker", "take stone")
    assert goods(state) == {"sheep": 2, "stone": 1, "food": 1}
    assert not allowed(play(state, "exchange"), "use Sheep Walker")
    play(state, "discard sheep", "exchange", "use Sheep Walker", "take stone", "done")
    assert goods(state) == {"stone": 2, "food": 1}


def test_r1_5_an_animal_goes_to_make_room_for_the_one_that_pays() -> None:
    """R6.4: the sheep that has come lives on the farm once the cattle is gone, and pays for the field."""
    state = begun({**WALKER, "goods": {"cattle": 1}, "promised": {"6": {"sheep": 1}}})
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "discard cattle", "exchange", "use Sheep Walker", "take vegetable")
    play(state, "exchange", "eat vegetable", "use Plow Driver", "plow E1")
    assert goods(state) == {}


def test_r1_5_animals_cooked_as_they_come_pay() -> None:
    """R6.3: with a Fireplace both boars, of which one would have had a place, may pay for the field."""
    farm = {"front": ["plow_driver"], "improvements": ["fireplace_2"], "goods": {}}
    state = begun({**farm, "promised": {"6": {"wild boar": 2}}})
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "cook wild boar", "use Plow Driver", "plow E1")
    assert goods(state) == {"wild boar": 1, "food": 1}


def test_r1_5_nobody_is_asked_where_nothing_helps() -> None:
    """R8.4: without a card that exchanges, or a Fireplace, the animals bring no food."""
    farm = {"front": ["plow_driver"], "goods": {"cattle": 1}, "promised": {"6": {"sheep": 1}}}
    assert legal(begun(farm)) == ["discard sheep", "discard cattle"]


# --- paying and requiring -----------------------------------------------------------------------------------


def test_r6_4_a_card_is_paid_with_the_sheep_at_home() -> None:
    """R6.4: Scholar's Young Animal Market costs the pet; cattle joins cattle, and the boar is the pet."""
    farm: Data = {
        "front": ["scholar"],
        "minors": ["young_animal_market"],
        "pastures": [["E1"]],
        "goods": {"sheep": 1, "cattle": 1},
        "promised": {"6": {"wild boar": 1}},
    }
    state = begun(farm)
    play(state, "use Scholar", "play Young Animal Market")
    assert goods(state) == {"wild boar": 1, "cattle": 2}
    assert "place Forest" in legal(state)


def test_r6_4_not_with_a_sheep_that_waits() -> None:
    """R6.4: the sheep of the round space has no place beside the cattle, so it pays for nothing."""
    farm: Data = {
        "front": ["scholar"],
        "minors": ["young_animal_market"],
        "goods": {"cattle": 1},
        "promised": {"6": {"sheep": 1}},
    }
    state = play(begun(farm), "use Scholar")
    assert not allowed(state, "play Young Animal Market")
    play(state, "exchange", "discard cattle", "play Young Animal Market")
    assert goods(state) == {"cattle": 1}


@pytest.mark.parametrize(("sheep", "came", "can"), [(5, 0, True), (4, 1, False)])
def test_r9_2_the_sheep_at_home_are_those_required(sheep: int, came: int, can: bool) -> None:
    """R9.2: Wool Blankets require 5 sheep on the farm, where a boar or a sheep waits for room or not."""
    farm: Data = {
        "front": ["scholar"],
        "minors": ["wool_blankets"],
        "pastures": [["E1", "E2"]],
        "goods": {"sheep": sheep, "cattle": 1 - sheep % 2},
        "promised": {"6": {"wild boar": 1, "sheep": came}},
    }
    assert allowed(play(begun(farm), "use Scholar"), "play Wool Blankets") is can


def test_r1_5_what_comes_instead_waits_for_nobody() -> None:
    """R1.5: a boar taken for the pet has its place, so the cattle still waits until the stable is built."""
    farm: Data = {
        "front": ["sheep_walker", "groom"],
        "goods": {"sheep": 1, "wood": 1},
        "promised": {"6": {"cattle": 1}},
    }
    state = begun(farm)
    play(state, "exchange", "use Sheep Walker", "take wild boar", "use Groom", "build stable E1")
    assert goods(state) == {"wild boar": 1, "cattle": 1}
    assert "place Forest" in legal(state)


def test_r1_5_fences_of_a_card_hurry_nobody() -> None:
    """R5.8, R1.5: two boars wait; Mini Pasture holds neither beside the sheep, and the stable still comes."""
    farm: Data = {
        "front": ["scholar", "groom"],
        "minors": ["mini_pasture"],
        "goods": {"sheep": 1, "food": 2, "wood": 1},
        "promised": {"6": {"wild boar": 1, "cattle": 2}},
    }
    state = begun(farm)
    play(state, "use Scholar", "play Mini Pasture", "fence E1", "use Groom", "build stable C1")
    assert goods(state) == {"sheep": 1, "wild boar": 1, "cattle": 2}
    assert "place Forest" in legal(state)


def test_r6_5_a_position_says_who_lives_where() -> None:
    """R6.5: stored and read again, the same sheep may still be exchanged, and no more."""
    from farmtable.games.agricola import GAME

    state = begun({**WALKER, "goods": {"sheep": 1, "food": 1}, "promised": {"6": {"sheep": 2}}})
    again = GAME.from_dict(state.to_dict())
    assert again.key() == state.key()
    play(again, "exchange", "use Sheep Walker", "take stone", "exchange")
    assert not allowed(again, "use Sheep Walker")
