"""Learning an evaluation by self-play: one algorithm; `docs/training.md` has its equations.

A `Recipe` (a TOML file) says what is learned and how; `Training` carries it out in a folder, generation by
generation, and resumes there after any interruption:

    recipe.py          what a recipe may say
    episodes.py        one game of self-play, and what is kept of it
    positions.py       the positions of many games, and what they are to be worth (λ-returns)
    decisions.py       the decisions of many games that were studied
    learner.py         the network that is being fitted: what it expects, its loss, how far it strays
    policy_learner.py  the policy that is being fitted beside it
    descent.py         AdamW, and the moving average of weights
    device.py          where sums are done: NumPy, or a graphics processor
    run.py             generations, files, the log
    window.py          the games of the last generations, and files of arrays
    trials.py          how strong a network is, in a few games
    sheets.py          what is told of score sheets, fitted to a network that is done
    page.py            the page that shows how it went
"""

from farmtable.training.recipe import Recipe, find_recipe, read_recipe
from farmtable.training.run import Generation, Training

__all__ = ["Generation", "Recipe", "Training", "find_recipe", "read_recipe"]
