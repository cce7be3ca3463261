"""`farmtable train`: what it says while it learns, and who is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from farmtable.arena.files import lock
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
