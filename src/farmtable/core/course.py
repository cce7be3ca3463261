"""`Course`: a lesson played through, so that a game can be compared with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from farmtable.core.errors import IllegalAction
from farmtable.core.game import Game
from farmtable.core.lesson import LEARNER, Cue, Lesson


class Course:
    """The actions of a lesson, and at which of their places something is awaited."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        """Raises IllegalAction where the lesson does not follow the rules or ends out of turn."""
        self.lesson = lesson
        self.actions: list[int] = []
        self._cues: dict[int, int] = {}
        state = game.new(lesson.players, **lesson.options)
        for part in lesson.course:
            if isinstance(part, Cue):
                _check_turn(int(state.to_play), part.awaited)
                self._cues[len(self.actions)] = len(self._cues)
            for action in [part.awaited] if isinstance(part, Cue) else part.split(";"):
                self.actions.append(state.play(action.strip()))
        _check_turn(int(state.to_play), "the end")

    def place(self, actions: Sequence[int]) -> int | None:
        """How far a game with these actions has come in the lesson; None once it has gone other ways."""
        done = len(actions)
        return done if list(actions) == self.actions[:done] else None

    def cue_at(self, place: int) -> int | None:
        """The number, from 0, of the cue at a place; None where none is."""
        return self._cues.get(place)

    def goes_on_at(self, place: int) -> bool:
        """Whether something happens by itself at a place."""
        return place < len(self.actions) and place not in self._cues


def _check_turn(seat: int, where: str) -> None:
    if seat != LEARNER:
        raise IllegalAction(f"the learner is not to decide at {where!r}")


@lru_cache(maxsize=32)
def course_of(game: Game, number: int) -> Course | None:
    """The course of a game's lesson, counted from 1; None where it has no such lesson."""
    return Course(game, game.lessons[number - 1]) if 0 < number <= len(game.lessons) else None
