"""The tables of one browser as its list shows them: running, lessons begun, finished, archived.

To tell how a table stands its game is played through, so only those that are shown are asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from babel.dates import format_date
from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from farmtable.core import Text
from farmtable.tables import Listed, RetiredTable, Table, Tables
from farmtable.web.board import acting_seat, names_of
from farmtable.web.pages import page
from farmtable.web.problems import NO_PAGE, Problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import TheReader, TheTables, whole_number

router = APIRouter()

BY_PAGE: Final = 20


@dataclass(frozen=True)
class Group:
    """A part of the list, of which the lobby shows the first `most`."""

    key: str
    title: Text
    most: int


GROUPS: Final = (
    Group("running", Text("Running"), 8),
    Group("lessons", Text("Lessons started"), 2),
    Group("finished", Text("Finished"), 4),
    Group("archived", Text("Archived"), 0),
)


@router.get("/my-tables/{group}")
def group_page(group: str, tables: TheTables, reader: TheReader, number: str = "1") -> HTMLResponse:
    """All tables of a group, a page of them at a time."""
    found = {one.key: one for one in GROUPS}.get(group)
    if found is None:
        raise Problem(404, NO_PAGE)
    listing = _grouped(tables.lists.listing(reader.browser))[found.key]
    last = max(1, -(-len(listing) // BY_PAGE))
    here = min(max(whole_number(number) or 1, 1), last)
    shown = listing[(here - 1) * BY_PAGE : here * BY_PAGE]
    return page(
        "my_group.html",
        reader,
        group=_shown(found, shown, len(listing), tables, reader),
        number=here,
        last=last,
    )


def my_tables(tables: Tables, reader: Reader) -> list[dict[str, Any]]:
    """The groups that there are, each with its first tables: where one is to act, then the last used."""
    listing = _grouped(tables.lists.listing(reader.browser))
    return [
        _shown(group, listing[group.key][: group.most], len(listing[group.key]), tables, reader)
        for group in GROUPS
        if listing[group.key]
    ]


def _grouped(listing: Sequence[Listed]) -> dict[str, list[Listed]]:
    groups: dict[str, list[Listed]] = {group.key: [] for group in GROUPS}
    for listed in listing:
        groups[_group_of(listed)].append(listed)
    groups["running"].sort(key=lambda one: not one.waits_for_me)  # the others stay as they are
    return groups


def _group_of(listed: Listed) -> str:
    """Where a table stands; lessons are left so easily that they would hide the games that run."""
    if listed.archived:
        return "archived"
    if listed.over:
        return "finished"
    return "lessons" if listed.lesson else "running"


def _shown(
    group: Group, listing: Sequence[Listed], number: int, tables: Tables, reader: Reader
) -> dict[str, Any]:
    return {
        "key": group.key,
        "title": reader.say(group.title),
        "number": number,
        "more": number > len(listing),
        "tables": [listed_table(table, listed, reader) for table, listed in tables.lists.found_of(listing)],
    }


def listed_table(table: Table | RetiredTable, listed: Listed, reader: Reader) -> dict[str, Any]:
    """A table as a row of the list."""
    held = table.seats_of(reader.browser) if isinstance(table, Table) else []
    mine = [seat for seat in held if not table.seats[seat].away]
    acting = acting_seat(table, mine) if isinstance(table, Table) and not table.over else None
    touched = datetime.fromtimestamp(listed.touched, UTC)
    return {
        "id": table.id,
        "title": table.game.title,
        "lesson": isinstance(table, Table) and table.settings.lesson > 0,
        "status": reader.say(_status(table, acting, mine)),
        "waits_for_me": acting in mine,
        "over": table.over,
        "archived": listed.archived,
        "people": _people(table, reader),
        "day": touched.date().isoformat(),
        "shown_day": format_date(touched, locale=reader.language),
    }


def _people(table: Table | RetiredTable, reader: Reader) -> list[dict[str, Any]]:
    """Everybody with the points that all can see, as far as they can be told."""
    seen = table.perspective(None) if isinstance(table, Table) else None
    winners = seen.winners() if seen is not None else []
    acting = table.acting if isinstance(table, Table) and not table.over else []
    return [
        {
            "name": name,
            "points": None if seen is None else sum(points for _, points in seen.score_sheet(seat)),
            "acting": seat in acting,
            "won": seat in winners,
            "resigned": table.seats[seat].resigned,
        }
        for seat, name in enumerate(names_of(table, reader))
    ]


def _status(table: Table | RetiredTable, acting: int | None, mine: list[int]) -> Text:
    if table.over:
        return Text("over")
    if acting is None or isinstance(table, RetiredTable):
        return Text("waiting for its rules")
    if acting in mine:
        return Text("your turn")
    if acting >= 0 and not table.seats[acting].taken:
        return Text("waiting for a friend")
    return Text("running")
