"""Finds the node of an earlier tree that the game has reached, so that a search can go on there."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.bots.node import Node
from farmtable.bots.thought import LONGEST_LINE
from farmtable.core.aliases import Action, Seat
from farmtable.core.state import CHANCE, World

MOST_LOOKS: Final = 64


@final
class Finder:
    """Looks for a position in a tree: at each node once, however many ways lead there.

    A node can stand for several positions that differ in what is hidden; it is usable only if its edges are
    exactly the actions worth trying now.
    """

    def __init__(self, wanted: bytes, seat: Seat, fewest: i64) -> None:
        self.wanted = wanted
        self.seat: i64 = seat
        self.fewest: i64 = fewest
        self.looks: i64 = 0
        self.searched: set[Node] = set()

    def look(self, node: Node, state: World, depth: i64 = 0) -> Node | None:
        """The node at or below `node`, at which `state` stands, that looks to the seat as wanted."""
        if depth > LONGEST_LINE or node in self.searched:
            return None
        self.searched.add(node)
        legal = state.legal_actions() if state.to_play == CHANCE else state.worth_trying()
        if depth > 0 and state.to_play == self.seat and node.expanded:
            self.looks += 1
            if state.seen_by(self.seat).key() == self.wanted and _are(node.actions, legal):
                return node
        edge: i64 = 0
        while edge < len(node.actions) and self.looks < MOST_LOOKS:
            below = node.below[edge]
            action: Action = node.actions[edge]
            if below is not None and below.visits >= self.fewest and action in legal:
                after = state.clone()
                after.apply(action)
                found = self.look(below, after, depth + 1)
                if found is not None:
                    return found
            edge += 1
        return None


def _are(edges: vec[i64], legal: vec[i64]) -> bool:
    """Whether both are the same actions; both ascend."""
    n: i64 = len(edges)
    if n != len(legal):
        return False
    i: i64 = 0
    while i < n:
        if edges[i] != legal[i]:
            return False
        i += 1
    return True
