"""Static files at addresses that change with them, so that a browser asks for each only once.

All stand below a folder named by the digest of all of them. Modules import each other by relative paths and
so stay in the folder they were asked for in: no page ever mixes two editions.

Style sheets are told how large text is, as "?text=130": everything is zoomed then, which media queries do not
see. In such an edition of a sheet they ask for as much more room.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
from functools import cache
from pathlib import Path, PurePath
from urllib.parse import parse_qs

from jinja2 import pass_context
from jinja2.runtime import Context
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from farmtable.web.beside.brought import SERVED, brought_along, file_of
from farmtable.web.reader import LOOKS

FOLDER = Path(__file__).parent.parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
EDITION = re.compile(r"[0-9a-f]{12}")
NORMAL, *LARGER = LOOKS["text"]
MEDIA = re.compile(r"@media[^{]+")
LENGTH = re.compile(r"(min|max)-(width|height): (\d+)px")
IMPORT = re.compile(r'from "(\.[\w./]+)"')


@cache
def edition() -> str:
    """The digest of all static files, as they are when the server starts."""
    files = sorted(path for path in FOLDER.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in files:
        digest.update(f"{path.relative_to(FOLDER).as_posix()} {path.stat().st_size}\n".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def static(name: str) -> str:
    """The address of a static file."""
    return f"/static/{edition()}/{name}"


@pass_context
def style(context: Context, name: str) -> str:
    """The address of a style sheet, for text as large as the reader of the page likes it."""
    text: str = context["look"]["text"]
    return static(name) if text == NORMAL else f"{static(name)}?text={text}"


@cache
def zoomed(name: str, text: str) -> str:
    """A style sheet for text of `text` hundredths: what asks for 1000 px or more, asks for 1300 px at 130."""

    def length(found: re.Match[str]) -> str:
        bound, side, pixels = found[1], found[2], int(found[3])
        # The most of one layout and the least of the next stay neighbours.
        beyond = bound == "max"
        return f"{bound}-{side}: {(pixels + beyond) * int(text) // 100 - beyond}px"

    sheet = file_of(FOLDER, name).read_text(encoding="utf-8")
    return MEDIA.sub(lambda query: LENGTH.sub(length, query[0]), sheet)


def exists(name: str) -> bool:
    """Whether there is such a static file."""
    return file_of(FOLDER, name).is_file()


@cache
def modules_of(*scripts: str) -> list[str]:
    """The names of all that these scripts import, and what that imports in turn.

    A page names them, so that a browser asks for all at once, not for each when it has read the one before.
    """
    found = list(scripts)
    for name in found:
        text = file_of(FOLDER, name).read_text(encoding="utf-8")
        beside = posixpath.dirname(name)
        imported = (posixpath.normpath(posixpath.join(beside, path)) for path in IMPORT.findall(text))
        found += [module for module in dict.fromkeys(imported) if module not in found]
    return found[len(scripts) :]


class Editions(StaticFiles):
    """The files of this edition, to be kept for ever.

    Any other edition, or none, is answered with the same files, but they are asked for again: a page that was
    opened before an upgrade goes on.
    """

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        full, found = super().lookup_path(path)
        brought = None if found else brought_along(PurePath(path).as_posix())
        if brought is None or not brought.name.endswith(SERVED):
            return full, found
        return str(brought), brought.stat()

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked, _, name = path.partition(os.sep)
        if not EDITION.fullmatch(asked):
            return await super().get_response(path, scope)
        response = await super().get_response(name, scope)
        text = parse_qs(scope["query_string"].decode("latin-1")).get("text", [NORMAL])[0]
        if text in LARGER and name.endswith(".css"):
            response = Response(zoomed(name, text), media_type="text/css")
        if asked == edition() and (FOLDER / name).is_file():  # what games bring is not in its digest
            response.headers["cache-control"] = FOR_EVER
        return response
