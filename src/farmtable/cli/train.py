"""`farmtable train`: learning an evaluation by self-play, as a recipe says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table

import farmtable
from farmtable.cli.common import Ray, Workers, going_on, interrupted, stderr, stdout

if TYPE_CHECKING:
    from farmtable.training import Generation, Training

INTERRUPTED = 130
RECIPES = sorted(path.stem for path in (Path(farmtable.__file__).parent / "training/recipes").glob("*.toml"))
"""Those of the package, listed without `farmtable.training`, which takes long to load."""


def train(
    recipe: Annotated[
        str,
        typer.Argument(metavar="RECIPE", help=f"A TOML file, or one of the package: {', '.join(RECIPES)}."),
    ],
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where to keep everything (default: training/RECIPE).")
    ] = None,
    device: Annotated[
        str, typer.Option(help="Where it learns from the games: cpu, or gpu (with CuPy).")
    ] = "cpu",
) -> None:
    """Learn to appraise positions by self-play; Ctrl-C or a kill loses a generation at most.

    The same command goes on where it stopped. The folder holds the network of every generation, and a
    page that shows how strength grew; play with one as [bold]search:sims=200:network=FILE[/bold].
    """
    from farmtable.arena.pool import open_workers
    from farmtable.training import Training, find_recipe, read_recipe
    from farmtable.training.page import write_page

    path = find_recipe(recipe)
    wanted = read_recipe(path)
    training = Training(wanted, out or Path("training") / path.stem, path.stem, device)
    with (
        interrupted() as stop,
        open_workers(workers, ray, wanted.loader({})) as hands,
        _told() as tell,
        going_on(),
    ):

        def begin(generation: int) -> None:
            if generation:
                stderr().print(f"Going on after generation {generation}.")

        def after(line: Generation) -> None:
            write_page(training)
            stderr().print(_line(line))

        done = training.run(hands, tell, after, stop, begin)
    stdout().print(_table(training))
    if not done:
        lost = ", and what was under way is lost" if training.generation < wanted.generations else ""
        stderr().print(f"Stopped after generation {training.generation}{lost}; the same command goes on.")
        raise typer.Exit(INTERRUPTED)


def _line(line: Generation) -> str:
    tried = "" if line.greedy is None else f" wins {line.greedy:.0%} against greedy (par {line.even:.0%}),"
    if line.before is not None:
        tried += f" {line.before:.0%} against what it began with;"
    return f"Generation {line.number}: {line.score:.1f} points on average;{tried} {line.seconds:.0f} s"


def _table(training: Training) -> Table:
    # Broken heads, and no lines between the columns: so all of it fits a terminal of 80 columns.
    table = Table(
        title=f"{training.recipe.game}: {training.folder}",
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 2, 0, 0),
    )
    for heading in (
        "Generation",
        "Positions",
        "Score",
        "Error",
        "Held\nout",
        "Against\ngreedy",
        "Against\nbefore",
        "Par",
        "Seconds",
    ):
        table.add_column(heading, justify="right")
    for line in training.log:
        table.add_row(
            str(line.number),
            f"{line.positions:,}",
            f"{line.score:.1f}",
            f"{line.error:.3f}",
            "–" if line.held_out is None else f"{line.held_out:.3f}",
            "–" if line.greedy is None else f"{line.greedy:.0%}",
            "–" if line.before is None else f"{line.before:.0%}",
            f"{line.even:.0%}",
            f"{line.seconds:.0f}",
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
