"""The names of hand cards for people, as texts that every language has."""

from __future__ import annotations

from farmtable.core.text import Text
from farmtable.games.agricola.position import facts
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules import hands
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.words.notation import cell_name


def name_of_card(state: Position, card: int) -> Text:
    """A hand card, as it calls itself."""
    deck = deck_of(state)
    assert deck is not None
    return deck.cards[card].name


def name_of_field(state: Position, seat: int, field: int) -> Text | str:
    """A field by its space of the farmyard, or the name of the card that it is."""
    card = hands.field_card(state, seat, field - facts.CELLS) if field >= facts.CELLS else -1
    return name_of_card(state, int(card)) if card >= 0 else cell_name(field % facts.CELLS)
