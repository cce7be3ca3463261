"""What self-play makes happen so that it is seen often enough (exploring starts, Sutton & Barto, ch. 5).

Who does not know what hand cards are worth hardly plays any, and so never learns it; who lets a family grow
late never learns what an early child brings. A seat that is about to place a person is therefore given
something for nothing: a card of its hand, a room, a child, a field or goods. So every card comes to lie in
front of somebody in every round in which it could, and families come to be large early, whoever would have it
so. What a card requires is no price: without it, some bring more than a game is worth, and no such game is
ever played.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import count_bits, lowest
from farmtable.core.rng import RandomSource
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules import farmyard, playing, spaces, turn
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.goods import gain
from farmtable.games.agricola.rules.parts.fields import plow
from farmtable.games.agricola.rules.parts.house import build_room

MOST_ROOMS: Final = 5
GOODS: Final = (f.WOOD, f.CLAY, f.REED, f.STONE, f.FOOD, f.GRAIN, f.VEGETABLE)
AMOUNTS: Final = (3, 2, 1, 1, 3, 1, 1)
"""As many of each of `GOODS` as a person may bring in the first rounds."""


def explore(state: Position, rng: RandomSource) -> None:
    """Give the seat that is to place a person something; who has a hand gets a card in half of the cases."""
    if state.step() != s.WORK:
        return
    seat: Seat = state.to_play
    if deck_of(state) is not None and rng.below(2) == 0:
        _give_card(state, seat, rng)
    else:
        which: i64 = rng.below(4)
        if which == 0:
            _give_room(state, seat, rng)
        elif which == 1:
            _give_child(state, seat, rng)
        elif which == 2:
            _give_field(state, seat, rng)
        else:
            good: i64 = rng.below(len(GOODS))
            gain(state, seat, GOODS[good], AMOUNTS[good])
    turn.advance(state)


def _give_room(state: Position, seat: Seat, rng: RandomSource) -> None:
    """Of what the house is made of; none where there is no space, or a large house."""
    sites: i64 = farmyard.room_sites(state, seat)
    if sites != 0 and count_bits(state.rooms[seat]) < MOST_ROOMS:
        build_room(state, seat, _any(sites, rng))


def _give_child(state: Position, seat: Seat, rng: RandomSource) -> None:
    """With a room for it where there is none."""
    if not spaces.has_room(state, seat):
        _give_room(state, seat, rng)
    if spaces.has_room(state, seat) and spaces.may_grow(state, seat):
        spaces.grow(state, seat)


def _give_field(state: Position, seat: Seat, rng: RandomSource) -> None:
    sites: i64 = farmyard.field_sites(state, seat)
    if sites != 0:
        plow(state, seat, _any(sites, rng))


def _give_card(state: Position, seat: Seat, rng: RandomSource) -> None:
    """Any of its hand that stays, and might be played."""
    deck = deck_of(state)
    if deck is None:
        return
    held = vec[i64]()
    card: i64 = 0
    while card < deck.size:
        mine: bool = i64(state.where[card]) == f.IN_HAND + seat and deck.travels[card] == 0
        if mine and playing.meets_requirements(state, deck, seat, card):
            held = append(held, card)
        card += 1
    if len(held) > 0:
        card = held[rng.below(len(held))]
        state.known[card] = 1
        playing.resolve(state, deck, seat, card)


def _any(cells: i64, rng: RandomSource) -> i64:
    """One of these cells, each as likely."""
    skipped: i64 = rng.below(count_bits(cells))
    while skipped > 0:
        cells &= cells - 1
        skipped -= 1
    return lowest(cells & -cells)
