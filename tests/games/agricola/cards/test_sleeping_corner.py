"""Sleeping Corner (A026)."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    finished,
    goods,
    house_of,
    legal,
    play,
    position,
    rule_against,
    seat_of,
    worth,
)

BASIC = "place Basic Wish for Children"
URGENT = "place Urgent Wish for Children"
MODEST = "place Modest Wish for Children"
OWNER: Data = {"front": ["sleeping_corner"], "rooms": house_of(3)}


def test_beside_another_player() -> None:
    """A space on which one other player stands may be used all the same."""
    state = position(OWNER, round=5, used_by={"basic_wish_for_children": 1})
    play(state, BASIC)
    assert seat_of(state)["people"] == 3
    assert state.to_dict()["shared_by"] == {"basic_wish_for_children": 0}
    without = position({"rooms": house_of(3)}, round=5, used_by={"basic_wish_for_children": 1})
    assert rule_against(without, BASIC) == "R2.1"


def test_a_parent_and_its_newborn_are_one_player() -> None:
    """R3.6: the newborn stands there too, but it is no second player."""
    parents: Data = {"rooms": house_of(3)}
    state = play(position(parents, OWNER, round=5), BASIC, BASIC)
    assert [seat_of(state, seat)["newborns"] for seat in (0, 1)] == [1, 1]


def test_two_other_players_are_too_many() -> None:
    """Only people of exactly one other player may stand there."""
    state = position(
        OWNER,
        players=3,
        round=12,
        used_by={"urgent_wish_for_children": 1},
        shared_by={"urgent_wish_for_children": 2},
    )
    assert not allowed(state, URGENT)


def test_not_beside_oneself() -> None:
    """It does not let one use a space on which one stands already, as first or as second."""
    state = position(OWNER, round=12, used_by={"urgent_wish_for_children": 0})
    assert not allowed(state, URGENT)
    state = position(OWNER, AWAY, round=12, used_by={"urgent_wish_for_children": 1})
    assert not allowed(play(state, URGENT), URGENT)


def test_all_else_stays() -> None:
    """R3.5: Basic Wish for Children still takes a room; other spaces stay closed (R2.1)."""
    small: Data = {"front": ["sleeping_corner"]}
    used = {"basic_wish_for_children": 1, "urgent_wish_for_children": 1, "forest": 1}
    state = position(small, {"people": 5, "at_home": 2}, round=12, used_by=used)
    assert rule_against(state, BASIC) == "R3.5"
    assert rule_against(state, "place Forest") == "R2.1"
    assert allowed(state, URGENT), "there nobody asks for a room"


def test_the_tile() -> None:
    """R14.3: on the tile it helps only where the other stands on Modest Wish for Children itself."""
    options = {"variant_tile": "yes"}
    state = position(OWNER, round=5, options=options, used_by={"variant_modest_wish_for_children": 1})
    assert allowed(state, MODEST)
    assert not allowed(state, "place Tile Copse")
    state = position(OWNER, round=5, options=options, used_by={"variant_copse": 1})
    assert not allowed(state, MODEST)


def test_playing_it() -> None:
    """R9.2: it requires 2 fields with grain on them, costs 1 wood, and is worth 1 point."""
    hand: Data = {"minors": ["sleeping_corner"], "goods": {"wood": 1, "grain": 5}}
    for fields in ({"D1": "grain 1", "E1": ""}, {"D1": "grain 3", "E1": "vegetable 2"}):
        state = play(position({**hand, "fields": fields}), "place Meeting Place")
        assert "play Sleeping Corner" not in legal(state)
    state = position({**hand, "fields": {"D1": "grain 3", "E1": "grain 1"}})
    play(state, "place Meeting Place", "play Sleeping Corner")
    assert goods(state) == {"grain": 5}
    assert worth(finished({"front": ["sleeping_corner"]}), "sleeping_corner") == 1


def test_with_caravan() -> None:
    """Caravan is the room that Basic Wish for Children asks for; then both cards let a family grow (G31)."""
    used = {"basic_wish_for_children": 1}
    state = position({"front": ["caravan", "sleeping_corner"]}, round=5, used_by=used)
    play(state, BASIC)
    assert seat_of(state)["people"] == 3
