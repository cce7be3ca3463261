"""What is kept of somebody with an account: an export has all of it, and nothing is left when he has gone.

The schema itself is walked through: a table or a column that is new fails here until it is accounted for.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine, select

from farmtable.tables import Person, Player, SeatPlan, Settings, Table, Tables, TimeControl
from farmtable.tables.notifications.channels import Whose
from farmtable.tables.people.passkeys import Passkey
from farmtable.tables.people.results import Kind
from farmtable.tables.schema import metadata
from farmtable.tables.tokens import digest
from tests.tables.helpers import GAME
from tests.tables.test_results import play_out

ADDRESS = "192.0.2.7"
DAY = 24 * 3600.0

OF_NOBODY = {
    "farmtable_meta": "what holds for the whole database",
    "farmtable_servers": "the processes that serve",
    "farmtable_tries": "digests of who tried something and at what, which cannot be told and go after a day",
    "farmtable_journal": "what happened in a game, by seat: told by its record, once it is over",
    "farmtable_seat_links": "how often a seat's private link was replaced",
    "farmtable_clocks": "what time a table's seats have left: everybody there sees it",
    "farmtable_analyses": "what a bot thinks of a game",
    "farmtable_resigned": "which bot plays on for a seat",
    "farmtable_chats": "how much was written at a table",
    "farmtable_finished": "that a game is over: told with the result of each seat",
    "farmtable_intentions": "what a seat wants to decide: told with its table, and gone with its turn",
}
"""The tables of which no column names anybody, and what they have."""

WITHHELD = {
    # What opens something, names whose it is, or puts a name otherwise.
    "farmtable_people": {"id", "name_key", "password", "locked", "shape"},
    "farmtable_sessions": {"id", "person"},
    "farmtable_passkeys": {"id", "person", "public_key", "uses"},
    # How a way is served, with which keys; what is wanted on it is told as a list.
    "farmtable_channels": {
        *("id", "holder", "person", "session", "secret", "events"),
        *("next", "failures", "leased_until", "leased_by"),
    },
    "farmtable_outbox": {"channel", "due", "tries", "delivery"},
    # Who else it is: told by name.
    "farmtable_blocks": {"other"},
    "farmtable_ignored": {"ignored"},
    "farmtable_invitations": {"person", "by"},
    # What belongs to the table, and to everybody there alike.
    "farmtable_tables": {
        *("rules_version", "options", "settings", "created", "creator"),
        *("rated", "casual", "acting", "revision", "thinker", "public"),
    },
    "farmtable_seats": {"kind", "bot", "taken", "name_key"},
    # Told as "archived" and "deleted".
    "farmtable_put_away": {"place"},
}
"""The columns of rows that name somebody which an export does not tell him as they stand there."""

OTHERS = {
    "farmtable_blocks.other": "that somebody else wants to play no more with him",
    "farmtable_ignored.ignored": "that somebody else does not want to read him",
    "farmtable_ignored.name": "the same: what he is called in the other's list",
}
"""What others have said of him in confidence."""

STAYS = {"farmtable_results.person", "farmtable_ratings.who"}
"""What was won stays, under an id that belongs to nobody (ADR 15)."""


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmtable.tables.people.accounts.hashed", lambda password: password)


@pytest.fixture
def anna(tables: Tables) -> Person:
    """Somebody of whom everything is kept that can be."""
    anna, bert = (tables.people.sign_up(name, "wheat and barley", ADDRESS) for name in ("Anna-Lena", "Bert"))
    tables.people.begin_session(anna, "Firefox", "Linux")
    tables.people.add_passkey(Passkey("key", anna.id, "a public key", 3, "Chrome", "Android"))
    _plays(tables, anna, bert)
    _is_told(tables, anna)
    _looks_for_games(tables, anna, bert)
    tables.be_away(anna.holder, time.time() + DAY)
    return anna


def _plays(tables: Tables, anna: Person, bert: Person) -> None:
    tables.lists.delete(play_out(_table(tables, anna, bert), anna.holder, bert.holder).id, anna.holder)
    table = _table(tables, anna, bert)
    table.note_seen(anna.holder, "Firefox", "Linux")
    tables.lists.archive(table.id, anna.holder, True)
    for writer in (anna, bert):
        tables.chat.write(table, writer.holder, writer.name, ADDRESS, "Good morning")
    tables.chat.report(table, anna.holder, 3)
    tables.chat.ignore(table, anna.holder, 3, bert.name)
    tables.chat.ignore(table, anna.holder, 3, bert.name, everywhere=True)
    tables.chat.ignore(table, bert.holder, 1, anna.name, everywhere=True)
    tables.chat.rows.silence(digest(anna.holder), anna.name, time.time() + DAY)


def _table(tables: Tables, anna: Person, bert: Person) -> Table:
    seats, settings = [SeatPlan("local", anna.name), SeatPlan("friend")], Settings(confirm=False)
    days = TimeControl.read("1d")
    table = tables.create(GAME, 2, seats, {}, settings, anna.holder, days, chat="people")
    table.claim(table.invite(1, anna.holder), bert.holder, bert.name)
    return table


def _is_told(tables: Tables, anna: Person) -> None:
    (archived, *_) = tables.lists.of_browser(anna.holder)
    tables.channels.add("mail", "anna@example.org", "de", Whose(anna.holder, anna.id, title="Mail"))
    tables.channels.mute_for(archived.id, anna.holder, True)


def _looks_for_games(tables: Tables, anna: Person, bert: Person) -> None:
    cleo = tables.people.sign_up("Cleo", "wheat and barley", ADDRESS)  # blocked by nobody
    me, other = (Player(one.holder, one.name, one.id) for one in (anna, cleo))
    plans = [SeatPlan("local"), SeatPlan("open"), SeatPlan("open")]
    tables.offer(GAME, 3, plans, {}, Settings(), me)
    tables.finding.open_tables.join(tables.offer(GAME, 3, plans, {}, Settings(), other), me)
    tables.finding.pool.seek(me, Kind(GAME, 2, "quick"))
    for by, whom in ((anna, bert), (bert, anna)):
        table = _with_friend(tables, by)
        tables.finding.invitations.invite(table.id, 1, by, whom.name)
    tables.finding.invitations.decline(table.id, 1, anna)
    tables.finding.watching.note(table.id, anna.holder)
    tables.finding.blocks.block(anna, bert)
    tables.finding.blocks.block(bert, anna)


def _bert(tables: Tables) -> Person:
    bert = tables.people.find("Bert")
    assert bert is not None
    return bert


def _with_friend(tables: Tables, person: Person) -> Table:
    plans = [SeatPlan("local"), SeatPlan("friend")]
    return tables.create(GAME, 2, plans, {}, Settings(), person.holder)


Row = dict[str, Any]


def rows_of(database: str) -> Iterator[tuple[str, Row]]:
    """All that there is, row by row, with the table that it stands in."""
    engine = create_engine(database)
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                yield table.name, dict(row)
    engine.dispose()


def names_of(tables: Tables, person: Person) -> list[str]:
    """All by which rows can name somebody: himself, and what is his alone."""
    his = [one.id for one in tables.channels.of(person.holder)]
    return [person.id, person.holder, digest(person.holder), person.name, *his]


def naming(rows: Iterator[tuple[str, Row]], names: list[str]) -> Iterator[tuple[str, Row, set[str]]]:
    """The rows in which one of these stands, and the columns where it does."""
    for table, row in rows:
        told = {column: json.dumps(value, default=str) for column, value in row.items()}
        columns = {column for column, text in told.items() if any(name in text for name in names)}
        if columns:
            yield table, row, columns


def values_in(told: object) -> Iterator[str]:
    """Every value of an export as JSON, wherever it stands."""
    yield json.dumps(told)
    inner = told.values() if isinstance(told, dict) else told if isinstance(told, list | tuple) else ()
    for value in inner:
        yield from values_in(value)


def test_each_table_of_the_schema_names_people_or_is_known_not_to(
    database: str, tables: Tables, anna: Person
) -> None:
    named = {table for table, _, _ in naming(rows_of(database), names_of(tables, anna))}
    assert not named & set(OF_NOBODY)
    assert named | set(OF_NOBODY) == {table.name for table in metadata.sorted_tables}, (
        "a table is new: let `anna` have a row in it, or say what it has"
    )


def test_an_export_has_all_that_names_somebody(database: str, tables: Tables, anna: Person) -> None:
    told = set(values_in(tables.export(anna)))
    missing = []
    for table, row, columns in naming(rows_of(database), names_of(tables, anna)):
        if not {f"{table}.{column}" for column in columns} <= set(OTHERS):
            to_tell = set(row) - columns - WITHHELD.get(table, set())
            missing += [f"{table}.{column}" for column in to_tell if json.dumps(row[column]) not in told]
    assert missing == []


def test_an_export_tells_nothing_that_others_have_said_in_confidence(tables: Tables, anna: Person) -> None:
    tables.finding.blocks.unblock(anna, _bert(tables))
    told = tables.export(anna)
    assert told["blocked"] == []
    assert [one["name"] for one in told["chat"]["not_read"]] == ["Bert", "Bert"]


def test_an_export_opens_nothing(database: str, tables: Tables, anna: Person) -> None:
    told = json.dumps(tables.export(anna))
    opening = {"farmtable_sessions": "id", "farmtable_passkeys": "public_key", "farmtable_people": "password"}
    for table, row, _ in naming(rows_of(database), names_of(tables, anna)):
        if table in opening:
            assert row[opening[table]] not in told


def test_nothing_is_left_of_a_deleted_account(database: str, tables: Tables, anna: Person) -> None:
    names = names_of(tables, anna)
    tables.lists.leave_all(anna.holder, "random")
    tables.people.delete(anna)
    found = naming(rows_of(database), names)
    left = {f"{table}.{column}" for table, _, columns in found for column in columns}
    assert left == STAYS
