"""Analysis of a game: how likely each seat was to win, and which decisions cost most.

Each decision is judged by what its own seat knew then (a `Perspective`), never by what was revealed later.
The parts that take long are functions here that can run in other processes (`Thinkers`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev, variance
from typing import Any, Final

from farmtable.arena.intervals import t95
from farmtable.bots import Budget, Candidate, SearchBot, Thought, appraise
from farmtable.bots.budget import UNLIMITED
from farmtable.core.game import Game
from farmtable.core.playout import sample_chance
from farmtable.core.record import Record
from farmtable.core.rng import Rng
from farmtable.core.state import CHANCE, OVER, Perspective, State, World, as_world
from farmtable.core.text import Text
from farmtable.tables.advice import Choice, choice_of, line_told, shares_of

METHOD: Final = 5
"""Raised whenever the method changes, so that old analyses are made again."""
SEARCHES: Final = 3
"""How many searches share the time of a look; how much they differ shows how certain they are."""
WORLDS: Final = 6
"""How many samples of hidden information and chance are used to compare two decisions."""
BEYOND_LUCK: Final = t95(WORLDS - 1)
"""How many standard errors of a cost are half of the 95 % interval: more than two with so few worlds."""


@dataclass(frozen=True)
class Standing:
    """How the seats stand: each seat's chance to win (0 to 1) and its expected final points.

    `errors` are the standard errors of the chances, from how much several searches differ.
    """

    chances: list[float]
    points: list[float]
    errors: list[float]


def mean_of(standings: Sequence[Standing]) -> Standing:
    """The mean of some standings, with its standard error from how much they differ and from their own
    errors."""
    n = len(standings)
    chances = list(zip(*(each.chances for each in standings), strict=True))
    points = zip(*(each.points for each in standings), strict=True)
    errors = list(zip(*(each.errors for each in standings), strict=True))
    spreads = [variance(each) if n > 1 else 0.0 for each in chances]
    return Standing(
        _rounded(map(fmean, chances)),
        _rounded(map(fmean, points)),
        _rounded(sqrt((fmean(e * e for e in own) + v) / n) for own, v in zip(errors, spreads, strict=True)),
    )


@dataclass(frozen=True)
class Decision:
    """A decision that was taken: what its seat knew, and what it chose. `at` counts the positions of the game
    in which somebody decides, from 0."""

    at: int
    seat: int
    seen: Perspective
    action: int


@dataclass(frozen=True)
class Judgement:
    """The result of looking at a decision: what was `played`, what would have been `best`, and how the game
    could have continued from there (`line`). `standing` is as the seat could see it before the decision, and
    so is `sheet`, the expected lines of its score sheet (`Declaration.sheet_lines`; empty if nothing is known
    of them).

    `chance_lost` and `points_lost` are what the decision cost its seat, at least 0, and `chance_error` and
    `points_error` their standard errors. `close`: both decisions were compared carefully; otherwise the loss
    is only a first impression, and its error is unknown.
    """

    at: int
    seat: int
    standing: Standing
    sheet: list[float]
    played: Choice
    best: Choice
    line: list[Text]
    chance_lost: float
    points_lost: float
    chance_error: float
    points_error: float
    close: bool

    @property
    def cost(self) -> float:
        """What the decision cost its seat: hundredths of the chance to win or, in solo games, points."""
        return self.points_lost if self._is_alone else 100 * self.chance_lost

    @property
    def error(self) -> float:
        """The standard error of the cost."""
        return self.points_error if self._is_alone else 100 * self.chance_error

    @property
    def _is_alone(self) -> bool:
        return len(self.standing.points) == 1

    def to_dict(self) -> dict[str, Any]:
        """As JSON-ready data."""
        return asdict(self) | {
            "played": _choice_data(self.played),
            "best": _choice_data(self.best),
            "line": [text.as_data() for text in self.line],
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Judgement:
        """A judgement from the result of `to_dict`."""
        parts = {
            "standing": Standing(**data["standing"]),
            "played": _choice(data["played"]),
            "best": _choice(data["best"]),
            "line": [Text.from_data(text) for text in data["line"]],
        }
        return Judgement(**(dict(data) | parts))


def _choice_data(choice: Choice) -> dict[str, Any]:
    return asdict(choice) | {"said": None if choice.said is None else choice.said.as_data()}


def _choice(data: Mapping[str, Any]) -> Choice:
    said = data["said"]
    return Choice(**(dict(data) | {"said": None if said is None else Text.from_data(said)}))


def positions_of(record: Record) -> Iterator[tuple[State, int | None]]:
    """The positions in which somebody decides, each with the decision, and the end with None.

    A running game ends with the decision that is to come. Raises BadRecord as `Record.states` does.
    """
    for step, state in enumerate(record.states()):
        if state.to_play == CHANCE:
            continue
        last = step == len(record.actions)
        yield state, None if last else record.actions[step]


def decisions_of(record: Record, seat: int | None = None) -> list[Decision]:
    """The decisions that were taken (by `seat`, if given) where there was a choice that mattered."""
    return [
        Decision(at, int(state.to_play), state.seen_by(int(state.to_play)), action)
        for at, (state, action) in enumerate(positions_of(record))
        if action is not None and seat in (None, state.to_play) and _counts(state)
    ]


def _counts(state: State) -> bool:
    """Whether there is a choice, and one that can still change the points."""
    return len(state.legal_actions()) > 1 and not state.settled()


def outcome(record: Record) -> tuple[int, Standing]:
    """How a finished game ended, and after how many positions in which somebody decided."""
    end = appraise(as_world(record.state()))
    before = sum(action is not None for _, action in positions_of(record))
    return before, Standing(_rounded(end.chances), _rounded(end.points), [0.0] * len(end.chances))


def judge(decision: Decision, seconds: float) -> Judgement:
    """Think about a decision for this many `seconds`: the first impression."""
    return _judged(decision, seconds, False)


def judge_closely(decision: Decision, seconds: float) -> Judgement:
    """Think this long, and as long again about what was played and what would have been best, side by
    side."""
    return _judged(decision, seconds, True)


def _judged(decision: Decision, seconds: float, close: bool) -> Judgement:
    seat = decision.seat
    thoughts = _searched(decision, seconds)
    preferred, _ = Counter(each.candidates[0].action for each in thoughts).most_common(1)[0]
    thought = next(each for each in thoughts if each.candidates[0].action == preferred)
    shares = shares_of(thoughts)
    best, played = (
        choice_of(_mean(thoughts, action, seat), thought.position, seat, shares[action])
        for action in (preferred, decision.action)
    )
    chance, points = (best.chance - played.chance, 0.0), (best.points - played.points, 0.0)
    if close and best.action != played.action:
        chance, points = _compared(decision, best.action, seconds)
    return Judgement(
        at=decision.at,
        seat=seat,
        standing=_standing(thoughts),
        sheet=_sheet(thoughts, seat),
        played=played,
        best=best,
        line=line_told(thought, seat),
        chance_lost=round(max(chance[0], 0.0), 4),
        points_lost=round(max(points[0], 0.0), 2),
        chance_error=round(chance[1], 4),
        points_error=round(points[1], 2),
        close=close,
    )


def _searched(decision: Decision, seconds: float) -> list[Thought]:
    """The results of several searches, each with its own random stream, in this many seconds together."""
    budget = Budget(UNLIMITED, seconds / SEARCHES)
    return [
        SearchBot(Rng("analysis", f"{decision.at} search {number}"), budget).think(decision.seen)
        for number in range(SEARCHES)
    ]


def _mean(thoughts: list[Thought], action: int, seat: int) -> Candidate:
    """What all searches found about an action of `seat`."""
    found = [each for thought in thoughts for each in thought.candidates if each.action == action]
    return Candidate(
        action,
        sum(each.visits for each in found),
        seat,
        list(map(fmean, zip(*(each.prospects for each in found), strict=True))),
        list(map(fmean, zip(*(each.outlook for each in found), strict=True))),
        fmean(each.utility for each in found),
        fmean(each.prior for each in found),
    )


def _standing(thoughts: list[Thought]) -> Standing:
    """How the seats stand by the mean of several searches."""
    return mean_of([Standing(each.chances, each.points, [0.0] * len(each.chances)) for each in thoughts])


def _sheet(thoughts: list[Thought], seat: int) -> list[float]:
    """The expected score sheet lines of a seat, by the mean of several searches."""
    sheets = [thought.sheets[seat] for thought in thoughts if thought.sheets]
    return _rounded(map(fmean, zip(*sheets, strict=True)))


def _compared(
    decision: Decision, best: int, seconds: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """By how much chance and points of `best` exceed those of what was played, each with its standard error.

    This is the mean over several worlds. The numbers of the search itself are too rough for it, because it
    spends little time on actions that it likes less.
    """
    each = seconds / (2 * WORLDS)
    differences = []
    for world in range(WORLDS):
        position = decision.seen.determinize(Rng("analysis", f"{decision.at} world {world}"))
        there = [_promise(position, action, decision.seat, world, each) for action in (best, decision.action)]
        differences.append((there[0][0] - there[1][0], there[0][1] - there[1][1]))
    return _measured([chance for chance, _ in differences]), _measured([points for _, points in differences])


def _measured(differences: list[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    return fmean(differences), stdev(differences) / sqrt(len(differences))


def _promise(position: World, action: int, seat: int, world: int, seconds: float) -> tuple[float, float]:
    """The chance and the points of `seat` after an action, by a search for whoever decides next."""
    rng = Rng("analysis", f"promise {world}")
    after = position.clone()
    after.apply(action)
    while after.to_play == CHANCE:
        after.apply(sample_chance(after, rng))
    if after.to_play == OVER:
        end = appraise(after)
        return end.chances[seat], end.points[seat]
    thought = SearchBot(rng, Budget(UNLIMITED, seconds)).think(after.seen_by(after.to_play))
    return thought.chances[seat], thought.points[seat]


def engine_of(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """What an analysis of such a game was made with: it is made again when this changes."""
    found = next((path for path in game.networks(players, options) if path.exists()), None)
    evaluation = "estimate" if found is None else _digest(found, found.stat().st_mtime_ns)
    return f"{METHOD}/{game.rules_version}/{evaluation}"


@lru_cache(maxsize=64)
def _digest(path: Path, changed: int) -> str:
    return hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()


def _rounded(numbers: Any) -> list[float]:
    return [round(float(number), 4) for number in numbers]
