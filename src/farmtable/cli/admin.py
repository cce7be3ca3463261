"""`farmtable admin`: for whoever runs a server. It works on the database, beside servers that run."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from farmtable.cli.common import Database, show_progress
from farmtable.cli.messages import called_in, message_in, said_in
from farmtable.cli.named import NamedCommand
from farmtable.core import BadOption
from farmtable.core import game as find_game
from farmtable.core.text import counted

if TYPE_CHECKING:
    from farmtable.tables import Person, Tables
    from farmtable.tables.chat.message import Message
    from farmtable.tables.store import Row

Name = Annotated[str, typer.Argument(metavar="NAME", help="The person's name.")]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="The id of the table, as its address has it.")]
MessageId = Annotated[str, typer.Argument(metavar="TABLE/NUMBER", help="The message, as `reports` shows it.")]
Speaker = Annotated[
    str, typer.Argument(metavar="WHO", help="A person's name, or TABLE/NUMBER for who wrote that message.")
]
Sure = Annotated[bool, typer.Option("--yes", metavar="", help="Do not ask.")]

app = typer.Typer(help="People, tables and limits, for whoever runs a server.", no_args_is_help=True)


@app.command()
def status(db: Database = None) -> None:
    """How many accounts and tables there are, and what is waiting to be looked at."""
    with _tables(db) as tables:
        everybody, everything = tables.people.all(), tables.all()
        grid = _grid("What", "Number")
        for what, number in {
            "accounts": len(everybody),
            "of them locked": sum(one.locked for one in everybody),
            "tables": len(everything),
            "of them running": sum(not one.over for one in everything),
            "reported messages to look at": len(tables.chat.rows.unsettled()),
            "still to be told to people": tables.outbox.waiting(),
        }.items():
            grid.add_row(what, str(number))
        _print(grid)


@app.command()
def people(db: Database = None) -> None:
    """Who has an account, since when, and who is locked."""
    with _tables(db) as tables:
        grid = _grid("Name", "Since", "Sessions", "Locked")
        for one in tables.people.all():
            sessions = len(tables.people.sessions_of(one))
            grid.add_row(one.name, _day(one.created), str(sessions), "locked" if one.locked else "")
        _print(grid, "Nobody has an account.")


@app.command(cls=NamedCommand)
def lock(name: Name, db: Database = None) -> None:
    """Keep somebody out: their sessions end, and they cannot sign in. Their seats stay theirs."""
    with _tables(db) as tables:
        tables.people.lock(_person(tables, name), True)
        print(f"{name} is locked.")


@app.command(cls=NamedCommand)
def unlock(name: Name, db: Database = None) -> None:
    """Let somebody in again."""
    with _tables(db) as tables:
        tables.people.lock(_person(tables, name), False)
        print(f"{name} may sign in again.")


@app.command(cls=NamedCommand)
def password(
    name: Name,
    remove_passkeys: Annotated[
        bool,
        typer.Option(
            "--remove-passkeys", metavar="", help="Their passkeys no longer open the account, either."
        ),
    ] = False,
    db: Database = None,
) -> None:
    """Give somebody a new password, and print it; their sessions end. Their passkeys stay, unless removed."""
    with _tables(db) as tables:
        person, fresh = _person(tables, name), secrets.token_urlsafe(12)
        tables.people.set_password(person, fresh)
        if remove_passkeys:
            tables.people.passkeys.remove_all(person.id)
        tables.people.end_sessions(person, [one.id for one in tables.people.sessions_of(person)])
        print(f"{name} can sign in with {fresh} and should change it.")
        left = len(tables.people.passkeys.of(person.id))
        if left:
            which = "1 passkey opens" if left == 1 else f"{left} passkeys open"
            print(f"{which} the account as before; --remove-passkeys takes that away, too.")


@app.command(cls=NamedCommand)
def forget(name: Name, yes: Sure = False, db: Database = None) -> None:
    """Delete somebody's account, as they could themselves: a bot plays on for their seats."""
    from farmtable.web.levels import DEFAULT_BOT

    with _tables(db) as tables:
        person = _person(tables, name)
        _ask(f"Delete the account of {person.name} for good?", yes)
        tables.end_account(person, DEFAULT_BOT)
        print(f"{name} no longer has an account.")


@app.command(name="tables")
def list_tables(
    running: Annotated[
        bool, typer.Option("--running", metavar="", help="Those whose game is not over.")
    ] = False,
    db: Database = None,
) -> None:
    """List the tables, the most recently used first."""
    with _tables(db) as tables:
        there = [one for one in tables.all() if not (running and one.over)]
        _show(there, "No game is running." if running else "There are no tables.")


@app.command(cls=NamedCommand)
def delete(table: TableId, yes: Sure = False, db: Database = None) -> None:
    """Erase a table for everybody, with its record and analysis; results that were counted stay."""
    with _tables(db) as tables:
        if not tables.is_there(table):
            raise BadOption(f"there is no table {table}")
        _ask(f"Erase the table {table} for good?", yes)
        tables.erase(table)
        print(f"The table {table} is erased.")


@app.command()
def tidy(
    unused_for: Annotated[
        float,
        typer.Option(min=1, max=36500, metavar="DAYS", help="Nobody has been there for this many days."),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", metavar="", help="Show which ones they are, and leave them.")
    ] = False,
    yes: Sure = False,
    db: Database = None,
) -> None:
    """Erase tables of guests that nobody has used; where somebody has an account, they stay.

    Results that were counted stay, and the ratings of bots with them. Whoever was given the address of a game
    that is over no longer finds its replay.
    """
    since = time.time() - 86400 * unused_for
    with _tables(db) as tables:
        unused = tables.unused_by_guests(since)
        which = f"{counted(len(unused), 'table')} of guests, unused for {counted(unused_for, 'day')}"
        if dry_run and unused:
            _show([one for one in tables.all() if one.id in set(unused)])
        if dry_run or not unused:
            print(f"There {'is' if len(unused) == 1 else 'are'} {which}.")
            return
        _ask(f"Erase {which}, for good?", yes)
        erased = 0
        with show_progress(len(unused), "Erasing") as tell:
            for done, table in enumerate(unused, 1):
                erased += tables.erase_unused(table, since)  # unless somebody has come meanwhile
                tell(done)
        print(f"Erased: {which}." if erased == len(unused) else f"Erased: {erased} of {which}.")


@app.command()
def ratings(db: Database = None) -> None:
    """Recalculate all ratings from the results."""
    with _tables(db) as tables:
        tables.people.results.reckon_anew()
        print("All ratings have been recalculated.")


@app.command()
def limits(
    forgive: Annotated[
        bool, typer.Option("--forgive", metavar="", help="Forget all attempts so far.")
    ] = False,
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
        _print(grid)
        print(f"Counted now: {tables.people.limits.number()}")


@app.command()
def reports(
    settled: Annotated[
        bool, typer.Option("--all", metavar="", help="Show those that are settled, too.")
    ] = False,
    db: Database = None,
) -> None:
    """The messages that people have reported, each with those around it, as TABLE/NUMBER.

    `settle` takes one off the list once it is dealt with.
    """
    from farmtable.tables.tokens import digest

    with _tables(db) as tables:
        found = tables.chat.rows.reports(settled)
        called = {digest(one.holder): one.name for one in tables.people.all()}
        for one in found:
            state = ", settled" if one.settled else ""
            print(f"{one.table}/{one.n}, {_day(one.at)}, reported {_times(one.times)}{state}")
            seats = tables.seats_of(one.table)
            for message in one.around:
                mark = ">" if message.n == one.n else " "
                account = called.get(message.author)
                who = called_in(message, seats) + (f" (account {account})" if account else "")
                print(f"{mark} {message.n:>4} {message.room:<8} {who}: {said_in(message)}")
        waiting = sum(not one.settled for one in found)
        print(f"{len(found)} reported, {waiting} to look at" if found else "Nothing is reported.")


@app.command(cls=NamedCommand)
def remove(message: MessageId, db: Database = None) -> None:
    """Take the text of a message away for everybody, and settle the reports of it."""
    table, n = message_in(message)
    with _tables(db) as tables:
        if not tables.chat.remove(table, n):
            raise BadOption(f"there is no message {message}")
        tables.chat.rows.settle(table, n)
        print(f"The message {message} is removed.")


@app.command(cls=NamedCommand)
def settle(message: MessageId, db: Database = None) -> None:
    """Take the reports of a message off the list, and leave it as it is."""
    table, n = message_in(message)
    with _tables(db) as tables:
        if tables.chat.rows.one(table, n) is None:
            raise BadOption(f"there is no message {message}")
        tables.chat.rows.settle(table, n)
        print(f"The reports of {message} are settled.")


@app.command(cls=NamedCommand)
def silence(
    who: Speaker,
    hours: Annotated[
        float, typer.Option(min=0.1, max=24 * 3650, help="For how long they cannot write.")
    ] = 24.0,
    db: Database = None,
) -> None:
    """Keep somebody from writing at any table for a while. They can still play."""
    with _tables(db) as tables:
        until = time.time() + 3600 * hours
        for author, name in _speakers(tables, who):
            tables.chat.rows.silence(author, name, until)
        print(f"{who} can write again from {_moment(until)} on.")


@app.command(cls=NamedCommand)
def let_speak(who: Speaker, db: Database = None) -> None:
    """Let somebody who was silenced write again."""
    with _tables(db) as tables:
        were_silent = [tables.chat.rows.let_speak(author) for author, _ in _speakers(tables, who)]
        if not any(were_silent):
            raise BadOption(f"{who} was not silenced")
        print(f"{who} can write again.")


@app.command()
def silenced(db: Database = None) -> None:
    """Who cannot write now, and until when."""
    with _tables(db) as tables:
        grid = _grid("Name", "Until")
        for name, until in tables.chat.rows.all_silenced():
            grid.add_row(name, _moment(until))
        _print(grid, "Nobody is silenced.")


@app.command()
def test_mail(
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The email address to write to.")],
) -> None:
    """Send an email as the settings say, and tell what became of it."""
    from farmtable.web.notifications.settings import Sending, is_address
    from farmtable.web.notifications.trial import send_trial

    if not is_address(address):
        raise BadOption(f"{address!r} is not an email address")
    print(send_trial(Sending.read(os.environ), address))


@contextmanager
def _tables(db: str | None) -> Iterator[Tables]:
    from farmtable.tables import Tables
    from farmtable.tables.database import connect_to_ours
    from farmtable.web.server import default_database

    url = default_database() if db is None else db
    connect_to_ours(url).dispose()  # where there is none, none is made
    tables = Tables(url)
    try:
        yield tables
    finally:
        tables.close()


def _person(tables: Tables, name: str) -> Person:
    found = tables.people.find(name)
    if found is None:
        raise BadOption(f"nobody here is called {name!r}")
    return found


def _speakers(tables: Tables, who: str) -> list[tuple[str, str]]:
    """The digests, each with a name, of a person or of who wrote a message: at a seat, all that hold it."""
    from farmtable.tables.tokens import digest

    message = _message(tables, who)  # first: nobody takes a name to hide a message behind it
    if message is None:
        person = _person(tables, who)
        return [(digest(person.holder), person.name)]
    table = who.rpartition("/")[0]
    name = f"{called_in(message, tables.seats_of(table))} ({who})"
    holders = [] if message.seat is None else tables.holders_of(table, message.seat)
    return [(author, name) for author in {message.author, *holders}]


def _message(tables: Tables, who: str) -> Message | None:
    """The message that TABLE/NUMBER says; None where it says none, as a name with a stroke in it."""
    try:
        return tables.chat.rows.one(*message_in(who))
    except BadOption:
        return None


def _ask(question: str, yes: bool) -> None:
    try:
        if not yes and not typer.confirm(question):
            raise typer.Exit(1)
    except typer.Abort:
        if sys.stdin.isatty():
            raise  # Ctrl-C
        raise BadOption("nobody is there to answer; --yes goes on without asking") from None


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _grid(*titles: str) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    for title in titles:
        grid.add_column(title)
    return grid


def _show(tables: Sequence[Row], if_none: str = "") -> None:
    grid = _grid("Table", "Game", "Seats", "Last used", "")
    for one in tables:
        grid.add_row(one.id, one.game, str(one.players), _day(one.touched), _state(one))
    _print(grid, if_none)


def _print(grid: Grid, if_none: str = "") -> None:
    """Print what has names in it: people may be called as rich would have it coloured, or closed."""
    Console(highlight=False, markup=False, emoji=False).print(grid if grid.row_count else if_none)


def _state(table: Row) -> str:
    """Whether a table's game is over and, if not, whether it can go on here."""
    if table.over:
        return "over"
    try:
        played = find_game(table.game).rules_version
    except BadOption:
        return "waits: this game is not installed"
    return (
        "running" if table.rules_version == played else f"waits: rules {table.rules_version}, here {played}"
    )


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()


def _moment(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")
