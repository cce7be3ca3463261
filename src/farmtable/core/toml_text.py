"""Reading TOML that somebody else has written: `tomllib`, with a bound on what it takes.

The time of `tomllib` grows with the length of a text times the parts of its keys, so that some ten thousand
letters (`a.a.a.a… = 1`) would keep it busy for minutes. Nobody writes keys of as many parts by hand.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

MOST_PARTS: Final = 16
"""A key, or the name of a table, has so many parts at most: `a.b.c` has three."""

# What is no part of a key, or a part in quotes. Where quotes are not closed, all that follows is passed over:
# `tomllib` gives up there. So nothing is looked at twice, and no key that it would read is missed.
_QUIET: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"{3,5}|\Z)'
    r"|'''.*?(?:'{3,5}|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
_BETWEEN: Final = re.compile(r"[\n=\[\]{},]")


class TooDeep(ValueError):
    """A text nests its keys, tables or lists deeper than anybody needs."""


def read_toml(text: str) -> dict[str, Any]:
    """What a text says. Raises ValueError where it is not TOML, and TooDeep."""
    if any(words.count(".") >= MOST_PARTS for words in _BETWEEN.split(_QUIET.sub("", text + "\n"))):
        raise TooDeep(f"a key has more than {MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise TooDeep("lists or tables are nested too deeply") from None
