"""Ways to set tables up and to play at them."""

from __future__ import annotations

import random
import uuid

from farmtable.tables import Command, SeatPlan, Settings, Table, Tables

GAME = "market_day"
ANNA, BERT = "browser of anna", "browser of bert"


def two_persons(tables: Tables, **settings: object) -> Table:
    """A table with Anna at her screen and Bert, a friend, already seated."""
    chosen = Settings(**settings)  # type: ignore[arg-type]
    table = tables.create(GAME, 2, [SeatPlan("local", "Anna"), SeatPlan("friend")], {}, chosen, ANNA)
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    return table


def browser_of(seat: int) -> str:
    """Whose browser owns a seat of `two_persons`."""
    return (ANNA, BERT)[seat]


def command(
    table: Table,
    kind: str = "play",
    action: int | str | None = None,
    seat: int | None = None,
    id: str | None = None,
) -> Command:
    """A fresh command of the seat whose turn it is (or of `seat`); by default its first legal action."""
    doer = table.to_play if table.held_by is None else table.held_by
    who = doer if seat is None else seat
    if kind == "play" and action is None:
        action = int(table.perspective(who).legal_actions()[0])
    return Command(id or str(uuid.uuid4()), table.version, kind, who, browser_of(who), action)  # type: ignore[arg-type]


def step(table: Table, choose: random.Random) -> Command | None:
    """Do one thing that may be done now: a bot's move, a finish, or a random decision."""
    if table.bot_to_move() is not None:
        table.move_bot()
        return None
    if table.held_by is not None:
        done = command(table, "finish")
    else:
        done = command(table, action=choose.choice(list(table.perspective(table.to_play).legal_actions())))
    table.submit(done)
    return done
