"""The observation: what one seat sees as a vector of whole numbers, for learning.

In all `SIZE` numbers, in this order:

- round (1), rounds until the next harvest (1), own place in turn order (1), the step on top of the
  agenda one-hot (31), and of a MENU: parts open (12), part under way (12), may be left (1), its extra (1)
- for each of 36 action spaces: in play (1), goods lying there (1), people on it (1)
- for each of ten major improvements: still on the supply board (1)
- for each of four seats, the seat that looks first, then clockwise (zeros where there is none):
  goods (10), house one-hot (3), people (1), newborns (1), people still to place (1), begging markers (1),
  improvements owned (10), craft buildings used (10), goods on the 14 round spaces (140),
  for each of 15 cells: room, field, stable, in a pasture, grain, vegetables (6), for each of 38 fence
  spaces: fence (1); occupations and minor improvements in hand (2), building resources obtained in
  this work phase (1), for each of 3 field cards: is there, grain, vegetables (3); for each of 128 hand
  cards: lies in front, and one more than what it remembers (1)
- for each of 128 hand cards: in one's own hand 1, known to be in another hand 2 (1); asks, or may be
  kept of a draft, or given back of ten (1)

Hand cards stand in the order of the deck. Without hand cards all of their numbers are zero.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import lowest
from farmtable.core.observation import Observation
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import GIVE_BACK, PICK, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import Cell, Good
from farmtable.games.agricola.position.frames import unpack_ask
from farmtable.games.agricola.position.parts import OPTIONAL, PARTS, current_part, extra_of, open_parts
from farmtable.games.agricola.position.shapes import ALL_CELLS
from farmtable.games.agricola.position.steps import ASK, MENU, PICK_CARD, STEPS
from farmtable.games.agricola.rules.farmyard import fenced
from farmtable.games.agricola.rules.knowledge import is_hidden

PLANES: Final = 6
FENCE_SPACES: Final = 38
TABLE_NUMBERS: Final = 3 + STEPS + 2 * PARTS + 2
BOARD_NUMBERS: Final = 3 * f.SPACES + f.MAJORS
FARM_NUMBERS: Final = f.GOODS + 3 + 4 + 2 * f.MAJORS + f.ROUNDS * f.GOODS + f.CELLS * PLANES + FENCE_SPACES
SEAT_NUMBERS: Final = FARM_NUMBERS + 3 + 3 * f.MAX_FIELD_CARDS + f.MAX_DECK
OWN_MAJORS: Final = f.GOODS + 3 + 4  # where they begin among a seat's numbers
HANDS: Final = TABLE_NUMBERS + BOARD_NUMBERS + f.MAX_PLAYERS * SEAT_NUMBERS
SIZE: Final = HANDS + 2 * f.MAX_DECK


def observe(state: Position, seat: Seat, out: Observation) -> None:
    """Put into `out` what `seat` (-1: a spectator, who sees from seat 0) sees, even of the true position."""
    first: i64 = max(seat, 0)
    _table(state, first, out)
    _board(state, first, out)
    at: i64 = TABLE_NUMBERS + BOARD_NUMBERS
    turn: i64 = 0
    while turn < state.players:
        _seat(state, (first + turn) % state.players, out, at)
        if state.facts.deck is not None:
            _cards_of(state, (first + turn) % state.players, out, at + FARM_NUMBERS)
        at += SEAT_NUMBERS
        turn += 1
    if state.facts.deck is not None:
        _hands(state, seat, out)


def _table(state: Position, first: i64, out: Observation) -> None:
    harvest: i64 = max(state.round, 1)
    while state.facts.harvest[harvest] == 0:
        harvest += 1
    out.put(0, state.round)
    out.put(1, harvest - state.round)
    out.put(2, (first - max(state.start, 0) + state.players) % state.players)
    step: i64 = state.step()
    if step < 0:
        return
    out.put(3 + step, 1)
    if step == MENU:
        argument: i64 = state.argument()
        at: i64 = 3 + STEPS
        opened: i64 = open_parts(argument)
        current: i64 = current_part(argument)
        part: i64 = 0
        while part < PARTS:
            out.put(at + part, (opened >> part) & 1)
            out.put(at + PARTS + part, (current >> part) & 1)
            part += 1
        if argument & OPTIONAL != 0:
            out.put(at + 2 * PARTS, 1)
        out.put(at + 2 * PARTS + 1, extra_of(argument))


def _board(state: Position, first: i64, out: Observation) -> None:
    in_game = state.facts.in_game
    turned_up = state.turned_up
    pile = state.pile
    used_by = state.used_by
    shared_by = state.shared_by
    at: i64 = TABLE_NUMBERS
    space: i64 = 0
    while space < f.SPACES:
        if in_game[space] == 1 and (
            space < f.FIRST_CARD or space >= f.FIRST_CARD + f.CARDS or turned_up[space - f.FIRST_CARD] > 0
        ):
            out.put(at, 1)
            out.put(at + 1, i64(pile[space]))
            if used_by[space] > 0:
                if shared_by[space] == 0:
                    out.put(at + 2, 1)
                else:
                    out.put(at + 2, 2)
        at += 3
        space += 1
    majors: i64 = TABLE_NUMBERS + 3 * f.SPACES
    owner = state.owner
    major: i64 = 0
    while major < f.MAJORS:
        if owner[major] == 0:
            out.put(majors + major, 1)
        else:
            turn: i64 = (i64(owner[major]) - 1 - first + state.players) % state.players
            out.put(majors + f.MAJORS + turn * SEAT_NUMBERS + OWN_MAJORS + major, 1)
        major += 1


def _seat(state: Position, seat: Seat, out: Observation, at: i64) -> None:
    goods = state.goods
    i: i64 = 0
    while i < f.GOODS:
        out.put(at + i, goods[seat * f.GOODS + i])
        i += 1
    at += f.GOODS
    out.put(at + i64(state.house[seat]), 1)
    out.put(at + 3, i64(state.people[seat]))
    out.put(at + 4, i64(state.newborns[seat]))
    out.put(at + 5, i64(state.at_home[seat]))
    out.put(at + 6, i64(state.begging[seat]))
    at += 7
    at += f.MAJORS
    used: i64 = state.crafted[seat]
    while used != 0:
        out.put(at + lowest(used), 1)
        used &= used - 1
    at += f.MAJORS
    _promised(state, seat, out, at)
    at += f.ROUNDS * f.GOODS
    _plane(state.rooms[seat], out, at)
    _plane(state.fields[seat] & ALL_CELLS, out, at + 1)
    _plane(state.stables[seat], out, at + 2)
    _plane(fenced(state, seat), out, at + 3)
    _crops(state, seat, out, at + 4)
    at += f.CELLS * PLANES
    left: i64 = state.fences[seat]
    while left != 0:
        out.put(at + lowest(left), 1)
        left &= left - 1


def _promised(state: Position, seat: Seat, out: Observation, at: i64) -> None:
    """Goods on the spaces of the rounds to come; without hand cards it is only ever food."""
    promised = state.promised
    first: i64 = f.FOOD if state.facts.deck is None else 0
    number: i64 = state.round + 1
    while number <= f.ROUNDS:
        good: Good = first
        while good < f.GOODS:
            n: i64 = i64(promised[(seat * (f.ROUNDS + 1) + number) * f.GOODS + good])
            if n > 0:
                out.put(at + (number - 1) * f.GOODS + good, n)
            good += 1
        number += 1


def _plane(cells: i64, out: Observation, at: i64) -> None:
    """A one for each of a set of cells."""
    while cells != 0:
        out.put(at + lowest(cells) * PLANES, 1)
        cells &= cells - 1


def _crops(state: Position, seat: Seat, out: Observation, at: i64) -> None:
    """Grain, and one number further vegetables, on each field."""
    left: i64 = state.fields[seat] & ALL_CELLS
    while left != 0:
        cell: Cell = lowest(left)
        left &= left - 1
        crop: i64 = i64(state.crops[seat * f.FIELDS + cell])
        if crop > f.PLANTED_VEGETABLES:
            out.put(at + cell * PLANES + 1, crop - f.PLANTED_VEGETABLES)
        else:
            out.put(at + cell * PLANES, crop)


# --- hand cards -----------------------------------------------------------------------------------------


def _cards_of(state: Position, seat: Seat, out: Observation, at: i64) -> None:
    """How many cards a seat holds, its field cards, and the cards in front of it."""
    out.put(at, i64(state.in_hands[seat * 2]))
    out.put(at + 1, i64(state.in_hands[seat * 2 + 1]))
    out.put(at + 2, state.gathered[seat])
    at += 3
    place: i64 = 0
    while state.fields[seat] >> (f.CELLS + place) != 0:
        crop: i64 = i64(state.crops[seat * f.FIELDS + f.CELLS + place])
        out.put(at + place * 3, 1)
        if crop > f.PLANTED_VEGETABLES:
            out.put(at + place * 3 + 2, crop - f.PLANTED_VEGETABLES)
        else:
            out.put(at + place * 3 + 1, crop)
        place += 1
    at += 3 * f.MAX_FIELD_CARDS
    slot: i64 = seat * f.MAX_FRONT
    while state.front[slot] > 0:
        out.put(at + i64(state.front[slot]) - 1, 1 + i64(state.counters[slot]))
        slot += 1


def _hands(state: Position, seat: Seat, out: Observation) -> None:
    """The cards in hands, as far as they are known, and those that are at stake now."""
    own: i64 = f.IN_HAND + max(seat, 0)
    places = state.where
    card: i64 = 0
    while card < len(places):
        where: i64 = i64(places[card])
        if f.IN_HAND <= where < f.IN_FRONT and not is_hidden(state, seat, card):
            if where == own:
                out.put(HANDS + card, 1)
            else:
                out.put(HANDS + card, 2)
        card += 1
    step: i64 = state.step()
    if step == ASK:
        out.put(HANDS + f.MAX_DECK + unpack_ask(state.argument())[0], 1)
    elif step == PICK_CARD and state.to_play == seat:
        for action in state.legal:
            block: i64 = block_of(action)
            if block in (PICK, GIVE_BACK):
                out.put(HANDS + f.MAX_DECK + action - block, 1)
