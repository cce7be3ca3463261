"""A bot that keeps what it hears, and how often it is told that a game is over."""

from __future__ import annotations

from typing import Any, ClassVar

from farmtable import Perspective, Text
from farmtable.bots import Bot
from farmtable.core import Rng


class Listener(Bot):
    """Does the last thing it may, in Market Day. All that were ever made are in `made`."""

    made: ClassVar[list[Listener]] = []

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self.seats: set[int | None] = set()
        self.heard: list[str] = []
        self.ends: list[tuple[int, Any]] = []  # how much was heard by then, and all coins
        Listener.made.append(self)

    def choose(self, seen: Perspective) -> int:
        self.seats.add(seen.seat)
        return list(seen.legal_actions())[-1]

    def listens(self) -> bool:
        return True

    def hear(self, told: list[Text]) -> None:
        self.heard += [text.render() for text in told]

    def end(self, seen: Perspective) -> None:
        self.ends.append((len(self.heard), seen.view()["coins"]))
