"""Static files at addresses that change with them, so that a browser asks for each only once.

All stand below a folder named by the digest of all of them. Modules import each other by relative paths and
so stay in the folder they were asked for in: no page ever mixes two editions.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent.parent / "static"
FOR_EVER = "public, max-age=31536000, immutable"
EDITION = re.compile(r"[0-9a-f]{12}")
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


def exists(name: str) -> bool:
    """Whether there is such a static file."""
    return (FOLDER / name).is_file()


@cache
def modules_of(*scripts: str) -> list[str]:
    """The names of all that these scripts import, and what that imports in turn.

    A page names them, so that a browser asks for all at once, not for each when it has read the one before.
    """
    found = list(scripts)
    for name in found:
        text = (FOLDER / name).read_text(encoding="utf-8")
        beside = posixpath.dirname(name)
        imported = (posixpath.normpath(posixpath.join(beside, path)) for path in IMPORT.findall(text))
        found += [module for module in dict.fromkeys(imported) if module not in found]
    return found[len(scripts) :]


class Editions(StaticFiles):
    """The files of this edition, to be kept for ever.

    Any other edition, or none, is answered with the same files, but they are asked for again: a page that was
    opened before an upgrade goes on.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        asked, _, name = path.partition(os.sep)
        if not EDITION.fullmatch(asked):
            return await super().get_response(path, scope)
        response = await super().get_response(name, scope)
        if asked == edition():
            response.headers["cache-control"] = FOR_EVER
        return response
