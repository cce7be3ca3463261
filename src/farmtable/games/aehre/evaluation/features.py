"""What an evaluation learns from: how one seat stands, as `COUNT` whole numbers.

The crops are alike but for cubes, farms and regions, so hardly anything is told crop by crop: rows are
sorted, and what belongs together (a tile in hand and the region it could join) is told as one number.
Each block of numbers begins at a constant and is filled by a function of its own; what is not said is
0. Points, and products of fields and turns, are whole points; numbers of turns are in tenths.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat, StepId
from farmtable.core.bits import bit, count_bits
from farmtable.core.state import OVER
from farmtable.core.vectors import numbers
from farmtable.games.aehre.position import steps as s
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import CROPS, FARMS, MAX_PLAYERS
from farmtable.games.aehre.rules.chance import next_animal
from farmtable.games.aehre.rules.land import (
    CROP,
    FARM_BLOCK,
    FARM_NUMBERS,
    GROWTH,
    LARGEST,
    LOSS,
    OFFER,
    OTHER_SITE,
    PAYS,
    REGIONS,
    ROOM,
    ROOTS,
    SITE,
    SIZE,
    survey,
)
from farmtable.games.aehre.rules.offers import LEVELLED, SMALL_OFFERS, pair

MOST_POINTS: Final = 30_000
TENTH: Final = 10
MOST_PAY: Final = 99

# Points now, percent of the game to come, own assessments, own placements and whole later rounds to
# come, ordinary stacks empty, end of the game drawn, place behind the start player.
TIME: Final = 0
SEATS: Final = 8  # one-hot: 2, 3, 4, 5 seats
WAIT: Final = 12  # one-hot: turns until the own one, 0 while it runs
LAST_TURNS: Final = 17  # fewer than 1, 2, 3, 4 own placements to come
# Only in the own turn, one for each step: to lay a tile, to pay for levelling, to draw, to discard; then
# two fields to score, one, mean points of livestock about to be revealed, farms due, what they will pay.
TURN: Final = 21
# Fields to score: points if all take points; of the best way to score them its points and its whole
# worth; then for the field with more points and for the other: points, barns that bring the next farm
# nearer, barns, what livestock it would take, whether it would complete a farm.
FIELDS: Final = 30
FIELD: Final = FIELDS + 3
FIELD_NUMBERS: Final = 5
# The cubes: their rows in ascending order (gone: one above livestock), how many are gone.
CUBES: Final = FIELD + 2 * FIELD_NUMBERS
# For the next farm and the one after it: unbuilt, rows missing, crops that miss 1, 2, more rows, what it
# would pay if it came soon, what it may pay in the time that is left.
GOALS: Final = CUBES + CROPS + 1
GOAL_NUMBERS: Final = 7
# Livestock: worth of the way to it, the same behind the seats that are nearer, mean points of what is 1
# or 2 rows away and 3 or 4 rows away, cubes before an empty pile.
LIVESTOCK: Final = GOALS + FARMS * GOAL_NUMBERS
# Hand: size, doubles, barns, about the points of the best tile and of the next, rows that its best tile
# and all together bring the next farm nearer, crops of the next farm that it lacks, best livestock.
HAND: Final = LIVESTOCK + 5
# Reserve: size, best points, rows towards the next farm, crops that neither hand nor reserve have for
# it, best livestock, whether anything is left, small tiles of all seats (each may make the game longer).
RESERVE: Final = HAND + 9
# Each own farm: built, fields, what it will pay, fields and points that covering one cell would cost,
# only one root, two, room to grow, growth by one field, what growing would pay from the hand, from the
# reserve, fields in hand of its crop, what growing would pay, what joining the largest region of its crop
# would, what it will pay in the turns that the small tiles of all seats may add.
OWN_FARMS: Final = RESERVE + 7
OWN_FARM_NUMBERS: Final = 15
# The crop area: the largest regions without a farm of the three best crops, their best offers, the two
# largest sites, free regions, points of the best offer in all own turns, even pairs of cells, farms.
AREA: Final = OWN_FARMS + FARMS * OWN_FARM_NUMBERS
# Each other seat in turn order: points, farms, what they will pay, fields, largest cut, rows missing to
# the next farm, what that may pay, cubes gone, rows, reserve, mean points of livestock 1 or 2 rows away,
# whether its turn comes before the own one.
OTHERS: Final = AREA + 12
OTHER_NUMBERS: Final = 12
# What tiles would make in points, exactly: the best three in hand, by how much levelling would better the
# best, the best in reserve; in tenths what a tile drawn unseen would make, the best of the hand and one more;
# the same for all own placements; then for each other seat in turn order in tenths the best of its hand as
# far as it can be guessed, and the points of its best small tile.
PAYING: Final = OTHERS + (MAX_PLAYERS - 1) * OTHER_NUMBERS
PAYING_OTHERS: Final = PAYING + 8
COUNT: Final[int] = PAYING_OTHERS + 2 * (MAX_PLAYERS - 1)

_ZEROS: Final[vec[i64]] = numbers(COUNT, 0)


def features(state: Position, seat: Seat) -> vec[i64]:
    """The numbers above for `seat`, only from what it may know."""
    out = _ZEROS[:]
    found = survey(state)
    _time(state, seat, out)
    turns: i64 = out[TIME + 2]
    _cubes(state, seat, out)
    _goals(state, seat, turns * found[SITE], out)
    _livestock(state, seat, out)
    needs = _needs(state, seat)
    held = numbers(CROPS, 0)
    _hand(state, seat, needs, held, out)
    _reserve(state, seat, needs, held, out)
    farm: i64 = 0
    while farm < FARMS:
        if state.farm_cell[seat * FARMS + farm] >= 0:
            _own_farm(state, seat, farm, held, out)
        farm += 1
    _area(state, turns, out)
    if seat == state.active:
        _turn(state, needs, out)
    other: i64 = 1
    while other < state.players:
        _other(state, seat, other, out)
        other += 1
    _paying(state, seat, out)
    return out


# --- time ----------------------------------------------------------------------------------------


def percent_to_come(state: Position) -> i64:
    """How much of the game is still to come: 100 until the first draw, 0 when it is over, never rising."""
    if state.to_play == OVER:
        return 0
    n: i64 = state.players
    facts = state.facts
    whole: i64 = 2 * facts.stack + facts.final_stack + 1 + 2 * (n - 1)
    left: i64 = 2 * state.stack + state.final_stack + 2 * (n - 1)
    if state.ending:
        left = 2 * (n - (state.active - state.start + n) % n)
    share: i64 = (left * 100 + whole - 1) // whole
    return min(share, 100)


def later_rounds(state: Position) -> i64:
    """Tenths of rounds that may be expected after the running one, if only large tiles are laid."""
    if state.ending or state.to_play == OVER:
        return 0
    n: i64 = state.players
    drawing: i64 = (state.active - state.start + n) % n  # the place of the seat that draws next
    step: StepId = state.step()
    if state.cell_b < 0 and step not in (s.DEAL, s.PLACE, s.DRAW_TILE):
        drawing += 1  # a small tile: nothing is drawn in this turn
    # The end is drawn with equal chance first, second ... last from the final stack.
    rounds: i64 = 0
    draws: i64 = 0
    while draws < state.final_stack:
        rounds += (drawing + state.stack + draws) // n
        draws += 1
    return rounds * TENTH // draws


def _assessments(state: Position, seat: Seat, rounds: i64) -> i64:
    """Tenths of own assessments that a seat may still expect, with so many tenths of later rounds."""
    if state.to_play == OVER:
        return 0
    n: i64 = state.players
    place: i64 = (seat - state.start + n) % n
    running: i64 = (state.active - state.start + n) % n
    if place < running or (place == running and state.step() in (s.DISCARD_TILE, s.DRAW_TILE)):
        return rounds
    return rounds + TENTH


def _time(state: Position, seat: Seat, out: vec[i64]) -> None:
    n: i64 = state.players
    rounds: i64 = later_rounds(state)
    turns: i64 = _assessments(state, seat, rounds)
    placements: i64 = turns
    if seat == state.active and state.step() not in (s.DEAL, s.PLACE):
        placements = rounds
    points: i64 = state.vp[seat] + state.livestock_points(seat)
    out[TIME] = min(points, MOST_POINTS)
    out[TIME + 1] = percent_to_come(state)
    out[TIME + 2] = turns
    out[TIME + 3] = placements
    out[TIME + 4] = rounds
    if state.stack == 0:
        out[TIME + 5] = 1
    if state.ending:
        out[TIME + 6] = 1
    out[SEATS + n - 2] = 1
    last: i64 = 0
    while last < 4:
        if placements < (last + 1) * TENTH:
            out[LAST_TURNS + last] = 1
        last += 1
    if state.active >= 0:
        out[TIME + 7] = (seat - state.start + n) % n
        out[WAIT + (seat - state.active + n) % n] = 1


# --- the barn ------------------------------------------------------------------------------------


def _cubes(state: Position, seat: Seat, out: vec[i64]) -> None:
    top: i64 = state.facts.livestock_row + 1
    crop: i64 = 0
    while crop < CROPS:
        row: i64 = state.cubes[seat * CROPS + crop]
        if row == s.GONE:
            row = top
            out[CUBES + CROPS] += 1
        at: i64 = CUBES + crop
        while at > CUBES and out[at - 1] > row:
            out[at] = out[at - 1]
            at -= 1
        out[at] = row
        crop += 1


def next_goal(state: Position, seat: Seat) -> i64:
    """The lowest farm row that a seat's cubes have still to reach for an unbuilt farm; 0 if there is none."""
    farm: i64 = state.rows_reached(seat)
    while farm < FARMS:
        if state.farm_cell[seat * FARMS + farm] == s.UNBUILT:
            return state.facts.farm_rows[farm]
        farm += 1
    return 0


def _needs(state: Position, seat: Seat) -> vec[i64]:
    """The rows that each cube misses to the next farm."""
    goal: i64 = next_goal(state, seat)
    needs = numbers(CROPS, 0)
    crop: i64 = 0
    while crop < CROPS:
        row: i64 = state.cubes[seat * CROPS + crop]
        if row < goal:
            needs[crop] = goal - row
        crop += 1
    return needs


def _goals(state: Position, seat: Seat, pay: i64, out: vec[i64]) -> None:
    """The farms whose row is not reached; `pay`: fields of the best site times tenths of turns."""
    at: i64 = GOALS
    farm: i64 = state.rows_reached(seat)
    while farm < FARMS:
        if state.farm_cell[seat * FARMS + farm] == s.UNBUILT:
            goal: i64 = state.facts.farm_rows[farm]
            missing: i64 = 0
            crop: i64 = 0
            while crop < CROPS:
                need: i64 = goal - state.cubes[seat * CROPS + crop]
                if need > 0:
                    missing += need
                    out[at + 2 + min(need, 3) - 1] += 1
                crop += 1
            out[at] = 1
            out[at + 1] = missing
            out[at + 5] = pay * 4 // (10 * (4 + missing))
            out[at + 6] = promise(missing, pay, out[TIME + 2])
            at += GOAL_NUMBERS
        farm += 1


def promise(missing: i64, pay: i64, turns: i64) -> i64:
    """What a farm may still pay that misses so many rows, at about two and a half rows a turn."""
    delay: i64 = missing * 4
    if delay >= turns:
        return 0
    return pay * (turns - delay) // (turns * TENTH)


def livestock_at(state: Position, crop: i64, rank: i64) -> i64:
    """The mean value, in hundredths, of the tile that the seat behind `rank` others gets on a track."""
    place: i64 = state.pile_taken[crop] + rank
    if place >= len(state.facts.pile):
        return 0
    return state.facts.mean_value[state.facts.pile[place]]


def _livestock(state: Position, seat: Seat, out: vec[i64]) -> None:
    goal: i64 = state.facts.livestock_row
    square: i64 = goal * goal * 100
    crop: i64 = 0
    while crop < CROPS:
        row: i64 = state.cubes[seat * CROPS + crop]
        if row < s.GONE:
            value: i64 = livestock_at(state, crop, 0)
            if value == 0:
                out[LIVESTOCK + 4] += 1
            elif row < goal:
                nearer: i64 = 0
                other: i64 = crop
                while other < state.players * CROPS:
                    if row < state.cubes[other] < s.GONE:
                        nearer += 1
                    other += CROPS
                out[LIVESTOCK] += value * row * row // square
                out[LIVESTOCK + 1] += livestock_at(state, crop, nearer) * row * row // square
                if goal - row <= 2:
                    out[LIVESTOCK + 2] += value // 100
                elif goal - row <= 4:
                    out[LIVESTOCK + 3] += value // 100
        crop += 1


# --- tiles ---------------------------------------------------------------------------------------


def catch(state: Position, seat: Seat, crop: i64, barns: i64) -> i64:
    """The mean points of the livestock that a field of this crop and barns would take for a seat."""
    row: i64 = state.cubes[seat * CROPS + crop]
    if barns == 0 or row == s.GONE or row + barns < state.facts.livestock_row:
        return 0
    return livestock_at(state, crop, 0) // 100


def _hand(state: Position, seat: Seat, needs: vec[i64], held: vec[i64], out: vec[i64]) -> None:
    """Enter the large tiles in hand, and in `held` how many of their fields show each crop."""
    facts = state.facts
    found = state.surveyed
    lacking: i64 = 0
    crop: i64 = 0
    while crop < CROPS:
        if needs[crop] > 0:
            lacking |= bit(crop)
        crop += 1
    kind: i64 = 0
    while kind < facts.kinds:
        count: i64 = i64(state.hand[seat * facts.kinds + kind])
        if count > 0:
            a: i64 = facts.crop_a[kind]
            b: i64 = facts.crop_b[kind]
            barns_a: i64 = facts.barns_a[kind]
            barns_b: i64 = facts.barns_b[kind]
            held[a] += count
            held[b] += count
            out[HAND] += count
            out[HAND + 2] += count * (barns_a + barns_b)
            points: i64 = found[OFFER + a] + found[OFFER + b]
            if a == b:
                out[HAND + 1] += count
                points += 2
            if points > out[HAND + 3]:
                out[HAND + 4] = points if count > 1 else out[HAND + 3]
                out[HAND + 3] = points
            elif points > out[HAND + 4]:
                out[HAND + 4] = points
            rows: i64 = min(barns_a, needs[a]) + min(barns_b, needs[b])
            out[HAND + 5] = max(out[HAND + 5], rows)
            out[HAND + 6] += rows
            if barns_a > 0:
                lacking &= ~bit(a)
            if barns_b > 0:
                lacking &= ~bit(b)
            taken: i64 = catch(state, seat, a, barns_a) + catch(state, seat, b, barns_b)
            out[HAND + 8] = max(out[HAND + 8], taken)
        kind += 1
    out[HAND + 7] = count_bits(lacking)


def _reserve(state: Position, seat: Seat, needs: vec[i64], held: vec[i64], out: vec[i64]) -> None:
    found = state.surveyed
    crop: i64 = 0
    while crop < CROPS:
        small: i64 = i64(state.reserve[seat * CROPS + crop])
        if small > 0:
            barns: i64 = state.facts.small_barns[crop]
            out[RESERVE] += small
            out[RESERVE + 1] = max(out[RESERVE + 1], found[OFFER + crop])
            out[RESERVE + 2] += min(barns, needs[crop])
            out[RESERVE + 4] = max(out[RESERVE + 4], catch(state, seat, crop, barns))
            out[RESERVE + 5] = 1
        elif needs[crop] > 0 and held[crop] == 0:
            out[RESERVE + 3] += 1
        crop += 1
    place: i64 = 0
    while place < state.players * CROPS:
        out[RESERVE + 6] += i64(state.reserve[place])
        place += 1


# --- what tiles would pay ------------------------------------------------------------------------


def _paying(state: Position, seat: Seat, out: vec[i64]) -> None:
    facts = state.facts
    found = state.surveyed
    unseen = numbers(MOST_PAY + 1, 0)  # tiles this seat has not seen, by what they pay
    levelled = numbers(MOST_PAY + 1, 0)  # the same with levelling
    count: i64 = 0
    bettered: i64 = 0
    kind: i64 = 0
    while kind < facts.kinds:
        at: i64 = PAYS + pair(facts.crop_a[kind], facts.crop_b[kind])
        level: i64 = min(found[at], MOST_PAY)
        either: i64 = max(level, min(found[at + LEVELLED], MOST_PAY))
        left: i64 = i64(state.unseen[kind])
        held: i64 = kind
        other: i64 = 0
        while other < state.players:
            if other != seat:
                left += i64(state.hand[held]) + i64(state.discarded[held])
            held += facts.kinds
            other += 1
        unseen[level] += left
        levelled[either] += left
        count += left
        mine: i64 = i64(state.hand[seat * facts.kinds + kind])
        if mine > 0:
            bettered = max(bettered, either)
        while mine > 0:
            mine -= 1
            _rank(level, out, PAYING)
        kind += 1
    if state.has_reserve(seat):
        out[PAYING + 3] = max(0, bettered - out[PAYING])
    out[PAYING + 4] = _best_small(state, seat)
    if count > 0:
        out[PAYING + 5] = _best_of(unseen, count, 1, 0)
        out[PAYING + 6] = _best_of(unseen, count, 1, out[PAYING])
        out[PAYING + 7] = out[PAYING + 6] * out[TIME + 3] // (TENTH * TENTH)
    other = 1
    while other < state.players:
        rival: i64 = (seat + other) % state.players
        at = PAYING_OTHERS + 2 * (other - 1)
        if count > 0:
            tiles = levelled if state.has_reserve(rival) else unseen
            out[at] = _best_of(tiles, count, i64(state.hand_size[rival]), 0)
        out[at + 1] = _best_small(state, rival)
        other += 1


def _rank(points: i64, out: vec[i64], at: i64) -> None:
    """Put a number in its place among three in descending order."""
    if points > out[at]:
        out[at + 2] = out[at + 1]
        out[at + 1] = out[at]
        out[at] = points
    elif points > out[at + 1]:
        out[at + 2] = out[at + 1]
        out[at + 1] = points
    elif points > out[at + 2]:
        out[at + 2] = points


def _best_of(tiles: vec[i64], count: i64, drawn: i64, least: i64) -> i64:
    """Tenths of points of the best of some tiles drawn from `count`, counted by points, or `least` points."""
    mean: float = 0.0
    passed: i64 = 0
    below: float = 0.0
    points: i64 = 0
    while passed < count:
        if tiles[points] > 0:
            passed += tiles[points]
            one: float = float(passed) / float(count)
            share: float = 1.0
            i: i64 = 0
            while i < drawn:
                share *= one
                i += 1
            mean += (share - below) * float(max(points, least))
            below = share
        points += 1
    return i64(mean * 10.0 + 0.5)


def _best_small(state: Position, seat: Seat) -> i64:
    best: i64 = 0
    crop: i64 = 0
    while crop < CROPS:
        if state.reserve[seat * CROPS + crop] > 0:
            best = max(best, state.surveyed[PAYS + SMALL_OFFERS + crop])
        crop += 1
    return best


# --- the crop area -------------------------------------------------------------------------------


def _own_farm(state: Position, seat: Seat, farm: i64, held: vec[i64], out: vec[i64]) -> None:
    found = state.surveyed
    of: i64 = FARM_BLOCK + (seat * FARMS + farm) * FARM_NUMBERS
    at: i64 = OWN_FARMS + farm * OWN_FARM_NUMBERS
    turns: i64 = out[TIME + 2]
    crop: i64 = found[of + CROP]
    out[at] = 1
    out[at + 1] = found[of + SIZE]
    out[at + 2] = found[of + SIZE] * turns // TENTH
    out[at + 3] = found[of + LOSS]
    out[at + 4] = found[of + LOSS] * turns // TENTH
    if found[of + ROOTS] == 1:
        out[at + 5] = 1
    elif found[of + ROOTS] == 2:
        out[at + 6] = 1
    out[at + 7] = found[of + ROOM]
    out[at + 8] = found[of + GROWTH]
    if held[crop] > 0:
        out[at + 9] = found[of + GROWTH] * out[TIME + 3] // TENTH
    if state.reserve[seat * CROPS + crop] > 0:
        out[at + 10] = found[of + GROWTH] * out[TIME + 3] // TENTH
    out[at + 11] = held[crop]
    out[at + 12] = found[of + GROWTH] * out[TIME + 3] // TENTH
    out[at + 13] = found[LARGEST + crop] * out[TIME + 3] // TENTH
    out[at + 14] = found[of + SIZE] * out[RESERVE + 6] // state.players


def _area(state: Position, turns: i64, out: vec[i64]) -> None:
    found = state.surveyed
    _three_best(found, LARGEST, out, AREA)
    _three_best(found, OFFER, out, AREA + 3)
    out[AREA + 6] = found[SITE]
    out[AREA + 7] = found[OTHER_SITE]
    out[AREA + 8] = found[REGIONS]
    out[AREA + 9] = out[AREA + 3] * turns // TENTH
    out[AREA + 10] = count_bits(state.same_right) + count_bits(state.same_below)
    out[AREA + 11] = count_bits(state.farms)


def _three_best(found: vec[i64], first: i64, out: vec[i64], at: i64) -> None:
    """The three largest of a survey's numbers for the crops, in descending order."""
    crop: i64 = 0
    while crop < CROPS:
        _rank(found[first + crop], out, at)
        crop += 1


# --- the turn in progress ------------------------------------------------------------------------


def _turn(state: Position, needs: vec[i64], out: vec[i64]) -> None:
    step: StepId = state.step()
    if step == s.PLACE:
        out[TURN] = 1
    elif step == s.PAY_LEVEL:
        out[TURN + 1] = 1
    elif step == s.DRAW_TILE:
        out[TURN + 2] = 1
    elif step == s.DISCARD_TILE:
        out[TURN + 3] = 1
    elif step == s.REVEAL:
        out[TURN + 6] = state.facts.mean_value[next_animal(state, state.argument())] // 100
    due: i64 = 0
    farm: i64 = state.rows_reached(state.active)
    while farm > 0:
        farm -= 1
        if state.farm_cell[state.active * FARMS + farm] == s.UNBUILT:
            due += 1
    out[TURN + 7] = due
    if step in (s.BUILD, s.SCORE_FIELDS, s.REVEAL):
        out[TURN + 8] = due * state.surveyed[SITE] * out[TIME + 2] // TENTH
    if state.open_fields == 3:
        out[TURN + 4] = 1
    elif state.open_fields != 0:
        out[TURN + 5] = 1
    if state.open_fields != 0:
        _fields(state, needs, out)


def _fields(state: Position, needs: vec[i64], out: vec[i64]) -> None:
    """The fields to score, the one with more points first."""
    first: i64 = 0 if state.is_open(0) else 1
    points: i64 = state.field_points(first)
    if state.open_fields != 3:
        _field(state, first, points, needs, FIELD, out)
    else:
        other: i64 = state.field_points(1)
        at: i64 = FIELD if points >= other else FIELD + FIELD_NUMBERS
        _field(state, 0, points, needs, at, out)
        _field(state, 1, other, needs, FIELD + FIELD + FIELD_NUMBERS - at, out)
    out[FIELDS] = out[FIELD] + out[FIELD + FIELD_NUMBERS]
    _best_way(state, out)


def _field(state: Position, field: i64, points: i64, needs: vec[i64], at: i64, out: vec[i64]) -> None:
    """Enter what one field to score can bring."""
    out[at] = points
    if state.cube_of(field) == s.GONE:
        return
    crop: i64 = state.crop_at(state.cell_of(field))
    barns: i64 = state.barns_a if field == 0 else state.barns_b
    rows: i64 = min(barns, needs[crop])
    out[at + 1] = rows
    out[at + 2] = barns
    out[at + 3] = catch(state, state.active, crop, barns)
    if 0 < rows == out[GOALS + 1]:
        out[at + 4] = 1


def _best_way(state: Position, out: vec[i64]) -> None:
    """Of all ways to score the fields the one of most worth: its points, and its worth."""
    way: i64 = 0
    while way < 4:
        points: i64 = 0
        rows: i64 = 0
        worth: i64 = 0
        field: i64 = 0
        while field < 2:
            at: i64 = FIELD + field * FIELD_NUMBERS
            if (way >> field) & 1 == 0:
                points += out[at]
            else:
                rows += out[at + 1]
                worth += out[at + 3]
            field += 1
        if rows > 0:
            missing: i64 = out[GOALS + 1]
            turns: i64 = out[TIME + 2]
            pay: i64 = state.surveyed[SITE] * turns
            worth += promise(missing - rows, pay, turns) - out[GOALS + 6]
        worth += points
        if way == 0 or worth > out[FIELDS + 2]:
            out[FIELDS + 1] = points
            out[FIELDS + 2] = worth
        way += 1


# --- the other seats -----------------------------------------------------------------------------


def _other(state: Position, seat: Seat, distance: i64, out: vec[i64]) -> None:
    """Enter the seat so many places behind in turn order."""
    n: i64 = state.players
    other: i64 = (seat + distance) % n
    at: i64 = OTHERS + (distance - 1) * OTHER_NUMBERS
    turns: i64 = _assessments(state, other, out[TIME + 4])
    points: i64 = state.vp[other] + _livestock_seen(state, other)
    out[at] = min(points, MOST_POINTS)
    farm: i64 = 0
    while farm < FARMS:
        of: i64 = FARM_BLOCK + (other * FARMS + farm) * FARM_NUMBERS
        size: i64 = state.surveyed[of + SIZE]
        if size > 0:
            out[at + 1] += 1
            out[at + 3] += size
            out[at + 4] = max(out[at + 4], state.surveyed[of + LOSS])
        farm += 1
    out[at + 2] = out[at + 3] * turns // TENTH
    goal: i64 = next_goal(state, other)
    crop: i64 = 0
    while crop < CROPS:
        row: i64 = state.cubes[other * CROPS + crop]
        if row == s.GONE:
            out[at + 7] += 1
        else:
            out[at + 8] += row
            if row < goal:
                out[at + 5] += goal - row
            if row < state.facts.livestock_row <= row + 2:
                out[at + 10] += livestock_at(state, crop, 0) // 100
        out[at + 9] += i64(state.reserve[other * CROPS + crop])
        crop += 1
    if goal > 0:
        out[at + 6] = promise(out[at + 5], state.surveyed[SITE] * turns, turns)
    if state.active >= 0 and (other - state.active + n) % n < (seat - state.active + n) % n:
        out[at + 11] = 1


def _livestock_seen(state: Position, seat: Seat) -> i64:
    """The mean points of a seat's livestock by what is seen of it from outside: the animals."""
    facts = state.facts
    total: i64 = 0
    animal: i64 = 0
    while animal < 3:
        total += i64(state.owned_unknown[seat * 3 + animal]) * facts.mean_value[animal]
        animal += 1
    entries: i64 = len(facts.entry_animal)
    entry: i64 = 0
    while entry < entries:
        total += i64(state.owned[seat * entries + entry]) * facts.mean_value[facts.entry_animal[entry]]
        entry += 1
    return total // 100
