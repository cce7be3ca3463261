"""An intention as a value, and what comes of it once its turn has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from farmtable.core.errors import IllegalAction
from farmtable.core.rng import RandomSource
from farmtable.core.text import Text
from farmtable.tables.journal import Entry, Journal, refused

MOST_LINES: Final = 12
MOST_STEPS: Final = 16
MOST_NOTATION: Final = 500


@dataclass(frozen=True)
class Step:
    """One decision in the game's notation, and what its log would tell of it, where that was known."""

    notation: str
    told: Text | None = None

    def as_data(self) -> dict[str, Any]:
        """The step as a row has it."""
        return {"notation": self.notation, "told": None if self.told is None else self.told.as_data()}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Step:
        """The step that `as_data` wrote."""
        told = data["told"]
        return Step(data["notation"], None if told is None else Text.from_data(told))


Line = tuple[Step, ...]
"""Decisions of one turn, one after the other."""

Intention = tuple[Line, ...]
"""The first line whose first step is possible is played; the others are not looked at any more."""


def check(lines: Intention) -> None:
    """Raises IllegalAction for more than a seat may intend."""
    if len(lines) > MOST_LINES or any(len(line) > MOST_STEPS for line in lines):
        raise refused(
            Text("At most {lines} choices of {steps} decisions each.", lines=MOST_LINES, steps=MOST_STEPS)
        )
    if not all(line and all(0 < len(step.notation) <= MOST_NOTATION for step in line) for line in lines):
        raise refused(Text("A choice needs at least one decision."))


def carried_out(draft: Journal, seat: int, lines: Intention, source: RandomSource) -> list[Entry]:
    """Enter in `draft` what `seat`, whose turn it is, intended; the entries, none if nothing was possible.

    Which line is played is settled by its first step alone: by what its seat knows when it is asked, not by
    what a decision would uncover. A later step that is not possible ends the line, and the person goes on.
    """
    for line in lines:
        if _possible(draft, seat, line[0]) is not None:
            return _played(draft, seat, line, source)
    return []


def _played(draft: Journal, seat: int, line: Line, source: RandomSource) -> list[Entry]:
    entries: list[Entry] = []
    for step in line:
        action = _possible(draft, seat, step)
        if action is None:
            break
        entry = Entry("play", seat, action)
        draft.add(entry)
        entries += [entry, *_closed(draft, seat), *draft.add_chance(source)]
    return entries


def _possible(draft: Journal, seat: int, step: Step) -> int | None:
    """The action that a step names, None where the seat is not asked or the rules forbid it."""
    if draft.why_wait(seat) is not None:
        return None
    try:
        return draft.before(seat).parse(step.notation)
    except IllegalAction:
        return None


def _closed(draft: Journal, seat: int) -> list[Entry]:
    """What is entered after a decision that was intended: it is final, whoever reads the journal later."""
    if draft.over or draft.decider != seat:  # it is final anyway, or one of several taken at once
        return []
    finish = Entry("finish", seat)
    draft.add(finish, stored=True)
    return [finish]
