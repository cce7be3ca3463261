"""Mining Hammer (B016): a stable with each renovation."""

from __future__ import annotations

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import CELLS, Data, goods, legal, line, play, position, seat_of


def renovating(seat: Data) -> AgricolaState:
    """Seat 0 has just renovated its wooden house on House Redevelopment."""
    state = position({"front": ["mining_hammer"], "goods": {"clay": 2, "reed": 1}, **seat}, round=6)
    play(state, "place House Redevelopment")
    return state


def test_played_for_1_wood_it_brings_1_food() -> None:
    state = position({"minors": ["mining_hammer"], "goods": {"wood": 1}})
    play(state, "place Meeting Place", "play Mining Hammer")
    assert (goods(state), seat_of(state)["front"]) == ({"food": 1}, [["mining_hammer", 0]])
    state = position({"minors": ["mining_hammer"], "goods": {"clay": 1}})
    assert "play Mining Hammer" not in legal(play(state, "place Meeting Place"))


def test_g15_a_stable_for_nothing() -> None:
    """G15: 0 wood, on any legal space; exactly one."""
    state = renovating({"fields": {"D1": ""}, "pastures": [["E3"]]})
    assert legal(state) == ["done", "use Mining Hammer"]
    play(state, "use Mining Hammer")
    sites = [name for name in CELLS if name not in ("A2", "A3", "D1")]
    assert legal(state) == [f"build stable {name}" for name in sites]
    play(state, "build stable E3")
    assert (goods(state), seat_of(state)["stables"]) == ({}, ["E3"])
    assert state.to_play == 1


def test_it_may_be_declined() -> None:
    """Rulebook p. 5: the stable is optional."""
    state = play(renovating({}), "done")
    assert (seat_of(state)["stables"], state.to_play) == ([], 1)


def test_stables_left_are_needed() -> None:
    """R5.1: with four stables built there is none to build."""
    state = renovating({"stables": ["C1", "D1", "E1", "E3"]})
    assert (seat_of(state)["house"], state.to_play) == ("clay", 1)


def test_each_renovation() -> None:
    """Farm Redevelopment renovates, too: the stable stands before the fences are built."""
    farm: Data = {"house": "clay", "goods": {"stone": 2, "reed": 1, "wood": 4}, "stables": ["D1"]}
    state = position({"front": ["mining_hammer"], **farm}, round=14)
    play(state, "place Farm Redevelopment", "use Mining Hammer", "build stable E1", "fence E1")
    assert (goods(state), seat_of(state)["stables"]) == ({}, ["D1", "E1"])
    assert line(state, "stables") == 1


def test_straight_to_stone_is_one_renovation() -> None:
    """With Conservator a wooden house becomes one of stone at once: that is 1 stable."""
    farm: Data = {"front": ["conservator", "mining_hammer"], "goods": {"stone": 2, "reed": 1}}
    state = play(renovating(farm), "use Mining Hammer", "build stable C1")
    assert (seat_of(state)["house"], seat_of(state)["stables"], state.to_play) == ("stone", ["C1"], 1)
