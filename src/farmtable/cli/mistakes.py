"""Mistakes in what somebody else wrote, a game or a bot of his own, told in a few lines."""

from __future__ import annotations

import linecache
import os
import re
import sysconfig
import traceback
from pathlib import Path
from typing import Final, NamedTuple

import farmtable

WHOLE: Final = "FARMTABLE_TRACEBACK"
"""The variable of the environment with which errors are told in full."""
FRAMES: Final = 3
"""So many places of an author's code are named, the last being where it went wrong."""

_HOUSE = Path(farmtable.__file__).parent
_STANDARD = Path(sysconfig.get_path("stdlib"))
_LINE = re.compile(r'^  File "(?P<file>.+)", line (?P<line>\d+), in (?P<name>.+)$', re.MULTILINE)


class Place(NamedTuple):
    """A line of code that was being run."""

    file: str
    line: int
    name: str

    def __str__(self) -> str:
        said = f"{self.file}, line {self.line}, in {self.name}"
        code = linecache.getline(self.file, self.line).strip()
        return f"{said}: {code}" if code else said


def told(error: Exception) -> list[str] | None:
    """The error in a few lines, if it comes of an author's own code; None where it is one of this house."""
    if os.environ.get(WHOLE, "") not in ("", "0"):
        return None
    places = [place for place in _places(error) if _is_an_authors(place.file)]
    if not places:
        return None
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    named = [f"  {place}" for place in places[-FRAMES:]]
    return [said, *named, f"  ({WHOLE}=1 tells all of it)"]


def _places(error: Exception) -> list[Place]:
    """Where it came through, here and in the process in which it was raised (its notes tell of that)."""
    here = [
        Place(frame.filename, frame.lineno or 0, frame.name)
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    for note in getattr(error, "__notes__", []):
        for found in _LINE.finditer(note):
            place = Place(found["file"], int(found["line"]), found["name"])
            if place not in here:
                here.append(place)
    return here


def _is_an_authors(file: str) -> bool:
    """Whether a file is neither of this package, nor of Python, nor of a library."""
    path = Path(file)
    if not path.is_absolute() or path.is_relative_to(_HOUSE) or path.is_relative_to(_STANDARD):
        return False  # compiled modules name their sources relative to where they were built
    return "site-packages" not in path.parts and "dist-packages" not in path.parts
