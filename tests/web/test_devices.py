"""The devices of a seat: they are listed, and one that was ended gets nothing of the seat any more."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from farmtable.web.agents import describe
from tests.web.process import Server
from tests.web.test_server import Guest, next_version
from tests.web.visitor import Visitor

ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
IPAD = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"


@pytest.fixture
def table(anna: Visitor) -> str:
    anna.client.headers["user-agent"] = DESKTOP
    return anna.set_up("local", "friend", name_0="Anna", hints="yes")


@pytest.fixture
def phone(app: FastAPI, anna: Visitor, table: str) -> Visitor:
    """Another device of Anna's."""
    found = Visitor(app)
    found.client.headers["user-agent"] = ANDROID
    return take(found, link_of(anna, table), table)


def panel(visitor: Visitor, table: str) -> str:
    return str(visitor.get(f"/table/{table}/devices").text)


def link_of(visitor: Visitor, table: str) -> str:
    (link,) = re.findall(r'value="http://testserver(/take/[^"]+)"', panel(visitor, table))
    return str(link)


def take(visitor: Visitor, link: str, table: str) -> Visitor:
    assert visitor.post(link).url.path == f"/table/{table}"
    return visitor


def titles(visitor: Visitor, table: str) -> list[str]:
    return re.findall(r"<strong>([^<]+)</strong>", panel(visitor, table))


def end(visitor: Visitor, table: str, title: str, seat: str = "0") -> Any:
    """Press the button that ends the device of this title."""
    found = re.search(
        rf'name="device" value="([^"]+)"[^>]*aria-label="Disconnect {title}"', panel(visitor, table)
    )
    assert found
    return visitor.post(f"/table/{table}/devices/end", seat=seat, device=found[1])


def test_devices_are_listed_with_what_they_are(anna: Visitor, phone: Visitor, table: str) -> None:
    phone.board(table)
    assert titles(anna, table) == titles(phone, table) == ["Chrome on Linux", "Firefox on Android"]
    assert panel(anna, table).count("this device<") == 1
    for mine, other in ((anna, "Firefox on Android"), (phone, "Chrome on Linux")):
        here, there = re.findall(r"<li>.*?</li>", panel(mine, table), re.DOTALL)
        if mine is phone:
            here, there = there, here
        assert "this device" in here
        assert other in there
        assert "Last seen:" in there
        assert re.search(r'<time datetime="[0-9-]+T[0-9:]+\+00:00">[^<]+ UTC</time>', there)
        assert "Last seen:" not in here
    assert 'aria-label="Disconnect Chrome on Linux"' not in panel(phone, table)  # it was there first


def test_times_are_told_in_the_readers_language(app: FastAPI, anna: Visitor, table: str) -> None:
    tablet = Visitor(app, language="de")
    tablet.client.headers["user-agent"] = IPAD
    take(tablet, link_of(anna, table), table)
    said = panel(tablet, table)
    assert "Chrome auf Linux" in said
    assert "Safari auf iPad" in said
    assert "Zuletzt gesehen:" in said
    assert re.search(r">\d+\.\d+\.\d{4}, \d\d:\d\d UTC<", said)


def test_a_stranger_is_told_of_no_device(anna: Visitor, ben: Visitor, phone: Visitor, table: str) -> None:
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table}").text)
    ben.post(invite, name="Ben")
    assert titles(ben, table) == ["Unknown device"]
    for other in (ben, phone):
        other.board(table)
    device = re.search(r'name="device" value="([^"]+)"', panel(anna, table))
    assert device
    for path in ("end", "link"):
        for seat in ("0", "7", "-1", "x", ""):
            answer = ben.post(f"/table/{table}/devices/{path}", seat=seat, device=device[1])
            assert answer.status_code in (400, 403)
        forged = anna.client.post(f"/table/{table}/devices/{path}", data={"seat": "0", "token": ben.token()})
        assert forged.status_code == 403
    assert len(titles(anna, table)) == 2


def test_an_ended_device_is_refused_and_told_why(anna: Visitor, phone: Visitor, table: str) -> None:
    board = phone.board(table)
    assert board.seat == "0"
    assert board.actions
    assert "Firefox on Android" not in end(anna, table, "Firefox on Android").text
    command = {"version": board.version, "seat": 0, "action": board.actions[0]}
    token = {"farmtable-token": phone.token()}
    refused = (
        phone.send(table, **command),
        phone.send(table, version=board.version, seat=0, kind="undo"),
        phone.send(table, version=board.version, seat=0, kind="finish"),
        phone.get(f"/table/{table}/board", seat=0),
        phone.get(f"/table/{table}/preview", seat=0, actions=str(board.actions[0])),
        phone.get(f"/table/{table}/analysis", seat=0),
        phone.post(f"/table/{table}/devices/end", seat="0"),
        phone.post(f"/table/{table}/devices/link", seat="0"),
        phone.client.post(f"/table/{table}/hint", json={"version": board.version, "seat": 0}, headers=token),
    )
    for answer in refused:
        assert answer.status_code == 403
    for answer in refused[:5]:
        assert "Another device of this seat has disconnected this one" in answer.text
    watching = phone.board(table)
    assert watching.seat == ""
    assert not watching.actions
    assert "no longer plays for Anna" in unescape(watching.html)
    assert "no longer plays for Anna" in panel(phone, table)
    assert "/take/" not in panel(phone, table)
    assert f"/table/{table}" in phone.get("/").text  # the lobby still leads there
    assert "no longer plays" not in anna.board(table).html
    assert anna.play_first(table, 0).status == 200


def test_no_secret_of_the_seat_reaches_an_ended_device(
    anna: Visitor, stranger: Visitor, phone: Visitor, table: str
) -> None:
    end(anna, table, "Firefox on Android")
    anna.play_first(table, 0)
    notice = re.compile(r'<p class="notice ended">[^<]*</p>')
    watching = phone.board(table).html
    assert notice.search(watching)
    assert notice.sub("", watching) == stranger.board(table).html


def test_old_links_open_nothing_once_a_device_is_ended(
    app: FastAPI, anna: Visitor, phone: Visitor, table: str
) -> None:
    links = [link_of(anna, table), link_of(phone, table)]
    end(anna, table, "Firefox on Android")
    for link in links:
        for visitor in (phone, Visitor(app)):
            for answer in (visitor.get(link), visitor.post(link)):
                assert answer.status_code == 403
                assert "or no longer" in answer.text
    take(phone, link_of(anna, table), table)
    assert phone.board(table).seat == "0"
    assert "no longer plays" not in phone.board(table).html


def test_a_new_link_makes_the_old_one_open_nothing(
    app: FastAPI, anna: Visitor, phone: Visitor, table: str
) -> None:
    old = link_of(anna, table)
    answer = anna.post(f"/table/{table}/devices/link", seat="0")
    assert answer.url.path == f"/table/{table}/devices"
    assert link_of(anna, table) != old
    assert Visitor(app).post(old).status_code == 403
    assert phone.board(table).seat == "0"
    take(Visitor(app), link_of(anna, table), table)


def test_all_others_are_ended_at_once(app: FastAPI, anna: Visitor, phone: Visitor, table: str) -> None:
    assert "Disconnect all others" not in panel(anna, table)
    tablet = take(Visitor(app), link_of(anna, table), table)
    last = take(Visitor(app), link_of(phone, table), table)
    assert "Disconnect all that came later" in panel(phone, table)
    assert "Disconnect all others" in panel(anna, table)
    assert len(titles(phone, table)) == 4
    phone.post(f"/table/{table}/devices/end", seat="0")
    assert titles(anna, table) == ["Chrome on Linux", "Firefox on Android"]
    for ended in (tablet, last):
        assert ended.board(table).seat == ""
    anna.post(f"/table/{table}/devices/end", seat="0")
    assert titles(anna, table) == ["Chrome on Linux"]
    assert anna.board(table).seat == "0"


def test_the_only_device_is_not_ended(anna: Visitor, phone: Visitor, table: str) -> None:
    found = re.search(r'value="([^"]+)" hx-confirm', panel(anna, table))
    assert found
    phone_leaves = re.search(r'value="([^"]+)" hx-confirm', panel(phone, table))
    assert phone_leaves
    phone.post(f"/table/{table}/devices/end", seat="0", device=phone_leaves[1])
    assert phone.board(table).seat == ""
    answer = anna.post(f"/table/{table}/devices/end", seat="0", device=found[1])
    assert answer.status_code == 403
    assert "only device" in answer.text
    assert anna.board(table).seat == "0"


def test_the_tables_page_holds_no_private_link(anna: Visitor, phone: Visitor, table: str) -> None:
    for page in (anna.get(f"/table/{table}").text, anna.board(table).html, anna.get("/").text):
        assert "/take/" not in page
    assert f'hx-get="/table/{table}/devices"' in anna.board(table).html


def test_the_stream_of_an_ended_device_ends_at_once(server: Server) -> None:
    anna, phone = Guest(server), Guest(server)
    table = anna.set_up("friend")
    found = re.search(r'value="http://[^/]+(/take/[^"]+)"', anna.client.get(f"/table/{table}/devices").text)
    assert found
    phone.client.post(found[1], data={"token": phone.token})
    with phone.events(table) as lines, anna.events(table) as own:
        before = next_version(lines)
        next_version(own)
        ended = anna.client.post(f"/table/{table}/devices/end", data={"token": anna.token, "seat": "0"})
        assert ended.status_code == 200
        last = iter(list(lines))  # it ends: a stream that goes on would run into the client's time limit
        assert next_version(last) != before
        assert "event: version" not in list(last)
        next_version(own)  # the owner's goes on
    board = phone.client.get(f"/table/{table}/board", params={"seat": 0})
    assert board.status_code == 403
    with phone.events(table) as lines:  # and may listen as anybody may
        next_version(lines)
    said = server.log.read_text()
    assert "Traceback" not in said
    assert found[1] not in said
    assert isinstance(ended, httpx.Response)


@pytest.mark.parametrize(
    ("agent", "program", "system"),
    [
        (ANDROID, "Firefox", "Android"),
        (IPAD, "Safari", "iPad"),
        (DESKTOP, "Chrome", "Linux"),
        (f"{DESKTOP} Edg/140.0", "Edge", "Linux"),
        (DESKTOP.replace("Chrome/", "SamsungBrowser/29.0 Chrome/"), "Samsung Internet", "Linux"),
        (DESKTOP.replace("X11; Linux x86_64", "X11; CrOS x86_64 1"), "Chrome", "ChromeOS"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 OPR/120.0", "Opera", "Windows"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140 Safari/604.1", "Chrome", "iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18.0 Safari/605.1.15", "Safari", "macOS"),
        ("curl/8.0 <script>", "", ""),
        ("", "", ""),
    ],
)
def test_devices_are_described_in_two_words(agent: str, program: str, system: str) -> None:
    assert describe(agent) == (program, system)
