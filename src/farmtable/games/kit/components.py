"""A game's figures as files: its packaged `components.toml`, and an owner's own laid over it.

An owner's file need only hold what differs: tables are merged key by key, everything else is replaced.
Whatever does not fit is refused in one sentence that names the key.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import Any, Final

from farmtable.core.errors import BadOption

# Keys that tell about a figure and change nothing.
NOTES: Final = ("source", "why", "confidence")


@cache
def packaged_components(package: str) -> dict[str, Any]:
    """The figures that come with a game: the file `components.toml` in `package`."""
    return tomllib.loads(files(package).joinpath("components.toml").read_text(encoding="utf-8"))


def merge(
    base: Mapping[str, Any], own: Mapping[str, Any], fixed: Iterable[str], whole: Iterable[str]
) -> dict[str, Any]:
    """The figures `base` with an owner's laid over them.

    `fixed` and `whole` are names of keys with all tables above them, as `"barn.start_row"`; `"*.cost"` is
    the key `cost` in any table. What is `fixed`, with all that is in it, names what the rules are written
    for and cannot differ. A `whole` table is replaced as a whole: merged, it could never lose a key.
    Raises BadOption for a key that `base` has not, for one that is fixed, and where a table is none.
    """
    return _merge(base, own, "", False, (tuple(fixed), tuple(whole)))


def _merge(
    base: Mapping[str, Any],
    own: Mapping[str, Any],
    path: str,
    in_fixed: bool,
    patterns: tuple[tuple[str, ...], tuple[str, ...]],
) -> dict[str, Any]:
    fixed, whole = patterns
    result = dict(base)
    for key, value in own.items():
        if key in NOTES:
            result[key] = value
            continue
        name = path + key
        if key not in base:
            known = ", ".join(k for k in base if k not in NOTES)
            raise BadOption(f"components: there is no {name!r}; known here: {known}")
        is_table = isinstance(base[key], dict)
        is_merged = is_table and not _matches(name, whole)
        is_fixed = in_fixed or _matches(name, fixed)
        if is_fixed and not is_merged and value != base[key]:
            raise BadOption(f"components: {name!r} is part of the rules and cannot be replaced")
        if is_table and not isinstance(value, Mapping):
            raise BadOption(f"components: {name!r} is a table, not {value!r}")
        result[key] = _merge(base[key], value, f"{name}.", is_fixed, patterns) if is_merged else value
    return result


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def check_own(
    content: dict[str, Any],
    make_facts: Callable[[int, dict[str, Any]], object],
    seats: Iterable[int],
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """An owner's file, fit to be kept in a record.

    Raises BadOption for what JSON cannot hold, and for anything from which `make_facts` cannot make the
    facts of a game with any of these numbers of `seats` and these `options`.
    """
    try:
        json.dumps(content)
    except TypeError:
        raise BadOption("components: dates and times have no place here") from None
    for players in seats:
        make_facts(players, {**options, "components": content})
    return content
