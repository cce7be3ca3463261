"""Whom a person does not want to be brought together with: it holds both ways, and nobody is told."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, and_, delete, insert, select

from farmtable.tables.finding.draft import one_at_a_time
from farmtable.tables.people.person import HOLDER, Person
from farmtable.tables.schema import blocks, invitations, open_seats, open_tables, people
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Collision, Database

Pair = frozenset[str]


class Blocks:
    """Who has blocked whom."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def block(self, person: Person, other: Person) -> None:
        """Keep these two apart from now on: where they wait together one of them goes, and no invitation
        between them that was not declined holds any more."""
        try:
            with self._database.writing() as connection:
                one_at_a_time(connection)
                row = {"person": person.id, "other": other.id, "at": time.time()}
                connection.execute(insert(blocks).values(row))
                part(connection, person.id, other.id)
                both = (person.id, other.id)
                between = and_(invitations.c.person.in_(both), invitations.c.by.in_(both))
                connection.execute(delete(invitations).where(between, invitations.c.declined.is_(False)))
        except Collision:  # they are already
            return

    def unblock(self, person: Person, other: Person) -> None:
        """As far as this person is concerned, they may be brought together again."""
        mine = (blocks.c.person == person.id) & (blocks.c.other == other.id)
        with self._database.writing() as connection:
            connection.execute(delete(blocks).where(mine))

    def has_blocked(self, person: Person, other: Person) -> bool:
        """Whether it was this person who did."""
        mine = (blocks.c.person == person.id) & (blocks.c.other == other.id)
        with self._database.reading() as connection:
            return connection.scalar(select(blocks.c.at).where(mine)) is not None

    def is_apart_from(self, person: Person, holders: Collection[str]) -> bool:
        """Whether this person is to be kept apart from one of those who hold seats as these (digests)."""
        with self._database.reading() as connection:
            ids = _accounts(connection)
            return are_apart(connection, person.id, {ids.get(holder, "") for holder in holders})

    def of(self, person: Person) -> list[tuple[str, str]]:
        """Whom a person has blocked, each an id and a name, in the order of names."""
        found = select(people.c.id, people.c.name).join(blocks, blocks.c.other == people.c.id)
        his = found.where(blocks.c.person == person.id).order_by(people.c.name_key)
        with self._database.reading() as connection:
            return [(row.id, row.name) for row in connection.execute(his)]


def apart_from(connection: Connection, person: str) -> set[str]:
    """Who (ids) is to be kept apart from a person (an id)."""
    mine = (blocks.c.person == person) | (blocks.c.other == person)
    rows = connection.execute(select(blocks.c.person, blocks.c.other).where(mine))
    return {other for row in rows for other in row} - {person}


def part(connection: Connection, person: str, other: str) -> None:
    """Let two people (ids) who are to be kept apart wait at no open table together: at one's own it is the
    other who goes, and where neither is at home the first."""
    at_home = select(open_tables.c.id).where(open_tables.c.person == person)
    his_guest = and_(open_seats.c.person == other, open_seats.c.table_id.in_(at_home))
    connection.execute(delete(open_seats).where(his_guest))
    there = open_seats.alias()
    with_other = select(there.c.table_id).where(there.c.person == other)
    at_others = select(open_tables.c.id).where(open_tables.c.person == other).union(with_other)
    guest = and_(open_seats.c.person == person, open_seats.c.table_id.in_(at_others))
    connection.execute(delete(open_seats).where(guest))


def are_apart(connection: Connection, person: str, others: Collection[str]) -> bool:
    """Whether a person (an id; "" is nobody) has blocked one of others, or one of them him."""
    return any(person in pair for pair in pairs_apart(connection, {person, *others}))


def pairs_apart(connection: Connection, persons: Collection[str]) -> set[Pair]:
    """Which two of these people (ids; "" is nobody) are to be kept apart."""
    known = [person for person in persons if person]
    if len(known) < 2:
        return set()
    among = blocks.c.person.in_(known) & blocks.c.other.in_(known)
    return {
        frozenset(row) for row in connection.execute(select(blocks.c.person, blocks.c.other).where(among))
    }


def who_may_meet(connection: Connection, holders: Sequence[tuple[int, str]], first: str) -> set[int]:
    """Those of some seats whose holders (digests) may meet who comes `first` (a digest), and each other.

    Who comes first has his own; of two others who are to be kept apart it is the later seat that is left out.
    """
    ids = _accounts(connection)
    at: defaultdict[int, set[str]] = defaultdict(set)
    for seat, holder in holders:
        at[seat].add(ids.get(holder, ""))
    me = ids.get(first, "")
    apart = pairs_apart(connection, {me}.union(*at.values()))
    own = {seat for seat, holder in holders if holder == first}
    meeting, there = set(own), {me}.union(*(at[seat] for seat in own))
    for seat in sorted(at.keys() - own):
        if not any(frozenset((one, other)) in apart for one in at[seat] for other in there):
            meeting.add(seat)
            there |= at[seat]
    return meeting


def _accounts(connection: Connection) -> dict[str, str]:
    """The ids of all accounts, by the digests as which they hold seats."""
    return {digest(f"{HOLDER}{person}"): person for person in connection.scalars(select(people.c.id))}
