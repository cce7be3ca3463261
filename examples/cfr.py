"""Counterfactual regret minimisation (CFR+) of OpenSpiel solves the end of a Market Day.

    python examples/cfr.py

A whole Market Day has far too many histories to be solved in a table. `skip` plays so many actions at random
first, so that a few crates are left in the bag. Both seats know that beginning; what is drawn from then on is
hidden.
"""

from __future__ import annotations

import pyspiel

import farmtable.envs.openspiel  # noqa: F401 - registers the games

ENDGAME = "farmtable_market_day(players=2,skip=46,seed=1)"


def main(endgame: str = ENDGAME, iterations: int = 60) -> float:
    """How much best answers would still gain on the average policy, per seat, after so many iterations."""
    # The tree is kept: our rules are asked for each position once, not in each iteration.
    game = pyspiel.convert_to_cached_tree(pyspiel.load_game(endgame))
    solver = pyspiel.CFRPlusSolver(game)
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration % 20 == 0:
            gain = pyspiel.exploitability(game, solver.average_policy())
            print(f"after {iteration} iterations a best answer gains {gain:.5f}")
    return float(gain)


if __name__ == "__main__":
    main()
