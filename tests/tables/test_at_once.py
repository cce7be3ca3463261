"""Where seats decide at once: in any order, kept to the last, taken back until then, and stored."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator

import pytest

from farmtable import IllegalAction
from farmtable.tables import Command, SeatPlan, Settings, Stale, Table, Tables
from farmtable.tables.branch import branch
from tests.core.installed import installed

BROWSERS = ("browser of anna", "browser of bert", "browser of cleo")


@pytest.fixture(autouse=True)
def sealed_bids() -> Iterator[None]:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        yield


def three(tables: Tables, third: SeatPlan | None = None) -> Table:
    """A table of three persons, each at a browser of his own, or with a bot in the third seat."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend"), third or SeatPlan("friend")]
    table = tables.create("sealed_bids", 3, plans, {}, Settings(), BROWSERS[0])
    for seat in range(1, 3):
        if plans[seat].kind == "friend":
            table.claim(table.invite(seat, BROWSERS[0]), BROWSERS[seat], f"friend {seat}")
    return table


def send(
    table: Table, seat: int, action: int | str | None, kind: str = "play", version: int | None = None
) -> None:
    at = table.version if version is None else version
    table.submit(Command(str(uuid.uuid4()), at, kind, seat, BROWSERS[seat], action))  # type: ignore[arg-type]


def said(table: Table, seat: int | None) -> list[str]:
    return [str(text) for entry in table.log(seat) for text in entry.texts]


def test_they_decide_in_any_order_and_the_record_has_them_by_their_seats(tables: Tables) -> None:
    table = three(tables)
    assert table.acting == [0, 1, 2]
    send(table, 2, 3)
    assert table.acting == [0, 1]
    send(table, 0, "bid 1")
    send(table, 1, 4)
    assert table.acting == [0, 1, 2]
    assert table._journal.actions == [1, 4, 3]
    assert table.perspective(None).view()["uncovered"] == ["bid 1", "bid 4", "bid 3"]
    for seat in (1, 0, 2):
        send(table, seat, 0)
    assert table.over
    assert table.record().actions == [1, 4, 3, 0, 0, 0]
    assert table.record().verify().scores() == [4, 4, 4]
    steps = [entry.step for entry in table.log(None)]
    assert steps == [3, 1, 2, 5, 4, 6]


def test_nothing_of_a_choice_is_told_before_the_last(tables: Tables) -> None:
    looks = set()
    for bid in (0, 4):
        table = three(tables)
        send(table, 1, bid)
        for reader in (0, 2, None):
            looks.add((reader, table.perspective(reader).key(), *said(table, reader)))
        assert said(table, 1) == [f"seat 2: bid {bid}"]
    assert len(looks) == 3
    assert {line for _, _, line in looks} == {"seat 2 decides."}


def test_what_was_chosen_is_taken_back_until_the_last_has_decided(tables: Tables) -> None:
    table = three(tables)
    send(table, 1, 4)
    send(table, 0, 2)
    assert [table.can_undo(seat) for seat in range(3)] == [True, True, False]
    assert table.held_by is None, "nobody is asked to finish what can be taken back anyway"
    send(table, 1, None, "undo")
    assert table.acting == [1, 2]
    assert [table.can_undo(seat) for seat in range(3)] == [True, False, False]
    send(table, 1, 0)
    send(table, 2, 1)
    assert not any(table.can_undo(seat) for seat in range(3))
    assert table._journal.actions == [2, 0, 1]
    undone = [entry.undone for entry in table.log(None)]
    assert undone == [True, False, False, False, False]


def test_who_has_decided_waits(tables: Tables) -> None:
    table = three(tables)
    send(table, 1, 4)
    with pytest.raises(IllegalAction, match="You have decided"):
        send(table, 1, 3)
    with pytest.raises(IllegalAction, match="You have decided"):
        send(table, 1, "bid 3")
    assert table.why_wait(0) is None


def test_nobody_comes_too_late_because_others_were_faster(tables: Tables) -> None:
    """All look at the same board and choose at the same moment."""
    table = three(tables)
    seen = table.version
    for seat in (2, 0, 1):
        send(table, seat, seat, version=seen)
    assert table._journal.actions == [0, 1, 2]
    with pytest.raises(Stale):
        send(table, 0, 1, version=seen)


def test_what_one_has_entered_since_makes_ones_own_board_old(tables: Tables) -> None:
    table = three(tables)
    seen = table.version
    send(table, 0, 1)
    send(table, 0, None, "undo")
    with pytest.raises(Stale):
        send(table, 0, 2, version=seen)
    send(table, 1, 2, version=seen)


def test_bots_do_not_wait_in_line(tables: Tables) -> None:
    table = three(tables, SeatPlan("bot", bot="random"))
    assert table.bot_to_move() == 2
    table.move_bot()
    assert table.acting == [0, 1]
    assert not table.can_undo(2)
    assert table.bot_to_move() is None


def test_what_waits_for_others_is_stored(opened: Callable[[], Tables]) -> None:
    table = three(opened())
    send(table, 2, 3)
    send(table, 0, 2)
    send(table, 2, None, "undo")
    again = opened().open(table.id)
    assert again.acting == [1, 2]
    assert again.can_undo(0)
    send(again, 2, 4)
    send(again, 1, 1)
    table.catch_up()
    assert table.version == again.version
    assert table._journal.actions == [2, 1, 4]
    assert table._journal.state == again._journal.state


def test_a_game_is_played_on_from_where_some_had_decided(tables: Tables) -> None:
    table = three(tables)
    for seat in (0, 1, 2, 2, 1, 0):
        send(table, seat, seat)
    for at in range(6):
        entries = branch(table.record(), at, Settings(), table.seats)
        assert [entry.action for entry in entries] == table.record().actions[:at]


def test_what_was_taken_back_is_understood_when_its_player_has_resigned(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    table = three(tables)
    send(table, 1, 3)
    send(table, 1, None, "undo")
    tables.resign(table, 1, BROWSERS[1], "random")
    assert opened().open(table.id).version == table.version


def test_what_a_bot_decides_for_who_has_resigned_is_known_as_its_own(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    """In whatever order decisions come, and also where somebody has decided before he resigned."""
    table = three(tables)
    send(table, 2, 2)
    tables.resign(table, 2, BROWSERS[2], "random")
    send(table, 1, 1)
    send(table, 0, 0)
    while table.bot_to_move() is not None:
        table.move_bot()
    send(table, 1, 1)
    send(table, 0, 0)
    assert table.stood_in() == opened().open(table.id).stood_in() == {5}
