"""Files that are whole or not there, whatever happens while they are written; and one writer at a time."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from farmtable.core import BadOption


def write_whole(path: Path, content: str | bytes, durable: bool = False) -> None:
    """Write a file, whole or not at all, replacing one that is there.

    `durable`: it is still there when the power fails right after. Raises OSError, naming it, where it
    cannot be written, as on a full disk; nothing is left of it then.
    """
    draft = path.with_name(path.name + ".part")
    try:
        with draft.open("wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise OSError(error.errno, error.strerror, str(path)) from None


def check_writable(path: Path) -> None:
    """Raises BadOption where no file can be written at `path`: before the work whose result it would hold."""
    if path.is_dir():
        raise BadOption(f"{path} is a folder; name a file in it")
    if not path.parent.is_dir():
        raise BadOption(f"there is no folder {path.parent} to write {path.name} into")
    try:
        if path.is_file():
            path.open("ab").close()
        tempfile.TemporaryFile(dir=path.parent, prefix=path.name).close()
    except OSError as error:
        raise BadOption(f"cannot write {path}: {error.strerror or error}") from None


def check_folder(path: Path) -> None:
    """Raises BadOption where there can be no folder `path` with files in it. It is not made yet."""
    try:
        there = next((folder for folder in (path, *path.parents) if folder.exists()), path)
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        raise BadOption(f"cannot write into {path}: {error.strerror or error}") from None


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
