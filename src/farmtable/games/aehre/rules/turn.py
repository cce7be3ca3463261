"""The course of a turn: doing an action, and the steps that nobody has to decide.

A turn is planned on the agenda: place, pay for levelling, score each field, build farms, assess them,
draw, end. `advance` runs what follows by itself and stops at the first step to be decided.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.state import CHANCE, OVER
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.steps import BY_CHANCE, EVENT_OVER, PLACE
from farmtable.games.aehre.position.steps import STEPS as ROWS
from farmtable.games.aehre.rules import chance, farms, laying, scoring
from farmtable.games.aehre.rules.step import Step


@final
class EndTurn(Step):
    """Hand over to the next seat, or end the game after the last of a round (R50)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.pop()
        following: i64 = (state.active + 1) % state.players
        if following == state.start:
            if state.ending:
                state.note(EVENT_OVER, 0, 0)
                return True
            state.round += 1
        state.active = following
        state.push(PLACE)
        return True


# In the order of their numbers, as in `position/steps.py`. (A `vec` gives them faster than a list.)
STEPS: Final = vec[Step](
    [
        chance.StartSeat(),
        chance.Deal(),
        laying.Place(),
        laying.PayLevel(),
        scoring.ScoreFields(),
        chance.Reveal(),
        farms.Build(),
        farms.Assess(),
        laying.DiscardTile(),
        chance.DrawTile(),
        EndTurn(),
    ]
)


def apply(state: Position, action: Action) -> None:
    """Do an action, and go on to the next decision, outcome of chance, or the end."""
    STEPS[state.step()].act(state, state.argument(), action)
    advance(state)


def advance(state: Position) -> None:
    """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
    while len(state.agenda) > 0:
        if not STEPS[state.step()].runs_by_itself(state, state.argument()):
            state.to_play = CHANCE if ROWS[state.step()].decided_by == BY_CHANCE else state.active
            return
    state.to_play = OVER


def choices(state: Position) -> vec[i64]:
    """What may be done at the step on top of the agenda, ascending; nothing when the game is over."""
    if state.to_play == OVER:
        return vec[i64]()
    return STEPS[state.step()].choices(state, state.argument())


def weights(state: Position) -> vec[i64]:
    """How likely each outcome of chance is, in whole numbers."""
    return STEPS[state.step()].weights(state, state.argument(), choices(state))
