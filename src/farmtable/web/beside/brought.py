"""What a game that lies outside this package brings along for its pages (`Declaration.pages`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from farmtable.core import BadOption, game

SERVED = (".css", ".js", ".svg", ".png", ".jpg", ".webp", ".woff2")
"""What is served of its folder; templates and catalogues are not."""


def brought_along(path: str) -> Path | None:
    """The file at `games/ID/NAME` in the folder that the game `ID` brings; None where there is none."""
    parts = path.split("/", 2)
    if len(parts) < 3 or parts[0] != "games":
        return None
    try:
        folder = game(parts[1]).pages
    except BadOption:
        return None
    if folder is None:
        return None
    file = (folder / parts[2]).resolve()
    return file if file.is_relative_to(folder.resolve()) and file.is_file() else None


def file_of(folder: Path, name: str) -> Path:
    """A static file: that of this package or, where there is none, one that a game brings."""
    ours = folder / name
    brought = brought_along(name) if not ours.is_file() and name.endswith(SERVED) else None
    return brought or ours


def template(name: str) -> tuple[str, str, Callable[[], bool]] | None:
    """A template that a game brings, for Jinja, which reads it again once it has changed."""
    file = brought_along(name)
    if file is None:
        return None
    read = file.stat().st_mtime
    return file.read_text(encoding="utf-8"), str(file), lambda: file.stat().st_mtime == read
