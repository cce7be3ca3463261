"""What a dataset is: which games, in which files, with which columns."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from farmtable.arena.files import write_whole
from farmtable.arena.networks import digests
from farmtable.arena.play import Setting
from farmtable.core import BadOption, BadRecord, game
from farmtable.version import VERSION

FORMAT = 1
PLAN, CARD = "dataset.json", "README.md"
DRAFT = ".part"


class Shard(NamedTuple):
    """Games that share files: from number `first` up to, but excluding, `end`."""

    first: int
    end: int

    @property
    def games(self) -> str:
        """The file of its games. It is written last: if it exists, the shard is complete."""
        return f"games-{self.first:08}.parquet"

    @property
    def decisions(self) -> str:
        """The file of its decisions."""
        return f"decisions-{self.first:08}.parquet"


@dataclass(frozen=True)
class Dataset:
    """A number of games of a setting, and whether their decisions have the position as text, too."""

    setting: Setting
    games: int
    text: bool = True
    shard: int = 50

    @staticmethod
    def of(  # noqa: PLR0913, PLR0917 - all that it depends on
        game_id: str,
        players: int | None = None,
        bots: Sequence[str] = ("greedy",),
        games: int = 1000,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
        text: bool = True,
        shard: int = 50,
    ) -> Dataset:
        """A dataset that can be made. Raises BadOption for what does not exist or does not fit."""
        if games < 1 or shard < 1:
            raise BadOption(
                f"a dataset has at least one game, and so has each of its files; not {games}, {shard}"
            )
        return Dataset(Setting.of(game_id, players, bots, seed, options), games, text, shard)

    def given(self, options: Mapping[str, Any]) -> Dataset:
        """The same, with the options as given on the command line."""
        return replace(self, setting=self.setting.given(options))

    def shards(self) -> Iterator[Shard]:
        """All games, in parts."""
        for first in range(0, self.games, self.shard):
            yield Shard(first, min(first + self.shard, self.games))

    def identity(self) -> dict[str, Any]:
        """All that its rows depend on, ready for JSON."""
        found = game(self.setting.game)
        return {
            "farmtable_dataset": FORMAT,
            "game": found.id,
            "rules_version": found.rules_version,
            "players": self.setting.players,
            "options": self.setting.options,
            "bots": list(self.setting.bots),
            "networks": digests(self.setting.bots),
            "seed": self.setting.seed,
            "games": self.games,
            "games_a_file": self.shard,
            "text": self.text,
            "observation_size": found.observation_size,
            "num_actions": found.num_actions,
            "farmtable": VERSION,
        }

    def schemas(self) -> tuple[pl.Schema, pl.Schema]:
        """The columns of the games and of the decisions."""
        return games_schema(), decisions_schema(game(self.setting.game).observation_size, self.text)


def games_schema() -> pl.Schema:
    """A row for each game."""
    columns: dict[str, Any] = {
        "game": pl.Int64,
        "scores": pl.List(pl.Int32),
        "wins": pl.List(pl.Float64),
        "decisions": pl.Int32,
        "turns": pl.Int32,
        "actions": pl.List(pl.Int32),
    }
    return pl.Schema(columns)


def decisions_schema(observation_size: int, text: bool) -> pl.Schema:
    """A row for each decision of a seat."""
    columns: dict[str, Any] = {
        "game": pl.Int64,
        "step": pl.Int32,
        "seat": pl.Int8,
        "bot": pl.String,
        "legal": pl.List(pl.Int32),
        "action": pl.Int32,
        "words": pl.String,
        "score": pl.Int32,
        "win": pl.Float64,
    }
    if observation_size:
        columns["observation"] = pl.Array(pl.Float32, observation_size)
    if text:
        columns["text"] = pl.String
    return pl.Schema(columns)


def write_plan(dataset: Dataset, folder: Path) -> None:
    """Write into a new folder what it will contain. Raises BadOption if it contains something else."""
    path = folder / PLAN
    wanted = json.loads(json.dumps(dataset.identity()))
    if not path.exists():
        write_whole(path, json.dumps(wanted, indent=2, ensure_ascii=False) + "\n", durable=True)
        return
    found = read_plan(folder)
    for key, value in wanted.items():
        there = found.get(key, {} if key == "networks" else None)  # older folders do not tell
        if there != value:
            raise BadOption(
                f"{folder} has another dataset, with {key} {there!r} and not {value!r}; "
                "choose another folder with --out"
            )


def read_plan(folder: Path) -> dict[str, Any]:
    """The stored plan of a folder. Raises BadRecord if it is not the folder of a dataset."""
    path = folder / PLAN
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise BadRecord(f"{path} is not there or damaged: {folder} is no dataset") from None
    if not isinstance(found, dict) or found.get("farmtable_dataset") != FORMAT:
        raise BadRecord(f"{path} is no farmtable dataset of format {FORMAT}")
    return found


def planned(folder: Path) -> Dataset:
    """The dataset of a folder's plan. Raises BadRecord or BadOption if that is invalid."""
    told = read_plan(folder)
    try:
        found = game(told["game"])
        if told["rules_version"] != found.rules_version:
            raise BadRecord(
                f"{folder} follows version {told['rules_version']} of the rules of {found.title}; "
                f"this program plays version {found.rules_version}"
            )
        setting = Setting(
            found.id, told["players"], tuple(told["bots"]), told["seed"], found.check_options(told["options"])
        )
        return Dataset(setting, told["games"], told["text"], told["games_a_file"])
    except (KeyError, TypeError) as error:
        raise BadRecord(f"{folder / PLAN} lacks {error}") from None
