"""What searches do not try, though the rules allow it (R8.1, R8.5): and what they therefore never do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farmtable import CHANCE, OVER, Match, Rng
from farmtable.bots import LEVELS, SearchBot
from farmtable.core import sample_chance
from farmtable.core.state import as_world
from farmtable.games.agricola import AgricolaState
from farmtable.games.agricola.position.actions import CONVERT, DISCARD, EXCHANGE, USE_CARD, block_of
from farmtable.games.agricola.position.facts import GRAIN
from farmtable.games.agricola.position.steps import EXCHANGES, HOUSE, WORK
from tests.games.agricola.scenarios import Data, position


def blocks(actions: vec[i64]) -> set[int]:
    return {block_of(action) for action in actions}


def test_without_hand_cards_food_is_made_when_it_is_eaten() -> None:
    state = position({"goods": {"grain": 2, "wood": 3}}, cards="none")
    assert EXCHANGE in state.legal_actions()
    assert EXCHANGE not in state.worth_trying()
    assert len(state.worth_trying()) == len(state.legal_actions()) - 1


@pytest.mark.parametrize(
    ("farm", "helps"),
    [
        ({"goods": {"grain": 2}}, True),  # the grain may pay for an occupation
        ({"goods": {"grain": 2, "food": 20}}, False),
        ({"goods": {"wood": 5}}, False),  # nothing to make food of
        ({"goods": {"food": 20}, "front": ["sheep_walker"]}, False),  # it offers nothing without a sheep
        ({"goods": {"food": 20, "sheep": 1}, "front": ["sheep_walker"]}, True),
    ],
)
def test_with_hand_cards_where_food_may_be_short_or_a_card_trades(farm: Data, helps: bool) -> None:
    state = position(farm)
    assert EXCHANGE in state.legal_actions()
    assert (EXCHANGE in state.worth_trying()) == helps


def test_nothing_is_given_back_that_may_still_count() -> None:
    """R8.5 allows it; of what an exchange can be, a search tries those that bring something."""
    state = position({"goods": {"grain": 1, "wood": 3}})
    state.apply(EXCHANGE)
    assert state.step() == EXCHANGES
    assert blocks(state.legal_actions()) == {CONVERT, DISCARD}
    assert list(state.worth_trying()) == [CONVERT + GRAIN]
    only = position({"goods": {"wood": 3}})
    only.apply(EXCHANGE)
    assert list(only.worth_trying()) == list(only.legal_actions())  # something must be done


def test_animals_without_a_place_may_go() -> None:
    state = position({"goods": {"wild boar": 1}}, round=4, piles={"sheep_market": 1}, cards="none")
    state.apply(state.parse("place Sheep Market"))
    assert state.step() == HOUSE
    assert list(state.worth_trying()) == list(state.legal_actions())


def decisions(level: int, players: int, seed: int, **options: Any) -> Iterator[tuple[AgricolaState, int]]:
    """Every decision of a game among searches of one level, with the action."""
    state = Match("agricola", players, seed=seed, **options).state
    assert isinstance(state, AgricolaState)
    rng = Rng(seed)
    bots = [SearchBot(Rng(seed, seat), LEVELS[level - 1]) for seat in range(players)]
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            action = sample_chance(state, rng)
        else:
            action = bots[state.to_play].choose(state.seen_by(state.to_play))
            yield state, action
        state.apply(action)


@pytest.mark.parametrize("cards", ["none", "base"])
@pytest.mark.parametrize("level", [1, 3, 4, 5, 6])
def test_no_level_throws_goods_away(level: int, cards: str) -> None:
    """Under a tenth of a good a seat and game, but for animals without a place (R6.3)."""
    seats = pointless = 0
    for seed, players in ((1, 2), (2, 2), (3, 4)) if cards == "base" else ((1, 2), (2, 2)):
        seats += players
        for state, action in decisions(level, players, seed, cards=cards):
            pointless += block_of(action) == DISCARD and state.step() != HOUSE
            if cards == "none":
                assert action != EXCHANGE
    assert pointless < 0.1 * seats


def test_what_is_worth_trying_depends_only_on_what_its_seat_knows() -> None:
    rng = Rng(5)
    for state, _ in decisions(1, 3, 7):
        if rng.below(8) == 0:
            other = state.seen_by(state.to_play).determinize(rng)
            assert list(other.worth_trying()) == list(as_world(state).worth_trying())
            assert set(state.worth_trying()) <= set(state.legal_actions())


def test_people_may_be_told_of_what_no_search_tries() -> None:
    """An analysis judges whatever was played; what is not worth trying comes last."""
    state = position({"goods": {"grain": 2, "wood": 3}}, cards="none", round=3)
    thought = SearchBot(Rng(1), LEVELS[4]).think(state.seen_by(0))
    assert sorted(one.action for one in thought.candidates) == list(state.legal_actions())
    assert thought.candidates[-1].action == EXCHANGE
    assert state.step() == WORK
    assert USE_CARD not in blocks(state.legal_actions())
