"""How well one player plays: on fixed deals, from every seat in turn, against chosen opponents.

The chance outcomes of deal `n` depend only on the seed and `n`, so every player measured with the same seed,
game and opponents plays the same deals. Anything that can be named as a bot can be measured. A program gets
only text and no list of legal actions, unless its name says otherwise.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import fmean, stdev
from time import perf_counter
from typing import Any, NamedTuple, SupportsIndex

from farmtable.arena.intervals import by_deal, half_width, share_ends
from farmtable.arena.networks import digests, unchanged
from farmtable.arena.play import Observed, Setting, action_of, play_game, seated
from farmtable.arena.pool import open_workers
from farmtable.arena.workers import Stop, check_workers, cores, never
from farmtable.bots import Bot
from farmtable.bots.stdio.bot import Conduct, StdioBot
from farmtable.bots.stdio.terms import by_words_alone
from farmtable.core import BadOption, BadRecord, Perspective, game
from farmtable.version import VERSION

STDIO = "stdio:"


class Fixture(NamedTuple):
    """A game to be played: the number of its deal, and the seat of the measured bot."""

    deal: int
    seat: int


@dataclass(frozen=True)
class Measured:
    """One game of the measured bot: score, the best score of the others, share of the victory, conduct.

    `record` is the record of the game, if the evaluation keeps records.
    """

    deal: int
    seat: int
    score: int
    best_other: int | None
    win: float
    conduct: Conduct = field(default_factory=Conduct)
    record: dict[str, Any] | None = None


@dataclass(frozen=True)
class Evaluation:
    """Who is measured against whom, on so many deals. Make one by `Evaluation.of`."""

    setting: Setting
    bot: str
    opponents: tuple[str, ...]
    deals: int

    @staticmethod
    def of(
        game_id: str,
        bot: str,
        opponents: Sequence[str] = ("greedy",),
        deals: int = 50,
        players: SupportsIndex | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> Evaluation:
        """A checked evaluation; `players` defaults to two, or the game's minimum.

        A single opponent takes all other seats. Raises BadOption for anything that does not exist or does not
        fit.
        """
        if deals < 1:
            raise BadOption(f"at least one deal must be played, not {deals}")
        if bot.startswith(STDIO):
            bot = STDIO + by_words_alone(bot.removeprefix(STDIO))
        found = game(game_id)
        players = found.check_players(max(2, found.min_players) if players is None else players)
        others = list(opponents) * (players - 1) if len(opponents) == 1 else list(opponents)
        if len(others) != players - 1 and players > 1:
            raise BadOption(f"{players} seats leave {players - 1} for opponents, not {len(others)}")
        setting = Setting.of(game_id, players, [bot, *others[: players - 1]], seed, options)
        return Evaluation(setting, bot, tuple(others), deals)

    def given(self, options: Mapping[str, Any]) -> Evaluation:
        """The same, with the options as given on the command line."""
        return replace(self, setting=self.setting.given(options))

    def keeping(self, records: Path) -> Evaluation:
        """The same, with the record of every game."""
        return replace(self, setting=self.setting.keeping(records))

    def fixtures(self) -> Iterator[Fixture]:
        """All games: each deal once from every seat."""
        for deal in range(self.deals):
            yield from (Fixture(deal, seat) for seat in range(self.setting.players))

    def seats(self, seat: int) -> tuple[str, ...]:
        """Who sits where: the opponents follow clockwise."""
        players = self.setting.players
        around = [self.bot, *self.opponents]
        return tuple(around[(other - seat) % players] for other in range(players))


class Watched(Observed):
    """Wraps a bot and watches its conduct; an illegal choice is counted, and a legal one drawn instead."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self.conduct = bot.conduct if isinstance(bot, StdioBot) else Conduct()

    def choose(self, seen: Perspective) -> int:
        if isinstance(self.bot, StdioBot):
            return self.bot.choose(seen)
        legal = list(seen.legal_actions())
        began = perf_counter()
        chosen = self.bot.choose(seen)
        if len(legal) > 1:
            self.conduct.asked += 1
            self.conduct.seconds += perf_counter() - began
        action = action_of(chosen)
        if action is not None and action in legal:
            return action
        self.conduct.refused += 1
        self.conduct.lost["refused"] += 1
        why = f"{chosen!r:.80} is no number" if action is None else f"action {action}: {seen.why_not(action)}"
        self.conduct.remark(f"refused: {why}")
        return legal[self.rng.below(len(legal))]


@dataclass(frozen=True)
class PlayFixture:
    """A task for workers: play this game of the evaluation."""

    evaluation: Evaluation

    def __call__(self, fixture: Fixture) -> Measured:
        setting = replace(self.evaluation.setting, bots=self.evaluation.seats(fixture.seat))
        bots = seated(setting, fixture.deal)
        watched = Watched(bots[fixture.seat])
        bots[fixture.seat] = watched
        state = game(setting.game).new(setting.players, **setting.options)
        played = play_game(setting, fixture.deal, state, bots)
        scores = list(played.finished.scores)
        score = scores.pop(fixture.seat)
        win = played.finished.wins[fixture.seat]
        return Measured(*fixture, score, max(scores, default=None), win, watched.conduct, played.record)


def evaluate(
    evaluation: Evaluation,
    workers: int | None = None,
    stop: Stop = never,
    ray: str | None = None,
    finished: Collection[Measured] = (),
) -> Iterator[Measured]:
    """Play all games except those already `finished`; yields each as soon as it is done.

    Once `stop` returns True, no more are begun.
    """
    check_workers(workers)
    done = {(one.deal, one.seat) for one in finished}
    missing = [fixture for fixture in evaluation.fixtures() if fixture not in done]
    if not missing:
        return
    if ray is None:
        workers = min(workers or cores(), len(missing))
    with open_workers(workers, ray, evaluation.setting.load) as hands:
        games = hands.run(PlayFixture(evaluation), missing, stop)
        for _, measured in unchanged(evaluation.setting.bots, games):
            yield measured


def summarise(evaluation: Evaluation, measured: Sequence[Measured]) -> dict[str, Any]:
    """The results of at least one game, in the shape of `farmtable evaluate --json`."""
    setting = evaluation.setting
    conduct = together([one.conduct for one in measured])
    seats = [[one for one in measured if one.seat == seat] for seat in range(setting.players)]
    margins = [(one.deal, one.score - one.best_other) for one in measured if one.best_other is not None]
    return {
        **identity(evaluation),
        "deals": evaluation.deals,
        "games": len(measured),
        **_fared(measured),
        "margin": _mean(margins) if margins else None,
        "seats": [{"seat": seat + 1, **_fared(some)} for seat, some in enumerate(seats) if some],
        "decisions": conduct.asked,
        "illegal": conduct.refused,
        "lost": dict(conduct.lost),
        "seconds": {
            "sum": round(conduct.seconds, 3),
            "mean": round(conduct.seconds / conduct.asked, 6) if conduct.asked else None,
        },
        "tokens": dict(conduct.tokens) or None,
        "remarks": conduct.remarks,
    }


def identity(evaluation: Evaluation) -> dict[str, Any]:
    """All that the outcome of a game depends on, ready for JSON; a program is known by its name alone.

    It includes the digests of named networks.
    """
    setting = evaluation.setting
    return {
        "game": setting.game,
        "rules_version": game(setting.game).rules_version,
        "farmtable": VERSION,
        "players": setting.players,
        "options": setting.options,
        "seed": setting.seed,
        "bot": evaluation.bot,
        "opponents": list(evaluation.opponents),
        "networks": digests(setting.bots),
    }


def resume(evaluation: Evaluation, path: Path) -> list[Measured]:
    """The games that a file already has; none if it does not exist.

    Raises BadOption for the file of another evaluation, and BadRecord for any other file.
    """
    if not path.exists():
        return []
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        for key, value in identity(evaluation).items():
            there = told.get(key, {}) if key == "networks" else told[key]  # older files do not tell
            if there != value:
                raise BadOption(f"{path} is of another evaluation, with {key} {there!r} and not {value!r}")
        return [_measured(row) for row in told["played"] if row["deal"] < evaluation.deals]
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, BadOption):
            raise
        raise BadRecord(f"{path} is no evaluation's, or damaged") from None


def _measured(row: dict[str, Any]) -> Measured:
    conduct = Conduct(**row["conduct"])
    conduct.lost, conduct.tokens = Counter(conduct.lost), Counter(conduct.tokens)
    return Measured(row["deal"], row["seat"] - 1, row["score"], row["best_other"], row["win"], conduct)


def rows(measured: Sequence[Measured]) -> list[dict[str, Any]]:
    """Each game as plain data, in order, without its record."""
    ordered = sorted(measured, key=lambda one: (one.deal, one.seat))
    told = [asdict(replace(one, seat=one.seat + 1)) for one in ordered]
    return [{key: value for key, value in row.items() if key != "record"} for row in told]


def together(conducts: Sequence[Conduct]) -> Conduct:
    """The conduct in several games as one."""
    whole = Conduct(lost=Counter(), tokens=Counter())
    for one in conducts:
        whole.asked += one.asked
        whole.refused += one.refused
        whole.strays += one.strays
        whole.seconds += one.seconds
        whole.lost.update(one.lost)
        whole.tokens.update(one.tokens)
        for remark in one.remarks:
            whole.remark(remark)
    return whole


def _fared(some: Sequence[Measured]) -> dict[str, Any]:
    """How whoever is measured did in some games; the intervals are by deals, see `arena.intervals`."""
    won = by_deal((one.deal, one.win) for one in some)
    return {
        "deals_played": len(won),
        "win_rate": sum(one.win for one in some) / len(some),
        "win_rate_interval": list(share_ends(won)),
        "score": _mean([(one.deal, one.score) for one in some]),
    }


def _mean(scores: Sequence[tuple[int, int]]) -> dict[str, float | None]:
    """The mean of scores, each with its deal, their standard deviation, and half the 95 % interval."""
    numbers = [score for _, score in scores]
    spread = stdev(numbers) if len(numbers) > 1 else None
    return {"mean": fmean(numbers), "sd": spread, "error": half_width(by_deal(scores))}
