"""Pages travel compressed, streams of events as they come, and no secret can be guessed from a length."""

from __future__ import annotations

import gzip
import re

import httpx

from farmtable.web.identity import Identity
from tests.web.process import Server
from tests.web.visitor import Visitor


def test_boards_pages_and_static_files_are_compressed(anna: Visitor) -> None:
    table = anna.set_up("local", "bot", game="agricola")
    for path, most in (
        (f"/table/{table}", 20_000),
        (f"/table/{table}/board", 18_000),
        ("/static/app.css", 8_000),
    ):
        with anna.client.stream("GET", path) as answer:
            assert answer.headers["content-encoding"] == "gzip", path
            body = b"".join(answer.iter_raw())
        assert len(body) < most, path
        assert len(gzip.decompress(body)) > 2 * len(body), path


def test_whoever_cannot_read_compressed_pages_gets_plain_ones(anna: Visitor) -> None:
    answer = anna.client.get("/", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in answer.headers


def test_the_token_of_each_page_is_another_and_all_are_believed(anna: Visitor) -> None:
    """What pages repeat of an address, and how long they are, must tell nothing of a token (BREACH)."""
    tokens = [
        re.findall(r'name="token" value="([^"]+)"', anna.get("/", name_0="x").text)[0] for _ in range(3)
    ]
    assert len({token.partition(".")[0] for token in tokens}) == 3
    assert len({token.partition(".")[2] for token in tokens}) == 3
    for token in tokens:
        assert anna.client.post("/language", data={"token": token, "language": "de"}).status_code == 200
    forged = tokens[0].partition(".")[0] + "." + tokens[1].partition(".")[2]
    assert anna.client.post("/language", data={"token": forged, "language": "de"}).status_code == 403


def test_a_token_is_of_one_browser() -> None:
    identity = Identity("key")
    token = identity.token("anna")
    assert identity.is_token(token, "anna")
    assert not identity.is_token(token, "ben")
    assert not identity.is_token("", "anna")


def test_a_stream_of_events_is_not_held_back(server: Server) -> None:
    """Its first event is there at once, uncompressed, though the browser would take it compressed."""
    with httpx.Client(base_url=server.address, timeout=15, follow_redirects=True) as client:
        found = re.search(r'name="token" value="([^"]+)"', client.get("/").text)
        assert found
        seats = {"game": "market_day", "players": "2", "kind_0": "local", "kind_1": "friend", "delay": "0"}
        table = client.post("/tables", data={"token": found[1], **seats}).url.path
        with client.stream("GET", f"{table}/events", headers={"accept-encoding": "gzip"}) as stream:
            assert "content-encoding" not in stream.headers
            assert "event: version" in next(stream.iter_text())
