"""What whoever runs a server does beside it: people, tables, limits."""

from __future__ import annotations

import contextlib
import io
import sqlite3
import time
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from farmtable.tables import NoSuchTable, NotSignedIn, Passkey, SeatPlan, Settings, Table, Tables
from farmtable.tables.chat.message import MayNotWrite
from farmtable.tables.people import passwords
from tests.cli.conftest import Answer, Run
from tests.retirement import retire
from tests.web.receivers import mail_sink

PASSWORD, ADDRESS = "wheat and barley", "192.0.2.7"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Passwords that cost next to nothing; a database that every command finds."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(1, 8, 1))
    passwords._decoy.cache_clear()
    monkeypatch.setenv("FARMTABLE_DB", f"sqlite:///{tmp_path}/tables.sqlite")


@pytest.fixture
def server(tmp_path: Path) -> Tables:
    """The tables as a server beside has them, with somebody who has an account."""
    tables = Tables(f"sqlite:///{tmp_path}/tables.sqlite")
    tables.people.sign_up("Anna", PASSWORD, ADDRESS)
    return tables


def well(answer: Answer) -> str:
    assert answer.code == 0, answer.err
    return answer.out


def test_how_things_stand_is_told_in_numbers(run: Run, server: Tables) -> None:
    server.create("market_day", 2, [SeatPlan("local"), SeatPlan("friend")], {}, Settings(), "anna")
    anna = server.people.find("Anna")
    assert anna is not None
    server.people.lock(anna, True)
    told = [line.rsplit(maxsplit=1) for line in well(run("admin", "status")).splitlines()[1:]]
    assert {what.strip(): int(number) for what, number in told} == {
        "accounts": 1,
        "of them locked": 1,
        "tables": 1,
        "of them running": 1,
        "reported messages to look at": 0,
        "still to be told to people": 0,
    }


def test_people_are_listed_locked_and_let_in_again(run: Run, server: Tables) -> None:
    anna = server.people.find("Anna")
    assert anna is not None
    token = server.people.begin_session(anna, "", "")
    assert "Anna" in well(run("admin", "people"))
    well(run("admin", "lock", "anna"))
    assert "locked" in well(run("admin", "people"))
    assert server.people.session(token, "", "") is None
    with pytest.raises(NotSignedIn, match="locked"):
        server.people.sign_in("Anna", PASSWORD, ADDRESS)
    well(run("admin", "unlock", "Anna"))
    assert server.people.sign_in("Anna", PASSWORD, ADDRESS).name == "Anna"


@pytest.mark.parametrize("name", ["[/x]", "[bold]Bert[/bold]", ":+1: Carl"])
def test_whatever_people_are_called_they_are_listed(run: Run, server: Tables, name: str) -> None:
    """Else somebody hides, or keeps everybody off the list."""
    server.people.sign_up(name, PASSWORD, ADDRESS)
    listed = well(run("admin", "people"))
    assert name in listed
    assert "Anna" in listed
    well(run("admin", "silence", name))
    assert name in well(run("admin", "silenced"))


def test_who_has_a_stroke_in_his_name_is_silenced_by_it(run: Run, server: Tables) -> None:
    """And nobody is by what another has said, whatever he is called."""
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend")]
    table = server.create("market_day", 2, plans, {}, Settings(), "browser", chat="all")
    server.chat.write(table, "browser", "", ADDRESS, "rude")
    for name in ("AC/DC", f"{table.id}/1"):
        server.people.sign_up(name, PASSWORD, ADDRESS)
    well(run("admin", "silence", "AC/DC"))
    well(run("admin", "silence", f"{table.id}/1"))
    said = well(run("admin", "silenced"))
    assert "AC/DC" in said
    assert f"Anna ({table.id}/1)" in said
    assert "nobody here is called 'AD/HD'" in run("admin", "silence", "AD/HD").err


def test_who_forgot_the_password_gets_another(run: Run, server: Tables) -> None:
    anna = server.people.find("Anna")
    assert anna is not None
    token = server.people.begin_session(anna, "", "")
    said = well(run("admin", "password", "Anna"))
    fresh = said.split(" with ")[1].split()[0]
    assert server.people.session(token, "", "") is None
    assert server.people.sign_in("Anna", fresh, ADDRESS) == anna
    with pytest.raises(NotSignedIn):
        server.people.sign_in("Anna", PASSWORD, ADDRESS)


def test_passkeys_are_told_of_and_removed_with_the_password(run: Run, server: Tables) -> None:
    anna = server.people.find("Anna")
    assert anna is not None
    assert "passkey" not in well(run("admin", "password", "Anna"))
    for key in ("hers", "a thief's"):
        server.people.add_passkey(Passkey(key, anna.id, "", 0, "Firefox", "Linux"))
    assert "2 passkeys open the account as before" in well(run("admin", "password", "Anna"))
    assert len(server.people.passkeys.of(anna.id)) == 2
    said = well(run("admin", "password", "Anna", "--remove-passkeys"))
    assert "as before" not in said
    assert server.people.passkeys.of(anna.id) == []
    fresh = said.split(" with ")[1].split()[0]
    assert server.people.sign_in("Anna", fresh, ADDRESS) == anna


def test_an_account_is_deleted_only_by_who_is_sure(run: Run, server: Tables) -> None:
    assert run("admin", "forget", "Anna").code != 0  # nobody is there to ask
    assert server.people.find("Anna") is not None
    well(run("admin", "forget", "Anna", "--yes"))
    assert server.people.find("Anna") is None
    unknown = run("admin", "forget", "Anna", "--yes")
    assert (unknown.code, "nobody here is called 'Anna'" in unknown.err) == (2, True)


def test_a_table_that_waits_for_older_rules_is_not_called_running(
    run: Run, server: Tables, tmp_path: Path
) -> None:
    server.create("market_day", 2, [SeatPlan("local"), SeatPlan("friend")], {}, Settings(), "anna")
    assert "running" in well(run("admin", "tables"))
    retire(f"sqlite:///{tmp_path}/tables.sqlite")
    listed = well(run("admin", "tables"))
    assert ("waits: rules 0, here" in listed, "running" in listed) == (True, False)


def test_tables_are_listed_and_erased(run: Run, server: Tables) -> None:
    seats = [SeatPlan("local"), SeatPlan("friend")]
    table = server.create("market_day", 2, seats, {}, Settings(), "anna")
    listed = well(run("admin", "tables", "--running"))
    assert table.id in listed
    assert "market_day" in listed
    well(run("admin", "delete", table.id, "--yes"))
    assert table.id not in well(run("admin", "tables"))
    with pytest.raises(NoSuchTable):
        server.open(table.id)
    for sure in ([], ["--yes"]):
        gone = run("admin", "delete", table.id, *sure)
        assert (gone.code, "no table" in gone.err) == (2, True)


def test_limits_are_told_and_forgiven(run: Run, server: Tables) -> None:
    with pytest.raises(NotSignedIn):
        server.people.sign_in("Anna", "guess", ADDRESS)
    said = well(run("admin", "limits"))
    assert "sign in by name and address" in said
    assert "Counted now: 4" in said
    assert "Counted now: 0" in well(run("admin", "limits", "--forgive"))


def test_ratings_are_reckoned_anew(run: Run, server: Tables) -> None:
    assert "recalculated" in well(run("admin", "ratings"))


def test_what_is_reported_is_shown_removed_and_its_author_silenced(run: Run, server: Tables) -> None:
    plans = [SeatPlan("local", "Anna"), SeatPlan("friend")]
    table = server.create("market_day", 2, plans, {}, Settings(), "browser", chat="all")
    assert "Nothing is reported" in well(run("admin", "reports"))
    table.claim(table.invite(1, "browser"), "another", "Bert")
    server.chat.write(table, "another", "", ADDRESS, "before")
    server.chat.write(table, "another", "", ADDRESS, "rude")
    server.chat.write(table, "browser", "", ADDRESS, sign="ouch")
    server.chat.report(table, "browser", 3)
    shown = well(run("admin", "reports"))
    assert f"{table.id}/3" in shown
    assert "reported once" in shown
    assert "1 reported, 1 to look at" in shown
    assert "reported messages to look at  1" in well(run("admin", "status"))
    assert [line[:1] for line in shown.splitlines()[1:4]] == [" ", ">", " "]
    assert "Bert: rude" in shown
    assert "Anna: [ouch]" in shown
    well(run("admin", "remove", f"{table.id}/3"))
    assert "Nothing is reported" in well(run("admin", "reports"))
    assert "(removed)" in well(run("admin", "reports", "--all"))
    assert "reported messages to look at  0" in well(run("admin", "status"))
    server.chat.report(table, "browser", 1)
    heads = [line for line in well(run("admin", "reports", "--all")).splitlines() if "reported once" in line]
    assert [line.partition(",")[0] for line in heads] == [f"{table.id}/1", f"{table.id}/3"]  # open ones first
    well(run("admin", "settle", f"{table.id}/1"))
    assert run("admin", "remove", f"{table.id}/9").code == 2
    assert run("admin", "settle", "nonsense").code == 2
    assert run("admin", "settle", f"{table.id}/9").code == 2
    assert run("admin", "settle", "abc/1").code == 2
    well(run("admin", "silence", f"{table.id}/1", "--hours", "2"))
    with pytest.raises(MayNotWrite):
        server.chat.write(table, "another", "", ADDRESS, "hm")
    assert "Bert" in well(run("admin", "silenced"))
    well(run("admin", "let-speak", f"{table.id}/1"))
    server.chat.write(table, "another", "", ADDRESS, "hm")
    assert run("admin", "let-speak", "Anna").code == 2
    well(run("admin", "silence", "Anna"))
    assert "Anna" in well(run("admin", "silenced"))
    well(run("admin", "settle", f"{table.id}/1"))


def test_nobody_at_a_terminal_is_said_in_one_sentence(
    run: Run, server: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    nobody = run("admin", "forget", "Anna")
    assert (nobody.code, "--yes" in nobody.err) == (2, True)

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal(""))  # as by Ctrl-D, or by Ctrl-C
    assert run("admin", "forget", "Anna").code == 130
    assert server.people.find("Anna") is not None


def test_a_database_that_is_not_there_is_not_made(run: Run, tmp_path: Path) -> None:
    for command in (("people",), ("delete", "abc", "--yes")):
        typo = run("admin", *command, "--db", f"sqlite:///{tmp_path}/typo.sqlite")
        assert (typo.code, "there is no database" in typo.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_mail_on_trial_says_what_became_of_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    unset = run("admin", "test-mail", "anna@club.example")
    assert (unset.code, "FARMTABLE_SMTP_HOST" in unset.err) == (2, True)
    with mail_sink() as sink:
        settings = {"URL": "https://club.example", "SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(sink.port)}
        settings |= {"SMTP_SECURITY": "none", "SMTP_FROM": "tables@club.example"}
        for name, said in settings.items():
            monkeypatch.setenv(f"FARMTABLE_{name}", said)
        assert "has taken a mail to anna@club.example" in well(run("admin", "test-mail", "anna@club.example"))
        assert sink.mails[0]["To"] == "anna@club.example"
        sink.answers.append("550 nobody here")
        refused = run("admin", "test-mail", "anna@club.example")
        assert (refused.code, "takes no mail for anna@club.example" in refused.err) == (2, True)
    away = run("admin", "test-mail", "anna@club.example")
    assert (away.code, "has taken no mail" in away.err, away.err.count("\n")) == (2, True, 1)
    assert run("admin", "test-mail", "anna").code == 2


@pytest.mark.parametrize("table", ["-hX4Dc9aVlQ1", "-yX4Dc9aVlQ1", "--X4Dc9aVlQ1"])
def test_an_id_that_begins_as_options_do_is_an_id(run: Run, server: Tables, table: str) -> None:
    """One table of 64 has such a one."""
    assert f"there is no table {table}" in run("admin", "delete", table, "--yes").err
    assert f"there is no message {table}/3" in run("admin", "settle", f"{table}/3").err
    assert f"nobody here is called '{table}/3'" in run("admin", "silence", "--hours", "2", f"{table}/3").err


def test_people_may_be_called_as_options_are(run: Run, server: Tables) -> None:
    server.people.sign_up("-Anna", PASSWORD, ADDRESS)
    server.people.sign_up("--yes", PASSWORD, ADDRESS)
    assert well(run("admin", "lock", "-Anna")) == "-Anna is locked.\n"
    assert well(run("admin", "lock", "--yes")) == "--yes is locked.\n"
    assert well(run("admin", "forget", "--yes", "--", "--yes")) == "--yes no longer has an account.\n"
    assert "Missing argument" in run("admin", "lock").err
    assert "Usage" in well(run("admin", "lock", "--help"))


DAY = 86400.0


def age(path: Path, days: float, *tables: str) -> None:
    """Let the last that happened at tables have been some days ago."""
    then = time.time() - DAY * days
    with contextlib.closing(sqlite3.connect(path / "tables.sqlite")) as database, database:
        for table in tables:
            made = (then, then, table)
            database.execute("UPDATE farmtable_tables SET created = ?, touched = ? WHERE id = ?", made)
            database.execute("UPDATE farmtable_devices SET since = ?, seen = ? WHERE table_id = ?", made)


def test_tables_that_guests_have_left_are_erased(run: Run, server: Tables, tmp_path: Path) -> None:
    def with_friend(browser: str) -> Table:
        seats = [SeatPlan("local"), SeatPlan("friend")]
        return server.create("market_day", 2, seats, {}, Settings(), browser)

    anna = server.people.find("Anna")
    assert anna is not None
    left, also_left, lately, seen, of_anna, with_anna = map(with_friend, [*"abcd", anna.holder, "e"])
    with_anna.claim(with_anna.invite(1, "e"), anna.holder, "Anna")
    ids = [one.id for one in (left, also_left, lately, seen, of_anna, with_anna)]
    age(tmp_path, 91, *ids)
    age(tmp_path, 89, lately.id)
    server.open(seen.id).note_seen("d", "Firefox", "Linux")  # nobody plays there, but somebody looks
    shown = well(run("admin", "tidy", "--unused-for", "90", "--dry-run"))
    assert {one for one in ids if one in shown} == {left.id, also_left.id}
    assert "There are 2 tables of guests, unused for 90 days." in shown
    assert run("admin", "tidy", "--unused-for", "90").code != 0  # nobody is there to be asked
    assert len(server.all()) == 6
    assert well(run("admin", "tidy", "--unused-for", "90", "--yes")).strip() == (
        "Erased: 2 tables of guests, unused for 90 days."
    )
    assert {one.id for one in server.all()} == {lately.id, seen.id, of_anna.id, with_anna.id}
    again = well(run("admin", "tidy", "--unused-for", "90", "--yes"))
    assert again.strip() == "There are 0 tables of guests, unused for 90 days."
    again = well(run("admin", "tidy", "--unused-for", "90", "--dry-run"))
    assert again.strip() == "There are 0 tables of guests, unused for 90 days."


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["people"], "Nobody has an account."),
        (["tables"], "There are no tables."),
        (["tables", "--running"], "No game is running."),
        (["silenced"], "Nobody is silenced."),
    ],
)
def test_where_there_is_nothing_a_sentence_says_so(
    run: Run, tmp_path: Path, command: list[str], said: str
) -> None:
    Tables(f"sqlite:///{tmp_path}/tables.sqlite").close()
    assert well(run("admin", *command)).strip() == said


def test_what_counted_at_an_erased_table_goes_on_counting(run: Run, server: Tables, tmp_path: Path) -> None:
    table = server.create("market_day", 2, [SeatPlan("bot", bot="random")] * 2, {}, Settings(), "guest")
    while table.bot_to_move() is not None:
        table.move_bot()
    age(tmp_path, 2, table.id)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.sqlite")) as database:
        counted = "SELECT (SELECT count(*) FROM farmtable_results), (SELECT count(*) FROM farmtable_ratings)"
        before = database.execute(counted).fetchone()
        well(run("admin", "tidy", "--unused-for", "1", "--yes"))
        assert database.execute(counted).fetchone() == before
        assert before[0] == 2
    assert not server.all()


def test_who_comes_back_in_time_keeps_the_table(server: Tables, tmp_path: Path) -> None:
    table = server.create("market_day", 2, [SeatPlan("local"), SeatPlan("friend")], {}, Settings(), "guest")
    age(tmp_path, 9, table.id)
    since = time.time() - 8 * DAY
    assert server.unused_by_guests(since) == [table.id]
    server.open(table.id).note_seen("guest", "Firefox", "Linux")
    assert not server.erase_unused(table.id, since)
    assert server.is_there(table.id)


def test_what_is_unused_for_less_than_a_day_is_not_tidied(run: Run, server: Tables) -> None:
    for days in ("0", "-3", "nan", "many"):
        assert run("admin", "tidy", "--unused-for", days, "--yes").code == 2
    assert run("admin", "tidy", "--yes").code == 2
