"""`farmtable evaluate`: how well one player plays, on fixed deals and from every seat."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from farmtable.arena.intervals import FEWEST_DEALS
from farmtable.arena.words import so_many
from farmtable.cli.common import (
    INTERRUPTED,
    Cards,
    Components,
    GameId,
    Json,
    Options,
    Ray,
    Seed,
    Workers,
    interrupted,
    load_options,
    read_bots,
    read_options,
    remarks_apart,
    show_progress,
    stderr,
    stdout,
)
from farmtable.core import BadOption
from farmtable.core import game as find_game

if TYPE_CHECKING:
    from farmtable.arena.evaluation import Evaluation, Measured

WRITE_SECONDS = 1.0
"""The result is written no oftener than that, and in the end."""


def evaluate(  # noqa: PLR0913, PLR0917 - each is an option of the command
    game: GameId,
    bot: Annotated[
        str,
        typer.Option("--bot", "-b", metavar="BOT", help="The bot to measure: any bot, also stdio:COMMAND."),
    ],
    opponents: Annotated[
        str, typer.Option(metavar="BOT,…", help="One for all other seats, or one each, clockwise.")
    ] = "greedy",
    deals: Annotated[
        int,
        typer.Option("--deals", "-n", metavar="N", help="How many deals; each is played from every seat."),
    ] = 50,
    players: Annotated[
        int | None, typer.Option("--players", "-p", metavar="K", help="Number of seats (default: two).")
    ] = None,
    seed: Seed = 0,
    workers: Workers = None,
    ray: Ray = None,
    option: Options = None,
    components: Components = None,
    cards: Cards = None,
    as_json: Json = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write result and games as JSON, while they are played."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Save the record of every game in this folder.")
    ] = None,
) -> None:
    """Measure how well one player plays: score, victories, illegal answers, time and tokens.

    A program (stdio:) is given its perspective as text and no list of legal actions; legal=on and
    perspective= in its name change that. Ctrl-C keeps what is finished; with --out the same command goes on.
    """
    from farmtable.arena.evaluation import Evaluation, resume, summarise
    from farmtable.arena.evaluation import evaluate as play
    from farmtable.arena.files import check_writable

    given = read_options(option, components, cards)
    if len(read_bots(bot)) > 1:
        raise BadOption(f"one bot is measured at a time, and no name of a bot has a comma in it; not {bot}")
    planned = Evaluation.of(
        game, bot, read_bots(opponents), deals, players, seed, load_options(find_game(game), given)
    ).given(given)
    if out is not None:
        check_writable(out)
    if records is not None:
        planned = planned.keeping(records)
        records.mkdir(parents=True, exist_ok=True)
    total = sum(1 for _ in planned.fixtures())
    finished = resume(planned, out) if out is not None else []
    written = 0.0
    with interrupted() as stop, remarks_apart(), show_progress(total) as advance:
        advance(len(finished))
        try:
            for measured in play(planned, workers, stop, ray, tuple(finished)):
                finished.append(measured)
                advance(len(finished))
                if out is not None and time.monotonic() - written > WRITE_SECONDS:
                    _write(planned, finished, out)
                    written = time.monotonic()
                if records is not None:
                    _save_record(planned, measured, records)
        finally:  # whatever ends it, a record for which there is no room, too
            if finished and out is not None:
                _write(planned, finished, out)
    if finished:
        summary = summarise(planned, finished)
        if as_json:
            print(json.dumps(summary, indent=2, ensure_ascii=False))
        else:
            stdout().print(_table(summary))
    if len(finished) < total:
        stderr().print(f"Stopped: {len(finished)} of {total} games are finished.")
        raise typer.Exit(INTERRUPTED)


def _save_record(planned: Evaluation, measured: Measured, folder: Path) -> None:
    from farmtable.arena.files import write_whole

    setting = planned.setting
    name = f"{setting.game}-{setting.seed}-{measured.deal:04}-{measured.seat + 1}.json"
    write_whole(folder / name, json.dumps(measured.record, ensure_ascii=False) + "\n")


def _write(planned: Evaluation, finished: list[Measured], out: Path) -> None:
    """The result so far with every game: what a model was paid for is not lost with the process."""
    from farmtable.arena.evaluation import rows, summarise
    from farmtable.arena.files import write_whole

    told = {**summarise(planned, finished), "played": rows(finished)}
    write_whole(out, json.dumps(told, indent=1, ensure_ascii=False) + "\n")


def _table(summary: dict[str, Any]) -> Table:
    games = so_many(summary["games"], "game")
    table = Table(
        title=f"{summary['game']}: {games} of {summary['players']}, {summary['bot']}\n"
        f"against {', '.join(summary['opponents']) or 'nobody'}",
        caption=_caption(summary),
        title_justify="left",
        caption_justify="left",
        show_header=False,
    )
    table.add_row("victories", _rate(summary))
    table.add_row("score", _score(summary))
    if summary["margin"] is not None:
        table.add_row("ahead of the best other by", _score(summary, "margin"))
    for seat in summary["seats"] if summary["players"] > 1 else ():
        table.add_row(f"at seat {seat['seat']}", f"{_rate(seat)}; {_score(seat)} points")
    asked, lost = summary["decisions"], summary["lost"]
    table.add_row("decisions", f"{asked:,}")
    if asked:
        table.add_row(
            "illegal answers", f"{summary['illegal']:,} ({summary['illegal'] / asked:.2f} a decision)"
        )
        causes = ", ".join(f"{n} {cause}" for cause, n in lost.items())
        table.add_row("decisions lost", causes or "none")
        table.add_row("time a decision", f"{summary['seconds']['mean']:.3g} s")
    if summary["tokens"]:
        table.add_row("tokens", ", ".join(f"{n:,} {way}" for way, n in summary["tokens"].items()))
    return table


def _caption(summary: dict[str, Any]) -> str:
    """By what the intervals are, or why there are none."""
    deals = so_many(summary["deals_played"], "deal")
    if _few(summary):
        return f"{deals}: too few for intervals, which stand here from {FEWEST_DEALS} deals on."
    return f"95 % intervals, by {deals}: games on one deal share its luck."


def _few(fared: dict[str, Any]) -> bool:
    return int(fared["deals_played"]) < FEWEST_DEALS


def _rate(fared: dict[str, Any]) -> str:
    low, high = fared["win_rate_interval"]
    return f"{fared['win_rate']:.1%}" + ("" if _few(fared) else f" ({low:.1%}–{high:.1%})")


def _score(fared: dict[str, Any], what: str = "score") -> str:
    score = fared[what]
    return f"{score['mean']:.1f}" + ("" if _few(fared) else f" ± {score['error']:.1f}")
