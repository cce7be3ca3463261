"""Checks whether a dataset is complete and correct: it reads every file and row, and replays some games."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from farmtable.arena.dataset.make import decision_steps, told
from farmtable.arena.dataset.plan import CARD, DRAFT, Dataset, Shard, planned
from farmtable.arena.words import so_many
from farmtable.core import BadRecord, FarmtableError, Record

REPLAYED = 20
MOST_TOLD = 3
"""For at most this many shards it says what is wrong."""


class Finding(NamedTuple):
    """One check: whether it passed, and what was found."""

    right: bool
    what: str


def check(folder: Path, replayed: int = REPLAYED) -> Iterator[Finding]:
    """All findings about the dataset in `folder`, as they are made; `replayed` games are replayed.

    Raises BadRecord for a folder that has no dataset.
    """
    dataset = planned(folder)
    shards = list(dataset.shards())
    size = f"{so_many(dataset.games, 'game')} in {so_many(len(shards), 'part')}"
    yield Finding(True, f"{dataset.setting.game}, {size}")
    missing = [
        name for shard in shards for name in (shard.games, shard.decisions) if not (folder / name).exists()
    ]
    yield _finding("all files are there", missing and f"{len(missing)} files are missing, as {missing[0]}")
    drafts = sorted(path.name for path in folder.glob(f"*{DRAFT}"))
    yield _finding("no half-written file lies about", drafts and f"half-written: {', '.join(drafts)}")
    yield _finding("the card is there", "" if (folder / CARD).exists() else f"{CARD} is missing")
    whole = [
        shard for shard in shards if (folder / shard.games).exists() and (folder / shard.decisions).exists()
    ]
    for what, look in (
        ("files are readable, with the columns they should have", _schema),
        ("rows agree", _rows),
    ):
        wrong = [why for shard in whole if (why := _tried(look, dataset, folder, shard))]
        yield _finding(f"{what}: {so_many(len(whole), 'part')}", "; ".join(wrong[:MOST_TOLD]))
    some = _spread(dataset.games, replayed)
    again = [shard for shard in whole if any(shard.first <= number < shard.end for number in some)]
    wrong = [why for shard in again if (why := _tried(_replays(some), dataset, folder, shard))]
    yield _finding(
        f"games are what comes of their actions: {len(some)} replayed", "; ".join(wrong[:MOST_TOLD])
    )


Look = Callable[[Dataset, Path, Shard], str]


def _tried(look: Look, dataset: Dataset, folder: Path, shard: Shard) -> str:
    """What is wrong with a shard; a file that cannot be read is wrong, too."""
    try:
        return look(dataset, folder, shard)
    except (FarmtableError, OSError, ValueError, pl.exceptions.PolarsError) as error:
        return f"{shard.games}: {str(error).splitlines()[0]}"


def _finding(right: str, wrong: object) -> Finding:
    return Finding(False, str(wrong)) if wrong else Finding(True, right)


def _spread(games: int, some: int) -> list[int]:
    """So many numbers of games, from the first to the last."""
    return sorted({round(number * (games - 1) / max(1, some - 1)) for number in range(min(some, games))})


def _schema(dataset: Dataset, folder: Path, shard: Shard) -> str:
    for name, wanted in zip((shard.games, shard.decisions), dataset.schemas(), strict=True):
        found = pl.scan_parquet(folder / name, glob=False).collect_schema()
        if dict(found) != dict(wanted):
            return f"{name}: its columns are {dict(found)}, not {dict(wanted)}"
    return ""


def _rows(dataset: Dataset, folder: Path, shard: Shard) -> str:
    """Whether the rows of a shard fit each other, without looking at the rules."""
    games = pl.read_parquet(folder / shard.games, glob=False)
    decisions = pl.read_parquet(folder / shard.decisions, columns=_FEW, glob=False)
    if games["game"].to_list() != list(range(shard.first, shard.end)):
        return f"{shard.games}: its games are not {shard.first} to {shard.end - 1}"
    if any(games.null_count().row(0)) or any(decisions.null_count().row(0)):
        return f"{shard.decisions}: values are missing"
    if not decisions.select(pl.col("legal").list.contains(pl.col("action")).all()).item():
        return f"{shard.decisions}: an action is not among the legal ones"
    joined = decisions.join(games, on="game", how="left", validate="m:1")
    right = joined.select(
        (pl.col("score") == pl.col("scores").list.get(pl.col("seat").cast(pl.Int64))).all()
        & (pl.col("win") == pl.col("wins").list.get(pl.col("seat").cast(pl.Int64))).all()
        & (pl.col("action") == pl.col("actions").list.get(pl.col("step"))).all()
    ).item()
    if not right:
        return f"{shard.decisions}: score, win or action is not that of the game"
    counted = decisions.group_by("game").len().sort("game")["len"].to_list()
    return "" if counted == games["decisions"].to_list() else f"{shard.decisions}: decisions are missing"


_FEW = ["game", "step", "seat", "legal", "action", "score", "win"]


def _replays(numbers: list[int]) -> Look:
    """A look at those of these games that a shard has: each is replayed, and its rows are made again."""

    def look(dataset: Dataset, folder: Path, shard: Shard) -> str:
        games = pl.read_parquet(folder / shard.games, glob=False).filter(pl.col("game").is_in(numbers))
        decisions = pl.read_parquet(folder / shard.decisions, glob=False)
        for row in games.iter_rows(named=True):
            why = _replay(dataset, row, decisions.filter(pl.col("game") == row["game"]))
            if why:
                return f"{shard.games}: game {row['game']}: {why}"
        return ""

    return look


def _replay(dataset: Dataset, row: dict[str, Any], decisions: pl.DataFrame) -> str:
    setting = dataset.setting
    actions = row["actions"]
    record = Record(setting.game, setting.players, setting.options, actions)
    steps = decision_steps(dataset, actions)
    kept = decisions.iter_rows(named=True)
    if decisions["step"].to_list() != steps:
        return "its decisions are at other steps"
    wanted = set(steps)
    try:
        for step, state in enumerate(record.states()):
            if step in wanted:
                found = next(kept)
                seen = state.seen_by(state.to_play)
                again = {"seat": int(state.to_play), **told(seen, actions[step], dataset.text)}
                for name, value in again.items():
                    if not _equal(found.get(name), value):
                        return f"step {step}: {name} is not what its seat had"
    except BadRecord as error:
        return str(error)
    over = list(state.scores()) == row["scores"] and bool(state.winners()) == any(row["wins"])
    return "" if over else "it ends with other scores"


def _equal(found: object, value: object) -> bool:
    if isinstance(value, np.ndarray):
        return bool(np.array_equal(np.asarray(found, np.float32), value))
    return bool(found == value)
