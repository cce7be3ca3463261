"""What was measured of the computer opponents, kept in `docs/strength.json` beside the tables made of it.

It is kept with the *conditions* that it depends on, the weights of the network, what both bots may
spend and how they search, and counts as long as these are the same.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from farmtable.arena.files import write_whole
from farmtable.arena.intervals import Deal, wilson
from farmtable.arena.standings import Share, Standings
from farmtable.bots import Evaluation
from farmtable.bots.names import read_budget
from farmtable.bots.network_file import CHANCES, TOLD, evaluation_of, pack_tensors, parse_tensors
from farmtable.bots.node import PRIOR_VISITS
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
METHOD: Final = "halving"
"""How searches choose what to try. What was measured of another way does not count."""


DRAW: Final = "plausible"
"""From which actions those draw who have a temperature."""


@dataclass(frozen=True)
class Measurement:
    """What came of the games of a stronger bot and a weaker.

    `duel`: how often the stronger was ahead; `alone`: its share of victories alone among the weaker, with
    more than two seats; `mean` and `p99`: seconds a decision of the stronger. Shares keep what each deal
    came to, since games on one deal share its luck; those from before that was kept have no deals.
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

    def plus(self, more: Measurement) -> Measurement:
        """This and other games of the same bots, together. What 99 % do not exceed is the greater of both."""
        games = self.games + more.games
        return Measurement(
            self.conditions,
            games,
            _together(self.duel, more.duel),
            _together(self.alone, more.alone) if self.alone and more.alone else None,
            (self.games * self.mean + more.games * more.mean) / games,
            max(self.p99, more.p99),
        )


def _together(one: Share, other: Share) -> Share:
    """Of all deals; where those of one are not known, as if all games were independent."""
    if one.deals and other.deals:
        return Share.of(one.deals + other.deals)
    games = one.games + other.games
    won = one.games * one.value + other.games * other.value
    return Share(games, won / games, *wilson(won, games))


def conditions(game: Game, players: int, options: Mapping[str, Any], *bots: str) -> str:
    """What the outcome of games between these bots depends on, in a few letters."""
    evaluation = evaluation_of(game, players, options)
    parts = [_means(bot, evaluation) if bot.startswith("search:") else bot for bot in bots]
    for path in game.networks(players, options):
        if path.exists():
            tensors, _ = parse_tensors(path.read_bytes())
            tensors = {name: part for name, part in tensors.items() if name not in {*TOLD, CHANCES}}
            parts.append(hashlib.sha256(pack_tensors(tensors, {})).hexdigest())
            break
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:12]


def load(path: Path = KEPT) -> dict[str, Measurement]:
    """All that is kept, by the names of the pairings."""
    if not path.exists():
        return {}
    found = {}
    for name, entry in json.loads(path.read_text(encoding="utf-8")).items():
        duel, alone = (_share(entry[key]) if entry[key] else None for key in ("duel", "alone"))
        assert duel is not None
        found[name] = Measurement(**{**entry, "duel": duel, "alone": alone})
    return found


def _share(entry: dict[str, Any]) -> Share:
    """A share as it is kept: its `deals`, if it has them, by what they came to, and how many came to that."""
    deals = [Deal(games, total) for games, total, times in entry.pop("deals", ()) for _ in range(times)]
    return Share.of(deals) if deals else Share(**entry)


def _kept(share: Share) -> dict[str, Any]:
    """The share ready for JSON, as `_share` reads it."""
    entry = asdict(share)
    del entry["deals"]
    counted = Counter(share.deals)
    deals = [[*deal, counted[deal]] for deal in sorted(counted)]
    return {**entry, "deals": deals} if deals else entry


def save(kept: Mapping[str, Measurement], path: Path = KEPT) -> None:
    """Keep these."""
    entries = {
        name: {
            **asdict(one),
            "duel": _kept(one.duel),
            "alone": _kept(one.alone) if one.alone else None,
        }
        for name, one in sorted(kept.items())
    }
    write_whole(path, (json.dumps(entries, indent=1) + "\n").encode())


def _means(bot: str, evaluation: Evaluation) -> str:
    """What a bot of search may spend, here, and for what it takes others where it searches."""
    levels = evaluation.levels
    budget = read_budget(bot.removeprefix("search:"))
    if budget.level and levels:
        budget = levels[budget.level - 1]
    means = f"{budget.simulations}/{budget.temperature:g}"
    if budget.temperature > 0:
        means += f"/{DRAW}"
    if budget.simulations > 1:
        means += f"/{METHOD}"
        if evaluation.others > 0:
            means += f"/{evaluation.others:g}"
        if evaluation.prior_visits != PRIOR_VISITS:
            means += f"/faith {evaluation.prior_visits:g}"
    return means
