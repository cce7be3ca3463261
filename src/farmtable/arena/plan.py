"""What a training is to learn, and how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from farmtable.arena.play import Setting
from farmtable.core import BadOption, game


@dataclass(frozen=True)
class Plan:
    """What is learned, and how: all that the outcome depends on.

    Without `heat` a network learns what positions promise (`value_lesson`), or, with `leads`, by how much
    seats will lead there (`lead_lesson`), in games in which each decision is searched with `simulations` if
    those are more than one; with some heat, which choices lead further (`policy_lesson`), or, with
    `simulations`, what a search of them finds (`search_lesson`).
    In the share `rivals` of the games all seats but one have other bots. Where choices are learned, not
    more than one decision in `every` is drawn.
    """

    game: str
    players: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    generations: int = 20
    games: int = 1000
    width: int = 32
    trust: float = 0.95
    window: int = 5
    passes: int = 2
    rate: float = 1e-3
    trials: int = 60
    bold: float = 1.0
    memory: float = 0.998
    outline: bool = False
    heat: float = 0.0
    rivals: float = 0.0
    regress: bool = False
    leads: bool = False
    simulations: int = 1
    every: int = 3

    @property
    def adopts(self) -> bool:
        """Whether it is learned what searches find."""
        return self.heat > 0 and self.simulations > 1

    def check(self) -> None:
        """Raises BadOption for what cannot be."""
        found = game(self.game)
        if found.feature_count == 0:
            raise BadOption(f"{found.title} has no features to learn an evaluation from")
        for players in self.players:
            found.check_seats(found.check_players(players), self.options)
        limits = {"generations": 10_000, "games": 1_000_000, "width": 512, "window": 100, "passes": 100}
        limits |= {"simulations": 100_000, "every": 1000}
        for name, most in limits.items():
            if not 1 <= getattr(self, name) <= most:
                raise BadOption(f"{name} is a number from 1 to {most}, not {getattr(self, name)}")
        if self.width % 8:
            raise BadOption(f"the width is a multiple of 8, not {self.width}")
        if not (0 <= self.trust <= 1 and 0 < self.rate <= 1 and 0 < self.bold <= 1):
            raise BadOption("trust lies between 0 and 1, rate and boldness above 0 and at most 1")
        if not 0 <= self.memory < 1:
            raise BadOption(f"memory lies between 0 and 1, not {self.memory}")
        if not 0 <= self.trials <= 100_000:
            raise BadOption(f"trials is a number from 0 to 100000, not {self.trials}")
        if not (0 <= self.heat <= 1 and 0 <= self.rivals <= 1):
            raise BadOption("heat and the share of rivals lie between 0 and 1")
        if self.regress and self.heat == 0:
            raise BadOption("regression is a way to learn choices: it takes a heat above 0")
        if self.leads and (self.heat > 0 or self.outline):
            raise BadOption("leads are learned without heat, and have no outline")
        if self.adopts and self.regress:
            raise BadOption("what searches find is not learned by regression")
        if self.leads and min(self.players) == 1:
            raise BadOption("one seat alone leads nobody: its points can be learned, not its leads")
        if self.heat > 0 and min(self.players) == 1:
            raise BadOption("choices are learned by who leads, so one seat alone cannot learn them")

    def loader(self, given: Mapping[str, Any]) -> Callable[[], object]:
        """What other processes must load before they play: files that the options name, as `given`."""
        return Setting.of(self.game, self.players[0], options=self.options).given(given).load
