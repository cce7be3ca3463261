"""Bots of our own, for the tests."""

from farmtable import Perspective
from farmtable.bots import Bot


class Cheat(Bot):
    """Asks for what is not allowed."""

    def choose(self, seen: Perspective) -> int:
        return next(action for action in range(99) if action not in seen.legal_actions())


class Last(Bot):
    """Takes the last of its legal actions."""

    def choose(self, seen: Perspective) -> int:
        return seen.legal_actions()[-1]
