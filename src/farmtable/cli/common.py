"""What several commands share: their arguments, and how they print."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from farmtable.core import BadOption

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's id: [bold]farmtable games[/bold] lists them.")
]
Players = Annotated[
    int | None, typer.Option("--players", "-p", metavar="N", help="Number of seats (default: the fewest).")
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."),
]
Components = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Your own component figures (TOML); the same as -o components=FILE."),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON, for programs.")]


def read_options(options: Sequence[str] | None, components: Path | None) -> dict[str, Any]:
    """The options of a game from the command line. Raises BadOption for what is not NAME=VALUE."""
    chosen: dict[str, Any] = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not (name and equals):
            raise BadOption(f"an option is given as NAME=VALUE, not {option!r}")
        if name in chosen:
            raise BadOption(f"the option {name!r} is given twice")
        chosen[name] = value
    if components is not None:
        if "components" in chosen:
            raise BadOption("give --components or --option components=…, not both")
        chosen["components"] = str(components)
    return chosen


def stdout() -> Console:
    """Where results go."""
    return Console(highlight=False)


def stderr() -> Console:
    """Where progress and remarks go."""
    return Console(stderr=True, highlight=False)
