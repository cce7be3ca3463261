"""The random bot: every legal action with equal probability."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.bots.bot import Bot
from farmtable.core.state import Perspective


class RandomBot(Bot):
    """Chooses uniformly among the legal actions."""

    def choose(self, seen: Perspective) -> i64:
        seen.expect_turn()
        actions = seen.legal_actions()
        return actions[self.rng.below(len(actions))]

    def __reduce__(self) -> tuple[object, ...]:
        return (RandomBot, (self.rng,))
