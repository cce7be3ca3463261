"""Grocer: a pile of goods for 1 food each."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    finished,
    goods,
    harvest,
    legal,
    line,
    play,
    position,
    seat_of,
)

BUY = ("exchange", "use Grocer")


def test_four_purchases() -> None:
    """G33: wood, grain, reed, stone for 1 food each, several in a row."""
    state = position({"front": ["grocer"], "goods": {"food": 4}})
    assert goods(play(state, *BUY)) == {"wood": 1, "food": 3}
    assert goods(play(state, *BUY)) == {"wood": 1, "grain": 1, "food": 2}
    assert goods(play(state, *BUY)) == {"wood": 1, "grain": 1, "reed": 1, "food": 1}
    assert goods(play(state, *BUY)) == {"wood": 1, "grain": 1, "reed": 1, "stone": 1}
    assert "place Forest" in legal(state)


def test_the_whole_pile() -> None:
    """G33: 8 food for 8 goods, never refilled."""
    state = position({"front": ["grocer"], "goods": {"food": 9}})
    play(state, *BUY * 8)
    assert goods(state) == {
        "wood": 1,
        "clay": 1,
        "reed": 2,
        "stone": 1,
        "grain": 1,
        "vegetable": 2,
        "food": 1,
    }
    assert "use Grocer" not in legal(play(state, "exchange"))


def test_not_without_food() -> None:
    state = position({"front": ["grocer"], "goods": {"clay": 1}})
    assert "use Grocer" not in legal(play(state, "exchange"))
    state = position({"front": ["grocer"], "goods": {}})
    assert not allowed(state, "exchange")


def test_only_the_topmost_good() -> None:
    """What the card remembers: three goods are gone, the next is stone."""
    state = play(position({"front": [["grocer", 3]], "goods": {"food": 2}}), *BUY, *BUY)
    assert goods(state) == {"stone": 1, "vegetable": 1}
    assert seat_of(state)["front"] == [["grocer", 5]]


def test_as_soon_as_it_is_played() -> None:
    state = position({"occupations": ["grocer"], "goods": {"food": 1}}, AWAY)
    play(state, "place Lessons", "play Grocer", *BUY)
    assert goods(state) == {"wood": 1}


def test_between_the_parts_of_an_action() -> None:
    """R8.2: the grain just bought is sown."""
    seat: Data = {"front": [["grocer", 1]], "fields": {"D1": ""}, "goods": {"vegetable": 1, "food": 1}}
    state = play(position(seat, round=13), "place Cultivation", "plow E1", *BUY)
    play(state, "sow grain E1", "sow vegetable D1")
    assert seat_of(state)["fields"] == {"D1": "vegetable 2", "E1": "grain 3"}
    assert goods(state) == {}


def test_in_the_feeding_phase() -> None:
    """A vegetable for 1 food is worth 3 with a Cooking Hearth."""
    seat: Data = {"front": [["grocer", 4]], "improvements": ["cooking_hearth_4"], "goods": {"food": 2}}
    state = play(harvest(seat), *BUY, "eat vegetable", "done")
    assert goods(state) == {}
    assert seat_of(state)["begging"] == 0


def test_after_the_last_breeding() -> None:
    """R6.10: the last window before scoring."""
    seat: Data = {"front": ["grocer"], "goods": {"food": 6}}
    state = harvest(seat, round=14)
    play(state, "done")
    assert goods(state) == {"food": 2}
    assert legal(state) == ["done", "use Grocer"]
    play(state, "use Grocer", "use Grocer")
    assert goods(state) == {"wood": 1, "grain": 1}
    assert line(state, "grain") == 1


def test_goods_still_on_the_card_do_not_score() -> None:
    """They are not yours."""
    state = finished({"front": ["grocer"], "goods": {}})
    assert line(state, "grain") == -1
    assert line(state, "vegetables") == -1


def test_with_junk_room() -> None:
    """Wood bought for a card is spent at once; Junk Room's food buys the next good."""
    seat: Data = {"front": ["grocer"], "minors": ["junk_room"], "goods": {"clay": 1, "food": 1}}
    state = position(seat, AWAY)
    play(state, *BUY, "place Meeting Place", "play Junk Room", *BUY)
    assert goods(state) == {"grain": 1}
