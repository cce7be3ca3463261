"""Eine Frage der Ähre: the doors of a position to its rules, R1 to R54 of `RULES.md`.

A turn is a stack of steps (see the agenda in `farmtable.core.state`): place, pay for levelling,
score each field, build farms, assess them, draw, end. Where the rules live: the course of a turn in
`turn.py`, where a tile may lie in `placing.py`, what it does in `laying.py`, points in `scoring.py`,
farms in `farms.py`, draws in `chance.py`, secrecy in `knowledge.py`.

The board is five sets of cells, one a crop, of what is visible now; heights and the look of the
topmost tiles lie beside them, one number a cell.
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.errors import IllegalAction
from farmtable.core.observation import Observation
from farmtable.core.state import OVER
from farmtable.core.text import Refusal, Text
from farmtable.games.aehre.evaluation import features, observation, valuation
from farmtable.games.aehre.perspective import AehrePerspective
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.steps import (
    DEAL,
    PLACE,
    START_SEAT,
)
from farmtable.games.aehre.rules import knowledge, placing, turn


@final
class AehreState(Position):
    """A position of Eine Frage der Ähre, and every door to its rules. Only `apply` changes it."""

    def set_up(self) -> None:
        """Lay everything out for a new game (R3 to R11), chance still to come."""
        for crop in self.facts.printed:
            self.crop = append(self.crop, crop)
        i: i64 = 0
        while i < len(self.reserve):
            self.reserve[i] = 1
            i += 1
        self.push(PLACE)
        seat: Seat = self.players - 1
        while seat >= 0:
            i = 0
            while i < self.facts.hand_size:
                self.push(DEAL, seat)
                i += 1
            seat -= 1
        self.push(START_SEAT)
        placing.refresh_heights(self)
        turn.advance(self)

    def clone(self) -> AehreState:
        return AehreState(self.game, self.players, self.options, self.facts, self)

    # --- the contract ----------------------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        return turn.choices(self)

    def chance_weights(self) -> vec[i64]:
        self.expect_chance()
        return turn.weights(self)

    def apply(self, action: Action) -> None:
        turn.apply(self, action)

    # --- scores --------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [int(self.vp[seat] + self.livestock_points(seat)) for seat in range(int(self.players))]

    def winners(self) -> list[int]:
        if self.to_play != OVER:
            return []
        final = [(score, int(self.farm_fields(seat))) for seat, score in enumerate(self.scores())]
        best = max(final)
        return [seat for seat, result in enumerate(final) if result == best]

    def forget(self, seat: Seat) -> AehrePerspective:
        return AehrePerspective(knowledge.forget(self, seat), seat)

    def look(self, seat: Seat, out: Observation) -> None:
        observation.observe(self, seat, out)

    def estimate(self, seat: Seat) -> i64:
        self.expect_seat(seat)
        return valuation.estimate(self, seat)

    def features(self, seat: Seat) -> vec[i64]:
        self.expect_seat(seat)
        return features.features(self, seat)

    # --- words and pictures: in modules of their own, which need not be fast ----------------------

    def describe(self, action: SupportsIndex) -> str:
        from farmtable.games.aehre.words import notation

        return notation.describe(self, operator.index(action))

    def read(self, text: str) -> int:
        from farmtable.games.aehre.words import notation

        action = notation.read(self, text)
        if action is None:
            raise IllegalAction(f"{text!r} is not an action of this game; for example: {notation.EXAMPLES}")
        return action

    def refusal(self, action: Action) -> Refusal | None:
        from farmtable.games.aehre.words import refusals

        return refusals.refusal(self, action)

    def tell(self, action: Action, seat: Seat) -> list[Text]:
        from farmtable.games.aehre.words import story

        return story.tell(self, action, seat)

    def places(self, action: Action, seat: Seat) -> list[str]:
        from farmtable.games.aehre.page import places

        return places.places(self, int(action))

    def round_number(self) -> int:
        return int(self.round)

    def shows_own(self, action: Action) -> bool:
        # A decision lays tiles of one's own; what lies in the stacks nobody knows.
        return True

    def score_sheet(self, seat: Seat) -> list[tuple[Text, int]]:
        from farmtable.games.aehre.words import story

        self.expect_seat(seat)
        return story.score_sheet(self, seat)

    def sketch(self) -> str:
        from farmtable.games.aehre.page import view

        return view.sketch(self)

    def to_dict(self) -> dict[str, Any]:
        from farmtable.games.aehre.stored import position

        return position.to_dict(self)
