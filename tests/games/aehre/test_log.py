"""Who only reads the log, and knows the rulebook, knows the land, the barn and every point."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable.core.playout import sample_chance
from tests.games.aehre.scenarios import GAME, LAYOUT, NAMES, Cell, name

SMALL_TILES = tuple(NAMES.values())


class Reader:
    """Keeps accounts of what a spectator is told, and counts every region by itself."""

    def __init__(self, players: int) -> None:
        rows = enumerate(LAYOUT)
        self.crop = {(r, c): NAMES[crop] for r, row in rows for c, crop in enumerate(row) if crop != "."}
        self.level = dict.fromkeys(self.crop, 0)
        self.vp = [0] * players
        self.cubes: list[dict[str, int | None]] = [dict.fromkeys(SMALL_TILES, 0) for _ in range(players)]
        self.reserve = [list(SMALL_TILES) for _ in range(players)]
        self.farms: list[list[Cell]] = [[] for _ in range(players)]
        self.laid: list[Cell] = []
        self.unpaid: list[Cell] = []  # own farms that have not paid in this turn
        self.told: Counter[str] = Counter()
        self.cells = {name(cell): cell for cell in self.crop}

    def region(self, cell: Cell) -> set[Cell]:
        """R26: what hangs together with a cell by its sides."""
        found, edge = {cell}, [cell]
        while edge:
            row, column = edge.pop()
            around = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
            more = {one for one in around if self.crop.get(one) == self.crop[cell]} - found
            found |= more
            edge += more
        return found

    def read(self, sentence: str) -> None:
        for pattern, entry in ENTRIES.items():
            if match := re.fullmatch(rf"seat (\d)(?: |’s ){pattern}\.", sentence):
                seat, *words = match.groups()
                self.told[pattern] += 1
                entry(self, int(seat) - 1, *words)

    def lays(self, seat: int, first: str, second: str, *names: str) -> None:
        self._cover(seat, {self.cells[names[0]]: first, self.cells[names[1]]: second})

    def lays_small(self, seat: int, crop: str, where: str) -> None:
        self.reserve[seat].remove(crop)
        self._cover(seat, {self.cells[where]: crop})

    def _cover(self, seat: int, fields: dict[Cell, str]) -> None:
        """R16, R18: both halves of a large tile lie at one level, even where one was a step lower."""
        self.laid, self.unpaid = list(fields), list(self.farms[seat])
        top = max(self.level[cell] for cell in fields) + 1
        for cell, crop in fields.items():
            assert self.crop[cell] != crop, "R15, R19"
            self.crop[cell], self.level[cell] = crop, top

    def levels(self, seat: int, crop: str) -> None:
        self.reserve[seat].remove(crop)

    def scores(self, seat: int, points: str, crop: str) -> None:
        """R26 to R28: the size of the region, nothing where a farm stands in it."""
        region = self.region(next(cell for cell in self.laid if self.crop[cell] == crop))
        assert int(points) == (0 if self._farms_in(region) else len(region))
        self.vp[seat] += int(points)

    def _farms_in(self, region: set[Cell]) -> list[Cell]:
        return [farm for own in self.farms for farm in own if farm in region]

    def climbs(self, seat: int, crop: str, rows: str) -> None:
        row = self.cubes[seat][crop]
        assert row is not None, "R43"
        self.cubes[seat][crop] = row + int(rows)

    def takes(self, seat: int, crop: str) -> None:
        self.cubes[seat][crop] = None

    def builds(self, seat: int, where: str, crop: str) -> None:
        farm = self.cells[where]
        assert self.crop[farm] == crop
        assert not self._farms_in(self.region(farm)), "R34"
        self.farms[seat].append(farm)
        self.unpaid.append(farm)

    def paid(self, seat: int, points: str) -> None:
        """R46: each own farm, the one just built too."""
        assert int(points) == len(self.region(self.unpaid.pop(0)))
        self.vp[seat] += int(points)


ENTRIES: dict[str, Callable[..., None]] = {
    r"lays (\w+)–(\w+) on (\w+) and (\w+)": Reader.lays,
    r"lays the small tile \((\w+)\) on (\w+)": Reader.lays_small,
    r"puts the small tile \((\w+)\) face down below it": Reader.levels,
    r"scores (\d+) points? for (\w+)": Reader.scores,
    r"moves the cube for (\w+) (\d+) rows? up": Reader.climbs,
    r"takes a \w+ for (\w+)": Reader.takes,
    r"builds a farm on (\w+) \((\w+)\)": Reader.builds,
    r"farm pays (\d+) points?": Reader.paid,
}


def read_a_game(players: int, greed: int) -> Reader:
    """A random game read to its end; `greed` of 8 answers prefer the barn, so that farms get built."""
    reader, state, rng = Reader(players), GAME.new(players), Rng(str(("log", players, greed)))
    while state.to_play != OVER:
        actions = list(state.legal_actions())
        if state.to_play == CHANCE:
            action = sample_chance(state, rng)
        else:
            barns = [action for action in actions if state.describe(action).endswith("barns")]
            wanted = barns if barns and rng.below(8) < greed else actions
            action = wanted[rng.below(len(wanted))]
        for text in state.tell(action, -1):
            reader.read(str(text))
        state.apply(action)
    view = state.seen_by(None).view()
    for cell in filter(None, view["cells"]):
        where = reader.cells[cell["name"]]
        assert (cell["crop"], cell["level"]) == (reader.crop[where], reader.level[where])
    for seat in view["seats"]:
        number = seat["seat"]
        assert seat["vp"] == reader.vp[number]
        assert seat["cubes"] == reader.cubes[number]
        assert seat["reserve"] == reader.reserve[number]
    assert not reader.unpaid
    return reader


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_log_tells_all_that_lies_open(players: int) -> None:
    """R15 to R48, R54: land, levels, reserves, cubes, farms and points follow from what all are told."""
    told: Counter[str] = Counter()
    for greed in (0, 4, 7, 8):
        told += read_a_game(players, greed).told
    assert set(told) == set(ENTRIES)


@pytest.mark.parametrize(("start", "reader"), [("random", -1), ("2", -1), ("2", 0), ("2", 1)])
def test_who_begins_is_told_once(start: str, reader: int) -> None:
    """Where nobody draws it, once everybody has a hand."""
    state, rng, told = GAME.new(2, start=start), Rng("who begins"), [""]
    while state.to_play == CHANCE:
        action = sample_chance(state, rng)
        told += [str(text) for text in state.tell(action, reader)]
        state.apply(action)
    begins = [text for text in told if text.endswith("begins.")]
    assert begins == [f"seat {state.to_play + 1} begins."]
    assert start == "random" or begins[0] == told[-1]
