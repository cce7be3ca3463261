"""Two persons in two browsers, a kill and reloads in mid-turn: each is only ever sent what he may know."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Response

from farmtable.tables import Table, Tables
from tests.web.chromium import Person, wait_for
from tests.web.process import Server
from tests.web.test_browser_aehre import MY_TURN, answer
from tools.load.page import put_together

pytestmark = pytest.mark.browser


class Listener:
    """Keeps all that one browser is sent, but for styles, scripts and pictures: they are the same for all."""

    def __init__(self, person: Person) -> None:
        self._heard: list[tuple[dict[str, str], str]] = []
        self.boards_told = 0
        person.context.on("response", self._hear)
        protocol = person.context.new_cdp_session(person.page)
        protocol.on("Network.eventSourceMessageReceived", self._hear_event)
        protocol.send("Network.enable")

    def _hear(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        # A stream of events has no end to wait for; its events are heard one by one.
        if "/static/" not in response.url and "event-stream" not in kind and response.status != 303:
            self._heard.append((response.headers, response.text()))

    def _hear_event(self, event: dict[str, str]) -> None:
        if event["eventName"] != "board":
            self._heard.append(({}, event["data"]))
            return
        sent = json.loads(event["data"])
        self.boards_told += 1
        headers = {"farmtable-changes": sent["from"], "farmtable-mark": sent["mark"]}
        self._heard.append((headers, json.dumps(sent["told"])))

    def bodies(self) -> list[str]:
        """All that came; boards that were told from one before are put together as the browser does it."""
        boards: dict[str, str] = {}
        found = []
        for headers, text in self._heard:
            found.append(text)
            if "farmtable-changes" in headers:
                found.append(put_together(boards[headers["farmtable-changes"]], json.loads(text)))
            boards[headers.get("farmtable-mark", "")] = found[-1]
        return found

    def tiles(self) -> Iterator[tuple[int, list[int]]]:
        """Of each board that came: its version, and the kinds of large tiles anywhere in it."""
        for body in self.bodies():
            version = re.search(r'<main id="table"[^>]*data-version="(\d+)"', body)
            if version:
                yield int(version[1]), [int(kind) for kind in re.findall(r'data-kind="(\d+)"', body)]


def hand(table: Table, seat: int) -> set[int]:
    seats = table.perspective(seat).view()["seats"]
    return {tile["kind"] for tile in seats[seat]["hand"]}


def test_nobody_is_sent_anothers_hand(browser: Browser, server: Server) -> None:
    anna, ben = (Person(browser, server.address) for _ in range(2))
    listening = {0: Listener(anna), 1: Listener(ben)}
    address = anna.set_up("local", "friend", game="aehre", seat0="Anna")
    ben.take_a_seat(anna.page.locator("input[data-absolute]").input_value(), "Ben")
    tables = Tables(server.db)
    truth: dict[int, list[set[int]]] = {}

    def note() -> Table:
        table = tables.open(address.rsplit("/", 1)[1])
        truth[table.version] = [hand(table, 0), hand(table, 1)]
        return table

    table = note()
    for decision in range(24):
        seat = table.to_play if table.held_by is None else table.held_by
        page = (anna, ben)[seat].page
        wait_for(page, f"{MY_TURN}, #finish")
        if decision in (5, 11):  # in the middle of a turn
            server.kill()
            server.start()
            page.reload()
            wait_for(page, f"{MY_TURN}, #finish")
            assert note().version == table.version
        answer(page, touch=False)
        table = note()
    for seat, listener in listening.items():
        boards = [(version, tiles) for version, tiles in listener.tiles() if version in truth]
        assert len(boards) > 20
        assert listener.boards_told > 5
        assert any(tiles for _, tiles in boards), "no board shows any tile: nothing would be tested"
        for version, tiles in boards:
            assert set(tiles) <= truth[version][seat], f"seat {seat} was sent {tiles} at {version}"
        others = "Ben" if seat == 0 else "Anna"
        told = " ".join(listener.bodies())
        assert f"{others} draws a tile." in told
        assert not re.search(rf"{others} draws \w+–", told)
    tables.close()
    for one in (anna, ben):
        one.close()
