"""Lessons: taking one, and what the voice at its table says."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from farmtable.core import LEARNER
from farmtable.tables import Table
from farmtable.web.levels import BOT_FOR_NEWCOMERS
from farmtable.web.reader import Reader
from farmtable.web.wiring import MakesATable, PostedForm, TheReader, TheTables

router = APIRouter()


@router.post("/learn/{game_id}/{number}", dependencies=[MakesATable])
def learn(game_id: str, number: int, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Take a lesson of a game, counted from 1, or go on with it."""
    table = tables.teach(game_id, number, BOT_FOR_NEWCOMERS, reader.browser)
    return RedirectResponse(f"/table/{table.id}", 303)


def lesson_told(table: Table, seat: int | None, reader: Reader) -> dict[str, Any] | None:
    """What the voice says to the learner at a table, and which action it waits for; None where it is silent.

    At the end it waits for none, and names the lesson that comes `next`, if there is one.
    """
    lecture = table.lecture()
    if lecture is None or seat != LEARNER:
        return None
    cues, number = lecture.lesson.cues, table.settings.lesson
    ended = lecture.awaited is None
    return {
        "title": reader.say(lecture.lesson.title),
        "says": reader.say(lecture.lesson.ending if ended else cues[lecture.number].says),
        "step": lecture.number + 1,
        "of": len(cues),
        "awaited": lecture.awaited,
        "next": number + 1 if ended and number < len(table.game.lessons) else None,
    }
