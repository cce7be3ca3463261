"""`FARMTABLE_PURE=1` at run time: the same package, uncompiled.

The compiled modules lie beside their sources. With the variable set, the sources are imported
instead: for debugging, for coverage, and for comparing the two.
"""

from __future__ import annotations

import importlib.machinery
import os
import sys
from collections.abc import Sequence
from types import ModuleType

VARIABLE = "FARMTABLE_PURE"


class _SourceFinder:
    """Finds this package's modules as sources only."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not name.startswith("farmtable.") or path is None:
            return None
        for folder in path:
            finder = importlib.machinery.FileFinder(folder, (importlib.machinery.SourceFileLoader, [".py"]))
            spec = finder.find_spec(name)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def install_if_asked() -> None:
    """Put the source finder first if the environment asks for it."""
    if os.environ.get(VARIABLE, "") not in ("", "0"):
        sys.meta_path.insert(0, _SourceFinder)


def is_compiled() -> bool:
    """Whether the kernel in use is the compiled one."""
    module = sys.modules["farmtable.core.state"]
    return not str(module.__file__).endswith(".py")
