"""What an account may be called, and which is called so.

By its name alone people tell an account from others, so it must not deceive.
"""

from __future__ import annotations

import unicodedata
from typing import Any, Final

from sqlalchemy import Connection, Row, select

from farmtable.core.text import Text
from farmtable.tables.errors import BadName
from farmtable.tables.plan import clean_name, name_key, without_unseen
from farmtable.tables.schema import people

LOOK_ALIKE: Final = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU"})
"""Alphabets that have letters which look the same, as Unicode begins the names of their letters."""


def account_name(name: str) -> str:
    """The name as it is shown. Raises BadName as `clean_name` does, and for one of several such alphabets."""
    shown = clean_name(name)
    # Compatibility forms (wide letters, those of formulas) are named after what they are forms of.
    letters = unicodedata.normalize("NFKC", shown)
    alphabets = {unicodedata.name(char, "").partition(" ")[0] for char in letters}
    if len(alphabets & LOOK_ALIKE) > 1:
        raise BadName(Text("A name does not mix alphabets whose letters look the same."))
    return shown


def row_named(connection: Connection, name: str) -> Row[Any] | None:
    """The row of the account that somebody means who types `name`; None where there is none.

    Blanks around it and what nobody sees are no part of a name, but for an account that has such signs in its
    own from before they were left out.
    """
    keys = [name_key(name.strip()), name_key(without_unseen(name))]
    rows = connection.execute(select(people).where(people.c.name_key.in_(keys)))
    return min(rows, key=lambda row: keys.index(row.name_key), default=None)
