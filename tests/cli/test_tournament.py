"""The command `tournament`: what it shows and writes, and that no interruption costs finished games."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from farmtable.arena.ledger import Ledger, TournamentGame
from tests.cli.conftest import Run

COMMAND = [sys.executable, "-m", "farmtable", "tournament", "market_day", "--bots", "greedy,random"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")


def begun(out: Path, workers: int) -> subprocess.Popen[str]:
    """A tournament that will not end, in a process group of its own, of which some games are finished."""
    process = subprocess.Popen(
        [*COMMAND, "-n", "200000", "--workers", str(workers), "--out", str(out), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not finished(out) and time.monotonic() < deadline:
        time.sleep(0.02)
    return process


def finished(out: Path) -> int:
    file = out / "games.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def results(out: Path) -> list[dict[str, Any]]:
    """The games in the folder, without their times, in order."""
    lines = [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]
    for line in lines:
        del line["clocks"]
    return sorted(lines, key=lambda line: (line["deal"], line["seats"]))


def test_it_shows_ratings_and_who_beats_whom(run: Run, tmp_path: Path) -> None:
    arguments = ["market_day", "--bots", "greedy,random", "-n", 20, "--workers", 1, "--out", tmp_path]
    answer = run("tournament", *arguments)
    assert (answer.code, answer.err) == (0, "")
    assert "market_day: 20 games of 2" in answer.out
    assert "greedy is 0" in answer.out
    assert "Ahead of the bot of the column" in " ".join(answer.out.split())
    assert "Victories alone" not in answer.out
    assert str(tmp_path / "index.html") in answer.out.replace("\n", "")
    assert "<h2>Ratings</h2>" in (tmp_path / "index.html").read_text(encoding="utf-8")
    for name, rows in (("games", 40), ("bots", 2), ("pairings", 2)):
        assert pl.read_parquet(tmp_path / f"{name}.parquet").height == rows
    again = run("tournament", *arguments, "--json")
    assert json.loads(again.out)["games"] == 20
    assert json.loads(again.out)["folder"] == str(tmp_path)
    three = run("tournament", *arguments[:-1], tmp_path / "three", "-p", 3)
    assert "Victories alone among the bot of the column" in " ".join(three.out.split())


def test_intervals_are_shown_where_there_are_deals_enough_for_them(run: Run, tmp_path: Path) -> None:
    shared = ("tournament", "market_day", "--bots", "greedy,random", "--workers", 1, "--out", tmp_path)
    few, enough = (" ".join(run(*shared, "-n", games).out.split()) for games in (14, 16))
    assert "stand where there are at least 8" in few
    assert few.count("7 deals") == 2
    assert "…" not in few
    assert "at least 8" not in enough
    assert "…" in enough


def test_the_folder_is_named_after_the_tournament(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for games in (2, 4):
        answer = run("tournament", "market_day", "--bots", "greedy,random", "-n", games, "--workers", 1)
        assert answer.code == 0
    (folder,) = (tmp_path / "tournaments").iterdir()
    assert folder.name.startswith("market_day-2-")
    assert finished(folder) == 4


@posix
@pytest.mark.parametrize("workers", [1, 2])
def test_a_kill_in_the_middle_loses_no_finished_game(run: Run, tmp_path: Path, workers: int) -> None:
    out, straight = tmp_path / "killed", tmp_path / "straight"
    process = begun(out, workers)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    before = finished(out)
    assert before > 0
    shared = ["market_day", "--bots", "greedy,random", "-n", before + 10, "--workers", 1]
    assert run("tournament", *shared, "--out", out).code == 0
    assert run("tournament", *shared, "--out", straight).code == 0
    assert [one for one in results(out) if one in results(straight)] == results(straight)
    assert (out / "games.jsonl").read_bytes().count(b'"deal":0,') == 2  # none was played again


@posix
def test_ctrl_c_keeps_what_is_finished_and_says_how_to_go_on(run: Run, tmp_path: Path) -> None:
    process = begun(tmp_path, 2)
    os.killpg(process.pid, signal.SIGINT)
    printed, remarks = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in remarks
    told = " ".join(remarks.split())
    assert "of 200000 games are finished. What is finished is kept in" in told
    assert "the same command goes on" in told
    summary = json.loads(printed)
    assert summary["games"] == finished(tmp_path) < summary["games_planned"] == 200_000
    assert (tmp_path / "index.html").exists()
    more = finished(tmp_path) + 2
    arguments = ["market_day", "--bots", "greedy,random", "-n", more, "--workers", 1, "--out", tmp_path]
    assert json.loads(run("tournament", *arguments, "--json").out)["games"] == more


def test_a_full_disk_is_told_in_one_line_that_says_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Ledger.add

    def full(ledger: Ledger, game: TournamentGame) -> None:
        if len(ledger.added) == 3:
            raise OSError(errno.ENOSPC, "No space left on device", str(tmp_path / "games.jsonl"))
        add(ledger, game)

    monkeypatch.setattr(Ledger, "add", full)
    arguments = ("tournament", "market_day", "--bots", "greedy,random", "--workers", 1, "--out", tmp_path)
    told = run(*arguments)
    assert (told.code, told.out) == (1, "")
    file = tmp_path / "games.jsonl"
    goes_on = "what is finished is kept, and the same command goes on"
    assert told.err == f"farmtable: {file}: No space left on device; {goes_on}\n"
    assert finished(tmp_path) == 3
    monkeypatch.undo()
    assert run(*arguments, "-n", 6).code == 0
    assert finished(tmp_path) == 6


@posix
def test_ctrl_c_twice_ends_at_once(tmp_path: Path) -> None:
    sleeper = tmp_path / "sleeper.py"
    sleeper.write_text(
        "import time\n"
        "from pathlib import Path\n"
        "from farmtable.bots import Bot\n"
        "class Sleeper(Bot):\n"
        "    def choose(self, seen):\n"
        "        Path('asleep').touch()\n"
        "        time.sleep(3600)\n"
    )
    process = subprocess.Popen(
        [*COMMAND[:-1], "sleeper:Sleeper,random", "-n", "2", "--workers", "1", "--out", "results"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    deadline = time.monotonic() + 60
    while not (tmp_path / "asleep").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    time.sleep(0.2)  # two signals at once may arrive as one
    process.send_signal(signal.SIGINT)
    _, remarks = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in remarks
    assert "the same command goes on" in " ".join(remarks.split())
