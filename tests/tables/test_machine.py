"""Any order of deciding, finishing, undoing, repeating and restarting, against a plain model."""

from __future__ import annotations

import tempfile
import uuid
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from farmtable import IllegalAction, Rng
from farmtable.core.disclosure import discloses
from farmtable.tables import Command, Stale, Table, Tables
from tests.tables.helpers import command, two_persons

SEATS = st.sampled_from([0, 1])


@cache
def new_file() -> bytes:
    """A database whose tables have just been made."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        Tables(f"sqlite:///{path}").close()
        return path.read_bytes()


class TableMachine(RuleBasedStateMachine):
    """The model: the actions that count, each with who decided, and how many of them can be undone."""

    table: Table

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        path = Path(self.folder.name) / "tables.db"
        path.write_bytes(new_file())
        self.url = f"sqlite:///{path}"
        self.tables = Tables(self.url, Rng(1))
        self.sent: list[Command] = []
        self.decided: list[int] = []  # the seats of the decisions that stand
        self.undoable = 0
        self.last: int | None = None

    @initialize(confirm=st.booleans())
    def begin(self, confirm: bool) -> None:
        self.confirm = confirm
        self.table = two_persons(self.tables, confirm=confirm)

    def send(self, asked: Command) -> None:
        self.table.submit(asked)
        self.sent.append(asked)

    def settle(self) -> None:
        """Chance or the end have closed what could be undone."""
        if self.table.held_by is None and (self.chance_came or self.table.over):
            self.undoable = 0

    @property
    def chance_came(self) -> bool:
        return len(self.table.log(None)) > 0 and self.table.log(None)[-1].seat is None

    @precondition(lambda self: self.table.held_by is None and self.table.to_play >= 0)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        seat, before = self.table.to_play, self.table._journal.state
        action = int(data.draw(st.sampled_from(list(before.legal_actions()))))
        after = before.clone()
        after.apply(action)
        self.send(command(self.table, action=action))
        self.undoable = self.undoable + 1 if self.last == seat else 1
        if discloses(before, action, after):  # a rare sale: that nobody learned more by it is not found out
            self.undoable = 0
        self.last = seat
        self.decided.append(seat)
        self.settle()
        if self.table.held_by is not None:
            assert self.confirm
            assert self.table.held_by == seat != self.table.to_play

    @precondition(lambda self: self.table.held_by is not None)
    @rule()
    def finish(self) -> None:
        self.send(command(self.table, "finish"))
        self.undoable = 0
        assert self.table.held_by is None

    @rule(seat=SEATS)
    def undo(self, seat: int) -> None:
        asked = command(self.table, "undo", seat=seat)
        if self.last == seat and self.undoable:
            self.send(asked)
            self.undoable -= 1
            self.decided.pop()
            assert (self.table.held_by, self.table.to_play) == (None, seat)
        else:
            with pytest.raises(IllegalAction):
                self.table.submit(asked)

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        version = self.table.version
        self.table.submit(data.draw(st.sampled_from(self.sent)))
        assert self.table.version == version

    @precondition(lambda self: bool(self.sent))
    @rule(data=st.data())
    def come_late(self, data: st.DataObject) -> None:
        late = replace(data.draw(st.sampled_from(self.sent)), id=str(uuid.uuid4()))
        with pytest.raises(Stale):
            self.table.submit(late)

    @rule()
    def restart(self) -> None:
        before = [self.table.perspective(seat).key() for seat in (None, 0, 1)]
        version, held = self.table.version, self.table.held_by
        logs = [self.table.log(seat) for seat in (None, 0, 1)]
        self.tables.close()
        self.tables = Tables(self.url, Rng(2))
        self.table = self.tables.open(self.table.id)
        assert [self.table.perspective(seat).key() for seat in (None, 0, 1)] == before
        assert (self.table.version, self.table.held_by) == (version, held)
        assert [self.table.log(seat) for seat in (None, 0, 1)] == logs

    @invariant()
    def agrees_with_the_model(self) -> None:
        if not hasattr(self, "table"):
            return
        standing = [e.seat for e in self.table.log(None) if e.seat is not None and not e.undone]
        undos = [e for e in self.table.log(None) if str(e.texts[0]).endswith("took a decision back.")]
        assert len(standing) - len(undos) == len(self.decided)
        for seat in (0, 1):
            assert self.table.can_undo(seat) is (self.last == seat and self.undoable > 0)
        if self.table.over:
            self.table.record().verify()

    def teardown(self) -> None:
        self.tables.close()
        self.folder.cleanup()


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(
    max_examples=30, stateful_step_count=60, suppress_health_check=[HealthCheck.too_slow]
)
