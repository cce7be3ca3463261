"""Whose question is next: the most urgent, and among these one of each owner in turn."""

from __future__ import annotations

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from farmtable.tables import Asker, Urgency
from farmtable.tables.fair import FairQueue

MOVE, HINT, ASIDE, ANALYSIS = Urgency


def filled(*askers: Asker) -> FairQueue[int]:
    """What is asked is known by its place."""
    queue: FairQueue[int] = FairQueue()
    for place, asker in enumerate(askers):
        queue.put(asker, place)
    return queue


def test_owners_take_turns() -> None:
    queue = filled(*[Asker(MOVE, "flood")] * 200, Asker(MOVE, "anna"), Asker(MOVE, "ben"))
    assert [queue.take() for _ in range(5)] == [0, 200, 201, 1, 2]


def test_who_is_waited_for_goes_first() -> None:
    queue = filled(Asker(ANALYSIS, "anna"), Asker(ASIDE, "ben"), Asker(HINT, "anna"), Asker(MOVE, "ben"))
    assert queue.take(MOVE) == 3
    assert queue.take(MOVE) is None
    assert queue.take(HINT) == 2
    assert queue.take(HINT) is None
    assert {queue.take(), queue.take()} == {0, 1}


def test_analyses_come_after_ones_own_bots_and_take_turns_with_those_of_others() -> None:
    flood = [Asker(ASIDE, "flood")] * 100
    queue = filled(Asker(ANALYSIS, "flood"), *flood, Asker(ANALYSIS, "anna"))
    assert [queue.take() for _ in range(3)] == [1, 101, 2]
    assert queue.clear()[-1] == 0


def test_what_is_quick_waits_for_no_thought() -> None:
    queue = filled(Asker(MOVE, "anna"), Asker(ASIDE, "ben", quick=True), Asker(MOVE, "ben", quick=True))
    assert [queue.take(quick_only=True) for _ in range(3)] == [2, 1, None]
    assert queue.take() == 0


ASKERS = st.builds(Asker, st.sampled_from(Urgency), st.sampled_from("abc"), st.booleans())


@given(st.lists(ASKERS), st.lists(st.tuples(st.sampled_from(Urgency), st.booleans())))
def test_everything_is_given_once_and_one_owners_like_in_order(
    askers: list[Asker], takers: list[tuple[Urgency, bool]]
) -> None:
    queue = filled(*askers)
    given_out = [place for taker in takers if (place := queue.take(*taker)) is not None]
    given_out += queue.clear()
    assert sorted(given_out) == list(range(len(askers)))
    lines: dict[Asker, deque[int]] = {asker: deque() for asker in askers}
    for place, asker in enumerate(askers):
        lines[asker].append(place)
    for place in given_out:
        assert lines[askers[place]].popleft() == place
