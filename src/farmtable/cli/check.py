"""`farmtable check`: whether a game keeps the promises that everything else relies on."""

from __future__ import annotations

import shlex
import traceback
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text as Printed

from farmtable.cli.common import Options, load_options, read_options, stderr, stdout
from farmtable.cli.mistakes import told
from farmtable.core import BadOption, FarmtableError, Game, Record, adopt
from farmtable.core import game as find_game

BROKEN = 1
LAST = 6
"""So many actions before the one that failed are told."""


def check(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game's id or, before it is installed, [bold]path/to/file.py:GAME[/bold]."
        ),
    ],
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="N", help="Number of seats (default: each).")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="Equal seeds check equal games.")] = 0,
    games: Annotated[
        int, typer.Option("--games", "-n", metavar="N", help="Random games for each number of seats.")
    ] = 3,
    every: Annotated[
        int, typer.Option(metavar="N", help="Look at about one position in this many; 1: all of them.")
    ] = 4,
    option: Options = None,
    record: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Where to save the game that breaks a promise (default: GAME-broken.json)."
        ),
    ] = None,
) -> None:
    """Check that a game keeps every promise, at random positions of random games.

    Says which promises held and which was broken, with what was expected and how to see it again.
    """
    if games < 1 or every < 1:
        raise BadOption("--games and --every must be at least 1")
    if game.endswith(".py"):
        raise BadOption(f"name the game in the file, too: {game}:GAME")
    found = adopt(game) if ":" in game else find_game(game)
    options = load_options(found, read_options(option, None))
    counts = range(found.min_players, found.max_players + 1) if players is None else [players]
    runs: list[_Run] = []
    for count in counts:
        runs.append(_Run(found, count, seed, games, every, options))
        if not runs[-1].holds():
            break
    broken = runs[-1].error is not None
    said = "a promise is broken" if broken else "every promise held"
    stdout().print(Printed.assemble((found.title, "bold"), f": {said}"))
    stdout().print(_table(runs))
    if broken:
        again = _command(game, runs[-1], option or [])
        runs[-1].tell_broken(again, record or Path(f"{found.id}-broken.json"))
        raise typer.Exit(BROKEN)


class _Run:
    """The check of a game with one number of seats."""

    def __init__(
        self, game: Game, players: int, seed: int, games: int, every: int, options: dict[str, Any]
    ) -> None:
        from farmtable.testing import Promises

        self.game, self.players, self.seed = game, players, seed
        self.games, self.every, self.options = games, every, options
        self.promises = Promises()
        self.error: Exception | None = None

    def holds(self) -> bool:
        """Whether all promises were kept; else `error` is what broke one. What is no mistake of the game
        (FarmtableError before a game begins) is raised."""
        from farmtable.testing import check_game

        try:
            check_game(
                self.game.id,
                self.players,
                self.seed,
                self.games,
                self.every,
                promises=self.promises,
                **self.options,
            )
        except Exception as error:
            if isinstance(error, FarmtableError) and self.promises.record is None:
                raise
            self.error = error
        return self.error is None

    def tell_broken(self, again: str, file: Path) -> None:
        """Which promise was broken, what was expected, and how to see it again."""
        assert self.error is not None
        lines = [f"farmtable: {self.promises.broken}: no"]
        if isinstance(self.error, AssertionError) and str(self.error):
            lines.append(f"  {self.error}")
        else:
            lines += [f"  {line}" for line in told(self.error) or [_named(self.error)]]
        record = self.promises.record
        if record is not None:
            lines += [f"  after {_course(record)}", *_saved(record, file)]
        lines.append(f"  again: {again}")
        stderr().print("\n".join(lines), soft_wrap=True)


def _table(runs: list[_Run]) -> Table:
    """What became of each promise: how often it held, with each number of seats."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("Promise")
    for run in runs:
        heading = f"{run.players} seats" if run.players > 1 else "alone"
        table.add_column(heading, justify="right", no_wrap=True)
    for name in runs[0].promises.held:
        table.add_row(name, *(_became(run, name) for run in runs))
    return table


def _became(run: _Run, name: str) -> Printed:
    if name == run.promises.broken:
        return Printed("broken", "bold red")
    times = run.promises.held[name]
    return Printed(f"{times:,} ×") if times else Printed("–", "dim")


def _command(game: str, run: _Run, option: list[str]) -> str:
    words = ["farmtable", "check", game, f"--players={run.players}", f"--seed={run.seed}"]
    words += [f"--games={run.games}", f"--every={run.every}"]
    return shlex.join([*words, *(f"--option={text}" for text in option)])


def _course(record: Record) -> str:
    """What had happened, in short: how many actions, and the last of them in the game's notation."""
    said: list[str] = []
    try:
        state = record.begin()
        for action in record.actions:
            said.append(str(state.describe(action)))
            state.apply(action)
    except Exception:  # the game is broken, why not here: numbers will do
        said = [str(action) for action in record.actions]
    if not said:
        return "no action: at the beginning"
    more = "… " if len(said) > LAST else ""
    return f"{len(said)} actions: {more}{'; '.join(said[-LAST:])}"


def _named(error: Exception) -> str:
    """What went wrong where no line of the author's is to be named; of what he left out the name."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, NotImplementedError) and not str(error) and frames:
        return f"the game gives no {frames[-1].name}: it is one of the methods that every game has to give"
    return repr(error)


def _saved(record: Record, file: Path) -> list[str]:
    """Save the game if it can be replayed at all, and say where it is."""
    try:
        record.save(file)
    except OSError as error:
        return [f"  the game so far could not be saved: {file}: {error.strerror or error}"]
    except Exception:  # whatever a broken game raises when it is played again
        return []
    return [f"  the game so far: {file}"]
