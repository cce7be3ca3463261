"""`farmtable train`: learning an evaluation by self-play."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

from farmtable.arena.plan import Plan
from farmtable.arena.training import Step, Training
from farmtable.cli.common import (
    Cards,
    Components,
    GameId,
    Options,
    Ray,
    Workers,
    interrupted,
    load_options,
    read_options,
    stderr,
    stdout,
)
from farmtable.core import BadOption, game

INTERRUPTED = 130
RIVALS = 0.4
"""The usual share of games against greedy players, where choices are learned."""


def train(  # noqa: PLR0913, PLR0917 - each is an option of the command
    game_id: GameId,
    players: Annotated[
        str | None,
        typer.Option(
            "--players", "-p", metavar="N,…", help="Numbers of seats, game by game in turn (default: all)."
        ),
    ] = None,
    generations: Annotated[int, typer.Option(metavar="N", help="Go on up to this generation.")] = 20,
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games a generation.")] = 1000,
    width: Annotated[int, typer.Option(metavar="N", help="Hidden units.")] = 32,
    trust: Annotated[
        float, typer.Option(metavar="λ", help="How much what came counts rather than what was expected.")
    ] = 0.95,
    window: Annotated[int, typer.Option(metavar="N", help="Generations that are learned from.")] = 5,
    rate: Annotated[float, typer.Option(metavar="X", help="The learning rate.")] = 1e-3,
    memory: Annotated[
        float, typer.Option(metavar="X", help="The share of what it expects that a step of learning leaves.")
    ] = 0.998,
    outline: Annotated[
        bool,
        typer.Option(
            "--outline", metavar="", help="Learn the roughest outline first: for games of much luck."
        ),
    ] = False,
    bold: Annotated[
        float, typer.Option(metavar="X", help="How far the first generation strays from estimates, to 1.")
    ] = 1.0,
    heat: Annotated[
        float,
        typer.Option(
            metavar="X", help="Learn choices, not points: draw e times as often what leads X spreads further."
        ),
    ] = 0.0,
    rivals: Annotated[
        float | None,
        typer.Option(
            metavar="X",
            help="The share of games against greedy players (without --heat: and the network it began with); "
            "by default 0.4 with --heat, else 0.",
        ),
    ] = None,
    every: Annotated[
        int,
        typer.Option(
            metavar="N", help="With --heat: draw at most one decision in N; fewer keep games better."
        ),
    ] = 3,
    regress: Annotated[
        bool,
        typer.Option(
            "--regress", metavar="", help="With --heat: fit what choices gained, in all games of the window."
        ),
    ] = False,
    leads: Annotated[
        bool,
        typer.Option("--leads", metavar="", help="Learn afresh how far seats will lead, not their points."),
    ] = False,
    simulations: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Search each decision of self-play so far; with --heat those drawn, to learn from that.",
        ),
    ] = 1,
    passes: Annotated[int, typer.Option(metavar="N", help="How often each generation is gone over.")] = 2,
    begin: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A network to begin with, of other seats or options.")
    ] = None,
    trials: Annotated[
        int, typer.Option(metavar="N", help="Games against greedy, and against an earlier generation.")
    ] = 60,
    seed: Annotated[int, typer.Option(metavar="N", help="Equal seeds give equal networks.")] = 0,
    workers: Workers = None,
    ray: Ray = None,
    option: Options = None,
    components: Components = None,
    cards: Cards = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to keep everything (default: training/GAME).")
    ] = None,
) -> None:
    """Learn to appraise positions by self-play; Ctrl-C or a kill loses a generation at most.

    The same command goes on where it stopped. The folder holds the network of every generation, and a
    page that shows how strength grew; play with one as [bold]search:sims=200:network=FILE[/bold].
    """
    found = game(game_id)
    given = read_options(option, components, cards)
    options = found.check_options(load_options(found, given))
    seats = _seats(players) if players else tuple(range(found.min_players, found.max_players + 1))
    plan = Plan(
        found.id,
        seats,
        options,
        seed,
        generations,
        games,
        width,
        trust=trust,
        window=window,
        rate=rate,
        trials=trials,
        bold=bold,
        memory=memory,
        outline=outline,
        heat=heat,
        rivals=rivals if rivals is not None else RIVALS if heat > 0 else 0.0,
        passes=passes,
        regress=regress,
        leads=leads,
        simulations=simulations,
        every=every,
    )
    folder = out or Path("training") / found.id
    training = Training(plan, folder, shlex.join(["farmtable", *sys.argv[1:]]), begin)
    from farmtable.arena.pool import open_workers
    from farmtable.arena.training_page import write_page

    if training.generation:
        stderr().print(f"Going on after generation {training.generation}.")
    with interrupted() as stop, open_workers(workers, ray, plan.loader(given)) as hands, _told() as tell:

        def after(step: Step) -> None:
            write_page(training)
            stderr().print(_line(step))

        done = training.run(hands, tell, after, stop)
    stdout().print(_table(training))
    if not done:
        stderr().print(f"Stopped after generation {training.generation}; the same command goes on.")
        raise typer.Exit(INTERRUPTED)


def _seats(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise BadOption(f"--players takes numbers, joined by commas; not {text!r}") from None


def _line(step: Step) -> str:
    tried = ""
    if step.greedy is not None and step.before is not None:
        tried = f" wins {step.greedy:.0%} against greedy, {step.before:.0%} against that of half its number;"
    return f"Generation {step.generation}: {step.score:.1f} points on average;{tried} {step.seconds:.0f} s"


def _table(training: Training) -> Table:
    table = Table(title=f"{training.plan.game}: {training.folder}", title_justify="left")
    for heading in ("Generation", "Samples", "Score", "Error", "Against greedy", "Against before", "Seconds"):
        table.add_column(heading, justify="right")
    for step in training.log:
        table.add_row(
            str(step.generation),
            f"{step.samples:,}",
            f"{step.score:.1f}",
            f"{step.error:.3f}",
            "–" if step.greedy is None else f"{step.greedy:.0%}",
            "–" if step.before is None else f"{step.before:.0%}",
            f"{step.seconds:.0f}",
        )
    return table


@contextmanager
def _told() -> Iterator[Callable[[str, int, int], None]]:
    """A bar that says what is being done, on a terminal; elsewhere nothing."""
    console = stderr()
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar: TaskID = progress.add_task("")

        def tell(what: str, done: int, of: int) -> None:
            progress.update(bar, description=what.capitalize(), completed=done, total=of)

        yield tell
