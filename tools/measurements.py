"""What was measured of the computer opponents, kept in `docs/strength.json` beside the tables made of it.

The games themselves (`tournaments/strength`) stay on the machine that played them. What came of them is
kept with the *conditions* that it depends on, the weights of the network and what both bots may spend, and
counts as long as these are the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from farmtable.arena.standings import Share, Standings
from farmtable.bots import Evaluation
from farmtable.bots.names import read_budget
from farmtable.bots.network_file import evaluation_of, pack_tensors, parse_tensors
from farmtable.core import Game

KEPT: Final = Path("docs/strength.json")
SEATINGS: Final[tuple[tuple[str, int, str], ...]] = (
    ("agricola", 2, "none"),
    ("agricola", 2, "base"),
    ("agricola", 3, "base"),
    ("agricola", 4, "base"),
    ("aehre", 2, ""),
    ("aehre", 3, ""),
    ("aehre", 4, ""),
    ("aehre", 5, ""),
    ("mi_tierra", 2, ""),
    ("mi_tierra", 3, ""),
    ("mi_tierra", 4, ""),
)
"""Games, seats and hand cards (`cards=`) whose opponents are measured."""


@dataclass(frozen=True)
class Measurement:
    """What came of the games of a stronger bot and a weaker.

    `duel`: how often the stronger was ahead; `alone`: its share of victories alone among the weaker, with
    more than two seats; `mean` and `p99`: seconds a decision of the stronger.
    """

    conditions: str
    games: int
    duel: Share
    alone: Share | None
    mean: float
    p99: float

    @staticmethod
    def of(standings: Standings, strong: str, weak: str, conditions: str) -> Measurement:
        """What these games of the two came to."""
        times = standings.times[strong]
        return Measurement(
            conditions,
            len(standings.games),
            standings.duels[strong, weak],
            standings.alone.get((strong, weak)),
            times.mean,
            times.p99,
        )


def conditions(game: Game, players: int, options: Mapping[str, Any], *bots: str) -> str:
    """What the outcome of games between these bots depends on, in a few letters."""
    evaluation = evaluation_of(game, players, options)
    parts = [bot if bot == "greedy" else _means(bot, evaluation) for bot in bots]
    for path in game.networks(players, options):
        if path.exists():
            tensors, _ = parse_tensors(path.read_bytes())
            parts.append(hashlib.sha256(pack_tensors(tensors, {})).hexdigest())
            break
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:12]


def fingerprint(game: Game, players: int, options: Mapping[str, Any]) -> str:
    """What tells the file of the network from every other, in a few letters."""
    paths = [path for path in game.networks(players, options) if path.exists()]
    return hashlib.sha256(paths[0].read_bytes()).hexdigest()[:12] if paths else "none"


def load(path: Path = KEPT) -> dict[str, Measurement]:
    """All that is kept, by the names of the pairings."""
    if not path.exists():
        return {}
    found = {}
    for name, entry in json.loads(path.read_text(encoding="utf-8")).items():
        duel, alone = (Share(**entry[key]) if entry[key] else None for key in ("duel", "alone"))
        assert duel is not None
        found[name] = Measurement(**{**entry, "duel": duel, "alone": alone})
    return found


def save(kept: Mapping[str, Measurement], path: Path = KEPT) -> None:
    """Keep these."""
    entries = {name: asdict(kept[name]) for name in sorted(kept)}
    path.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


def _means(bot: str, evaluation: Evaluation) -> str:
    """What a bot of search may spend, here, and for what it takes others where it searches."""
    levels = evaluation.levels
    budget = read_budget(bot.removeprefix("search:"))
    if budget.level and levels:
        budget = levels[budget.level - 1]
    means = f"{budget.simulations}/{budget.softness:g}"
    return f"{means}/{evaluation.others:g}" if budget.simulations > 1 and evaluation.others > 0 else means
