"""Finished games, once each: who came in which place, and what became of the ratings.

A result is written in the transaction that ends the game, so there is one for each game that is over and
never two. Ratings follow from the results alone, in the order in which games ended, and can be reckoned anew.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    literal,
    null,
    select,
    text,
    update,
)

from farmtable.tables.clocks.control import Speed
from farmtable.tables.people.person import Person
from farmtable.tables.people.rating import Rating, rate
from farmtable.tables.schema import (
    devices,
    finished,
    journal,
    meta,
    people,
    ratings,
    results,
    seat_owners,
    tables,
)
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Database

POSTGRESQL_LOCK: Final = 0x72617465  # "rate": results are numbered one after the other

DUE: Final = "ratings_due"
"""The note of a step of the schema that ratings are to be reckoned anew."""


_PLAYED_ON: Final = tables.c.rated.is_(False)
"""Only games that were played on from another can never count (`Tables.play_on`); of a table that was erased
nobody knows."""


class Kind(NamedTuple):
    """What has ratings of its own: a game with so many seats, played so fast."""

    game: str
    players: int
    speed: Speed


@dataclass(frozen=True)
class SeatResult:
    """How a seat did: `bot` is empty for a person's, also for one that was `resigned`, as those count for
    which a bot stood in at the end."""

    seat: int
    bot: str
    points: int
    won: bool
    resigned: bool


@dataclass(frozen=True)
class Outcome:
    """How a game ended, for `Results`; `rated` says whether it may count for ratings."""

    kind: Kind
    rated: bool
    seats: list[SeatResult]


@dataclass(frozen=True)
class PersonsGame:
    """A finished game of a person: where, when, and how he did; `rated` is whether it counted.

    One that was `played_on` from another began as that one did (`Tables.play_on`): what he has there is not
    all his own doing.
    """

    table_id: str
    game: str
    players: int
    speed: Speed
    rated: bool
    at: float
    points: int
    place: int
    won: bool
    resigned: bool
    played_on: bool

    @property
    def kind(self) -> Kind:
        """What it counted for."""
        return Kind(self.game, self.players, self.speed)


def settle(connection: Connection, table_id: str, outcome: Outcome) -> None:
    """Write down how a game ended, and let the ratings follow, in the transaction that ends it."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": POSTGRESQL_LOCK})
    number = (connection.scalar(select(func.max(finished.c.number))) or 0) + 1
    row = {"table_id": table_id, "number": number, "rated": outcome.rated, "at": time.time()}
    connection.execute(insert(finished).values(row | outcome.kind._asdict()))
    persons, places = _persons_of(connection, table_id), places_of(outcome.seats)
    rows: list[dict[str, Any]] = [
        {
            "table_id": table_id,
            "seat": one.seat,
            "person": None if one.bot else persons.get(one.seat),
            "bot": one.bot,
            "points": one.points,
            "place": places[one.seat],
            "won": one.won and not one.resigned,
            "resigned": one.resigned,
        }
        for one in outcome.seats
    ]
    connection.execute(insert(results), rows)
    if outcome.rated:
        _rate(connection, outcome.kind, [(_who(row), places[row["seat"]]) for row in rows])


def places_of(seats: Sequence[SeatResult]) -> dict[int, int]:
    """The place of each seat, from 1: winners first, then by points; ties share one, and so do those that
    resigned, who come last: what bots made of their seats tells nothing of them."""
    keys = {one.seat: (True, True, 0) if one.resigned else (False, not one.won, -one.points) for one in seats}
    return {seat: 1 + sum(other < key for other in keys.values()) for seat, key in keys.items()}


@dataclass(frozen=True)
class Played:
    """How many games of a kind a person has finished, and when the last of them."""

    game: str
    number: int
    at: float


class Results:
    """The results of one database, and what comes of them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def games_of(self, person: Person) -> list[PersonsGame]:
        """The finished games of a person, the last first."""
        found = (
            select(
                *(finished.c[name] for name in ("table_id", "game", "players", "speed", "rated", "at")),
                *(results.c[name] for name in ("points", "place", "won", "resigned")),
                _PLAYED_ON,
            )
            .join(results)
            .outerjoin(tables, tables.c.id == finished.c.table_id)
            .where(results.c.person == person.id)
            .order_by(finished.c.number.desc())
        )
        with self._database.reading() as connection:
            return [PersonsGame(*row) for row in connection.execute(found)]

    def played(self) -> dict[str, list[Played]]:
        """What everybody has played, by the id of the person, the most played first; not what was played on
        from another game."""
        number = func.count().label("number")
        found = (
            select(results.c.person, finished.c.game, number, func.max(finished.c.at))
            .join(results)
            .outerjoin(tables, tables.c.id == finished.c.table_id)
            .where(results.c.person.is_not(None), ~_PLAYED_ON)
            .group_by(results.c.person, finished.c.game)
            .order_by(number.desc(), finished.c.game)
        )
        by_person: defaultdict[str, list[Played]] = defaultdict(list)
        with self._database.reading() as connection:
            for person, game, count, at in connection.execute(found):
                by_person[person].append(Played(game, count, at))
        return by_person

    def ratings_of(self, person: Person) -> dict[Kind, Rating]:
        """The ratings of a person by game, number of seats and speed."""
        found = select(ratings).where(ratings.c.who == f"person {person.id}")
        with self._database.reading() as connection:
            rows = connection.execute(found)
            return {Kind(row.game, row.players, row.speed): _rating(row) for row in rows}

    def ratings(self, game: str, players: int, speed: Speed = "free") -> dict[str, Rating]:
        """The ratings of all at a game with so many seats and this speed: "person ID" or "bot NAME"."""
        with self._database.reading() as connection:
            return ratings_in(connection, Kind(game, players, speed))

    def reckon_if_due(self) -> None:
        """Make all ratings anew where a step of the schema has left that to us."""
        with self._database.reading() as connection:
            due = connection.scalar(select(meta.c.value).where(meta.c.key == DUE)) is not None
        if due:
            self.reckon_anew()

    def reckon_anew(self) -> None:
        """Make all ratings anew from the results."""
        with self._database.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": POSTGRESQL_LOCK})
            connection.execute(delete(meta).where(meta.c.key == DUE))
            connection.execute(delete(ratings))
            for kind, seats in list(_rated_games(connection)):
                _rate(connection, kind, seats)


def _persons_of(connection: Connection, table_id: str) -> dict[int, str]:
    """Whose game it was at which seat: of several accounts that have held it theirs that came first, be it
    ended there, or whoever is about to lose would hand the seat on. Nobody's who has come after the seat's
    first decision, or a guest who is about to win would sign in; nor his who has several seats, which is more
    than one player at a screen."""
    by_holder = {digest(f"person {id}"): id for id in connection.scalars(select(people.c.id))}
    # Who holds a seat without a row among the devices was there before that was noted.
    owning = select(
        seat_owners.c.seat, seat_owners.c.browser, literal(0).label("place"), null().label("since")
    )
    noted = select(devices.c.seat, devices.c.browser, devices.c.place, devices.c.since)
    came: dict[tuple[int, str], tuple[int, float]] = {}
    for rows, found in ((seat_owners, owning), (devices, noted)):
        for row in connection.execute(found.where(rows.c.table_id == table_id)):
            came[row.seat, row.browser] = row.place, row.since or 0.0
    first: dict[int, tuple[str, float]] = {}
    for seat, browser in sorted(came, key=lambda one: (came[one][0], one)):
        if browser in by_holder:
            first.setdefault(seat, (by_holder[browser], came[seat, browser][1]))
    begun = _first_decisions(connection, table_id)
    there = {seat: who for seat, (who, since) in first.items() if since <= begun.get(seat, inf)}
    number = Counter(there.values())
    return {seat: who for seat, who in there.items() if number[who] == 1}


def _first_decisions(connection: Connection, table_id: str) -> dict[int, float]:
    """When each seat was first decided for by a person."""
    here = and_(journal.c.table_id == table_id, journal.c.kind == "play", journal.c.by_bot.is_not(True))
    found = select(journal.c.seat, func.min(journal.c.at).label("first")).where(here)
    return {row.seat: row.first for row in connection.execute(found.group_by(journal.c.seat))}


def _rate(connection: Connection, kind: Kind, seats: Sequence[tuple[str, int]]) -> None:
    """Let the ratings of those who are known follow from their places; nothing, where there is but one."""
    known = [(who, place) for who, place in seats if who]
    if len({who for who, _ in known}) < 2:
        return
    before = ratings_in(connection, kind)
    for who, after in rate(known, before).items():
        values = {"mu": after.mu, "sigma": after.sigma, "games": after.games}
        if who in before:
            here = _of(kind) & (ratings.c.who == who)
            connection.execute(update(ratings).where(here).values(values))
        else:
            connection.execute(insert(ratings).values(kind._asdict() | {"who": who} | values))


def _rated_games(connection: Connection) -> Iterator[tuple[Kind, list[tuple[str, int]]]]:
    """All games that count, in the order in which they ended."""
    found = select(finished).where(finished.c.rated).order_by(finished.c.number)
    for game in connection.execute(found).all():
        here = select(results).where(results.c.table_id == game.table_id).order_by(results.c.seat)
        rows = connection.execute(here).mappings()
        yield Kind(game.game, game.players, game.speed), [(_who(row), row["place"]) for row in rows]


def _who(row: Any) -> str:
    """Who is rated for a result; nobody for a guest's."""
    if row["bot"]:
        return f"bot {row['bot']}"
    return f"person {row['person']}" if row["person"] else ""


def ratings_in(connection: Connection, kind: Kind) -> dict[str, Rating]:
    """The ratings of all at games of a kind: "person ID" or "bot NAME"."""
    return {row.who: _rating(row) for row in connection.execute(select(ratings).where(_of(kind)))}


def _of(kind: Kind) -> ColumnElement[bool]:
    """The rows of ratings of one kind."""
    return and_(*(ratings.c[name] == value for name, value in kind._asdict().items()))


def _rating(row: Any) -> Rating:
    return Rating(row.mu, row.sigma, row.games)
