"""The positions of many games with the same number of seats, and their target values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from farmtable.training.episodes import Seen, rows

Floats = NDArray[np.float32]
Whole = NDArray[np.int16]
Expect = Callable[[Whole], Floats]


@dataclass
class Positions:
    """Positions, game by game in their order.

    `features`: positions × seats × features; `games`: to which game each belongs; `points`: positions ×
    seats, what each seat had in the end; `given`: whether a seat was given something just before the
    position.
    """

    features: Whole
    games: NDArray[np.int64]
    points: Floats
    given: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.games)

    @property
    def players(self) -> int:
        """How many seats the games had."""
        return int(self.features.shape[1])

    def left(self) -> NDArray[np.int64]:
        """Positions × seats: how much of the game is still to come, in percent (the second feature)."""
        return np.clip(self.features[:, :, 1].astype(np.int64), 0, 100)

    def undisturbed(self) -> NDArray[np.bool_]:
        """Positions after which nothing was given, so that the outcome is theirs (one bool for each)."""
        found = np.ones(len(self), bool)
        for here in _backwards(self.games):
            found[here] = found[here + 1] & ~self.given[here + 1]
        return found

    def expected(self, expect: Expect) -> Floats:
        """Positions × seats: the final points that `expect` tells from rows of features."""
        flat = self.features.reshape(-1, self.features.shape[2])
        return expect(flat).reshape(-1, self.players)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of it, to be kept and given to `of`."""
        return {
            "features": self.features,
            "games": self.games,
            "points": self.points,
            "given": self.given,
        }

    @staticmethod
    def shapes(players: int) -> dict[str, tuple[int | str, ...]]:
        """The shapes of the `arrays` of games with this many seats."""
        return {
            "features": ("positions", players, "features"),
            "games": ("positions",),
            "points": ("positions", players),
            "given": ("positions",),
        }

    @staticmethod
    def of(arrays: Mapping[str, Any]) -> Positions:
        """The positions whose `arrays` these are."""
        return Positions(*(arrays[name] for name in ("features", "games", "points", "given")))


def positions_of(games: Sequence[Seen], features: int) -> list[Positions]:
    """The positions of these games, by number of seats."""
    found = []
    for players in sorted({len(seen.scores) for seen in games}):
        some = [seen for seen in games if len(seen.scores) == players]
        tables = [rows(seen.features, players, features) for seen in some]
        counts = [len(table) for table in tables]
        points = np.repeat(np.array([seen.scores for seen in some], np.float32), counts, axis=0)
        given = np.zeros(len(points), bool)
        for first, seen in zip(np.cumsum([0, *counts]), some, strict=False):
            given[first + np.frombuffer(seen.given, np.int32)] = True
        which = np.repeat(np.arange(len(some)), counts)
        found.append(Positions(np.concatenate(tables), which, points, given))
    return found


def returns(positions: Positions, expect: Expect, lambda_: float) -> Floats:
    """The λ-returns of all positions, in points (Sutton 1988): positions × seats.

    The expectation at the next position of the same game has weight 1 - λ, that position's own return λ;
    after a game's last position the return is the final points. Just before a gift it is the expectation at
    that position, since what came of the gift did not come of it.
    """
    expected = positions.expected(expect)
    found = positions.points.copy()
    for here in _backwards(positions.games):
        next_one = (1 - lambda_) * expected[here + 1] + lambda_ * found[here + 1]
        found[here] = np.where(positions.given[here + 1, None], expected[here], next_one)
    return found


def _backwards(games: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Where positions stand: of all games the last but one, then of all the one before, and so on."""
    lasts = np.flatnonzero(np.diff(games, append=games[-1:] + 1))
    firsts = np.concatenate([[0], lasts + 1])[: len(lasts)]
    for back in range(1, int((lasts - firsts).max(initial=0)) + 1):
        yield lasts[lasts - back >= firsts] - back


def apart(errors: Floats, shared: float) -> Floats:
    """Errors (positions × seats) less `1 - shared` of their mean over the seats of a position.

    Winning depends on leads: an error that all seats share decides no game. Solo errors stay as they are.
    """
    if errors.shape[1] == 1:
        return errors
    found: Floats = errors - (1 - shared) * errors.mean(axis=1, keepdims=True)
    return found
