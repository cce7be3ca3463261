"""The results of a tournament: ratings, who beats whom, scores and times; as tables and in numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from farmtable.arena.files import write_whole
from farmtable.arena.intervals import FEWEST_DEALS, Deal, by_deal, mean_of, share_ends
from farmtable.arena.ledger import BINS_A_DECADE, Clock, TournamentGame
from farmtable.arena.ratings import Rating, Wins, rate
from farmtable.arena.results import parquet
from farmtable.arena.tournament import Tournament

ANCHOR = "greedy"


@dataclass(frozen=True)
class Times:
    """Seconds per decision: the mean, the 99th percentile (to 6 %), and the slowest."""

    mean: float
    p99: float
    slowest: float


@dataclass(frozen=True)
class Scores:
    """A bot's scores: their number, their distribution, and how often each occurred."""

    seats: int
    mean: float
    sd: float | None
    q25: float
    median: float
    q75: float
    counts: dict[int, int]


@dataclass(frozen=True)
class Share:
    """A share of `games`, with its 95 % interval (`share_ends`), and the deals that it comes from.

    Shares stored before deals were kept have none; their interval is Wilson's, as if all games were
    independent.
    """

    games: int
    value: float
    low: float
    high: float
    deals: tuple[Deal, ...] = ()

    @staticmethod
    def of(deals: Sequence[Deal]) -> Share:
        """The share of these deals (at least one), in any order."""
        deals = tuple(sorted(deals))
        return Share(sum(deal.games for deal in deals), mean_of(deals), *share_ends(deals), deals)

    @property
    def few(self) -> bool:
        """Whether it is of too few deals for its interval to be shown."""
        return 0 < len(self.deals) < FEWEST_DEALS


@dataclass(frozen=True)
class Standings:
    """The standings after these games (at least one) of a tournament."""

    tournament: Tournament
    games: Sequence[TournamentGame]

    @cached_property
    def anchor(self) -> str:
        """The bot whose rating is 0: greedy, or else the first."""
        bots = self.tournament.bots
        return ANCHOR if ANCHOR in bots else bots[0]

    @cached_property
    def ratings(self) -> dict[str, Rating]:
        """Each bot's rating, the best first."""
        bots = self.tournament.bots
        rated = rate(self._wins, bots.index(self.anchor), self.tournament.setting.seed)
        return dict(sorted(zip(bots, rated, strict=True), key=lambda item: -item[1].value))

    @cached_property
    def duels(self) -> dict[tuple[str, str], Share]:
        """How often a bot was ahead of another, by `(bot, other)`, where they met.

        A duel is two seats of different bots in one game: the one with the greater share of the victory is
        ahead, or, if these are equal, the one with the higher score; equals get half each. The duels of one
        game (with one seat: of one deal) together count as one.
        """
        won: defaultdict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
        for deal, bot, other, share in duels(self.games):
            won[bot, other].append((deal, share))
            won[other, bot].append((deal, 1.0 - share))
        bots = self.tournament.bots
        met = [(bot, other) for pair in combinations(bots, 2) for bot, other in (pair, pair[::-1])]
        return {pair: Share.of(by_deal(won[pair])) for pair in met if pair in won}

    @cached_property
    def alone(self) -> dict[tuple[str, str], Share]:
        """A bot's share of the victories alone among another, by `(bot, other)`; with three or more seats."""
        won: defaultdict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
        for game in self.games:
            for seat, bot in enumerate(game.seats):
                if len(game.seats) > 2 and game.seats.count(bot) == 1:
                    won[bot, game.seats[seat - 1]].append((game.deal, game.wins[seat]))
        return {pair: Share.of(by_deal(wins)) for pair, wins in won.items()}

    @cached_property
    def scores(self) -> dict[str, Scores]:
        """Each bot's scores, over all seats it had."""
        grouped = self.games_frame().group_by("bot", maintain_order=True)
        return {str(bot): _scores(rows["score"]) for (bot,), rows in grouped}

    @cached_property
    def times(self) -> dict[str, Times]:
        """How long each bot took for a decision; a bot that had none is missing."""
        clocks: defaultdict[str, list[Clock]] = defaultdict(list)
        for game in self.games:
            for bot, clock in zip(game.seats, game.clocks, strict=True):
                if clock.decisions:
                    clocks[bot].append(clock)
        return {bot: _times(own) for bot, own in clocks.items()}

    @cached_property
    def lost(self) -> Counter[str]:
        """How many decisions each bot lost, over all seats it had."""
        lost: Counter[str] = Counter()
        for game in self.games:
            for bot, n in zip(game.seats, game.lost, strict=True):
                lost[bot] += n
        return lost

    @cached_property
    def few(self) -> bool:
        """Whether ratings are of too few deals for their intervals to be shown."""
        return len({game.deal for game in self.games}) < FEWEST_DEALS

    @cached_property
    def _wins(self) -> Wins:
        """How often each bot beat each, deal by deal, as `rate` wants it."""
        bots = {bot: index for index, bot in enumerate(self.tournament.bots)}
        deals = {deal: index for index, deal in enumerate(sorted({game.deal for game in self.games}))}
        wins = np.zeros((len(deals), len(bots), len(bots)))
        for deal, bot, other, won in duels(self.games):
            wins[deals[deal], bots[bot], bots[other]] += won
            wins[deals[deal], bots[other], bots[bot]] += 1.0 - won
        return wins

    def games_frame(self) -> pl.DataFrame:
        """A row for each seat of each game; `lone` is whether no other seat had the same bot."""
        rows = [
            (
                game.deal,
                seat,
                bot,
                game.seats.count(bot) == 1,
                *told,
                clock.decisions,
                clock.seconds,
                clock.slowest,
                lost,
            )
            for game in self.games
            for seat, (bot, clock, lost, *told) in enumerate(
                zip(game.seats, game.clocks, game.lost, game.scores, game.wins, strict=True)
            )
        ]
        schema = {
            "deal": pl.Int64,
            "seat": pl.Int64,
            "bot": pl.String,
            "lone": pl.Boolean,
            "score": pl.Int64,
            "win": pl.Float64,
            "decisions": pl.Int64,
            "seconds": pl.Float64,
            "slowest": pl.Float64,
            "lost": pl.Int64,
        }
        frame = pl.DataFrame(rows, schema=schema, orient="row")
        numbers = [number for number, game in enumerate(self.games) for _ in game.seats]
        return frame.insert_column(0, pl.Series("game", numbers, dtype=pl.Int64))

    def summary(self) -> dict[str, Any]:
        """The standings in the shape of `farmtable tournament --json`."""
        setting = self.tournament.setting
        return {
            "game": setting.game,
            "players": setting.players,
            "options": setting.options,
            "seed": setting.seed,
            "games": len(self.games),
            "games_planned": sum(1 for _ in self.tournament.fixtures()),
            "anchor": self.anchor,
            "bots": [self._bot(bot) for bot in self.ratings],
            "pairings": [self._pairing(pair) for pair in self.duels],
        }

    def _bot(self, bot: str) -> dict[str, Any]:
        rating, scores, times = self.ratings[bot], self.scores.get(bot), self.times.get(bot)
        return {
            "bot": bot,
            "rating": rating.value,
            "rating_interval": [rating.low, rating.high],
            "seats": scores.seats if scores else 0,
            "score": {
                key: getattr(scores, key) if scores else None
                for key in ("mean", "sd", "q25", "median", "q75")
            },
            "seconds": {key: getattr(times, key) if times else None for key in ("mean", "p99", "slowest")},
            "lost": self.lost[bot],
        }

    def _pairing(self, pair: tuple[str, str]) -> dict[str, Any]:
        duel, alone = self.duels[pair], self.alone.get(pair)
        return {
            "bot": pair[0],
            "against": pair[1],
            "games": duel.games,
            "deals": len(duel.deals),
            "share": duel.value,
            "share_interval": [duel.low, duel.high],
            "alone": alone.value if alone else None,
            "alone_interval": [alone.low, alone.high] if alone else None,
        }

    def write(self, folder: Path) -> None:
        """Write the tables as Parquet: the games, the bots and the pairings."""
        write_whole(folder / "games.parquet", parquet(self.games_frame()))
        summary = self.summary()
        bots = pl.json_normalize(summary["bots"], separator="_")
        write_whole(folder / "bots.parquet", parquet(_ends(bots, "rating_interval")))
        pairings = _ends(pl.DataFrame(summary["pairings"]), "share_interval")
        write_whole(folder / "pairings.parquet", parquet(_ends(pairings, "alone_interval")))


def duels(games: Sequence[TournamentGame]) -> Iterator[tuple[int, str, str, float]]:
    """The duels of each game: `(deal, bot, other, share of the duels that bot won)`.

    With one seat, each deal gives a duel for every two bots that played it.
    """
    solo: defaultdict[int, list[tuple[str, tuple[float, int]]]] = defaultdict(list)
    for game in games:
        places = list(zip(game.wins, game.scores, strict=True))
        if len(places) == 1:
            solo[game.deal].append((game.seats[0], places[0]))
            continue
        bot, other = dict.fromkeys(game.seats)
        own = [place for place, who in zip(places, game.seats, strict=True) if who == bot]
        others = [place for place, who in zip(places, game.seats, strict=True) if who == other]
        won = [(place > beside) + (place == beside) / 2 for place in own for beside in others]
        yield game.deal, bot, other, sum(won) / len(won)
    for deal, played in solo.items():
        for (bot, place), (other, beside) in combinations(played, 2):
            yield deal, bot, other, (place > beside) + (place == beside) / 2


def in_words(seconds: float) -> str:
    """A short time: `2.10 s`, `340 ms`, `0.016 ms`."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def signed(rating: float) -> str:
    """A rating in whole points: `+120`, `−35`, `0`."""
    points = round(rating)
    return f"{points:+d}".replace("-", "−") if points else "0"


def _scores(scores: pl.Series) -> Scores:
    score = pl.col("score")
    numbers = scores.to_frame().select(
        seats=pl.len(),
        mean=score.mean(),
        sd=score.std(),
        q25=score.quantile(0.25, "linear"),
        median=score.median(),
        q75=score.quantile(0.75, "linear"),
    )
    return Scores(**numbers.row(0, named=True), counts=dict(sorted(Counter(scores).items())))


def _times(clocks: Sequence[Clock]) -> Times:
    decisions = sum(clock.decisions for clock in clocks)
    slowest = max(clock.slowest for clock in clocks)
    counts: Counter[int] = Counter()
    for clock in clocks:
        counts.update(clock.times)
    seen = 0
    for bin in sorted(counts):
        seen += counts[bin]
        if seen >= 0.99 * decisions:
            break
    most = 10 ** ((bin + 1) / BINS_A_DECADE)
    return Times(sum(clock.seconds for clock in clocks) / decisions, min(most, slowest), slowest)


def _ends(frame: pl.DataFrame, interval: str) -> pl.DataFrame:
    """The frame with a column for each end of an interval."""
    ends = pl.col(interval).cast(pl.List(pl.Float64)).list
    name = interval.removesuffix("_interval")
    return frame.with_columns(ends.get(0).alias(f"{name}_low"), ends.get(1).alias(f"{name}_high")).drop(
        interval
    )
