"""Agricola, revised edition: the doors of a position to its rules.

Where the rules live (numbers as in `RULES.md`): the course of a round in `turn.py`, decisions in
`decisions.py`, action spaces in `spaces.py`, the parts of an action in the files of `parts`, choosing among
them in `menu.py`, the farmyard in `farmyard.py`, animals in `housing.py`, improvements in `improvements.py`,
harvests in `harvest.py`, points in `scoring.py`, hand cards in `hands.py` and `playing.py`, the moments at
which they act in `moments.py`, what each of them does in the file of its name under `cards`.

Nobody knows the order of the stage cards, and only their owner the cards in a hand (`knowledge.py`).
"""

from __future__ import annotations

import operator
from typing import Any, SupportsIndex, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.errors import IllegalAction
from farmtable.core.observation import Observation
from farmtable.core.rng import RandomSource
from farmtable.core.standings import Standings
from farmtable.core.state import OVER
from farmtable.core.text import Refusal, Text
from farmtable.core.vectors import numbers
from farmtable.games.agricola.evaluation import exploring, features, observation, sense, valuation
from farmtable.games.agricola.perspective import AgricolaPerspective
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import WOODEN
from farmtable.games.agricola.position.steps import KEEP_ONE, START_SEAT
from farmtable.games.agricola.rules import hands, knowledge, scoring, turn
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES


@final
class AgricolaState(Position):
    """A position of Agricola, and every door to its rules. Only `apply` changes it."""

    def set_up(self) -> None:
        """Lay everything out for a new game (rulebook p. 2-3), chance still to come."""
        facts = self.facts
        self.pastures = numbers(self.players * MAX_PASTURES, 0)
        seat: Seat = 0
        while seat < self.players:
            self.house[seat] = WOODEN
            self.people[seat] = u8(facts.people)
            seat += 1
        if self.options["start"] != "random":
            self.start = int(self.options["start"]) - 1
        self.push(START_SEAT)
        if facts.deck is not None:
            hands.set_up(self)  # on top of the agenda: hands come first
        turn.advance(self)

    def clone(self) -> AgricolaState:
        return AgricolaState(self.game, self.players, self.options, self.facts, self)

    # --- the contract ----------------------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        return self.legal[:]

    def chance_weights(self) -> vec[i64]:
        self.expect_chance()
        return numbers(len(self.legal), 1)

    def apply(self, action: Action) -> None:
        turn.apply(self, action)

    def scores(self) -> list[int]:
        return [int(scoring.total(self, seat)) for seat in range(self.players)]

    def winners(self) -> list[int]:
        return scoring.winners(self) if self.to_play == OVER else []

    def score_sheet(self, seat: Seat) -> list[tuple[Text, int]]:
        from farmtable.games.agricola.words import sheet

        self.expect_seat(seat)
        return sheet.score_sheet(self, int(seat))

    def forget(self, seat: Seat) -> AgricolaPerspective:
        return AgricolaPerspective(knowledge.forget(self, seat), seat)

    def look(self, seat: Seat, out: Observation) -> None:
        observation.observe(self, seat, out)

    def estimate(self, seat: Seat) -> i64:
        self.expect_seat(seat)
        return valuation.estimate(self, seat)

    def worth_trying(self) -> vec[i64]:
        return sense.worth_trying(self)

    def explore(self, rng: RandomSource) -> None:
        exploring.explore(self, rng)

    def features(self, seat: Seat) -> vec[i64]:
        self.expect_seat(seat)
        return features.features(self, seat)

    def all_features(self) -> list[vec[i64]]:
        return features.all_features(self)

    def describe(self, action: SupportsIndex) -> str:
        from farmtable.games.agricola.words import notation

        return notation.describe(self, operator.index(action))

    def read(self, text: str) -> int:
        from farmtable.games.agricola.words import notation

        action = notation.read(self, text)
        if action is None:
            raise IllegalAction(f"{text!r} is not an action here; actions look like {notation.EXAMPLES}")
        return action

    def refusal(self, action: Action) -> Refusal | None:
        from farmtable.games.agricola.words import refusals

        return refusals.refusal(self, int(action))

    def settled(self) -> bool:
        return self.to_play >= 0 and self.step() == KEEP_ONE

    def sequel(self) -> dict[str, Any] | None:
        from farmtable.games.agricola.rules import series

        return series.sequel(self)

    def standings(self) -> Standings | None:
        from farmtable.games.agricola.rules import series

        return series.standings(self)

    def tell(self, action: Action, seat: Seat) -> list[Text]:
        from farmtable.games.agricola.words import story

        return story.tell(self, int(action), int(seat))

    def places(self, action: Action, seat: Seat) -> list[str]:
        from farmtable.games.agricola.page import places

        return places.places(self, int(action))

    def round_number(self) -> int:
        return int(self.round)

    def shows_own(self, action: Action) -> bool:
        # Nothing is hidden but hands, and packs, which are shown to those alone who pick from them.
        return True

    def caption(self, action: Action) -> Text | None:
        from farmtable.games.agricola.words import story

        return story.CAPTIONS.get(int(action))

    def sketch(self) -> str:
        from farmtable.games.agricola.words import sketch

        return sketch.sketch(self)

    def to_dict(self) -> dict[str, Any]:
        from farmtable.games.agricola.stored import position

        return position.to_dict(self)
