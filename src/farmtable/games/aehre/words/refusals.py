"""Why an action is not allowed: each refusal names its rule and where the rulebook says it.

The chapters are those of the rulebook; its text carries no page numbers (see `RULES.md`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmtable.core.text import Refusal, Text
from farmtable.games.aehre.position.actions import DISCARD, FARM, LARGE, LEVEL, SCORE, SMALL, block_of
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import CROPS
from farmtable.games.aehre.position.nouns import CROPS as CROP_WORDS
from farmtable.games.aehre.position.packed import unpack_large, unpack_score, unpack_small
from farmtable.games.aehre.position.steps import DISCARD_TILE, STEPS
from farmtable.games.aehre.words.notation import cell_name

PLACING = Text("rulebook, 1. Place land tile")
SCORING = Text("rulebook, 2. Score points")
FARMS_CHAPTER = Text("rulebook, Build farm")
LIVESTOCK_CHAPTER = Text("rulebook, Livestock tiles")
TURN = Text("rulebook, Game play")
RULING = Text("our ruling")


def refusal(state: Position, action: int) -> Refusal:
    """The rule that forbids `action`, which is not legal now."""
    if state.to_play < 0:
        return Refusal("R12", TURN, Text("Nobody has anything to decide now."))
    block = int(block_of(action))
    not_now, explain = _REFUSALS[block]
    if block not in STEPS[state.step()].answers:
        if not_now is _LAID and state.step() == DISCARD_TILE:
            return _CANNOT_LAY
        return not_now
    return explain(state, action - block)


def _large(state: Position, number: int) -> Refusal:
    facts = state.facts
    kind, direction, cell = unpack_large(number)
    if kind >= facts.kinds or state.hand[state.active * facts.kinds + kind] == 0:
        return Refusal("R13", PLACING, Text("This large tile is not in your hand."))
    other = facts.neighbour(cell, direction)
    if not facts.has(cell) or other < 0:
        return _off_the_area()
    return _placement(state, [(cell, facts.crop_a[kind]), (other, facts.crop_b[kind])])


def _small(state: Position, number: int) -> Refusal:
    crop, cell = unpack_small(number)
    if state.reserve[state.active * CROPS + crop] == 0:
        return Refusal("R13", PLACING, Text("This small tile is no longer in your reserve."))
    if not state.facts.has(cell):
        return _off_the_area()
    return _placement(state, [(cell, crop)])


def _placement(state: Position, fields: list[tuple[int, int]]) -> Refusal:
    """Why crops cannot lie on these cells."""
    return (
        _farm_below(state, fields)
        or _heights(state, fields)
        or _rotation(state, fields)
        or Refusal("R22", FARMS_CHAPTER, Text("It would join two regions that each have a farm already."))
    )


def _off_the_area() -> Refusal:
    return Refusal("R14", PLACING, Text("Here the tile would not lie entirely on the crop area."))


def _farm_below(state: Position, fields: list[tuple[int, int]]) -> Refusal | None:
    for cell, _ in fields:
        if state.farms >> cell & 1:
            name = cell_name(state.facts, cell)
            return Refusal(
                "R21", FARMS_CHAPTER, Text("There is a farm on {cell}; it cannot be covered.", cell=name)
            )
    return None


def _heights(state: Position, fields: list[tuple[int, int]]) -> Refusal | None:
    heights = [int(state.level[cell]) for cell, _ in fields]
    gap = max(heights) - min(heights)
    if gap > 1:
        return Refusal(
            "R20",
            PLACING,
            Text("The heights differ by {gap}; one small tile can only make up for one.", gap=gap),
        )
    if gap == 1 and not state.has_reserve(state.active):
        return Refusal(
            "R16",
            PLACING,
            Text("The two cells are at different heights, and there is no small tile left to level them."),
        )
    return None


def _rotation(state: Position, fields: list[tuple[int, int]]) -> Refusal | None:
    heights = [int(state.level[cell]) for cell, _ in fields]
    for (cell, crop), height in zip(fields, heights, strict=True):
        levelled = height < max(heights)
        if levelled and state.facts.levelled_free:
            continue
        if state.crop[crop] >> cell & 1:
            return Refusal(
                "R19" if levelled else "R15",
                PLACING,
                Text(
                    "Crop rotation: {crop} may not cover {crop}, as it would on {cell}.",
                    crop=CROP_WORDS[crop],
                    cell=cell_name(state.facts, cell),
                ),
            )
    return None


def _levelling(state: Position, crop: int) -> Refusal:
    return Refusal("R18", PLACING, Text("This small tile is no longer in your reserve."))


def _scoring(state: Position, choice: int) -> Refusal:
    field, farm_points = unpack_score(choice)
    if not state.is_open(field):
        return Refusal("R25", SCORING, Text("This field has been scored, or was not laid this turn."))
    assert farm_points, "victory points can always be taken for an open field"
    return Refusal(
        "R43",
        LIVESTOCK_CHAPTER,
        Text("Your cube of this crop has been exchanged for livestock: take victory points."),
    )


def _farm(state: Position, cell: int) -> Refusal:
    if not state.facts.has(cell):
        return Refusal("R34", FARMS_CHAPTER, Text("A farm stands on a field of the crop area."))
    return Refusal("R34", FARMS_CHAPTER, Text("This region has a farm already."))


def _discarding(state: Position, kind: int) -> Refusal:
    return Refusal("R24", RULING, Text("This tile is not in your hand."))


_LAID: Final = Refusal("R13", PLACING, Text("A tile has already been laid this turn."))
_CANNOT_LAY: Final = Refusal("R24", RULING, Text("No tile can be laid this turn."))
_CAN_LAY: Final = Text("A tile is only removed from the game when no tile can be laid.")

# Of each block of decisions why an action is refused: at the wrong step, and at one that it may answer.
_REFUSALS: Final[dict[int, tuple[Refusal, Callable[[Position, int], Refusal]]]] = {
    LARGE: (_LAID, _large),
    SMALL: (_LAID, _small),
    LEVEL: (Refusal("R18", PLACING, Text("There is nothing to level now.")), _levelling),
    SCORE: (Refusal("R25", SCORING, Text("There is no field to score now.")), _scoring),
    FARM: (Refusal("R34", FARMS_CHAPTER, Text("There is no farm to build now.")), _farm),
    DISCARD: (Refusal("R24", RULING, _CAN_LAY), _discarding),
}
