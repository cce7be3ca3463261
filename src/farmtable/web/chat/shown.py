"""The chat of a table as one browser is told of it."""

from __future__ import annotations

from typing import Any, Final

from fastapi import Request

from farmtable.core import Text
from farmtable.tables import Table, Tables
from farmtable.tables.chat.message import LONGEST, SIGNS, Message
from farmtable.web.board import initials_of, names_of
from farmtable.web.devices import shown_time
from farmtable.web.reader import Reader

SIGN_NAMES: Final = {
    "hello": Text.within("sign", "Hello!"),
    "well": Text.within("sign", "Well played!"),
    "thanks": Text.within("sign", "Thank you!"),
    "laugh": Text.within("sign", "Ha ha!"),
    "ouch": Text.within("sign", "Ouch!"),
    "wait": Text.within("sign", "One moment, please."),
}
GUEST: Final = Text("Guest {number}")


def has_chat(request: Request, table: Table) -> bool:
    """Whether people may write at this table, and on this server."""
    return bool(request.app.state.chat) and table.chat is not None


def panel(tables: Tables, table: Table, reader: Reader) -> dict[str, Any]:
    """What `chat_panel.html` is given."""
    names = names_of(table, reader)
    place = tables.chat.place(table, reader.browser, reader.own_name)
    stamp = tables.chat.stamp(table, reader.browser)
    initials = initials_of(names)
    return {
        "table_id": table.id,
        "chat_stamp": stamp,
        "messages": [
            _told(message, table, reader, names, initials)
            for message in tables.chat.read(table, reader.browser)
        ],
        "both_rooms": len(place.reads) > 1,
        "own_room": place.reads[0] if len(place.reads) == 1 else None,
        "writes": place.writes,
        "why_not": reader.say(place.why_not),
        "signs": [(sign, reader.say(SIGN_NAMES[sign])) for sign in SIGNS],
        "longest": LONGEST,
        "muted": tables.chat.ignored(reader.browser, table.id),
        "may_block": reader.person is not None,
    }


def author_of(message: Message, names: list[str], reader: Reader) -> str:
    """What the author of a message is called."""
    if message.seat is not None:
        return names[message.seat]
    return message.name or reader.say(GUEST.with_values(number=message.guest or 0))


def _told(
    message: Message, table: Table, reader: Reader, names: list[str], initials: list[str]
) -> dict[str, Any]:
    sign = SIGN_NAMES[message.sign] if message.sign in SIGNS else None
    return {
        "n": message.n,
        "room": message.room,
        "author": author_of(message, names, reader),
        "seat": message.seat,
        "badge": "" if message.seat is None else initials[message.seat],
        "mine": message.is_of(reader.browser)
        or (message.seat is not None and message.seat in table.seats_of(reader.browser)),
        "text": message.text,
        "sign": message.sign,
        "said": None if sign is None else reader.say(sign),
        "time": shown_time(message.at, reader),
        "at": message.at,
        "removed": message.removed,
    }
