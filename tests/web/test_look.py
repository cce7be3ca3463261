"""Light or dark and the size of the text: chosen on any page, remembered, and there from the first stroke."""

from __future__ import annotations

import re

import pytest

from tests.web.test_finding import sign_up
from tests.web.visitor import Visitor


def menu_of(html: str) -> str:
    """What the closed menu is called."""
    (found,) = re.findall(r"<summary>(.*?)</summary>", html[: html.index('class="menu-list"')], re.DOTALL)
    return re.sub(r"<[^>]+>", " ", found).strip()


def test_the_menu_is_called_a_menu_or_by_whose_account_it_is(anna: Visitor) -> None:
    for path in ("/", f"/table/{anna.set_up('local', 'bot')}"):
        assert set(menu_of(anna.get(path).text).split()) == {"Menu"}
    sign_up(anna, "Anna")
    assert menu_of(anna.get("/").text).split() == ["Menu", "Anna"]


def test_a_page_looks_as_the_system_does_until_something_is_chosen(anna: Visitor) -> None:
    assert (
        '<html lang="en" data-theme="system" data-text="100" data-motion="normal" data-chat="on">'
        in anna.get("/").text
    )


@pytest.mark.parametrize(
    ("name", "chosen"),
    [("theme", "dark"), ("theme", "light"), ("text", "130"), ("motion", "off"), ("chat", "off")],
)
def test_what_is_chosen_is_drawn_on_every_page(anna: Visitor, name: str, chosen: str) -> None:
    answer = anna.post("/look", back="/rules/aehre", **{name: chosen})
    assert answer.url.path == "/rules/aehre"
    for path in ("/", "/rules/aehre", "/nowhere", f"/table/{anna.set_up('local', 'bot')}"):
        html = anna.get(path).text
        assert f'data-{name}="{chosen}"' in html
        assert f'name="{name}" value="{chosen}" aria-pressed="true"' in html


def test_what_nobody_offers_is_not_kept(anna: Visitor) -> None:
    anna.client.cookies.set("farmtable_theme", '"><script>')
    anna.post("/look", text="1000", theme="pink")
    assert (
        '<html lang="en" data-theme="system" data-text="100" data-motion="normal" data-chat="on">'
        in anna.get("/").text
    )


def test_nobody_leads_away_from_here(anna: Visitor) -> None:
    assert anna.post("/look", theme="dark", back="https://elsewhere.example/").url.host == "testserver"
