"""Learning at first sight what a search finds out: expert iteration (Anthony, Tian & Barber 2017).

Some decisions of games are searched, and the network learns by how much each action then promised to lead.
That has far less luck in it than how games end: two searches of one decision, with other luck, agree almost
wholly on how their candidates differ (correlated 0.9, measured in Mi Tierra with 200 simulations). Who knows
more at first sight finds more by searching, and so on.

What a search left alone is learned as well, as it was appraised: what nothing is said of, a network comes to
like.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.arena.lead_lesson import ask, compared
from farmtable.arena.learning import Floats, Learner, Whole
from farmtable.arena.policy_lesson import Indices, Seen

TOGETHER: Final = 256
"""So many decisions make one step of learning."""
LEVEL: Final = 0.1
"""How much the mean over a decision's candidates counts, beside how they differ: a choice hangs on these, but
deeper searches compare positions of different decisions."""
SLOWER: Final = 0.3
"""The last two passes go at this part of the learning rate."""


@dataclass
class Findings:
    """Decisions that were searched in games with the same number of seats.

    As `Decisions`; but `shares` tell how much each candidate counts, and `promised` how far the decider will
    lead behind it, in points as the network tells them before they are stretched.
    """

    features: Whole
    counts: Indices
    starts: Indices
    shares: Floats
    promised: Floats

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def players(self) -> int:
        """How many seats the games had."""
        return int(self.features.shape[1])

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All of it, to be kept and given to `of`."""
        return {name: np.asarray(part) for name, part in vars(self).items()}

    @staticmethod
    def of(arrays: Mapping[str, Any]) -> Findings:
        """The findings whose `arrays` these are."""
        return Findings(**arrays)

    def some(self, which: Indices) -> Findings:
        """Only the decisions with these indices."""
        counts = self.counts[which]
        starts = np.cumsum(counts) - counts
        rows = np.repeat(self.starts[which] - starts, counts) + np.arange(counts.sum())
        return Findings(self.features[rows], counts, starts, self.shares[rows], self.promised[rows])


def findings_of(games: Sequence[Seen], features: int, stretch: Floats) -> Findings:
    """What was found in games with the same number of seats, played by a network that stretches leads so."""
    players = len(games[0].scores)
    counts = np.concatenate([np.frombuffer(seen.counts, np.int64) for seen in games])
    starts = np.cumsum(counts) - counts
    table = np.frombuffer(b"".join(seen.features for seen in games), np.int16).reshape(-1, players, features)
    shares = np.frombuffer(b"".join(seen.shares for seen in games), np.float32)
    promised = np.frombuffer(b"".join(seen.promised for seen in games), np.float32)
    left = np.clip(table[:, 0, 1], 0, 100)
    shares = shares / np.repeat(np.add.reduceat(shares, starts), counts)
    return Findings(table, counts, starts, shares, promised / stretch[left])


def adopt(
    learner: Learner,
    lessons: Sequence[Findings],
    passes: int,
    rate: float,
    rng: np.random.Generator,
    progress: Callable[[int], None] = lambda done: None,
) -> float:
    """Go over the decisions so often, and let leads be what was promised behind each candidate.

    Returns the mean squared error of how candidates differ in the last pass, as a part of how much they do.
    """
    error = differ = 0.0
    for turn in range(passes):
        pace = rate * (SLOWER if turn >= passes - 2 else 1.0)
        error = differ = 0.0
        parts = [
            (lesson, which)
            for lesson in lessons
            for which in np.array_split(rng.permutation(len(lesson)), max(1, len(lesson) // TOGETHER))
        ]
        for at in rng.permutation(len(parts)):
            lesson, which = parts[at]
            some = lesson.some(which)
            error += _step(learner, some, pace)
            differ += float((compared(some.promised, some) ** 2 * some.shares).sum())
            progress(len(which))
    return error / max(differ, 1e-9)


def _step(learner: Learner, some: Findings, rate: float) -> float:
    leads, descend = ask(learner, some.features)
    errors = leads[:, 0] - some.promised / learner.unit
    apart = compared(errors, some)
    slopes = np.zeros_like(leads)
    slopes[:, 0] = 2 / len(some) * some.shares * (apart + LEVEL * (errors - apart))
    descend(slopes, rate)
    return float((apart**2 * some.shares).sum()) * learner.unit**2
