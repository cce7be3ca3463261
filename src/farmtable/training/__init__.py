"""Learning an evaluation by self-play: one algorithm, told with its equations in `docs/training.md`.

A `Recipe` (a TOML file) says what is learned and how; `Training` carries it out in a folder, generation by
generation, and goes on there after any interruption:

    recipe.py      what a recipe may say
    episodes.py    one game of self-play, and what is kept of it
    positions.py   the positions of many games, and what they are to be worth (λ-returns)
    learner.py     the network that is being fitted (AdamW)
    run.py         generations, files, the log
    trials.py      how strong a network is, in a few games
    page.py        the page that shows how it went
"""

from farmtable.training.recipe import Recipe, find_recipe, read_recipe
from farmtable.training.run import Generation, Training

__all__ = ["Generation", "Recipe", "Training", "find_recipe", "read_recipe"]
