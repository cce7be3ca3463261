"""The analysis of a game: who may see it when, its page, and its progress."""

from __future__ import annotations

import asyncio
import hashlib

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from farmtable.charts import css
from farmtable.core import Text
from farmtable.tables import Table
from farmtable.web.analyst import ANALYSIS_SECONDS, Study
from farmtable.web.beside.static import FOR_EVER
from farmtable.web.board import may_review
from farmtable.web.findings import findings
from farmtable.web.pages import page
from farmtable.web.problems import Problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheAnalyst, TheReader, TheTables, think, whole_number

router = APIRouter()

TOO_EARLY = Text("The analysis will be available when the game is over.")


CHART_STYLES = css()
CHARTS = hashlib.sha256(CHART_STYLES.encode()).hexdigest()[:12]


@router.get("/charts.css")
def chart_styles(edition: str = "") -> Response:
    """The style sheet of charts; a request for the current edition may be cached for ever."""
    caching = FOR_EVER if edition == CHARTS else "no-cache"
    return Response(CHART_STYLES, media_type="text/css", headers={"cache-control": caching})


@router.get("/table/{table_id}/analysis")
async def analysis(
    table_id: str, tables: TheTables, reader: TheReader, analyst: TheAnalyst, seat: int | None = None
) -> HTMLResponse:
    """The whole page."""
    return await _page("analysis.html", tables, table_id, reader, analyst, seat)


@router.get("/table/{table_id}/analysis/now")
async def analysis_now(
    table_id: str, tables: TheTables, reader: TheReader, analyst: TheAnalyst, seat: int | None = None
) -> HTMLResponse:
    """What is known so far (for HTMX)."""
    return await _page("analysis_now.html", tables, table_id, reader, analyst, seat)


@router.post("/table/{table_id}/analysis")
async def analyse(
    table_id: str,
    request: Request,
    form: PostedForm,
    tables: TheTables,
    reader: TheReader,
    analyst: TheAnalyst,
) -> Response:
    """Begin or continue the analysis, and show it."""
    table = await asyncio.to_thread(tables.open, table_id)
    seat = seat_to_review(table, reader, whole_number(form.get("seat")))
    if await analyst.is_to_do(table, seat):
        think(request, ANALYSIS_SECONDS)
    await analyst.start(table, seat)
    return RedirectResponse(f"/table/{table_id}/analysis" + ("" if seat is None else f"?seat={seat}"), 303)


def seat_to_review(table: Table, reader: Reader, asked: int | None) -> int | None:
    """The seat whose decisions the analysis is about; None for a finished game: everybody's.

    Raises Problem or NotYourSeat for what this reader may not see.
    """
    mine = table.seats_of(reader.browser)
    if not may_review(table, mine):
        raise Problem(403, TOO_EARLY)
    if table.over:
        return None
    if asked is None:
        return mine[0]
    table.check_owner(asked, reader.browser)
    return asked


async def _page(
    template: str,
    tables: TheTables,
    table_id: str,
    reader: Reader,
    analyst: TheAnalyst,
    asked: int | None,
) -> HTMLResponse:
    table = await asyncio.to_thread(tables.open, table_id)
    seat = seat_to_review(table, reader, asked)
    study = await analyst.study(table, seat)
    working = analyst.is_at_work(table, seat)
    current = study is not None and study.complete and study.version == table.version
    return page(
        template,
        reader,
        edition=CHARTS,
        game=table.game,
        table_id=table.id,
        over=table.over,
        seat=seat,
        working=working,
        due=not working and not current,
        failed=study is not None and study.failed,
        progress=None if study is None else (study.steps_done, study.steps),
        **findings(study or Study(table.id, seat, 0), table, reader),
    )
