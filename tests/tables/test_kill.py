"""`kill -9` at any moment: no decision that was acknowledged is lost, none is doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from farmtable.tables import Table, Tables
from tests.tables.helpers import command, two_persons

ROOT = Path(__file__).parents[2]


def play_until_killed(url: str, table_id: str, seed: int, seconds: float) -> list[str]:
    """Let a process play for a while once it is ready, kill it, and return the ids it acknowledged."""
    command = [sys.executable, "-m", "tests.tables.player", url, table_id, str(seed)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(seconds)
    os.kill(process.pid, signal.SIGKILL)
    lines = process.stdout.read().split("\n")
    process.wait()
    return lines[:-1]  # a last line without its end was not yet written


# Kills itself inside `submit`: when all entries are written but not committed, or just committed.
DIES = """
import os, signal, sys
from farmtable.tables import Tables, store
from tests.tables.helpers import command

url, table_id, moment, id = sys.argv[1:]
table = Tables(url).open(table_id)
asked = command(table, "play" if table.held_by is None else "finish", id=id)
dying = {"uncommitted": "_insert_entries", "committed": "append"}[moment]
owner = store if moment == "uncommitted" else store.Store
write = getattr(owner, dying)

def write_and_die(*given):
    write(*given)
    os.kill(os.getpid(), signal.SIGKILL)

setattr(owner, dying, write_and_die)
table.submit(asked)
"""


def stored_ids(url: str, table_id: str) -> list[str]:
    """The command ids in the journal, in order."""
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(
            text(
                "SELECT command_id FROM farmtable_journal"
                " WHERE table_id = :id AND command_id IS NOT NULL ORDER BY n"
            ),
            {"id": table_id},
        )
        found = [str(row[0]) for row in rows]
    engine.dispose()
    return found


def check_contiguous(url: str, table: Table) -> None:
    """The journal has every number once."""
    engine = create_engine(url)
    with engine.connect() as connection:
        rows = connection.execute(
            text("SELECT n FROM farmtable_journal WHERE table_id = :id ORDER BY n"), {"id": table.id}
        )
        assert [row[0] for row in rows] == list(range(table.version))
    engine.dispose()


def test_killed_again_and_again(tables: Tables, opened: Callable[[], Tables], database: str) -> None:
    choose = random.Random(99)
    table = two_persons(tables)
    acknowledged: list[str] = []
    finished = 0
    for round in range(8):
        lines = play_until_killed(database, table.id, round, choose.uniform(0, 0.06))
        acknowledged += [line for line in lines if line != "over"]
        again = opened().open(table.id)
        stored = Counter(stored_ids(database, table.id))
        assert max(stored.values(), default=0) <= 1
        assert set(acknowledged) <= set(stored)
        # At most one command of each killed process was stored without having been acknowledged.
        assert len(stored) - len(acknowledged) <= round + 1
        check_contiguous(database, again)
        assert again.over or again.held_by is not None or again.to_play >= 0
        if again.over:
            again.record().verify()
            finished += 1
            table, acknowledged = two_persons(tables), []
    assert finished or acknowledged


@pytest.mark.parametrize("moment", ["uncommitted", "committed"])
def test_killed_around_a_commit(
    tables: Tables, opened: Callable[[], Tables], database: str, moment: str
) -> None:
    """The client, whose answer never came, sends the same command again after the restart."""
    table = two_persons(tables)
    for kind in ("play", "finish"):  # the second brings chance with it
        before = table.version
        asked = command(table, kind, action="take from bag" if kind == "play" else None)
        arguments = [sys.executable, "-c", DIES, database, table.id, moment, asked.id]
        killed = subprocess.run(arguments, cwd=ROOT, check=False)
        assert killed.returncode == -signal.SIGKILL
        again = opened().open(table.id)
        assert (again.version == before) is (moment == "uncommitted")
        again.submit(asked)
        assert again.version > before
        assert stored_ids(database, table.id).count(asked.id) == 1
        check_contiguous(database, again)
        table = again
