"""The position drawn in letters, for a terminal: the board as a list, and a plan of every farmyard."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from farmtable.core.state import CHANCE, OVER
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.shapes import COLUMNS, ROWS, above, left_of
from farmtable.games.agricola.position.steps import STEP_NAMES
from farmtable.games.agricola.rules import farmyard, spaces
from farmtable.games.agricola.rules.hands import field_card
from farmtable.games.agricola.words.card_notation import card_name
from farmtable.games.agricola.words.notation import MAJOR_NAMES, SPACE_NAMES

LISTED_IN_A_ROW: Final = 3
LISTED_WIDTH: Final = 36
CELL_WIDTH: Final = 7
BESIDE_WIDTH: Final = 74


def sketch(state: Position) -> str:
    """The board and all farmyards; who stands on a space is a seat's number in brackets."""
    parts = [[_heading(state)], _board(state), *(_farm(state, seat) for seat in range(int(state.players)))]
    return "\n\n".join("\n".join(line.rstrip() for line in lines) for lines in parts)


def _heading(state: Position) -> str:
    if state.to_play == OVER:
        return "the game is over"
    who = "chance" if state.to_play == CHANCE else f"seat {state.to_play + 1}"
    asked = f"{who} to decide: {STEP_NAMES[state.step()]}"
    if state.round == 0:
        return asked
    harvest = next(number for number in range(int(state.round), f.ROUNDS + 1) if state.facts.harvest[number])
    return f"round {state.round} of {f.ROUNDS}, next harvest after round {harvest}; {asked}"


# --- the board ---------------------------------------------------------------------------------------


def _board(state: Position) -> list[str]:
    """The spaces in play, in columns: those on the board, then the cards as they came."""
    cards = [f.FIRST_CARD + card for card in range(f.CARDS)]
    on_board = [space for space in range(f.SPACES) if space not in cards]
    came = sorted(cards, key=lambda space: int(state.turned_up[space - f.FIRST_CARD]))
    listed = [_space(state, space) for space in (*on_board, *came) if spaces.in_play(state, space)]
    height = -(-len(listed) // LISTED_IN_A_ROW)
    columns = [listed[first : first + height] for first in range(0, len(listed), height)]
    return [
        "".join(f"{entry:{LISTED_WIDTH}}" for entry in row) for row in zip_longest(*columns, fillvalue="")
    ]


def _space(state: Position, space: int) -> str:
    words = SPACE_NAMES[space]
    if state.pile[space] > 0:
        words += f": {state.pile[space]} {f.GOOD_NAMES[state.facts.good_of[space]]}"
    for user in (state.used_by[space], state.shared_by[space]):
        words += f" [{user}]" if user > 0 else ""
    return words


# --- a farm ------------------------------------------------------------------------------------------


def _farm(state: Position, seat: int) -> list[str]:
    """What a seat has, beside the plan of its farmyard."""
    plan = _plan(state, seat)
    beside = ["", *_belongings(state, seat)]
    lines = [f"{line:{len(plan[1])}}   {words}" for line, words in zip_longest(plan, beside, fillvalue="")]
    return [_family(state, seat), *lines]


def _family(state: Position, seat: int) -> str:
    words = f"seat {seat + 1}: {f.MATERIAL_NAMES[state.house[seat]]} house, {state.people[seat]} people"
    if state.newborns[seat] > 0:
        words += f" ({state.newborns[seat]} newborn)"
    words += f", {state.at_home[seat]} to place"
    return words + (", starting player" if seat == state.start else "")


def _plan(state: Position, seat: int) -> list[str]:
    """The farmyard with its fences: letters above the columns, then a line for each row and each border."""
    lines = ["  " + "".join(f" {chr(ord('A') + column):^{CELL_WIDTH}}" for column in range(COLUMNS))]
    fences = int(state.fences[seat])
    for row in range(ROWS + 1):
        border = "".join(
            "+" + ("-" if fences >> above(row * COLUMNS + column) & 1 else " ") * CELL_WIDTH
            for column in range(COLUMNS)
        )
        lines.append(f"  {border}+")
        if row < ROWS:
            lines.append(_row(state, seat, row))
    return lines


def _row(state: Position, seat: int, row: int) -> str:
    fences = int(state.fences[seat])
    line = f"{row + 1} "
    for cell in range(row * COLUMNS, (row + 1) * COLUMNS):
        line += "|" if fences >> left_of(cell) & 1 else " "
        line += f"{_cell(state, seat, cell):^{CELL_WIDTH}}"
    last = (row + 1) * COLUMNS - 1
    return line + ("|" if fences >> (left_of(last) + 1) & 1 else " ")


def _cell(state: Position, seat: int, cell: int) -> str:
    if state.rooms[seat] >> cell & 1:
        return "room"
    if state.stables[seat] >> cell & 1:
        return "stable"
    return _field(state, seat, cell) if state.fields[seat] >> cell & 1 else ""


def _field(state: Position, seat: int, field: int) -> str:
    crop = int(state.crops[seat * f.FIELDS + field])
    if crop > f.PLANTED_VEGETABLES:
        return f"veg. {crop - f.PLANTED_VEGETABLES}"
    return f"grain {crop}" if crop > 0 else "field"


def _belongings(state: Position, seat: int) -> list[str]:
    facts = state.facts
    improvements = [MAJOR_NAMES[major] for major in range(f.MAJORS) if state.owner[major] == seat + 1]
    fences = int(farmyard.fences_left(state, seat))
    stables = int(facts.max_stables) - int(state.stables[seat]).bit_count()
    lines = [
        _goods(state, seat, range(f.WOOD, f.GRAIN)),
        _goods(state, seat, range(f.GRAIN, f.FOOD)),
        f"{state.goods[seat * f.GOODS + f.FOOD]} food",
        f"left to build: {fences} fences, {stables} stables",
        ", ".join(improvements),
        _promised(state, seat),
        *_cards(state, seat),
    ]
    if state.begging[seat] > 0:
        lines[2] += f", {state.begging[seat]} begging markers"
    return [line for line in lines if line]


def _goods(state: Position, seat: int, kinds: Iterable[int]) -> str:
    owned = [(int(state.goods[seat * f.GOODS + good]), f.GOOD_NAMES[good]) for good in kinds]
    return ", ".join(f"{n} {name}" for n, name in owned if n > 0)


def _promised(state: Position, seat: int) -> str:
    """What lies on the spaces of rounds to come."""
    lying = []
    for number in range(1, f.ROUNDS + 1):
        first = (seat * (f.ROUNDS + 1) + number) * f.GOODS
        goods = state.promised[first : first + f.GOODS]
        lying += [
            f"{n} {name} in round {number}" for n, name in zip(goods, f.GOOD_NAMES, strict=True) if n > 0
        ]
    return ", ".join(lying)


# --- hand cards --------------------------------------------------------------------------------------


def _cards(state: Position, seat: int) -> list[str]:
    """The cards in front of a seat with the number that each remembers, and what all know of its hand."""
    deck = state.facts.deck
    if deck is None:
        return []
    front = slice(seat * f.MAX_FRONT, (seat + 1) * f.MAX_FRONT)
    played = [
        f"{card_name(state, card - 1)} ({counter})" if counter > 0 else card_name(state, card - 1)
        for card, counter in zip(state.front[front], state.counters[front], strict=True)
        if card > 0
    ]
    rows = wrap(", ".join(played), BESIDE_WIDTH)
    occupations, minors = state.in_hands[seat * 2 : seat * 2 + 2]
    hand = f"in hand: {occupations} occupations, {minors} minor improvements"
    known = [card for card in range(deck.size) if state.known[card] and state.where[card] == f.IN_HAND + seat]
    if known:
        hand += f", {', '.join(card_name(state, card) for card in known)} among them"
    fields = [
        f"{card_name(state, int(field_card(state, seat, place)))}: {_field(state, seat, f.CELLS + place)}"
        for place in range(f.MAX_FIELD_CARDS)
        if state.fields[seat] >> (f.CELLS + place) & 1
    ]
    return [*rows, *fields, *wrap(hand, BESIDE_WIDTH)]
