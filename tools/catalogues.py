"""Brings the gettext catalogues up to date: `python -m tools.catalogues`, from the root of the checkout.

English is the language of the sources. New sentences come into each catalogue untranslated (and the
tests fail until somebody translates them), those no longer used go out.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from farmtable.i18n import DOMAIN, LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src" / "farmtable"
# What `new-game` copies belongs to whoever makes a game of it, and so do its words.
METHODS = [("cli/starter/**", "ignore"), ("**.py", "python"), ("web/templates/**.html", "jinja2")]
OPTIONS = {"web/templates/**.html": {"newstyle_gettext": "true", "silent": "false"}}
# Babel knows a method by its last name: `counted` is `Text.counted`. "c" is the context.
KEYWORDS = {
    "Text": (1,),
    "counted": (1, 2),
    "within": ((1, "c"), 2),
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
# A date that changed with every run would make every run a difference.
DATE = datetime(2026, 1, 1, tzinfo=UTC)


def sentences() -> Catalog:
    """All sentences that the sources contain, without translations."""
    catalogue = Catalog(domain=DOMAIN, creation_date=DATE)
    found = extract_from_dir(
        SOURCES,
        METHODS,
        OPTIONS,
        KEYWORDS,
        comment_tags=("i18n:",),
        strip_comment_tags=True,
        directory_filter=lambda _: True,  # Babel would leave out `_default`, the templates of any game
    )
    # Babel walks folders in the order in which a file system happens to list them.
    for filename, _, message, comments, context in sorted(found, key=lambda one: one[:2]):
        catalogue.add(message, None, [(filename, 0)], auto_comments=comments, context=context)
    return catalogue


def source_of(language: str) -> Path:
    """The catalogue's source file."""
    return SOURCES / "locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """A catalogue as it is stored; an empty one where there is none yet."""
    path = source_of(language)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def update(language: str) -> int:
    """Bring one catalogue up to date; return how many sentences it lacks."""
    template = sentences()
    old = read(language)
    new = Catalog(
        locale=language,
        domain=DOMAIN,
        header_comment=f"# farmtable: {LANGUAGES[language]}",
        project="farmtable",
        last_translator="the farmtable founders",
        language_team=LANGUAGES[language],
        msgid_bugs_address="-",
        creation_date=DATE,
        revision_date=DATE,
        fuzzy=False,
    )
    for message in template:
        if message.id:
            known = old.get(message.id, message.context)
            text = known.string if known is not None and not known.fuzzy else None
            new.add(
                message.id,
                text,
                message.locations,
                auto_comments=message.auto_comments,
                context=message.context,
            )
    path = source_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, new, width=110, sort_by_file=True, include_lineno=False)
    return sum(not is_translated(message.string) for message in new if message.id)


def is_translated(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether a message's string, or each of its plural forms, says something."""
    return bool(string) if isinstance(string, str | None) else all(string)


def main() -> int:
    """Update every catalogue; 1 if sentences are missing somewhere."""
    missing = {language: update(language) for language in LANGUAGES if language != "en"}
    for language, count in missing.items():
        print(f"{language}: {count} to translate")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
