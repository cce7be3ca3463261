"""Positions built from a few words, for tests that read like the rulebook's examples.

    state = activated({"goods": {"sheep": 3}}, placed={"Animal Industry": [0]})
    play(state, "take")

Whatever is not said stands as in the placing phase of the first round of a game that seat 0 starts:
`from_dict` fills it in. All are played with the figures of `figures.py`. With two seats the market then
shows `apple 3x6` and `apple 4x4`, the display the cards I to IV.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from farmtable import CHANCE, OVER, IllegalAction, Rng, State
from farmtable.core.playout import resolve_chance
from farmtable.games.mi_tierra import GAME, MiTierraState
from tests.games.mi_tierra.figures import COUNT_A, with_figures

Data = dict[str, Any]

# Seven cards of deck A that went back to the box: all its others are gone, and deck B is in use.
IN_THE_BOX: Final = ("wine 21x2", "milk 8x2", "cow 7x1 out", "egg 7x3", "thieves", "frost", "generic 3/4 out")
GONE_A: Final = {card: n - (card in IN_THE_BOX) for card, n in COUNT_A.items() if n > (card in IN_THE_BOX)}
LATE: Final[Data] = {"gone": GONE_A, "market": ["wheat 5x4", "grape 6x4"]}  # with two seats

# Cards that the market turns up next, so that chance has no say.
QUIET: Final = ("meat 4x3", "chicken 4x4", "sheep 6x2", "egg 7x3")


# --- positions ---------------------------------------------------------------------------------------


def position(*seats: Data, players: int = 2, **rest: Any) -> MiTierraState:
    """A position with these seats; those that are not given have a new farm."""
    all_seats = [*seats, *({} for _ in range(players - len(seats)))]
    options = rest.pop("options", {})
    options = {**options, "components": with_figures(options.get("components", {}))}
    state = GAME.from_dict({"players": players, "seats": all_seats, "options": options, **rest})
    assert isinstance(state, MiTierraState)
    return state


def activated(*seats: Data, players: int = 2, **rest: Any) -> MiTierraState:
    """Nobody places any more: the zones are activated up to the first question."""
    all_seats = [*seats, *({} for _ in range(players - len(seats)))]
    return position(*({"stopped": True, **seat} for seat in all_seats), players=players, **rest)


def after_event(*seats: Data, top: Sequence[str], **rest: Any) -> State:
    """Seat 0 has just sold an apple, and these cards come up for the one that is gone."""
    first: Data = seats[0] if seats else {}
    goods = {**first.get("goods", {}), "apple": first.get("goods", {}).get("apple", 0) + 1}
    rest = {"placed": {"Official Market": [0]}, "top": top, **rest}
    state = activated({**first, "goods": goods}, *seats[1:], **rest)
    return play(state, "sell 1 to apple 3x6")


def after_late_event(*seats: Data, top: Sequence[str], **rest: Any) -> State:
    """The same with deck B in use: seat 0 has just sold a wheat."""
    first: Data = seats[0] if seats else {}
    goods = {**first.get("goods", {}), "wheat": first.get("goods", {}).get("wheat", 0) + 1}
    rest = {**LATE, "placed": {"Official Market": [0]}, "top": top, **rest}
    state = activated({**first, "goods": goods}, *seats[1:], **rest)
    return play(state, "sell 1 to wheat 5x4")


def finished(*seats: Data, players: int = 2) -> State:
    """A game that is over."""
    gone = {**GONE_A, "inflation": 2, "strike": 1}
    market = ["wheat 5x4", "grape 6x4", "egg 8x3", "milk 9x3"][:players]
    return position(
        *seats, players=players, gone=gone, market=market, round=20, permanent="inflation", agenda=[]
    )


# --- playing -----------------------------------------------------------------------------------------


def play(state: State, *actions: str) -> State:
    """Do these actions, one after the other."""
    for action in actions:
        state.play(action)
    return state


def chance(state: State, seed: int = 1) -> State:
    """Let chance play until a seat has to decide."""
    resolve_chance(state, Rng(seed))
    return state


# --- asking ------------------------------------------------------------------------------------------


def legal(state: State) -> set[str]:
    """The legal actions in words."""
    return {state.describe(action) for action in state.legal_actions()}


def allowed(state: State, action: str) -> bool:
    """Whether an action is legal."""
    return state.why_not(action) is None


def rule_against(state: State, action: str) -> str | None:
    """The rule that forbids an action, or None where it is legal; to try it in vain changes nothing."""
    refusal = state.why_not(action)
    if refusal is None:
        return None
    before = state.key()
    with pytest.raises(IllegalAction) as caught:
        state.play(action)
    assert caught.value.refusal == refusal
    assert state.key() == before
    return refusal.rule


def asked(state: State) -> int:
    """The seat that has to decide, CHANCE or OVER."""
    assert state.to_play in (CHANCE, OVER, *range(state.players))
    return int(state.to_play)


def fact(state: State, name: str) -> Any:
    """One entry of the stored position."""
    return state.to_dict()[name]


def seat_of(state: State, seat: int = 0) -> Data:
    """Everything of a seat, as in a stored position."""
    found: Data = state.to_dict()["seats"][seat]
    return found


def goods(state: State, seat: int = 0) -> dict[str, int]:
    """The goods of a seat, without those it has none of."""
    found: dict[str, int] = seat_of(state, seat)["goods"]
    return found


def money(state: State, seat: int = 0) -> int:
    return int(seat_of(state, seat)["money"])


def is_placing(state: State) -> bool:
    """Whether a seat places a worker: in these tests, that the round is over and the next has begun."""
    return "stop" in legal(state)
