"""Measures how far levels come alone: `python -m tools.alone [SERIES [LEVEL …]]`, in a checkout.

Plays the beginning of `SERIES` solo series of Agricola (default 20) with each level named (default 8): five
games in a row, as the rulebook has them (R13.4 to R13.7), with the food that points above a goal bring and
the occupations that stay. Who misses a goal has to reach it in the next game. The points of all games are
kept in `docs/alone.json` with what they depend on, and shown in `docs/strength.md` (`python -m tools.strength
0` writes it) as long as the network is the one in the package.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from farmtable import Match
from farmtable.arena.files import write_whole
from farmtable.arena.intervals import FEWEST_DEALS, Deal, mean_of, share_ends
from farmtable.arena.pool import open_workers
from farmtable.bots import make_bot
from farmtable.bots.network_file import evaluation_of
from farmtable.core import OVER, Rng, game
from tools.measurements import conditions

KEPT: Final = Path("docs/alone.json")
GAMES: Final = 5
"""So many games of a series are played."""
FIRST: Final = {"cards": "base", "series": "1"}

Played = list[tuple[int, int]]
"""The games of one series: goal and points of each."""


@dataclass(frozen=True)
class Series:
    """The task of playing the beginning of one series with a bot."""

    bot: str

    def __call__(self, number: int) -> Played:
        played: Played = []
        options: dict[str, Any] = dict(FIRST)
        for place in range(GAMES):
            match = Match("agricola", 1, seed=f"alone {number} {place}", **options)
            bot = make_bot(self.bot, Rng(number, f"alone {place}"))
            while match.state.to_play != OVER:
                match.play(int(bot.choose(match.state.seen_by(0))))
            played.append((goal_of(options), match.state.scores()[0]))
            options = match.state.sequel() or options
        return played


def goal_of(options: dict[str, Any]) -> int:
    """The points to reach in the game of a series with these options."""
    return int(game("agricola").new(1, **options).facts.goal)  # type: ignore[attr-defined]


def conditions_of(level: int) -> str:
    """What the points of a level depend on."""
    return conditions(game("agricola"), 1, game("agricola").check_options(FIRST), f"search:{level}")


def load() -> dict[str, Any]:
    """All that is kept, by levels."""
    return json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}


def table() -> Iterator[str]:
    """The table of what holds of the network in the package, line by line."""
    kept = {
        int(level): entry["series"]
        for level, entry in load().items()
        if entry["conditions"] == conditions_of(int(level))
    }
    goals = sorted({goal for series in kept.values() for played in series for goal, _ in played})
    yield "| Level | Simulations | Points | All five goals in five games |"
    yield "".join(f" {goal} points |" for goal in goals) + "\n"
    yield "| --- | --- | --- | --- |" + " --- |" * len(goals) + "\n"
    budgets = evaluation_of(game("agricola"), 1, game("agricola").check_options(FIRST)).levels
    for level, series in sorted(kept.items()):
        yield f"| {level} | {budgets[level - 1].simulations} | {_mean(series):.1f} | {_all(series)} |"
        yield "".join(f" {_reached(series, goal)} |" for goal in goals) + "\n"
    yield "\n"


def _mean(series: list[Played]) -> float:
    points = [points for played in series for _, points in played]
    return sum(points) / len(points)


def _all(series: list[Played]) -> str:
    return _told([Deal(1, float(all(points >= goal for goal, points in played))) for played in series])


def _reached(series: list[Played], goal: int) -> str:
    """In how many of the games that had this goal it was reached."""
    tried = [[points >= aim for aim, points in played if aim == goal] for played in series]
    return _told([Deal(len(games), float(sum(games))) for games in tried if games])


def _told(series: list[Deal]) -> str:
    """A share of the games; those of one series hang together, as games on one deal do."""
    if not series:
        return "–"
    low, high = share_ends(series)
    of = f"of {sum(one.games for one in series)}"
    within = f"{low:.0%}–{high:.0%} {of}" if len(series) >= FEWEST_DEALS else of
    return f"{mean_of(series):.0%} ({within})"


def main() -> None:
    """Play what is asked for, and keep what came of it."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    for level in [int(word) for word in sys.argv[2:]] or [8]:
        with open_workers(None) as hands:
            played = [found for _, found in hands.run(Series(f"search:{level}"), range(count))]
        entry = {"conditions": conditions_of(level), "series": played}
        write_whole(KEPT, (json.dumps({**load(), str(level): entry}, indent=1) + "\n").encode())
        print(level, f"{_mean(played):.1f}", _all(played), flush=True)


if __name__ == "__main__":
    main()
