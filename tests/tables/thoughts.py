"""What the tests have other processes think about: functions of a module, so that they can be pickled."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path

LONG = 60.0


class CannotTravel(Exception):
    """Nobody can make one of these from what is pickled of it."""

    def __init__(self) -> None:
        super().__init__("cannot travel")
        self.lock = open(os.devnull, "rb")  # noqa: SIM115 - a file cannot be pickled


def raise_what_cannot_travel() -> None:
    raise CannotTravel


def wait_unless_told_before(note: Path) -> str:
    """Note who thinks about it and wait to be killed; whoever finds the note answers at once."""
    if note.exists():
        return "told before"
    draft = note.with_suffix(".part")
    draft.write_text(str(os.getpid()))
    draft.rename(note)
    time.sleep(LONG)
    return "nobody came"


def die() -> None:
    os._exit(1)


def own_id() -> int:
    return os.getpid()


@dataclass(frozen=True)
class Begin:
    """Leaves a note."""

    note: Path

    def __call__(self) -> None:
        self.note.write_text("begun")


def is_at_a_cluster() -> bool:
    """Whether whoever thinks this was started by Ray."""
    ray = sys.modules.get("ray")
    return ray is not None and ray.is_initialized()


def begun() -> str:
    """What `Begin` has left in this process."""
    return os.environ.get("BEGUN", "")


def begin() -> None:
    os.environ["BEGUN"] = "begun"


def begin_badly() -> None:
    raise FileNotFoundError("the deck is missing")
