"""What a game that says nothing of its own (`State.tell`) tells of a decision, and to whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from farmtable import SeatName, State, Text
from farmtable.testing import check_game
from tests.core.installed import installed
from tests.core.sealed_bids import GAME, SealedBids, SealedBidsGame


@pytest.fixture(autouse=True)
def sealed_bids() -> Iterator[None]:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        yield


def test_a_game_with_secrets_tells_a_decision_to_its_seat_alone() -> None:
    state = GAME.new(3)
    bid = [Text("{seat}: {action}", seat=SeatName(0), action="bid 3")]
    assert state.tell(3, 0) == bid
    for reader in (1, 2, -1):
        assert state.tell(3, reader) == state.tell(1, reader) == [Text("{seat} decides.", seat=SeatName(0))]


def test_a_game_without_secrets_tells_it_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SealedBidsGame, "has_secrets", lambda self, options: False)
    state = GAME.new(3)
    for reader in (0, 1, 2, -1):
        assert [str(text) for text in State.tell(state, 3, reader)] == ["seat 1: bid 3"]


def test_the_last_of_those_who_decide_at_once_tells_all_choices_to_all() -> None:
    state = GAME.new(2)
    state.turn_to(1)
    state.apply(4)
    for reader in (0, 1, -1):
        assert [str(text) for text in state.tell(2, reader)] == ["seat 1: bid 2", "seat 2: bid 4"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_sealed_bids_keep_every_promise(players: int) -> None:
    check_game("sealed_bids", players, seed=1, games=3, every=1)


def test_a_game_that_tells_a_hidden_decision_to_others_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SealedBids, "tell", lambda state, action, seat: [Text("A bid of {n}.", n=action)])
    with pytest.raises(AssertionError, match="the log tells seat"):
        check_game("sealed_bids", 2, seed=1)
