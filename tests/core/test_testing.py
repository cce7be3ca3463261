"""The generic suite finds what is broken: the small fourth game, spoiled in one place at a time."""

from collections.abc import Callable
from typing import Any

import pytest

import farmtable
from farmtable import SeatName, State, Text
from farmtable.testing import check_game

GAME = farmtable.game("market_day")
SPOILABLE: Any = type(GAME.new(2))
HONEST_CLONE: Callable[[State], Any] = SPOILABLE.clone
HONEST_FORGET: Callable[[State, int], State] = SPOILABLE.forget


def _forgets_too_little(state: Any, seat: int) -> State:
    return state.clone() if seat >= 0 else HONEST_FORGET(state, seat)


def _forgets_nothing(state: State, seat: int) -> State:
    return state.clone()


def _tells_draws_to_all(state: Any, action: int, seat: int) -> list[Text]:
    return [Text("{seat}: {what}", seat=SeatName(state.argument()), what=state.describe(action))]


def _shares_its_bag(state: Any) -> Any:
    twin = HONEST_CLONE(state)
    twin.bag = state.bag
    return twin


@pytest.mark.parametrize(
    ("method", "spoiled", "said"),
    [
        ("forget", _forgets_nothing, "only ever gives the true position"),
        ("forget", _forgets_too_little, "all see what chance does"),
        ("tell", _tells_draws_to_all, "the log tells seat"),
        ("clone", _shares_its_bag, "changed the original"),
        ("describe", lambda state, action: "something", "same notation"),
        ("chance_weights", lambda state: [1], "4 outcomes of chance, but 1 weights"),
        ("score_sheet", lambda state, seat: [(Text("gift"), 1)], "score sheet adds up"),
        ("refusal", lambda state, action: None, "not refused"),
        ("winners", lambda state: [], "winners"),
        ("observe", lambda state, seat, buffer: None, "unwritten"),
    ],
)
def test_a_spoiled_game_is_found(
    monkeypatch: pytest.MonkeyPatch, method: str, spoiled: Callable[..., Any], said: str
) -> None:
    monkeypatch.setattr(SPOILABLE, method, spoiled)
    with pytest.raises(AssertionError, match=said):
        check_game("market_day", 3, seed=1, games=2, every=2)


def test_a_failure_says_where_it_happened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SPOILABLE, "refusal", lambda state, action: None)
    with pytest.raises(AssertionError) as caught:
        check_game("market_day", 3, seed=1)
    assert "market_day with 3 players, options {}, seed 1, game 0, after actions []" in caught.value.__notes__
