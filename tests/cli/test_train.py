"""`farmtable train`: what it says while it learns, and who is refused."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from farmtable.arena.files import lock
from farmtable.cli.train import _table
from farmtable.training import Generation, Training, read_recipe
from farmtable.training.run import LOCK
from tests.cli.conftest import Run

SMALL = 'game = "market_day"\nplayers = [2, 3]\ngames = 4\npositions = 4\nwidth = 8\npasses = 1\ntrials = 2\n'


def test_strength_is_told_beside_par_and_nobody_else_goes_on_meanwhile(run: Run, tmp_path: Path) -> None:
    file, out = tmp_path / "small.toml", tmp_path / "out"
    file.write_text(f"{SMALL}generations = 1\n", encoding="utf-8")
    first = run("train", file, "--workers", 1, "--out", out)
    assert first.code == 0
    assert "against greedy (par 42%)" in " ".join(first.err.split())
    assert "Going on" not in first.err
    file.write_text(f"{SMALL}generations = 2\n", encoding="utf-8")
    pytest.importorskip("fcntl")
    with (out / LOCK).open("ab") as held:
        lock(held.fileno(), "")
        second = run("train", file, "--workers", 1, "--out", out)
    assert second.code != 0
    assert " ".join(second.err.split()) == f"farmtable: a training is being carried out in {out} already"
    assert "Going on after generation 1." in run("train", file, "--workers", 1, "--out", out).err


def test_neither_heads_nor_numbers_of_the_table_are_cut_in_80_columns(tmp_path: Path) -> None:
    file = tmp_path / "small.toml"
    file.write_text(SMALL, encoding="utf-8")
    training = Training(read_recipe(file), tmp_path / "out", "small")
    training.log.append(Generation(12, 1_234_567, 123.4, 0.123, 0.456, None, 0.5, 1.0, 0.98, 123_456.0))
    Console(width=80, file=(told := StringIO())).print(_table(training))
    for word in ("Generation", "Positions", "Held", "greedy", "before", "Seconds", "1,234,567", "123456"):
        assert word in told.getvalue().split(), told.getvalue()
