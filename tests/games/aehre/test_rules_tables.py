"""The rules for people, in every language, tell the figures of `components.toml`."""

from __future__ import annotations

import pytest

from farmtable.games.aehre.box.components import COMPONENTS
from tests.rules_text import numbers, tables, text_of, texts_of

FACTS = COMPONENTS.packaged


@pytest.mark.parametrize("name", texts_of("aehre"))
def test_rows_of_the_barn(name: str) -> None:
    """R5, R7: for each number of players two rows of farms and one of livestock."""
    (table,) = tables(text_of("aehre", name))
    told = [[numbers(cell) for cell in row] for row in table[1:]]
    barn = FACTS["barn"]["players"]
    assert told == [[[int(n)], barn[n]["farm_rows"], [barn[n]["livestock_row"]]] for n in barn]
