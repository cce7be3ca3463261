"""Mantlepiece (B033): points for never renovating again."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, finished, goods, legal, line, play, position, seat_of, spaces


def test_g35_points_for_rounds() -> None:
    """G35: in round 5 nine bonus points, in round 12 two; the card itself costs 3 (R9.13)."""
    for number, bonus in ((1, 13), (5, 9), (12, 2), (14, 0)):
        hand: Data = {"minors": ["mantlepiece"], "house": "clay", "goods": {"stone": 1}}
        state = play(position(hand, round=number), "place Meeting Place", "play Mantlepiece")
        assert (goods(state), seat_of(state)["front"]) == ({}, [["mantlepiece", bonus]])
        assert (line(state, "improvements"), line(state, "bonus")) == (-3, bonus)


def test_not_in_a_wooden_house() -> None:
    """R9.2: a clay house or a stone house."""
    for house, fits in (("wood", False), ("clay", True), ("stone", True)):
        state = position({"minors": ["mantlepiece"], "house": house, "goods": {"stone": 1}})
        assert ("play Mantlepiece" in legal(play(state, "place Meeting Place"))) == fits
    state = position({"minors": ["mantlepiece"], "house": "clay", "goods": {"clay": 1}})
    assert "play Mantlepiece" not in legal(play(state, "place Meeting Place"))


def test_no_renovation_any_more() -> None:
    """R2.4: House Redevelopment and Farm Redevelopment cannot be used: their first part is impossible."""
    farm: Data = {"house": "clay", "goods": {"stone": 9, "reed": 9, "wood": 9}}
    both = {"House Redevelopment", "Farm Redevelopment"}
    assert both < spaces(position(farm, round=14))
    assert not both & spaces(position({**farm, "front": ["mantlepiece"]}, round=14))
    assert both < spaces(position({**farm}, {"front": ["mantlepiece"]}, round=14)), "others may"


def test_g35_at_the_end() -> None:
    """G35: from round 5, nine less three."""
    state = finished({"front": [["mantlepiece", 9]], "house": "clay"})
    assert (line(state, "improvements"), line(state, "bonus")) == (-3, 9)


def test_cottager_cannot_renovate() -> None:
    """No renovation by cards, either: Cottager has nothing to offer but a room."""
    farm: Data = {"house": "clay", "goods": {"stone": 2, "reed": 1}}
    state = position({**farm, "front": ["cottager"]})
    assert "use Cottager" in legal(play(state, "place Day Laborer"))
    state = position({**farm, "front": ["cottager", "mantlepiece"]})
    assert play(state, "place Day Laborer").to_play == 1
