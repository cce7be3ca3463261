"""Eine Frage der Ähre (Heartland), Jeffrey D. Allers, Pegasus Spiele 2009; 2 to 5 seats.

The rules stand in `rules`, their text in `RULES.md`, the facts in `box/components.toml`.
"""

from farmtable.games.aehre.game import GAME, AehreGame
from farmtable.games.aehre.state import AehreState

__all__ = ["GAME", "AehreGame", "AehreState"]
