"""Hints: what a strong opponent would do in place of the seat that is to decide, shown to that seat alone."""

from __future__ import annotations

import asyncio
from typing import Any

from babel.numbers import format_decimal
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from farmtable.core import Text
from farmtable.tables import Advice, Stale, Table
from farmtable.web.beside.expected import expected_lines
from farmtable.web.board import initials_of, names_of
from farmtable.web.choices import choices_told
from farmtable.web.hints import HINT_SECONDS
from farmtable.web.pages import page
from farmtable.web.problems import UNREADABLE, Problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import TheHints, TheReader, TheTables, check_origin, think

router = APIRouter()

NOT_ALLOWED = Text("Hints are not allowed at this table.")


class Asked(BaseModel):
    """The seat and the version of the table for which a hint is wanted."""

    model_config = ConfigDict(extra="forbid", strict=True)

    version: int = Field(ge=0, lt=2**31)
    seat: int = Field(ge=0, lt=100)


@router.post("/table/{table_id}/hint")
async def hint(
    table_id: str, request: Request, tables: TheTables, reader: TheReader, hints: TheHints
) -> HTMLResponse:
    """What to do now, and why, in numbers: for one of this browser's own seats whose turn it is."""
    check_origin(request, request.headers.get("farmtable-token", ""))
    try:
        asked = Asked.model_validate_json(await request.body())
    except ValidationError:
        raise Problem(400, UNREADABLE) from None
    table = (await asyncio.to_thread(tables.open, table_id)).as_it_stands()
    check_may_ask(table, asked, reader)
    if not hints.is_asked(table, asked.seat):
        think(request, HINT_SECONDS)
    advice = await hints.advice(table, asked.seat, reader.browser)
    return page("hint.html", reader, **_told(advice, table, reader))


def check_may_ask(table: Table, asked: Asked, reader: Reader) -> None:
    """Check that this reader may ask for this hint, here and now; raises if not."""
    table.check_owner(asked.seat, reader.browser)
    if not table.hints_allowed:
        raise Problem(403, NOT_ALLOWED)
    if asked.version != table.version:
        raise Stale
    if table.held_by is not None or asked.seat not in table.acting:
        raise Problem(422, Text("It is not your turn."))


def _told(advice: Advice, table: Table, reader: Reader) -> dict[str, Any]:
    """The template's context. In solo games there is nobody to win against, so only points are shown."""
    names = names_of(table, reader)
    return {
        "names": names,
        "initials": initials_of(names),
        "sheets": expected_lines(table.game.sheet_lines, advice.sheets, reader),
        "choices": choices_told(advice.choices, reader, names),
        "with_chances": len(names) > 1,
        "line": [reader.say(text, names) for text in advice.line],
        "simulations": advice.simulations,
        "seconds": format_decimal(advice.seconds, "0.0", locale=reader.language),
    }
