"""A running program, and lines to and from it: nothing that it does or omits can block us.

Threads serve its pipes, so that a program that reads nothing, writes endlessly or never exits costs only the
time it is given. This also works on systems other than POSIX.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from typing import IO, Any, Final

from farmtable.core.errors import FarmtableError

LONGEST_LINE: Final = 1 << 20
"""The longest line that a program may send, in bytes; a longer one is discarded and counts as a bad
answer.
"""
REMEMBERED: Final = 2000
"""How many bytes of its latest standard error are kept, to say why it died."""
LINES_WAITING: Final = 64
LEAVING_SECONDS: Final = 1.0
"""How long a program may take to exit after it has been told to."""


class Silent(FarmtableError):
    """The time is up, and no line has come."""


class Gone(FarmtableError):
    """The program has ended, or closed its output."""


class TooLong(FarmtableError):
    """A line was longer than `LONGEST_LINE`."""


class Program:
    """A started program. Raises Gone if the system cannot start it."""

    def __init__(self, command: Sequence[str]) -> None:
        # A group of its own: what it starts goes with it, and Ctrl-C is for us to handle.
        apart: dict[str, Any] = (
            {"start_new_session": True}
            if os.name == "posix"
            else {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        )
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever names a bot means it to be run
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                **apart,
            )
        except OSError as error:
            raise Gone(f"cannot start {command[0]}: {error.strerror}") from None
        self._ended = threading.Event()
        self._heard: queue.Queue[bytes | FarmtableError] = queue.Queue(LINES_WAITING)
        self._said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._complaints = b""
        _RUNNING.add(self)
        for serve in (self._read, self._write):
            threading.Thread(target=serve, name="farmtable program", daemon=True).start()
        self._overhearing = threading.Thread(target=self._overhear, name="farmtable program", daemon=True)
        self._overhearing.start()

    def say(self, message: dict[str, Any]) -> None:
        """Send a line. Returns at once, whether or not the program reads it."""
        self._said.put(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def hear(self, until: float) -> bytes:
        """The next line, awaited until `time.monotonic()` reaches `until`.

        Raises Silent, Gone, or TooLong for a line that was thrown away.
        """
        try:
            found = self._heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Silent("no answer in time") from None
        if isinstance(found, Gone):
            self._heard.put(found)  # it stays so
        if isinstance(found, FarmtableError):
            raise found
        return found

    @property
    def complaints(self) -> str:
        """The end of its standard error, safe to print anywhere."""
        said = self._complaints.decode(errors="replace").strip()
        return "".join(sign if sign.isprintable() or sign == "\n" else " " for sign in said)

    @property
    def runs(self) -> bool:
        """Whether it has not ended yet."""
        return self._process.poll() is None

    def leave(self, message: dict[str, Any]) -> bool:
        """Send the last message and wait a moment; returns whether the program exited by itself."""
        self.say(message)
        self._said.put(None)
        try:
            self._process.wait(LEAVING_SECONDS)
        except subprocess.TimeoutExpired:
            return False
        finally:
            self.kill()
        return True

    def kill(self) -> None:
        """Kill it and all that it has started, at once."""
        self._ended.set()
        self._said.put(None)
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        # Its last words may still lie in the pipe; somebody else may hold the other end for ever.
        with contextlib.suppress(RuntimeError):  # whom a collector makes do this cannot wait for himself
            self._overhearing.join(LEAVING_SECONDS)
        _RUNNING.discard(self)

    # --- each in a thread of its own -------------------------------------------------------------------

    def _read(self) -> None:
        stream = _open(self._process.stdout)
        with contextlib.suppress(OSError, ValueError):
            while line := stream.readline(LONGEST_LINE):
                if line.endswith(b"\n") or len(line) < LONGEST_LINE:
                    self._pass_on(line)
                    continue
                while (more := stream.readline(LONGEST_LINE)) and not more.endswith(b"\n"):
                    pass
                self._pass_on(TooLong(f"a line is longer than {LONGEST_LINE:,} bytes"))
        self._pass_on(Gone("the program has ended, or closed its output"))
        stream.close()

    def _pass_on(self, found: bytes | FarmtableError) -> None:
        """Hand a line over; a program that says more than anybody hears has to wait."""
        while not self._ended.is_set():
            with contextlib.suppress(queue.Full):
                self._heard.put(found, timeout=0.1)
                return

    def _write(self) -> None:
        stream = _open(self._process.stdin)
        with contextlib.suppress(OSError, ValueError):
            while (line := self._said.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError, ValueError):
            stream.close()

    def _overhear(self) -> None:
        stream = _open(self._process.stderr)
        with contextlib.suppress(OSError, ValueError):
            while some := os.read(stream.fileno(), 4096):
                self._complaints = (self._complaints + some)[-REMEMBERED:]
        stream.close()


_RUNNING: Final = set[Program]()


@atexit.register
def kill_all() -> None:
    """No program outlives us, if we are not killed ourselves; then its input ends."""
    for program in list(_RUNNING):
        program.kill()


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None, "all three are pipes"
    return stream
