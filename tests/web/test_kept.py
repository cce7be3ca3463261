"""Fragments that are kept: a page drawn with them is the page drawn without, whatever was drawn before."""

from __future__ import annotations

import gc
import random
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from jinja2 import DictLoader
from markupsafe import Markup

from farmtable.tables import Command, SeatPlan, Settings, Table, Tables
from farmtable.web import pages
from farmtable.web.board import board_context
from farmtable.web.drawing import kept
from farmtable.web.drawing.kept import ONCE, Fragments, Keeping, Once, digest
from farmtable.web.drawing.reads import paths_of
from farmtable.web.pages import page
from farmtable.web.reader import Reader

ANNA, BEN, EVE = (Reader(name, "en", "token") for name in ("Anna", "Ben", "Eve"))


def templates(**sources: str) -> Keeping:
    made = Keeping("en", loader=DictLoader(sources), autoescape=True)
    made.fragments = Fragments()
    return made


def drawn(made: Keeping, name: str, **given: object) -> str:
    return made.get_template(name).render(given | {ONCE: Once(given)})


def play_on(table: Table, chance: random.Random) -> None:
    """One decision of whoever is to decide."""
    seat = table.acting[0]
    browser = ("Anna", "Ben")[seat]
    if table.held_by is None:
        action = chance.choice(list(table.perspective(seat).legal_actions()))
        table.submit(Command(f"command-{table.version}", table.version, "play", seat, browser, action))
    else:
        table.submit(Command(f"command-{table.version}", table.version, "finish", seat, browser))


def drawn_anew(tables: Tables, table: Table, reader: Reader, seat: int | None) -> str:
    """A board drawn as if nothing had ever been drawn."""
    kept.FRAGMENTS.clear()
    pages.environment(reader.language).modules.clear()
    return board(tables, table, reader, seat)


def board(tables: Tables, table: Table, reader: Reader, seat: int | None) -> str:
    context = board_context(table, reader, seat, tables.people.known)
    return bytes(page("board.html", reader, **context).body).decode()


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra", "market_day"])
def test_boards_are_as_if_drawn_anew(tables: Tables, game: str) -> None:
    seats = [SeatPlan("local"), SeatPlan("friend")]
    table = tables.create(game, 2, seats, {}, Settings(confirm=True, bot_delay=0), "Anna")
    table.claim(table.invite(1, "Anna"), "Ben", "Ben <b>")
    chance = random.Random(11)
    shown = []
    for step in range(27):
        if table.over:
            break
        play_on(table, chance)
        if step % 9 == 8:
            for reader, seat in ((ANNA, 0), (BEN, 1), (EVE, None)):
                shown.append((board(tables, table, reader, seat), drawn_anew(tables, table, reader, seat)))
    assert shown
    for with_what_was_kept, anew in shown:
        assert with_what_was_kept == anew


def test_what_is_the_same_is_drawn_once() -> None:
    made = templates(page="{{ note() }}{% include 'part' %}", part="{{ note() }}{{ view.a }}")
    notes: list[None] = []

    def note() -> str:
        notes.append(None)
        return ""

    made.globals["note"] = note
    assert drawn(made, "page", view={"a": 1, "b": 1}) == "1"
    assert drawn(made, "page", view={"a": 1, "b": 2}) == "1"
    assert len(notes) == 2, "nobody reads b"
    assert drawn(made, "page", view={"a": 2, "b": 2}) == "2"
    assert len(notes) == 4


def test_what_all_ask_for_after_a_start_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = templates(page="{{ view.a }}")
    compiled: list[str] = []
    compiling, reading = made.compile, paths_of

    def slow_compile(source: str, *more: object) -> CodeType:
        compiled.append(source)
        time.sleep(0.05)
        return compiling(source, *more)  # type: ignore[call-overload, no-any-return]

    def slow_read(*asked: Any) -> Any:
        compiled.append("read")
        time.sleep(0.05)
        return reading(*asked)

    monkeypatch.setattr(made, "compile", slow_compile)
    monkeypatch.setattr("farmtable.web.drawing.kept.paths_of", slow_read)
    with ThreadPoolExecutor(4) as threads:
        shown = list(threads.map(lambda _: drawn(made, "page", view={"a": 1}), range(4)))
    assert shown == ["1"] * 4
    assert compiled == ["{{ view.a }}", "read"]


@pytest.mark.parametrize("part", ["{{ say(a) }}", "{{ say(thing.a) }}"], ids=["kept", "drawn each time"])
def test_a_page_lets_go_of_what_it_was_given(part: str) -> None:
    """A macro holds the context that holds it. Were such rings left to be looked for, each board would leave
    hundreds of things, and the server would stop for 40 milliseconds to find them."""

    class Thing:
        a = 1

    macros = "{% macro loud(x) %}{{ x }}!{% endmacro %}{% macro say(x) %}{{ loud(x) }}{% endmacro %}"
    part = macros + part
    made = templates(page=part + "{% include 'part' %}", part=part)
    thing = Thing()
    held = weakref.ref(thing)
    gc.disable()
    try:
        assert drawn(made, "page", a=1, thing=thing) == "1!1!"
        del thing
        assert held() is None
    finally:
        gc.enable()


def test_what_a_template_sets_counts_too() -> None:
    source = (
        "{% set far = [] %}{% for x in list %}{% set _ = far.append(x) %}{% include 'part' %}{% endfor %}"
    )
    made = templates(page=source, part="{{ far | join }}:{{ x }} ")
    assert drawn(made, "page", list=[1, 2, 1]) == "1:1 12:2 121:1 "
    assert drawn(made, "page", list=[2, 2]) == "2:2 22:2 "


def test_what_is_safe_is_told_apart_from_what_is_not() -> None:
    made = templates(page="{{ words }}", other="{% from 'm' import say with context %}{{ say(words) }}")
    made.loader = DictLoader(
        {
            "page": "{{ words }}",
            "m": "{% macro say(x) %}{{ x }}{% endmacro %}",
            "other": "{% from 'm' import say with context %}{{ say(words) }}",
        }
    )
    for name in ("page", "other"):
        assert drawn(made, name, words="<b>") == "&lt;b&gt;"
        assert drawn(made, name, words=Markup("<b>")) == "<b>"


def test_sentences_are_said_while_a_template_is_compiled() -> None:
    made = templates(page="{{ _('a < b') }}{{ _('%(n)s of', n=n) }}{{ say or _('none') }}")
    asked: list[str] = []

    def gettext(message: str, **values: object) -> Markup:
        asked.append(message)
        return Markup(message) % values

    made.globals["_"] = gettext
    for _ in range(2):
        made.fragments.clear()
        assert drawn(made, "page", n="<", say="") == "a < b&lt; ofnone"
    assert asked == ["a < b", "none", "%(n)s of", "%(n)s of"]


def test_keys_and_attributes_are_found_as_jinja_finds_them() -> None:
    made = templates(page="{{ one.items is callable }} {{ one.name }} {{ one.gone is defined }} {{ number }}")
    assert drawn(made, "page", one={"items": 1, "name": "<"}, number=3) == "True &lt; False 3"


def test_what_is_no_plain_data_is_drawn_each_time() -> None:
    class Changing:
        number = 0

    one = Changing()
    made = templates(page="{% include 'part' %}", part="{{ one.number }}{{ one.name is defined }}")
    assert drawn(made, "page", one=one) == "0False"
    one.number = 5
    assert drawn(made, "page", one=one) == "5False"
    assert digest([one]) is None
    made = templates(page="{% include 'part' %}", part="{{ one | attr('number') }}")
    assert drawn(made, "page", one=one) == "5"
    one.number = 6
    assert drawn(made, "page", one=one) == "6"


def test_blocks_and_names_that_are_missing_are_no_trouble() -> None:
    made = templates(
        base="<{% block b %}{% endblock %}>",
        page="{% extends 'base' %}{% block b %}{% include 'part' %}{% endblock %}",
        part="{% if x is defined %}{{ x }}{% endif %}",
    )
    assert drawn(made, "page") == "<>"
    assert drawn(made, "page", x=1) == "<1>"
    assert drawn(made, "page") == "<>"


def test_there_is_an_end_to_what_is_kept() -> None:
    found = Fragments(most=1000)
    for number in range(10):
        found.put(bytes([number]), ("x" * 100,), 100)
        assert found.get(b"\0") is not None, "it is used again and again"
    assert [found.get(bytes([number])) is not None for number in range(10)] == [True] + [False] * 7 + [
        True
    ] * 2
    found.put(b"long", ("x" * (kept.LONGEST + 1),), kept.LONGEST + 1)
    assert found.get(b"long") is None


def test_what_is_the_same_is_the_same_object() -> None:
    """So that boards are compared without being read, and what they are made of is in memory once."""
    part = "{{ view.a }}" + kept.SHORT * "."
    made = templates(page="<{{ view.b }}>{% include 'middle' %}", middle="[{% include 'part' %}]", part=part)

    def pieces(a: int, b: int) -> tuple[str, ...]:
        page = made.get_template("page")
        assert isinstance(page, kept.Kept)
        given = {"view": {"a": a, "b": b}}
        return page.pieces(given | {ONCE: Once(given)})

    first, second, third = pieces(1, 1), pieces(1, 2), pieces(2, 2)
    assert "".join(first) == f"<1>[1{kept.SHORT * '.'}]"
    assert [one is other for one, other in zip(first[1:], second[1:], strict=True)] == [True, True, True]
    assert (first[2] is third[2], "".join(third)) == (False, f"<2>[2{kept.SHORT * '.'}]")


def test_who_writes_a_template_sees_what_he_wrote(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {"page": "{% include 'part' %}", "part": "old"}
    made = templates()
    made.loader = DictLoader(sources)
    monkeypatch.setattr(kept, "LOOK_EVERY", 0.0)
    assert drawn(made, "page") == "old"
    sources["part"] = "new"
    made.refresh()
    assert drawn(made, "page") == "new"
