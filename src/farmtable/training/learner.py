"""The value network that is being fitted: AdamW on one hidden layer beside a linear term.

It is the network of `bots/network.py`; here its features and points are scaled for learning, and `export`
undoes that. Its expectations use the moving average of its weights (`descent.py`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.core import BadOption
from farmtable.training.calibration import calibrated
from farmtable.training.descent import TINY, Descent
from farmtable.training.device import Device
from farmtable.training.positions import Floats, Positions, Whole, apart, returns
from farmtable.training.recipe import Recipe

CPU: Final = Device()
BATCH: Final = 1024
"""About this many rows of features make a step; a position has one for each seat."""
LONG: Final = 1_000_000
"""Steps after which an average has forgotten what it began with."""
RENEWED: Final = 3
"""After this many passes, targets are recomputed with the current network (fitted iteration)."""
PARTS: Final = ("hidden", "bias", "out", "slope", "shift")
SPARED: Final = frozenset({"shift"})
"""These do not decay."""
CLASS: Final = 5
"""Positions are grouped by what is left of the game, in classes of this many percent."""
FEWEST: Final = 128
"""Classes with fewer positions are left out when the spread is fitted."""
LEAST_SPREAD: Final = 0.02
"""The least spread, as a part of the widest."""
FLOOR: Final = 0.05
"""Added to the squared spread (in units) by which errors are weighted."""


class Learner:
    """A network that is being fitted, on a `device`: its weights and scales are there.

    `first` are rows of features (rows × features), from which the scales are chosen once and for all;
    `to_come` are the points still to come for each row. Before any fitting it expects the first feature, an
    estimate of the points, plus the mean of what is to come.
    """

    def __init__(self, first: Whole, to_come: Floats, recipe: Recipe, device: Device = CPU) -> None:
        self.device = device
        used = (first != 0).sum(axis=0)
        # By what a number is when it is not 0: what is rare must not become large.
        rms = np.sqrt(np.square(first, dtype=np.float32).sum(axis=0) / np.maximum(used, 1))
        self.scale: Floats = device.put(np.where(rms > 0, np.maximum(rms, 1.0), 1.0).astype(np.float32))
        self.unit = float(max(to_come.std(), 1.0))
        self.spreads = np.full(101, self.unit, dtype=np.float32)
        self.typical = 0.0
        rng = np.random.default_rng(recipe.seed)
        count, width = first.shape[1], recipe.width
        filled = max(1.0, float(used.sum() / len(first)))
        # The names of `bots.network.Network`; numbers are for scaled features, and for points in units.
        weights: dict[str, Floats] = {  # features × width, width, width, features, 1
            "hidden": (rng.standard_normal((count, width)) / np.sqrt(filled)).astype(np.float32),
            "bias": np.zeros(width, np.float32),
            "out": (rng.standard_normal(width) / np.sqrt(width)).astype(np.float32),
            "slope": np.zeros(count, np.float32),
            "shift": np.full(1, to_come.mean() / self.unit, np.float32),
        }
        self.descent = self._descent(weights, recipe.ema)
        self.descent.mean["out"][:] = 0

    def begin_with(self, tensors: Mapping[str, array[float]]) -> None:
        """Go on from a network as `export` gives it, of the same features.

        If that is narrower, the additional hidden units contribute nothing at first. Raises BadOption for a
        network of other features, or a wider one.
        """
        found = {name: np.array(numbers, np.float32) for name, numbers in tensors.items()}
        own_weights = {name: self.device.get(part) for name, part in self.descent.weights.items()}
        scale = self.device.get(self.scale)
        features, width = own_weights["hidden"].shape
        own = found["bias"].size
        sizes = {"hidden": features * own, "bias": own, "out": own, "slope": features, "shift": 1}
        if own > width or any(found[name].size != size for name, size in sizes.items()):
            raise BadOption("the network to begin with has other features, or is wider")
        hidden, more = found["hidden"].reshape(features, own), width - own
        weights = {
            "hidden": np.hstack([hidden * scale[:, None], own_weights["hidden"][:, own:]]),
            "bias": np.pad(found["bias"], (0, more)),
            "out": np.pad(found["out"] / self.unit, (0, more)),
            "slope": found["slope"] * scale / self.unit,
            "shift": found["shift"] / self.unit,
        }
        self.descent = self._descent(weights, self.descent.ema)
        self.descent.averaged = LONG  # what it has learned elsewhere is left slowly
        self.spreads = found["spreads"]

    def _descent(self, weights: Mapping[str, Floats], ema: float) -> Descent:
        """The descent of these weights, there."""
        there = {name: self.device.put(part.astype(np.float32)) for name, part in weights.items()}
        return Descent(there, ema, SPARED)

    # --- what it expects ----------------------------------------------------------------------------

    def expect(self, features: Whole) -> Floats:
        """The expected final points for rows of features (rows × features), by the averaged weights: one for
        each row.
        """
        out = np.empty(len(features), np.float32)
        for begin in range(0, len(features), 65536):
            some = self.device.put(features[begin : begin + 65536])
            _, _, expected = self._forward(some, self.descent.mean)
            out[begin : begin + 65536] = self.device.get(expected * self.unit)
        return out

    def _forward(self, features: Whole, weights: Mapping[str, Floats]) -> tuple[Floats, Floats, Floats]:
        """The features as scaled, what the hidden units make of them, and the points expected, in units.

        Of `features` (rows × features): rows × features, rows × width, and rows.
        """
        x = features.astype(np.float32) / self.scale
        active = np.maximum(x @ weights["hidden"] + weights["bias"], 0)
        to_come = active @ weights["out"] + x @ weights["slope"] + weights["shift"]
        expected: Floats = to_come + features[:, 0].astype(np.float32) / self.unit
        return x, active, expected

    # --- learning -----------------------------------------------------------------------------------

    def fit(
        self,
        courses: Sequence[Positions],
        recipe: Recipe,
        rng: np.random.Generator,
        progress: Callable[[int], None] = lambda done: None,
    ) -> float:
        """Make the passes of the recipe over the positions, towards their λ-returns.

        Returns the `error` at the end.
        """
        targets: list[Floats] = []
        for turn in range(recipe.passes):
            if turn % RENEWED == 0:
                targets = [returns(course, self.expect, recipe.lambda_) for course in courses]
            for kind, which in _batches(courses, rng):
                features = self.device.put(courses[kind].features[which])
                aims = self.device.put(targets[kind][which])
                self._step(features, aims, recipe.shared, recipe.rate(turn))
                progress(len(which))
        return self.error(courses)

    def error(self, courses: Sequence[Positions]) -> float:
        """The mean squared error of the expected leads, as a part of the variance of leads.

        Solo games have no leads: there it is the error of the points, as a part of their variance.
        """
        told = [course.undisturbed() for course in courses]
        errors = [
            apart(course.expected(self.expect) - course.points, 0.0)[there]
            for course, there in zip(courses, told, strict=True)
        ]
        leads = [apart(course.points, 0.0)[there] for course, there in zip(courses, told, strict=True)]
        alone = [points for points in leads if points.shape[1] == 1 and len(points) > 0]
        usual = np.concatenate(alone).mean() if alone else 0.0  # leads have a mean of 0
        varied = [one - usual if one.shape[1] == 1 else one for one in leads]
        return _mean_square(errors) / max(_mean_square(varied), TINY)

    def _step(self, features: Whole, targets: Floats, shared: float, rate: float) -> None:
        """One step towards what some positions (with all their seats) are to be worth.

        `features`: positions × seats × features; `targets`: positions × seats, in points. What follows has a
        number for each row, seat by seat: `errors`, `trust`, and `back`, the gradient by what was expected:
        that of trust · (Σ (e - ē)² + `shared` · n · ē²), over n seats, where trust has a mean of 1.
        """
        weights = self.descent.weights
        rows = features.reshape(-1, features.shape[2])
        x, active, expected = self._forward(rows, weights)
        errors = apart(expected.reshape(targets.shape) - targets / self.unit, shared).ravel()
        # Errors count by what is usual then: late in a game a point means more.
        usual = self.device.put(self.spreads)[np.clip(rows[:, 1], 0, 100).astype(np.int64)] / self.unit
        trust = 1.0 / (usual**2 + FLOOR)
        back = ((2.0 / len(rows)) * trust / trust.mean() * errors).astype(np.float32)
        through = (back[:, None] * weights["out"]) * (active > 0)
        self.descent.step(
            {
                "hidden": x.T @ through,
                "bias": through.sum(axis=0),
                "out": active.T @ back,
                "slope": x.T @ back,
                "shift": back.sum(keepdims=True),
            },
            rate,
        )

    # --- how far it strays --------------------------------------------------------------------------

    def measure(self, courses: Sequence[Positions], typical: float) -> None:
        """Fit the spread σ of expectations to fresh games, and set the `typical` score.

        If seats play against each other, σ calibrates the chances to win: it is the likeliest for who won,
        within bounds (temperature scaling, Guo et al. 2017), by what is left of the game.
        """
        found: dict[float, list[tuple[float, int]]] = {}
        for course in courses:
            expected, left = course.expected(self.expect), course.left()[:, 0]
            for low in range(0, 101, CLASS):
                there = (left >= low) & (left < low + CLASS) & course.undisturbed()
                if there.sum() >= FEWEST:
                    spread = calibrated(expected[there], course.points[there])
                    found.setdefault(float(low), []).append((spread, int(there.sum())))
        if found:
            middles = [low + CLASS / 2 for low in found]
            widths = [
                sum(spread * count for spread, count in some) / sum(count for _, count in some)
                for some in found.values()
            ]
            order = np.argsort(middles)
            curve = np.interp(np.arange(101), np.array(middles)[order], np.array(widths)[order])
            self.spreads = np.maximum(curve, LEAST_SPREAD * curve.max()).astype(np.float32)
        self.typical = typical

    # --- files --------------------------------------------------------------------------------------

    def export(self) -> dict[str, array[float]]:
        """The network as `network_file.pack_tensors` takes it: for features and points as they are."""
        mean = {name: self.device.get(part) for name, part in self.descent.mean.items()}
        scale = self.device.get(self.scale)
        found = {
            "hidden": mean["hidden"] / scale[:, None],
            "bias": mean["bias"],
            "out": mean["out"] * self.unit,
            "slope": mean["slope"] / scale * self.unit,
            "shift": mean["shift"] * self.unit,
            "spreads": self.spreads,
            "typical": np.full(1, self.typical, np.float32),
        }
        return {name: array("f", part.astype(np.float32).ravel().tobytes()) for name, part in found.items()}

    def state(self) -> dict[str, NDArray[Any]]:
        """All of it, to be saved and given to `restore`."""
        single = np.array([self.unit, self.typical, self.descent.ema], np.float64)
        there = {**self.descent.arrays(), "scale": self.scale}
        here = {name: self.device.get(part) for name, part in there.items()}
        return {**here, "spreads": self.spreads, "single": single}

    @staticmethod
    def restore(saved: Mapping[str, NDArray[Any]], device: Device = CPU) -> Learner:
        """The learner whose `state` this is."""
        learner = Learner.__new__(Learner)
        learner.device = device
        learner.scale = device.put(saved["scale"].astype(np.float32))
        learner.spreads = saved["spreads"].astype(np.float32)
        learner.unit, learner.typical, ema = (float(number) for number in saved["single"])
        learner.descent = learner._descent({name: saved[f"weights.{name}"] for name in PARTS}, ema)
        learner.descent.restore({name: device.put(part) for name, part in saved.items()})
        return learner


def _batches(
    courses: Sequence[Positions], rng: np.random.Generator
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """All positions of all courses once, in batches of one course each, in any order."""
    batches = [
        (kind, which)
        for kind, course in enumerate(courses)
        if len(course) > 0
        for which in np.array_split(
            rng.permutation(len(course)), max(1, len(course) * course.players // BATCH)
        )
    ]
    for at in rng.permutation(len(batches)):
        yield batches[at]


def _mean_square(parts: Sequence[Floats]) -> float:
    return float(np.mean(np.concatenate([part.ravel() for part in parts]) ** 2))
