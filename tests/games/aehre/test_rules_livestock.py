"""R42 to R45: livestock."""

from __future__ import annotations

from farmtable import CHANCE
from tests.games.aehre.scenarios import (
    Scenario,
    barns,
    cube,
    draw,
    legal,
    name,
    place,
    points,
    refused,
    seat,
    vp,
)


def test_r42_reaching_and_passing_takes_the_topmost() -> None:
    """R42: on or past the row the topmost tile is taken, hidden, and the cube leaves."""
    for row in (3, 4):  # row 5 is reached, or would be passed
        state = Scenario(4).cubes(0, W=row).state()
        place(state, "W", (3, 3))
        barns(state, (3, 3))
        assert legal(state) == [f"reveal cow {value}" for value in range(11, 16)]
        draw(state, "reveal cow 14")
        assert cube(state, "W") is None
        assert state.seen_by(None).view()["barn"]["piles"]["wheat"] == ["pig", "chicken"]


def test_r42_the_third_takes_the_chicken() -> None:
    """R42: after cow and pig the chicken is the topmost tile."""
    state = Scenario(3).gone(1, "W", "cow", 11).gone(2, "W", "pig", 6).cubes(0, W=4).state()
    place(state, "W", (3, 3))
    barns(state, (3, 3))
    assert legal(state) == [f"reveal chicken {value}" for value in range(1, 6)]
    draw(state, "reveal chicken 5")
    assert state.seen_by(None).view()["barn"]["piles"]["wheat"] == []


def test_r42_the_value_is_its_owners_alone() -> None:
    """R42: the owner sees the value, the others only the animal; it counts in his score."""
    state = Scenario(4).gone(0, "W", "cow", 13).state()
    assert state.seen_by(0).view()["seats"][0]["livestock"] == [{"animal": "cow", "value": 13}]
    for other in (1, 2, 3, None):
        assert state.seen_by(other).view()["seats"][0]["livestock"] == [{"animal": "cow", "value": None}]
    assert state.scores()[0] == 13
    assert vp(state) == 0, "not on the track before the end"


def test_r42_values_are_those_not_yet_taken() -> None:
    """R42: each value exists once; the others stay possible, equally likely."""
    state = Scenario(4).gone(1, "B", "cow", 11).gone(1, "P", "cow", 15).cubes(0, W=4).state()
    place(state, "W", (3, 3))
    barns(state, (3, 3))
    assert legal(state) == [f"reveal cow {value}" for value in (12, 13, 14)]
    assert list(state.chance_weights()) == [1, 1, 1]


def test_r43_no_more_farm_points_of_that_crop() -> None:
    """R43: without its cube a field brings victory points only."""
    state = Scenario(4).gone(0, "W", "cow", 13).hand(0, "W1B2").state()
    place(state, "W1B2", (3, 3), (3, 2))
    assert refused(state, f"score {name((3, 3))} barns", "R43")
    barns(state, (3, 2))
    assert vp(state) == 2, "the wheat field is scored by itself, there is no choice left"


def test_r43_points_must_be_taken_even_if_none() -> None:
    """R43: also where R28 makes them 0."""
    state = Scenario(4).gone(0, "W", "cow", 13).farm(1, (4, 3)).state()
    place(state, "W", (3, 3))
    assert state.to_play == 1
    assert vp(state) == 0


def test_r44_empty_row() -> None:
    """R44: where no livestock is left the cube goes on and stays on its track."""
    scene = Scenario(4).gone(1, "W", "cow", 11).gone(2, "W", "pig", 6).gone(3, "W", "chicken", 1)
    state = scene.cubes(0, W=3).state()
    place(state, "W", (3, 3))
    barns(state, (3, 3))
    assert state.to_play != CHANCE
    assert cube(state, "W") == 5
    assert seat(state, 0)["livestock"] == []


def test_r44_two_players_empty_a_pile() -> None:
    """R44: with two players both may collect on one track, and the pile is empty."""
    state = Scenario(2).gone(0, "W", "cow", 11).cubes(1, W=4).active(1).state()
    place(state, "W", (3, 3))
    barns(state, (3, 3))
    assert legal(state)[0].startswith("reveal pig")
    draw(state)
    assert state.seen_by(None).view()["barn"]["piles"]["wheat"] == []


def test_r45_two_tracks_in_one_turn() -> None:
    """R45: two cubes may take livestock in one turn, each on its own track."""
    state = Scenario(4).cubes(0, W=4, B=4).state()
    place(state, "W1B2", (3, 3), (3, 2))
    barns(state, (3, 3))
    draw(state, "reveal cow 12")
    barns(state, (3, 2))
    assert "reveal cow 12" not in legal(state)
    draw(state, "reveal cow 11")
    assert [cube(state, "W"), cube(state, "B")] == [None, None]
    piles = state.seen_by(None).view()["barn"]["piles"]
    assert piles["wheat"] == piles["beets"] == ["pig", "chicken"]
    assert piles["rapeseed"] == ["cow", "pig", "chicken"]


def test_r45_a_double_tile_takes_once() -> None:
    """R45: the second field of a double tile finds no cube any more."""
    state = Scenario(4).cubes(0, W=4).hand(0, "W0W1").state()
    place(state, "W0W1", (3, 2), (3, 3))
    barns(state, (3, 3))
    draw(state, "reveal cow 11")
    assert len(seat(state, 0)["livestock"]) == 1
    assert vp(state) == 4, "the other field could only bring points"
    both = Scenario(4).cubes(0, W=3).hand(0, "W0W1").state()
    place(both, "W0W1", (3, 2), (3, 3))
    points(both, (3, 3))
    barns(both, (3, 2))
    assert cube(both, "W") == 3
