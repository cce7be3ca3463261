"""Lasso (B024): two people in one go."""

from __future__ import annotations

from typing import Any

from tests.games.agricola.scenarios import Data, goods, house_of, legal, play, position, seat_of

MARKETS = {"place Sheep Market", "place Pig Market", "place Cattle Market"}


def owner(people: int = 3, **more: Any) -> Data:
    """A seat with so many people, all at home, and room for some animals."""
    return {
        "front": ["lasso"],
        "people": people,
        "goods": {},
        "pastures": [["D1", "E1"], ["D2", "E2"]],
        **more,
    }


def test_its_price() -> None:
    """1 reed."""
    state = position({"minors": ["lasso"], "goods": {"reed": 1}, "at_home": 1}, round=1)
    play(state, "place Meeting Place", "play Lasso")
    assert (goods(state), seat_of(state)["front"]) == ({}, [["lasso", 0]])
    state = position({"minors": ["lasso"], "goods": {"wood": 1}})
    assert "play Lasso" not in legal(play(state, "place Meeting Place"))


def test_first_a_market_then_any_space() -> None:
    """Appendix p. 5: after Sheep Market a second person may go anywhere."""
    state = play(position(owner(), round=4), "place Sheep Market")
    assert legal(state) == ["done", "exchange", "use Lasso"]
    play(state, "use Lasso")
    assert {"place Forest", "place Fishing", "place Farmland"} < set(legal(state))
    assert "place Sheep Market" not in legal(state), "R2.1: it is occupied"
    play(state, "place Forest")
    assert (goods(state), state.to_play) == ({"wood": 3, "sheep": 1}, 1)
    assert seat_of(state)["at_home"] == 1, "never a third in a row"


def test_first_any_space_then_a_market() -> None:
    """If the first person did not use an animal market, the second one must."""
    state = play(position(owner(), round=10), "place Forest", "use Lasso")
    assert set(legal(state)) == MARKETS
    play(state, "place Cattle Market")
    assert (goods(state), state.to_play) == ({"wood": 3, "cattle": 1}, 1)


def test_no_market_free() -> None:
    """Both spaces must be free as usual."""
    state = position(owner(), round=4, used_by={"sheep_market": 1})
    assert play(state, "place Forest").to_play == 1
    assert play(position(owner(), round=3), "place Forest").to_play == 1, "none has come up yet"


def test_a_second_person_at_home() -> None:
    """Without one it cannot be used."""
    state = play(position(owner(at_home=1), round=4), "place Sheep Market")
    assert state.to_play == 1


def test_it_may_be_declined() -> None:
    state = play(position(owner(), round=4), "place Sheep Market", "done")
    assert (seat_of(state)["at_home"], state.to_play) == (2, 1)


def test_the_first_is_done_before_the_second() -> None:
    """All actions of the first person come first; the second's goods do not serve them."""
    farm = owner(people=2, goods={"wood": 2})
    state = play(position(farm, round=4), "place Farm Expansion")
    assert "use Lasso" not in legal(state)
    play(state, "build stable C1", "use Lasso")
    assert (goods(state), state.to_play) == ({"sheep": 1}, 1), "the only market was taken unasked"


def test_no_turn_is_skipped_and_it_may_be_used_again() -> None:
    """Appendix p. 5: the next turn comes as always, and in it the Lasso may be used once more."""
    state = position(owner(people=5), {"people": 3}, round=10)
    play(state, "place Sheep Market", "use Lasso", "place Forest", "place Clay Pit")
    assert state.to_play == 0
    play(state, "place Reed Bank", "use Lasso", "place Pig Market", "place Fishing")
    assert (state.to_play, seat_of(state)["at_home"]) == (0, 1)
    assert goods(state) == {"wood": 3, "reed": 1, "sheep": 1, "wild boar": 1}


def test_alone_it_changes_nothing() -> None:
    """R13.2: in a game for one all turns are in a row anyway; nobody is asked."""
    state = play(position(owner(), players=1, round=4), "place Sheep Market")
    assert "place Forest" in legal(state)


def test_second_the_newborn_of_the_first() -> None:
    """Ruling, R3.7: the child that the first person has just got may follow it, for 1 food."""
    farm = owner(front=["lasso", "adoptive_parents"], rooms=house_of(3), at_home=1, people=2)
    farm["goods"] = {"food": 1}
    state = play(position(farm, round=6), "place Basic Wish for Children", "use Lasso")
    assert (goods(state), state.to_play) == ({"sheep": 1}, 1), "the only market was taken unasked"
    assert (seat_of(state)["people"], seat_of(state)["newborns"]) == (3, 0)


def test_second_a_newborn_for_food_just_cooked() -> None:
    """R8.4: the first person's sheep is cooked for the food that lets the newborn follow anywhere."""
    farm = owner(front=["lasso", "adoptive_parents"], rooms=house_of(3), at_home=1, newborns=1)
    farm |= {"improvements": ["fireplace_2"]}
    state = play(position(farm, round=6), "place Sheep Market")
    assert legal(state) == ["done", "exchange"]
    play(state, "exchange", "cook sheep", "use Lasso", "place Forest")
    assert (goods(state), state.to_play) == ({"wood": 3, "food": 1}, 1)


def test_no_newborn_second_without_food_or_market() -> None:
    """Neither where the food is missing, nor where no animal market is free for one of the two."""
    farm = owner(front=["lasso", "adoptive_parents"], rooms=house_of(3), at_home=1, newborns=1)
    assert play(position(farm, round=6), "place Sheep Market").to_play == 1
    farm["goods"] = {"food": 1}
    taken = {"sheep_market": 1}
    assert play(position(farm, round=6, used_by=taken), "place Forest").to_play == 1


def test_after_basket() -> None:
    """Basket acts right after the first person's Forest, the Lasso at the end of that turn."""
    state = play(position(owner(front=["basket", "lasso"]), round=4), "place Forest")
    assert legal(state) == ["done", "exchange", "use Basket"]
    play(state, "use Basket", "use Lasso")
    assert goods(state) == {"wood": 1, "food": 3, "sheep": 1}


def test_firewood_comes_first() -> None:
    """Firewood Collector's wood is part of the first person's turn: it is there for the second one."""
    farm = owner(front=["firewood_collector", "lasso"], people=2, goods={"wood": 1})
    state = play(position(farm, round=4), "place Farmland", "plow A1")
    assert (goods(state), legal(state)) == ({"wood": 2}, ["done", "exchange", "use Lasso"])
