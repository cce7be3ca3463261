"""Messages of the chat as `farmtable admin` shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farmtable.core import BadOption

if TYPE_CHECKING:
    from collections.abc import Sequence

    from farmtable.tables import Seat
    from farmtable.tables.chat.message import Message


def message_in(text: str) -> tuple[str, int]:
    """The table and the number in TABLE/NUMBER. Raises BadOption."""
    table, _, number = text.rpartition("/")
    if not table or not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise BadOption(f"{text!r} is not a message; they look like TABLE/NUMBER, as `admin reports` has it")
    return table, int(number)


def called_in(message: Message, seats: Sequence[Seat]) -> str:
    """What the author is called."""
    if message.seat is not None:
        named = [seat.name for seat in seats if seat.index == message.seat]
        return named[0] if named and named[0] else f"seat {message.seat + 1}"
    return message.name or f"guest {message.guest}"


def said_in(message: Message) -> str:
    """What is told of what was said."""
    return "(removed)" if message.removed else f"[{message.sign}]" if message.sign else message.text
