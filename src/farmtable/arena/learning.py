"""Fitting an evaluation to samples: Adam on a network of one hidden layer, in NumPy.

The network is that of `bots/network.py`; here its numbers are scaled so that learning goes well, and
`export` turns them back.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from farmtable.core import BadOption

Floats = NDArray[np.float32]
Whole = NDArray[np.int16]

BATCH = 1024
DECAY = 1e-4
"""Adam's decoupled weight decay (Loshchilov & Hutter 2019), for each step times the learning rate."""
BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
PARTS = ("hidden", "bias", "out", "slope", "shift")
WIDTH = 5
"""Positions are sorted by what is left of the game, in classes of so many percent."""
LEAST_SPREAD = 0.02
"""The spread of expectations never falls below this part of what it is at the start of a game."""


@dataclass
class Samples:
    """Positions: a row of `features` each, the final points to learn (`targets`), and those that came."""

    features: Whole
    targets: Floats
    finals: Floats

    def __len__(self) -> int:
        return len(self.targets)

    @staticmethod
    def together(some: list[Samples]) -> Samples:
        """All of them, in this order."""
        return Samples(
            np.concatenate([one.features for one in some]),
            np.concatenate([one.targets for one in some]),
            np.concatenate([one.finals for one in some]),
        )


class Learner:
    """A network that is being fitted. `first` are samples by which the scales are chosen, once for all.

    What it expects comes from averaged weights (Polyak & Juditsky 1992); `memory` is the share of them that
    a step of learning leaves as they are. At first it expects the guess that the first feature is, and what
    usually still comes: with a long memory it leaves that slowly.
    """

    def __init__(self, first: Samples, width: int, seed: int, memory: float = 0.998) -> None:
        features = first.features.astype(np.float32)
        used = np.maximum((features != 0).sum(axis=0), 1)
        # By what a number is when it is not 0: what is rare must not become large.
        rms = np.sqrt((features**2).sum(axis=0) / used)
        self.scale: Floats = np.where(rms > 0, np.maximum(rms, 1.0), 1.0).astype(np.float32)
        to_come = first.finals - features[:, 0]
        self.unit = float(max(to_come.std(), 1.0))
        self.curve = np.full(101, self.unit, dtype=np.float32)
        self.stretch = np.ones(101, np.float32)
        self.typical = 0.0
        self.steps = 0
        rng = np.random.default_rng(seed)
        count = features.shape[1]
        filled = max(1.0, float((features != 0).sum(axis=1).mean()))
        self.weights: dict[str, Floats] = {
            "hidden": (rng.standard_normal((count, width)) / np.sqrt(filled)).astype(np.float32),
            "bias": np.zeros(width, np.float32),
            "out": (rng.standard_normal(width) / np.sqrt(width)).astype(np.float32),
            "slope": np.zeros(count, np.float32),
            "shift": np.full(1, to_come.mean() / self.unit, np.float32),
        }
        self.memory = memory
        self.mean = {name: part.copy() for name, part in self.weights.items()}
        self.mean["out"][:] = 0
        self.first = {name: np.zeros_like(part) for name, part in self.weights.items()}
        self.second = {name: np.zeros_like(part) for name, part in self.weights.items()}

    def outline(self, samples: Samples) -> float:
        """Learn the roughest outline alone: a straight line of the guess and of what is still to come.

        Three numbers that luck cannot blur; choices will then be those of the guess. Returns the mean squared
        error, as `fit` does.
        """
        guess, left = samples.features[:, 0], samples.features[:, 1]
        known = np.stack([guess, left, np.ones(len(samples))], axis=1).astype(np.float64)
        to_come = (samples.finals - guess).astype(np.float64)
        line, *_ = np.linalg.lstsq(known, to_come, rcond=None)
        for weights in (self.weights, self.mean):
            weights["out"][:] = 0
            weights["slope"][:] = 0
            weights["slope"][:2] = line[:2] * self.scale[:2] / self.unit
            weights["shift"][:] = line[2] / self.unit
        return float(np.mean((to_come - known @ line) ** 2)) / self.unit**2

    def begin_with(self, tensors: Mapping[str, array[float]]) -> None:
        """Start from a network as `export` gives it, of the same features.

        Where that is narrower, the hidden units beyond it say nothing at first. Raises BadOption for a
        network of other features, or a wider one.
        """
        found = {name: np.array(numbers, np.float32) for name, numbers in tensors.items()}
        features, width = self.weights["hidden"].shape
        own = found["bias"].size
        sizes = {"hidden": features * own, "bias": own, "out": own, "slope": features, "shift": 1}
        if own > width or any(found[name].size != size for name, size in sizes.items()):
            raise BadOption("the network to begin with has other features, or is wider")
        hidden, more = found["hidden"].reshape(features, own), width - own
        self.weights = {
            "hidden": np.hstack([hidden * self.scale[:, None], self.weights["hidden"][:, own:]]),
            "bias": np.pad(found["bias"], (0, more)),
            "out": np.pad(found["out"] / self.unit, (0, more)),
            "slope": found["slope"] * self.scale / self.unit,
            "shift": found["shift"] / self.unit,
        }
        self.mean = {name: part.copy() for name, part in self.weights.items()}
        self.curve = found["spreads"]

    def fit(
        self,
        samples: Samples,
        passes: int,
        rate: float,
        rng: np.random.Generator,
        progress: Callable[[int], None] = lambda done: None,
    ) -> float:
        """Go over the samples so often; return the mean weighted squared error of the last pass."""
        error = 0.0
        for _ in range(passes):
            total = 0.0
            for rows in _batches(len(samples), rng):
                total += self._step(samples, rows, rate) * len(rows)
                progress(len(rows))
            error = total / max(1, len(samples))
        return error

    def measure(self, samples: Samples, typical: float) -> None:
        """Learn from fresh samples how far expectations stray, and what score is typical."""
        left = np.clip(samples.features[:, 1], 0, 100).astype(np.int64)
        errors = (samples.finals - self.expect(samples.features)) ** 2
        self.stray(left, errors)
        self.typical = typical

    def compare(self, left: NDArray[np.int64], expected: Floats, came: Floats) -> None:
        """Learn by how much leads come out greater than expected, and how far they stray then.

        All are rows: percent of the game `left`, and leads, measured so that they stray as one seat does.
        """
        both, square = expected * came, expected**2
        slopes = {
            middle: float(both[there].sum() / square[there].sum())
            for middle, there in _classes(left)
            if both[there].sum() > 0
        }
        if slopes:
            self.stretch = np.interp(np.arange(101), list(slopes), list(slopes.values())).astype(np.float32)
        self.stray(left, (came - self.stretch[left] * expected) ** 2)

    def stray(self, left: NDArray[np.int64], errors: NDArray[np.floating]) -> None:
        """Set the curve of spreads by squared errors at positions with so much `left`."""
        widths = {middle: float(np.sqrt(errors[there].mean())) for middle, there in _classes(left)}
        if widths:
            curve = np.interp(np.arange(101), list(widths), list(widths.values()))
            self.curve = np.maximum(curve, LEAST_SPREAD * curve.max()).astype(np.float32)

    def expect(self, features: Whole) -> Floats:
        """The final points to expect at these positions, by the averaged weights."""
        out = np.empty(len(features), np.float32)
        for begin in range(0, len(features), 65536):
            some = features[begin : begin + 65536]
            x = some.astype(np.float32) / self.scale
            active = np.maximum(x @ self.mean["hidden"] + self.mean["bias"], 0)
            to_come = active @ self.mean["out"] + x @ self.mean["slope"] + self.mean["shift"]
            out[begin : begin + 65536] = some[:, 0] + to_come * self.unit
        return out

    def export(self) -> dict[str, array[float]]:
        """The network as `network_file.write_tensors` takes it: for features and points as they are."""
        mean = self.mean
        found = {
            "hidden": mean["hidden"] / self.scale[:, None],
            "bias": mean["bias"],
            "out": mean["out"] * self.unit,
            "slope": mean["slope"] / self.scale * self.unit,
            "shift": mean["shift"] * self.unit,
            "spreads": self.curve,
            "typical": np.full(1, self.typical, np.float32),
            "stretch": self.stretch,
        }
        return {name: array("f", part.astype(np.float32).ravel().tobytes()) for name, part in found.items()}

    def state(self) -> dict[str, NDArray[np.generic]]:
        """All of it, to be saved and given to `restore`."""
        parts = {f"{kind}.{name}": kept[name] for kind, kept in self._kinds().items() for name in PARTS}
        single = np.array([self.unit, self.typical, self.steps, self.memory], np.float64)
        return {**parts, "scale": self.scale, "curve": self.curve, "stretch": self.stretch, "single": single}

    @staticmethod
    def restore(saved: dict[str, NDArray[np.generic]]) -> Learner:
        """The learner whose `state` this is."""
        learner = Learner.__new__(Learner)
        learner.weights, learner.mean, learner.first, learner.second = (
            {name: saved[f"{kind}.{name}"].astype(np.float32) for name in PARTS}
            for kind in ("weights", "mean", "first", "second")
        )
        learner.scale = saved["scale"].astype(np.float32)
        learner.curve = saved["curve"].astype(np.float32)
        learner.stretch = saved["stretch"].astype(np.float32)
        unit, typical, steps, memory = saved["single"].astype(np.float64)
        learner.unit, learner.typical = float(unit), float(typical)
        learner.steps, learner.memory = int(steps), float(memory)
        return learner

    def _kinds(self) -> dict[str, dict[str, Floats]]:
        return {"weights": self.weights, "mean": self.mean, "first": self.first, "second": self.second}

    def forward(self, features: Whole) -> tuple[Floats, Floats, Floats]:
        """The features as scaled, what the hidden units make of them, and the points expected, in units."""
        x = features.astype(np.float32) / self.scale
        w = self.weights
        active = np.maximum(x @ w["hidden"] + w["bias"], 0)
        to_come = active @ w["out"] + x @ w["slope"] + w["shift"]
        expected: Floats = to_come + features[:, 0].astype(np.float32) / np.float32(self.unit)
        return x, active, expected

    def backward(self, x: Floats, active: Floats, back: Floats) -> dict[str, Floats]:
        """The slope of a loss by each weight, from its slope `back` by each of the points expected."""
        through = (back[:, None] * self.weights["out"]) * (active > 0)
        return {
            "hidden": x.T @ through,
            "bias": through.sum(axis=0),
            "out": active.T @ back,
            "slope": x.T @ back,
            "shift": np.full(1, back.sum(), np.float32),
        }

    def settle(self) -> None:
        """Let what is expected come from the weights as they are now, not from averaged ones."""
        self.mean = {name: part.copy() for name, part in self.weights.items()}

    def shrink(self, part: float) -> None:
        """Let all that is expected be this part of what it was: what is liked best stays the same."""
        for weights in (self.weights, self.mean):
            weights["out"] *= part
            weights["slope"] *= part
            weights["slope"][0] += (part - 1) * self.scale[0] / self.unit
            weights["shift"] *= part

    def calibrated(self, samples: Samples, typical: float) -> Learner:
        """A twin that likes the same best, but expects as many points as came on average.

        Who learned choices does not know what points they bring: a straight line of what was expected, and
        of what is left of the game, tells that. It is `measure`d with the same samples.
        """
        twin = Learner.restore(self.state())
        known = np.stack(
            [twin.expect(samples.features), samples.features[:, 1], np.ones(len(samples))], axis=1
        )
        line, *_ = np.linalg.lstsq(known.astype(np.float64), samples.finals.astype(np.float64), rcond=None)
        part = float(line[0])
        if len(samples) > len(line) and part > 0:
            twin.shrink(part)
            for weights in (twin.weights, twin.mean):
                weights["slope"][1] += line[1] * twin.scale[1] / twin.unit
                weights["shift"] += line[2] / twin.unit
        twin.measure(samples, typical)
        return twin

    def _step(self, samples: Samples, rows: NDArray[np.int64], rate: float) -> float:
        some = samples.features[rows]
        x, active, expected = self.forward(some)
        error = expected - samples.targets[rows] / self.unit
        # Errors count in proportion to what is usual then: late in a game a point means more.
        usual = self.curve[np.clip(some[:, 1], 0, 100)] / self.unit
        trust = 1.0 / (usual**2 + 0.05)
        trust /= trust.mean()
        back = (2.0 / len(rows)) * trust * error
        self.descend(self.backward(x, active, back), rate)
        return float((trust * error**2).mean())

    def descend(self, slopes: dict[str, Floats], rate: float) -> None:
        """One step of AdamW, and of the running average of the weights."""
        self.steps += 1
        fresh1, fresh2 = 1 - BETA1**self.steps, 1 - BETA2**self.steps
        for name, slope in slopes.items():
            first, second, weight = self.first[name], self.second[name], self.weights[name]
            first += (1 - BETA1) * (slope - first)
            second += (1 - BETA2) * (slope**2 - second)
            weight -= rate * (first / fresh1) / (np.sqrt(second / fresh2) + EPSILON)
            if name != "shift":
                weight *= 1 - rate * DECAY
            self.mean[name] += (1 - self.memory) * (weight - self.mean[name])


def _classes(left: NDArray[np.int64]) -> Iterator[tuple[float, NDArray[np.bool_]]]:
    """The classes of what is left that have enough positions: their means, and which belong to them."""
    for low in range(0, 101, WIDTH):
        there = (left >= low) & (left < low + WIDTH)
        if there.sum() >= BATCH // 8:
            yield float(left[there].mean()), there


def _batches(rows: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    order = rng.permutation(rows)
    for begin in range(0, rows, BATCH):
        yield order[begin : begin + BATCH]
