"""`farmtable simulate`: many games between bots."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from farmtable.arena.play import Setting
from farmtable.arena.simulate import simulate as play
from farmtable.cli.common import (
    Cards,
    Components,
    GameId,
    Json,
    Options,
    Players,
    load_options,
    read_options,
    stderr,
    stdout,
)
from farmtable.core import game as find_game

if TYPE_CHECKING:
    import polars as pl

INTERRUPTED = 130


def simulate(  # noqa: PLR0913, PLR0917 - each is an option of the command
    game: GameId,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="How many games.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", "-b", metavar="BOT,…", help="One a seat, or one for all: random, greedy, module:Class."
        ),
    ] = "random",
    seed: Annotated[int, typer.Option(metavar="N", help="Equal seeds give equal games.")] = 0,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Processes (default: one for each core).")
    ] = None,
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

    names = [name.strip() for name in bots.split(",")]
    if any(":" in name for name in names):
        sys.path.insert(0, os.getcwd())  # a bot of one's own lies where one works
    given = read_options(option, components, cards)
    setting = Setting.of(game, players, names, seed, load_options(find_game(game), given)).given(given)
    if records is not None:
        setting = setting.keeping(records)
    if out is not None:
        results.check_path(out)
    began = time.perf_counter()
    with _interrupted() as stop, _progress(games) as advance:
        finished = play(setting, games, workers, advance, stop)
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


def _table(summary: dict[str, Any], frame: pl.DataFrame) -> Table:
    from farmtable.arena.results import mean

    table = Table(
        title=f"{summary['game']}: {summary['games']:,} games of {summary['players']}",
        caption=f"{mean(frame, 'turns'):.1f} turns and {summary['decisions_per_game']:.1f} decisions a game; "
        f"{summary['games_per_second']:,.0f} games a second",
        title_justify="left",
        caption_justify="left",
        min_width=70,
    )
    for heading in ("Seat", "Bot", "Wins", "95 %", "Score", "± sd", "Quartiles"):
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
        )
    return table


@contextmanager
def _interrupted() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C has been pressed; pressed again, it acts as ever."""
    pressed = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield pressed.is_set  # only the main thread may handle signals
        return
    before = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: FrameType | None) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """A bar with the time left, on a terminal; elsewhere nothing."""
    console = stderr()
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=games)

        def advance(finished: int) -> None:
            progress.update(task, completed=finished)

        yield advance
