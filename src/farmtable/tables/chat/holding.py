"""What somebody has said passes to his account with his tables, and goes when the account is deleted."""

from __future__ import annotations

from sqlalchemy import Connection, and_, delete, exists, select, update

from farmtable.tables.schema import ignored, messages, reports, silenced


def bring_words_along(connection: Connection, old: str, new: str) -> None:
    """Let `new` have said, reported and ignored what `old` has (digests). Who was silenced stays so."""
    connection.execute(update(messages).where(messages.c.author == old).values(author=new))
    again = reports.alias()
    there = exists(
        select(again).where(
            again.c.reporter == new, again.c.table_id == reports.c.table_id, again.c.n == reports.c.n
        )
    )
    connection.execute(delete(reports).where(reports.c.reporter == old, there))
    connection.execute(update(reports).where(reports.c.reporter == old).values(reporter=new))
    for whose, other in (("reader", "ignored"), ("ignored", "reader")):
        mine = ignored.alias()
        known = and_(
            mine.c[whose] == new, mine.c[other] == ignored.c[other], mine.c.table_id == ignored.c.table_id
        )
        connection.execute(delete(ignored).where(ignored.c[whose] == old, exists(select(mine).where(known))))
        connection.execute(update(ignored).where(ignored.c[whose] == old).values({whose: new}))
    connection.execute(delete(ignored).where(ignored.c.reader == ignored.c.ignored))
    if connection.scalar(select(silenced.c.who).where(silenced.c.who == new)) is None:
        connection.execute(update(silenced).where(silenced.c.who == old).values(who=new))


def forget_words(connection: Connection, holder: str) -> None:
    """Take all that somebody (a digest) has said out of the database, with what was reported of it."""
    said = select(messages.c.table_id, messages.c.n).where(messages.c.author == holder)
    for table_id, n in connection.execute(said).all():
        connection.execute(delete(reports).where(reports.c.table_id == table_id, reports.c.n == n))
    connection.execute(delete(messages).where(messages.c.author == holder))
    connection.execute(delete(reports).where(reports.c.reporter == holder))
    connection.execute(delete(ignored).where((ignored.c.reader == holder) | (ignored.c.ignored == holder)))
    connection.execute(delete(silenced).where(silenced.c.who == holder))
