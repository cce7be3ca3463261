"""The rules once more, slowly: sets and loops, written from the rulings and sharing no code with the engine.

`Oracle.game()` is the rulebook told as a coroutine: it yields each question (who is asked, and which
answers there are, in the game's notation) and is sent the answer. Chance is asked like a seat. What
leaves a seat no choice is done without asking, as the engine does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field

LAYOUT = ("WRPBCW.", "BCWRPBC", "RPBCWRP", "CWRPBCW", "PBCWRPB", "WRPBCWR", "BCWRPBC", "RPBCWRP")
CROPS = "WBRCP"
FARM_ROWS = {2: (3, 5), 3: (2, 4), 4: (2, 4), 5: (2, 3)}
LIVESTOCK_ROW = {2: 6, 3: 6, 4: 5, 5: 4}
TOP_ROW = 6
REMOVED = {2: 20, 3: 10, 4: 0, 5: 0}
VALUES = {"cow": range(11, 16), "pig": range(6, 11), "chicken": range(1, 6)}
END = "draw end of game"
CHANCE = -1

Cell = tuple[int, int]
Tile = str  # as W1B2
Question = tuple[int, set[str]]
Asking = Generator[Question, str, None]


def all_tiles() -> Counter[Tile]:
    """The 60 large tiles, two of each: mixed with 1 and 2 barns either way; doubles with 0 and 1 or 2."""
    tiles: Counter[Tile] = Counter()
    for index, a in enumerate(CROPS):
        tiles[f"{a}0{a}1"] = tiles[f"{a}0{a}2"] = 2
        for b in CROPS[index + 1 :]:
            tiles[f"{a}1{b}2"] = tiles[f"{a}2{b}1"] = 2
    return tiles


def name(cell: Cell) -> str:
    return f"{'ABCDEFG'[cell[1]]}{cell[0] + 1}"


def cell_of(text: str) -> Cell:
    return int(text[1:]) - 1, "ABCDEFG".index(text[0])


def neighbours(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]


@dataclass
class Seat:
    """What one player has."""

    hand: list[Tile] = field(default_factory=list)
    reserve: set[str] = field(default_factory=lambda: set(CROPS))
    cubes: dict[str, int | None] = field(default_factory=lambda: dict.fromkeys(CROPS, 0))
    farms: list[Cell | None] = field(default_factory=lambda: [None, None])
    animals: list[tuple[str, int]] = field(default_factory=list)
    vp: int = 0
    turns: int = 0


class Oracle:
    """A whole game with its three switches: any_adjacent, any, largest_single_farm_region."""

    def __init__(self, players: int, switches: tuple[bool, ...], layout: tuple[str, ...] = LAYOUT) -> None:
        self.players = players
        self.touching, self.french, self.largest = switches
        self.cells = [(row, column) for row in range(len(layout)) for column in range(len(layout[0]))]
        self.crop = {(r, c): layout[r][c] for r, c in self.cells if layout[r][c] != "."}
        self.height = dict.fromkeys(self.crop, 0)
        self.farms: set[Cell] = set()
        self.seats = [Seat() for _ in range(players)]
        pile = ["cow", "pig"] if players == 2 else ["cow", "pig", "chicken"]
        self.piles = {crop: list(pile) for crop in CROPS}
        self.values = {animal: set(values) for animal, values in VALUES.items()}
        self.unseen = all_tiles()
        self.laid = 0
        self.thrown_away = 0
        self.waited = 0  # times that a farm was due and found no region
        self.stack = 60 - REMOVED[players] - 6
        self.final = 7
        self.ending = False
        self.start = -1

    # --- the land

    def region(self, cell: Cell, crop: dict[Cell, str] | None = None) -> set[Cell]:
        """R26: what hangs together with a cell."""
        crop = self.crop if crop is None else crop
        found, edge = {cell}, [cell]
        while edge:
            for beside in neighbours(edge.pop()):
                if crop.get(beside) == crop[cell] and beside not in found:
                    found.add(beside)
                    edge.append(beside)
        return found

    def owned(self, cell: Cell) -> bool:
        """Whether a cell belongs to a farm region."""
        return not self.farms.isdisjoint(self.region(cell))

    def meets(self, laid: dict[Cell, str]) -> bool:
        """R22, R38: whether with these fields some region holds two farms."""
        after = {**self.crop, **laid}
        return any(len(self.region(farm, after) & self.farms) > 1 for farm in self.farms)

    def placements(self, seat: Seat) -> set[str]:
        """R13 to R22: every legal tile on every place."""
        found = set()
        for crop in seat.reserve:
            for cell in self.crop:
                if cell not in self.farms and self.crop[cell] != crop and not self.meets({cell: crop}):
                    found.add(f"place {crop} {name(cell)}")
        for tile in set(seat.hand):
            for first in self.crop:
                for second in neighbours(first):
                    if second in self.crop and self.fits(tile, first, second, bool(seat.reserve)):
                        found.add(f"place {tile} {name(first)} {name(second)}")
        return found

    def fits(self, tile: Tile, first: Cell, second: Cell, small_tiles: bool) -> bool:
        """R15, R16, R18 to R22 for a large tile."""
        if first in self.farms or second in self.farms:
            return False
        gap = abs(self.height[first] - self.height[second])
        if gap > 1 or (gap == 1 and not small_tiles):
            return False
        for cell, other, crop in ((first, second, tile[0]), (second, first, tile[2])):
            levelled = self.height[cell] < self.height[other]
            if crop == self.crop[cell] and not (levelled and self.french):
                return False
        return not self.meets({first: tile[0], second: tile[2]})

    def field_vp(self, cell: Cell) -> int:
        """R26 to R28, with the switch for fields that merely touch a farm region."""
        if self.owned(cell):
            return 0
        if self.touching and any(beside in self.crop and self.owned(beside) for beside in neighbours(cell)):
            return 0
        return len(self.region(cell))

    def sites(self) -> set[Cell]:
        """R34: the fields on which a farm may be built."""
        return {cell for cell in self.crop if not self.owned(cell)}

    # --- the game

    def game(self, start: int | None) -> Asking:
        """From setup to the end."""
        if start is None:
            answer = yield CHANCE, {f"start seat {seat + 1}" for seat in range(self.players)}
            start = int(answer.split()[-1]) - 1
        self.start = start
        for seat in self.seats:
            for _ in range(3):
                yield from self.draw(seat)
        while not self.ending:
            for turn in range(self.players):
                yield from self.turn((start + turn) % self.players)

    def turn(self, number: int) -> Asking:
        """R12: the four steps."""
        seat = self.seats[number]
        seat.turns += 1
        choices = self.placements(seat)
        if not choices:  # R24
            yield from self.build(number)
            self.assess(seat)
            if seat.hand:
                thrown = yield from self.ask(number, {f"discard {tile}" for tile in seat.hand})
                seat.hand.remove(thrown.split()[1])
                self.thrown_away += 1
                yield from self.draw(seat)
            return
        answer = yield number, choices
        large = len(answer.split()) == 4
        fields = yield from self.lay(number, answer)
        yield from self.score(number, fields)
        yield from self.build(number)
        self.assess(seat)
        if large:
            yield from self.draw(seat)

    def ask(self, number: int, choices: set[str]) -> Generator[Question, str, str]:
        """The answer to a question, which is only asked where there is a choice."""
        if len(choices) == 1:
            return next(iter(choices))
        answer = yield number, choices
        return answer

    def lay(self, number: int, answer: str) -> Generator[Question, str, dict[Cell, int]]:
        """R13 to R23: cover the cells; the fields laid, with their barns."""
        seat = self.seats[number]
        tile, *cells = answer.split()[1:]
        if len(cells) == 1:
            seat.reserve.remove(tile)
            spot = cell_of(cells[0])
            self.crop[spot] = tile
            self.height[spot] += 1
            return {spot: 2}
        seat.hand.remove(tile)
        self.laid += 1
        first, second = map(cell_of, cells)
        uneven = self.height[first] != self.height[second]
        self.crop[first], self.crop[second] = tile[0], tile[2]
        self.height[first] = self.height[second] = max(self.height[first], self.height[second]) + 1
        if uneven:
            paid = yield from self.ask(number, {f"level with {crop}" for crop in seat.reserve})
            seat.reserve.remove(paid.split()[2])
        return {first: int(tile[1]), second: int(tile[3])}

    def score(self, number: int, fields: dict[Cell, int]) -> Asking:
        """R25 to R32, R42 to R45."""
        seat = self.seats[number]
        left = dict(fields)
        while left:
            if all(seat.cubes[self.crop[cell]] is None for cell in left):
                for cell in left:
                    seat.vp += self.field_vp(cell)
                return
            choices = {f"score {name(cell)} points" for cell in left}
            choices |= {
                f"score {name(cell)} barns" for cell in left if seat.cubes[self.crop[cell]] is not None
            }
            answer = yield number, choices
            _, where, kind = answer.split()
            cell = cell_of(where)
            if kind == "points":
                seat.vp += self.field_vp(cell)
            else:
                yield from self.climb(number, self.crop[cell], left[cell])
            del left[cell]

    def climb(self, number: int, crop: str, rows: int) -> Asking:
        """R29 to R31, R34, R42 to R45: a cube moves; an animal; a farm."""
        seat = self.seats[number]
        before = seat.cubes[crop]
        assert before is not None
        row = min(before + rows, TOP_ROW)
        due = self.due(seat)
        seat.cubes[crop] = row
        if rows == 0:
            return
        if row >= LIVESTOCK_ROW[self.players] and self.piles[crop]:
            animal = self.piles[crop].pop(0)
            seat.cubes[crop] = None
            answer = yield CHANCE, {f"reveal {animal} {value}" for value in self.values[animal]}
            value = int(answer.split()[2])
            self.values[animal].remove(value)
            seat.animals.append((animal, value))
        if self.due(seat) != due:  # a farm that merely waits is tried at the end of step 2 (R37)
            yield from self.build(number)

    def due(self, seat: Seat) -> list[int]:
        """R34, R35: the unbuilt farms (0, 1) whose rows all five cubes have reached or passed."""
        return [
            farm
            for farm, goal in enumerate(FARM_ROWS[self.players])
            if seat.farms[farm] is None and all(row is None or row >= goal for row in seat.cubes.values())
        ]

    def build(self, number: int) -> Asking:
        """R34 to R37: what is due, the lower row first, as far as there is room."""
        seat = self.seats[number]
        for farm in self.due(seat):
            if not self.sites():
                self.waited += 1
            else:
                answer = yield from self.ask(number, {f"farm {name(cell)}" for cell in self.sites()})
                cell = cell_of(answer.split()[1])
                seat.farms[farm] = cell
                self.farms.add(cell)

    def assess(self, seat: Seat) -> None:
        """R46."""
        seat.vp += sum(len(self.region(cell)) for cell in seat.farms if cell is not None)

    def draw(self, seat: Seat) -> Asking:
        """R48 to R51, and the deal."""
        if self.stack == 0 and self.final == 0:
            return
        outcomes = {f"draw {tile}" for tile, count in self.unseen.items() if count}
        if self.stack == 0 and not self.ending:
            outcomes = {END} if self.final == 1 else outcomes | {END}
        answer = yield CHANCE, outcomes
        if self.stack:
            self.stack -= 1
        else:
            self.final -= 1
        if answer == END:
            self.ending = True
        else:
            tile = answer.split()[1]
            self.unseen[tile] -= 1
            seat.hand.append(tile)

    # --- the end

    def totals(self) -> list[int]:
        """R52."""
        return [seat.vp + sum(value for _, value in seat.animals) for seat in self.seats]

    def winners(self) -> list[int]:
        """R52, R53."""
        results = []
        for seat, total in zip(self.seats, self.totals(), strict=True):
            sizes = [len(self.region(cell)) for cell in seat.farms if cell is not None]
            results.append((total, max(sizes, default=0) if self.largest else sum(sizes)))
        return [number for number, result in enumerate(results) if result == max(results)]

    def invariants(self) -> Iterator[tuple[str, bool]]:
        """What is conserved throughout, by name."""
        in_hands = sum(len(seat.hand) for seat in self.seats)
        unseen = sum(self.unseen.values())
        yield "large tiles", in_hands + unseen + self.thrown_away + self.laid == 60
        yield "heights", all(height >= 0 for height in self.height.values())
        for crop in CROPS:
            gone = sum(seat.cubes[crop] is None for seat in self.seats)
            yield f"{crop} livestock", gone + len(self.piles[crop]) == (2 if self.players == 2 else 3)
