"""How fast the engine is, on one core: the same measurements for every game."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import time
import tracemalloc
from array import array
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from farmtable._pure import VARIABLE, is_compiled
from farmtable.bots import SearchBot, make_bot
from farmtable.core import CHANCE, OVER, BadOption, FarmtableError, Rng, State, game, playout, sample_chance

ROUNDS = 3
POSITIONS = 200
THOUGHT_AT = 1000
"""Simulations per decision if a bot does not say how many."""


def bench(
    game_id: str, players: int | None = None, seconds: float = 3.0, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Measure a game for about `seconds`, in the shape of `farmtable bench --json`.

    Rates are from the best of three rounds, the one least disturbed by other programs; times are for one call
    at positions of random games. `observe_us` is None for a game without observations. Raises BadOption for a
    game, seat count or option that does not exist.
    """
    found = game(game_id)
    start = found.new(players, **(options or {}))
    games, decisions = _playouts(start, seconds / 2)
    positions = _positions(start)
    share = seconds / 2 / (3 * ROUNDS)
    observe_us = None
    if found.observation_size:
        buffer = array("f", [0.0] * found.observation_size)
        seen = [position.seen_by(position.to_play) for position in positions]
        observe_us = _microseconds([partial(one.observe, buffer) for one in seen], share)
    return {
        "game": found.id,
        "players": start.players,
        "compiled": is_compiled(),
        "playouts_per_second": games,
        "decisions_per_second": decisions,
        "legal_actions_us": _microseconds([position.legal_actions for position in positions], share),
        "clone_us": _microseconds([position.clone for position in positions], share),
        "observe_us": observe_us,
        "state_bytes": _state_bytes(positions),
    }


def bench_search(
    game_id: str,
    bot: str,
    players: int | None = None,
    seconds: float = 3.0,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Measure the speed of a search for about `seconds`, in the shape of `farmtable bench --bot --json`.

    Simulations and nodes per second are means over decisions of a game between greedy players, each searched
    from scratch: `search` with `THOUGHT_AT` simulations, other bots within their own budget. The memory is
    the growth of the process's peak. Raises BadOption for a bot that does not search.
    """
    name = f"{bot}:sims={THOUGHT_AT}" if bot == "search" else bot
    found = game(game_id)
    positions = _played(found.new(players, **(options or {})))
    simulations = nodes = thoughts = 0
    spent = 0.0
    longest = 0.0
    before = _memory()
    while spent < seconds:
        state = positions[thoughts % len(positions)]
        searcher = make_bot(name, Rng("bench", f"thought {thoughts}"))
        if not isinstance(searcher, SearchBot):
            raise BadOption(f"{bot} does not search with one core; the bot is search, or search:…")
        thought = searcher.think(state.seen_by(state.to_play))
        simulations += thought.simulations
        nodes += thought.nodes
        thoughts += 1
        spent += thought.seconds
        longest = max(longest, thought.seconds)
    return {
        "game": found.id,
        "players": positions[0].players,
        "bot": name,
        "compiled": is_compiled(),
        "thoughts": thoughts,
        "simulations_per_second": simulations / spent,
        "nodes_per_second": nodes / spent,
        "seconds_per_decision": spent / thoughts,
        "longest_seconds": longest,
        "memory_bytes": max(0, _memory() - before),
    }


def _played(start: State) -> list[State]:
    """Decisions of one game between greedy players, early and late ones mixed."""
    rng = Rng("bench search")
    greedy = make_bot("greedy", rng)
    found: list[State] = []
    state = start.clone()
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
            continue
        if len(state.legal_actions()) > 1:
            found.append(state.clone())
        state.apply(greedy.choose(state.seen_by(state.to_play)))
    return [found[(index * 37) % len(found)] for index in range(len(found))]


def _memory() -> int:
    """The most memory this process has held so far, in bytes; 0 where it cannot be known."""
    try:
        import resource
    except ImportError:
        return 0
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(held if sys.platform == "darwin" else held * 1024)


def bench_uncompiled(game_id: str, players: int, seconds: float = 3.0, *arguments: str) -> dict[str, Any]:
    """The same measurements by the same package uncompiled, in a process of its own.

    `arguments` are passed on to `farmtable bench`.
    """
    command = [sys.executable, "-m", "farmtable", "bench", game_id, "--json"]
    command += ["--players", str(players), "--seconds", str(seconds), *arguments]
    answer = subprocess.run(  # noqa: S603 - our own command, no shell
        command, env={**os.environ, VARIABLE: "1"}, capture_output=True, text=True, check=False
    )
    if answer.returncode != 0:
        raise FarmtableError(f"the uncompiled run failed: {answer.stderr.strip()}")
    measured: dict[str, Any] = json.loads(answer.stdout)
    return measured


def _playouts(start: State, seconds: float) -> tuple[float, float]:
    """Random games and their decisions a second, full lists of legal actions included."""
    best = (0.0, 0.0)
    rng = Rng("bench")
    for _ in range(ROUNDS):
        games = decisions = 0
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds / ROUNDS or games == 0:
            decisions += playout(start.clone(), rng)
            games += 1
        best = max(best, (games / spent, decisions / spent))
    return best


def _positions(start: State) -> list[State]:
    """Decisions of random games, early and late ones alike."""
    rng = Rng("bench positions")
    positions: list[State] = []
    while len(positions) < POSITIONS:
        state = start.clone()
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, rng))
                continue
            positions.append(state.clone())
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])
    return positions[:: max(1, len(positions) // POSITIONS)]


def _microseconds(calls: list[Callable[[], object]], seconds: float) -> float:
    """The time of one call, on the average over all of them."""
    best = float("inf")
    for _ in range(ROUNDS):
        done = 0
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds or done == 0:
            for call in calls:
                call()
            done += len(calls)
        best = min(best, spent / done)
    return best * 1e6


def _state_bytes(positions: list[State]) -> int:
    """The memory that one more copy of a position takes; what all copies share is not counted."""
    copies: list[State | None] = [None] * (len(positions) * 5)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for index in range(len(copies)):
        copies[index] = positions[index % len(positions)].clone()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken // len(copies)
