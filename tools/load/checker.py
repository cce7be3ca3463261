"""Whether all that clients have seen keeps what is promised to players.

*durable*: what was acknowledged, or seen by anybody, is in the journal. *once*: what was sent is there at
most once, as it was sent, and nothing that nobody sent. *order*: all saw one order, and who asked after
others had seen something saw it, too. *secret*: no view held what its seat may not know.
"""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from sqlalchemy import select

from farmtable.tables.database import connect
from farmtable.tables.journal import Entry
from farmtable.tables.schema import journal, tables
from tools.load.history import read
from tools.load.page import REFUSED
from tools.load.views import Seen, other_views

Line = Mapping[str, Any]
Ledger = Mapping[str, Sequence[Entry]]
"""The journals of the tables, as the database has them."""


@dataclass(frozen=True)
class Violation:
    """A promise that was not kept, and where."""

    promise: Literal["durable", "once", "order", "secret", "answer"]
    where: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.where}"


def check(folder: Path, db: str | None = None, views: int = 0, seed: int = 1) -> list[Violation]:
    """All violations in the histories of a folder.

    With the database it is compared what is in it, and so many views are drawn anew from what their seats may
    know.
    """
    lines = list(read(folder))
    found = [*in_order(lines), *as_it_should(lines), *without_secrets(lines)]
    if db is not None:
        ledger = ledger_of(db)
        found += [*durable(lines, ledger), *once(lines, ledger)]
        seen = set(_seen(lines))
        found += [
            Violation("secret", f"{one} is not drawn from what its seat may know")
            for one in other_views(db, folder, seen, views, seed)
        ]
    return found


def ledger_of(db: str) -> dict[str, list[Entry]]:
    """The journals in a database."""
    engine = connect(db)
    columns = (journal.c.table_id, journal.c.kind, journal.c.seat, journal.c.action, journal.c.command_id)
    with engine.connect() as connection:
        found: dict[str, list[Entry]] = {id: [] for id in connection.scalars(select(tables.c.id))}
        for table, *entry in connection.execute(select(*columns).order_by(journal.c.table_id, journal.c.n)):
            found[table].append(Entry(*entry))
    engine.dispose()
    return found


def durable(lines: Sequence[Line], ledger: Ledger) -> Iterator[Violation]:
    """What was acknowledged or seen is in the journal."""
    seated = _of(lines, "seated")
    at = {
        (table, entry.command_id): place
        for table, entries in ledger.items()
        for place, entry in reversed(list(enumerate(entries)))  # where it was first, should it be there twice
        if entry.command_id is not None
    }
    for page, line in seated.items():
        if line["table"] not in ledger:
            yield Violation("durable", f"the table of {page} is gone")
    for line in lines:
        table = seated[line["page"]]["table"] if line["page"] in seated else ""
        length = len(ledger.get(table, ()))
        if line["what"] == "answered" and line["status"] == 200:
            place = at.get((table, line["id"]))
            if place is None:
                yield Violation("durable", f"{line['id']} of {line['page']} was acknowledged and is lost")
            elif line["version"] is not None and line["version"] <= place:
                yield Violation(
                    "durable", f"{line['id']} of {line['page']} was acknowledged before it was in"
                )
        elif line["what"] in ("viewed", "told") and _version(line) > length:
            yield Violation("durable", f"{line['page']} saw version {_version(line)} of {length}")


def once(lines: Sequence[Line], ledger: Ledger) -> Iterator[Violation]:
    """What was sent is in the journal at most once, as it was sent, and nothing else that people do."""
    seated = _of(lines, "seated")
    people = {(line["table"], line["seat"]) for line in seated.values() if line["seat"] is not None}
    sent = {line["command"]["id"]: line for line in lines if line["what"] == "sent"}
    refused = {line["id"] for line in lines if line["what"] == "answered" and line["status"] in REFUSED}
    for table in {line["table"] for line in seated.values()} & ledger.keys():
        times = Counter(entry.command_id for entry in ledger[table] if entry.command_id is not None)
        for id, number in times.items():
            if number > 1:
                yield Violation("once", f"{id} is {number} times in {table}")
            if id in refused:
                yield Violation("once", f"{id} was refused and is in {table}")
        for place, entry in enumerate(ledger[table]):
            if (table, entry.seat) in people and not _is_as_sent(entry, table, sent, seated):
                yield Violation("once", f"nobody has sent entry {place} of {table}: {entry}")


def _is_as_sent(entry: Entry, table: str, sent: Mapping[str, Line], seated: Mapping[str, Line]) -> bool:
    line = sent.get(entry.command_id or "")
    if line is None:
        return False
    command, page = line["command"], seated[line["page"]]
    said = (command["kind"], command["seat"], command["action"])
    return page["table"] == table and said == (entry.kind, entry.seat, entry.action)


def in_order(lines: Sequence[Line]) -> Iterator[Violation]:
    """All saw one order: one board a version, and nobody less than what was known before he asked."""
    seated = _of(lines, "seated")
    boards: dict[tuple[str, Any, int, str], str] = {}
    known: defaultdict[str, tuple[list[float], list[int]]] = defaultdict(lambda: ([], []))
    for line in lines:  # in the order of their times
        if line["what"] not in ("viewed", "told", "answered") or _version(line) < 0:
            continue
        place = seated[line["page"]]
        times, versions = known[place["table"]]
        if line["what"] == "viewed":
            key = (place["table"], place["seat"], line["version"], line["stamp"])
            if boards.setdefault(key, line["digest"]) != line["digest"]:
                yield Violation("order", f"two boards of version {line['version']} for {line['page']}")
            asked = line["asked"]
            before = -1 if asked is None else bisect.bisect_left(times, asked) - 1
            if before >= 0 and versions[before] > line["version"]:
                yield Violation(
                    "order", f"{line['page']} was shown {line['version']} after {versions[before]} was known"
                )
        times.append(line["at"])
        versions.append(max(_version(line), versions[-1] if versions else 0))


def without_secrets(lines: Sequence[Line]) -> Iterator[Violation]:
    """No board has a word in it that opens somebody's seat."""
    secrets: defaultdict[str, list[str]] = defaultdict(list)
    seated = _of(lines, "seated")
    for line in seated.values():
        secrets[line["table"]] += line["secrets"]
    for line in lines:
        if line["what"] == "viewed" and "text" in line:
            table = seated[line["page"]]["table"]
            if any(secret in line["text"] for secret in secrets[table]):
                yield Violation("secret", f"{line['page']} was shown what opens a seat")


def as_it_should(lines: Sequence[Line]) -> Iterator[Violation]:
    """Nothing was answered as it never should be."""
    for line in lines:
        if line["what"] == "wrong":
            yield Violation("answer", f"{line['page']}: {line['said']}")


def _seen(lines: Sequence[Line]) -> Iterator[Seen]:
    """The views, each with what is needed to draw it again."""
    seated = _of(lines, "seated")
    for line in lines:
        if line["what"] == "viewed":
            page = seated[line["page"]]
            yield Seen(page["table"], line["version"], page["seat"], page["browser"], line["digest"])


def _of(lines: Sequence[Line], what: str) -> dict[str, Line]:
    return {line["page"]: line for line in lines if line["what"] == what}


def _version(line: Line) -> int:
    if line["what"] == "told":
        return int(str(line["stamp"]).partition(".")[0])
    return -1 if line.get("version") is None else int(line["version"])
