"""Studied decisions of many games: their actions, and the target probability of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farmtable.training.descent import Floats
from farmtable.training.episodes import Seen

Places = NDArray[np.int64]


class Options(NamedTuple):
    """All actions of some decisions, concatenated: the decision (`rows`), the action, and its share."""

    rows: Places
    actions: NDArray[np.int32]
    shares: Floats


@dataclass
class Decisions:
    """Decisions that were studied.

    `features`: decisions × features of the seat to decide; `counts`: how many actions each had; `actions` and
    `shares`: all these actions, concatenated, and the target probability of each.
    """

    SHAPES: ClassVar[dict[str, tuple[int | str, ...]]] = {
        "features": ("decisions", "features"),
        "counts": ("decisions",),
        "actions": ("options",),
        "shares": ("options",),
    }
    """The shapes of `arrays`."""

    features: NDArray[np.int16]
    counts: NDArray[np.int32]
    actions: NDArray[np.int32]
    shares: Floats

    def __len__(self) -> int:
        return len(self.counts)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """All of it, to be kept and given to `of`."""
        return {name: getattr(self, name) for name in ("features", "counts", "actions", "shares")}

    @staticmethod
    def of(arrays: Mapping[str, Any]) -> Decisions:
        """The decisions whose `arrays` these are."""
        return Decisions(arrays["features"], arrays["counts"], arrays["actions"], arrays["shares"])

    @staticmethod
    def together(some: Sequence[Decisions]) -> Decisions:
        """Those of several generations."""
        return Decisions.of(
            {name: np.concatenate([one.arrays()[name] for one in some]) for name in some[0].arrays()}
        )

    def options(self, which: Places) -> Options:
        """The actions of the decisions at these places."""
        counts = self.counts[which].astype(np.int64)
        rows = np.repeat(np.arange(len(which)), counts)
        first = np.cumsum(self.counts, dtype=np.int64)[which] - counts
        at = np.arange(len(rows)) + np.repeat(first - (np.cumsum(counts) - counts), counts)
        return Options(rows, self.actions[at], self.shares[at])


def decisions_of(games: Sequence[Seen], features: int) -> Decisions:
    """The studied decisions of these games."""
    joined = {name: b"".join(getattr(seen, name) for seen in games) for name in Seen._fields[2:]}
    return Decisions(
        np.frombuffer(joined["deciding"], np.int16).reshape(-1, features),
        np.frombuffer(joined["counts"], np.int32),
        np.frombuffer(joined["actions"], np.int32),
        np.frombuffer(joined["shares"], np.float64).astype(np.float32),
    )
