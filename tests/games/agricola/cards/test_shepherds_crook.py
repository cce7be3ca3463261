"""Shepherd's Crook (A083)."""

from __future__ import annotations

from farmtable import State
from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position, seat_of

FOUR = "fence B1 C1 B2 C2"


def fenced(*actions: str, **seat: object) -> State:
    """The owner has used Fencing, and fenced all that it wanted to."""
    farm: Data = {"front": ["shepherds_crook"], "goods": {"wood": 15}, **seat}
    state = play(position(farm, AWAY, round=2), "place Fencing", *actions)
    return play(state, "done") if "done" in legal(state) else state


def test_a_new_pasture_of_four_spaces() -> None:
    """G17: 2 sheep once the fences of the action are built."""
    farm: Data = {"front": ["shepherds_crook"], "goods": {"wood": 15}}
    state = play(position(farm, AWAY, round=2), "place Fencing", FOUR)
    assert goods(state) == {"wood": 7}, "more fences may follow"
    play(state, "done")
    assert goods(state) == {"wood": 7, "sheep": 2}
    assert "discard sheep" not in legal(state), "they have room in the new pasture"


def test_more_than_four_spaces() -> None:
    """A pasture of 6 spaces brings 2 sheep too."""
    assert goods(fenced("fence B1 C1 D1 B2 C2 D2")) == {"wood": 5, "sheep": 2}


def test_three_spaces_are_too_few() -> None:
    """G17: nothing for 3 spaces, nor for 3 and 1 beside each other."""
    assert goods(fenced("fence B1 C1 D1")) == {"wood": 7}
    assert goods(fenced("fence B1 C1 D1", "fence B2")) == {"wood": 4}


def test_two_at_once() -> None:
    """G17: two new pastures of 4 spaces in one action bring 4 sheep."""
    assert goods(fenced(FOUR, "fence D1 E1 D2 E2")) == {"wood": 1, "sheep": 4}


def test_the_finished_layout_counts() -> None:
    """Only what stands at the end of the action: 8 spaces in two halves are two, two halves of 4 none."""
    eight = "fence B1 C1 D1 E1 B2 C2 D2 E2"
    assert goods(fenced(eight)) == {"wood": 3, "sheep": 2}
    assert goods(fenced(eight, FOUR)) == {"wood": 1, "sheep": 4}
    assert goods(fenced(FOUR, "fence B1 C1")) == {"wood": 5}


def test_dividing_a_pasture() -> None:
    """Spaces that were enclosed before make no new pasture."""
    old = [["B1", "C1", "D1", "E1", "B2", "C2", "D2", "E2"]]
    assert goods(fenced(FOUR, pastures=old)) == {"wood": 13}


def test_a_new_one_beside_an_old_one() -> None:
    """R5.4: the old pasture brings nothing once more."""
    state = fenced("fence D1 E1 D2 E2", pastures=[["B1", "C1", "B2", "C2"]])
    assert goods(state) == {"wood": 9, "sheep": 2}


def test_the_sheep_are_like_any_others() -> None:
    """R6.2, R8.1: afterwards they may be cooked or let go."""
    state = fenced(FOUR, improvements=["fireplace_2"])
    play(state, "exchange", "cook sheep", "exchange", "discard sheep")
    assert goods(state) == {"wood": 7, "food": 2}


def test_the_sheep_need_their_place() -> None:
    """R6.5: where cattle fill the rest of the farm they have the new pasture, so nobody has to go."""
    farm: Data = {"goods": {"wood": 9, "cattle": 5}, "pastures": [["D3", "E3"]]}
    state = fenced("fence D1 E1 D2 E2", **farm)
    assert goods(state) == {"wood": 3, "sheep": 2, "cattle": 5}


def test_farm_redevelopment() -> None:
    """Any Build Fences action counts."""
    farm: Data = {"front": ["shepherds_crook"], "goods": {"wood": 8, "clay": 2, "reed": 1}}
    state = position(farm, AWAY, round=14)
    play(state, "place Farm Redevelopment", FOUR)
    assert goods(state) == {"sheep": 2}


def test_only_its_owner() -> None:
    """R9.1: fences of others bring nothing, and nothing comes of it in a hand."""
    farm: Data = {"goods": {"wood": 8}, "minors": ["shepherds_crook"]}
    state = play(position(farm, AWAY, round=2), "place Fencing", FOUR)
    assert goods(state) == {}


def test_playing_it() -> None:
    """It costs 1 wood; pastures that stand already bring nothing."""
    hand: Data = {"minors": ["shepherds_crook"], "pastures": [["B1", "C1", "B2", "C2"]]}
    assert legal(play(position(hand), "place Meeting Place")) == ["done", "exchange"]
    state = play(position({**hand, "goods": {"wood": 1}}), "place Meeting Place", "play Shepherd's Crook")
    assert goods(state) == {}
    assert seat_of(state)["front"] == [["shepherds_crook", 0]]


def test_with_mini_pasture() -> None:
    """The single space of Mini Pasture is too small, and dividing with it brings nothing either."""
    farm: Data = {"front": ["shepherds_crook"], "minors": ["mini_pasture"], "goods": {"food": 2}}
    farm["pastures"] = [["B1", "C1", "D1", "B2"]]
    state = play(position(farm), "place Meeting Place", "play Mini Pasture", "fence C2")
    assert goods(state) == {}


def test_with_hedge_keeper() -> None:
    """Hedge Keeper's free fences are fences like others (G16): 8 fences for 5 wood, and 2 sheep."""
    state = fenced(FOUR, front=["hedge_keeper", "shepherds_crook"])
    assert goods(state) == {"wood": 10, "sheep": 2}
