"""The command `report`: the page and its tables, and one sentence for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_a_page_and_its_tables(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "told"
    answer = run("report", "market_day", "-p", 3, "-n", 12, "--bots", "greedy", "--workers", 1, "--out", out)
    assert answer.code == 0
    assert "victories of seat 3" in answer.out
    assert "index.html" in answer.out
    data = json.loads((out / "report.json").read_text())
    assert (data["game"], data["players"], data["games"]) == ("market_day", 3, 12)
    assert "Market Day" in (out / "index.html").read_text()


def test_json_for_programs(run: Run, tmp_path: Path) -> None:
    arguments = ("report", "market_day", "-n", 3, "--bots", "random", "--workers", 1)
    answer = run(*arguments, "--out", tmp_path, "--json")
    data = json.loads(answer.out)
    assert data.pop("folder") == str(tmp_path)
    assert data == json.loads((tmp_path / "report.json").read_text())


def test_what_is_wrong_is_said(run: Run, tmp_path: Path) -> None:
    for arguments, said in (
        (("chess",), "there is no game 'chess'"),
        (("market_day", "-n", 0), "at least one game must be played, not 0"),
        (("market_day", "--bots", "clever"), "there is no bot 'clever'"),
    ):
        answer = run("report", *arguments, "--out", tmp_path / "none")
        assert (answer.code, answer.out) == (2, "")
        assert said in answer.err
    assert not (tmp_path / "none").exists()
