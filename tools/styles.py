"""Ten biased players of Agricola, against whom no network was trained: a test for blind spots.

A network that has learned from self-play may fail against a player who does nothing but plow.
Each style plays the action after which `World.estimate` is highest, as greedy does, but overrates what it
loves.
They are bots for `python -m farmtable tournament … --bots search:8,tools.styles:Children` in a checkout, and
`python -m tools.strength 20 style` measures a search against each.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from farmtable.bots import Bot
from farmtable.core import Rng
from farmtable.core.state import Perspective, World
from farmtable.games.agricola.evaluation import features as f
from farmtable.games.agricola.position import facts

WOOD_AND_REED: Final = {f.SUPPLY + facts.WOOD: 0.5, f.SUPPLY + facts.REED: 1.0}
PART_OF_A_PLAN: Final = 6
"""One action in so many belongs to a plan."""


class Style(Bot):
    """Greedy, but each unit of a feature of its seat that is in `loves` counts as so many points more."""

    loves: ClassVar[Mapping[int, float]] = MappingProxyType({})

    def choose(self, seen: Perspective) -> int:
        seat = seen.seat
        assert seat is not None, "a spectator has nothing to choose"
        actual = seen.determinize(self.rng)
        worths: dict[int, float] = {}
        for action in actual.worth_trying():
            after = actual.clone()
            after.apply(action)
            worths[action] = self.worth(after, seat, action)
        best = max(worths.values())
        equals = [action for action, worth in worths.items() if worth == best]
        return equals[self.rng.below(len(equals))]

    def worth(self, after: World, seat: int, action: int) -> float:
        """What it thinks of the position after an action, in points."""
        return after.estimate(seat) / 100 + self.loved(after, seat)

    def loved(self, state: World, seat: int) -> float:
        """What a seat has of what it loves, in the points that it takes that for."""
        features = state.features(seat)
        return sum(weight * float(features[feature]) for feature, weight in self.loves.items())


class Cards(Style):
    """Plays every card it can."""

    loves = MappingProxyType({f.PLAYED: 6.0, f.PLAYED + 1: 6.0})


class Majors(Style):
    """Builds major improvements, one after the other."""

    loves = MappingProxyType({f.OWNED + major: 6.0 for major in range(facts.MAJORS)})


class Animals(Style):
    """Keeps as many animals as it can."""

    loves = MappingProxyType({f.SUPPLY + kind: 3.0 for kind in (facts.SHEEP, facts.BOAR, facts.CATTLE)})


class Fields(Style):
    """Plows and sows."""

    loves = MappingProxyType({f.FIELD_TILES: 4.0, f.GRAIN_SOWN: 1.0, f.VEGETABLES_SOWN: 1.0})


class Children(Style):
    """Builds rooms and has children early, however little food there is."""

    loves = MappingProxyType({f.PEOPLE: 20.0, f.ROOM_COUNT: 12.0, f.ROOMS_PAID: 6.0, **WOOD_AND_REED})


class Builder(Style):
    """Builds a large stone house."""

    loves = MappingProxyType({f.ROOM_COUNT: 8.0, f.CLAY_HOUSE: 8.0, f.STONE_HOUSE: 16.0})


class Fences(Style):
    """Builds as many fences as it can, and stables."""

    loves = MappingProxyType(
        {f.FENCES_USED: 4.0, f.PASTURES: 4.0, f.STABLE_COUNT: 4.0, f.SUPPLY + facts.WOOD: 1.0}
    )


class Hoarder(Style):
    """Gathers goods and spends none."""

    loves = MappingProxyType({f.SUPPLY + good: 1.0 for good in range(facts.FOOD)} | {f.FOOD_NOW: 0.5})


class Blocker(Style):
    """Takes the largest piles from the board, so that others cannot have them."""

    loves = MappingProxyType({f.BOARD + space: -1.0 for space in range(facts.SPACES)})


class Planner(Style):
    """Draws a sixth of all actions at random as its plan for the game, and follows it where it can."""

    def __init__(self, rng: Rng) -> None:
        super().__init__(rng)
        self._plan: dict[int, bool] = {}

    def worth(self, after: World, seat: int, action: int) -> float:
        if action not in self._plan:
            self._plan[action] = self.rng.below(PART_OF_A_PLAN) == 0
        return super().worth(after, seat, action) + (3.0 if self._plan[action] else 0.0)


STYLES: Final = (
    Cards,
    Majors,
    Animals,
    Fields,
    Children,
    Builder,
    Fences,
    Hoarder,
    Blocker,
    Planner,
)
