"""To say that one is away for some days, and that one is back: clocks by days wait."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from babel.dates import format_date
from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from farmtable.tables import Session, Tables
from farmtable.tables.clocks.absences import MOST_AHEAD
from farmtable.tables.clocks.rest import MOST_A_YEAR
from farmtable.web.problems import UNREADABLE, Problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheSession, TheTables

router = APIRouter(prefix="/account")


@router.post("/away")
def away(form: PostedForm, session: TheSession, tables: TheTables) -> Response:
    """Be away until the end of a day, or be back."""
    if form.get("ask") == "back":
        tables.be_back(session.person.holder)
    else:
        tables.be_away(session.person.holder, _end_of(str(form.get("until", ""))))
    return RedirectResponse("/account#away-title", 303)


def away_told(session: Session, tables: Tables, reader: Reader) -> dict[str, Any]:
    """What the page of an account says of it: until when one is away, and which days can be chosen.

    `latest` is None where nothing is left of this year.
    """
    found = tables.absences.of(session.person.holder)
    first, last = datetime.fromtimestamp(found.now, UTC).date(), _last_day(found.latest)
    return {
        "until": None if found.until is None else day_shown(found.until, reader),
        "earliest": first.isoformat(),
        "latest": last.isoformat() if last >= first else None,
        "most": MOST_AHEAD,
        "year": MOST_A_YEAR,
    }


def day_shown(until: float, reader: Reader) -> str:
    """The last day that is over at this moment, for people."""
    return format_date(_last_day(until), "medium", locale=reader.language)


def _last_day(until: float) -> date:
    return datetime.fromtimestamp(until, UTC).date() - timedelta(days=1)


def _end_of(day: str) -> float:
    """The moment at which a day is over. Raises a Problem (400) for what is no day."""
    try:
        began = datetime.fromisoformat(day).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=UTC)
        return (began + timedelta(days=1)).timestamp()
    except (ValueError, OverflowError):
        raise Problem(400, UNREADABLE) from None
