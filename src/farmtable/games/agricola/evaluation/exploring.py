"""What self-play makes happen so that it is seen often enough (exploring starts, Sutton & Barto, ch. 5).

Who does not know what hand cards are worth hardly plays any, and so never learns it. A seat that is about to
place a person is therefore given a card of its hand for nothing: every card comes to lie in front of somebody
in every round in which it could, whoever would choose it. What a card requires is no price: without it, some
bring more than a game is worth, and no such game is ever played.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.rng import RandomSource
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules import playing, turn
from farmtable.games.agricola.rules.card import deck_of


def explore(state: Position, rng: RandomSource) -> None:
    """Let the seat that is to place a person have played a card of its hand: any that stays, and might be."""
    deck = deck_of(state)
    if deck is None or state.step() != s.WORK:
        return
    seat: Seat = state.to_play
    held = vec[i64]()
    card: i64 = 0
    while card < deck.size:
        mine: bool = i64(state.where[card]) == f.IN_HAND + seat and deck.travels[card] == 0
        if mine and playing.meets_requirements(state, deck, seat, card):
            held = append(held, card)
        card += 1
    if len(held) == 0:
        return
    card = held[rng.below(len(held))]
    state.known[card] = 1
    playing.resolve(state, deck, seat, card)
    turn.advance(state)
