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


def told(error: Exception | SystemExit) -> list[str] | None:
    """The error in a few lines, if it comes of an author's own code; None where it is one of this house.

    Such code may also end the program, without a word.
    """
    if os.environ.get(WHOLE, "") not in ("", "0"):
        return None
    places = [place for place in _places(error) if _is_an_authors(place.file)]
    if not places:
        return None
    named = [f"  {place}" for place in places[-FRAMES:]]
    return [_said(error), *named, f"  ({WHOLE}=1 tells all of it)"]


def _said(error: Exception | SystemExit) -> str:
    if isinstance(error, SystemExit):
        return f"the program was ended by sys.exit({error.code!r})"
    said = error.msg if isinstance(error, SyntaxError) else str(error)  # its place is told anyway
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def _places(error: Exception | SystemExit) -> list[Place]:
    """Where it came through, here and in the process in which it was raised (its notes tell of that).

    What cannot be read as Python was never run: its place stands in the error itself.
    """
    here = [
        Place(frame.filename, frame.lineno or 0, frame.name)
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    for note in getattr(error, "__notes__", []):
        for found in _LINE.finditer(note):
            place = Place(found["file"], int(found["line"]), found["name"])
            if place not in here:
                here.append(place)
    if isinstance(error, SyntaxError) and error.filename:
        here.append(Place(error.filename, error.lineno or 0, "the module"))
    return here


def _is_an_authors(file: str) -> bool:
    """Whether a file is neither of this package, nor of Python, nor of a library."""
    path = Path(file)
    if not path.is_absolute() or path.is_relative_to(_HOUSE) or path.is_relative_to(_STANDARD):
        return False  # compiled modules name their sources relative to where they were built
    return "site-packages" not in path.parts and "dist-packages" not in path.parts
