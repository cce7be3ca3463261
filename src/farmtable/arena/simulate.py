"""Simulations: many games of one setting, with any workers."""

from __future__ import annotations

from collections.abc import Callable

from farmtable.arena.networks import unchanged
from farmtable.arena.play import Finished, Play, Setting, save_record
from farmtable.arena.pool import open_workers
from farmtable.arena.workers import Stop, check_workers, cores, never
from farmtable.core import BadOption


def simulate(
    setting: Setting,
    games: int,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda finished: None,
    stop: Stop = never,
    ray: str | None = None,
) -> list[Finished]:
    """Play games number 0 to `games - 1` and return their outcomes in this order.

    `workers` and `ray` say who plays (see `open_workers`); the outcomes do not depend on it. `progress` is
    called with the number of finished games; once `stop` returns True, no more are begun, and those finished
    are returned. Raises BadOption for numbers below one and for a cluster out of reach.
    """
    if games < 1:
        raise BadOption(f"at least one game must be played, not {games}")
    check_workers(workers)
    if setting.records is not None:
        setting.records.mkdir(parents=True, exist_ok=True)
    if ray is None:
        workers = min(workers or cores(), games)
    finished: list[Finished] = []
    with open_workers(workers, ray, setting.load) as hands:
        for _, played in unchanged(setting.bots, hands.run(Play(setting), range(games), stop)):
            if played.record is not None:
                save_record(setting, played)
            finished.append(played.finished)
            progress(len(finished))
    return sorted(finished)
