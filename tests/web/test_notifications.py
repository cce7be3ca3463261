"""People are told once what happens at their tables, by real mails, pushes and posts, and nothing hidden."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from fastapi import FastAPI

from farmtable import BadOption, Rng
from farmtable.core import Text
from farmtable.i18n import LANGUAGES
from farmtable.tables import Command, Table, Tables, schema
from farmtable.tables.clocks.rows import SIGN_OF_LIFE
from farmtable.tables.notifications import calling, outbox
from farmtable.tables.notifications.channel import Call
from farmtable.tables.notifications.channels import Whose
from farmtable.tables.people import passwords
from farmtable.web import create_app
from farmtable.web.notifications import words
from farmtable.web.notifications.links import Links
from farmtable.web.notifications.mail import composed, hand_over
from farmtable.web.notifications.post import Unreachable, check, is_public, resolved
from farmtable.web.notifications.push import public_key
from farmtable.web.notifications.sender import Sender
from farmtable.web.notifications.settings import MailServer, Sending
from farmtable.web.notifications.webhook import signature
from farmtable.web.notifications.words import Told, asked_in, mail_of
from tests.core.installed import installed
from tests.web.authenticator import Authenticator
from tests.web.receivers import Device, Posts, Sink, mail_sink, post_sink
from tests.web.test_secrecy import seat_ben
from tests.web.visitor import Visitor

URL = "https://club.example"
on_both = pytest.mark.parametrize("tables", ["sqlite", "postgresql"], indirect=True)
"""For what the database decides."""


class Time:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that cost next to nothing."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(1, 8, 1))
    passwords._decoy.cache_clear()


@pytest.fixture(scope="module")
def mails() -> Iterator[Sink]:
    with mail_sink() as sink:
        yield sink


@pytest.fixture(scope="module")
def posts() -> Iterator[Posts]:
    with post_sink() as sink:
        yield sink


@pytest.fixture
def sink(mails: Sink) -> Sink:
    for kept in (mails.mails, mails.raw, mails.recipients, mails.answers):
        kept.clear()
    return mails


@pytest.fixture
def posted(posts: Posts) -> Posts:
    posts.got.clear()
    posts.answers.clear()
    return posts


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def tables(request: pytest.FixtureRequest, time: Time) -> Iterator[Tables]:
    """The tables of an empty database: a file, or where a test is `on_both` each kind in turn."""
    is_file = getattr(request, "param", "sqlite") == "sqlite"
    url = request.getfixturevalue("file_url" if is_file else "postgres_url")
    found = Tables(url, Rng(7), time)
    yield found
    found.close()


@pytest.fixture
def sending(sink: Sink) -> Sending:
    server = MailServer("127.0.0.1", sink.port, "none", "tables@club.example")
    return Sending(URL, "mailto:host@club.example", server, webhooks=True, private=True)


@pytest.fixture
def app(tables: Tables, sending: Sending) -> Iterator[FastAPI]:
    found = create_app(tables, sending=sending)
    yield found
    found.state.thinkers.close()


@pytest.fixture
def send(tables: Tables, sending: Sending, time: Time) -> Any:
    """Let a server send what is due after so many seconds; how many deliveries that were."""

    sender = Sender(tables, sending)

    def later(seconds: float = calling.GRACE) -> int:
        time.now += seconds
        return asyncio.run(sender.send_due())

    return later


PASSWORD = "wheat and barley"


def enter(visitor: Visitor, name: str) -> None:
    answer = visitor.post("/sign-up", name=name, password=PASSWORD, along="yes")
    assert answer.status_code == 200


def path_of(link: str) -> str:
    assert link.startswith(URL)
    return link.removeprefix(URL)


def links(mail: Any) -> list[str]:
    return re.findall(r"https://\S+", mail.get_content())


def by_mail(visitor: Visitor, name: str, sink: Sink, send: Any) -> None:
    """Sign up, and be told by mail."""
    enter(visitor, name)
    confirm(visitor, f"{name.lower()}@example.org", sink, send)


def confirm(visitor: Visitor, address: str, sink: Sink, send: Any) -> None:
    """Name an address, and follow the link of the mail that asks there."""
    assert visitor.post("/notifications/mail", address=address, password=PASSWORD).status_code == 200
    assert send(0) == 1
    (link,) = links(sink.mails.pop())
    assert visitor.client.post(path_of(link)).status_code == 200


def decide(visitor: Visitor, table: Table, seat: int) -> None:
    """Let a seat play until others are to."""
    browser = who(visitor)
    while seat in table.acting:
        kind = "finish" if table.held_by == seat else "play"
        action = int(table.perspective(seat).legal_actions()[0]) if kind == "play" else None
        table.submit(Command(uuid.uuid4().hex, table.version, kind, seat, browser, action))  # type: ignore[arg-type]


def who(visitor: Visitor) -> str:
    """As whom a visitor acts at tables."""
    state = visitor.client.app.state
    session = state.tables.people.session(visitor.client.cookies.get("farmtable_session", ""), "", "")
    found: str = (
        session.person.holder if session else state.identity.read(visitor.client.cookies["farmtable"])
    )
    return found


def anna_to_play(anna: Visitor, ben: Visitor, tables: Tables, game: str = "market_day") -> Table:
    table = tables.open(seat_ben(anna, ben, game))
    while table.acting != [0]:
        decide((anna, ben)[table.acting[0]], table, table.acting[0])
    return table


def quieten(tables: Tables) -> None:
    """Nothing that was to be told so far is."""
    with tables._database.writing() as connection:
        connection.execute(schema.outbox.delete())


# --- mail ------------------------------------------------------------------------------------------


def test_a_game_is_played_by_mail_alone(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    """Ben never looks at the page: a mail tells him of his turn, he follows its link and plays."""
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    for _ in range(2):
        decide(anna, table, 0)
        assert send() == 1
        (mail,) = sink.mails
        assert (mail["To"], mail["Subject"]) == ("ben@example.org", "Your turn: Market Day")
        assert "Market Day with Anna" in mail.get_content()
        page = ben.get(path_of(links(mail)[0]))
        assert 'data-call="Your turn"' in page.text
        ben.play_first(table.id, 1)
        decide(ben, table, 1)
        assert send() == 0  # once, and not again
        sink.mails.clear()


def test_a_mail_leads_to_its_table_on_a_device_that_is_not_signed_in_too(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    """Ben reads his mails on another device: he signs in there, and is at the table."""
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    assert send() == 1
    asked = stranger.get(path_of(links(sink.mails[0])[0])).text
    (back,) = re.findall(r'name="back" value="([^"]+)">\s*<label', asked)
    there = stranger.post("/sign-in", name="Ben", password=PASSWORD, back=back)
    assert there.url.path == f"/table/{table.id}"
    assert 'data-call="Your turn"' in there.text


def test_mails_are_in_the_language_of_who_gets_them(
    app: FastAPI, anna: Visitor, tables: Tables, sending: Sending, sink: Sink, send: Any, time: Time
) -> None:
    ben = Visitor(app, "de")
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    time.now += calling.GRACE
    delivery = tables.outbox.take()
    assert delivery is not None
    assert delivery.channel.language == "de"
    seen = set()
    for language in LANGUAGES:
        there = replace(delivery.channel, language=language)
        (told,) = _told(tables, sending, replace(delivery, channel=there))
        subject, lines = mail_of([told], there, Links(tables, URL), URL)
        asked, asking = asked_in(there, Links(tables, URL))
        seen.add((subject, *(re.sub(r"https://\S+", "", line) for line in lines), asked, *asking[:1]))
    assert len(seen) == len(LANGUAGES)
    columns = zip(*seen, strict=True)
    assert [len(set(column)) for column in columns if any(column) and column[0] != "--"] == [5] * 7


def test_the_sign_between_what_happened_and_where_is_that_of_the_language(
    anna: Visitor, ben: Visitor, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some have a space before a colon, some use another."""
    monkeypatch.setattr(words, "NEWS", Text("{event} :: {what}"))
    table = anna_to_play(anna, ben, tables)
    there = tables.channels.add("mail", "ben@example.org", "fr", Whose("ben"))
    told = Told(Call(table.id, 0, "turn", 1, 0.0), table, there)
    subject, lines = mail_of([told], there, Links(tables, URL), URL)
    assert subject == f"{told.title} :: {told.game}"
    assert lines[0] == f"{told.title} :: {told.where}"


@on_both
def test_a_mail_is_ended_by_one_click(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    decide(anna, table, 0)
    send()
    (mail,) = sink.mails
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stop = path_of(mail["List-Unsubscribe"].strip(" <>"))
    assert stranger.get(stop).status_code == 200  # to look at it ends nothing
    assert tables.channels.of("x") == []
    assert len(ben.get("/notifications").text.split("ben@example.org")) > 1
    # As a mail program does it: from elsewhere, without a cookie.
    done = stranger.client.post(
        stop, data={"List-Unsubscribe": "One-Click"}, headers={"origin": "https://mail.example"}
    )
    assert done.status_code == 200
    assert "ben@example.org" not in ben.get("/notifications").text
    assert stranger.client.post(stop).status_code == 404
    decide(ben, table, 1)
    decide(anna, table, 0)
    assert send() == 0


def test_the_bell_of_a_table_leads_on_only_where_something_can_be_told(anna: Visitor, tables: Tables) -> None:
    silent = create_app(tables)  # a server that tells nobody anything
    for visitor, leads in ((anna, True), (Visitor(silent), False)):
        table = visitor.set_up("local", "bot")
        assert (f"/notifications?table={table}" in visitor.get(f"/table/{table}").text) == leads
    silent.state.thinkers.close()


def test_links_of_mails_are_made_here_only(ben: Visitor, stranger: Visitor, sink: Sink, send: Any) -> None:
    by_mail(ben, "Ben", sink, send)
    for token in ("x", "a.b", "a.b.c", "a.b.c.d", "é.é", "."):
        for what in ("confirm", "stop", "quiet", "other"):
            assert stranger.client.post(f"/notifications/{what}/{token}").status_code == 404


@on_both
def test_nothing_is_sent_to_an_address_that_nobody_confirmed(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any, time: Time
) -> None:
    enter(ben, "Ben")
    for wrong in ("ben", "ben@example.org\nBcc: x@y.example", "a b@example.org", "x" * 300 + "@e.org"):
        assert ben.post("/notifications/mail", address=wrong, password=PASSWORD).status_code == 400
    ben.post("/notifications/mail", address="ben@example.org", password=PASSWORD)
    send(0)
    sink.mails.clear()
    table = anna_to_play(anna, ben, tables)
    decide(anna, table, 0)
    assert send() == 0
    assert (
        ben.post("/notifications/mail", address="other@example.org", password=PASSWORD).status_code == 400
    )  # one is enough
    time.now += 1e10
    tables.outbox.tidy()
    assert tables.channels.of(tables.people.all()[0].holder) == []
    assert (
        anna.post("/notifications/mail", address="anna@example.org", password=PASSWORD).status_code == 403
    )  # a guest


OTHERS = (
    "=?utf-8?q?victim=40bank.example=2C?=mallory@evil.example",
    "root,me@evil.example",
    "<victim>x@evil.example",
    "a;b@evil.example",
    "victim:x@evil.example",
    '"victim"@evil.example',
    "victim(x)@evil.example",
    ".victim@evil.example",
    "victim@evil..example",
    "victim@-evil.example",
    "a@b@evil.example",
    "victim%bank.example@evil.example",
    "bank.example!victim@evil.example",
    "=?q?=@evil.example",
)
"""What a mail server or a header may read as somebody else's address."""


@pytest.mark.parametrize("address", OTHERS)
def test_an_address_that_may_be_read_as_another_is_none(ben: Visitor, tables: Tables, address: str) -> None:
    enter(ben, "Ben")
    assert ben.post("/notifications/mail", address=address, password=PASSWORD).status_code == 400
    assert tables.channels.of(who(ben)) == []


@pytest.mark.parametrize("address", OTHERS)
def test_one_that_is_stored_gets_no_mail_and_can_be_removed(
    ben: Visitor, tables: Tables, sink: Sink, send: Any, address: str
) -> None:
    enter(ben, "Ben")
    stored = tables.channels.add("mail", address, "en", Whose(who(ben)))
    assert send(0) == 1
    assert send(outbox.LONGEST_PAUSE) == 0, "it was tried once and given up"
    assert sink.recipients == []
    assert "did not arrive" in ben.get("/notifications").text
    assert ben.post("/notifications/remove", channel=stored.id).status_code == 200
    assert tables.channels.of(who(ben)) == []


@pytest.mark.parametrize(
    "address", ["ben@example.org", "b.e-n+farm_2@mail.example.org", "o'neill@xn--hfe-sna.example"]
)
def test_a_mail_goes_to_its_address_and_to_nobody_else(
    ben: Visitor, sink: Sink, send: Any, address: str
) -> None:
    enter(ben, "Ben")
    assert ben.post("/notifications/mail", address=address, password=PASSWORD).status_code == 200
    assert send(0) == 1
    assert sink.recipients == [address]
    assert f"\r\nTo: {address}\r\n".encode() in sink.raw[0]


def test_whom_a_header_names_is_no_recipient(sink: Sink, sending: Sending) -> None:
    """Should a letter name anybody else one day, it still goes to whom it was written for."""
    assert sending.mail is not None
    letter = composed("1@club.example", "tables@club.example", "ben@example.org", "x", ["x"], "")
    letter["Cc"] = "victim@bank.example"
    hand_over(sending.mail, letter, "ben@example.org")
    assert sink.recipients == ["ben@example.org"]


def test_headers_stand_whole_in_a_mail_of_a_long_host_and_say_what_they_should() -> None:
    host = ".".join(["agricultural-cooperative"] * 7) + ".example"
    stop = f"https://{host}/notifications/stop/AbCdEfGhIjKl.AbCdEfGhIjKlMnOpQrStUv"
    address = "b" * 64 + "@" + host[-180:].lstrip(".")
    subject = "Du bist dran: Eine Frage der Ähre mit Björn und Zoë, " + "ö" * 60
    raw = composed(f"{'0' * 32}@{host}", "tables@club.example", address, subject, ["Grüße"], stop).as_bytes()
    lines = raw.partition(b"\n\n")[0].decode("ascii").split("\n")
    assert f"List-Unsubscribe: <{stop}>" in lines
    assert f"To: {address}" in lines
    assert f"Message-ID: <{'0' * 32}@{host}>" in lines
    read = message_from_bytes(raw, policy=policy.default)
    assert (read["Subject"], read["From"]) == (subject, "farmtable <tables@club.example>")
    assert all(len(line) <= 78 for line in lines if not line.startswith(("List-Un", "To:", "Message-ID:")))


@pytest.mark.parametrize("url", ["https://club.example", f"https://{'farm' * 15}.example"])
def test_one_click_reads_the_address_as_it_came(
    tables: Tables, ben: Visitor, sink: Sink, sending: Sending, time: Time, url: str
) -> None:
    """As a mail program finds it, in the bytes of the letter (RFC 8058)."""
    enter(ben, "Ben")
    channel = tables.channels.add("mail", "ben@example.org", "de", Whose(who(ben)))
    stop = Links(tables, url).to("stop", channel)
    assert sending.mail is not None
    letter = composed("1@club.example", "tables@club.example", "ben@example.org", "Grüße", ["Grüße"], stop)
    hand_over(sending.mail, letter, "ben@example.org")
    (found,) = re.findall(rb"\r\nList-Unsubscribe: <([^>]*)>\r\n", sink.raw[0])
    assert ben.client.post(found.decode().removeprefix(url)).status_code == 200
    assert tables.channels.of(who(ben)) == []


@on_both
def test_whose_account_it_is_hears_of_a_new_passkey_at_once(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    ben.post("/notifications/want", interval="86400")  # whatever is wanted, and however seldom
    for visitor, name in ((stranger, "Carl"), (anna, "Anna")):
        enter(visitor, name)  # they have confirmed no address
        visitor.post("/notifications/mail", address=f"{name.lower()}@example.org", password=PASSWORD)
    assert send(0) == 2
    sink.mails.clear()
    for visitor in (ben, ben, anna):
        assert Authenticator().go(visitor, "more", password=PASSWORD).status_code == 200
    assert send(0) == 1
    (mail,) = sink.mails
    assert (mail["To"], mail["Subject"]) == ("ben@example.org", "A new passkey opens your account")
    assert links(mail) == [f"{URL}/sign-in?back=/account"]
    assert Authenticator().go(ben, "more", password=PASSWORD).status_code == 200
    assert send(0) == 1
    assert send(90000) == 0


@on_both
def test_a_new_passkey_is_told_of_apart_from_tables(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    ben.post("/notifications/want", turn="yes", interval="3600")
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    assert Authenticator().go(ben, "more", password=PASSWORD).status_code == 200
    assert [send(), send(0), send(3600)] == [1, 1, 0]  # neither waits for the other
    assert sorted(mail["Subject"].partition(":")[0] for mail in sink.mails) == [
        "A new passkey opens your account",
        "Your turn",
    ]


@on_both
def test_a_digest_is_one_mail_of_all_tables_that_wait(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    ben.post("/notifications/want", turn="yes", interval="3600")
    several = [anna_to_play(anna, ben, tables) for _ in range(3)]
    quieten(tables)
    decide(anna, several[0], 0)
    assert send() == 1
    for table in several[1:]:
        decide(anna, table, 0)
    assert send() == 0
    decide(ben, several[1], 1)  # whoever has played by then is not told
    decide(ben, several[0], 1)
    decide(anna, several[0], 0)
    assert send(3600) == 1
    first, second = sink.mails
    assert "2 tables" in second["Subject"]
    assert [table.id in second.get_content() for table in several] == [True, False, True]
    assert first["Message-ID"] != second["Message-ID"]
    assert ben.post("/notifications/want", interval="7").status_code == 400


@on_both
def test_what_is_not_taken_is_tried_again_under_the_same_name_and_given_up(
    anna: Visitor,
    ben: Visitor,
    tables: Tables,
    sink: Sink,
    send: Any,
    caplog: pytest.LogCaptureFixture,
) -> None:
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    sink.answers += ["451 later"] * 2
    assert send() == 1
    assert send(outbox.FIRST_PAUSE - 1) == 0
    assert send(2) == 1
    failed = "a mail could not be delivered (SMTPRecipientsRefused); tried again for nine hours"
    assert caplog.messages == [failed], "once, and at once"
    assert send(2 * outbox.FIRST_PAUSE) == 1
    assert len(sink.mails) == 1
    assert caplog.messages == [failed, "a mail could be delivered again"]
    decide(ben, table, 1)
    decide(anna, table, 0)
    sink.answers += ["451 later"] * outbox.MOST_TRIES
    assert sum(send(outbox.LONGEST_PAUSE) for _ in range(outbox.MOST_TRIES + 3)) == outbox.MOST_TRIES
    assert "given up" in caplog.text
    assert "example.org" not in caplog.text
    assert "did not arrive" in ben.get("/notifications").text
    sink.answers.clear()
    decide(ben, table, 1)
    decide(anna, table, 0)
    sink.answers += ["550 nobody here"]
    assert send() == 1
    assert send(outbox.LONGEST_PAUSE) == 0  # never again


# --- once ------------------------------------------------------------------------------------------


@on_both
def test_who_looks_or_has_played_is_not_told(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    assert " data-notified" in ben.get(f"/table/{table.id}").text
    assert " data-notified" not in anna.get(f"/table/{table.id}").text
    quieten(tables)
    decide(anna, table, 0)
    seen = f"/table/{table.id}/seen"
    assert anna.client.post(seen, json={}, headers={"farmtable-token": anna.token()}).status_code == 204
    assert tables.outbox.waiting() == 1  # it is not for her to say
    assert ben.client.post(seen, json={}, headers={"farmtable-token": ben.token()}).status_code == 204
    assert send() == 0
    decide(ben, table, 1)
    decide(anna, table, 0)
    decide(ben, table, 1)
    send()
    assert sink.mails == []


@on_both
def test_a_server_that_is_killed_sends_nothing_twice_and_loses_nothing(
    anna: Visitor, ben: Visitor, tables: Tables, sending: Sending, sink: Sink, send: Any, time: Time
) -> None:
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    time.now += calling.GRACE
    killed = tables.outbox.take()  # before it has sent anything
    assert killed is not None
    assert send(0) == 0  # another server: it is being sent
    assert send(outbox.LEASE + 1) == 1
    (mail,) = sink.mails
    assert mail["Message-ID"] == f"<{killed.id}@club.example>"
    assert not tables.outbox.sent(killed, killed.calls)  # should it have been slow only
    decide(ben, table, 1)
    decide(anna, table, 0)
    time.now += calling.GRACE
    late = tables.outbox.take()
    assert late is not None
    asyncio.run(Sender(tables, sending)._sent(late, _told(tables, sending, late)))  # sent, and killed then
    assert send(outbox.LEASE + 1) == 1
    assert sink.mails[1]["Message-ID"] == sink.mails[2]["Message-ID"]  # the receiver can tell


def _told(tables: Tables, sending: Sending, delivery: Any) -> Any:
    return list(Sender(tables, sending)._still_true(delivery)[0].values())


@on_both
def test_many_servers_send_it_once(
    anna: Visitor, ben: Visitor, tables: Tables, sending: Sending, sink: Sink, send: Any, time: Time
) -> None:
    by_mail(ben, "Ben", sink, send)
    several = [anna_to_play(anna, ben, tables) for _ in range(3)]
    quieten(tables)
    for table in several:
        decide(anna, table, 0)
    time.now += calling.GRACE

    async def at_once() -> int:
        return sum(await asyncio.gather(*(Sender(tables, sending).send_due() for _ in range(6))))

    assert asyncio.run(at_once()) == 1
    assert len(sink.mails) == 1


@on_both
def test_a_decision_and_its_call_are_stored_together(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not stored is not told."""
    by_mail(ben, "Ben", sink, send)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    monkeypatch.setattr("farmtable.tables.store.settle", _fails)
    monkeypatch.setattr("farmtable.tables.store.intended_rows.spend", _fails)
    version = table.version
    action = int(table.perspective(0).legal_actions()[0])
    with pytest.raises(ZeroDivisionError):
        table.submit(Command(str(uuid.uuid4()), version, "play", 0, who(anna), action))
    assert tables.outbox.waiting() == 0


def _fails(*_: object) -> None:
    raise ZeroDivisionError


# --- what is told ----------------------------------------------------------------------------------


@on_both
def test_a_game_begins_and_ends(anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any) -> None:
    by_mail(anna, "Anna", sink, send)
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        table = tables.open(seat_ben(anna, ben, "sealed_bids"))
        send()
        for seat in (1, 0, 0, 1):
            browser = (who(anna), who(ben))[seat]
            table.submit(Command(uuid.uuid4().hex, table.version, "play", seat, browser, 1))
        assert table.over
        send()
        assert [mail["Subject"] for mail in sink.mails] == [
            f"The game begins: {table.game.title}",
            f"The game is over: {table.game.title}",
        ]


@on_both
def test_time_that_runs_low_is_told_once(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any, time: Time
) -> None:
    by_mail(ben, "Ben", sink, send)
    tables.begin_to_serve()
    table_id = anna.set_up("local", "friend", name_0="Anna", clock="5+10", confirm="")
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table_id}").text)
    ben.post(invite, name="Ben")
    table = tables.open(table_id)
    for visitor, seat in ((ben, 1), (anna, 0), (ben, 1), (anna, 0)):
        decide(visitor, table, seat)
    assert table.acting == [1]
    quieten_turns(tables)
    left = table.time_left(1)
    _pass(tables, time, left - 60 - 20)
    assert send(0) == 0
    _pass(tables, time, 30)
    assert send(0) == 1
    assert sink.mails[-1]["Subject"] == "Your time is running low: Market Day"
    _pass(tables, time, 30)
    assert send(0) == 0


def test_who_plays_a_rated_game_alone_is_warned_in_the_first_turn_too(
    anna: Visitor, tables: Tables, sink: Sink, send: Any, time: Time
) -> None:
    """It runs from the beginning."""
    by_mail(anna, "Anna", sink, send)
    tables.begin_to_serve()
    seats = {"bot_1": "random", "clock": "5+10"}
    made = (tables.open(anna.set_up("local", "bot", **seats)) for _ in range(20))
    table = next(table for table in made if table.acting == [0])
    _pass(tables, time, table.time_left(0) - 60 - 20)
    assert send(0) == 0
    _pass(tables, time, 30)
    assert send(0) == 1
    assert sink.mails[-1]["Subject"] == "Your time is running low: Market Day"


def with_clock(anna: Visitor, ben: Visitor, tables: Tables, clock: str) -> Table:
    """A table of Anna and Ben at which it is Anna's turn, and the clocks run."""
    table_id = anna.set_up("local", "friend", name_0="Anna", clock=clock, confirm="")
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table_id}").text)
    ben.post(invite, name="Ben")
    table = tables.open(table_id)
    decide(anna, table, 0)
    decide(ben, table, 1)
    assert table.acting == [0]
    quieten(tables)
    return table


@pytest.mark.parametrize(
    ("clock", "language", "said"),
    [
        ("3d", "en", "You have time until Jan 15, 1970, 1:46\u202fPM UTC."),
        ("10+20", "en", "You have time until Jan 12, 1970, 1:57:40\u202fPM UTC."),
        ("3d", "de", "15.01.1970, 13:46 UTC"),
    ],
)
def test_a_mail_says_until_when_one_has_to_decide(
    app: FastAPI, anna: Visitor, tables: Tables, sink: Sink, send: Any, clock: str, language: str, said: str
) -> None:
    ben = Visitor(app, language)
    by_mail(ben, "Ben", sink, send)
    table = with_clock(anna, ben, tables, clock)
    decide(anna, table, 0)
    assert send() == 1
    assert said in sink.mails[-1].get_content()


def test_devices_and_webhooks_are_told_until_when_too(
    anna: Visitor, ben: Visitor, tables: Tables, posted: Posts, send: Any
) -> None:
    device = Device()
    enter(ben, "Ben")
    subscribe(ben, posted, device, password=PASSWORD)
    ben.post("/notifications/webhook", url=f"{posted.url}/hook", password=PASSWORD)
    table = with_clock(anna, ben, tables, "3d")
    decide(anna, table, 0)
    assert send() == 2
    (pushed,) = [json.loads(device.read(body)) for path, _, body in posted.got if path == "/push/1"]
    assert pushed["body"].splitlines() == [
        "Market Day with Anna",
        "You have time until Jan 15, 1970, 1:46\u202fPM UTC.",
    ]
    (hooked,) = [json.loads(body) for path, _, body in posted.got if path == "/hook"]
    assert hooked["until"] == "1970-01-15T13:46:40+00:00"


@on_both
def test_who_is_away_is_warned_when_his_time_runs_low_and_not_before(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any, time: Time
) -> None:
    by_mail(ben, "Ben", sink, send)
    table = with_clock(anna, ben, tables, "1d")
    decide(anna, table, 0)
    quieten_turns(tables)
    day = 24 * 3600.0
    tables.be_away(who(ben), time.now + 4 * day)
    for _ in range(3):
        _pass_at_once(tables, time, day)
        assert send(0) == 0
    tables.be_back(who(ben))
    _pass_at_once(tables, time, 18 * 3600 - 60)
    assert send(0) == 0
    _pass_at_once(tables, time, 90)
    assert send(0) == 1
    assert sink.mails[-1]["Subject"] == "Your time is running low: Market Day"


def test_where_no_time_runs_no_moment_is_told(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    """In a pause nobody knows until when; how a game without clocks reads stands in the other tests."""
    by_mail(ben, "Ben", sink, send)
    table = with_clock(anna, ben, tables, "3d")
    decide(anna, table, 0)
    table.wish_pause(who(anna))
    table.wish_pause(who(ben))
    assert send() == 1
    assert "You have time" not in sink.mails[-1].get_content()


def quieten_turns(tables: Tables) -> None:
    with tables._database.writing() as connection:
        connection.execute(schema.outbox.delete().where(schema.outbox.c.event != "time"))


def _pass(tables: Tables, time: Time, seconds: float) -> None:
    """Let time pass while a server runs that looks after the clocks."""
    until = time.now + seconds
    while time.now < until:
        time.now = min(time.now + 10, until)
        tables._store.clocks.run_out()


def _pass_at_once(tables: Tables, time: Time, seconds: float) -> None:
    """The same for days: with a sign of life at the end, as if they had been given all the while."""
    tables._store.clocks.run_out()
    time.now += seconds
    alive = schema.meta.update().where(schema.meta.c.key == SIGN_OF_LIFE)
    with tables._database.writing() as connection:
        connection.execute(alive.values(value=repr(time.now)))


@on_both
def test_what_is_not_wanted_is_not_told(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    ben.post("/notifications/want", ended="yes", interval="0")
    table = anna_to_play(anna, ben, tables)
    decide(anna, table, 0)
    assert send() == 0
    ben.post("/notifications/want", turn="yes", interval="0")
    ben.post("/notifications/mute", table=table.id, ask="mute")
    decide(ben, table, 1)
    decide(anna, table, 0)
    assert send() == 0
    assert "Tell me again" in ben.get("/notifications").text
    ben.post("/notifications/mute", table=table.id, ask="unmute")
    decide(ben, table, 1)
    decide(anna, table, 0)
    assert send() == 1
    quiet = path_of(links(sink.mails[-1])[1])
    assert "/quiet/" in quiet
    assert ben.client.post(quiet).status_code == 200
    decide(ben, table, 1)
    decide(anna, table, 0)
    assert send() == 0
    assert ben.post("/notifications/mute", table="x", ask="mute").status_code == 404


def test_nothing_hidden_is_told(
    anna: Visitor, ben: Visitor, tables: Tables, posted: Posts, send: Any
) -> None:
    """What is posted is the same in every world that an outsider could take the table for."""
    enter(ben, "Ben")
    ben.post("/notifications/webhook", url=f"{posted.url}/hook", password=PASSWORD)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    said = []
    for seed in (1, 2):
        decide(anna, table, 0)
        true = table._journal.state
        table._journal.state = table.perspective(None).determinize(Rng(seed))
        send()
        table._journal.state = true
        body = json.loads(posted.got[-1][2])
        assert set(body) == {"delivery", "event", "game", "title", "table", "others", "text"}
        said.append({name: value for name, value in body.items() if name != "delivery"})
        decide(ben, table, 1)
    assert said[0] == said[1]
    assert said[0]["others"] == ["Anna"]


# --- push ------------------------------------------------------------------------------------------


def subscribe(visitor: Visitor, posted: Posts, device: Device, path: str = "/push/1", **proof: str) -> Any:
    sent = {"endpoint": posted.url + path, "keys": device.keys, "expirationTime": None} | proof
    return visitor.client.post("/notifications/push", json=sent, headers={"farmtable-token": visitor.token()})


@on_both
def test_a_guest_is_told_on_his_device(
    anna: Visitor, ben: Visitor, tables: Tables, posted: Posts, send: Any, time: Time
) -> None:
    device = Device()
    assert subscribe(ben, posted, device).status_code == 204
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    assert send() == 1
    ((path, headers, body),) = posted.got
    assert path == "/push/1"
    told = json.loads(device.read(body))
    assert told == {
        "title": "Your turn",
        "body": "Market Day with Anna",
        "url": f"/table/{table.id}",
        "tag": table.id,
    }
    assert table.id.encode() not in body
    token, key = re.fullmatch(r"vapid t=(\S+), ?k=(\S+)", headers["authorization"]).groups()  # type: ignore[union-attr]
    assert key == public_key(tables.secret("push"))
    assert json.loads(_decoded(token.split(".")[1]))["sub"] == "mailto:host@club.example"
    assert json.loads(_decoded(token.split(".")[1]))["aud"] == posted.url
    decide(ben, table, 1)
    decide(anna, table, 0)
    posted.answers += [410]
    assert send() == 1
    assert tables.channels.of(who(ben)) == []  # the device is gone


def _decoded(text: str) -> bytes:
    import base64

    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_a_device_that_signs_in_and_out_is_told_no_more(
    anna: Visitor, ben: Visitor, tables: Tables, posted: Posts, send: Any
) -> None:
    subscribe(ben, posted, Device())
    enter(ben, "Ben")
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    assert send() == 1
    assert len(posted.got) == 1
    decide(ben, table, 1)
    ben.post("/sign-out")
    decide(anna, table, 0)
    send()
    assert len(posted.got) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "ftp://x.example/", "keys": Device().keys},
        {"endpoint": "https://x.example/", "keys": {"p256dh": "x", "auth": "y"}},
        {"endpoint": "https://[", "keys": Device().keys},
        {},
        [],
    ],
)
def test_a_subscription_that_is_none_is_refused(ben: Visitor, wrong: Any) -> None:
    answer = ben.client.post("/notifications/push", json=wrong, headers={"farmtable-token": ben.token()})
    assert answer.status_code == 400


# --- webhooks --------------------------------------------------------------------------------------


def test_a_webhook_is_signed_named_and_follows_nobody(
    anna: Visitor, ben: Visitor, tables: Tables, posted: Posts, send: Any
) -> None:
    enter(ben, "Ben")
    ben.post("/notifications/webhook", url=f"{posted.url}/hook?a=b", password=PASSWORD)
    (key,) = re.findall(r"<code>([^<]+)</code>", ben.get("/notifications").text)
    table = anna_to_play(anna, ben, tables)
    quieten(tables)
    decide(anna, table, 0)
    posted.answers += [307, 500]
    for seconds in (calling.GRACE, outbox.FIRST_PAUSE, 2 * outbox.FIRST_PAUSE):
        assert send(seconds + 1) == 1
    assert send(outbox.LONGEST_PAUSE) == 0
    assert [path for path, _, _ in posted.got] == ["/hook?a=b"] * 3
    assert len({headers["farmtable-delivery"] for _, headers, _ in posted.got}) == 1
    _, headers, body = posted.got[-1]
    moment, signed = re.fullmatch(r"t=(\d+),v1=(\w+)", headers["farmtable-signature"]).groups()  # type: ignore[union-attr]
    assert signed == signature(key, moment, body)
    told = json.loads(body)
    assert (told["event"], told["table"]) == ("turn", f"{URL}/table/{table.id}")


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "https://user:word@example.org/",
        "https:///x",
        "https://[::1",
        "https://example.org:0/",
        "https://ex ample.org/",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Unreachable):
        check(url, private=False)


@pytest.mark.parametrize(
    "ip",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.9", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *(
            "::1",
            "fe80::1%eth0",
            "fd00::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "224.0.0.1",
        ),
        *("::8.8.8.8", "fec0::1", "::ffff:0:8.8.8.8", "5f00::1", "3fff::1", "2001:db8::1", "4000::1"),
    ],
)
def test_an_address_of_our_own_network_is_refused(ip: str) -> None:
    assert not is_public(ip)
    host = f"[{ip.partition('%')[0]}]" if ":" in ip else ip
    with pytest.raises(Unreachable):
        asyncio.run(resolved(f"https://{host}/", private=False))


@pytest.mark.parametrize("ip", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::1"])
def test_an_address_that_everybody_reaches_is_not(ip: str) -> None:
    assert is_public(ip)


def test_a_name_is_resolved_once_and_all_it_stands_for_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [[("93.184.216.34", 443)], [("93.184.216.34", 443), ("127.0.0.1", 443)]]

    def lookup(*_: object, **__: object) -> list[tuple[int, int, int, str, tuple[str, int]]]:
        return [(2, 1, 6, "", where) for where in answers.pop(0)]

    monkeypatch.setattr("socket.getaddrinfo", lookup)
    target = asyncio.run(resolved("https://example.org/hook", private=False))
    assert target.url == "https://93.184.216.34:443/hook"
    with pytest.raises(Unreachable, match="public"):
        asyncio.run(resolved("https://example.org/hook", private=False))


# --- whose it is -----------------------------------------------------------------------------------


@on_both
def test_an_account_takes_all_of_it_along_when_it_is_deleted(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, posted: Posts, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    ben.post("/notifications/webhook", url=f"{posted.url}/hook", password=PASSWORD)
    told = ben.get("/account/export.json").json()["notifications"]["channels"]
    assert [one["address"] for one in told] == ["ben@example.org", f"{posted.url}/hook"]
    table = anna_to_play(anna, ben, tables)
    decide(anna, table, 0)
    ben.post("/account/delete", password=PASSWORD)
    assert tables.outbox.waiting() == 0
    with tables._database.reading() as connection:
        assert connection.execute(schema.channels.select()).all() == []


def test_nobody_removes_what_is_another_s(anna: Visitor, ben: Visitor, sink: Sink, send: Any) -> None:
    by_mail(ben, "Ben", sink, send)
    (named,) = set(re.findall(r'name="channel" value="([^"]+)"', ben.get("/notifications").text))
    anna.post("/notifications/remove", channel=named)
    assert "ben@example.org" in ben.get("/notifications").text
    ben.post("/notifications/remove", channel=named, password=PASSWORD)
    assert "ben@example.org" not in ben.get("/notifications").text


def copy_of(visitor: Visitor, thief: Visitor) -> Visitor:
    """A thief with a copy of the cookie by which somebody is signed in."""
    session = visitor.client.cookies["farmtable_session"]
    thief.client.cookies.set("farmtable_session", session, domain="testserver.local")
    assert thief.get("/account").url.path == "/account"
    return thief


def test_a_copied_cookie_changes_no_way_on_which_its_owner_is_told(
    ben: Visitor, stranger: Visitor, tables: Tables, sink: Sink, posted: Posts, send: Any
) -> None:
    by_mail(ben, "Ben", sink, send)
    thief = copy_of(ben, stranger)
    (mail,) = before = tables.channels.of(who(ben))
    for password in ("", "guess"):
        for path, fields in (
            ("remove", {"channel": mail.id}),
            ("mail", {"address": "thief@example.org"}),
            ("webhook", {"url": f"{posted.url}/hook"}),
        ):
            refused = thief.post(f"/notifications/{path}", password=password, **fields)
            assert (refused.status_code, "not your password" in refused.text) == (403, True)
        refused = subscribe(thief, posted, Device(), password=password)
        assert (refused.status_code, "not your password" in refused.json()["problem"]) == (403, True)
    assert tables.channels.of(who(ben)) == before


def test_a_device_that_is_told_already_is_kept_up_to_date_and_nobody_elses(
    ben: Visitor, stranger: Visitor, tables: Tables, posted: Posts
) -> None:
    enter(ben, "Ben")
    device = Device()
    assert subscribe(ben, posted, device, password=PASSWORD).status_code == 204
    assert subscribe(ben, posted, device).status_code == 204
    thief = copy_of(ben, stranger)
    assert subscribe(thief, posted, Device()).status_code == 403, "nobody puts his own keys in its place"
    (kept,) = tables.channels.of(who(ben))
    assert kept.secret == device.keys


def test_who_has_no_password_chooses_his_ways_by_a_passkey(
    ben: Visitor, tables: Tables, posted: Posts
) -> None:
    key = Authenticator()
    assert key.go(ben, "sign-up", name="Ben").status_code == 200
    hook = {"url": f"{posted.url}/hook"}
    assert ben.post("/notifications/webhook", **hook).status_code == 403
    assert ben.post("/notifications/webhook", **hook, proof=key.prove(ben)).status_code == 200
    assert subscribe(ben, posted, Device()).status_code == 403
    assert subscribe(ben, posted, Device(), proof=key.prove(ben)).status_code == 204
    assert len(tables.channels.of(who(ben))) == 2


@on_both
def test_an_address_that_is_removed_is_told_so_and_forgotten(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    """Should it have been somebody else, its owner hears of it; and may have it again."""
    enter(ben, "Ben")
    for _ in range(2):
        confirm(ben, "ben@example.org", sink, send)
        (mail,) = tables.channels.of(who(ben))
        removed = ben.post("/notifications/remove", channel=mail.id, password=PASSWORD)
        assert removed.status_code == 200
        assert tables.channels.of(who(ben)) == []
        assert [send(0), send(90000)] == [1, 0]
        last = sink.mails[-1]
        assert (last["To"], last["Subject"]) == (
            "ben@example.org",
            "No more emails will come to this address",
        )
        assert links(last) == [f"{URL}/sign-in?back=/notifications"]
        with tables._database.reading() as connection:
            assert connection.execute(schema.channels.select()).all() == []


@on_both
def test_of_an_address_that_is_removed_no_link_works_and_it_does_not_stay(
    ben: Visitor, tables: Tables, sink: Sink, send: Any, time: Time
) -> None:
    """Whatever becomes of the last mail."""
    by_mail(ben, "Ben", sink, send)
    (mail,) = tables.channels.of(who(ben))
    made = Links(tables, URL)
    stale = [path_of(made.to(what, mail)) for what in ("confirm", "stop")]
    ben.post("/notifications/remove", channel=mail.id, password=PASSWORD)
    assert [ben.client.post(path).status_code for path in stale] == [404, 404]
    sink.answers += ["550 nobody here"]
    assert [send(0), send(90000)] == [1, 0]
    time.now += outbox.UNCONFIRMED
    tables.outbox.tidy()
    with tables._database.reading() as connection:
        assert connection.execute(schema.channels.select()).all() == []


# --- settings --------------------------------------------------------------------------------------


def test_nothing_is_told_unless_the_environment_says_so(tables: Tables) -> None:
    assert not Sending.read({}).any
    assert Sending.read({}) == Sending()
    full = {
        "FARMTABLE_URL": "https://club.example/",
        "FARMTABLE_CONTACT": "host@club.example",
        "FARMTABLE_SMTP_HOST": "mail.example",
        "FARMTABLE_SMTP_FROM": "tables@club.example",
        "FARMTABLE_SMTP_PASSWORD": "secret",
    }
    found = Sending.read(full)
    assert found.mail is not None
    assert (found.url, found.contact, found.mail.port) == (URL, "mailto:host@club.example", 587)
    assert "secret" not in repr(found)
    for other in ("mail_server", "192.168.1.5", "2001:db8::1"):
        mail = Sending.read(full | {"FARMTABLE_SMTP_HOST": other}).mail
        assert mail is not None
        assert mail.host == other
    for name, wrong in (
        ("FARMTABLE_URL", ""),
        ("FARMTABLE_URL", "https://höfe.example"),
        ("FARMTABLE_URL", "https://[::1"),
        ("FARMTABLE_URL", "https://club.example:99999"),
        ("FARMTABLE_CONTACT", "nobody"),
        ("FARMTABLE_CONTACT", "mailto:"),
        ("FARMTABLE_CONTACT", "https://"),
        ("FARMTABLE_SMTP_FROM", "x"),
        ("FARMTABLE_SMTP_FROM", "The club <tables@club.example>"),
        ("FARMTABLE_SMTP_HOST", "https://mail.example"),
        ("FARMTABLE_SMTP_HOST", "mail.example:25"),
        ("FARMTABLE_SMTP_PORT", "99999999"),
        ("FARMTABLE_SMTP_PORT", "0"),
        ("FARMTABLE_SMTP_SECURITY", "perhaps"),
        ("FARMTABLE_WEBHOOKS", "perhaps"),
    ):
        with pytest.raises(BadOption, match=name):
            Sending.read(full | {name: wrong})
    for contact in ("mailto:host@club.example", "https://club.example/contact?who=host"):
        assert Sending.read(full | {"FARMTABLE_CONTACT": contact}).contact == contact


def test_a_server_that_tells_nothing_offers_nothing(tmp_path: Path, tables: Tables) -> None:
    app = create_app(tables)
    visitor = Visitor(app)
    enter(visitor, "Anna")
    assert "does not notify people" in visitor.get("/notifications").text
    assert visitor.post("/notifications/mail", address="a@example.org", password=PASSWORD).status_code == 404
    assert (
        visitor.post("/notifications/webhook", url="https://example.org/", password=PASSWORD).status_code
        == 404
    )
    assert visitor.get("/notify-worker.js").headers["content-type"].startswith("text/javascript")
    app.state.thinkers.close()
    assert hashlib.sha256(public_key(b"x").encode()) != hashlib.sha256(public_key(b"y").encode())
    assert replace(Sending(), webhooks=True).any


@on_both
def test_who_is_invited_is_told(anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any) -> None:
    by_mail(ben, "Ben", sink, send)
    enter(anna, "Anna")
    table = anna.set_up("local", "friend", name_0="Anna")
    by = tables.people.find("Anna")
    assert by is not None
    tables.finding.invitations.invite(table, 1, by, "Ben")
    assert send() == 1
    assert sink.mails[-1]["Subject"] == "You have been invited: Market Day"
    page = ben.get(path_of(links(sink.mails[-1])[0]))
    assert page.url.path == "/find", "where one accepts"
    assert f"/invitations/{table}/1/accept" in page.text


# --- whoever runs the server -----------------------------------------------------------------------

HOST = "host@club.example"


def reported(anna: Visitor, ben: Visitor, *texts: str) -> str:
    """A table at which Ben has reported what Anna wrote; its id."""
    table = anna.set_up("local", "friend", name_0="Anna", chat="all")
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table}").text)
    ben.post(invite, name="Ben")
    for n, text in enumerate(texts):
        anna.post(f"/table/{table}/chat", text=text)
        report(ben, table, 2 * n + 1)
    return table


def report(visitor: Visitor, table: str, n: int) -> None:
    answer = visitor.post(f"/table/{table}/chat/about", ask="report", n=str(n))
    assert "Whoever runs this server will see" in answer.text


@on_both
def test_whoever_runs_the_server_hears_of_reports_once_and_in_one_mail(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    tables.channels.tell_host(HOST)
    table = reported(anna, ben, "rude", "very rude", "sorry")
    tables.chat.rows.settle(table, 5)
    assert send(calling.REPORTED_TOGETHER) == 1
    (mail,) = sink.mails
    assert (mail["To"], mail["Subject"]) == (HOST, "farmtable: 2 messages were reported")
    said = mail.get_content().splitlines()
    assert said[:3] == [f"{table}/1", f"{table}/3", ""]
    assert "rude" not in mail.get_content()
    assert mail["List-Unsubscribe"] is None
    report(ben, table, 3)
    assert send(2 * 3600) == 0  # it was told


@on_both
def test_more_reports_wait_for_the_next_hour(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    tables.channels.tell_host(HOST)
    reported(anna, ben, "rude")
    assert send(calling.REPORTED_TOGETHER) == 1
    for text in ("rude", "ruder"):
        reported(anna, ben, text)
    assert send(1800) == 0
    assert send(1800) == 1
    assert [mail["Subject"] for mail in sink.mails] == [
        "farmtable: a message was reported",
        "farmtable: 2 messages were reported",
    ]


@on_both
def test_what_was_reported_before_there_was_an_address_is_told_too(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, send: Any
) -> None:
    first = reported(anna, ben, "rude")
    assert send(1e5) == 0
    for _ in range(2):
        tables.channels.tell_host(HOST)  # whenever a server starts
    assert send(calling.REPORTED_TOGETHER) == 1
    assert f"{first}/1" in sink.mails.pop().get_content()
    reported(anna, ben, "rude")
    tables.channels.tell_host("other@club.example")
    assert send(1e5) == 1
    assert sink.mails.pop()["To"] == "other@club.example"
    reported(anna, ben, "rude")
    tables.channels.tell_host("")
    assert send(1e5) == 0


def test_a_server_tells_its_host_from_its_start_on(
    anna: Visitor, ben: Visitor, tables: Tables, sink: Sink, sending: Sending, time: Time
) -> None:
    reported(anna, ben, "rude")

    async def for_a_while() -> None:
        sender = Sender(tables, replace(sending, admin=HOST))
        sender.start()
        while not tables.outbox.waiting():
            await asyncio.sleep(0.01)
        time.now += calling.REPORTED_TOGETHER
        while not sink.mails:
            await sender.send_due()
        await sender.stop()

    asyncio.run(asyncio.wait_for(for_a_while(), 10))
    assert [mail["To"] for mail in sink.mails] == [HOST]


def test_a_report_is_a_line_of_the_log_without_an_address(
    anna: Visitor, ben: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    table = reported(anna, ben, "rude")
    (line,) = [one.getMessage() for one in caplog.records if "reported" in one.getMessage()]
    assert table not in line
    assert "rude" not in line


def test_a_host_s_address_needs_a_mail_server() -> None:
    mail = {"FARMTABLE_URL": URL, "FARMTABLE_SMTP_HOST": "smtp", "FARMTABLE_SMTP_FROM": HOST}
    assert Sending.read(mail | {"FARMTABLE_ADMIN_MAIL": HOST}).admin == HOST
    for wrong in ({"FARMTABLE_ADMIN_MAIL": HOST}, mail | {"FARMTABLE_ADMIN_MAIL": "a,b@club.example"}):
        with pytest.raises(BadOption, match="FARMTABLE_ADMIN_MAIL"):
            Sending.read(wrong)
