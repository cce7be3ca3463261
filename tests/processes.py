"""Looking after processes that tests start: who is alive, and who belongs to whom (as `ps` tells)."""

from __future__ import annotations

import subprocess


def alive(process: int) -> bool:
    """Whether a process still runs; one that only waits to be buried does not."""
    status = _ps("-o", "stat=", "-p", str(process))
    return bool(status) and not status.startswith("Z")


def children(process: int) -> list[int]:
    """The processes that another has started."""
    return [int(child) for child in _ps("-o", "pid=", "--ppid", str(process)).split()]


def _ps(*arguments: str) -> str:
    return subprocess.run(["ps", *arguments], capture_output=True, text=True, check=False).stdout.strip()
