"""Mistakes of those who write games and bots of their own: told in a few lines, with their place."""

from __future__ import annotations

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
