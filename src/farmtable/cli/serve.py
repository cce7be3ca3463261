"""`farmtable serve`: the app in the browser."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from farmtable.cli.common import CardFile, load_cards


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port (default: 8000, or the next free one).")
    ] = None,
    db: Annotated[
        str | None,
        typer.Option(metavar="URL", help="The database, as postgresql+psycopg://… (default: a file)."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", metavar="", help="Open the browser.")
    ] = True,
    cards: CardFile = None,
) -> None:
    """Play in the browser: against friends or computer opponents."""
    from farmtable import web

    load_cards(cards)
    # The processes in which bots think need the cards too.
    web.serve(host=host, port=port, db=db, open_browser=browser, begin=partial(load_cards, cards))
