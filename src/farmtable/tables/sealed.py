"""Simultaneous decisions at a table: kept, in whatever order they come, until the last of them is in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from farmtable.core.state import State


@dataclass(frozen=True)
class Sealed:
    """The decisions so far, where several seats decide simultaneously.

    `before` is the position before any of them, `version` that of the journal then. `choices`, by seat, are
    in the order in which they came. `entered` has the version of each seat's last entry. `by_bots` are the
    seats for which a bot has decided.
    """

    before: State
    version: int
    choices: dict[int, int] = field(default_factory=dict)
    entered: dict[int, int] = field(default_factory=dict)
    by_bots: frozenset[int] = frozenset()

    @property
    def seats(self) -> list[int]:
        """All seats that decide simultaneously."""
        return self.before.deciding()

    @property
    def complete(self) -> bool:
        """Whether the last one has decided."""
        return len(self.choices) == len(self.seats)

    def with_choice(self, seat: int, action: int, version: int, by_bot: bool) -> Sealed:
        """The same with one more decision, entered at `version`."""
        return replace(
            self,
            choices=self.choices | {seat: action},
            entered=self.entered | {seat: version},
            by_bots=self.by_bots | {seat} if by_bot else self.by_bots - {seat},
        )

    def without(self, seat: int, version: int) -> Sealed:
        """The same with the decision of `seat` taken back at `version`."""
        kept = {whose: action for whose, action in self.choices.items() if whose != seat}
        return replace(self, choices=kept, entered=self.entered | {seat: version})

    def in_order(self) -> list[int]:
        """The decisions in the order of the record: by their seats."""
        return [action for _, action in sorted(self.choices.items())]

    def state(self) -> State:
        """The position that they lead to."""
        after = self.before.clone()
        for seat, action in sorted(self.choices.items()):
            after.turn_to(seat)
            after.play(action)
        return after

    def step_of(self, seat: int) -> int:
        """The position, from 1, of this seat's decision among these in the record."""
        return self.seats.index(seat) + 1
