"""Whatever is sent to whichever address: the server answers, clearly, and never by an error of its own.

What is sent is made up from the signatures of the routes, so a new route is among them by itself.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

import farmtable.web
from farmtable.tables import Tables
from tests.web.visitor import Visitor
from tools.catalogues import read

WEB = Path(farmtable.web.__file__).parent
FIELDS = {
    name
    for path in WEB.rglob("*.py")
    for name in re.findall(r'\.get\("(\w+)"', path.read_text(encoding="utf-8"))
}
"""What the server reads by name of queries and forms; what stands in signatures is added."""
HEADERS = (
    *("origin", "host", "content-length", "content-type", "cookie", "accept-language", "accept-encoding"),
    *("if-none-match", "farmtable-shown", "farmtable-token", "last-event-id", "sec-fetch-site", "range"),
    *("user-agent", "x-forwarded-for", "x-forwarded-proto", "hx-request", "accept"),
)
DIGITS = "9" * 5000
"""More than Python makes a number of."""
FORM = b"application/x-www-form-urlencoded"
KINDS = (FORM, b"application/json", b"multipart/form-data; boundary=x", b"multipart/form-data", b"text/\xff")
PLAIN = "text/plain; charset=utf-8"
ENGLISH = {message.id for message in read("de") if message.id and message.string != message.id}

numbers = st.sampled_from(
    ("0", "1", "-1", DIGITS, f"-{DIGITS}", "٣", "²", "1e9", "NaN", "1_0", "0x1", "2" * 19)
)
words = st.one_of(
    numbers,
    st.sampled_from(("", "\x00", "../..", "//evil", "{x}", "de", "http://[", "%ff", "\ufffe", "on", "yes")),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)
values = st.one_of(
    words, st.none(), st.booleans(), st.integers(), st.floats(), st.just(10**400), st.lists(st.none())
)
sent_headers = st.dictionaries(
    st.sampled_from(HEADERS),
    st.one_of(
        st.sampled_from(
            (b"http://[", b"http://x:99999999", DIGITS.encode(), b"farmtable=~", b"b;;==", *KINDS)
        ),
        st.binary(max_size=20),
    ),
    max_size=3,
)


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    kind: str
    body: str


def _routes(app: FastAPI) -> list[tuple[str, APIRoute]]:
    """Every route of the server with each of its methods."""
    return [(method, route) for route in _all(app.routes) for method in sorted(route.methods or ())]


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
    headers = {b"content-type": FORM, b"content-length": DIGITS.encode()}
    assert asyncio.run(_answer(app, "POST", "/tables", b"", headers, b"x")).status == 413


@pytest.mark.parametrize(
    "charset",
    ["punycode", "idna", "utf-7", "unicode_escape", "utf-16", '"p\\unycode"', "UTF-8" + "; a=b" * 60],
)
def test_a_form_is_read_by_no_code_that_its_sender_names(anna: Visitor, charset: str) -> None:
    """Python has such that take a second for some kilobytes, or make of them what nothing can store."""
    token = anna.token()
    parts = {"token": token, "name": "xn--" + "a" * 200 + "+2AA-\\ud800", "password": "x"}
    body = "".join(
        f'--x\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in parts.items()
    )
    for said, status in ((f"; charset={charset}", 400), ("", 403), ("; charset=UTF-8", 403)):
        headers = {"content-type": f"multipart/form-data; boundary=x{said}"}
        answer = anna.client.post("/sign-in", content=f"{body}--x--\r\n", headers=headers)
        assert answer.status_code == status


def test_who_goes_before_all_is_sent_makes_no_error(app: FastAPI, anna: Visitor, table: str) -> None:
    headers = _genuine(anna) | {b"content-length": b"100", b"farmtable-token": anna.token().encode()}
    for path in (f"/table/{table}/command", "/tables"):
        asyncio.run(_answer(app, "POST", path, b"", headers, b"x", whole=False))


def test_nothing_makes_the_server_fail(app: FastAPI, anna: Visitor, table: str, tables: Tables) -> None:
    routes = _routes(app)
    assert len(routes) > 40
    for method, route in routes:
        _fuzz(app, anna, table, method, route)


def test_a_route_that_is_new_is_tried_by_itself(app: FastAPI, anna: Visitor, table: str) -> None:
    @app.get("/new/{number}")
    def new(number: str, seat: int = 0) -> int:
        return int(number)

    @app.post("/told")
    def told() -> int:
        raise KeyError

    fresh = [(method, route) for method, route in _routes(app) if route.path in ("/new/{number}", "/told")]
    assert len(fresh) == 2
    for method, route in fresh:
        with pytest.raises((ValueError, KeyError)):
            _fuzz(app, anna, table, method, route)


def _fuzz(app: FastAPI, anna: Visitor, table: str, method: str, route: APIRoute) -> None:
    mine = anna.token()
    secrets = [anna.client.cookies["farmtable"].partition("~")[0], app.state.tables.secret("browsers").hex()]

    # A failure is shown as it was found: to make it smaller would take long.
    @settings(
        max_examples=6,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        report_multiple_bugs=False,
    )
    @given(data=st.data())
    def tried(data: st.DataObject) -> None:
        path, query, headers, body = _request(anna, mine, table, method, route, data)
        answer = asyncio.run(_answer(app, method, path, query, headers, body))
        _check(answer, headers, secrets, (method, path, query, headers, body))

    tried()


def _request(
    anna: Visitor, mine: str, table: str, method: str, route: APIRoute, data: st.DataObject
) -> tuple[str, bytes, dict[bytes, bytes], bytes]:
    """A request that the signature of a route suggests, but for what is wrong with it."""
    path = route.path
    known = {"table_id": st.just(table), "game_id": st.just("market_day")}
    for name in re.findall(r"{(\w+)", path):
        word = data.draw(st.one_of(known.get(name, words), words))
        path = re.sub(rf"{{{name}[^}}]*}}", lambda _: word, path)  # noqa: B023 (called at once)
    asked = sorted(FIELDS | {field.name for field in route.dependant.query_params} | _fields_of(route))
    fields = data.draw(st.dictionaries(st.sampled_from(asked), words, max_size=6))
    headers = _genuine(anna) | {name.encode(): value for name, value in data.draw(sent_headers).items()}
    if method in ("GET", "HEAD"):
        query = data.draw(st.one_of(st.just(urlencode(fields).encode()), st.binary(max_size=30)))
        return path, query, headers, b""
    token = mine if data.draw(st.integers(0, 3)) else data.draw(words)
    headers = {
        b"content-type": data.draw(st.sampled_from(KINDS)),
        b"farmtable-token": _header(token),
        **headers,
    }
    said = data.draw(st.dictionaries(st.sampled_from(asked), values, max_size=6))
    bodies = (
        urlencode({**fields, "token": token}).encode(),
        json.dumps(said).encode(),
        "".join(_part(name, word) for name, word in {**fields, "token": token}.items()).encode() + b"--x--",
    )
    body = data.draw(st.one_of(st.sampled_from(bodies), st.binary(max_size=60)))
    return path, b"", headers, body


def _fields_of(route: APIRoute) -> set[str]:
    """The fields of the models that a route's module reads from what is sent."""
    models = vars(inspect.getmodule(route.endpoint)).values()
    return {
        name for model in models if isinstance(model, type) for name in getattr(model, "model_fields", ())
    }


def _genuine(anna: Visitor) -> dict[bytes, bytes]:
    cookie = f"farmtable={anna.client.cookies['farmtable']}".encode()
    return {b"host": b"testserver", b"cookie": cookie, b"accept-language": b"de"}


def _header(text: str) -> bytes:
    return text.encode("latin-1", "replace")


def _part(name: str, word: str) -> str:
    return f'--x\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{word}\r\n'


def _check(answer: Answer, headers: dict[bytes, bytes], secrets: list[str], sent: object) -> None:
    """No error of the server's own, nothing of its inside, and a sentence in the reader's language."""
    assert answer.status < 500, sent
    assert answer.status != 429 or answer.kind != PLAIN, (
        "so many requests at once that nothing is tried any more"
    )
    assert "Traceback" not in answer.body, sent
    assert not any(secret in answer.body for secret in secrets), sent
    if answer.status >= 400 and answer.kind.startswith("text/html") and headers[b"accept-language"] == b"de":
        assert '<html lang="de"' in answer.body, sent
        for said in re.findall(r"data-message[^>]*>([^<]*)<", answer.body):
            assert unescape(said) not in ENGLISH, (said, sent)


async def _answer(
    app: FastAPI,
    method: str,
    path: str,
    query: bytes,
    headers: dict[bytes, bytes],
    body: bytes,
    whole: bool = True,
) -> Answer:
    """What the server answers to a request that no client library would send, and whose sender then goes."""
    coming: Iterator[Any] = iter([{"type": "http.request", "body": body, "more_body": not whole}])
    status, kind, said = 0, "", b""

    async def receive() -> Any:
        return next(coming, {"type": "http.disconnect"})

    async def send(message: Any) -> None:
        nonlocal status, kind, said
        status = message.get("status", status)
        for name, value in message.get("headers", ()):
            kind = value.decode("latin-1") if name == b"content-type" else kind
        said += message.get("body", b"")

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
    return Answer(status, kind, said.decode(errors="replace"))
