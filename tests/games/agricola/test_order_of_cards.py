"""R9.17: what cards do by themselves comes to the same, whatever the order in which they were played."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable._pure import is_compiled
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box.decks import base_deck
from farmtable.games.agricola.position.steps import WORK
from tools.agricola_cards import begin, eager

GAMES = 12 if is_compiled() else 3
Data = dict[str, Any]


def shuffled(cards: list[Any], rng: Rng) -> list[Any]:
    left = list(cards)
    return [left.pop(rng.below(len(left))) for _ in cards]


def with_cards_in_front(state: State, rng: Rng) -> State:
    """The same game with four more cards in front of each seat, of those that nobody holds."""
    data = state.to_dict()
    held = {name for seat in data["seats"] for name in (*seat["minors"], *seat["occupations"])}
    free = [
        card.id
        for card in base_deck().cards
        if card.players <= state.players and not card.travels and card.id not in held
    ]
    order = shuffled(free, rng)
    for number, seat in enumerate(data["seats"]):
        seat["front"] = [[name, 0] for name in order[number * 4 : number * 4 + 4]]
    return GAME.from_dict(data)


def in_another_order(state: State, rng: Rng) -> State:
    data = state.to_dict()
    for seat in data["seats"]:
        seat["front"] = shuffled(seat["front"], rng)
    return GAME.from_dict(data)


def but_for_the_order(state: State) -> tuple[Data, list[int]]:
    """A position without the order of the cards in front, and what may be done in it."""
    data = state.to_dict()
    for seat in data["seats"]:
        seat["front"].sort()
    del data["agenda"]  # an offer names cards by their places
    return data, list(state.legal_actions())


@pytest.mark.parametrize("number", range(GAMES))
def test_r9_17_the_order_of_cards_in_front_makes_no_difference(number: int) -> None:
    """Every turn, and every beginning of a round, up to the next question or outcome of chance."""
    rng = Rng(number, "order of cards")
    state: Any = with_cards_in_front(begin(1 + number % 4, rng), rng)
    compared = 0
    while state.to_play != OVER:
        action = eager(state, rng)
        if state.round > 0 and (state.to_play == CHANCE or state.step() == WORK):
            other = in_another_order(state, rng)
            other.apply(action)
            state.apply(action)
            assert but_for_the_order(other) == but_for_the_order(state)
            compared += 1
        else:
            state.apply(action)
    assert compared > 14
