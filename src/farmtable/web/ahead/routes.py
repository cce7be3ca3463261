"""The page on which a player says what is to be decided once it is his turn: choices, the first possible one
of which is played. Every button stores what it says at once, so nothing is lost by leaving."""

from __future__ import annotations

from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData

from farmtable.core import IllegalAction, Text
from farmtable.tables import Intention, NotYourSeat, Step, Table
from farmtable.tables.journal import refused
from farmtable.web.board import names_of
from farmtable.web.pages import page
from farmtable.web.problems import UNREADABLE, Problem, as_problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheReader, TheTables, think, whole_number

router = APIRouter(prefix="/table/{table_id}/ahead")

MOST_OFFERED: Final = 200
FORESIGHT_SECONDS: Final = 1.0
"""What it takes at most, about, to foresee what may be decided: whoever asks again and again thinks, too."""
LONGEST: Final = 500

ONE_SEAT: Final = Text("You can decide ahead only if you play exactly one seat at this table.")
UNKNOWN: Final = Text("No decision that could come up is written like this: {said}", said="")
NOTHING_CHOSEN: Final = Text("Choose a decision, or write one.")


@router.get("")
def ahead(
    table_id: str, request: Request, tables: TheTables, reader: TheReader, line: str = ""
) -> HTMLResponse:
    """What is intended, and what may be added; with `line`, to one of the choices."""
    return _page(tables.open(table_id), request, reader, whole_number(line))


@router.post("")
def say(table_id: str, form: PostedForm, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """Add a choice or what follows in one, take one away, or move one up."""
    table = tables.open(table_id)
    seat = _seat(table, reader)
    at = whole_number(form.get("line"))
    try:
        if form.get("ask") == "add":
            think(request, FORESIGHT_SECONDS)
        lines = _changed(table, reader, list(table.intention(seat, reader.browser)), at, form)
        table.intend(seat, reader.browser, tuple(lines))
    except IllegalAction as error:
        return _page(table, request, reader, at, as_problem(error), str(form.get("decision", ""))[:LONGEST])
    on = f"?line={at}" if form.get("ask") == "add" and at is not None else ""
    return RedirectResponse(f"/table/{table_id}/ahead{on}", 303)


def _changed(
    table: Table, reader: Reader, lines: list[tuple[Step, ...]], at: int | None, form: FormData
) -> list[tuple[Step, ...]]:
    """The choices as the form wants them."""
    if at is not None and at >= len(lines):
        raise Problem(400, UNREADABLE)
    match form.get("ask"):
        case "add" if at is None:
            return [*lines, (_step(table, reader, (), form),)]
        case "add" if at is not None:
            lines[at] = (*lines[at], _step(table, reader, lines[at], form))
        case "remove" if at is not None:
            del lines[at]
        case "up" if at:
            lines[at - 1 : at + 1] = [lines[at], lines[at - 1]]
        case _:
            raise Problem(400, UNREADABLE)
    return lines


def _step(table: Table, reader: Reader, line: tuple[Step, ...], form: FormData) -> Step:
    """The decision that a form names. Raises IllegalAction where none is called so."""
    said = (str(form.get("decision", "")) or str(form.get("choice", ""))).strip()[:LONGEST]
    if not said:
        raise refused(NOTHING_CHOSEN)
    before = [step.notation for step in line]
    step = table.named(_seat(table, reader), reader.browser, before, said)
    if step is None:
        raise refused(UNKNOWN.with_values(said=said))
    return step


def _seat(table: Table, reader: Reader) -> int:
    mine = table.seats_of(reader.browser)
    if len(mine) != 1:
        raise NotYourSeat(ONE_SEAT)
    return mine[0]


def _page(
    table: Table,
    request: Request,
    reader: Reader,
    at: int | None,
    problem: Problem | None = None,
    said: str = "",
) -> HTMLResponse:
    seat = _seat(table, reader)
    names = names_of(table, reader)
    open_now = table.may_intend(seat)
    if open_now:
        think(request, FORESIGHT_SECONDS)
    # Once it is his turn, what is still there was not possible, or is about to be played.
    lines = table.intention(seat, reader.browser) if open_now else ()
    at = at if at is not None and at < len(lines) else None
    return page(
        "ahead/ahead.html",
        reader,
        200 if problem is None else problem.status_code,
        table_id=table.id,
        game=table.game,
        lines=[[_told(step, reader, names) for step in line] for line in lines],
        at=at,
        said=said,
        may=open_now,
        offered=_offered(table, reader, lines, at, names) if open_now else [],
        problem=None if problem is None else reader.say(problem.text),
    )


def _offered(
    table: Table, reader: Reader, lines: Intention, at: int | None, names: list[str]
) -> list[dict[str, Any]]:
    """What may be chosen, the likeliest first; what would be called the same comes with its notation."""
    before = () if at is None else tuple(step.notation for step in lines[at])
    found = table.foreseen(_seat(table, reader), reader.browser, before)[:MOST_OFFERED]
    told = [_told(one.step, reader, names) for one in found]
    return [
        {
            "notation": one.step.notation,
            "told": said if told.count(said) == 1 else f"{said} ({one.step.notation})",
            "likely": 2 * one.times >= one.of,
        }
        for one, said in zip(found, told, strict=True)
    ]


def _told(step: Step, reader: Reader, names: list[str]) -> str:
    """A decision in the reader's language, where it has words; else its notation."""
    return step.notation if step.told is None else reader.say(step.told, names)
