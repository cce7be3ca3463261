"""`farmtable new-game`: a folder with a small whole game to begin with."""

from __future__ import annotations

import importlib.util
import keyword
import re
import shlex
import sys
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Final

import typer
from rich.text import Text as Printed

from farmtable.cli.common import stdout
from farmtable.core import BadOption, games
from farmtable.core.files import naming

NAME: Final = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
LONGEST: Final = 40
# The names of the game that is copied, as they stand in its files.
ID, CLASS, TITLE = "seed_bag", "SeedBag", "Seed Bag"
FILES: Final = {
    "pyproject.toml": "pyproject.toml.in",
    "README.md": "README.md.in",
    f"{ID}/__init__.py": "package.py.in",
    f"{ID}/game.py": f"{ID}.py",
    f"{ID}/page/table.html": "table.html.in",
    f"{ID}/page/{ID}.css": "style.css.in",
    f"{ID}/page/picture.svg": "picture.svg.in",
    f"tests/test_{ID}.py": "tests.py.in",
}


def new_game(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="What the game is called in commands and records, as my_game."),
    ],
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help="What people call it (default: NAME, written out).")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where it goes (default: a new folder NAME here).")
    ] = None,
) -> None:
    """Write a game to begin with: small, but whole, with its tests and what is needed to install it."""
    target = folder or Path(name)
    _check_name(name)
    if target.exists():
        raise BadOption(f"{target} exists already, and nothing is ever written over")
    _check_free(name)
    shown = title or " ".join(word.capitalize() for word in name.split("_"))
    if not shown.isprintable() or '"' in shown or "\\" in shown:
        raise BadOption(f"a title is printed as it is, without quotes: not {title!r}")
    _write(target, {path.replace(ID, name): _renamed(file, name, shown) for path, file in FILES.items()})
    stdout().print(Printed.assemble((shown, "bold"), f" is in {target}. Next:\n"), soft_wrap=True)
    go = f"cd {shlex.quote(str(target))}"
    for command in (go, "pip install -e '.[test]'", f"farmtable check {name}", "farmtable serve"):
        stdout().print(f"  {command}", soft_wrap=True)


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise BadOption(
            f"a game is named in small letters, digits and single underscores, as my_game: not {name!r}"
        )
    if keyword.iskeyword(name):
        raise BadOption(f"{name!r} is a word of Python's own: no module of that name could be imported")


def _check_free(name: str) -> None:
    if name in games():
        raise BadOption(f"there is a game {name!r} already")
    if name in sys.stdlib_module_names or importlib.util.find_spec(name) is not None:
        raise BadOption(f"there is a Python module {name!r} already: Python would find the wrong one")


def _write(target: Path, texts: dict[str, str]) -> None:
    """The folder with these files, whole or not at all: it is made beside where it goes, and renamed."""
    with naming(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as draft:
            whole = Path(draft) / target.name
            for path, text in texts.items():
                file = whole / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            whole.rename(target)


def _renamed(source: str, name: str, title: str) -> str:
    """One file of the game that is copied, under the new names."""
    text = (files("farmtable.cli.starter") / source).read_text(encoding="utf-8")
    camel = "".join(word.capitalize() for word in name.split("_"))
    for old, new in ((TITLE, title), (CLASS, camel), (ID, name)):
        text = text.replace(old, new)
    return text
