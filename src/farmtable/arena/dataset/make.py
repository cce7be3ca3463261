"""Making a dataset: one worker plays and writes each of its shards, whole or not at all."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from farmtable.arena.dataset.card import write_card
from farmtable.arena.dataset.plan import DRAFT, PLAN, Dataset, Shard, write_plan
from farmtable.arena.files import lock, write_whole
from farmtable.arena.networks import digest_of, digests, files, written_anew
from farmtable.arena.play import Finished, play_out, seated
from farmtable.arena.pool import open_workers
from farmtable.arena.results import parquet
from farmtable.arena.workers import Stop, check_workers, cores, never
from farmtable.bots.stdio.messages import position_text
from farmtable.core import Perspective, State, game

Row = dict[str, Any]


@dataclass(frozen=True)
class WriteShard:
    """A task for workers: play the games of this shard and write its files.

    The machines of a cluster must share the folder.
    """

    dataset: Dataset
    folder: Path
    networks: Mapping[str, str]

    def __call__(self, shard: Shard) -> int:
        of_games, of_decisions = self.dataset.schemas()
        games: list[Row] = []
        decisions: list[pl.DataFrame] = []
        for number in range(shard.first, shard.end):
            row, taken = play_rows(self.dataset, number)
            games.append(row)
            decisions.append(frame(taken, of_decisions))  # takes a fraction of the memory of rows
        for bot, path in files(self.networks).items():
            if digest_of(path) != self.networks[bot]:
                raise written_anew(path)
        write_whole(self.folder / shard.decisions, parquet(pl.concat(decisions)), durable=True)
        write_whole(self.folder / shard.games, parquet(frame(games, of_games)), durable=True)
        return len(games)


def make(
    dataset: Dataset,
    folder: Path,
    workers: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda finished: None,
    stop: Stop = never,
) -> int:
    """Play and write what `folder` lacks; returns how many games it then has.

    `progress` is called with that number; once `stop` returns True, no more shards are begun, and running
    ones are abandoned. Raises BadOption for a folder with another dataset.
    """
    check_workers(workers)
    folder.mkdir(parents=True, exist_ok=True)
    write_plan(dataset, folder)
    with (folder / PLAN).open("rb") as held:
        lock(held.fileno(), f"a dataset is being made in {folder} already")
        return _make(dataset, folder, workers, ray, progress, stop)


def _make(
    dataset: Dataset,
    folder: Path,
    workers: int | None,
    ray: str | None,
    progress: Callable[[int], None],
    stop: Stop,
) -> int:
    for draft in folder.glob(f"*{DRAFT}"):
        draft.unlink()  # of somebody who was killed
    missing = [shard for shard in dataset.shards() if not (folder / shard.games).exists()]
    done = dataset.games - sum(shard.end - shard.first for shard in missing)
    progress(done)
    if missing:
        if ray is None:
            workers = min(workers or cores(), len(missing))
        task = WriteShard(dataset, folder.absolute(), digests(dataset.setting.bots))
        with open_workers(workers, ray, dataset.setting.load) as hands:
            for _, games in hands.run(task, missing, stop):
                done += games
                progress(done)
    if done == dataset.games:
        write_card(dataset, folder)
    return done


def play_rows(dataset: Dataset, number: int) -> tuple[Row, list[Row]]:
    """A game as a row, and its decisions as rows."""
    setting = dataset.setting
    taken: list[Row] = []
    state = game(setting.game).new(setting.players, **setting.options)

    def watch(before: State, action: int) -> None:
        taken.append(
            {"seat": int(before.to_play), **told(before.seen_by(before.to_play), action, dataset.text)}
        )

    finished, actions = play_out(setting, number, state, seated(setting, number), watch)
    steps = decision_steps(dataset, actions)
    for row, step in zip(taken, steps, strict=True):
        seat = row["seat"]
        row |= {
            "game": number,
            "step": step,
            "bot": setting.bots[seat],
            "score": finished.scores[seat],
            "win": finished.wins[seat],
        }
    return game_row(finished, actions), taken


def told(seen: Perspective, action: int, text: bool) -> Row:
    """What a seat sees, its legal actions, and its choice: nothing that it may not know."""
    row: Row = {
        "legal": [int(one) for one in seen.legal_actions()],
        "action": int(action),
        "words": seen.describe(action),
    }
    if seen.game.observation_size:
        buffer = array("f", bytes(4 * seen.game.observation_size))
        seen.observe(buffer)
        row["observation"] = np.frombuffer(buffer, np.float32)
    if text:
        row["text"] = position_text(seen)
    return row


def game_row(finished: Finished, actions: Sequence[int]) -> Row:
    """A game with its outcome and all that happened in it."""
    return {
        "game": finished.number,
        "scores": list(finished.scores),
        "wins": list(finished.wins),
        "decisions": finished.decisions,
        "turns": finished.turns,
        "actions": [int(action) for action in actions],
    }


def decision_steps(dataset: Dataset, actions: Sequence[int]) -> list[int]:
    """The places of decisions among the actions: outcomes of chance are numbered from `num_actions` on."""
    size = game(dataset.setting.game).num_actions
    return [step for step, action in enumerate(actions) if action < size]


def frame(rows: Sequence[Row], schema: pl.Schema) -> pl.DataFrame:
    """Rows as a table with these columns."""
    columns: dict[str, Any] = {}
    for name, kind in schema.items():
        values = [row[name] for row in rows]
        if name == "observation":
            columns[name] = pl.Series(name, np.stack(values), dtype=kind)
        else:
            columns[name] = pl.Series(name, values, dtype=kind)
    return pl.DataFrame(columns)
