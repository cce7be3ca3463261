"""The command `check`: promise by promise what held, and of a broken one all that is needed to mend it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from farmtable.core import Record, entries
from tests.cli.conftest import Run

TELLING = """
from farmtable import Text
from tests.core import sealed_bids


class Telling(sealed_bids.SealedBids):
    def tell(self, action, seat):
        return [Text("A bid of {n}.", n=action)]


class TellingGame(sealed_bids.SealedBidsGame):
    world = Telling
    id = "telling"


GAME = TellingGame()
CLASS = TellingGame
"""


BROKEN = """
from farmtable.fields import PlainWorld
from tests.core import sealed_bids


class Broken(sealed_bids.SealedBids):
    METHOD


class BrokenGame(sealed_bids.SealedBidsGame):
    world = Broken
    id = "broken"


GAME = BrokenGame()
"""


@pytest.fixture(autouse=True)
def nothing_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is tried here is known to no other test."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    before = dict(entries.announced())
    yield
    entries.announced().clear()
    entries.announced().update(before)
    entries.load.cache_clear()


@pytest.fixture
def telling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in a file, not installed, that tells everybody what was bid."""
    file = tmp_path / "telling_game.py"
    file.write_text(TELLING)
    monkeypatch.chdir(tmp_path)
    return file


def test_every_promise_is_told(run: Run) -> None:
    told = run("check", "market_day", "--games", 1, "--every", 20)
    assert (told.code, told.err) == (0, "")
    assert "Market Day: every promise held" in told.out
    assert "2 seats" in told.out
    assert "4 seats" in told.out
    assert told.out.count(" ×") == 30, told.out


def test_counts_are_whole_however_many_seats_there_are(run: Run) -> None:
    told = run("check", "aehre", "--games", 1, "--every", 50)
    assert told.code == 0, told.err
    assert "…" not in told.out


def test_a_game_is_checked_before_it_is_installed(run: Run) -> None:
    file = Path(__file__).parents[1] / "core" / "sealed_bids.py"
    told = run("check", f"{file}:GAME", "--players", 2)
    assert told.code == 0, told.err
    assert "Sealed bids: every promise held" in told.out


def test_a_broken_promise_is_told_in_few_lines_with_its_record(run: Run, telling: Path) -> None:
    told = run("check", "telling_game.py:GAME", "--seed", 4, "--every", 1)
    assert told.code == 1
    (row,) = [line for line in told.out.splitlines() if "broken" in line and "promise" not in line]
    assert row.startswith("the log tells only what is seen")
    lines = told.err.splitlines()
    assert lines[0] == "farmtable: the log tells only what is seen: no"
    assert "the log tells seat" in lines[1]
    again = "farmtable check telling_game.py:GAME --players=2 --seed=4 --games=3 --every=1"
    assert lines[-1] == f"  again: {again}"
    assert len(lines) <= 6
    assert Record.load("telling-broken.json").game_id == "telling"


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("no_such_file.py:GAME", "there is no file no_such_file.py"),
        ("telling_game.py:NONE", "AttributeError"),
        ("telling_game.py:CLASS", "GAME = TellingGame()"),
        ("telling_game.py:Text", "is not a farmtable Game"),
        ("telling_game.py", "name the game in the file, too: telling_game.py:GAME"),
        ("telling_game.py:", "module:NAME or path/to/file.py:NAME"),
        ("market_day", "at least 1"),
    ],
)
def test_what_is_no_game_is_said(run: Run, telling: Path, where: str, said: str) -> None:
    told = run("check", where, *(("--games", 0) if where == "market_day" else ()))
    assert told.code == 2
    assert said in told.err
    assert told.err.count("\n") == 1


def broken_in(folder: Path, module: str, method: str) -> str:
    """A file there with the game of bids, in which one method is another."""
    (folder / f"{module}.py").write_text(BROKEN.replace("METHOD", method))
    return f"{module}.py:GAME"


def test_what_is_no_notation_is_told_as_it_is(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another promise is broken first, the course of the game is told with it."""
    monkeypatch.chdir(tmp_path)
    mute = "describe = lambda self, action: action; possible = lambda self: [] if self.round else range(5)"
    told = run("check", broken_in(tmp_path, "game_mute", mute), "--players", 2, "--every", 1000)
    assert told.code == 1
    assert "after 2 actions: " in told.err


def test_it_is_said_after_which_actions_a_game_cannot_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And not that copies are not whole at the beginning, where it was first played on with one."""
    monkeypatch.chdir(tmp_path)
    stuck = "possible = lambda self: [] if self.round else range(5)"
    told = run("check", broken_in(tmp_path, "game_stuck", stuck), "--players", 2)
    lines = told.err.splitlines()
    assert lines[0] == "farmtable: a random game comes to its end: no"
    assert "State.legal_actions is empty" in lines[1]
    assert lines[2].startswith("  after 2 actions: bid ")
    assert len(Record.load("broken-broken.json").actions) == 2


def test_a_method_that_is_left_out_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(
        "check", broken_in(tmp_path, "game_without_scores", "scores = PlainWorld.scores"), "--players", 2
    )
    assert "the game gives no scores" in told.err


def test_what_is_broken_is_told_where_nothing_can_be_written(run: Run, telling: Path) -> None:
    told = run("check", "telling_game.py:GAME", "--record", "no_folder/game.json")
    assert "the log tells only what is seen: no" in told.err
    assert "could not be saved: no_folder/game.json: No such file" in told.err
