"""Pages of people with an account: coming in with one's tables, sessions, and being nobody else."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from babel.dates import format_date
from fastapi import FastAPI

from farmtable.tables import StorageError, Tables, schema
from farmtable.tables.people import accounts, passwords
from farmtable.tables.people.limits import Limit
from farmtable.tables.tokens import digest
from tests.web.authenticator import Authenticator
from tests.web.visitor import Visitor

PASSWORD = "wheat and barley"


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords that cost next to nothing."""
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher(1, 8, 1))
    passwords._decoy.cache_clear()


def enter(visitor: Visitor, way: str = "sign-up", name: str = "Anna", **fields: str) -> object:
    answer = visitor.post(f"/{way}", **({"name": name, "password": PASSWORD, "along": "yes"} | fields))
    assert answer.status_code == 200, answer.text
    return answer


def tables_of(visitor: Visitor) -> set[str]:
    return set(re.findall(r'href="/table/([\w-]+)"', visitor.get("/").text))


def test_the_tables_of_a_browser_are_on_all_devices_of_the_account(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "friend", name_0="Anna")
    enter(anna)
    assert tables_of(anna) == {table}
    enter(ben, "sign-in")
    assert tables_of(ben) == {table}
    board = ben.board(table, 0)
    assert ben.send(table, version=board.version, seat=0, action=board.actions[0]).status_code == 200
    assert anna.board(table, 0).version > board.version


def test_after_signing_out_a_browser_is_a_guest_without_those_tables(anna: Visitor) -> None:
    table = anna.set_up("local", "friend", name_0="Anna")
    enter(anna)
    version = anna.board(table, 0).version
    session = anna.client.cookies["farmtable_session"]
    anna.post("/sign-out")
    assert "farmtable_session" not in anna.client.cookies
    assert tables_of(anna) == set()
    assert anna.board(table, 0).status == 403
    assert anna.send(table, version=version, seat=0, action=0).status_code == 403
    anna.client.cookies.set(
        "farmtable_session", session, domain="testserver.local"
    )  # who has kept the cookie has nothing
    assert anna.board(table, 0).status == 403


def test_who_leaves_the_tables_behind_has_them_as_a_guest(anna: Visitor) -> None:
    table = anna.set_up("local", "bot", name_0="Anna")
    answer = anna.post("/sign-up", name="Anna", password=PASSWORD)
    assert answer.status_code == 200
    assert tables_of(anna) == set()
    anna.post("/sign-out")
    assert tables_of(anna) == {table}


def test_a_session_is_new_at_every_sign_in(anna: Visitor, tables: Tables) -> None:
    anna.client.cookies.set("farmtable_session", "planted", domain="testserver.local")
    anna.set_up("local", "bot")
    planted = anna.client.cookies["farmtable"]
    enter(anna)
    first = anna.client.cookies["farmtable_session"]
    assert first != "planted"
    assert anna.client.cookies["farmtable"] != planted  # somebody else may have put it there
    enter(anna, "sign-in")
    assert anna.client.cookies["farmtable_session"] != first
    person = tables.people.find("Anna")
    assert person is not None
    assert len(tables.people.sessions_of(person)) == 1


def test_cookies_are_no_scripts_business(anna: Visitor) -> None:
    anna.client.follow_redirects = False
    answer = anna.post("/sign-up", name="Anna", password=PASSWORD, along="yes")
    cookies = answer.headers.get_list("set-cookie")
    assert len(cookies) == 3
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


@pytest.mark.parametrize("way", ["sign-in", "sign-up", "sign-out", "account/password", "account/delete"])
def test_no_other_site_can_sign_anybody_in_or_out(anna: Visitor, way: str) -> None:
    enter(anna)
    fields = {"name": "Anna", "password": PASSWORD}
    elsewhere = {"origin": "https://evil.example"}
    assert (
        anna.client.post(f"/{way}", data=fields | {"token": anna.token()}, headers=elsewhere).status_code
        == 403
    )
    assert anna.client.post(f"/{way}", data=fields | {"token": "guess"}).status_code == 403


def test_a_token_of_one_session_is_none_of_another(anna: Visitor, ben: Visitor) -> None:
    enter(anna)
    enter(ben, "sign-in")
    stolen = ben.client.post("/sign-out", data={"token": anna.token()})
    assert stolen.status_code == 403


def test_a_wrong_password_tells_nothing(anna: Visitor, ben: Visitor) -> None:
    enter(ben)
    pages = []
    for name in ("Ben", "Anna"):
        answer = anna.post("/sign-in", name=name, password="guess")
        assert answer.status_code == 403
        pages.append(re.sub(r'value="[^"]*"', "", answer.text))
    assert pages[0] == pages[1]
    assert "This name and password do not match." in pages[0]


def test_guessing_is_answered_with_wait(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "BY_NAME_AND_ADDRESS", Limit("test", 1, 60.0))
    anna.post("/sign-in", name="Anna", password="guess")
    answer = anna.post("/sign-in", name="Anna", password="guess")
    assert answer.status_code == 429
    assert 0 < int(answer.headers["retry-after"]) <= 60
    assert "Too many attempts" in answer.text


def test_a_device_that_has_signed_in_before_is_not_locked_out(
    anna: Visitor, stranger: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(anna)
    anna.post("/sign-out")
    monkeypatch.setattr(accounts, "BY_ADDRESS", Limit("test", 1, 60.0))
    assert stranger.post("/sign-in", name="Anna", password="guess").status_code == 403
    assert stranger.post("/sign-in", name="Anna", password=PASSWORD).status_code == 429
    # Every letter of the signature: its last one alone carries two bits that nothing counts.
    known, signature = anna.client.cookies["farmtable_known"].rsplit(".", 1)
    stranger.client.cookies.set("farmtable_known", f"{known}.{signature.swapcase()}")
    assert stranger.post("/sign-in", name="Anna", password=PASSWORD).status_code == 429
    enter(anna, "sign-in")


def test_other_devices_are_seen_and_signed_out(anna: Visitor, ben: Visitor) -> None:
    ben.client.headers["user-agent"] = "Mozilla/5.0 (Android 14; Mobile) Firefox/130.0"
    enter(anna)
    enter(ben, "sign-in")
    page = anna.get("/account").text
    assert "Firefox on Android" in page
    named = re.search(r'name="session" value="(\w+)"', page)
    assert named
    anna.post("/account/sessions/end", session=named[1])
    assert "Firefox on Android" not in anna.get("/account").text
    assert str(ben.get("/account").url.path) == "/sign-in"


def test_another_password_signs_the_others_out(anna: Visitor, ben: Visitor) -> None:
    enter(anna)
    enter(ben, "sign-in")
    wrong = anna.post("/account/password", old_password="guess", password="another one")
    assert (wrong.status_code, "not your password" in wrong.text) == (403, True)
    short = anna.post("/account/password", old_password=PASSWORD, password="short")
    assert (short.status_code, "8 to 200" in short.text) == (400, True)
    done = anna.post("/account/password", old_password=PASSWORD, password="another one")
    assert "password has been changed" in done.text
    assert str(ben.get("/account").url.path) == "/sign-in"
    enter(ben, "sign-in", password="another one")


def test_another_password_signs_out_who_has_copied_the_cookie(
    anna: Visitor, stranger: Visitor, tables: Tables
) -> None:
    enter(anna)
    copied, old = anna.client.cookies["farmtable_session"], anna.token()
    stranger.client.cookies.set("farmtable_session", copied, domain="testserver.local")
    assert stranger.get("/account").url.path == "/account"
    done = anna.post("/account/password", old_password=PASSWORD, password="another one")
    assert stranger.get("/account").url.path == "/sign-in"
    token = re.search(
        r'name="token" value="([^"]+)"', done.text
    )  # her page goes on without being loaded anew
    assert token
    fields = {"token": token[1], "old_password": "another one", "password": PASSWORD}
    assert "password has been changed" in anna.client.post("/account/password", data=fields).text
    assert anna.client.post("/sign-out", data={"token": old}).status_code == 403
    (person,) = tables.people.all()
    assert len(tables.people.sessions_of(person)) == 1


def test_the_account_can_be_taken_home_and_deleted(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "bot", name_0="Anna")
    enter(anna)
    told = anna.get("/account/export.json").json()
    assert (told["name"], [one["id"] for one in told["tables"]]) == ("Anna", [table])
    assert anna.post("/account/delete", password="guess").status_code == 403
    assert str(anna.post("/account/delete", password=PASSWORD).url.path) == "/"
    assert anna.get(f"/table/{table}").status_code == 404
    assert ben.post("/sign-in", name="Anna", password=PASSWORD).status_code == 403


@pytest.mark.parametrize("path", ["export.json", "delete"])
def test_guests_have_no_account_to_look_at(anna: Visitor, path: str) -> None:
    assert anna.get(f"/account/{path}").status_code == 403


def test_who_is_not_known_for_want_of_a_database_loses_nothing(
    anna: Visitor, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not to be known is no reason to be taken for a guest."""
    table = anna.set_up("local", "friend", name_0="Anna")
    enter(anna)
    version, token = anna.board(table, 0).version, anna.token()

    def fails(*_: object) -> None:
        raise StorageError

    with monkeypatch.context() as broken:
        broken.setattr(tables.people, "session", fails)
        assert anna.get("/").status_code == 503
        assert anna.send(table, version=version, seat=0, action=0, token=token).status_code == 503
    assert tables_of(anna) == {table}


def test_the_pages_are_in_the_readers_language(app: FastAPI) -> None:
    for language, words in {"de": "Konto anlegen", "fr": "Créer un compte", "it": "Crea un account"}.items():
        assert words in Visitor(app, language).get("/sign-up").text


def test_an_account_is_one_of_the_devices_of_its_seat(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "friend", name_0="Anna")
    enter(anna)
    anna.get(f"/table/{table}/devices")
    assert "<strong>Account</strong>" in anna.get(f"/table/{table}/devices").text
    assert Path(str(anna.get("/sign-in", back=f"/table/{table}").url.path)).name == table


@pytest.mark.parametrize("purpose", ["sign-in", "sign-up", "more", "proof"])
@pytest.mark.parametrize(
    "credential",
    [{}, {"id": "x"}, {"id": "\0"}, {"id": "AA", "rawId": "AA", "response": {}, "type": "public-key"}],
)
def test_what_no_device_has_signed_opens_nothing(
    anna: Visitor, purpose: str, credential: dict[str, object]
) -> None:
    enter(anna)
    headers = {"farmtable-token": anna.token()}
    asked = anna.client.post(
        f"/passkeys/{purpose}/options", json={"name": "Ben", "password": PASSWORD}, headers=headers
    ).json()
    assert asked["options"]["challenge"]
    answer = {"state": asked["state"], "credential": credential}
    for sent in (answer, answer, {"state": "made up", "credential": credential}):
        refused = anna.client.post(f"/passkeys/{purpose}", json=sent, headers=headers)
        assert refused.status_code in (403, 429)
        assert refused.json()["problem"]
    assert anna.client.post(f"/passkeys/{purpose}", json=answer).status_code == 403


def test_a_passkey_for_a_name_that_somebody_has_is_refused_at_once(anna: Visitor, ben: Visitor) -> None:
    enter(anna)
    headers = {"farmtable-token": ben.token()}
    asked = ben.client.post("/passkeys/sign-up/options", json={"name": "ANNA"}, headers=headers)
    assert (asked.status_code, "already called" in asked.json()["problem"]) == (400, True)


def copy_of(visitor: Visitor, thief: Visitor) -> Visitor:
    """A thief with a copy of the cookie by which somebody is signed in."""
    session = visitor.client.cookies["farmtable_session"]
    thief.client.cookies.set("farmtable_session", session, domain="testserver.local")
    assert thief.get("/account").url.path == "/account"
    return thief


def test_a_copied_cookie_adds_no_passkey_and_removes_none(
    anna: Visitor, stranger: Visitor, tables: Tables
) -> None:
    enter(anna)
    own, foreign = Authenticator(), Authenticator()
    assert own.go(anna, "more", password=PASSWORD).json() == {"to": "/account"}
    thief = copy_of(anna, stranger)
    for password in ("", "guess"):
        refused = foreign.go(thief, "more", password=password)
        assert (refused.status_code, "not your password" in refused.json()["problem"]) == (403, True)
        page = thief.post("/passkeys/keys/remove", passkey=own.id, password=password)
        assert (page.status_code, "not your password" in page.text) == (403, True)
    (person,) = tables.people.all()
    assert [one.id for one in tables.people.passkeys.of(person.id)] == [own.id]


def test_what_was_begun_before_a_session_ended_adds_no_passkey(
    anna: Visitor, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    enter(anna)
    (person,) = tables.people.all()
    made = Authenticator._made

    def ends_meanwhile(self: Authenticator, challenge: str) -> dict[str, str]:
        tables.people.end_sessions(person, [one.id for one in tables.people.sessions_of(person)])
        return made(self, challenge)

    monkeypatch.setattr(Authenticator, "_made", ends_meanwhile)
    assert Authenticator().go(anna, "more", password=PASSWORD).status_code == 403
    assert tables.people.passkeys.of(person.id) == []


def test_a_passkey_is_removed_on_a_page_of_its_own(anna: Visitor, ben: Visitor) -> None:
    enter(anna)
    enter(ben, name="Ben")
    key, other = Authenticator(), Authenticator()
    assert key.go(anna, "more", password=PASSWORD).status_code == 200
    assert other.go(ben, "more", password=PASSWORD).status_code == 200
    link = re.search(r'href="(/passkeys/keys/remove\?passkey=[^"]+)"', anna.get("/account").text)
    assert link
    page = anna.get(link[1]).text
    assert "It can no longer open your account." in page
    assert 'type="password" id="password"' in page
    assert ben.get(link[1]).url.path == "/account"  # it is none of his
    assert ben.post("/passkeys/keys/remove", passkey=key.id, password=PASSWORD).url.path == "/account"
    assert link[1] in anna.get("/account").text
    assert anna.post("/passkeys/keys/remove", passkey=key.id, password=PASSWORD).url.path == "/account"
    assert "/passkeys/keys/remove" not in anna.get("/account").text
    assert "/passkeys/keys/remove" in ben.get("/account").text


def test_who_has_no_password_proves_by_a_passkey_that_it_is_he(
    anna: Visitor, stranger: Visitor, tables: Tables
) -> None:
    """To have signed in just now is no proof: whoever copies the cookie then has done so as well."""
    key, more, foreign = Authenticator(), Authenticator(), Authenticator()
    assert key.go(anna, "sign-up", name="Anna").json() == {"to": "/"}
    (person,) = tables.people.all()
    thief = copy_of(anna, stranger)
    for visitor in (anna, thief):
        for proof in ("", "made up"):
            refused = foreign.go(visitor, "more", proof=proof)
            said = refused.json()["problem"]
            assert (refused.status_code, "use your passkey once more" in said) == (403, True)
            for path in ("account/password", "account/delete", "passkeys/keys/remove"):
                fields = {"password": "another one", "passkey": key.id, "proof": proof}
                page = visitor.post(f"/{path}", **fields)
                assert (page.status_code, "use your passkey once more" in page.text) == (403, True)
    assert foreign.go(thief, "proof").status_code == 403
    assert [one.id for one in tables.people.passkeys.of(person.id)] == [key.id]
    assert more.go(anna, "more", proof=key.prove(anna)).status_code == 200
    removed = anna.post("/passkeys/keys/remove", passkey=key.id, proof=more.prove(anna))
    assert removed.url.path == "/account"
    last = anna.post("/passkeys/keys/remove", passkey=more.id, proof=more.prove(anna))
    assert (last.status_code, "This passkey is the only way into the account" in last.text) == (403, True)
    changed = anna.post("/account/password", password="another one", proof=more.prove(anna))
    assert "password has been changed" in changed.text


def test_who_has_lost_his_first_device_does_all_with_another(anna: Visitor, ben: Visitor) -> None:
    """Ben is Anna's second browser, with a passkey of its own; seats are the account's, not a device's."""
    lost, other = Authenticator(), Authenticator()
    assert lost.go(anna, "sign-up", name="Anna").status_code == 200
    before = anna.set_up("local", "friend", name_0="Anna")
    anna.post("/sign-out")
    assert lost.go(ben, "sign-in").status_code == 200
    assert other.go(ben, "more", proof=lost.prove(ben)).status_code == 200
    assert lost.go(anna, "sign-in").status_code == 200
    since = anna.set_up("local", "friend", name_0="Anna")
    ben.post("/sign-out")
    assert other.go(ben, "sign-in").status_code == 200
    ben.post("/account/sessions/end")
    removed = ben.post("/passkeys/keys/remove", passkey=lost.id, proof=other.prove(ben))
    assert removed.url.path == "/account"
    assert anna.board(since, 0).status == 403
    for table in (before, since):
        assert ben.play_first(table, 0).status == 200
        assert ben.post(f"/table/{table}/resign", seat="0").status_code == 200
        assert "resigned" in ben.get(f"/table/{table}").text


def test_a_proof_is_of_one_session_and_account_and_does_not_last(
    anna: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, other = Authenticator(), Authenticator()
    assert key.go(anna, "sign-up", name="Anna").status_code == 200
    assert other.go(ben, "sign-up", name="Ben").status_code == 200
    foreign = other.go(anna, "proof")
    assert (foreign.status_code, "does not belong" in foreign.json()["problem"]) == (403, True)
    assert anna.post("/account/delete", proof=other.prove(ben)).status_code == 403
    proof = key.prove(anna)
    assert key.go(anna, "sign-in").status_code == 200
    assert anna.post("/account/delete", proof=proof).status_code == 403, "it was another session's"
    monkeypatch.setattr("farmtable.web.people.proof.SECONDS", -1)
    assert anna.post("/account/delete", proof=key.prove(anna)).status_code == 403
    monkeypatch.undo()
    assert anna.post("/account/delete", proof=key.prove(anna)).status_code == 200
    assert anna.post("/passkeys/proof/options").status_code in (400, 403)  # a guest has nothing to prove


def test_the_page_of_a_person_tells_results_and_ratings(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    enter(anna)
    page = ben.get("/people").text
    found = re.search(r'href="(/people/[\w-]+)">Anna<', page)
    assert found
    assert "No finished games yet." in ben.get(found[1]).text
    table = tables.open(anna.set_up("local", "bot", name_0="Anna", bot_1="search:1", confirm="no"))
    while not table.over:
        if table.bot_to_move() is not None:
            turn = table.bot_turn()
            assert turn is not None
            table.play_bot(turn, int(turn.seen.legal_actions()[0]))
        else:
            anna.play_first(table.id, 0)
    told = ben.get(found[1]).text
    (game,) = tables.people.results.games_of(tables.people.all()[0])
    assert f"place {game.place} of 2" in told
    assert re.search(r"1[3-7]\d\d ± \d+", told)
    assert re.search(r"Ratings of the levels</dt><dd>1: 1[3-7]\d\d<", told)
    assert ben.get("/people/nobody").status_code == 404
    last = str(table.decisions()[-1].at)
    other = tables.open(
        str(anna.post(f"/table/{table.id}/play-on", at=last, seat="0").url.path).removeprefix("/table/")
    )
    while not other.over:
        if other.bot_to_move() is None:
            anna.play_first(other.id, 0)
        else:
            other.move_bot()
    again = ben.get(found[1]).text
    assert "<small>continued from another game</small>" in again
    records = [re.search(r"<h2>Results</h2>.*?<h2>Latest games", page, re.S) for page in (told, again)]
    assert records[0]
    assert records[1]
    assert records[0][0] == records[1][0], "nobody's records are made by what another game has brought"


def test_names_at_a_table_lead_to_the_pages_of_people(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables
) -> None:
    """Not those of guests, nor of several at one screen."""
    enter(anna)
    (person,) = tables.people.all()
    table = anna.set_up("local", "friend", name_0="Anna")
    invite = re.search(r"/join/([\w.-]+)", anna.get(f"/table/{table}").text)
    assert invite
    ben.post(f"/join/{invite[1]}", name="Ben")
    for visitor in (anna, ben, stranger):
        html = visitor.get(f"/table/{table}").text
        assert re.findall(r'href="(/people/[^"]+)"[^>]*>([^<]+)</a>', html) == [
            (f"/people/{person.id}", "Anna")
        ]
    both = anna.set_up("local", "local", name_0="Anna", name_1="Bert")
    assert 'href="/people/' not in anna.get(f"/table/{both}").text


def test_people_can_be_searched_and_who_played_last_comes_first(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables
) -> None:
    enter(anna)
    enter(ben, name="Ben")
    table = tables.open(ben.set_up("local", "bot", bot_1="random", confirm=""))
    while not table.over:
        if table.bot_to_move() is not None:
            table.move_bot()
        else:
            ben.play_first(table.id, 0)
    page = stranger.get("/people").text
    assert re.findall(r'href="/people/[\w-]+">([^<]+)</a>', page) == ["Ben", "Anna"]
    assert "Market Day 1 · " in page
    assert 'href="/sign-up?back=/people"' in page
    page = anna.get("/people", q="BE").text
    assert re.findall(r'href="/people/[\w-]+">([^<]+)</a>', page) == ["Ben"]
    assert "sign-up" not in page
    assert "Nobody here has this name." in anna.get("/people", q="%").text


def test_who_is_signed_in_need_not_say_his_name_again(anna: Visitor, ben: Visitor) -> None:
    enter(ben, name="Benjamin")
    assert re.search(r'name="name_0"[^>]* value="Benjamin"', ben.get("/").text)
    table = anna.set_up("local", "friend", name_0="Anna")
    invite = re.search(r"/join/([\w.-]+)", anna.get(f"/table/{table}").text)
    assert invite
    assert re.search(r'name="name" value="Benjamin"', ben.get(f"/join/{invite[1]}").text)


# --- locked accounts -------------------------------------------------------------------------------

LOCKED = "Your account is locked"


def lock(tables: Tables, name: str, locked: bool = True) -> None:
    person = tables.people.find(name)
    assert person is not None
    tables.people.lock(person, locked)


def test_whose_account_was_locked_is_told_on_the_next_page(anna: Visitor, tables: Tables) -> None:
    table = anna.set_up("local", "bot", name_0="Anna")
    enter(anna)
    assert LOCKED not in anna.get(f"/table/{table}").text
    lock(tables, "Anna")
    for path in (f"/table/{table}", "/", "/find"):
        page = anna.get(path).text
        assert f"{LOCKED}, and you have been signed out. Whoever runs this server can unlock it." in page
    # A page that was open asks for its board alone.
    assert f"{LOCKED}." in anna.get(f"/table/{table}/board").text
    lock(tables, "Anna", False)
    assert LOCKED not in anna.get("/").text
    enter(anna, "sign-in")
    assert tables_of(anna) == {table}


def test_nobody_else_is_told_that_an_account_is_locked(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables
) -> None:
    table = anna.set_up("local", "friend", name_0="Anna")
    enter(anna)
    enter(ben, name="Ben")
    lock(tables, "Anna")
    anna_s = tables.people.find("Anna")
    assert anna_s is not None
    stranger.client.cookies.set("farmtable_session", anna.client.cookies["farmtable_session"])
    for known in ("", anna_s.id, f"x.{anna_s.id}", f"x.{anna_s.id}~x"):
        stranger.client.cookies.set("farmtable_known", known)
        for visitor in (ben, stranger):
            for path in ("/", f"/table/{table}", "/people", f"/people/{anna_s.id}"):
                assert LOCKED not in visitor.get(path).text


def test_who_goes_on_as_a_guest_or_as_somebody_else_is_told_no_more(anna: Visitor, tables: Tables) -> None:
    enter(anna)
    lock(tables, "Anna")
    assert LOCKED in anna.get("/").text
    assert LOCKED not in anna.post("/sign-out", back="/find").text
    assert LOCKED not in anna.get("/").text
    enter(anna, name="Ben")
    assert LOCKED not in anna.get("/").text
    assert "Ben" in anna.get("/account").text


# --- away ------------------------------------------------------------------------------------------


def day(days: int) -> str:
    return (datetime.now(UTC).date() + timedelta(days=days)).isoformat()


def test_who_is_away_says_so_and_the_others_see_until_when(
    anna: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    table = anna.set_up("local", "friend", name_0="Anna", clock="3d")
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table}").text)
    enter(ben, name="Ben")
    ben.post(invite, name="Ben")
    page = ben.post("/account/away", until=day(9)).text
    shown = format_date(datetime.now(UTC).date() + timedelta(days=9), "medium", locale="en")
    assert f"You are away until {shown}." in page
    assert re.search(rf'min="{day(0)}" max="{day(29)}" required', page)
    for visitor in (anna, ben, stranger):
        assert visitor.get(f"/table/{table}").text.count(f"away until {shown}") == 1
    assert ben.get("/account/export.json").json()["away"][0]["until"] > time.time()
    page = ben.post("/account/away", ask="back").text
    assert "You are away" not in page
    assert "away until" not in anna.get(f"/table/{table}").text


def test_only_who_has_an_account_can_be_away_and_not_for_ever(anna: Visitor, ben: Visitor) -> None:
    assert ben.post("/account/away", until=day(9)).status_code == 403
    enter(anna)
    for wrong in ("", "soon", "9999-12-31", "2026-02-30"):
        assert anna.post("/account/away", until=wrong).status_code == 400
    refused = anna.post("/account/away", until=day(31))
    assert refused.status_code == 400
    assert "You can be away for 30 days at a time, and for 42 days within a year." in refused.text
    assert anna.post("/account/away", until=day(-1)).status_code == 400
    assert "You are away" not in anna.get("/account").text


def test_whose_days_are_used_up_is_offered_none(anna: Visitor, tables: Tables) -> None:
    enter(anna)
    person = tables.people.find("Anna")
    assert person is not None
    now = time.time()
    row = {"holder": digest(person.holder), "since": now - 50 * 86400, "until": now - 86400}
    with tables._database.writing() as connection:
        connection.execute(schema.absences.insert().values(row))
    page = anna.get("/account").text
    assert "You have used up all the days that you can be away within a year." in page
    assert 'name="until"' not in page
    assert anna.post("/account/away", until=day(1)).status_code == 400
