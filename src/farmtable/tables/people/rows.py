"""What is kept of people in the database. Everything here is one short transaction."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select, update

from farmtable.core.text import Text
from farmtable.tables.clocks.absences import Absences, forget_absences
from farmtable.tables.clocks.rows import Clocks
from farmtable.tables.errors import NotSignedIn
from farmtable.tables.finding.draft import one_at_a_time
from farmtable.tables.finding.invitations import number_open
from farmtable.tables.finding.waits import bring_waits_along, forget_person, forget_waits
from farmtable.tables.notifications.channels import follow_session, forget_holder
from farmtable.tables.people.holding import bring_along, leave_behind
from farmtable.tables.people.names import name_like, note_shapes, row_named, shape_of
from farmtable.tables.people.person import Person, Session
from farmtable.tables.plan import name_key
from farmtable.tables.schema import blocks, passkeys, people, sessions
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Collision, Database

UNSEEN_SECONDS: Final = 90 * 24 * 3600.0
"""A session that was not seen for so long is over."""


class PeopleRows:
    """The rows of people and their sessions; sessions go by the digest of what a browser holds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, person: Person, password: str | None) -> None:
        """A new account. Raises Collision where somebody has the same name, or one that looks the same."""
        row = {
            "id": person.id,
            "name": person.name,
            "name_key": name_key(person.name),
            "shape": shape_of(person.name),
            "password": password,
            "created": person.created,
            "locked": False,
        }
        with self._database.writing() as connection:
            one_at_a_time(connection)  # accounts from before may look alike, so no constraint says this
            note_shapes(connection)
            if name_like(connection, person.name) is not None:
                raise Collision
            connection.execute(insert(people).values(row))

    def name_like(self, name: str) -> str | None:
        """The name of somebody that is the same or looks the same; None where there is none."""
        with self._database.reading() as connection:
            return name_like(connection, name)

    def by_name(self, name: str) -> tuple[Person, str | None] | None:
        """Who has this name, and what is kept of the password; None where nobody has it."""
        with self._database.reading() as connection:
            row = row_named(connection, name)
        return None if row is None else (_person(row), row.password)

    def by_id(self, person_id: str) -> tuple[Person, str | None] | None:
        """The same by id."""
        with self._database.reading() as connection:
            row = connection.execute(select(people).where(people.c.id == person_id)).first()
        return None if row is None else (_person(row), row.password)

    def all(self) -> list[Person]:
        """Everybody, in the order of names."""
        with self._database.reading() as connection:
            return [_person(row) for row in connection.execute(select(people).order_by(people.c.name_key))]

    def change(self, person_id: str, **columns: Any) -> None:
        """Change columns of a person's row."""
        with self._database.writing() as connection:
            connection.execute(update(people).where(people.c.id == person_id).values(columns))

    def lock(self, person: Person) -> None:
        """Keep somebody out: his sessions end, and so does all that he waits for. His seats stay his."""
        with self._database.writing() as connection:
            one_at_a_time(connection)
            connection.execute(update(people).where(people.c.id == person.id).values(locked=True))
            connection.execute(delete(sessions).where(sessions.c.person == person.id))
            forget_waits(connection, digest(person.holder))

    def erase(self, person: Person) -> None:
        """Take somebody out of the database; what he held at tables is left behind."""
        # What has rested while he was away stays so for who holds a seat with him.
        Absences(self._database, Clocks(self._database)).come_back(person.holder)
        with self._database.writing() as connection:
            one_at_a_time(connection)  # or he would be seated, or get what a browser holds, at this moment
            leave_behind(connection, digest(person.holder))
            forget_holder(connection, digest(person.holder))
            forget_absences(connection, digest(person.holder))
            forget_waits(connection, digest(person.holder))
            forget_person(connection, person.id)
            connection.execute(delete(passkeys).where(passkeys.c.person == person.id))
            connection.execute(delete(sessions).where(sessions.c.person == person.id))
            connection.execute(delete(people).where(people.c.id == person.id))

    def wait_no_more(self, person: Person) -> None:
        """Let somebody wait for no game any more."""
        with self._database.writing() as connection:
            one_at_a_time(connection)
            forget_waits(connection, digest(person.holder))

    def bring_along(self, browser: str, holder: str, person: Person | None = None) -> None:
        """Let an account, that of a `person`, or another browser have what a browser holds.

        Raises NotSignedIn for an account that has just ended: what the browser holds would be nobody's.
        """
        with self._database.writing() as connection:
            one_at_a_time(connection)
            if person is not None and not _is_there(connection, person):
                raise NotSignedIn(Text("Please sign in first."))
            bring_along(connection, digest(browser), digest(holder), to_account=person is not None)
            bring_waits_along(connection, digest(browser), digest(holder), person)

    def blocked(self, person_id: str) -> list[dict[str, Any]]:
        """Those whom a person has blocked, by name, each with when."""
        found = select(people.c.name, blocks.c.at).join(blocks, blocks.c.other == people.c.id)
        his = found.where(blocks.c.person == person_id).order_by(people.c.name_key)
        with self._database.reading() as connection:
            return [dict(row) for row in connection.execute(his).mappings()]

    # --- sessions ------------------------------------------------------------------------------

    def begin(self, session: Session) -> None:
        """Sign a browser in; sessions that nobody has seen for long are forgotten."""
        row = {"id": session.id, "person": session.person.id, "since": session.since, "seen": session.seen}
        row |= {"program": session.program, "system": session.system}
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.seen < time.time() - UNSEEN_SECONDS))
            connection.execute(insert(sessions).values(row))

    def session(self, session_id: str) -> Session | None:
        """A session that is not over, of somebody who is not locked."""
        found = select(sessions, *_columns(), number_open(people.c.id).label("invitations")).join(people)
        lasting = (sessions.c.id == session_id) & (sessions.c.seen >= time.time() - UNSEEN_SECONDS)
        with self._database.reading() as connection:
            row = connection.execute(found.where(lasting, people.c.locked.is_(False))).first()
        return None if row is None else replace(_session(row), invitations=row.invitations)

    def sessions_of(self, person_id: str) -> list[Session]:
        """The sessions of a person, the one last seen first."""
        found = select(sessions, *_columns()).join(people).where(sessions.c.person == person_id)
        lasting = sessions.c.seen >= time.time() - UNSEEN_SECONDS
        with self._database.reading() as connection:
            rows = connection.execute(found.where(lasting).order_by(sessions.c.seen.desc()))
            return [_session(row) for row in rows]

    def note_seen(self, session_id: str, program: str, system: str) -> None:
        """Note that a session was used now, and by what."""
        seen = {"seen": time.time(), "program": program, "system": system}
        with self._database.writing() as connection:
            connection.execute(update(sessions).where(sessions.c.id == session_id).values(seen))

    def end(self, person_id: str, session_ids: list[str]) -> None:
        """End sessions of a person; whatever is no session of his is passed over."""
        his = (sessions.c.person == person_id) & sessions.c.id.in_(session_ids)
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(his))

    def renew(self, session: Session, fresh: str, password: str) -> bool:
        """Keep another password; the session goes on under the id `fresh`, all others of its person end.

        False, and nothing is changed, where the session has been ended.
        """
        his, this = sessions.c.person == session.person.id, sessions.c.id == session.id
        with self._database.writing() as connection:
            if connection.execute(update(sessions).where(his, this).values(id=fresh)).rowcount != 1:
                return False
            follow_session(connection, session.id, fresh)
            connection.execute(delete(sessions).where(his, sessions.c.id != fresh))
            here = people.c.id == session.person.id
            connection.execute(update(people).where(here).values(password=password))
            return True


def _is_there(connection: Connection, person: Person) -> bool:
    return connection.scalar(select(people.c.id).where(people.c.id == person.id)) is not None


def _columns() -> list[Any]:
    """The columns of a person beside those of a session."""
    return [people.c.name, people.c.created, people.c.locked, people.c.password]


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.created, row.locked, row.password is not None)


def _session(row: Row[Any]) -> Session:
    person = Person(row.person, row.name, row.created, row.locked, row.password is not None)
    return Session(row.id, person, row.program, row.system, row.since, row.seen)
