"""Languages: which there are, their catalogues, and the choice of one for a reader.

English is the language of the sources. The other catalogues are gettext files under `locale/`: in a
checkout they are read from the `.po` sources themselves, so there is never a stale compiled one; an
installed package carries only the compiled `.mo` files.
"""

from __future__ import annotations

import logging
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError, negotiate_locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import NullTranslations, Translations

from farmtable.core.registry import playable

logger = logging.getLogger(__name__)

DOMAIN = "farmtable"
MOST_ASKED = 20
"""Languages that a browser may ask for; it is looked at no more of them."""
LOCALE_DIR = Path(__file__).parent / "locale"
LANGUAGES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "es": "Español",
}


@cache
def catalogue(language: str) -> NullTranslations:
    """The catalogue of one of `LANGUAGES`; for English and any other word one that changes nothing."""
    if language not in LANGUAGES or language == "en":
        return NullTranslations()
    return _read(LOCALE_DIR, language, DOMAIN)


@cache
def catalogue_with_games(language: str) -> NullTranslations:
    """The same, and what it lacks as the games of others translate it (`Declaration.pages`)."""
    if language not in LANGUAGES or language == "en":
        return NullTranslations()
    whole = _read(LOCALE_DIR, language, DOMAIN)
    for game in playable():
        if game.pages is not None:
            try:
                whole.add_fallback(_read(game.pages / "locale", language, game.id))
            except (OSError, ValueError) as error:  # somebody else's file: the other games go on
                logger.error("the words of the game %r in %r cannot be read: %s", game.id, language, error)
    return whole


def files_of(language: str) -> list[Path]:
    """The files that `catalogue_with_games` is read from."""
    places = [(game.pages / "locale", game.id) for game in playable() if game.pages is not None]
    found = (_file(folder, language, domain) for folder, domain in [(LOCALE_DIR, DOMAIN), *places])
    return [file for file in found if file is not None]


def _read(folder: Path, language: str, domain: str) -> NullTranslations:
    """The catalogue of a language in a folder of catalogues; one that changes nothing where there is none."""
    file = _file(folder, language, domain)
    if file is None:
        return NullTranslations()
    content = compiled(file) if file.suffix == ".po" else file.read_bytes()
    return Translations(BytesIO(content), domain=domain)


def _file(folder: Path, language: str, domain: str) -> Path | None:
    source = folder / language / "LC_MESSAGES" / f"{domain}.po"
    return next((file for file in (source, source.with_suffix(".mo")) if file.exists()), None)


def compiled(source: Path) -> bytes:
    """The `.mo` content of one `.po` file (also used when the package is built)."""
    with source.open("rb") as file:
        messages = read_po(file, domain=DOMAIN)
    out = BytesIO()
    write_mo(out, messages)
    return out.getvalue()


def choose_language(chosen: str | None, accept_language: str | None) -> str:
    """A reader's language: the one he chose, else the best his browser asks for, else English."""
    if chosen in LANGUAGES:
        return str(chosen)
    return _negotiated((accept_language or "")[:1000])


@lru_cache(maxsize=1000)
def _negotiated(header: str) -> str:
    return negotiate_locale(_by_preference(header), list(LANGUAGES), sep="-") or "en"


def _by_preference(header: str) -> list[str]:
    """The language tags of an Accept-Language header, best first; what cannot be read is left out."""
    weighted: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST_ASKED]:  # it is looked on the disk whether there is such a language
        tag, _, quality = part.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
            Locale.parse(tag.strip(), sep="-")
        except (ValueError, UnknownLocaleError):
            continue
        weighted.append((weight, tag.strip()))
    return [tag for _, tag in sorted(weighted, key=lambda pair: -pair[0])]
