"""Work on a Ray cluster: the extra `farmtable[ray]`, installed on each of its machines.

Ray repeats a batch whose process or machine died. Worker processes run in the same folder as the command, if
their machine has it, so your own files are found by the same names.
"""

from __future__ import annotations

import importlib.util
import logging
import os
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4

from farmtable.arena.workers import TRIES, Begin, Outcome, Workers, do_batch, nothing, portable
from farmtable.core import BadOption, FarmtableError
from farmtable.version import VERSION

if TYPE_CHECKING:
    import ray

ANSWER_SECONDS = 5.0
HTTP2_SETTINGS = 4
"""The kind of frame with which each side begins to speak HTTP/2."""

_begun: set[str] = set()
"""The sessions this worker process has begun to work for."""


class Cluster(Workers):
    """The cores of a Ray cluster, or `workers` of them."""

    def __init__(self, address: str, workers: int | None = None, begin: Begin = nothing) -> None:
        self._ray = connect(address)
        self._workers = workers
        self._running: dict[ray.ObjectRef[Outcome], list[Any]] = {}
        self._session = Session(begin)
        self._do = self._ray.remote(num_cpus=1, max_retries=TRIES - 1)(_do_remotely)

    def _take_up(self, task: Callable[[Any], Any]) -> None:
        self._task = self._ray.put((self._session, task))

    def _places(self) -> int:
        # Asked anew each time, as machines may come and go. One batch more a core hides the way.
        cores = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return 2 * cores if self._workers is None else self._workers

    def _begin(self, batch: list[Any]) -> None:
        self._running[self._do.remote(self._task, batch)] = batch

    def _finished(self) -> Sequence[tuple[list[Any], Outcome]]:
        ready, _ = self._ray.wait(list(self._running), num_returns=1, timeout=0.1)
        return [(self._running.pop(one), self._outcome(one)) for one in ready]

    def _outcome(self, one: ray.ObjectRef[Outcome]) -> Outcome:
        try:
            outcome: Outcome = self._ray.get(one)
        except self._ray.exceptions.RayError as error:
            said = str(error).strip().splitlines()
            raise FarmtableError(
                f"the Ray cluster gave up a batch after {TRIES} tries: {said[-1] if said else error!r}"
            ) from error
        return outcome

    def _give_up(self) -> None:
        for one in self._running:
            self._ray.cancel(one, force=True)
        self._running.clear()

    def close(self) -> None:
        self._ray.shutdown()


@dataclass(frozen=True)
class Session:
    """What a worker process of the cluster needs to know before its first batch."""

    begin: Begin
    folder: str = field(default_factory=os.getcwd)
    version: str = field(default_factory=lambda: VERSION)
    id: str = field(default_factory=lambda: uuid4().hex)

    def start(self) -> None:
        """Make this process ready, once."""
        if self.id in _begun:
            return
        if self.version != VERSION:
            raise BadOption(
                f"the cluster has farmtable {VERSION} on {socket.gethostname()}, and here is {self.version}; "
                "install the same version on all machines"
            )
        if os.path.isdir(self.folder):
            os.chdir(self.folder)
            sys.path.insert(0, self.folder)
        self.begin()
        _begun.add(self.id)


def _do_remotely(work: tuple[Session, Callable[[Any], Any]], items: Sequence[Any]) -> Outcome:
    session, task = work
    try:
        session.start()
    except Exception as error:  # whatever `begin` raises
        return Outcome([], 0.0, portable(error))
    return do_batch(task, items)


def connect(address: str) -> Any:
    """The module ray, connected to the cluster. Raises BadOption if that is impossible."""
    check(address)
    import ray

    try:
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False)
    except (
        Exception
    ) as error:  # Ray raises errors of every kind here, ConnectionError and RuntimeError above all
        said = str(error).strip().splitlines()
        raise BadOption(f"no Ray cluster at {address!r}: {said[0] if said else error!r}") from error
    return ray


def check(address: str) -> None:
    """Raises BadOption at once if Ray is missing, or no cluster answers.

    Ray itself would try for minutes, and ignore Ctrl-C meanwhile.
    """
    if importlib.util.find_spec("ray") is None:
        raise BadOption("a Ray cluster needs the extra: pip install 'farmtable[ray]'")
    named = os.environ.get("RAY_ADDRESS", address) if address == "auto" else address
    if named == "auto":
        return  # one on this machine: Ray looks among the processes, and finds it or not
    try:
        with socket.create_connection(_place(named), ANSWER_SECONDS) as line:
            answers = os.environ.get("RAY_USE_TLS", "0") != "0" or _speaks_http2(line)
    except OSError as error:
        raise BadOption(f"no Ray cluster answers at {named!r}: {error}") from None
    if not answers:
        raise BadOption(f"what answers at {named!r} is no Ray cluster")


def _place(address: str) -> tuple[str, int]:
    """The host and port that an address names. Raises BadOption where it names none."""
    try:
        parts = urlsplit(address if "://" in address else f"ray://{address}")
        if parts.scheme == "ray" and parts.hostname and parts.port:
            return parts.hostname, parts.port
    except ValueError:
        pass  # a port that is no number, or none of the ports that there are
    raise BadOption(f"a Ray cluster is named auto, HOST:PORT or ray://HOST:PORT, not {address!r}")


def _speaks_http2(line: socket.socket) -> bool:
    """Whether somebody there speaks HTTP/2, as every machine of a cluster does (gRPC)."""
    line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, HTTP2_SETTINGS, 0, 0, 0, 0, 0]))
    said = b""
    while len(said) < 4 and (more := line.recv(4 - len(said))):
        said += more
    return said[3:] == bytes([HTTP2_SETTINGS])
