"""Where boards are drawn: by a few threads, and who came first is served first.

Python runs one thread at a time. Were everything that is asked drawn at once, all would wait for all, and the
event loop for each of them. A few threads are as quick altogether, since they wait for the database by turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

AT_ONCE: Final = 3
"""So many boards are drawn at a time: one, while others wait for the database."""

Made = TypeVar("Made")


class Room:
    """A few threads for what takes some milliseconds."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._threads = ThreadPoolExecutor(at_once, "room")

    async def make(self, what: Callable[[], Made]) -> Made:
        """What `what` makes in one of the threads, once one is free."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, what)
