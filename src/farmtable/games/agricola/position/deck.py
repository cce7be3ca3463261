"""What the rules look up about the hand cards of a game, in tables: one place for each card.

The cards themselves, which say what they do, stand above the position that they act on (`card.py`).
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8


class DeckTables:
    """The facts of the hand cards of a game, packed in the order of their numbers.

    Made by `decks.make_deck`, which finds out at which moments each card acts.
    """

    def __init__(self, size: i64) -> None:
        self.size: i64 = size
        self.kind: vec[u8] = vec[u8]()
        self.players: vec[u8] = vec[u8]()
        self.travels: vec[u8] = vec[u8]()
        self.acts: vec[i64] = vec[i64]()  # moments at which it acts by itself
        self.offered: vec[i64] = vec[i64]()  # the moment at which it may be used
        self.spaces: vec[i64] = vec[i64]()  # which uses concern it, as bits; 0: all
        self.points: vec[i64] = vec[i64]()
        self.cost: vec[i64] = vec[i64]()
        self.before_harvest: vec[u8] = vec[u8]()
        self.exchanges_sheep: vec[u8] = vec[u8]()
        self.varies: vec[u8] = vec[u8]()  # 1: its price is worked out when it is played
        self.modifiers: vec[i64] = vec[i64]()  # x MODIFIERS
        self.most_food: i64 = 0  # that a price on any of them asks for
