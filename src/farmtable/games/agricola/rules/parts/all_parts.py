"""All parts of an action, each once, and what follows from what they say of themselves."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.vectors import numbers, zeros
from farmtable.games.agricola.position import parts as p
from farmtable.games.agricola.position.actions import END_OF_ACTIONS, PLAY, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import MINOR, OCCUPATION
from farmtable.games.agricola.position.steps import FENCES_DONE, ROOMS_DONE
from farmtable.games.agricola.rules.parts.baking import Baking
from farmtable.games.agricola.rules.parts.cards import HandCard, Improvement
from farmtable.games.agricola.rules.parts.fences import Fences
from farmtable.games.agricola.rules.parts.fields import Plowing, Sowing
from farmtable.games.agricola.rules.parts.house import Renovation, Rooms
from farmtable.games.agricola.rules.parts.part import Part, PricedPart
from farmtable.games.agricola.rules.parts.stables import Stables

ALL_PARTS: Final[list[Part]] = [  # in the order of their bits
    Rooms(p.ROOMS, "rooms", repeated=True, closing=ROOMS_DONE),
    Stables(p.STABLES, "stables", repeated=True),
    Stables(p.ONE_STABLE, "one stable"),
    Plowing(p.PLOWING, "plow"),
    Sowing(p.SOWING, "sow", repeated=True),
    Baking(p.BAKING, "bake"),
    Fences(p.FENCES, "fences", repeated=True, closing=FENCES_DONE),
    Improvement(p.IMPROVEMENT, "improvement", plays=MINOR, may_cost_food=True),
    HandCard(p.MINOR_IMPROVEMENT, "minor improvement", plays=MINOR, may_cost_food=True),
    HandCard(p.PLAY_OCCUPATION, "occupation", plays=OCCUPATION, may_cost_food=True),
    Rooms(p.ONE_ROOM, "one room", closing=ROOMS_DONE),
    Renovation(p.RENOVATION, "renovation"),
]


def _places() -> vec[u8]:
    """Of each bit the place of its part."""
    places = zeros(1 << p.PARTS)
    for place, part in enumerate(ALL_PARTS):
        places[part.bit] = u8(place)
    return places


# Looked up far more often than anything else here: a vector has neither types to check nor numbers to unpack.
_PARTS: Final[vec[Part]] = vec[Part](ALL_PARTS)
_PLACES: Final[vec[u8]] = _places()


def part_of(part: i64) -> Part:
    """The part of this bit."""
    return _PARTS[i64(_PLACES[part])]


def closing_part(step: i64) -> Part | None:
    """The part for which a step waits until all of it is built, if it is such a step."""
    for part in ALL_PARTS:
        if part.closing == step:
            return part
    return None


def priced_part(action: Action) -> PricedPart | None:
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
            action: Action = block
            while action < END_OF_ACTIONS and block_of(action) == block:
                if block != PLAY or part.plays == kind:
                    found[action] |= part.bit
                action += 1
    return found


_WITH_OCCUPATIONS: Final[vec[i64]] = _parts_by_action(OCCUPATION)
_WITH_MINORS: Final[vec[i64]] = _parts_by_action(MINOR)


def parts_with(state: Position, action: Action) -> i64:
    """The parts to which an action may belong, as bits; 0 where it is none of a MENU."""
    deck = state.facts.deck
    if deck is not None and block_of(action) == PLAY and deck.kind[action - PLAY] == OCCUPATION:
        return _WITH_OCCUPATIONS[action]
    return _WITH_MINORS[action]


# --- what may be done -----------------------------------------------------------------------------------


def can_take(state: Position, seat: Seat, part: i64, extra: i64) -> bool:
    """Whether a seat can take at least one step of a part."""
    return part_of(part).can_take(state, seat, extra)


def extra_for(state: Position, seat: Seat, parts: i64) -> i64:
    """The `extra` of a MENU of these parts that a space pushes."""
    extra: i64 = 0
    while parts != 0 and extra == 0:
        extra = part_of(parts & -parts).usual_extra(state, seat)
        parts &= parts - 1
    return extra
