"""Where workers come from: this process, several, or a Ray cluster."""

from __future__ import annotations

from farmtable.arena.cluster import Cluster
from farmtable.arena.workers import Alone, Begin, Processes, Workers, check_workers, cores, nothing


def open_workers(workers: int | None = None, ray: str | None = None, begin: Begin = nothing) -> Workers:
    """A pool of workers, to be closed at the end.

    `workers` is the number of processes, by default one for each core; with 1, this process does the work.
    `ray` is the address of a Ray cluster (`auto`, `HOST:PORT`, `ray://HOST:PORT`) to use instead; then
    `workers` limits how many of its cores are used. `begin` is called once in every other process before its
    first item. Raises BadOption for less than one worker, and for a cluster that cannot be reached.
    """
    check_workers(workers)
    if ray is not None:
        return Cluster(ray, workers, begin)
    count = workers or cores()
    return Alone() if count == 1 else Processes(count, begin)
