"""Breaks things while people play: `python -m tools.load.kills [--kills N]`, in a checkout; then checks all.

Servers and the database are killed without a word, lines delay, cut and swallow, the disk is full for a
while. Afterwards the histories of all clients are compared with the database (`tools.load.checker`). The
command ends with 1 where a promise was not kept.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools.load.checker import Violation, check
from tools.load.disk import Disk, Limits
from tools.load.forked import ForkedServer
from tools.load.generator import Generator, Plan, Played
from tools.load.history import now, read
from tools.load.postgres import Postgres
from tools.load.proxy import Proxy, Trouble
from tools.load.servers import answers
from tools.load.table import Kind

FAULTS: Final = ("server", "database", "line", "disk")
WEIGHTS: Final = {"server": 10, "database": 3, "line": 2, "disk": 1}
GAMES: Final = ["aehre", "agricola cards=base", "mi_tierra"]
START: Final = 60.0
LINES: Final = Trouble(delay=0.05, seconds=0.5, cut=0.03, swallow=0.02)
TO_DATABASE: Final = Trouble(delay=0.02, seconds=0.2, cut=0.01, swallow=0.0)
KEEP: Final = 40
FOR_POSTGRESQL: Final = 160
"""Megabytes of a small disk, and how many more PostgreSQL takes for itself."""


@dataclass(frozen=True)
class Campaign:
    """What is broken, how often, and who plays meanwhile.

    A fault comes `pause` seconds on average after a decision was acknowledged since the last one.
    """

    kills: int = 20
    db: str = "sqlite"
    servers: int = 1
    faults: tuple[str, ...] = FAULTS
    kinds: tuple[Kind, ...] = (Kind("aehre"),)
    tables: int = 4
    every: float = 0.3
    pause: float = 0.5
    views: int = 200
    seed: int = 1


@dataclass
class Outcome:
    """What was broken, what was done meanwhile, and which promises were not kept."""

    faults: Counter[str]
    decisions: int
    views: int
    under_way: int
    violations: list[Violation]

    def __str__(self) -> str:
        broken = ", ".join(f"{what} {number}×" for what, number in sorted(self.faults.items()))
        told = f"{broken}; {self.decisions} decisions acknowledged, {self.views} views; "
        told += f"{self.under_way} kills while a decision was under way"
        return "\n".join([told, *map(str, self.violations), f"violations: {len(self.violations)}"])


class Site:
    """The servers, their lines and their database, and what can be done to them."""

    def __init__(self, campaign: Campaign, folder: Path, stack: ExitStack) -> None:
        self.kills: list[float] = []
        self.counted: Counter[str] = Counter()
        self._rng = random.Random(campaign.seed)
        self._disk = _disk(campaign, folder, stack, self)
        self._postgres: Postgres | None = None
        self._db_line: Proxy | None = None
        kept = self._disk.folder
        self.db = f"sqlite:///{kept / 'tables.sqlite'}"
        reached = self.db
        if campaign.db == "postgresql":
            self._postgres = _postgres(kept, folder / "postgres.log", stack)
            self.db = self._postgres.new_database()
            self._db_line = Proxy(self._postgres.port, campaign.seed)
            stack.callback(self._db_line.close)
            reached = self.db.replace(f":{self._postgres.port}/", f":{self._db_line.port}/")
        self._servers = [ForkedServer(reached, folder / "server.log") for _ in range(campaign.servers)]
        for server in self._servers:
            stack.callback(server.kill)
            self._revive(server)
        self._lines = [Proxy(server.port, campaign.seed) for server in self._servers]
        for line in self._lines:
            stack.callback(line.close)

    @property
    def addresses(self) -> tuple[tuple[str, int], ...]:
        """Where browsers find the servers: behind the lines."""
        return tuple(("127.0.0.1", line.port) for line in self._lines)

    @property
    def processes(self) -> list[int]:
        """The servers that run."""
        return [server.pid for server in self._servers if not server.ended]

    def say_where(self) -> None:
        """Have all servers write to their log what they are doing."""
        for server in self._servers:
            server.say_where()
        time.sleep(1)

    def possible(self, faults: tuple[str, ...]) -> list[str]:
        """Those of the faults that can be had here."""
        there = {"server": True, "line": True, "database": self._postgres is not None}
        there["disk"] = self._postgres is None or isinstance(self._disk, Disk)
        return [fault for fault in faults if there[fault]]

    def break_something(self, fault: str) -> None:
        """Let one thing happen, and be mended."""
        self.counted[fault] += 1
        happens: dict[str, Callable[[], None]] = {
            "server": self._kill_server,
            "database": self._kill_database,
            "line": self._trouble_lines,
            "disk": self._fill_disk,
        }
        happens[fault]()

    def mend(self) -> None:
        """Everything works from now on."""
        for line in (*self._lines, *([self._db_line] if self._db_line else [])):
            line.trouble = Trouble()
            line.cut_all()  # what was swallowed would only be noticed after a while
        self._revive_all()

    def _kill_server(self) -> None:
        server = self._rng.choice([one for one in self._servers if answers(one.port)] or self._servers)
        self.kills.append(now())
        server.kill()
        server.start()
        self._wait_for_one()

    def _kill_database(self) -> None:
        assert self._postgres is not None
        self.kills.append(now())
        self._postgres.kill()
        self._postgres.start()
        self._wait_for_one()

    def _trouble_lines(self) -> None:
        for line in self._lines:
            line.trouble = LINES
        if self._db_line is not None:
            self._db_line.trouble = TO_DATABASE
        time.sleep(2 + 2 * self._rng.random())
        self.mend()

    def _fill_disk(self) -> None:
        self._disk.fill()
        time.sleep(1 + self._rng.random())
        self._disk.clear()
        if self._postgres is not None and not self._postgres.is_there:
            self._postgres.start()
        self._revive_all()

    def _revive_all(self) -> None:
        for server in self._servers:
            self._revive(server)

    def _revive(self, server: ForkedServer) -> None:
        self._wait_for_one([server])

    def _wait_for_one(self, of: list[ForkedServer] | None = None) -> None:
        """Start servers (default: all) that have ended, again and again, until one answers."""
        until = now() + START
        while now() < until:
            for server in of or self._servers:
                if server.ended:
                    server.start()
                if answers(server.port):
                    return
            time.sleep(0.05)
        raise RuntimeError("no server comes back; server.log says why")


def _disk(campaign: Campaign, folder: Path, stack: ExitStack, site: Site) -> Disk | Limits:
    """The disk on which the database is kept, which can be full."""
    try:
        disk = Disk(folder / "disk", KEEP if campaign.db == "sqlite" else KEEP + FOR_POSTGRESQL)
    except PermissionError:
        return Limits(folder, lambda: site.processes)
    stack.callback(disk.close)
    return disk


def _postgres(folder: Path, log: Path, stack: ExitStack) -> Postgres:
    postgres = Postgres(folder, safe=True, log=log)
    stack.callback(postgres.stop)
    postgres.start()
    return postgres


def run(campaign: Campaign, folder: Path) -> Outcome:
    """Play and break until so many kills are done; then check."""
    with ExitStack() as stack:
        site = Site(campaign, folder, stack)
        plan = Plan(
            site.addresses,
            campaign.kinds,
            campaign.tables,
            campaign.every,
            folder,
            texts=True,
            settles=True,
            seed=campaign.seed,
        )
        generator = Generator(plan)
        stack.callback(generator.kill)
        generator.wait_until_ready()
        generator.play(now(), now() + 1e6)
        rng, faults = random.Random(campaign.seed), site.possible(campaign.faults)
        weights = [WEIGHTS[fault] for fault in faults]
        while len(site.kills) < campaign.kills:
            _wait_for_an_answer(generator, site)
            time.sleep(rng.expovariate(1 / campaign.pause))
            site.break_something(rng.choices(faults, weights)[0])
        site.mend()
        time.sleep(campaign.pause)
        generator.stop()
        played = generator.played()
        return _outcome(campaign, folder, site, played)


def _wait_for_an_answer(generator: Generator, site: Site) -> None:
    """Wait until another decision has been acknowledged, so that there is something to be lost."""
    before, until = generator.answered, now() + START
    while generator.answered == before:
        if generator.ended:
            raise RuntimeError("the players have failed; what they say of it stands above")
        if now() > until:
            site.say_where()
            raise RuntimeError("nothing was answered for a minute; server.log says what the servers did")
        time.sleep(0.01)


def _outcome(campaign: Campaign, folder: Path, site: Site, played: Played) -> Outcome:
    lines = list(read(folder))
    found = check(folder, site.db, campaign.views, campaign.seed)
    if played.measured.unanswered:
        found.append(Violation("answer", f"{played.measured.unanswered} clients were never answered"))
    return Outcome(
        site.counted,
        len(played.measured.answered),
        sum(line["what"] == "viewed" for line in lines),
        _under_way(lines, site.kills),
        found,
    )


def _under_way(lines: list[dict[str, Any]], kills: list[float]) -> int:
    """How many kills came between a click and its answer."""
    sent = {line["command"]["id"]: line["at"] for line in lines if line["what"] == "sent"}
    spans = [(sent[line["id"]], line["at"]) for line in lines if line["what"] == "answered"]
    return sum(any(begin < kill < end for begin, end in spans) for kill in kills)


def main() -> None:
    """Break, play, check, and say what came of it."""
    asked = _parser().parse_args()
    folder = Path(asked.out or tempfile.mkdtemp(prefix="farmtable-kills-", dir="/tmp"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)  # PostgreSQL runs as somebody else
    campaign = Campaign(
        kills=asked.kills,
        db=asked.db,
        servers=asked.servers,
        faults=tuple(asked.faults.split(",")),
        kinds=tuple(_kinds(asked.game or GAMES)),
        tables=asked.tables,
        every=asked.every,
        pause=asked.pause,
        views=asked.views,
        seed=asked.seed,
    )
    began = now()
    outcome = run(campaign, folder)
    print(f"{campaign.db}, {campaign.servers} server(s), {now() - began:.0f} s: {outcome}", flush=True)
    if outcome.violations:
        print(f"histories, database and log are kept in {folder}")
        sys.exit(1)
    if asked.out is None:
        shutil.rmtree(folder)


def _kinds(games: list[str]) -> Iterator[Kind]:
    """Tables of all kinds: with turns to confirm or without, with somebody who watches, with a bot."""
    for place, game in enumerate(games):
        yield Kind(game, confirm=True, watching=1)
        yield Kind(game, bots=place % 2)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.load.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="how often a server or the database is killed")
    parser.add_argument("--db", choices=("sqlite", "postgresql"), default="sqlite", help="the database")
    parser.add_argument("--servers", type=int, default=1, help="how many servers share it")
    parser.add_argument("--faults", default=",".join(FAULTS), help=f"of {', '.join(FAULTS)}")
    parser.add_argument("--game", action="append", help="which game; several are played side by side")
    parser.add_argument("--tables", type=int, default=6, help="how many tables are played at")
    parser.add_argument("--every", type=float, default=0.5, help="seconds from one decision to the next")
    parser.add_argument(
        "--pause", type=float, default=0.5, help="seconds from an answer to a fault, on average"
    )
    parser.add_argument("--views", type=int, default=300, help="how many views are drawn again and compared")
    parser.add_argument("--out", help="where all is kept; else it is, if something is wrong")
    parser.add_argument("--seed", type=int, default=1, help="another one breaks and plays otherwise")
    return parser


if __name__ == "__main__":
    main()
