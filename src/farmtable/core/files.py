"""Files that are whole or not there, whatever happens while they are written."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

MOST_TEXT: Final = 1 << 20
"""Bytes of a file that somebody has written by hand: figures, a recipe. 1 MiB."""
MOST_DATA: Final = 64 << 20
"""Bytes of a file that a program has written: a record, a network. 64 MiB."""


def read_whole(path: str | os.PathLike[str], most: int) -> bytes:
    """All of a file, of so many bytes at most. Raises OSError, naming it, where that fails or it has more.

    A device, as `/dev/zero`, may have no end: nothing is read beyond what is too much.
    """
    with open(path, "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it has more than {most >> 20} MiB", str(path))
    return data


def write_whole(path: Path, content: str | bytes, durable: bool = False) -> None:
    """Write a file, whole or not at all, replacing one that is there.

    What is no file, as `/dev/null`, is not replaced but written to. `durable`: it is still there when the
    power fails right after. Raises OSError, naming it, where it cannot be written, as on a full disk; nothing
    is left of it then.
    """
    data = content.encode() if isinstance(content, str) else content
    if path.exists() and not path.is_file() and not path.is_dir():
        path.write_bytes(data)
        return
    with drafted(path) as draft, draft.open("wb") as file:
        file.write(data)
        if durable:
            file.flush()
            os.fsync(file.fileno())


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """The name of a draft, which becomes `path` once it is written.

    Raises OSError, naming `path`, where that fails; nothing is left of it then.
    """
    draft = path.with_name(path.name + ".part")
    try:
        with naming(path):
            yield draft
            draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name a file in what goes wrong with it: what is written once it is open fails without its name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None
