"""Several servers at one PostgreSQL: each hears at once what others change, and one lets bots think."""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import MagicMock

import pytest

from farmtable import Rng
from farmtable.tables import Asker, SeatPlan, Settings, StorageError, Tables, hearing
from farmtable.tables.database import connect
from farmtable.tables.revisions import note_change
from farmtable.tables.servers import DEAD_AFTER, LOOK_EVERY
from farmtable.web.live import Live
from farmtable.web.opponents import Opponents
from tests.tables.helpers import ANNA, BERT
from tests.web.thinking import ThinkHere

SOON = 10.0
"""Seconds within which something that takes milliseconds has happened, on however busy a machine."""


class Clock:
    """The time of all servers, which passes when a test says so."""

    now = 1e9

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(postgres_url: str, clock: Clock) -> Iterator[Callable[[], Tables]]:
    made: list[Tables] = []

    def another() -> Tables:
        made.append(Tables(postgres_url, Rng(len(made)), clock))
        return made[-1]

    yield another
    for each in made:
        each.close()


def bots(tables: Tables, *kinds: str) -> str:
    seats = [SeatPlan("bot", bot="random") if kind == "bot" else SeatPlan(kind) for kind in kinds]  # type: ignore[arg-type]
    return tables.create("market_day", len(seats), seats, {}, Settings(bot_delay=0), ANNA).id


def test_a_change_is_heard_elsewhere_at_once(server: Callable[[], Tables]) -> None:
    here, there = server(), server()
    table = here.open(bots(here, "local", "friend"))
    seen = there.open(table.id)
    heard: queue.Queue[str] = queue.Queue()
    there.hear(heard.put)
    assert heard.get(timeout=SOON) == table.id, "there may have been changes before it listened"
    there.open(table.id)
    assert seen.is_current
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    assert heard.get(timeout=SOON) == table.id
    assert not seen.is_current
    assert there.open(table.id).names == table.names
    assert seen.is_current
    there.open(table.id).note_seen(BERT, "Firefox", "Linux")  # nobody is told what he has done himself
    here.open(table.id).note_seen(BERT, "Firefox", "Windows")
    assert heard.get(timeout=SOON) == table.id
    assert heard.empty()


class Away:
    """A database that is away until it is there again."""

    def __init__(self) -> None:
        self.tries = 0
        self.is_there = threading.Event()

    def raw_connection(self) -> Any:
        self.tries += 1
        if not self.is_there.is_set():
            raise ConnectionError("the lights are out")
        return MagicMock()


def test_that_nothing_is_heard_is_said_once_and_that_it_is_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hearing, "PAUSE", 0.01)
    away, heard = Away(), threading.Event()
    ear = hearing.Ear(away, "here", lambda _: heard.set())  # type: ignore[arg-type]
    try:
        until = time.monotonic() + SOON
        while away.tries < 3 and time.monotonic() < until:
            time.sleep(0.01)
        away.is_there.set()
        assert heard.wait(SOON)
    finally:
        ear.close()
    assert [message.partition(";")[0] for message in caplog.messages] == [
        "nothing is heard of other servers",
        "other servers are heard again",
    ]


def test_a_line_that_is_cut_without_a_word_is_noticed(postgres_url: str) -> None:
    for url, idle in ((postgres_url, "10"), (postgres_url + "?keepalives_idle=3", "3")):
        engine = connect(url)
        with contextlib.closing(engine.raw_connection()) as pooled:
            line: Any = pooled.driver_connection
            told = line.info.get_parameters()
        engine.dispose()
        assert (told["keepalives_idle"], told["tcp_user_timeout"]) == (idle, "20000")


def test_a_page_at_another_server_is_woken(
    server: Callable[[], Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("farmtable.web.live.LOOK_EVERY", 10 * SOON)
    here, there = server(), server()
    table = here.open(bots(here, "local", "friend"))

    async def listen() -> None:
        live = Live(there)
        live.start()
        kept = there.open(table.id)
        changes = live.changes(table.id)
        assert await anext(changes) is False

        async def claim_soon() -> None:
            await asyncio.to_thread(table.claim, table.invite(1, ANNA), BERT, "Bert")

        claiming = asyncio.create_task(claim_soon())
        while not there.open(table.id).seats[1].taken:
            assert await asyncio.wait_for(anext(changes), SOON), "sooner than it would look by itself"
        await claiming
        assert kept.is_current
        live.stop()

    asyncio.run(listen())


def test_one_server_looks_after_a_table_until_it_is_dead(server: Callable[[], Tables], clock: Clock) -> None:
    first, second = server(), server()
    table_id = bots(first, "bot", "bot")
    bots(first, "local", "bot")  # a person is to decide there
    assert first.servers.live() == [table_id]
    assert second.servers.live() == []
    assert first.servers.live() == []
    assert first.servers.leads != second.servers.leads
    assert first.servers.looks_after(first.open(table_id))
    assert not second.servers.looks_after(second.open(table_id))
    clock.now += DEAD_AFTER - 1
    assert second.servers.live() == [], "it may only be slow"
    clock.now += 2
    assert second.servers.live() == [table_id]
    assert second.servers.leads
    assert second.servers.looks_after(second.open(table_id))
    assert first.servers.live() == [], "it comes too late"
    assert not first.servers.looks_after(first.open(table_id))
    second.servers.leave()
    assert first.servers.live() == [table_id], "who goes says so"


def test_what_broke_off_is_taken_over_the_next_time(
    server: Callable[[], Tables], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = server(), server()
    second.servers.live()
    first.servers.live()
    table_id = bots(first, "bot", "bot")
    second.servers.live()
    clock.now += DEAD_AFTER + 1
    with monkeypatch.context() as patched:
        patched.setattr("farmtable.tables.servers._awaiting_bots", no_answer)
        with pytest.raises(StorageError):  # the database is killed as well
            second.servers.live()
    assert second.servers.live() == [table_id]


def no_answer(*_: object) -> Any:
    raise StorageError


def test_a_server_that_nobody_has_seen_is_succeeded_too(server: Callable[[], Tables], clock: Clock) -> None:
    first, brief = server(), server()
    first.servers.live()
    brief.servers.live()
    table_id = bots(brief, "bot", "bot")
    brief.servers.leave()
    assert first.servers.live() == [], "it has never heard of the other"
    clock.now += LOOK_EVERY
    assert first.servers.live() == [table_id]
    assert first.servers.looks_after(first.open(table_id))


def test_a_bot_that_nobody_woke_is_found(server: Callable[[], Tables], clock: Clock) -> None:
    here = server()
    here.servers.live()
    table_id = bots(here, "bot", "bot")  # the answer of the database, say, was lost
    assert here.servers.live() == []
    clock.now += LOOK_EVERY
    assert here.servers.live() == [table_id]


def test_a_table_that_is_locked_by_a_dead_server_is_taken_over_as_soon_as_it_is_free(
    server: Callable[[], Tables], clock: Clock
) -> None:
    first, second = server(), server()
    second.servers.live()
    table_id = bots(first, "bot", "bot")
    first.servers.live()
    second.servers.live()
    clock.now += DEAD_AFTER + 1
    with first._database.writing() as connection:
        note_change(connection, table_id)  # the database has not noticed yet that nobody is there any more
        assert second.servers.live() == []
    assert second.servers.live() == [table_id]


class Thinking(ThinkHere):
    """Remembers at which versions it was asked."""

    def ask_for(self, asker: Asker, task: Callable[..., Any], *args: Any) -> Any:
        self.versions = [*getattr(self, "versions", []), args[0].version]
        return super().ask_for(asker, task, *args)


def test_bots_think_at_one_server_and_go_on_at_another(server: Callable[[], Tables], clock: Clock) -> None:
    first, second = server(), server()
    table_id = bots(first, "bot", "bot", "bot")
    minds = Thinking(patience=3), Thinking()

    async def play() -> None:
        lost, heir = Opponents(first, minds[0]), Opponents(second, minds[1])  # type: ignore[arg-type]
        await lost.resume()
        await heir.resume()
        while len(minds[0].asked) < 3:
            await asyncio.sleep(0.01)
        assert not minds[1].asked
        while first.open(table_id).version == minds[0].versions[2]:  # the third decision is being entered
            await asyncio.sleep(0.01)
        for task in lost._tasks.values():  # as a kill does: it says nothing to anybody
            task.cancel()
        clock.now += DEAD_AFTER + 1
        await heir.resume()
        while not second.open(table_id).over:
            await asyncio.sleep(0.01)
        await heir.stop()

    asyncio.run(asyncio.wait_for(play(), 12 * SOON))
    versions = minds[0].versions[:3] + minds[1].versions
    assert versions == sorted(set(versions)), "each decision was thought about once"
