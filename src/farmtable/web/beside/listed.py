"""The tables of one browser as its list shows them: running, finished, archived."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from babel.dates import format_date

from farmtable.core import Text
from farmtable.tables import Listed, RetiredTable, Table, Tables
from farmtable.web.board import acting_seat, names_of
from farmtable.web.reader import Reader

RUNNING, FINISHED, ARCHIVED = Text("Running"), Text("Finished"), Text("Archived")


def my_tables(tables: Tables, reader: Reader) -> list[dict[str, Any]]:
    """The groups that there are, each with its tables, the most recently used first."""
    groups: dict[Text, list[dict[str, Any]]] = {RUNNING: [], FINISHED: [], ARCHIVED: []}
    for table, listed in tables.list_of(reader.browser):
        group = ARCHIVED if listed.archived else FINISHED if table.over else RUNNING
        groups[group].append(listed_table(table, listed, reader))
    for rows in groups.values():
        rows.sort(key=lambda row: not row["waits_for_me"])  # the others stay as they are
    return [
        {"title": reader.say(title), "archived": title is ARCHIVED, "tables": rows}
        for title, rows in groups.items()
        if rows
    ]


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
