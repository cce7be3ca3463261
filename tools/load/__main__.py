"""Lets browsers play, and says how servers bear it: `python -m tools.load` in a checkout, or `make load`."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tools.load.checker import check
from tools.load.generator import Generator, Plan, Played
from tools.load.history import now
from tools.load.postgres import Postgres
from tools.load.servers import Server, cpu_seconds, memory
from tools.load.table import Kind

GAMES: Final = ("aehre", "agricola", "mi_tierra")
LATE: Final = 0.01
"""A generator of which one beat in a hundred is later than so many seconds has not kept up."""


def main() -> None:
    """Set up, play, print what came of it."""
    asked = _parser().parse_args()
    folder = Path(asked.out or tempfile.mkdtemp(prefix="farmtable-load-"))
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        if asked.out is None:
            stack.callback(shutil.rmtree, folder)
        servers = stack.enter_context(_servers(asked, folder))
        played = _played(asked, folder, servers)
        for line in report(played, asked.seconds, servers.used):
            print(line)
        print("histories: " + (", ".join(map(str, check(folder))) or "nothing wrong in them"))


@dataclass
class _Servers:
    """The servers that are measured; what those started here have used in the time measured, and hold."""

    addresses: list[tuple[str, int]]
    pids: list[tuple[str, int]]
    used: list[tuple[str, float, int]]


def _played(asked: argparse.Namespace, folder: Path, servers: _Servers) -> list[Played]:
    """Let all generators play, and look at the servers meanwhile."""
    kinds = tuple(Kind(game, 2, watching=max(asked.pages - 2, 0)) for game in asked.game or GAMES)
    shares = [asked.tables * part // asked.generators for part in range(asked.generators + 1)]
    generators = [
        Generator(
            Plan(tuple(servers.addresses), kinds, until - first, asked.every, folder, first, seed=asked.seed)
        )
        for first, until in pairwise(shares)
    ]
    began = now()
    for generator in generators:
        generator.wait_until_ready()
    print(f"{asked.tables} tables were set up in {now() - began:.0f} s", flush=True)
    start = now() + 0.5
    begin, end = start + asked.warm, start + asked.warm + asked.seconds
    for generator in generators:
        generator.play(start, end)
    time.sleep(begin - now())
    before = {pid: cpu_seconds(pid) for _, pid in servers.pids}
    time.sleep(max(end - now(), 0))
    servers.used = [(name, cpu_seconds(pid) - before[pid], memory(pid)) for name, pid in servers.pids]
    played = [generator.played() for generator in generators]
    for one in played:  # what came while it warmed up does not count
        one.measured.seen = [click for click in one.measured.seen if click[1] >= begin]
        one.measured.answered = [click for click in one.measured.answered if begin <= click[0] < end]
    return played


def report(played: Sequence[Played], seconds: float, used: Sequence[tuple[str, float, int]]) -> Iterator[str]:
    """What came of it, in lines."""
    seen = [click for one in played for click in one.measured.seen]
    answered = [click for one in played for click in one.measured.answered]
    yield f"decisions: {len(answered)}, {len(answered) / seconds:.1f} a second"
    yield _times("click → another page's changed board", [arrived - at for _, at, arrived in seen])
    yield _times("the same from when the click was due ", [arrived - due for due, _, arrived in seen])
    yield _times("click → its answer                   ", [arrived - at for at, arrived in answered])
    refused, wrong, unanswered = (
        sum(getattr(one.measured, what) for one in played) for what in ("refused", "wrong", "unanswered")
    )
    yield f"refused: {refused}; answered as it never should: {wrong}; never answered: {unanswered}"
    for name, cpu, held in used:
        each = 1000 * cpu / max(len(answered), 1)
        yield f"{name}: {each:.1f} ms of processor time a decision ({cpu:.1f} s), {held / 1e6:.0f} MB"
    for one in played:
        late = quantile(one.late, 0.99)
        word = "; too late to be believed, use more --generators" if late > LATE else ""
        yield f"generator: {one.cpu:.1f} s of processor time, wakes {1000 * late:.1f} ms late (p99){word}"


def _times(what: str, times: list[float]) -> str:
    told = ", ".join(f"p{q:g} {1000 * quantile(times, q / 100):.0f} ms" for q in (50, 95, 99))
    return f"{what}: {told}"


def quantile(values: Sequence[float], q: float) -> float:
    """The value that so large a part of all do not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(int(q * len(ordered)), len(ordered) - 1)] if ordered else 0.0


@contextmanager
def _servers(asked: argparse.Namespace, folder: Path) -> Iterator[_Servers]:
    """The servers that are asked for, started if need be, and stopped afterwards."""
    if asked.url:
        parts = [urlsplit(url) for url in asked.url]
        yield _Servers([(part.hostname or "127.0.0.1", part.port or 80) for part in parts], [], [])
        return
    with ExitStack() as stack:
        pids = []
        db = asked.db
        if db == "postgresql":
            postgres = Postgres(folder, safe=True)
            stack.callback(postgres.stop)
            postgres.start()
            db, pids = postgres.new_database(), [("PostgreSQL", postgres.pid)]
        elif db == "sqlite":
            db = f"sqlite:///{folder / 'tables.sqlite'}"
        servers = [Server(db, folder / "server.log", asked.workers) for _ in range(asked.spawn)]
        for server in servers:
            server.start()
            stack.callback(server.stop)
        for server in servers:
            server.wait()
        pids += [(f"server at {server.port}", server.pid) for server in servers]
        yield _Servers([("127.0.0.1", server.port) for server in servers], pids, [])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="how many tables are played at")
    parser.add_argument("--pages", type=int, default=2, help="open pages at each; a third one watches")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from one decision to the next")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long is measured")
    parser.add_argument("--warm", type=float, default=5.0, help="how long is played before")
    parser.add_argument("--game", action="append", help="which game; several are played side by side")
    parser.add_argument("--generators", type=int, default=1, help="processes that play")
    parser.add_argument("--spawn", type=int, default=1, help="how many servers are started for it")
    parser.add_argument("--workers", type=int, default=1, help="processes of each at its port")
    parser.add_argument("--db", default="sqlite", help="their database: sqlite, postgresql or a URL")
    parser.add_argument("--url", action="append", help="a server that runs already, in their place")
    parser.add_argument("--out", help="where the histories are kept; else they are thrown away")
    parser.add_argument("--seed", type=int, default=1, help="another one plays otherwise")
    return parser


if __name__ == "__main__":
    main()
