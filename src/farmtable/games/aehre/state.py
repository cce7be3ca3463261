"""Eine Frage der Ähre: the position and its rules, R1 to R54 of `RULES.md`.

A turn is a stack of steps (see the agenda in `farmtable.core.state`): place, pay for levelling,
score each field, build farms, assess them, draw, end. `_advance` runs the steps that nobody has to
decide and stops at the first that somebody has to.

The board is five sets of cells, one a crop, of what is visible now; heights and the look of the
topmost tiles lie beside them, one number a cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.errors import IllegalAction
from farmtable.core.rng import RandomSource
from farmtable.core.state import CHANCE, OVER, State
from farmtable.core.text import Refusal, Text
from farmtable.games.aehre.facts import (
    CROPS,
    DISCARD,
    DRAW,
    DRAW_END,
    FARM,
    FARMS,
    LARGE,
    LEVEL,
    LIVESTOCK,
    SCORE,
    SMALL,
    START,
    Facts,
    bit,
    count_bits,
    lowest,
)

if TYPE_CHECKING:
    from farmtable.core.game import Game

# The steps of the agenda. Chance: START_SEAT, DEAL (argument: seat), REVEAL (argument: crop), DRAW_TILE.
START_SEAT: Final = 0
DEAL: Final = 1
PLACE: Final = 2
PAY_LEVEL: Final = 3
SCORE_FIELDS: Final = 4
REVEAL: Final = 5
BUILD: Final = 6
ASSESS: Final = 7
DISCARD_TILE: Final = 8
DRAW_TILE: Final = 9
END_TURN: Final = 10

GONE: Final = 99  # the row of a cube exchanged for livestock: beyond every row (R35)
UNBUILT: Final = -1
EARNINGS: Final = CROPS + FARMS  # what points came from: fields of each crop, then each farm

# What happened during one `apply`, for `tell`: event + seat * 16 + a * 256 + b * 65536.
EVENT_VP: Final = 0  # a: field, b: points
EVENT_FP: Final = 1  # a: field, b: rows moved
EVENT_LIVESTOCK: Final = 2  # a: animal, b: crop
EVENT_FARM: Final = 3  # a: cell, b: farm
EVENT_PAYS: Final = 4  # a: farm, b: points
EVENT_LEVEL: Final = 5  # a: crop
EVENT_SKIP: Final = 6
EVENT_WAITS: Final = 7
EVENT_OVER: Final = 8
EVENT_DISCARD: Final = 9


@final
class AehreState(State):
    """A position of Eine Frage der Ähre. Everything is open to read; only `apply` changes it."""

    def __init__(self, game: Game, players: i64, options: dict[str, Any], facts: Facts) -> None:
        super().__init__(game, players, options)
        self.facts = facts
        # The crop area.
        self.crop: vec[i64] = vec[i64]()  # visible cells of each crop
        self.level: vec[u8] = vec[u8]()  # tiles lying on each cell
        self.face: vec[u8] = vec[u8]()  # of the topmost tile: link (direction + 1, or 0) + barns * 8
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
        # Events of one `apply`, only kept for `tell`.
        self.tracing = False
        self.trace: vec[i64] = vec[i64]()

    def set_up(self) -> None:
        """Lay everything out for a new game (R3 to R11), chance still to come."""
        facts = self.facts
        n: i64 = self.players
        for crop in facts.printed:
            self.crop = append(self.crop, crop)
        self.level = _zeros(facts.size)
        self.face = _zeros(facts.size)
        self.cubes = _numbers(n * CROPS, 0)
        self.farm_cell = _numbers(n * FARMS, UNBUILT)
        self.reserve = _zeros(n * CROPS)
        i: i64 = 0
        while i < n * CROPS:
            self.reserve[i] = 1
            i += 1
        self.hand = _zeros(n * facts.kinds)
        self.hand_size = _zeros(n)
        self.discarded = _zeros(n * facts.kinds)
        self.discard_size = _zeros(n)
        self.owned = _zeros(n * len(facts.entry_animal))
        self.owned_unknown = _zeros(n * 3)
        self.earned = _numbers(n * EARNINGS, 0)
        self.vp = _numbers(n, 0)
        self.unseen = facts.kind_count[:]
        self.unseen_livestock = facts.entry_count[:]
        self.pile_taken = _numbers(CROPS, 0)
        total: i64 = 0
        for count in facts.kind_count:
            total += i64(count)
        self.stack = total - facts.removed - facts.final_stack
        self.final_stack = facts.final_stack + 1
        self.push(PLACE)
        seat: i64 = n - 1
        while seat >= 0:
            i = 0
            while i < facts.hand_size:
                self.push(DEAL, seat)
                i += 1
            seat -= 1
        self.push(START_SEAT)
        self.refresh_heights()
        self._advance()

    def resume(self) -> None:
        """Go on from a position whose parts have just been filled in (see `position.from_dict`)."""
        self.refresh_heights()
        if len(self.agenda) == 0:
            self.to_play = OVER
        else:
            self._advance()

    def clone(self) -> AehreState:
        copy = AehreState(self.game, self.players, self.options, self.facts)
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
        return copy

    # --- legal actions -----------------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        if self.to_play == OVER:
            return vec[i64]()
        step: i64 = self.step()
        if step == PLACE:
            return self._placements()
        if step == SCORE_FIELDS:
            return self._score_choices()
        if step == BUILD:
            return _numbered(self.farm_sites(), FARM, vec[i64]())
        actions = vec[i64]()
        i: i64 = 0
        if step == PAY_LEVEL:
            while i < CROPS:
                if self.reserve[self.active * CROPS + i] > 0:
                    actions = append(actions, LEVEL + i)
                i += 1
        elif step == DISCARD_TILE:
            while i < self.facts.kinds:
                if self.hand[self.active * self.facts.kinds + i] > 0:
                    actions = append(actions, DISCARD + i)
                i += 1
        elif step == START_SEAT:
            while i < self.players:
                actions = append(actions, START + i)
                i += 1
        elif step == REVEAL:
            animal: i64 = self._next_animal(self.argument())
            while i < len(self.facts.entry_animal):
                if self.facts.entry_animal[i] == animal and self.unseen_livestock[i] > 0:
                    actions = append(actions, LIVESTOCK + i)
                i += 1
        else:
            actions = self._draws()
        return actions

    def _placements(self) -> vec[i64]:
        """Every way to lay one tile, R13 to R22."""
        facts = self.facts
        actions = vec[i64](capacity=512)
        near = self._near_farms()
        levelling = self.has_reserve(self.active)
        kind: i64 = 0
        while kind < facts.kinds:
            if self.hand[self.active * facts.kinds + kind] > 0:
                direction: i64 = 0
                while direction < 4:
                    spots = self._large_spots(
                        facts.crop_a[kind], facts.crop_b[kind], direction, levelling, near
                    )
                    actions = _numbered(spots, LARGE + kind * 256 + direction * 64, actions)
                    direction += 1
            kind += 1
        crop: i64 = 0
        while crop < CROPS:
            if self.reserve[self.active * CROPS + crop] > 0:
                actions = _numbered(self._small_spots(crop, near), SMALL + crop * 64, actions)
            crop += 1
        return actions

    def _can_place(self) -> bool:
        """Whether the active seat has any legal placement (R24)."""
        facts = self.facts
        near = self._near_farms()
        levelling = self.has_reserve(self.active)
        kind: i64 = 0
        while kind < facts.kinds:
            if self.hand[self.active * facts.kinds + kind] > 0:
                direction: i64 = 0
                while direction < 4:
                    if self._large_spots(facts.crop_a[kind], facts.crop_b[kind], direction, levelling, near):
                        return True
                    direction += 1
            kind += 1
        crop: i64 = 0
        while crop < CROPS:
            if self.reserve[self.active * CROPS + crop] > 0 and self._small_spots(crop, near):
                return True
            crop += 1
        return False

    def _large_spots(self, a: i64, b: i64, direction: i64, levelling: bool, near: vec[i64]) -> i64:
        """Where the first field of a large tile with crops `a` and `b` may lie in this direction."""
        facts = self.facts
        free: i64 = facts.cells & ~self.farms  # R21
        free_a: i64 = free & ~self.crop[a]  # R15, for each half by itself
        free_b: i64 = facts.seen_from(free & ~self.crop[b], direction)
        spots: i64 = self._level_pairs(direction) & free_a & free_b  # R14, R16
        if levelling:  # R18, R20
            first_low: i64 = self._first_low_pairs(direction)
            second_low: i64 = self._second_low_pairs(direction)
            if facts.levelled_free:  # the French text: any crop on the levelled cell
                spots |= first_low & free & free_b
                spots |= second_low & free_a & facts.seen_from(free, direction)
            else:  # R19
                spots |= (first_low | second_low) & free_a & free_b
        if len(near) > 0:
            suspects: i64 = near[CROPS + a] | facts.seen_from(near[CROPS + b], direction)
            if a == b:
                suspects |= near[a] & facts.seen_from(near[a], direction)
            suspects &= spots
            while suspects != 0:
                cell: i64 = lowest(suspects)
                suspects &= suspects - 1
                if self.joins_farms(cell, a, facts.neighbour(cell, direction), b):
                    spots &= ~(bit(cell))
        return spots

    def _small_spots(self, crop: i64, near: vec[i64]) -> i64:
        """Where a small tile may lie face up (R15, R17, R21, R22)."""
        spots: i64 = self.facts.cells & ~self.farms & ~self.crop[crop]
        if len(near) > 0:
            spots &= ~near[CROPS + crop]
        return spots

    def _near_farms(self) -> vec[i64]:
        """Cells in or beside at least one farm region of each crop, then beside at least two.

        Only a field laid beside two can join them (R22); empty while there are fewer than two farms.
        """
        if self.farms & (self.farms - 1) == 0:
            return vec[i64]()
        near = _numbers(2 * CROPS, 0)
        left: i64 = self.farms
        while left != 0:
            cell: i64 = lowest(left)
            left &= left - 1
            crop: i64 = self.crop_at(cell)
            beside: i64 = self.facts.around(self.facts.flood(bit(cell), self.crop[crop]))
            near[CROPS + crop] |= near[crop] & beside
            near[crop] |= beside
        return near

    def joins_farms(self, cell_a: i64, a: i64, cell_b: i64, b: i64) -> bool:
        """Whether crop `a` on `cell_a`, with `b` on `cell_b` (-1: none), would leave two farms in a region (R38)."""
        bit_a: i64 = bit(cell_a)
        bit_b: i64 = 0
        if cell_b >= 0:
            bit_b = bit(cell_b)
        within: i64 = (self.crop[a] & ~bit_b) | bit_a
        if a == b:
            within |= bit_b
        farms: i64 = self.facts.flood(bit_a, within) & self.farms
        if farms & (farms - 1) != 0:
            return True
        if cell_b < 0:
            return False
        within = (self.crop[b] & ~bit_a) | bit_b
        if a == b:
            within |= bit_a
        farms = self.facts.flood(bit_b, within) & self.farms
        return farms & (farms - 1) != 0

    def _level_pairs(self, direction: i64) -> i64:
        if direction == 0:
            return self.same_right
        if direction == 1:
            return self.same_below
        if direction == 2:
            return (self.same_right << 1) & self.facts.cells
        return (self.same_below << self.facts.columns) & self.facts.cells

    def _first_low_pairs(self, direction: i64) -> i64:
        if direction == 0:
            return self.first_low_right
        if direction == 1:
            return self.first_low_below
        if direction == 2:
            return (self.second_low_right << 1) & self.facts.cells
        return (self.second_low_below << self.facts.columns) & self.facts.cells

    def _second_low_pairs(self, direction: i64) -> i64:
        if direction == 0:
            return self.second_low_right
        if direction == 1:
            return self.second_low_below
        if direction == 2:
            return (self.first_low_right << 1) & self.facts.cells
        return (self.first_low_below << self.facts.columns) & self.facts.cells

    def _score_choices(self) -> vec[i64]:
        """Each open field: victory points or, while its cube is in the barn, farm points (R25, R32, R43)."""
        actions = vec[i64]()
        field: i64 = 0
        while field < 2:
            if self.is_open(field):
                actions = append(actions, SCORE + field * 2)
                if self.cube_of(field) != GONE:
                    actions = append(actions, SCORE + field * 2 + 1)
            field += 1
        return actions

    def farm_sites(self) -> i64:
        """The cells of all regions without a farm (R34)."""
        sites: i64 = self.facts.cells
        left: i64 = self.farms
        while left != 0:
            sites &= ~self.region(lowest(left))
            left &= left - 1
        return sites

    # --- chance ------------------------------------------------------------------------------

    def _draws(self) -> vec[i64]:
        actions = vec[i64](capacity=32)
        kind: i64 = 0
        if self.stack > 0 or self.ending or self.final_stack > 1:
            while kind < self.facts.kinds:
                if self.unseen[kind] > 0:
                    actions = append(actions, DRAW + kind)
                kind += 1
        if self.stack == 0 and not self.ending:
            actions = append(actions, DRAW_END)
        return actions

    def chance_weights(self) -> vec[i64]:
        weights = vec[i64](capacity=32)
        outcomes = self.legal_actions()
        if self.step() == START_SEAT:
            return _numbers(len(outcomes), 1)
        if self.step() == REVEAL:
            for outcome in outcomes:
                weights = append(weights, i64(self.unseen_livestock[outcome - LIVESTOCK]))
            return weights
        # The end-of-game tile is equally likely to be any of the tiles left in the final stack;
        # every tile that nobody has seen is equally likely to be any other tile (R8, R9).
        factor: i64 = 1
        if self.stack == 0 and not self.ending:
            factor = self.final_stack - 1
        unseen: i64 = 0
        for outcome in outcomes:
            if outcome == DRAW_END:
                weights = append(weights, unseen if unseen > 0 else 1)
            else:
                count: i64 = i64(self.unseen[outcome - DRAW])
                unseen += count
                weights = append(weights, count * factor)
        return weights

    def _next_animal(self, crop: i64) -> i64:
        return self.facts.pile[self.pile_taken[crop] - 1]

    # --- doing -------------------------------------------------------------------------------

    def apply(self, action: i64) -> None:
        if action < SMALL:
            self._place_large(action >> 8, (action >> 6) & 3, action & 63)
        elif action < LEVEL:
            self._place_small((action - SMALL) >> 6, action & 63)
        elif action < SCORE:
            self._pay_level(action - LEVEL)
        elif action < FARM:
            self._score_field((action - SCORE) >> 1, (action - SCORE) & 1 == 1)
        elif action < DISCARD:
            self._build_farm(action - FARM)
        elif action < START:
            self._discard(action - DISCARD)
        elif action < DRAW:
            self.pop()
            self.start = action - START
            self.active = self.start
            self.round = 1
        elif action < LIVESTOCK:
            self._draw(action)
        else:
            self._reveal(action - LIVESTOCK)
        self._advance()

    def _place_large(self, kind: i64, direction: i64, cell: i64) -> None:
        facts = self.facts
        seat: i64 = self.active
        self.hand[seat * facts.kinds + kind] -= 1
        self.hand_size[seat] -= 1
        other: i64 = facts.neighbour(cell, direction)
        first: u8 = self.level[cell]
        second: u8 = self.level[other]
        self._begin_scoring(True)
        if first != second:
            self.push(PAY_LEVEL)
        height: u8 = (first if first > second else second) + 1
        self._cover(cell, facts.crop_a[kind], facts.barns_a[kind], direction + 1, height)
        self._cover(other, facts.crop_b[kind], facts.barns_b[kind], ((direction + 2) & 3) + 1, height)
        self.refresh_heights()
        self.cell_a = cell
        self.cell_b = other
        self.barns_a = facts.barns_a[kind]
        self.barns_b = facts.barns_b[kind]
        self.open_fields = 3

    def _place_small(self, crop: i64, cell: i64) -> None:
        self.reserve[self.active * CROPS + crop] -= 1
        self._begin_scoring(False)
        self._cover(cell, crop, self.facts.small_barns[crop], 0, self.level[cell] + 1)
        self.refresh_heights()
        self.cell_a = cell
        self.cell_b = -1
        self.barns_a = self.facts.small_barns[crop]
        self.barns_b = 0
        self.open_fields = 1

    def _begin_scoring(self, draws: bool) -> None:
        """Plan the rest of a turn in which a tile was laid (R12; no draw after a small one, R48)."""
        self.pop()
        self.push(END_TURN)
        if draws:
            self.push(DRAW_TILE)
        self.push(ASSESS)
        self.push(BUILD)
        self.push(SCORE_FIELDS)

    def _cover(self, cell: i64, crop: i64, barns: i64, link: i64, height: u8) -> None:
        """Lay one field on a cell; what is left of a tile that it half covers loses its link."""
        here: i64 = bit(cell)
        old_link: i64 = i64(self.face[cell]) & 7
        if old_link > 0:
            rest: i64 = self.facts.neighbour(cell, old_link - 1)
            self.face[rest] = self.face[rest] & 248
        self.crop[self.crop_at(cell)] &= ~here
        self.crop[crop] |= here
        self.level[cell] = height
        self.face[cell] = u8(barns * 8 + link)

    def _pay_level(self, crop: i64) -> None:
        """Spend the small tile that went face down under the large one (R18, R20)."""
        self.pop()
        self.reserve[self.active * CROPS + crop] -= 1
        self._note(EVENT_LEVEL, crop, 0)

    def _score_field(self, field: i64, farm_points: bool) -> None:
        self.open_fields &= ~bit(field)
        if farm_points:
            self._move_cube(field)
        else:
            self._earn_field(field)

    def _earn_field(self, field: i64) -> None:
        """Victory points of a field (R26 to R28)."""
        points: i64 = self.field_points(field)
        crop: i64 = self.crop_at(self.cell_of(field))
        self.earned[self.active * EARNINGS + crop] += points
        self.vp[self.active] += points
        self._note(EVENT_VP, field, points)

    def _move_cube(self, field: i64) -> None:
        """Farm points: the cube moves, may take livestock, may complete a farm (R29 to R32, R34, R42)."""
        facts = self.facts
        crop: i64 = self.crop_at(self.cell_of(field))
        at: i64 = self.active * CROPS + crop
        before: i64 = self.cubes[at]
        row: i64 = before + (self.barns_a if field == 0 else self.barns_b)
        row = min(row, facts.top_row)  # R31
        self.cubes[at] = row
        self._note(EVENT_FP, field, row - before)
        if row == before:
            return
        self.push(BUILD)
        if row >= facts.livestock_row and self.pile_taken[crop] < len(facts.pile):
            self.cubes[at] = GONE
            self.pile_taken[crop] += 1
            self.push(REVEAL, crop)
            self._note(EVENT_LIVESTOCK, self._next_animal(crop), crop)

    def _reveal(self, entry: i64) -> None:
        self.pop()
        self.unseen_livestock[entry] -= 1
        self.owned[self.active * len(self.facts.entry_animal) + entry] += 1

    def _build_farm(self, cell: i64) -> None:
        """The step stays on the agenda: a second farm may be due (R37)."""
        farm: i64 = self.due_farm(self.active)
        self.farm_cell[self.active * FARMS + farm] = cell
        self.farms |= bit(cell)
        self._note(EVENT_FARM, cell, farm)

    def _discard(self, kind: i64) -> None:
        self.pop()
        at: i64 = self.active * self.facts.kinds + kind
        self.hand[at] -= 1
        self.hand_size[self.active] -= 1
        self.discarded[at] += 1
        self.discard_size[self.active] += 1
        self._note(EVENT_DISCARD, 0, 0)

    def _draw(self, outcome: i64) -> None:
        dealing = self.step() == DEAL
        seat: i64 = self.argument() if dealing else self.active
        self.pop()
        if self.stack > 0:
            self.stack -= 1
        else:
            self.final_stack -= 1
        if outcome == DRAW_END:
            self.ending = True
            return
        self.unseen[outcome - DRAW] -= 1
        self.hand[seat * self.facts.kinds + outcome - DRAW] += 1
        self.hand_size[seat] += 1

    # --- the steps nobody decides ---------------------------------------------------------------

    def _advance(self) -> None:
        """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
        while True:
            step: i64 = self.step()
            if step == PLACE:
                if self._can_place():
                    self.to_play = self.active
                    return
                self._skip_placing()
            elif step == SCORE_FIELDS:
                if self._must_choose_points():
                    self.to_play = self.active
                    return
                self._earn_open_fields()
                self.pop()
            elif step == BUILD:
                if self._must_choose_site():
                    self.to_play = self.active
                    return
            elif step == ASSESS:
                self.pop()
                self._assess()
            elif step == PAY_LEVEL:
                only: i64 = self._only_small_tile()
                if only < 0:
                    self.to_play = self.active
                    return
                self._pay_level(only)
            elif step == DISCARD_TILE:
                kind: i64 = self._only_kind()
                if kind < 0:
                    self.to_play = self.active
                    return
                self._discard(kind)
            elif step == END_TURN:
                self.pop()
                if self._end_turn():
                    return
            elif step == START_SEAT and self.facts.start >= 0:
                self.pop()
                self.start = self.facts.start
                self.active = self.start
                self.round = 1
            elif step == DRAW_TILE and self.stack == 0 and self.final_stack == 0:  # R51
                self.pop()
            else:
                self.to_play = CHANCE
                return

    def _skip_placing(self) -> None:
        """No legal tile at all (R24): farms that wait, assessment, discard, draw."""
        self.pop()
        self._note(EVENT_SKIP, 0, 0)
        self.push(END_TURN)
        if self.hand_size[self.active] > 0:
            self.push(DRAW_TILE)
            self.push(DISCARD_TILE)
        self.push(ASSESS)
        self.push(BUILD)

    def _must_choose_points(self) -> bool:
        field: i64 = 0
        while field < 2:
            if self.is_open(field) and self.cube_of(field) != GONE:
                return True
            field += 1
        return False

    def _earn_open_fields(self) -> None:
        """Only victory points are left to take (R43), so their order does not matter."""
        field: i64 = 0
        while field < 2:
            if self.is_open(field):
                self.open_fields &= ~bit(field)
                self._earn_field(field)
            field += 1

    def _must_choose_site(self) -> bool:
        """Whether a farm is due and has a choice of sites; ends the step once none is due or can be built."""
        if self.due_farm(self.active) >= 0:
            sites: i64 = self.farm_sites()
            if sites == 0:
                self._note(EVENT_WAITS, 0, 0)
            elif sites & (sites - 1) == 0:
                self._build_farm(lowest(sites))
                return False
            else:
                return True
        self.pop()
        return False

    def _assess(self) -> None:
        """Each own farm pays the present size of its region (R46)."""
        farm: i64 = 0
        while farm < FARMS:
            cell: i64 = self.farm_cell[self.active * FARMS + farm]
            if cell >= 0:
                points: i64 = count_bits(self.region(cell))
                self.earned[self.active * EARNINGS + CROPS + farm] += points
                self.vp[self.active] += points
                self._note(EVENT_PAYS, farm, points)
            farm += 1

    def _end_turn(self) -> bool:
        """Hand over to the next seat, or end the game after the last of a round (R50)."""
        following: i64 = (self.active + 1) % self.players
        if following == self.start:
            if self.ending:
                self.to_play = OVER
                self._note(EVENT_OVER, 0, 0)
                return True
            self.round += 1
        self.active = following
        self.push(PLACE)
        return False

    def _only_small_tile(self) -> i64:
        """The only small tile in the active seat's reserve, or -1 if there is a choice."""
        found: i64 = -1
        crop: i64 = 0
        while crop < CROPS:
            if self.reserve[self.active * CROPS + crop] > 0:
                if found >= 0:
                    return -1
                found = crop
            crop += 1
        return found

    def _only_kind(self) -> i64:
        """The only kind of tile in the active seat's hand, or -1 if there is a choice."""
        found: i64 = -1
        kind: i64 = 0
        while kind < self.facts.kinds:
            if self.hand[self.active * self.facts.kinds + kind] > 0:
                if found >= 0:
                    return -1
                found = kind
            kind += 1
        return found

    def _note(self, event: i64, a: i64, b: i64) -> None:
        if self.tracing:
            self.trace = append(self.trace, event + self.active * 16 + a * 256 + b * 65536)

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

    def due_farm(self, seat: i64) -> i64:
        """The farm a seat must build now, the lower row first (R34, R37), or -1."""
        lowest_row: i64 = GONE
        crop: i64 = 0
        while crop < CROPS:
            row: i64 = self.cubes[seat * CROPS + crop]
            lowest_row = min(lowest_row, row)
            crop += 1
        farm: i64 = 0
        while farm < FARMS:
            if self.farm_cell[seat * FARMS + farm] == UNBUILT and lowest_row >= self.facts.farm_rows[farm]:
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

    def refresh_heights(self) -> None:
        """Compare the heights of neighbouring cells anew, after `level` has changed."""
        facts = self.facts
        self.same_right = self.first_low_right = self.second_low_right = 0
        self.same_below = self.first_low_below = self.second_low_below = 0
        right: i64 = facts.seen_from(facts.cells, 0)
        below: i64 = facts.seen_from(facts.cells, 1)
        cell: i64 = 0
        while cell < facts.size:
            here: i64 = bit(cell)
            height: i64 = i64(self.level[cell])
            if right & here:
                step: i64 = i64(self.level[cell + 1]) - height
                if step == 0:
                    self.same_right |= here
                elif step == 1:
                    self.first_low_right |= here
                elif step == -1:
                    self.second_low_right |= here
            if below & here:
                step = i64(self.level[cell + facts.columns]) - height
                if step == 0:
                    self.same_below |= here
                elif step == 1:
                    self.first_low_below |= here
                elif step == -1:
                    self.second_low_below |= here
            cell += 1

    # --- scores --------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [int(self.vp[seat] + self.livestock_points(seat)) for seat in range(int(self.players))]

    def winners(self) -> list[int]:
        if self.to_play != OVER:
            return []
        final = [(score, int(self.farm_fields(seat))) for seat, score in enumerate(self.scores())]
        best = max(final)
        return [seat for seat, result in enumerate(final) if result == best]

    # --- hidden information -----------------------------------------------------------------------

    def forget(self, seat: i64) -> AehreState:
        copy = self.clone()
        other: i64 = 0
        while other < self.players:
            if other != seat:
                copy._forget_tiles(other)
                if self.to_play != OVER:  # R52: livestock is revealed at the end
                    copy._forget_livestock(other)
            other += 1
        return copy

    def _forget_tiles(self, seat: i64) -> None:
        kinds: i64 = self.facts.kinds
        kind: i64 = 0
        while kind < kinds:
            at: i64 = seat * kinds + kind
            self.unseen[kind] += self.hand[at] + self.discarded[at]
            self.hand[at] = 0
            self.discarded[at] = 0
            kind += 1

    def _forget_livestock(self, seat: i64) -> None:
        entries: i64 = len(self.facts.entry_animal)
        entry: i64 = 0
        while entry < entries:
            count: u8 = self.owned[seat * entries + entry]
            self.unseen_livestock[entry] += count
            self.owned_unknown[seat * 3 + self.facts.entry_animal[entry]] += count
            self.owned[seat * entries + entry] = 0
            entry += 1

    def imagine(self, seat: i64, rng: RandomSource) -> AehreState:
        while True:
            copy = self.clone()
            other: i64 = 0
            while other < self.players:
                if other != seat:
                    copy._imagine_tiles(other, rng)
                    copy._imagine_livestock(other, rng)
                other += 1
            # A seat that has to discard has shown that it could lay none of its tiles (R24).
            if copy.step() != DISCARD_TILE or copy.active == seat or not copy._can_place():
                return copy

    def _imagine_tiles(self, seat: i64, rng: RandomSource) -> None:
        kinds: i64 = self.facts.kinds
        known: i64 = 0
        known_discards: i64 = 0
        kind: i64 = 0
        while kind < kinds:
            known += i64(self.hand[seat * kinds + kind])
            known_discards += i64(self.discarded[seat * kinds + kind])
            kind += 1
        while known < i64(self.hand_size[seat]):
            self.hand[seat * kinds + _take(self.unseen, 0, kinds, rng)] += 1
            known += 1
        while known_discards < i64(self.discard_size[seat]):
            self.discarded[seat * kinds + _take(self.unseen, 0, kinds, rng)] += 1
            known_discards += 1

    def _imagine_livestock(self, seat: i64, rng: RandomSource) -> None:
        facts = self.facts
        entries: i64 = len(facts.entry_animal)
        animal: i64 = 0
        while animal < 3:
            first: i64 = 0
            while first < entries and facts.entry_animal[first] != animal:
                first += 1
            beyond: i64 = first
            while beyond < entries and facts.entry_animal[beyond] == animal:
                beyond += 1
            while self.owned_unknown[seat * 3 + animal] > 0:
                self.owned_unknown[seat * 3 + animal] -= 1
                entry: i64 = _take(self.unseen_livestock, first, beyond, rng)
                self.owned[seat * entries + entry] += 1
            animal += 1

    # --- what a position is worth ---------------------------------------------------------------

    def estimate(self, seat: i64) -> i64:
        """Hundredths of a point: points made, livestock, what farms will still pay, and progress in the barn.

        A farm built is worth its region's size for seven tenths of the turns to come (others will
        cut it); a farm to build, a region of three, weighted by the square of the progress towards
        it; a cube on its way to livestock, the mean value of the tile on top, weighted likewise;
        a small tile in reserve, a point and a half. Fields still to be scored count at their best.
        """
        turns: i64 = self._turns_left()
        worth: i64 = (self.vp[seat] + self.livestock_points(seat)) * 100
        farm: i64 = 0
        while farm < FARMS:
            cell: i64 = self.farm_cell[seat * FARMS + farm]
            if cell >= 0:
                worth += count_bits(self.region(cell)) * turns * 7 // 10
            farm += 1
        crop: i64 = 0
        while crop < CROPS:
            worth += i64(self.reserve[seat * CROPS + crop]) * 150
            crop += 1
        worth += self._barn_worth(seat, turns, -1, 0)
        if seat == self.active:
            if self.step() == BUILD:
                worth += self._best_site() * turns * 7 // 10
            field: i64 = 0
            while field < 2:
                if self.is_open(field):
                    worth += self._field_worth(field, turns)
                field += 1
        return worth

    def _turns_left(self) -> i64:
        """Hundredths of a turn that each seat may still expect."""
        if self.ending:
            return 0
        return (self.stack * 2 + self.final_stack) * 50 // self.players

    def _field_worth(self, field: i64, turns: i64) -> i64:
        points: i64 = self.field_points(field) * 100
        row: i64 = self.cube_of(field)
        if row == GONE:
            return points
        crop: i64 = self.crop_at(self.cell_of(field))
        barns: i64 = self.barns_a if field == 0 else self.barns_b
        gain: i64 = self._barn_worth(self.active, turns, crop, barns) - self._barn_worth(
            self.active, turns, -1, 0
        )
        return gain if gain > points else points

    def _barn_worth(self, seat: i64, turns: i64, moved: i64, rows: i64) -> i64:
        """The worth of a seat's cubes and unbuilt farms, with the cube of crop `moved` `rows` further on."""
        facts = self.facts
        worth: i64 = 0
        crop: i64 = 0
        while crop < CROPS:
            row: i64 = self.cubes[seat * CROPS + crop] + (rows if crop == moved else 0)
            if row < GONE and self.pile_taken[crop] < len(facts.pile):
                mean: i64 = self._mean_value(facts.pile[self.pile_taken[crop]])
                if row >= facts.livestock_row:
                    worth += mean
                else:
                    worth += mean * row * row * 8 // (facts.livestock_row * facts.livestock_row * 10)
            crop += 1
        farm: i64 = 0
        while farm < FARMS:
            if self.farm_cell[seat * FARMS + farm] == UNBUILT:
                goal: i64 = facts.farm_rows[farm]
                done: i64 = 0
                crop = 0
                while crop < CROPS:
                    row = self.cubes[seat * CROPS + crop] + (rows if crop == moved else 0)
                    done += row if row < goal else goal
                    crop += 1
                whole: i64 = goal * CROPS
                worth += 3 * turns * 7 * done * done // (10 * whole * whole)
            farm += 1
        return worth

    def _mean_value(self, animal: i64) -> i64:
        """The mean value of an animal's tiles, in hundredths of a point."""
        total: i64 = 0
        count: i64 = 0
        entry: i64 = 0
        while entry < len(self.facts.entry_animal):
            if self.facts.entry_animal[entry] == animal:
                total += self.facts.entry_value[entry] * i64(self.facts.entry_count[entry])
                count += i64(self.facts.entry_count[entry])
            entry += 1
        return total * 100 // count

    def _best_site(self) -> i64:
        """The size of the largest region without a farm."""
        best: i64 = 0
        left: i64 = self.farm_sites()
        while left != 0:
            region: i64 = self.region(lowest(left))
            left &= ~region
            size: i64 = count_bits(region)
            best = max(best, size)
        return best

    # --- words and pictures: in modules of their own, which need not be fast ----------------------

    def describe(self, action: i64) -> str:
        from farmtable.games.aehre import notation

        return notation.describe(self, action)

    def read(self, text: str) -> int:
        from farmtable.games.aehre import notation

        action = notation.read(self, text)
        if action is None:
            raise IllegalAction(f"{text!r} is not an action of this game; for example: {notation.EXAMPLES}")
        return action

    def refusal(self, action: i64) -> Refusal | None:
        from farmtable.games.aehre import refusals

        return refusals.refusal(self, action)

    def tell(self, action: i64, seat: i64) -> list[Text]:
        from farmtable.games.aehre import story

        return story.tell(self, action, seat)

    def score_sheet(self, seat: i64) -> list[tuple[Text, int]]:
        from farmtable.games.aehre import story

        return story.score_sheet(self, seat)

    def view(self, seat: i64) -> dict[str, Any]:
        from farmtable.games.aehre import view

        return view.view(self, seat)

    def preview(self, seat: i64, action: i64) -> dict[str, Any]:
        from farmtable.games.aehre import view

        return view.preview(self, seat, action)

    def sketch(self) -> str:
        from farmtable.games.aehre import view

        return view.sketch(self)

    def to_dict(self) -> dict[str, Any]:
        from farmtable.games.aehre import position

        return position.to_dict(self)

    def observe(self, seat: i64, buffer: object) -> None:
        from farmtable.games.aehre import observation

        observation.observe(self, seat, buffer)

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


def _zeros(n: i64) -> vec[u8]:
    out = vec[u8](capacity=n)
    while len(out) < n:
        out = append(out, 0)
    return out


def _numbers(n: i64, value: i64) -> vec[i64]:
    out = vec[i64](capacity=n)
    while len(out) < n:
        out = append(out, value)
    return out


def _numbered(cells: i64, base: i64, actions: vec[i64]) -> vec[i64]:
    """`actions` and, for each cell in turn, `base + cell`."""
    while cells != 0:
        actions = append(actions, base + lowest(cells))
        cells &= cells - 1
    return actions


def _take(counts: vec[u8], first: i64, beyond: i64, rng: RandomSource) -> i64:
    """Take one thing out of a multiset, each thing equally likely, and return its index."""
    total: i64 = 0
    i: i64 = first
    while i < beyond:
        total += i64(counts[i])
        i += 1
    left: i64 = rng.below(total)
    i = first
    while left >= i64(counts[i]):
        left -= i64(counts[i])
        i += 1
    counts[i] -= 1
    return i
