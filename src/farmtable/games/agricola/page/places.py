"""Where on the page an action takes place: what templates call `data-place`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import block_of, returned_for, sown_on
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.shapes import SHAPE_CELLS
from farmtable.games.agricola.rules.card import deck_of


def places(state: Position, action: int) -> list[str]:
    """The space, the farm and its cells, or the card. What is done to a hand has no place that others see."""
    seat, block = int(state.to_play), int(block_of(action))
    if seat < 0:
        return []
    if block in _CELLS:
        return [f"farm{seat}", *(f"farm{seat}-{cell}" for cell in _CELLS[block](action))]
    if block == a.RENOVATE:
        return [f"farm{seat}"]
    if block == a.PLACE:
        return [f"space-{f.SPACE_IDS[action - a.PLACE]}"]
    if block == a.MAJOR:
        return [f"major-{f.MAJOR_IDS[action - a.MAJOR]}"]
    if block == a.RETURN:
        return [f"major-{f.MAJOR_IDS[major]}" for major in returned_for(action)]
    deck = deck_of(state)
    if block in (a.PLAY, a.USE_CARD) and deck is not None:
        return [f"card-{deck.cards[action - block].id}"]
    return []


def _cells_in(cells: int) -> list[int]:
    return [cell for cell in range(f.CELLS) if cells >> cell & 1]


def _one(first: int) -> Callable[[int], list[int]]:
    return lambda action: [action - first]


_CELLS: Final[dict[int, Callable[[int], list[int]]]] = {
    **{first: _one(first) for first in (a.ROOM, a.STABLE, a.PLOW, a.CELL)},
    **{
        first: lambda action: [int(sown_on(action)[0])]
        for first in (a.SOW_GRAIN, a.SOW_VEGETABLE, a.SOW_GRAIN_ON_CARD, a.SOW_VEGETABLE_ON_CARD)
    },
    a.PASTURE: lambda action: _cells_in(int(SHAPE_CELLS[action - a.PASTURE])),
}
"""The cells of a farm that an action of each block is about."""
