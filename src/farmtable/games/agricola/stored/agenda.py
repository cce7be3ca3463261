"""What is pending in a stored position: the agenda as readable data, and whether play can go on from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.errors import BadRecord
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GOODS, ROUNDS, SPACE_IDS, SPACES, STAGES
from farmtable.games.agricola.position.frames import (
    AT_THE_END,
    HERD_BITS,
    LIVED,
    MAY_COOK,
    moment_of,
    seat_in,
    unpack_turn,
)
from farmtable.games.agricola.position.parts import (
    END_OF_MENUS,
    ONE_ROOM,
    ONE_STABLE,
    PARTS,
    ROOMS,
    STABLES,
    current_part,
    open_parts,
)
from farmtable.games.agricola.position.steps import Step
from farmtable.games.agricola.rules import landing, rounds, spaces
from farmtable.games.agricola.rules.parts.all_parts import REPEATED
from farmtable.games.agricola.stored import card_steps
from farmtable.games.kit import stored_agenda
from farmtable.games.kit.stored_agenda import arguments, frames, has

MOST: Final = 1 << 54  # every argument is smaller
END_OF_HOUSES: Final = LIVED << 3 * HERD_BITS


def read(data: Any) -> vec[i64]:
    """The agenda that `data` tells of; by default that of a work phase."""
    of_work = [["return home", 0], ["work", 0]]
    return stored_agenda.read(of_work if data is None else data, s.STEP_NAMES, MOST)


def is_housing(state: Position, seat: int) -> bool:
    """Whether a seat has still to say which of its animals go."""
    return any(seat_in(argument) == seat for argument in arguments(state, s.HOUSE))


def cards_turned_up(state: Position) -> int:
    """How many stage cards must have been turned up."""
    return int(state.round) - has(state, s.TURN_UP)


def cards_ordered(state: Position) -> tuple[int, int]:
    """How many stage cards must at least and may at most have been given their order."""
    if not state.facts.chosen_order or has(state, s.START_SEAT):
        return 0, 0
    stages = arguments(state, s.ORDER_CARDS)
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
    for place, (step, argument) in enumerate(frames(state)):
        if s.ALL_STEPS[step].argument == s.CARD_ARGUMENT:
            card_steps.check(state, place)
        else:
            _CHECKS[int(s.ALL_STEPS[step].argument)](state, step, argument)
    _check_phases(state)
    if has(state, s.USE) and not landing.can_become_possible(state, state.active, arguments(state, s.USE)[0]):
        raise BadRecord("position: agenda: the space to be used offers nothing that can be done (R2.2)")


def _check_stack(state: Position) -> None:
    below = s.BOTTOM
    for number, _ in frames(state):
        step = s.ALL_STEPS[number]
        if not step.below and state.facts.deck is None:
            raise BadRecord(f"position: agenda: {step.name!r} goes with hand cards")
        allowed = step.below if state.facts.deck is None else step.below + step.with_cards
        if below not in allowed:
            raise BadRecord(f"position: agenda: {step.name!r} cannot lie there")
        below = number


def _check_moment(state: Position) -> None:
    """The round, the seats and the people must be those of a moment with such steps pending."""
    beginning = has(state, s.START_SEAT)
    begun = state.start >= 0 and (not beginning or state.options["start"] != str(state.start + 1))
    if beginning != (state.round == 0) or beginning == begun or (state.turn < 0) != beginning:
        raise BadRecord("position: start and turn are seats and a round is running once somebody has begun")
    if (len(state.agenda) == 0 or has(state, s.KEEP_ONE)) and state.round < ROUNDS:
        raise BadRecord(f"position: agenda: nothing is pending, but round {state.round} is not the last")
    if state.active < 0 and any(_is_of_a_turn(s.ALL_STEPS[step]) for step, _ in frames(state)):
        raise BadRecord("position: a turn is being carried out, but active is no seat")
    if not people_are_out(state):
        if any(user > 0 for user in state.used_by) or any(n > 0 for n in state.at_home):
            raise BadRecord("position: used_by and at_home: people are only placed in the work phase")
    elif not has(state, s.WORK) and any(n > 0 for n in state.at_home):
        raise BadRecord("position: at_home: the work phase is over, so nobody is still to be placed")
    if not _may_be_newborn(state) and any(n > 0 for n in state.newborns):
        raise BadRecord("position: newborns: they have grown up by the end of the round (R1.8)")


def _is_of_a_turn(step: Step) -> bool:
    """Whether a step goes on with the turn of the active seat; an exchange goes back to what lies below."""
    return step.run_by == s.OF_ACTION or step.decided_by == s.ACTIVE or step.number == s.EXCHANGES


def people_are_out(state: Position) -> bool:
    """Whether the work phase has begun, and nobody has gone home yet."""
    return has(state, s.RETURN_HOME) and not has(state, s.REFILL)


def _may_be_newborn(state: Position) -> bool:
    return people_are_out(state) or has(state, s.END_ROUND) or has(state, s.NEXT_ROUND)


# --- arguments ---------------------------------------------------------------------------------------


def _check_no_argument(state: Position, step: int, argument: int) -> None:
    if argument != 0:
        raise BadRecord(f"position: agenda: {s.STEP_NAMES[step]!r} has the number 0, not {argument}")


def _check_seat(state: Position, step: int, argument: int) -> None:
    if argument >= state.players:
        raise BadRecord(f"position: agenda: {s.STEP_NAMES[step]!r} has the number of a seat, not {argument}")


def _check_seat_and_more(state: Position, step: int, argument: int) -> None:
    seat, name = int(seat_in(argument)), s.STEP_NAMES[step]
    if seat >= state.players:
        raise BadRecord(f"position: agenda: {name!r} has no seat numbered {seat}")
    may_be = _is_before_cards if step == s.WINDOW else _says_who_lived
    if argument >= 16 and not may_be(state, seat, argument):
        raise BadRecord(f"position: agenda: {name!r} has the number of a seat, or 8 more, not {argument}")


def _is_before_cards(state: Position, seat: int, argument: int) -> bool:
    """Whether a WINDOW lies before cards of its seat act by themselves."""
    moment = int(moment_of(argument))
    below = {moments.GOING_HOME: s.RETURN_HOME, moments.END_OF_ROUND: s.END_ROUND}.get(moment)
    if below is None or argument & AT_THE_END or not state.listening[seat] >> moment & 1:
        return False
    return has(state, below) and not (moment == moments.GOING_HOME and has(state, s.WORK))


def _says_who_lived(state: Position, seat: int, argument: int) -> bool:
    """Whether the herd of a HOUSE may have been on the farm, in a game with cards that may care."""
    return state.facts.deck is not None and argument & MAY_COOK != 0 and argument < END_OF_HOUSES


def _check_stage(state: Position, step: int, argument: int) -> None:
    stages = arguments(state, s.ORDER_CARDS)
    if not state.facts.chosen_order or state.round != 1 or stages != _last_stages(len(stages)):
        raise BadRecord("position: agenda: stages are only ordered in turn, before round 1, if so chosen")


def _last_stages(n: int) -> list[int]:
    return list(range(STAGES - n + 1, STAGES + 1))


def _check_space(state: Position, step: int, argument: int) -> None:
    name = s.STEP_NAMES[step]
    space = int(unpack_turn(argument)[0]) if step == s.END_TURN else argument
    if space >= SPACES or not spaces.stands_on(state, state.active, space):
        raise BadRecord(f"position: agenda: {name!r} has the number of a space that the active seat uses")
    if space != unpack_turn(arguments(state, s.END_TURN)[0])[0]:
        raise BadRecord(f"position: agenda: {name!r} has another space than the turn")
    if step == s.CHOOSE and not any(state.facts.choice[space * GOODS + good] for good in range(GOODS)):
        raise BadRecord(f"position: agenda: {SPACE_IDS[space]} gives no choice")


def _check_menu(state: Position, step: int, argument: int) -> None:
    parts, going_on = int(open_parts(argument)), int(current_part(argument))
    if (
        parts >= 1 << PARTS
        or parts & going_on
        or going_on & ~REPEATED
        or going_on & (going_on - 1)
        or any((parts | going_on) & both == both for both in (STABLES | ONE_STABLE, ROOMS | ONE_ROOM))
        or argument >= END_OF_MENUS
    ):
        raise BadRecord(f"position: agenda: 'menu' has no parts of an action numbered {argument}")


_CHECKS: Final[dict[int, Callable[[Position, int, int], None]]] = {
    s.NO_ARGUMENT: _check_no_argument,
    s.SEAT_ARGUMENT: _check_seat,
    s.SEAT_AND_MORE: _check_seat_and_more,
    s.STAGE_ARGUMENT: _check_stage,
    s.SPACE_ARGUMENT: _check_space,
    s.MENU_ARGUMENT: _check_menu,
}


# --- phases ------------------------------------------------------------------------------------------


def _check_phases(state: Position) -> None:
    """Phases go through all seats from the starting player: preparation, harvest (R7.1), the very end."""
    order = [(int(state.start) + place) % int(state.players) for place in range(int(state.players))]
    prepared = _left(state, (s.PREPARE,))
    if not _is_end_of(prepared, _each(s.PREPARE, order)) or (
        has(state, s.TURN_UP) and len(prepared) < len(order)
    ):
        raise BadRecord("position: agenda: a round is prepared for one seat after the other (R1.2)")
    windows = [] if state.facts.deck is None else _each(s.WINDOW, order)
    whole = [*windows, *_each(s.FIELD_PHASE, order), *_each(s.FEED, order), *_each(s.BREED, order)]
    kept = _left(state, (s.KEEP_ONE,))
    if not _is_end_of(kept, _each(s.KEEP_ONE, order if rounds.keeps_in_campaign(state) else [0])):
        raise BadRecord("position: agenda: one seat after the other keeps an occupation, if at all (R13.9)")
    if kept:
        whole = [(s.WINDOW, seat + AT_THE_END) for seat in order]
    left = _left(state, (s.WINDOW, s.FIELD_PHASE, s.FEED, s.BREED))
    _check_windows(left, order)
    left = [(step, argument) for step, argument in left if step != s.WINDOW or argument < 16]
    harvests = state.facts.harvest[state.round] == 1
    if left and not (_is_end_of(left, whole) and (harvests or kept)):
        raise BadRecord(
            f"position: agenda: no harvest of round {state.round} has just these phases and seats left (R7.1)"
        )


def _check_windows(left: list[tuple[int, int]], order: list[int]) -> None:
    """Before cards act at a moment, one seat after the other may exchange something."""
    for moment in (moments.GOING_HOME, moments.END_OF_ROUND):
        seats = [int(seat_in(n)) for step, n in left if step == s.WINDOW and moment_of(n) == moment]
        if seats != [seat for seat in order if seat in seats]:
            raise BadRecord("position: agenda: before cards act, seats exchange in turn order (R8.2)")


def _left(state: Position, phases: tuple[int, ...]) -> list[tuple[int, int]]:
    """The steps of these phases that are pending, the next one first."""
    return [(step, argument) for step, argument in frames(state) if step in phases][::-1]


def _is_end_of(left: list[tuple[int, int]], whole: list[tuple[int, int]]) -> bool:
    return not left or left == whole[-len(left) :]


def _each(step: int, seats: Iterable[int]) -> list[tuple[int, int]]:
    return [(step, seat) for seat in seats]
