"""Animals and barnyards: what fits, and what happens to animals that do not (R27 to R29, R32)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.vectors import numbers
from farmtable.games.mi_tierra.position.actions import RELEASE
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import CHICKEN, COW, GOODS, MAX_SLOTS, MEAT, SHEEP
from farmtable.games.mi_tierra.position.steps import HOUSE, NOTE_BARNYARD, NOTE_THROWN_BARNYARD
from farmtable.games.mi_tierra.rules.goods import gain, lose, note
from farmtable.games.mi_tierra.rules.step import Step


def free_slot(state: Position, seat: Seat) -> i64:
    """The first pasture place without a barnyard, or -1."""
    slot: i64 = 0
    while slot < state.facts.slots:
        if state.barnyards[seat * MAX_SLOTS + slot] == 0:
            return slot
        slot += 1
    return -1


def has_barnyard(state: Position, seat: Seat) -> bool:
    """Whether a seat has a barnyard besides the printed one."""
    slot: i64 = 0
    while slot < state.facts.slots:
        if state.barnyards[seat * MAX_SLOTS + slot] > 0:
            return True
        slot += 1
    return False


def fits(state: Position, seat: Seat, sheep: i64, cows: i64, chickens: i64) -> bool:
    """Whether so many animals find room; a barnyard holds one kind only (R28)."""
    return _fits_from(state, seat, -1, sheep, cows, chickens)


def _fits_from(state: Position, seat: Seat, slot: i64, sheep: i64, cows: i64, chickens: i64) -> bool:
    """Whether so many fit into the barnyards from `slot` on; -1 is the printed one."""
    sheep = max(sheep, 0)
    cows = max(cows, 0)
    chickens = max(chickens, 0)
    if sheep + cows + chickens == 0:
        return True
    if slot >= state.facts.slots:
        return False
    room: i64 = state.facts.printed_capacity
    if slot >= 0:
        room = i64(state.barnyards[seat * MAX_SLOTS + slot])
    if room == 0:
        return _fits_from(state, seat, slot + 1, sheep, cows, chickens)
    if sheep > 0 and _fits_from(state, seat, slot + 1, sheep - room, cows, chickens):
        return True
    if cows > 0 and _fits_from(state, seat, slot + 1, sheep, cows - room, chickens):
        return True
    return chickens > 0 and _fits_from(state, seat, slot + 1, sheep, cows, chickens - room)


def all_fit(state: Position, seat: Seat) -> bool:
    """Whether the animals of a seat find room."""
    base: i64 = seat * GOODS
    return fits(state, seat, state.goods[base + SHEEP], state.goods[base + COW], state.goods[base + CHICKEN])


def room_for(state: Position, seat: Seat, animal: i64, wanted: i64) -> i64:
    """How many of `wanted` further animals can be kept besides all that are there (R29)."""
    base: i64 = seat * GOODS
    taken: i64 = 0
    while taken < wanted:
        more: i64 = taken + 1
        if not fits(
            state,
            seat,
            state.goods[base + SHEEP] + (more if animal == SHEEP else 0),
            state.goods[base + COW] + (more if animal == COW else 0),
            state.goods[base + CHICKEN] + (more if animal == CHICKEN else 0),
        ):
            return taken
        taken = more
    return taken


def arrive(state: Position, seat: Seat, animal: i64, n: i64) -> None:
    """Animals arrive: those that find room stay, the others become meat (R28, R29)."""
    kept: i64 = room_for(state, seat, animal, n)
    gain(state, seat, animal, kept)
    gain(state, seat, MEAT, meat_for(state, n - kept))


def meat_for(state: Position, lost: i64) -> i64:
    """The meat for so many animals without room (R28)."""
    return lost if state.facts.meat_per_animal else min(lost, 1)


def take_barnyard(state: Position, seat: Seat, slot: i64, capacity: i64) -> None:
    """Put a barnyard on a pasture place; one that lies there is thrown away (R27, R32)."""
    at: i64 = seat * MAX_SLOTS + slot
    if state.barnyards[at] > 0:
        note(state, NOTE_THROWN_BARNYARD, seat, i64(state.barnyards[at]), 0)
        state.barnyards_left += 1
    state.barnyards[at] = u8(capacity)
    state.barnyards_left -= 1
    note(state, NOTE_BARNYARD, seat, capacity, 0)
    if not all_fit(state, seat):
        state.push(HOUSE, seat)


def animals_of(state: Position, seat: Seat, first: i64) -> vec[i64]:
    """`first` + each kind of animal that a seat has (0 to 2)."""
    actions = vec[i64](capacity=3)
    animal: i64 = SHEEP
    while animal <= CHICKEN:
        if state.goods[seat * GOODS + animal] > 0:
            actions = append(actions, first + animal - SHEEP)
        animal += 1
    return actions


@final
class House(Step):
    """Animals have lost their room: some must go until all the others have a place (R32)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        if not all_fit(state, argument):
            return False
        state.pop()
        return True

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        return animals_of(state, seat, RELEASE)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        lose(state, argument, SHEEP + action - RELEASE, 1)


def arrangement(state: Position, seat: Seat) -> vec[i64]:
    """Where the animals of a seat may stand, for a picture.

    For the printed barnyard and then each pasture place: its kind of animal (or -1), and how many.
    """
    found = numbers((state.facts.slots + 1) * 2, 0)
    left = numbers(3, 0)
    animal: i64 = 0
    while animal < 3:
        left[animal] = state.goods[seat * GOODS + SHEEP + animal]
        animal += 1
    _arrange_from(state, seat, -1, left, found)
    return found


def _arrange_from(state: Position, seat: Seat, slot: i64, left: vec[i64], found: vec[i64]) -> bool:
    """Fill the barnyards from `slot` on; returns whether all that is `left` found room."""
    if slot >= state.facts.slots:
        return left[0] + left[1] + left[2] == 0
    room: i64 = state.facts.printed_capacity
    if slot >= 0:
        room = i64(state.barnyards[seat * MAX_SLOTS + slot])
    at: i64 = (slot + 1) * 2
    animal: i64 = 0
    while animal < 3:
        moved: i64 = min(left[animal], room)
        if moved > 0:
            left[animal] -= moved
            found[at] = SHEEP + animal
            found[at + 1] = moved
            if _arrange_from(state, seat, slot + 1, left, found):
                return True
            left[animal] += moved
        animal += 1
    found[at] = -1
    found[at + 1] = 0
    return _arrange_from(state, seat, slot + 1, left, found)
