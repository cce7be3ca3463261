"""Mi Tierra, first edition (2010), Alberto Abudinen and Diego Benavente, Aldebaran Games; 2 to 4 seats.

The rules stand in `rules`, their text in `RULES.md`, the facts in
`box/components.toml`.
"""

from farmtable.games.mi_tierra.game import GAME, MiTierraGame
from farmtable.games.mi_tierra.state import MiTierraState

__all__ = ["GAME", "MiTierraGame", "MiTierraState"]
