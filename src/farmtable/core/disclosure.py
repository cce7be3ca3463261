"""What a decision discloses: whether it can be taken back without anybody having learned something by it.

The question is answered by worlds: positions that a seat could take the true one for. The rules are
asked what the decision would look like in each, so no game has to say what it reveals, only what of it is
its seat's own (`State.shows_own`). Worlds are drawn from a source that depends on the position alone: the
answer is the same whenever it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from farmtable.core.rng import Rng
from farmtable.core.state import State

WORLDS = 12
"""So many worlds are compared; what half of them would show otherwise is missed once in 4,000 times."""
TRIES = 60
"""So many are looked at to find those in which another seat's decision is possible at all."""


def discloses(before: State, action: int, after: State) -> bool:
    """Whether the decision `action`, which led from `before` to `after`, should be final.

    It is if the seat that decided has learned something hidden by it, or if anybody else, a spectator
    included, was shown something that could not have been foretold: it would not be true any more. What
    a seat shows to all of its own (`State.shows_own`), as a card that it plays, may still be taken back,
    unless another seat sees more of it than everybody does: a pack passed on, say.
    """
    if not before.game.has_secrets(before.options):
        return False
    decider = int(before.to_play)
    if learns(before, action, after, decider):
        return True
    others = [seat for seat in range(int(before.players)) if seat != decider]
    if before.shows_own(action):
        return any(is_shown_alone(before, action, after, seat) for seat in others)
    return any(learns(before, action, after, reader) for reader in (None, *others))


def learns(before: State, action: int, after: State, seat: int | None) -> bool:
    """Whether `seat` (None: a spectator) could not have foretold how the position looks to it afterwards."""
    if _knows_all(before, seat):
        return False
    looks = after.seen_by(seat).key()
    worlds = islice(_worlds_after(before, action, seat), WORLDS)
    return any(world.seen_by(seat).key() != looks for world in worlds)


def is_shown_alone(before: State, action: int, after: State, seat: int) -> bool:
    """Whether `seat` sees more than what a spectator sees of somebody else's decision.

    Where no world that looks the same to a spectator is found, it is taken to be so.
    """
    if _knows_all(before, seat):
        return False
    public, looks = after.seen_by(None).key(), after.seen_by(seat).key()
    worlds = _worlds_after(before, action, seat)
    alike = list(islice((world for world in worlds if world.seen_by(None).key() == public), WORLDS))
    return not alike or any(world.seen_by(seat).key() != looks for world in alike)


def _knows_all(before: State, seat: int | None) -> bool:
    """Whether nothing is hidden from `seat`: then it could foretell what a decision will look like."""
    return before.seen_by(seat).key() == before.key()


def _worlds_after(before: State, action: int, seat: int | None) -> Iterator[State]:
    """Worlds that `seat` could take the position for, after the action where it is possible there."""
    seen = before.seen_by(seat)
    rng = Rng(before.digest(), f"worlds of {seat}")
    for _ in range(TRIES):
        world = seen.determinize(rng)
        world.turn_to(before.to_play)
        if world.is_legal(action):
            world.apply(action)
            yield world
