"""Worked examples of rules, drawn on their page."""

from __future__ import annotations

from typing import Any, Final

from farmtable.core.example import Example
from farmtable.core.text import Text

_WITHOUT_CARDS: Final = {"cards": "none"}
# The farm of the rulebook's example of scoring, without its cards.
_LATE_FARM: Final[dict[str, Any]] = {
    "house": "stone",
    "rooms": ["A1", "B1", "A2", "A3"],
    "fields": {"D1": "", "E1": "grain 2", "D2": "", "E2": "vegetable 1"},
    "stables": ["B3", "E3"],
    "pastures": [["C2", "C3"], ["D3", "E3"]],
    "goods": {"grain": 1, "sheep": 8, "wild boar": 6},
    "people": 5,
    "at_home": 5,
}

EXAMPLES: Final = (
    Example(
        rule="R5.5",
        players=1,
        options=_WITHOUT_CARDS,
        position={"seats": [{"pastures": [["C2", "C3"], ["D3", "E3"]]}]},
        says=Text(
            "Two pastures of two spaces each. Apart, they would need {apart} fences; since they share "
            "the one between C3 and D3, they need {fences}.",
            apart=12,
            fences=11,
        ),
    ),
    Example(
        rule="R6.1",
        players=1,
        options=_WITHOUT_CARDS,
        position={"seats": [_LATE_FARM]},
        says=Text(
            "The pasture on C2 and C3 holds {boar} wild boar. The one on D3 and E3 has a stable and "
            "holds twice as many, {sheep} sheep. Another wild boar stands in the stable on B3, and one "
            "lives in the house.",
            boar=4,
            sheep=8,
        ),
    ),
    Example(
        rule="R12.1",
        players=1,
        options=_WITHOUT_CARDS,
        position={"seats": [_LATE_FARM]},
        says=Text(
            "4 fields: {fields}; 2 pastures: {pastures}; 3 grain, one of it in the supply: {grain}; 1 "
            "vegetable: {vegetables}; 8 sheep: {sheep}; 6 wild boar: {boar}; no cattle: {cattle}; 2 "
            "unused spaces: {unused}; 1 fenced stable: {stables}; 4 stone rooms: {rooms}; 5 people: "
            "{people}. In all {total} points.",
            fields=3,
            pastures=2,
            grain=1,
            vegetables=1,
            sheep=4,
            boar=3,
            cattle="−1",
            unused="−2",
            stables=1,
            rooms=8,
            people=15,
            total=35,
        ),
    ),
    Example(
        rule="R12.2",
        players=1,
        options=_WITHOUT_CARDS,
        position={"seats": [{}]},
        says=Text(
            "A farm where nothing was ever done scores {total} points: {missing} for what is missing, "
            "{unused} for unused spaces, and {people} for the two people.",
            total="−14",
            missing="−7",
            unused="−13",
            people=6,
        ),
    ),
)
