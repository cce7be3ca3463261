"""`farmtable bench`: how fast the engine is here."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from farmtable.cli.common import (
    Cards,
    Components,
    Json,
    Options,
    Players,
    load_options,
    read_options,
    stderr,
    stdout,
)
from farmtable.core import BadOption, playable
from farmtable.core import game as find_game
from farmtable.core.text import counted

ROWS = (
    ("playouts_per_second", "Playouts a second", True),
    ("decisions_per_second", "Decisions a second", True),
    ("legal_actions_us", "Legal actions, µs", False),
    ("clone_us", "Clone, µs", False),
    ("observe_us", "Observe, µs", False),
    ("state_bytes", "Memory of a state, bytes", False),
)
"""Key, name, and whether more is better."""

SEARCH_ROWS = (
    ("simulations_per_second", "Simulations a second"),
    ("nodes_per_second", "Nodes a second"),
    ("seconds_per_decision", "Seconds a decision"),
    ("longest_seconds", "The longest, seconds"),
    ("memory_bytes", "Memory, bytes"),
)


def bench(  # noqa: PLR0913, PLR0917 - each is an option of the command
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game's id (default: all of them).")
    ] = None,
    players: Players = None,
    seconds: Annotated[float, typer.Option(metavar="S", help="How long to measure each game.")] = 3.0,
    compare: Annotated[
        bool, typer.Option("--compare", metavar="", help="Measure uncompiled, too, and compare.")
    ] = False,
    bot: Annotated[
        str | None, typer.Option("--bot", "-b", metavar="BOT", help="Measure a search: search, or search:….")
    ] = None,
    option: Options = None,
    components: Components = None,
    cards: Cards = None,
    as_json: Json = False,
) -> None:
    """Measure the engine on one core: random games, legal actions, copies, observations; or a search."""
    from farmtable.arena.bench import bench as measure
    from farmtable.arena.bench import bench_search, bench_uncompiled

    if not 0 < seconds <= 3600:
        raise BadOption(f"the time to measure must be more than 0 and at most 3600 seconds, not {seconds:g}")
    if game is None and as_json:
        raise BadOption("--json measures one game: name it")
    passed_on = [f"--option={text}" for text in option or ()]
    if components is not None:
        passed_on.append(f"--components={components}")
    if cards is not None:
        passed_on.append(f"--cards={cards}")
    given = read_options(option, components, cards)
    if bot is not None and compare:
        raise BadOption("--compare measures the engine, not a bot")
    for id in [one.id for one in playable()] if game is None else [game]:
        options = load_options(find_game(id), given)
        if bot is None:
            measured = measure(id, players, seconds, options)
        else:
            measured = bench_search(id, bot, players, seconds, options)
        if compare:
            slow = bench_uncompiled(id, measured["players"], seconds, *passed_on)
            measured = {**measured, "uncompiled": slow}
        if as_json:
            print(json.dumps(measured, indent=2))
        else:
            stdout().print(_table(measured) if bot is None else _search_table(measured))
    if not (as_json or measured["compiled"]):
        stderr().print(
            "This is the uncompiled kernel: it was installed without a C compiler, or FARMTABLE_PURE is set. "
            "Compiled it is about twenty times as fast.",
            soft_wrap=True,
        )


def _table(measured: dict[str, Any]) -> Table:
    slow = measured.get("uncompiled")
    kind = "compiled" if measured["compiled"] else "uncompiled"
    table = Table(
        title=f"{measured['game']}, {counted(measured['players'], 'seat')}, one core", title_justify="left"
    )
    table.add_column("")
    table.add_column(kind, justify="right")
    if slow is not None:
        table.add_column("uncompiled", justify="right")
        table.add_column("times", justify="right")
    for key, name, more_is_better in ROWS:
        row = [name, _number(measured[key])]
        if slow is not None:
            row += [_number(slow[key]), _ratio(measured[key], slow[key], more_is_better)]
        table.add_row(*row)
    return table


def _search_table(measured: dict[str, Any]) -> Table:
    kind = "compiled" if measured["compiled"] else "uncompiled"
    title = f"{measured['game']}, {counted(measured['players'], 'seat')}, {measured['bot']}, one core"
    table = Table(title=title, title_justify="left")
    table.add_column("")
    table.add_column(kind, justify="right")
    for key, name in SEARCH_ROWS:
        table.add_row(name, _number(measured[key]))
    return table


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def _ratio(fast: float | None, slow: float | None, more_is_better: bool) -> str:
    if not fast or not slow:
        return "–"
    return f"{fast / slow if more_is_better else slow / fast:.1f}"
