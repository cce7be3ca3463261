"""Tournaments: every bot against every other, on the same deals, with the seats rotated.

A deal is the number of a game: its chance outcomes, and each seat's random stream, depend only on the seed
and this number, whoever plays. For two bots a and b, a deal is played once for every way to seat one of them
alone among the other: with two seats these are a-b and b-a; with more, a sits alone among b's in each seat in
turn, and b among a's. So a pairing means the same with every number of seats, how a does against b, and
neither seats nor the luck of the deal favour anybody. With one seat each plays the deal solo, and their
scores are compared.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from farmtable.arena.ledger import Clock, Ledger, TournamentGame
from farmtable.arena.networks import digest_of, unchanged
from farmtable.arena.play import Observed, Setting, play_game, seated
from farmtable.arena.pool import open_workers
from farmtable.arena.workers import Stop, check_workers, never
from farmtable.bots import Bot, ParallelSearchBot, SearchBot, make_bot
from farmtable.core import BadOption, Perspective, Rng, game
from farmtable.version import VERSION


class Fixture(NamedTuple):
    """A game to be played: the number of its deal, and the bot of each seat."""

    deal: int
    seats: tuple[str, ...]


@dataclass(frozen=True)
class Tournament:
    """The bots, the game, and how many games each pairing has. Make one by `Tournament.of`."""

    setting: Setting
    bots: tuple[str, ...]
    games: int

    @staticmethod
    def of(
        game_id: str,
        bots: Sequence[str],
        games: int = 100,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> Tournament:
        """A checked tournament; `players` defaults to two, or the game's minimum.

        Raises BadOption for fewer than two bots, or one named twice, for less than one game, and for
        a game, seat count, bot or option that does not exist or does not fit.
        """
        if len(set(bots)) < max(2, len(bots)):
            raise BadOption(f"a tournament needs two or more different bots, not {', '.join(bots) or 'none'}")
        if games < 1:
            raise BadOption(f"at least one game must be played, not {games}")
        players = max(2, game(game_id).min_players) if players is None else players
        for bot in bots:
            make_bot(bot, Rng())
        return Tournament(Setting.of(game_id, players, bots[:1], seed, options), tuple(bots), games)

    def given(self, options: Mapping[str, Any]) -> Tournament:
        """The same, with the options as given on the command line."""
        return replace(self, setting=self.setting.given(options))

    @property
    def pairings(self) -> list[tuple[str, str]]:
        """All pairs of bots."""
        return list(combinations(self.bots, 2))

    def fixtures(self) -> Iterator[Fixture]:
        """All games, deal by deal, so that at any time all pairings have about the same number."""
        rounds = {pairing: seatings(*pairing, self.setting.players) for pairing in self.pairings}
        turns = len(next(iter(rounds.values())))
        for deal in range(-(-self.games // turns)):
            left = self.games - deal * turns
            yield from dict.fromkeys(
                Fixture(deal, seats) for ways in rounds.values() for seats in ways[:left]
            )

    def identity(self) -> dict[str, Any]:
        """All that the outcome of a fixture depends on, ready for JSON; results with equal identities can be
        mixed.

        Your own bot is identified only by its name.
        """
        found = game(self.setting.game)
        return {
            "game": found.id,
            "rules_version": found.rules_version,
            "players": self.setting.players,
            "options": self.setting.options,
            "bots": list(self.bots),
            "seed": self.setting.seed,
            "farmtable": VERSION,
            "networks": _networks(self.setting, self.bots),
        }

    def folder(self) -> Path:
        """The default folder for its results, named after its identity."""
        digest = hashlib.sha256(json.dumps(self.identity(), sort_keys=True).encode()).hexdigest()
        return Path("tournaments") / f"{self.setting.game}-{self.setting.players}-{digest[:8]}"


class Timed(Observed):
    """Wraps a bot and measures the seconds of each decision."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self.seconds: list[float] = []

    def choose(self, seen: Perspective) -> int:
        began = perf_counter()
        action = self.bot.choose(seen)
        self.seconds.append(perf_counter() - began)
        return action


@dataclass(frozen=True)
class PlayFixture:
    """A task for workers: play this game of the tournament."""

    setting: Setting

    def __call__(self, fixture: Fixture) -> TournamentGame:
        setting = replace(self.setting, bots=fixture.seats)
        bots = [Timed(bot) for bot in seated(setting, fixture.deal)]
        state = game(setting.game).new(setting.players, **setting.options)
        outcome = play_game(setting, fixture.deal, state, bots).finished
        return TournamentGame(
            fixture.deal,
            fixture.seats,
            outcome.scores,
            outcome.wins,
            outcome.decisions,
            outcome.turns,
            tuple(Clock.of(bot.seconds) for bot in bots),
            outcome.lost,
        )


def play_tournament(
    tournament: Tournament,
    folder: Path,
    workers: int | None = None,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda finished: None,
    stop: Stop = never,
) -> list[TournamentGame]:
    """Play what `folder` lacks, and return all games of the tournament so far, in order.

    Each is stored in the folder as soon as it is finished. `workers` and `ray` say who plays (see
    `open_workers`); `progress` is called with the number of finished games; once `stop` returns True, no more
    are begun. Raises BadOption for a folder with results of another tournament, and BadRecord for a damaged
    one.
    """
    check_workers(workers)
    fixtures = list(tournament.fixtures())
    with Ledger(folder, tournament.identity()) as ledger:
        finished = {Fixture(one.deal, one.seats): one for one in ledger.games}
        missing = [fixture for fixture in fixtures if fixture not in finished]
        progress(len(fixtures) - len(missing))
        if missing:
            with open_workers(workers, ray, tournament.setting.load) as hands:
                games = hands.run(PlayFixture(tournament.setting), missing, stop)
                for fixture, played in unchanged(tournament.bots, games):
                    ledger.add(played)
                    finished[fixture] = played
                    progress(len(fixtures) - len(missing) + len(ledger.added))
    return [finished[fixture] for fixture in fixtures if fixture in finished]


def seatings(one: str, other: str, players: int) -> list[tuple[str, ...]]:
    """The ways to seat one of two bots alone among the other, each bot alone by turns."""
    ways = [
        tuple(alone if seat == lonely else among for seat in range(players))
        for lonely in range(players)
        for alone, among in ((one, other), (other, one))
    ]
    return list(dict.fromkeys(ways))


def _networks(setting: Setting, bots: Sequence[str]) -> dict[str, str | None]:
    """The digest of the trained evaluation of each search, or None where there is none."""
    digests: dict[str, str | None] = {}
    for name in bots:
        bot = make_bot(name, Rng())
        if isinstance(bot, SearchBot | ParallelSearchBot):
            own = [Path(bot.budget.network)] if bot.budget.network else _usual_networks(setting)
            digests[name] = digest_of(own[0]) if own else None
    return digests


def _usual_networks(setting: Setting) -> list[Path]:
    paths = game(setting.game).networks(setting.players, setting.options)
    return [path for path in paths if path.exists()]
