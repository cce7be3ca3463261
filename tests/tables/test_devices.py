"""The devices of a seat: who came when, who may end whom, and what an ended one can still do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

import pytest
from sqlalchemy import create_engine, text

from farmtable.tables import Command, NotYourSeat, Table, Tables
from farmtable.tables.holders import SEEN_EVERY
from farmtable.tables.migrations import VERSION_TABLE
from farmtable.tables.schema import metadata
from farmtable.tables.tokens import digest, make_token
from tests.tables.helpers import ANNA, BERT, command, two_persons

PHONE, TABLET = "phone", "tablet"


def take_along(table: Table, *browsers: str, seat: int = 0, owner: str = ANNA) -> None:
    for browser in browsers:
        table.take_along(table.pass_key(seat, owner), browser)


def end(table: Table, browser: str, *places: int, seat: int = 0) -> None:
    """Let `browser` end those devices of the seat that stand at these places of its list."""
    found = table.devices(seat, browser)
    table.end_devices(seat, browser, [found[place].id for place in places])


def ends(table: Table, browser: str) -> list[bool]:
    return [device.can_end for device in table.devices(0, browser)]


def decide(table: Table, browser: str) -> None:
    """The first legal action of Anna's seat, from this browser."""
    asked = command(table, seat=0)
    table.submit(Command(asked.id, asked.version, "play", 0, browser, asked.action))


# The tables that there were before devices were noted.
SCHEMA_2 = {f"farmtable_{name}" for name in ("meta", "tables", "seats", "seat_owners", "journal", "analyses")}


def make_old(database: str) -> None:
    """Make the database what it was before devices were noted."""
    engine = create_engine(database)
    with engine.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            if table.name not in SCHEMA_2:
                table.drop(connection)
        for column in ("rated", "casual", "acting", "revision", "thinker", "public"):
            connection.execute(text(f"ALTER TABLE farmtable_tables DROP COLUMN {column}"))
        connection.execute(text("ALTER TABLE farmtable_journal DROP COLUMN by_bot"))
        connection.execute(text("DELETE FROM farmtable_meta WHERE key = 'sign_of_life'"))
        connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))
        connection.execute(text("UPDATE farmtable_meta SET value = '2' WHERE key = 'schema_version'"))
    engine.dispose()


def test_devices_are_listed_as_they_came(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    take_along(table, PHONE, TABLET)
    again = opened().open(table.id)
    for browser, place in ((ANNA, 0), (PHONE, 1), (TABLET, 2)):
        found = again.devices(0, browser)
        assert [device.here for device in found] == [other == place for other in range(3)]
        times = [device.since or 0.0 for device in found]
        assert times == sorted(times)
        assert times[0] >= table.created
    assert len(again.devices(1, BERT)) == 1
    for seat, browser in ((1, ANNA), (0, BERT), (0, "stranger"), (7, ANNA)):
        with pytest.raises(NotYourSeat, match="another browser"):
            again.devices(seat, browser)


def test_an_ended_device_only_watches(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    take_along(table, PHONE)
    elsewhere = opened()
    stale = elsewhere.open(table.id)  # another process, which does not know yet
    end(table, ANNA, 1)
    for each in (table, stale):
        with pytest.raises(NotYourSeat, match="disconnected this one"):
            decide(each, PHONE)
    for refused in (stale.pass_key, stale.replace_link, stale.devices):
        with pytest.raises(NotYourSeat, match="disconnected this one"):
            refused(0, PHONE)
    assert stale.seats_of(PHONE) == []
    assert stale.ended_seats(PHONE) == [0]
    assert stale.ended_seats(ANNA) == stale.ended_seats("stranger") == []
    assert [found.id for found in elsewhere.lists.of_browser(PHONE)] == [table.id]  # it still finds the table
    decide(table, ANNA)


def test_an_ended_device_does_not_come_back_by_an_old_link(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    table = two_persons(tables)
    take_along(table, PHONE)
    links = [table.pass_key(0, ANNA), table.pass_key(0, PHONE)]
    other = opened().open(table.id)
    end(table, ANNA, 1)
    for link in links:
        for browser in (PHONE, "a friend of the phone"):
            with pytest.raises(NotYourSeat, match="no longer"):
                other.take_along(link, browser)
    take_along(table, PHONE)  # the owner gives it the new link
    assert table.seats_of(PHONE) == [0]
    assert table.ended_seats(PHONE) == []
    decide(table, PHONE)


def test_a_new_link_replaces_the_old_one_and_ends_nobody(
    tables: Tables, opened: Callable[[], Tables]
) -> None:
    table = two_persons(tables)
    take_along(table, PHONE)
    old, of_bert = table.pass_key(0, ANNA), table.pass_key(1, BERT)
    table.replace_link(0, PHONE)
    new = table.pass_key(0, ANNA)
    assert new != old
    assert table.pass_key(1, BERT) == of_bert
    other = opened().open(table.id)
    with pytest.raises(NotYourSeat, match="no longer"):
        other.take_along(old, TABLET)
    assert other.take_along(new, TABLET) == [0]
    assert other.seats_of(PHONE) == other.seats_of(ANNA) == [0]
    with pytest.raises(NotYourSeat):
        table.replace_link(0, BERT)


def test_a_device_ends_those_that_came_after_it_and_itself(tables: Tables) -> None:
    table = two_persons(tables)
    assert ends(table, ANNA) == [False]
    take_along(table, PHONE, TABLET)
    assert ends(table, ANNA) == [True, True, True]
    assert ends(table, PHONE) == [False, True, True]
    assert ends(table, TABLET) == [False, False, True]
    with pytest.raises(NotYourSeat, match="can only disconnect itself"):
        end(table, PHONE, 0)
    with pytest.raises(NotYourSeat, match="can only disconnect itself"):
        end(table, PHONE, 0, 2)
    assert len(table.devices(0, ANNA)) == 3
    end(table, ANNA, 0)  # a public computer, say
    assert table.seats_of(ANNA) == []
    assert ends(table, PHONE) == [True, True]  # now the first
    take_along(table, ANNA, owner=PHONE)
    assert ends(table, ANNA) == [False, False, True]  # as the last that came


def test_somebody_always_holds_the_seat(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    with pytest.raises(NotYourSeat, match="only device"):
        end(table, ANNA, 0)
    take_along(table, PHONE)
    with pytest.raises(NotYourSeat, match="only device"):
        end(table, ANNA, 0, 1)
    both = [(table, ANNA, 0), (opened().open(table.id), PHONE, 1)]
    ids = [each.devices(0, browser)[place].id for each, browser, place in both]
    start = threading.Barrier(2)

    def leave(number: int) -> None:
        each, browser, _ = both[number]
        start.wait()
        try:
            each.end_devices(0, browser, [ids[number]])
        except NotYourSeat as error:
            refused.append(str(error))

    refused: list[str] = []
    threads = [threading.Thread(target=leave, args=(number,)) for number in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 1
    left = tables.open(table.id)
    assert left.seats_of(ANNA) + left.seats_of(PHONE) == [0]


def test_who_is_gone_already_is_passed_over(tables: Tables) -> None:
    table = two_persons(tables)
    take_along(table, PHONE)
    phone = table.devices(0, ANNA)[1].id
    other = table.devices(1, BERT)[0].id
    for _ in range(2):
        table.end_devices(0, ANNA, [phone, other, "", "ä"])
    assert [device.here for device in table.devices(0, ANNA)] == [True]
    assert table.seats_of(BERT) == [1]


def test_ending_is_published_and_counts_as_a_change(tables: Tables) -> None:
    table = two_persons(tables)
    take_along(table, PHONE)
    version, changes = table.version, table.changes
    heard: list[str] = []
    tables.add_listener(lambda table_id, version: heard.append(table_id))
    end(table, ANNA, 1)
    assert heard == [table.id]
    assert table.version == version
    assert table.changes > changes


def test_it_is_noted_when_a_device_was_seen(
    tables: Tables, opened: Callable[[], Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 5_000_000_000.0
    monkeypatch.setattr("farmtable.tables.seating.time.time", lambda: now)
    table = two_persons(tables)
    take_along(table, PHONE)

    def seen() -> tuple[str, str, float | None]:
        device = opened().open(table.id).devices(0, ANNA)[1]
        return device.program, device.system, device.seen

    assert seen() == ("", "", None)
    opened().open(table.id).note_seen(PHONE, "Firefox", "Android")
    assert seen() == ("Firefox", "Android", now)
    then = now
    now += SEEN_EVERY - 1
    opened().open(table.id).note_seen(PHONE, "Firefox", "Android")
    assert seen() == ("Firefox", "Android", then)  # not at every click
    opened().open(table.id).note_seen(PHONE, "Firefox", "Linux")
    assert seen() == ("Firefox", "Linux", now)
    now += SEEN_EVERY
    opened().open(table.id).note_seen(PHONE, "Firefox", "Linux")
    assert seen() == ("Firefox", "Linux", now)
    end(table, ANNA, 1)
    for browser in ("stranger", PHONE):
        opened().open(table.id).note_seen(browser, "Safari", "iPhone")
    assert [device.here for device in opened().open(table.id).devices(0, ANNA)] == [True]


def test_ids_of_devices_open_nothing(tables: Tables) -> None:
    table = two_persons(tables)
    take_along(table, PHONE)
    device = table.devices(0, ANNA)[1].id
    assert digest(PHONE) not in device
    assert device not in table.pass_key(0, PHONE)
    with pytest.raises(NotYourSeat):
        table.take_along(f"{table.id}.0.{device}", "stranger")


@pytest.fixture
def old(database: str, opened: Callable[[], Tables]) -> tuple[str, Callable[[], Table]]:
    """A table of the second schema, at which Anna's seat is held by a phone and Bert's by a tablet, too;
    its link of then, and how it is opened."""
    tables = opened()
    table = two_persons(tables)
    take_along(table, PHONE)
    take_along(table, TABLET, seat=1, owner=BERT)
    link = make_token(tables._key, digest(ANNA), table.id, 0)
    make_old(database)
    return link, lambda: opened().open(table.id)


Old = tuple[str, Callable[[], Table]]


def test_links_of_an_old_database_work_until_they_are_replaced(old: Old) -> None:
    link, again = old
    table = again()
    assert table.pass_key(0, ANNA) == link
    assert table.take_along(link, "laptop") == [0]
    assert [device.since is None for device in table.devices(0, ANNA)] == [True, True, False]
    table.replace_link(0, ANNA)
    with pytest.raises(NotYourSeat, match="no longer"):
        again().take_along(link, "another laptop")


def places(table: Table, browsers: Sequence[str], seat: int) -> list[list[bool]]:
    """For each of these browsers, which of the others it may end."""
    return [
        [device.can_end for device in table.devices(seat, browser) if not device.here] for browser in browsers
    ]


def test_in_an_old_database_nobody_knows_who_came_first_but_who_set_the_table_up(old: Old) -> None:
    _, again = old
    table = again()
    assert places(table, (ANNA, PHONE), 0) == [[True], [False]]
    assert places(table, (BERT, TABLET), 1) == [[True], [True]]
    take_along(table, "laptop", seat=1, owner=BERT)
    assert places(table, (BERT, TABLET, "laptop"), 1) == [[True, True], [True, True], [False, False]]
    table.note_seen(TABLET, "Safari", "iPad")  # seen for the first time is not to have come
    later = again()
    assert places(later, (BERT, TABLET, "laptop"), 1) == [[True, True], [True, True], [False, False]]
    end(later, BERT, [device.here for device in later.devices(1, TABLET)].index(True), seat=1)
    assert later.seats_of(TABLET) == []
    assert again().ended_seats(TABLET) == [1]
    assert again().ended_seats(PHONE) == []
    end(later, ANNA, 1)
    assert again().ended_seats(PHONE) == [0]  # of whom nothing had been noted
