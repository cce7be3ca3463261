"""The hand cards as they are read: facts and texts in words, for lists of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from farmtable.core.declaration import CardText
from farmtable.core.text import Text
from farmtable.games.agricola.box.decks import base_deck, deck_named, loaded_decks
from farmtable.games.agricola.position.facts import MINOR
from farmtable.games.agricola.position.nouns import KINDS, amounts, goods_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from farmtable.games.agricola.rules.card import Card, Deck


def card_texts() -> list[CardText]:
    """All cards of the box, then those of one's own decks."""
    found: dict[str, CardText] = {}
    for deck in (base_deck(), *map(deck_named, loaded_decks())):
        for card in deck.cards:
            found.setdefault(card.id, _card_text(deck, card))
    return list(found.values())


def _card_text(deck: Deck, card: Card) -> CardText:
    facts: list[tuple[Text, Text]] = []
    if card.players > 1:
        facts.append((Text("players"), Text("{n} or more", n=int(card.players))))
    if card.kind == MINOR:
        facts.append((Text("cost"), _cost(deck, card)))
    if card.requires:
        facts.append((Text("requires"), _listed([requirement.text() for requirement in card.requires])))
    if card.points != 0:
        facts.append((Text("points"), Text("{n}", n=int(card.points))))
    if card.has_bonus:
        facts.append((Text("bonus points"), Text("yes")))
    if card.travels:
        facts.append((Text("afterwards"), Text("passed to the left")))
    return CardText(card.name, KINDS[card.kind], card.text, card.number, tuple(facts))


def _cost(deck: Deck, card: Card) -> Text:
    if deck.varies[card.index] == 1:
        return Text("see its text")
    return amounts(goods_of(int(card.cost)))


def _listed(texts: Sequence[Text]) -> Text:
    """Several requirements in a row."""
    if len(texts) == 1:
        return texts[0]
    return Text("{first}, {rest}", first=texts[0], rest=_listed(texts[1:]))
