"""People with an account: coming in, sessions, their tables, and the end of it."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from typing import Literal

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, insert

from farmtable.tables import (
    BadName,
    BadPassword,
    NotSignedIn,
    NotYourSeat,
    Person,
    Player,
    SeatPlan,
    Settings,
    Table,
    Tables,
    TooOften,
)
from farmtable.tables.errors import NoText
from farmtable.tables.finding.draft import one_at_a_time
from farmtable.tables.notifications.channels import Whose
from farmtable.tables.people import accounts, passwords, rows
from farmtable.tables.people.limits import Limit, Limits
from farmtable.tables.people.passkeys import Passkey
from farmtable.tables.people.person import KnownDevice
from farmtable.tables.people.results import Kind
from farmtable.tables.plan import name_key
from farmtable.tables.schema import people
from tests.tables.helpers import ANNA, BERT, GAME, command, step, two_persons

PASSWORD, ADDRESS = "wheat and barley", "192.0.2.7"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that cost next to nothing."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(1, 8, 1))
    passwords._decoy.cache_clear()


@pytest.fixture
def person(tables: Tables) -> Person:
    return tables.people.sign_up("Anna", PASSWORD, ADDRESS)


def made_before(database: str, person_id: str, name: str) -> Person:
    """An account as programs made them that did not compare looks; its password is "another one"."""
    person = Person(person_id, name, 1000.0, False, True)
    row = {"id": person_id, "name": name, "name_key": name_key(name), "created": person.created}
    engine = create_engine(database)
    with engine.begin() as connection:
        kept = row | {"locked": False, "password": passwords.hashed("another one")}
        connection.execute(insert(people).values(kept))
    engine.dispose()
    return person


def play_out(table: Table) -> None:
    choose = random.Random(3)
    while not table.over:
        step(table, choose)


def test_who_signs_up_can_sign_in(person: Person, opened: Callable[[], Tables]) -> None:
    again = opened().people.sign_in(" anna ", PASSWORD, ADDRESS)
    assert (again, again.name, again.has_password) == (person, "Anna", True)


@pytest.mark.parametrize("name", ["Anna", "anna ", "ＡＮＮＡ"])
def test_names_that_look_alike_are_one(tables: Tables, person: Person, name: str) -> None:
    with pytest.raises(BadName, match="already called"):
        tables.people.sign_up(name, PASSWORD, ADDRESS)


ALIKE = [
    ("Ilya", "llya"),
    ("ABE", "АВЕ"),
    ("Anna 10", "anna lO"),
    ("O'Hara", "O’Hara"),
    ("Anna", "\u0251nna"),  # all of it is Latin, and none of it is mixed
    ("Coco", "Coc\u1d0f"),
    ("J\u030c", "\u01f0"),
]


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_nobody_takes_a_name_that_looks_like_anothers(tables: Tables, first: str, second: str) -> None:
    his = tables.people.sign_up(first, PASSWORD, ADDRESS)
    for sign_up in (
        lambda: tables.people.sign_up(second, PASSWORD, ADDRESS),
        lambda: tables.people.check_free(second),
        lambda: tables.people.sign_up_by_passkey(second, Passkey("k", "p", "", 0, "", ""), ADDRESS),
    ):
        with pytest.raises(BadName, match=r"looks too much like that of|already called"):
            sign_up()
    assert tables.people.all() == [his]
    tables.people.delete(his)
    assert tables.people.check_free(second) == second


def test_it_is_told_whose_name_another_looks_like(tables: Tables) -> None:
    tables.people.sign_up("Ilya", PASSWORD, ADDRESS)
    with pytest.raises(BadName) as refused:
        tables.people.sign_up("llya", PASSWORD, ADDRESS)
    assert str(refused.value.text) == "This name looks too much like that of somebody else here: Ilya."


def test_accounts_that_look_alike_from_before_go_on(tables: Tables, database: str) -> None:
    """Each by its own name; and nobody joins them."""
    old = [made_before(database, name, name) for name in ("Ilya", "llya")]
    for name in ("IIya", "iiya"):
        with pytest.raises(BadName, match="looks too much like"):
            tables.people.check_free(name)
        with pytest.raises(BadName, match="looks too much like"):
            tables.people.sign_up(name, PASSWORD, ADDRESS)
    tables.people.sign_up("Anna", PASSWORD, ADDRESS)
    late = made_before(database, "late", "АВЕ")  # a program that is still to be replaced
    with pytest.raises(BadName, match="looks too much like"):
        tables.people.sign_up("ABE", PASSWORD, ADDRESS)
    for one in (*old, late):
        assert tables.people.sign_in(one.name, "another one", ADDRESS) == one
        assert tables.people.find(one.name) == one
    tables.people.delete(old[0])
    with pytest.raises(BadName, match="looks too much like"):
        tables.people.sign_up("IIya", PASSWORD, ADDRESS)


def test_of_many_who_want_names_that_look_alike_one_has_it(opened: Callable[[], Tables]) -> None:
    names = ["Ilya", "llya", "IIya", "1lya", "|lya", "liya"]
    each = [opened() for _ in names]

    def sign_up(tables: Tables, name: str) -> bool:
        with contextlib.suppress(BadName):
            tables.people.sign_up(name, PASSWORD, ADDRESS)
            return True
        return False

    with ThreadPoolExecutor(len(names)) as pool:
        assert sum(pool.map(sign_up, each, names)) == 1
    assert len(each[0].people.all()) == 1


@pytest.mark.parametrize("sign", ["\0", "\ud800"])
def test_what_no_database_can_have_is_no_trouble_of_the_database(
    tables: Tables, person: Person, sign: str
) -> None:
    """Else anybody could fill the log of whoever runs the server, and have it look as if nothing worked."""
    session = tables.people.session(tables.people.begin_session(person, "", ""), "", "")
    assert session is not None
    for ask in (
        lambda: tables.people.sign_in(f"Anna{sign}", PASSWORD, ADDRESS),
        lambda: tables.people.end_sessions(person, [sign]),
        lambda: tables.people.by_id(sign),
        lambda: tables.people.passkeys.find(sign),
        lambda: tables.channels.by_id(sign),
        lambda: tables.channels.add("push", sign, "en", Whose(person.holder)),
    ):
        with contextlib.suppress(NoText, NotSignedIn):
            ask()
    assert tables.people.sign_in("Anna", PASSWORD, ADDRESS) == person
    assert tables.people.is_open(session)


UNSEEN = [
    "Anna\ufe0f",
    "An\u034fna",
    "Anna\u3164",
    "\u115fAnna",
    "Anna\u2800",
    "An\u180bna",
    "Anna\U000e0101",
]


@pytest.mark.parametrize("name", UNSEEN)
def test_signs_that_nobody_sees_make_no_other_name(tables: Tables, person: Person, name: str) -> None:
    with pytest.raises(BadName, match="already called"):
        tables.people.sign_up(name, PASSWORD, ADDRESS)
    with pytest.raises(BadName, match="already called"):
        tables.people.check_free(name)
    assert tables.people.sign_in(name, PASSWORD, ADDRESS) == person
    assert tables.people.sign_up(name.replace("A", "J"), PASSWORD, ADDRESS).name == "Jnna"


@pytest.mark.parametrize(
    "name", ["Ann\u0430", "\u0391nna", "Bert \u0412.", "\uff21nn\u0430", "A\u057dna", "\u13aanna"]
)
def test_the_name_of_an_account_does_not_mix_alphabets_that_look_alike(tables: Tables, name: str) -> None:
    for sign_up in (
        lambda: tables.people.sign_up(name, PASSWORD, ADDRESS),
        lambda: tables.people.check_free(name),
    ):
        with pytest.raises(BadName, match="cannot mix alphabets"):
            sign_up()


@pytest.mark.parametrize("name", ["Анна", "Ἄννα Ω.", "Zoë-Łucja 3", "李 Anna", "Анна ♥ 2", "안나"])
def test_a_name_in_one_alphabet_is_good(tables: Tables, name: str) -> None:
    assert tables.people.sign_up(name, PASSWORD, ADDRESS).name == name
    assert tables.people.sign_in(name, PASSWORD, ADDRESS).name == name


@pytest.mark.parametrize("name", ["Ann\u0430", "Anna\ufe0f", "\u3164"])
def test_whose_name_would_be_refused_today_keeps_the_account(
    tables: Tables, database: str, person: Person, name: str
) -> None:
    old = made_before(database, "old", name)
    assert tables.people.sign_in(f" {name} ", "another one", ADDRESS) == old
    assert tables.people.sign_in("Anna", PASSWORD, ADDRESS) == person
    assert tables.people.find(name) == old


@pytest.mark.parametrize("password", ["", "seven77", "x" * 201])
def test_passwords_are_not_too_short_nor_too_long(tables: Tables, password: str) -> None:
    with pytest.raises(BadPassword, match="8 to 200"):
        tables.people.sign_up("Anna", password, ADDRESS)
    assert tables.people.find("Anna") is None


def test_a_wrong_password_and_an_unknown_name_are_told_alike(tables: Tables, person: Person) -> None:
    said = []
    for name, password in (("Anna", "wheat and rye"), ("Nobody", PASSWORD), ("Anna", ""), ("", "")):
        with pytest.raises(NotSignedIn) as caught:
            tables.people.sign_in(name, password, ADDRESS)
        said.append(str(caught.value))
    assert len(set(said)) == 1


def test_an_unknown_name_costs_a_password_too(
    tables: Tables, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever measures the time learns nothing: as much is reckoned."""
    checked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            checked.append(str(password))
            return super().verify(hash, password)

    monkeypatch.setattr(passwords, "_hasher", Counting(1, 8, 1))
    for name in ("Anna", "Nobody"):
        with pytest.raises(NotSignedIn):
            tables.people.sign_in(name, "guess", ADDRESS)
    assert checked == ["guess", "guess"]


def test_guessing_is_stopped(tables: Tables, person: Person, opened: Callable[[], Tables]) -> None:
    for _ in range(accounts.BY_NAME_AND_ADDRESS.most):
        with pytest.raises(NotSignedIn):
            tables.people.sign_in("Anna", "guess", ADDRESS)
    for there in (tables, opened()):  # another process counts with it
        with pytest.raises(TooOften) as caught:
            there.people.sign_in("ANNA", PASSWORD, ADDRESS)
        assert 0 < caught.value.seconds <= accounts.QUARTER
    assert tables.people.sign_in("Anna", PASSWORD, "192.0.2.8") == person  # she herself, from elsewhere


def test_tries_are_counted_by_the_account_however_its_name_is_typed(tables: Tables, person: Person) -> None:
    typed = ["Anna", " Anna", "Anna  ", "Anna\u2003", "\tＡＮＮＡ", "anna\n", "Anna\ufe0f", "\u3164Anna"]
    for number in range(accounts.BY_NAME_AND_ADDRESS.most):
        with pytest.raises(NotSignedIn):
            tables.people.sign_in(typed[number % len(typed)], "guess", ADDRESS)
    for name in typed:
        with pytest.raises(TooOften):
            tables.people.sign_in(name, PASSWORD, ADDRESS)


def test_nobody_can_lock_somebody_else_out(
    tables: Tables, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "BY_NAME", Limit("sign in by name", 3, 60.0))
    for number in range(3):
        with pytest.raises(NotSignedIn):
            tables.people.sign_in("Anna", "guess", f"192.0.2.{number}")
    guessing = "192.0.2.0"  # now each address has few tries
    for _ in range(accounts.GUARDED.most):
        with pytest.raises(NotSignedIn):
            tables.people.sign_in("Anna", "guess", guessing)
    with pytest.raises(TooOften):
        tables.people.sign_in("Anna", PASSWORD, guessing)
    assert tables.people.sign_in("Anna", PASSWORD, "198.51.100.1") == person  # from where nobody has guessed
    known = KnownDevice("her device", person.id)  # or beside whoever guesses
    assert tables.people.sign_in("Anna", PASSWORD, guessing, known) == person
    for _ in range(accounts.BY_DEVICE.most):
        with pytest.raises(NotSignedIn):
            tables.people.sign_in("Anna", "guess", guessing, known)
    with pytest.raises(TooOften):  # a stolen cookie gives tries, not all one wants
        tables.people.sign_in("Anna", PASSWORD, "198.51.100.2", known)
    with pytest.raises(TooOften):
        tables.people.sign_in("Anna", PASSWORD, guessing, KnownDevice("another device", "another"))


def test_who_signs_up_too_often_costs_no_hash(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    class Counting(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            made.append(str(password))
            return super().hash(password, salt=salt)

    monkeypatch.setattr(passwords, "_hasher", Counting(1, 8, 1))
    monkeypatch.setattr(accounts, "NEW_BY_ADDRESS", Limit("sign up by address", 1, 60.0))
    tables.people.sign_up("Anna", PASSWORD, ADDRESS)
    for _ in range(3):
        with pytest.raises(TooOften):
            tables.people.sign_up("Bert", PASSWORD, ADDRESS)
    assert made == [PASSWORD]
    with pytest.raises(BadPassword):  # what was mistyped is no try
        tables.people.sign_up("Bert", "short", "192.0.2.8")
    assert tables.people.sign_up("Bert", PASSWORD, "192.0.2.8").name == "Bert"


def test_tries_are_counted_from_nought_after_their_time(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits, limit = Limits(tables._database), Limit("knock", 2, 60.0)
    for who in ("a", "a", "b"):
        limits.count(limit, who)
    with pytest.raises(TooOften):
        limits.count(limit, "a")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 61)
    limits.count(limit, "a")


def test_a_session_lasts_until_it_is_ended(
    tables: Tables, person: Person, opened: Callable[[], Tables]
) -> None:
    people = tables.people
    here, there = (people.begin_session(person, "Firefox", system) for system in ("Linux", "Android"))
    assert here != there
    session = opened().people.session(here, "Firefox", "Linux")
    assert session is not None
    assert session.person == person
    assert {one.system for one in people.sessions_of(person)} == {"Linux", "Android"}
    people.end_others(session)
    assert people.session(there, "", "") is None
    people.end_sessions(tables.people.sign_up("Bert", PASSWORD, ADDRESS), [session.id])
    assert people.session(here, "", "") is not None  # it is not Bert's to end
    people.end_sessions(person, [session.id])
    assert people.session(here, "", "") is None
    assert people.session("made up", "", "") is None


def test_a_session_that_nobody_uses_ends(
    tables: Tables, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = tables.people.begin_session(person, "", "")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + rows.UNSEEN_SECONDS - 100)
    assert tables.people.session(token, "", "") is not None  # and is noted as seen
    monkeypatch.setattr(time, "time", lambda: now + 2 * rows.UNSEEN_SECONDS)
    assert tables.people.session(token, "", "") is None


def test_the_password_can_be_changed(tables: Tables, person: Person) -> None:
    session = tables.people.session(tables.people.begin_session(person, "", ""), "", "")
    assert session is not None
    with pytest.raises(NotSignedIn, match="not your password"):
        tables.people.check_password(session, "guess")
    tables.people.check_password(session, PASSWORD)
    tables.people.set_password(person, "another one")
    with pytest.raises(NotSignedIn):
        tables.people.sign_in("Anna", PASSWORD, ADDRESS)
    assert tables.people.sign_in("Anna", "another one", ADDRESS) == person


def test_a_session_goes_on_alone_when_the_password_is_changed(tables: Tables, person: Person) -> None:
    people = tables.people
    old, other = people.begin_session(person, "", ""), people.begin_session(person, "", "")
    session = people.session(old, "", "")
    assert session is not None
    whose = Whose(person.holder, person.id, session.id, "Firefox")
    told = tables.channels.add("push", "https://push.example/1", "en", whose)
    with pytest.raises(BadPassword):
        people.change_password(session, "short")
    fresh = people.change_password(session, "another one")
    assert [people.session(token, "", "") for token in (old, other)] == [None, None]
    renewed = people.session(fresh, "", "")
    assert renewed is not None
    assert (renewed.since, renewed.person) == (session.since, person)
    found = tables.channels.by_id(told.id)
    assert found is not None
    assert found.session == renewed.id  # what this device is told goes on
    with pytest.raises(NotSignedIn):  # who was signed out meanwhile changes nothing
        people.change_password(session, "a third one")
    assert people.sign_in("Anna", "another one", ADDRESS) == person


def test_nothing_that_opens_an_account_is_stored(tmp_path: Path) -> None:
    tables = Tables(f"sqlite:///{tmp_path / 'tables.db'}")
    person = tables.people.sign_up("Anna", PASSWORD, ADDRESS)
    token = tables.people.begin_session(person, "", "")
    tables.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(secret.encode() in stored for secret in (PASSWORD, token, ADDRESS))


# --- tables come along -------------------------------------------------------------------------


def test_the_tables_of_a_browser_come_along(
    tables: Tables, person: Person, opened: Callable[[], Tables]
) -> None:
    table = two_persons(tables)
    waiting = tables.create(GAME, 2, [SeatPlan("local"), SeatPlan("friend")], {}, Settings(), ANNA)
    tables.lists.archive(waiting.id, ANNA, True)
    tables.people.bring_along(ANNA, person)
    for there in (tables, opened()):
        found = there.open(table.id)
        assert (found.seats_of(person.holder), found.seats_of(ANNA)) == ([0], [])
        assert {one.id: listed.archived for one, listed in there.lists.list_of(person.holder)} == {
            table.id: False,
            waiting.id: True,
        }
        assert there.lists.of_browser(ANNA) == []
        assert found.invite(1, person.holder)  # what the browser had set up is the account's
        with pytest.raises(NotYourSeat):
            found.invite(1, ANNA)
    asked = command(found, seat=0)
    with pytest.raises(NotYourSeat):
        found.submit(asked)


def test_a_seat_that_both_hold_is_held_once(tables: Tables, person: Person) -> None:
    table = two_persons(tables)
    table.take_along(table.pass_key(0, ANNA), "phone")
    table.take_along(table.pass_key(0, ANNA), person.holder)
    tables.people.bring_along(ANNA, person)
    table = tables.open(table.id)
    assert [device.can_end for device in table.devices(0, person.holder)] == [
        True,
        True,
    ]  # it comes first now
    assert table.seats_of("phone") == [0]


def test_who_was_ended_does_not_come_back_by_an_account(tables: Tables, person: Person) -> None:
    table = two_persons(tables)
    table.take_along(table.pass_key(0, ANNA), "thief")
    table.end_devices(0, ANNA, [table.devices(0, ANNA)[1].id])
    tables.people.bring_along("thief", person)
    table = tables.open(table.id)
    assert table.seats_of(person.holder) == []
    assert table.ended_seats(person.holder) == [0]
    tables.people.bring_along(ANNA, person)  # who held the seat brings it all the same
    table = tables.open(table.id)
    assert (table.seats_of(person.holder), table.ended_seats(person.holder)) == ([0], [])


def test_an_account_loses_no_seat_by_a_browser_that_was_ended(tables: Tables, person: Person) -> None:
    table = two_persons(tables)
    tables.people.bring_along(ANNA, person)
    table = tables.open(table.id)
    table.take_along(table.pass_key(0, person.holder), "laptop")
    table.end_devices(0, person.holder, [table.devices(0, person.holder)[1].id])
    tables.people.bring_along("laptop", person)
    assert tables.open(table.id).seats_of(person.holder) == [0]


# --- the end of an account ---------------------------------------------------------------------


def test_an_account_that_is_deleted_leaves_nothing_of_its_own(
    tables: Tables, person: Person, opened: Callable[[], Tables]
) -> None:
    running, finished = two_persons(tables), two_persons(tables)
    play_out(finished)
    alone = tables.create(GAME, 2, [SeatPlan("local"), SeatPlan("bot", bot="random")], {}, Settings(), ANNA)
    token = tables.people.begin_session(person, "", "")
    tables.people.bring_along(ANNA, person)
    tables.lists.leave_all(person.holder, "random")
    tables.people.delete(person)
    there = opened()
    assert there.people.session(token, "", "") is None
    assert there.people.find("Anna") is None
    assert {table.id for table in there.lists.of_browser(BERT)} == {running.id, finished.id}
    found = there.open(running.id)
    assert [(seat.name, seat.resigned) for seat in found.seats] == [("", True), ("Bert", False)]
    assert there.lists.of_browser(person.holder) == []
    assert found.is_creator(BERT)  # somebody must be able to invite
    assert there.open(finished.id).over
    with pytest.raises(Exception, match="no such table"):
        there.open(alone.id)
    assert there.people.sign_up("Anna", PASSWORD, ADDRESS) != person


def test_an_account_ends_while_nobody_is_brought_together(
    tables: Tables, person: Person, opened: Callable[[], Tables]
) -> None:
    """It would be seated at a table at this moment, and be nobody there; nor does one that has ended get what
    a browser holds, which would be nobody's by that."""
    elsewhere = opened()
    with tables._database.writing() as connection:
        one_at_a_time(connection)
        ending = Thread(target=elsewhere.people.delete, args=(person,))
        ending.start()
        ending.join(1.0)
        waits = ending.is_alive()
    ending.join()
    assert waits
    table = two_persons(tables)
    with pytest.raises(NotSignedIn):
        tables.people.bring_along(ANNA, person)
    assert tables.open(table.id).seats_of(ANNA) == [0]


def test_who_ends_his_account_waits_for_no_game_before(tables: Tables, person: Person) -> None:
    player = Player(person.holder, person.name, person.id)
    tables.finding.pool.seek(player, Kind(GAME, 2, "free"))
    table = tables.create(GAME, 2, [SeatPlan("local"), SeatPlan("friend")], {}, Settings(), person.holder)
    table.claim(table.invite(1, person.holder), BERT, "Bert")
    seeking: list[object] = []
    tables.add_listener(lambda *_: seeking.append(tables.finding.pool.state(player)))
    tables.end_account(person, "random")
    assert seeking == [None] * len(seeking) != []
    assert tables.open(table.id).seats[0].resigned
    assert tables.people.by_id(person.id) is None


def test_a_rematch_without_who_has_gone_has_a_seat_to_invite_to(tables: Tables, person: Person) -> None:
    table = two_persons(tables)
    play_out(table)
    tables.people.bring_along(ANNA, person)
    tables.lists.leave_all(person.holder, "random")
    tables.people.delete(person)
    again = tables.rematch(tables.open(table.id), BERT)
    assert [(seat.kind, seat.taken) for seat in again.seats] == [("friend", True), ("friend", False)]
    assert again.claim(again.invite(1, BERT), "carla", "Carla") == 1


def test_an_export_has_all_that_is_kept_but_what_opens_it(tables: Tables, person: Person) -> None:
    finished, running = two_persons(tables), two_persons(tables)
    play_out(finished)
    token = tables.people.begin_session(person, "Firefox", "Linux")
    tables.people.bring_along(ANNA, person)
    told = tables.people.export(person)
    assert told["name"] == "Anna"
    assert [one["program"] for one in told["sessions"]] == ["Firefox"]
    assert token not in str(told)
    exported = {one["id"]: one for one in tables.lists.export(person.holder)}
    assert exported[finished.id]["record"] == finished.record().to_dict()
    assert exported[running.id]["record"] is None  # it never leaves the server while the game runs
    assert exported[running.id]["my_seats"] == [0]
