"""Playing on by what is promised one action ahead, until a seat has had some of its turns.

An evaluation that knows choices better than positions errs by what has just been done: whoever has just
chosen looks better off. Asked only where a seat's own turn begins, it errs everywhere alike. A turn is all
that a seat decides until another one does.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.bots.evaluation import Appraisal, Evaluation
from farmtable.core.playout import sample_chance
from farmtable.core.rng import Rng
from farmtable.core.state import CHANCE, OVER, State


def play_on(state: State, seat: i64, turns: i64, evaluation: Evaluation, rng: Rng) -> Appraisal:
    """What comes of `state`, which is played on, when all take what lets them lead furthest.

    At the beginning of the `turns`th turn of `seat` to come (0: at its next decision), or of the game's end,
    if that comes first, its best action is appraised. What is left of a turn of its own in `state` counts as
    none.
    """
    mover: i64 = seat
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
            continue
        if state.to_play != mover:
            mover = state.to_play
            turns -= 1 if mover == seat else 0
        legal = state.legal_actions()
        last = turns <= 0 and mover == seat
        state.apply(legal[0] if len(legal) == 1 else favourite(state, legal, evaluation))
        if last:
            break
    return evaluation.appraise(state)


def favourite(state: State, legal: vec[i64], evaluation: Evaluation) -> i64:
    """Of the legal actions the one that promises its seat the furthest lead."""
    mover: i64 = state.to_play
    best: i64 = -1
    furthest: float = 0.0
    for action in legal:
        after = state.clone()
        after.apply(action)
        ahead: float = lead(expected(after, evaluation), mover, state.players)
        if best < 0 or ahead > furthest:
            best = action
            furthest = ahead
    return best


def expected(state: State, evaluation: Evaluation) -> vec[float]:
    """Each seat's final points to expect, with their spread behind them; the scores, where it is over."""
    if state.to_play == OVER:
        return evaluation.appraise(state).points
    return evaluation.expect(state)


def lead(points: vec[float], seat: i64, players: i64) -> float:
    """By how much a seat's points pass the mean of the others'; alone, its points."""
    if players == 1:
        return points[0]
    others: float = 0.0
    other: i64 = 0
    while other < players:
        if other != seat:
            others += points[other]
        other += 1
    return points[seat] - others / float(players - 1)
