"""What stands between two texts is translated, too: French has a space before a colon, others have none."""

from __future__ import annotations

import re
from collections.abc import Iterator

from jinja2 import Environment

from tools.catalogues import SOURCES

GRAMMAR = Environment(autoescape=True, extensions=["jinja2.ext.i18n"])
BESIDE_TEXT = re.compile(r"(?:^|>):(?=\s|<)")


def bare_colons(source: str) -> Iterator[int]:
    """The lines of a template where a colon stands between texts without `_()`."""
    before = ("", "")
    in_sentence = False
    for line, kind, value in GRAMMAR.lex(source):
        if before == ("block_begin", "") and value in ("trans", "endtrans"):
            in_sentence = value == "trans"
        if kind == "data" and not in_sentence and BESIDE_TEXT.search(value):
            yield line
        if kind == "string" and before[1] != "_(" and value.strip("\"' ") == ":":
            yield line
        if kind == "block_begin":
            before = (kind, "")
        elif kind != "whitespace":
            before = (kind, "_(" if (before[1], value) == ("_", "(") else value)


def test_bare_colons_are_found() -> None:
    assert not list(bare_colons('{{ _("Join") }}{{ _(":") }} {{ title }}'))
    assert not list(bare_colons("{% trans %}farm: {{ crop }}{% endtrans %}"))
    assert not list(bare_colons('<a href="https://a.example/{{ one }}:{{ two }}">'))
    assert list(bare_colons('{{ _("Join") }}: {{ title }}')) == [1]
    assert list(bare_colons('\n<b>{{ _("Join") }}:</b>')) == [2]
    assert list(bare_colons("<b>{{ one }}</b>: {{ two }}")) == [1]
    assert list(bare_colons("{{ one ~ ': ' ~ two }}")) == [1]
    assert list(bare_colons("{% trans %}x{% endtrans %}: {{ two }}")) == [1]


def test_no_template_puts_a_colon_between_texts_by_itself() -> None:
    templates = sorted((SOURCES / "web" / "templates").rglob("*.html"))
    found = [f"{path.name}:{line}" for path in templates for line in bare_colons(path.read_text("utf-8"))]
    assert templates
    assert not found
