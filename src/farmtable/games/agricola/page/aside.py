"""What the drawn position leaves out, in lines for who plays from text: cards, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from farmtable.core.text import Text
from farmtable.games.agricola.page import cards
from farmtable.games.agricola.page import contract as c
from farmtable.games.agricola.page.questions import question
from farmtable.games.agricola.page.view import step_name
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import Deck, deck_of

ABOUT: Final = ("parts", "moment", "card", "space", "after", "stage", "pays_for", "need", "food", "missing")


def aside(state: Position, seat: int) -> list[str]:
    """What `seat` is asked, and its cards: those in its hand and those to choose among, with what they do."""
    if seat < 0:
        return []  # a spectator has nothing of its own
    asked = _asked(state, seat) if state.to_play == seat else []
    deck = deck_of(state)
    if deck is None:
        return asked
    held = [index for index in range(int(deck.size)) if state.where[index] == f.IN_HAND + seat]
    picked = cards.picks(state, seat)
    return [*_told(state, deck, "in your hand", held), *_told(state, deck, "to pick", picked), *asked]


def _asked(state: Position, seat: int) -> list[str]:
    """What a question is about; not what answers it."""
    step = step_name(state)
    told: dict[str, Any] = dict(question(state, seat, step))
    about = [f"{name}: {_words(told[name])}" for name in ABOUT if told.get(name) is not None]
    return [f"you are asked: {'; '.join([step, *about])}"]


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


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
