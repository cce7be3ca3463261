"""The position drawn in letters, for a terminal: the village, the markets, and a plan of every farm."""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from farmtable.core.state import CHANCE, OVER
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.packed import unpack_worker
from farmtable.games.mi_tierra.position.steps import STEP_NAMES
from farmtable.games.mi_tierra.rules import housing, placing
from farmtable.games.mi_tierra.words.notation import (
    EVENT_NAMES,
    GOOD_NAMES,
    SPACE_NAMES,
    ZONE_NAMES,
    kind_names,
)

LISTED_IN_A_ROW: Final = 3
LISTED_WIDTH: Final = 34
CELL_WIDTH: Final = 7


def sketch(state: Position) -> str:
    """What everybody sees: workers are a seat's number, `.` a free space, `2+` two workers together."""
    farms = (_farm(state, seat) for seat in range(int(state.players)))
    parts = [[_heading(state)], _village(state), _cards(state), *farms]
    return "\n\n".join("\n".join(line.rstrip() for line in lines) for lines in parts)


def _heading(state: Position) -> str:
    if state.to_play == OVER:
        return "the game is over"
    who = "chance" if state.to_play == CHANCE else f"seat {state.to_play + 1}"
    asked = f"{who} to decide: {STEP_NAMES[state.step()]}"
    if state.round == 0:
        return asked
    order = " ".join(str(seat + 1) for seat in state.order)
    last = ", the last one" if state.ending else ""
    return f"round {state.round}{last}, turn order {order}; {asked}"


# --- the village -------------------------------------------------------------------------------------


def _village(state: Position) -> list[str]:
    """The zones in columns, in the order of their activation."""
    listed = [_zone(state, zone) for zone in range(f.ZONES) if zone not in (f.FARM, f.DEVELOPMENT)]
    height = -(-len(listed) // LISTED_IN_A_ROW)
    columns = [listed[first : first + height] for first in range(0, len(listed), height)]
    rows = [
        "".join(f"{entry:{LISTED_WIDTH}}" for entry in row) for row in zip_longest(*columns, fillvalue="")
    ]
    return [*rows, _development_area(state)]


def _zone(state: Position, zone: int) -> str:
    if zone == f.BLACK_MARKET:
        standing = [str(seat + 1) for seat in state.black]
    else:
        first = zone * f.MAX_SPACES
        spaces = int(state.facts.spaces[zone])
        standing = [_worker(int(who)) for who in state.placed[first : first + spaces]]
    closed = " (closed)" if placing.is_closed(state, zone) else ""
    return f"{ZONE_NAMES[zone]}{closed}: {' '.join(standing)}"


def _worker(who: int) -> str:
    seat, is_pair = unpack_worker(who)
    if seat < 0:
        return "."
    return f"{seat + 1}+" if is_pair else str(seat + 1)


def _development_area(state: Position) -> str:
    spaces = [
        f"{name} {_worker(int(state.placed[f.DEVELOPMENT * f.MAX_SPACES + space]))}"
        for space, name in enumerate(SPACE_NAMES)
        if state.facts.development_open >> space & 1
    ]
    return f"{ZONE_NAMES[f.DEVELOPMENT]}: {', '.join(spaces)}"


# --- cards -------------------------------------------------------------------------------------------


def _cards(state: Position) -> list[str]:
    kinds = kind_names(state.facts)
    shown = [f.ROMAN[card] if card >= 0 else "-" for card in state.display]
    event = "none" if state.permanent < 0 else EVENT_NAMES[state.permanent]
    return [
        f"development cards: {' '.join(shown[: f.DISPLAY // 2])} / {' '.join(shown[f.DISPLAY // 2 :])}",
        f"official market: {', '.join(kinds[kind] for kind in state.market if kind >= 0)}",
        f"closing line: {', '.join(kinds[kind] for kind in state.closing if kind >= 0)}",
        f"event in force: {event}; cards in the piles: {state.pile_a} A, {state.pile_b} B",
    ]


# --- a farm ------------------------------------------------------------------------------------------


def _farm(state: Position, seat: int) -> list[str]:
    """What a seat has, beside the plan of its fields."""
    plan = _plan(state, seat)
    beside = ["", *_belongings(state, seat)]
    lines = [f"{line:{len(plan[1])}}   {words}" for line, words in zip_longest(plan, beside, fillvalue="")]
    words = f"seat {seat + 1}: {state.money[seat]} money, {state.idle[seat]} of {state.workers[seat]} workers"
    return [f"{words} in the hut", *lines]


def _plan(state: Position, seat: int) -> list[str]:
    """The fields, a star where a worker stands; letters above the columns."""
    columns = int(state.facts.columns)
    letters = "".join(f" {chr(ord('A') + column):^{CELL_WIDTH}}" for column in range(columns))
    lines = [f"  {letters}"]
    for row in range(int(state.facts.rows)):
        cells = [_cell(state, seat, row * columns + column) for column in range(columns)]
        lines.append(f"{row + 1} " + "".join(f" {cell:^{CELL_WIDTH}}" for cell in cells))
    return lines


def _cell(state: Position, seat: int, cell: int) -> str:
    crop = int(state.crops[seat * f.MAX_CELLS + cell])
    if crop == 0:
        return "."
    return GOOD_NAMES[crop - 1] + ("*" if state.field_workers[seat] >> cell & 1 else "")


def _belongings(state: Position, seat: int) -> list[str]:
    goods = state.goods[seat * f.GOODS : (seat + 1) * f.GOODS]
    owned = ", ".join(f"{n} {name}" for n, name in zip(goods, GOOD_NAMES, strict=True) if n > 0)
    used = int(state.used[seat])
    cards = [
        f"{name} (used)" if used >> card & 1 else name
        for card, name in enumerate(f.ROMAN)
        if state.cards[seat] >> card & 1
    ]
    lines = [owned, _barnyards(state, seat), f"cards: {', '.join(cards)}" if cards else ""]
    return [line for line in lines if line]


def _barnyards(state: Position, seat: int) -> str:
    """Each barnyard with the animals that may stand there, the printed one first."""
    rooms = [int(state.facts.printed_capacity)]
    rooms += state.barnyards[seat * f.MAX_SLOTS : seat * f.MAX_SLOTS + state.facts.slots]
    where = housing.arrangement(state, seat)
    shown = []
    for place, room in enumerate(rooms):
        animal, n = int(where[place * 2]), int(where[place * 2 + 1])
        if room > 0:
            shown.append(f"{n} {GOOD_NAMES[animal]} of {room}" if n > 0 else f"room for {room}")
    return f"barnyards: {', '.join(shown)}"
