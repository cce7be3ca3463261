"""The shelf of the lobby: what each game is, and a game at once with what was chosen the last time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from farmtable.core import BadOption, Game, Text
from farmtable.core import game as find_game
from farmtable.tables import SeatPlan, Settings, Table, Tables, TimeControl
from farmtable.web.levels import BOT_FOR_NEWCOMERS, is_offered, title_of
from farmtable.web.pages import game_picture
from farmtable.web.reader import Reader
from farmtable.web.setup import all_games, is_chosen_by_hand, usual_players
from farmtable.web.wiring import MakesATable, PostedForm, TheReader, TheTables

router = APIRouter()

MOST_TRIED: Final = 5
"""So many of one's last tables of a game are looked at for what could be played again."""

WEIGHTS: Final = (Text("easy"), Text("takes some thought"), Text("demanding"))


@dataclass(frozen=True)
class Plan:
    """A table that can be set up at once; `again` if one was set up so before."""

    players: int
    seats: list[SeatPlan]
    options: Mapping[str, Any]
    settings: Settings
    time: TimeControl | None = None
    again: bool = False


@router.post("/play-now/{game_id}", dependencies=[MakesATable])
def play_now(game_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Begin a game as this browser did the last time, or as it is good for a first game."""
    game = find_game(game_id)
    plan = _last(game, tables, reader.browser) or _first(game)
    try:
        table = _set_up(game, plan, tables, reader)
    except BadOption:  # what was chosen then is not there any more
        table = _set_up(game, _first(game), tables, reader)
    return RedirectResponse(f"/table/{table.id}", 303)


def shelf(tables: Tables, reader: Reader) -> list[dict[str, Any]]:
    """All games as the lobby shows them."""
    return [_shown(game, tables, reader) for game in all_games()]


def _shown(game: Game, tables: Tables, reader: Reader) -> dict[str, Any]:
    about = game.about
    plan = _last(game, tables, reader.browser) or _first(game)
    return {
        "id": game.id,
        "title": game.title,
        "picture": game_picture(game.id),
        "says": None if about is None else reader.say(about.says),
        "least": game.min_players,
        "most": game.max_players,
        "minutes": None if about is None else about.minutes,
        "weight": None if about is None else reader.say(WEIGHTS[about.weight - 1]),
        "lessons": [
            {"number": number, "title": reader.say(lesson.title)}
            for number, lesson in enumerate(game.lessons, 1)
        ],
        "how": reader.say(_how(plan)),
    }


def _how(plan: Plan) -> Text:
    """With whom one would play at once."""
    bots = [seat.bot for seat in plan.seats if seat.kind == "bot"]
    if plan.again:
        return Text.counted("same as last time, {n} seat", "same as last time, {n} seats", plan.players)
    return Text("against {bot}", bot=title_of(bots[0])) if bots else Text("alone")


def _first(game: Game) -> Plan:
    """A first game: one person, and an opponent who has hardly more practice."""
    players = usual_players(game)
    seats = [SeatPlan("local"), *(SeatPlan("bot", bot=BOT_FOR_NEWCOMERS) for _ in range(players - 1))]
    return Plan(players, seats, {} if game.about is None else game.about.for_newcomers, Settings())


def _last(game: Game, tables: Tables, browser: str) -> Plan | None:
    """The last table that this browser set up for itself and computers; None if it has not lately."""
    own = [listed for listed in tables.lists.listing(browser) if listed.alone and listed.game == game.id]
    found = (table for listed in own[:MOST_TRIED] for table, _ in tables.lists.found_of([listed]))
    for table in found:
        if isinstance(table, Table) and _can_be_repeated(table):
            named = {option.name for option in game.options if option.is_file or is_chosen_by_hand(option)}
            options = {name: value for name, value in table.options.items() if name in named}
            seats = [SeatPlan(seat.kind, seat.name, seat.bot) for seat in table.planned]
            settings = replace(table.settings, lesson=0)
            return Plan(len(seats), seats, options, settings, table.time, again=True)
    return None


def _can_be_repeated(table: Table) -> bool:
    """Whether it was no lesson, its bots are still to be had, and it stands in no series."""
    offered = all(seat.kind == "local" or is_offered(seat.bot) for seat in table.planned)
    return offered and not table.settings.lesson and table.perspective(None).standings() is None


def _set_up(game: Game, plan: Plan, tables: Tables, reader: Reader) -> Table:
    return tables.create(
        game.id, plan.players, plan.seats, plan.options, plan.settings, reader.browser, plan.time
    )
