"""Datasets: their rows are what happened, their files are whole, and the check finds what is wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import farmtable
from farmtable import BadOption, BadRecord, Rng
from farmtable.arena.dataset import make as making
from farmtable.arena.dataset.check import check
from farmtable.arena.dataset.make import make, told
from farmtable.arena.dataset.plan import Dataset, read_plan
from farmtable.arena.play import Setting, play_games
from farmtable.core import CHANCE, OVER, sample_chance
from tests.cli.conftest import Run, run

__all__ = ["run"]

SMALL = Dataset.of("market_day", 2, ("greedy", "random"), games=5, seed=3, shard=2)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dataset")
    assert make(SMALL, folder, workers=1) == 5
    return folder


def wrongs(folder: Path) -> list[str]:
    return [finding.what for finding in check(folder) if not finding.right]


@pytest.mark.parametrize("game", farmtable.games())
def test_a_dataset_of_every_game_is_right(game: str, tmp_path: Path) -> None:
    make(Dataset.of(game, 2, ("random",), games=1, seed=1), tmp_path, workers=1)
    assert wrongs(tmp_path) == []


def test_the_games_are_those_of_simulate(whole: Path) -> None:
    games = pl.read_parquet(whole / "games-*.parquet")
    played = list(play_games(Setting.of("market_day", 2, ("greedy", "random"), 3), range(5)))
    assert games["scores"].to_list() == [list(one.scores) for one in played]
    assert games["decisions"].to_list() == [one.decisions for one in played]


def test_whoever_makes_it_makes_the_same(whole: Path, tmp_path: Path) -> None:
    make(SMALL, tmp_path, workers=2)
    for kind in ("games", "decisions"):
        files = sorted(path.name for path in whole.glob(f"{kind}-*"))
        assert files == sorted(path.name for path in tmp_path.glob(f"{kind}-*"))
        assert len(files) == 3
        for name in files:
            assert pl.read_parquet(whole / name).equals(pl.read_parquet(tmp_path / name))
    assert (whole / "README.md").read_text() == (tmp_path / "README.md").read_text()


@pytest.mark.parametrize("game", farmtable.games())
def test_a_row_holds_nothing_that_its_seat_may_not_know(game: str) -> None:
    """Positions that differ only in what is hidden from the seat give equal rows."""
    state, rng = farmtable.game(game).new(2), Rng(game)
    decided = 0
    while state.to_play != OVER and decided < 60:
        legal = state.legal_actions()
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
            continue
        decided += 1
        action = legal[rng.below(len(legal))]
        if decided % 12 == 0:
            seat = state.to_play
            other = state.seen_by(seat).determinize(rng)
            mine, same = (told(one.seen_by(seat), action, text=True) for one in (state, other))
            assert np.array_equal(mine.pop("observation"), same.pop("observation"))
            assert mine == same
        state.apply(action)


def test_it_goes_on_where_it_was_stopped(whole: Path, tmp_path: Path) -> None:
    assert make(SMALL, tmp_path, workers=1, stop=lambda: len(list(tmp_path.glob("games-*"))) >= 1) == 2
    assert not (tmp_path / "README.md").exists(), "the card comes when all is there"
    assert any("missing" in wrong for wrong in wrongs(tmp_path))
    (tmp_path / "decisions-00000002.parquet.part").write_bytes(b"torn")
    first = (tmp_path / "games-00000000.parquet").stat().st_mtime_ns
    assert make(SMALL, tmp_path, workers=1) == 5
    assert (tmp_path / "games-00000000.parquet").stat().st_mtime_ns == first, (
        "what is there is not made again"
    )
    assert wrongs(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_who_is_killed_leaves_whole_files_alone(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "farmtable",
        "dataset",
        "market_day",
        "-n",
        "2000",
        "--games-a-file",
        "5",
    ]
    process = subprocess.Popen([*command, "--workers", "2", "--out", str(tmp_path)], start_new_session=True)
    deadline = time.monotonic() + 60
    while len(list(tmp_path.glob("games-*.parquet"))) < 3 and time.monotonic() < deadline:
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    files = list(tmp_path.glob("*.parquet"))
    assert len(files) >= 6
    for file in files:
        assert pl.read_parquet(file).height > 0


def test_a_folder_with_something_else_is_refused(whole: Path, tmp_path: Path) -> None:
    other = Dataset.of("market_day", 2, ("greedy", "random"), games=6, seed=3, shard=2)
    with pytest.raises(BadOption, match="has another dataset, with games 5 and not 6"):
        make(other, whole)
    with pytest.raises(BadRecord, match="is no dataset"):
        list(check(tmp_path))
    with pytest.raises(BadOption, match="at least one game"):
        Dataset.of("market_day", games=0)


def test_one_at_a_time_makes_it(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(file: int, refusal: str) -> None:
        raise BadOption(refusal)

    monkeypatch.setattr(making, "lock", busy)
    with pytest.raises(BadOption, match="is being made"):
        make(SMALL, whole)


def changed(column: str, value: Callable[[pl.DataFrame], pl.Expr]) -> Callable[[Path], None]:
    """Spoil one column of the first file that has it."""

    def spoil(folder: Path) -> None:
        kinds = ("decisions", "games") if column != "scores" else ("games",)
        file = folder / f"{kinds[0]}-00000000.parquet"
        frame = pl.read_parquet(file)
        frame.with_columns(value(frame).cast(frame.schema[column]).alias(column)).write_parquet(file)

    return spoil


def torn(folder: Path) -> None:
    file = folder / "decisions-00000002.parquet"
    file.write_bytes(file.read_bytes()[:-100])


def gone(folder: Path) -> None:
    (folder / "games-00000002.parquet").unlink()


def fewer(folder: Path) -> None:
    file = folder / "decisions-00000000.parquet"
    pl.read_parquet(file).slice(1).write_parquet(file)


def without_text(folder: Path) -> None:
    file = folder / "decisions-00000000.parquet"
    pl.read_parquet(file).drop("text").write_parquet(file)


def half_written(folder: Path) -> None:
    (folder / "games-00000009.parquet.part").write_bytes(b"")


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (torn, "decisions-00000002|games-00000002"),
        (gone, "1 files are missing, as games-00000002.parquet"),
        (fewer, "decisions are missing"),
        (without_text, "its columns are"),
        (half_written, "half-written"),
        (changed("action", lambda frame: pl.lit(99)), "not among the legal ones"),
        (changed("score", lambda frame: pl.col("score") + 1), "not that of the game"),
        (changed("win", lambda frame: 1 - pl.col("win")), "not that of the game"),
        (changed("scores", lambda frame: pl.col("scores").list.reverse()), "not that of the game"),
        (changed("text", lambda frame: pl.lit("all is well")), "text is not what its seat had"),
        (changed("words", lambda frame: pl.lit(None)), "words is not what its seat had"),
    ],
)
def test_the_check_finds_what_is_wrong(
    spoil: Callable[[Path], None], why: str, whole: Path, tmp_path: Path
) -> None:
    for file in whole.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    spoil(tmp_path)
    assert any(part in wrong for wrong in wrongs(tmp_path) for part in why.split("|"))


def test_the_card_and_the_plan_tell_all_columns(whole: Path) -> None:
    card = (whole / "README.md").read_text()
    for kind in ("games", "decisions"):
        for column in pl.read_parquet_schema(whole / f"{kind}-00000000.parquet"):
            assert f"| `{column}` |" in card
    plan: dict[str, Any] = json.loads((whole / "dataset.json").read_text())
    assert plan == read_plan(whole)
    assert plan["num_actions"] == 7


def test_a_folder_may_have_any_name(run: Run, tmp_path: Path) -> None:
    """Brackets are no pattern, and no markup of what is told."""
    folder = tmp_path / "lr[0.1]" / "[red]*"
    told = run("dataset", "market_day", "-n", 2, "--workers", 1, "--no-text", "--out", folder)
    assert (told.code, told.err) == (0, "")
    assert told.out.startswith(f"{folder} has 2 games;")
    assert run("dataset", "check", folder).code == 0
