"""Where on the page an action takes place: what templates call `data-place`."""

from __future__ import annotations

from farmtable.games.aehre.position.actions import FARM, LARGE, SMALL, block_of
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.packed import unpack_large, unpack_small


def places(state: Position, action: int) -> list[str]:
    """The cells of the crop area that a tile covers or a farm stands on."""
    return [f"cell-{cell}" for cell in _cells(state, action)] if state.to_play >= 0 else []


def _cells(state: Position, action: int) -> list[int]:
    block = block_of(action)
    if block == LARGE:
        _, direction, cell = unpack_large(action - LARGE)
        return [int(cell), int(state.facts.neighbour(cell, direction))]
    if block == SMALL:
        _, cell = unpack_small(action - SMALL)
        return [int(cell)]
    return [action - FARM] if block == FARM else []
