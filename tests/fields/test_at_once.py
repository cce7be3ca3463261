"""Seats that decide at once: in any order, unseen, and uncovered by the last."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from farmtable import OVER, BadRecord, IllegalAction, Match, Rng
from farmtable.bots import make_bot
from farmtable.testing import check_game
from tests.core.installed import installed
from tests.core.sealed_bids import GAME, SealedBids


@pytest.fixture(autouse=True)
def sealed_bids() -> Iterator[None]:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        yield


def after(*bids: tuple[int, int], players: int = 3) -> Any:
    """The position after these bids, as (seat, bid), in this order."""
    state = GAME.new(players)
    for seat, bid in bids:
        state.turn_to(seat)
        state.play(bid)
    return state


def test_the_order_in_which_they_come_changes_nothing() -> None:
    bids = ((0, 1), (1, 4), (2, 3))
    ends = {after(*order).key() for order in permutations(bids)}
    assert len(ends) == 1
    assert after(*bids).coins == [0, 0, 0]
    assert after(*bids).uncovered == {0: 1, 1: 4, 2: 3}


def test_who_has_decided_is_not_asked_again_and_the_others_still_are() -> None:
    state = after((2, 3))
    assert state.deciding() == [0, 1]
    state.turn_to(2)
    assert state.to_play == 0
    assert list(state.seen_by(2).legal_actions()) == []
    for seat in (0, 1):
        assert state.seen_by(seat).to_play == seat
        assert list(state.seen_by(seat).legal_actions()) == [0, 1, 2, 3, 4]
    with pytest.raises(IllegalAction):
        state.seen_by(2).parse("bid 1")


def test_nobody_sees_what_was_chosen_nor_that_it_was() -> None:
    begin = GAME.new(3)
    for bid in (0, 4):
        state = after((1, bid))
        begin.turn_to(0)
        for seat in (2, None):
            assert state.seen_by(seat).key() == begin.seen_by(seat).key()
            assert state.seen_by(seat).view() == begin.seen_by(seat).view()
            assert str(begin.tell(bid, -1 if seat is None else seat)[0]) == "seat 1 decides."
        assert state.seen_by(1).view()["you have chosen"] == f"bid {bid}"


def test_a_world_made_up_for_one_has_the_others_still_to_decide() -> None:
    for seat in (0, 1):
        world = after((2, 3)).seen_by(seat).determinize(Rng(1))
        assert (world.to_play, world.deciding(), world.sealed()) == (seat, [0, 1, 2], True)
    world = after((2, 3)).seen_by(2).determinize(Rng(1))
    assert (world.deciding(), world.chosen) == ([0, 1], {2: 3})


def test_the_record_has_them_by_their_seats() -> None:
    match = Match("sealed_bids", 2, seed=1)
    for bid in (4, 2, 0, 3):
        match.play(bid)
    assert match.state.to_play == OVER
    assert match.record.verify().scores() == [0, 1]


def test_a_search_thinks_alike_whatever_the_others_have_chosen() -> None:
    thoughts = {
        make_bot("search:sims=60", Rng(5)).choose(after((0, bid), players=2).seen_by(1)) for bid in (0, 2, 4)
    }
    assert len(thoughts) == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("asked", [0]),
        ("chosen", {"0": 1}),
        ("chosen", {"0": 99}),
        ("chosen", {"7": 1}),
        ("uncovered", {"x": 1}),
        ("uncovered", [1]),
    ],
)
def test_what_is_no_such_position_is_refused(name: str, value: object) -> None:
    data = GAME.new(3).to_dict() | {"to_play": 0 if name != "asked" else 1}
    with pytest.raises(BadRecord):
        GAME.from_dict(data | {name: value})


def _tells_that_it_was_chosen(state: Any, seat: int) -> Any:
    seen = HONEST_FORGET(state, seat)
    seen.known.chosen = dict.fromkeys(state.chosen, 0) | seen.known.chosen
    seen.known.to_play = state.to_play
    return seen


HONEST_FORGET, HONEST_APPLY = SealedBids.forget, SealedBids.apply


def _notes_the_first(state: Any, action: int) -> None:
    if not len(state.agenda):
        state.push(0, int(state.to_play))
    HONEST_APPLY(state, action)
    if state.to_play == OVER:
        state.pop()


@pytest.mark.parametrize(
    ("method", "spoiled", "said"),
    [
        ("forget", _tells_that_it_was_chosen, "sees whether others have decided|its own eyes|cannot know"),
        ("apply", _notes_the_first, "depends on their order|sees whether others|cannot know"),
        ("sealed", lambda state: False, "World.sealed does not say"),
    ],
)
def test_who_breaks_it_is_found(
    monkeypatch: pytest.MonkeyPatch, method: str, spoiled: Any, said: str
) -> None:
    monkeypatch.setattr(SealedBids, method, spoiled)
    with pytest.raises(AssertionError, match=said):
        check_game("sealed_bids", 3, seed=1, every=1)
