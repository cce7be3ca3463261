"""As much of HTTP/1.1 as a browser needs here: one connection that is kept, answers, a stream of events.

A client library would cost as much processor time as the server that is to be measured, and would hide what
matters here: whether anything came back at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Final

MOST_OF_A_LINE: Final = 1 << 20


class Lost(Exception):
    """The other side does not answer, or not to the end."""


@dataclass(frozen=True)
class Answer:
    """What came back; the names of headers are in small letters, the body is unpacked."""

    status: int
    headers: Mapping[str, str]
    cookies: tuple[str, ...]
    body: bytes = b""

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class Line:
    """One connection to a server, opened when it is needed and kept until it breaks."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Answer:
        """Send one request and wait for its answer. Raises Lost; who waits no longer has closed the line."""
        reused = self._open is not None
        try:
            return await self._ask(method, path, headers, body)
        except _Unheard:
            # Kept connections are closed when nobody has used them for a while, perhaps at this moment.
            if not reused:
                raise Lost from None
        try:
            return await self._ask(method, path, headers, body)
        except _Unheard:
            raise Lost from None

    async def events(
        self, path: str, headers: Mapping[str, str], silent: float
    ) -> AsyncGenerator[tuple[str, str]]:
        """What a stream of events says: the name and the data of each.

        Raises Lost at its end, and when nothing has been heard for so many seconds.
        """
        try:
            async with asyncio.timeout(silent):
                reader = await self._send("GET", path, headers, None)
                answer = await _head(reader)
            if answer.status != 200:
                raise Lost(f"a stream was refused: {answer.status}")
            name = ""
            lines = _lines(_chunks(reader))
            while True:
                async with asyncio.timeout(silent):
                    line = await anext(lines, None)
                if line is None:
                    raise EOFError
                if line.startswith("event: "):
                    name = line[7:]
                elif line.startswith("data:"):
                    yield name, line[5:].strip()
        except (_Unheard, TimeoutError, OSError, EOFError, ValueError):
            raise Lost from None
        finally:
            self.close()

    def close(self) -> None:
        """Give the connection up."""
        if self._open is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended first
                self._open[1].close()
            self._open = None

    async def _ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        whole = False
        try:
            reader = await self._send(method, path, headers, body)
            answer = await _head(reader)
            answer = await _with_body(reader, answer)
            whole = answer.headers.get("connection") != "close"
            return answer
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError):
            raise Lost from None
        finally:
            if not whole:
                self.close()

    async def _send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> asyncio.StreamReader:
        lines = [f"{method} {path} HTTP/1.1", f"host: {self._host}:{self._port}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if body is not None:
            lines.append(f"content-length: {len(body)}")
        try:
            if self._open is None:
                self._open = await asyncio.open_connection(self._host, self._port, limit=MOST_OF_A_LINE)
            reader, writer = self._open
            writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + (body or b""))
            await writer.drain()
        except OSError:
            raise _Unheard from None
        return reader


class _Unheard(Exception):
    """Nothing at all came back: the connection may have been closed before the request was there."""


async def _head(reader: asyncio.StreamReader) -> Answer:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise EOFError from None
        raise _Unheard from None
    except ConnectionError:
        raise _Unheard from None
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = [line.split(":", 1) for line in lines if line]
    named = [(name.lower(), value.strip()) for name, value in pairs]
    cookies = tuple(value for name, value in named if name == "set-cookie")
    return Answer(int(first.split()[1]), dict(named), cookies)


async def _with_body(reader: asyncio.StreamReader, answer: Answer) -> Answer:
    if "content-length" in answer.headers:
        body = await reader.readexactly(int(answer.headers["content-length"]))
    elif answer.headers.get("transfer-encoding") == "chunked":
        body = b"".join([chunk async for chunk in _chunks(reader)])
    else:
        raise ValueError("an answer of unknown length")
    if answer.headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return Answer(answer.status, answer.headers, answer.cookies, body)


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readuntil(b"\r\n")


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """The lines of a stream. A proxy cuts it into chunks of its own, in the middle of a line, too."""
    begun = b""
    async for chunk in chunks:
        *whole, begun = (begun + chunk).split(b"\n")
        for line in whole:
            yield line.decode().rstrip("\r")
