"""Agricola, revised edition (2016), Uwe Rosenberg, Lookout Games; 1 to 4 seats.

The rules are in `rules`, their text is in `RULES.md`, the figures are in `box/components.toml`.
"""

from farmtable.games.agricola.game import GAME, AgricolaGame
from farmtable.games.agricola.state import AgricolaState

__all__ = ["GAME", "AgricolaGame", "AgricolaState"]
