"""What a search advises a seat: computed in another process (`Thinkers`), from what the seat may know."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from farmtable.bots import Budget, Candidate, SearchBot, Thought
from farmtable.bots.budget import UNLIMITED
from farmtable.core.rng import Rng
from farmtable.core.state import OVER, Perspective, State
from farmtable.core.text import Text

MOST_CHOICES: Final = 3
MOST_STEPS: Final = 8
"""The longest line that is shown; further ahead it would only be a guess."""


@dataclass(frozen=True)
class Choice:
    """One decision that was considered.

    `said` tells what happens then, as the log would, or by the name on the page; None if neither has words
    for it, and only the `notation` is left. `chance` (0 to 1) and `points` are the seat's chance to win and
    its expected final points; `share` is the share of the thinking that went into it.
    """

    action: int
    notation: str
    said: Text | None
    chance: float
    points: float
    share: float


@dataclass(frozen=True)
class Advice:
    """The best decisions, best first, and how the game could continue after the first of them.

    `sheets` has, for each seat, the expected lines of its score sheet (`Declaration.sheet_lines`), as far as
    the advised seat can foresee them; empty if nothing is known of them. `simulations` is how many
    continuations were tried in `seconds`.
    """

    choices: list[Choice]
    line: list[Text]
    sheets: list[list[float]]
    simulations: int
    seconds: float


def advise(seen: Perspective, seconds: float) -> Advice:
    """Think about the decision of `seen.seat` for this many `seconds`."""
    seat = seen.seat
    assert seat is not None, "a spectator has nothing to decide"
    thought = SearchBot(Rng(uuid.uuid4().hex), Budget(UNLIMITED, seconds)).think(seen)
    told = thought.candidates[:MOST_CHOICES]
    shares = shares_of([thought])
    choices = [choice_of(each, thought.position, seat, shares[int(each.action)]) for each in told]
    line = line_told(thought, seat)
    return Advice(choices, line, thought.sheets, int(thought.simulations), float(thought.seconds))


def shares_of(thoughts: Sequence[Thought]) -> dict[int, float]:
    """The share of some thoughts about one decision that went into each action.

    If nothing was tried, because only one action was worth trying, that one, the best, gets the whole share.
    """
    visits: Counter[int] = Counter()
    for thought in thoughts:
        for each in thought.candidates:
            visits[int(each.action)] += int(each.visits)
    if not visits.total():
        visits[int(thoughts[0].candidates[0].action)] = 1
    return {action: count / visits.total() for action, count in visits.items()}


def choice_of(candidate: Candidate, position: State, seat: int, share: float) -> Choice:
    """A candidate, into which this `share` of the thinking went, in the words that `seat` may read;
    `position` is one in which it can be chosen."""
    action = int(candidate.action)
    return Choice(
        action=action,
        notation=position.describe(action),
        said=position.called(action, seat),
        chance=float(candidate.chance),
        points=float(candidate.points),
        share=share,
    )


def line_told(thought: Thought, seat: int) -> list[Text]:
    """What comes after the first step of the principal line, one sentence for each step, as `seat` would see
    it.

    If the first step has a caption, because it does nothing itself, what follows immediately comes first.
    """
    told = []
    state = thought.position.clone()
    for number, action in enumerate(thought.line[: MOST_STEPS + 1]):
        said = first_said(state, action, seat)
        if said is not None and (number > 0 or state.caption(action) is not None):
            told.append(said)
        state.apply(action)
        if state.to_play == OVER:
            break
    return told


def first_said(state: State, action: int, seat: int) -> Text | None:
    """What `seat` would see of the action; not its random results, which a sampled position may have made
    up."""
    said = state.tell(action, seat)
    return said[0] if said else None
