"""Beanfield (B068): a field for vegetables."""

from __future__ import annotations

from typing import Any

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import (
    Data,
    finished,
    goods,
    harvest,
    legal,
    line,
    play,
    position,
    seat_of,
    spaces,
)

TWO = ["carpenter", "plow_driver"]


def sowing(**seat: Any) -> AgricolaState:
    """Seat 0 stands on Grain Utilization."""
    state = position({"front": ["beanfield"], "goods": {"vegetable": 1, "grain": 1}, **seat}, round=3)
    play(state, "place Grain Utilization")
    return state


def test_its_price_and_requirement() -> None:
    """1 food, not 1 grain (appendix p. 3), and 2 occupations (R9.2)."""
    hand: Data = {"minors": ["beanfield"], "front": TWO, "goods": {"food": 1}}
    state = play(position(hand), "place Meeting Place", "play Beanfield")
    assert (goods(state), seat_of(state)["fields"]) == ({}, {"beanfield": ""})
    for lacking in ({"goods": {"grain": 1}}, {"front": ["carpenter", "canoe"]}):
        state = play(position({**hand, **lacking}), "place Meeting Place")
        assert "play Beanfield" not in legal(state)


def test_vegetables_only() -> None:
    """R4.2: 1 vegetable and 1 more from the general supply; grain never."""
    state = sowing(fields={"C1": ""})
    assert legal(state) == ["sow grain C1", "sow vegetable C1", "sow vegetable Beanfield"]
    play(state, "sow vegetable Beanfield", "done")
    assert goods(state) == {"grain": 1}
    assert seat_of(state)["fields"] == {"C1": "", "beanfield": "vegetable 2"}
    state = position({"front": ["beanfield"], "goods": {"grain": 1}}, round=3)
    assert "Grain Utilization" not in spaces(state)


def test_planted_it_takes_no_more() -> None:
    """R4.2: sowing needs an empty field."""
    state = sowing(fields={"C1": "", "beanfield": "vegetable 1"})
    assert [words for words in legal(state) if words.startswith("sow")] == [
        "sow grain C1",
        "sow vegetable C1",
    ]


def test_harvested_like_any_field() -> None:
    """R7.2: one vegetable in each harvest."""
    farm: Data = {"front": ["beanfield"], "goods": {"food": 4}}
    state = harvest({**farm, "fields": {"C1": "grain 3", "beanfield": "vegetable 2"}})
    assert goods(state) == {"grain": 1, "vegetable": 1}
    assert seat_of(state)["fields"] == {"C1": "grain 2", "beanfield": "vegetable 1"}
    state = harvest({**farm, "fields": {"beanfield": "vegetable 1"}})
    assert (goods(state), seat_of(state)["fields"]) == ({"vegetable": 1}, {"beanfield": ""})


def test_g9_no_field_tile() -> None:
    """G09, R4.4: it does not score as a field tile; its vegetables and its own point count."""
    state = finished({"front": ["beanfield"], "fields": {"D1": "", "beanfield": "vegetable 2"}})
    assert (line(state, "fields"), line(state, "vegetables"), line(state, "improvements")) == (-1, 2, 1)
    two = finished({"front": ["beanfield"], "fields": {"D1": "", "E1": "", "beanfield": ""}})
    assert (line(two, "fields"), line(two, "vegetables")) == (1, -1)


def test_it_needs_no_place() -> None:
    """R4.1: the first field tile may still lie anywhere; the card uses no space of the farmyard."""
    state = play(position({"front": ["beanfield"], "goods": {}}), "place Farmland")
    assert len(legal(state)) == 13
    play(state, "plow E3")
    assert seat_of(state)["fields"] == {"E3": "", "beanfield": ""}
    assert line(state, "unused") == -12


def test_clearing_spade_moves_a_crop_onto_it() -> None:
    """A vegetable of another field may be moved there; grain may not."""
    farm: Data = {"front": ["clearing_spade", "beanfield"], "goods": {}}
    state = position({**farm, "fields": {"C1": "vegetable 2", "beanfield": ""}})
    play(state, "exchange", "use Clearing Spade")
    assert seat_of(state)["fields"] == {"C1": "vegetable 1", "beanfield": "vegetable 1"}
    state = position({**farm, "fields": {"C1": "grain 2", "beanfield": ""}})
    assert "exchange" not in legal(state)
