"""The devices of a player's own seats: which hold them, removing one, and the private link for another.

The table's page contains no private link: the panel is fetched when it is opened.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from babel.dates import format_date, format_time
from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.datastructures import FormData

from farmtable.core import Text
from farmtable.tables import Device, Table
from farmtable.web.board import ended_notice, names_of
from farmtable.web.pages import page
from farmtable.web.problems import UNREADABLE, Problem
from farmtable.web.reader import ACCOUNT, Reader
from farmtable.web.wiring import PostedForm, TheReader, TheTables, whole_number

router = APIRouter(prefix="/table/{table_id}/devices")


@router.get("")
def devices(table_id: str, request: Request, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """The devices that hold this browser's seats, each seat with its private link."""
    table = tables.open(table_id)
    table.note_seen(reader.browser, *reader.device)
    names = names_of(table, reader)
    seats = [
        {
            "index": seat,
            "name": names[seat],
            "devices": [_told(device, reader) for device in table.devices(seat, reader.browser)],
            "link": str(request.url_for("take_page", key=table.pass_key(seat, reader.browser))),
        }
        for seat in table.seats_of(reader.browser)
    ]
    ended = ended_notice(table, reader, names)
    return page("devices.html", reader, table_id=table.id, game=table.game, seats=seats, ended=ended)


@router.post("/end")
def end(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Remove the device of the player's own seat that the form names; if it names none, all others that it
    may."""
    table, seat = tables.open(table_id), _seat(form)
    named = str(form.get("device", ""))
    others = (one.id for one in table.devices(seat, reader.browser) if one.can_end and not one.here)
    table.end_devices(seat, reader.browser, [named] if named else list(others))
    return _back(table)


@router.post("/link")
def new_link(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Replace the private link of the player's own seat."""
    table = tables.open(table_id)
    table.replace_link(_seat(form), reader.browser)
    return _back(table)


def _seat(form: FormData) -> int:
    seat = whole_number(form.get("seat"))
    if seat is None:
        raise Problem(400, UNREADABLE)
    return seat


def _back(table: Table) -> Response:
    return RedirectResponse(f"/table/{table.id}/devices", 303)


def _told(device: Device, reader: Reader) -> dict[str, Any]:
    """A device as the page shows it."""
    return {
        "id": device.id,
        "title": _title(device, reader),
        "since": shown_time(device.since, reader),
        # For the device that asks, this is obvious.
        "seen": None if device.here else shown_time(device.seen, reader),
        "here": device.here,
        "can_end": device.can_end,
    }


def _title(device: Device, reader: Reader) -> str:
    if device.program == ACCOUNT:
        return reader.say(Text("Account"))
    return device_title(device.program, device.system, reader)


def device_title(program: str, system: str, reader: Reader) -> str:
    """A readable name for a device, from the names of its program and system."""
    if program and system:
        return reader.say(Text("{program} on {system}", program=program, system=system))
    return program or system or reader.say(Text("Unknown device"))


def shown_time(moment: float | None, reader: Reader) -> tuple[str, str] | None:
    """A time for machines and one for people; scripts, if allowed, show it in the reader's own time zone."""
    if moment is None:
        return None
    then = datetime.fromtimestamp(moment, UTC).replace(second=0, microsecond=0)
    day = format_date(then, "medium", locale=reader.language)
    return then.isoformat(), f"{day}, {format_time(then, 'short', locale=reader.language)} UTC"
