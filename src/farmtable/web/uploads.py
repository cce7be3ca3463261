"""Files uploaded in the lobby: an option that is a file, from the browser's upload to the game's data.

Browsers cannot be sent a filled file field. So if a form must be shown again, the text of a valid file goes
back with it, in a ticked checkbox, and is sent again with the next post.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import UploadFile

from farmtable.core import BadOption, Game, Option, Text
from farmtable.core.toml_text import TooDeep, read_toml
from farmtable.tables import TooOften
from farmtable.web.problems import Problem


@dataclass
class Uploads:
    """The files of a form, by option: the `texts` that go back with it, and their `contents`. `problem` is an
    error in a file, which is then in neither."""

    texts: dict[str, str] = field(default_factory=dict)
    contents: dict[str, dict[str, Any]] = field(default_factory=dict)
    problem: Problem | BadOption | TooOften | None = None


def read_uploads(form: Mapping[str, Any], game: Game, count: Callable[[], None]) -> Uploads:
    """Every file that this form has for an option of `game`: a new upload, or else kept from before.

    Reading takes work, so `count` is called before. If it raises TooOften, the files go back unread.
    """
    sent = [(option, _sent(form, option)) for option in game.options if option.is_file]
    brought = [(option, file) for option, file in sent if file is not None]
    try:
        if brought:
            count()
    except TooOften as problem:
        return Uploads({option.name: file.decode(errors="replace") for option, file in brought}, {}, problem)
    found = Uploads()
    for option, file in brought:
        try:
            text = _text(file, option)
            content = game.check_file(option.name, _content(text, option))
        except (Problem, BadOption) as problem:
            found.problem = problem
        else:
            found.texts[option.name] = text
            found.contents[option.name] = content
    return found


def _sent(form: Mapping[str, Any], option: Option) -> bytes | None:
    """The bytes sent for an option; None if no file was chosen. A string in the file's place is not a
    file."""
    given = form.get(f"option_{option.name}")
    if isinstance(given, UploadFile) and given.filename:
        return given.file.read()
    kept = form.get(f"kept_{option.name}")
    return kept.encode(errors="replace") if isinstance(kept, str) and kept else None


def _text(sent: bytes, option: Option) -> str:
    if not sent.strip():  # it would silently be treated as no custom figures
        raise Problem(400, Text("The file for “{option}” is empty.", option=option.title))
    try:
        return sent.decode("utf-8-sig")  # some editors write a byte order mark, which TOML does not allow
    except UnicodeDecodeError:
        raise Problem(400, Text("The file for “{option}” is not a text file.", option=option.title)) from None


def _content(text: str, option: Option) -> dict[str, Any]:
    """The file as TOML, without anything that a record, which is JSON, could not store."""
    try:
        content = read_toml(text)
    except TooDeep:
        raise Problem(
            400, Text("The file for “{option}” is nested too deeply.", option=option.title)
        ) from None
    except ValueError as error:
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
