"""Mistakes of those who write games and bots of their own: told in a few lines, with their place."""

from __future__ import annotations

import linecache
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.core.installed import installed

SPOILED = """
from tests.core import sealed_bids


class Spoiled(sealed_bids.SealedBids):
    def clone(self):
        return self.twin()

    def twin(self):
        return self.none_such


class SpoiledGame(sealed_bids.SealedBidsGame):
    world = Spoiled
    id = "spoiled"


GAME = SpoiledGame()
"""


@pytest.fixture
def spoiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "spoiled_at_play.py").write_text(SPOILED)
    monkeypatch.syspath_prepend(tmp_path)
    return "spoiled_at_play:GAME"


def test_a_game_that_fails_is_told_in_a_few_lines(run: Run, spoiled: str) -> None:
    with installed("spoiled", spoiled):
        told = run("simulate", "spoiled", "--games", 1, "--workers", 1)
    assert told.code == 1
    lines = told.err.splitlines()
    assert lines[0] == "farmtable: AttributeError: 'Spoiled' object has no attribute 'none_such'"
    assert lines[-2].endswith("spoiled_at_play.py, line 10, in twin: return self.none_such")
    assert len(lines) <= 5


def test_all_of_it_is_told_on_request(run: Run, spoiled: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FARMTABLE_TRACEBACK", "1")
    with installed("spoiled", spoiled), pytest.raises(AttributeError):
        run("simulate", "spoiled", "--games", 1, "--workers", 1)


def test_a_mistake_of_the_house_keeps_its_traceback(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmtable.cli.games.stdout", None)
    with pytest.raises(TypeError):
        run("games")


def test_games_are_listed_beside_one_that_cannot_be_loaded(run: Run) -> None:
    with installed("gone", "no_such_module:GAME"):
        told = run("games")
    assert told.code == 0
    assert "market_day" in told.out
    assert told.err.count("\n") == 1
    assert "the game 'gone' is announced but cannot be loaded" in told.err


BOTS = """
import sys
from farmtable.bots import Bot


class SaysNothing(Bot):
    def choose(self, seen):
        pass


class SaysWords(Bot):
    def choose(self, seen):
        return seen.describe(seen.legal_actions()[0])


class SaysTooMuch(Bot):
    def choose(self, seen):
        return 99999


class HasNoStream(Bot):
    def __init__(self):
        pass

    def choose(self, seen):
        return seen.legal_actions()[0]


class ChoosesNothing(Bot):
    pass


class SeesNothing(Bot):
    def choose(self):
        return 0


class Leaves(Bot):
    def choose(self, seen):
        sys.exit(5)
"""


@pytest.mark.parametrize(
    ("bot", "code", "said"),
    [
        ("SaysNothing", 2, "at seat 1 of game 0 chose None, and an action is a whole number"),
        ("SaysWords", 2, "at seat 1 of game 0 chose 'take from bag', and an action is a whole number"),
        ("SaysTooMuch", 2, "at seat 1 of game 0 chose action 99999, which is not allowed: There is no such"),
        ("HasNoStream", 2, "it needs __init__(self, rng), or none"),
        ("ChoosesNothing", 2, "needs a method choose(self, seen) that returns one of its legal actions"),
        ("SeesNothing", 2, "needs a method choose(self, seen) that returns one of its legal actions"),
        ("Leaves", 1, "sys.exit(5)"),
    ],
)
def test_a_mistake_in_a_bot_of_ones_own_is_told_in_a_few_lines(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, code: int, said: str
) -> None:
    (tmp_path / "mistaken_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    told = run(*f"simulate market_day -n 2 --bots mistaken_bots:{bot} --workers 1".split())
    assert told.code == code
    assert said in told.err
    assert "(-" not in told.err
    assert told.err.startswith("farmtable: ")
    assert len(told.err.splitlines()) <= 4
    if code == 2:
        assert f"mistaken_bots:{bot}" in told.err
    else:
        assert "mistaken_bots.py, line 40, in choose: sys.exit(5)" in told.err


def test_a_bot_that_ends_the_program_ends_no_worker(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mistaken_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    told = run("simulate", "market_day", "--bots", "mistaken_bots:Leaves", "--workers", 2)
    assert told.code == 1
    assert "sys.exit(5)" in told.err
    assert "died" not in told.err


@pytest.mark.parametrize(
    ("module", "said", "place"),
    [
        ("def choose(:\n", "SyntaxError: ", "spoiled_bot.py, line 1, in the module: def choose(:"),
        ("import sys\nsys.exit(5)\n", "ended by sys.exit(5)", "spoiled_bot.py, line 2, in <module>"),
        ("x = None\nx.y\n", "AttributeError: ", "spoiled_bot.py, line 2, in <module>: x.y"),
    ],
)
def test_a_module_of_bots_that_cannot_be_read_is_told_with_its_place(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, said: str, place: str
) -> None:
    (tmp_path / "spoiled_bot.py").write_text(module)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "spoiled_bot", raising=False)
    linecache.checkcache()
    told = run("simulate", "market_day", "--bots", "spoiled_bot:Mine", "--workers", 1)
    assert told.code == 1
    assert said in told.err
    assert place in told.err
    assert len(told.err.splitlines()) <= 4


def test_what_is_no_number_counts_as_an_illegal_answer(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mistaken_bots.py").write_text(BOTS)
    monkeypatch.syspath_prepend(tmp_path)
    told = run(
        "evaluate", "market_day", "--bot", "mistaken_bots:SaysNothing", "-n", 1, "--json", "--workers", 1
    )
    assert told.code == 0
    assert "refused: None is no number" in told.out
