"""What every game must keep, for this one: all seat counts, with several sets of options."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable.testing import check_game

USUAL: dict[str, Any] = {}
LITERAL = {"farm_vp_block": "any_adjacent", "levelled_field_rotation": "any", "start": "2"}
ITALIAN = {"tie_breaker": "largest_single_farm_region"}
SMALL_BOARD = {"components": {"crop_area": {"layout": ["WRPB", "CWR.", ".BCW"]}}}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [USUAL, LITERAL, ITALIAN, SMALL_BOARD], ids=str)
def test_every_promise_of_the_kernel(players: int, options: dict[str, Any]) -> None:
    check_game("aehre", players, seed="aehre", games=1, every=16, **options)
