"""The numbers that evaluations are learned from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import farmtable
from farmtable import CHANCE, OVER, Rng
from farmtable.bots.greedy import GreedyBot
from farmtable.core.playout import sample_chance
from farmtable.core.state import World, as_world
from farmtable.games.aehre.evaluation import features as at
from tests.games.aehre.scenarios import GAME, Scenario, barns, place

LITERAL = {"farm_vp_block": "any_adjacent", "levelled_field_rotation": "any", "start": "2"}
SMALL_BOARD = {"components": {"crop_area": {"layout": ["WRPB", "CWR.", ".BCW"]}}}


def positions(players: int, greedy: int, **options: Any) -> Iterator[World]:
    """All positions of one game, chance's own included; so many of four decisions are greedy."""
    rng = Rng(f"features {players}")
    bot = GreedyBot(rng)
    state = as_world(farmtable.game("aehre").new(players, **options))
    while True:
        yield state
        if state.to_play == OVER:
            return
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        elif rng.below(4) < greedy:
            state.apply(bot.choose(state.seen_by(state.to_play)))
        else:
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("greedy", "options"), [(0, {}), (0, LITERAL), (0, SMALL_BOARD), (3, SMALL_BOARD)], ids=str
)
def test_what_every_vector_keeps(players: int, greedy: int, options: dict[str, Any]) -> None:
    """R54: only what the seat may know; and the promises of `World.features`."""
    rng = Rng("imagined")
    for number, state in enumerate(positions(players, greedy, **options)):
        for seat in range(players):
            vector = state.features(seat)
            assert len(vector) == GAME.feature_count
            assert -32_000 <= min(vector) <= max(vector) <= 32_000
            assert vector[0] == state.scores()[seat]
            if number % 3 == seat % 3:  # every seat and every step in turn
                assert state.seen_by(seat).determinize(rng).features(seat) == vector
                anew = GAME.from_dict(state.to_dict())
                # A position read anew has no survey of its crop area yet.
                assert "components" in options or as_world(anew).features(seat) == vector


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_game_to_come_falls_from_all_to_nothing(players: int) -> None:
    """Also while hands are dealt, and in the last round (R50)."""
    left = [state.features(players - 1)[1] for state in positions(players, 0)]
    assert left[0] == 100
    assert left[-1] == 0
    assert left == sorted(left, reverse=True)
    assert len(set(left)) > 20


def test_a_farm_is_told_with_what_it_will_pay_and_can_lose() -> None:
    """R39, R46: four fields in a row with the farm at one end; the other three hang on its neighbour."""
    row = [(3, 2), (3, 3), (3, 4), (3, 5)]
    scenario = Scenario().all_show("P").lay("W", *row).farm(0, row[0])
    told = scenario.state().features(0)
    size, cut, one_root = told[at.OWN_FARMS + 1], told[at.OWN_FARMS + 3], told[at.OWN_FARMS + 5]
    assert (size, cut, one_root) == (4, 3, 1)
    assert told[at.OWN_FARMS + 2] == 4 * told[at.TIME + 2] // 10
    assert told[at.OWN_FARMS + 7] == 10  # the cells around the row
    assert told[at.OTHERS + 1] == 0
    other = scenario.state().features(1)
    assert other[at.OWN_FARMS] == 0
    assert list(other[at.OTHERS + 1 : at.OTHERS + 5]) == [1, other[at.OTHERS + 2], 4, 3]


def test_the_survey_follows_the_crop_area() -> None:
    """What was found before a tile was laid is not told after it (R16, R26)."""
    state = Scenario().all_show("P").lay("B", (3, 2), (3, 3)).hand(0, "W0W2").state()
    assert list(state.features(0)[at.AREA : at.AREA + 3]) == [53, 2, 0]
    place(state, "W0W2", (3, 4), (3, 5))
    assert list(state.features(0)[at.AREA : at.AREA + 3]) == [51, 2, 2]


def test_fields_to_score_count_at_their_best() -> None:
    """R25 to R29: two wheat fields joining two more give four points each, or two rows in the barn."""
    state = Scenario().all_show("P").lay("W", (3, 2), (3, 3)).hand(0, "W0W2").state()
    place(state, "W0W2", (3, 4), (3, 5))
    told = state.features(0)
    assert told[at.FIELDS] == 8
    assert [told[at.FIELD], told[at.FIELD + at.FIELD_NUMBERS]] == [4, 4]
    assert [told[at.FIELD + 2], told[at.FIELD + at.FIELD_NUMBERS + 2]] == [0, 2]
    assert told[at.TURN + 4] == 1
    assert state.features(1)[at.FIELDS] == 0


def test_a_field_that_completes_a_farm_is_told_so() -> None:
    """R34: with four cubes on the farm row, a potato field with two barns brings the fifth there."""
    state = Scenario().cubes(0, W=3, B=3, R=3, C=3, P=1).hand(0, "W1P2").state()
    assert list(state.features(0)[at.GOALS : at.GOALS + 3]) == [1, 2, 0]
    place(state, "W1P2", (3, 3), (3, 4))
    told = state.features(0)
    completes = [told[at.FIELD + 4], told[at.FIELD + at.FIELD_NUMBERS + 4]]
    assert sorted(completes) == [0, 1]
    barns(state, (3, 4))
    due = state.features(0)
    assert due[at.TURN + 7] == 1
    assert due[at.GOALS + 1] == 2 + 2 + 2 + 2 + 2  # the second farm


def test_livestock_in_reach_is_told_with_its_mean_points() -> None:
    """R42: a cube two rows below the cows; the other seat is nearer, so perhaps a pig is left."""
    told = Scenario().cubes(0, P=4).cubes(1, P=5).state().features(0)
    first, behind, near = (told[at.LIVESTOCK + number] for number in range(3))
    assert near == 13
    assert first > behind > 0


def test_turns_to_come_follow_the_stacks() -> None:
    """R48 to R50: ten tiles and on average half of the last seven make about seven turns for each of two."""
    told = Scenario().stacks(10).state().features(0)
    assert 65 <= told[at.TIME + 2] <= 75
    last = Scenario().ending().active(1).state()
    assert [last.features(1)[at.TIME + 2], last.features(0)[at.TIME + 2]] == [10, 0]
    over = Scenario().over().state()
    assert [over.features(1)[at.TIME + 2], over.features(1)[1]] == [0, 0]


def test_networks_are_looked_for_by_the_number_of_seats_first() -> None:
    """The most special name comes first."""
    names = [path.stem for path in GAME.networks(3, GAME.check_options({}))]
    assert names == ["3", "all"]
