"""The game's notation: every action in a few stable English words, both ways.

Fields of a farm are a column letter and a row number from the top left, as `A2`. A market card is
named by what it is: `cow 6x2` pays 6 for each of at most 2 cows, `3 apple + 1 wheat for 15` pays 15
for all of these, `generic 3/4` pays 3 for each resource and 4 for each animal; ` out` follows where
it has the out-of-market symbol, ` (B)` where deck A has a card like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from farmtable.core.errors import IllegalAction
from farmtable.games.mi_tierra.position import actions as a
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.actions import block_of
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import Facts
from farmtable.games.mi_tierra.position.packed import (
    pack_amount,
    pack_purchase,
    pack_sale,
    pack_use,
    unpack_purchase,
)
from farmtable.games.mi_tierra.rules import development

EXAMPLES: Final = (
    "'place Forest', 'place Development left', 'place field A2', 'take', 'plant B2', 'buy XII from centre', "
    "'work A2', 'use III', 'sell 2 to cow 6x2', 'sell to generic 3/4', 'offer 2 milk', 'leave', 'stop'"
)

GOOD_NAMES: Final = f.GOOD_IDS
ZONE_NAMES: Final = (
    "Forest",
    "Sheep Farm",
    "Workers' Square",
    "Seed Shop",
    "Cattle Farm",
    "Chicken Coop",
    "Animal Industry",
    "Clock Tower",
    "Oven",
    "Development",
    "Winery and Mill",
    "Clothing Industry",
    "Own Farm",
    "Official Market",
    "Black Market",
    "Turn Order",
)
SPACE_NAMES: Final = ("centre", "top", "bottom", "left", "right")
DISPLAY_NAMES: Final = ("top left", "top right", "bottom left", "bottom right")
EVENT_NAMES: Final = tuple(name.replace("_", " ") for name in f.EVENT_IDS)


# --- names -------------------------------------------------------------------------------------------


def cell_name(facts: Facts, cell: int) -> str:
    """`A2` for a field of a farm."""
    row, column = divmod(cell, int(facts.columns))
    return f"{chr(ord('A') + column)}{row + 1}"


def cell_number(facts: Facts, name: object) -> int:
    """The field that `A2` names, or -1 if a farm has none of that name."""
    for cell in range(int(facts.cells)):
        if isinstance(name, str) and cell_name(facts, cell) == name.upper():
            return cell
    return -1


def cell_names(facts: Facts, cells: int) -> list[str]:
    """The names of a set of fields, row by row."""
    return [cell_name(facts, cell) for cell in range(int(facts.cells)) if cells >> cell & 1]


@lru_cache(maxsize=16)
def kind_names(facts: Facts) -> tuple[str, ...]:
    """The name of each kind of market and event card, no two alike."""
    names: list[str] = []
    for kind in range(int(facts.kinds)):
        name = _look(facts, kind)
        names.append(f"{name} (B)" if name in names else name)
    return tuple(names)


def _look(facts: Facts, kind: int) -> str:
    """What a card says."""
    type_, price = facts.type[kind], facts.price[kind]
    if type_ == f.EVENT:
        return EVENT_NAMES[facts.good[kind]]
    if type_ == f.SIMPLE:
        name = f"{GOOD_NAMES[facts.good[kind]]} {price}x{facts.limit[kind]}"
    elif type_ == f.BUNDLE:
        units = facts.bundle[kind * f.GOODS : (kind + 1) * f.GOODS]
        wanted = " + ".join(f"{n} {name}" for n, name in zip(units, GOOD_NAMES, strict=True) if n > 0)
        name = f"{wanted} for {price}"
    else:
        name = f"generic {price}/{facts.animal_price[kind]}"
    return f"{name} out" if facts.leaves[kind] else name


# --- actions -----------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _texts(facts: Facts) -> dict[int, str]:
    """All that can ever be done in a game, except buying cards, which are named by what is on show."""
    parts = _parts(facts)
    return {
        int(block.first) + number: f"{block.words} {part}".strip()
        for block in a.BLOCKS
        for number, part in parts[int(block.first)].items()
    }


def _parts(facts: Facts) -> dict[int, dict[int, str]]:
    """Of each block its actions by their number in it: what follows the words of the block."""
    cells = [cell_name(facts, cell) for cell in range(int(facts.cells))]
    kinds = kind_names(facts)
    faces = [str(n) for n in range(f.MAX_FACE + 1)]
    listed: dict[int, Iterable[str]] = {
        a.PLACE: ZONE_NAMES,
        a.PAIR: ("Forest", "Seed Shop"),
        a.AT_DEVELOPMENT: SPACE_NAMES,
        a.AT_FIELD: cells,
        a.STOP: ("",),
        a.KEEP: [f"{n} workers" for n in range(f.MAX_WORKERS + 1)],
        a.TAKE: ("",),
        a.LEAVE: ("",),
        a.REROLL: ("",),
        a.CAPACITY: faces,
        a.SEED: GOOD_NAMES[: f.CROPS],
        a.PLANT: cells,
        a.THROW: [str(slot + 1) for slot in range(int(facts.slots))],
        a.RELEASE: GOOD_NAMES[f.SHEEP :],
        a.MAKE: ("flour", "wine", "flour and wine"),
        a.BUY_CARD: (),
        a.DROP_CARD: f.ROMAN,
        a.WORK: cells,
        a.TO_BLACK_MARKET: ("",),
        a.ON_TOP: kinds,
        a.START: [str(seat + 1) for seat in range(int(facts.players))],
        a.ROLL: faces,
        a.TURN_UP: kinds,
        a.DEVELOP: f.ROMAN,
    }
    parts = {block: dict(enumerate(names)) for block, names in listed.items()}
    amounts = _amounts()
    return parts | {
        a.USE: _uses(facts),
        a.SELL: _sales(facts),
        a.OFFER: amounts,
        a.BUY: amounts,
        a.GIVE: amounts,
    }


def _uses(facts: Facts) -> dict[int, str]:
    """The uses of development cards; III has two ways."""
    parts = {pack_use(card, 0): name for card, name in enumerate(f.ROMAN)}
    if facts.card_wheat[1] > 0:
        parts[pack_use(f.CARD_III, 1)] = f"III with {facts.card_wheat[1]} wheat"
    return parts


def _sales(facts: Facts) -> dict[int, str]:
    """The sales to each kind of card: so many units to a simple one, all at once to the others."""
    parts: dict[int, str] = {}
    for kind, name in enumerate(kind_names(facts)):
        if facts.type[kind] == f.SIMPLE:
            parts |= {pack_sale(kind, n): f"{n} to {name}" for n in range(1, f.MOST_UNITS + 1)}
        elif facts.type[kind] != f.EVENT:
            parts[pack_sale(kind, int(facts.type[kind] == f.BUNDLE))] = f"to {name}"
    return parts


def _amounts() -> dict[int, str]:
    """So many of a good; one is told without its number."""
    return {
        pack_amount(good, n): name if n == 1 else f"{n} {name}"
        for good, name in enumerate(GOOD_NAMES)
        for n in range(1, a.MANY)
    }


def _plain(text: str) -> str:
    """`text` without what nobody should have to type with care: capitals, spaces, signs."""
    return " ".join(text.casefold().replace("’", "'").replace("×", "x").split())


@lru_cache(maxsize=16)
def _actions(facts: Facts) -> dict[str, int]:
    return {_plain(text): action for action, text in _texts(facts).items()}


def is_action(facts: Facts, action: int) -> bool:
    """Whether a number stands for anything that can be done in such a game, now or ever."""
    return block_of(action) == a.BUY_CARD or action in _texts(facts)


def describe(state: Position, action: int) -> str:
    """A legal action in words. Raises IllegalAction for a number that stands for none."""
    if not 0 <= action < a.END_OF_ACTIONS or not is_action(state.facts, action):
        raise IllegalAction(f"there is no action {action} in {state.game.title}")
    if block_of(action) != a.BUY_CARD:
        return _texts(state.facts)[action]
    space, place = unpack_purchase(action - a.BUY_CARD)
    card = int(state.display[place])
    alike = [other for other in _touched(state, space) if state.display[other] == card]
    # Where a worker touches two equal cards it matters which one is left for others.
    where = f" {DISPLAY_NAMES[place]}" if len(alike) > 1 else ""
    return f"buy {f.ROMAN[card]}{where} from {SPACE_NAMES[space]}"


def _touched(state: Position, space: int) -> list[int]:
    """The places of the display whose cards a worker on a space touches."""
    cards = development.touched(state, space)
    return [place for place in range(f.DISPLAY) if cards >> place & 1]


def read(state: Position, text: str) -> int | None:
    """The action that `text` names, legal or not; None where it names none.

    Raises IllegalAction for a development card that is not where it is to be bought.
    """
    words = re.sub(r"^(offer|buy|give back) 1 ", r"\1 ", _plain(text))
    action = _actions(state.facts).get(words)
    if action is not None or not words.startswith("buy "):
        return action
    return _read_purchase(state, words.removeprefix("buy "))


def _read_purchase(state: Position, words: str) -> int | None:
    """The purchase that `xii from centre` or `xii top left from centre` names."""
    what, _, from_ = words.partition(" from ")
    name, _, where = what.partition(" ")
    if from_ not in SPACE_NAMES or name.upper() not in f.ROMAN or where not in ("", *DISPLAY_NAMES):
        return None
    space, card = SPACE_NAMES.index(from_), f.ROMAN.index(name.upper())
    places = [DISPLAY_NAMES.index(where)] if where else range(f.DISPLAY)
    # Of two equal cards the one that the worker touches is meant; any other is refused with its reason.
    touched = _touched(state, space)
    for place in sorted(places, key=lambda place: place not in touched):
        if state.display[place] == card:
            return a.BUY_CARD + pack_purchase(space, place)
    shown = [f.ROMAN[card] for card in state.display if card >= 0]
    on_show = ", ".join(shown) or "no card"
    raise IllegalAction(f"there is no card {name.upper()} to be bought there; on show: {on_show}")
