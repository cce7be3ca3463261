"""Who of those that wait should play together: the arithmetic of pairing, which knows no database."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

FIRST_WIDTH: Final = 150.0
"""So many points of rating two may differ by who have just come."""
WIDER_EACH_SECOND: Final = 5.0
ANYBODY_AFTER: Final = 60.0
"""Seconds after which whoever waits plays with anybody."""


@dataclass(frozen=True)
class Seeker:
    """Somebody who waits `since` a moment; `points` are his rating, None where he has none."""

    browser: str
    person: str
    name: str
    since: float
    points: int | None = None


def width(seeker: Seeker, now: float) -> float:
    """By how many points somebody may differ from this one, who has waited until now."""
    waited = now - seeker.since
    return math.inf if waited >= ANYBODY_AFTER else FIRST_WIDTH + WIDER_EACH_SECOND * max(waited, 0.0)


def fit(one: Seeker, other: Seeker, now: float) -> bool:
    """Whether two may play together; who has waited longer decides."""
    if one.points is None or other.points is None:
        return True
    return abs(one.points - other.points) <= max(width(one, now), width(other, now))


def group(
    waiting: Sequence[Seeker], players: int, apart: Collection[frozenset[str]], now: float
) -> list[Seeker] | None:
    """Who should play together now, so many of them; None where nobody can.

    Who has waited longest comes first, with those nearest to him. Two `apart` (ids of accounts) never meet.
    """
    for first in sorted(waiting, key=lambda one: (one.since, one.browser)):
        chosen = [first]
        for other in sorted(waiting, key=lambda one: (_distance(first, one), one.since, one.browser)):
            if len(chosen) == players:
                break
            if other not in chosen and all(
                fit(one, other, now) and frozenset((one.person, other.person)) not in apart for one in chosen
            ):
                chosen.append(other)
        if len(chosen) == players:
            return chosen
    return None


def _distance(one: Seeker, other: Seeker) -> float:
    if one.points is None or other.points is None:
        return 0.0 if one.points == other.points else FIRST_WIDTH
    return abs(one.points - other.points)
