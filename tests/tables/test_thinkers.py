"""Thinking in other processes: answers and errors come back, and a killed process costs only time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path

import pytest

from farmtable import BadOption, Match
from farmtable.tables import Asker, BotTurn, Thinkers, ThinkersLost, Urgency
from tests.processes import alive
from tests.tables import thoughts


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    found = Thinkers(2)
    yield found
    found.close()


def wait_for(what: Callable[[], object]) -> None:
    until = time.monotonic() + 20
    while not what():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_questions_are_answered_in_another_process(thinkers: Thinkers) -> None:
    here = os.getpid()
    answers = {thinkers.ask(os.getpid).result(20) for _ in range(3)}
    assert here not in answers
    assert len(answers) == 1  # one is enough while nobody else asks


def test_what_a_task_raises_is_raised_here(thinkers: Thinkers) -> None:
    bot = BotTurn(0, "search:99", 0, Match("market_day", seed=1).state.seen_by(0))
    with pytest.raises(BadOption, match="99"):
        thinkers.ask(BotTurn.choose, bot).result(20)
    with pytest.raises(Exception, match="cannot travel"):
        thinkers.ask(thoughts.raise_what_cannot_travel).result(20)
    assert thinkers.ask(abs, -3).result(20) == 3


@pytest.mark.parametrize("bot", ["random", "greedy", "search:1"])
def test_bots_think_from_what_they_know(thinkers: Thinkers, bot: str) -> None:
    seen = Match("market_day", seed=1).state.seen_by(0)
    assert thinkers.ask(BotTurn.choose, BotTurn(0, bot, 7, seen)).result(20) in seen.legal_actions()


def test_a_killed_process_costs_only_time(thinkers: Thinkers, tmp_path: Path) -> None:
    note = tmp_path / "who"
    answer = thinkers.ask(thoughts.wait_unless_told_before, note)
    wait_for(note.exists)
    os.kill(int(note.read_text()), signal.SIGKILL)
    assert answer.result(20) == "told before"


def test_a_question_that_kills_everybody_is_given_up(thinkers: Thinkers) -> None:
    with pytest.raises(ThinkersLost):
        thinkers.ask(thoughts.die).result(30)
    assert thinkers.ask(abs, -3).result(20) == 3


def test_closing_ends_what_is_being_thought(tmp_path: Path) -> None:
    thinkers = Thinkers(1)
    note = tmp_path / "who"
    thinking = thinkers.ask(thoughts.wait_unless_told_before, note)
    waiting = thinkers.ask(abs, -3)
    wait_for(note.exists)
    closing = threading.Thread(target=thinkers.close)
    closing.start()
    closing.join(20)
    assert not closing.is_alive()
    with pytest.raises(ThinkersLost):
        thinking.result(0)
    with pytest.raises(CancelledError):
        waiting.result(0)
    assert not alive(int(note.read_text()))
    with pytest.raises(ThinkersLost):
        thinkers.ask(abs, -3)
    thinkers.close()


def test_no_flood_of_thoughts_keeps_a_quick_decision_or_a_person_waiting(
    thinkers: Thinkers, tmp_path: Path
) -> None:
    def think(number: int) -> None:
        note = tmp_path / f"thought {number}"
        thinkers.ask_for(Asker(Urgency.ASIDE, "flood"), thoughts.wait_unless_told_before, note)

    for number in range(20):
        think(number)
    wait_for((tmp_path / "thought 0").exists)
    assert thinkers.ask_for(Asker(Urgency.HINT, "ben"), abs, -3).result(20) == 3
    long = tmp_path / "long"
    thinkers.ask_for(Asker(Urgency.MOVE, "ben"), thoughts.wait_unless_told_before, long)
    wait_for(long.exists)
    assert thinkers.ask_for(Asker(Urgency.MOVE, "anna", quick=True), abs, -3).result(20) == 3
    assert not (tmp_path / "thought 1").exists(), "one at a time where nobody waits"


def test_every_process_begins_as_it_should(tmp_path: Path) -> None:
    thinkers = Thinkers(1, begin=thoughts.Begin(tmp_path / "begun"))
    assert thinkers.ask(abs, -3).result(20) == 3
    assert (tmp_path / "begun").read_text() == "begun"
    thinkers.close()


SERVER = """
import sys
from farmtable.tables import Thinkers
from tests.tables import thoughts
thinkers = Thinkers(1)
print(thinkers.ask(thoughts.own_id).result(20), flush=True)
sys.stdin.read()
"""


def test_no_process_outlives_a_killed_server() -> None:
    root = Path(__file__).parents[2]
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    thinker = int(server.stdout.readline())
    assert alive(thinker)
    server.kill()
    server.communicate()
    wait_for(lambda: not alive(thinker))
