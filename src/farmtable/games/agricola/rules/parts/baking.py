"""Baking bread (R10.1)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import BAKE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules import effects
from farmtable.games.agricola.rules.improvements import bake, bake_limit
from farmtable.games.agricola.rules.parts.part import Part


@final
class Baking(Part):
    """Grain into food, once, with all improvements that bake."""

    blocks: ClassVar[tuple[int, ...]] = (BAKE,)

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return bake_limit(state, seat) > 0

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        most: i64 = bake_limit(state, seat)
        grain: i64 = 1
        while grain <= most:
            found = append(found, BAKE + grain)
            grain += 1
        return found

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        bake(state, seat, action - BAKE)
        effects.happens(state, moments.BAKED, seat, action - BAKE)
