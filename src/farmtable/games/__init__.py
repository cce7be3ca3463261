"""The games: one folder each, rules only. `farmtable.games()` lists the ids of all that are installed.

The package itself can be called, so that `farmtable.games()` and a game's module are both what they seem.
"""

from __future__ import annotations

import sys
from types import ModuleType

from farmtable.core.registry import games


class _CallablePackage(ModuleType):
    def __call__(self) -> list[str]:
        return games()


sys.modules[__name__].__class__ = _CallablePackage
