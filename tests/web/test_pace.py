"""Others learn nothing from how long a bot takes: time stands still here, and moves as the tests say."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from itertools import cycle
from types import MappingProxyType
from typing import Any

import pytest

from farmtable import Match
from farmtable.tables import Asker, BotTurn, Command, SeatPlan, Settings, Table, Tables
from farmtable.web.opponents import Opponents
from farmtable.web.pace import ENOUGH, FIRST, GROWTH, REMEMBERED, SLOWEST, UNKNOWN, Pace, step


class StoppedClock(Opponents):
    """Bots whose thoughts take as long as `thoughts` says, by a clock that moves for nothing else but pauses.

    `took` is how long each decision took, as anybody can see it.
    """

    def __init__(self, tables: Tables, thoughts: Iterator[float]) -> None:
        super().__init__(tables, self)  # type: ignore[arg-type]
        self.thoughts = thoughts
        self.clock = 0.0
        self.took: list[float] = []
        self.entered = 0.0

    def ask_for(self, asker: Asker, task: Any, turn: BotTurn) -> Future[tuple[int, float | None]]:
        assert task is BotTurn.choose_timed
        seconds = next(self.thoughts)
        self.entered = self.clock
        self.clock += seconds
        answer: Future[tuple[int, float | None]] = Future()
        answer.set_result((turn.choose(), seconds))
        return answer

    def _now(self) -> float:
        return self.clock

    async def _pause(self, seconds: float) -> None:
        self.clock += max(seconds, 0.0)
        self.took.append(round(self.clock - self.entered, 9))

    async def play(self, table: Table) -> list[float]:
        self.wake(table.id)
        while self._tasks:
            await asyncio.sleep(0)
        return self.took


def play(
    tables: Tables,
    *thoughts: float,
    seats: str = "lbb",
    delay: float = 0.0,
    game: str = "market_day",
    options: Mapping[str, str] = MappingProxyType({}),
) -> list[float]:
    """How long each decision of the bots of a game takes, where they think so long in turn."""
    kinds = {"l": SeatPlan("local"), "b": SeatPlan("bot", bot="random")}
    plans = [kinds[seat] for seat in seats]
    table = tables.create(game, len(seats), plans, options, Settings(bot_delay=delay, confirm=False), "anna")
    bots = StoppedClock(tables, cycle(thoughts))
    while not table.over:
        if table.bot_to_move() is None:
            decide(table)
        else:
            asyncio.run(bots.play(table))
    return bots.took


def decide(table: Table) -> None:
    """The first legal action of the person at this screen."""
    seat = table.to_play
    action = int(table.perspective(seat).legal_actions()[0])
    table.submit(Command(f"command {table.version}", table.version, "play", seat, "anna", action))


def test_forced_and_thought_out_choices_take_the_same_time(tables: Tables) -> None:
    took = play(tables, 0.0, 0.02, 0.2, 0.0)
    assert len(took) > 2 * ENOUGH
    assert took[:ENOUGH] == [UNKNOWN] * ENOUGH  # from the first on
    assert set(took[ENOUGH:]) == {round(step(0.2), 9)}


def test_the_delay_of_the_table_stays_the_least(tables: Tables) -> None:
    assert set(play(tables, 0.0, 0.3, delay=2.0)) == {2.0}


def test_what_takes_longer_than_usual_is_rounded_up(tables: Tables) -> None:
    took = play(tables, *[0.01] * 12, 1.1, *[0.02] * 200)
    assert took[12] == round(step(1.1), 9)
    assert set(took[13:]) == {step(0.02)}  # one accident slows nothing down


def test_where_only_bots_play_they_wait_for_nothing_but_the_delay(tables: Tables) -> None:
    assert set(play_bots_only(tables, 0.0)) == {0.0, 0.3}
    assert set(play_bots_only(tables, 0.2)) == {0.2, 0.3}


def play_bots_only(tables: Tables, delay: float) -> list[float]:
    plans = [SeatPlan("bot", bot="random")] * 2
    table = tables.create("market_day", 2, plans, {}, Settings(bot_delay=delay), "anna")
    return asyncio.run(StoppedClock(tables, cycle((0.0, 0.3))).play(table))


def test_where_nothing_is_hidden_bots_wait_for_nothing(tables: Tables) -> None:
    took = play(tables, 0.0, 0.3, seats="lb", game="agricola", options={"cards": "none"})
    assert set(took) == {0.0, 0.3}


def test_a_pace_follows_what_is_usual() -> None:
    pace = Pace()
    assert pace.seconds == UNKNOWN
    for _ in range(ENOUGH):
        pace.note(0.001)
    assert pace.seconds == FIRST
    pace.note(3.0)
    assert pace.seconds == FIRST
    pace.note(3.0)
    assert pace.seconds == step(3.0)
    pace.note(100.0)
    pace.note(100.0)
    assert pace.seconds == SLOWEST
    for _ in range(REMEMBERED):
        pace.note(0.03)
    assert pace.seconds == step(0.03)


@pytest.mark.parametrize("seconds", [0.0, 0.001, FIRST, 0.026, 0.5, 3.0, 120.0])
def test_steps_are_few_and_never_too_early(seconds: float) -> None:
    told = step(seconds)
    assert told == step(told)
    assert seconds <= told
    assert told <= max(FIRST, seconds * GROWTH)


def test_the_first_decision_of_a_process_is_not_taken_for_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmtable.tables.table._games_met", set())
    turn = BotTurn(0, "random", 0, Match("market_day", seed=1).state.seen_by(0))
    times = [turn.choose_timed() for _ in range(3)]
    assert times[0][1] is None
    for action, taken in times:
        assert action in turn.seen.legal_actions()
        assert taken is None or taken >= 0.0
    assert None not in [taken for _, taken in times[1:]]
