"""The games that all environments are tried with, the one from outside the package included; the examples."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = ("aehre", "agricola", "market_day", "mi_tierra")


def options_of(game: str) -> dict[str, str]:
    """Options of a game that make it short to try."""
    return {"cards": "none"} if game == "agricola" else {}


def example(name: str) -> Any:
    """The module of an example."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module
