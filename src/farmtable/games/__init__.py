"""The games, one folder each. `farmtable.games()` lists the ids of all that are installed.

The package itself is callable, so that both `farmtable.games()` and `farmtable.games.GAME` work.
"""

from __future__ import annotations

import sys
from types import ModuleType

from farmtable.core.registry import games


class _CallablePackage(ModuleType):
    def __call__(self) -> list[str]:
        return games()


sys.modules[__name__].__class__ = _CallablePackage
