"""`Thinkers`: a few processes in which bots think, so that neither pages nor other tables wait for them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from farmtable.core.errors import FarmtableError
from farmtable.core.text import Text
from farmtable.tables.errors import TableError
from farmtable.tables.fair import Asker, FairQueue, Urgency

P = ParamSpec("P")
T = TypeVar("T")

FEWEST_PROCESSES: Final = 2
"""Even on one core: a long thought must not keep everybody else waiting."""
MOST_PROCESSES: Final = 4
TRIES: Final = 3
LONGEST_THOUGHT: Final = 120.0
"""Seconds after which a process that has not answered is given up."""
NICENESS: Final = 5

# Not forked: the server has threads, whose locks a fork would copy.
CONTEXT = multiprocessing.get_context("spawn")


class ThinkersLost(TableError):
    """A question was not answered: the processes died over it, or they were closed."""

    def __init__(self) -> None:
        super().__init__(Text("This could not be worked out just now; please try again."))


class Worker(Protocol):
    """A process that answers one question at a time, here or on another machine."""

    id: int

    def ask(self, question: bytes) -> bytes:
        """The pickled answer. Raises EOFError or OSError if there is none."""

    def end(self) -> None:
        """Stop at once."""


@dataclass(frozen=True)
class _Question:
    pickled: bytes
    answer: Future[Any]


class Thinkers:
    """Answers questions in other processes, which are started when first needed.

    `processes` is how many think at once (default: one for each core, 2 to 4). One of them takes no
    background work, and one more answers only quick questions: so neither many nor long thoughts keep a
    person waiting. `hire` starts a process or finds a worker elsewhere; `dismiss` is called once all have
    ended. If one dies, another is asked, which costs only time. All methods may be called from any thread.
    """

    def __init__(
        self,
        processes: int | None = None,
        begin: Callable[[], None] | None = None,
        hire: Callable[[], Worker] | None = None,
        dismiss: Callable[[], None] = lambda: None,
    ) -> None:
        """`begin`, a function that can be pickled, is called in each process before its first question."""
        number = processes or min(max(os.cpu_count() or 1, FEWEST_PROCESSES), MOST_PROCESSES)
        self._start = hire or (lambda: Process(begin))
        self._end = dismiss
        self._changed = threading.Condition()
        self._queue: FairQueue[_Question] = FairQueue()
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._closed = False
        self._waiting = 0
        # Each thread waits for the answer of one process. A single one has to do everything.
        serving = [(Urgency.HINT if number > 1 else Urgency.ANALYSIS, False), (Urgency.ANALYSIS, True)]
        serving += [(Urgency.ANALYSIS, False)] * (number - 1)
        self._serving = serving
        self._threads: list[threading.Thread] = []

    def ask(self, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have `task`, a function of a module, called elsewhere; arguments and result are pickled.

        What it raises is raised by the future's `result`; ThinkersLost if there is no answer.
        """
        return self.ask_for(Asker(), task, *args, **kwargs)

    def ask_for(self, asker: Asker, task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """The same, on behalf of somebody who may have to wait for others."""
        asked: Future[T] = Future()
        question = _Question(pickle.dumps((task, args, kwargs)), asked)
        with self._changed:
            if self._closed:
                raise ThinkersLost
            self._begin_to_serve()
            self._waiting += 1
            self._queue.put(asker, question)
            self._changed.notify_all()
        asked.add_done_callback(self._count_done)
        return asked

    @property
    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return self._waiting

    @property
    def processes(self) -> list[int]:
        """The ids of the current processes."""
        with self._changed:
            return [worker.id for worker in self._workers]

    def close(self) -> None:
        """End all processes at once, even while they think; their questions are not answered."""
        with self._changed:
            self._closed = True
            workers, unasked = list(self._workers), self._queue.clear()
            self._changed.notify_all()
        for question in unasked:
            question.answer.cancel()
        for worker in workers:
            worker.end()
        self._end()
        for thread in self._threads:
            thread.join()

    def _count_done(self, _: Future[Any]) -> None:
        with self._changed:
            self._waiting -= 1

    def _begin_to_serve(self) -> None:
        if self._threads:
            return
        for least, quick_only in self._serving:
            thread = threading.Thread(
                target=self._serve, args=(least, quick_only), name="thinker", daemon=True
            )
            self._threads.append(thread)
            thread.start()

    def _serve(self, least: Urgency, quick_only: bool) -> None:
        """Answer one question after the other, until `close`."""
        _leave_interrupts()
        while (question := self._next(least, quick_only)) is not None:
            if not question.answer.set_running_or_notify_cancel():
                continue
            try:
                question.answer.set_result(self._answer(question.pickled))
            except BaseException as error:
                question.answer.set_exception(error)

    def _next(self, least: Urgency, quick_only: bool) -> _Question | None:
        with self._changed:
            while not self._closed:
                question = self._queue.take(least, quick_only)
                if question is not None:
                    return question
                self._changed.wait()
        return None

    def _answer(self, question: bytes) -> Any:
        for _ in range(TRIES):
            worker = self._hire()
            try:
                said = worker.ask(question)
            except (EOFError, OSError):
                self._dismiss(worker)
                continue
            with self._changed:
                self._idle.append(worker)
            done, answer = pickle.loads(said)  # noqa: S301 - from our own process
            if done:
                return answer
            raise answer
        raise ThinkersLost

    def _hire(self) -> Worker:
        with self._changed:
            if self._closed:
                raise ThinkersLost
            if self._idle:
                return self._idle.pop()
            # Started under the lock, so that `close` knows every process.
            worker = self._start()
            self._workers.add(worker)
            return worker

    def _dismiss(self, worker: Worker) -> None:
        with self._changed:
            self._workers.discard(worker)
        worker.end()


class Process:
    """A process of this machine, and the connection to it. It ends by itself when this process is gone."""

    def __init__(self, begin: Callable[[], None] | None) -> None:
        self._line, theirs = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_work, args=(theirs, begin), name="thinker", daemon=True)
        self._process.start()
        theirs.close()
        self.id: int = self._process.pid or 0

    def ask(self, question: bytes) -> bytes:
        """The pickled answer. Raises EOFError or OSError if there is none."""
        self._line.send_bytes(question)
        if not self._line.poll(LONGEST_THOUGHT):
            raise EOFError
        return self._line.recv_bytes()

    def end(self) -> None:
        self._process.kill()
        self._process.join()


def _leave_interrupts() -> None:
    """Block interrupts in a thread that starts processes: they inherit this, and an interrupt would kill
    them."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _work(line: Connection, begin: Callable[[], None] | None) -> None:
    """Answer one question after the other, until the other end is closed."""
    # Ctrl-C reaches every process of the terminal; the server decides what to do.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)  # pages go first
    if begin is not None:
        begin()
    with contextlib.suppress(EOFError, OSError):
        while True:
            line.send_bytes(answered(line.recv_bytes()))


def answered(question: bytes) -> bytes:
    """The pickled pair of whether a question was answered, and the answer or what went wrong."""
    try:
        task, args, kwargs = pickle.loads(question)  # noqa: S301 - from our own process
        return pickle.dumps((True, task(*args, **kwargs)))
    except Exception as error:
        try:
            return pickle.dumps((False, error))
        except Exception:  # an exception that cannot be pickled
            return pickle.dumps((False, FarmtableError(repr(error))))
