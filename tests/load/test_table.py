"""How people without a screen decide: what was refused is tried again only when the table has moved on."""

from __future__ import annotations

import asyncio
import multiprocessing
import queue
import random
import threading
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tools.load.generator import Plan, run
from tools.load.hands import guesses
from tools.load.history import History, now
from tools.load.page import Board, Page
from tools.load.table import Kind, Measured, Table

BOARD = '<main id="table" data-version="{}" data-stamp="{}.2"\n data-turn><b data-action="7"></b></main>'


class Shown:
    """A page that shows a board; the server allows nothing else."""

    def __init__(self, version: int) -> None:
        self.board = Board(BOARD.format(version, version))

    async def possible(self, actions: list[int]) -> list[int]:
        return []


@pytest.fixture
def table(tmp_path: Path) -> Table:
    history = History(tmp_path / "clients.jsonl")
    return Table("t0", Kind("market_day"), [("127.0.0.1", 1)], history, Measured(), random.Random(1))


def choice(table: Table, version: int) -> Any:
    return asyncio.run(table._choose(cast(Page, Shown(version))))


def test_what_was_refused_is_tried_again_once_the_table_has_moved_on(table: Table) -> None:
    table._refused.add((3, 7))
    assert choice(table, 4) == ("play", 7)
    with pytest.raises(RuntimeError, match="nothing can be clicked"):
        choice(table, 3)


def test_a_board_says_how_it_stands() -> None:
    board = Board(BOARD.format(12, 12))
    assert (board.version, board.stamp, board.actions) == (12, "12.2", [7])
    assert board.can_decide
    assert not any((board.held, board.over, board.can_undo))


def test_what_a_script_works_out_is_guessed_from_what_it_is_told() -> None:
    tile = '<button data-tile="k3" data-key="k3" data-kind="3">'
    cells = "".join(f'<g data-cell="{cell}">' for cell in (0, 1))
    codes = "<div data-codes='{&#34;large&#34;: 1000, &#34;small&#34;: {}}'>"
    expected = [1000 + 256 * 3 + 64 * direction + cell for cell in (0, 1) for direction in range(4)]
    assert sorted(guesses(tile + cells + codes, random.Random(1))) == sorted(expected)
    asked = (
        "<div data-ask='{&#34;tools&#34;: [{&#34;action&#34;: 41}], &#34;done&#34;: 7, &#34;all&#34;: true}'>"
    )
    assert sorted(guesses(asked, random.Random(1))) == [7, 41]


def test_pastures_are_guessed_by_their_shapes() -> None:
    fencing = "{&#34;first&#34;: 512, &#34;legal&#34;: [1, 16], &#34;wood&#34;: 9}"
    asked = f"<div data-ask='{{&#34;done&#34;: null, &#34;fencing&#34;: {fencing}}}'>"
    assert sorted(guesses(asked, random.Random(1))) == [513, 528]


class Failing:
    """A table at which nobody knows what to do, as there is one that goes on."""

    def __init__(self, name: str, *_: object) -> None:
        self.name = name

    async def set_up(self) -> None:
        pass

    async def play(self, _start: float, _every: float, going: Callable[[], bool]) -> None:
        while going() and self.name != "t1":
            await asyncio.sleep(0.01)
        if self.name == "t1":
            raise RuntimeError("nothing can be clicked")


def test_players_who_fail_say_so_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.load.generator.Table", Failing)
    ours, theirs = multiprocessing.Pipe()
    ours.send((now(), now() + 60))
    plan = Plan((("127.0.0.1", 1),), (Kind("market_day"),), 2, 0.1, tmp_path)
    failed: queue.Queue[BaseException] = queue.Queue()

    def play() -> None:
        try:
            run(plan, theirs, SimpleNamespace(value=0))
        except RuntimeError as error:
            failed.put(error)

    threading.Thread(target=play, daemon=True).start()
    assert "nothing can be clicked" in str(failed.get(timeout=10))
