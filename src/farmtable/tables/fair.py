"""A fair queue: nobody's many questions keep others waiting (ADR 20)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, TypeVar

T = TypeVar("T")


class Urgency(IntEnum):
    """What a question is for, the most urgent first."""

    MOVE = 0
    """A bot's decision for which somebody waits."""
    HINT = 1
    ASIDE = 2
    """A decision at a table where only bots play."""
    ANALYSIS = 3


@dataclass(frozen=True)
class Asker:
    """On whose behalf something is asked: those with the same `owner` share a turn. A `quick` question takes
    no thought."""

    urgency: Urgency = Urgency.HINT
    owner: str = ""
    quick: bool = False


# In the background owners take turns across both kinds of question; of one owner's, decisions come first.
_GROUPS: Final = {Urgency.MOVE: 0, Urgency.HINT: 1, Urgency.ASIDE: 2, Urgency.ANALYSIS: 2}
_GROUP_COUNT: Final = 3


class FairQueue(Generic[T]):
    """Gives the most urgent first, and among equally urgent ones one of each owner in turn. Not to be shared
    by threads without a lock."""

    def __init__(self) -> None:
        self._quick = [_Turns[T]() for _ in range(_GROUP_COUNT)]
        self._slow = [_Turns[T]() for _ in range(_GROUP_COUNT)]

    def put(self, asker: Asker, item: T) -> None:
        """Add something to the queue."""
        kind = self._quick if asker.quick else self._slow
        kind[_GROUPS[asker.urgency]].put(asker, item)

    def take(self, least: Urgency = Urgency.ANALYSIS, quick_only: bool = False) -> T | None:
        """Remove and return the next item; None if none is at least as urgent as `least`."""
        for group in range(_GROUPS[least] + 1):
            for turns in (self._quick, self._slow)[: 1 if quick_only else 2]:
                item = turns[group].take()
                if item is not None:
                    return item
        return None

    def clear(self) -> list[T]:
        """Remove and return everything that waits."""
        found = []
        while (item := self.take()) is not None:
            found.append(item)
        return found


class _Turns(Generic[T]):
    """Owners who take turns, each with a queue of their own."""

    def __init__(self) -> None:
        self._lines: OrderedDict[str, list[tuple[Urgency, int, T]]] = OrderedDict()
        self._numbers = count()

    def put(self, asker: Asker, item: T) -> None:
        heappush(self._lines.setdefault(asker.owner, []), (asker.urgency, next(self._numbers), item))

    def take(self) -> T | None:
        if not self._lines:
            return None
        owner, line = self._lines.popitem(last=False)
        item = heappop(line)[2]
        if line:
            self._lines[owner] = line
        return item
