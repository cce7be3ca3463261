"""Server-sent events, as they go to pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from fastapi.sse import EventSourceResponse, format_sse_event

HEADERS: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""No proxy may keep them back, to send many at once."""
BEAT_SECONDS: Final = 3
"""Pages count on it: static/line.js takes the line for dead when it hears nothing for twice as long."""


def tell(name: str, data: str = "") -> bytes:
    """The event of this name."""
    return format_sse_event(event=name, data_str=data)


BEAT: Final = tell("beat")


def event_stream(events: AsyncIterator[bytes]) -> EventSourceResponse:
    """An answer that lasts as long as there are `events`, and somebody to hear them.

    At the end of the server it is they that have to end (`Live.end`).
    """
    return EventSourceResponse(events, headers=HEADERS)
