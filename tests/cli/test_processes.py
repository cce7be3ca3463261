"""The command as people run it: a process with signals and pipes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from farmtable.tables import Tables

COMMAND = [sys.executable, "-m", "farmtable"]


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_finished_games(tmp_path: Path, workers: int) -> None:
    out, records = tmp_path / "games.csv", tmp_path / "records"
    arguments = f"simulate market_day -n 1000000 --workers {workers} --json --out {out} --records {records}"
    process = subprocess.Popen(
        [*COMMAND, *arguments.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a process group of its own: Ctrl-C reaches the workers, too
    )
    deadline = time.monotonic() + 30
    while not list(records.glob("*.json")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    printed, remarks = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "of 1000000 games are finished" in remarks
    assert "Traceback" not in remarks
    games = json.loads(printed)["games"]
    assert pl.read_csv(out)["game"].n_unique() == games == len(list(records.glob("*.json")))


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_ctrl_c_while_a_command_is_being_loaded_is_no_error(tmp_path: Path) -> None:
    """It takes a moment, in which people think better of it."""
    (tmp_path / "typer.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    ended = subprocess.run(
        [*COMMAND, "games"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")


@pytest.mark.parametrize("arguments", ["rules market_day", "games", "simulate market_day -n 1"])
def test_a_reader_who_has_enough_is_no_error(arguments: str) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = subprocess.Popen(
        [*COMMAND, *arguments.split()], stdout=write_end, stderr=subprocess.PIPE, text=True
    )
    os.close(write_end)
    _, remarks = process.communicate(timeout=30)
    assert remarks == ""


def test_a_bot_of_ones_own_lies_where_one_works(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from farmtable.bots import Bot\n"
        "class First(Bot):\n"
        "    def choose(self, seen):\n"
        "        return seen.legal_actions()[0]\n"
    )
    answer = subprocess.run(
        [*COMMAND, "simulate", "market_day", "-n", "20", "--bots", "mine:First,random", "--workers", "2"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert "mine:First" in answer.stdout


def test_a_command_loads_only_what_it_needs() -> None:
    """Each of these takes longer to load than all the rest of the command line."""
    heavy = ("fastapi", "matplotlib", "numpy", "polars", "pyarrow", "ray", "sqlalchemy", "torch")
    code = f"import sys, farmtable.cli.app; print(*[name for name in {heavy} if name in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout == "\n"


@pytest.mark.skipif(os.name != "posix", reason="a shell's redirections")
@pytest.mark.parametrize("arguments", ["games", "simulate market_day -n 1 --workers 1"])
def test_a_closed_output_is_no_error(arguments: str) -> None:
    command = f"{sys.executable} -m farmtable {arguments} >&-"
    ended = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="a shell's redirections")
def test_who_cannot_be_asked_for_a_closed_input_is_told_so(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.sqlite"
    tables = Tables(url)
    tables.people.sign_up("Anna", "a long password", "127.0.0.1")
    tables.close()
    command = f"{sys.executable} -m farmtable admin forget Anna --db {url} <&-"
    ended = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    said = "farmtable: nobody is there to answer; --yes goes on without asking"
    assert (ended.returncode, ended.stderr.strip()) == (2, said)


@pytest.mark.parametrize("arguments", ["games", "simulate market_day -n 1 --workers 1"])
@pytest.mark.parametrize(
    "encoding", [{"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_an_output_that_lacks_a_character_shows_the_others(arguments: str, encoding: dict[str, str]) -> None:
    ended = subprocess.run(
        [*COMMAND, *arguments.split()],
        env={**os.environ, "LC_ALL": "C", **encoding},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"arket" in ended.stdout
    assert b"?" in ended.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")
def test_an_output_without_room_is_told_in_one_sentence() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [*COMMAND, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert ended.stderr.splitlines()[0] == "farmtable: No space left on device"
    assert ended.returncode == 1
