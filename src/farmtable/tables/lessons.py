"""Lessons at tables: everything that happens automatically is entered as the lesson says, and the learner can
only play what it expects.

The place of a table in its lesson follows from its actions alone. A table that has reached the end, or whose
lesson has been rewritten meanwhile, is like any other.
"""

from __future__ import annotations

from dataclasses import dataclass

from farmtable.core.course import Course
from farmtable.core.lesson import LEARNER, Lesson
from farmtable.core.state import CHANCE
from farmtable.core.text import Text
from farmtable.tables.journal import Entry, Journal, refused
from farmtable.tables.plan import Command


@dataclass(frozen=True)
class Lecture:
    """The place of a table in its `lesson`: at the cue `number`, from 0, which expects an action.

    At the end, until somebody plays on, `awaited` is None.
    """

    lesson: Lesson
    number: int
    awaited: int | None


def lecture_at(course: Course | None, journal: Journal) -> Lecture | None:
    """The place of a game in its lesson; None if there is no lesson, or no longer."""
    place = None if course is None else course.place(journal.entered)
    if course is None or place is None:
        return None
    number = course.cue_at(place)
    if number is None:
        return Lecture(course.lesson, len(course.lesson.cues), None)
    return Lecture(course.lesson, number, course.actions[place])


def by_itself(course: Course | None, journal: Journal) -> list[Entry]:
    """Enter what happens automatically in the lesson until the learner is to act, and return it."""
    entered: list[Entry] = []
    while course is not None:
        place = course.place(journal.entered)
        if place is None or not course.goes_on_at(place):
            break
        seat = int(journal.state.to_play)
        action = course.actions[place]
        entered.append(Entry("chance", None, action) if seat == CHANCE else Entry("play", seat, action))
        journal.add(entered[-1], judged=False)
    return entered


def check_awaited(course: Course | None, journal: Journal, command: Command, action: int | None) -> None:
    """Raises IllegalAction if the action is allowed by the rules but not what the lesson expects.

    What the rules forbid is refused elsewhere, as at any table.
    """
    lecture = lecture_at(course, journal)
    if lecture is None:
        return
    if command.kind != "play":
        raise refused(
            Text("Nothing has to be taken back in a lesson. Just carry on where the lesson is pointing.")
        )
    if lecture.awaited is None or command.seat != LEARNER or journal.state.to_play != LEARNER:
        return
    if action != lecture.awaited and action is not None and journal.state.is_legal(action):
        raise refused(
            Text(
                "The rules allow that, and it may well be good. But this lesson carries on where it is "
                "pointing."
            )
        )
