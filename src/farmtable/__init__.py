"""farmtable: farming board games, complete, exact and fast.

>>> import farmtable
>>> match = farmtable.Match("aehre", players=3, seed=7)
>>> while match.state.to_play != farmtable.OVER:
...     match.play(match.state.legal_actions()[0])
>>> len(match.state.scores())
3

What is compiled shows `help()` its signatures alone: with FARMTABLE_PURE=1 in the environment there are the
words, too.
"""

import importlib as _importlib
import typing as _typing

from farmtable import _pure

_pure.install_if_asked()

from farmtable.core import (  # noqa: E402
    CHANCE,
    OVER,
    About,
    BadOption,
    BadRecord,
    CardText,
    Cue,
    Declaration,
    FarmtableError,
    Game,
    IllegalAction,
    Lesson,
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
from farmtable.version import VERSION as __version__  # noqa: E402, N811

if _typing.TYPE_CHECKING:
    from farmtable.core import games
else:  # the package of that name, which can be called
    games = _importlib.import_module("farmtable.games")

__all__ = [
    "CHANCE",
    "OVER",
    "About",
    "BadOption",
    "BadRecord",
    "CardText",
    "Cue",
    "Declaration",
    "FarmtableError",
    "Game",
    "IllegalAction",
    "Lesson",
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
