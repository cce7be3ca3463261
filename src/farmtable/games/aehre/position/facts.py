"""The facts of one game as the rules use them: packed numbers, made from `components.toml`.

Crops are numbered in the rulebook's order. Cells are numbered row by row from the top left of the
crop area's bounding box; sets of cells are bits of one 62-bit word. A *kind* is a large tile as it
looks; equal tiles share their kind.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, final, get_args

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit

Cell: TypeAlias = i64
"""A cell of the crop area, row by row."""

CROPS: Final = 5
CropId: TypeAlias = Literal["wheat", "beets", "rapeseed", "corn", "potatoes"]
CROP_NAMES: Final[tuple[CropId, ...]] = get_args(CropId)
CROP_LETTERS: Final = "WBRCP"
AnimalId: TypeAlias = Literal["cow", "pig", "chicken"]
ANIMAL_NAMES: Final[tuple[AnimalId, ...]] = get_args(AnimalId)
FARMS: Final = 2

MAX_CELLS: Final = 62
MAX_KINDS: Final = 64
MAX_PLAYERS: Final = 5
MAX_LIVESTOCK: Final = 48

# Where the second field of a large tile lies, seen from the first.
RIGHT: Final = 0
BELOW: Final = 1
LEFT: Final = 2
ABOVE: Final = 3


@final
class Facts:
    """Everything fixed for one game (board, tiles, barn, switches), shared by all its positions."""

    def __init__(self, players: i64, layout: list[str]) -> None:
        self.players: i64 = players
        self.rows: i64 = len(layout)
        self.columns: i64 = len(layout[0])
        self.size: i64 = self.rows * self.columns
        self.cells: i64 = 0
        self.not_first: i64 = 0
        self.not_last: i64 = 0
        self.printed: list[i64] = [0, 0, 0, 0, 0]
        for row, line in enumerate(layout):
            for column, letter in enumerate(line):
                here: i64 = bit(row * self.columns + column)
                if column > 0:
                    self.not_first |= here
                if column < self.columns - 1:
                    self.not_last |= here
                if letter != ".":
                    self.cells |= here
                    self.printed[CROP_LETTERS.index(letter)] |= here
        # Large tiles by kind, and how many of each.
        self.kinds: i64 = 0
        self.crop_a = vec[i64]()
        self.barns_a = vec[i64]()
        self.crop_b = vec[i64]()
        self.barns_b = vec[i64]()
        self.kind_count = vec[u8]()
        self.small_barns = vec[i64]()
        # The barn for this number of players.
        self.farm_rows = vec[i64]()
        self.livestock_row: i64 = 0
        self.top_row: i64 = 0
        self.pile = vec[i64]()
        # The livestock tiles: entries of equal animal and value, and how many of each.
        self.entry_animal = vec[i64]()
        self.entry_value = vec[i64]()
        self.entry_count = vec[u8]()
        self.mean_value = vec[i64]()  # by animal, in hundredths of a point
        # Stacks and hands.
        self.hand_size: i64 = 0
        self.final_stack: i64 = 0
        self.removed: i64 = 0
        self.stack: i64 = 0  # large tiles in the ordinary stacks once all hands are dealt
        # Switches.
        self.any_adjacent = False
        self.levelled_free = False
        self.largest_farm = False
        self.start: i64 = -1

    def has(self, cell: Cell) -> bool:
        """Whether the crop area has this cell."""
        return 0 <= cell < self.size and (self.cells & bit(cell)) != 0

    def neighbour(self, cell: Cell, direction: i64) -> i64:
        """The cell of the crop area beside `cell`, or -1."""
        column: i64 = cell % self.columns
        beside: i64 = -1
        if direction == RIGHT and column < self.columns - 1:
            beside = cell + 1
        elif direction == BELOW:
            beside = cell + self.columns
        elif direction == LEFT and column > 0:
            beside = cell - 1
        elif direction == ABOVE:
            beside = cell - self.columns
        return beside if self.has(beside) else -1

    def seen_from(self, cells: i64, direction: i64) -> i64:
        """The cells whose neighbour in `direction` is one of `cells`."""
        if direction == RIGHT:
            return (cells >> 1) & self.not_last & self.cells
        if direction == BELOW:
            return (cells >> self.columns) & self.cells
        if direction == LEFT:
            return (cells << 1) & self.not_first & self.cells
        return (cells << self.columns) & self.cells

    def around(self, cells: i64) -> i64:
        """`cells` and all cells side by side with them."""
        return (
            cells
            | ((cells & self.not_last) << 1)
            | ((cells & self.not_first) >> 1)
            | (cells << self.columns)
            | (cells >> self.columns)
        ) & self.cells

    def flood(self, start: i64, within: i64) -> i64:
        """All cells of `within` that hang together with `start` through sides (R26)."""
        region: i64 = start & within
        while True:
            wider: i64 = self.around(region) & within
            if wider == region:
                return region
            region = wider
