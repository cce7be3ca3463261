"""Who may decide ahead at a table."""

from __future__ import annotations

from farmtable.tables import Table


def may_decide_ahead(table: Table, mine: list[int]) -> bool:
    """Whether a browser with the seats `mine` may say now what it will decide.

    Not with several: others at the same screen would read it.
    """
    return len(mine) == 1 and table.may_intend(mine[0])
