"""Eine Frage der Ähre: the position, plain data that every rule reads and changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, count_bits, lowest
from farmtable.core.state import State
from farmtable.games.aehre.position.facts import (
    CROPS,
    FARMS,
    Facts,
)
from farmtable.games.aehre.position.packed import pack_note
from farmtable.games.aehre.position.steps import (
    GONE,
    UNBUILT,
)

if TYPE_CHECKING:
    from farmtable.core.game import Game


class Position(State):
    """What a position of Eine Frage der Ähre is made of. Rules read and change it; others only read it."""

    def __init__(self, game: Game, players: i64, options: dict[str, Any], facts: Facts) -> None:
        super().__init__(game, players, options)
        self.facts = facts
        # The crop area.
        self.crop: vec[i64] = vec[i64]()  # visible cells of each crop
        self.level: vec[u8] = vec[u8]()  # tiles lying on each cell
        self.face: vec[u8] = vec[u8]()  # of the topmost tile, see `pack_face`
        self.farms: i64 = 0  # cells with a farm
        # Derived from `level`: for right and below, pairs of cells of one height, and pairs whose
        # first (second) cell is the lower by one.
        self.same_right: i64 = 0
        self.same_below: i64 = 0
        self.first_low_right: i64 = 0
        self.first_low_below: i64 = 0
        self.second_low_right: i64 = 0
        self.second_low_below: i64 = 0
        # The seats: players x something, row by row.
        self.cubes: vec[i64] = vec[i64]()  # row of each cube, or GONE
        self.farm_cell: vec[i64] = vec[i64]()  # cell of each farm, or UNBUILT
        self.reserve: vec[u8] = vec[u8]()  # small tiles by crop
        self.hand: vec[u8] = vec[u8]()  # known large tiles by kind
        self.hand_size: vec[u8] = vec[u8]()
        self.discarded: vec[u8] = vec[u8]()  # known tiles put out of the game (R24), by kind
        self.discard_size: vec[u8] = vec[u8]()
        self.owned: vec[u8] = vec[u8]()  # livestock of known value, by entry
        self.owned_unknown: vec[u8] = vec[u8]()  # livestock of unknown value, by animal
        self.earned: vec[i64] = vec[i64]()  # points by EARNINGS
        self.vp: vec[i64] = vec[i64]()
        # What nobody has seen, and the stacks.
        self.unseen: vec[u8] = vec[u8]()  # large tiles by kind, removed ones included
        self.unseen_livestock: vec[u8] = vec[u8]()  # by entry
        self.pile_taken: vec[i64] = vec[i64]()  # tiles gone from each track's pile
        self.stack: i64 = 0  # ordinary stacks
        self.final_stack: i64 = 0  # with its end-of-game tile until that is drawn
        self.ending = False  # the end-of-game tile has been drawn
        # The turn.
        self.start: i64 = -1
        self.active: i64 = -1
        self.round: i64 = 0
        self.cell_a: i64 = -1  # where the latest tile lies, until the next is laid
        self.cell_b: i64 = -1
        self.barns_a: i64 = 0
        self.barns_b: i64 = 0
        self.open_fields: i64 = 0  # bit 0, bit 1: fields still to be scored
        # What `land.survey` found; empty while it has not been asked since the crop area changed.
        self.surveyed: vec[i64] = vec[i64]()
        # Events of one `apply`, only kept for `tell`.
        self.tracing = False
        self.trace: vec[i64] = vec[i64]()

    def blank(self) -> Position:
        """A position of the same kind, nothing filled in yet."""
        return Position(self.game, self.players, self.options, self.facts)

    def clone(self) -> Position:
        copy = self.blank()
        copy.to_play = self.to_play
        copy.agenda = self.agenda[:]
        copy.crop = self.crop[:]
        copy.level = self.level[:]
        copy.face = self.face[:]
        copy.farms = self.farms
        copy.same_right = self.same_right
        copy.same_below = self.same_below
        copy.first_low_right = self.first_low_right
        copy.first_low_below = self.first_low_below
        copy.second_low_right = self.second_low_right
        copy.second_low_below = self.second_low_below
        copy.cubes = self.cubes[:]
        copy.farm_cell = self.farm_cell[:]
        copy.reserve = self.reserve[:]
        copy.hand = self.hand[:]
        copy.hand_size = self.hand_size[:]
        copy.discarded = self.discarded[:]
        copy.discard_size = self.discard_size[:]
        copy.owned = self.owned[:]
        copy.owned_unknown = self.owned_unknown[:]
        copy.earned = self.earned[:]
        copy.vp = self.vp[:]
        copy.unseen = self.unseen[:]
        copy.unseen_livestock = self.unseen_livestock[:]
        copy.pile_taken = self.pile_taken[:]
        copy.stack = self.stack
        copy.final_stack = self.final_stack
        copy.ending = self.ending
        copy.start = self.start
        copy.active = self.active
        copy.round = self.round
        copy.cell_a = self.cell_a
        copy.cell_b = self.cell_b
        copy.barns_a = self.barns_a
        copy.barns_b = self.barns_b
        copy.open_fields = self.open_fields
        copy.surveyed = self.surveyed  # never changed, only replaced
        return copy

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

    def crop_at(self, cell: i64) -> i64:
        """The visible crop of a cell."""
        here: i64 = bit(cell)
        crop: i64 = 0
        while self.crop[crop] & here == 0:
            crop += 1
        return crop

    def region(self, cell: i64) -> i64:
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

    def points_at(self, cell: i64) -> i64:
        """The victory points of the field on `cell`, had it been laid this turn (R26 to R28)."""
        region: i64 = self.region(cell)
        if region & self.farms != 0:
            return 0
        if self.facts.any_adjacent and self.facts.around(bit(cell)) & ~self.farm_sites() != 0:
            return 0
        return count_bits(region)

    def has_reserve(self, seat: i64) -> bool:
        """Whether a seat has any small tile left."""
        crop: i64 = 0
        while crop < CROPS:
            if self.reserve[seat * CROPS + crop] > 0:
                return True
            crop += 1
        return False

    def rows_reached(self, seat: i64) -> i64:
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

    def due_farm(self, seat: i64) -> i64:
        """The farm a seat must build now, the lower row first (R34, R37), or -1."""
        reached: i64 = self.rows_reached(seat)
        farm: i64 = 0
        while farm < reached:
            if self.farm_cell[seat * FARMS + farm] == UNBUILT:
                return farm
            farm += 1
        return -1

    def livestock_points(self, seat: i64) -> i64:
        """The value of a seat's livestock tiles, as far as it is known here."""
        entries: i64 = len(self.facts.entry_animal)
        total: i64 = 0
        entry: i64 = 0
        while entry < entries:
            total += i64(self.owned[seat * entries + entry]) * self.facts.entry_value[entry]
            entry += 1
        return total

    def farm_fields(self, seat: i64) -> i64:
        """What breaks ties: the fields of a seat's farm regions together, or of the largest (R53, D3)."""
        total: i64 = 0
        farm: i64 = 0
        while farm < FARMS:
            cell: i64 = self.farm_cell[seat * FARMS + farm]
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
        parts: list[bytes] = [str((self.players, self.options, numbers)).encode()]
        for wide in (self.agenda, self.crop, self.cubes, self.farm_cell, self.earned, self.pile_taken):
            parts.append(bytes(memoryview(wide)))
        for narrow in (
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
        ):
            parts.append(bytes(memoryview(narrow)))
        return b"".join(parts)
