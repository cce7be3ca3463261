"""Eine Frage der Ähre: what one seat may know of a position, and the doors to what is made of it."""

from __future__ import annotations

from typing import Any, final

from farmtable.core.aliases import Action, Seat
from farmtable.core.observation import Observation
from farmtable.core.rng import RandomSource
from farmtable.core.state import Perspective, World
from farmtable.games.aehre.evaluation import observation
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.rules import knowledge


@final
class AehrePerspective(Perspective):
    """What one seat (-1: a spectator) knows; `known` is a position in which all else is forgotten."""

    def __init__(self, known: Position, seat: Seat) -> None:
        super().__init__(known, seat)
        self._position = known

    def determinize(self, rng: RandomSource) -> World:
        return knowledge.imagine(self._position, self._seat, rng)

    def numbers(self, out: Observation) -> None:
        observation.observe(self._position, self._seat, out)

    # --- pictures: in modules of their own, which need not be fast --------------------------------

    def view(self) -> dict[str, Any]:
        from farmtable.games.aehre.page import view

        return dict(view.view(self._position, int(self._seat)))

    def preview(self, action: Action) -> dict[str, Any]:
        from farmtable.games.aehre.page import view

        return dict(view.preview(self._position, int(self._seat), int(action)))

    def aside(self) -> list[str]:
        from farmtable.games.aehre.page import aside

        return aside.aside(self._position, int(self._seat))
