"""Each pair of hand cards is brought into play together, in a random game that keeps the rules.

Four cards a game: two twos, and every two meets every other.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from mypy_extensions import u8

from farmtable import OVER, Rng
from farmtable._pure import is_compiled
from farmtable.core.state import CHANCE
from farmtable.games.agricola import AgricolaState
from farmtable.games.agricola.box.decks import base_deck
from farmtable.games.agricola.position.facts import IN_FRONT, IN_HAND
from farmtable.games.agricola.position.steps import WORK
from farmtable.games.agricola.rules import playing, turn
from farmtable.games.agricola.rules.card import deck_of
from tools.agricola_cards import begin, check, eager, play_through

SIZE = 96
PARTS = 12
EVERY = 1 if is_compiled() else 40  # of the games


def take_in_hand(state: AgricolaState, seat: int, card: int) -> None:
    """A seat finds a card in its hand, whoever was dealt it."""
    deck = deck_of(state)
    assert deck is not None
    where, kind = int(state.where[card]), int(deck.kind[card])
    if IN_HAND <= where < IN_FRONT:
        state.in_hands[(where - IN_HAND) * 2 + kind] -= 1
    state.where[card] = u8(IN_HAND + seat)
    state.in_hands[seat * 2 + kind] += 1


def bring_into_play(state: AgricolaState, seat: int, card: int) -> None:
    """Let a seat play a card of its hand now, whatever it costs and requires."""
    deck = deck_of(state)
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


def fours() -> list[tuple[int, ...]]:
    """Cards that come into play together; beside each other are those for as many players."""
    cards = sorted(range(SIZE), key=lambda card: int(base_deck().players[card]))
    twos = list(zip(cards[::2], cards[1::2], strict=True))
    return [(*one, *other) for one, other in combinations(twos, 2)]


def game_with(cards: tuple[int, ...], number: int) -> AgricolaState:
    deck = base_deck()
    least = max(int(deck.players[card]) for card in cards)
    rng = Rng(number, "pair")
    state = begin(max(least, 1 + number % 2), rng)
    for card in cards:
        take_in_hand(state, 0, card)
    play_on(state, rng, 0)
    order = list(cards)
    while order:
        bring_into_play(state, 0, order.pop(rng.below(len(order))))
        check(state)
        play_on(state, rng, rng.below(8))
    return play_through(state, rng, Counter(), every=24)


def test_every_pair_is_in_a_game() -> None:
    pairs = {frozenset(pair) for four in fours() for pair in combinations(four, 2)}
    assert len(pairs) == 4560


@pytest.mark.parametrize("part", range(PARTS))
def test_every_pair(part: int) -> None:
    games = fours()
    for number in range(part * EVERY, len(games), PARTS * EVERY):
        try:
            state = game_with(games[number], number)
        except Exception as error:
            error.add_note(f"{[base_deck().cards[card].id for card in games[number]]}, number {number}")
            raise
        assert state.round == 14
