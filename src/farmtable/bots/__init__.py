"""Computer opponents for every game: they use the kernel and know no particular game.

Every command names a bot by a short string: `random`, `greedy`, `search:1` to `search:8` (levels),
`search:sims=800`, `search:time=2`, or `package.module:Class` for one of your own. `names.py` reads them.
"""

from __future__ import annotations

from farmtable.bots.bot import Bot
from farmtable.bots.budget import Budget
from farmtable.bots.evaluation import Appraisal, EstimateEvaluation, Evaluation
from farmtable.bots.greedy import GreedyBot
from farmtable.bots.names import BOTS, LEVELS, is_own, is_quick, make_bot
from farmtable.bots.network import Network
from farmtable.bots.network_file import evaluation_of, level_scores, load_network
from farmtable.bots.parallel import ParallelSearchBot
from farmtable.bots.random import RandomBot
from farmtable.bots.search import SearchBot
from farmtable.bots.thought import Candidate, Thought
from farmtable.core.state import World

__all__ = [
    "BOTS",
    "LEVELS",
    "Appraisal",
    "Bot",
    "Budget",
    "Candidate",
    "EstimateEvaluation",
    "Evaluation",
    "GreedyBot",
    "Network",
    "ParallelSearchBot",
    "RandomBot",
    "SearchBot",
    "Thought",
    "appraise",
    "evaluation_of",
    "is_own",
    "is_quick",
    "level_scores",
    "load_network",
    "make_bot",
]


def appraise(state: World) -> Appraisal:
    """How a whole position stands for each seat, by the best evaluation available, without search."""
    return evaluation_of(state.game, state.players, state.options).appraise(state)
