"""Clocks for people: what a clock gives, in words, and what each seat has left."""

from __future__ import annotations

import math
from typing import Any, Final

from farmtable.core import Text
from farmtable.tables import Seat, Speed, Table, TimeControl
from farmtable.tables.clocks.control import DAY
from farmtable.web.people.away import day_shown
from farmtable.web.reader import Reader

OFFERED: Final = ("5+10", "10+20", "20+30", "45+60", "1d", "3d", "7d")
"""The clocks that can be chosen when a table is set up."""

SPEEDS: Final[dict[Speed, Text]] = {
    "free": Text("no clocks"),
    "quick": Text("quick"),
    "slow": Text("slow"),
    "days": Text("days for each turn"),
}
"""What the speeds of tables are called."""

DAYS: Final = Text("{days} d {hours} h")


def in_words(time: TimeControl) -> Text:
    """What a clock gives."""
    if not time.total:
        return Text.counted("{n} day for each turn", "{n} days for each turn", time.each // DAY)
    return Text("{minutes} min, plus {seconds} s each turn", minutes=time.total // 60, seconds=time.each)


def clock_told(table: Table, reader: Reader, mine: list[int], names: list[str]) -> dict[str, Any] | None:
    """What a browser with the seats `mine` is told of the clocks; None where there are none, or no longer."""
    clock = table.clock
    if clock is None or table.over:
        return None
    here = [seat for seat in mine if not table.seats[seat].away]
    away = [seat for seat in mine if table.seats[seat].away]
    return {
        "gives": reader.say(in_words(clock.control)),
        "stands": clock.paused,
        "begun": clock.changes > 0,
        "wishing": [names[seat] for seat in sorted(clock.wishing)],
        "here": bool(here),
        "pauses": table.may_pause,
        "wished": bool(here) and clock.wishing >= set(here),
        "away": [names[seat] for seat in away if not clock.seats[seat].returns],
        "returning": [names[seat] for seat in away if clock.seats[seat].returns],
    }


def seat_clock(table: Table, seat: Seat, reader: Reader) -> dict[str, Any] | None:
    """The clock of a seat; None for that of a bot, which has none, and once the game is over.

    Who waits with days for each turn has all of them: what was left of the last is not saved.
    """
    if table.clock is None or table.over or seat.kind == "bot":
        return None
    has_turn, control = seat.index in table.clock.turns, table.clock.control
    rests = table.away_until(seat.index)
    left = table.time_left(seat.index) if has_turn or control.total else control.each
    return {
        "left": round(left, 1),
        "shown": time_shown(left, reader),
        "runs": table.clock.runs and has_turn and rests is None,
        "rests": None if rests is None else day_shown(rests, reader),
        "in_days": reader.say(DAYS.with_values(days="{days}", hours="{hours}")),
        "away": seat.away,
        "awaited": seat.index in table.clock.awaited,
    }


def time_shown(seconds: float, reader: Reader) -> str:
    """Seconds as a clock shows them; `static/clock.js` shows them in the same way."""
    whole = math.ceil(seconds)
    if whole >= DAY:
        return reader.say(DAYS.with_values(days=whole // DAY, hours=whole % DAY // 3600))
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
