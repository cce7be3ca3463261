"""The decks: the cards of the box, found by their files, and decks of your own.

A card is added to the box by a file under `cards`; nothing else has to know of it. A deck of your own
is a Python file with a list `CARDS`, loaded by `load_deck`; games then name it by its file's name.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

from librt.vecs import append
from mypy_extensions import i64, u8

from farmtable.core.bits import bit
from farmtable.core.errors import BadOption
from farmtable.core.vectors import numbers
from farmtable.games.agricola import cards as box
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.cost import amount
from farmtable.games.agricola.position.facts import (
    FOOD,
    GOODS,
    MAX_DECK,
    MINOR,
    MODIFIERS,
    OCCUPATION,
    SPACES,
)
from farmtable.games.agricola.rules.card import Card, Deck, MinorImprovement, Occupation
from farmtable.games.agricola.rules.requirements import Requirement

# The methods of a card and the moment that each belongs to.
ACTS: Final = {
    "when_played": moments.WHEN_PLAYED,
    "each_use": moments.EACH_USE,
    "after_use": moments.AFTER_USE,
    "turn_ends": moments.TURN_ENDS,
    "another_uses": moments.ANOTHER_USES,
    "start_of_round": moments.START_OF_ROUND,
    "rooms_built": moments.ROOMS_BUILT,
    "another_built_rooms": moments.ANOTHER_BUILT_ROOMS,
    "fences_built": moments.FENCES_BUILT,
    "renovated": moments.RENOVATED,
    "stable_built": moments.STABLE_BUILT,
    "family_grew": moments.FAMILY_GREW,
    "baked": moments.BAKED,
    "occupation_played": moments.OCCUPATION_PLAYED,
    "improvement_built": moments.IMPROVEMENT_BUILT,
    "going_home": moments.GOING_HOME,
    "end_of_round": moments.END_OF_ROUND,
    "field_phase_begins": moments.FIELD_PHASE_BEGINS,
    "field_phase": moments.FIELD_PHASE,
    "bred": moments.BRED,
    "other_price": moments.PRICES,
    "reduced": moments.PRICES,
    "replaced": moments.PRICES,
    "bonus_points": moments.SCORING,
    "points_for": moments.SCORING,
}

_own: dict[str, Deck] = {}


# --- the box ------------------------------------------------------------------------------------------


@cache
def base_deck() -> Deck:
    """The 96 cards of the box: occupations, then minor improvements, each by the numbers on them."""
    return make_deck(_cards_of_the_box())


def occupations() -> list[Card]:
    """The occupations of the box."""
    return [card for card in base_deck().cards if card.kind == OCCUPATION]


def _cards_of_the_box() -> list[Card]:
    found = []
    for module in pkgutil.iter_modules(box.__path__):
        loaded = importlib.import_module(f"{box.__name__}.{module.name}")
        found += [
            kind()
            for kind in vars(loaded).values()
            if isinstance(kind, type) and issubclass(kind, Card) and kind.id == module.name
        ]
    return sorted(found, key=lambda card: (card.kind, card.number))


def make_deck(cards: Iterable[Card]) -> Deck:
    """Number the cards and pack their facts. Raises BadOption where two have the same id, or are too many."""
    deck = Deck(list(cards))
    if deck.size > MAX_DECK:
        raise BadOption(f"a deck has at most {MAX_DECK} cards, not {deck.size}")
    ids = [card.id for card in deck.cards]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise BadOption(f"two cards are called {', '.join(twice)}")
    deck.modifiers = numbers(deck.size * MODIFIERS, 0)
    for index, card in enumerate(deck.cards):
        card.index = index
        _add_facts(deck, card)
        for which, by in card.modifiers:
            deck.modifiers[index * MODIFIERS + which] += by
        deck.most_food = max(deck.most_food, amount(card.cost, FOOD))
    return deck


def _add_facts(deck: Deck, card: Card) -> None:
    acts = spaces = i64(0)
    for method, moment in ACTS.items():
        if getattr(type(card), method) is not getattr(Card, method):
            acts |= bit(moment)
    for space in card.spaces:
        spaces |= bit(space)
    deck.kind = append(deck.kind, u8(card.kind))
    deck.players = append(deck.players, u8(card.players))
    deck.travels = append(deck.travels, u8(card.travels))
    deck.acts = append(deck.acts, acts)
    deck.offered = append(deck.offered, i64(card.offered))
    deck.spaces = append(deck.spaces, spaces)
    deck.points = append(deck.points, i64(card.points))
    deck.cost = append(deck.cost, i64(card.cost))
    deck.before_harvest = append(deck.before_harvest, u8(card.before_harvest))
    deck.exchanges_sheep = append(deck.exchanges_sheep, u8(card.exchanges_sheep))
    deck.varies = append(deck.varies, u8(type(card).price is not Card.price))
    deck.requires.append(card.requires)


# --- decks of one's own ---------------------------------------------------------------------------------


def load_deck(path: str | Path) -> str:
    """Run the Python file `path` and add its list `CARDS` to the box; return the name games know it by.

    This runs the file's code: load only files you trust. Raises BadOption where the file cannot be
    read, fails, or has no fit cards.
    """
    file = Path(path)
    if not file.is_file():
        raise BadOption(f"cannot read the deck {path}: there is no such file")
    name = file.stem
    if name in ("none", "base"):
        raise BadOption(f"a deck of your own cannot be called {name!r}")
    spec = importlib.util.spec_from_file_location(f"farmtable_deck_{name}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # whatever the code of a stranger raises
        raise BadOption(f"the deck {path} does not run: {type(error).__name__}: {error}") from error
    own = getattr(module, "CARDS", None)
    if not isinstance(own, (list, tuple)) or not own:
        raise BadOption(f"the deck {path} has no list CARDS of cards")
    for card in own:
        _check_card(path, card)
    _own[name] = make_deck([*_cards_of_the_box(), *sorted(own, key=lambda card: card.kind)])
    return name


def _check_card(path: str | Path, card: object) -> None:
    if not isinstance(card, (Occupation, MinorImprovement)):
        raise BadOption(f"the deck {path}: {card!r} is neither an Occupation nor a MinorImprovement")
    if not card.id.isidentifier() or card.kind not in (OCCUPATION, MINOR):
        raise BadOption(f"the deck {path}: {card.id!r} is no id: letters, digits and underscores")
    if card.offered and not moments.NEVER < card.offered < moments.MOMENTS:
        raise BadOption(f"the deck {path}: {card.id} is offered at no moment there is")
    for mistake in mistakes(card):
        raise BadOption(f"the deck {path}: {card.id} {mistake}")


def mistakes(card: Card) -> Iterator[str]:
    """What of a card is never looked at because its name is wrong, or cannot be read; each as "has …"."""
    known = [name for name in dir(Card) if not name.startswith("_")]
    methods = [name for name in known if callable(getattr(Card, name))]
    for name, value in _own_names(type(card)):
        if callable(value) or isinstance(value, (staticmethod, classmethod, property)):
            (near,) = get_close_matches(name, methods, n=1, cutoff=0)
            yield (
                f"has a method {name!r}, which no card is asked for: is it {near!r}? "
                "The name of a helper begins with an underscore"
            )
        elif facts := get_close_matches(name, known, n=1, cutoff=0.8):
            yield f"has a fact {name!r}, which no card is asked for: is it {facts[0]!r}?"
    yield from _wrong_numbers(card)
    yield from _wrong_arguments(type(card))
    if not _all_are(card.spaces, int) or not all(0 <= space < SPACES for space in card.spaces):
        yield f"has {card.spaces!r} as its 'spaces', not a tuple of action spaces, as (DAY_LABORER,)"
    if not _all_are(card.these, int) or not all(0 <= good < GOODS for good in card.these):
        yield f"has {card.these!r} as its 'these', not a tuple of goods, as (GRAIN, VEGETABLE)"
    if not _all_are(card.requires, Requirement):
        yield f"has {card.requires!r} as its 'requires', not a tuple of requirements, as (Occupations(1),)"
    if not _all_are(card.modifiers, tuple):
        yield f"has {card.modifiers!r} as its 'modifiers', not a tuple of pairs, as ((PASTURE_PLACES, 2),)"


def _wrong_numbers(card: Card) -> Iterator[str]:
    """Facts that are no numbers, or such as are never looked at."""
    facts: dict[str, object] = {name: getattr(card, name) for name in ("cost", "points", "players")}
    if not isinstance(facts["cost"], int):
        yield f"has {facts['cost']!r} as its 'cost', not a price, as priced(wood=1)"
    if not isinstance(facts["points"], int):
        yield f"has {facts['points']!r} as its 'points', not a whole number"
    if facts["players"] not in range(1, 5):
        yield f"has {facts['players']!r} as its 'players', not 1, 3 or 4"


def _wrong_arguments(kind: type[Card]) -> Iterator[str]:
    """Methods that cannot be called as the rules call them."""
    for name, base in vars(Card).items():
        own = inspect.getattr_static(kind, name, None)
        if name.startswith("_") or own is base or not (callable(base) and inspect.isfunction(own)):
            continue
        told = inspect.signature(base)
        try:
            inspect.signature(own).bind(*told.parameters)
        except TypeError:
            yield f"has a method {name!r} with other arguments than ({', '.join(told.parameters)})"


def _own_names(kind: type[Card]) -> Iterator[tuple[str, object]]:
    """The public names that a class and its bases have beside those that every card has."""
    for base in kind.__mro__:
        if base not in (Occupation, MinorImprovement, Card, object):
            for name, value in vars(base).items():
                if not name.startswith("_") and not hasattr(Card, name):
                    yield name, value


def _all_are(found: object, kind: type) -> bool:
    """Whether something is a tuple of nothing but these."""
    return isinstance(found, tuple) and all(isinstance(one, kind) for one in found)


def deck_named(name: str) -> Deck:
    """The deck of the option `cards`. Raises BadOption for one that has not been loaded."""
    if name == "base":
        return base_deck()
    if name not in _own:
        raise BadOption(f"the deck {name!r} is not loaded: give its file, as --cards {name}.py")
    return _own[name]


def loaded_decks() -> list[str]:
    """The decks of one's own that have been loaded."""
    return sorted(_own)
