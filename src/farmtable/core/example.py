"""A worked example of a rule, as data: a position, and what it comes to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from farmtable.core.text import Text


@dataclass(frozen=True, eq=False)
class Example:
    """What follows from the rule with this number, in a position that the page of the rules draws small.

    `position` gives what differs from the defaults of `Game.from_dict`; without one the game is at its
    beginning. `course` is played from there, including chance, in the game's notation, separated by
    semicolons, and the resulting position is drawn. The game's own template knows which `part` of the table
    that is. The numbers in `says` are values of the text, so that they can be compared with the engine's.
    """

    rule: str
    says: Text
    players: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] | None = None
    course: str = ""
    part: str = ""
