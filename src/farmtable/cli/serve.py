"""`farmtable serve`: the app in the browser."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from farmtable.cli.common import CardFile, Database, load_cards


class Log(StrEnum):
    """What a server writes down."""

    ERRORS = "errors"
    LINES = "lines"


def serve(  # noqa: PLR0913, PLR0917 - each is an option of the command
    host: Annotated[
        str,
        typer.Option(
            envvar="FARMTABLE_HOST", help="The address to listen on; 0.0.0.0 lets other machines in."
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65535,
            envvar="FARMTABLE_PORT",
            help="The port (default: 8000, or the next free one).",
        ),
    ] = None,
    db: Database = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", metavar="", help="Open the browser.")
    ] = True,
    cards: CardFile = None,
    log: Annotated[
        Log,
        typer.Option(
            envvar="FARMTABLE_LOG", help="What is written to standard error: errors, or lines of JSON."
        ),
    ] = Log.ERRORS,
    metrics: Annotated[
        bool,
        typer.Option(
            "--metrics/--no-metrics",
            metavar="",
            envvar="FARMTABLE_METRICS",
            help="Serve numbers for Prometheus at /metrics.",
        ),
    ] = False,
    hosts: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            envvar="FARMTABLE_HOSTS",
            help="The names it answers to, separated by commas; * is any "
            "(default: this machine's own, and the address asked).",
        ),
    ] = None,
    chat: Annotated[
        bool,
        typer.Option(
            "--chat/--no-chat",
            metavar="",
            envvar="FARMTABLE_CHAT",
            help="Let people write to each other at tables.",
        ),
    ] = True,
    workers: Annotated[
        int,
        typer.Option(
            min=1,
            max=64,
            envvar="FARMTABLE_WORKERS",
            help="How many processes serve at the one port; several need PostgreSQL.",
        ),
    ] = 1,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="FARMTABLE_RAY",
            help="Let bots think on this Ray cluster: auto, HOST:PORT or ray://HOST:PORT.",
        ),
    ] = None,
    anew: Annotated[
        bool,
        typer.Option(
            "--reload",
            metavar="",
            help="Restart when a Python file in this folder changes: for a game of your own.",
        ),
    ] = False,
) -> None:
    """Play in the browser: against friends or computer opponents."""
    from farmtable import web

    load_cards(cards)
    # The processes in which bots think need the cards too.
    web.serve(
        host=host,
        port=port,
        db=db,
        open_browser=browser,
        begin=partial(load_cards, cards),
        log_lines=log is Log.LINES,
        metrics=metrics,
        watch=Path.cwd() if anew else None,
        hosts=hosts,
        chat=chat,
        workers=workers,
        ray=ray,
    )
