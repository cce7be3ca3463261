"""Distributed work: the same task over many items, in this process, in several, or on a Ray cluster.

A result depends only on its item, so it does not matter who works on what, in what order, or whether an item
is repeated because a worker died.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import time
import traceback
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, wait
from types import FrameType, TracebackType
from typing import Any, NamedTuple, Self, TypeVar

from farmtable.core import BadOption, FarmtableError
from farmtable.core.interrupts import interrupts_held

Item = TypeVar("Item")
Result = TypeVar("Result")
Begin = Callable[[], object]
Stop = Callable[[], bool]

BATCH_SECONDS = 0.25
"""How long a worker is left alone: long enough to make the handing over cheap, short enough to stop."""
GRACE_SECONDS = 2.0
"""How long running batches may still take once it is said to stop; then they are given up."""
LEAVING_SECONDS = 0.5
"""How long processes may take to leave, all together; then they are killed."""
TRIES = 3
"""How often a batch is begun: whoever dies over it so often does not die by chance."""


def never() -> bool:
    """Do not stop."""
    return False


def nothing() -> None:
    """Begin without more ado."""


class Outcome(NamedTuple):
    """What came of a batch: the results of its first items, the seconds they took, and what went wrong.

    A batch that takes long is broken off after an item, and the other items come back undone.
    """

    results: list[Any]
    seconds: float
    error: Exception | None = None


class Workers(ABC):
    """Whoever does the work; a context manager that sends them home. Made by `pool.open_workers`."""

    largest_batch = 10_000

    def run(
        self, task: Callable[[Item], Result], items: Iterable[Item], stop: Stop = never
    ) -> Iterator[tuple[Item, Result]]:
        """Every item with `task(item)`, in the order in which they are finished.

        Items are taken as they are needed, so there may be endlessly many. Once `stop` says so no
        more are begun, and what is not finished soon is given up. What the task raises is raised
        here; FarmtableError where workers die again and again.
        """
        waiting, undone = iter(items), deque[Item]()
        size, running, deadline = 1, 0, float("inf")
        self._take_up(task)
        try:
            while True:
                while running < self._places() and not stop():
                    batch = [undone.popleft() for _ in range(min(size, len(undone)))]
                    batch += islice(waiting, size - len(batch))
                    if not batch:
                        break
                    self._begin(batch)
                    running += 1
                if stop():
                    deadline = min(deadline, time.monotonic() + GRACE_SECONDS)
                if running == 0 or time.monotonic() > deadline:
                    return
                for batch, outcome in self._finished():
                    running -= 1
                    done = len(outcome.results)
                    yield from zip(batch, outcome.results, strict=False)
                    if outcome.error is not None:
                        raise outcome.error
                    undone.extend(batch[done:])
                    size = min(self.largest_batch, _next_size(done, outcome.seconds))
        finally:
            self._give_up()

    @abstractmethod
    def _take_up(self, task: Callable[[Any], Any]) -> None:
        """From now on the batches are of this task."""

    @abstractmethod
    def _places(self) -> int:
        """How many batches may be under way at once."""

    @abstractmethod
    def _begin(self, batch: list[Any]) -> None:
        """Hand over a batch; one of the places is free."""

    @abstractmethod
    def _finished(self) -> Sequence[tuple[list[Any], Outcome]]:
        """The batches that have been finished, after waiting a moment for one; maybe none."""

    @abstractmethod
    def _give_up(self) -> None:
        """Forget the batches that are still under way."""

    @abstractmethod
    def close(self) -> None:
        """Send the workers home."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def check_workers(workers: int | None) -> None:
    """Raises BadOption for less than one worker."""
    if workers is not None and workers < 1:
        raise BadOption(f"at least one worker is needed, not {workers}")


def do_batch(task: Callable[[Any], Any], items: Sequence[Any]) -> Outcome:
    """Do items one after the other until they are done, the time is over or one goes wrong."""
    results: list[Any] = []
    began = time.perf_counter()
    for item in items:
        try:
            results.append(task(item))
        except _Leaving:
            raise
        except (Exception, SystemExit) as error:
            return Outcome(results, time.perf_counter() - began, portable(error))
        if time.perf_counter() - began > BATCH_SECONDS:
            break
    return Outcome(results, time.perf_counter() - began)


def portable(error: Exception | SystemExit) -> Exception:
    """The error as it can travel between processes, with the place where it was raised as a note.

    Code of somebody's own that ends the program ends no worker: it would only be begun again.
    """
    if isinstance(error, SystemExit):
        ended = RuntimeError(f"the program was ended by sys.exit({error.code!r})")
        return portable(ended.with_traceback(error.__traceback__))
    if not isinstance(error, FarmtableError):
        error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # whatever the making or remaking of a stranger's error raises
        return FarmtableError(f"{type(error).__name__}: {error}")
    return error


class Alone(Workers):
    """This process itself: it hands over to nobody, so it can look up after every item."""

    largest_batch = 1

    def __init__(self) -> None:
        self._batches: list[list[Any]] = []

    def _take_up(self, task: Callable[[Any], Any]) -> None:
        self._task = task

    def _places(self) -> int:
        return 1

    def _begin(self, batch: list[Any]) -> None:
        self._batches.append(batch)

    def _finished(self) -> Sequence[tuple[list[Any], Outcome]]:
        batch = self._batches.pop()
        return [(batch, do_batch(self._task, batch))]

    def _give_up(self) -> None:
        self._batches.clear()

    def close(self) -> None:
        pass


@dataclass
class _Process:
    """One process, the pipe to it, and what it is at; `tries` counts how often that was begun.

    `task` is the one that it was given last: networks are large, so none travels twice.
    """

    process: multiprocessing.process.BaseProcess
    pipe: Connection[Any, Any]
    batch: list[Any] | None = None
    tries: int = 0
    task: Callable[[Any], Any] | None = None


class Processes(Workers):
    """Processes of this machine. They end with this one, however it ends: their pipe is closed then."""

    def __init__(self, count: int, begin: Begin = nothing) -> None:
        self._count = count
        self._first = begin
        self._all: list[_Process] = []

    def _take_up(self, task: Callable[[Any], Any]) -> None:
        self._task = task

    def _places(self) -> int:
        return self._count

    def _begin(self, batch: list[Any]) -> None:
        for one in self._all:
            if one.batch is None:
                break
        else:
            one = self._start()
        one.batch, one.tries = batch, 0
        self._send(one)

    def _finished(self) -> Sequence[tuple[list[Any], Outcome]]:
        done: list[tuple[list[Any], Outcome]] = []
        busy = {one.pipe: one for one in self._all if one.batch is not None}
        for pipe in wait(list(busy), timeout=0.1):
            assert isinstance(pipe, Connection)
            one = busy[pipe]
            assert one.batch is not None
            try:
                outcome = pipe.recv()
            except (EOFError, OSError):
                self._begin_again(one)
                continue
            done.append((one.batch, outcome))
            one.batch = None
        return done

    def _give_up(self) -> None:
        self._dismiss([one for one in self._all if one.batch is not None])

    def close(self) -> None:
        for one in self._all:
            one.pipe.close()
        for one in self._all:
            one.process.join(GRACE_SECONDS)
        self._dismiss(list(self._all))

    def _begin_again(self, dead: _Process) -> None:
        """Another process does what a dead one was at."""
        self._dismiss([dead])
        another = self._start()
        another.batch, another.tries = dead.batch, dead.tries
        self._send(another)

    def _send(self, one: _Process) -> None:
        one.tries += 1
        if one.tries > TRIES:
            raise FarmtableError(f"a worker process died {TRIES} times at the same work; too little memory?")
        try:
            one.pipe.send((None if one.task is self._task else self._task, one.batch))
            one.task = self._task
        except (BrokenPipeError, ConnectionResetError):
            self._begin_again(one)

    def _start(self) -> _Process:
        # Not forked: the process that calls this may have threads, whose locks a fork would copy.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, self._first), name="farmtable worker")
        with interrupts_held():
            process.start()
        theirs.close()
        started = _Process(process, ours)
        self._all.append(started)
        return started

    def _dismiss(self, some: Sequence[_Process]) -> None:
        """End processes: each may first end what it has started itself, as programs that play."""
        for one in some:
            self._all.remove(one)
            one.pipe.close()
            one.process.terminate()
        deadline = time.monotonic() + LEAVING_SECONDS
        for one in some:
            one.process.join(max(0.0, deadline - time.monotonic()))
            one.process.kill()
            one.process.join()
            one.process.close()


def _work(pipe: Connection[Any, Any], begin: Begin) -> None:
    """The life of a worker process: batches come through the pipe, and their outcomes go back."""
    # Ctrl-C reaches every process of the terminal; the one that shares out the work decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    failed: Exception | None = None
    try:
        begin()
    except Exception as error:  # whatever it is, it is told with the first batch
        failed = portable(error)
    task: Callable[[Any], Any] | None = None
    while True:
        try:
            given, batch = pipe.recv()
            task = given or task
            assert task is not None
            pipe.send(do_batch(task, batch) if failed is None else Outcome([], 0.0, failed))
        except (EOFError, OSError):
            return  # nobody is there any more
        except Exception as error:  # a task that cannot be read here, a result that cannot travel
            pipe.send(Outcome([], 0.0, portable(error)))


class _Leaving(SystemExit):
    """This process was told to end."""


def _leave(number: int, frame: FrameType | None) -> None:
    """End in good order: what is to be done at the end of a process is done."""
    raise _Leaving


def _next_size(done: int, seconds: float) -> int:
    return max(1, round(done * BATCH_SECONDS / max(seconds, 1e-6)))


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
