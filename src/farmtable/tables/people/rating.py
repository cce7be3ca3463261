"""What a finished game says about the strength of its players: a Bayesian ranking of seats (OpenSkill).

R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online Ranking", 2011, with the ranking of
R. L. Plackett and R. D. Luce, where it does not matter who else was at the table: guests, of whom nothing is
known, can be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from openskill.models import PlackettLuce

# As people read it: everybody begins at 1500, and 40 points are one of OpenSkill's.
SCALE: Final = 40
BASE: Final = 500


@dataclass(frozen=True)
class Rating:
    """How strong somebody is thought to be, `mu`, how unsure that is, `sigma`, and after how many games."""

    mu: float
    sigma: float
    games: int = 0

    @property
    def points(self) -> int:
        """The rating as people read it."""
        return round(BASE + SCALE * self.mu)

    @property
    def margin(self) -> int:
        """By how much it may well be more or less: two standard deviations."""
        return round(2 * SCALE * self.sigma)


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def beginner() -> Rating:
    """The rating of whoever has not played yet."""
    return Rating(_model().mu, _model().sigma)


def rate(seats: Sequence[tuple[str, int]], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings after a game; each seat is who sat there, and the place that he came in.

    Who sat on several seats, as a bot may, has learned from all of them: its gains are added up, and its
    uncertainty shrinks by each.
    """
    model = _model()
    found = {who: before.get(who) or beginner() for who, _ in seats}
    teams = [[model.rating(mu=found[who].mu, sigma=found[who].sigma)] for who, _ in seats]
    after = model.rate(teams, ranks=[float(place) for _, place in seats])
    rated = dict(found)
    for (who, _), (one,) in zip(seats, after, strict=True):
        was, now = found[who], rated[who]
        rated[who] = Rating(now.mu + one.mu - was.mu, now.sigma * one.sigma / was.sigma, was.games + 1)
    return rated
