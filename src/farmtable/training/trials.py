"""The strength of a network, in a few games without search."""

from __future__ import annotations

from dataclasses import dataclass

from farmtable.bots import Budget, GreedyBot, SearchBot
from farmtable.bots.bot import Bot
from farmtable.core import CHANCE, OVER, Rng, sample_chance
from farmtable.training.episodes import parsed
from farmtable.training.recipe import Recipe


@dataclass(frozen=True)
class Trial:
    """A task: one game of one seat with the network against the others; its share of the victory.

    The others have the `rival` network, or are greedy.
    """

    recipe: Recipe
    network: bytes
    rival: bytes | None

    def __call__(self, number: int) -> float:
        recipe = self.recipe
        state = recipe.new_game(number)
        players = state.players
        seat = number // recipe.kinds % players
        bots = [
            self._bot(index == seat, Rng(recipe.seed, f"trial {number} seat {index}"))
            for index in range(players)
        ]
        chance = Rng(recipe.seed, f"trial {number}")
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, chance))
            else:
                state.apply(bots[state.to_play].choose(state.seen_by(state.to_play)))
        winners = state.winners()
        return 1 / len(winners) if seat in winners else 0.0

    def _bot(self, is_ours: bool, rng: Rng) -> Bot:
        network = self.network if is_ours else self.rival
        return (
            GreedyBot(rng)
            if network is None
            else SearchBot(rng, Budget(1), parsed(network, self.recipe.game))
        )
