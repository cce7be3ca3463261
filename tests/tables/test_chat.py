"""What people say at a table: who reads it, who writes, and what keeps it decent."""

from __future__ import annotations

import random
import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farmtable.tables import NotYourSeat, SeatPlan, Settings, Table, Tables, TooOften
from farmtable.tables.chat import talk
from farmtable.tables.chat.message import LONGEST, ROOMS, BadMessage, MayNotWrite, clean_message
from farmtable.tables.people.limits import Limit
from farmtable.tables.people.person import Person
from farmtable.tables.tokens import digest
from tests.tables.helpers import ANNA, BERT, GAME, step

CARLA, DORA = "browser of carla", "browser of dora"
HERE = "192.0.2.7"


def talking(tables: Tables, mode: str | None = "all") -> Table:
    """Anna and Bert play; whoever else comes watches."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend")]
    table = tables.create(GAME, 2, plans, {}, Settings(), ANNA, chat=mode)  # type: ignore[arg-type]
    table.claim(table.invite(1, ANNA), BERT, "Bert")
    return table


def say(tables: Tables, table: Table, browser: str, text: str = "", name: str = "", **how: object) -> None:
    tables.chat.write(table, browser, name, HERE, text, **how)  # type: ignore[arg-type]


def read(tables: Tables, table: Table, browser: str) -> list[str]:
    return [message.text or message.sign for message in tables.chat.read(table, browser)]


def finish(table: Table) -> None:
    choose = random.Random(3)
    while not table.over:
        step(table, choose)


def account(tables: Tables, name: str) -> Person:
    return tables.people._add(name, None)


def test_rooms_are_apart_until_the_game_is_over(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = talking(tables)
    say(tables, table, ANNA, "I keep my rye")
    say(tables, table, CARLA, "she has rye")
    say(tables, table, BERT, sign="well")
    elsewhere = opened()
    for there in (tables, elsewhere):
        found = there.open(table.id)
        assert read(there, found, ANNA) == read(there, found, BERT) == ["I keep my rye", "well"]
        assert read(there, found, CARLA) == read(there, found, DORA) == ["she has rye"]
    finish(table)
    for browser in (ANNA, BERT, CARLA, DORA):
        assert read(tables, table, browser) == ["I keep my rye", "she has rye", "well"]
    say(tables, table, CARLA, "good game")  # everybody stays in the room where he was
    assert [one.room for one in tables.chat.read(table, ANNA)][-1] == "watchers"


def test_nothing_is_heard_of_another_room(tables: Tables) -> None:
    table = talking(tables)
    stamps = {browser: tables.chat.stamp(table, browser) for browser in (ANNA, BERT, CARLA)}
    say(tables, table, ANNA, "hello")
    assert tables.chat.stamp(table, CARLA) == stamps[CARLA]
    assert tables.chat.stamp(table, BERT) != stamps[BERT]
    now = tables.chat.stamp(table, ANNA)
    say(tables, table, CARLA, "hello")
    assert tables.chat.stamp(table, ANNA) == now
    assert [one.n for one in tables.chat.read(table, CARLA)] == [2], "whatever else was said"
    with pytest.raises(BadMessage):  # nor by guessing its number
        tables.chat.report(table, CARLA, 1)
    with pytest.raises(BadMessage):
        tables.chat.ignore(table, BERT, 2, "Guest 1")


def test_how_much_was_said_is_read_only_when_it_has_changed(
    tables: Tables, opened: Callable[[], Tables], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, elsewhere = talking(tables), opened()
    before = tables.chat.stamp(tables.open(table.id), ANNA)
    assert tables.chat.is_known(table)
    step(table, random.Random(3))
    with monkeypatch.context() as patched:
        patched.setattr(tables.chat.rows, "happened", lambda _: pytest.fail("it is known"))
        assert tables.chat.stamp(tables.open(table.id), ANNA) == before
    say(tables, table, ANNA, "hello")
    assert not tables.chat.is_known(table)
    after = tables.chat.stamp(table, ANNA)
    say(elsewhere, elsewhere.open(table.id), BERT, "hello to you")
    assert len({before, after, tables.chat.stamp(tables.open(table.id), ANNA)}) == 3


def test_who_writes_is_named_by_seat_account_or_number(tables: Tables) -> None:
    table = talking(tables)
    for browser, name in ((CARLA, ""), (DORA, ""), (CARLA, ""), ("person x", "Xaver")):
        say(tables, table, browser, "hm", name)
    said = tables.chat.read(table, CARLA)
    assert [(one.seat, one.name, one.guest) for one in said] == [
        (None, "", 1),
        (None, "", 2),
        (None, "", 1),
        (None, "Xaver", None),
    ]
    say(tables, table, ANNA, "hm", "Annabel")
    assert [(one.seat, one.name) for one in tables.chat.read(table, ANNA)] == [(0, "")]
    with pytest.raises(NotYourSeat):
        say(tables, table, ANNA, "hm", seat=1)


def test_who_may_write(tables: Tables) -> None:
    table = talking(tables, "people")
    say(tables, table, BERT, "players always")
    say(tables, table, "person x", "accounts, too", "Xaver")
    with pytest.raises(MayNotWrite, match="need an account"):
        say(tables, table, CARLA, "hm")
    silent = talking(tables, None)
    with pytest.raises(MayNotWrite, match="no chat at this table"):
        say(tables, silent, ANNA, "hm")
    assert (tables.chat.stamp(silent, ANNA), read(tables, silent, ANNA)) == ("", [])


def test_who_has_left_reads_on_and_writes_no_more(tables: Tables) -> None:
    table = talking(tables)
    say(tables, table, CARLA, "among us")
    table.take_along(table.pass_key(1, BERT), DORA)
    table.end_devices(1, BERT, [one.id for one in table.devices(1, BERT) if not one.here])
    assert read(tables, table, DORA) == ["among us"]  # it only watches now
    with pytest.raises(MayNotWrite, match="left your seat"):
        say(tables, table, DORA, "hm")
    tables.resign(table, 1, BERT, "random")
    say(tables, table, ANNA, "a pity")
    assert read(tables, table, BERT) == ["a pity"]  # he knows his own hand, and so stays among players
    with pytest.raises(MayNotWrite, match="left your seat"):
        say(tables, table, BERT, "hm")


def test_what_is_written_is_limited(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    table = talking(tables)
    monkeypatch.setattr(talk, "MESSAGES_BY_AUTHOR", Limit("test", 2, 60.0))
    say(tables, table, ANNA, "one")
    say(tables, table, ANNA, "two")
    with pytest.raises(TooOften):
        say(tables, table, ANNA, "three")
    say(tables, table, BERT, "me")
    monkeypatch.setattr(talk, "MESSAGES_BY_ADDRESS", Limit("test too", 1, 60.0))
    say(tables, table, CARLA, "one")
    with pytest.raises(TooOften):
        say(tables, table, DORA, "from the same house")
    for wrong in ("", " \n", "\u200b", "x" * (LONGEST + 1)):
        with pytest.raises(BadMessage):
            say(tables, table, BERT, wrong)
    with pytest.raises(BadMessage):
        say(tables, table, BERT, sign="<script>")


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("  a\n b\t", "a b"),
        ("e\u0301", "é"),
        ("turn \u202eover", "turn over"),
        ("👩\u200d🌾 ✌️", "👩\u200d🌾 ✌️"),
        ("z" + "\u0353" * 40, "z" + "\u0353" * 3),
        ("<b>&", "<b>&"),
        ("\ud800x\x00", "x"),
    ],
)
def test_a_message_is_one_line_that_leaves_its_neighbours_alone(sent: str, shown: str) -> None:
    assert clean_message(sent) == shown


@given(st.text(max_size=400))
def test_every_message_is_clean_or_refused(text: str) -> None:
    try:
        shown = clean_message(text)
    except BadMessage:
        return
    assert 0 < len(shown) <= LONGEST
    assert clean_message(shown) == shown
    assert not {unicodedata.category(char) for char in shown} & {"Cc", "Cs", "Co", "Zl", "Zp"}
    shown.encode()


def test_each_reader_has_a_list_of_his_own(tables: Tables) -> None:
    table, other = talking(tables), talking(tables)
    for each in (table, other):
        say(tables, each, ANNA, "bla")
    table.take_along(table.pass_key(0, ANNA), DORA)
    tables.chat.ignore(table, BERT, 1, "Anna")
    assert read(tables, table, BERT) == []
    say(tables, table, DORA, "from another device of the seat")
    assert read(tables, table, BERT) == []
    assert len(read(tables, table, ANNA)) == 2
    assert read(tables, other, BERT) == ["bla"]
    (listed,) = tables.chat.ignored(BERT, table.id)
    assert listed.name == "Anna"
    tables.chat.read_again(BERT, listed.id, table.id)
    assert len(read(tables, table, BERT)) == 2
    tables.chat.ignore(table, BERT, 1, "Anna", everywhere=True)
    tables.chat.ignore(table, BERT, 1, "Anna", everywhere=True)
    assert read(tables, table, BERT) == read(tables, other, BERT) == []
    assert tables.chat.ignores(BERT, ANNA)
    assert not tables.chat.ignores(ANNA, BERT)
    (blocked,) = tables.chat.ignored(BERT)
    tables.chat.read_again(ANNA, blocked.id)  # nobody changes another's list
    assert tables.chat.ignores(BERT, ANNA)


def test_reports_come_with_what_was_said_around(tables: Tables) -> None:
    table = talking(tables)
    for number in range(14):
        say(tables, table, ANNA if number % 2 else BERT, str(number))
        say(tables, table, CARLA, "elsewhere")
        tables.people.limits.forget_all()
    at = next(one.n for one in tables.chat.read(table, ANNA) if one.text == "12")
    for _ in range(2):
        tables.chat.report(table, ANNA, at)
    (report,) = tables.chat.rows.reports(settled=False)
    assert (report.table, report.n, report.times, report.settled) == (table.id, at, 1, False)
    assert [one.text for one in report.around] == [str(number) for number in range(2, 14)]
    tables.chat.rows.settle(table.id, at)
    assert tables.chat.rows.reports(settled=False) == []
    assert [one.settled for one in tables.chat.rows.reports(settled=True)] == [True]


def test_a_removed_message_is_gone_for_everybody(tables: Tables) -> None:
    table = talking(tables)
    say(tables, table, ANNA, "rude")
    heard: list[str] = []
    tables.add_listener(lambda table_id, _: heard.append(table_id))
    before = tables.chat.stamp(table, BERT)
    assert tables.chat.remove(table.id, 1)
    assert tables.chat.stamp(table, BERT) != before
    assert heard == [table.id]
    (message,) = tables.chat.read(table, BERT)
    assert (message.removed, message.text, message.sign) == (True, "", "")
    assert not tables.chat.remove(table.id, 2)


def test_who_is_silenced_writes_nowhere_until_it_is_over(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = talking(tables)
    table.take_along(table.pass_key(0, ANNA), DORA)
    tables.chat.rows.silence(digest(ANNA), "Anna", time.time() + 60)
    for browser in (ANNA, DORA):  # another device of the seat is no way round
        with pytest.raises(MayNotWrite, match="barred you from writing"):
            say(tables, table, browser, "hm")
    say(tables, table, BERT, "I can")
    assert [name for name, _ in tables.chat.rows.all_silenced()] == ["Anna"]
    now = time.time()
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now + 61)
        say(tables, table, ANNA, "again")
    assert tables.chat.rows.let_speak(digest(ANNA))
    assert not tables.chat.rows.let_speak(digest(ANNA))
    say(tables, table, ANNA, "at once")


def test_words_go_with_the_table(tables: Tables) -> None:
    table = talking(tables)
    say(tables, table, ANNA, "hm")
    tables.chat.report(table, BERT, 1)
    tables.chat.ignore(table, BERT, 1, "Anna")
    tables.erase(table.id)
    assert tables.chat.rows.said_by(digest(ANNA)) == []
    assert tables.chat.rows.reports(settled=True) == []


def test_words_go_along_with_an_account_and_with_its_end(tables: Tables) -> None:
    table, person = talking(tables), account(tables, "Anna")
    say(tables, table, ANNA, "mine")
    say(tables, table, BERT, "his")
    say(tables, table, CARLA, "watching")
    tables.chat.report(table, ANNA, 3)
    tables.chat.ignore(table, ANNA, 3, "Bert", everywhere=True)
    tables.people.bring_along(ANNA, person)
    table.catch_up()
    exported = tables.chat.export(person.holder)
    assert [one["text"] for one in exported["messages"]] == ["mine"]
    assert exported["blocked"] == ["Bert"]
    assert [one["n"] for one in exported["reports"]] == [3]
    assert not any(tables.chat.export(ANNA).values())
    other = account(tables, "Bertram")
    tables.people.bring_along(BERT, other)
    assert tables.chat.ignores(person.holder, other.holder)
    tables.people.delete(other)
    assert tables.chat.rows.reports(settled=True) == []
    assert not tables.chat.ignores(person.holder, other.holder)
    assert [one["text"] for one in tables.chat.export(person.holder)["messages"]] == ["mine"]
    tables.people.delete(person)
    table.catch_up()
    assert read(tables, table, CARLA) == ["watching"]
    assert tables.chat.rows.read(table.id, ROOMS[:1]) == []


def test_games_that_follow_are_talked_at_as_well(tables: Tables) -> None:
    table = talking(tables, "people")
    finish(table)
    assert tables.rematch(table, ANNA).chat == "people"
    alone = [SeatPlan("local", "Anna"), SeatPlan("bot", bot="random")]
    assert tables.play_on(table, 0, alone, ANNA).chat is None
