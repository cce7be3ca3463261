"""Settings that nobody reads: slips of the pen, by which a server is not what its owner thinks it is."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Final

from farmtable.web.notifications.settings import VARIABLES

BEGINNING: Final = "FARMTABLE_"
OF_DEVELOPERS: Final = frozenset({"FARMTABLE_PURE", "FARMTABLE_TRACEBACK"})
KNOWN: Final = OF_DEVELOPERS.union(
    *(VARIABLES, ("FARMTABLE_HOST", "FARMTABLE_PORT", "FARMTABLE_HOSTS", "FARMTABLE_DB", "FARMTABLE_NAME")),
    ("FARMTABLE_CHAT", "FARMTABLE_HSTS", "FARMTABLE_LOG", "FARMTABLE_METRICS", "FARMTABLE_METRICS_TOKEN"),
    ("FARMTABLE_WORKERS", "FARMTABLE_RAY", "FARMTABLE_CACHE"),
)
"""All that is read from the environment, by whatever command."""


def misspelt(environment: Mapping[str, str]) -> list[str]:
    """What is set here that is no setting: a sentence for each."""
    return [
        f"{name} is set, but nothing here is called so{_perhaps(name)}"
        for name in sorted(environment)
        if name.startswith(BEGINNING) and name not in KNOWN and environment[name].strip()
    ]


def _perhaps(name: str) -> str:
    near = get_close_matches(name, sorted(KNOWN), n=1, cutoff=0.9)
    return f"; perhaps {near[0]} is meant" if near else ""
