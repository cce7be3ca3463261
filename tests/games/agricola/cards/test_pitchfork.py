"""Pitchfork (B062): food for grain while somebody plows."""

from __future__ import annotations

from typing import Any

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import Data, goods, legal, play, position, seat_of


def used(farmland: Data, front: list[str], **rest: Any) -> AgricolaState:
    """Seat 0 has gone to Grain Seeds."""
    state = position({"front": front, "goods": {}}, used_by=farmland, **rest)
    play(state, "place Grain Seeds")
    return state


def test_its_price() -> None:
    """1 wood."""
    state = position({"minors": ["pitchfork"], "goods": {"wood": 1}})
    play(state, "place Meeting Place", "play Pitchfork")
    assert (goods(state), seat_of(state)["front"]) == ({}, [["pitchfork", 0]])
    state = position({"minors": ["pitchfork"], "goods": {"clay": 1}})
    assert "play Pitchfork" not in legal(play(state, "place Meeting Place"))


def test_while_farmland_is_occupied() -> None:
    """Rulebook p. 5: 3 food beside the grain, whoever stands on Farmland."""
    assert goods(used({"farmland": 1}, ["pitchfork"])) == {"grain": 1, "food": 3}
    assert goods(used({"farmland": 0}, ["pitchfork"])) == {"grain": 1, "food": 3}


def test_not_while_it_is_free() -> None:
    """An empty Farmland brings nothing, nor does a person on Cultivation."""
    assert goods(used({}, ["pitchfork"])) == {"grain": 1}
    assert goods(used({"cultivation": 1}, ["pitchfork"], round=13)) == {"grain": 1}


def test_only_grain_seeds_and_only_its_owner() -> None:
    state = position({"front": ["pitchfork"], "goods": {}}, {"goods": {}}, used_by={"farmland": 1})
    play(state, "place Forest", "place Grain Seeds")
    assert (goods(state), goods(state, 1)) == ({"wood": 3}, {"grain": 1})


def test_before_the_grain() -> None:
    """R9 phrases: on landing; the food can pay for Cattle Feeder's cattle."""
    state = used({"farmland": 3}, ["cattle_feeder", "pitchfork"], players=4)
    play(state, "use Cattle Feeder")
    assert goods(state) == {"grain": 1, "food": 2, "cattle": 1}
