"""A throw of dice that everybody sees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Throw:
    """What dice show: for which `seat` they were thrown, the number on each, and the place on the page where
    they lie until the next throw (a name as `State.places` gives it)."""

    seat: int
    shown: tuple[int, ...]
    place: str
