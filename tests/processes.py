"""Looking after processes that tests start: who is alive, and who belongs to whom (as `ps` tells)."""

from __future__ import annotations

import subprocess
import time


def alive(process: int) -> bool:
    """Whether a process still runs; one that only waits to be buried does not."""
    status = _ps("-o", "stat=", "-p", str(process))
    return bool(status) and not status.startswith("Z")


def gone(process: int, seconds: float = 20.0) -> bool:
    """Whether a process ends within some seconds: one that is being killed still runs for a moment."""
    until = time.monotonic() + seconds
    while alive(process) and time.monotonic() < until:
        time.sleep(0.05)
    return not alive(process)


def children(process: int) -> list[int]:
    """The processes that another has started."""
    return [int(child) for child in _ps("-o", "pid=", "--ppid", str(process)).split()]


def _ps(*arguments: str) -> str:
    return subprocess.run(["ps", *arguments], capture_output=True, text=True, check=False).stdout.strip()
