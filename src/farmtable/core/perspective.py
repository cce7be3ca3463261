"""`Perspective`: all that one seat may know. Bots, pages, logs and environments get nothing else.

It is made from a copy of the position in which everything the seat cannot know has already been
forgotten (`State.forget`), so there is nothing behind it to look at: two positions that differ only
in what the seat cannot know give the *same* perspective.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.errors import IllegalAction
from farmtable.core.rng import RandomSource, Rng
from farmtable.core.state import OVER, State
from farmtable.core.text import Refusal, Text

if TYPE_CHECKING:
    from farmtable.core.game import Game
    from farmtable.core.standings import Standings


@final
class Perspective:
    """What `seat` (-1: a spectator) knows. Made by `state.seen_by(seat)`, never by hand."""

    def __init__(self, forgotten: State, seat: i64) -> None:
        self._known = forgotten
        self._seat: i64 = seat

    @property
    def game(self) -> Game:
        """The game this is a position of."""
        return self._known.game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._known.players

    @property
    def options(self) -> dict[str, Any]:
        """What was chosen before the game; always public."""
        return self._known.options

    @property
    def seat(self) -> int | None:
        """Whose perspective this is; None for a spectator."""
        return None if self._seat < 0 else self._seat

    @property
    def to_play(self) -> int:
        """The seat to decide, `CHANCE` or `OVER`: always public."""
        return self._known.to_play

    def legal_actions(self) -> vec[i64]:
        """What this seat may do now, ascending; empty when it is not this seat that decides."""
        if self._seat < 0 or self._known.to_play != self._seat:
            return vec[i64]()
        return self._known.legal_actions()

    def describe(self, action: i64) -> str:
        """One of this seat's legal actions in the game's notation."""
        return self._known.describe(action)

    def parse(self, text: str) -> int:
        """This seat's legal action that `text` names. Raises IllegalAction with the rule."""
        self._expect_turn()
        return self._known.parse(text)

    def why_not(self, action: int | str) -> Refusal | None:
        """The rule that forbids `action` to this seat now, or None if it is legal."""
        if self._seat < 0 or self._known.to_play != self._seat:
            return self._not_your_turn()
        return self._known.why_not(action)

    def preview(self, action: i64) -> dict[str, Any]:
        """What one of this seat's legal actions would bring, JSON-ready, for a page."""
        return self._known.preview(self._seat, action)

    def view(self) -> dict[str, Any]:
        """The position as this seat sees it, JSON-ready."""
        return self._known.view(self._seat)

    def score_sheet(self, seat: int) -> list[tuple[Text, int]]:
        """How `seat` came by the points that may be seen from here."""
        return self._known.score_sheet(seat)

    def winners(self) -> list[int]:
        """The winning seats; empty while the game runs."""
        return self._known.winners()

    def settled(self) -> bool:
        """Whether the points are final, whatever is still decided here."""
        return self._known.settled()

    def sequel(self) -> dict[str, Any] | None:
        """The options of the next game of a series; None while the game runs, or where there is none."""
        return self._known.sequel() if self._known.to_play == OVER else None

    def standings(self) -> Standings | None:
        """The table of the series that this game belongs to, or None."""
        return self._known.standings()

    def observe(self, buffer: object) -> None:
        """Write `game.observation_size` float32 numbers into `buffer`, any writable buffer of that format.

        Raises ValueError where the buffer has another length or format.
        """
        self._known.observe(self._seat, buffer)

    def determinize(self, rng: RandomSource) -> State:
        """A random whole position consistent with all that this seat has seen."""
        return self._known.imagine(self._seat, rng)

    def key(self) -> bytes:
        """Bytes that are equal exactly for equal perspectives of one seat."""
        return self._known.key()

    def __repr__(self) -> str:
        whose = "a spectator" if self._seat < 0 else f"seat {self._seat}"
        known = self._known
        return f"<Perspective of {whose}: {known.game.id}, {known.players} seats, {known.standing()}>"

    def __str__(self) -> str:
        """The position drawn as text, as a spectator sees it."""
        return self._known.sketch()

    def __reduce__(self) -> tuple[object, ...]:
        # Nothing hidden travels: what is sent is some position that could be the true one, since of it
        # this seat knows exactly the same.
        return (_restore, (self.determinize(Rng()), int(self._seat)))

    def _not_your_turn(self) -> Refusal:
        return Refusal("-", Text("turn order"), Text("It is not your turn."))

    def _expect_turn(self) -> None:
        if self._seat < 0 or self._known.to_play != self._seat:
            refusal = self._not_your_turn()
            raise IllegalAction(str(refusal), refusal)


def _restore(state: State, seat: int) -> Perspective:
    """A perspective that was pickled."""
    return state.seen_by(None if seat < 0 else seat)
