"""Games in a row: the solo series with its rising goals, and the campaign of two to four players.

Nothing of this changes a game; it says how games follow one another (R13.4 to R13.9; appendix p. 10).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from farmtable.core import registry
from farmtable.games.agricola import scoring
from farmtable.games.agricola.card import deck_of
from farmtable.games.agricola.components import make_facts
from farmtable.games.agricola.facts import OCCUPATION
from farmtable.games.agricola.hands import has_in_front
from farmtable.games.agricola.series import food_earned
from farmtable.games.agricola.state import AgricolaState

CAMPAIGN_GAMES: Final = 3
# Campaign points by rank: for each number of players its three games.
_POINTS: Final = {
    2: ((1, 0), (2, 0), (3, 0)),
    3: ((7, 5, 3), (8, 5, 2), (9, 5, 1)),
    4: ((7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1)),
}


# --- alone -------------------------------------------------------------------------------------------


def goal(game: int) -> int:
    """The points to reach in a game of the solo series; the first game is number 1 (R13.4)."""
    if game < 1:
        raise ValueError(f"the games of the series are counted from 1, there is no game {game}")
    options = registry.game("agricola").check_options({})
    return int(make_facts(1, {**options, "series": str(game)}).goal)


def next_food(game: int, score: int) -> int:
    """The food that a game of the solo series hands on: half the points above its goal (R13.7).

    Below the goal there is none: the game is to be played again.
    """
    return food_earned(score, goal(game))


# --- several players ---------------------------------------------------------------------------------


class Standing(NamedTuple):
    """How a seat stands after some games of a campaign."""

    seat: int
    rank: int
    points: int  # campaign points
    score: int  # of all games together; it breaks ties


def campaign_points(players: int, game: int) -> tuple[int, ...]:
    """The campaign points of a game (1, 2 or 3) for the first rank, the second and so on (R13.8)."""
    if players not in _POINTS or not 1 <= game <= CAMPAIGN_GAMES:
        raise ValueError(f"a campaign has {CAMPAIGN_GAMES} games of 2 to 4 players")
    return _POINTS[players][game - 1]


def ranks(state: AgricolaState) -> list[int]:
    """The rank of each seat by its score, then its building resources; who is equal shares it (R12.4)."""
    seats = range(int(state.players))
    return _ranks([(state.scores()[seat], int(scoring.building_resources(state, seat))) for seat in seats])


def standings(games: Sequence[AgricolaState]) -> list[Standing]:
    """How the seats stand after these finished games of one campaign, the leader first (R13.8).

    Who shares a rank gets the points of the better place, and who is equal at the end shares the
    campaign. What the next game begins with is said by `next_options`.
    """
    players = int(games[0].players)
    points, scores = [0] * players, [0] * players
    for number, state in enumerate(games, 1):
        table = campaign_points(players, number)
        for seat, (rank, score) in enumerate(zip(ranks(state), state.scores(), strict=True)):
            points[seat] += table[rank - 1]
            scores[seat] += score
    order = _ranks(list(zip(points, scores, strict=True)))
    found = [Standing(seat, order[seat], points[seat], scores[seat]) for seat in range(players)]
    return sorted(found, key=lambda standing: (standing.rank, standing.seat))


def next_options(state: AgricolaState, keeps: Mapping[int, str] | None = None) -> dict[str, str]:
    """The options of the game that follows this finished one in a campaign (R13.9).

    The winner begins (of several the first seat), the last have 1 food more, and each seat in `keeps`
    has that occupation, by its id, in front of it: one that lies there now.
    """
    place = ranks(state)
    last = max(place)
    kept = [f"{seat + 1}:{_in_front(state, seat, card)}" for seat, card in sorted((keeps or {}).items())]
    same = {name: value for name, value in state.options.items() if isinstance(value, str)}
    return same | {
        "start": str(place.index(1) + 1),
        "extra_food": ",".join(str(seat + 1) for seat, rank in enumerate(place) if rank == last > 1),
        "kept": ",".join(kept),
    }


def _in_front(state: AgricolaState, seat: int, card: str) -> str:
    """The id of an occupation in front of a seat. Raises ValueError where it does not lie there."""
    deck = deck_of(state)
    for found in () if deck is None else deck.cards:
        if found.id == card and found.kind == OCCUPATION and has_in_front(state, seat, found.index):
            return card
    raise ValueError(f"no occupation {card!r} lies in front of seat {seat + 1}")


def _ranks(results: Sequence[tuple[int, int]]) -> list[int]:
    """1 for the best result; equal results share a rank, and the ranks after it stay empty."""
    return [1 + sum(other > result for other in results) for result in results]
