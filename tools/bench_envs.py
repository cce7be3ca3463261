"""How many decisions a second environments make on one core, with observation and mask: ours beside others'.

    python -m tools.bench_envs [--seconds S] [--json]

Everywhere the actions are drawn at random among the legal ones, which is part of the time. Others are
measured where they are installed, each in the way its documentation shows.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import gymnasium

import farmtable.envs
from farmtable._pure import is_compiled
from farmtable.envs.settings import DTYPES

GAMES = 64
Steps = Iterator[int]
"""Each item: so many decisions have been made."""


def many(game: str, players: int, dtype: str, **options: Any) -> Steps:
    """Our vector environment: every seat's decisions, arrays shared."""
    envs: Any = gymnasium.make_vec(
        "farmtable/Game-v0",
        num_envs=GAMES,
        game=game,
        players=players,
        opponents="self",
        dtype=dtype,
        copy=False,
        **options,
    )
    envs.reset(seed=1)
    while True:
        envs.step(envs.sample())
        yield GAMES


def in_turn(make: Callable[[], Any]) -> Steps:
    """An AEC environment of PettingZoo."""
    env = make()
    while True:
        env.reset(seed=1)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = info.get("action_mask")
            mask = observation["action_mask"] if mask is None else mask
            env.step(env.action_space(agent).sample(mask))
            yield 1


def spiel(name: str) -> Steps:
    """A game of OpenSpiel, from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    draw = random.Random(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(draw.choices(outcomes, probabilities)[0])
                continue
            state.observation_tensor()
            state.legal_actions_mask()
            state.apply_action(draw.choice(state.legal_actions()))
            yield 1


def catan() -> Steps:
    """Catanatron's environment: one seat against a random player, whose decisions are not counted."""
    import_module("catanatron_gym")  # registers it
    env: Any = gymnasium.make("catanatron-v1").unwrapped
    while True:
        _, info = env.reset()
        done = False
        while not done:
            _, _, done, cut_off, info = env.step(random.choice(info["valid_actions"]))
            done = done or cut_off
            yield 1


def pgx_chess() -> Steps:
    """Chess of Pgx: 64 games side by side, compiled by JAX for the processor."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make("chess")
    auto_reset: Any = import_module("pgx.experimental").auto_reset

    def decide(state: Any, key: Any) -> Any:
        drawing, beginning = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        actions = jax.random.categorical(drawing, logits, axis=-1)
        step = jax.vmap(auto_reset(env.step, env.init))
        return step(state, actions, jax.random.split(beginning, GAMES))

    decide = jax.jit(decide)
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))
    while True:
        key, drawn = jax.random.split(key)
        state = decide(state, drawn)
        jax.block_until_ready(state.observation)
        yield GAMES


def chess_in_turn() -> Steps:
    """PettingZoo's chess."""
    from pettingzoo.classic import chess_v6

    return in_turn(chess_v6.env)


def openspiel_of_ours() -> Steps:
    """Agricola as OpenSpiel has it from us."""
    import farmtable.envs.openspiel  # noqa: F401 - registers it

    return spiel("farmtable_agricola(players=2,cards=none)")


OURS: tuple[tuple[str, tuple[str, int], dict[str, Any]], ...] = (
    ("Agricola without cards, 2 seats", ("agricola", 2), {"cards": "none"}),
    ("Agricola with cards, 4 seats", ("agricola", 4), {}),
    ("Ähre, 2 seats", ("aehre", 2), {}),
    ("Mi Tierra, 2 seats", ("mi_tierra", 2), {}),
)

ROWS: tuple[tuple[str, Callable[[], Steps]], ...] = (
    *(
        (f"{name}, {dtype}", partial(many, *game, dtype, **options))
        for name, game, options in OURS
        for dtype in DTYPES
    ),
    (
        "Agricola without cards, 2 seats, PettingZoo AEC",
        lambda: in_turn(lambda: farmtable.envs.aec("agricola", 2, cards="none")),
    ),
    ("Agricola without cards, 2 seats, OpenSpiel", openspiel_of_ours),
    ("PettingZoo chess", chess_in_turn),
    ("OpenSpiel chess, from Python", lambda: spiel("chess")),
    ("Catanatron, Gymnasium", catan),
    ("Pgx chess, on the processor", pgx_chess),
)
"""What is measured, and its steps."""


def rate(steps: Steps, seconds: float) -> float:
    """Decisions in a second of the processor, the best of three rounds: other programs disturb that least."""
    next(steps)  # what is made or compiled first is not counted
    best = 0.0
    for _ in range(3):
        made, began = 0, time.process_time()
        while (spent := time.process_time() - began) < seconds / 3 or made == 0:
            made += sum(next(steps) for _ in range(20))
        best = max(best, made / spent)
    return best


def measured(begin: Callable[[], Steps], seconds: float) -> float | None:
    """The rate of what is installed; of all else None."""
    try:
        return rate(begin(), seconds)
    except ImportError:
        return None


def main() -> None:
    """Measure and print a table in Markdown, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="how long to measure each")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    found = {name: measured(begin, chosen.seconds) for name, begin in ROWS}
    if chosen.json:
        print(json.dumps({"compiled": is_compiled(), "decisions_per_second": found}, ensure_ascii=False))
        return
    kind = "compiled" if is_compiled() else "uncompiled"
    print(f"| {kind}, one core | decisions a second |\n| --- | ---: |")
    for name, value in found.items():
        print(f"| {name} | {'not installed' if value is None else f'{value:,.0f}'} |")


if __name__ == "__main__":
    main()
