"""Sharing out work: every item is done, whoever does it, and whoever dies over it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from farmtable import BadOption, FarmtableError
from farmtable.arena.pool import open_workers
from farmtable.arena.workers import TRIES, Workers
from tests.arena.tasks import (
    DieAtThree,
    SleepFrom,
    begin,
    begin_badly,
    fail_at_three,
    fail_strangely,
    own_process,
    square,
    what_began,
)
from tests.processes import alive

SQUARES = [(number, number * number) for number in range(50)]


@pytest.fixture(scope="module", params=[1, 2])
def hands(request: pytest.FixtureRequest) -> Iterator[Workers]:
    with open_workers(request.param) as opened:
        yield opened


def test_every_item_is_done_once(hands: Workers) -> None:
    assert sorted(hands.run(square, range(50))) == SQUARES
    assert list(hands.run(square, [])) == []


def test_endless_work_ends_when_it_is_said(hands: Workers) -> None:
    done: list[int] = []
    done.extend(item for item, _ in hands.run(square, count(), stop=lambda: len(done) >= 20))
    assert len(done) == len(set(done)) >= 1


def test_whoever_reads_no_further_can_begin_anew(hands: Workers) -> None:
    assert next(iter(hands.run(square, count()))) in SQUARES
    assert sorted(hands.run(square, range(50))) == SQUARES


def test_what_a_task_raises_is_raised_here_and_says_where(hands: Workers) -> None:
    with pytest.raises(ZeroDivisionError, match="three") as raised:
        list(hands.run(fail_at_three, range(50)))
    assert "in fail_at_three" in "".join(raised.value.__notes__)
    with pytest.raises(FarmtableError, match="Stranger: 0 and 0"):
        list(hands.run(fail_strangely, range(1)))


def test_workers_stay_for_the_next_task_and_then_go() -> None:
    with open_workers(2, begin=begin) as both:
        first = {process for _, process in both.run(own_process, range(50))}
        assert os.getpid() not in first
        # Each process began once, before its first item.
        assert {tuple(told) for _, told in both.run(what_began, range(50))} == {("begun",)}
        assert {process for _, process in both.run(own_process, range(50))} <= first
    assert not any(map(alive, first))


def test_long_work_is_given_up_when_it_is_said_to_stop(tmp_path: Path) -> None:
    def both_sleep() -> bool:
        return len(list(tmp_path.iterdir())) == 2

    with open_workers(2) as hands:
        done = sorted(item for item, _ in hands.run(SleepFrom(tmp_path, 4), count(), both_sleep))
    assert done == list(range(len(done)))
    assert len(done) < 4  # the others' batches ended in sleep
    assert not any(alive(int(process.name)) for process in tmp_path.iterdir())


def test_a_worker_that_dies_costs_only_time(tmp_path: Path) -> None:
    with open_workers(2) as hands:
        assert sorted(hands.run(DieAtThree(tmp_path, TRIES - 1), range(50))) == SQUARES
    assert len(list(tmp_path.iterdir())) == TRIES - 1


def test_workers_that_die_again_and_again_are_said(tmp_path: Path) -> None:
    with open_workers(2) as hands, pytest.raises(FarmtableError, match="died 3 times at the same work"):
        list(hands.run(DieAtThree(tmp_path, 99), range(50)))
    assert len(list(tmp_path.iterdir())) == TRIES


def test_a_bad_beginning_is_said() -> None:
    with open_workers(2, begin=begin_badly) as hands, pytest.raises(FileNotFoundError, match="no deck"):
        list(hands.run(square, [1]))


def test_less_than_one_worker_is_refused() -> None:
    with pytest.raises(BadOption, match="at least one worker is needed, not 0"):
        open_workers(0)


@pytest.mark.skipif(os.name != "posix", reason="signals as on POSIX")
def test_nobody_works_on_for_one_who_was_killed(tmp_path: Path) -> None:
    script = (
        "from pathlib import Path; from itertools import count\n"
        "from farmtable.arena.pool import open_workers; from tests.arena.tasks import Nap\n"
        "if __name__ == '__main__':\n"
        f"    list(open_workers(2).run(Nap(Path({str(tmp_path)!r})), count()))\n"
    )
    (tmp_path / "killed.py").write_text(script)
    process = subprocess.Popen(
        [sys.executable, str(tmp_path / "killed.py")], env={**os.environ, "PYTHONPATH": os.getcwd()}
    )
    workers: list[Path] = []
    deadline = time.monotonic() + 30
    while len(workers) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
        workers = list(tmp_path.glob("worker-*"))
    process.send_signal(signal.SIGKILL)
    process.wait(30)
    while any(alive(int(worker.name.removeprefix("worker-"))) for worker in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert len(workers) == 2
