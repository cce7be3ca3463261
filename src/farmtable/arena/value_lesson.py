"""Learning what positions promise: games of a network against itself, and the points that came of them.

Who plays only itself forgets what others do. In some games, therefore, one seat alone has the network, and
its *rivals* are greedy, or have the network with which the training began.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from librt.vecs import vec

from farmtable.arena.learning import Samples
from farmtable.arena.plan import Plan
from farmtable.bots import Budget, EstimateEvaluation, GreedyBot, SearchBot
from farmtable.bots.bot import Bot
from farmtable.bots.network_file import parse_network
from farmtable.bots.self_play import SelfPlay
from farmtable.core import Rng, game, playout
from farmtable.core.state import as_world

KEPT_A_GAME: Final = 100
"""About so many positions of a game are learned from; more of one game tell little more."""
TEMPERATURES: Final = (0.0, 0.03, 0.06, 0.12)
"""How freely a seat chooses in a game (see SelfPlay); each game draws one for each seat."""
CARELESS: Final = 100
"""At most one in so many decisions is made blindly, and about one in a game."""
CARELESS_OF_LEADS: Final = 40
"""Leads are learned afresh: how mistakes end has to be seen oftener than by who knows it already."""
FIRST_TEMPERATURES: Final = (0.1, 0.3, 0.6, 1.0)
FIRST_CARELESS: Final = 10
"""The first generation goes by estimates and must see much: what it never sees, the next would dream of.

Both are scaled by how `bold` the plan is: where estimates are good, it need not stray so far from them.
"""
PROBED: Final = 20
"""Random games that tell how many decisions a game has."""


class Seen(NamedTuple):
    """What a game of self-play showed: the arrays of `Samples` as bytes, and the scores of its seats."""

    features: bytes
    targets: bytes
    finals: bytes
    scores: list[float]


@dataclass(frozen=True)
class Playing:
    """A task for workers: one game of self-play. Without a network it goes by estimates.

    `begun`: the network that some rivals have; without one they are all greedy.
    """

    plan: Plan
    generation: int
    network: bytes | None
    every: int
    begun: bytes | None = None

    def __call__(self, number: int) -> Seen:
        plan = self.plan
        players = plan.players[number % len(plan.players)]
        state = game(plan.game).new(players, **plan.options)
        rng = Rng(plan.seed, f"generation {self.generation} game {number}")
        first = self.network is None
        choices = [plan.bold * free for free in FIRST_TEMPERATURES] if first else TEMPERATURES
        temperature = vec[float]([choices[rng.below(len(choices))] for _ in range(players)])
        # What estimates expect are not final points: then only what really came is trusted.
        trust = 1.0 if first else plan.trust
        careless = (CARELESS_OF_LEADS if plan.leads else CARELESS) * self.every
        if first:
            careless = round(FIRST_CARELESS / plan.bold)
        if self.network is None:
            player = SelfPlay(EstimateEvaluation(), rng, trust, careless, self.every)
        else:
            network = parse_network(self.network, game(plan.game).feature_names)
            player = SelfPlay(network, rng, trust, careless, self.every, plan.simulations)
        seen = player.play(as_world(state), temperature, self._others(players, rng))
        targets = np.array(seen.targets, np.float32).tobytes()
        finals = np.array(seen.finals, np.float32).tobytes()
        return Seen(memoryview(seen.features).tobytes(), targets, finals, list(seen.scores))

    def _others(self, players: int, rng: Rng) -> list[Bot | None]:
        """For each seat None, or its rival; in some games, as many as the plan wants, all but one do."""
        rivals = 0.0 if self.network is None or players == 1 else self.plan.rivals
        if rivals == 0.0 or int(rng.below(1000)) >= 1000 * rivals:
            return [None] * players
        own = rng.below(players)
        greedy = self.begun is None or rng.below(2) == 0
        return [None if seat == own else self._rival(greedy, rng) for seat in range(players)]

    def _rival(self, greedy: bool, rng: Rng) -> Bot:
        if greedy or self.begun is None:
            return GreedyBot(rng)
        network = parse_network(self.begun, game(self.plan.game).feature_names)
        return SearchBot(rng, Budget(self.plan.simulations), network)


def samples_of(games: list[Seen], features: int) -> Samples:
    """All that these games showed, with so many features a position."""
    rows = np.frombuffer(b"".join(seen.features for seen in games), np.int16).reshape(-1, features)
    targets = np.frombuffer(b"".join(seen.targets for seen in games), np.float32)
    finals = np.frombuffer(b"".join(seen.finals for seen in games), np.float32)
    return Samples(rows, targets, finals)


def every(plan: Plan) -> int:
    """Of how many positions one is kept, by the length of random games."""
    rng = Rng(plan.seed, "probe")
    decisions = 0
    for index in range(PROBED):
        state = game(plan.game).new(plan.players[index % len(plan.players)], **plan.options)
        decisions += playout(state, rng)
    return max(1, round(decisions / PROBED / KEPT_A_GAME))
