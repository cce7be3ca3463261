"""Hard Porcelain (B080): stone from clay."""

from __future__ import annotations

from typing import Any

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import Data, goods, harvest, legal, play, position, seat_of


def owner(clay: int, **more: Any) -> Data:
    return {"front": ["hard_porcelain"], "goods": {"clay": clay}, **more}


def trade(state: AgricolaState, *answers: str) -> dict[str, int]:
    """Trade once for each answer; the goods afterwards."""
    for answer in answers:
        play(state, "exchange", "use Hard Porcelain", answer)
    return goods(state)


def test_its_price() -> None:
    """1 clay."""
    state = position({"minors": ["hard_porcelain"], "goods": {"clay": 1}})
    play(state, "place Meeting Place", "play Hard Porcelain")
    assert (goods(state), seat_of(state)["front"]) == ({}, [["hard_porcelain", 0]])
    state = position({"minors": ["hard_porcelain"], "goods": {"stone": 1}})
    assert "play Hard Porcelain" not in legal(play(state, "place Meeting Place"))


def test_g40_three_rates() -> None:
    """G40: 2 clay for 1 stone, 3 for 2, 4 for 3."""
    for answer, left in (("option 1", {"clay": 2, "stone": 1}), ("option 2", {"clay": 1, "stone": 2})):
        assert trade(position(owner(4)), answer) == left
    state = position(owner(4))
    play(state, "exchange", "use Hard Porcelain")
    assert legal(state) == ["option 1", "option 2", "option 3"]
    assert goods(play(state, "option 3")) == {"stone": 3}


def test_g40_as_often_as_one_likes() -> None:
    """G40: each trade by itself: 8 clay become 6 stone, 5 clay at most 3."""
    assert trade(position(owner(8)), "option 3", "option 3") == {"stone": 6}
    assert trade(position(owner(5)), "option 3") == {"clay": 1, "stone": 3}
    state = position(owner(5))
    assert trade(state, "option 2") == {"clay": 2, "stone": 2}
    assert goods(play(state, "exchange", "use Hard Porcelain")) == {"stone": 3}, (
        "2 clay: only one rate is left"
    )


def test_g40_one_clay_is_not_enough() -> None:
    """G40: 1 clay brings nothing."""
    state = play(position(owner(1)), "exchange")
    assert "use Hard Porcelain" not in legal(state)
    state = play(position(owner(3)), "exchange", "use Hard Porcelain")
    assert legal(state) == ["option 1", "option 2"]


def test_between_the_parts_of_an_action() -> None:
    """R8.2: also to obtain stone for a price that is about to be paid."""
    farm = owner(4, minors=["mantlepiece", "market_stall"], house="clay")
    state = position({**farm, "goods": {"clay": 4, "grain": 1}})
    play(state, "place Meeting Place")
    assert legal(state) == ["done", "exchange", "play Market Stall"]
    play(state, "exchange", "use Hard Porcelain", "option 1")
    assert legal(state) == ["done", "exchange", "play Market Stall", "play Mantlepiece"]
    play(state, "play Mantlepiece")
    assert goods(state) == {"clay": 2, "grain": 1}


def test_on_somebody_elses_turn_it_waits() -> None:
    """Only who is asked may use it."""
    assert "exchange" not in legal(position({"goods": {}}, owner(4)))


def test_in_a_harvest() -> None:
    """R8.1: while feeding, and after the last breeding (R6.10)."""
    state = harvest(owner(4, goods={"clay": 8, "food": 4}))
    assert legal(state) == ["done", "exchange"], "the feeding phase"
    play(state, "exchange", "use Hard Porcelain", "option 3")
    play(state, "exchange", "use Hard Porcelain", "option 1", "done")
    assert goods(state) == {"clay": 2, "stone": 4}
    last = play(harvest(owner(2, goods={"clay": 2, "food": 4}), round=14), "done")
    assert legal(last) == ["done", "use Hard Porcelain"]
    assert goods(play(last, "use Hard Porcelain")) == {"stone": 1}


def test_clay_of_loam_pit() -> None:
    """What Loam Pit has just brought can be traded on the next turn."""
    state = position(owner(1, front=["loam_pit", "hard_porcelain"]))
    play(state, "place Day Laborer", "place Forest", "exchange", "use Hard Porcelain", "option 3")
    assert goods(state) == {"stone": 3, "food": 2}
