"""Views drawn again, from what their seats may know: what was shown must be the same to the byte.

A copy of the database is filled with its journals once more, entry by entry. At each version in question the
position is replaced by one that the seat cannot tell from it, and the board is asked for as the page did.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
from fastapi import FastAPI
from sqlalchemy import Connection, Row, delete, insert, select

from farmtable.core import Rng
from farmtable.tables import Table, Tables
from farmtable.tables.backup import back_up, restore
from farmtable.tables.database import connect
from farmtable.tables.revisions import note_change
from farmtable.tables.schema import journal
from farmtable.web import create_app
from tools.load.history import digest

HERE: Final = "http://127.0.0.1"


class Seen(NamedTuple):
    """What a seat (None: who watches) was shown of a version, and the cookie that it was shown to."""

    table: str
    version: int
    seat: int | None
    browser: str
    digest: str

    def __str__(self) -> str:
        who = "who watches" if self.seat is None else f"seat {self.seat}"
        return f"version {self.version} of {self.table} for {who}"


def other_views(db: str, folder: Path, seen: Collection[Seen], most: int, seed: int = 1) -> Iterator[Seen]:
    """Those of `most` of the views, drawn by lot, that are not what their seats may know."""
    chosen = sorted(seen, key=lambda one: (one.table, one.version, str(one.seat), one.digest))
    if len(chosen) > most:
        chosen = sorted(random.Random(seed).sample(chosen, most), key=lambda one: (one.table, one.version))
    if not chosen:
        return
    kept, copy = folder / "copy.gz", folder / "copy.sqlite"
    copy.unlink(missing_ok=True)
    back_up(db, kept)
    restore(f"sqlite:///{copy}", kept)
    kept.unlink()
    yield from asyncio.run(_drawn(f"sqlite:///{copy}", chosen))


async def _drawn(copy: str, chosen: list[Seen]) -> list[Seen]:
    tables = Tables(copy)
    app = create_app(tables)
    other = []
    try:
        for table, of_table in groupby(chosen, lambda one: one.table):
            other += await _drawn_of(app, tables, connect(copy).connect(), table, list(of_table))
    finally:
        app.state.thinkers.close()
        tables.close()
    return other


async def _drawn_of(
    app: FastAPI, tables: Tables, connection: Connection, table_id: str, chosen: list[Seen]
) -> list[Seen]:
    """The views of one table that are other than they should be."""
    mine = journal.c.table_id == table_id
    entries = connection.execute(select(journal).where(mine).order_by(journal.c.n)).all()
    connection.execute(delete(journal).where(mine))
    connection.commit()
    entered, other = 0, []
    for version, views in groupby(chosen, lambda one: one.version):
        _enter(connection, entries[entered:version])
        entered = version
        table = tables.open(table_id)
        for one in views:
            if table.version != version or digest(await _board(app, table, one)) != one.digest:
                other.append(one)
    connection.close()
    return other


def _enter(connection: Connection, entries: Sequence[Row[Any]]) -> None:
    if entries:
        connection.execute(insert(journal), [dict(entry._mapping) for entry in entries])
        note_change(connection, entries[0].table_id)
        connection.commit()


async def _board(app: FastAPI, table: Table, seen: Seen) -> str:
    """The board for a seat, with all forgotten that it cannot know."""
    true = table._journal.state
    table._journal.state = table.perspective(seen.seat).determinize(Rng(f"{seen.table} {seen.version}"))
    try:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=HERE) as client:
            asked = {} if seen.seat is None else {"seat": seen.seat}
            headers = {"cookie": f"farmtable={seen.browser}", "accept-language": "en"}
            return (await client.get(f"/table/{seen.table}/board", params=asked, headers=headers)).text
    finally:
        table._journal.state = true
