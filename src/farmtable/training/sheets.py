"""What people see: score sheet lines, points without bias, and calibrated chances.

All are fitted to a finished network (`docs/training.md`), on fresh games against itself. They change none of
its weights, and so none of its decisions.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from librt.vecs import vec
from numpy.typing import NDArray

from farmtable.bots.network_file import CHANCES, LINES, STRETCH, TOLD, halves, pack_tensors, parse_tensors
from farmtable.bots.self_play import SelfPlay, Taste
from farmtable.bots.sheet import STEPS
from farmtable.core import Rng, game
from farmtable.core.state import as_world
from farmtable.training.calibration import told_spreads
from farmtable.training.episodes import in_bytes, parsed, rows
from farmtable.training.recipe import Recipe

Floats = NDArray[np.float32]

TEMPERATURES: Final = (0.0, 0.03)
"""Each seat draws one of these: what people see is fitted to games that are played well, or nearly so."""
RIDGE: Final = 0.01
"""Added to the diagonal of the normal equations, whose features are scaled to 1."""
FLOOR: Final = 0.05
"""Added to the squared spread (as a part of the widest) by which errors are weighted."""
CLASS: Final = 10
"""Surpluses are averaged by what is left of the game, in classes of this many percent."""
FEWEST: Final = 100
"""Classes with fewer positions are left out."""
TINY: Final = 1e-6
CHUNK: Final = 16384
HALF: Final = frozenset({"sheet_steady", "sheet_fading"})
"""The long tensors; they are kept as float16."""


class Sheets(NamedTuple):
    """What is kept of one game: `features` as `episodes.Seen` has them; `now`, the lines of the score sheets
    at each position and seat, and `last`, those of each seat in the end, as bytes of float64."""

    players: int
    features: bytes
    now: bytes
    last: bytes


@dataclass(frozen=True)
class SheetEpisode:
    """The task: a game of a network against itself, of which one position in `every` is kept."""

    recipe: Recipe
    network: bytes
    every: int

    def __call__(self, number: int) -> Sheets:
        recipe = self.recipe
        state = as_world(recipe.new_game(number))
        players = state.players
        rng = Rng(recipe.seed, f"sheets game {number}")
        temperatures = vec[float]([TEMPERATURES[rng.below(len(TEMPERATURES))] for _ in range(players)])
        player = SelfPlay(parsed(self.network, recipe.game), rng, self.every)
        player.lines = recipe.declaration().sheet_lines
        seen = player.play(state, temperatures, [Taste(0, 0.0)] * players, [None] * players)
        return Sheets(players, *map(in_bytes, (seen.features, seen.sheets, seen.last_sheets)))


@dataclass
class SheetRows:
    """Rows of many games, one for each position and seat.

    `features`; `now` and `last`: rows × lines, as they stood and in the end; `games` and `players`: to which
    game each row belongs, and how many seats that had.
    """

    features: NDArray[np.int16]
    now: Floats
    last: Floats
    games: NDArray[np.int64]
    players: NDArray[np.int64]

    @staticmethod
    def of(seen: Sequence[Sheets], features: int, lines: int) -> SheetRows:
        """The rows of these games."""
        tables = [rows(one.features, one.players, features) for one in seen]
        counts = [len(table) * one.players for table, one in zip(tables, seen, strict=True)]
        last = [
            np.tile(np.frombuffer(one.last).reshape(-1, lines), (len(table), 1))
            for table, one in zip(tables, seen, strict=True)
        ]
        return SheetRows(
            np.concatenate([table.reshape(-1, features) for table in tables]),
            np.concatenate([np.frombuffer(one.now) for one in seen]).reshape(-1, lines).astype(np.float32),
            np.concatenate(last).astype(np.float32),
            np.repeat(np.arange(len(seen)), counts),
            np.repeat([one.players for one in seen], counts),
        )

    def __len__(self) -> int:
        return len(self.games)

    def where(self, which: NDArray[np.bool_]) -> SheetRows:
        """Some of the rows."""
        return SheetRows(
            self.features[which], self.now[which], self.last[which], self.games[which], self.players[which]
        )

    def left(self) -> NDArray[np.int64]:
        """How much of the game is still to come, in percent (the second feature)."""
        return np.clip(self.features[:, 1].astype(np.int64), 0, 100)


class Probe:
    """Lines and surpluses, fitted to the network with these tensors."""

    def __init__(self, tensors: Mapping[str, array[float]]) -> None:
        given = {name: np.array(numbers, np.float32) for name, numbers in tensors.items()}
        self.width = len(given["bias"])
        self.given = given | {"hidden": given["hidden"].reshape(-1, self.width)}
        self.steady = self.fading = np.zeros((0, 0), np.float32)
        self.shares = self.bounds = np.zeros(0, np.float32)
        self.surpluses = np.zeros(0, np.float32)

    def fit(self, known: SheetRows) -> None:
        """Fit, by weighted ridge regression, what every line still gains, and the surpluses."""
        left = known.left()
        spreads = self.given["spreads"]
        trust = 1.0 / ((spreads[left] / spreads.max()) ** 2 + FLOOR)
        trust /= trust.mean()
        scale = self._scale(known)
        size = 2 * len(scale)
        gram, gains = np.zeros((size, size)), np.zeros((size, known.now.shape[1]))
        for here in _chunks(len(known)):
            told = self._told(known.features[here]) / scale
            both = np.hstack([told, told * (left[here] / 100)[:, None].astype(np.float32)])
            weighted = both * trust[here, None]
            gram += weighted.T @ both
            gains += weighted.T @ (known.last[here] - known.now[here])
        gram[np.diag_indices(size)] += RIDGE * len(known)
        weights = (np.linalg.solve(gram, gains).T / np.tile(scale, 2)).astype(np.float32)
        self.steady, self.fading = weights[:, : len(scale)], weights[:, len(scale) :]
        amiss = known.last - self.lines(known)
        together = amiss.sum(axis=1)
        self.shares = np.maximum((amiss * together[:, None]).sum(axis=0), TINY)
        self.shares /= self.shares.sum()
        self.bounds = np.stack([known.last.min(axis=0), known.last.max(axis=0)])
        self.surpluses = self._surpluses(known)

    def lines(self, some: SheetRows) -> Floats:
        """The expected lines (rows × lines), not yet adding up to the points."""
        found = some.now.copy()
        part = (some.left() / 100)[:, None].astype(np.float32)
        for here in _chunks(len(some)):
            told = self._told(some.features[here])
            found[here] += told @ self.steady.T + part[here] * (told @ self.fading.T)
        return found

    def points(self, some: SheetRows) -> Floats:
        """The points that people see (one for each row): those that the network expects, less the
        surpluses.
        """
        expected = self.expected(some)
        table = 101 * (some.players - 1) + some.left()
        known = table < len(self.surpluses)
        return expected - np.where(known, self.surpluses[np.where(known, table, 0)], 0).astype(np.float32)

    def balanced(self, some: SheetRows) -> Floats:
        """The lines that people see (rows × lines): they add up to the points."""
        points = self.points(some)
        found: Floats = np.clip(self.lines(some), *self.bounds)
        for _ in range(STEPS):
            found = np.clip(self._shared(found, points), *self.bounds)
        return self._shared(found, points)

    def _shared(self, lines: Floats, points: Floats) -> Floats:
        found: Floats = lines + (points - lines.sum(axis=1))[:, None] * self.shares
        return found

    def tensors(self) -> dict[str, array[float]]:
        """The tensors for the file of the network, by the names of `network_file.TOLD`."""
        parts = (self.surpluses, self.steady, self.fading, self.shares, self.bounds)
        return {
            name: array("f", part.astype(np.float32).ravel().tobytes())
            for name, part in zip(TOLD, parts, strict=True)
        }

    def _told(self, features: NDArray[np.int16]) -> Floats:
        """What lines are told from: hidden units, features, and 1."""
        x = features.astype(np.float32)
        active = np.maximum(x @ self.given["hidden"] + self.given["bias"], 0)
        return np.hstack([active, x, np.ones((len(x), 1), np.float32)])

    def _scale(self, known: SheetRows) -> Floats:
        squares = sum(np.square(self._told(known.features[here])).sum(axis=0) for here in _chunks(len(known)))
        rms = np.sqrt(np.asarray(squares) / len(known)).astype(np.float32)
        return np.where(rms > 0, rms, 1.0).astype(np.float32)

    def expected(self, some: SheetRows) -> Floats:
        """The points that the network expects, one for each row."""
        weights = np.concatenate([self.given["out"], self.given["slope"], self.given["shift"]])
        found = np.empty(len(some), np.float32)
        for here in _chunks(len(some)):
            found[here] = some.features[here, 0] + self._told(some.features[here]) @ weights
        return found

    def _surpluses(self, known: SheetRows) -> Floats:
        """For each number of seats by how much all expect too many points, by what is left of the game."""
        surplus = self.expected(known) - known.last.sum(axis=1)
        left, most = known.left(), int(known.players.max())
        found = np.zeros((most, 101), np.float32)
        for players in range(1, most + 1):
            middles, means = [], []
            for low in range(0, 101, CLASS):
                there = (known.players == players) & (left >= low) & (left < low + CLASS)
                if there.sum() >= FEWEST * players:
                    middles.append(float(left[there].mean()))
                    means.append(float(surplus[there].mean()))
            if middles:
                found[players - 1] = np.interp(np.arange(101), middles, means)
        return found.ravel()


def with_sheets(network: bytes, seen: Sequence[Sheets]) -> tuple[bytes, dict[str, float]]:
    """The network with what was learned from these games, and how well that predicts held-out games.

    All its other tensors stay the same, to the last bit. One game in five is held out for the measurement,
    then learned from as well.
    """
    tensors, made = parse_tensors(network)
    found = game(made["game"])
    known = SheetRows.of(seen, found.feature_count, len(found.sheet_lines))
    tensors = {name: part for name, part in tensors.items() if name not in TOLD}
    probe = Probe(tensors)
    held_back = known.games % 5 == 4
    probe.fit(known.where(~held_back))
    quality = probe_quality(probe, known.where(held_back), known.where(~held_back)) if held_back.any() else {}
    probe.fit(known)
    made[LINES] = json.dumps([str(line) for line in found.sheet_lines])
    made["sheet_games"] = str(len(seen))
    half = (halves(network) - set(TOLD)) | HALF
    return pack_tensors(tensors | probe.tensors() | chances_of(tensors, known), made, half), quality


def with_chances(network: bytes, seen: Sequence[Sheets]) -> bytes:
    """The network with chances calibrated on these games; its score sheets stay the same."""
    tensors, made = parse_tensors(network)
    found = game(made["game"])
    known = SheetRows.of(seen, found.feature_count, len(found.sheet_lines))
    return pack_tensors(tensors | chances_of(tensors, known), made, halves(network))


def chances_of(tensors: Mapping[str, array[float]], known: SheetRows) -> dict[str, array[float]]:
    """The spreads for the chances that people see, for each number of seats, by their name in the network's
    file; empty for a network of solo games.
    """
    probe = Probe(tensors)
    stretch = np.array(tensors.get(STRETCH, [1.0] * 101), np.float32)
    most = int(known.players.max())
    found = np.zeros((most, 101), np.float32)
    for players in range(2, most + 1):
        some = known.where(known.players == players)
        left, games = some.left()[::players], some.games[::players]
        expected = probe.expected(some).reshape(-1, players)
        means = expected.mean(axis=1, keepdims=True)
        expected = means + stretch[left][:, None] * (expected - means)
        found[players - 1] = told_spreads(expected, some.last.sum(axis=1).reshape(-1, players), left, games)
    return {CHANCES: array("f", found.ravel().tobytes())} if found.any() else {}


def probe_quality(probe: Probe, fresh: SheetRows, known: SheetRows) -> dict[str, float]:
    """The errors of lines and points in fresh games, and those of predicting their means in known games."""
    told, means = probe.balanced(fresh), known.last.mean(axis=0)
    amiss, plain = told - fresh.last, means - fresh.last
    points = told.sum(axis=1) - fresh.last.sum(axis=1)
    return {
        "explained": round(float(1 - np.square(amiss).sum() / np.square(plain).sum()), 3),
        "line": round(float(np.abs(amiss).mean()), 3),
        "line by means": round(float(np.abs(plain).mean()), 3),
        "points": round(float(np.abs(points).mean()), 2),
        "bias": round(float(points.mean()), 2),
    }


def _chunks(count: int) -> list[slice]:
    return [slice(first, first + CHUNK) for first in range(0, count, CHUNK)]
