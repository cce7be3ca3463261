"""One process of browsers: it sets its tables up, says so, and plays from the moment that it is told."""

from __future__ import annotations

import asyncio
import multiprocessing
import random
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Protocol

from tools.load.history import History, now
from tools.load.table import Kind, Measured, Table

AT_ONCE: Final = 4
"""So many tables are set up side by side."""
BEAT: Final = 0.02
SETTLE: Final = 60.0
"""So many seconds are left at the end to what is under way."""


class Counted(Protocol):
    """A number that two processes see."""

    value: int


@dataclass(frozen=True)
class Plan:
    """What one generator does; its tables are numbered from `first` on, and of the kinds by turns.

    The histories have the boards themselves with `texts`. If it `settles`, all pages ask for their boards
    once more at the end.
    """

    servers: tuple[tuple[str, int], ...]
    kinds: tuple[Kind, ...]
    tables: int
    every: float
    folder: Path
    first: int = 0
    texts: bool = False
    settles: bool = False
    seed: int = 1


@dataclass
class Played:
    """What a generator has measured, and how it kept up itself: its processor time, and how late it woke."""

    measured: Measured = field(default_factory=Measured)
    cpu: float = 0.0
    late: list[float] = field(default_factory=list)


class Generator:
    """A process that plays by a `Plan`."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._answered = context.Value("L", 0, lock=False)  # one process writes, the other reads
        self._process = context.Process(target=run, args=(plan, theirs, self._answered), daemon=True)
        self._process.start()
        theirs.close()

    @property
    def answered(self) -> int:
        """How many decisions have been acknowledged so far."""
        return int(self._answered.value)

    @property
    def ended(self) -> bool:
        """Whether its process has ended; it says itself why, where it should not have."""
        return not self._process.is_alive()

    def wait_until_ready(self) -> None:
        """Wait until all tables are set up. Raises EOFError where it has failed."""
        self._pipe.recv()

    def play(self, start: float, until: float) -> None:
        """Let it play from one moment to another."""
        self._pipe.send((start, until))

    def stop(self) -> None:
        """Let it end now, but for what is under way."""
        self._pipe.send(None)

    def kill(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.join()

    def played(self) -> Played:
        """What came of it, once it has ended. Raises EOFError where it has failed."""
        found: Played = self._pipe.recv()
        self._process.join()
        return found


def run(plan: Plan, pipe: Connection, answered: Counted) -> None:
    """What happens in the process."""
    _allow_many_connections()
    pipe.send(asyncio.run(_run(plan, pipe, answered)))


async def _run(plan: Plan, pipe: Connection, answered: Counted) -> Played:
    played = Played()
    history = History(plan.folder / f"clients-{plan.first:05}.jsonl", plan.texts)
    tables = [
        Table(
            f"t{number}",
            plan.kinds[number % len(plan.kinds)],
            plan.servers,
            history,
            played.measured,
            random.Random(f"{plan.seed} {number}"),
        )
        for number in range(plan.first, plan.first + plan.tables)
    ]
    await _few_at_once(tables)
    pipe.send("ready")
    start, until = await asyncio.to_thread(pipe.recv)
    ended = asyncio.Event()
    # In no thread: where a table has failed, nobody is to wait for a word from there.
    loop = asyncio.get_running_loop()
    loop.add_reader(pipe.fileno(), ended.set)
    loop.call_later(until - now(), ended.set)

    async def play(table: Table) -> None:
        try:
            await table.play(start, plan.every, lambda: now() < until and not ended.is_set())
        finally:
            ended.set()  # where one has failed nothing is measured any more

    with _watched(played, answered):
        playing = [asyncio.create_task(play(table)) for table in tables]
        await ended.wait()
        loop.remove_reader(pipe.fileno())
    await _end(playing, played.measured)
    if plan.settles:
        await _end([asyncio.create_task(table.settle()) for table in tables], played.measured)
    for table in tables:
        table.close()
    history.close()
    return played


async def _end(tasks: list[asyncio.Task[None]], measured: Measured) -> None:
    """Wait for what is under way, but not for ever: what no answer came to is counted."""
    done, left = await asyncio.wait(tasks, timeout=SETTLE)
    measured.unanswered += len(left)
    for task in left:
        task.cancel()
    for task in done:
        task.result()


async def _few_at_once(tables: list[Table]) -> None:
    few = asyncio.Semaphore(AT_ONCE)

    async def one(table: Table) -> None:
        async with few:
            await table.set_up()

    await asyncio.gather(*map(one, tables))


@contextmanager
def _watched(played: Played, answered: Counted) -> Iterator[None]:
    """Note meanwhile how late the process wakes, how much processor time it takes, and what is answered."""

    def note(late: float) -> None:
        played.late.append(late)
        answered.value = len(played.measured.answered)

    beating = asyncio.create_task(_beat(note))
    began = time.process_time()
    yield
    played.cpu = time.process_time() - began
    beating.cancel()


async def _beat(note: Callable[[float], None]) -> None:
    while True:
        due = now() + BEAT
        await asyncio.sleep(BEAT)
        note(now() - due)


def _allow_many_connections() -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
