"""Whatever is sent to whichever address: the server answers, and never by an error of its own."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from hypothesis import given, settings
from hypothesis import strategies as st

import farmtable.web
from tests.web.visitor import Visitor

WEB = Path(farmtable.web.__file__).parent
FIELDS = {
    name
    for path in WEB.rglob("*.py")
    for name in re.findall(r'\.get\("(\w+)"', path.read_text(encoding="utf-8"))
}
"""What the server reads by name of queries and forms; what stands in signatures is added."""
HEADERS = (
    *("origin", "host", "content-length", "content-type", "cookie", "accept-language", "accept-encoding"),
    *("if-none-match", "farmtable-has", "farmtable-token", "last-event-id", "sec-fetch-site", "range"),
)
DIGITS = "9" * 5000
"""More than Python makes a number of."""

words = st.one_of(
    st.sampled_from(("", "0", "1", "-1", DIGITS, "٣", "²", "1e9", "\x00", "../..", "//evil", "{x}", "de")),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
sent_headers = st.dictionaries(
    st.sampled_from(HEADERS),
    st.one_of(
        st.sampled_from((b"http://[", b"http://x:99999999", DIGITS.encode(), b"farmtable=~", b";;==")),
        st.binary(max_size=20),
    ),
    max_size=3,
)


def _routes(app: FastAPI) -> list[tuple[str, str, list[str]]]:
    """Every address of the server with its method, and the names it may be asked by; but the streams."""
    return [
        (method, route.path, sorted(FIELDS | {field.name for field in route.dependant.query_params}))
        for route in _all(app.routes)
        if not route.path.endswith("/events")
        for method in sorted(route.methods or ())
    ]


def _all(routes: Any) -> list[APIRoute]:
    found = [route for route in routes if isinstance(route, APIRoute)]
    for route in routes:
        if not isinstance(route, APIRoute):
            found += _all(getattr(getattr(route, "original_router", None), "routes", ()))
    return found


@pytest.fixture
def table(anna: Visitor) -> str:
    return anna.set_up("local", "bot", name_0="Anna")


def test_an_origin_that_is_no_address_is_refused(anna: Visitor, table: str) -> None:
    forged = anna.client.post(
        f"/table/{table}/analysis", data={"token": anna.token()}, headers={"origin": "http://["}
    )
    assert forged.status_code == 403


@pytest.mark.parametrize("what", ["resign", "play-on", "devices/link"])
def test_a_seat_of_five_thousand_digits_is_refused(anna: Visitor, table: str, what: str) -> None:
    assert anna.post(f"/table/{table}/{what}", seat=DIGITS, at="1").status_code == 400


def test_a_length_of_five_thousand_digits_is_too_much(app: FastAPI, table: str) -> None:
    headers = {b"content-type": b"application/x-www-form-urlencoded", b"content-length": DIGITS.encode()}
    assert asyncio.run(_status(app, "POST", "/tables", b"", headers, b"x")) == 413


def test_nothing_makes_the_server_fail(app: FastAPI, anna: Visitor, table: str) -> None:
    routes = _routes(app)
    assert len(routes) > 20
    for method, path, asked in routes:

        @settings(max_examples=10, deadline=None, derandomize=True, database=None)
        @given(data=st.data())
        def fuzz(data: st.DataObject) -> None:
            _try(app, anna, table, method, path, asked, data)  # noqa: B023 (called at once)

        fuzz()


def _try(
    app: FastAPI, anna: Visitor, table: str, method: str, path: str, asked: list[str], data: st.DataObject
) -> None:
    known = {"table_id": st.just(table), "game_id": st.just("market_day")}
    for name in re.findall(r"{(\w+)", path):
        word = data.draw(st.one_of(known.get(name, words), words))
        path = re.sub(rf"{{{name}[^}}]*}}", word.replace("\\", "/"), path)
    fields = data.draw(st.dictionaries(st.sampled_from(asked), words, max_size=6))
    genuine = {b"host": b"testserver", b"cookie": f"farmtable={anna.client.cookies['farmtable']}".encode()}
    sent = genuine | {name.encode(): value for name, value in data.draw(sent_headers).items()}
    query, body = urlencode(fields).encode(), b""
    if method == "POST":
        form = urlencode({**fields, "token": data.draw(st.one_of(st.just(anna.token()), words))}).encode()
        query, body = b"", data.draw(st.one_of(st.just(form), st.binary(max_size=60)))
        sent = {b"content-type": b"application/x-www-form-urlencoded", **sent}
    assert asyncio.run(_status(app, method, path, query, sent, body)) < 500, (
        method,
        path,
        sent,
        fields,
        body,
    )


async def _status(
    app: FastAPI, method: str, path: str, query: bytes, headers: dict[bytes, bytes], body: bytes
) -> int:
    """What the server answers to a request that no client library would send."""
    status = 0

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": method,
        "path": path,
        "raw_path": quote(path).encode(),
        "root_path": "",
        "query_string": query,
        "headers": list(headers.items()),
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "state": {},
    }
    await app(scope, receive, send)
    return status
