"""All parts of an action, each once, and what follows from what they say of themselves."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.bits import lowest
from farmtable.core.vectors import numbers
from farmtable.games.agricola.position.actions import END_OF_ACTIONS, PLAY, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import MINOR, OCCUPATION
from farmtable.games.agricola.position.parts import (
    BAKING,
    FENCES,
    IMPROVEMENT,
    MINOR_IMPROVEMENT,
    ONE_ROOM,
    ONE_STABLE,
    PLAY_OCCUPATION,
    PLOWING,
    RENOVATION,
    ROOMS,
    SOWING,
    STABLES,
)
from farmtable.games.agricola.position.steps import FENCES_DONE, ROOMS_DONE
from farmtable.games.agricola.rules.parts.baking import Baking
from farmtable.games.agricola.rules.parts.cards import HandCard, Improvement
from farmtable.games.agricola.rules.parts.fences import Fences
from farmtable.games.agricola.rules.parts.fields import Plowing, Sowing
from farmtable.games.agricola.rules.parts.house import Renovation, Rooms
from farmtable.games.agricola.rules.parts.part import Part, PricedPart
from farmtable.games.agricola.rules.parts.stables import Stables

ALL_PARTS: Final[list[Part]] = [  # in the order of their bits
    Rooms(ROOMS, "rooms", repeated=True, closing=ROOMS_DONE),
    Stables(STABLES, "stables", repeated=True),
    Stables(ONE_STABLE, "one stable"),
    Plowing(PLOWING, "plow"),
    Sowing(SOWING, "sow", repeated=True),
    Baking(BAKING, "bake"),
    Fences(FENCES, "fences", repeated=True, closing=FENCES_DONE),
    Improvement(IMPROVEMENT, "improvement", plays=MINOR, may_cost_food=True),
    HandCard(MINOR_IMPROVEMENT, "minor improvement", plays=MINOR, may_cost_food=True),
    HandCard(PLAY_OCCUPATION, "occupation", plays=OCCUPATION, may_cost_food=True),
    Rooms(ONE_ROOM, "one room", closing=ROOMS_DONE),
    Renovation(RENOVATION, "renovation"),
]


def part_of(part: i64) -> Part:
    """The part of this bit."""
    return ALL_PARTS[lowest(part)]


def closing_part(step: i64) -> Part | None:
    """The part for which a step waits until all of it is built, if it is such a step."""
    for part in ALL_PARTS:
        if part.closing == step:
            return part
    return None


def priced_part(action: i64) -> PricedPart | None:
    """The part for which an action has to be paid, if cards may ask several prices for it."""
    for part in ALL_PARTS:
        if isinstance(part, PricedPart) and block_of(action) in part.blocks:
            return part
    return None


# --- sets of parts ------------------------------------------------------------------------------------


REPEATED: Final[i64] = sum(part.bit for part in ALL_PARTS if part.repeated)
MAY_COST_FOOD: Final[i64] = sum(part.bit for part in ALL_PARTS if part.may_cost_food)


def _parts_by_action(kind: i64) -> vec[i64]:
    """Of each action the parts that it may belong to; of hand cards those that play such a kind."""
    found = numbers(END_OF_ACTIONS, 0)
    for part in ALL_PARTS:
        for block in part.blocks:
            action: i64 = block
            while action < END_OF_ACTIONS and block_of(action) == block:
                if block != PLAY or part.plays == kind:
                    found[action] |= part.bit
                action += 1
    return found


_WITH_OCCUPATIONS: Final[vec[i64]] = _parts_by_action(OCCUPATION)
_WITH_MINORS: Final[vec[i64]] = _parts_by_action(MINOR)


def parts_with(state: Position, action: i64) -> i64:
    """The parts to which an action may belong, as bits; 0 where it is none of a MENU."""
    deck = state.facts.deck
    if deck is not None and block_of(action) == PLAY and deck.kind[action - PLAY] == OCCUPATION:
        return _WITH_OCCUPATIONS[action]
    return _WITH_MINORS[action]


# --- what may be done -----------------------------------------------------------------------------------


def can_take(state: Position, seat: i64, part: i64, extra: i64) -> bool:
    """Whether a seat can take at least one step of a part."""
    return part_of(part).can_take(state, seat, extra)


def extra_for(state: Position, seat: i64, parts: i64) -> i64:
    """The `extra` of a MENU of these parts that a space pushes."""
    extra: i64 = 0
    while parts != 0 and extra == 0:
        extra = part_of(parts & -parts).usual_extra(state, seat)
        parts &= parts - 1
    return extra
