"""A guided lesson: a game whose course is fixed in advance, and what is said where the learner decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from farmtable.core.text import Text

LEARNER: Final = 0
"""The seat of whoever takes a lesson."""


@dataclass(frozen=True)
class Cue:
    """A decision of the learner: the one that is awaited, in the game's notation, and what they are told."""

    awaited: str
    says: Text


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson of a game, as data.

    `course` is everything that happens, in order and in the game's notation. A `Cue` tells the learner
    something and awaits a decision; actions in a string (separated by semicolons) happen by themselves,
    whether by chance, by another seat, or as a decision of the learner's that teaches nothing new. The course
    ends where the learner is to decide, with `ending`; from there the game can be played on.
    """

    title: Text
    players: int
    course: tuple[Cue | str, ...]
    ending: Text
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cues(self) -> list[Cue]:
        """What the learner is to do, in order."""
        return [part for part in self.course if isinstance(part, Cue)]
