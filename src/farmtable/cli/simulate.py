"""`farmtable simulate`: many games between bots."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from farmtable.arena.play import Setting
from farmtable.arena.simulate import simulate as play
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
    import polars as pl


def simulate(  # noqa: PLR0913, PLR0917 - each is an option of the command
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
    ] = "random",
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    option: Options = None,
    components: Components = None,
    cards: Cards = None,
    as_json: Json = False,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a table of all games: .parquet or .csv.")
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the record of every game in this folder.")
    ] = None,
) -> None:
    """Play many games between bots, and show how they did.

    Equal seeds give equal results, whatever the number of workers. Ctrl-C keeps what is finished.
    """
    from farmtable.arena import results

    names = read_bots(bots)
    given = read_options(option, components, cards)
    setting = Setting.of(game, players, names, seed, load_options(find_game(game), given)).given(given)
    if records is not None:
        setting = setting.keeping(records)
    if out is not None:
        results.check_path(out)
    began = time.perf_counter()
    with interrupted() as stop, remarks_apart(), show_progress(games) as advance:
        finished = play(setting, games, workers, advance, stop, ray)
        was_stopped = stop() and len(finished) < games
    seconds = time.perf_counter() - began
    if was_stopped:
        stderr().print(f"Stopped: {len(finished)} of {games} games are finished.")
    frame = results.to_frame(setting, finished)
    if finished:
        summary = results.summarise(setting, frame, seconds)
        if as_json:
            print(json.dumps(summary, indent=2))
        else:
            stdout().print(_table(summary, frame))
    if out is not None:
        results.write(frame, out)
    if was_stopped:
        raise typer.Exit(INTERRUPTED)


def _caption(summary: dict[str, Any], turns: float) -> str:
    """How long games were and how fast it went; who plays alone has a single turn, which tells nothing."""
    taken = f"{turns:.1f} turns and " if summary["players"] > 1 else ""
    rate = summary["games_per_second"]
    fast = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
    return f"{taken}{summary['decisions_per_game']:.1f} decisions a game; {fast} games a second"


def _table(summary: dict[str, Any], frame: pl.DataFrame) -> Table:
    from farmtable.arena.results import mean

    table = Table(
        title=f"{summary['game']}: {so_many(summary['games'], 'game')} of {summary['players']}",
        caption=_caption(summary, mean(frame, "turns")),
        title_justify="left",
        caption_justify="left",
        min_width=70,
    )
    any_lost = any(seat["lost"] for seat in summary["seats"])
    headings = ("Seat", "Bot", "Wins", "95 %", "Score", "± sd", "Quartiles", *(["Lost"] if any_lost else []))
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "Bot" else "right")
    for number, seat in enumerate(summary["seats"], 1):
        low, high = seat["win_rate_interval"]
        score = seat["score"]
        table.add_row(
            str(number),
            seat["bot"],
            f"{seat['win_rate']:.1%}",
            f"{low:.1%}–{high:.1%}",
            f"{score['mean']:.1f}",
            "–" if score["sd"] is None else f"{score['sd']:.1f}",
            f"{score['q25']:g} · {score['median']:g} · {score['q75']:g}",
            *([f"{seat['lost']:,}"] if any_lost else []),
        )
    return table
