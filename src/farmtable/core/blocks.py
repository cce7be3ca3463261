"""Actions by number: blocks that lie side by side, one for each kind of action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.vectors import numbers


@final
class Block:
    """Actions of one kind: `size` numbers from `first` on, and words of the notation.

    What the numbers of the block name, a game may say in `names`.
    """

    def __init__(self, first: i64, size: i64, words: str, names: str = "") -> None:
        self.first: i64 = first
        self.size: i64 = size
        self.words = words  # in front of all its actions in notation
        self.names = names


def firsts(blocks: Sequence[Block], end: i64) -> vec[i64]:
    """Of each number below `end` the first of its block; -1 where it stands for nothing."""
    found = numbers(end, -1)
    for block in blocks:
        action: Action = block.first
        while action < block.first + block.size:
            found[action] = block.first
            action += 1
    return found
