"""Search on several cores: each process grows its own tree, and the statistics of the roots are added up.

(Root parallelism, Cazenave & Jouandeau, "On the Parallelization of UCT", 2007.) Trees stay in their
processes from decision to decision. Equal seeds and simulations give equal decisions here, too, also where
no processes can be started and one grows all the trees.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Final

from librt.vecs import vec

from farmtable.bots.bot import Bot
from farmtable.bots.budget import UNLIMITED, Budget
from farmtable.bots.network_file import evaluation_of
from farmtable.bots.search import SearchBot
from farmtable.bots.shares import draw
from farmtable.bots.thought import Candidate, Thought, playable, ranked
from farmtable.bots.tree import preferred, sheets_behind
from farmtable.core.interrupts import interrupts_held
from farmtable.core.rng import Rng
from farmtable.core.state import Perspective

NAME: Final = "farmtable helper"
DAEMONIC: Final = (
    "it is daemonic, and such a process may start no others (the workers of Gymnasium's asynchronous vectors "
    "are, unless made with vector_kwargs={'daemon': False})"
)
UNGUARDED: Final = (
    "those that it started ended before they had thought (each runs the program's own module once more, so "
    "what that does has to stand under if __name__ == '__main__')"
)


@dataclass(frozen=True)
class Finding:
    """What one process found out about an action: see `Candidate`."""

    action: int
    visits: int
    prospects: list[float]
    outlook: list[float]
    utility: float
    prior: float
    share: float


@dataclass(frozen=True)
class Share:
    """What one process found out, in plain data that can travel between processes."""

    findings: list[Finding]
    line: list[int]
    simulations: int
    nodes: int
    depth: int


class ParallelSearchBot(Bot):
    """Like SearchBot, with as many processes as its budget says; each does its share of the simulations.

    If no processes can be started, this one grows all their trees, and warns once: to equal decisions if
    simulations are counted, with less thought if time is.
    """

    def __init__(self, rng: Rng, budget: Budget) -> None:
        super().__init__(rng)
        self.budget = budget
        self._helpers: list[_Helper | None] = [None] * budget.cores
        self._have_thought = False
        self._trees: list[SearchBot] = []

    def choose(self, seen: Perspective) -> int:
        """The best action of all processes together, or for a sealed decision one drawn from their mixed
        strategies.
        """
        seen.expect_turn()
        legal = seen.legal_actions()
        if len(legal) == 1:
            return legal[0]
        candidates = self.think(seen).candidates
        shares = vec[float]([one.share for one in candidates])
        return candidates[draw(shares, self.rng) if sum(shares) > 0.0 else 0].action

    def think(self, seen: Perspective) -> Thought:
        """What all processes together found out; a process that dies loses only its part."""
        began = time.perf_counter()
        seeds = [self.rng.next32() for _ in self._helpers]
        found = [] if self._trees or _is_daemonic() else self._by_helpers(seen, seeds)
        if not found:
            found = self._by_itself(seen, seeds)
        return _together(found, seen, self.budget.network, self.rng, time.perf_counter() - began)

    def _by_helpers(self, seen: Perspective, seeds: Sequence[int]) -> list[Share]:
        """What those processes found out that did not die over it; maybe nothing."""
        helpers = [self._helper(index, seed) for index, seed in enumerate(seeds)]
        asked = [helper.ask(seen) for helper in helpers]
        shares = [helper.answer() if sent else None for helper, sent in zip(helpers, asked, strict=True)]
        for index, share in enumerate(shares):
            if share is None:
                helpers[index].dismiss()
                self._helpers[index] = None
        found = [share for share in shares if share is not None]
        self._have_thought |= bool(found)
        return found

    def _by_itself(self, seen: Perspective, seeds: Sequence[int]) -> list[Share]:
        """The same trees, grown one after the other by this process.

        If no other has ever thought for it, none will: then it stays so, and the user hears of it.
        """
        first, trees = not self._trees, self._trees
        if first:
            part = _part(self.budget)
            share = Budget(part.simulations, part.seconds / len(seeds), network=part.network)
            trees = [SearchBot(Rng(seed), share) for seed in seeds]
        found = [_share(tree.think(seen)) for tree in trees]
        if first and not self._have_thought:
            self._trees = trees
            why = DAEMONIC if _is_daemonic() else UNGUARDED
            told = f"a search with {len(seeds)} cores thinks in one process: {why}"
            warnings.warn(told, RuntimeWarning, stacklevel=3)
        return found

    def __reduce__(self) -> tuple[object, ...]:
        return (ParallelSearchBot, (self.rng, self.budget))  # its processes stay, with their trees

    def close(self) -> None:
        """End the processes; they also end with this process."""
        for index, helper in enumerate(self._helpers):
            if helper is not None:
                helper.dismiss()
                self._helpers[index] = None

    def __del__(self) -> None:
        self.close()

    def processes(self) -> list[int]:
        """The ids of the processes that think now."""
        return [helper.id for helper in self._helpers if helper is not None]

    def _helper(self, index: int, seed: int) -> _Helper:
        helper = self._helpers[index]
        if helper is None:
            helper = self._helpers[index] = _Helper(seed, _part(self.budget))
        return helper


class _Helper:
    """A process that thinks when it is asked, and dies with the one that asks."""

    def __init__(self, seed: int, budget: Budget) -> None:
        _leave_if_beginning()
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        plain = (int(budget.simulations), budget.seconds, budget.network)
        self._process: SpawnProcess = context.Process(
            target=_serve, args=(theirs, seed, plain), name=NAME, daemon=True
        )
        with interrupts_held():
            self._process.start()
        self.id = self._process.pid or 0
        theirs.close()

    def ask(self, seen: Perspective) -> bool:
        """Whether the question arrived."""
        try:
            self._connection.send(seen)
        except OSError:
            return False
        return True

    def answer(self) -> Share | None:
        """What it found out; None if it died over it."""
        try:
            found: Share = self._connection.recv()
        except (EOFError, OSError):
            return None
        return found

    def dismiss(self) -> None:
        """Send the process home."""
        self._connection.close()
        self._process.terminate()
        self._process.join()


def _serve(connection: Connection, seed: int, plain: tuple[int, float, str]) -> None:
    # Ctrl-C reaches every process of the terminal; the one that asks decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    simulations, seconds, network = plain
    bot = SearchBot(Rng(seed), Budget(simulations, seconds, network=network))
    while True:
        try:
            thought = bot.think(connection.recv())
        except (EOFError, OSError):
            return
        except Exception:  # whatever it is: the process that asks thinks then, and says what goes wrong
            return
        connection.send(_share(thought))


def _is_daemonic() -> bool:
    """Whether this process may start no others."""
    return multiprocessing.current_process().daemon


def _leave_if_beginning() -> None:
    """End a helper without a word that still begins: it runs the user's program, and that asks for helpers.

    Python refuses them, with a traceback in every helper; the process that waits for this one tells of it.
    """
    process = multiprocessing.current_process()
    if process.name == NAME and getattr(process, "_inheriting", False):
        raise SystemExit(1)


def _part(budget: Budget) -> Budget:
    simulations = budget.simulations
    if simulations < UNLIMITED:
        simulations = -(-simulations // budget.cores)
    return Budget(simulations, budget.seconds, network=budget.network)


def _share(thought: Thought) -> Share:
    return Share(
        [
            Finding(
                int(one.action),
                int(one.visits),
                one.prospects,
                one.outlook,
                one.utility,
                one.prior,
                one.share,
            )
            for one in thought.candidates
        ],
        [int(action) for action in thought.line],
        int(thought.simulations),
        int(thought.nodes),
        int(thought.depth),
    )


def _together(shares: list[Share], seen: Perspective, network: str, rng: Rng, seconds: float) -> Thought:
    """What all processes found out is put together action by action. So what is promised is what the best of
    them all does, even if most processes like others better."""
    found: dict[int, list[Finding]] = {}
    for share in shares:
        for one in share.findings:
            found.setdefault(one.action, []).append(one)
    position = seen.determinize(rng)
    candidates = ranked([_candidate(findings, seen, len(shares)) for findings in found.values()])
    candidates = preferred(candidates, position.worth_trying(), seen, rng)
    best = candidates[0]
    lines = [share for share in shares if share.line and share.line[0] == best.action]
    line = max(lines, key=lambda share: share.simulations).line if lines else [int(best.action)]
    evaluation = evaluation_of(seen.game, seen.players, seen.options, network)
    return Thought(
        candidates,
        _expected([one.prospects for one in candidates], candidates),
        _expected([one.outlook for one in candidates], candidates),
        sheets_behind(best.action, vec[float](best.outlook), seen, evaluation, Rng(rng.next32(), "sheets")),
        playable(line, position.clone()),
        position,
        sum(share.simulations for share in shares),
        sum(share.nodes for share in shares),
        max(share.depth for share in shares),
        seconds,
    )


def _candidate(findings: list[Finding], seen: Perspective, processes: int) -> Candidate:
    """An action by all that was found out of it.

    Visits add up; chances, points and utilities are means by visits (each edge began with one). Priors and,
    where all decide at once, shares are means of what the processes found.
    """
    weights = [one.visits + 1 for one in findings]

    def mean(numbers: Iterable[float]) -> float:
        return sum(w * number for w, number in zip(weights, numbers, strict=True)) / sum(weights)

    seat = seen.seat
    assert seat is not None, "a spectator has nothing to decide"
    return Candidate(
        findings[0].action,
        sum(one.visits for one in findings),
        seat,
        list(map(mean, zip(*(one.prospects for one in findings), strict=True))),
        list(map(mean, zip(*(one.outlook for one in findings), strict=True))),
        mean(one.utility for one in findings),
        sum(one.prior for one in findings) / processes,
        sum(one.share for one in findings) / processes,
    )


def _expected(behind: list[list[float]], candidates: list[Candidate]) -> list[float]:
    """What each seat may expect of this position, of what it may `behind` each candidate, the best first:
    behind the best or, where actions are mixed, the mean of all that was tried."""
    tried = sum(int(one.visits) for one in candidates)
    if tried == 0 or not any(one.share for one in candidates):
        return behind[0]
    return [
        sum(number * int(one.visits) for number, one in zip(numbers, candidates, strict=True)) / tried
        for numbers in zip(*behind, strict=True)
    ]
