"""What a seat intends is played once its turn comes, and nobody else hears of it before."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import event

from farmtable.core import IllegalAction
from farmtable.core.rng import Rng
from farmtable.tables import NotYourSeat, SeatPlan, Settings, Step, Table, Tables
from farmtable.tables.intentions import rows
from farmtable.tables.intentions.intention import MOST_LINES, Intention
from farmtable.tables.transactions import Collision
from tests.core.installed import installed
from tests.tables.helpers import ANNA, BERT, command, two_persons


@pytest.fixture(autouse=True)
def sealed_bids() -> Iterator[None]:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        yield


def lines(*notations: str | tuple[str, ...]) -> Intention:
    """Choices, each a decision or several in a row."""
    return tuple(tuple(Step(step) for step in ((one,) if isinstance(one, str) else one)) for one in notations)


def decide(table: Table, seat: int) -> None:
    """Let a seat decide something and finish its turn."""
    while seat in table.acting:
        table.submit(command(table, "finish") if table.held_by == seat else command(table))


def waiting(tables: Tables, **settings: object) -> Table:
    """A table at which Anna is to play, and Bert waits."""
    table = two_persons(tables, **settings)
    while table.acting != [0]:
        decide(table, table.acting[0])
    return table


def possible(table: Table, seat: int = 1) -> list[str]:
    return [one.step.notation for one in table.foreseen(seat, (ANNA, BERT)[seat])]


@pytest.mark.parametrize("confirm", [True, False])
def test_the_first_that_is_possible_is_played_and_is_final(tables: Tables, confirm: bool) -> None:
    table = waiting(tables, confirm=confirm)
    wish = possible(table)[0]
    table.intend(1, BERT, lines("fly to the moon", wish, possible(table)[-1]))
    before = len(table.log(None))
    decide(table, 0)
    table.carry_out()
    assert 1 not in table.acting or table.held_by != 1
    assert not table.can_undo(1)
    own = [entry for entry in table.log(1)[before:] if entry.seat == 1]
    assert own
    assert table.intention(1, BERT) == ()


def test_what_is_not_possible_goes_with_what_the_person_decides(tables: Tables) -> None:
    table = waiting(tables)
    table.intend(1, BERT, lines("fly to the moon"))
    decide(table, 0)
    table.carry_out()
    assert table.acting == [1]
    decide(table, 1)
    assert table.intention(1, BERT) == ()


@pytest.mark.parametrize("is_possible", [True, False])
def test_to_take_a_decision_back_uses_nothing_up(tables: Tables, is_possible: bool) -> None:
    """Else whoever decides before somebody could take away what he has said, without being seen."""
    table = waiting(tables, confirm=False)
    said = lines(possible(table)[0] if is_possible else "fly to the moon")
    table.intend(1, BERT, said)
    for _ in range(2):
        decide(table, 0)
        if not is_possible:
            table.carry_out()
        assert table.acting == [1]
        table.submit(command(table, "undo", seat=0))
        table.carry_out()
        assert table.acting == [0]
        assert table.intention(1, BERT) == said
    decide(table, 0)
    table.carry_out()
    assert table.intention(1, BERT) == (() if is_possible else said)


def test_who_decides_asks_the_database_the_same_whatever_was_said(tables: Tables) -> None:
    """So how long it takes does not tell him whether something was, and failed."""
    asked: list[list[str]] = []
    for said in ((), lines("fly to the moon"), lines("pass", "fly to the moon")):
        table = waiting(tables, confirm=False)
        table.intend(1, BERT, said)
        statements: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            statements.append(statement)  # noqa: B023 - of this round

        engine = tables._database._engine
        event.listen(engine, "before_cursor_execute", note)
        table.submit(command(table))
        event.remove(engine, "before_cursor_execute", note)
        asked.append(statements)
    assert asked[0]
    assert asked[0] == asked[1] == asked[2]


def test_what_is_not_possible_is_tried_again_when_something_has_changed(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = waiting(tables)
    table.intend(1, BERT, lines("fly to the moon"))
    decide(table, 0)
    tried = list[str]()
    monkeypatch.setattr(Table, "carry_out", lambda found: tried.append(found.id))
    for _ in range(3):
        tables.carry_out_due()
    assert tried == [table.id]
    table._store.touch(table.id)
    tables.carry_out_due()
    assert tried == [table.id] * 2


def test_where_it_cannot_be_played_no_other_table_waits_for_that(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = [waiting(tables) for _ in range(3)]
    for table in several:
        table.intend(1, BERT, lines(possible(table)[0]))
        decide(table, 0)
    played = list[str]()

    def carry_out(table: Table) -> None:
        if table.id == several[1].id:
            raise ZeroDivisionError
        played.append(table.id)

    monkeypatch.setattr(Table, "carry_out", carry_out)
    assert [type(error) for error in tables.carry_out_due()] == [ZeroDivisionError]
    assert sorted(played) == sorted([several[0].id, several[2].id])
    assert tables.carry_out_due() == [], "it is tried again once something has changed"


def test_what_was_said_anew_meanwhile_is_not_taken_away(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = waiting(tables)
    table.intend(1, BERT, lines(possible(table)[0]))
    decide(table, 0)
    with monkeypatch.context() as slow:
        old = table._store.intentions.said(table.id, 1)
        slow.setattr(table._store.intentions, "said", lambda *_: (old[0], old[1] - 1))
        table.carry_out()
    assert table.acting == [1]
    assert table._store.intentions.said(table.id, 1) == old


def test_who_takes_his_own_decision_back_decides_anew(tables: Tables) -> None:
    """What he has said since was for a turn after it, and is not played in its place."""
    table = waiting(tables, confirm=False)
    decide(table, 0)
    table.intend(0, ANNA, lines("anything"))
    table.submit(command(table, "undo", seat=0))
    assert table.intention(0, ANNA) == ()


def test_another_process_plays_it_and_so_does_one_that_starts_later(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    table = waiting(tables)
    other = opened()
    other.open(table.id).intend(1, BERT, lines(possible(table)[0]))
    decide(table, 0)  # and its process is killed once the decision was stored
    assert table.acting == [1]
    late, later = opened(), opened()
    version = late.open(table.id).version
    for each in (late, later, late):
        each.carry_out_due()
    entries = table._store.entries(table.id, version)
    assert [(entry.kind, entry.seat) for entry in entries].count(("play", 1)) == 1
    assert table._store.intentions.due() == {}


def test_a_turn_that_came_while_it_was_said_is_played_at_once(
    tables: Tables, opened: Callable[[], Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process stores a decision between the look at the table and the intention."""
    table = waiting(tables)
    here, there = opened().open(table.id), opened().open(table.id)
    put = here._store.intentions.put

    def slowly(*said: object) -> None:
        decide(there, 0)
        put(*said)  # type: ignore[arg-type]

    monkeypatch.setattr(here._store.intentions, "put", slowly)
    here.intend(1, BERT, lines(possible(table)[0]))
    entries = here._store.entries(here.id, table.version)
    assert ("play", 1) in [(entry.kind, entry.seat) for entry in entries]


def test_it_is_used_up_by_one_of_two_that_play_it(
    tables: Tables, opened: Callable[[], Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = waiting(tables)
    table.intend(1, BERT, lines(possible(table)[0]))
    other = opened().open(table.id)
    append = table._store.append

    def faster(*said: object) -> object:
        if said[-2].intended is not None:  # type: ignore[attr-defined]
            monkeypatch.undo()
            other.carry_out()
        return append(*said)  # type: ignore[arg-type]

    decide(table, 0)
    since = table._store.intentions.said(table.id, 1)[1]
    monkeypatch.setattr(table._store, "append", faster)
    table.carry_out()
    entries = table._store.entries(table.id, 0)
    assert other.version == len(entries) == tables.open(table.id).version
    with pytest.raises(Collision), table._store._database.writing() as connection:
        rows.use_up(connection, table.id, 1, since)


def test_nobody_else_may_say_or_see_it(tables: Tables) -> None:
    table = waiting(tables)
    table.intend(1, BERT, lines(possible(table)[0]))
    for ask in (
        lambda: table.intention(1, ANNA),
        lambda: table.intend(1, ANNA, ()),
        lambda: table.foreseen(1, ANNA),
        lambda: table.named(1, ANNA, (), "x"),
    ):
        with pytest.raises(NotYourSeat):
            ask()
    assert tables.lists.export(ANNA)[0]["intentions"] == {}
    assert tables.lists.export(BERT)[0]["intentions"] == {1: [[table.intention(1, BERT)[0][0].notation]]}


def test_it_is_said_only_while_others_are_to_decide(tables: Tables) -> None:
    table = waiting(tables)
    with pytest.raises(IllegalAction, match="It is your turn"):
        table.intend(0, ANNA, lines("anything"))
    with pytest.raises(IllegalAction, match="At most"):
        table.intend(1, BERT, lines(*["x"] * (MOST_LINES + 1)))
    for empty in (((),), lines("")):
        with pytest.raises(IllegalAction, match="needs at least one decision"):
            table.intend(1, BERT, empty)
    table.intend(1, BERT, lines("x"))
    table.intend(1, BERT, ())
    assert table.intention(1, BERT) == ()


def test_who_resigns_and_who_is_erased_leaves_none(tables: Tables) -> None:
    table = waiting(tables)
    table.intend(1, BERT, lines("x"))
    table.resign(1, BERT, "random")
    assert table._store.intentions.of(table.id, 1) == ()
    other = waiting(tables)
    other.intend(1, BERT, lines("x"))
    tables.erase(other.id)
    assert other._store.intentions.of(other.id, 1) == ()


def test_where_all_decide_at_once_it_waits_for_the_next_time(tables: Tables) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend")]
    table = tables.create("sealed_bids", 2, plans, {}, Settings(), ANNA)
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    table.submit(command(table, action=2, seat=1))
    assert possible(table)
    table.intend(1, BERT, lines(possible(table)[-1]))
    table.submit(command(table, action=1, seat=0))
    table.carry_out()
    assert table.acting == [0]  # of the second round Bert has bidden
    table.submit(command(table, action=1, seat=0))
    assert table.over
    with pytest.raises(IllegalAction, match="over"):
        table.intend(1, BERT, lines("x"))


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra"])
def test_every_game_foresees_decisions_and_plays_them(tables: Tables, game: str) -> None:
    """A turn with several parts is said part by part."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend")]
    table = tables.create(game, 2, plans, {}, Settings(confirm=False), ANNA)
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    while table.acting != [0]:
        table.submit(command(table))
    found = table.foreseen(1, BERT)
    assert found
    assert all(0 < one.times <= one.of for one in found)
    line: list[Step] = []
    while found and len(line) < 3:
        line.append(found[0].step)
        assert table.named(1, BERT, [one.notation for one in line[:-1]], line[-1].notation) is not None
        found = table.foreseen(1, BERT, [one.notation for one in line])
    assert table.named(1, BERT, (), "no such thing, whatever the game") is None
    table.intend(1, BERT, (tuple(line),))
    while table.acting == [0]:
        table.submit(command(table))
    table.carry_out()
    decide(table, 1)  # what is left of the turn
    assert table.intention(1, BERT) == ()


def test_what_is_foreseen_depends_on_nothing_hidden(tables: Tables) -> None:
    """From two positions that the seat cannot tell apart it foresees the same."""
    table = waiting(tables)
    expected = possible(table)
    true = table._journal.state
    table._journal.state = table.perspective(1).determinize(Rng(3))
    assert possible(table) == expected
    table._journal.state = true
