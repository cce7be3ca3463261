"""The greedy bot: takes the action that is worth most at once, by the game's own estimate.

It tries every legal action and keeps the one after which `World.estimate` is highest for its seat; ties are
broken at random. It looks no further than its own decision, and fills in at random what it cannot know.
"""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.bots.bot import Bot
from farmtable.core.aliases import Seat
from farmtable.core.rng import Rng
from farmtable.core.state import Perspective


class GreedyBot(Bot):
    """Chooses the action with the best estimate right after it."""

    def choose(self, seen: Perspective) -> i64:
        return best_at_once(seen, self.rng)

    def __reduce__(self) -> tuple[object, ...]:
        return (GreedyBot, (self.rng,))


def best_at_once(seen: Perspective, rng: Rng) -> i64:
    """The action with the best estimate right after it; ties are broken at random.

    Raises IllegalAction if this seat is not to decide.
    """
    seen.expect_turn()
    own = seen.seat
    assert own is not None
    seat: Seat = own
    actual = seen.determinize(rng)
    best: i64 = -1
    best_worth: i64 = 0
    equals: i64 = 0
    for action in actual.legal_actions():
        after = actual.clone()
        after.apply(action)
        worth = after.estimate(seat)
        if equals == 0 or worth > best_worth:
            best = action
            best_worth = worth
            equals = 1
        elif worth == best_worth:
            equals += 1
            if rng.below(equals) == 0:
                best = action
    return best
