"""Eine Frage der Ähre: the position, plain data that every rule reads and changes."""

from __future__ import annotations

from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.core.declaration import Declaration
from farmtable.core.state import World
from farmtable.core.vectors import numbers, zeros
from farmtable.games.aehre.position.facts import (
    CROPS,
    FARMS,
    Cell,
    Facts,
)
from farmtable.games.aehre.position.packed import pack_note
from farmtable.games.aehre.position.steps import (
    EARNINGS,
    GONE,
    UNBUILT,
)


class Position(World):
    """What a position of Eine Frage der Ähre is made of. Rules read and change it; others only read it."""

    def __init__(
        self,
        game: Declaration,
        players: i64,
        options: dict[str, Any],
        facts: Facts,
        old: Position | None = None,
    ) -> None:
        """What a new game begins with before anything is laid out; given an `old` position, a copy of it.

        Each field stands here once for both. `i64(0)` is faster there than 0, which would be an object.
        """
        super().__init__(game, players, options)
        self.facts = facts
        # What `key` begins with: the seats, and the options.
        self.setting: str = f"({players}, {options!r}, " if old is None else old.setting
        n: i64 = players
        if old is not None:
            self.to_play = old.to_play
            self.agenda = old.agenda[:]

        # --- the crop area
        # Visible cells of each crop.
        self.crop: vec[i64] = vec[i64]() if old is None else old.crop[:]
        # Tiles lying on each cell.
        self.level: vec[u8] = zeros(facts.size) if old is None else old.level[:]
        # Of the topmost tile: see `pack_face`.
        self.face: vec[u8] = zeros(facts.size) if old is None else old.face[:]
        # Cells with a farm.
        self.farms: i64 = i64(0) if old is None else old.farms
        # Derived from `level`: for right and below, pairs of cells of one height, and pairs whose
        # first (second) cell is the lower by one.
        self.same_right: i64 = i64(0) if old is None else old.same_right
        self.same_below: i64 = i64(0) if old is None else old.same_below
        self.first_low_right: i64 = i64(0) if old is None else old.first_low_right
        self.first_low_below: i64 = i64(0) if old is None else old.first_low_below
        self.second_low_right: i64 = i64(0) if old is None else old.second_low_right
        self.second_low_below: i64 = i64(0) if old is None else old.second_low_below

        # --- the seats: players x something, row by row
        # Row of each cube, or GONE.
        self.cubes: vec[i64] = numbers(n * CROPS, 0) if old is None else old.cubes[:]
        # Cell of each farm, or UNBUILT.
        self.farm_cell: vec[i64] = numbers(n * FARMS, UNBUILT) if old is None else old.farm_cell[:]
        # Small tiles by crop.
        self.reserve: vec[u8] = zeros(n * CROPS) if old is None else old.reserve[:]
        # Known large tiles by kind.
        self.hand: vec[u8] = zeros(n * facts.kinds) if old is None else old.hand[:]
        self.hand_size: vec[u8] = zeros(n) if old is None else old.hand_size[:]
        # Known tiles put out of the game (R24), by kind.
        self.discarded: vec[u8] = zeros(n * facts.kinds) if old is None else old.discarded[:]
        self.discard_size: vec[u8] = zeros(n) if old is None else old.discard_size[:]
        # Livestock of known value, by entry.
        self.owned: vec[u8] = zeros(n * len(facts.entry_animal)) if old is None else old.owned[:]
        # Livestock of unknown value, by animal.
        self.owned_unknown: vec[u8] = zeros(n * 3) if old is None else old.owned_unknown[:]
        # Points by EARNINGS.
        self.earned: vec[i64] = numbers(n * EARNINGS, 0) if old is None else old.earned[:]
        self.vp: vec[i64] = numbers(n, 0) if old is None else old.vp[:]

        # --- what nobody has seen, and the stacks
        # Large tiles by kind, removed ones included.
        self.unseen: vec[u8] = facts.kind_count[:] if old is None else old.unseen[:]
        # By entry.
        self.unseen_livestock: vec[u8] = facts.entry_count[:] if old is None else old.unseen_livestock[:]
        # Tiles gone from each track's pile.
        self.pile_taken: vec[i64] = numbers(CROPS, 0) if old is None else old.pile_taken[:]
        # Ordinary stacks.
        self.stack: i64 = facts.stack + n * facts.hand_size if old is None else old.stack
        # With its end-of-game tile until that is drawn.
        self.final_stack: i64 = facts.final_stack + 1 if old is None else old.final_stack
        # The end-of-game tile has been drawn.
        self.ending: bool = False if old is None else old.ending

        # --- the turn
        self.start: i64 = i64(-1) if old is None else old.start
        self.active: i64 = i64(-1) if old is None else old.active
        self.round: i64 = i64(0) if old is None else old.round
        # Where the latest tile lies, until the next is laid.
        self.cell_a: i64 = i64(-1) if old is None else old.cell_a
        self.cell_b: i64 = i64(-1) if old is None else old.cell_b
        self.barns_a: i64 = i64(0) if old is None else old.barns_a
        self.barns_b: i64 = i64(0) if old is None else old.barns_b
        # Bit 0, bit 1: fields still to be scored.
        self.open_fields: i64 = i64(0) if old is None else old.open_fields
        # What `land.survey` found; empty while it has not been asked since the crop area changed.
        self.surveyed: vec[i64] = vec[i64]() if old is None else old.surveyed
        # Events of one `apply`, only kept for `tell`.
        self.tracing = False
        self.trace: vec[i64] = vec[i64]()

    def clone(self) -> Position:
        return Position(self.game, self.players, self.options, self.facts, self)

    def farm_sites(self) -> i64:
        """The cells of all regions without a farm (R34)."""
        sites: i64 = self.facts.cells
        left: i64 = self.farms
        while left != 0:
            sites &= ~self.region(lowest(left))
            left &= left - 1
        return sites

    def note(self, event: i64, a: i64, b: i64) -> None:
        """Remember an event of the active seat, where somebody wants to tell of it."""
        if self.tracing:
            self.trace = append(self.trace, pack_note(event, self.active, a, b))

    # --- questions about the position -------------------------------------------------------------

    def crop_at(self, cell: Cell) -> i64:
        """The visible crop of a cell."""
        here: i64 = bit(cell)
        crop: i64 = 0
        while self.crop[crop] & here == 0:
            crop += 1
        return crop

    def region(self, cell: Cell) -> i64:
        """All cells of the region that `cell` belongs to (R26)."""
        return self.facts.flood(bit(cell), self.crop[self.crop_at(cell)])

    def cell_of(self, field: i64) -> i64:
        """The cell of the first (0) or second (1) field laid this turn."""
        return self.cell_a if field == 0 else self.cell_b

    def is_open(self, field: i64) -> bool:
        """Whether this field laid this turn is still to be scored."""
        return (self.open_fields >> field) & 1 == 1

    def cube_of(self, field: i64) -> i64:
        """The row of the active seat's cube for a field laid this turn, or GONE."""
        return self.cubes[self.active * CROPS + self.crop_at(self.cell_of(field))]

    def field_points(self, field: i64) -> i64:
        """The victory points of a field laid this turn (R26 to R28)."""
        return self.points_at(self.cell_of(field))

    def points_at(self, cell: Cell) -> i64:
        """The victory points of the field on `cell`, had it been laid this turn (R26 to R28)."""
        region: i64 = self.region(cell)
        if region & self.farms != 0:
            return 0
        if self.facts.any_adjacent and self.facts.around(bit(cell)) & ~self.farm_sites() != 0:
            return 0
        return count_bits(region)

    def has_reserve(self, seat: Seat) -> bool:
        """Whether a seat has any small tile left."""
        crop: i64 = 0
        while crop < CROPS:
            if self.reserve[seat * CROPS + crop] > 0:
                return True
            crop += 1
        return False

    def rows_reached(self, seat: Seat) -> i64:
        """Of how many farm rows a seat's five cubes have all reached or passed (R34, R35)."""
        lowest_row: i64 = GONE
        crop: i64 = 0
        while crop < CROPS:
            row: i64 = self.cubes[seat * CROPS + crop]
            lowest_row = min(lowest_row, row)
            crop += 1
        reached: i64 = 0
        while reached < FARMS and lowest_row >= self.facts.farm_rows[reached]:
            reached += 1
        return reached

    def due_farm(self, seat: Seat) -> i64:
        """The farm a seat must build now, the lower row first (R34, R37), or -1."""
        reached: i64 = self.rows_reached(seat)
        farm: i64 = 0
        while farm < reached:
            if self.farm_cell[seat * FARMS + farm] == UNBUILT:
                return farm
            farm += 1
        return -1

    def livestock_points(self, seat: Seat) -> i64:
        """The value of a seat's livestock tiles, as far as it is known here."""
        entries: i64 = len(self.facts.entry_animal)
        total: i64 = 0
        entry: i64 = 0
        while entry < entries:
            total += i64(self.owned[seat * entries + entry]) * self.facts.entry_value[entry]
            entry += 1
        return total

    def farm_fields(self, seat: Seat) -> i64:
        """What breaks ties: the fields of a seat's farm regions together, or of the largest (R53, D3)."""
        total: i64 = 0
        farm: i64 = 0
        while farm < FARMS:
            cell: Cell = self.farm_cell[seat * FARMS + farm]
            if cell >= 0:
                fields: i64 = count_bits(self.region(cell))
                if not self.facts.largest_farm:
                    total += fields
                elif fields > total:
                    total = fields
            farm += 1
        return total

    def key(self) -> bytes:
        numbers = (
            self.to_play,
            self.farms,
            self.stack,
            self.final_stack,
            self.ending,
            self.start,
            self.active,
            self.round,
            self.cell_a,
            self.cell_b,
            self.barns_a,
            self.barns_b,
            self.open_fields,
            len(self.agenda),
        )
        parts: list[bytes | vec[i64] | vec[u8]] = [
            f"{self.setting}{numbers!r})".encode(),
            self.agenda,
            self.crop,
            self.cubes,
            self.farm_cell,
            self.earned,
            self.pile_taken,
            self.level,
            self.face,
            self.reserve,
            self.hand,
            self.hand_size,
            self.discarded,
            self.discard_size,
            self.owned,
            self.owned_unknown,
            self.unseen,
            self.unseen_livestock,
        ]
        return b"".join(parts)
