"""What somebody waits for elsewhere ends once he has a game; and what goes with a browser or an account."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, and_, delete, or_, select, update

from farmtable.tables.clocks.control import Speed
from farmtable.tables.finding.blocks import apart_from, part
from farmtable.tables.people.person import Person
from farmtable.tables.schema import blocks, invitations, open_seats, open_tables, seekers

NOT_A_GAME_OF_DAYS = open_tables.c.control.not_like("%d")


def end_waits(connection: Connection, browsers: Collection[str], but: str, speed: Speed) -> None:
    """Let nobody of these (digests) wait for another game than theirs, which is played at this speed. A game
    of days goes with any other, be it this or that."""
    if speed == "days":
        return
    others = and_(open_tables.c.id != but, NOT_A_GAME_OF_DAYS)
    mine = select(open_tables.c.id).where(others, open_tables.c.creator.in_(browsers))
    close(connection, list(connection.scalars(mine)))
    elsewhere = select(open_tables.c.id).where(others)
    taken = and_(open_seats.c.browser.in_(browsers), open_seats.c.table_id.in_(elsewhere))
    connection.execute(delete(open_seats).where(taken))
    connection.execute(delete(seekers).where(seekers.c.browser.in_(browsers), seekers.c.table_id.is_(None)))


def close(connection: Connection, ids: Collection[str]) -> None:
    """Take open tables out of the database."""
    if ids:
        connection.execute(delete(open_seats).where(open_seats.c.table_id.in_(ids)))
        connection.execute(delete(open_tables).where(open_tables.c.id.in_(ids)))


def bring_waits_along(connection: Connection, old: str, new: str, person: Person | None) -> None:
    """Let an account, that of a `person`, or another browser wait for what a browser waits for; both are
    digests."""
    known = {} if person is None else {"person": person.id}
    called = {} if person is None else {"name": person.name}
    mine = select(open_seats.c.table_id).where(open_seats.c.browser == new)
    double = and_(open_seats.c.browser == old, open_seats.c.table_id.in_(mine))
    connection.execute(delete(open_seats).where(double))
    connection.execute(update(open_seats).where(open_seats.c.browser == old).values(browser=new, **known))
    connection.execute(update(open_tables).where(open_tables.c.creator == old).values(creator=new, **known))
    own = select(open_tables.c.id).where(open_tables.c.creator == new)
    at_own = and_(open_seats.c.browser == new, open_seats.c.table_id.in_(own))
    connection.execute(delete(open_seats).where(at_own))
    if connection.scalar(select(seekers.c.browser).where(seekers.c.browser == new)) is not None:
        connection.execute(delete(seekers).where(seekers.c.browser == old))
    now_his = update(seekers).where(seekers.c.browser == old)
    connection.execute(now_his.values(browser=new, **known, **called))
    if person is not None:
        for other in apart_from(connection, person.id):
            part(connection, person.id, other)


def forget_waits(connection: Connection, browser: str) -> None:
    """Let somebody (a digest) wait for nothing any more."""
    mine = select(open_tables.c.id).where(open_tables.c.creator == browser)
    close(connection, list(connection.scalars(mine)))
    connection.execute(delete(open_seats).where(open_seats.c.browser == browser))
    connection.execute(delete(seekers).where(seekers.c.browser == browser))


def forget_person(connection: Connection, person: str) -> None:
    """Forget who has invited or blocked a person, and whom he has."""
    asked = or_(invitations.c.person == person, invitations.c.by == person)
    connection.execute(delete(invitations).where(asked))
    connection.execute(delete(blocks).where(or_(blocks.c.person == person, blocks.c.other == person)))
