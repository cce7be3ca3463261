"""What a server is called, on pages and in mails: a club has a name of its own."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from farmtable.core import BadOption
from farmtable.tables.plan import without_unseen

VARIABLE: Final = "FARMTABLE_NAME"
UNLESS_SAID: Final = "farmtable"
LONGEST: Final = 40
"""It stands in the head of every page and in the title of its tab."""


def check(environment: Mapping[str, str]) -> None:
    """Raises BadOption for a name that cannot be shown in one line."""
    _named(environment.get(VARIABLE, ""))


def server_name() -> str:
    """What this server is called, as its environment says."""
    return _named(os.environ.get(VARIABLE, ""))


@lru_cache(16)
def _named(said: str) -> str:
    # Control and format characters could turn the line round in which it stands, or break a mail's header.
    if any(unicodedata.category(char)[0] in "CZ" and char != " " for char in said.strip()):
        raise BadOption(f"{VARIABLE} has letters, digits and signs that can be seen, not {said!r}")
    name = without_unseen(said)
    if len(name) > LONGEST:
        raise BadOption(f"{VARIABLE} has {LONGEST} characters at most, not {len(name)}")
    return name or UNLESS_SAID
