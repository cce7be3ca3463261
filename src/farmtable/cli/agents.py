"""`farmtable mcp`: the games as tools for language models."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Annotated

import typer

from farmtable.cli.common import INTERRUPTED
from farmtable.core import BadOption


def mcp(
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Equal seeds give equal games (default: secret chances).")
    ] = None,
    hints: Annotated[
        bool, typer.Option("--hints/--no-hints", help="Whether our search may be asked for advice.")
    ] = True,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the records of finished games in this folder.")
    ] = None,
) -> None:
    """Serve the games to language models and their agents, by the Model Context Protocol on standard input
    and output.

    A client starts it by itself: give it the command `farmtable mcp`. Needs the extra [bold]mcp[/bold].
    """
    try:
        from farmtable.agents.server import Desk
    except ImportError as error:
        if not (error.name or "").startswith("mcp"):
            raise
        raise BadOption("this needs the extra mcp: pip install 'farmtable[mcp]'") from None
    if records is not None:
        records.mkdir(parents=True, exist_ok=True)  # told now, and not at the end of the first game
    _leave_at_ctrl_c()
    Desk(seed, hints, records).server().run("stdio")


def _leave_at_ctrl_c() -> None:
    """End at once: the thread that reads standard input would first wait for a line that nobody writes.

    Nothing is lost by it, as a record is saved when its game ends.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, lambda number, frame: os._exit(INTERRUPTED))
