"""Paper Maker (B109)."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, allowed, goods, legal, play, position


def owner(*others: str, **goods_of_it: int) -> Data:
    """Paper Maker and these cards in front, Tutor in hand."""
    return {"front": ["paper_maker", *others], "occupations": ["tutor"], "goods": goods_of_it}


def test_the_food_pays() -> None:
    """G46: 3 occupations, 0 food and 1 wood: 3 food for the wood, 1 of them for the fourth, 2 left."""
    state = play(position(owner("grocer", "carpenter", wood=1)), "place Lessons", "play Tutor")
    assert goods(state) == {"food": 2}
    assert state.to_play == 1


def test_it_may_be_left() -> None:
    """Where the food is there already."""
    state = play(position(owner("grocer", wood=1, food=1)), "place Lessons", "play Tutor")
    assert legal(state) == ["done", "use Paper Maker"], "nothing is exchanged between"
    used = play(state.clone(), "use Paper Maker")
    assert goods(used) == {"food": 2}
    assert goods(play(state, "done")) == {"wood": 1}


def test_once_for_each_occupation() -> None:
    """A second wood buys nothing more."""
    state = play(position(owner("grocer", wood=2)), "place Lessons", "play Tutor")
    assert goods(state) == {"wood": 1, "food": 1}
    assert state.to_play == 1


def test_itself_counts() -> None:
    """Ruling: Paper Maker does, the occupation about to be played does not."""
    assert goods(play(position(owner(wood=1)), "place Lessons", "play Tutor")) == {}


def test_playing_paper_maker() -> None:
    """Ruling: nothing for this card itself."""
    farm: Data = {"front": ["grocer"], "occupations": ["paper_maker"], "goods": {"wood": 1, "food": 1}}
    state = play(position(farm), "place Lessons", "play Paper Maker")
    assert goods(state) == {"wood": 1}
    assert state.to_play == 1


def test_neither_food_nor_wood() -> None:
    """The occupation cannot be paid, so Lessons cannot be used."""
    assert not allowed(position(owner("grocer", clay=1)), "place Lessons")
    assert allowed(position(owner("grocer", food=1)), "place Lessons")


def test_not_enough_even_so() -> None:
    """On the Lessons of three players 2 food are asked: 1 wood brings just 1 with one occupation."""
    assert not allowed(position(owner(wood=1), players=3), "place Lessons 3")
    assert allowed(position(owner("grocer", wood=1), players=3), "place Lessons 3")
    state = play(position(owner(wood=1, food=1), players=3), "place Lessons 3", "play Tutor")
    assert goods(state) == {}, "it had to be used"


def test_minor_improvements_do_not_count() -> None:
    """Neither as cards in front nor when one is played."""
    assert goods(play(position(owner("canoe", wood=1)), "place Lessons", "play Tutor")) == {}
    farm: Data = {"front": ["paper_maker"], "minors": ["basket"], "goods": {"wood": 1, "reed": 1}}
    assert goods(play(position(farm), "place Meeting Place", "play Basket")) == {"wood": 1}


def test_with_bread_paddle() -> None:
    """The one before the occupation, the other after it."""
    farm = {**owner("bread_paddle", wood=1, grain=1), "improvements": ["fireplace_2"]}
    state = play(position(farm), "place Lessons", "play Tutor", "use Bread Paddle")
    assert goods(state) == {"food": 2}
