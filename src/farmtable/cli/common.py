"""What several commands share: their arguments, and how they print."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, redirect_stdout
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from farmtable.bots import is_own
from farmtable.core import BadOption, Game, playable

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

GameId = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's id: [bold]farmtable games[/bold] lists them.")
]
Players = Annotated[
    int | None,
    typer.Option(
        "--players",
        "-p",
        metavar="N",
        help="Number of seats (default: as many as --bots names, or for a single one the fewest).",
    ),
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
Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="FARMTABLE_DB",
        help="The database, as postgresql+psycopg://… (default: a file).",
    ),
]
Seed = Annotated[int, typer.Option(metavar="N", help="Equal seeds give equal games.")]
Workers = Annotated[int | None, typer.Option(metavar="N", help="Processes (default: one for each core).")]
Ray = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Work on this Ray cluster: auto, HOST:PORT or ray://HOST:PORT."),
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


def read_bots(bots: str) -> list[str]:
    """The names in a list with commas; a bot of one's own is looked for where one works."""
    names = [name.strip() for name in bots.split(",")]
    if not all(map(is_own, names)):
        sys.path.insert(0, os.getcwd())
    return names


def load_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as a game takes them; a file of the user's that one of them names is run for it."""
    return {name: game.load_option(name, value) for name, value in options.items()}


def load_cards(path: Path | None) -> None:
    """Make cards of the user's own known to every game that can have some."""
    if path is None:
        return
    if path.suffix != ".py":
        raise BadOption(f"cards of your own are in a Python file, as my_cards.py; not {path}")
    for game in playable():
        game.load_option("cards", str(path))


def stdout() -> Console:
    """Where results go. What is printed is printed as it is: names of bots and files may have brackets."""
    return Console(highlight=False, markup=False, emoji=False)


def stderr() -> Console:
    """Where progress and remarks go, as they are."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


@contextmanager
def interrupted() -> Iterator[Callable[[], bool]]:
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
def going_on() -> Iterator[None]:
    """Where there is no more room on the disk, say too that a command goes on where it has stopped."""
    try:
        yield
    except OSError as error:
        if error.errno in NO_ROOM:
            error.strerror = f"{error.strerror}; what is finished is kept, and the same command goes on"
        raise


def remarks_apart() -> AbstractContextManager[object]:
    """What is printed meanwhile goes to standard error: a cluster tells what became of its machines."""
    return redirect_stdout(sys.stderr)


@contextmanager
def show_progress(total: int, what: str = "Playing") -> Iterator[Callable[[int], None]]:
    """A bar with the time left, on a terminal; elsewhere nothing."""
    console = stderr()
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total)

        def advance(finished: int) -> None:
            progress.update(task, completed=finished)

        yield advance
