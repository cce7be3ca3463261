"""Names of features: of the numbers from which an evaluation is learned."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import pairwise


def numbered(groups: Mapping[str, int], count: int) -> tuple[str, ...]:
    """The names of `count` features, given the first place of each group: `supply.0`, `supply.1`, …

    Raises ValueError unless the groups begin at 0 and ascend.
    """
    names, firsts = list(groups), [*groups.values(), count]
    if firsts[0] != 0 or any(first >= after for first, after in pairwise(firsts)):
        raise ValueError("groups of features must begin at 0 and follow each other")
    return tuple(
        f"{name}.{place}" for at, name in enumerate(names) for place in range(firsts[at + 1] - firsts[at])
    )


def digest_of(names: Sequence[str]) -> str:
    """Sixteen hexadecimal digits that stand for features of these names, in this order."""
    return hashlib.blake2b("\n".join(names).encode(), digest_size=8).hexdigest()
