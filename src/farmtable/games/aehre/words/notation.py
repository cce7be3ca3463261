"""The game's notation: every action in a few stable English words, both ways.

Cells are a column letter and a row number from the top left, as `D4`. A large tile is its two
fields, each a crop letter and its barns, as `W1B2`; a small tile is its crop's letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final

from farmtable.core.errors import IllegalAction
from farmtable.games.aehre.position import actions
from farmtable.games.aehre.position.actions import block_of
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import ANIMAL_NAMES, CROP_LETTERS, Facts
from farmtable.games.aehre.position.packed import (
    pack_large,
    pack_score,
    pack_small,
    unpack_large,
    unpack_score,
    unpack_small,
)

EXAMPLES = "'place W1B2 D4 E4', 'place W D4', 'level with B', 'score D4 points', 'score D4 barns', 'farm D4'"

_LARGE = re.compile(r"place ([WBRCP])(\d)([WBRCP])(\d) ([A-Z]\d+) ([A-Z]\d+)", re.I)
_SMALL = re.compile(r"place ([WBRCP]) ([A-Z]\d+)", re.I)
_LEVEL = re.compile(r"level with ([WBRCP])", re.I)
_SCORE = re.compile(r"score ([A-Z]\d+) (points|barns)", re.I)
_FARM = re.compile(r"farm ([A-Z]\d+)", re.I)
_DISCARD = re.compile(r"discard ([WBRCP])(\d)([WBRCP])(\d)", re.I)
_START = re.compile(r"start seat (\d)", re.I)
_DRAW = re.compile(r"draw ([WBRCP])(\d)([WBRCP])(\d)", re.I)
_REVEAL = re.compile(r"reveal (cow|pig|chicken) (\d+)", re.I)


def cell_name(facts: Facts, cell: int) -> str:
    """`D4` for a cell number."""
    return _cell_named(int(facts.columns), cell)


@cache
def _cell_named(columns: int, cell: int) -> str:
    row, column = divmod(cell, columns)
    return f"{chr(ord('A') + column)}{row + 1}"


def cell_number(facts: Facts, name: str) -> int:
    """The cell number of `D4`, or -1 where the crop area has no such field."""
    column = ord(name[0].upper()) - ord("A")
    row = int(name[1:]) - 1
    if not (0 <= column < facts.columns and 0 <= row < facts.rows):
        return -1
    cell = row * int(facts.columns) + column
    return cell if facts.has(cell) else -1


def tile_name(facts: Facts, kind: int) -> str:
    """`W1B2` for a kind of large tile."""
    a, b = facts.crop_a[kind], facts.crop_b[kind]
    return f"{CROP_LETTERS[a]}{facts.barns_a[kind]}{CROP_LETTERS[b]}{facts.barns_b[kind]}"


def tile_number(facts: Facts, name: str) -> int | None:
    """The kind of `W1B2` (in this order), or None where there is no such tile."""
    for kind in range(int(facts.kinds)):
        if tile_name(facts, kind) == name.upper():
            return kind
    return None


def describe(state: Position, action: int) -> str:
    """A legal action in words. Raises IllegalAction for a number that stands for none."""
    if 0 <= action < actions.END_OF_ACTIONS:
        block = int(block_of(action))
        try:
            return f"{_WORDS[block]} {_PARTS[block](state, action - block)}".strip()
        except IndexError:  # of a tile that is not in this game
            pass
    raise IllegalAction(f"there is no action {action} in {state.game.title}")


def _large(state: Position, number: int) -> str:
    kind, direction, cell = unpack_large(number)
    facts = state.facts
    other = facts.neighbour(cell, direction)
    return f"{tile_name(facts, kind)} {cell_name(facts, cell)} {cell_name(facts, other)}"


def _small(state: Position, number: int) -> str:
    crop, cell = unpack_small(number)
    return f"{CROP_LETTERS[crop]} {cell_name(state.facts, cell)}"


def _score(state: Position, number: int) -> str:
    field, farm_points = unpack_score(number)
    return f"{cell_name(state.facts, state.cell_of(field))} {'barns' if farm_points else 'points'}"


def _livestock(state: Position, entry: int) -> str:
    facts = state.facts
    return f"{ANIMAL_NAMES[facts.entry_animal[entry]]} {facts.entry_value[entry]}"


_WORDS: Final = {int(block.first): block.words for block in actions.BLOCKS}
# Of each block what follows its words in an action, by its number in the block.
_PARTS: Final[dict[int, Callable[[Position, int], str]]] = {
    actions.LARGE: _large,
    actions.SMALL: _small,
    actions.LEVEL: lambda state, crop: CROP_LETTERS[crop],
    actions.SCORE: _score,
    actions.FARM: lambda state, cell: cell_name(state.facts, cell),
    actions.DISCARD: lambda state, kind: tile_name(state.facts, kind),
    actions.START: lambda state, seat: str(seat + 1),
    actions.DRAW: lambda state, kind: tile_name(state.facts, kind),
    actions.DRAW_END: lambda state, _: "",
    actions.LIVESTOCK: _livestock,
}


def read(state: Position, text: str) -> int | None:
    """The action that `text` names, legal or not; None where it names none that could be told apart."""
    words = " ".join(text.split())
    facts = state.facts
    if match := _LARGE.fullmatch(words):
        return _read_large(facts, match)
    if match := _SMALL.fullmatch(words):
        cell = cell_number(facts, match[2])
        return None if cell < 0 else actions.SMALL + pack_small(_crop(match[1]), cell)
    if match := _LEVEL.fullmatch(words):
        return actions.LEVEL + _crop(match[1])
    if match := _SCORE.fullmatch(words):
        return _read_score(state, match)
    if match := _FARM.fullmatch(words):
        cell = cell_number(facts, match[1])
        return None if cell < 0 else actions.FARM + cell
    if match := _DISCARD.fullmatch(words):
        kind = tile_number(facts, words[8:])
        return None if kind is None else actions.DISCARD + kind
    return _read_chance(facts, words)


def _read_large(facts: Facts, match: re.Match[str]) -> int | None:
    first, second = cell_number(facts, match[5]), cell_number(facts, match[6])
    kind = tile_number(facts, match[1] + match[2] + match[3] + match[4])
    if kind is None:  # the tile may be named from its other end
        kind = tile_number(facts, match[3] + match[4] + match[1] + match[2])
        first, second = second, first
    if kind is None or first < 0 or second < 0:
        return None
    for direction in range(4):
        if facts.neighbour(first, direction) == second:
            return actions.LARGE + pack_large(kind, direction, first)
    return None


def _read_score(state: Position, match: re.Match[str]) -> int | None:
    cell = cell_number(state.facts, match[1])
    for field in range(2):
        if cell >= 0 and state.cell_of(field) == cell:
            return actions.SCORE + pack_score(field, match[2].lower() == "barns")
    return None


def _read_chance(facts: Facts, words: str) -> int | None:
    if match := _START.fullmatch(words):
        seat = int(match[1]) - 1
        return actions.START + seat if 0 <= seat < facts.players else None
    if words.lower() == "draw end of game":
        return actions.DRAW_END
    if _DRAW.fullmatch(words):
        kind = tile_number(facts, words[5:])
        return None if kind is None else actions.DRAW + kind
    if match := _REVEAL.fullmatch(words):
        for entry in range(len(facts.entry_animal)):
            animal = ANIMAL_NAMES[facts.entry_animal[entry]]
            if animal == match[1].lower() and facts.entry_value[entry] == int(match[2]):
                return actions.LIVESTOCK + entry
    return None


def _crop(letter: str) -> int:
    return CROP_LETTERS.index(letter.upper())
