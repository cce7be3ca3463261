"""What good play of a game looks like: what the seats of many games did, and how they fared.

Everything is counted from what any game provides: decisions by their notation, points by the lines of the
score sheet, victories by seat. So it shows whether players use the whole game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean
from typing import Any, NamedTuple

from farmtable.arena.intervals import Deal, by_deal, half_width, mean_of, share_ends
from farmtable.arena.networks import unchanged
from farmtable.arena.play import Setting, play_game, seated
from farmtable.arena.pool import open_workers
from farmtable.arena.workers import Stop, check_workers, cores, never
from farmtable.core import BadOption, State, Text, game

PLAYED = "play "
"""How the notation of playing a hand card begins, in any game that has them."""
RARE = 0.02
"""Decisions that fewer seats made are not listed."""


class SeatTold(NamedTuple):
    """One seat of the game with this number: its points, its share of the victory (0 to 1), and what it did.

    `lines` are its points by the lines of the score sheet, in their order; `first` its first decision
    among several actions; `done` how often it took each decision, by notation, forced ones included.
    """

    game: int
    seat: int
    score: int
    win: float
    rank: int
    lines: dict[str, int]
    first: str
    done: Counter[str]


@dataclass(frozen=True)
class Witness:
    """A task for workers: play the game with this number, and tell of each of its seats."""

    setting: Setting

    def __call__(self, number: int) -> list[SeatTold]:
        setting = self.setting
        state = self._start.clone()
        done: list[Counter[str]] = [Counter() for _ in range(setting.players)]
        firsts = [""] * setting.players

        def watch(before: State, action: int) -> None:
            seat = int(before.to_play)
            words = before.describe(action)
            done[seat][words] += 1
            if not firsts[seat] and len(before.legal_actions()) > 1:
                firsts[seat] = words

        finished = play_game(setting, number, state, seated(setting, number), watch).finished
        return [
            SeatTold(
                number,
                seat,
                score,
                finished.wins[seat],
                1 + sum(other > score for other in finished.scores),
                {str(line): points for line, points in _lines(state, seat)},
                firsts[seat],
                done[seat],
            )
            for seat, score in enumerate(finished.scores)
        ]

    @cached_property
    def _start(self) -> State:
        return game(self.setting.game).new(self.setting.players, **self.setting.options)


def _lines(state: State, seat: int) -> Iterable[tuple[str, int]]:
    found: Counter[str] = Counter()
    for line, points in state.score_sheet(seat):
        found[_name_of(line)] += points
    return found.items()


def _name_of(line: Text) -> str:
    """A line of a score sheet without the numbers in it: `1 field` and `4 fields` are both `fields`."""
    values = {name: "" if isinstance(value, int) else str(value) for name, value in line.values.items()}
    return " ".join((line.plural or line.template).format(**values).split())


class Mean(NamedTuple):
    """A mean with half the width of its 95 % interval, by games (None for a single game)."""

    value: float
    error: float | None


class Share(NamedTuple):
    """A share with its 95 % interval, by games: seats of one game share its luck."""

    value: float
    low: float
    high: float
    of: int


class Deed(NamedTuple):
    """Something that seats did: the share of seats that did it, how often each, and how they fared."""

    words: str
    seats: Share
    times: float
    wins: Share
    points: Mean


@dataclass(frozen=True)
class Report:
    """The games of one setting, seat by seat."""

    setting: Setting
    told: Sequence[SeatTold]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.told) // self.setting.players

    @property
    def even(self) -> float:
        """The share of the victory that each seat would have if all were equal."""
        return 1 / self.setting.players

    def points(self, rank: int | None = None) -> Mean:
        """The points of all seats, or of those that came in at a rank, from 1."""
        return mean([one for one in self.told if rank in (None, one.rank)], _score)

    def ranks(self) -> list[int]:
        """The ranks that seats came in at."""
        return sorted({one.rank for one in self.told})

    def seats(self) -> list[tuple[Share, Mean]]:
        """For each seat its share of the victories, and its points."""
        by_seat = [[one for one in self.told if one.seat == seat] for seat in range(self.setting.players)]
        return [(wins(some), mean(some, _score)) for some in by_seat]

    def lines(self) -> list[tuple[str, Mean, Mean]]:
        """For each line of the score sheet the points of all seats, and of the winners."""
        names = dict.fromkeys(name for one in self.told for name in one.lines)
        winners = [one for one in self.told if one.win > 0]
        return [(name, _line(name, self.told), _line(name, winners)) for name in names]

    def firsts(self) -> list[Deed]:
        """The first decisions of all seats, the most frequent first."""
        return self._deeds(lambda one: Counter([one.first] if one.first else []))

    def decisions(self) -> list[Deed]:
        """All decisions, those of most seats first; without cards that were played."""
        return self._deeds(
            lambda one: Counter({words: n for words, n in one.done.items() if not words.startswith(PLAYED)})
        )

    def cards(self) -> list[Deed]:
        """The hand cards that were played, ordered by the victories of their players."""
        found = self._deeds(_played)
        named = [deed._replace(words=deed.words.removeprefix(PLAYED)) for deed in found]
        return sorted(named, key=lambda deed: -deed.wins.low)

    def cards_played(self) -> Mean | None:
        """How many hand cards a seat played; None if nobody ever played one."""
        played = mean(self.told, lambda one: sum(_played(one).values()))
        return played if played.value else None

    def _deeds(self, done: Callable[[SeatTold], Counter[str]]) -> list[Deed]:
        doers: dict[str, list[tuple[SeatTold, int]]] = {}
        for one in self.told:
            for words, n in done(one).items():
                doers.setdefault(words, []).append((one, n))
        found = [
            Deed(
                words,
                self._share_of([one for one, _ in some]),
                fmean(n for _, n in some),
                wins([one for one, _ in some]),
                mean([one for one, _ in some], _score),
            )
            for words, some in doers.items()
            if len(some) >= RARE * len(self.told)
        ]
        return sorted(found, key=lambda deed: (-deed.seats.value, deed.words))

    def _share_of(self, some: Sequence[SeatTold]) -> Share:
        """How many of all seats these are."""
        among = Counter(one.game for one in some)
        numbers = {one.game for one in self.told}
        return _share([Deal(self.setting.players, among[number]) for number in numbers], len(self.told))

    def as_data(self) -> dict[str, Any]:
        """All tables, JSON-ready."""
        setting, played = self.setting, self.cards_played()
        return {
            "game": setting.game,
            "players": setting.players,
            "bots": list(setting.bots),
            "seed": setting.seed,
            "options": setting.options,
            "games": self.games,
            "points": self.points()._asdict(),
            "points_by_rank": {str(rank): self.points(rank)._asdict() for rank in self.ranks()},
            "seats": [{"wins": won._asdict(), "points": points._asdict()} for won, points in self.seats()],
            "lines": [
                {"line": name, "all": of_all._asdict(), "winners": of_winners._asdict()}
                for name, of_all, of_winners in self.lines()
            ],
            "cards_played": played._asdict() if played is not None else None,
            "cards": [_plain(deed) for deed in self.cards()],
            "first_decisions": [_plain(deed) for deed in self.firsts()],
            "decisions": [_plain(deed) for deed in self.decisions()],
        }


def report(
    setting: Setting,
    games: int,
    workers: int | None = None,
    progress: Callable[[int], None] = lambda finished: None,
    stop: Stop = never,
    ray: str | None = None,
) -> Report:
    """Play games number 0 to `games - 1` and report on them; as in `simulate`, workers change nothing.

    Once `stop` returns True, no more are begun, and the report is about those finished. Raises BadOption for
    numbers below one and for a cluster out of reach.
    """
    if games < 1:
        raise BadOption(f"at least one game must be played, not {games}")
    check_workers(workers)
    if ray is None:
        workers = min(workers or cores(), games)
    told: dict[int, list[SeatTold]] = {}
    with open_workers(workers, ray, setting.load) as hands:
        for number, seats in unchanged(setting.bots, hands.run(Witness(setting), range(games), stop)):
            told[number] = seats
            progress(len(told))
    return Report(setting, [one for number in sorted(told) for one in told[number]])


def mean(some: Sequence[SeatTold], number: Callable[[SeatTold], float]) -> Mean:
    """The mean of a number of at least one seat."""
    games = by_deal((one.game, number(one)) for one in some)
    return Mean(mean_of(games), half_width(games))


def wins(some: Sequence[SeatTold]) -> Share:
    """The share of the victories that these seats (at least one) had."""
    return _share(by_deal((one.game, one.win) for one in some), len(some))


def _share(games: Sequence[Deal], of: int) -> Share:
    return Share(mean_of(games), *share_ends(games), of)


def _score(one: SeatTold) -> float:
    return one.score


def _played(one: SeatTold) -> Counter[str]:
    return Counter({words: n for words, n in one.done.items() if words.startswith(PLAYED)})


def _line(name: str, told: Sequence[SeatTold]) -> Mean:
    return mean(told, lambda one: one.lines.get(name, 0))


def _plain(deed: Deed) -> dict[str, Any]:
    nested = {"seats": deed.seats._asdict(), "wins": deed.wins._asdict(), "points": deed.points._asdict()}
    return {"words": deed.words, "times": deed.times} | nested
