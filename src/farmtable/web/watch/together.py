"""The numbers of several processes, told as one (ADR 28): each writes its own into files of a folder that all
share, and whichever is asked adds them up. What the dead have counted stays counted."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from prometheus_client import CollectorRegistry
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus_client looks for the folder, when it is imported."""
NOTE_EVERY: Final = 5.0
"""Seconds after which a process writes down how it stands now, for when another is asked."""


@contextmanager
def shared_folder() -> Iterator[None]:
    """Let all processes that are started meanwhile tell their numbers as one."""
    with TemporaryDirectory(prefix="farmtable-numbers-") as folder:
        os.environ[FOLDER] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER]


def is_shared() -> bool:
    """Whether the numbers of this process are told together with those of others."""
    return FOLDER in os.environ


def all_of(own: CollectorRegistry) -> CollectorRegistry:
    """The numbers of all processes that share a folder with this one; `own` where none does."""
    if not is_shared():
        return own
    _forget_the_dead(Path(os.environ[FOLDER]))
    everybody = CollectorRegistry()
    MultiProcessCollector(everybody)  # type: ignore[no-untyped-call]
    return everybody


async def keep_noting(note: Callable[[], None]) -> None:
    """Have `note` called again and again, where others are asked for what it notes."""
    while is_shared():
        with contextlib.suppress(Exception):  # the next time will do
            await asyncio.to_thread(note)
        await asyncio.sleep(NOTE_EVERY)


def _forget_the_dead(folder: Path) -> None:
    """Take away what only the living can say: how it stands now."""
    named = (re.search(r"_(\d+)\.db$", file.name) for file in folder.glob("gauge_live*.db"))
    for process in {int(found[1]) for found in named if found}:
        try:
            os.kill(process, 0)
        except OSError:
            mark_process_dead(process)  # type: ignore[no-untyped-call]
