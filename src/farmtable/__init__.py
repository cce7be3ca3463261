"""farmtable: three farming board games, complete, exact and fast.

    import farmtable

    match = farmtable.Match("aehre", players=3, seed=7)
    while match.state.to_play != farmtable.OVER:
        match.play(match.state.legal_actions()[0])
    print(match.state.scores())
"""

import importlib

from farmtable._pure import install_if_asked

install_if_asked()
# The package of that name comes first: imported later, it would take the place of the function games().
importlib.import_module("farmtable.games")

from farmtable.core import (  # noqa: E402
    CHANCE,
    OVER,
    BadOption,
    BadRecord,
    FarmtableError,
    Game,
    IllegalAction,
    Match,
    Option,
    Perspective,
    RandomSource,
    Record,
    Refusal,
    Rng,
    SeatName,
    SecureRng,
    State,
    Text,
    game,
    games,
    perft,
)
from farmtable.version import VERSION  # noqa: E402

__version__ = VERSION

__all__ = [
    "CHANCE",
    "OVER",
    "BadOption",
    "BadRecord",
    "FarmtableError",
    "Game",
    "IllegalAction",
    "Match",
    "Option",
    "Perspective",
    "RandomSource",
    "Record",
    "Refusal",
    "Rng",
    "SeatName",
    "SecureRng",
    "State",
    "Text",
    "__version__",
    "game",
    "games",
    "perft",
]
