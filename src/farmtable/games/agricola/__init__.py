"""Agricola, revised edition (2016), Uwe Rosenberg, Lookout Games; 1 to 4 seats.

The rules stand in `rules`, their text in `RULES.md`, the facts in
`box/components.toml`.
"""

from farmtable.games.agricola.game import GAME, AgricolaGame
from farmtable.games.agricola.state import AgricolaState

__all__ = ["GAME", "AgricolaGame", "AgricolaState"]
