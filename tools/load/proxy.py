"""A line that is not what it should be: it delays, cuts in the middle, or swallows all without a word."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
from dataclasses import dataclass
from typing import Final

SLOWLY: Final = 64
"""A cut comes after at most so many bytes of what was to be passed on."""


@dataclass(frozen=True)
class Trouble:
    """How likely it is that a piece is delayed, by `seconds` at most, or is the last of its connection.

    One that is `cut` ends; of one that is `swallow`ed nothing gets through any more, in neither direction.
    """

    delay: float = 0.0
    seconds: float = 0.0
    cut: float = 0.0
    swallow: float = 0.0


class Proxy:
    """Passes bytes on from a port of its own to `port`, in a thread of its own; `trouble` is what befalls
    them, and can be changed at any time."""

    def __init__(self, port: int, seed: int) -> None:
        self.trouble = Trouble()
        self.port = 0
        self.hurt = 0
        self._to = port
        self._rng = random.Random(seed)
        self._open: set[asyncio.StreamWriter] = set()
        self._joined: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result()

    def close(self) -> None:
        """Cut all connections and take no more."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)

    def cut_all(self) -> None:
        """Cut all connections that are open, as when a router begins anew."""
        asyncio.run_coroutine_threadsafe(self._cut_all(), self._loop).result()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        self._server.close()
        await self._cut_all()
        if self._joined:
            await asyncio.wait(self._joined, timeout=5)

    async def _cut_all(self) -> None:
        for writer in self._open:
            writer.transport.abort()
        await asyncio.sleep(0)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        joined = asyncio.create_task(self._join(reader, writer))
        self._joined.add(joined)
        joined.add_done_callback(self._joined.discard)

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._open.add(writer)
        try:
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            self._open.discard(writer)
            return
        self._open.add(far_writer)
        both = _Connection()
        try:
            async with asyncio.TaskGroup() as directions:
                directions.create_task(self._pass(reader, far_writer, both))
                directions.create_task(self._pass(far_reader, writer, both))
        except* OSError:
            pass  # one side has ended, or is cut: so does the other
        finally:
            for end in (writer, far_writer):
                end.transport.abort()
                self._open.discard(end)

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, both: _Connection
    ) -> None:
        while data := await reader.read(65536):
            trouble, rng = self.trouble, self._rng
            if rng.random() < trouble.delay:
                self.hurt += 1
                await asyncio.sleep(rng.random() * trouble.seconds)
            if rng.random() < trouble.swallow:
                self.hurt += 1
                both.dead = True
            if both.dead:
                continue
            if rng.random() < trouble.cut:
                self.hurt += 1
                writer.write(data[: rng.randrange(min(SLOWLY, len(data)) + 1)])
                with contextlib.suppress(OSError):
                    await writer.drain()
                raise ConnectionAbortedError
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError


@dataclass
class _Connection:
    """What both directions of a connection share: whether it is dead."""

    dead: bool = False
