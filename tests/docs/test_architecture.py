"""The package is built as docs/architecture.md says: layers import downwards, none above a game names it."""

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
    "training": {"core", "bots", "charts", "arena", "version"},
    "envs": {"core", "bots"},
    "agents": {"core", "bots", "version"},
    "tables": {"core", "bots", "arena"},
    "web": {"core", "bots", "charts", "fields", "tables", "i18n", "folders", "version"},
    "cli": {"core", "bots", "arena", "agents", "training", "tables", "web", "i18n", "testing", "version"},
    "i18n": {"core"},
    "folders": set(),
    "testing": {"core"},
    "fields": {"core"},
}
# The rooms of a game, each of which imports only those before it; above them stand its state and declaration.
ROOMS = ("position", "rules", "cards", "box", "words", "stored", "evaluation", "page")
MOST_MODULES = 30  # in one folder; the cards are as many as they are
# What the games share stands beside them. It is not compiled, so the rooms that are do without it.
KIT = "kit"
FAST_ROOMS = {"position", "rules", "cards", "evaluation"}
GAMES = [
    folder.name
    for folder in (PACKAGE / "games").iterdir()
    if (folder / "__init__.py").exists() and folder.name != KIT
]


@pytest.mark.parametrize("layer", BELOW)
def test_a_layer_imports_only_from_those_below_it(layer: str) -> None:
    for file in _sources(layer):
        for module in _imports(file):
            if module.startswith("farmtable."):
                assert module.split(".")[1] in {layer, *BELOW[layer]}, f"{file} imports {module}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_no_other_game(game: str) -> None:
    for file in (PACKAGE / "games" / game).rglob("*.py"):
        for module in _imports(file):
            if module.startswith("farmtable.games"):
                assert module.split(".")[2] in {game, KIT}, f"{file} imports {module}"


def test_numbers_that_a_fast_module_keeps_are_final() -> None:
    """Compiled code looks any other up in the dictionary of its module, each time: 24 ns in place of 2."""
    folders = [PACKAGE / layer for layer in ("core", "bots", "envs")]
    folders += [PACKAGE / "games" / game / room for game in GAMES for room in FAST_ROOMS]
    kept = [
        (file, node)
        for folder in folders
        for file in folder.rglob("*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AnnAssign) and "vec[" in ast.unparse(node.annotation)
    ]
    assert kept
    for file, node in kept:
        assert ast.unparse(node.annotation).startswith("Final"), f"{file}:{node.lineno}"


def test_the_kit_knows_no_game() -> None:
    for file in (PACKAGE / "games" / KIT).rglob("*.py"):
        for module in _imports(file):
            below = module.startswith(("farmtable.core.", f"farmtable.games.{KIT}."))
            assert below or not module.startswith("farmtable."), f"{file} imports {module}"


@pytest.mark.parametrize("game", GAMES)
def test_compiled_rooms_do_without_the_kit(game: str) -> None:
    folder = PACKAGE / "games" / game
    for file in (
        folder / "state.py",
        *(file for room in FAST_ROOMS for file in (folder / room).glob("*.py")),
    ):
        for module in _imports(file):
            assert not module.startswith(f"farmtable.games.{KIT}"), f"{file} imports {module}"


@pytest.mark.parametrize("game", GAMES)
def test_nothing_above_the_games_names_one(game: str) -> None:
    for file in PACKAGE.rglob("*"):
        if file.suffix in {".py", ".html", ".js", ".css"} and game not in file.parts:
            told = file == PACKAGE / "__init__.py"  # the example in its docstring
            assert told or game not in file.read_text(encoding="utf-8"), file


@pytest.mark.parametrize("game", GAMES)
def test_the_rooms_of_a_game_stand_in_one_order(game: str) -> None:
    folder = PACKAGE / "games" / game
    for number, room in enumerate(ROOMS):
        for file in (folder / room).rglob("*.py"):
            for module in _imports(file):
                if module.startswith(f"farmtable.games.{game}."):
                    assert module.split(".")[3] in ROOMS[: number + 1], f"{file} imports {module}"


def test_every_game_has_the_same_rooms() -> None:
    for game in GAMES:
        folders = [path.parent for path in (PACKAGE / "games" / game).glob("*/__init__.py")]
        found = {folder.name for folder in folders}
        assert found - {"cards"} == set(ROOMS) - {"cards"}, game


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Imports inside functions count, and those for type checkers, too."""
    assert _circles(_import_graph()) == []


def test_a_circle_would_be_found() -> None:
    assert _circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == [["b", "c"]]


def test_no_folder_is_overfull() -> None:
    for folder in {file.parent for file in PACKAGE.rglob("*.py")}:
        assert folder.name == "cards" or len(list(folder.glob("*.py"))) <= MOST_MODULES, folder


def _import_graph() -> dict[str, set[str]]:
    """Of each module of the package those that it imports, wherever in it."""
    names = {_name_of(file): file for file in PACKAGE.rglob("*.py")}
    graph: dict[str, set[str]] = {}
    for name, file in names.items():
        found = {module if module in names else module.rpartition(".")[0] for module in _imports(file)}
        graph[name] = found & names.keys() - {name}
    return graph


def _name_of(file: Path) -> str:
    parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The modules that import each other, directly or not: what is left once the free ends are gone."""
    left = {name: {module for module in found if module in graph} for name, found in graph.items()}
    while True:
        imported = set().union(*left.values())
        ends = {name for name, found in left.items() if not found or name not in imported}
        if not ends:
            return [sorted(left)] if left else []
        left = {name: found - ends for name, found in left.items() if name not in ends}


def _sources(layer: str) -> list[Path]:
    folder = PACKAGE / layer
    if not folder.is_dir():
        return [folder.with_suffix(".py")]
    # What `new-game` copies is somebody else's game, and imports what those may.
    return [file for file in folder.rglob("*.py") if "starter" not in file.parts]


def _imports(file: Path) -> list[str]:
    """The full names of all that a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found += [f"{node.module}.{name.name}" for name in node.names]
        elif isinstance(node, ast.Import):
            found += [name.name for name in node.names]
    return found
