"""Leads as a network expects them, compared within each decision, and how to change them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from farmtable.arena.learning import BATCH, Floats, Learner, Whole
from farmtable.arena.policy_lesson import Decisions


def leads_of(points: Floats) -> Floats:
    """By how much each seat's points, in the last dimension, pass the mean of the others'."""
    players = points.shape[-1]
    leads: Floats = points - (points.sum(axis=-1, keepdims=True) - points) / (players - 1)
    return leads


def liking(learner: Learner, lesson: Decisions) -> Floats:
    """By how many points each candidate leads further than the mean of its decision."""
    found = []
    for which in np.array_split(np.arange(len(lesson)), max(1, len(lesson) // BATCH)):
        some = lesson.some(which)
        found.append(compared(ask(learner, some.features)[0][:, 0] * learner.unit, some))
    return np.concatenate(found)


def compared(leads: Floats, some: Decisions) -> Floats:
    """By how much each of these leads passes the mean of its decision."""
    compared: Floats = leads - np.repeat(np.add.reduceat(leads * some.shares, some.starts), some.counts)
    return compared


def ask(learner: Learner, features: Whole) -> tuple[Floats, Callable[[Floats, float], None]]:
    """By how many units each seat leads; and what takes a step, given a loss's slope by each lead."""
    players = features.shape[1]
    x, active, points = learner.forward(features.reshape(-1, features.shape[2]))

    def descend(slopes: Floats, rate: float) -> None:
        back = slopes * (players / (players - 1)) - slopes.sum(axis=1, keepdims=True) / (players - 1)
        learner.descend(learner.backward(x, active, back.reshape(-1).astype(np.float32)), rate)

    return leads_of(points.reshape(-1, players)), descend


def hold(learner: Learner, some: Decisions, wanted: Floats, weight: float, rate: float) -> None:
    """A step towards what was liked: candidates count by the roots of their shares."""
    leads, descend = ask(learner, some.features)
    errors = compared(leads[:, 0] * learner.unit, some) - wanted
    push = weight * learner.unit * 2 / len(some) * errors * np.sqrt(some.shares)
    slopes = np.zeros_like(leads)
    slopes[:, 0] = push - some.shares * np.repeat(np.add.reduceat(push, some.starts), some.counts)
    descend(slopes, rate)
