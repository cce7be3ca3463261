"""The result of a search: its candidates, the value for each seat, and the principal line."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.state import OVER, World

LONGEST_LINE: Final = 60
"""The most actions of a principal line that are reported."""


@final
class Candidate:
    """One action that was searched.

    `visits`: how many simulations went through it; `prospects` and `outlook`: each seat's chance to win and
    expected final points if it is chosen; `chance` and `points`: those of the `seat` that decides; `utility`:
    what the search maximised, 0 to 1; `prior`: its prior probability, from its appraisal. `share`: the
    probability of playing it if all decide at once (`Tree.shares`), else 0.0.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - plain data
        self,
        action: Action,
        visits: i64,
        seat: Seat,
        prospects: list[float],
        outlook: list[float],
        utility: float,
        prior: float,
        share: float = 0.0,
    ) -> None:
        self.action: i64 = action
        self.seat: i64 = seat
        self.visits: i64 = visits
        self.prospects = prospects
        self.outlook = outlook
        self.chance: float = prospects[seat]
        self.points: float = outlook[seat]
        self.utility = utility
        self.prior = prior
        self.share = share

    def __reduce__(self) -> tuple[object, ...]:
        what = (self.action, self.visits, self.seat, self.prospects, self.outlook)
        return (Candidate, (*what, self.utility, self.prior, self.share))


@final
class Thought:
    """The outcome of searching one decision.

    `candidates`: the legal actions, best first. `chances` and `points`: each seat's share of the victory and
    expected final points if the best is chosen or, if all decide at once, under the mixed strategy. `sheets`:
    each seat's expected score sheet lines after the best (`Declaration.sheet_lines`), which add up to its
    points there; empty if they are not known. `line`: the principal line, actions of all seats and outcomes
    of chance, starting from `position` (a whole position, sampled where the seat cannot know). `simulations`
    and `nodes`: their numbers; `depth`: of the longest simulation; `seconds`: the time it took.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - plain data
        self,
        candidates: list[Candidate],
        chances: list[float],
        points: list[float],
        sheets: list[list[float]],
        line: list[i64],
        position: World,
        simulations: i64,
        nodes: i64,
        depth: i64,
        seconds: float,
    ) -> None:
        self.candidates = candidates
        self.chances = chances
        self.points = points
        self.sheets = sheets
        self.line = line
        self.position = position
        self.simulations: i64 = simulations
        self.nodes: i64 = nodes
        self.depth: i64 = depth
        self.seconds = seconds

    def __reduce__(self) -> tuple[object, ...]:
        what = (self.candidates, self.chances, self.points, self.sheets, self.line, self.position)
        return (Thought, (*what, self.simulations, self.nodes, self.depth, self.seconds))


def ranked(candidates: list[Candidate]) -> list[Candidate]:
    """The best first: those tried at least half as often as the most tried, by what they promise; then the
    others.
    """
    most: i64 = 0
    for candidate in candidates:
        most = max(most, candidate.visits)

    def merit(candidate: Candidate) -> tuple[float, int, float]:
        tried = 2 * candidate.visits >= most
        return candidate.utility if tried else -1.0, candidate.visits, candidate.utility

    return sorted(candidates, key=merit, reverse=True)


def playable(line: list[i64], state: World) -> list[i64]:
    """The beginning of a line that can be played from `state`; `state` is changed by playing it."""
    found: list[i64] = []
    for action in line:
        if state.to_play == OVER or action not in state.legal_actions():
            break
        state.apply(action)
        found.append(action)
    return found
