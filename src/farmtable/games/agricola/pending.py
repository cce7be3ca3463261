"""What is pending in a stored position: the agenda as readable data, and whether play can go on from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.errors import BadRecord
from farmtable.games.agricola import menu, spaces
from farmtable.games.agricola.facts import GOODS, ROUNDS, SPACE_IDS, SPACES, STAGES
from farmtable.games.agricola.steps import (
    BREED,
    CHOOSE,
    END_ROUND,
    END_TURN,
    EXCHANGES,
    FEED,
    FIELD_PHASE,
    HOUSE,
    MENU,
    ONE_STABLE,
    OPTIONAL,
    ORDER_CARDS,
    PART_NAMES,
    PREPARE,
    RETURN_HOME,
    STABLES,
    START_SEAT,
    STEP_NAMES,
    TURN_UP,
    USE,
    USED,
    WORK,
)

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

# What may lie directly below each step; steps that lie on nothing are the bottom of every agenda.
_BELOW: Final = {
    START_SEAT: (),
    ORDER_CARDS: (ORDER_CARDS, TURN_UP),
    TURN_UP: (PREPARE,),
    PREPARE: (WORK,),
    WORK: (RETURN_HOME,),
    RETURN_HOME: (),
    USE: (USED,),
    USED: (END_TURN,),
    END_TURN: (WORK,),
    MENU: (MENU, USED),
    CHOOSE: (USED,),
    HOUSE: (HOUSE, MENU, USED, WORK, BREED, END_ROUND),
    EXCHANGES: (WORK, MENU),
    FIELD_PHASE: (FEED,),
    FEED: (FEED, BREED),
    BREED: (BREED, END_ROUND),
    END_ROUND: (),
}
_OF_A_TURN: Final = (MENU, CHOOSE, EXCHANGES, USE, USED, END_TURN)
_WITHOUT_ARGUMENT: Final = (
    START_SEAT,
    TURN_UP,
    PREPARE,
    WORK,
    EXCHANGES,
    RETURN_HOME,
    FIELD_PHASE,
    END_ROUND,
)


def to_list(state: AgricolaState) -> list[list[Any]]:
    """The agenda, step by step from the bottom."""
    return [[STEP_NAMES[frame & 255], int(frame >> 8)] for frame in state.agenda]


def read(data: Any) -> vec[i64]:
    """The agenda that `data` tells of; by default that of a work phase."""
    agenda = vec[i64]()
    for frame in [["return home", 0], ["work", 0]] if data is None else data:
        if not isinstance(frame, list) or len(frame) != 2:
            raise BadRecord(f"position: agenda: a step is its name and a number, not {frame!r}")
        step, argument = frame
        if step not in STEP_NAMES:
            raise BadRecord(f"position: agenda: there is no step {step!r}")
        if not isinstance(argument, int) or isinstance(argument, bool) or not 0 <= argument < OPTIONAL * 2:
            raise BadRecord(f"position: agenda: {step!r} has a whole number, not {argument!r}")
        agenda = append(agenda, STEP_NAMES.index(step) + argument * 256)
    return agenda


def has(state: AgricolaState, step: int) -> bool:
    """Whether a step is pending."""
    return any(frame & 255 == step for frame in state.agenda)


def arguments(state: AgricolaState, step: int) -> list[int]:
    """The arguments with which a step is pending, those to come first in front."""
    return [int(frame >> 8) for frame in list(state.agenda)[::-1] if frame & 255 == step]


def is_housing(state: AgricolaState, seat: int) -> bool:
    """Whether a seat has still to say which of its animals go."""
    return any(argument & 7 == seat for argument in arguments(state, HOUSE))


def cards_turned_up(state: AgricolaState) -> int:
    """How many stage cards must have been turned up."""
    return int(state.round) - has(state, TURN_UP)


def cards_ordered(state: AgricolaState) -> tuple[int, int]:
    """How many stage cards must at least and may at most have been given their order."""
    if not state.facts.chosen_order or has(state, START_SEAT):
        return 0, 0
    stages = arguments(state, ORDER_CARDS)
    if not stages:
        return ROUNDS, ROUNDS
    rounds = [number for number in range(1, ROUNDS + 1) if state.facts.stage_in[number] == stages[0]]
    return (rounds[0] - 1, rounds[-1]) if rounds else (0, 0)


# --- whether play can go on --------------------------------------------------------------------------


def check(state: AgricolaState) -> None:
    """Raise BadRecord unless the engine can go on from what is pending."""
    _check_stack(state)
    _check_moment(state)
    for frame in state.agenda:
        _check_argument(state, int(frame & 255), int(frame >> 8))
    _check_harvest(state)
    if has(state, USE) and not spaces.is_possible(state, state.active, arguments(state, USE)[0]):
        raise BadRecord("position: agenda: the space to be used offers nothing that can be done (R2.2)")


def _check_stack(state: AgricolaState) -> None:
    stack: list[int | None] = [None, *(int(frame & 255) for frame in state.agenda)]
    for step, below in zip(stack[1:], stack, strict=False):
        assert step is not None
        allowed = _BELOW[step]
        if below not in allowed and (below is not None or allowed):
            raise BadRecord(f"position: agenda: {STEP_NAMES[step]!r} cannot lie there")


def _check_moment(state: AgricolaState) -> None:
    """The round, the seats and the people must be those of a moment with such steps pending."""
    beginning = has(state, START_SEAT)
    if beginning != (state.round == 0) or beginning != (state.start < 0) or (state.turn < 0) != beginning:
        raise BadRecord("position: start and turn are seats and a round is running once somebody has begun")
    if len(state.agenda) == 0 and state.round < ROUNDS:
        raise BadRecord(f"position: agenda: nothing is pending, but round {state.round} is not the last")
    if state.active < 0 and any(has(state, step) for step in _OF_A_TURN):
        raise BadRecord("position: a turn is being carried out, but active is no seat")
    if not _people_are_out(state):
        if any(user > 0 for user in state.used_by) or any(n > 0 for n in state.at_home):
            raise BadRecord("position: used_by and at_home: people are only placed in the work phase")
    elif not has(state, WORK) and any(n > 0 for n in state.at_home):
        raise BadRecord("position: at_home: the work phase is over, so nobody is still to be placed")
    if not _may_be_newborn(state) and any(n > 0 for n in state.newborns):
        raise BadRecord("position: newborns: they have grown up by the end of the round (R1.8)")


def _people_are_out(state: AgricolaState) -> bool:
    return has(state, RETURN_HOME) and not has(state, PREPARE)


def _may_be_newborn(state: AgricolaState) -> bool:
    return _people_are_out(state) or has(state, END_ROUND)


def _check_argument(state: AgricolaState, step: int, argument: int) -> None:
    name = STEP_NAMES[step]
    if step == MENU:
        _check_menu(argument)
    elif step in (CHOOSE, USE, USED, END_TURN):
        if argument >= SPACES or state.used_by[argument] != state.active + 1:
            raise BadRecord(f"position: agenda: {name!r} has the number of a space that the active seat uses")
        if argument != arguments(state, END_TURN)[0]:
            raise BadRecord(f"position: agenda: {name!r} has another space than the turn")
        if step == CHOOSE and not any(state.facts.choice[argument * GOODS + good] for good in range(GOODS)):
            raise BadRecord(f"position: agenda: {SPACE_IDS[argument]} gives no choice")
    elif step == ORDER_CARDS:
        stages = arguments(state, ORDER_CARDS)
        if not state.facts.chosen_order or state.round != 1 or stages != _last_stages(len(stages)):
            raise BadRecord("position: agenda: stages are only ordered in turn, before round 1, if so chosen")
    elif step == HOUSE:
        if argument & 7 >= state.players or argument >= 16:
            raise BadRecord(f"position: agenda: {name!r} has the number of a seat, or 8 more")
    elif step in (FEED, BREED):
        if argument >= state.players:
            raise BadRecord(f"position: agenda: {name!r} has the number of a seat, not {argument}")
    elif step in _WITHOUT_ARGUMENT and argument != 0:
        raise BadRecord(f"position: agenda: {name!r} has the number 0, not {argument}")


def _last_stages(n: int) -> list[int]:
    return list(range(STAGES - n + 1, STAGES + 1))


def _check_menu(argument: int) -> None:
    parts, going_on = int(menu.open_parts(argument)), int(menu.current_part(argument))
    both_stables = STABLES | ONE_STABLE
    if (
        parts >= 1 << len(PART_NAMES)
        or parts & going_on
        or going_on & ~menu.REPEATED
        or going_on & (going_on - 1)
        or (parts | going_on) & both_stables == both_stables
    ):
        raise BadRecord(f"position: agenda: 'menu' has no parts of an action numbered {argument}")


def _check_harvest(state: AgricolaState) -> None:
    """A harvest goes through its phases, each for every seat from the starting player (R7.1)."""
    order = [(int(state.start) + place) % int(state.players) for place in range(int(state.players))]
    whole = [(FIELD_PHASE, 0), *_each(FEED, order), *_each(BREED, order)]
    phases = (FIELD_PHASE, FEED, BREED)
    left = [(int(frame & 255), int(frame >> 8)) for frame in state.agenda if frame & 255 in phases][::-1]
    if left and (left != whole[-len(left) :] or state.facts.harvest[state.round] == 0):
        raise BadRecord(
            f"position: agenda: no harvest of round {state.round} has just these phases and seats left (R7.1)"
        )


def _each(step: int, seats: Iterable[int]) -> list[tuple[int, int]]:
    return [(step, seat) for seat in seats]
