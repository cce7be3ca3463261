"""The bots' task: it waits its time, moves until a person is to play, and tries again after a failure."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from farmtable.tables import BotTurn, SeatPlan, Settings, StorageError, Table, Tables, Thinkers
from farmtable.tables.servers import Servers
from farmtable.web import opponents
from farmtable.web.opponents import Opponents


def table_of_bots(tables: Tables, *kinds: str) -> Table:
    plans = [SeatPlan("bot", bot="random") if kind == "bot" else SeatPlan("local") for kind in kinds]
    return tables.create("market_day", len(plans), plans, {}, Settings(bot_delay=0), "browser")


async def rest(found: Opponents) -> None:
    """Wait until no bot has anything to do."""
    while found._tasks:
        await asyncio.sleep(0.01)


def test_bots_play_a_whole_game(tables: Tables, thinkers: Thinkers) -> None:
    async def play() -> None:
        found = Opponents(tables, thinkers)
        await found.resume()
        await asyncio.wait_for(rest(found), 20)

    table = table_of_bots(tables, "bot", "bot", "bot")
    asyncio.run(play())
    assert table.over


def test_bots_wait_for_persons(tables: Tables, thinkers: Thinkers) -> None:
    async def play() -> None:
        found = Opponents(tables, thinkers)
        found.wake(table.id)
        found.wake(table.id)
        await asyncio.wait_for(rest(found), 20)

    table = table_of_bots(tables, "local", "bot")
    version = table.version
    asyncio.run(play())
    assert table.version == version


def test_a_failure_is_tried_again(
    tables: Tables, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [StorageError(), StorageError()]
    play_bot = Table.play_bot

    def unreliable(table: Table, turn: BotTurn, action: int) -> None:
        if failures:
            raise failures.pop()
        play_bot(table, turn, action)

    async def play() -> None:
        found = Opponents(tables, thinkers)
        found.wake(table.id)
        await asyncio.wait_for(rest(found), 20)

    monkeypatch.setattr(opponents, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(Table, "play_bot", unreliable)
    table = table_of_bots(tables, "bot", "bot")
    asyncio.run(play())
    assert not failures
    assert table.over


def test_while_the_database_is_away_one_line_says_that_no_bot_can_decide(
    tables: Tables, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One for each try at each table would fill a disk."""
    failures = [StorageError("it has gone", is_away=True) for _ in range(3)]
    play_bot = Table.play_bot

    def unreliable(table: Table, turn: BotTurn, action: int) -> None:
        if failures:
            raise failures.pop()
        play_bot(table, turn, action)

    async def play() -> None:
        found = Opponents(tables, thinkers)
        found.wake(table.id)
        await asyncio.wait_for(rest(found), 20)

    monkeypatch.setattr(opponents, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(Table, "play_bot", unreliable)
    table = table_of_bots(tables, "bot", "bot")
    asyncio.run(play())
    assert table.over
    assert caplog.messages == [
        "bots cannot decide; tried again until they can: the database does not answer (it has gone)",
        "bots decide again",
    ]


def test_a_start_without_its_database_goes_on_once_it_is_there(
    tables: Tables, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [StorageError(), StorageError()]
    awaiting_bots = Servers.awaiting_bots

    def unreliable(servers: Servers) -> list[str]:
        if failures:
            raise failures.pop()
        return awaiting_bots(servers)

    async def play() -> None:
        found = Opponents(tables, thinkers)
        found.start()
        while not tables.open(table.id).over:
            await asyncio.sleep(0.01)
        await found.stop()

    monkeypatch.setattr(opponents, "SIGN_EVERY", 0.01)
    monkeypatch.setattr(Servers, "awaiting_bots", unreliable)
    table = table_of_bots(tables, "bot", "bot")
    asyncio.run(asyncio.wait_for(play(), 20))


def test_stopping_leaves_the_game_where_it_is(tables: Tables, thinkers: Thinkers) -> None:
    async def play() -> int:
        found = Opponents(tables, thinkers)
        found.wake(table.id)
        await asyncio.sleep(0.05)
        await found.stop()
        version = table.version
        await asyncio.sleep(0.1)
        assert found._tasks == {}
        return version

    table = table_of_bots(tables, "bot", "bot")
    version = asyncio.run(play())
    assert table.version == version


def test_a_killed_process_costs_a_bot_only_time(tables: Tables, thinkers: Thinkers) -> None:
    async def play() -> None:
        found = Opponents(tables, thinkers)
        found.wake(table.id)
        while not thinkers.processes:
            await asyncio.sleep(0.01)
        for worker in thinkers.processes:
            os.kill(worker, signal.SIGKILL)
        await asyncio.wait_for(rest(found), 20)

    table = table_of_bots(tables, "bot", "bot")
    asyncio.run(play())
    assert table.over


def test_stopping_waits_for_no_thought(tables: Tables, thinkers: Thinkers) -> None:
    async def play() -> None:
        found = Opponents(tables, thinkers)
        found.wake(table.id)
        while not thinkers.processes:
            await asyncio.sleep(0.01)
        await asyncio.wait_for(found.stop(), 20)

    plans = [SeatPlan("bot", bot="search:time=60"), SeatPlan("local")]
    table = tables.create("market_day", 2, plans, {}, Settings(bot_delay=0), "browser")
    version = table.version
    asyncio.run(play())
    assert table.version == version
