"""A stream of events tells a page its next board, and only what that page could ask for itself."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi import FastAPI, Request

from farmtable.tables import Tables
from farmtable.web.reader import Reader
from farmtable.web.stream import routes
from farmtable.web.stream.events import BEAT
from farmtable.web.stream.listening import Listening, Sent
from tests.web.process import Server
from tests.web.test_server import Guest
from tests.web.visitor import Visitor
from tools.load.page import put_together

PAGE = "a-page"


class Reading(Guest):
    """A page that has a name, and the last board that came."""

    mark = html = ""

    def ask(self, table: str, **query: int) -> None:
        """Ask for the board, as pages do."""
        headers = {"farmtable-page": PAGE}
        answer = self.client.get(f"/table/{table}/board", params=query, headers=headers)
        self.mark, self.html = answer.headers["farmtable-mark"], answer.text

    @contextmanager
    def listen(self, table: str, page: str = PAGE) -> Iterator[Iterator[tuple[str, str]]]:
        """The events of the table's stream that tell how the table stands, each with its data."""
        query = {"page": page, "shown": self.mark}
        with self.client.stream("GET", f"/table/{table}/events", params=query) as stream:
            yield told(line for line in stream.iter_lines() if line)

    def put(self, sent: dict[str, Any]) -> str:
        """The board that an event tells."""
        assert sent["from"] == self.mark
        self.mark, self.html = sent["mark"], put_together(self.html, sent["told"])
        return self.html


def told(lines: Iterator[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, data = line.removeprefix("event: "), next(lines).removeprefix("data: ")
        if name in ("version", "board"):
            yield name, data


def without_token(html: str) -> str:
    return re.sub(r'(name="token" value)="[^"]+"', "", html)


def seated(server: Server, game: str) -> tuple[Reading, Reading, str]:
    """Anna and Ben at a table, in browsers of their own."""
    anna, ben = Reading(server), Reading(server)
    table = anna.set_up("friend", game=game, kind_0="local", name_0="Anna")
    (invite,) = re.findall(r'value="(?:http://[^/]+)?(/join/[^"]+)"', anna.client.get(f"/table/{table}").text)
    assert ben.client.post(invite, data={"token": ben.token, "name": "Ben"}).status_code == 200
    return anna, ben, table


def decide(players: tuple[Guest, ...], table: str, db: str) -> None:
    """A decision of whoever is to play, from another page."""
    tables = Tables(db)
    opened = tables.open(table)
    seat, action = opened.to_play, int(opened.perspective(opened.to_play).legal_actions()[0])
    command = {"id": f"decision-{opened.version}", "kind": "play", "seat": seat, "version": opened.version}
    tables.close()
    player = players[seat]
    answer = player.client.post(
        f"/table/{table}/command",
        json=command | {"action": action},
        headers={"farmtable-token": player.token},
    )
    assert answer.status_code == 200


def test_the_stream_of_who_is_signed_out_ends(
    anna: Visitor, tables: Tables, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(routes, "BEAT_SECONDS", 0.1)
    monkeypatch.setattr(routes, "ASK_EVERY", 0.0)
    anna.post("/sign-up", name="Anna", password="wheat and barley")
    person = tables.people.find("Anna")
    assert person
    (session,) = tables.people.sessions_of(person)
    table = tables.open(anna.set_up("local", "bot"))
    request = Request({"type": "http", "app": app})
    reader = Reader(person.holder, "en", "", session=session)

    async def listen() -> None:
        app.state.live.start()
        stream = routes._Stream(request, tables, table, reader, app.state.live, "").events()
        while await anext(stream) != BEAT:
            pass
        tables.people.lock(person, True)
        assert {event async for event in stream} <= {BEAT}
        app.state.live.stop()

    asyncio.run(asyncio.wait_for(listen(), 20))


@pytest.mark.parametrize("game", ["market_day", "agricola", "mi_tierra"])
def test_a_page_is_told_the_very_board_that_it_could_ask_for(club: Server, game: str) -> None:
    """So what holds for answers (test_secrecy.py) holds for what streams tell, at a seat or not."""
    anna, ben, table = seated(club, game)
    watcher = Reading(club)
    for reader, query in ((watcher, {}), (ben, {"seat": 1})):
        reader.ask(table, **query)
        with reader.listen(table) as events:
            assert next(events)[0] == "version", "what the page has may be as new as this"
            for _ in range(4):
                version = reader.version(table)
                decide((anna, ben), table, club.db)
                name, data = next(events)
                sent = json.loads(data)
                assert name == "board"
                html = reader.put(sent)
                assert f'data-version="{version + 1}"' in html
                assert f'data-stamp="{sent["stamp"]}"' in html
                asked = reader.client.get(f"/table/{table}/board", params=query).text
                assert without_token(html) == without_token(asked)


def test_who_has_not_said_what_he_has_is_told_the_stamp(club: Server) -> None:
    anna, ben, table = seated(club, "market_day")
    nameless, unknown = Reading(club), Reading(club)
    nameless.ask(table)
    unknown.mark = "never-sent"
    with nameless.listen(table, page="") as first, unknown.listen(table) as second:
        for events in (first, second):
            assert next(events)[0] == "version"
        decide((anna, ben), table, club.db)
        for events in (first, second):
            name, data = next(events)
            assert name == "version"
            assert re.fullmatch(r"\d+\.\d+", data)


def test_a_mark_of_another_browser_tells_nothing(club: Server) -> None:
    anna, ben, table = seated(club, "market_day")
    ben.ask(table, seat=1)
    stranger = Reading(club)
    stranger.mark = ben.mark
    with stranger.listen(table) as events:
        next(events)
        decide((anna, ben), table, club.db)
        assert next(events)[0] == "version"


def test_a_page_with_several_seats_has_to_ask(club: Server) -> None:
    """Which seat's hand the screen may show, only the page knows."""
    anna = Reading(club)
    table = anna.set_up("local", kind_0="local")
    anna.ask(table, seat=0)
    with anna.listen(table) as events:
        next(events)
        decide((anna, anna), table, club.db)
        assert next(events)[0] == "version"


def test_who_has_signed_out_is_told_no_board_any_more(club: Server) -> None:
    anna, ben, table = seated(club, "market_day")
    cleo = Reading(club)
    form = {"token": cleo.token, "name": f"Cleo {cleo.token[:6]}", "password": "correct horse"}
    assert cleo.client.post("/sign-up", data=form).status_code == 200
    cleo.ask(table)
    with cleo.listen(table) as events:
        next(events)
        decide((anna, ben), table, club.db)
        name, data = next(events)
        assert name == "board"
        cleo.put(json.loads(data))
        token = re.search(r'name="token" value="([^"]+)"', cleo.client.get("/account").text)
        assert token
        assert cleo.client.post("/sign-out", data={"token": token[1]}).status_code == 200
        decide((anna, ben), table, club.db)
        assert next(events)[0] == "version"


def test_what_a_page_has_is_known_as_long_as_it_listens() -> None:
    pages = Listening()
    pages.sent("anna", "page", "early", "1.0")
    assert pages.last("anna", "page") is None, "nobody listens yet"
    with pages.stream("anna", "page", "m0"), pages.stream("anna", "", "m0"):
        assert pages.last("anna", "page") == Sent("m0", "")
        assert pages.last("anna", "") is None
        assert pages.last("ben", "page") is None
        pages.sent("anna", "page", "m1", "3.1")
        with pages.stream("anna", "page", "m1"):
            assert pages.last("anna", "page") == Sent("m1", "3.1"), "it has opened its stream anew"
        with pages.asking("anna", "page"):
            assert pages.last("anna", "page") is None, "the answer brings it"
        assert pages.last("anna", "page") == Sent("m1", "3.1")
        with pages.stream("anna", "page", "m0"):
            assert pages.last("anna", "page") == Sent("m0", ""), "what was sent after that is lost"
    assert pages.last("anna", "page") is None
    with pages.stream("anna", "page", ""):
        assert pages.last("anna", "page") is None, "it has no board yet"
