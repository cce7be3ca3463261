"""What several commands share: their arguments, and how they print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from farmtable.core import BadOption, Game, game, games

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
Cards = Annotated[
    str | None,
    typer.Option(
        metavar="CARDS",
        help="The cards to play with, or a Python file with cards of your own; the same as -o cards=CARDS.",
    ),
]
CardFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A Python file with cards of your own; it is run.")
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON, for programs.")]


def read_options(
    options: Sequence[str] | None, components: Path | None, cards: str | None = None
) -> dict[str, Any]:
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
    if cards is not None:
        if "cards" in chosen:
            raise BadOption("give --cards or --option cards=…, not both")
        chosen["cards"] = cards
    return chosen


def load_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as a game takes them; a file of the user's that one of them names is run for it."""
    return {name: game.load_option(name, value) for name, value in options.items()}


def load_cards(path: Path | None) -> None:
    """Make cards of the user's own known to every game that can have some."""
    if path is None:
        return
    if path.suffix != ".py":
        raise BadOption(f"cards of your own are in a Python file, as my_cards.py; not {path}")
    for id in games():
        game(id).load_option("cards", str(path))


def stdout() -> Console:
    """Where results go."""
    return Console(highlight=False)


def stderr() -> Console:
    """Where progress and remarks go."""
    return Console(stderr=True, highlight=False)
