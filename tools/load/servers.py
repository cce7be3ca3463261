"""Servers of our own, started here, looked at in /proc, killed without a word."""

from __future__ import annotations

import contextlib
import http.client
import os
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Final

START: Final = 60.0
"""So many seconds a server has to start in."""
PORTS: Final = range(10_240, 32_768)
"""Linux, macOS and Windows lend none of these to a connection that does not ask for it."""


class Server:
    """`farmtable serve` on a port of its own, which stays the same over restarts."""

    def __init__(self, db: str, log: Path, workers: int = 1) -> None:
        self.port = free_port()
        self._workers = workers
        self._db = db
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Begin to start it; `wait` says when it is there."""
        command = [sys.executable, "-m", "farmtable", "serve", "--no-browser"]
        command += ["--port", str(self.port), "--db", self._db, "--workers", str(self._workers)]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)  # noqa: S603 - our own command

    def wait(self) -> None:
        """Wait until it answers. Raises RuntimeError if it does not."""
        until = time.monotonic() + START
        while time.monotonic() < until:
            if answers(self.port):
                return
            if self.ended:
                break
            time.sleep(0.05)
        raise RuntimeError(f"the server does not start; {self._log} says why")

    @property
    def ended(self) -> bool:
        """Whether its process has ended."""
        return self._process is None or self._process.poll() is not None

    def kill(self) -> None:
        """As a power cut would. Its thinkers notice by themselves."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Ctrl-C, and what has not ended after a while is killed."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


def answers(port: int) -> bool:
    """Whether a server is there."""
    try:
        urllib.request.urlopen(f"http://127.0.0.1:{port}/health/live", timeout=5).close()
    except (OSError, http.client.HTTPException):
        return False
    return True


def free_port() -> int:
    """A port that nobody listens at, and that no connection is given before somebody does.

    The system would name one of those it also lends to whoever asks another server for something.
    """
    while True:
        port = secrets.choice(PORTS)  # two who ask at once should not hear the same
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def runs(pid: int) -> bool:
    """Whether a process runs; one that only waits to be buried does not."""
    return _stat(pid)[:1] not in ([], ["Z"])


def family(pid: int) -> list[int]:
    """A process and all that come from it."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal() and (fields := _stat(int(entry.name))):
            children.setdefault(int(fields[1]), []).append(int(entry.name))
    return list(_below(pid, children))


def _below(pid: int, children: dict[int, list[int]]) -> Iterator[int]:
    yield pid
    for child in children.get(pid, ()):
        yield from _below(child, children)


def cpu_seconds(pid: int) -> float:
    """The processor time that a process and those that come from it have had."""
    ticks = os.sysconf("SC_CLK_TCK")
    used = 0
    for one in family(pid):
        if fields := _stat(one):
            used += int(fields[11]) + int(fields[12])
    return used / ticks


def memory(pid: int) -> int:
    """The bytes that a process and those that come from it have in memory, shared ones counted in parts."""
    found = 0
    for one in family(pid):
        with contextlib.suppress(OSError):
            for line in Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith("Pss:"):
                    found += int(line.split()[1]) * 1024
    return found


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none where there is no such process."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []
