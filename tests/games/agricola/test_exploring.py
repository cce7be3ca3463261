"""Exploring starts: a seat that is to place a person is given a card of its hand."""

from __future__ import annotations

from farmtable import Match, Rng
from farmtable.games.agricola import AgricolaState
from farmtable.games.agricola.position.facts import IN_FRONT, IN_HAND
from farmtable.testing import check_position
from tests.games.agricola.scenarios import position


def test_a_card_of_the_hand_comes_to_lie_in_front_for_nothing() -> None:
    state = position({"minors": ["basket"], "goods": {"food": 2}})
    goods = list(state.goods)
    state.explore(Rng(1))
    assert [int(where) for where in state.where].count(IN_FRONT) == 1
    assert IN_HAND not in [int(where) for where in state.where]
    assert list(state.goods) == goods
    assert state.to_play == 0


def test_nothing_happens_without_a_hand_or_before_the_work() -> None:
    empty = position({}, {"minors": ["canoe"]})
    before = empty.key()
    empty.explore(Rng(1))
    assert empty.key() == before
    plain = position({}, cards="none")
    before = plain.key()
    plain.explore(Rng(1))
    assert plain.key() == before


def test_no_card_is_given_that_nobody_might_play() -> None:
    """Big Country brings a point and two food for each round to come, to who has no unused space."""
    state = position({"minors": ["big_country"]})
    before = state.key()
    state.explore(Rng(1))
    assert state.key() == before


def test_games_go_on_soundly_from_there() -> None:
    rng = Rng(3)
    for seed in range(6):
        match = Match("agricola", 4, seed=seed)
        state = match.state
        assert isinstance(state, AgricolaState)
        while state.to_play >= 0:
            if rng.below(6) == 0:
                state.explore(rng)
                check_position(state, rng)
            if state.to_play >= 0:
                legal = state.legal_actions()
                state.apply(legal[rng.below(len(legal))])
            while state.to_play == -1:
                outcomes = state.legal_actions()
                state.apply(outcomes[rng.below(len(outcomes))])
