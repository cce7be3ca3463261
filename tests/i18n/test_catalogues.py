"""Every sentence exists in every language, with the same placeholders, and nothing else does."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter
from types import SimpleNamespace

import pytest
from babel.messages.catalog import Catalog, Message

from farmtable import i18n
from farmtable.i18n import LANGUAGES, LOCALE_DIR, catalogue, choose_language
from tools.catalogues import SOURCES, is_translated, read, sentences, source_of

TRANSLATED = [language for language in LANGUAGES if language != "en"]


def test_an_installed_package_carries_compiled_catalogues_alone() -> None:
    """With the sources beside them those would be read, and compiled again at every start."""
    if (SOURCES / "locale").resolve() == LOCALE_DIR.resolve():
        pytest.skip("a checkout, which reads its sources")
    kinds = {path.suffix for path in LOCALE_DIR.rglob("*") if path.is_file()}
    assert kinds == {".mo"}
    assert len(list(LOCALE_DIR.rglob("*.mo"))) == len(TRANSLATED)


@pytest.fixture(scope="module")
def template() -> Catalog:
    return sentences()


def messages(found: Catalog) -> Iterator[Message]:
    return (message for message in found if message.id)


def placeholders(text: str) -> set[str]:
    """The names in `{braces}` and in `%(percent)s` of one sentence."""
    names = {f"%({name})s" for name in re.findall(r"%\((\w+)\)s", text)}
    if "%(" not in text:
        names |= {f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name is not None}
    return names


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_missing(language: str, template: Catalog) -> None:
    stored = read(language)
    missing = []
    for message in messages(template):
        found = stored.get(message.id, message.context)
        if found is None or not is_translated(found.string):
            missing.append(message.id)
    todo = f"run `python -m tools.catalogues`, then translate {len(missing)} in {source_of(language)}"
    assert not missing, todo


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_fuzzy_or_unused(language: str, template: Catalog) -> None:
    stored = read(language)
    assert [message.id for message in messages(stored) if message.fuzzy] == []
    assert [
        message.id for message in messages(stored) if template.get(message.id, message.context) is None
    ] == []
    assert not stored.obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_placeholders_are_those_of_the_sentence(language: str) -> None:
    for message in messages(read(language)):
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        wanted = placeholders(ids[-1])
        for string in filter(None, strings):
            # "one tile" may be said without its number, as the English singular may.
            allowed = [wanted, placeholders(ids[0])] if len(ids) > 1 else [wanted]
            assert placeholders(str(string)) in allowed, f"{language}: {string!r} for {ids[0]!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_plural_forms_are_all_there(language: str) -> None:
    stored = read(language)
    for message in messages(stored):
        if isinstance(message.id, tuple | list):
            assert isinstance(message.string, tuple | list), message.id
            assert len(message.string) == stored.num_plurals, message.id


def test_every_sentence_can_be_filled(template: Catalog) -> None:
    for message in messages(template):
        for text in message.id if isinstance(message.id, tuple | list) else (message.id,):
            names = {name[2:-2]: 1 for name in placeholders(text) if name.startswith("%")}
            if names:
                assert text % names
            else:
                values = {name[1:-1]: 1 for name in placeholders(text)}
                assert text.format(**values) is not None


def test_sentences_of_the_default_templates_are_collected(template: Catalog) -> None:
    assert template.get("Your choices") is not None


def test_catalogues_are_loaded() -> None:
    for language in TRANSLATED:
        found = read(language)
        message = next(m for m in messages(found) if isinstance(m.id, str) and m.string not in ("", m.id))
        assert catalogue(language).gettext(str(message.id)) == message.string
    assert catalogue("en").gettext("Start") == "Start"
    assert catalogue("tlh").gettext("Start") == "Start"


@pytest.mark.parametrize(
    ("chosen", "header", "expected"),
    [
        (None, None, "en"),
        (None, "", "en"),
        (None, "de", "de"),
        (None, "de-AT,de;q=0.9,en;q=0.5", "de"),
        (None, "ja,fr;q=0.4,it;q=0.8", "it"),
        (None, "xx-nonsense;;q=abc,*", "en"),
        ("es", "de", "es"),
        ("klingon", "de", "de"),
    ],
)
def test_the_readers_language(chosen: str | None, header: str | None, expected: str) -> None:
    assert choose_language(chosen, header) == expected


def test_every_sentence_stands_where_it_is_gathered() -> None:
    """A template in a variable is never found, and so stays English for everybody."""
    hidden = []
    for path in sorted((SOURCES / "games").rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            templates = {"Text": call.args[:1], "counted": call.args[:2], "within": call.args[:2]}.get(
                name, []
            )
            if not all(isinstance(one, ast.Constant) for one in templates):
                hidden.append(f"{path.name}:{call.lineno}")
    assert not hidden


def test_of_the_languages_that_a_browser_asks_for_the_first_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[str] = []
    monkeypatch.setattr(i18n, "Locale", SimpleNamespace(parse=lambda tag, **_: looked.append(tag)))
    choose_language(None, "de-DE, xx," + "a," * 400)
    assert len(looked) == i18n.MOST_ASKED
