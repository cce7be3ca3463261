"""Each pair of hand cards is brought into play together once, in a random game that keeps the rules."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from mypy_extensions import u8

from farmtable import OVER, Rng
from farmtable._pure import is_compiled
from farmtable.core.state import CHANCE
from farmtable.games.agricola import AgricolaState, playing, turn
from farmtable.games.agricola.decks import base_deck
from farmtable.games.agricola.facts import IN_FRONT, IN_HAND
from farmtable.games.agricola.steps import WORK
from tools.agricola_cards import begin, check, eager, play_through

SIZE = 96
PAIRS = list(combinations(range(SIZE), 2))
PARTS = 24
EVERY = 1 if is_compiled() else 40  # of the pairs


def take_in_hand(state: AgricolaState, seat: int, card: int) -> None:
    """A seat finds a card in its hand, whoever was dealt it."""
    deck = state.facts.deck
    assert deck is not None
    where, kind = int(state.where[card]), int(deck.kind[card])
    if IN_HAND <= where < IN_FRONT:
        state.in_hands[(where - IN_HAND) * 2 + kind] -= 1
    state.where[card] = u8(IN_HAND + seat)
    state.in_hands[seat * 2 + kind] += 1


def bring_into_play(state: AgricolaState, seat: int, card: int) -> None:
    """Let a seat play a card of its hand now, whatever it costs and requires."""
    deck = state.facts.deck
    assert deck is not None
    if state.where[card] == IN_HAND + seat:
        state.active = seat
        playing.resolve(state, deck, seat, card)
        turn.advance(state)


def play_on(state: AgricolaState, rng: Rng, decisions: int) -> None:
    """Some decisions, then on to the next turn of seat 0."""
    while state.to_play != OVER:
        if decisions <= 0 and state.to_play == 0 and state.step() == WORK:
            return
        state.apply(eager(state, rng))
        decisions -= state.to_play != CHANCE


def game_with(first: int, second: int, number: int) -> AgricolaState:
    deck = base_deck()
    least = max(int(deck.players[first]), int(deck.players[second]))
    rng = Rng(number, "pair")
    state = begin(max(least, 1 + number % 2), rng)
    for card in (first, second):
        take_in_hand(state, 0, card)
    play_on(state, rng, 0)
    for card in (first, second) if number % 3 else (second, first):
        bring_into_play(state, 0, card)
        check(state)
        play_on(state, rng, rng.below(12))
    return play_through(state, rng, Counter(), every=24)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_pair(part: int) -> None:
    assert len(PAIRS) == 4560
    for number in range(part * EVERY, len(PAIRS), PARTS * EVERY):
        first, second = PAIRS[number]
        try:
            state = game_with(first, second, number)
        except Exception as error:
            cards = base_deck().cards
            error.add_note(f"{cards[first].id} with {cards[second].id}, number {number}")
            raise
        assert state.round == 14
