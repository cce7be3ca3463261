"""The command `evaluate`: what it shows and writes; and a language model as a bot, from prompt to result."""

from __future__ import annotations

import errno
import json
import sys
from pathlib import Path

import pytest

from farmtable import Record
from farmtable.arena.evaluation import Evaluation, Measured
from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
MODEL_BOT = ROOT / "examples" / "bots" / "model_bot.py"


def test_it_shows_a_table_and_writes_json_and_records(run: Run, tmp_path: Path) -> None:
    out, records = tmp_path / "result.json", tmp_path / "records"
    answer = run(
        *("evaluate", "market_day", "--bot", "greedy", "--opponents", "random", "-n", 2, "--workers", 1),
        *("--out", out, "--records", records),
    )
    assert answer.code == 0
    assert "victories" in answer.out
    told = json.loads(out.read_text())
    assert told["games"] == len(told["played"]) == 4
    assert [game["seat"] for game in told["played"]] == [1, 2, 1, 2]
    assert [Record.load(file).verify().to_play for file in records.iterdir()] == [-2] * 4
    more = run(
        *("evaluate", "market_day", "--bot", "greedy", "--opponents", "random", "-n", 3, "--workers", 1),
        *("--out", out, "--json"),
    )
    assert json.loads(more.out)["games"] == 6
    assert json.loads(out.read_text())["played"][:4] == told["played"]


def test_a_record_without_room_costs_no_result(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a model was paid for is kept, whatever happens a moment later."""
    saved: list[Measured] = []

    def full(planned: Evaluation, measured: Measured, folder: Path) -> None:
        saved.append(measured)
        if len(saved) == 3:
            raise OSError(errno.ENOSPC, "No space left on device", str(folder / "third.json"))

    monkeypatch.setattr("farmtable.cli.evaluate._save_record", full)
    out = tmp_path / "result.json"
    told = run(
        *("evaluate", "market_day", "--bot", "greedy", "-n", 2, "--workers", 1),
        *("--out", out, "--records", tmp_path / "records"),
    )
    assert (told.code, len(told.err.splitlines())) == (1, 1)
    assert "third.json: No space left on device" in told.err
    assert json.loads(out.read_text())["games"] == 3


def test_intervals_are_shown_where_there_are_deals_enough_for_them(run: Run) -> None:
    shared = ("evaluate", "market_day", "--bot", "greedy", "--opponents", "random", "--workers", 1)
    few, enough = (" ".join(run(*shared, "-n", deals).out.split()) for deals in (7, 8))
    assert "±" not in few
    assert "7 deals: too few for intervals" in few
    assert enough.count("±") == 4  # score, margin and the scores of two seats
    assert "95 % intervals, by 8 deals" in enough


def test_bad_input_is_told(run: Run, tmp_path: Path) -> None:
    assert run("evaluate", "market_day", "--bot", "nobody").code == 2
    assert "one bot is measured at a time" in run("evaluate", "market_day", "--bot", "greedy,random").err
    alone = run("evaluate", "agricola", "-p", 1, "--bot", "random", "-n", 1, "--workers", 1, "--json")
    assert json.loads(alone.out)["margin"] is None
    answer = run("evaluate", "market_day", "--bot", "greedy", "--out", tmp_path / "no" / "x.json")
    assert answer.code == 2


def test_a_language_model_is_measured_without_a_list_of_actions(run: Run, tmp_path: Path) -> None:
    """The model here takes a crate once it has been told to, and answers nonsense before."""
    model = tmp_path / "model.py"
    model.write_text(
        "import pathlib, sys\n"
        "prompt = sys.stdin.read()\n"
        "asked = pathlib.Path(sys.argv[1])\n"
        "(asked / str(len(list(asked.iterdir())))).write_text(prompt)\n"
        "print('I think.\\n')\n"
        "print('`take from bag`' if 'Take a crate first' in prompt else '`keep`')\n"
    )
    asked = tmp_path / "asked"
    asked.mkdir()
    bot = f"stdio:{sys.executable} {MODEL_BOT} {sys.executable} {model} {asked}"
    answer = run("evaluate", "market_day", "--bot", bot, "-n", 1, "--workers", 1, "--json")
    assert answer.code == 0, answer.err
    told = json.loads(answer.out)
    assert told["lost"] == {}
    assert 0 < told["illegal"] < told["decisions"]
    assert told["tokens"]["input"] > 100
    assert told["remarks"][0] == "refused: Take a crate first. (M2, a turn)"
    prompts = [file.read_text() for file in asked.iterdir()]
    assert len(prompts) == told["decisions"] + told["illegal"]
    for always in ("# Market Day", "like these: take from stall; take from bag; keep; sell ", "\ncellars: ["):
        assert all(always in prompt for prompt in prompts)
    assert any("seat 2 takes " in prompt for prompt in prompts), "what the others did"
    assert not any('"legal"' in prompt for prompt in prompts)
