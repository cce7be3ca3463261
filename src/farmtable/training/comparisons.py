"""What searches found of the actions that they compared: the differences that the value is to tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.training.decisions import Places
from farmtable.training.episodes import COMPARED, Seen, rows
from farmtable.training.positions import Floats, Whole

CERTAIN: Final = 8
"""What so many simulations found counts half as much as what any number of them could."""
LEVEL: Final = 0.1
"""How much it counts that all actions of a decision are misjudged alike: results tell that better."""


@dataclass
class Comparisons:
    """Actions that searches compared, decision by decision, in games with the same number of seats.

    `features`: actions × seats × features, right after each action; `decisions`: to which decision each
    belongs, from 0 on in their order; `tries`: how many simulations began with it; `worth`: actions × seats,
    the final points that it promises by what they found.
    """

    features: Whole
    decisions: Places
    tries: NDArray[np.int32]
    worth: Floats

    def __len__(self) -> int:
        return int(self.decisions[-1]) + 1 if len(self.decisions) else 0

    @property
    def players(self) -> int:
        """How many seats the games had."""
        return int(self.features.shape[1])

    def certainty(self) -> Floats:
        """How much what was found of each action counts, below 1."""
        found: Floats = (self.tries / (self.tries + CERTAIN)).astype(np.float32)
        return found

    def batches(self, rng: np.random.Generator, size: int) -> Iterator[Places]:
        """The actions of all decisions once, these in any order, about so many rows of features a batch."""
        firsts = np.searchsorted(self.decisions, np.arange(len(self) + 1))
        parts = max(1, round(len(self.decisions) * self.players / size))
        for some in np.array_split(rng.permutation(len(self)), parts):
            yield np.concatenate([np.arange(firsts[one], firsts[one + 1]) for one in some])

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of it, to be kept and given to `of`."""
        return {name: getattr(self, name) for name in ("features", "decisions", "tries", "worth")}

    @staticmethod
    def of(arrays: Mapping[str, Any]) -> Comparisons:
        """The comparisons whose `arrays` these are."""
        return Comparisons(*(arrays[name] for name in ("features", "decisions", "tries", "worth")))


def comparisons_of(games: Sequence[Seen], features: int) -> list[Comparisons]:
    """What was compared in these games, by numbers of seats; none where nothing was."""
    found = []
    for players in sorted({len(seen.scores) for seen in games}):
        some = [seen for seen in games if len(seen.scores) == players]
        joined = {name: b"".join(getattr(seen, name) for seen in some) for name in COMPARED}
        counts = np.frombuffer(joined["compared"], np.int32)
        if len(counts):
            worth = np.frombuffer(joined["worth"], np.float64).astype(np.float32).reshape(-1, players)
            tries = np.frombuffer(joined["tries"], np.int32)
            decisions = np.repeat(np.arange(len(counts)), counts)
            found.append(Comparisons(rows(joined["tried"], players, features), decisions, tries, worth))
    return found


def members(decisions: Places) -> Floats:
    """Actions × decisions: 1 where an action belongs to a decision, else 0."""
    found: Floats = (decisions[:, None] == np.unique(decisions)[None, :]).astype(np.float32)
    return found


def told_apart(errors: Floats, member: Floats, certainty: Floats, level: float = LEVEL) -> Floats:
    """Errors (actions × seats) less the part `1 - level` of what the actions of a decision share.

    `member` as `members` tells it, `certainty`: how much each action counts.
    """
    shared = (member.T @ (certainty[:, None] * errors)) / (member.T @ certainty)[:, None]
    found: Floats = errors - (1 - level) * (member @ shared)
    return found
