"""One game of self-play, as a task that any process or machine can do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from librt.vecs import vec

from farmtable.bots import Budget, EstimateEvaluation, GreedyBot, Network, SearchBot
from farmtable.bots.bot import Bot
from farmtable.bots.network_file import parse_network
from farmtable.bots.self_play import SelfPlay, Taste
from farmtable.core import Rng, game, playout
from farmtable.core.state import as_world
from farmtable.training.recipe import Recipe

FIRST_TEMPERATURES: Final = (0.1, 0.3, 0.6, 1.0)
FIRST_EPSILON: Final = 0.1
"""Without a network, estimates guide the games, and they must explore much: the next network would
extrapolate wildly where nothing was seen.
"""
PROBED: Final = 20
"""Random games that measure how many decisions a game has."""


class Seen(NamedTuple):
    """What is kept of one game: `features`, int16 as bytes, a row for each position and seat in this order;
    `scores`, the final points of each seat; `given`, int32 as bytes, the numbers of the positions just before
    which a seat was given something. The rest, as bytes of int16, int32, int32 and float64, are the studied
    decisions (`bots.self_play.Kept`)."""

    features: bytes
    scores: list[float]
    given: bytes = b""
    deciding: bytes = b""
    counts: bytes = b""
    actions: bytes = b""
    shares: bytes = b""


@dataclass(frozen=True)
class Episode:
    """The task: one game, which returns what was `Seen`. `network` plays (None: estimates guide it); `pool`
    are the networks that rivals may have.

    `every`: one in this many positions is kept.
    """

    recipe: Recipe
    generation: int
    network: bytes | None
    pool: tuple[bytes, ...]
    every: int

    def __call__(self, number: int) -> Seen:
        recipe = self.recipe
        state = recipe.new_game(number)
        players = state.players
        rng = Rng(recipe.seed, f"generation {self.generation} game {number}")
        first = self.network is None
        choices = FIRST_TEMPERATURES if first else recipe.temperatures
        temperatures = vec[float]([float(choices[rng.below(len(choices))]) for _ in range(players)])
        epsilon = FIRST_EPSILON if first else recipe.epsilon
        evaluation = EstimateEvaluation() if self.network is None else parsed(self.network, recipe.game)
        simulations = 1 if first else recipe.simulations
        gifts = recipe.gifts * int(rng.below(1001)) / 1000
        player = SelfPlay(evaluation, rng, self.every, epsilon, gifts, simulations)
        tastes = [self._taste(rng) for _ in range(players)]
        seen = player.play(as_world(state), temperatures, tastes, self._rivals(players, rng))
        studied = (seen.deciding, seen.counts, seen.actions, seen.shares) if recipe.policy > 0 else ()
        given = in_bytes(seen.given)
        return Seen(in_bytes(seen.features), list(seen.scores), given, *map(in_bytes, studied))

    def _taste(self, rng: Rng) -> Taste:
        """What a seat loves: in half of the cases nothing more than the next."""
        salt, strength = rng.below(1 << 28), self.recipe.taste * int(rng.below(1001)) / 1000
        return Taste(salt, strength if rng.below(2) else 0.0)

    def _rivals(self, players: int, rng: Rng) -> list[Bot | None]:
        """For each seat None, or its rival; in some games, as many as the recipe wants, all but one do."""
        if self.network is None or players == 1 or int(rng.below(1000)) >= 1000 * self.recipe.rivals:
            return [None] * players
        own, which = rng.below(players), rng.below(len(self.pool) + 1)
        return [None if seat == own else self._rival(which, rng) for seat in range(players)]

    def _rival(self, which: int, rng: Rng) -> Bot:
        if which == len(self.pool):
            return GreedyBot(rng)
        network = parsed(self.pool[which], self.recipe.game)
        return SearchBot(rng, Budget(self.recipe.simulations), network)


def in_bytes(numbers: object) -> bytes:
    """What a packed vector of numbers holds."""
    return memoryview(numbers).tobytes()  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def parsed(network: bytes, game_id: str) -> Network:
    """The network in these bytes of a file."""
    found = game(game_id)
    return parse_network(network, found.feature_names, found.num_actions)


def every(recipe: Recipe) -> int:
    """One in how many positions is kept, from the length of random games."""
    rng = Rng(recipe.seed, "probe")
    decisions = 0
    for index in range(PROBED):
        decisions += playout(recipe.new_game(index), rng)
    return max(1, round(decisions / PROBED / recipe.positions))


def rows(features: bytes, players: int, count: int) -> np.ndarray[tuple[int, int, int], np.dtype[np.int16]]:
    """The features kept of a game as an array: positions × seats × features."""
    return np.frombuffer(features, np.int16).reshape(-1, players, count)
