"""Work for workers, for the tests: what goes well, what goes wrong, and who dies over it."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

begun: list[str] = []


def square(number: int) -> int:
    return number * number


def own_process(number: int) -> int:
    return os.getpid()


def what_began(number: int) -> list[str]:
    return list(begun)


def begin() -> None:
    begun.append("begun")


def begin_badly() -> None:
    raise FileNotFoundError("no deck")


def fail_at_three(number: int) -> int:
    if number == 3:
        raise ZeroDivisionError("three")
    return number


class Stranger(Exception):
    """Cannot be made again from what it keeps."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def fail_strangely(number: int) -> int:
    raise Stranger(number, number)


@dataclass(frozen=True)
class DieAtThree:
    """Kills its process at item 3: so many times, as marks in a folder tell."""

    folder: Path
    times: int = 1

    def __call__(self, number: int) -> int:
        if number == 3 and len(list(self.folder.iterdir())) < self.times:
            (self.folder / f"{time.monotonic_ns()}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number


@dataclass(frozen=True)
class SleepFrom:
    """Quick for the first items; from then on each takes an hour, and tells where."""

    folder: Path
    first: int

    def __call__(self, number: int) -> int:
        if number >= self.first:
            (self.folder / str(os.getpid())).touch()
            time.sleep(3600)
        return number


@dataclass(frozen=True)
class Nap:
    """Tells which process it is in, and sleeps a little."""

    folder: Path

    def __call__(self, number: int) -> int:
        (self.folder / f"worker-{os.getpid()}").touch()
        time.sleep(0.2)
        return number
