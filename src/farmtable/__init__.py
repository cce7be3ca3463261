"""farmtable: farming board games, complete, exact and fast.

import farmtable

match = farmtable.Match("aehre", players=3, seed=7)
while match.state.to_play != farmtable.OVER:
    match.play(match.state.legal_actions()[0])
print(match.state.scores())
"""

import importlib
from typing import TYPE_CHECKING

from farmtable._pure import install_if_asked

install_if_asked()

from farmtable.core import (  # noqa: E402
    CHANCE,
    OVER,
    BadOption,
    BadRecord,
    CardText,
    Declaration,
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
    Standings,
    StandingsRow,
    State,
    Text,
    World,
    game,
    perft,
    seat_numbers,
)
from farmtable.version import VERSION  # noqa: E402

if TYPE_CHECKING:
    from farmtable.core import games
else:  # the package of that name, which can be called
    games = importlib.import_module("farmtable.games")

__version__ = VERSION

__all__ = [
    "CHANCE",
    "OVER",
    "BadOption",
    "BadRecord",
    "CardText",
    "Declaration",
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
    "Standings",
    "StandingsRow",
    "State",
    "Text",
    "World",
    "__version__",
    "game",
    "games",
    "perft",
    "seat_numbers",
]
