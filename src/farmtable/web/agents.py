"""The kind of device that sent a request: two words taken from the browser's user agent string.

Only these words are kept, never the string itself: they help players recognise their own devices, and nobody
can be tracked by them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

# The first match counts: nearly all browsers also call themselves Chrome or Safari.
PROGRAMS: Final = (
    ("Firefox", ("Firefox/", "FxiOS/")),
    ("Edge", ("Edg/", "EdgA/", "EdgiOS/")),
    ("Opera", ("OPR/", "OPiOS/", "OPT/")),
    ("Samsung Internet", ("SamsungBrowser/",)),
    ("Vivaldi", ("Vivaldi/",)),
    ("Chrome", ("Chrome/", "HeadlessChrome/", "CriOS/", "Chromium/")),
    ("Safari", ("Safari/",)),
)
SYSTEMS: Final = (
    ("Android", ("Android",)),
    ("iPhone", ("iPhone",)),
    ("iPad", ("iPad",)),
    ("Windows", ("Windows",)),
    ("macOS", ("Macintosh", "Mac OS X")),
    ("ChromeOS", ("CrOS",)),
    ("Linux", ("Linux", "X11")),
)


def describe(agent: str) -> tuple[str, str]:
    """The names of program and system in a `User-Agent`; each is empty if it is not a known one."""
    return _described(agent[:1000])


@lru_cache(1000)
def _described(agent: str) -> tuple[str, str]:
    return _first(PROGRAMS, agent), _first(SYSTEMS, agent)


def _first(known: tuple[tuple[str, tuple[str, ...]], ...], agent: str) -> str:
    return next((name for name, marks in known if any(mark in agent for mark in marks)), "")
