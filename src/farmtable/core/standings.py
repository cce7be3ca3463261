"""The table of a series: how its seats stand after the games of it that have been played."""

from __future__ import annotations

from dataclasses import dataclass

from farmtable.core.text import Text


@dataclass(frozen=True)
class StandingsRow:
    """One seat's row: its rank from 1 (equal seats share one), and a number for each column."""

    rank: int
    seat: int
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Standings:
    """The table of a series. `columns` head the numbers; of the `rows` the leader's is the first.

    `final`: no game follows, so that the seats of rank 1 have won the series.
    """

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[StandingsRow, ...]
    final: bool

    def winners(self) -> list[int]:
        """The seats that have won the series; empty while games of it follow."""
        return [row.seat for row in self.rows if row.rank == 1] if self.final else []
