"""Files given in the lobby: an option that is a file, from what a browser sent to what the game is told.

A browser never gets a file field back as it was. So where a form must be shown again, the text of a
file that fits goes back with it, in a box that is ticked, and comes again with the next post.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import UploadFile

from farmtable.core import BadOption, Game, Option, Text
from farmtable.web.problems import Problem


@dataclass
class Uploads:
    """The files of a form that fit, by option: `texts` and `contents`; and a `problem` with another."""

    texts: dict[str, str] = field(default_factory=dict)
    contents: dict[str, dict[str, Any]] = field(default_factory=dict)
    problem: Problem | BadOption | None = None


def read_uploads(form: Mapping[str, Any], game: Game) -> Uploads:
    """Every file that this form brings for an option of `game`: given just now, else kept from before."""
    found = Uploads()
    for option in game.options:
        sent = _sent(form, option)
        if not option.is_file or not sent:
            continue
        try:
            text = _text(sent, option)
            content = game.check_file(option.name, _content(text, option))
        except (Problem, BadOption) as problem:
            found.problem = problem
        else:
            found.texts[option.name] = text
            found.contents[option.name] = content
    return found


def _sent(form: Mapping[str, Any], option: Option) -> bytes:
    """What came for an option; nothing where no file was chosen. A string in the file's place is no file."""
    given = form.get(f"option_{option.name}")
    if isinstance(given, UploadFile) and given.filename:
        return given.file.read()
    kept = form.get(f"kept_{option.name}")
    return kept.encode(errors="replace") if isinstance(kept, str) else b""


def _text(sent: bytes, option: Option) -> str:
    try:
        return sent.decode("utf-8-sig")  # some editors begin a file with a mark that TOML does not know
    except UnicodeDecodeError:
        raise Problem(400, Text("The file for “{option}” is not a text file.", option=option.title)) from None


def _content(text: str, option: Option) -> dict[str, Any]:
    """The file as TOML, with nothing in it that a record, which is JSON, could not keep."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        refused = Text(
            "The file for “{option}” is not a TOML file: {message}.", option=option.title, message=str(error)
        )
        raise Problem(400, refused) from None
    try:
        json.dumps(content, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        refused = Text(
            "The file for “{option}” may only hold text, yes or no, and ordinary numbers.",
            option=option.title,
        )
        raise Problem(400, refused) from None
    return content
