"""The solo series: what a game of it earns for the next (R13.4, R13.5, R13.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from farmtable.games.agricola import scoring
from farmtable.games.agricola.card import deck_of

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

LONGEST: Final = 20  # games with a goal of their own; afterwards the last is played again
MOST_FOOD: Final = 20


def food_earned(points: int, goal: int) -> int:
    """What a game hands on to the next: half the points above its goal (R13.7)."""
    return max(points - goal, 0) // 2


def sequel(state: AgricolaState) -> dict[str, str] | None:
    """The options of the next game: one further with half the points above the goal, or the same again."""
    goal = int(state.facts.goal)
    if goal == 0:
        return None
    number = int(state.options["series"])
    points = int(scoring.total(state, 0))
    food = min(food_earned(points, goal), MOST_FOOD)
    if points >= goal:
        number = min(number + 1, LONGEST)
    same = {name: value for name, value in state.options.items() if isinstance(value, str)}
    return same | {"series": str(number), "series_food": str(food), "kept": kept_for_next(state)}


def kept_for_next(state: AgricolaState) -> str:
    """The occupations with which the next game begins: one more after a success (R13.5)."""
    kept = str(state.options["kept"])
    deck = deck_of(state)
    if deck is None or state.keeps < 0:
        return kept
    return ",".join(filter(None, (kept, f"1:{deck.cards[state.keeps].id}")))
