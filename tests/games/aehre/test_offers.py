"""What tiles would pay, against laying each of them everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import State
from farmtable.games.aehre.evaluation import features as at
from farmtable.games.aehre.position.actions import LEVEL, SMALL
from farmtable.games.aehre.position.steps import PAY_LEVEL, PLACE
from farmtable.games.aehre.rules import land, offers
from farmtable.games.aehre.state import AehreState
from tests.games.aehre.scenarios import Scenario
from tests.games.aehre.test_features import LITERAL, SMALL_BOARD, positions


def laid_everywhere(state: AehreState) -> dict[int, int]:
    """The most points of each tile that the active seat has, by its place among the offers (R26 to R28)."""
    best: dict[int, int] = {}
    facts = state.facts
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        points = after.field_points(0)
        if action < SMALL:
            kind = action >> 8
            points += after.field_points(1)
            tile = offers.pair(facts.crop_a[kind], facts.crop_b[kind])
            tile += offers.LEVELLED if after.step() == PAY_LEVEL else 0
        else:
            assert action < LEVEL
            tile = offers.SMALL_OFFERS + ((action - SMALL) >> 6)
        best[tile] = max(points, best.get(tile, 0))
    return best


def paying(state: State) -> list[int]:
    """What tiles would pay in this position."""
    assert isinstance(state, AehreState)
    return [int(points) for points in land.survey(state)[land.PAYS : land.PAYS + offers.OFFERS]]


@pytest.mark.parametrize("options", [{}, LITERAL, SMALL_BOARD], ids=str)
@pytest.mark.parametrize("players", [2, 4])
def test_offers_are_points_that_can_be_made(players: int, options: dict[str, Any]) -> None:
    """Never more than the best place pays, and mostly as much; of small tiles always as much."""
    exact = below = 0
    for state in positions(players, 3, **options):
        assert isinstance(state, AehreState)
        if state.step() != PLACE or state.to_play < 0:
            continue
        found = paying(state)
        for tile, points in laid_everywhere(state).items():
            several = state.farms & (state.farms - 1) != 0  # then R38 may forbid the best place
            assert found[tile] <= points or several
            if tile >= offers.SMALL_OFFERS and not several:
                assert found[tile] == points
            exact += found[tile] == points
            below += found[tile] < points
    assert exact > 3 * below


def test_a_double_pays_its_region_twice() -> None:
    """R27: two fields beside three make five, which count twice; R28: not where a farm stands."""
    scenario = Scenario().all_show("P").lay("W", (3, 2), (3, 3), (3, 4))
    place = offers.pair(0, 0)
    assert paying(scenario.state())[place] == 2 * 5
    assert paying(scenario.farm(0, (3, 2)).state())[place] == 2 * 2


def test_uneven_ground_pays_whoever_levels_it() -> None:
    """R16, R18: a step of two beside the wheat keeps large tiles away, one of one can be levelled."""
    beside = [(2, 3), (3, 2), (3, 4), (4, 3)]
    state = Scenario().all_show("P").lay("W", (3, 3)).raised(2, *beside).raised(1, (3, 3)).state()
    found = paying(state)
    place = offers.pair(0, 1)
    assert [found[place], found[place + offers.LEVELLED]] == [2, 0]
    raised = Scenario().all_show("P").lay("W", (3, 3)).raised(1, *beside).state()
    assert [paying(raised)[place], paying(raised)[place + offers.LEVELLED]] == [2, 3]


def test_features_tell_what_tiles_would_pay() -> None:
    """The hand exactly, best first; for the others what may be expected of tiles not seen; small tiles."""
    scenario = Scenario().all_show("P").lay("W", (3, 2), (3, 3), (3, 4))
    state = scenario.hand(0, "W0W2", "B1C2", "W1B2").reserve(0, "BC").reserve(1, "W").state()
    told = state.features(0)
    assert list(told[at.PAYING : at.PAYING + 5]) == [10, 5, 2, 0, 1]
    drawn, best = told[at.PAYING + 5], told[at.PAYING + 6]
    assert 20 < drawn < best  # a double of potatoes would pay more than anything in hand
    assert told[at.PAYING + 7] == best * told[at.TIME + 3] // 100
    assert drawn < told[at.PAYING_OTHERS] <= 10 * at.MOST_PAY
    assert told[at.PAYING_OTHERS + 1] == 4
