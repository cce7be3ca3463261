"""The page for those who make a game: every block of it is run, and what it builds passes the check."""

from __future__ import annotations

import re
import shlex
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from farmtable.cli import main
from farmtable.core import adopt, entries
from farmtable.i18n import catalogue_with_games
from farmtable.tables import Tables
from farmtable.web import create_app
from farmtable.web.beside.static import static
from farmtable.web.pages import environment
from farmtable.web.setup import all_games
from tests.web.visitor import Visitor

PAGE = (Path(__file__).parents[2] / "docs" / "own-game.md").read_text(encoding="utf-8")
NOT_RUN = ("farmtable serve",)  # what goes on until somebody ends it; other tests do


class Block(NamedTuple):
    """A block of code of the page: its language, what is in it, and the file that its first line names."""

    language: str
    code: str

    @property
    def file(self) -> str | None:
        named = re.match(r"(?:#|\{#|/\*) ([\w./]+)(?: #\}| \*/)?\n", self.code)
        return named[1] if named else None


BLOCKS = [Block(*found) for found in re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder to work in; what is announced and imported there is forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    before, modules = dict(entries.announced()), set(sys.modules)
    yield tmp_path
    entries.announced().clear()
    entries.announced().update(before)
    entries.load.cache_clear()
    for name in set(sys.modules) - modules:
        if name.partition(".")[0] in ("orchard", "tallest", "hay_stack"):
            del sys.modules[name]


def write(folder: Path, block: Block) -> None:
    """A file of the page; methods go to the end of the class that they are said to belong to."""
    if block.file is not None:
        (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
        (folder / block.file).write_text(block.code)
        return
    file = folder / "orchard.py"
    head, game, tail = file.read_text().partition("\n\nclass OrchardGame")
    file.write_text(f"{head.rstrip()}\n\n{block.code}\n{game}{tail}")


def announce(folder: Path) -> None:
    """What `pip install -e .` does, as far as finding the game is concerned; read anew if it has changed."""
    sys.modules.pop("orchard", None)
    adopt("orchard:GAME")


def run(command: str) -> None:
    words = shlex.split(command)
    assert words.pop(0) == "farmtable"
    if words[0] in ("simulate", "tournament", "train"):
        words.append("--workers=1")
    assert main(words) == 0, command


@pytest.mark.slow
def test_every_block_does_what_the_page_says(folder: Path) -> None:
    kinds = set()
    for language, code in BLOCKS:
        block = Block(language, code)
        kinds.add(language)
        if language == "console":
            for line in code.splitlines():
                command = line.removeprefix("$ ")
                if not command.startswith(NOT_RUN):
                    run(command)
        elif block.file is not None or code.startswith("    "):
            write(folder, block)
            if (folder / "orchard.py").exists():
                announce(folder)
        else:
            exec(compile(textwrap.dedent(code), "own-game.md", "exec"), {})
    assert kinds == {"console", "python", "toml", "html", "css", "po"}
    look_at_its_page(folder)


def look_at_its_page(folder: Path) -> None:
    """Play in the browser, in two languages."""
    caches = (catalogue_with_games, environment, all_games)
    for one in caches:
        one.cache_clear()
    tables = Tables(f"sqlite:///{folder}/tables.sqlite")
    app = create_app(tables)
    try:
        for language, said in (("en", "Under the tree"), ("de", "Unter dem Baum")):
            visitor = Visitor(app, language)
            table = visitor.set_up("local", "friend", game="orchard")
            board = visitor.board(table, 0)
            assert said in board.html
            assert len(board.actions) == 5
            assert static("games/orchard/orchard.css") in visitor.get(f"/table/{table}").text
            assert "orchard {" in visitor.get(static("games/orchard/orchard.css")).text
    finally:
        app.state.thinkers.close()
        tables.close()
        for one in caches:
            one.cache_clear()


def test_the_model_is_half_as_long_as_a_game_without_fields() -> None:
    """The game of sealed bids of the tests took 124 lines before it had fields."""
    (whole,) = (block.code for block in BLOCKS if block.file == "orchard.py")
    assert len(whole.splitlines()) < 115


def test_all_commands_that_go_on_exist() -> None:
    said = re.findall(r"`(farmtable serve[^`]*)`", PAGE)
    assert "farmtable serve --reload" in said
    for command in said:
        assert main([*command.split()[1:], "--help"]) == 0
