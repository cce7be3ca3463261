"""The notation of what hand cards bring: playing, using and picking them, prices, fields on cards.

Cards go by their English names, as the deck of the game has them.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from farmtable.core.errors import IllegalAction
from farmtable.games.agricola.position import cost
from farmtable.games.agricola.position.actions import (
    BLOCKS,
    CELL,
    PAY,
    SOW_GRAIN_ON_CARD,
    SOW_VEGETABLE_ON_CARD,
    block_of,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CELLS, GOOD_NAMES, MAX_FIELD_CARDS
from farmtable.games.agricola.position.steps import PAYMENT
from farmtable.games.agricola.rules import decisions, hands
from farmtable.games.agricola.rules.card import deck_of

if TYPE_CHECKING:
    from farmtable.games.agricola.rules.card import Deck

# The blocks whose names depend on the position: hand cards, prices, fields on cards.
_OF_CARDS: Final = ("hand card", "price", "field", "field card")
_BY_FIRST: Final = {int(block.first): block for block in BLOCKS if block.names in _OF_CARDS}
_CARD_BLOCKS: Final = {block.words: block for block in BLOCKS if block.names == "hand card"}
# What is followed by the name of a field card in front of the seat that is asked: the first such action.
_FIELD_BLOCKS: Final = {
    "choose": CELL + CELLS,
    "sow grain": SOW_GRAIN_ON_CARD,
    "sow vegetable": SOW_VEGETABLE_ON_CARD,
}
_FIELD: Final = re.compile(r"(choose|sow grain|sow vegetable) (.+)")


def plain(text: str) -> str:
    """`text` without what nobody should have to type with care: capitals, spaces, a curly apostrophe."""
    return " ".join(text.casefold().replace("’", "'").split())


# --- names -------------------------------------------------------------------------------------------


def card_name(state: Position, card: int) -> str:
    """The English name of a card of this game."""
    deck = deck_of(state)
    assert deck is not None
    return str(deck.cards[card].name)


@lru_cache(maxsize=16)
def _numbers(deck: Deck) -> dict[str, int]:
    """The cards of a deck by their plain names."""
    return {plain(str(card.name)): number for number, card in enumerate(deck.cards)}


def _card_number(state: Position, name: str) -> int:
    deck = deck_of(state)
    if deck is None:
        raise IllegalAction("this game is played without hand cards")
    if name not in _numbers(deck):
        raise IllegalAction(f"no card of this game is called {name!r}")
    return _numbers(deck)[name]


def _field_names(state: Position) -> list[str]:
    """The names of the field cards of the seat that is asked, in the order of their places."""
    if state.to_play < 0:
        return []
    cards = [int(hands.field_card(state, state.to_play, place)) for place in range(MAX_FIELD_CARDS)]
    return [card_name(state, card) for card in cards if card >= 0]


def price_name(price: int) -> str:
    """`3 wood, 2 reed`."""
    amounts = [(int(cost.amount(price, good)), name) for good, name in enumerate(GOOD_NAMES)]
    return ", ".join(f"{n} {name}" for n, name in amounts if n > 0) or "nothing"


def _payments(state: Position) -> list[int]:
    """The prices between which the seat that is asked has to choose."""
    if len(state.agenda) == 0 or state.step() != PAYMENT:
        return []
    return [int(price) for price in decisions.payments(state, state.active, state.argument())]


# --- both ways ---------------------------------------------------------------------------------------


def is_action(state: Position, action: int) -> bool:
    """Whether a number stands for anything that cards of this game can bring, now or ever."""
    deck = deck_of(state)
    if deck is None:
        return False
    block = _BY_FIRST.get(int(block_of(action)))
    if block is None:
        return False
    return block.names != "hand card" or action - block.first < deck.size


def describe(state: Position, action: int) -> str:
    """A legal action that a card has brought, in words."""
    block = _BY_FIRST[int(block_of(action))]
    index = action - int(block.first)
    if block.names == "price":
        name = price_name(_payments(state)[index])
    elif block.names == "hand card":
        name = card_name(state, index)
    else:
        name = _field_names(state)[action - _FIELD_BLOCKS[block.words]]
    return f"{block.words} {name}"


def read(state: Position, words: str) -> int | None:
    """The action that these plain words name; None where they name none. Raises IllegalAction."""
    for front, block in _CARD_BLOCKS.items():
        if words.startswith(f"{front} "):
            return int(block.first) + _card_number(state, words.removeprefix(f"{front} "))
    if words.startswith("pay "):
        return _read_price(state, words.removeprefix("pay "))
    if match := _FIELD.fullmatch(words):
        names = [plain(own) for own in _field_names(state)]
        return _FIELD_BLOCKS[match[1]] + names.index(match[2]) if match[2] in names else None
    return None


def _read_price(state: Position, text: str) -> int:
    """One of the prices that may be paid now, as `3 wood, 2 reed`, its goods in any order."""
    names = [price_name(price) for price in _payments(state)]
    wanted = sorted(part.strip() for part in text.split(","))
    for number, name in enumerate(names):
        if sorted(name.split(", ")) == wanted:
            return PAY + number
    choice = f"pay {' or '.join(repr(name) for name in names)}" if names else "choose between no prices"
    raise IllegalAction(f"here you {choice}; you cannot pay {text!r}")
