"""The log beside the board: its lines by turn, and where the others have just acted.

All of it comes from what the reader's own log tells (`Journal.log`), so it shows no more than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Final, TypedDict

from farmtable.core import Text, Throw
from farmtable.tables import LogEntry
from farmtable.web.reader import Reader

LINES: Final = 80
"""So many of a running table's latest entries are shown at the least."""
PART: Final = 10
"""Turns that begin within so many versions are drawn together: of a long log only its last part changes."""


@dataclass(frozen=True)
class Line:
    """A line of a log, and where it leads to (`at`): a version of a table, or a position of a replay.

    `seat` is None where chance did it.
    """

    at: int
    seat: int | None
    round: int
    text: str
    places: list[str] = field(default_factory=list)
    step: int = 0
    undone: bool = False


class Thrown(TypedDict):
    """Dice that lie on the table: for which seat they were thrown, what they show, in which place of the
    page, since which version or position, and how that is said."""

    seat: int
    shown: list[int]
    place: str
    version: int
    said: str


def lines_of(entries: Sequence[LogEntry], reader: Reader, names: list[str]) -> list[Line]:
    """The lines of a running table."""
    voice = (reader.language, *names)
    return [_line_of(entry, voice, reader, names) for entry in _together(entries)]


def _line_of(entry: LogEntry, voice: tuple[str, ...], reader: Reader, names: list[str]) -> Line:
    """The line of an entry, put only once for readers of one language (`voice`, with the names)."""
    line: Line | None = entry.put.get(voice)
    if line is None:
        said = sentences(entry.texts, reader, names)
        line = Line(entry.version, entry.seat, entry.round, said, entry.places, entry.step, entry.undone)
        entry.put[voice] = line
    return line


def latest(entries: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """The last entries of a log, from the beginning of a part on: so the first part shown stays as it is."""
    first = max(len(entries) - LINES, 0)
    while first > 0 and entries[first - 1].version // PART == entries[first].version // PART:
        first -= 1
    return entries[first:]


def in_parts(turns: Iterable[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Turns in parts that stay the same while the log grows, all but the last."""
    return [list(part) for _, part in groupby(turns, lambda turn: turn["lines"][0]["at"] // PART)]


def by_turn(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Lines that follow each other in a round and belong to one seat's turn, with a heading for each turn.

    What chance does in a round belongs to the turn before it, as a tile drawn; what it does before anybody
    has decided, as turning a new space up, to nobody's. `new_round` is the round that a turn is the first of.
    Lines are plain data there: by that templates are kept.
    """
    turns: list[dict[str, Any]] = []
    for line in lines:
        last = turns[-1] if turns else None
        same = last is not None and last["round"] == line.round and line.seat in (None, last["seat"])
        if last is not None and same:
            last["lines"].append(vars(line))
        else:
            new = line.round if line.round and (last is None or last["round"] != line.round) else None
            turns.append({"seat": line.seat, "round": line.round, "new_round": new, "lines": [vars(line)]})
    return turns


def marks(entries: Sequence[LogEntry], own: int | None) -> list[dict[str, Any]]:
    """Where each other seat acted last, since the seat `own` has last decided: `seat`, `places` and `texts`.

    It is what a seat did in its last turn that has a place on the page. A spectator has decided nothing
    himself: he sees the last turn of each.
    """
    since: list[LogEntry] = []
    for entry in reversed(entries):
        if entry.undone or entry.undoes:
            continue
        if own is not None and entry.seat == own:
            break
        since.append(entry)
    latest: dict[int, dict[str, Any]] = {}
    decided = (entry for entry in reversed(since) if entry.seat is not None)
    for seat, turn in groupby(decided, lambda entry: entry.seat):
        done = [entry for entry in turn if entry.places]
        if seat is not None and seat != own and done:
            places = list(dict.fromkeys(place for entry in done for place in entry.places))
            texts = [text for entry in done for text in entry.texts]
            latest[seat] = {"seat": seat, "places": places, "texts": texts}
    return list(latest.values())


def last_throw(entries: Sequence[LogEntry], reader: Reader, names: list[str]) -> Thrown | None:
    """The dice that were thrown last, and when: they lie on the table until they are thrown again."""
    for entry in reversed(entries):
        if entry.thrown is not None:
            return lying(entry.thrown, entry.version, entry.texts, reader, names)
    return None


def lying(throw: Throw, version: int, texts: Sequence[Text], reader: Reader, names: list[str]) -> Thrown:
    """Dice as templates draw them. What is told of a throw begins with it; the log has what came of it."""
    return Thrown(
        seat=throw.seat,
        shown=list(throw.shown),
        place=throw.place,
        version=version,
        said=sentences(texts[:1], reader, names),
    )


def sentences(texts: Sequence[Text], reader: Reader, names: list[str]) -> str:
    """What happened, in the reader's language. Sentences that say one thing of several are put together."""
    return " ".join(reader.say(text, names) for text in _listed(texts, reader, names))


def _together(entries: Sequence[LogEntry]) -> list[LogEntry]:
    """Entries of chance that follow each other and only differ in one value, as cards dealt, are one."""
    found: list[LogEntry] = []
    for entry in entries:
        last = found[-1] if found else None
        if last is not None and last.seat is entry.seat is None and _differ_in(last.texts[-1], entry.texts):
            found[-1] = LogEntry(
                entry.version, None, last.texts + entry.texts, last.places, last.round, entry.step
            )
        else:
            found.append(entry)
    return found


def _differ_in(text: Text, others: Sequence[Text]) -> str | None:
    """The name of the one value in which a single other sentence differs, if that is all."""
    if len(others) != 1 or text.plural is not None or others[0].template != text.template:
        return None
    differing = [name for name, value in text.values.items() if others[0].values[name] != value]
    one = isinstance(text.values[differing[0]], Text) if len(differing) == 1 else False
    return differing[0] if one else None


def _listed(texts: Sequence[Text], reader: Reader, names: list[str]) -> list[Text]:
    """Sentences that follow each other and only differ in one value, as one that lists the values.

    Where the value is itself a whole sentence, as what a card does, the next follows it as a sentence.
    """
    listed: list[Text] = []
    before: Text | None = None
    for text in texts:
        name = None if before is None else _differ_in(before, [text])
        if name is None:
            listed.append(text)
        else:
            value = text.values[name]
            between = " " if isinstance(value, Text) and value.template.endswith(".") else ", "
            values = f"{_said(listed[-1].values[name], reader, names)}{between}{_said(value, reader, names)}"
            listed[-1] = listed[-1].with_values(**{name: values})
        before = text
    return listed


def _said(value: object, reader: Reader, names: list[str]) -> str:
    return reader.say(value, names) if isinstance(value, Text) else str(value)
