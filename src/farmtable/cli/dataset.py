"""`farmtable dataset`: games as data to learn from, and whether such data is whole and true."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from farmtable.cli.common import (
    INTERRUPTED,
    Cards,
    Components,
    Options,
    Players,
    Ray,
    Seed,
    Workers,
    going_on,
    interrupted,
    load_cards,
    load_options,
    read_bots,
    read_options,
    remarks_apart,
    show_progress,
    stderr,
    stdout,
)
from farmtable.core import BadOption
from farmtable.core import game as find_game

CHECK = "check"


def dataset(  # noqa: PLR0913, PLR0917 - each is an option of the command
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game's id; or the word [bold]check[/bold].")
    ],
    folder: Annotated[
        Path | None, typer.Argument(metavar="[FOLDER]", help="After check: the dataset to be checked.")
    ] = None,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="How many games.")] = 1000,
    bots: Annotated[
        str, typer.Option("--bots", "-b", metavar="BOT,…", help="One per seat, or one for all.")
    ] = "greedy",
    seed: Seed = 0,
    text: Annotated[
        bool, typer.Option("--text/--no-text", help="Whether to describe positions in words, too.")
    ] = True,
    games_a_file: Annotated[int, typer.Option(metavar="N", help="How many games go into one file.")] = 50,
    workers: Workers = None,
    ray: Ray = None,
    option: Options = None,
    components: Components = None,
    cards: Cards = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where it goes (default: a folder in datasets).")
    ] = None,
) -> None:
    """Write games of bots as data to learn from: what each seat saw, might do and did, and what came of it.

    Parquet files, a card that describes them (README.md), and dataset.json. Ctrl-C keeps whole files; the
    same command goes on. farmtable dataset check FOLDER looks at all of it.
    """
    from farmtable.arena.dataset.make import make
    from farmtable.arena.dataset.plan import Dataset

    if game == CHECK:
        load_cards(Path(cards) if cards is not None else None)
        _check(folder)
        return
    if folder is not None:
        raise BadOption(f"the folder is given as --out {folder}")
    given = read_options(option, components, cards)
    planned = Dataset.of(
        *(game, players, read_bots(bots), games, seed),
        options=load_options(find_game(game), given),
        text=text,
        shard=games_a_file,
    ).given(given)
    target = out if out is not None else Path("datasets") / f"{game}-{planned.setting.players}-{seed}"
    with interrupted() as stop, remarks_apart(), show_progress(games) as advance, going_on():
        done = make(planned, target, workers, ray, advance, stop)
    if done < games:
        stderr().print(f"Stopped: {target} has {done} of {games} games; the same command goes on.")
        raise typer.Exit(INTERRUPTED)
    told = f"{target} has {done:,} games; {target / 'README.md'} describes them."
    stdout().print(told, soft_wrap=True)


def _check(folder: Path | None) -> None:
    from farmtable.arena.dataset.check import check

    if folder is None:
        raise BadOption("name the folder of the dataset: farmtable dataset check FOLDER")
    right = True
    for finding in check(folder):
        right = right and finding.right
        said = f"{'right' if finding.right else 'WRONG'}  {finding.what}"
        stdout().print(said, soft_wrap=True)
    if not right:
        raise typer.Exit(1)
