"""Games in a row: the solo series with its rising goals, and the campaign of two to four players.

Nothing of this changes a game; it says what a game that is over hands on to the next, and how a
campaign stands (R13.4 to R13.9; appendix p. 10).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from farmtable.core.declaration import seat_numbers
from farmtable.core.standings import Standings, StandingsRow
from farmtable.core.state import OVER
from farmtable.core.text import Text
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules import scoring
from farmtable.games.agricola.rules.card import deck_of

LONGEST: Final = 20  # games of the solo series with a goal of their own; then the last is played again
MOST_FOOD: Final = 20

CAMPAIGN_GAMES: Final = 3
# Campaign points by rank (R13.8): for each number of players its three games.
CAMPAIGN_POINTS: Final = {
    2: ((1, 0), (2, 0), (3, 0)),
    3: ((7, 5, 3), (8, 5, 2), (9, 5, 1)),
    4: ((7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1)),
}
MOST_POINTS: Final = 15  # of a seat before the third game
SCORES: Final = (-999, 999)  # more than any two games bring together


def sequel(state: Position) -> dict[str, Any] | None:
    """The options of the game that follows this one, which is over; None after a single or a last game."""
    if state.facts.goal > 0:
        return {**state.options, **_next_alone(state)}
    if 0 < state.facts.campaign < CAMPAIGN_GAMES:
        return {**state.options, **_next_of_campaign(state)}
    return None


# --- alone -------------------------------------------------------------------------------------------


def food_earned(points: int, goal: int) -> int:
    """What a game hands on to the next: half the points above its goal (R13.7)."""
    return max(points - goal, 0) // 2


def _next_alone(state: Position) -> dict[str, str]:
    """One game further with half the points above the goal, or the same again; what was kept stays kept."""
    goal, points = int(state.facts.goal), int(scoring.total(state, 0))
    number = int(state.options["series"]) + (points >= goal)
    return {
        "series": str(min(number, LONGEST)),
        "series_food": str(min(food_earned(points, goal), MOST_FOOD)),
        "kept": ",".join(filter(None, (state.options["kept"], *_kept(state)))),
    }


def _kept(state: Position) -> list[str]:
    """The occupations chosen at the end of this game, as the option `kept` names them (R13.5, R13.9)."""
    deck = deck_of(state)
    if deck is None:
        return []
    return [f"{seat}:{deck.cards[card - 1].id}" for seat, card in enumerate(state.keeps, 1) if card > 0]


# --- the campaign ------------------------------------------------------------------------------------


def ranks(state: Position) -> list[int]:
    """The rank of each seat by its score, then its building resources; who is equal shares it (R12.4)."""
    seats = range(int(state.players))
    return _ranks([(state.scores()[seat], int(scoring.building_resources(state, seat))) for seat in seats])


def campaign_points(state: Position) -> list[int]:
    """What this finished game of a campaign brings each seat: equals get the better place's (R13.8)."""
    table = CAMPAIGN_POINTS[int(state.players)][state.facts.campaign - 1]
    return [table[rank - 1] for rank in ranks(state)]


def totals(state: Position) -> tuple[list[int], list[int]]:
    """Each seat's campaign points and summed scores, of the games before and of this one if it is over."""
    players = int(state.players)
    points = seat_numbers(state.options.get("campaign_points", ""), players)
    scores = seat_numbers(state.options.get("campaign_scores", ""), players)
    if state.to_play != OVER:
        return points, scores
    return _sums(points, campaign_points(state)), _sums(scores, state.scores())


def standings(state: Position) -> Standings | None:
    """The table of the campaign: most points, then most points of all games together (R13.8)."""
    over = state.to_play == OVER
    played = int(state.facts.campaign) - (not over)
    if played < 1:
        return None
    points, scores = totals(state)
    columns = [Text("Campaign"), Text("Points in all games")]
    numbers = list(zip(points, scores, strict=True))
    order = _ranks(numbers)
    rows = [StandingsRow(order[seat], seat, both) for seat, both in enumerate(numbers)]
    if over:
        columns.insert(0, Text("This game"))
        earned = campaign_points(state)
        rows = [StandingsRow(row.rank, row.seat, (earned[row.seat], *row.numbers)) for row in rows]
    return Standings(
        Text("Campaign points after game {number} of {games}", number=played, games=CAMPAIGN_GAMES),
        tuple(columns),
        tuple(sorted(rows, key=lambda row: (row.rank, row.seat))),
        final=played == CAMPAIGN_GAMES,
    )


def _next_of_campaign(state: Position) -> dict[str, str]:
    """The winner begins (of several the first seat), the last have 1 food more, cards are kept (R13.9)."""
    place = ranks(state)
    last = max(place)
    points, scores = totals(state)
    return {
        "campaign": str(state.facts.campaign + 1),
        "campaign_points": _by_seat(points),
        "campaign_scores": _by_seat(scores),
        "start": str(place.index(1) + 1),
        "extra_food": ",".join(str(seat) for seat, rank in enumerate(place, 1) if rank == last > 1),
        "kept": ",".join(_kept(state)),
    }


def _sums(some: list[int], others: list[int]) -> list[int]:
    return [one + other for one, other in zip(some, others, strict=True)]


def _by_seat(numbers: list[int]) -> str:
    return ",".join(f"{seat}:{number}" for seat, number in enumerate(numbers, 1))


def _ranks(results: Sequence[tuple[int, int]]) -> list[int]:
    """1 for the best result; equal results share a rank, and the ranks after it stay empty."""
    return [1 + sum(other > result for other in results) for result in results]
