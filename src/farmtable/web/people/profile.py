"""The page of a person: ratings beside those of the bots, records, and finished games; and who there is."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any, Final

from babel.dates import format_date
from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from farmtable.core import BadOption, Text, game
from farmtable.tables import Person, Tables
from farmtable.tables.people.rating import Rating
from farmtable.tables.people.results import Kind, PersonsGame, Played
from farmtable.web.clocks.shown import SPEEDS
from farmtable.web.levels import LEVELS
from farmtable.web.pages import page
from farmtable.web.problems import NO_PAGE, Problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import TheReader, TheTables

router = APIRouter()

MOST_GAMES: Final = 50
"""So many of the last games are listed."""
MOST_PEOPLE: Final = 100


@router.get("/people")
def people(tables: TheTables, reader: TheReader, q: str = "") -> HTMLResponse:
    """Who has an account here, who played last first; or whose name has `q` in it."""
    wanted = q.strip().casefold()
    played = tables.people.results.played()
    found = [
        _listed(person, played.get(person.id, []), reader)
        for person in tables.people.all()
        if wanted in person.name.casefold()
    ]
    found.sort(key=lambda one: one["last"], reverse=True)
    return page(
        "people/people.html",
        reader,
        people=found[:MOST_PEOPLE],
        more=len(found) > MOST_PEOPLE,
        wanted=q.strip(),
    )


def _listed(person: Person, played: list[Played], reader: Reader) -> dict[str, Any]:
    """A person of the list: what was played, and when last."""
    last = max((one.at for one in played), default=0.0)
    return {
        "id": person.id,
        "name": person.name,
        "games": [(_title(one.game), one.number) for one in played],
        "last": last,
        "day": datetime.fromtimestamp(last, UTC).date().isoformat(),
        "shown_day": format_date(datetime.fromtimestamp(last, UTC), locale=reader.language),
    }


@router.get("/people/{person_id}")
def profile(person_id: str, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """What everybody may know of a person."""
    person = tables.people.by_id(person_id)
    if person is None:
        raise Problem(404, NO_PAGE)
    games = tables.people.results.games_of(person)
    return page(
        "people/profile.html",
        reader,
        name=person.name,
        blocked=reader.person is not None and tables.finding.blocks.has_blocked(reader.person, person),
        here=person_id,
        since=format_date(datetime.fromtimestamp(person.created, UTC), locale=reader.language),
        kinds=_kinds(person, games, tables, reader),
        games=[_game(one, reader) for one in games[:MOST_GAMES]],
    )


def _kinds(person: Person, games: list[PersonsGame], tables: Tables, reader: Reader) -> list[dict[str, Any]]:
    """For each kind of game that the person has played: rating, records, the levels of bots.

    What was played on from another game counts for none of it.
    """
    by_kind: defaultdict[Kind, list[PersonsGame]] = defaultdict(list)
    for one in games:
        if not one.played_on:
            by_kind[one.kind].append(one)
    ratings = tables.people.results.ratings_of(person)
    return [
        {
            "title": _title(kind.game),
            "players": kind.players,
            "speed": reader.say(SPEEDS[kind.speed]),
            "number": len(played),
            "won": sum(one.won for one in played),
            "best": max(one.points for one in played),
            "rating": ratings.get(kind),
            "levels": _levels(tables.people.results.ratings(*kind)) if kind in ratings else [],
        }
        for kind, played in sorted(by_kind.items())
    ]


def _levels(ratings: dict[str, Rating]) -> list[tuple[int, int]]:
    """The levels that have a rating, each with its points."""
    known = [(one.level, ratings.get(f"bot {one.bot}")) for one in LEVELS]
    return [(level, rating.points) for level, rating in known if level is not None and rating is not None]


def _game(one: PersonsGame, reader: Reader) -> dict[str, Any]:
    then = datetime.fromtimestamp(one.at, UTC)
    return {
        "title": _title(one.game),
        "day": then.date().isoformat(),
        "shown_day": format_date(then, locale=reader.language),
        "result": reader.say(_result(one)),
        "points": one.points,
        "won": one.won,
        "rated": one.rated or one.players == 1,
        "played_on": one.played_on,
    }


def _result(one: PersonsGame) -> Text:
    if one.resigned:
        return Text("resigned")
    return Text("place {place} of {players}", place=one.place, players=one.players)


def _title(game_id: str) -> str:
    """What a game is called; its id where it is not played here any more."""
    try:
        return game(game_id).title
    except BadOption:
        return game_id
