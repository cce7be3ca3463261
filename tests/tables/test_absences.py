"""Who is away for some days, in both databases: clocks by days wait for him, and not for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from farmtable.core.rng import Rng
from farmtable.tables import Table, Tables, TimeControl, TimeUp
from farmtable.tables.clocks.absences import MOST_AHEAD, TooLongAway
from farmtable.tables.clocks.clock import GRACE
from farmtable.tables.clocks.control import DAY
from farmtable.tables.clocks.rest import MOST_A_YEAR
from farmtable.tables.clocks.rows import DEAD_AFTER
from farmtable.web.levels import DEFAULT_BOT
from tests.tables.helpers import ANNA, BERT, command
from tests.tables.test_clocks import (
    BOT,
    DAYS,
    TEN,
    Time,
    pass_time_at_once,
    take_turn,
    two_with_clocks,
)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def served(database: str, time: Time) -> Iterator[Callable[[], Tables]]:
    """One more process with this database; all look at the same clock."""
    made: list[Tables] = []

    def start() -> Tables:
        made.append(Tables(database, Rng(len(made)), time))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture
def tables(served: Callable[[], Tables]) -> Tables:
    found = served()
    found.begin_to_serve()
    return found


def left(table: Table, seat: int) -> float:
    table.catch_up()
    return table.time_left(seat)


def test_the_time_of_who_is_away_stands_still_until_he_is_due_back(
    tables: Tables,
    served: Callable[[], Tables],
    time: Time,
) -> None:
    table, elsewhere = two_with_clocks(tables, DAYS), served()
    assert table.to_play == 1
    pass_time_at_once(tables, time, DAY)
    until = time.now + 10 * DAY
    elsewhere.be_away(BERT, until)
    for _ in range(2):
        pass_time_at_once(tables, time, 4 * DAY)
        assert left(table, 1) == 2 * DAY
    assert (table.away_until(1), table.away_until(0)) == (until, None)
    pass_time_at_once(tables, time, 3 * DAY)
    assert (left(table, 1), table.away_until(1)) == (DAY, None)
    pass_time_at_once(tables, time, DAY)
    tables.keep_time(BOT)
    assert not table.seats[1].away
    pass_time_at_once(tables, time, GRACE + 0.1)
    with pytest.raises(TimeUp):
        table.submit(command(table))
    tables.keep_time(BOT)
    assert table.seats[1].away


def test_who_is_back_earlier_has_his_time_run_again(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables, DAYS)
    tables.be_away(BERT, time.now + 20 * DAY)
    pass_time_at_once(tables, time, 5 * DAY)
    changes = table.changes
    tables.be_back(BERT)
    assert (left(table, 1), table.away_until(1)) == (3 * DAY, None)
    assert table.changes > changes, "pages show it"
    pass_time_at_once(tables, time, 3 * DAY + GRACE + 1)
    tables.keep_time(BOT)
    assert table.seats[1].away


def test_another_end_takes_the_place_of_the_first(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables, DAYS)
    for days in (20, 2):
        tables.be_away(BERT, time.now + days * DAY)
    pass_time_at_once(tables, time, 3 * DAY)
    assert left(table, 1) == 2 * DAY


def test_turns_that_begin_meanwhile_rest_and_the_others_do_not(tables: Tables, time: Time) -> None:
    table = two_with_clocks(tables, DAYS)
    tables.be_away(ANNA, time.now + 10 * DAY)
    pass_time_at_once(tables, time, DAY)
    assert left(table, 1) == 2 * DAY, "Bert is not away"
    while table.to_play == 1:
        take_turn(table)
    pass_time_at_once(tables, time, 8 * DAY)
    assert left(table, 0) == 3 * DAY
    while table.to_play == 0:
        take_turn(table)  # she may play all the same
    pass_time_at_once(tables, time, DAY)
    assert left(table, 1) == 2 * DAY


def test_at_a_table_that_is_set_up_meanwhile_time_rests_too(tables: Tables, time: Time) -> None:
    tables.be_away(BERT, time.now + 10 * DAY)
    table = two_with_clocks(tables, DAYS)
    pass_time_at_once(tables, time, 11 * DAY)
    assert left(table, 1) == 2 * DAY


@pytest.mark.parametrize("control", [TEN, None])
def test_no_other_clocks_wait(tables: Tables, time: Time, control: TimeControl | None) -> None:
    table = two_with_clocks(tables, control)
    before = table.time_left(1)
    tables.be_away(BERT, time.now + 10 * DAY)
    pass_time_at_once(tables, time, 100)
    assert left(table, 1) == max(before - 100, 0)
    assert table.away_until(1) is None


def test_a_night_without_a_server_and_an_absence_do_not_count_twice(
    tables: Tables,
    served: Callable[[], Tables],
    time: Time,
) -> None:
    """Bert is away for ten days, the server from the ninth to the eleventh, in which nobody's time runs."""
    table = two_with_clocks(tables, DAYS)
    plain = two_with_clocks(tables, DAYS)
    tables.be_away(BERT, time.now + 10 * DAY)
    with tables._database.writing() as connection:  # at the other table somebody else has the seat
        here = f"table_id = '{plain.id}' AND seat = 1"
        connection.exec_driver_sql(f"UPDATE farmtable_seat_owners SET browser = 'x' WHERE {here}")
    pass_time_at_once(tables, time, 2 * DAY)
    tables.keep_time(BOT)
    assert left(plain, 1) == DAY
    pass_time_at_once(tables, time, 7 * DAY)
    tables.close()
    time.now += 2 * DAY + DEAD_AFTER
    again = served()
    again.begin_to_serve()
    found = again.open(table.id)
    assert found.time_left(1) == pytest.approx(3 * DAY)
    pass_time_at_once(again, time, DAY)
    assert left(found, 1) == pytest.approx(2 * DAY)
    assert found.clock is not None
    ends = found.clock.ends
    with again._database.reading() as connection:
        stored = connection.exec_driver_sql(
            f"SELECT ends FROM farmtable_clocks WHERE table_id = '{table.id}'"
        ).scalar()
    assert stored == pytest.approx(ends)


def test_there_is_an_end_to_it(tables: Tables, time: Time) -> None:
    for until in (0.0, -DAY, (MOST_AHEAD + 1) * DAY):
        with pytest.raises(TooLongAway):
            tables.be_away(BERT, time.now + until)
    tables.be_away(BERT, time.now + MOST_AHEAD * DAY)
    time.now += 20 * DAY
    rest = MOST_A_YEAR - 20
    with pytest.raises(TooLongAway):
        tables.be_away(BERT, time.now + (rest + 1) * DAY)
    tables.be_away(BERT, time.now + rest * DAY)
    time.now += rest * DAY
    found = tables.absences.of(BERT)
    assert found.until is None
    assert found.latest == pytest.approx(time.now)
    time.now += 365 * DAY
    assert tables.absences.of(BERT).latest == time.now + MOST_AHEAD * DAY
    assert tables.absences.of(ANNA).latest == time.now + MOST_AHEAD * DAY


def test_whoever_goes_and_comes_back_again_and_again_comes_to_an_end(tables: Tables, time: Time) -> None:
    """Each time is a row that every clock of his reads; and who is away by mistake loses one day."""
    for _ in range(MOST_A_YEAR):
        tables.be_away(BERT, time.now + DAY / 2)
        tables.be_away(BERT, time.now + DAY)
        time.now += 60
        tables.be_back(BERT)
    with pytest.raises(TooLongAway):
        tables.be_away(BERT, time.now + 1)
    tables.be_back(BERT)
    assert len(tables.absences.export(BERT)) == MOST_A_YEAR
    time.now += 366 * DAY
    tables.be_away(BERT, time.now + MOST_AHEAD * DAY)
    assert len(tables.absences.export(BERT)) == 1, "what no clock looks back to is forgotten"


def test_one_day_that_lasts_counts_as_what_it_is(tables: Tables, time: Time) -> None:
    tables.be_away(BERT, time.now + MOST_AHEAD * DAY)
    time.now += MOST_AHEAD * DAY
    rest = MOST_A_YEAR - MOST_AHEAD
    assert tables.absences.of(BERT).latest == pytest.approx(time.now + rest * DAY)
    tables.be_away(BERT, time.now + rest * DAY)
    time.now += 3600
    assert tables.absences.of(BERT).latest == pytest.approx(time.now + rest * DAY - 3600)


def test_it_goes_with_the_account(tables: Tables, time: Time) -> None:
    person = tables.people.sign_up("Bert", "wheat and barley", "192.0.2.1")
    tables.be_away(person.holder, time.now + DAY)
    assert [row["until"] for row in tables.absences.export(person.holder)] == [time.now + DAY]
    tables.lists.leave_all(person.holder, DEFAULT_BOT)
    tables.people.delete(person)
    assert tables.absences.export(person.holder) == []


def test_time_rests_for_who_takes_his_seat_along_while_he_is_away(tables: Tables, time: Time) -> None:
    """And it is not looked again each second whether it is up."""
    table = two_with_clocks(tables, DAYS)
    tables.be_away("account of bert", time.now + 10 * DAY)
    table.take_along(table.pass_key(1, BERT), "account of bert")
    pass_time_at_once(tables, time, 4 * DAY)
    assert tables._store.clocks.run_out() == [table.id]
    tables.keep_time(BOT)
    assert not table.seats[1].away
    assert tables._store.clocks.run_out() == []
    pass_time_at_once(tables, time, 9 * DAY + GRACE + 1)
    tables.keep_time(BOT)
    assert table.seats[1].away


@pytest.mark.parametrize("how", ["ended", "deleted"])
def test_what_has_rested_is_not_taken_back_when_who_was_away_leaves_the_seat(
    tables: Tables, time: Time, how: str
) -> None:
    """Else Bert, who has the seat, too, were late at once, and no bot stood in until the other were back."""
    person = tables.people.sign_up("Bert", "wheat and barley", "192.0.2.1")
    table = two_with_clocks(tables, DAYS)
    table.take_along(table.pass_key(1, BERT), person.holder)
    tables.be_away(person.holder, time.now + 20 * DAY)
    pass_time_at_once(tables, time, 10 * DAY)
    if how == "ended":
        table.end_devices(1, BERT, [one.id for one in table.devices(1, BERT) if not one.here])
    else:
        tables.lists.leave_all(person.holder, DEFAULT_BOT)
        tables.people.delete(person)
    assert (left(table, 1), table.away_until(1)) == (3 * DAY, None)
    pass_time_at_once(tables, time, 3 * DAY + GRACE + 1)
    tables.keep_time(BOT)
    assert table.seats[1].away, "his time runs again"


def test_a_seat_rests_no_longer_for_several_accounts(tables: Tables, time: Time) -> None:
    """Whoever has some of them, one after the other away, does not keep others waiting without end."""
    table, start = two_with_clocks(tables, DAYS), time.now
    for number in range(3):
        person = tables.people.sign_up(f"Bert {number}", "wheat and barley", "192.0.2.1")
        table.take_along(table.pass_key(1, BERT), person.holder)
        for days in (30, 12):
            tables.be_away(person.holder, time.now + days * DAY)
            pass_time_at_once(tables, time, days * DAY)
        tables.keep_time(BOT)
        if number:
            tables.lists.leave_all(person.holder, DEFAULT_BOT)
            tables.people.delete(person)
    assert table.seats[1].away
    (rested,) = [seat.rested for seat in table.clock.seats if seat.rested] if table.clock else [()]
    assert rested == ((start, start + MOST_A_YEAR * DAY),)
