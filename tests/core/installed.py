"""Games of the tests, found by their id for a while, as installed ones are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint

from farmtable.core import registry


@contextmanager
def installed(id: str, where: str) -> Iterator[None]:
    """Within it `farmtable.game(id)` finds the game that `where`, "module:NAME", names."""
    points = registry._entry_points()
    points[id] = EntryPoint(id, where, registry.GROUP)
    try:
        yield
    finally:
        del points[id]
        registry._load.cache_clear()
