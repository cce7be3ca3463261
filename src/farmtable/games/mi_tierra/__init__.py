"""Mi Tierra, first edition (2010), Alberto Abudinen and Diego Benavente, Aldebaran Games; 2 to 4 seats.

The rules are in `rules`, their text is in `RULES.md`, the figures are in `box/components.toml`.
"""

from farmtable.games.mi_tierra.game import GAME, MiTierraGame
from farmtable.games.mi_tierra.state import MiTierraState

__all__ = ["GAME", "MiTierraGame", "MiTierraState"]
