"""The course of a turn: doing an action, and the steps that nobody has to decide (R12 to R51).

A turn is planned on the agenda: place, pay for levelling, score each field, build farms, assess
them, draw, end. `advance` runs what follows by itself and stops at the first step to be decided.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, count_bits, lowest
from farmtable.core.state import CHANCE, OVER
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import (
    CROPS,
    DISCARD,
    DRAW,
    DRAW_END,
    FARM,
    FARMS,
    LEVEL,
    LIVESTOCK,
    SCORE,
    SMALL,
    START,
)
from farmtable.games.aehre.position.steps import (
    ASSESS,
    BUILD,
    DEAL,
    DISCARD_TILE,
    DRAW_TILE,
    EARNINGS,
    END_TURN,
    EVENT_DISCARD,
    EVENT_FARM,
    EVENT_FP,
    EVENT_LEVEL,
    EVENT_LIVESTOCK,
    EVENT_OVER,
    EVENT_PAYS,
    EVENT_SKIP,
    EVENT_VP,
    EVENT_WAITS,
    GONE,
    PAY_LEVEL,
    PLACE,
    REVEAL,
    SCORE_FIELDS,
    START_SEAT,
)
from farmtable.games.aehre.rules.chance import next_animal
from farmtable.games.aehre.rules.placing import can_place, refresh_heights


def apply(state: Position, action: i64) -> None:
    if action < SMALL:
        place_large(state, action >> 8, (action >> 6) & 3, action & 63)
    elif action < LEVEL:
        place_small(state, (action - SMALL) >> 6, action & 63)
    elif action < SCORE:
        pay_level(state, action - LEVEL)
    elif action < FARM:
        score_field(state, (action - SCORE) >> 1, (action - SCORE) & 1 == 1)
    elif action < DISCARD:
        build_farm(state, action - FARM)
    elif action < START:
        discard(state, action - DISCARD)
    elif action < DRAW:
        state.pop()
        state.start = action - START
        state.active = state.start
        state.round = 1
    elif action < LIVESTOCK:
        draw(state, action)
    else:
        reveal(state, action - LIVESTOCK)
    advance(state)


def place_large(state: Position, kind: i64, direction: i64, cell: i64) -> None:
    facts = state.facts
    seat: i64 = state.active
    state.hand[seat * facts.kinds + kind] -= 1
    state.hand_size[seat] -= 1
    other: i64 = facts.neighbour(cell, direction)
    first: u8 = state.level[cell]
    second: u8 = state.level[other]
    begin_scoring(state, True)
    if first != second:
        state.push(PAY_LEVEL)
    height: u8 = (first if first > second else second) + 1
    cover(state, cell, facts.crop_a[kind], facts.barns_a[kind], direction + 1, height)
    cover(state, other, facts.crop_b[kind], facts.barns_b[kind], ((direction + 2) & 3) + 1, height)
    refresh_heights(state)
    state.cell_a = cell
    state.cell_b = other
    state.barns_a = facts.barns_a[kind]
    state.barns_b = facts.barns_b[kind]
    state.open_fields = 3


def place_small(state: Position, crop: i64, cell: i64) -> None:
    state.reserve[state.active * CROPS + crop] -= 1
    begin_scoring(state, False)
    cover(state, cell, crop, state.facts.small_barns[crop], 0, state.level[cell] + 1)
    refresh_heights(state)
    state.cell_a = cell
    state.cell_b = -1
    state.barns_a = state.facts.small_barns[crop]
    state.barns_b = 0
    state.open_fields = 1


def begin_scoring(state: Position, draws: bool) -> None:
    """Plan the rest of a turn in which a tile was laid (R12; no draw after a small one, R48)."""
    state.pop()
    state.push(END_TURN)
    if draws:
        state.push(DRAW_TILE)
    state.push(ASSESS)
    state.push(BUILD)
    state.push(SCORE_FIELDS)


def cover(state: Position, cell: i64, crop: i64, barns: i64, link: i64, height: u8) -> None:
    """Lay one field on a cell; what is left of a tile that it half covers loses its link."""
    here: i64 = bit(cell)
    old_link: i64 = i64(state.face[cell]) & 7
    if old_link > 0:
        rest: i64 = state.facts.neighbour(cell, old_link - 1)
        state.face[rest] = state.face[rest] & 248
    state.crop[state.crop_at(cell)] &= ~here
    state.crop[crop] |= here
    state.level[cell] = height
    state.face[cell] = u8(barns * 8 + link)
    state.surveyed = vec[i64]()


def pay_level(state: Position, crop: i64) -> None:
    """Spend the small tile that went face down under the large one (R18, R20)."""
    state.pop()
    state.reserve[state.active * CROPS + crop] -= 1
    note(state, EVENT_LEVEL, crop, 0)


def score_field(state: Position, field: i64, farm_points: bool) -> None:
    state.open_fields &= ~bit(field)
    if farm_points:
        move_cube(state, field)
    else:
        earn_field(state, field)


def earn_field(state: Position, field: i64) -> None:
    """Victory points of a field (R26 to R28)."""
    points: i64 = state.field_points(field)
    crop: i64 = state.crop_at(state.cell_of(field))
    state.earned[state.active * EARNINGS + crop] += points
    state.vp[state.active] += points
    note(state, EVENT_VP, field, points)


def move_cube(state: Position, field: i64) -> None:
    """Farm points: the cube moves, may take livestock, may complete a farm (R29 to R32, R34, R42)."""
    facts = state.facts
    crop: i64 = state.crop_at(state.cell_of(field))
    at: i64 = state.active * CROPS + crop
    before: i64 = state.cubes[at]
    row: i64 = before + (state.barns_a if field == 0 else state.barns_b)
    row = min(row, facts.top_row)  # R31
    reached: i64 = state.rows_reached(state.active)
    state.cubes[at] = row
    note(state, EVENT_FP, field, row - before)
    if row == before:
        return
    if state.rows_reached(state.active) > reached:  # else a farm that waits goes on waiting (R37)
        state.push(BUILD)
    if row >= facts.livestock_row and state.pile_taken[crop] < len(facts.pile):
        state.cubes[at] = GONE
        state.pile_taken[crop] += 1
        state.push(REVEAL, crop)
        note(state, EVENT_LIVESTOCK, next_animal(state, crop), crop)


def reveal(state: Position, entry: i64) -> None:
    state.pop()
    state.unseen_livestock[entry] -= 1
    state.owned[state.active * len(state.facts.entry_animal) + entry] += 1


def build_farm(state: Position, cell: i64) -> None:
    """The step stays on the agenda: a second farm may be due (R37)."""
    farm: i64 = state.due_farm(state.active)
    state.farm_cell[state.active * FARMS + farm] = cell
    state.farms |= bit(cell)
    state.surveyed = vec[i64]()
    note(state, EVENT_FARM, cell, farm)


def discard(state: Position, kind: i64) -> None:
    state.pop()
    at: i64 = state.active * state.facts.kinds + kind
    state.hand[at] -= 1
    state.hand_size[state.active] -= 1
    state.discarded[at] += 1
    state.discard_size[state.active] += 1
    note(state, EVENT_DISCARD, 0, 0)


def draw(state: Position, outcome: i64) -> None:
    dealing = state.step() == DEAL
    seat: i64 = state.argument() if dealing else state.active
    state.pop()
    if state.stack > 0:
        state.stack -= 1
    else:
        state.final_stack -= 1
    if outcome == DRAW_END:
        state.ending = True
        return
    state.unseen[outcome - DRAW] -= 1
    state.hand[seat * state.facts.kinds + outcome - DRAW] += 1
    state.hand_size[seat] += 1


def advance(state: Position) -> None:
    """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
    while True:
        step: i64 = state.step()
        if step == PLACE:
            if can_place(state):
                state.to_play = state.active
                return
            skip_placing(state)
        elif step == SCORE_FIELDS:
            if must_choose_points(state):
                state.to_play = state.active
                return
            earn_open_fields(state)
            state.pop()
        elif step == BUILD:
            if must_choose_site(state):
                state.to_play = state.active
                return
        elif step == ASSESS:
            state.pop()
            assess(state)
        elif step == PAY_LEVEL:
            only: i64 = only_small_tile(state)
            if only < 0:
                state.to_play = state.active
                return
            pay_level(state, only)
        elif step == DISCARD_TILE:
            kind: i64 = only_kind(state)
            if kind < 0:
                state.to_play = state.active
                return
            discard(state, kind)
        elif step == END_TURN:
            state.pop()
            if end_turn(state):
                return
        elif step == START_SEAT and state.facts.start >= 0:
            state.pop()
            state.start = state.facts.start
            state.active = state.start
            state.round = 1
        elif step == DRAW_TILE and state.stack == 0 and state.final_stack == 0:  # R51
            state.pop()
        else:
            state.to_play = CHANCE
            return


def skip_placing(state: Position) -> None:
    """No legal tile at all (R24): farms that wait, assessment, discard, draw."""
    state.pop()
    note(state, EVENT_SKIP, 0, 0)
    state.push(END_TURN)
    if state.hand_size[state.active] > 0:
        state.push(DRAW_TILE)
        state.push(DISCARD_TILE)
    state.push(ASSESS)
    state.push(BUILD)


def must_choose_points(state: Position) -> bool:
    field: i64 = 0
    while field < 2:
        if state.is_open(field) and state.cube_of(field) != GONE:
            return True
        field += 1
    return False


def earn_open_fields(state: Position) -> None:
    """Only victory points are left to take (R43), so their order does not matter."""
    field: i64 = 0
    while field < 2:
        if state.is_open(field):
            state.open_fields &= ~bit(field)
            earn_field(state, field)
        field += 1


def must_choose_site(state: Position) -> bool:
    """Whether a farm is due and has a choice of sites; ends the step once none is due or can be built."""
    if state.due_farm(state.active) >= 0:
        sites: i64 = state.farm_sites()
        if sites == 0:
            note(state, EVENT_WAITS, 0, 0)
        elif sites & (sites - 1) == 0:
            build_farm(state, lowest(sites))
            return False
        else:
            return True
    state.pop()
    return False


def assess(state: Position) -> None:
    """Each own farm pays the present size of its region (R46)."""
    farm: i64 = 0
    while farm < FARMS:
        cell: i64 = state.farm_cell[state.active * FARMS + farm]
        if cell >= 0:
            points: i64 = count_bits(state.region(cell))
            state.earned[state.active * EARNINGS + CROPS + farm] += points
            state.vp[state.active] += points
            note(state, EVENT_PAYS, farm, points)
        farm += 1


def end_turn(state: Position) -> bool:
    """Hand over to the next seat, or end the game after the last of a round (R50)."""
    following: i64 = (state.active + 1) % state.players
    if following == state.start:
        if state.ending:
            state.to_play = OVER
            note(state, EVENT_OVER, 0, 0)
            return True
        state.round += 1
    state.active = following
    state.push(PLACE)
    return False


def only_small_tile(state: Position) -> i64:
    """The only small tile in the active seat's reserve, or -1 if there is a choice."""
    found: i64 = -1
    crop: i64 = 0
    while crop < CROPS:
        if state.reserve[state.active * CROPS + crop] > 0:
            if found >= 0:
                return -1
            found = crop
        crop += 1
    return found


def only_kind(state: Position) -> i64:
    """The only kind of tile in the active seat's hand, or -1 if there is a choice."""
    found: i64 = -1
    kind: i64 = 0
    while kind < state.facts.kinds:
        if state.hand[state.active * state.facts.kinds + kind] > 0:
            if found >= 0:
                return -1
            found = kind
        kind += 1
    return found


def note(state: Position, event: i64, a: i64, b: i64) -> None:
    if state.tracing:
        state.trace = append(state.trace, event + state.active * 16 + a * 256 + b * 65536)
