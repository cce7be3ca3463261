"""Files that are whole or not there, whatever happens while they are written; and one writer at a time."""

from __future__ import annotations

import os
from pathlib import Path

from farmtable.core import BadOption


def write_whole(path: Path, content: str | bytes, durable: bool = False) -> None:
    """Write a file, whole or not at all, replacing one that is there.

    `durable`: it is still there when the power fails right after.
    """
    draft = path.with_name(path.name + ".part")
    with draft.open("wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        if durable:
            file.flush()
            os.fsync(file.fileno())
    draft.replace(path)


def lock(file: int, refusal: str) -> None:
    """Hold an open file for one writer, or raise BadOption with `refusal`.

    Where the system has no such locks, it is up to the user.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadOption(refusal) from None
