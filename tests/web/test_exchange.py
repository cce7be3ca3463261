"""Connections that change hands between processes: here several gates in one event loop stand for them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from farmtable.web.gate import exchange
from farmtable.web.gate.exchange import Exchange, is_possible, table_asked
from farmtable.web.gate.patient import Gate

pytestmark = pytest.mark.skipif(not is_possible(), reason="this system hands over no sockets")


class House:
    """Some servers that share a folder, each of which says by its number who has answered, and what."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.gates: list[Gate] = []
        self.ports: list[int] = []

    @asynccontextmanager
    async def open(self, number: int) -> AsyncIterator[House]:
        async with contextlib.AsyncExitStack() as stack:
            for index in range(number):
                gate = Gate(folder=self.folder)
                self.gates.append(gate)
                server = await asyncio.get_running_loop().create_server(speaker(gate, index), "127.0.0.1", 0)
                stack.callback(server.close)
                self.ports.append(server.sockets[0].getsockname()[1])
                assert (await self.ask(index, b"GET / HTTP/1.1")).startswith(b"%d /" % index)
            for gate in self.gates:
                assert gate.exchange is not None
                gate.exchange._look_at = 0.0
                stack.callback(gate.exchange.close)
            yield self

    async def ask(self, server: int, *requests: bytes, body: tuple[bytes, ...] = ()) -> bytes:
        """The answers to these requests over one connection, first opened to this server."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.ports[server])
        answers = []
        for request in requests:
            length = sum(map(len, body))
            writer.write(request + b"\r\nhost: localhost\r\ncontent-length: %d\r\n\r\n" % length)
            for part in body:
                await writer.drain()
                await asyncio.sleep(0.05)
                writer.write(part)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 10)
            assert head.startswith(b"HTTP/1.1 200"), head
            answers.append(
                await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split()[0]))
            )
        writer.close()
        return b", ".join(answers)

    def keeper(self, table: bytes) -> int:
        """The number of the server that keeps a table."""
        names = [gate.exchange.name for gate in self.gates if gate.exchange is not None]
        assert self.gates[0].exchange is not None
        return names.index(self.gates[0].exchange.keeper(table))

    def table_of(self, server: int) -> bytes:
        """A table that this server keeps."""
        return next(
            name for name in (b"t%d" % number for number in range(100)) if self.keeper(name) == server
        )


def speaker(gate: Gate, index: int) -> Callable[[], asyncio.Protocol]:
    async def app(
        scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        length = 0
        while True:
            message = await receive()
            length += len(message.get("body", b""))
            if not message.get("more_body"):
                break
        told = b"%d %s %d" % (index, scope["path"].encode(), length)
        headers = [(b"content-length", b"%d" % len(told))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": told})

    config = uvicorn.Config(app, log_config=None, lifespan="off")
    config.load()
    loop, state = asyncio.get_running_loop(), ServerState()
    return lambda: gate.protocol(config=config, server_state=state, app_state={}, _loop=loop)


def in_house(folder: Path, number: int, what: Callable[[House], Awaitable[None]]) -> None:
    async def run() -> None:
        async with House(folder).open(number) as house:
            await what(house)

    asyncio.run(run())


def test_who_keeps_a_table_answers_for_it(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        first, other = house.table_of(0), house.table_of(1)
        for server in (0, 1):
            told = await house.ask(
                server,
                b"GET /table/%s/board?seat=1 HTTP/1.1" % first,
                b"GET /table/%s HTTP/1.1" % other,
                b"GET /rules HTTP/1.1",
                b"POST /table/%s/command HTTP/1.1" % first,
            )
            paths = b"0 /table/%s/board 0, 1 /table/%s 0, 1 /rules 0, 0 /table/%s/command 0"
            assert told == paths % (first, other, first)
        await asyncio.sleep(0.1)
        assert [sum(gate.connections.values()) for gate in house.gates] == [0, 0]

    in_house(tmp_path, 2, look)


def test_what_has_not_come_yet_goes_along(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        asked = b"POST /table/%s/command HTTP/1.1" % house.table_of(1)
        told = await house.ask(0, asked, asked, body=(b"a" * 70_000, b"b" * 70_000))
        assert told.startswith(b"1 /table/")
        assert told.count(b" 140000") == 2

    in_house(tmp_path, 2, look)


def test_tables_are_shared_out_and_stay_where_they_are(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        before = [house.keeper(b"table%d" % number) for number in range(300)]
        assert all(70 < before.count(server) < 130 for server in range(3))
        gone = house.gates[2].exchange
        assert gone is not None
        gone.leave()
        assert house.gates[0].exchange is not None
        house.gates[0].exchange._look_at = 0.0
        after = [house.keeper(b"table%d" % number) for number in range(300)]
        assert all(now == then for now, then in zip(after, before, strict=True) if then != 2)
        assert 2 not in after

    in_house(tmp_path, 3, look)


def test_who_has_left_or_died_is_not_needed(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as dead:
            dead.bind(str(tmp_path / "dead"))
        assert (tmp_path / "dead").exists(), "as after kill -9"
        first = house.gates[0].exchange
        assert first is not None
        first._look_at = 0.0
        table = next(name for name in (b"t%d" % n for n in range(100)) if first.keeper(name) == "dead")
        assert (await house.ask(0, b"GET /table/%s HTTP/1.1" % table)).startswith(b"0 ")
        assert not (tmp_path / "dead").exists()
        asked = b"GET /table/%s HTTP/1.1" % house.table_of(1)
        assert (await house.ask(0, asked)).startswith(b"1 ")
        house.gates[1].leave()
        assert (await house.ask(0, asked)).startswith(b"0 ")

    in_house(tmp_path, 2, look)


def test_who_takes_nothing_for_now_is_spared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[bool] = []  # whether the other took it, connection by connection
    hand_over = Exchange.hand_over

    def tried(*given: Any) -> bool:
        handed.append(hand_over(*given))
        return handed[-1]

    monkeypatch.setattr(Exchange, "hand_over", tried)

    async def look(house: House) -> None:
        busy = house.gates[1].exchange
        assert busy is not None
        busy._loop.remove_reader(busy._socket)
        asked = b"GET /table/%s HTTP/1.1" % house.table_of(1)
        asking = [asyncio.create_task(house.ask(0, asked)) for _ in range(600)]
        kept = 0
        for one in asyncio.as_completed(asking):
            assert (await one).startswith(b"0 ")
            kept += 1
            if len(handed) == len(asking) and kept == handed.count(False):
                break
        waiting = [one for one in asking if not one.done()]
        assert len(waiting) == handed.count(True) > 0, "some wait for the other"
        assert kept, "there was no room for more"
        busy._loop.add_reader(busy._socket, busy._receive)
        assert all([(await one).startswith(b"1 ") for one in waiting])

    in_house(tmp_path, 2, look)


def test_what_is_too_much_for_the_system_stays(tmp_path: Path) -> None:
    async def look(house: House) -> None:
        little = house.gates[0].exchange
        assert little is not None
        little._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # it takes the least there is
        asked = b"GET /table/%s HTTP/1.1" % house.table_of(1)
        told = await house.ask(0, asked + b"\r\nx: " + b"a" * 20_000, asked)
        assert (told[:2], told.split(b", ")[1][:2]) == (b"0 ", b"1 "), "the other was not forgotten for that"

    in_house(tmp_path, 2, look)


def test_whoever_has_gone_meanwhile_harms_nobody(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def look(house: House) -> None:
        asked = b"GET /table/%s HTTP/1.1\r\nhost: localhost\r\n\r\n" % house.table_of(1)
        line = socket.create_connection(("127.0.0.1", house.ports[0]))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")  # it breaks, not ends
        line.sendall(asked)
        line.close()
        await asyncio.sleep(0.2)
        assert (await house.ask(0, b"GET /table/%s HTTP/1.1" % house.table_of(1))).startswith(b"1 ")

    in_house(tmp_path, 2, look)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


@pytest.mark.parametrize(
    ("data", "table"),
    [
        (b"GET /table/abc HTTP/1.1\r\n", b"abc"),
        (b"GET /table/a-_Z9/board?seat=0 HTTP/1.1\r\n", b"a-_Z9"),
        (b"POST /table/abc/command HTTP/1.1\r\n", b"abc"),
        (b"GET /table/abc?x=1 HTTP/1.1\r\n", b"abc"),
        (b"GET / HTTP/1.1\r\n", None),
        (b"GET /table/" + b"a" * 65 + b" HTTP/1.1\r\n", None),
        (b"GET /tab", None),
        (b"GET /table/ab", None),
        (b"PUT /table/abc HTTP/1.1\r\n", None),
    ],
)
def test_which_table_is_asked_for(data: bytes, table: bytes | None) -> None:
    assert table_asked(data) == table


def test_a_folder_that_is_gone_leaves_each_to_himself(tmp_path: Path) -> None:
    async def look() -> None:
        folder = tmp_path / "folder"
        folder.mkdir()
        alone = Exchange(folder, lambda connection, data: None)
        alone.leave()
        folder.rmdir()
        assert alone.keeper(b"table") == alone.name
        alone.close()

    asyncio.run(look())
    assert exchange.LOOK_EVERY > 0
