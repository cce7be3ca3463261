"""Rendering: one Jinja2 environment for each language, and the context of every page."""

from __future__ import annotations

import marshal
import time
from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from babel.support import NullTranslations
from fastapi.responses import HTMLResponse
from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, StrictUndefined

from farmtable.core import Text
from farmtable.fields import FaceDown
from farmtable.i18n import LANGUAGES, catalogue_with_games, files_of
from farmtable.web.beside import brought
from farmtable.web.beside.called import server_name
from farmtable.web.beside.static import exists, modules_of, static, style
from farmtable.web.drawing.compiled import compiled
from farmtable.web.drawing.kept import ONCE, Fragment, Keeping, Kept, Once
from farmtable.web.drawing.words import install
from farmtable.web.reader import Reader

FOLDER = Path(__file__).parent
TEMPLATES = FOLDER / "templates"
COMPILED_BY = [Path(__file__), *sorted((FOLDER / "drawing").glob("*.py"))]
SENTENCES_KEPT = 5000
TEMPLATES_KEPT = 100
ASSETS = {"style": "css", "script": "js"}


@cache
def environment(language: str) -> Keeping:
    """The templates in one language. A name that a template uses but is not given is an error."""
    words = catalogue_with_games(language)
    templates = Keeping(
        language,
        str(TEMPLATES),
        loader=ChoiceLoader([FileSystemLoader(TEMPLATES), FunctionLoader(brought.template)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=compiled(language, [*COMPILED_BY, *files_of(language)]),
    )
    # A sentence of a game that a view contains as data (`Text.as_data`), in the reader's language.
    templates.filters["number"] = with_minus
    templates.tests["face_down"] = lambda value: isinstance(value, FaceDown)
    templates.globals |= {"static": static, "style": style, "modules_of": modules_of}
    templates.filters["told"] = _teller(words)
    install(templates, words)
    return templates


def _teller(words: NullTranslations) -> Callable[[Any], str]:
    """A function that renders sentences of games, each only once: boards repeat the same sentences."""

    @lru_cache(maxsize=SENTENCES_KEPT)
    def said(data: bytes) -> str:
        return Text.from_data(marshal.loads(data)).render(words)  # noqa: S302 - our own, of this moment

    return lambda data: said(marshal.dumps(data))


def with_minus(number: object) -> str:
    """A number with a typographic minus sign: a hyphen would look like a dash."""
    return str(number).replace("-", "−")


def page(
    template_name: str,
    reader: Reader,
    status: int = 200,
    headers: dict[str, str] | None = None,
    /,
    **context: Any,
) -> HTMLResponse:
    """A template rendered for this reader, as a response."""
    html = "".join(pieces(template_name, reader, **context))
    return HTMLResponse(html, status, {"content-language": reader.language, **(headers or {})})


def pieces(template_name: str, reader: Reader, /, **context: Any) -> Fragment:
    """A template rendered for this reader, as a list of pieces."""
    templates = environment(reader.language)
    templates.refresh()
    template = templates.get_template(template_name)
    assert isinstance(template, Kept)
    given = {
        "club": server_name(),
        "language": reader.language,
        "languages": LANGUAGES,
        "look": reader.look,
        "account": reader.person,
        "locked": reader.locked,
        "token": reader.token,
        "outside": reader.outside,
        "invited": 0 if reader.session is None else reader.session.invitations,
    }
    return template.pieces(given | context | {ONCE: Once(context)})


def game_template(game_id: str, name: str) -> str:
    """A game's own template, or the plain one for every game: looked up once a second."""
    return _template_found(game_id, name, int(time.monotonic()))


@lru_cache(maxsize=TEMPLATES_KEPT)
def _template_found(game_id: str, name: str, second: int) -> str:
    own = f"games/{game_id}/{name}"
    found = (TEMPLATES / own).is_file() or brought.brought_along(own) is not None
    return own if found else f"games/_default/{name}"


def game_assets(game_id: str) -> dict[str, str | None]:
    """The names of a game's own style sheet and script, if it has them: looked up once a second."""
    return {kind: _asset_found(game_id, ending, int(time.monotonic())) for kind, ending in ASSETS.items()}


@lru_cache(maxsize=TEMPLATES_KEPT)
def _asset_found(game_id: str, ending: str, second: int) -> str | None:
    own = f"games/{game_id}/{game_id}.{ending}"
    return own if exists(own) else None


def game_picture(game_id: str) -> str:
    """The address of a game's own picture, or of the default one."""
    own = f"games/{game_id}/picture.svg"
    return static(own if exists(own) else "picture.svg")
