"""The results of a simulation: a table with one row for each seat of each game, and its statistics."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from farmtable.arena.files import check_writable, write_whole
from farmtable.arena.intervals import wilson
from farmtable.arena.play import Finished, Setting
from farmtable.core import BadOption

SUFFIXES = (".parquet", ".csv")


def to_frame(setting: Setting, finished: Sequence[Finished]) -> pl.DataFrame:
    """One row for each seat of each game: game, seat, bot, score, win (its share), decisions, turns, lost."""
    seats = range(setting.players)
    return pl.DataFrame(
        {
            "game": [outcome.number for outcome in finished for _ in seats],
            "seat": [seat for _ in finished for seat in seats],
            "bot": [bot for _ in finished for bot in setting.bots],
            "score": [score for outcome in finished for score in outcome.scores],
            "win": [win for outcome in finished for win in outcome.wins],
            "decisions": [outcome.decisions for outcome in finished for _ in seats],
            "turns": [outcome.turns for outcome in finished for _ in seats],
            "lost": [lost for outcome in finished for lost in outcome.lost],
        },
        schema={
            "game": pl.Int64,
            "seat": pl.Int64,
            "bot": pl.String,
            "score": pl.Int64,
            "win": pl.Float64,
            "decisions": pl.Int64,
            "turns": pl.Int64,
            "lost": pl.Int64,
        },
    )


def summarise(setting: Setting, frame: pl.DataFrame, seconds: float) -> dict[str, Any]:
    """The statistics of a non-empty frame, in the shape of `farmtable simulate --json`.

    `seconds` is how long the games took. A shared victory counts as a fraction; with one game
    there is no standard deviation, and `sd` is None.
    """
    games = frame.height // setting.players
    return {
        "game": setting.game,
        "players": setting.players,
        "games": games,
        "seats": [_seat(bot, frame.filter(pl.col("seat") == seat)) for seat, bot in enumerate(setting.bots)],
        "decisions_per_game": mean(frame, "decisions"),
        "games_per_second": games / seconds,
    }


def mean(frame: pl.DataFrame, column: str) -> float:
    """The mean of a column of numbers in a non-empty frame."""
    return float(frame.select(pl.col(column).mean()).item())


def check_path(path: str | os.PathLike[str]) -> Path:
    """Returns `path`. Raises BadOption, before any game is played, if no table can be written there."""
    target = Path(path)
    if target.suffix not in SUFFIXES:
        raise BadOption(f"the table is written as {' or '.join(SUFFIXES)}, by the name; not {target.name}")
    check_writable(target)
    return target


def write(frame: pl.DataFrame, path: str | os.PathLike[str]) -> None:
    """Write the table as Parquet or CSV, by the ending of the name, whole or not at all.

    Raises BadOption for another ending, and OSError if it cannot be written.
    """
    target = check_path(path)
    write_whole(target, frame.write_csv() if target.suffix == ".csv" else parquet(frame))


def parquet(frame: pl.DataFrame) -> bytes:
    """The table as a Parquet file. Polars could write it itself, but gives no clear error for a full disk."""
    written = io.BytesIO()
    frame.write_parquet(written)
    return written.getvalue()


def _seat(bot: str, rows: pl.DataFrame) -> dict[str, Any]:
    score = pl.col("score")
    numbers = rows.select(
        mean=score.mean(),
        sd=score.std(),
        q25=score.quantile(0.25, "linear"),
        median=score.median(),
        q75=score.quantile(0.75, "linear"),
    ).row(0, named=True)
    wins = float(rows["win"].sum())
    return {
        "bot": bot,
        "win_rate": wins / rows.height,
        "win_rate_interval": list(wilson(wins, rows.height)),
        "score": numbers,
        "lost": int(rows["lost"].sum()),
    }
