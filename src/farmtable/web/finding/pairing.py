"""Quick pairing: one click to wait for others who want the same, another not to."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from farmtable.core import game as find_game
from farmtable.tables.people.results import Kind
from farmtable.web.clocks.shown import SPEEDS
from farmtable.web.finding.routes import CHANNEL
from farmtable.web.finding.shown import named_player, player_of
from farmtable.web.gate.floods import address_of
from farmtable.web.problems import UNREADABLE, Problem
from farmtable.web.watch.limits import count_table
from farmtable.web.wiring import PostedForm, TheLive, TheReader, TheTables, whole_number

router = APIRouter(prefix="/find")


@router.post("/pair")
def pair(form: PostedForm, request: Request, tables: TheTables, reader: TheReader, live: TheLive) -> Response:
    """Wait for others who want the same game with as many seats at the same speed."""
    game_id, _, seats = str(form.get("kind", "")).partition(" ")
    players = whole_number(seats)
    speed = next((one for one in SPEEDS if one == form.get("speed")), None)
    if players is None or players < 2 or speed is None:
        raise Problem(400, UNREADABLE)
    kind = Kind(game_id, find_game(game_id).check_players(players), speed)
    count_table(tables, reader.browser, address_of(request))
    tables.finding.pool.seek(named_player(reader, form, tables), kind)
    live.wake(CHANNEL)
    return RedirectResponse("/find", 303)


@router.post("/cancel")
def cancel(form: PostedForm, tables: TheTables, reader: TheReader, live: TheLive) -> Response:
    """Wait no more."""
    tables.finding.pool.cancel(player_of(reader))
    live.wake(CHANNEL)
    return RedirectResponse("/find", 303)
