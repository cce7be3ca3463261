"""What all parts of an action share: choosing among those that a MENU offers (R2.2, R2.3).

A MENU on the agenda says which parts may still be begun, which one is under way, and whether it may be
left (`OPTIONAL`). Each part is one block: beginning another ends the one under way (R2.3), and what
cards do then comes in between. What the parts are, and do, stands in `parts`.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.aliases import Action, Seat
from farmtable.games.agricola.position.actions import DONE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GOODS, Good
from farmtable.games.agricola.position.parts import (
    EITHER,
    OPTIONAL,
    current_part,
    extra_of,
    open_parts,
    pack_menu,
)
from farmtable.games.agricola.position.steps import MENU
from farmtable.games.agricola.rules.parts.all_parts import REPEATED, closing_part, part_of, parts_with
from farmtable.games.agricola.rules.parts.part import Part

# What cards bring when a part is over and others are still open.
NOTHING: Final = 0
NEW_GOODS: Final = 1
A_QUESTION: Final = 2


# --- what may be done -------------------------------------------------------------------------------


def choices(state: Position, argument: i64) -> vec[i64]:
    """The actions of a MENU, ascending; DONE among them if it may be left."""
    parts: i64 = parts_to_take(state, argument)
    extra: i64 = extra_of(argument)
    actions = vec[i64](capacity=32)
    if argument & OPTIONAL != 0:
        actions = append(actions, DONE)
    while parts != 0:
        actions = part_of(parts & -parts).actions(state, state.active, extra, actions)
        parts &= parts - 1
    return _in_order(actions)


def _in_order(actions: vec[i64]) -> vec[i64]:
    """The actions of several parts ascending, each once."""
    ordered: i64 = 1
    while ordered < len(actions) and actions[ordered - 1] < actions[ordered]:
        ordered += 1
    if ordered >= len(actions):
        return actions
    found = vec[i64](capacity=len(actions))
    for action in sorted(set(actions)):
        found = append(found, action)
    return found


def parts_to_take(state: Position, argument: i64) -> i64:
    """The parts of a MENU that can be taken now: only the one under way, where cards first ask something."""
    if comes_after(state, argument) == A_QUESTION:
        return current_part(argument)
    return open_parts(argument) | current_part(argument)


# --- doing it ----------------------------------------------------------------------------------------


def apply(state: Position, action: Action) -> None:
    """Do one action of the MENU on top of the agenda, and keep what of the MENU remains."""
    argument: i64 = state.argument()
    if action == DONE:
        leave(state, argument)
        return
    state.pop()
    seat: Seat = state.active
    chosen: i64 = parts_with(state, action) & (open_parts(argument) | current_part(argument))
    part = part_of(chosen)
    left: i64 = 0 if argument & EITHER != 0 else open_parts(argument) & ~chosen
    going_on: i64 = chosen & REPEATED
    extra: i64 = extra_of(argument)
    begins: bool = chosen & current_part(argument) == 0
    if begins:
        end_part(state, current_part(argument))
    if begins and going_on != 0:
        begin_part(state, seat, part)
    if left | going_on != 0:
        rest: i64 = extra - part.used_up(state, seat, action, extra)
        state.push(MENU, pack_menu(left + OPTIONAL, rest, going_on))
    if begins and going_on == 0:  # over at once, before what is still open
        begin_part(state, seat, part)
    part.carry_out(state, seat, action, extra)


def leave(state: Position, argument: i64) -> None:
    """End a MENU; where cards bring something first, what is open can be taken with it."""
    left: i64 = open_parts(argument)
    comes: i64 = comes_after(state, argument)
    state.pop()
    if comes != NOTHING:
        done: i64 = state.pop()
        state.push(MENU, pack_menu(left + OPTIONAL, extra_of(argument)))
        state.push(step_of(done), argument_of(done))


# --- where cards look at all of a part together -----------------------------------------------------------


def begin_part(state: Position, seat: Seat, part: Part) -> None:
    """Effects that look at all rooms or all fences of an action come when that part is over."""
    if state.facts.deck is not None and part.closing >= 0:
        state.push(part.closing, part.size(state, seat))


def end_part(state: Position, current: i64) -> None:
    """Let cards do what they do after all rooms or fences, if these were under way: another part begins."""
    if is_closed_later(state, current) and len(state.agenda) > 0:
        step: i64 = state.step()
        if closing_part(step) is not None:
            close(state, state.active, step, argument_of(state.pop()))


def close(state: Position, seat: Seat, step: i64, before: i64) -> None:
    """All of the part for which a step has waited is built."""
    part = closing_part(step)
    assert part is not None
    part.closed(state, seat, before)


def is_closed_later(state: Position, current: i64) -> bool:
    """Whether the part under way, if there is one, is one of which cards look at all together."""
    return state.facts.deck is not None and current != 0 and part_of(current).closing >= 0


def comes_after(state: Position, argument: i64) -> i64:
    """What cards bring between the part of a MENU under way and those still open, for the active seat."""
    current: i64 = current_part(argument)
    if not is_closed_later(state, current) or open_parts(argument) == 0:
        return NOTHING
    if not part_of(current).is_awaited(state, state.active):
        return NOTHING
    after = state.clone()
    after.tracing = False
    after.pop()
    if len(after.agenda) == 0 or closing_part(after.step()) is None:
        return NOTHING
    frames: i64 = len(after.agenda) - 1
    end_part(after, current)
    if len(after.agenda) > frames:
        return A_QUESTION
    good: Good = state.active * GOODS
    while good < (state.active + 1) * GOODS:
        if after.goods[good] != state.goods[good]:
            return NEW_GOODS
        good += 1
    return NOTHING
