"""The game's notation: every action in a few stable English words, both ways.

Spaces of a farmyard are a column letter and a row number from the top left, as `B2`. Hand cards go by
their English names, as the deck of the game has them; what cards bring is in `card_notation.py`.
"""

from __future__ import annotations

import re
from typing import Final

from farmtable.core.errors import IllegalAction
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import (
    BLOCKS,
    CONVERT,
    END_OF_ACTIONS,
    MAX_BAKE,
    MAX_OPTIONS,
    PASTURE,
    START,
    block_of,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.nouns import exact_name_of_major, name_of_space
from farmtable.games.agricola.position.shapes import COLUMNS, ROWS, SHAPE_CELLS, shape_number
from farmtable.games.agricola.words import card_notation as of_cards
from farmtable.games.agricola.words.card_notation import plain

EXAMPLES: Final = (
    "'place Forest', 'build room A1', 'plow D1', 'sow grain D1', 'fence B2 C2', 'play Grocer', 'done'"
)

# Spaces go by what the board calls them in English, and by a number or "Tile" where that is not enough.
_SHARED_NAMES: Final = {
    f.LESSONS_3: "Lessons 3",
    f.LESSONS_4: "Lessons 4",
    f.TILE_COPSE: "Tile Copse",
    f.TILE_RESOURCE_MARKET: "Tile Resource Market",
}
SPACE_NAMES: Final = tuple(_SHARED_NAMES.get(space, str(name_of_space(space))) for space in range(f.SPACES))
CARD_NAMES: Final = SPACE_NAMES[f.FIRST_CARD : f.FIRST_CARD + f.CARDS]
MAJOR_NAMES: Final = tuple(str(exact_name_of_major(major)).replace("’", "'") for major in range(f.MAJORS))
_RETURN_NAMES: Final = tuple(
    f"{fireplace} for {hearth}" for fireplace in MAJOR_NAMES[:2] for hearth in MAJOR_NAMES[2:4]
)
_CELL_NAMES: Final = tuple(
    f"{chr(ord('A') + column)}{row + 1}" for row in range(ROWS) for column in range(COLUMNS)
)


def _converting(good: int) -> str:
    """How a good becomes food, as a verb."""
    if good < f.GRAIN:
        return "craft"
    return "cook" if good >= f.SHEEP else "eat"


# What the numbers of a block name, where that is the same in every position; None: nothing.
_NAMES: Final[dict[str, tuple[str | None, ...]]] = {
    "": ("",),
    "space": SPACE_NAMES,
    "stage card": CARD_NAMES,
    "cell": _CELL_NAMES,
    "field": _CELL_NAMES,
    "good": f.GOOD_NAMES,
    "good turned into food": tuple(f"{_converting(good)} {f.GOOD_NAMES[good]}" for good in range(f.FOOD)),
    "number of grain": (None, *(f"{grain} grain" for grain in range(1, MAX_BAKE + 1))),
    "major": MAJOR_NAMES,
    "major for another": _RETURN_NAMES,
    "material": f.MATERIAL_NAMES,
    "number": tuple(str(number + 1) for number in range(MAX_OPTIONS)),
    "seat": tuple(str(seat + 1) for seat in range(f.MAX_PLAYERS)),
}
_TEXTS: Final = {
    int(block.first) + index: f"{block.words} {name}".strip()
    for block in BLOCKS
    for index, name in enumerate(_NAMES.get(block.names, ()))
    if name is not None
}
_ACTIONS: Final = {plain(text): action for action, text in _TEXTS.items()} | {
    "cook vegetable": CONVERT + f.VEGETABLE
}
_FENCE: Final = re.compile(r"fence((?: [a-e][1-3])+)")


def cell_name(cell: int) -> str:
    """`D1` for a space of a farmyard."""
    return _CELL_NAMES[cell]


def cell_number(name: str) -> int:
    """The space of a farmyard that `D1` names, or -1 if there is none."""
    return _CELL_NAMES.index(name.upper()) if name.upper() in _CELL_NAMES else -1


def cell_names(cells: int) -> list[str]:
    """The names of a set of spaces, row by row."""
    return [cell_name(cell) for cell in range(f.CELLS) if cells >> cell & 1]


def is_action(state: Position, action: int) -> bool:
    """Whether a number stands for anything that can be done in this game, now or ever."""
    return action in _TEXTS or block_of(action) == PASTURE or of_cards.is_action(state, action)


def describe(state: Position, action: int) -> str:
    """A legal action in words. Raises IllegalAction for a number that stands for none."""
    if not 0 <= action < END_OF_ACTIONS or block_of(action) < 0:
        raise IllegalAction(f"there is no action {action} in {state.game.title}")
    if block_of(action) == PASTURE:
        return "fence " + " ".join(cell_names(int(SHAPE_CELLS[action - PASTURE])))
    if action in _TEXTS:
        return _TEXTS[action]
    try:
        return of_cards.describe(state, action)
    except (IndexError, KeyError):  # a card, price or field that is not in this game, or not now
        raise IllegalAction(f"there is no action {action} here") from None


def read(state: Position, text: str) -> int | None:
    """The action that `text` names, legal or not; None where it names none.

    Raises IllegalAction for spaces that no pasture can consist of, cards that this game does not have,
    and prices that nobody asks for.
    """
    words = plain(text)
    if match := _FENCE.fullmatch(words):
        return _read_pasture(match[1].split())
    action = _ACTIONS.get(words)
    if action is None:
        return of_cards.read(state, words)
    return None if block_of(action) == START and action - START >= state.players else action


def _read_pasture(names: list[str]) -> int:
    cells = 0
    for name in names:
        cells |= 1 << cell_number(name)
    number = int(shape_number(cells))
    if number < 0:
        spaces = " ".join(cell_names(cells))
        raise IllegalAction(
            f"no pasture consists of {spaces}: its spaces must be side by side and need at most 15 fences"
        )
    return PASTURE + number
