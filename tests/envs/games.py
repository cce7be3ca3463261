"""The games that all environments are tried with, the one from outside the package included."""

from __future__ import annotations

GAMES = ("aehre", "agricola", "market_day", "mi_tierra")


def options_of(game: str) -> dict[str, str]:
    """Options of a game that make it short to try."""
    return {"cards": "none"} if game == "agricola" else {}
