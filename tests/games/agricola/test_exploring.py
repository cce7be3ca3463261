"""Exploring starts: a seat that is to place a person is given a card, a room, a child, a field or goods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from farmtable import Match, Rng
from farmtable.games.agricola import AgricolaState
from farmtable.games.agricola.position.facts import IN_FRONT, IN_HAND
from farmtable.testing import check_position
from tests.games.agricola.scenarios import position

TRIED = 200


def gifts(begin: Callable[[], AgricolaState]) -> Counter[str]:
    """What seat 0 is given in so many positions that begin alike; it is always its turn again."""
    found = Counter[str]()
    for seed in range(TRIED):
        state, before = begin(), begin()
        state.explore(Rng(seed))
        assert state.to_play == 0
        given = [
            "card" if list(state.where) != list(before.where) else "",
            "room" if state.rooms[0] != before.rooms[0] else "",
            "child" if state.people[0] > before.people[0] else "",
            "field" if state.fields[0] != before.fields[0] else "",
            "goods" if list(state.goods) != list(before.goods) else "",
        ]
        found[" ".join(filter(None, given))] += 1
    return found


def test_who_has_a_hand_gets_a_card_of_it_in_half_of_the_cases() -> None:
    found = gifts(lambda: position({"minors": ["basket"], "goods": {"food": 2}}))
    assert set(found) == {"card", "room", "room child", "field", "goods"}
    assert TRIED / 3 < found["card"] < TRIED * 2 / 3
    assert min(found.values()) > TRIED / 16


def test_a_card_comes_to_lie_in_front_for_nothing() -> None:
    for seed in range(TRIED):
        state = position({"minors": ["basket"], "goods": {"food": 2}})
        state.explore(Rng(seed))
        where = [int(one) for one in state.where]
        assert where.count(IN_FRONT) + where.count(IN_HAND) == 1


def test_without_hand_cards_the_farm_alone_is_richer() -> None:
    found = gifts(lambda: position({}, cards="none"))
    assert set(found) == {"room", "room child", "field", "goods"}
    assert min(found.values()) > TRIED / 8


def test_a_child_gets_a_room_only_where_there_is_none_for_it() -> None:
    found = gifts(lambda: position({"rooms": ["A1", "A2", "A3"]}, cards="none"))
    assert "child" in found
    assert "room child" not in found


def test_a_large_house_and_a_large_family_are_large_enough() -> None:
    house = ["A1", "A2", "A3", "B1", "B2"]
    found = gifts(lambda: position({"rooms": house, "people": 5}, cards="none"))
    assert set(found) == {"", "field", "goods"}


def test_no_card_is_given_that_nobody_might_play() -> None:
    """Big Country brings a point and two food for each round to come, to who has no unused space."""
    found = gifts(lambda: position({"minors": ["big_country"]}))
    assert not any("card" in given for given in found)
    assert found[""] > TRIED / 3


def test_nothing_is_given_before_the_work() -> None:
    state = position({"minors": ["basket"]}, {"minors": ["canoe"]}, agenda=[["return home", 0]], round=4)
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
