"""Thinking on the machines of a Ray cluster (ADR 31), or on this one while the cluster is away.

Ray ends a process that has lost its cluster. So it is not the server that is connected, but a process beside
it (`_Line`), which passes questions on and brings the answers back.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, Final

from farmtable.arena.cluster import Session, check, connect
from farmtable.arena.workers import nothing, portable
from farmtable.core.errors import BadOption, FarmtableError
from farmtable.core.interrupts import interrupts_held
from farmtable.tables.thinkers import (
    CONTEXT,
    LONGEST_THOUGHT,
    Thinkers,
    ThinkersLost,
    Worker,
    answered,
)

logger = logging.getLogger(__name__)

Begin = Callable[[], None]

CONNECT: Final = 90.0
"""Seconds within which a cluster must answer a first question."""
AGAIN: Final = 60.0
"""Seconds after which a cluster that was away is tried again."""
MOST: Final = 64
"""How many questions of one server are answered there at once."""
NAME: Final = "line to Ray"
TRIAL: Final = pickle.dumps((abs, (0,), {}))


def cores_of(address: str, begin: Begin | None = None) -> int:
    """How many questions the cluster at `address` can be asked at the same time.

    Raises BadOption if it cannot be reached, or nothing there can think.
    """
    line = _Line(address, begin)
    line.close()
    return line.cores


def thinkers_at(
    address: str, cores: int, begin: Begin | None = None, limit: float = LONGEST_THOUGHT
) -> Thinkers:
    """Thinkers at the cluster at `address`, `cores` at a time; `begin` is called once in each process there.

    The connection is made with the first question. A question without an answer after `limit` seconds is
    given up.
    """
    cluster = Cluster(address, begin, limit)
    return Thinkers(cores, begin, cluster.hire, cluster.close)


class Cluster:
    """A cluster that thinks, with this machine as a substitute while it is away. All methods may be called
    from any thread."""

    def __init__(self, address: str, begin: Begin | None, limit: float) -> None:
        self._address = address
        self._begin = begin
        self._limit = limit
        self._lock = threading.Lock()
        self._line: _Line | None = None
        self._here: Thinkers | None = None
        self._closed = False
        self._next_try = 0.0

    def hire(self) -> Worker:
        """A worker there, for `Thinkers`."""
        return _Thinker(self)

    def ask(self, question: bytes) -> bytes:
        """The pickled answer from the cluster, or from this machine while the cluster cannot be reached.

        Raises EOFError if there is none.
        """
        line, here = self._who()
        if line is not None:
            return line.ask(question)
        assert here is not None
        try:
            return here.ask(answered, question).result()
        except (ThinkersLost, CancelledError):
            raise EOFError from None

    def close(self) -> None:
        """End the connection; open questions are not answered."""
        with self._lock:
            self._closed = True
            line, here = self._line, self._here
        if line is not None:
            line.close()
        if here is not None:
            here.close()

    def _who(self) -> tuple[_Line | None, Thinkers | None]:
        with self._lock:
            if self._closed:
                raise EOFError
            if (self._line is None or not self._line.holds) and time.monotonic() >= self._next_try:
                self._line = self._opened()
            if self._line is not None and self._line.holds:
                return self._line, None
            self._here = self._here or Thinkers(begin=self._begin)
            return None, self._here

    def _opened(self) -> _Line | None:
        try:
            return _Line(self._address, self._begin, self._limit)
        except FarmtableError as error:
            logger.warning("this machine thinks itself, as the Ray cluster is away: %s", error)
            self._next_try = time.monotonic() + AGAIN
            return None


class _Thinker:
    """A worker at a cluster: Ray chooses for each question which process answers."""

    id = 0

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster

    def ask(self, question: bytes) -> bytes:
        return self._cluster.ask(question)

    def end(self) -> None:
        """Does nothing: the processes belong to the cluster."""


class _Line:
    """A process that is connected to a cluster, and its open questions. It ends when this process is gone.

    Raises BadOption if there is no cluster, or none of its processes can think.
    """

    def __init__(self, address: str, begin: Begin | None, limit: float = LONGEST_THOUGHT) -> None:
        check(address)
        self._pipe, theirs = CONTEXT.Pipe()
        what = (theirs, address, begin or nothing, limit)
        self._process = CONTEXT.Process(target=_hold, args=what, name=NAME, daemon=True)
        with interrupts_held():
            self._process.start()
        theirs.close()
        self.cores = self._greeted(address)
        self._lock = threading.Lock()
        self._numbers = count()
        self._asked: dict[int, Future[bytes]] = {}
        self.holds = True
        threading.Thread(target=self._hear, name=NAME, daemon=True).start()

    def ask(self, question: bytes) -> bytes:
        """The pickled answer. Raises EOFError if there is none."""
        answer: Future[bytes] = Future()
        with self._lock:
            if not self.holds:
                raise EOFError
            number = next(self._numbers)
            self._asked[number] = answer
            self._pipe.send((number, question))
        return answer.result()

    def close(self) -> None:
        self._process.kill()
        self._process.join()

    def _greeted(self, address: str) -> int:
        """How many cores there are, once a process there has answered."""
        said: Any = BadOption(f"nobody at the Ray cluster {address!r} has answered within {CONNECT:g} s")
        try:
            if self._pipe.poll(CONNECT):
                said = self._pipe.recv()
        except (EOFError, OSError):
            said = BadOption(f"the connection to the Ray cluster {address!r} has ended")
        if isinstance(said, int):
            return said
        self.close()
        raise said if isinstance(said, BadOption) else BadOption(f"nobody at {address!r} can think: {said}")

    def _hear(self) -> None:
        """Pass each answer to whoever asked, until the connection is cut."""
        try:
            while True:
                number, said = self._pipe.recv()
                with self._lock:
                    answer = self._asked.pop(number)
                if said is None:
                    answer.set_exception(EOFError())
                else:
                    answer.set_result(said)
        except (EOFError, OSError):
            pass
        with self._lock:
            self.holds = False
            self._pipe.close()
            lost, self._asked = self._asked, {}
        for answer in lost.values():
            answer.set_exception(EOFError())


def _hold(line: Connection, address: str, begin: Begin, limit: float) -> None:
    """The main loop of the connected process: questions come through the pipe, answers go back."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        far = _Far(connect(address), begin)
        line.send(far.cores)
    except Exception as error:  # whatever it is, it is reported to whoever starts the server
        line.send(portable(error))
        return
    sending = threading.Lock()

    def answer(number: int, question: bytes) -> None:
        said = far.answer(question, limit)
        with sending:
            line.send((number, said))

    with ThreadPoolExecutor(MOST) as threads:
        while True:
            try:
                threads.submit(answer, *line.recv())
            except (EOFError, OSError):
                os._exit(0)  # nobody waits any more; Ray ends the open tasks


class _Far:
    """The cluster, as seen by the process that is connected to it."""

    def __init__(self, ray: Any, begin: Begin) -> None:
        """Raises any error of the first question there."""
        self._ray = ray
        self._session = ray.put(Session(begin))
        # If a process dies over a question, the server retries it, not Ray: it counts the attempts.
        self._think = ray.remote(num_cpus=1, max_retries=0)(_think)
        self.cores = min(max(1, int(ray.cluster_resources().get("CPU", 1))), MOST)
        first = ray.get(self._think.remote(self._session, TRIAL), timeout=CONNECT)
        done, said = pickle.loads(first)  # noqa: S301 - from our own cluster
        if not done:
            raise said

    def answer(self, question: bytes, limit: float) -> bytes | None:
        """The answer from the cluster; None if there is none in time."""
        thinking = self._think.remote(self._session, question)
        try:
            said: bytes = self._ray.get(thinking, timeout=limit)
        except self._ray.exceptions.RayError:
            self._ray.cancel(thinking, force=True)
            return None
        return said


def _think(session: Session, question: bytes) -> bytes:
    """What runs there."""
    try:
        session.start()
    except Exception as error:  # whatever `begin` raises
        return pickle.dumps((False, portable(error)))
    return answered(question)
