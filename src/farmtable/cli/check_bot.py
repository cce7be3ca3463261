"""`farmtable check-bot`: whether a program keeps to the protocol for bots."""

from __future__ import annotations

import json
import logging
from typing import Annotated

import typer

from farmtable.cli.common import Json, Seed, stdout
from farmtable.core import BadOption
from farmtable.core.registry import playable

PREFIX = "stdio:"


def check_bot(
    bot: Annotated[
        str | None,
        typer.Argument(metavar="BOT", help="The command that starts it, as ./my_bot or 'python3 my_bot.py'."),
    ] = None,
    game: Annotated[
        list[str] | None, typer.Option(metavar="GAME", help="Only this game (default: all); may be repeated.")
    ] = None,
    seed: Seed = 0,
    schema: Annotated[
        bool, typer.Option("--schema", metavar="", help="Print the JSON Schema of the protocol instead.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Put a program through the protocol for bots, with a game of each kind, and say what is right or wrong.

    The exit code is 1 if anything is wrong.
    """
    from farmtable.arena.conformance import check_bot as check
    from farmtable.bots.stdio.messages import schema as read_schema

    if schema:
        print(json.dumps(read_schema(), indent=2))
        return
    if bot is None:
        raise BadOption("name the command that starts the bot: farmtable check-bot ./my_bot")
    logging.getLogger("farmtable.stdio").setLevel(logging.ERROR)  # the findings say it
    findings = []
    for finding in check(bot.removeprefix(PREFIX), game or [found.id for found in playable()], seed):
        findings.append(finding)
        if not as_json:
            stdout().print(f"{'right' if finding.right else 'WRONG'}  {finding.what}", soft_wrap=True)
    if as_json:
        print(json.dumps([finding._asdict() for finding in findings], indent=2, ensure_ascii=False))
    if not all(finding.right for finding in findings):
        raise typer.Exit(1)
