"""Where files and folders can be written, and one writer at a time; files themselves: `core.files`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from farmtable.core import BadOption
from farmtable.core.files import write_whole

__all__ = ["check_folder", "check_writable", "lock", "write_whole"]


def check_writable(path: Path) -> None:
    """Raises BadOption if no file can be written at `path`, before the work whose result it would hold."""
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
    """Raises BadOption if `path` cannot be a folder with files in it. It is not made yet."""
    try:
        there = next((folder for folder in (path, *path.parents) if folder.exists()), path)
        tempfile.TemporaryFile(dir=there).close()
    except OSError as error:
        raise BadOption(f"cannot write into {path}: {error.strerror or error}") from None


def lock(file: int, refusal: str) -> None:
    """Hold an open file for one writer, or raise BadOption with `refusal`.

    On systems without such locks, nothing is checked.
    """
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BadOption(refusal) from None
