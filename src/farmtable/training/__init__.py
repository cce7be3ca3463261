"""Learning an evaluation by self-play: one algorithm, described with its equations in `docs/training.md`.

A `Recipe` (a TOML file) says what is learned and how. `Training` runs it in a folder, generation by
generation, and resumes after any interruption:

    recipe.py          the keys of a recipe
    episodes.py        one game of self-play, and what is kept of it
    positions.py       the positions of many games, and their targets (λ-returns)
    decisions.py       the studied decisions of many games
    learner.py         the network being fitted: its predictions, its loss, its spread
    policy_learner.py  the policy being fitted beside it
    descent.py         AdamW, and the moving average of weights
    device.py          where the arithmetic is done: NumPy, or a graphics processor
    run.py             generations, files, the log
    window.py          the games of the last generations, and files of arrays
    trials.py          how strong a network is, in a few games
    calibration.py     the spread with which chances to win come true (temperature scaling)
    sheets.py          expected score sheets and chances, fitted to a finished network
    page.py            the page with the results
"""

from farmtable.training.recipe import Recipe, find_recipe, read_recipe
from farmtable.training.run import Generation, Training

__all__ = ["Generation", "Recipe", "Training", "find_recipe", "read_recipe"]
