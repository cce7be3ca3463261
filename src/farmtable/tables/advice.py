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
"""Of a line this much is told; further on it is but a guess."""


@dataclass(frozen=True)
class Choice:
    """One decision that was thought about.

    `said` tells what happens then, as the log would, or what pages call it; None where neither has
    words for it, and only the `notation` is left. `chance` (0 to 1) and `points` are the seat's chance
    to win and its final points to expect, `share` is how much of the thinking went into it.
    """

    action: int
    notation: str
    said: Text | None
    chance: float
    points: float
    share: float


@dataclass(frozen=True)
class Advice:
    """The best decisions, best first, and how the game could go on after the first of them.

    `sheets`: for each seat the lines of its score sheet to expect (`Declaration.sheet_lines`), as far as the
    seat that is advised can foresee them; empty where nothing is known of them. `simulations` is how many
    continuations were tried in `seconds`.
    """

    choices: list[Choice]
    line: list[Text]
    sheets: list[list[float]]
    simulations: int
    seconds: float


def advise(seen: Perspective, seconds: float) -> Advice:
    """Think about the decision of `seen.seat` for so many `seconds`."""
    seat = seen.seat
    assert seat is not None, "a spectator has nothing to decide"
    thought = SearchBot(Rng(uuid.uuid4().hex), Budget(UNLIMITED, seconds)).think(seen)
    told = thought.candidates[:MOST_CHOICES]
    shares = shares_of([thought])
    choices = [choice_of(each, thought.position, seat, shares[int(each.action)]) for each in told]
    line = line_told(thought, seat)
    return Advice(choices, line, thought.sheets, int(thought.simulations), float(thought.seconds))


def shares_of(thoughts: Sequence[Thought]) -> dict[int, float]:
    """How much of some thoughts about one decision went into each action.

    Where nothing was tried, for only one was worth it, all of it went into that one, the best.
    """
    visits: Counter[int] = Counter()
    for thought in thoughts:
        for each in thought.candidates:
            visits[int(each.action)] += int(each.visits)
    if not visits.total():
        visits[int(thoughts[0].candidates[0].action)] = 1
    return {action: count / visits.total() for action, count in visits.items()}


def choice_of(candidate: Candidate, position: State, seat: int, share: float) -> Choice:
    """A candidate, into which this `share` of the thinking went, in the words that `seat` may hear;
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
    """What comes after the first step of the principal line, a sentence a step, as `seat` would see it.

    Of a first step that has a caption, since it does nothing itself, what follows at once comes first.
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
    """What `seat` sees done; not what comes of it, which a made-up position may make up too."""
    said = state.tell(action, seat)
    return said[0] if said else None
