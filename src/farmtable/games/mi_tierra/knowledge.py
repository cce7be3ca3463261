"""The clock tower, and what is hidden: the order of the piles, and what somebody saw of it (R34, R58).

Cards that somebody has seen lie in `top`, in their order. What one knows of them is remembered card
by card: `exact`, who knows which card lies here; after somebody else may have reordered them,
`shuffled`, who knows that the order of these places is lost, and `loose`, who knows that this card
is somewhere among them. A look always reaches from the top over all of these, so one such group is
enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.bits import bit
from farmtable.core.rng import RandomSource
from farmtable.core.vectors import take
from farmtable.games.mi_tierra import turn
from farmtable.games.mi_tierra.facts import CLOCK_TOWER, LOOKED_AT, MAX_SPACES, ON_TOP
from farmtable.games.mi_tierra.goods import note
from farmtable.games.mi_tierra.steps import LOOK, NOTE_LOOK, NOTE_REORDER, REORDER

if TYPE_CHECKING:
    from farmtable.games.mi_tierra.state import MiTierraState


# --- the clock tower ----------------------------------------------------------------------------------


def look(state: MiTierraState, seat: i64) -> None:
    """A worker in the clock tower looks at the next cards (R34)."""
    if state.pile_a + state.pile_b > 0:
        state.push(LOOK)


def reach(state: MiTierraState) -> i64:
    """How many cards a look shows."""
    return min(state.pile_a + state.pile_b, LOOKED_AT)


def uncover(state: MiTierraState, kind: i64) -> None:
    """One more card of the pile is looked at, below those already seen."""
    state.unseen[kind] -= 1
    if state.deep_a > 0:
        state.deep_a -= 1
    state.top = append(state.top, kind)
    state.exact = append(state.exact, 0)
    state.shuffled = append(state.shuffled, 0)
    state.loose = append(state.loose, 0)


def remember(state: MiTierraState) -> None:
    """The active seat has now seen all cards of `top`; if it is alone it may reorder them."""
    seat: i64 = state.active
    state.pop()
    i: i64 = 0
    while i < len(state.top):
        state.exact[i] |= bit(seat)
        state.shuffled[i] &= ~bit(seat)
        state.loose[i] &= ~bit(seat)
        i += 1
    note(state, NOTE_LOOK, seat, len(state.top), 0)
    if len(state.top) > 1 and is_alone(state, seat):
        blur(state, seat)
        state.push(REORDER)


def is_alone(state: MiTierraState, seat: i64) -> bool:
    """Whether no other seat has a worker in the clock tower."""
    space: i64 = CLOCK_TOWER * MAX_SPACES
    while space < (CLOCK_TOWER + 1) * MAX_SPACES:
        if state.placed[space] > 0 and i64(state.placed[space]) & 15 != seat + 1:
            return False
        space += 1
    return True


def blur(state: MiTierraState, seat: i64) -> None:
    """From now on nobody else knows where the cards lie that he had seen, only that they are there."""
    others: i64 = (bit(state.players) - 1) & ~bit(seat)
    i: i64 = 0
    while i < len(state.top):
        state.loose[i] |= state.exact[i] & others
        state.exact[i] &= ~others
        state.shuffled[i] |= others
        i += 1


def orders(state: MiTierraState, laid: i64) -> vec[i64]:
    """Which of the remaining cards may come next, each kind once."""
    found: i64 = 0
    actions = vec[i64](capacity=LOOKED_AT)
    kind: i64 = 0
    while kind < state.facts.kinds:
        i: i64 = laid
        found = 0
        while i < len(state.top):
            if state.top[i] == kind:
                found += 1
            i += 1
        if found > 0:
            actions = append(actions, ON_TOP + kind)
        kind += 1
    return actions


def lay(state: MiTierraState, laid: i64, kind: i64) -> None:
    """The card that comes next after those already laid."""
    i: i64 = laid
    while state.top[i] != kind:
        i += 1
    while i > laid:
        _swap(state.top, i)
        _swap(state.exact, i)
        _swap(state.loose, i)
        i -= 1
    state.pop()
    # Always asked until one card is left, so that it tells nobody whether some are alike.
    if laid + 2 < len(state.top):
        state.push(REORDER, laid + 1)
    else:
        note(state, NOTE_REORDER, state.active, 0, 0)


def _swap(row: vec[i64], i: i64) -> None:
    other: i64 = row[i - 1]
    row[i - 1] = row[i]
    row[i] = other


def next_card(state: MiTierraState) -> i64:
    """Take the next card off the pile if somebody has seen it; else -1."""
    if len(state.top) == 0:
        return -1
    kind: i64 = state.top[0]
    # Who knew of one of several equal cards among those reordered cannot tell whether it was this one.
    unsure: i64 = state.shuffled[0] & ~state.loose[0]
    i: i64 = 1
    while i < len(state.top):
        if state.top[i] == kind:
            seats: i64 = state.loose[i] & unsure
            state.loose[i] &= ~seats
            unsure &= ~seats
        i += 1
    state.top = state.top[1:]
    state.exact = state.exact[1:]
    state.shuffled = state.shuffled[1:]
    state.loose = state.loose[1:]
    return kind


# --- forgetting and imagining ------------------------------------------------------------------------


def forget(state: MiTierraState, seat: i64) -> MiTierraState:
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


def imagine(state: MiTierraState, seat: i64, rng: RandomSource) -> MiTierraState:
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


def _imagine_cards(copy: MiTierraState, me: i64, from_a: i64, rng: RandomSource) -> None:
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


def _draw(copy: MiTierraState, from_a: bool, rng: RandomSource) -> i64:
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
            _swap(row, at)
            at -= 1
        i += 1
