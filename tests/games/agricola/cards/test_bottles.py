"""Bottles (B036): points for goods for everybody."""

from __future__ import annotations

from typing import Any

from tests.games.agricola.scenarios import Data, goods, legal, line, play, position, seat_of


def at_meeting_place(**seat: Any) -> list[str]:
    """What somebody with Bottles in hand may do on Meeting Place."""
    return legal(play(position({"minors": ["bottles"], **seat}), "place Meeting Place"))


def test_g44_four_people() -> None:
    """G44: 4 clay and 4 food, 4 points."""
    state = position({"minors": ["bottles"], "people": 4, "goods": {"clay": 5, "food": 5}})
    play(state, "place Meeting Place", "play Bottles")
    assert goods(state) == {"clay": 1, "food": 1}
    assert (line(state, "improvements"), line(state, "bonus")) == (4, 0)


def test_less_is_not_enough() -> None:
    """R9.3: both goods, for everybody."""
    assert "play Bottles" in at_meeting_place(people=3, goods={"clay": 3, "food": 3})
    assert "play Bottles" not in at_meeting_place(people=3, goods={"clay": 2, "food": 9})
    assert "play Bottles" not in at_meeting_place(people=3, goods={"clay": 9, "food": 2})


def test_g44_a_newborn_counts() -> None:
    """G44: 3 adults and a newborn are 4 people, too."""
    four: Data = {"people": 4, "newborns": 1}
    assert "play Bottles" in at_meeting_place(**four, goods={"clay": 4, "food": 4})
    assert "play Bottles" not in at_meeting_place(**four, goods={"clay": 3, "food": 3})


def test_born_in_the_caravan_just_before() -> None:
    """Appendix p. 4: with a Caravan the family grows, and the newborn is one to pay for at once."""
    farm: Data = {"minors": ["bottles"], "front": ["caravan"]}
    state = position({**farm, "goods": {"clay": 3, "food": 3}}, round=5)
    play(state, "place Basic Wish for Children", "play Bottles")
    assert (goods(state), seat_of(state)["people"]) == ({}, 3)
    state = position({**farm, "goods": {"clay": 2, "food": 2}}, round=5)
    assert "play Bottles" not in legal(play(state, "place Basic Wish for Children"))


def test_later_growth_costs_nothing() -> None:
    """The amount was fixed when the card was played."""
    state = position({"front": ["bottles"], "goods": {"clay": 5, "food": 5}}, round=12)
    play(state, "place Urgent Wish for Children")
    assert (goods(state), seat_of(state)["people"]) == ({"clay": 5, "food": 5}, 3)
