"""Several servers at one PostgreSQL: each hears at once what others change, and one lets bots think."""

from __future__ import annotations

import asyncio
import queue
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from farmtable import Rng
from farmtable.tables import Asker, SeatPlan, Settings, Tables
from farmtable.tables.servers import DEAD_AFTER
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
