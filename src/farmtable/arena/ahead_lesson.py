"""Learning at once to see what a network now sees only by playing on (expert iteration, Anthony, Tian &
Barber 2017).

Some decisions of its games it has looked at more closely (`bots/policy_play.py`). What each of the best
actions promised then, compared with the others, is what it learns to expect of them at first sight; what it
then sees by playing on reaches a turn further. Hardly any luck is in these comparisons, so a few thousand
decisions teach what takes policy gradients a hundred times as many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.arena.comparing import compared, hold, liking
from farmtable.arena.learning import Floats, Learner
from farmtable.arena.plan import Plan
from farmtable.arena.policy_lesson import Decisions, Seen

A_STEP: Final = 256
"""About so many decisions make a step of learning."""
LEAST_SHARE: Final = 1e-4
"""No candidate counts for less: that what was bad may not come to look good unnoticed."""
SLOWER: Final = 0.3
"""The last third of the passes goes at this part of the learning rate."""


@dataclass
class Looks:
    """Decisions that were looked at closely, and by how many points each candidate was found to lead
    further than the mean of its decision (`found`)."""

    decisions: Decisions
    found: Floats

    def __len__(self) -> int:
        return len(self.decisions)

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All of it, to be kept and given to `of`."""
        return self.decisions.arrays() | {"found": self.found}

    @staticmethod
    def of(arrays: Mapping[str, Any]) -> Looks:
        """The looks whose `arrays` these are."""
        rest = {name: part for name, part in arrays.items() if name != "found"}
        return Looks(Decisions.of(rest), arrays["found"])


def looks_of(games: Sequence[Seen], features: int) -> Looks:
    """What was looked at in games with the same number of seats."""
    players = len(games[0].scores)
    counts = np.concatenate([np.frombuffer(seen.counts, np.int64) for seen in games])
    starts = np.cumsum(counts) - counts
    rows = np.frombuffer(b"".join(seen.features for seen in games), np.int16).reshape(-1, players, features)
    shares = np.maximum(np.frombuffer(b"".join(seen.shares for seen in games), np.float32), LEAST_SHARE)
    shares = (shares / np.repeat(np.add.reduceat(shares, starts), counts)).astype(np.float32)
    heats = np.frombuffer(b"".join(seen.heats for seen in games), np.float32)
    decisions = Decisions(rows, counts, starts, shares, heats, np.zeros(len(counts), np.float32))
    hopes = np.frombuffer(b"".join(seen.hopes for seen in games), np.float32)
    return Looks(decisions, compared(hopes, decisions))


def foresee(
    learner: Learner,
    lessons: Sequence[Looks],
    plan: Plan,
    rng: np.random.Generator,
    progress: Callable[[int], None] = lambda done: None,
) -> float:
    """Learn to expect what was found, going over it as often as the plan says.

    Returns how much of it is not foreseen then, as a part of all.
    """
    learner.shrink(_slope(learner, lessons))
    size = float(np.mean(np.concatenate([lesson.found for lesson in lessons]) ** 2)) + 1e-12
    for turn in range(plan.passes):
        rate = plan.rate * (SLOWER if 3 * turn >= 2 * plan.passes else 1.0)
        parts = [
            (lesson, which)
            for lesson in lessons
            for which in np.array_split(rng.permutation(len(lesson)), max(1, len(lesson) // A_STEP))
        ]
        for at in rng.permutation(len(parts)):
            lesson, which = parts[at]
            some = lesson.decisions.some(which)
            hold(learner, some, lesson.found[lesson.decisions.rows(which)], 1 / size, rate)
            progress(len(which))
    learner.settle()
    wrong = total = 0.0
    for lesson in lessons:
        weights = np.sqrt(lesson.decisions.shares)
        wrong += float((weights * (liking(learner, lesson.decisions) - lesson.found) ** 2).sum())
        total += float((weights * lesson.found**2).sum())
    return wrong / max(total, 1e-12)


def _slope(learner: Learner, lessons: Sequence[Looks]) -> float:
    """How many points were found for each point that the network liked a candidate more: its leads may be
    too great or too small, which choices do not show. 1 where it likes the wrong ones."""
    both = square = 0.0
    for lesson in lessons:
        liked, weights = liking(learner, lesson.decisions), np.sqrt(lesson.decisions.shares)
        both += float((weights * liked * lesson.found).sum())
        square += float((weights * liked**2).sum())
    return both / square if both > 0 and square > 0 else 1.0
