"""Mi Tierra, first edition: the doors of a position to its rules, R1 to R58 of `RULES.md`.

Where the rules live: what follows what in `turn.py`, the course of a round in `rounds.py`, placing
workers in `placing.py`, the village's zones in `zones.py`, farms in `farm.py`, animals in `housing.py`
and `arrivals.py`, development cards in `development.py`, market cards and events in `market.py` and
`events.py`, the piles and what is seen of them in `clock_tower.py`, what is hidden in `knowledge.py`,
the end in `scoring.py`.

No pile has an order before it is seen: cards are counted, and chance says which one comes. Only the
cards that somebody has seen in the clock tower lie in an order, in `top`.
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.errors import IllegalAction
from farmtable.core.observation import Observation
from farmtable.core.text import Refusal, Text
from farmtable.core.throw import Throw
from farmtable.games.mi_tierra.evaluation import features, observation, valuation
from farmtable.games.mi_tierra.perspective import MiTierraPerspective
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import MAX_CELLS
from farmtable.games.mi_tierra.position.steps import START_SEAT
from farmtable.games.mi_tierra.rules import knowledge, scoring, turn


@final
class MiTierraState(Position):
    """A position of Mi Tierra, and every door to its rules. Only `apply` changes it."""

    def set_up(self) -> None:
        """Lay everything out for a new game (R1 to R6), chance still to come."""
        facts = self.facts
        seat: Seat = 0
        while seat < self.players:
            self.workers[seat] = u8(facts.workers)
            self.idle[seat] = u8(facts.workers)
            self.crops[seat * MAX_CELLS + facts.printed_cell] = u8(facts.printed_crop + 1)
            seat += 1
        self.push(START_SEAT)
        turn.advance(self)

    def clone(self) -> MiTierraState:
        return MiTierraState(self.game, self.players, self.options, self.facts, self)

    # --- the contract ----------------------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        return self.legal[:]

    def chance_weights(self) -> vec[i64]:
        self.expect_chance()
        return turn.weights(self)

    def apply(self, action: Action) -> None:
        turn.apply(self, action)

    def scores(self) -> list[int]:
        return [int(scoring.total(self, seat)) for seat in range(self.players)]

    def winners(self) -> list[int]:
        return scoring.winners(self) if len(self.agenda) == 0 else []

    def score_sheet(self, seat: Seat) -> list[tuple[Text, int]]:
        from farmtable.games.mi_tierra.words import story

        self.expect_seat(seat)
        return story.score_sheet(self, int(seat))

    def forget(self, seat: Seat) -> MiTierraPerspective:
        return MiTierraPerspective(knowledge.forget(self, seat), seat)

    def look(self, seat: Seat, out: Observation) -> None:
        if len(self.top) == 0:  # nobody knows of a card in the piles
            observation.observe(self, seat, out)
        else:
            super().look(seat, out)

    def estimate(self, seat: Seat) -> i64:
        self.expect_seat(seat)
        return valuation.estimate(self, seat)

    def features(self, seat: Seat) -> vec[i64]:
        self.expect_seat(seat)
        return features.features(self, seat)

    def describe(self, action: SupportsIndex) -> str:
        from farmtable.games.mi_tierra.words import notation

        return notation.describe(self, operator.index(action))

    def read(self, text: str) -> int:
        from farmtable.games.mi_tierra.words import notation

        action = notation.read(self, text)
        if action is None:
            raise IllegalAction(f"{text!r} is not an action here; actions look like {notation.EXAMPLES}")
        return action

    def refusal(self, action: Action) -> Refusal | None:
        from farmtable.games.mi_tierra.words import refusals

        return refusals.refusal(self, int(action))

    def tell(self, action: Action, seat: Seat) -> list[Text]:
        from farmtable.games.mi_tierra.words import story

        return story.tell(self, int(action), int(seat))

    def places(self, action: Action, seat: Seat) -> list[str]:
        from farmtable.games.mi_tierra.page import places

        return places.places(self, int(action))

    def thrown(self, outcome: Action) -> Throw | None:
        from farmtable.games.mi_tierra.page import places

        return places.thrown(self, int(outcome))

    def round_number(self) -> int:
        return int(self.round)

    def sketch(self) -> str:
        from farmtable.games.mi_tierra.words import sketch

        return sketch.sketch(self)

    def to_dict(self) -> dict[str, Any]:
        from farmtable.games.mi_tierra.stored import position

        return position.to_dict(self)
