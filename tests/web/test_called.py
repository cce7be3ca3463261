"""A server is called what its environment says, on every page and in every mail."""

from __future__ import annotations

import re
from html import unescape

import pytest

from farmtable import BadOption
from farmtable.web.beside.called import VARIABLE, check, server_name
from farmtable.web.notifications.mail import composed
from tests.web.visitor import Visitor

PAGES = ("/", "/find", "/people", "/sign-in", "/sign-up", "/rules/market_day", "/nowhere")


def titles(visitor: Visitor) -> list[str]:
    pages = [visitor.get(path).text for path in [*PAGES, f"/table/{visitor.set_up('local', 'bot')}"]]
    return [unescape(re.findall(r"<title>(.+?)</title>", page)[0]) for page in pages]


def test_a_club_has_its_name_on_every_page(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all("farmtable" in title for title in titles(anna))
    monkeypatch.setenv(VARIABLE, " Löwen & <Söhne> ")
    assert all("Löwen & <Söhne>" in title and "farmtable" not in title for title in titles(anna))
    page = anna.get("/").text
    assert "<span>Löwen &amp; &lt;Söhne&gt;</span>" in page
    assert "<Söhne>" not in page
    assert 'aria-label="Löwen &amp; &lt;Söhne&gt; – To the lobby"' in page


def test_mails_come_from_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, 'Spieleclub "Löwen", Bern')
    mail = composed("1@club.example", "tables@club.example", "ben@example.org", "Your turn", [], "")
    (sender,) = mail["From"].addresses
    assert (sender.display_name, sender.addr_spec) == ('Spieleclub "Löwen", Bern', "tables@club.example")
    head = mail.as_bytes().split(b"\n\n")[0]
    assert head.count(b"@club.example") == 2  # its sender's and the mail's own


@pytest.mark.parametrize(
    "wrong", ["x" * 41, "Club\nBcc: x@evil.example", "Club\u202egnp.exe", "Club\x00", "two\u2028lines"]
)
def test_a_name_that_cannot_be_shown_is_none(wrong: str) -> None:
    with pytest.raises(BadOption, match=VARIABLE):
        check({VARIABLE: wrong})


@pytest.mark.parametrize(("said", "name"), [("", "farmtable"), ("  ", "farmtable"), ("Club", "Club")])
def test_without_a_name_it_is_called_as_ever(monkeypatch: pytest.MonkeyPatch, said: str, name: str) -> None:
    monkeypatch.setenv(VARIABLE, said)
    assert server_name() == name
