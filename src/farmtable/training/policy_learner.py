"""The policy that is being fitted: cross-entropy towards the targets of studied decisions."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.core import BadOption
from farmtable.training.decisions import Decisions, Options
from farmtable.training.descent import Descent, Floats
from farmtable.training.learner import LONG
from farmtable.training.positions import Whole
from farmtable.training.recipe import Recipe

BATCH: Final = 512
"""Decisions in a step of learning."""
NAMED: Final = 0.9
"""The share of decisions whose best action is to be among those looked at."""
PREFIX: Final = "policy."
"""Of its arrays in the file of the learner."""


class PolicyLearner:
    """A policy that is being fitted: the one of `bots/policy.py`, with features divided by `scale`."""

    def __init__(self, scale: Floats, actions: int, recipe: Recipe) -> None:
        rng = np.random.default_rng([recipe.seed, 1])
        width = recipe.policy
        weights = {
            "hidden": (rng.standard_normal((len(scale), width)) / np.sqrt(width)).astype(np.float32),
            "bias": np.zeros(width, np.float32),
            "out": np.zeros((actions, width), np.float32),
            "shift": np.zeros(actions, np.float32),
        }
        self.likeliest = recipe.likeliest
        self.scale = scale
        self.descent = Descent(weights, recipe.ema)

    def begin_with(self, tensors: Mapping[str, array[float]]) -> None:
        """Go on from the policy among the tensors of a network of the same features, if there is one.

        Raises BadOption where that has another width.
        """
        found = {name: tensors.get(f"policy_{name}") for name in self.descent.weights}
        if all(numbers is None for numbers in found.values()):
            return
        weights = {}
        for name, own in self.descent.weights.items():
            numbers = np.array(found[name] or (), np.float32)
            if numbers.size != own.size:
                raise BadOption("the network to begin with has a policy of another width")
            weights[name] = numbers.reshape(own.shape)
        weights["hidden"] *= self.scale[:, None]
        self.descent = Descent(weights, self.descent.ema)
        self.descent.averaged = LONG

    def fit(
        self,
        decisions: Decisions,
        recipe: Recipe,
        rng: np.random.Generator,
        progress: Callable[[int], None] = lambda done: None,
    ) -> None:
        """Make the passes of the recipe over the decisions."""
        for turn in range(recipe.passes if len(decisions) > 0 else 0):
            for which in np.array_split(rng.permutation(len(decisions)), max(1, len(decisions) // BATCH)):
                self._step(decisions.features[which], decisions.options(which), recipe.rate(turn))
                progress(len(which))

    def ranks(self, decisions: Decisions) -> NDArray[np.int64]:
        """For each decision the rank of its best action in the policy, from the likeliest: 0, 1, …"""
        found: list[int] = []
        if len(decisions) == 0:
            return np.array(found, np.int64)
        for which in np.array_split(np.arange(len(decisions)), max(1, len(decisions) // BATCH)):
            options = decisions.options(which)
            _, _, logits = self._logits(decisions.features[which], options, self.descent.mean)
            counts = decisions.counts[which]
            for logit, share in zip(_split(logits, counts), _split(options.shares, counts), strict=True):
                best = int(np.argmax(share))
                found.append(int((logit > logit[best]).sum() + (logit[:best] == logit[best]).sum()))
        return np.array(found, np.int64)

    def _logits(
        self, features: Whole, options: Options, weights: Mapping[str, Floats]
    ) -> tuple[Floats, Floats, Floats]:
        """The features as scaled, what the hidden units make of them, and the logit of each action."""
        x = features.astype(np.float32) / self.scale
        active = np.maximum(x @ weights["hidden"] + weights["bias"], 0)
        logits: Floats = np.einsum("iu,iu->i", active[options.rows], weights["out"][options.actions])
        return x, active, logits + weights["shift"][options.actions]

    def _step(self, features: Whole, options: Options, rate: float) -> None:
        """One step towards the shares of these actions, down the gradient of the cross-entropy."""
        weights = self.descent.weights
        x, active, logits = self._logits(features, options, weights)
        starts = np.flatnonzero(np.diff(options.rows, prepend=-1))
        told = np.exp(logits - np.maximum.reduceat(logits, starts)[options.rows])
        told /= np.add.reduceat(told, starts)[options.rows]
        back = ((told - options.shares) / len(features)).astype(np.float32)[:, None]
        through = np.add.reduceat(back * weights["out"][options.actions], starts) * (active > 0)
        order = np.argsort(options.actions, kind="stable")
        named, firsts = np.unique(options.actions[order], return_index=True)
        out, shift = np.zeros_like(weights["out"]), np.zeros_like(weights["shift"])
        out[named] = np.add.reduceat((back * active[options.rows])[order], firsts)
        shift[named] = np.add.reduceat(back[order, 0], firsts)
        gradients = {"hidden": x.T @ through, "bias": through.sum(axis=0), "out": out, "shift": shift}
        self.descent.step(gradients, rate)

    # --- files --------------------------------------------------------------------------------------

    def export(self) -> dict[str, array[float]]:
        """The policy as tensors of a network file: for features as they are."""
        found = self.descent.mean | {"hidden": self.descent.mean["hidden"] / self.scale[:, None]}
        return {f"policy_{name}": array("f", part.ravel().tobytes()) for name, part in found.items()}

    def state(self) -> dict[str, NDArray[Any]]:
        """All of it, to be saved and given to `restore`."""
        return self.descent.arrays(PREFIX)

    def restore(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Go on from a `state`."""
        self.descent.restore(saved, PREFIX)


def _split(numbers: Floats, counts: NDArray[np.int32]) -> list[Floats]:
    return np.split(numbers, np.cumsum(counts)[:-1])


def needed(ranks: NDArray[np.int64], least: int) -> int:
    """How many actions, `least` or more, must be looked at so that the best is usually among them."""
    return max(least, 1 + int(np.quantile(ranks, NAMED, method="higher"))) if len(ranks) > 0 else least
