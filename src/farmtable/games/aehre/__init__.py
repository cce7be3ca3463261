"""Eine Frage der Ähre (Heartland), Jeffrey D. Allers, Pegasus Spiele 2009; 2 to 5 seats.

The rules are in `rules`, their text is in `RULES.md`, the figures are in `box/components.toml`.
"""

from farmtable.games.aehre.game import GAME, AehreGame
from farmtable.games.aehre.state import AehreState

__all__ = ["GAME", "AehreGame", "AehreState"]
