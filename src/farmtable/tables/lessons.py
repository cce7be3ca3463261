"""Lessons at tables: what happens by itself is entered as it stands in the lesson, and of the learner only
what is awaited.

Where a table is in its lesson follows from its actions alone. One that has come to the end, or whose
lesson was written anew meanwhile, is a table like any other.
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
    """Where a table stands in its `lesson`: at the cue `number`, from 0, which awaits an action.

    At the end, as long as nobody has played on, nothing is `awaited`.
    """

    lesson: Lesson
    number: int
    awaited: int | None


def lecture_at(course: Course | None, journal: Journal) -> Lecture | None:
    """Where a game stands in its lesson; None where there is none, or none any more."""
    place = None if course is None else course.place(journal.entered)
    if course is None or place is None:
        return None
    number = course.cue_at(place)
    if number is None:
        return Lecture(course.lesson, len(course.lesson.cues), None)
    return Lecture(course.lesson, number, course.actions[place])


def by_itself(course: Course | None, journal: Journal) -> list[Entry]:
    """Enter what happens in the lesson until something is awaited, and return it."""
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
    """Raises IllegalAction where a lesson awaits something else that the rules allow.

    What they forbid is refused elsewhere, as at any table.
    """
    lecture = lecture_at(course, journal)
    if lecture is None:
        return
    if command.kind != "play":
        raise refused(Text("In a lesson nothing has to be taken back. Just go on where the voice is."))
    if lecture.awaited is None or command.seat != LEARNER or journal.state.to_play != LEARNER:
        return
    if action != lecture.awaited and action is not None and journal.state.is_legal(action):
        raise refused(
            Text("The rules allow that, and it may well be good. But this lesson goes on where the voice is.")
        )
