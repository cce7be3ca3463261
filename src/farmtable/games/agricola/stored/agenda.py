"""What is pending in a stored position: the agenda as readable data, and whether play can go on from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.errors import BadRecord
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GOODS, ROUNDS, SPACE_IDS, SPACES, STAGES
from farmtable.games.agricola.position.steps import (
    AGAIN,
    ASK,
    AT_THE_END,
    BREED,
    CHOOSE,
    DEAL_CARD,
    EITHER,
    END_ROUND,
    END_TURN,
    EXCHANGES,
    FEED,
    FENCES_DONE,
    FIELD_PHASE,
    HOUSE,
    KEEP_ONE,
    MENU,
    NEXT_ROUND,
    OFFER,
    ONE_ROOM,
    ONE_STABLE,
    ORDER_CARDS,
    PART_NAMES,
    PAYMENT,
    PICK_CARD,
    PLAY_NOW,
    PLAYED,
    PREPARE,
    REFILL,
    RETURN_HOME,
    ROOMS,
    ROOMS_DONE,
    SECOND,
    STABLES,
    START_SEAT,
    STEP_NAMES,
    TURN_UP,
    USE,
    USED,
    WINDOW,
    WORK,
)
from farmtable.games.agricola.rules import landing, menu, rounds, spaces
from farmtable.games.agricola.stored import card_steps

MOST: Final = 1 << 54  # no argument is larger

# What may lie directly below each step; those with nothing, or None, may be the bottom of an agenda.
_BELOW: Final[dict[int, tuple[int | None, ...]]] = {
    START_SEAT: (),
    ORDER_CARDS: (ORDER_CARDS, TURN_UP),
    TURN_UP: (PREPARE,),
    PREPARE: (PREPARE, REFILL),
    REFILL: (WORK,),
    WORK: (RETURN_HOME,),
    RETURN_HOME: (),
    USE: (USED,),
    USED: (END_TURN,),
    END_TURN: (WORK,),
    MENU: (MENU, USED),
    CHOOSE: (USED,),
    HOUSE: (HOUSE, MENU, USED, WORK, REFILL, PREPARE, BREED, END_ROUND),
    EXCHANGES: (WORK, MENU),
    FIELD_PHASE: (FIELD_PHASE, FEED),
    FEED: (FEED, BREED),
    BREED: (BREED, END_ROUND),
    END_ROUND: (),
    NEXT_ROUND: (),
}
# Cards bring steps of their own, and others to moments at which nothing else does.
_ANYWHERE: Final = (
    *(PREPARE, REFILL, WORK, USE, USED, CHOOSE, END_TURN, WINDOW, FIELD_PHASE, FEED, BREED),
    *(END_ROUND, NEXT_ROUND, KEEP_ONE),
    *(MENU, HOUSE, OFFER, ASK, PLAY_NOW, PLAYED, ROOMS_DONE, FENCES_DONE),
)
_BELOW_WITH_CARDS: Final[dict[int, tuple[int | None, ...]]] = _BELOW | {
    DEAL_CARD: (DEAL_CARD, PICK_CARD, START_SEAT),
    PICK_CARD: (PICK_CARD, DEAL_CARD, START_SEAT),
    MENU: _ANYWHERE,
    HOUSE: _ANYWHERE,
    EXCHANGES: _ANYWHERE,
    OFFER: _ANYWHERE,
    ASK: _ANYWHERE,
    PAYMENT: _ANYWHERE,
    PLAY_NOW: _ANYWHERE,
    PLAYED: _ANYWHERE,
    ROOMS_DONE: _ANYWHERE,
    FENCES_DONE: _ANYWHERE,
    AGAIN: (WORK, OFFER),
    END_TURN: (WORK, OFFER),
    WINDOW: (WINDOW, FIELD_PHASE, KEEP_ONE),
    KEEP_ONE: (None, KEEP_ONE),
}
_OF_A_TURN: Final = (
    *(MENU, CHOOSE, EXCHANGES, USE, USED, END_TURN, AGAIN),
    *(PAYMENT, PLAY_NOW, PLAYED, ROOMS_DONE, FENCES_DONE),
)
_WITHOUT_ARGUMENT: Final = (
    START_SEAT,
    TURN_UP,
    REFILL,
    WORK,
    RETURN_HOME,
    END_ROUND,
    NEXT_ROUND,
)
_OF_A_SEAT: Final = (PREPARE, FIELD_PHASE, FEED, BREED, EXCHANGES, KEEP_ONE)


def to_list(state: Position) -> list[list[Any]]:
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
        if not isinstance(argument, int) or isinstance(argument, bool) or not 0 <= argument < MOST:
            raise BadRecord(f"position: agenda: {step!r} has a whole number, not {argument!r}")
        agenda = append(agenda, STEP_NAMES.index(step) + argument * 256)
    return agenda


def has(state: Position, step: int) -> bool:
    """Whether a step is pending."""
    return any(frame & 255 == step for frame in state.agenda)


def arguments(state: Position, step: int) -> list[int]:
    """The arguments with which a step is pending, those to come first in front."""
    return [int(frame >> 8) for frame in list(state.agenda)[::-1] if frame & 255 == step]


def is_housing(state: Position, seat: int) -> bool:
    """Whether a seat has still to say which of its animals go."""
    return any(argument & 7 == seat for argument in arguments(state, HOUSE))


def cards_turned_up(state: Position) -> int:
    """How many stage cards must have been turned up."""
    return int(state.round) - has(state, TURN_UP)


def cards_ordered(state: Position) -> tuple[int, int]:
    """How many stage cards must at least and may at most have been given their order."""
    if not state.facts.chosen_order or has(state, START_SEAT):
        return 0, 0
    stages = arguments(state, ORDER_CARDS)
    if not stages:
        return ROUNDS, ROUNDS
    rounds = [number for number in range(1, ROUNDS + 1) if state.facts.stage_in[number] == stages[0]]
    return (rounds[0] - 1, rounds[-1]) if rounds else (0, 0)


# --- whether play can go on --------------------------------------------------------------------------


def check(state: Position) -> None:
    """Raise BadRecord unless the engine can go on from what is pending."""
    _check_stack(state)
    _check_moment(state)
    if state.facts.deck is not None:
        card_steps.check_hands(state)
    for place, frame in enumerate(state.agenda):
        step, argument = int(frame & 255), int(frame >> 8)
        if step in card_steps.CHECKS:
            card_steps.check(state, place)
        else:
            _check_argument(state, step, argument)
    _check_phases(state)
    if has(state, USE) and not landing.can_become_possible(state, state.active, arguments(state, USE)[0]):
        raise BadRecord("position: agenda: the space to be used offers nothing that can be done (R2.2)")


def _check_stack(state: Position) -> None:
    stack: list[int | None] = [None, *(int(frame & 255) for frame in state.agenda)]
    known = _BELOW if state.facts.deck is None else _BELOW_WITH_CARDS
    for step, below in zip(stack[1:], stack, strict=False):
        assert step is not None
        if step not in known:
            raise BadRecord(f"position: agenda: {STEP_NAMES[step]!r} goes with hand cards")
        allowed = known[step]
        if below not in (allowed or (None,)):
            raise BadRecord(f"position: agenda: {STEP_NAMES[step]!r} cannot lie there")


def _check_moment(state: Position) -> None:
    """The round, the seats and the people must be those of a moment with such steps pending."""
    beginning = has(state, START_SEAT)
    begun = state.start >= 0 and (not beginning or state.options["start"] != str(state.start + 1))
    if beginning != (state.round == 0) or beginning == begun or (state.turn < 0) != beginning:
        raise BadRecord("position: start and turn are seats and a round is running once somebody has begun")
    if (len(state.agenda) == 0 or has(state, KEEP_ONE)) and state.round < ROUNDS:
        raise BadRecord(f"position: agenda: nothing is pending, but round {state.round} is not the last")
    if state.active < 0 and any(has(state, step) for step in _OF_A_TURN):
        raise BadRecord("position: a turn is being carried out, but active is no seat")
    if not people_are_out(state):
        if any(user > 0 for user in state.used_by) or any(n > 0 for n in state.at_home):
            raise BadRecord("position: used_by and at_home: people are only placed in the work phase")
    elif not has(state, WORK) and any(n > 0 for n in state.at_home):
        raise BadRecord("position: at_home: the work phase is over, so nobody is still to be placed")
    if not _may_be_newborn(state) and any(n > 0 for n in state.newborns):
        raise BadRecord("position: newborns: they have grown up by the end of the round (R1.8)")


def people_are_out(state: Position) -> bool:
    """Whether the work phase has begun, and nobody has gone home yet."""
    return has(state, RETURN_HOME) and not has(state, REFILL)


def _may_be_newborn(state: Position) -> bool:
    return people_are_out(state) or has(state, END_ROUND) or has(state, NEXT_ROUND)


def _check_argument(state: Position, step: int, argument: int) -> None:
    name = STEP_NAMES[step]
    if step == MENU:
        _check_menu(argument)
    elif step in (CHOOSE, USE, USED, END_TURN):
        space = argument & ~SECOND if step == END_TURN else argument
        if space >= SPACES or not spaces.stands_on(state, state.active, space):
            raise BadRecord(f"position: agenda: {name!r} has the number of a space that the active seat uses")
        if space != arguments(state, END_TURN)[0] & ~SECOND:
            raise BadRecord(f"position: agenda: {name!r} has another space than the turn")
        if step == CHOOSE and not any(state.facts.choice[space * GOODS + good] for good in range(GOODS)):
            raise BadRecord(f"position: agenda: {SPACE_IDS[space]} gives no choice")
    elif step == ORDER_CARDS:
        stages = arguments(state, ORDER_CARDS)
        if not state.facts.chosen_order or state.round != 1 or stages != _last_stages(len(stages)):
            raise BadRecord("position: agenda: stages are only ordered in turn, before round 1, if so chosen")
    elif step in (HOUSE, WINDOW):
        if argument & 7 >= state.players or argument >= 16:
            raise BadRecord(f"position: agenda: {name!r} has the number of a seat, or 8 more")
    elif step in _OF_A_SEAT:
        if argument >= state.players:
            raise BadRecord(f"position: agenda: {name!r} has the number of a seat, not {argument}")
    elif step in _WITHOUT_ARGUMENT and argument != 0:
        raise BadRecord(f"position: agenda: {name!r} has the number 0, not {argument}")


def _last_stages(n: int) -> list[int]:
    return list(range(STAGES - n + 1, STAGES + 1))


def _check_menu(argument: int) -> None:
    parts, going_on = int(menu.open_parts(argument)), int(menu.current_part(argument))
    if (
        parts >= 1 << len(PART_NAMES)
        or parts & going_on
        or going_on & ~menu.REPEATED
        or going_on & (going_on - 1)
        or any((parts | going_on) & both == both for both in (STABLES | ONE_STABLE, ROOMS | ONE_ROOM))
        or argument >= EITHER * 2
    ):
        raise BadRecord(f"position: agenda: 'menu' has no parts of an action numbered {argument}")


def _check_phases(state: Position) -> None:
    """Phases go through all seats from the starting player: preparation, harvest (R7.1), the very end."""
    order = [(int(state.start) + place) % int(state.players) for place in range(int(state.players))]
    prepared = _left(state, (PREPARE,))
    if not _is_end_of(prepared, _each(PREPARE, order)) or (
        has(state, TURN_UP) and len(prepared) < len(order)
    ):
        raise BadRecord("position: agenda: a round is prepared for one seat after the other (R1.2)")
    windows = [] if state.facts.deck is None else _each(WINDOW, order)
    whole = [*windows, *_each(FIELD_PHASE, order), *_each(FEED, order), *_each(BREED, order)]
    kept = _left(state, (KEEP_ONE,))
    if not _is_end_of(kept, _each(KEEP_ONE, order if rounds.keeps_in_campaign(state) else [0])):
        raise BadRecord("position: agenda: one seat after the other keeps an occupation, if at all (R13.9)")
    if kept:
        whole = [(WINDOW, seat + AT_THE_END) for seat in order]
    left = _left(state, (WINDOW, FIELD_PHASE, FEED, BREED))
    harvests = state.facts.harvest[state.round] == 1
    if left and not (_is_end_of(left, whole) and (harvests or kept)):
        raise BadRecord(
            f"position: agenda: no harvest of round {state.round} has just these phases and seats left (R7.1)"
        )


def _left(state: Position, phases: tuple[int, ...]) -> list[tuple[int, int]]:
    """The steps of these phases that are pending, the next one first."""
    return [(int(frame & 255), int(frame >> 8)) for frame in state.agenda if frame & 255 in phases][::-1]


def _is_end_of(left: list[tuple[int, int]], whole: list[tuple[int, int]]) -> bool:
    return not left or left == whole[-len(left) :]


def _each(step: int, seats: Iterable[int]) -> list[tuple[int, int]]:
    return [(step, seat) for seat in seats]
