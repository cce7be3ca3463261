"""What a seat may come to decide at its next turn, as far as it can know.

Nobody knows how the others decide. So the game is played on by chance a few times, from positions that
the seat cannot tell from the true one, until it is asked; what is possible there it may choose from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from farmtable.core.errors import IllegalAction
from farmtable.core.playout import sample_chance
from farmtable.core.rng import RandomSource
from farmtable.core.state import CHANCE, OVER, Perspective, State
from farmtable.tables.intentions.intention import Step

WORLDS: Final = 12
FURTHEST: Final = 400
"""So many decisions and outcomes of chance are played on at most until the seat is asked."""


@dataclass(frozen=True)
class Foresight:
    """A decision that may be possible, and in how many of the positions looked at it was (`of`)."""

    step: Step
    times: int
    of: int


def foreseen(seen: Perspective, line: Sequence[str], rng: RandomSource) -> list[Foresight]:
    """What may be possible at the seat's next turn after it has decided `line`, the likeliest first."""
    times: Counter[str] = Counter()
    steps: dict[str, Step] = {}
    worlds = _worlds(seen, line, rng)
    for world in worlds:
        eyes = world.seen_by(seen.seat)
        for action in eyes.legal_actions():
            notation = eyes.describe(action)
            times[notation] += 1
            if notation not in steps:
                steps[notation] = Step(notation, eyes.called(action))
    return [
        Foresight(steps[notation], number, len(worlds))
        for notation, number in sorted(times.items(), key=lambda pair: -pair[1])
    ]


def named(seen: Perspective, line: Sequence[str], text: str, rng: RandomSource) -> Step | None:
    """The step that `text` names at the seat's next turn after `line`; None where it names no decision."""
    for world in _worlds(seen, line, rng):
        eyes = world.seen_by(seen.seat)
        try:
            action = world.read(text)
        except IllegalAction:
            continue
        if world.is_legal(action):
            return Step(eyes.describe(action), eyes.called(action))
        return Step(" ".join(text.split()))
    return None


def _worlds(seen: Perspective, line: Sequence[str], rng: RandomSource) -> list[State]:
    """Positions in which the seat is asked, after it has decided `line`; fewer where that is not possible."""
    seat = seen.seat
    assert seat is not None
    worlds = []
    for _ in range(WORLDS):
        world: State = seen.determinize(rng)
        if _until_asked(world, seat, rng) and _follow(world, seat, line, rng):
            worlds.append(world)
    return worlds


def _until_asked(world: State, seat: int, rng: RandomSource) -> bool:
    """Play on by chance until `seat` is asked; False where that is too far away, or never comes."""
    for _ in range(FURTHEST):
        if world.to_play == OVER:
            return False
        if world.to_play == CHANCE:
            world.apply(sample_chance(world, rng))
        elif seat in world.deciding():
            world.turn_to(seat)
            return True
        else:
            legal = world.legal_actions()
            world.apply(legal[rng.below(len(legal))])
    return False


def _follow(world: State, seat: int, line: Sequence[str], rng: RandomSource) -> bool:
    """Decide `line`; False where a step is not possible or the turn is over before it is at its end."""
    for notation in line:
        try:
            world.play(notation)
        except IllegalAction:
            return False
        while world.to_play == CHANCE:
            world.apply(sample_chance(world, rng))
        if seat not in world.deciding():
            return False
        world.turn_to(seat)
    return True
