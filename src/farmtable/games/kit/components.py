"""A game's figures: its packaged `components.toml`, an owner's own file laid over it, and the facts of both.

An owner's file need only hold what differs: tables are merged key by key, everything else is replaced.
Whatever does not fit is refused in one sentence that names the key.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

from farmtable.core.errors import BadOption
from farmtable.games.kit.figures import NOTES, Table

Facts = TypeVar("Facts")


class Components(Generic[Facts]):
    """The figures of a game, and the facts made of them.

    `make` makes the facts for so many players from the figures and the checked options; it raises
    BadOption where a figure does not fit. An owner's file has to fit with all numbers of `players`, in
    games with the options `usual`.

    `fixed` and `whole` are names of keys with all tables above them, as `"barn.start_row"`; `"*.cost"` is
    the key `cost` in any table. What is `fixed`, with all that is in it, names what the rules are written
    for and cannot differ. A `whole` table is replaced as a whole: merged, it could never lose a key.
    """

    def __init__(
        self,
        package: str,
        make: Callable[[int, Table, dict[str, Any]], Facts],
        *,
        players: range,
        usual: Mapping[str, Any],
        fixed: Collection[str],
        whole: Collection[str],
    ) -> None:
        self._package = package
        self._make = make
        self._players = players
        self._usual = usual
        self._fixed = fixed
        self._whole = whole
        # Not without end: a server is sent files by strangers.
        self._made = lru_cache(maxsize=256)(self._make_once)

    @cached_property
    def packaged(self) -> dict[str, Any]:
        """The figures that come with the game."""
        return tomllib.loads(files(self._package).joinpath("components.toml").read_text(encoding="utf-8"))

    def merged(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The packaged figures with an owner's laid over them.

        Raises BadOption for a key that is not there, for one that is fixed, and where a table is none.
        """
        return self._merge(self.packaged, own, "", False)

    def _merge(
        self, base: Mapping[str, Any], own: Mapping[str, Any], path: str, in_fixed: bool
    ) -> dict[str, Any]:
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
            is_merged = is_table and not _matches(name, self._whole)
            is_fixed = in_fixed or _matches(name, self._fixed)
            if is_fixed and not is_merged and value != base[key]:
                raise BadOption(f"components: {name!r} is part of the rules and cannot be replaced")
            if is_table and not isinstance(value, Mapping):
                raise BadOption(f"components: {name!r} is a table, not {value!r}")
            result[key] = self._merge(base[key], value, f"{name}.", is_fixed) if is_merged else value
        return result

    def facts(self, players: int, options: Mapping[str, Any]) -> Facts:
        """The facts of a game with these checked options. Raises BadOption where a figure does not fit."""
        return self._made(players, json.dumps(options, sort_keys=True))

    def _make_once(self, players: int, options_json: str) -> Facts:
        options = json.loads(options_json)
        return self._make(players, Table(self.merged(options.get("components", {}))), options)

    def forget_facts(self) -> None:
        """Make all facts anew: what they are made of has changed."""
        self._made.cache_clear()

    def check(self, content: dict[str, Any]) -> dict[str, Any]:
        """An owner's file, fit to be kept in a record. Raises BadOption where it cannot be played."""
        try:
            json.dumps(content)
        except TypeError:
            raise BadOption("components: dates and times have no place here") from None
        for players in self._players:
            self.facts(players, {**self._usual, "components": content})
        return content


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
