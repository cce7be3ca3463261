"""`farmtable admin`: for whoever runs a server. It works on the database, beside servers that run."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid

from farmtable.cli.common import Database, stdout
from farmtable.core import BadOption

if TYPE_CHECKING:
    from farmtable.tables import Person, Tables

Name = Annotated[str, typer.Argument(metavar="NAME", help="The person's name.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table, as its address has it.")]
Sure = Annotated[bool, typer.Option("--yes", metavar="", help="Do not ask.")]

app = typer.Typer(help="People, tables and limits, for whoever runs a server.", no_args_is_help=True)


@app.command()
def people(db: Database = None) -> None:
    """Who has an account, since when, and who is locked."""
    with _tables(db) as tables:
        grid = _grid("Name", "Since", "Sessions", "Locked")
        for one in tables.people.all():
            sessions = len(tables.people.sessions_of(one))
            grid.add_row(one.name, _day(one.created), str(sessions), "locked" if one.locked else "")
        stdout().print(grid)


@app.command()
def lock(name: Name, db: Database = None) -> None:
    """Keep somebody out: his sessions end, and he cannot sign in. His seats stay his."""
    with _tables(db) as tables:
        tables.people.lock(_person(tables, name), True)
        print(f"{name} is locked.")


@app.command()
def unlock(name: Name, db: Database = None) -> None:
    """Let somebody in again."""
    with _tables(db) as tables:
        tables.people.lock(_person(tables, name), False)
        print(f"{name} may sign in again.")


@app.command()
def password(name: Name, db: Database = None) -> None:
    """Give somebody a new password, which is printed; his sessions end."""
    with _tables(db) as tables:
        person, fresh = _person(tables, name), secrets.token_urlsafe(12)
        tables.people.set_password(person, fresh)
        tables.people.end_sessions(person, [one.id for one in tables.people.sessions_of(person)])
        print(f"{name} can sign in with {fresh} and should change it.")


@app.command()
def forget(name: Name, yes: Sure = False, db: Database = None) -> None:
    """Delete somebody's account, as he could: a bot plays on for his seats."""
    from farmtable.web.levels import DEFAULT_BOT

    with _tables(db) as tables:
        person = _person(tables, name)
        _ask(f"Delete the account of {person.name} for good?", yes)
        tables.leave_all(person.holder, DEFAULT_BOT)
        tables.people.delete(person)
        print(f"{name} has no account any more.")


@app.command(name="tables")
def list_tables(
    running: Annotated[
        bool, typer.Option("--running", metavar="", help="Those whose game is not over.")
    ] = False,
    db: Database = None,
) -> None:
    """The tables there are, the most recently used first."""
    with _tables(db) as tables:
        grid = _grid("Table", "Game", "Seats", "Last used", "")
        for one in tables.all():
            if not (running and one.over):
                state = "over" if one.over else "running"
                grid.add_row(one.id, one.game, str(one.players), _day(one.touched), state)
        stdout().print(grid)


@app.command()
def delete(table: TableId, yes: Sure = False, db: Database = None) -> None:
    """Erase a table for everybody, with its record and analysis; results that were counted stay."""
    with _tables(db) as tables:
        _ask(f"Erase the table {table} for good?", yes)
        tables.erase(table)
        print(f"The table {table} is erased.")


@app.command()
def ratings(db: Database = None) -> None:
    """Reckon all ratings anew from the results."""
    with _tables(db) as tables:
        tables.people.results.reckon_anew()
        print("All ratings are reckoned anew.")


@app.command()
def limits(
    forgive: Annotated[bool, typer.Option("--forgive", metavar="", help="Forget all tries so far.")] = False,
    db: Database = None,
) -> None:
    """How often things may be tried, and how many are kept waiting now."""
    from farmtable.tables.people import accounts

    with _tables(db) as tables:
        if forgive:
            tables.people.limits.forget_all()
        grid = _grid("What", "At most", "Within")
        for one in (
            accounts.BY_NAME_AND_ADDRESS,
            accounts.BY_NAME,
            accounts.GUARDED,
            accounts.BY_DEVICE,
            accounts.BY_ADDRESS,
            accounts.NEW_BY_ADDRESS,
        ):
            grid.add_row(one.purpose, str(one.most), f"{one.seconds / 60:g} minutes")
        stdout().print(grid)
        print(f"Counted now: {tables.people.limits.number()}")


@contextmanager
def _tables(db: str | None) -> Iterator[Tables]:
    from farmtable.tables import Tables
    from farmtable.web.server import default_database

    tables = Tables(default_database() if db is None else db)
    try:
        yield tables
    finally:
        tables.close()


def _person(tables: Tables, name: str) -> Person:
    found = tables.people.find(name)
    if found is None:
        raise BadOption(f"nobody here is called {name!r}")
    return found


def _ask(question: str, yes: bool) -> None:
    if not yes and not typer.confirm(question):
        raise typer.Exit(1)


def _grid(*titles: str) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    for title in titles:
        grid.add_column(title)
    return grid


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()
