"""The end of the game (R53 to R55)."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import CAKE, CLOTHES, GOODS, Good
from farmtable.games.mi_tierra.rules.goods import has


def pieces(state: Position, seat: Seat) -> i64:
    """Units of resources and animals, cakes and clothes aside (R54)."""
    found: i64 = 0
    good: Good = 0
    while good < GOODS:
        if good not in (CAKE, CLOTHES):
            found += has(state, seat, good)
        good += 1
    return found


def cake_money(state: Position, seat: Seat) -> i64:
    return has(state, seat, CAKE) * state.facts.cake_money


def clothes_money(state: Position, seat: Seat) -> i64:
    return has(state, seat, CLOTHES) * state.facts.clothes_money


def exchange_money(state: Position, seat: Seat) -> i64:
    """1 for every full three pieces (R54)."""
    return pieces(state, seat) // state.facts.leftovers


def total(state: Position, seat: Seat) -> i64:
    """A seat's money if the game ended now."""
    sold: i64 = cake_money(state, seat) + clothes_money(state, seat)
    return state.money[seat] + sold + exchange_money(state, seat)


def winners(state: Position) -> list[int]:
    """Most money, then most pieces left over after the exchange; several may share (R55)."""
    best: i64 = -1
    found: list[int] = []
    seat: Seat = 0
    while seat < state.players:
        rank: i64 = total(state, seat) * 100 + pieces(state, seat) % state.facts.leftovers
        if rank > best:
            best = rank
            found = []
        if rank == best:
            found.append(int(seat))
        seat += 1
    return found
