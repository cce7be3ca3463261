"""What there is to join, as one browser is told of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from fastapi import Request
from starlette.datastructures import FormData

from farmtable.core import BadOption, Game, Text
from farmtable.core import game as find_game
from farmtable.i18n import LANGUAGES
from farmtable.tables import Player, Speed, Tables, TimeControl
from farmtable.tables.alike import unmixed_name
from farmtable.tables.finding.open_tables import OpenTable
from farmtable.tables.finding.pool import CLOCKS
from farmtable.tables.finding.watching import InProgress
from farmtable.tables.people.rating import Rating
from farmtable.tables.people.results import Kind
from farmtable.web.board import names_of_seats
from farmtable.web.clocks.shown import SPEEDS, in_words
from farmtable.web.named import spelled
from farmtable.web.reader import Reader
from farmtable.web.setup import all_games

OWN_MACHINE: Final = ("localhost", "127.0.0.1", "::1")

MOST_NAMED: Final = 5
"""So many of the choices are named where there may be many."""

Ratings = Callable[[Kind], dict[str, Rating]]


def has_company(request: Request, tables: Tables, reader: Reader) -> bool:
    """Whether there may be others to play with: on one's own machine nobody, until somebody else has come."""
    return request.url.hostname not in OWN_MACHINE or tables.others(reader.browser)


def player_of(reader: Reader) -> Player:
    """The reader as somebody who looks for a game."""
    person = reader.person
    account = "" if person is None else person.id
    return Player(reader.browser, reader.own_name, account, reader.language)


def named_player(reader: Reader, form: FormData, tables: Tables) -> Player:
    """The same, of whom a guest may say what he is called. Raises BadName."""
    name = str(form.get("name", ""))
    if reader.person is not None or not name.strip():
        return player_of(reader)
    tables.people.check_called(None, name)
    return replace(player_of(reader), name=unmixed_name(name))


def finding_told(tables: Tables, reader: Reader) -> dict[str, Any]:
    """All that the page for finding a game shows, and a `stamp` of it."""
    player, finding = player_of(reader), tables.finding
    ratings = cache(lambda kind: tables.people.results.ratings(*kind))
    seen = [_open_told(one, player, reader, ratings) for one in finding.open_tables.all(player)]
    told: dict[str, Any] = {
        "mine": [one for one in seen if one["own"] or one["joined"]],
        "open": [one for one in seen if not one["own"] and not one["joined"]],
        "waiting": _waiting_told(tables, player, reader),
        "invitations": _invitations_told(tables, reader),
        "running": [_running_told(one, reader) for one in finding.watching.in_progress()],
    }
    return told | {"stamp": stamp_of(told)}


def table_told(tables: Tables, table_id: str, reader: Reader) -> dict[str, Any] | None:
    """One open table with a `stamp`, and for what else the reader waits: to be paired, and `at` open tables.
    None where it is not open, or no longer, or not to him."""
    player = player_of(reader)
    seen = tables.finding.open_tables.all(player)
    one = next((table for table in seen if table.id == table_id), None)
    if one is None:
        return None
    ratings = cache(lambda kind: tables.people.results.ratings(*kind))
    others = [
        other.id
        for other in seen
        if other.speed != "days"
        and (other.creator == player.digest or other.seat_of(player.digest) is not None)
    ]
    told = _open_told(one, player, reader, ratings)
    told |= {"waiting": _waiting_told(tables, player, reader), "at": others}
    return told | {"stamp": stamp_of(told)}


def stamp_of(told: object) -> str:
    """What changes whenever something else would be shown."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


def kinds_offered(reader: Reader) -> dict[str, Any]:
    """What one can be paired for: games with their seats, and speeds."""
    return {
        "games": [
            {
                "id": game.id,
                "title": game.title,
                "players": list(range(max(game.min_players, 2), game.max_players + 1)),
            }
            for game in all_games()
            if game.max_players > 1
        ],
        "speeds": [(speed, _speed_offered(speed, reader), _clocks_of(speed, reader)) for speed in SPEEDS],
    }


def _speed_offered(speed: Speed, reader: Reader) -> str:
    """What a speed is called; who has an account hears that without clocks nothing is rated."""
    words = [SPEEDS[speed]]
    if speed == "free" and reader.person is not None:
        words.append(Text("not rated"))
    return ", ".join(map(reader.say, words))


def _clocks_of(speed: Speed, reader: Reader) -> str:
    """The clocks of who is paired at this speed, if there are any."""
    clock = CLOCKS[speed]
    return reader.say(in_words(TimeControl.read(clock))) if clock else ""


def _open_told(one: OpenTable, player: Player, reader: Reader, ratings: Ratings) -> dict[str, Any]:
    known = ratings(Kind(one.game, len(one.seats), one.speed))
    sitting = [
        replace(seat, name=one.joined[seat.index].name, taken=True) if seat.index in one.joined else seat
        for seat in one.seats
    ]
    seats, names = [], names_of_seats(sitting, reader)
    for seat in one.seats:
        sits = one.joined.get(seat.index)
        person = one.person if seat.kind == "local" else "" if sits is None else sits.person
        rating = known.get(f"person {person}" if person else f"bot {seat.bot}")
        seats.append(
            {
                "name": names[seat.index],
                "person": person,
                "rating": None if rating is None else rating.points,
                "guest": not person and not seat.bot,
                "free": seat.index in one.free,
                "waits": not seat.taken and sits is None and seat.index not in one.open,
            }
        )
    return {
        "id": one.id,
        "title": _title(one.game),
        "seats": seats,
        "free": len(one.free),
        "clock": reader.say(SPEEDS["free"] if one.time is None else in_words(one.time)),
        "days": one.speed == "days",
        "options": _options_told(one, reader),
        "hints": one.hints,
        "rated": not one.casual,
        "language": LANGUAGES.get(one.language, one.language),
        "own": one.creator == player.digest,
        "joined": one.seat_of(player.digest) is not None,
        "sign_in": not one.casual and not player.person,
    }


def _options_told(one: OpenTable, reader: Reader) -> list[str]:
    """What its maker has chosen that is not as usual: nobody is to find out at the table."""
    told = []
    for option in () if (game := _played(one.game)) is None else game.options:
        chosen = one.options.get(option.name) or option.default
        if chosen == option.default:
            continue
        choices = str(chosen).split(",") if option.several else [chosen]
        named = [choice for choice in choices if choice in option.choices[: len(option.labels)]]
        words = [spelled(option, choice, reader) for choice in named[:MOST_NAMED]]
        words += ["…"] * (len(named) > MOST_NAMED)
        told.append(" – ".join(filter(None, (reader.say(option.title), ", ".join(words)))))
    return told


def _waiting_told(tables: Tables, player: Player, reader: Reader) -> dict[str, Any] | None:
    waiting = tables.finding.pool.state(player)
    if waiting is None or (waiting.table is not None and waiting.arrived):
        return None
    return {
        "title": _title(waiting.kind.game),
        "players": waiting.kind.players,
        "speed": reader.say(SPEEDS[waiting.kind.speed]),
        "table": waiting.table,
    }


def _invitations_told(tables: Tables, reader: Reader) -> list[dict[str, Any]]:
    if reader.person is None:
        return []
    return [
        {
            "table_id": one.table_id,
            "seat": one.seat,
            "by": one.by,
            "title": _title(one.game),
            "players": one.players,
            "speed": reader.say(SPEEDS[one.speed]),
        }
        for one in tables.finding.invitations.of(reader.person)
    ]


def _running_told(one: InProgress, reader: Reader) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": _title(one.game),
        "names": names_of_seats(one.seats, reader),
        "speed": reader.say(SPEEDS[one.speed]),
        "watching": one.watching,
    }


def _title(game_id: str) -> str:
    """What a game is called; its id where it is not played here."""
    game = _played(game_id)
    return game_id if game is None else game.title


def _played(game_id: str) -> Game | None:
    """A game; None where it is not played here."""
    try:
        return find_game(game_id)
    except BadOption:
        return None
