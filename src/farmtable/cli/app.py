"""The command `farmtable`: its commands put together, and its errors made into one sentence each."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from farmtable.cli import (
    admin,
    agents,
    backup,
    bench,
    check,
    check_bot,
    dataset,
    evaluate,
    games,
    new_game,
    replay,
    report,
    serve,
    simulate,
    tournament,
    train,
)
from farmtable.cli.common import INTERRUPTED
from farmtable.cli.mistakes import told
from farmtable.cli.streams import make_ready
from farmtable.core import BadRecord, FarmtableError
from farmtable.version import VERSION

BOOLEAN = "a valid boolean, unable to interpret input", "yes or no"
"""What typer says, and what whoever sets something in the environment can do with."""
BAD_INPUT = 2
DAMAGED = 1

app = typer.Typer(
    name="farmtable",
    help="Without a command it opens the app in your browser.\n\n"
    "Farming board games, complete, exact and fast, to play, to study and to train bots on.",
    subcommand_metavar="[COMMAND] [ARGS]...",
    epilog="Every command explains itself: [bold]farmtable simulate --help[/bold].",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

PLAY, HOST, STUDY, RESEARCH = "To play", "To run a server", "To look at games", "To research"
MAKE = "To make a game of your own"

app.command(rich_help_panel=PLAY)(serve.serve)
app.command(rich_help_panel=PLAY, name="games")(games.list_games)
app.command(rich_help_panel=PLAY)(games.rules)
app.command(rich_help_panel=HOST)(backup.backup)
app.command(rich_help_panel=HOST)(backup.restore)
app.add_typer(admin.app, name="admin", rich_help_panel=HOST)
app.command(rich_help_panel=STUDY)(replay.replay)
app.command(rich_help_panel=STUDY)(replay.verify)
app.command(rich_help_panel=RESEARCH)(simulate.simulate)
app.command(rich_help_panel=RESEARCH)(tournament.tournament)
app.command(rich_help_panel=RESEARCH)(evaluate.evaluate)
app.command(rich_help_panel=RESEARCH)(report.report)
app.command(rich_help_panel=RESEARCH)(dataset.dataset)
app.command(rich_help_panel=RESEARCH)(train.train)
app.command(rich_help_panel=RESEARCH, name="check-bot")(check_bot.check_bot)
app.command(rich_help_panel=RESEARCH)(agents.mcp)
app.command(rich_help_panel=RESEARCH)(bench.bench)
app.command(rich_help_panel=MAKE)(new_game.new_game)
app.command(rich_help_panel=MAKE)(check.check)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"farmtable {VERSION}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _start(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", metavar="", callback=_show_version, is_eager=True, help="Show the version and exit."
        ),
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        app(["serve"], prog_name="farmtable", standalone_mode=False)  # by which the environment is read, too


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code.

    0: done; 1: a damaged record, or something that could not be written; 2: bad input; 130: stopped
    by Ctrl-C. Whatever goes wrong is said in one sentence on standard error; a mistake in a game or bot
    of somebody's own in a few lines, with its place.
    """
    make_ready()
    try:
        code = app(arguments, prog_name="farmtable", standalone_mode=False)
        sys.stdout.flush()
    except typer.Abort:
        return INTERRUPTED
    except typer.TyperException as error:
        return _fail(error.format_message().replace(*BOOLEAN), BAD_INPUT)
    except BadRecord as error:
        return _fail(str(error), DAMAGED)
    except FarmtableError as error:
        return _fail(str(error), BAD_INPUT)
    except BrokenPipeError:
        # Whoever read our output has enough. Python would complain when it closes the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DAMAGED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _fail(f"{where}{error.strerror or error}", DAMAGED)
    except (Exception, SystemExit) as error:
        lines = told(error)
        if lines is None:  # a mistake of this house: whoever mends it needs all of it
            raise
        return _fail("\n".join(lines), DAMAGED)
    return int(code or 0)


def _fail(message: str, code: int) -> int:
    if message:  # where help was shown in its place there is none
        print(f"farmtable: {message}", file=sys.stderr)
    return code
