"""Games of the tests, found by their id for a while, as installed ones are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint

from farmtable.core import entries
from farmtable.web.setup import all_games


@contextmanager
def installed(id: str, where: str) -> Iterator[None]:
    """Within it `farmtable.game(id)` finds the game that `where`, "module:NAME", names."""
    points = entries.announced()
    points[id] = EntryPoint(id, where, entries.GROUP)
    all_games.cache_clear()
    try:
        yield
    finally:
        del points[id]
        entries.load.cache_clear()
        all_games.cache_clear()
