"""Trying a network out in a few games without searching."""

from __future__ import annotations

from dataclasses import dataclass

from farmtable.arena.plan import Plan
from farmtable.bots import Budget, GreedyBot, SearchBot
from farmtable.bots.network_file import parse_network
from farmtable.core import CHANCE, OVER, Rng, game, sample_chance


@dataclass(frozen=True)
class Trial:
    """A task for workers: a game of one seat with the network against the others; its share of the victory.

    The others are greedy, or have the `rival` network.
    """

    plan: Plan
    network: bytes
    rival: bytes | None

    def __call__(self, number: int) -> float:
        plan = self.plan
        players = plan.players[number % len(plan.players)]
        state = game(plan.game).new(players, **plan.options)
        seat = number // len(plan.players) % players
        bots = [
            self._bot(index == seat, Rng(plan.seed, f"trial {number} seat {index}"))
            for index in range(players)
        ]
        chance = Rng(plan.seed, f"trial {number}")
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, chance))
            else:
                state.apply(bots[state.to_play].choose(state.seen_by(state.to_play)))
        winners = state.winners()
        return 1 / len(winners) if seat in winners else 0.0

    def _bot(self, is_ours: bool, rng: Rng) -> GreedyBot | SearchBot:
        network = self.network if is_ours else self.rival
        if network is None:
            return GreedyBot(rng)
        features = game(self.plan.game).feature_names
        return SearchBot(rng, Budget(1), parse_network(network, features))
