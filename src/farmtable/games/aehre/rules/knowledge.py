"""What is hidden (R54): forgetting it for a seat, and imagining it again."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.rng import RandomSource
from farmtable.core.state import OVER
from farmtable.core.vectors import take
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.steps import DISCARD_TILE
from farmtable.games.aehre.rules.placing import can_place

MOST_TRIES: Final = 1000


def forget(state: Position, seat: Seat) -> Position:
    """A copy without what `seat` cannot know: other hands and discards, values of other livestock."""
    copy = state.clone()
    other: i64 = 0
    while other < state.players:
        if other != seat:
            forget_tiles(copy, other)
            if state.to_play != OVER:  # R52: livestock is revealed at the end
                forget_livestock(copy, other)
        other += 1
    return copy


def forget_tiles(state: Position, seat: Seat) -> None:
    kinds: i64 = state.facts.kinds
    kind: i64 = 0
    while kind < kinds:
        at: i64 = seat * kinds + kind
        state.unseen[kind] += state.hand[at] + state.discarded[at]
        state.hand[at] = 0
        state.discarded[at] = 0
        kind += 1


def forget_livestock(state: Position, seat: Seat) -> None:
    entries: i64 = len(state.facts.entry_animal)
    entry: i64 = 0
    while entry < entries:
        count: u8 = state.owned[seat * entries + entry]
        state.unseen_livestock[entry] += count
        state.owned_unknown[seat * 3 + state.facts.entry_animal[entry]] += count
        state.owned[seat * entries + entry] = 0
        entry += 1


def imagine(state: Position, seat: Seat, rng: RandomSource) -> Position:
    """A random whole position that the forgotten one could come from."""
    tries: i64 = 0
    while True:
        tries += 1
        copy = state.clone()
        other: i64 = 0
        while other < state.players:
            if other != seat:
                imagine_tiles(copy, other, rng)
                imagine_livestock(copy, other, rng)
            other += 1
        # A seat that has to discard has shown that it could lay none of its tiles (R24). Where such
        # hands are too rare to be met by chance, any other hand must do.
        if copy.step() != DISCARD_TILE or copy.active == seat or tries == MOST_TRIES or not can_place(copy):
            return copy


def imagine_tiles(state: Position, seat: Seat, rng: RandomSource) -> None:
    kinds: i64 = state.facts.kinds
    known: i64 = 0
    known_discards: i64 = 0
    kind: i64 = 0
    while kind < kinds:
        known += i64(state.hand[seat * kinds + kind])
        known_discards += i64(state.discarded[seat * kinds + kind])
        kind += 1
    while known < i64(state.hand_size[seat]):
        state.hand[seat * kinds + take(state.unseen, 0, kinds, rng)] += 1
        known += 1
    while known_discards < i64(state.discard_size[seat]):
        state.discarded[seat * kinds + take(state.unseen, 0, kinds, rng)] += 1
        known_discards += 1


def imagine_livestock(state: Position, seat: Seat, rng: RandomSource) -> None:
    facts = state.facts
    entries: i64 = len(facts.entry_animal)
    animal: i64 = 0
    while animal < 3:
        first: i64 = 0
        while first < entries and facts.entry_animal[first] != animal:
            first += 1
        beyond: i64 = first
        while beyond < entries and facts.entry_animal[beyond] == animal:
            beyond += 1
        while state.owned_unknown[seat * 3 + animal] > 0:
            state.owned_unknown[seat * 3 + animal] -= 1
            entry: i64 = take(state.unseen_livestock, first, beyond, rng)
            state.owned[seat * entries + entry] += 1
        animal += 1
