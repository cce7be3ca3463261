"""A game's templates and scripts use only what its contract (`page/contract.py`) says that they are given."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from farmtable.web.beside.log import Thrown
from farmtable.web.beside.static import FOLDER as STATIC
from farmtable.web.pages import TEMPLATES
from tests.web.templates_checked import Checked, Kinds, check, entry, kinds_of

GAMES = ("aehre", "agricola", "mi_tierra")
SOURCES = {
    file.relative_to(TEMPLATES).as_posix(): file.read_text(encoding="utf-8")
    for file in sorted(TEMPLATES.rglob("*.html"))
}
# What a script calls things that it is given, and what they are: handed over by a template in an attribute
# `data-…`, or a type of the contract. With [] it is what a list of that name holds.
SCRIPTS = {
    ("aehre", "aehre.js"): {"this.words": "data-words", "gains": "Preview", "fields[]": "FieldGain"},
    ("aehre", "ghost.js"): {"answer.gains": "Preview", "fields[]": "FieldGain"},
    ("aehre", "spots.js"): {"codes": "data-codes"},
    ("agricola", "agricola.js"): {
        "this.ask": "data-ask",
        "this.names": "data-names",
        "gains": "Preview",
        "tool": "Tool",
        "works[]": "OfCell",
    },
    ("agricola", "fences.js"): {"asked": "Fencing", "this.asked": "Fencing", "this.words": "data-words"},
    ("mi_tierra", "mi_tierra.js"): {"this.words": "data-words", "gains": "Preview"},
}


def contract(game: str) -> Any:
    return import_module(f"farmtable.games.{game}.page.contract")


def checked(game: str, sources: dict[str, str] = SOURCES) -> Checked:
    """The templates of a game, entered as the frame does."""
    given = {
        "view": contract(game).View,
        "seat": int | None,
        "names": list[str],
        "initials": list[str],
        "thrown": Thrown | None,
        "actions": list[tuple[int, str]],
    }
    entries = {f"games/{game}/{part}.html": given for part in ("table", "ask", "keys")}
    entries[f"games/{game}/seat.html"] = given | {"seat_index": int}
    entries[f"games/{game}/example.html"] = given | {"part": str}
    entries[f"games/{game}/figures.html"] = {}
    if (below := f"games/{game}/sheet.html") in sources:
        entries[below] = given | {"over": bool, "totals": list[int]}
    return check(sources, entries, f"games/{game}/")


def keys_used(script: str, name: str) -> set[str]:
    """The keys that a script takes from what it calls by this name."""
    word = rf"(?<![\w.]){re.escape(name.removesuffix('[]'))}"
    if name.endswith("[]"):
        blocks = re.findall(rf"{word}\.\w+\(\(\{{([^{{}}]*)\}}", script)
        taken = set()
    else:
        blocks = re.findall(rf"\{{([^{{}}]*)\}} = {word}\b", script)
        blocks += re.findall(rf"{word}\(\{{([^{{}}]*)\}}", script)
        taken = set(re.findall(rf"{word}\??\.(\w+)", script))
    return taken | {each.split(":")[0].strip() for block in blocks for each in block.split(",")}


def unknown_in(game: str, file: str, script: str) -> list[str]:
    """The keys that a script takes and nobody gives it."""
    handed = checked(game).handed
    unknown = []
    for name, what in SCRIPTS[game, file].items():
        attribute = what.removeprefix("data-")
        given: Kinds = handed[attribute] if what != attribute else kinds_of(getattr(contract(game), what))
        used = keys_used(script, name)
        assert used, f"{file} does not use {name}"
        unknown += [f"{name}.{key}" for key in used if all(entry(kind, key) is None for kind in given)]
    return unknown


@pytest.mark.parametrize("game", GAMES)
def test_templates_use_only_what_the_view_has(game: str) -> None:
    found = checked(game)
    assert not found.problems
    assert not found.unfollowed


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_misspelt_is_found(game: str) -> None:
    """In each template the first and the last attribute, and one in the middle, are spoiled in turn."""
    for name, text in SOURCES.items():
        if not name.startswith(f"games/{game}/"):
            continue
        tokens = [(kind, value) for _, kind, value in Environment().lex(text)]
        written = [value for _, value in tokens]
        places = [
            at
            for at in range(1, len(tokens) - 1)
            if tokens[at][0] == "name" and written[at - 1] == "." and written[at + 1] != "("
        ]
        for at in {places[0], places[len(places) // 2], places[-1]} if places else ():
            spoiled = [*written[:at], "misspelt", *written[at + 1 :]]
            found = checked(game, SOURCES | {name: "".join(spoiled)})
            assert found.problems or found.unfollowed, f"{name}: {written[at - 2 : at + 1]}"


@pytest.mark.parametrize(
    ("spoiled", "problem"),
    [
        ("{{ view.marked }}", "view.marked: there is no such key"),
        ("{% for one in view.market %}{{ one.prize }}{% endfor %}", "one.prize"),
        ("{% for id, one in view.zones.items() %}{{ one.space }}{% endfor %}", "one.space"),
        ("{{ view.zones.market }}", "view.zones.market"),
        ("{% if view.step == 'selling' %}{% endif %}", "'selling' is none of"),
        ("{% if 'milk' in view.zones.oven.seeds or 'mlik' in view.event.takes %}{% endif %}", "'mlik'"),
        ("{{ view.market | map(attribute='typ') | join }}", "there is no such key"),
        ("{{ view.top | selectattr('cart') | list }}", "there is no such key"),
        (
            "{% macro of(card) %}{{ card.nam }}{% endmacro %}{{ of(view.seats[seat].cards | first) }}",
            "card.nam",
        ),
        ("{% macro of(card) %}{% endmacro %}{{ of(cart=1) }}", "of takes ['card']"),
        ("{% with farm = view.farm %}{{ farm.colums }}{% endwith %}", "farm.colums"),
        ("{% set kept = {} %}{% set _ = kept.update({1: view.left}) %}{{ kept.get(1).crop }}", "crop"),
        ("{{ view.seats[0].money }}", "view.seats[0] is called by a number"),
        ("{{ vew.round }}", "there is no vew"),
        ("{{ view.market | shuffle }}", "the filter shuffle is not followed"),
    ],
)
def test_what_is_wrong_is_said(spoiled: str, problem: str) -> None:
    name = "games/mi_tierra/lines.html"
    found = checked("mi_tierra", SOURCES | {name: spoiled})
    assert [text for text in found.problems if text.startswith(name) and problem in text], found.problems


def test_what_nobody_calls_is_not_passed_over() -> None:
    name = "games/mi_tierra/lines.html"
    never = "{% macro never(card) %}{{ card.nam }}{% endmacro %}"
    nothing = "{% macro of(none_yet) %}{{ none_yet.name }}{% endmacro %}{{ of(none) }}"
    found = checked("mi_tierra", SOURCES | {name: never + nothing})
    there = {place for place in found.unfollowed if place.startswith(name)}
    assert there == {f"{name}:1 card.nam", f"{name}:1 none_yet.name"}


@pytest.mark.parametrize(("game", "file"), SCRIPTS)
def test_scripts_use_only_what_they_are_handed(game: str, file: str) -> None:
    script = (STATIC / "games" / game / file).read_text(encoding="utf-8")
    assert unknown_in(game, file, script) == []


def test_what_a_script_misspells_is_found() -> None:
    script = "const { totel } = gains; gains.mony; gains?.goods; this.words.gods; gains({ workrs });"
    found = unknown_in("mi_tierra", "mi_tierra.js", script)
    assert sorted(found) == ["gains.mony", "gains.totel", "gains.workrs", "this.words.gods"]
    script = "answer.gains.feelds; fields.map(({ vp, fq: points }) => 1)"
    assert sorted(unknown_in("aehre", "ghost.js", script)) == ["answer.gains.feelds", "fields[].fq"]


def test_every_script_that_reads_data_is_checked() -> None:
    reading = {
        (file.parent.name, file.name)
        for file in Path(STATIC / "games").rglob("*.js")
        if re.search(r"JSON\.parse|preview\(", file.read_text(encoding="utf-8"))
    }
    assert reading <= SCRIPTS.keys()


def test_no_script_runs_before_its_page_is_whole() -> None:
    """What is loaded as `async` may, where the page comes slowly, and would find nothing in it.

    One is to be there first: it looks for nothing and keeps what is pressed until the others have come.
    """
    scripts = [tag for text in SOURCES.values() for tag in re.findall(r"<script[^>]*>", text)]
    assert any("module" in tag for tag in scripts)
    assert not [tag for tag in scripts if re.search(r"\sasync\b", tag)]
    at_once = [tag for tag in scripts if "src=" in tag and "module" not in tag and "defer" not in tag]
    assert at_once == ['<script src="{{ static("early.js") }}">']
