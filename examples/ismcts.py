"""Information-set Monte Carlo tree search of OpenSpiel plays Market Day against chance.

    python examples/ismcts.py

It thinks in worlds that its seat cannot tell from the true one (`resample_from_infostate`), so it uses no
knowledge that the seat has not got.
"""

from __future__ import annotations

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.algorithms.ismcts import ISMCTSBot

import farmtable.envs.openspiel  # noqa: F401 - registers the games

GAMES, SIMULATIONS = 10, 60


def main(games: int = GAMES, simulations: int = SIMULATIONS) -> float:
    """The mean reward of the search, from -1 (it always loses) to 1."""
    random = np.random.RandomState(1)
    game = pyspiel.load_game("farmtable_market_day(players=2)")
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = ISMCTSBot(game, evaluator, uct_c=2.0, max_simulations=simulations, random_state=random)
    total = 0.0
    for number in range(games):
        seat = number % 2
        total += _play(game, bot, seat, random)
    print(f"mean reward of {games} games against chance: {total / games:.2f}")
    return total / games


def _play(game: pyspiel.Game, bot: ISMCTSBot, seat: int, random: np.random.RandomState) -> float:
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=probabilities)))
        elif state.current_player() == seat:
            state.apply_action(bot.step(state))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
    return float(state.returns()[seat])


if __name__ == "__main__":
    main()
