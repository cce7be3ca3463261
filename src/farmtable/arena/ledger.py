"""The results of a tournament on disk: a line for each game, there as soon as it is finished.

A folder has `tournament.json`, which identifies the tournament, and `games.jsonl`, its games in the order in
which they were finished. A process killed while writing leaves at most a torn last line, which is dropped
when the folder is next opened.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from farmtable.arena.files import lock, write_whole
from farmtable.core import BadOption, BadRecord
from farmtable.core.files import naming

FORMAT = 1
SETTINGS, GAMES = "tournament.json", "games.jsonl"
SETTLE_SECONDS = 0.5
"""How much work a power failure may cost."""

BINS_A_DECADE = 40
"""Times are counted in bins whose ends are 6 % apart: 40 of them from 1 ms to 10 ms."""


@dataclass(frozen=True)
class Clock:
    """The times of a seat: its decisions, their total seconds, the slowest, and a histogram.

    `times[bin]` decisions took from `10 ** (bin / 40)` seconds to 6 % more.
    """

    decisions: int
    seconds: float
    slowest: float
    times: dict[int, int]

    @staticmethod
    def of(seconds: list[float]) -> Clock:
        """The clock of a seat that took these times."""
        times = Counter(math.floor(math.log10(max(one, 1e-7)) * BINS_A_DECADE) for one in seconds)
        return Clock(
            len(seconds),
            round(sum(seconds), 6),
            round(max(seconds, default=0.0), 6),
            dict(sorted(times.items())),
        )


@dataclass(frozen=True)
class TournamentGame:
    """A finished game: its deal, the bot, score and share of each seat, their clocks, what they lost."""

    deal: int
    seats: tuple[str, ...]
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    decisions: int
    turns: int
    clocks: tuple[Clock, ...]
    lost: tuple[int, ...]
    """The decisions that each seat's bot lost: see `Finished`."""

    def to_json(self) -> str:
        """The game as one line."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def from_json(line: str) -> TournamentGame:
        """A game from its line. Raises ValueError, KeyError or TypeError if the line is invalid."""
        data = json.loads(line)
        clocks = tuple(
            Clock(
                one["decisions"],
                one["seconds"],
                one["slowest"],
                {int(bin): count for bin, count in one["times"].items()},
            )
            for one in data["clocks"]
        )
        return TournamentGame(
            data["deal"],
            tuple(data["seats"]),
            tuple(data["scores"]),
            tuple(data["wins"]),
            data["decisions"],
            data["turns"],
            clocks,
            tuple(data.get("lost", [0] * len(clocks))),  # older folders do not tell
        )


class Ledger:
    """A folder with the games of one tournament, open for one writer: `games` that it had, and `added`.

    `identity` says which tournament it is, as JSON values. Raises BadOption for a folder of another
    one, or one that is being written, and BadRecord for a damaged one.
    """

    def __init__(self, folder: Path, identity: dict[str, Any]) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        _check_identity(folder / SETTINGS, identity)
        self._path = folder / GAMES
        self._file = self._path.open("a+b")
        self._settled = time.monotonic()
        self.added: list[TournamentGame] = []
        try:
            lock(self._file.fileno(), f"a tournament is being played in {folder} already")
            self.games = self._read(self._path)
        except BaseException:
            self._file.close()
            raise

    def _read(self, path: Path) -> list[TournamentGame]:
        """The whole lines; a torn last one is cut off the file."""
        self._file.seek(0)
        whole, _, torn = self._file.read().rpartition(b"\n")
        if torn:
            self._file.truncate(len(whole) + bool(whole))
        games: list[TournamentGame] = []
        for number, line in enumerate(whole.split(b"\n") if whole else [], 1):
            try:
                games.append(TournamentGame.from_json(line.decode()))
            except (ValueError, KeyError, TypeError, AttributeError):
                raise BadRecord(
                    f"{path}: line {number} is damaged; remove it, and its game is played again", number
                ) from None
        return games

    def add(self, game: TournamentGame) -> None:
        """Keep a game. It outlives this process at once, and the machine within half a second.

        Raises OSError, naming the file, where there is no room for it; those before it are kept.
        """
        with naming(self._path):
            self._file.write(game.to_json().encode() + b"\n")
            self._file.flush()
        self.added.append(game)
        if time.monotonic() - self._settled > SETTLE_SECONDS:
            self._settle()

    def _settle(self) -> None:
        os.fsync(self._file.fileno())
        self._settled = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with naming(self._path):
            try:
                self._settle()
            finally:
                self._file.close()


def _check_identity(path: Path, identity: dict[str, Any]) -> None:
    """Write which tournament a new folder is of; raises BadOption where it is one of another."""
    written = json.loads(json.dumps(identity))
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        there = {key: found[key] for key in ("farmtable_tournament", *written)}
    except FileNotFoundError:
        text = json.dumps({"farmtable_tournament": FORMAT, **written}, indent=2, ensure_ascii=False)
        write_whole(path, text + "\n", durable=True)
        return
    except (ValueError, KeyError, TypeError):
        raise BadRecord(f"{path} is no tournament's, or damaged") from None
    for key, value in {"farmtable_tournament": FORMAT, **written}.items():
        if there[key] != value:
            raise BadOption(
                f"{path.parent} has another tournament, with {key} {_short(there[key])} and not "
                f"{_short(value)}; choose another folder with --out"
            )


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:79] + "…"
