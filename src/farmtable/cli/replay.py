"""`farmtable replay` and `farmtable verify`: records in words, and whether they are whole."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from farmtable.cli.common import CardFile, load_cards, stderr, stdout
from farmtable.core import CHANCE, OVER, BadOption, BadRecord, FarmtableError, Record, State
from farmtable.core.text import counted

RecordFile = Annotated[
    Path, typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="A saved record.")
]
RecordFiles = Annotated[
    list[Path], typer.Argument(metavar="FILE", exists=True, dir_okay=False, help="Saved records.")
]


def replay(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(metavar="N", help="Stop after N steps.")] = None,
    board: Annotated[bool, typer.Option("--board", metavar="", help="Draw the position reached.")] = False,
    seat: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Show it as seat N saw it (default: a spectator).")
    ] = None,
    cards: CardFile = None,
) -> None:
    """Tell a recorded game in words."""
    load_cards(cards)
    record = Record.load(file)
    steps = len(record.actions)
    if at is not None and not 0 <= at <= steps:
        raise BadOption(f"{file} has steps 0 to {steps}, not {at}")
    if seat is not None and seat > record.players:
        raise BadOption(f"{file} has seats 1 to {record.players}, not {seat}")
    stop = steps if at is None else at
    print(f"{record.game.title}, {counted(record.players, 'seat')}, {counted(steps, 'step')}")
    last = _jump(record, stop) if record.retired else _tell(record, stop, -1 if seat is None else seat - 1)
    if board:
        print(f"\n{last.sketch()}")
    print(f"\n{_standing(last)}")


def verify(files: RecordFiles, cards: CardFile = None) -> None:
    """Replay records and check that they are whole; say exactly where a damaged one breaks."""
    load_cards(cards)
    any_damaged = False
    for file in files:
        try:
            record = Record.load(file)
            if record.retired:
                raise BadRecord(_still_checked(record))
            last = record.verify()
        except FarmtableError as error:
            any_damaged = True
            said = str(error) if str(file) in str(error) else f"{file}: {error}"
            stderr().print(said, soft_wrap=True)
        else:
            end = "over" if last.to_play == OVER else "not over"
            unproven = (
                "" if record.proven else "; no digests were saved with it, so only the rules vouch for it"
            )
            stdout().print(
                f"{file}: whole ({record.game.title}, {counted(record.players, 'seat')}, "
                f"{counted(len(record.actions), 'step')}, {end}){unproven}",
                soft_wrap=True,
            )
    if any_damaged:
        raise typer.Exit(1)


def _tell(record: Record, stop: int, seat: int) -> State:
    """Print the first `stop` steps as `seat` saw them, and return the position after them."""
    width = len(str(len(record.actions)))
    names = [f"Seat {number + 1}" for number in range(record.players)]
    for step, state in enumerate(record.states()):
        if step == stop:
            return state
        action = record.actions[step]
        # An action that is not allowed has no words; the next state asked for says that it is not.
        for text in state.tell(action, seat) if state.is_legal(action) else ():
            print(f"{step + 1:>{width}}  {text.render(names=names)}")
    raise AssertionError("states() yields every step")


def _jump(record: Record, stop: int) -> State:
    """Say that the rules are retired, and return the last saved position up to step `stop`."""
    step = max((step for step in record.shown_steps() if step <= stop), default=stop)
    state = record.state(step)
    print(f"No step can be told: {record.why_retired()}.")
    print(f"This is the saved position after step {step}.")
    return state


def _still_checked(record: Record) -> str:
    """What could be checked of a record of retired rules, where that is whole."""
    record.verify_saved()
    saved = len(record.shown_steps())
    checked = f"its {saved} saved positions are whole" if saved else "no positions were saved with it"
    return f"{record.why_retired()}, so it cannot be replayed; {checked}"


def _standing(state: State) -> str:
    """Who is to play, or who has won and how."""
    if state.to_play == CHANCE:
        return "Chance is to play."
    if state.to_play != OVER:
        return f"Seat {state.to_play + 1} is to play."
    lines = []
    for seat, score in enumerate(state.scores()):
        wins = ", wins" if seat in state.winners() else ""
        parts = ", ".join(f"{text} {points}" for text, points in state.score_sheet(seat))
        lines.append(f"Seat {seat + 1}: {score} points{wins} ({parts})")
    return "\n".join([*lines, *_series(state)])


def _series(state: State) -> list[str]:
    """The table of the series that this game belongs to, if there is one."""
    table = state.standings()
    if table is None:
        return []
    lines = [f"{table.title}:"]
    for row in table.rows:
        numbers = (f"{column} {number}" for column, number in zip(table.columns, row.numbers, strict=True))
        lines.append(f"{row.rank}. Seat {row.seat + 1}: {', '.join(numbers)}")
    return lines
