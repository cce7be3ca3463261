"""Shares: numbers that sum to 1, how they are computed, and drawing by them."""

from __future__ import annotations

import math

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.rng import Rng


def softmax(numbers: vec[float], n: i64, scale: float) -> vec[float]:
    """The softmax of the first `n` numbers divided by `scale`; the shares sum to 1."""
    top: float = numbers[0]
    i: i64 = 1
    while i < n:
        top = max(top, numbers[i])
        i += 1
    shares = vec[float](capacity=n)
    total: float = 0.0
    i = 0
    while i < n:
        share: float = math.exp((numbers[i] - top) / scale)
        shares = append(shares, share)
        total += share
        i += 1
    i = 0
    while i < n:
        shares[i] /= total
        i += 1
    return shares


def draw(shares: vec[float], rng: Rng) -> i64:
    """A random index into `shares`, which sum to 1, each as likely as its share."""
    left: float = float(rng.next32()) / 4294967296.0
    i: i64 = 0
    while i < len(shares) - 1 and left >= shares[i]:
        left -= shares[i]
        i += 1
    return i


def normalized(weights: vec[float]) -> vec[float]:
    """The positive parts of the weights, normalised to sum to 1; equal shares if none is positive."""
    total: float = 0.0
    for weight in weights:
        total += max(0.0, weight)
    n: i64 = len(weights)
    shares = vec[float](capacity=n)
    for weight in weights:
        shares = append(shares, max(0.0, weight) / total if total > 0.0 else 1.0 / float(n))
    return shares
