"""A new game that begins as a finished one did, up to a position from which it is continued."""

from __future__ import annotations

from collections.abc import Sequence

from farmtable.core.record import Record
from farmtable.core.state import CHANCE, OVER
from farmtable.core.text import Text
from farmtable.tables.journal import Entry, Journal, refused
from farmtable.tables.plan import Seat, Settings


def branch(record: Record, at: int, settings: Settings, seats: Sequence[Seat]) -> list[Entry]:
    """The journal of a table with these seats that stands where `record` stood at position `at`.

    Positions in which somebody decides are counted from 0, as in `Decision.at`. Raises IllegalAction if
    nobody decides anything there.
    """
    begin = Record(record.game_id, record.players, record.options, [], record.rules_version)
    journal = Journal(begin)
    journal.seat(settings, seats)
    entries: list[Entry] = []
    left = at
    for action in record.actions:
        to_play = int(journal.state.to_play)
        if to_play != CHANCE:
            if left == 0:
                break
            left -= 1
        entries.append(
            Entry("chance" if to_play == CHANCE else "play", None if to_play < 0 else to_play, action)
        )
        journal.add(entries[-1], judged=False)
    if left != 0 or journal.state.to_play == OVER:
        raise refused(Text("A game cannot be continued from there."))
    decider = entries[-1].seat if entries else None
    if decider in journal.confirming and decider == journal.decider != journal.state.to_play:
        entries.append(Entry("finish", decider))  # or that seat would still have to finish its earlier turn
    return entries
