"""A browser: its cookies, its connections, its patience. It asks until there is an answer, as pages do."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from tools.load.http import Answer, Line, Lost

RETRY: Final = (0.1, 0.3, 0.5)
"""Seconds until it asks again. A page waits longer, but not once its stream of events is back."""
PATIENCE: Final = 8.0
TRIES_AT_ONCE: Final = 4
NOBODY: Final = (502, 503, 504)

_TOKEN: Final = re.compile(r'name="token" value="([^"]+)"')


class Browser:
    """Somebody at `address`, the server at `host` and `port`."""

    def __init__(self, host: str, port: int, address: str) -> None:
        self._host = host
        self._port = port
        self._address = address
        self._cookies: dict[str, str] = {}
        self._idle: list[Line] = []
        self.token = ""

    @property
    def cookie(self) -> str:
        """What shows the server who this is; "" before it was ever asked."""
        return self._cookies.get("farmtable", "")

    def line(self) -> Line:
        """A connection of its own, for a stream."""
        return Line(self._host, self._port)

    def headers(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The headers of a request of this browser."""
        cookie = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        # The server sees a reverse proxy, which says for whom it asks: everybody comes from elsewhere.
        sent = {"x-forwarded-for": self._address, "accept-encoding": "gzip", "accept-language": "en"}
        return sent | ({"cookie": cookie} if cookie else {}) | dict(more or {})

    async def get(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        """Ask for a page until it is there; the token of its forms is kept."""
        answer = await self.reach("GET", path, headers)
        if (found := _TOKEN.search(answer.text)) is not None:
            self.token = found[1]
        return answer

    async def post(self, path: str, **fields: str) -> Answer:
        """Send a form until it is answered."""
        body = urlencode({"token": self.token, **fields}).encode()
        return await self.reach("POST", path, {"content-type": "application/x-www-form-urlencoded"}, body)

    async def reach(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, body: bytes | None = None
    ) -> Answer:
        """Ask until the server answers: what is sent here must do no more when it is sent twice."""
        for attempt in itertools.count():
            answer = await self._first_of(method, path, self.headers(headers), body)
            if answer is not None:
                self._keep_cookies(answer)
                return answer
            await asyncio.sleep(RETRY[min(attempt, len(RETRY) - 1)])
        raise AssertionError

    def close(self) -> None:
        """Close all that is not in use."""
        for line in self._idle:
            line.close()

    async def _first_of(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer | None:
        """The first answer to several tries side by side, each begun when those before it take their time."""
        tries: set[asyncio.Task[Answer | None]] = set()
        try:
            for _ in range(TRIES_AT_ONCE):
                tries.add(asyncio.create_task(self._try(method, path, headers, body)))
                done, tries = await asyncio.wait(
                    tries, timeout=PATIENCE / TRIES_AT_ONCE, return_when=asyncio.FIRST_COMPLETED
                )
                if (answer := next((found for one in done if (found := one.result())), None)) or not tries:
                    return answer
            return None
        finally:
            for one in tries:
                one.cancel()

    async def _try(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> Answer | None:
        line = self._idle.pop() if self._idle else self.line()
        try:
            answer = await line.ask(method, path, headers, body)
        except Lost:
            return None
        self._idle.append(line)
        return None if answer.status in NOBODY else answer

    def _keep_cookies(self, answer: Answer) -> None:
        for cookie in answer.cookies:
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
