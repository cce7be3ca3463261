"""Mini Pasture (B002): one space fenced for nothing."""

from __future__ import annotations

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import CELLS, Data, fences, goods, legal, line, play, position, seat_of


def at_meeting_place(seat: Data, players: int = 2) -> AgricolaState:
    """Seat 0 stands on Meeting Place with Mini Pasture in its hand."""
    hand: Data = {"minors": ["mini_pasture"], "goods": {"food": 2}, **seat}
    state = position(hand, players=players, turned_up={"fencing": 1})
    play(state, "place Meeting Place")
    return state


def test_g16_a_first_pasture() -> None:
    """G16: 2 food, no wood, and four fences for a first pasture anywhere."""
    state = play(at_meeting_place({"goods": {"food": 2, "wood": 9}}), "play Mini Pasture")
    assert legal(state) == [f"fence {name}" for name in CELLS if name not in ("A2", "A3")]
    play(state, "fence C2")
    assert (goods(state), fences(state), seat_of(state)["pastures"]) == ({"wood": 9}, 4, [["C2"]])
    assert state.to_play == 1


def test_g16_beside_a_pasture() -> None:
    """G16, R5.4: beside a pasture, three fences more; a stable may stand there, a field may not."""
    farm: Data = {"pastures": [["D1"]], "stables": ["E1"], "fields": {"C1": ""}}
    state = play(at_meeting_place(farm), "play Mini Pasture")
    assert legal(state) == ["fence E1", "fence D2"]
    play(state, "fence E1")
    assert (goods(state), fences(state)) == ({}, 7)
    assert line(state, "stables") == 1


def test_nothing_is_cut_out_of_a_pasture() -> None:
    """R5.5: the pasture is a new one, no part of another; and exactly 1 space."""
    state = play(at_meeting_place({"pastures": [["D1", "E1"]]}), "play Mini Pasture")
    assert legal(state) == ["fence C1", "fence D2", "fence E2"]


def test_fence_pieces_are_needed() -> None:
    """R5.2: with two pieces left, only where two are enough; with none, nothing happens (R9.16)."""
    state = at_meeting_place({"pastures": [["C1", "D1", "E1", "C2", "D2", "E2"], ["B2"]]})
    assert fences(state) == 13
    play(state, "play Mini Pasture")
    assert (fences(state), seat_of(state)["pastures"][0]) == (15, ["B1"]), "the only place"
    state = at_meeting_place({"pastures": [["C1", "D1", "E1", "C2", "D2", "E2"], ["C3", "D3", "E3"]]})
    play(state, "play Mini Pasture")
    assert (fences(state), goods(state), state.to_play) == (15, {}, 1)
    assert seat_of(state, 1)["minors"] == ["mini_pasture"]


def test_two_food() -> None:
    """R9.3: it costs 2 food; who cannot pay may still end the turn."""
    state = at_meeting_place({"goods": {"food": 1, "wood": 9}})
    assert "play Mini Pasture" not in legal(state)
    play(state, "done")
    assert seat_of(state)["minors"] == ["mini_pasture"]


def test_it_travels() -> None:
    """R9.5: the neighbour takes it in hand, in sight of all, and may play it in the same round."""
    state = play(at_meeting_place({}), "play Mini Pasture", "fence E3")
    assert (seat_of(state)["minors"], seat_of(state)["front"]) == ([], [])
    assert seat_of(state, 1)["minors"] == ["mini_pasture"]
    assert state.to_dict()["known"] == ["mini_pasture"]
    state = position({"at_home": 0}, {"minors": ["mini_pasture"], "goods": {"food": 2}}, turn=1)
    play(state, "place Major Improvement", "play Mini Pasture", "fence E1")
    assert (fences(state, 1), seat_of(state)["minors"]) == (4, ["mini_pasture"])


def test_alone_it_is_removed() -> None:
    """R13.1: in a game for one it leaves the game."""
    state = play(at_meeting_place({}, players=1), "play Mini Pasture", "fence C2")
    assert (seat_of(state)["minors"], state.to_dict()["gone"]) == ([], ["mini_pasture"])


def test_no_build_fences_action() -> None:
    """It is no Build Fences action: Hedge Keeper adds no free fences, and nothing may follow."""
    farm: Data = {"front": ["hedge_keeper"], "goods": {"food": 2, "wood": 9}, "pastures": [["E1"]]}
    state = play(at_meeting_place(farm), "play Mini Pasture", "fence D1")
    assert (goods(state), fences(state), state.to_play) == ({"wood": 9}, 7, 1)


def test_with_rammed_clay_no_clay_is_asked_for() -> None:
    """It pays no material at all: Rammed Clay has nothing to replace."""
    farm: Data = {"front": ["rammed_clay"], "goods": {"food": 2, "clay": 9}}
    state = play(at_meeting_place(farm), "play Mini Pasture", "fence D1")
    assert (goods(state), state.to_play) == ({"clay": 9}, 1)


def test_animals_may_be_in_the_stable() -> None:
    """R6.1: a stable fenced in holds four instead of one; nothing is lost."""
    farm: Data = {"goods": {"food": 2, "sheep": 1, "wild boar": 1}, "stables": ["C2"]}
    state = play(at_meeting_place(farm), "play Mini Pasture", "fence C2")
    assert goods(state) == {"sheep": 1, "wild boar": 1}
