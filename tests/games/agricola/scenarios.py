"""Positions built from a few words, for tests that read like the rulebook's examples.

    state = position({"goods": {"wood": 5, "reed": 2}}, round=5)
    play(state, "place Farm Expansion", "build room A1")

    state = position({"minors": ["canoe"], "front": ["grocer", ["handplow", 6]]})
    state = position({}, cards="none")

Whatever is not said stands as in the work phase of the first round of a game that seat 0 starts, with
no hand card outside the box: `from_dict` fills it in. Stage cards not named have come up in the order
of the board's summary: Major Improvement, Fencing, Grain Utilization, Sheep Market (rounds 1 to 4),
Basic Wish for Children, House Redevelopment, Western Quarry (5 to 7), Vegetable Seeds, Pig Market (8,
9), Cattle Market, Eastern Quarry (10, 11), Urgent Wish for Children, Cultivation (12, 13), Farm
Redevelopment (14).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from farmtable import CHANCE, OVER, IllegalAction, Rng, State
from farmtable.core.playout import resolve_chance
from farmtable.games.agricola import GAME, AgricolaState

HARVESTS: Final = (4, 7, 9, 11, 13, 14)
CELLS: Final = tuple(f"{column}{row}" for row in "123" for column in "ABCDE")

Data = dict[str, Any]

AWAY: Final[Data] = {"at_home": 0}  # a seat that has nobody left to place in this round


# --- positions ---------------------------------------------------------------------------------------


def position(*seats: Data, players: int = 2, **rest: Any) -> AgricolaState:
    """A position with these seats; those that are not given have a new farm. `cards` is the option."""
    if "cards" in rest:
        rest["options"] = {**rest.get("options", {}), "cards": rest.pop("cards")}
    all_seats = [*seats, *({} for _ in range(players - len(seats)))]
    state = GAME.from_dict({"players": players, "seats": all_seats, **rest})
    assert isinstance(state, AgricolaState)
    return state


def last_person(seat: Data, players: int = 2, **rest: Any) -> AgricolaState:
    """Seat 0 has one person left to place, and nobody else has: its turn ends the work phase."""
    return position({"at_home": 1, **seat}, *[AWAY] * (players - 1), players=players, **rest)


def harvest(*seats: Data, players: int = 2, **rest: Any) -> AgricolaState:
    """The harvest of a round, which has just begun: where it first asks somebody, or after it."""
    return position(*seats, players=players, **{"round": 4, "agenda": [["return home", 0]], **rest})


def finished(*seats: Data, players: int = 2, **rest: Any) -> AgricolaState:
    """A game that is over."""
    return position(*seats, players=players, round=14, agenda=[], **rest)


def new_round(*seats: Data, players: int = 2, round: int, **rest: Any) -> AgricolaState:
    """The beginning of a round: its card is still to be turned up."""
    return position(*seats, players=players, round=round, agenda=preparing(players), **rest)


def preparing(players: int, start: int = 0) -> list[list[Any]]:
    """The agenda of a round before its card is turned up."""
    order = [(start + place) % players for place in range(players)]
    each = [["prepare", seat] for seat in reversed(order)]
    return [["return home", 0], ["work", 0], ["refill", 0], *each, ["turn up", 0]]


def house_of(rooms: int) -> list[str]:
    """So many rooms, side by side."""
    return ["A2", "A3", "A1", "B1", "B2", "B3"][:rooms]


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


def idle_round(state: State, spared: Sequence[str] = ()) -> State:
    """Play to the next round's work phase: people go anywhere but to the spared spaces."""
    number = state.to_dict()["round"]
    while state.to_dict()["round"] == number and state.to_play != OVER:
        if state.to_play == CHANCE:
            break
        words = [text for text in legal(state) if text.removeprefix("place ") not in spared]
        play(state, words[0])
    return chance(state)


# --- asking ------------------------------------------------------------------------------------------


def legal(state: State) -> list[str]:
    """The legal actions in words."""
    return [state.describe(action) for action in state.legal_actions()]


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


def spaces(state: State) -> set[str]:
    """The names of the spaces where a person may be placed now."""
    return {words.removeprefix("place ") for words in legal(state) if words.startswith("place ")}


def seat_of(state: State, seat: int = 0) -> Data:
    """Everything of a seat, as in a stored position."""
    found: Data = state.to_dict()["seats"][seat]
    return found


def goods(state: State, seat: int = 0) -> dict[str, int]:
    """The goods of a seat, without those it has none of."""
    found: dict[str, int] = seat_of(state, seat)["goods"]
    return found


def pile(state: State, space: str) -> int:
    """How many goods lie on a space."""
    found: dict[str, int] = state.to_dict()["piles"]
    return found.get(space, 0)


def fences(state: State, seat: int = 0) -> int:
    """How many fences stand on a farm."""
    borders: set[frozenset[tuple[int, int]]] = set()
    for names in seat_of(state, seat)["pastures"]:
        cells = {(ord(name[0]), int(name[1])) for name in names}
        for column, row in cells:
            for beside in ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)):
                if beside not in cells:
                    borders.add(frozenset([(column, row), beside]))
    return len(borders)


def sheet(state: State, seat: int = 0) -> list[int]:
    """The points of a seat line by line, the bonus points of its hand cards in one line with the others.

    Fields, pastures, grain, vegetables, sheep, wild boar, cattle, unused spaces, fenced stables, clay
    rooms, stone rooms, people, improvements, bonus points, begging markers.
    """
    points = [points for _, points in state.score_sheet(seat)]
    bonus = LINES.index("bonus")
    return [*points[:bonus], sum(points[bonus:-1]), points[-1]]


LINES: Final = (
    "fields",
    "pastures",
    "grain",
    "vegetables",
    "sheep",
    "wild boar",
    "cattle",
    "unused",
    "stables",
    "clay rooms",
    "stone rooms",
    "people",
    "improvements",
    "bonus",
    "begging",
)


def line(state: State, name: str, seat: int = 0) -> int:
    """The points of one line of a seat's score sheet."""
    return dict(zip(LINES, sheet(state, seat), strict=True))[name]


def worth(state: State, card: str, seat: int = 0) -> int:
    """The points that a card in front of a seat brings to it: so many less it would have without."""
    data = state.to_dict()
    data["seats"][seat]["front"] = [played for played in seat_of(state, seat)["front"] if played[0] != card]
    return state.scores()[seat] - GAME.from_dict(data).scores()[seat]


def waits_for_chance(state: State) -> bool:
    """Whether chance is to play next: after the work phase and its harvest, the round is over."""
    return bool(state.to_play == CHANCE)
