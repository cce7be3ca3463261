"""The rewards of a finished game, in three measures to choose from."""

from __future__ import annotations

from typing import Final

from farmtable.core.state import State

ILLEGAL_REWARD: Final = -1.0
"""The reward for ending a game by an illegal action, in every measure."""


def final_rewards(state: State, reward: str) -> list[float]:
    """The reward of each seat for a game that is over.

    - `winning`: the winners share 1, the others share -1, so that all rewards sum to 0; if all win, each gets
      0. In solo games it is 1 or -1.
    - `margin`: own points less those of the best other seat; in solo games own points.
    - `points`: own points.
    """
    if reward == "winning":
        return _winning(state)
    points = [float(score) for score in state.scores()]
    if reward == "points" or len(points) == 1:
        return points
    best = max(points)
    leaders = points.count(best)
    second = max((score for score in points if score < best), default=best)
    others = [second if score == best and leaders == 1 else best for score in points]
    return [own - other for own, other in zip(points, others, strict=True)]


def _winning(state: State) -> list[float]:
    winners = state.winners()
    losers = int(state.players) - len(winners)
    if state.players == 1:
        return [1.0 if winners else -1.0]
    if losers == 0:
        return [0.0] * state.players
    return [1.0 / len(winners) if seat in winners else -1.0 / losers for seat in range(state.players)]
