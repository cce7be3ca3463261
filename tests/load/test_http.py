"""What a stream of events says is the same however what lies between has cut it."""

from __future__ import annotations

import asyncio
import contextlib

import pytest

from tools.load.http import Line, Lost

SAID = b'event: board\r\ndata: {"mark": "m", "told": "wheat"}\r\n\r\nevent: beat\r\ndata: \r\n\r\n'


@pytest.mark.parametrize("size", [1, 7, 40, len(SAID)])
def test_events_are_heard_whole_in_whatever_chunks_they_come(size: int) -> None:
    assert asyncio.run(heard(size)) == [("board", '{"mark": "m", "told": "wheat"}'), ("beat", "")]


async def heard(size: int) -> list[tuple[str, str]]:
    """What is heard of a server that sends so many bytes in each chunk."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for at in range(0, len(SAID), size):
            part = SAID[at : at + size]
            writer.write(b"%x\r\n%b\r\n" % (len(part), part))
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        writer.close()

    found: list[tuple[str, str]] = []
    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with contextlib.suppress(Lost):  # that is how a stream ends
            async for event in Line("127.0.0.1", port).events("/", {}, 5):
                found.append(event)
    return found
