"""Time that does not count: rests from one moment to another, in the order in which they begin."""

from __future__ import annotations

from collections.abc import Iterable

Rest = tuple[float, float]


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
