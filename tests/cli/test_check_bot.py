"""The command `check-bot`: what it says of programs that keep to the protocol, and of those that do not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Run

ROOT = Path(__file__).parents[2]
GOOD = f"{sys.executable} {ROOT / 'examples' / 'bots' / 'first_bot.py'}"
UNRULY = f"{sys.executable} {ROOT / 'tests' / 'bots' / 'unruly.py'}"


def test_a_good_bot_is_right_in_every_game(run: Run) -> None:
    answer = run("check-bot", GOOD)
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert all(line.startswith("right  ") for line in lines)
    for game in ("aehre", "agricola", "market_day", "mi_tierra"):
        assert sum(line.startswith(f"right  {game}: ") for line in lines) == 1


def test_what_is_wrong_is_said(run: Run) -> None:
    answer = run("check-bot", f"stdio:time=1:{UNRULY} dies", "--game", "market_day", "--json")
    assert answer.code == 1
    findings = json.loads(answer.out)
    assert [finding["right"] for finding in findings] == [True, False, True, False]
    assert "I have had enough" in findings[1]["what"]
    assert "decisions were lost" in findings[3]["what"]
    wrong = run("check-bot", f"{UNRULY} twice", "--game", "market_day")
    assert wrong.code == 1
    assert "answers came to what was no longer asked" in wrong.out
    assert "WRONG  hello: " in run("check-bot", f"{sys.executable} -c pass", "--game", "market_day").out


def test_bad_input_is_told(run: Run) -> None:
    assert run("check-bot").code == 2
    assert (
        run("check-bot", "./no_such_bot").err
        == "farmtable: there is no program './no_such_bot' that can be run\n"
    )
    assert run("check-bot", GOOD, "--game", "chess").code == 2


def test_the_schema_is_printed(run: Run) -> None:
    assert "new_game" in json.loads(run("check-bot", "--schema").out)["$defs"]


def test_programs_are_bots_wherever_bots_are_named(run: Run, tmp_path: Path) -> None:
    bots = f"stdio:{GOOD},random"
    simulated = run("simulate", "market_day", "--bots", bots, "-n", 4, "--workers", 2, "--json")
    assert simulated.code == 0, simulated.err
    assert json.loads(simulated.out)["seats"][0]["bot"] == f"stdio:{GOOD}"
    reported = run(
        *("report", "market_day", "--bots", bots, "-n", 2, "--workers", 1, "--out", tmp_path, "--json")
    )
    assert reported.code == 0, reported.err
    held = run(
        *(
            "tournament",
            "market_day",
            "--bots",
            bots,
            "-n",
            2,
            "--workers",
            1,
            "--out",
            tmp_path / "t",
            "--json",
        )
    )
    assert held.code == 0, held.err


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_no_program_is_left_when_a_simulation_is_stopped(tmp_path: Path) -> None:
    """Not even one that never comes back to read that its input has ended."""
    pids = tmp_path / "pids"
    stuck = tmp_path / "stuck.py"
    stuck.write_text(
        f"import runpy, os\nopen({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        f"runpy.run_path({str(ROOT / 'tests' / 'bots' / 'unruly.py')!r})\n"
    )
    bots = f"stdio:time=300:{sys.executable} {stuck} late,random"
    command = [sys.executable, "-m", "farmtable", "simulate", "market_day", "-n", "50", "--bots", bots]
    process = subprocess.Popen(
        [*command, "--workers", "2"], stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    deadline = time.monotonic() + 60
    while (not pids.exists() or pids.read_text().count("\n") < 2) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)
    started = [int(line) for line in pids.read_text().splitlines()]
    assert len(started) >= 2
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
