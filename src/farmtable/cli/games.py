"""`farmtable games` and `farmtable rules`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.table import Table

from farmtable.cli.common import GameId, stderr, stdout
from farmtable.core import BadOption, Game, Option, game, games
from farmtable.i18n import LANGUAGES


def list_games() -> None:
    """List the games, their seats and their options."""
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for heading in ("Id", "Game", "Seats", "Options (the first is the default)"):
        table.add_column(heading)
    for id in games():
        try:
            found = game(id)
        except BadOption as error:
            stderr().print(f"farmtable: {error}", markup=False, soft_wrap=True)
            continue
        seats = f"{found.min_players}–{found.max_players}"
        table.add_row(f"[bold]{found.id}[/bold]", found.title, seats, _options(found))
    stdout().print(table)


def rules(
    game_id: GameId,
    lang: Annotated[str, typer.Option(metavar="LANGUAGE", help=f"One of {', '.join(LANGUAGES)}.")] = "en",
) -> None:
    """Tell the rules of a game, in our own words."""
    if lang not in LANGUAGES:
        raise BadOption(f"the rules are told in {', '.join(LANGUAGES)}; not in {lang!r}")
    text = game(game_id).rules(lang)
    console = stdout()
    if console.is_terminal:
        console.print(Markdown(text), width=min(console.width, 100))
    else:
        print(text)


def _options(found: Game) -> str:
    return "\n".join(f"{option.name} = {_values(option)}" for option in found.options)


def _values(option: Option) -> str:
    if option.is_file:
        return "a TOML file"
    return " | ".join(sorted(option.choices, key=lambda choice: choice != option.default))
