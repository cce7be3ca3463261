"""Boards are drawn by a few threads, whoever asked first first."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

from fastapi import FastAPI

from farmtable.web.drawing.room import Room
from tests.web.visitor import Visitor


def test_a_few_are_made_at_a_time_in_the_order_in_which_they_came() -> None:
    room = Room(2)
    begun: list[int] = []
    go_on = [threading.Event() for _ in range(5)]

    def make(number: int) -> int:
        begun.append(number)
        assert go_on[number].wait(10)
        return number

    async def all_of_them() -> list[int]:
        making = [asyncio.create_task(room.make(partial(make, number))) for number in range(5)]
        for number in range(5):
            while len(begun) < min(number + 2, 5):
                await asyncio.sleep(0.001)
            await asyncio.sleep(0.01)
            assert begun == list(range(min(number + 2, 5))), "no third beside two"
            go_on[number].set()
        return await asyncio.gather(*making)

    assert asyncio.run(all_of_them()) == list(range(5))


def test_boards_and_commands_are_made_there(anna: Visitor) -> None:
    made: list[str] = []

    class Noting(Room):
        async def make(self, what: Callable[[], Any]) -> Any:
            made.append("")
            return await super().make(what)

    assert isinstance(anna.client.app, FastAPI)
    anna.client.app.state.room = Noting()
    table = anna.set_up("local", "greedy", game="market_day")
    assert made == []
    board = anna.board(table, 0)
    assert len(made) == 1
    assert anna.send(table, version=board.version, action=board.actions[0]).status_code == 200
    assert len(made) == 2
