"""AdamW (Loshchilov & Hutter 2019), with an exponential moving average of the weights."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

DECAY: Final = 1e-4
"""Decoupled weight decay, for each step times the learning rate."""
BETA1, BETA2, TINY = 0.9, 0.999, 1e-8
KINDS: Final = ("weights", "mean", "first", "second")


class Descent:
    """Weights under gradient descent; `mean` is their moving average (Polyak & Juditsky 1992).

    `spared` are the names of those that do not decay. An array may have any shape; its gradient, `mean`, and
    `first` and `second`, the means of gradients and of their squares, have the same shape.
    """

    def __init__(
        self, weights: Mapping[str, Floats], ema: float, spared: frozenset[str] = frozenset()
    ) -> None:
        self.weights = dict(weights)
        self.ema = ema
        self.spared = spared
        self.steps = 0
        self.averaged = 0
        self.mean = {name: part.copy() for name, part in self.weights.items()}
        self.first = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.second = {name: np.zeros_like(part) for name, part in self.weights.items()}

    def step(self, gradients: Mapping[str, Floats], rate: float) -> None:
        """One step of AdamW, and of the moving average."""
        self.steps += 1
        self.averaged += 1
        # What it knew at first, nothing, is forgotten sooner.
        decay = min(self.ema, (1 + self.averaged) / (10 + self.averaged))
        fresh1, fresh2 = 1 - BETA1**self.steps, 1 - BETA2**self.steps
        for name, gradient in gradients.items():
            first, second, weight = self.first[name], self.second[name], self.weights[name]
            first += (1 - BETA1) * (gradient - first)
            second += (1 - BETA2) * (gradient**2 - second)
            weight -= rate * (first / fresh1) / (np.sqrt(second / fresh2) + TINY)
            if name not in self.spared:
                weight *= 1 - rate * DECAY
            self.mean[name] += (1 - decay) * (weight - self.mean[name])

    def arrays(self, prefix: str = "") -> dict[str, NDArray[Any]]:
        """All of it, to be saved and given to `restore`."""
        parts = {
            f"{prefix}{kind}.{name}": part for kind in KINDS for name, part in getattr(self, kind).items()
        }
        return {**parts, f"{prefix}steps": np.array([self.steps, self.averaged], np.int64)}

    def restore(self, saved: Mapping[str, NDArray[Any]], prefix: str = "") -> None:
        """Restore what `arrays` gave, for the same weights."""
        for kind in KINDS:
            kept = getattr(self, kind)
            for name in kept:
                kept[name] = saved[f"{prefix}{kind}.{name}"].astype(np.float32)
        self.steps, self.averaged = (int(number) for number in saved[f"{prefix}steps"])
