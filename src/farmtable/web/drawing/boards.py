"""The board of a table, drawn for one reader as it is now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from farmtable.core import Text
from farmtable.tables import Table, Tables
from farmtable.web.board import board_context
from farmtable.web.drawing.kept import Fragment
from farmtable.web.pages import pieces
from farmtable.web.reader import Reader


@dataclass(frozen=True)
class Drawn:
    """A board as it was drawn: of which `version` and `stamp` of the table it is."""

    pieces: Fragment
    version: int
    stamp: str


def draw(tables: Tables, table: Table, reader: Reader, seat: int | None, notice: Text | None = None) -> Drawn:
    """The board for the eyes of one's own `seat`.

    Raises NotYourSeat where it is not his own.
    """
    context = table_context(tables, table, reader, seat, notice)
    return Drawn(pieces("board.html", reader, **context), context["version"], context["stamp"])


def table_context(
    tables: Tables, table: Table, reader: Reader, seat: int | None, notice: Text | None = None
) -> dict[str, Any]:
    """What a board shows, and its maker also whom he has invited to the seats that are free."""
    context = board_context(table, reader, seat, tables.people.known, notice)
    inviting = context["maker"] and not all(one["taken"] for one in context["seats"])
    asked = tables.finding.invitations.at_table(table.id) if inviting else {}
    return context | {"invited_to": asked}
