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
    """A decision of the learner: the one that is awaited, in the game's notation, and what he is told."""

    awaited: str
    says: Text


@dataclass(frozen=True, eq=False)
class Lesson:
    """One lesson of a game, as data.

    `course` is everything that happens, in order and in the game's notation: a `Cue` is awaited of the
    learner and told; what a string names (several, with semicolons between them) happens by itself, be it
    chance, another seat or a decision of the learner's own that teaches nothing new. It ends where the
    learner is to decide, with `ending`; from there the game can be played on.
    """

    title: Text
    players: int
    course: tuple[Cue | str, ...]
    ending: Text
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def cues(self) -> list[Cue]:
        """What is awaited of the learner, in order."""
        return [part for part in self.course if isinstance(part, Cue)]
