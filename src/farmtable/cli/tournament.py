"""`farmtable tournament`: every bot against every other, and how strong they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from farmtable.arena.intervals import FEWEST_DEALS
from farmtable.arena.words import so_many
from farmtable.cli.common import (
    INTERRUPTED,
    Cards,
    Components,
    GameId,
    Json,
    Options,
    Ray,
    Seed,
    Workers,
    going_on,
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
    from farmtable.arena.standings import Share, Standings

FEW = 6
"""With more bots a crosstable has no room in a terminal for names, intervals and decimals."""


def tournament(  # noqa: PLR0913, PLR0917 - each is an option of the command
    game: GameId,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="BOT,…",
            help="Two or more: random, greedy, search:1 … search:8, stdio:COMMAND, module:Class.",
        ),
    ],
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", help="How many games each pair of bots plays.")
    ] = 100,
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="K", help="Number of seats (default: two).")
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    option: Options = None,
    components: Components = None,
    cards: Cards = None,
    as_json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Where the results are kept (default: a folder of its own in tournaments)."
        ),
    ] = None,
) -> None:
    """Play bots against each other, and rate them.

    Each two bots play N games, on the same deals as all others, with the seats rotated: with two
    seats each deal twice; with K seats 2K times, as each sits alone among the other in every seat.
    Ctrl-C keeps what is finished; the same command goes on, and with more games it adds to them.
    """
    from farmtable.arena.page import write_page
    from farmtable.arena.standings import Standings
    from farmtable.arena.tournament import Tournament, play_tournament

    given = read_options(option, components, cards)
    names = read_bots(bots)
    planned = Tournament.of(game, names, games, players, seed, load_options(find_game(game), given)).given(
        given
    )
    folder = planned.folder() if out is None else out
    total = sum(1 for _ in planned.fixtures())
    try:
        with interrupted() as stop, remarks_apart(), show_progress(total) as advance, going_on():
            finished = play_tournament(planned, folder, workers, ray, advance, stop)
    except KeyboardInterrupt:
        stderr().print(f"Stopped at once. {_go_on(folder)}")
        raise typer.Exit(INTERRUPTED) from None
    if finished:
        standings = Standings(planned, finished)
        standings.write(folder)
        write_page(standings, folder)
        if as_json:
            print(json.dumps({**standings.summary(), "folder": str(folder)}, indent=2))
        else:
            _show(standings, folder)
    if len(finished) < total:
        stderr().print(f"Stopped: {len(finished)} of {total} games are finished. {_go_on(folder)}")
        raise typer.Exit(INTERRUPTED)


def _go_on(folder: Path) -> str:
    return f"What is finished is kept in {folder}; the same command goes on."


def _show(standings: Standings, folder: Path) -> None:
    console = stdout()
    console.print(_ratings(standings))
    several = standings.tournament.setting.players > 2
    console.print(_crosstable("Ahead of", standings, standings.duels))
    if several:
        console.print(_crosstable("Victories alone among", standings, standings.alone))
    if any(share.few for share in standings.duels.values()):
        console.print(f"Intervals are by deals, and stand where there are at least {FEWEST_DEALS} of them.")
    console.print(f"{folder / 'index.html'} shows it with plots; the tables are beside it.")


def _ratings(standings: Standings) -> Table:
    from farmtable.arena.standings import in_words, signed

    setting = standings.tournament.setting
    table = Table(
        title=f"{setting.game}: {so_many(len(standings.games), 'game')} of {setting.players}",
        caption=f"Elo points; {standings.anchor} is 0. Times: a decision on average, and 99 % within.",
        title_justify="left",
        caption_justify="left",
    )
    table.add_column("", justify="right")
    table.add_column("Bot", overflow="fold")
    any_lost = standings.lost.total() > 0
    for heading in ("Rating", "95 %", "Score", "± sd", "Time", "99 %", *(["Lost"] if any_lost else [])):
        table.add_column(heading, justify="right", no_wrap=True)
    for place, (bot, rating) in enumerate(standings.ratings.items(), 1):
        scores, times = standings.scores.get(bot), standings.times.get(bot)
        table.add_row(
            str(place),
            bot,
            signed(rating.value),
            "–"
            if bot == standings.anchor or standings.few
            else f"{signed(rating.low)} … {signed(rating.high)}",
            f"{scores.mean:.1f}" if scores else "–",
            f"{scores.sd:.1f}" if scores and scores.sd is not None else "–",
            in_words(times.mean) if times else "–",
            in_words(times.p99) if times else "–",
            *([f"{standings.lost[bot]:,}"] if any_lost else []),
        )
    return table


def _crosstable(title: str, standings: Standings, shares: dict[tuple[str, str], Share]) -> Table:
    """How the bot of each row did against the bot of each column, by their places; see FEW."""
    bots = list(standings.ratings)
    few = len(bots) <= FEW
    table = Table(title=f"{title} the bot of the column", title_justify="left")
    table.add_column("", justify="right", no_wrap=True)
    if few:
        table.add_column("Bot", overflow="fold")
    for place in range(len(bots)):
        table.add_column(str(place + 1), justify="right", no_wrap=True)
    for place, bot in enumerate(bots, 1):
        cells = [bot] if few else []
        for share in (shares.get((bot, other)) for other in bots):
            if share is None:
                cells.append("–")
            elif few:
                interval = (
                    so_many(len(share.deals), "deal") if share.few else f"{share.low:.0%}–{share.high:.0%}"
                )
                cells.append(f"{share.value:.1%}\n{interval}")
            else:
                cells.append(f"{share.value:.0%}")
        table.add_row(str(place), *cells)
    return table
