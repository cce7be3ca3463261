"""What is kept of somebody with an account who looks for games, as it is told him when he asks for it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, select

from farmtable.tables.people.person import Person
from farmtable.tables.schema import invitations, open_seats, open_tables, people, seekers, watchers
from farmtable.tables.tokens import digest

SOUGHT = ("name", "game", "players", "speed", "since", "seen", "table_id", "arrived")
OFFERED = (
    *("id", "game", "players", "options", "settings", "control", "casual", "public", "chat"),
    *("seats", "open", "name", "language", "created", "seen"),
)


def kept_of(connection: Connection, person: Person) -> dict[str, list[dict[str, Any]]]:
    """What he waits for, who has invited him and whom he has, and the tables that he watches."""
    me, other = digest(person.holder), people.alias()
    asked = select(
        *(invitations.c[name] for name in ("table_id", "seat")),
        other.c.name.label("by"),
        *(invitations.c[name] for name in ("at", "declined")),
    ).join(other, other.c.id == invitations.c.by)
    asks = select(
        *(invitations.c[name] for name in ("table_id", "seat")),
        other.c.name.label("whom"),
        *(invitations.c[name] for name in ("at", "declined")),
    ).join(other, other.c.id == invitations.c.person)
    wanted: dict[str, Select[Any]] = {
        "pairing": select(*(seekers.c[name] for name in SOUGHT)).where(seekers.c.browser == me),
        "open_tables": select(*(open_tables.c[name] for name in OFFERED)).where(open_tables.c.creator == me),
        "open_seats": select(*(open_seats.c[name] for name in ("table_id", "seat", "name", "seen"))).where(
            open_seats.c.browser == me
        ),
        "invitations": asked.where(invitations.c.person == person.id).order_by(invitations.c.at.desc()),
        "invited": asks.where(invitations.c.by == person.id).order_by(invitations.c.at.desc()),
        "watched": select(watchers.c.table_id, watchers.c.seen).where(watchers.c.browser == me),
    }
    return {what: [dict(row) for row in connection.execute(rows).mappings()] for what, rows in wanted.items()}
