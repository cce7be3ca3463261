"""What the drawn position leaves out, in lines for whoever plays from text: one's hand, and cards to pick."""

from __future__ import annotations

from collections.abc import Iterable

from farmtable.core.text import Text
from farmtable.games.agricola.page import cards
from farmtable.games.agricola.page import contract as c
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import Deck, deck_of


def aside(state: Position, seat: int) -> list[str]:
    """The cards in the hand of `seat`, and those among which it is to choose, with what they do."""
    deck = deck_of(state)
    if deck is None:
        return []
    held = [index for index in range(int(deck.size)) if state.where[index] == f.IN_HAND + seat]
    picked = cards.picks(state, seat)
    return [*_told(state, deck, "in your hand", held), *_told(state, deck, "to pick", picked)]


def _told(state: Position, deck: Deck, heading: str, indices: Iterable[int]) -> list[str]:
    lines = [f"- {_card(cards.card_view(state, deck, index))}" for index in indices]
    return [f"{heading}:", *lines] if lines else []


def _card(card: c.Card) -> str:
    cost = ", ".join(f"{n} {good}" for good, n in card["cost"].items())
    requires = ", ".join(str(Text.from_data(one)) for one in card["requires"])
    facts = [
        card["kind"],
        f"costs {cost}" if cost else "",
        f"requires {requires}" if requires else "",
        f"{card['points']} points" if card["points"] else "",
    ]
    name, does = Text.from_data(card["name"]), Text.from_data(card["text"])
    return f"{name} ({'; '.join(fact for fact in facts if fact)}): {does}"
