"""R14: hints, the game without hand cards, and the variant tiles."""

from __future__ import annotations

import pytest

from farmtable import BadRecord, IllegalAction
from farmtable.games.agricola import GAME
from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    chance,
    goods,
    house_of,
    legal,
    pile,
    play,
    position,
    rule_against,
    seat_of,
    spaces,
)

TILE = {"variant_tile": "yes"}
TILE_SPACES = {
    2: {"Tile Copse", "Tile Resource Market", "Animal Market", "Modest Wish for Children"},
    3: {"Animal Market", "Modest Wish for Children"},
    4: {"Animal Market", "Modest Wish for Children"},
}


# --- hints -------------------------------------------------------------------------------------------


def test_r14_1_hints_forbid_nothing() -> None:
    """R14.1: the spaces marked are good ones; all others can be used as well."""
    plain = position(round=5)
    hinted = position(round=5, options={"hints": "yes"})
    assert legal(hinted) == legal(plain)


# --- without hand cards ------------------------------------------------------------------------------


def test_r14_2_meeting_place_accumulates() -> None:
    """R14.2: 1 food more each round."""
    state = chance(position(AWAY, AWAY, piles={"meeting_place": 2}, cards="none"))
    assert pile(state, "meeting_place") == 3
    with_cards = chance(position(AWAY, AWAY, round=2))
    assert pile(with_cards, "meeting_place") == 0


def test_r14_2_no_hand_cards() -> None:
    """R14.2: nobody holds any, none can be played, and no hand is made."""
    state = position({"goods": {"food": 9}}, cards="none")
    assert not GAME.has_secrets(state.options)
    assert "occupations" not in seat_of(state)
    assert rule_against(state, "place Lessons") == "R14.2"
    with pytest.raises(IllegalAction, match="without hand cards"):
        state.read("play Grocer")
    with pytest.raises(BadRecord, match="occupations"):
        position({"occupations": ["grocer"]}, cards="none")


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r14_2_side_job(players: int) -> None:
    """R14.2: one stable for 1 wood and/or baking, in either order; only if the tile is on the board."""
    farm: Data = {"goods": {"wood": 5, "grain": 1}, "improvements": ["fireplace_2"]}
    assert rule_against(position(farm, players=players, cards="none"), "place Side Job") == "R14.2"
    side_job = {"side_job": "yes"}
    for first, second in (("build stable C1", "bake 1 grain"), ("bake 1 grain", "build stable C1")):
        state = play(position(farm, players=players, cards="none", options=side_job), "place Side Job", first)
        assert allowed(state, "done")
        if first == "build stable C1":
            assert rule_against(state, "build stable D1") == "R2.3"
        play(state, second)
        assert goods(state) == {"wood": 4, "food": 2}
        assert seat_of(state)["stables"] == ["C1"]


def test_r14_2_side_job_needs_something_to_do() -> None:
    """R14.2, R2.2: neither wood nor bread, no visit; four stables and no grain neither."""
    side_job = {"side_job": "yes"}
    exact = play(
        position({"goods": {"wood": 1}}, cards="none", options=side_job), "place Side Job", "build stable E3"
    )
    assert (goods(exact), seat_of(exact)["stables"], exact.to_play) == ({}, ["E3"], 1)
    for seat in ({"goods": {"food": 1}}, {"goods": {"wood": 9}, "stables": ["B1", "C1", "D1", "E1"]}):
        assert rule_against(position(seat, cards="none", options=side_job), "place Side Job") == "R2.2"


# --- the tiles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r14_3_spaces_of_the_tile(players: int) -> None:
    """R14.3: four spaces with two players, two of them with three or four; none without the option."""
    able: Data = {"goods": {"food": 5}, "rooms": house_of(3)}
    with_tile = spaces(position(able, players=players, round=5, options=TILE))
    without = spaces(position(able, players=players, round=5))
    assert with_tile - without == TILE_SPACES[players]
    for space in TILE_SPACES[players]:
        assert rule_against(position(able, players=players, round=5), f"place {space}") == "R14.3"


@pytest.mark.parametrize("space", sorted(TILE_SPACES[2]))
def test_r14_3_one_person_closes_the_whole_tile(space: str) -> None:
    """R14.3: one space is used, and then the tile is closed for the round."""
    able: Data = {"goods": {"food": 5}, "rooms": house_of(3)}
    state = play(position(able, able, round=5, options=TILE), f"place {space}")
    if space == "Animal Market":
        play(state, "take sheep")
    for other in TILE_SPACES[2]:
        assert rule_against(state, f"place {other}") == ("R2.1" if other == space else "R14.3")
    play(state, "place Forest", "place Clay Pit", "place Fishing")
    assert {"Tile Copse", "Animal Market"} <= spaces(chance(state))


def test_r14_3_wood_stays_on_the_copse() -> None:
    """R14.3: it stays if another space of the tile was used, and more comes."""
    seat: Data = {"at_home": 1}
    state = position(seat, AWAY, options=TILE, piles={"variant_copse": 2})
    other = chance(play(state.clone(), "place Tile Resource Market"))
    assert pile(other, "variant_copse") == 3
    taken = play(state, "place Tile Copse")
    assert goods(taken) == {"food": 2, "wood": 2}
    assert pile(chance(taken), "variant_copse") == 1


def test_r14_3_resource_market() -> None:
    """R14.3: 1 stone and 1 food."""
    state = play(position({"goods": {}}, options=TILE), "place Tile Resource Market")
    assert goods(state) == {"stone": 1, "food": 1}


@pytest.mark.parametrize(
    ("animal", "after"),
    [
        ("sheep", {"food": 3, "sheep": 1}),
        ("wild boar", {"food": 2, "wild boar": 1}),
        ("cattle", {"food": 1, "cattle": 1}),
    ],
)
@pytest.mark.parametrize("players", [2, 4])
def test_r14_3_animal_market(players: int, animal: str, after: dict[str, int]) -> None:
    """R14.3: a sheep and 1 food, or a wild boar, or cattle for 1 food."""
    state = play(position({"goods": {"food": 2}}, players=players, options=TILE), "place Animal Market")
    assert legal(state) == ["take sheep", "take wild boar", "take cattle"]
    assert rule_against(state, "done") == "R2.2"
    assert goods(play(state, f"take {animal}")) == after


def test_r14_3_cattle_must_be_paid() -> None:
    """R14.3: without food there are no cattle; and an animal without a place goes."""
    state = play(position({"goods": {"sheep": 1}}, options=TILE), "place Animal Market")
    assert legal(state) == ["take sheep", "take wild boar"]
    assert rule_against(state, "take cattle") == "R14.3"
    play(state, "take wild boar")
    assert legal(state) == ["discard sheep", "discard wild boar"]
    cook: Data = {"goods": {"sheep": 1}, "improvements": ["cooking_hearth_4"]}
    state = play(position(cook, options=TILE), "place Animal Market", "take wild boar", "cook wild boar")
    assert goods(state) == {"sheep": 1, "food": 3}


def test_r14_3_modest_wish() -> None:
    """R14.3: from round 5 on, with room only; another growth in the same round is possible."""
    able: Data = {"rooms": house_of(4)}
    assert rule_against(position(able, round=4, options=TILE), "place Modest Wish for Children") == "R14.3"
    state = position(able, AWAY, round=5, options=TILE)
    play(state, "place Modest Wish for Children")
    assert seat_of(state)["people"] == 3
    play(state, "place Basic Wish for Children")
    assert seat_of(state)["people"] == 4
    small = position({"rooms": house_of(2)}, round=5, options=TILE)
    assert rule_against(small, "place Modest Wish for Children") == "R3.5"


def test_r14_6_house_rules_are_not_played() -> None:
    """R14.6: animals are cooked without having been kept, and none stays on the space."""
    cook: Data = {"goods": {"sheep": 1}, "improvements": ["fireplace_2"]}
    state = play(position(cook, round=4, piles={"sheep_market": 1}), "place Sheep Market", "cook sheep")
    assert (goods(state), pile(state, "sheep_market")) == ({"sheep": 1, "food": 2}, 0)
