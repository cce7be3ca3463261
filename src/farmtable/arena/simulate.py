"""Simulations shared out over the processor's cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from farmtable.arena.play import Finished, Setting, play_games
from farmtable.core import BadOption, FarmtableError

BATCH_SECONDS = 0.25
"""How long a worker is left alone: long enough to make the handing over cheap, short enough to stop."""


def simulate(
    setting: Setting,
    games: int,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda finished: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[Finished]:
    """Play games number 0 to `games - 1` and return their outcomes in this order.

    `workers` is the number of processes (default: one for each core); the outcomes do not depend
    on it. `progress` is told how many games are finished; once `stop` says so no more are begun,
    and those finished are returned. Raises BadOption for numbers below one.
    """
    if games < 1:
        raise BadOption(f"at least one game must be played, not {games}")
    if workers is not None and workers < 1:
        raise BadOption(f"at least one worker is needed, not {workers}")
    if setting.records is not None:
        setting.records.mkdir(parents=True, exist_ok=True)
    processes = min(workers or _cores(), games)
    finished: list[Finished] = []
    for some in _outcomes(setting, games, processes, stop):
        finished += some
        progress(len(finished))
    return sorted(finished)


def _outcomes(
    setting: Setting, games: int, processes: int, stop: Callable[[], bool]
) -> Iterator[list[Finished]]:
    """The outcomes as they come in, a few at a time."""
    if processes > 1:
        yield from _from_pool(setting, games, processes, stop)
        return
    for outcome in play_games(setting, range(games)):
        yield [outcome]
        if stop():
            return


def _from_pool(
    setting: Setting, games: int, processes: int, stop: Callable[[], bool]
) -> Iterator[list[Finished]]:
    begun, batch = 0, 1
    running: set[Future[tuple[list[Finished], float]]] = set()
    # Not forked: the process that calls this may have threads, whose locks a fork would copy.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context, initializer=_begin, initargs=(setting,)) as pool:
        while running or (begun < games and not stop()):
            while begun < games and len(running) < 2 * processes and not stop():
                end = min(begun + batch, games)
                with _interrupts_held():
                    running.add(pool.submit(_play_batch, setting, begun, end))
                begun = end
            done, running = wait(running, timeout=0.1, return_when=FIRST_COMPLETED)
            for future in done:
                outcomes, seconds = _result(future)
                batch = max(1, min(10_000, round(len(outcomes) * BATCH_SECONDS / max(seconds, 1e-6))))
                yield outcomes


def _play_batch(setting: Setting, begin: int, end: int) -> tuple[list[Finished], float]:
    started = time.perf_counter()
    return list(play_games(setting, range(begin, end))), time.perf_counter() - started


def _result(future: Future[tuple[list[Finished], float]]) -> tuple[list[Finished], float]:
    try:
        return future.result()
    except BrokenProcessPool:
        raise FarmtableError("a worker process died; was there too little memory?") from None


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begin(setting: Setting) -> None:
    # Ctrl-C reaches every process of the terminal; the one that shares out the work decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    setting.load()


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back while a worker may be started: until it ignores them it would die of one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
