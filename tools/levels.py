"""Finds temperatures for the weaker levels: `python -m tools.levels GAME SEATS CARDS SHARE ABOVE [GAMES]`.

In a checkout. Going down from a level of one simulation at the temperature `ABOVE` (0: the best), each level
gets the temperature at which the one above it beats it in the share `SHARE` of comparisons (of any two seats
of different levels in one game), until one loses to greedy players in two of three. All are tried on the
same `GAMES` deals (default 120); `CARDS` is `-` for a game without that option.
"""

from __future__ import annotations

import sys
from math import exp, log
from typing import Any, Final

from farmtable import Match
from farmtable.bots import Budget, GreedyBot, SearchBot
from farmtable.bots.bot import Bot
from farmtable.core import OVER, Rng

LEAST, GREATEST = 0.0003, 1.0
STEPS: Final = 7
"""So often the interval of temperatures is halved (on a logarithmic scale)."""
BEGINNER: Final = 1 / 3
"""What the first level is to win against greedy players."""


def beats(strong: float, weak: float | None, setting: tuple[str, int, dict[str, Any]], games: int) -> float:
    """The share of comparisons that seats of one temperature win against those of another (None: greedy)."""
    id, players, options = setting
    won = compared = 0.0
    for deal in range(games):
        match = Match(id, players, seed=deal // 2, **options)
        is_strong = [(seat + deal) % 2 == 0 for seat in range(players)]
        bots = [_bot(strong if own else weak, Rng(deal, seat)) for seat, own in enumerate(is_strong)]
        while match.state.to_play != OVER:
            match.play(int(bots[match.state.to_play].choose(match.state.seen_by(match.state.to_play))))
        scores = match.state.scores()
        for one in range(players):
            for other in range(players):
                if is_strong[one] and not is_strong[other]:
                    compared += 1
                    won += 0.5 + 0.5 * ((scores[one] > scores[other]) - (scores[one] < scores[other]))
    return won / compared


def _bot(temperature: float | None, rng: Rng) -> Bot:
    return GreedyBot(rng) if temperature is None else SearchBot(rng, Budget(1, 0.0, temperature))


def main() -> None:
    """Go down, level by level, and say what was found."""
    id, players, cards, share, above, *rest = sys.argv[1:]
    games = int(rest[0]) if rest else 120
    setting = (id, int(players), {} if cards == "-" else {"cards": cards})
    strong = float(above)
    while True:
        low, high = log(max(strong, LEAST)), log(GREATEST)
        for _ in range(STEPS):
            middle = (low + high) / 2
            low, high = (
                (middle, high) if beats(strong, exp(middle), setting, games) < float(share) else (low, middle)
            )
        weak = exp((low + high) / 2)
        against = beats(weak, None, setting, games)
        print(
            f"{weak:.4g}: the one above wins {beats(strong, weak, setting, games):.0%}, "
            f"itself {against:.0%} against greedy",
            flush=True,
        )
        if against <= BEGINNER or weak > 0.9 * GREATEST:
            return
        strong = weak


if __name__ == "__main__":
    main()
