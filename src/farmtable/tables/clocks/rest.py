"""Time that does not count: rests from one moment to another, in the order in which they begin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from farmtable.tables.clocks.control import DAY

Rest = tuple[float, float]

MOST_A_YEAR: Final = 42
"""So many days others wait within a year: for a person, and for a seat, whoever holds it."""
YEAR: Final = 365.0 * DAY


def running(rests: Iterable[Rest], start: float, end: float) -> float:
    """The seconds from `start` to `end` that are in no rest."""
    seconds, at = 0.0, start
    for since, until in rests:
        seconds += max(min(since, end) - at, 0.0)
        at = max(at, until)
    return seconds + max(end - at, 0.0)


def after(rests: Iterable[Rest], start: float, seconds: float) -> float:
    """The moment by which so many seconds since `start` are in no rest."""
    at = start
    for since, until in rests:
        if since - at >= seconds:
            break
        seconds -= max(since - at, 0.0)
        at = max(at, until)
    return at + seconds


def rest_at(rests: Iterable[Rest], now: float) -> float | None:
    """When the rest ends that there is at this moment; None where there is none."""
    at = now
    for since, until in rests:
        if since <= at < until:
            at = until
    return at if at > now else None


def granted(rests: Iterable[Rest], rested: Iterable[Rest], start: float) -> tuple[Rest, ...]:
    """As much of the rests since `start` as keeps within a year's days what there is with those before, which
    were `rested`."""
    taken, found = list(rested), []
    for since, until in rests:
        begins = max(since, taken[-1][1] if taken else start, start)
        within_a_year = YEAR - running(taken, begins - YEAR, begins)
        # What was rested leaves the year again as this one goes on.
        leaving = [(since + YEAR, until + YEAR) for since, until in taken]
        ends = min(until, after(leaving, begins, max(MOST_A_YEAR * DAY - within_a_year, 0.0)))
        if begins < ends:
            taken.append((begins, ends))
            found.append((begins, ends))
    return tuple(found)


def rested_until(rested: Iterable[Rest], rests: Iterable[Rest], now: float) -> tuple[Rest, ...]:
    """What was rested, with what of these rests is over; what is older than a year counts no more."""
    over = [(since, min(until, now)) for since, until in rests if since < now]
    found: list[Rest] = []
    for since, until in (*rested, *over):
        if found and found[-1][1] == since:
            found[-1] = (found[-1][0], until)
        elif until > now - YEAR:
            found.append((since, until))
    return tuple(found)
