"""The course of the game: doing an action, and the steps that nobody has to decide (chapters 1, 7, 12).

A round is planned on the agenda: turn up a card, prepare, work, return home, harvest, end. `advance`
runs what follows by itself and stops at the first step to be decided, with its legal actions ready.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.agenda import argument_of
from farmtable.core.aliases import Action, Seat
from farmtable.core.state import OVER
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.actions import EXCHANGE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.frames import unpack_play
from farmtable.games.agricola.rules import (
    beginning,
    decisions,
    effects,
    harvest,
    menu,
    playing,
    rounds,
    spaces,
    work,
)


def apply(state: Position, action: Action) -> None:
    step: i64 = state.step()
    if action == EXCHANGE:
        state.push(s.EXCHANGES, state.to_play)
    elif s.RUN_BY[step] == s.BEGINNING:
        beginning.answer(state, step, action)
    elif s.RUN_BY[step] == s.WORKING:
        work.act(state, action)
    else:
        decisions.answer(state, step, action)
    advance(state)


def advance(state: Position) -> None:
    """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
    while len(state.agenda) > 0:
        step: i64 = state.step()
        run_by: i64 = i64(s.RUN_BY[step])
        if run_by == s.BEGINNING:
            if beginning.waits(state, step):
                return
        elif run_by == s.WORKING:
            if work.someone_works(state):
                return
        elif run_by == s.DECISION:
            if decisions.must_decide(state, step):
                return
        else:
            argument: i64 = argument_of(state.pop())
            if run_by == s.OF_ACTION:
                go_on(state, step, argument)
            else:
                go_on_with_round(state, step, argument)
    state.to_play = OVER
    state.legal = vec[i64]()


def go_on(state: Position, step: i64, argument: i64) -> None:
    """The steps of an action that nobody decides."""
    seat: Seat = state.active
    if step == s.USE:
        spaces.use(state, seat, argument)
    elif step == s.USED:
        effects.happens(state, moments.AFTER_USE, seat, argument)
    elif step == s.END_TURN:
        work.end_turn(state, seat, argument)
    elif step == s.PLAY_NOW:
        card, food = unpack_play(argument)
        playing.play_now(state, seat, card, food)
    elif step == s.PLAYED:
        playing.played(state, seat, argument)
    else:
        menu.close(state, seat, step, argument)


def go_on_with_round(state: Position, step: i64, argument: i64) -> None:
    """The steps of a round that nobody decides."""
    if step == s.PREPARE:
        rounds.prepare(state, argument)
    elif step == s.REFILL:
        rounds.refill(state)
    elif step == s.RETURN_HOME:
        rounds.return_home(state)
    elif step == s.FIELD_PHASE:
        state.active = argument
        harvest.field_phase(state, argument)
    elif step == s.BREED:
        state.active = argument
        harvest.breed(state, argument)
    elif step == s.END_ROUND:
        rounds.end_round(state)
    else:
        rounds.next_round(state)


def listed(state: Position) -> vec[i64]:
    """The actions at the step on top, which has been found to wait for somebody."""
    if len(state.agenda) == 0:
        return vec[i64]()
    step: i64 = state.step()
    if s.RUN_BY[step] == s.BEGINNING:
        return beginning.possible(state, step)
    if s.RUN_BY[step] == s.WORKING:
        return work.placements(state, state.to_play)
    return decisions.possible(state, step)
