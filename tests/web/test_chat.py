"""The chat on pages: who is told what, what is refused, and what stays a secret."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI, Request

from farmtable.tables import Tables
from farmtable.tables.chat.message import ROOMS
from farmtable.tables.people import passwords
from farmtable.web import create_app
from farmtable.web.reader import Reader
from farmtable.web.stream import routes
from tests.web.visitor import GAME, Visitor

PASSWORD = "wheat and barley"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that cost next to nothing."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(1, 8, 1))


@pytest.fixture
def silent(tables: Tables) -> Iterator[FastAPI]:
    """A server on which nobody writes."""
    found = create_app(tables, chat=False)
    yield found
    found.state.thinkers.close()


def table_of(anna: Visitor, ben: Visitor, **fields: str) -> str:
    """A table of Anna and Ben."""
    table = anna.set_up("local", "friend", name_0="Anna", **fields)
    invite = re.search(r"/join/([\w.-]+)", anna.get(f"/table/{table}").text)
    assert invite
    assert ben.post(f"/join/{invite[1]}", name="Ben").status_code == 200
    return table


def said(answer: Any) -> list[str]:
    texts = re.findall(r'<p class="message-text"[^>]*>(.*?)</p>', answer.text, re.DOTALL)
    return [unescape(re.sub("<[^>]+>", "", text)).strip() for text in texts]


def write(visitor: Visitor, table: str, text: str = "", **fields: str) -> Any:
    return visitor.post(f"/table/{table}/chat", text=text, **fields)


def test_players_write_and_who_watches_reads_nothing_of_it(
    anna: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    table = table_of(anna, ben)
    assert said(write(anna, table, "<script>alert(1)</script> http://evil.example")) == [
        "<script>alert(1)</script> http://evil.example"
    ]
    raw = ben.get(f"/table/{table}/chat").text
    assert "<script>" not in raw
    assert 'href="http' not in raw
    ben.client.headers["accept-language"] = "de"
    assert said(write(ben, table, sign="well"))[-1] == "Gut gespielt!"
    assert said(anna.get(f"/table/{table}/chat"))[-1] == "Well played!"
    seen = stranger.get(f"/table/{table}/chat")
    assert said(seen) == []
    assert "need an account" in seen.text
    for path in (f"/table/{table}", f"/table/{table}/board"):
        assert "evil.example" not in stranger.get(path).text
    refused = write(stranger, table, "hello")
    assert refused.status_code == 400
    assert said(refused) == []


def test_no_page_tells_who_somebody_is(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    table = table_of(anna, ben)
    write(anna, table, "hello")
    (message,) = tables.chat.rows.read(table, ROOMS)
    page = ben.get(f"/table/{table}/chat").text
    assert message.author not in page
    assert "testclient" not in page


def test_guests_who_watch_write_where_they_may(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = table_of(anna, ben, chat="all")
    assert said(write(stranger, table, "nice")) == ["nice"]
    assert "Guest 1" in stranger.get(f"/table/{table}/chat").text
    assert said(anna.get(f"/table/{table}/chat")) == []


def test_an_account_that_watches_goes_by_its_name(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = table_of(anna, ben)
    stranger.post("/sign-up", name="Sofia", password=PASSWORD)
    assert said(write(stranger, table, "nice")) == ["nice"]
    assert "Sofia" in stranger.get(f"/table/{table}/chat").text


def test_there_is_no_chat_without_company_nor_where_it_is_off(
    anna: Visitor, ben: Visitor, silent: FastAPI
) -> None:
    alone, off = anna.set_up("local", "bot"), table_of(anna, ben, chat="off")
    for table in (alone, off):
        assert "data-chat-open" not in anna.get(f"/table/{table}").text
        assert anna.get(f"/table/{table}/chat").status_code == 404
        assert write(anna, table, "hello").status_code == 404
    kinds = {"game": GAME, "players": "2", "kind_0": "local", "kind_1": "friend"}
    assert 'name="chat"' in anna.get("/setup", **kinds).text
    assert 'name="chat" id="chat"' not in anna.get("/setup", **kinds | {"kind_1": "bot"}).text
    on = table_of(anna, ben)
    assert "data-chat-open" in anna.get(f"/table/{on}").text
    there = Visitor(silent)
    there.client.cookies = anna.client.cookies
    assert 'id="chat"' not in there.get("/setup", **kinds).text
    assert there.get(f"/table/{on}/chat").status_code == 404
    assert "data-chat-open" not in there.get(f"/table/{on}").text
    assert "data-chat-open" not in there.get(f"/table/{there.set_up('local', 'friend')}").text


def test_what_cannot_be_sent_comes_back(anna: Visitor, ben: Visitor) -> None:
    table = table_of(anna, ben)
    answer = write(anna, table, "x" * 301)
    assert answer.status_code == 400
    assert f'value="{"x" * 301}"' in answer.text
    assert "300 characters at most" in answer.text
    assert write(anna, table, sign="nonsense").status_code == 400
    assert write(anna, table, "for him", seat="1").status_code == 403
    assert anna.client.post(f"/table/{table}/chat", data={"text": "forged"}).status_code == 403
    for ask, n in (("mute", "99"), ("report", "99"), ("mute", "x"), ("nonsense", "1"), ("block", "1")):
        assert anna.post(f"/table/{table}/chat/about", ask=ask, n=n).status_code == 400


def test_each_reader_hides_blocks_and_reports(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    table = table_of(anna, ben)
    write(anna, table, "bla")
    ben.post("/sign-up", name="Benedikt", password=PASSWORD, along="yes")
    hidden = ben.post(f"/table/{table}/chat/about", ask="mute", n="1")
    assert said(hidden) == []
    assert "You will no longer see what Anna writes." in hidden.text
    who = re.search(r'name="who" value="(\w+)"', hidden.text)
    assert who
    assert said(ben.post(f"/table/{table}/chat/about", ask="show", who=who[1])) == ["bla"]
    reported = ben.post(f"/table/{table}/chat/about", ask="report", n="1")
    assert "Whoever runs this server will see" in reported.text
    assert [(one.table, one.n) for one in tables.chat.rows.reports(settled=False)] == [(table, 1)]
    assert said(ben.post(f"/table/{table}/chat/about", ask="block", n="1")) == []
    account = ben.get("/account").text
    assert "You do not see what they write at any table." in account
    exported = json.loads(ben.get("/account/export.json").text)
    assert exported["chat"]["blocked"] == ["Anna"]
    again = re.search(r'name="who" value="(\w+)"', account)
    assert again
    ben.post("/account/blocked", who=again[1])
    assert said(ben.get(f"/table/{table}/chat")) == ["bla"]
    assert anna.get("/account").status_code == 200  # a guest is asked to sign in


def test_there_is_one_block_from_the_chat_and_from_the_profile(
    anna: Visitor, ben: Visitor, tables: Tables
) -> None:
    """Who is blocked is kept apart and not read, wherever that was asked for."""
    for visitor, name in ((anna, "Annabel"), (ben, "Benedikt")):
        visitor.post("/sign-up", name=name, password=PASSWORD)
    by_name = {person.name: person.id for person in tables.people.all()}
    profile = f"/people/{by_name['Annabel']}"
    table = table_of(anna, ben)
    write(anna, table, "bla")
    assert "you do not see anything Annabel writes" in ben.post(f"{profile}/block").text
    assert said(ben.get(f"/table/{table}/chat")) == []
    assert said(anna.get(f"/table/{table}/chat")) == ["bla"], "it is his list, not hers"
    write(ben, table, "bye")
    assert said(anna.get(f"/table/{table}/chat")) == ["bla", "bye"], "nobody is told"
    account = ben.get("/account").text
    assert f'href="{profile}"' in account
    assert "Unblock: Annabel" in account
    ben.post(f"{profile}/block", back="yes")
    assert said(ben.get(f"/table/{table}/chat")) == ["bla", "bye"]
    assert said(ben.post(f"/table/{table}/chat/about", ask="block", n="1")) == ["bye"]
    assert "Unblock" in ben.get(profile).text
    assert "Show again" not in ben.get("/account").text, "it stands there once"
    assert (
        anna.post(f"/table/{anna.set_up('local', 'friend')}/invite", seat="1", name="Benedikt").status_code
        == 409
    )


def test_the_stream_tells_of_ones_own_room_alone(
    anna: Visitor, ben: Visitor, tables: Tables, app: FastAPI
) -> None:
    table = table_of(anna, ben, chat="all")

    def stamp(visitor: Visitor) -> str:
        browser = app.state.identity.read(visitor.client.cookies["farmtable"])
        return tables.chat.stamp(tables.open(table), browser)

    watcher = Visitor(app)
    watcher.get("/")
    before = stamp(watcher), stamp(ben)
    write(anna, table, "hello")
    assert stamp(watcher) == before[0]
    assert stamp(ben) != before[1]


def test_what_is_said_elsewhere_is_not_heard_by_a_beat(
    anna: Visitor, ben: Visitor, tables: Tables, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ADR 23: not even that something was said. Beats come in a rhythm of their own."""
    every = 0.5
    monkeypatch.setattr(routes, "BEAT_SECONDS", every)
    table = tables.open(table_of(anna, ben, chat="all"))
    player = app.state.identity.read(anna.client.cookies["farmtable"])
    request, reader = Request({"type": "http", "app": app}), Reader("somebody who watches", "en", "")

    async def listen() -> None:
        live, loop = app.state.live, asyncio.get_running_loop()
        live.start()
        heard: list[str] = []
        began = loop.time()

        async def hear() -> None:
            stream = routes._Stream(request, tables, table, reader, live, "")
            async for event in stream.events():
                heard.append(event.decode().split()[1])

        hearing = asyncio.create_task(hear())
        while loop.time() - began < 4.2 * every:
            await asyncio.sleep(every / 4)
            if heard:
                await asyncio.to_thread(tables.chat.rows.write, table.id, "seats", "x", 0, "", "hello", "")
                tables.chat._written(table.id, table.version)
        lasted = loop.time() - began
        hearing.cancel()
        live.stop()
        assert set(heard) == {"beat", "version", "chat", "watching"}
        assert [heard.count(name) for name in ("version", "chat", "watching")] == [1, 1, 1]
        assert 2 <= heard.count("beat") <= lasted / every

    asyncio.run(listen())
    assert tables.chat.read(table, player)


def test_who_does_not_want_a_chat_has_none(anna: Visitor) -> None:
    anna.post("/look", chat="off")
    assert 'data-chat="off"' in anna.get("/").text
