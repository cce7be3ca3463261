"""What is hidden: the order of the piles, and what somebody saw of it in the clock tower (R34, R58)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit
from farmtable.core.rng import RandomSource
from farmtable.core.vectors import take
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.rules import turn
from farmtable.games.mi_tierra.rules.clock_tower import swap


def forget(state: Position, seat: Seat) -> Position:
    """A copy without what `seat` (-1: a spectator) cannot know of the piles."""
    copy = state.clone()
    me: i64 = bit(seat) if seat >= 0 else 0
    known: i64 = 0
    i: i64 = 0
    while i < len(copy.top):
        if copy.exact[i] & me == 0:
            copy.unseen[copy.top[i]] += 1
            if copy.loose[i] & me != 0:
                copy.heard = append(copy.heard, copy.top[i])
            copy.top[i] = -1
            known += 1
        # Which cards the others know of is nothing one could see.
        copy.loose[i] = 0
        i += 1
    _sort(copy.heard)
    if copy.to_play != seat and known > 0:
        copy.legal = vec[i64]()
        if copy.to_play < 0:
            turn.refresh(copy)
    return copy


def imagine(state: Position, seat: Seat, rng: RandomSource) -> Position:
    """Of a forgotten position: cards for the places it does not know, at random.

    Cards one knows to be somewhere lie anywhere among the places that were reordered; the others
    come from the unseen cards, those of deck A first, as far as `pile_a` says that they are there.
    """
    copy = state.clone()
    from_a: i64 = copy.pile_a - copy.deep_a
    for kind in copy.top:
        if kind >= 0 and copy.facts.deck[kind] == 0:
            from_a -= 1
    for kind in copy.heard:
        copy.unseen[kind] -= 1
        if copy.facts.deck[kind] == 0:
            from_a -= 1
    _imagine_cards(copy, bit(seat) if seat >= 0 else 0, from_a, rng)
    copy.heard = vec[i64]()
    turn.refresh(copy)
    return copy


def _imagine_cards(copy: Position, me: i64, from_a: i64, rng: RandomSource) -> None:
    """Fill the unknown places: those in the reordered group in any order, then the others."""
    group = vec[i64]()
    i: i64 = 0
    while i < len(copy.top):
        if copy.top[i] < 0 and copy.shuffled[i] & me != 0:
            group = append(group, i)
        i += 1
    left: i64 = len(group)
    heard: i64 = len(copy.heard)
    while left > 0:
        at: i64 = rng.below(left)
        place: i64 = group[at]
        left -= 1
        group[at] = group[left]
        if heard > 0:
            heard -= 1
            copy.top[place] = copy.heard[heard]
            copy.loose[place] = me
        else:
            copy.top[place] = _draw(copy, from_a > 0, rng)
            from_a -= 1
    i = 0
    while i < len(copy.top):
        if copy.top[i] < 0:
            copy.top[i] = _draw(copy, from_a > 0, rng)
            from_a -= 1
        i += 1


def _draw(copy: Position, from_a: bool, rng: RandomSource) -> i64:
    """An unseen card of a deck. (Kinds of deck A come first.)"""
    kinds: i64 = copy.facts.kinds
    split: i64 = 0
    while split < kinds and copy.facts.deck[split] == 0:
        split += 1
    if from_a:
        return take(copy.unseen, 0, split, rng)
    return take(copy.unseen, split, kinds, rng)


def _sort(row: vec[i64]) -> None:
    i: i64 = 1
    while i < len(row):
        at: i64 = i
        while at > 0 and row[at - 1] > row[at]:
            swap(row, at)
            at -= 1
        i += 1
