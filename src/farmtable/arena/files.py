"""Files that are whole or not there, whatever happens while they are written."""

from __future__ import annotations

import os
from pathlib import Path


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
