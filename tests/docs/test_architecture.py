"""The house stands as docs/architecture.md says: floors import downwards, and none above a game names it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "farmtable"
BELOW = {
    "core": set(),
    "games": {"core"},
    "bots": {"core"},
    "charts": set(),
    "arena": {"core", "bots", "charts", "_pure", "version"},
    "tables": {"core", "bots"},
    "web": {"core", "bots", "charts", "tables", "i18n", "version"},
    "cli": {"core", "bots", "arena", "tables", "web", "i18n", "version"},
    "i18n": {"core"},
    "testing": {"core"},
}
GAMES = [folder.name for folder in (PACKAGE / "games").iterdir() if (folder / "__init__.py").exists()]


@pytest.mark.parametrize("floor", BELOW)
def test_a_floor_imports_only_what_stands_below_it(floor: str) -> None:
    for file in _sources(floor):
        for module in _imports(file):
            if module.startswith("farmtable."):
                assert module.split(".")[1] in {floor, *BELOW[floor]}, f"{file} imports {module}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_no_other_game(game: str) -> None:
    for file in (PACKAGE / "games" / game).glob("*.py"):
        for module in _imports(file):
            if module.startswith("farmtable.games"):
                assert module.split(".")[2] == game, f"{file} imports {module}"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_above_the_games_names_one(game: str) -> None:
    for file in PACKAGE.rglob("*"):
        if file.suffix in {".py", ".html", ".js", ".css"} and game not in file.parts:
            told = file == PACKAGE / "__init__.py"  # the example in its docstring
            assert told or game not in file.read_text(encoding="utf-8"), file


def _sources(floor: str) -> list[Path]:
    folder = PACKAGE / floor
    return list(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


def _imports(file: Path) -> list[str]:
    """The full names of all that a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return found
