"""Where on the page an action takes place: what templates call `data-place`."""

from __future__ import annotations

from typing import Final

from farmtable.core import Throw
from farmtable.games.mi_tierra.page import cards
from farmtable.games.mi_tierra.page.view import zone_under_way
from farmtable.games.mi_tierra.position import actions as a
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.actions import block_of
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.packed import unpack_purchase

_FOR_PAIRS: Final = (f.FOREST, f.SEED_SHOP)
_FIELDS: Final = (a.AT_FIELD, a.PLANT, a.WORK)


def places(state: Position, action: int) -> list[str]:
    """The zone whose workers act or are placed, and what the action names: a space, a field, a card."""
    if state.to_play < 0:
        return []
    zone = zone_under_way(state)
    return _named(int(state.to_play), action) + ([] if zone is None else [f"zone-{zone}"])


def thrown(state: Position, outcome: int) -> Throw | None:
    """The die of a zone, which lies there."""
    if int(block_of(outcome)) != a.ROLL:
        return None
    return Throw(int(state.active), (outcome - a.ROLL,), f"zone-{zone_under_way(state)}")


def _named(seat: int, action: int) -> list[str]:
    block = int(block_of(action))
    if block == a.PLACE:
        return [f"zone-{f.ZONE_IDS[action - a.PLACE]}"]
    if block == a.PAIR:
        return [f"zone-{f.ZONE_IDS[_FOR_PAIRS[action - a.PAIR]]}"]
    if block == a.AT_DEVELOPMENT:
        return [f"space-{cards.SPACES[action - a.AT_DEVELOPMENT]}"]
    if block in _FIELDS:
        return [f"farm{seat}", f"farm{seat}-{action - block}"]
    if block == a.THROW:
        return [f"farm{seat}"]
    if block == a.BUY_CARD:
        _, place = unpack_purchase(action - a.BUY_CARD)
        return [f"display-{cards.PLACES[place]}"]
    return []
