"""Invitations to people: somebody with an account is asked by name to take a friend's seat.

The link of the seat works beside it: who comes first sits there.
"""

from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from farmtable.core.text import Text
from farmtable.tables.clocks.control import Speed
from farmtable.tables.errors import BadName, NoRoom
from farmtable.tables.finding.blocks import are_apart
from farmtable.tables.notifications import calling
from farmtable.tables.people.limits import Limit, Limits
from farmtable.tables.people.names import row_named
from farmtable.tables.people.person import Person
from farmtable.tables.plan import clean_name
from farmtable.tables.schema import clocks, invitations, people, seat_owners, seats, tables
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Collision, Database

LASTS: Final = 7 * 24 * 3600.0
"""Seconds for which somebody may take the seat that he was invited to."""

NOT_INVITED: Final = Text("This invitation is no longer valid.")

BY_PERSON: Final = Limit("invitations by person", 60, 3600.0)


@dataclass(frozen=True)
class Invitation:
    """A seat that somebody is invited to, `by` somebody, since when."""

    table_id: str
    seat: int
    by: str
    game: str
    players: int
    speed: Speed
    at: float


class Invitations:
    """The invitations of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._limits = Limits(database)

    def whom(self, by: Person, name: str) -> Person:
        """Who is called so, if `by` may invite him.

        Raises BadName for a name that nobody has, or that is his own; NoRoom for who is not to be asked.
        """
        shown = clean_name(name)
        with self._database.reading() as connection:
            row = row_named(connection, name)
            if row is None:
                raise BadName(Text("Nobody here is called {name}.", name=shown))
            if row.id == by.id:
                raise BadName(Text("That is you."))
            if row.locked or are_apart(connection, by.id, {row.id}):
                raise NoRoom(Text("{name} cannot be invited.", name=row.name))
        return Person(row.id, row.name, row.created, row.locked, row.password is not None)

    def invite(self, table_id: str, seat: int, by: Person, name: str) -> None:
        """Ask who is called so to take a seat; whoever calls this has seen that `by` may give it away.

        Raises as `whom` does, NoRoom also for a seat that is taken by now, and for somebody who sits there or
        has declined; TooOften.
        """
        self._limits.count(BY_PERSON, by.id)
        other = self.whom(by, name)
        with contextlib.suppress(Collision), self._database.writing() as connection:  # he is invited already
            here = (seats.c.table_id == table_id) & (seats.c.seat == seat)
            if connection.scalar(select(seats.c.taken).where(here)):
                raise NoRoom(Text("This seat has been taken by somebody else."))
            if _sits(connection, table_id, other.id):
                raise NoRoom(Text("{name} already has a seat here.", name=other.name))
            if _has_declined(connection, table_id, other.id):
                raise NoRoom(Text("{name} has declined.", name=other.name))
            connection.execute(delete(invitations).where(invitations.c.at < time.time() - LASTS))
            row = {"table_id": table_id, "seat": seat, "person": other.id, "by": by.id}
            connection.execute(insert(invitations).values(row | {"at": time.time(), "declined": False}))
            told = digest(other.holder)
            calling.call_holder(connection, table_id, "invited", seat, told, self._database.here())

    def of(self, person: Person) -> list[Invitation]:
        """The seats that a person may still take, the last invitation first."""
        by = people.alias()
        found = (
            select(
                *(invitations.c.table_id, invitations.c.seat, invitations.c.at),
                *(by.c.name, tables.c.game, tables.c.players),
                func.coalesce(clocks.c.speed, "free").label("speed"),
            )
            .join(by, by.c.id == invitations.c.by)
            .join(tables, tables.c.id == invitations.c.table_id)
            .join(seats, and_(seats.c.table_id == invitations.c.table_id, seats.c.seat == invitations.c.seat))
            .outerjoin(clocks, clocks.c.table_id == tables.c.id)
            .where(open_to(person.id), tables.c.over.is_(False))
            .order_by(invitations.c.at.desc())
        )
        with self._database.reading() as connection:
            return [
                Invitation(row.table_id, row.seat, row.name, row.game, row.players, row.speed, row.at)
                for row in connection.execute(found)
            ]

    def at_table(self, table_id: str) -> dict[int, list[tuple[str, bool]]]:
        """Who is invited to each seat, and whether he has declined."""
        found = (
            select(invitations.c.seat, people.c.name, invitations.c.declined)
            .join(people, people.c.id == invitations.c.person)
            .where(invitations.c.table_id == table_id, invitations.c.at > time.time() - LASTS)
            .order_by(invitations.c.at)
        )
        asked: dict[int, list[tuple[str, bool]]] = {}
        with self._database.reading() as connection:
            for seat, name, declined in connection.execute(found):
                asked.setdefault(seat, []).append((name, declined))
        return asked

    def check(self, table_id: str, seat: int, person: Person) -> None:
        """Raises NoRoom where a person is not invited to this seat, or no longer."""
        if not any((one.table_id, one.seat) == (table_id, seat) for one in self.of(person)):
            raise NoRoom(NOT_INVITED)

    def forget(self, table_id: str, person: Person) -> None:
        """Let a person who sits at a table by now be invited to no other seat there."""
        his = (invitations.c.table_id == table_id) & (invitations.c.person == person.id)
        with self._database.writing() as connection:
            connection.execute(delete(invitations).where(his))

    def withdraw(self, table_id: str, seat: int, name: str) -> None:
        """Invite who is called so no longer; who has declined is not asked again, all the same."""
        with self._database.writing() as connection:
            row = row_named(connection, name)
            his = and_(
                *(invitations.c.table_id == table_id, invitations.c.seat == seat),
                *(invitations.c.person == (None if row is None else row.id), ~invitations.c.declined),
            )
            connection.execute(delete(invitations).where(his))

    def decline(self, table_id: str, seat: int, person: Person) -> None:
        """Do not take a seat, and be asked no more to this table."""
        mine = and_(
            invitations.c.table_id == table_id, invitations.c.seat == seat, invitations.c.person == person.id
        )
        with self._database.writing() as connection:
            connection.execute(update(invitations).where(mine).values(declined=True))


def open_to(person: str | ColumnElement[str]) -> ColumnElement[bool]:
    """The invitations of a person that he may still accept, among rows joined with their seats."""
    return and_(
        invitations.c.person == person,
        invitations.c.declined.is_(False),
        invitations.c.at > time.time() - LASTS,
        seats.c.taken.is_(False),
    )


def number_open(person: ColumnElement[str]) -> ColumnElement[int]:
    """How many these are, as a column of a query of people."""
    same = and_(seats.c.table_id == invitations.c.table_id, seats.c.seat == invitations.c.seat)
    found = select(func.count()).select_from(invitations).join(seats, same).where(open_to(person))
    return found.correlate(person.table).scalar_subquery()


def _sits(connection: Connection, table_id: str, person: str) -> bool:
    his = (seat_owners.c.table_id == table_id) & (seat_owners.c.browser == digest(f"person {person}"))
    return connection.scalar(select(seat_owners.c.seat).where(his)) is not None


def _has_declined(connection: Connection, table_id: str, person: str) -> bool:
    his = (invitations.c.table_id == table_id) & (invitations.c.person == person)
    return connection.scalar(select(invitations.c.seat).where(his, invitations.c.declined)) is not None
