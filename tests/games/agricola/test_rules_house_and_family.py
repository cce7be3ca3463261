"""R3: rooms, renovation, and a growing family."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    AWAY,
    CELLS,
    Data,
    chance,
    finished,
    goods,
    harvest,
    house_of,
    last_person,
    legal,
    line,
    play,
    position,
    rule_against,
    seat_of,
    spaces,
    waits_for_chance,
)

RICH = {"wood": 30, "clay": 20, "reed": 12, "stone": 20}


def building(seat: Data) -> list[str]:
    """Where a seat may build rooms now."""
    state = play(position({"goods": RICH, **seat}), "place Farm Expansion")
    return [words.split()[-1] for words in legal(state) if words.startswith("build room")]


# --- rooms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("material", ["wood", "clay", "stone"])
def test_r3_1_price(material: str) -> None:
    """R3.1: 5 of what the house is made of and 2 reed; nothing else will do."""
    house: Data = {"house": material}
    exact = {material: 5, "reed": 2}
    state = play(position({**house, "goods": exact}), "place Farm Expansion", "build room A1")
    assert (goods(state), seat_of(state)["rooms"]) == ({}, ["A1", "A2", "A3"])
    built: Data = {**house, "stables": ["D1", "E1", "D2", "E2"]}
    for short in ({material: 4, "reed": 2}, {material: 5, "reed": 1}):
        assert rule_against(position({**built, "goods": short}), "place Farm Expansion") == "R2.2"


def test_r3_1_other_materials_do_not_count() -> None:
    """R3.1: a wooden house takes no rooms of clay or stone."""
    state = position({"goods": {"clay": 20, "stone": 20, "reed": 9, "wood": 2}})
    assert rule_against(play(state, "place Farm Expansion"), "build room A1") == "R3.1"


def test_r3_1_beside_a_room() -> None:
    """R3.1: orthogonally beside a room; a room just built counts at once."""
    assert building({}) == ["A1", "B2", "B3"]
    state = play(position({"goods": RICH}), "place Farm Expansion")
    for far in ("B1", "C2", "E3"):
        assert rule_against(state, f"build room {far}") == "R3.1"
    play(state, "build room B2", "build room C2", "build room C1", "build room B1")
    assert goods(state) == {**RICH, "wood": 10, "reed": 4}


def test_r3_1_no_end_but_goods() -> None:
    """R3.1: any number of rooms in one action."""
    state = play(position({"goods": {"wood": 65, "reed": 26}}), "place Farm Expansion")
    for cell in ("A1", "B1", "C1", "D1", "E1", "E2", "D2", "C2", "B2", "B3", "C3", "D3"):
        play(state, f"build room {cell}")
    assert goods(state) == {"wood": 5, "reed": 2}
    play(state, "build room E3")
    assert sorted(seat_of(state)["rooms"]) == sorted(CELLS)


def test_r3_2_only_on_unused_spaces() -> None:
    """R3.2: not on a room, a field or a stable, and not inside a pasture."""
    farm: Data = {"fields": {"A1": "", "B1": ""}, "stables": ["B3"], "pastures": [["B2", "C2"]]}
    assert building({**farm, "rooms": ["A2", "A3"], "stables": []}) == ["B3"]
    state = play(position({**farm, "goods": RICH}), "place Farm Expansion")
    for used in ("A2", "A1", "B3", "B2"):
        assert rule_against(state, f"build room {used}") == "R3.2"
    assert not any(words.startswith("build room") for words in legal(state))


# --- renovation --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "rooms", "price"),
    [
        ("wood", 2, {"clay": 2, "reed": 1}),
        ("wood", 5, {"clay": 5, "reed": 1}),
        ("clay", 2, {"stone": 2, "reed": 1}),
        ("clay", 3, {"stone": 3, "reed": 1}),
    ],
)
def test_r3_3_price(house: str, rooms: int, price: dict[str, int]) -> None:
    """R3.3: one clay or stone for each room and one reed in all, for the whole house."""
    farm: Data = {"house": house, "rooms": house_of(rooms), "at_home": 1}
    state = play(position({**farm, "goods": price}, round=6), "place House Redevelopment")
    assert goods(state) == {}
    assert seat_of(state)["house"] == {"wood": "clay", "clay": "stone"}[house]
    for good, n in price.items():
        short = {**price, good: n - 1}
        state = position({**farm, "goods": short}, round=6)
        assert rule_against(state, "place House Redevelopment") == "R3.3"


def test_r3_3_one_step() -> None:
    """R3.3: never two steps in one action, and never from wood to stone."""
    state = play(position({"goods": RICH}, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "clay"
    assert rule_against(state, "renovate to stone") == "R2.3"
    stone: Data = {"goods": {"stone": 9, "reed": 9}}
    assert rule_against(position(stone, round=6), "place House Redevelopment") == "R3.3"


def test_r3_3_a_stone_house_is_finished() -> None:
    """R3.3: there is no step after stone."""
    state = position({"house": "stone", "goods": RICH}, round=14)
    for space in ("House Redevelopment", "Farm Redevelopment"):
        assert rule_against(state, f"place {space}") == "R3.3"


@pytest.mark.parametrize(("house", "clay", "stone"), [("wood", 0, 0), ("clay", 3, 0), ("stone", 0, 6)])
def test_r3_4_points(house: str, clay: int, stone: int) -> None:
    """R3.4: wooden rooms 0, clay rooms 1, stone rooms 2 each."""
    state = finished({"house": house, "rooms": house_of(3)})
    assert (line(state, "clay rooms"), line(state, "stone rooms")) == (clay, stone)


# --- family growth -----------------------------------------------------------------------------------


@pytest.mark.parametrize("space", ["Basic Wish for Children", "Modest Wish for Children"])
def test_r3_5_with_room_only(space: str) -> None:
    """R3.5: more rooms than people, wherever they are; newborns count."""
    tile = {"variant_tile": "yes"}
    for rooms, people, newborns, possible in (
        (2, 2, 0, False),
        (3, 2, 0, True),
        (3, 3, 0, False),
        (3, 3, 1, False),
        (4, 3, 1, True),
        (5, 4, 0, True),
    ):
        seat: Data = {"rooms": house_of(rooms), "people": people, "newborns": newborns, "at_home": 1}
        state = position(seat, round=6, options=tile)
        assert rule_against(state, f"place {space}") == (None if possible else "R3.5")


def test_r3_5_people_on_spaces_count() -> None:
    """R3.5: it does not matter that somebody is out."""
    seat: Data = {"rooms": house_of(2), "at_home": 1}
    state = position(seat, round=5, used_by={"forest": 0})
    assert rule_against(state, "place Basic Wish for Children") == "R3.5"


def test_r3_5_without_room() -> None:
    """R3.5: the Urgent Wish needs no room."""
    state = play(position({"goods": {}}, round=12), "place Urgent Wish for Children")
    assert (seat_of(state)["people"], seat_of(state)["newborns"]) == (3, 1)


def test_r3_6_five_people_at_most() -> None:
    """R3.6: nobody has more than 5 people."""
    seat: Data = {"rooms": house_of(6), "people": 5, "at_home": 1}
    state = position(seat, round=12)
    for space in ("Basic Wish for Children", "Urgent Wish for Children"):
        assert rule_against(state, f"place {space}") == "R3.6"
    four: Data = {"rooms": house_of(6), "people": 4, "at_home": 1}
    assert seat_of(play(position(four, round=12), "place Basic Wish for Children"))["people"] == 5


def test_r3_6_beside_its_parent() -> None:
    """R3.6: the newborn takes no space of its own, and is not placed in this round."""
    state = play(position({"rooms": house_of(3)}, round=5), "place Basic Wish for Children")
    assert state.to_dict()["used_by"] == {"basic_wish_for_children": 0}
    assert seat_of(state)["at_home"] == 1, "the other parent, not the child"


def test_r3_7_newborns_do_nothing_yet() -> None:
    """R3.7: no action in the round of birth; from the next on one more."""
    state = position({"rooms": house_of(3)}, AWAY, round=5)
    play(state, "place Basic Wish for Children", "place Forest")
    assert waits_for_chance(state)
    assert seat_of(chance(state))["at_home"] == 3


@pytest.mark.parametrize(("players", "adult"), [(1, 3), (2, 2)])
def test_r3_7_what_newborns_eat(players: int, adult: int) -> None:
    """R3.7: 1 food in a harvest of the round of birth, also alone; afterwards as much as the others."""
    seat: Data = {"rooms": house_of(3), "goods": {"food": 20}, "at_home": 1}
    state = play(last_person(seat, players=players, round=7), "place Basic Wish for Children")
    assert goods(state)["food"] == 20 - 2 * adult - 1
    grown: Data = {"people": 3, "goods": {"food": 20}}
    assert goods(harvest(grown, players=players, round=9))["food"] == 20 - 3 * adult


def test_r3_8_a_new_room_is_filled_at_once() -> None:
    """R3.8: who lived without a room moves in, so the room makes no place for another child."""
    crowded: Data = {"people": 3, "rooms": house_of(2), "goods": {"wood": 10, "reed": 4}}
    state = position(crowded, AWAY, round=6)
    assert rule_against(state, "place Basic Wish for Children") == "R3.5"
    play(state, "place Farm Expansion", "build room A1", "done")
    assert rule_against(state, "place Basic Wish for Children") == "R3.5"
    larger = play(position(crowded, AWAY, round=6), "place Farm Expansion", "build room A1", "build room B1")
    assert "Basic Wish for Children" in spaces(larger)
