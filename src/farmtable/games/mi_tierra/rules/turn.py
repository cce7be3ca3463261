"""The course of the game: doing an action, and the steps that nobody has to decide.

What is pending stands on the agenda, and what each kind of step does in its `Step`. `advance` runs what
follows by itself and stops at the first step to be decided, with its legal actions ready.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.state import CHANCE, OVER
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.packed import seat_in
from farmtable.games.mi_tierra.position.steps import ACTIVE, BY_CHANCE, IN_ORDER
from farmtable.games.mi_tierra.position.steps import STEPS as ROWS
from farmtable.games.mi_tierra.rules import (
    arrivals,
    clock_tower,
    development,
    events,
    farm,
    housing,
    market,
    placing,
    rounds,
    zones,
)
from farmtable.games.mi_tierra.rules.step import Step

# In the order of their numbers, as in `position/steps.py`. (A `vec` gives them faster than a list.)
STEPS: Final = vec[Step](
    [
        rounds.StartSeat(),
        development.DevelopCard(),
        market.MarketCard(),
        rounds.Round(),
        rounds.Upkeep(),
        market.CloseMarkets(),
        placing.Placing(),
        rounds.Zone(),
        zones.Offered(),
        zones.Rolling(),
        housing.House(),
        clock_tower.Look(),
        clock_tower.Reorder(),
        development.Developing(),
        development.Dropping(),
        farm.Farming(),
        arrivals.Arrival(),
        market.Selling(),
        market.GenericSale(),
        market.Trading(),
        events.Giving(),
        rounds.EndRound(),
    ]
)


def apply(state: Position, action: Action) -> None:
    """Do an action, and go on to the next decision, outcome of chance, or the end."""
    STEPS[state.step()].act(state, state.argument(), action)
    advance(state)


def advance(state: Position) -> None:
    """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
    while len(state.agenda) > 0:
        step = STEPS[state.step()]
        argument: i64 = state.argument()
        if step.runs_by_itself(state, argument):
            continue
        who: i64 = decider(state)
        actions = step.choices(state, argument, who)
        if len(actions) == 1 and not step.is_asked_of_one():
            step.act(state, argument, actions[0])
        elif len(actions) > 0:
            state.to_play = who
            state.legal = actions
            return
        else:
            state.pop()
    state.to_play = OVER
    state.legal = vec[i64]()


def decider(state: Position) -> i64:
    """Whose decision the step on top is."""
    who: i64 = ROWS[state.step()].decided_by
    if who == ACTIVE:
        return state.active
    if who == BY_CHANCE:
        return CHANCE
    if who == IN_ORDER:
        return state.order[state.turn % state.players]
    return seat_in(state.argument())


def refresh(state: Position) -> None:
    """Find the legal actions again, after what is hidden has changed."""
    state.legal = vec[i64]()
    if state.to_play != OVER:
        state.legal = STEPS[state.step()].choices(state, state.argument(), decider(state))


def weights(state: Position) -> vec[i64]:
    """How likely each outcome of chance is, in whole numbers."""
    return STEPS[state.step()].weights(state, state.argument(), state.legal)
