"""`farmtable report`: what players of a game do, as a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from farmtable.arena.play import Setting
from farmtable.arena.words import so_many
from farmtable.cli.common import (
    INTERRUPTED,
    Cards,
    Components,
    GameId,
    Json,
    Options,
    Players,
    Ray,
    Seed,
    Workers,
    interrupted,
    load_options,
    read_bots,
    read_options,
    remarks_apart,
    show_progress,
    stderr,
    stdout,
)
from farmtable.core import game as find_game

if TYPE_CHECKING:
    from farmtable.arena.report import Report


def report(  # noqa: PLR0913, PLR0917 - each is an option of the command
    game: GameId,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="How many games.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="BOT,…",
            help="One per seat, or one for all: random, greedy, search:1 … :8, stdio:COMMAND, module:Class.",
        ),
    ] = "search:5",
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    option: Options = None,
    components: Components = None,
    cards: Cards = None,
    as_json: Json = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the page goes (default: a folder in reports).")
    ] = None,
) -> None:
    """Play many games, and tell what was done in them: cards, first decisions, points by line, seats.

    The page stands in DIR/index.html, its tables beside it in report.json. Equal seeds give equal pages.
    Ctrl-C tells of the games that are finished.
    """
    from farmtable.arena.files import check_folder, write_whole
    from farmtable.arena.report import report as tell
    from farmtable.arena.report_page import write_page

    given = read_options(option, components, cards)
    setting = Setting.of(game, players, read_bots(bots), seed, load_options(find_game(game), given)).given(
        given
    )
    folder = out if out is not None else Path("reports") / f"{setting.game}-{setting.players}"
    check_folder(folder)
    with interrupted() as stop, remarks_apart(), show_progress(games) as advance:
        told = tell(setting, games, workers, advance, stop, ray)
    if told.games < games:
        stderr().print(f"Stopped: {told.games} of {games} games are finished.")
    if told.games == 0:
        raise typer.Exit(INTERRUPTED)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "report.json", json.dumps(told.as_data(), indent=1, ensure_ascii=False) + "\n")
    write_page(told, folder)
    if as_json:
        print(json.dumps({**told.as_data(), "folder": str(folder)}, indent=2, ensure_ascii=False))
    else:
        _show(told, folder)
    if told.games < games:
        raise typer.Exit(INTERRUPTED)


def _show(told: Report, folder: Path) -> None:
    from farmtable.arena.report_page import in_points

    table = Table(
        title=f"{told.setting.game}: {so_many(told.games, 'game')} of {told.setting.players}",
        title_justify="left",
        show_header=False,
    )
    table.add_row("points of all seats", in_points(told.points()))
    if told.setting.players > 1:
        table.add_row("points of those who came first", in_points(told.points(1)))
        for number, (won, _) in enumerate(told.seats(), 1):
            table.add_row(f"victories of seat {number}", f"{won.value:.1%} ({won.low:.1%}–{won.high:.1%})")
    played = told.cards_played()
    if played is not None:
        table.add_row("hand cards played", in_points(played))
    stdout().print(table)
    where = folder / "index.html"
    stdout().print(f"{where} tells what was done in them.", soft_wrap=True)
