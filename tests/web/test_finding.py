"""Finding a game on pages: open tables, pairing, invitations, watching."""

from __future__ import annotations

import re
import threading
from html import unescape

import pytest
from fastapi import FastAPI

from farmtable.i18n import LANGUAGES
from farmtable.tables import Player, Tables
from farmtable.tables.finding.pool import Waiting
from farmtable.tables.people import passwords
from farmtable.tables.people.results import Kind
from farmtable.web.finding import routes
from farmtable.web.finding.shown import player_of
from farmtable.web.reader import Reader
from tests.web.visitor import GAME, Visitor


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "hashed", lambda password: password)
    monkeypatch.setattr("farmtable.tables.people.accounts.hashed", lambda password: password)


def sign_up(visitor: Visitor, name: str) -> None:
    assert visitor.post("/sign-up", name=name, password="wheat and barley").status_code == 200


def offer(visitor: Visitor, *kinds: str, **fields: str) -> str:
    """An open table; its id."""
    seats = {f"kind_{seat}": kind for seat, kind in enumerate(kinds)}
    answer = visitor.post(
        "/tables",
        **({"game": GAME, "players": str(len(kinds)), "delay": "0", "confirm": "yes"} | seats | fields),
    )
    assert answer.status_code == 200, answer.text
    assert answer.url.path.startswith("/find/")
    return str(answer.url.path).removeprefix("/find/")


def stamp(html: str) -> str:
    (found,) = re.findall(r'data-stamp="(\w+)"', html)
    return str(found)


def test_an_open_table_is_joined_in_one_click(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    before = stamp(ben.get("/find").text)
    table = offer(anna, "local", "open", name_0="Anna", clock="10+20")
    for path in ("/", "/find", "/find/now"):
        shown = ben.get(path).text
        assert f'formaction="/find/{table}/join"' in shown
        for words in ("Anna", "10 min, plus 20 s each turn", "not rated", "English", "1 seat free"):
            assert words in shown
    assert stamp(shown) != before
    assert "hx-redirect" not in anna.get(f"/find/{table}/now").headers
    joined = ben.post(f"/find/{table}/join", name="Ben")
    assert joined.url.path == f"/table/{table}"
    assert ben.post(f"/find/{table}/join", name="Ben").url.path == f"/table/{table}", "a second click"
    assert stranger.post(f"/find/{table}/join").status_code == 409
    assert anna.get(f"/find/{table}/now").headers["hx-redirect"] == f"/table/{table}"
    assert anna.get(f"/find/{table}").url.path == f"/table/{table}"
    assert [anna.board(table).seat, ben.board(table).seat] == ["0", "1"]
    late = stranger.post(f"/find/{table}/join", name="Late")
    assert late.status_code == 409
    assert "no longer open" in late.text
    shown = stranger.get("/").text
    assert "Games in progress" in shown
    assert "Anna, Ben" in shown


def test_what_is_not_as_usual_is_told_before_somebody_joins(anna: Visitor, ben: Visitor) -> None:
    """Who begins, say, which a maker could have chosen to be himself."""
    usual = offer(anna, "local", "open", name_0="Anna")
    other = offer(anna, "local", "open", "open", option_prices="fixed", hints="yes")
    cards = offer(
        anna, "local", "open", game="agricola", option_start="1", option_banned="Animal Tamer, Hedge Keeper"
    )
    for path in ("/find", "/find/now"):
        rows = ben.get(path).text.split("<li>")
        told = {
            table: next(row for row in rows if f"/find/{table}/join" in row)
            for table in (usual, other, cards)
        }
        assert "Prices – stay as they are · Hints are allowed here." in told[other]
        assert "Starting player – seat 1 · Banned cards – Animal Tamer, Hedge Keeper" in told[cards]
        assert "Prices" not in told[usual]
        assert "Hints" not in told[usual]
    assert "Prices – stay as they are · Hints are allowed here." in ben.get(f"/find/{other}").text


def test_who_joined_leaves_and_the_maker_closes(anna: Visitor, ben: Visitor) -> None:
    table = offer(anna, "local", "open", "open")
    room = ben.post(f"/find/{table}/join").text
    assert "1 seat is free." in room
    assert "You are waiting here" in ben.get("/").text
    assert anna.post(f"/find/{table}/join").status_code == 409  # one's own
    ben.post(f"/find/{table}/leave")
    assert "2 seats are free." in anna.get(f"/find/{table}").text
    anna.post(f"/find/{table}/leave")
    gone = ben.get(f"/find/{table}")
    assert gone.status_code == 404
    assert "no longer open" in gone.text


def asked(html: str) -> str:
    """What the page for finding a game asks for when there is something new."""
    (found,) = re.findall(r'hx-get="(/find/[^"]*now[^"]*)"', html)
    return unescape(found)


@pytest.mark.parametrize("watch", ["public", "private"])
def test_who_waits_at_an_open_table_on_the_page_for_all_is_led_there(
    anna: Visitor, ben: Visitor, stranger: Visitor, watch: str
) -> None:
    """It is what he is told to leave open."""
    table = offer(anna, "local", "open", "open", name_0="Anna", watch=watch)
    by_days = offer(anna, "local", "open", name_0="Anna", clock="3d")
    ben.post(f"/find/{table}/join", name="Ben")
    pages = {who: asked(who.get("/find").text) for who in (anna, ben, stranger)}
    for who in (anna, ben):
        assert "hx-redirect" not in who.get(pages[who]).headers
    stranger.post(f"/find/{by_days}/join", name="Cleo")
    assert "hx-redirect" not in anna.get(pages[anna]).headers, "nobody has to stay for that one"
    went = stranger.post(f"/find/{table}/join", name="Cleo").url.path
    for who in (anna, ben):
        assert who.get(pages[who]).headers["hx-redirect"] == went
        assert "hx-redirect" not in who.get(asked(who.get("/find").text)).headers, "it leads there once"
        assert who.post(f"/find/{table}/leave").url.path == went, "who was about to leave plays"
    assert Visitor(anna.client.app).post(f"/find/{table}/leave").url.path == "/find"


def test_who_stays_in_one_room_is_led_to_the_game_that_has_begun_elsewhere(
    anna: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    """It ends what else he waits for, and so the room closes."""
    one, other = offer(anna, "local", "open", name_0="Anna"), offer(anna, "local", "open", name_0="Anna")
    room = asked(anna.get(f"/find/{one}").text)
    assert "hx-redirect" not in anna.get(room).headers
    went = ben.post(f"/find/{other}/join", name="Ben").url.path
    assert anna.get(room).headers["hx-redirect"] == went
    third = offer(anna, "local", "open", name_0="Anna", clock="3d")
    anna.post("/find/pair", kind=f"{GAME} 2", speed="quick")
    html = anna.get(f"/find/{third}").text
    room, before = asked(html), stamp(html)
    stranger.post("/find/pair", kind=f"{GAME} 2", speed="quick")
    assert stamp(anna.get(f"/find/{third}").text) != before, "this room stays open, but the page asks"
    assert anna.get(room).headers["hx-redirect"] == "/find/go"


def test_one_click_pairs_two_and_all_pages_go_there(anna: Visitor, ben: Visitor) -> None:
    waiting = anna.post("/find/pair", kind=f"{GAME} 2", speed="quick", name="Anna").text
    assert "Looking for players: Market Day, 2 seats, quick. Leave this page open in the meantime." in waiting
    assert asked(waiting) == "/find/now?waiting=yes&at="
    there = ben.post("/find/pair", kind=f"{GAME} 2", speed="quick", name="Ben")
    table = str(there.url.path).removeprefix("/table/")
    assert there.url.path.startswith("/table/")
    assert anna.client.get("/find/now?waiting=yes").headers["hx-redirect"] == "/find/go"
    assert "Your table is ready." in anna.get("/").text
    assert anna.get("/find").url.path == f"/table/{table}"  # a page that was loaded again
    assert (
        anna.client.get("/find/now?waiting=yes").headers["hx-redirect"] == "/find/go"
    )  # another page of hers
    assert anna.get("/find").url.path == "/find"
    assert {anna.board(table).seat, ben.board(table).seat} == {"0", "1"}


def test_speeds_say_which_clocks_they_have(anna: Visitor) -> None:
    html = anna.get("/find").text
    for value, said in (
        ("free", "no clocks"),
        ("quick", "quick: 10 min, plus 20 s each turn"),
        ("slow", "slow: 20 min, plus 30 s each turn"),
        ("days", "1 day for each turn"),
    ):
        assert f'<option value="{value}">{said}</option>' in html


def test_who_cancels_waits_no_more(anna: Visitor, ben: Visitor) -> None:
    anna.post("/find/pair", kind=f"{GAME} 2", speed="free")
    assert "Looking for players" not in anna.post("/find/cancel").text
    assert "Looking for players" in ben.post("/find/pair", kind=f"{GAME} 2", speed="free").text


@pytest.mark.parametrize(
    ("kind", "speed"),
    [
        ("", ""),
        (GAME, "free"),
        (f"{GAME} 1", "free"),
        (f"{GAME} 99", "free"),
        (f"{GAME} 2", "now"),
        ("chess 2", "free"),
    ],
)
def test_what_there_is_not_cannot_be_waited_for(anna: Visitor, kind: str, speed: str) -> None:
    assert anna.post("/find/pair", kind=kind, speed=speed).status_code == 400


@pytest.mark.parametrize(
    "path", ["/find/x/join", "/find/%00/join", "/invitations/x/1/accept", "/invitations/x/1/decline"]
)
def test_what_is_not_there_is_no_fault_of_ours(anna: Visitor, path: str) -> None:
    sign_up(anna, "Anna")
    assert anna.post(path).status_code < 500


def test_on_ones_own_machine_it_stays_out_of_the_way(anna: Visitor, ben: Visitor) -> None:
    for one in (anna, ben):
        one.client.base_url = "http://127.0.0.1:8000"
    anna.set_up("local", "bot")
    lobby = anna.get("/").text
    assert "Open tables" not in lobby
    assert 'value="open"' not in lobby
    ben.set_up("local", "bot")
    lobby = anna.get("/").text
    assert "Open tables" in lobby
    assert 'value="open"' in lobby


def test_a_rated_table_asks_guests_to_sign_in(anna: Visitor, ben: Visitor) -> None:
    sign_up(anna, "Anna")
    table = offer(anna, "local", "open", asks_rated="yes", rated="yes")
    shown = ben.get("/find").text
    assert "Sign in to join" in shown
    assert "rated" in shown
    assert ben.post(f"/find/{table}/join").status_code == 403
    sign_up(ben, "Ben")
    assert ben.post(f"/find/{table}/join").url.path == f"/table/{table}"
    assert "This game is not rated." not in ben.board(table).html


def box(html: str) -> tuple[bool | None, str]:
    """Whether the form says that a game is rated (None: it does not ask), and what clock is chosen."""
    form = html.split('id="setup"')[1].split("</form>", maxsplit=1)[0]
    clock = re.search(r'<option value="([^"]*)" selected', form.split('id="clock"')[1].split("</select>")[0])
    ticked = re.search(r'name="rated"[^>]*?( checked)?>', form)
    return ticked and bool(ticked[1]), clock[1] if clock else ""


def test_the_form_says_beforehand_that_rated_games_have_clocks(
    anna: Visitor, ben: Visitor, tables: Tables
) -> None:
    sign_up(anna, "Anna")
    for visitor, shown in ((ben, (None, "")), (anna, (True, "7d"))):
        assert box(visitor.get("/").text) == shown
    page = anna.get("/").text
    assert "With clocks: 7 days for each turn. Whoever just leaves a game loses it on time." in page
    asks = {"asks_rated": "yes", "kind_1": "bot", "clock_was": "7d"}
    without = anna.get("/setup", **asks, rated="yes", clock="").text
    assert box(without) == (False, "")
    assert "A rated game has clocks, so that it ends even if somebody just leaves." in without
    asks["clock_was"] = ""
    assert box(anna.get("/setup", **asks, clock="").text) == (False, "")
    assert box(anna.get("/setup", **asks, rated="yes", clock="").text) == (True, "7d"), "ticked again"
    assert box(anna.get("/setup", **asks, rated="yes", clock="10+20").text) == (True, "10+20")
    assert box(anna.get("/setup", **asks, clock="10+20").text) == (False, "10+20")
    asks["clock_was"] = "7d"
    assert box(anna.get("/setup", **asks, clock="7d").text) == (False, ""), "it was there for the rating"
    assert box(anna.get("/setup", **asks | {"kind_1": "open"}, rated="yes", clock="7d").text) == (
        True,
        "20+30",
    )
    assert box(anna.get("/setup", **asks | {"kind_1": "local"}, rated="yes", clock="7d").text) == (None, "")
    for fields, rated, clockless in (
        ({}, True, False),
        ({"clock": ""}, False, True),
        ({"asks_rated": "yes"}, False, True),
        ({"asks_rated": "yes", "clock": "7d"}, False, False),
    ):
        table = anna.set_up("local", "bot", bot_1="random", **fields)
        assert tables.open(table).rated == rated
        assert ("This game is not rated." in anna.board(table).html) != rated
        assert ("There are no clocks at this table." in anna.board(table).html) == clockless, "that is why"
    assert "This game is not rated." not in ben.board(ben.set_up("local", "bot", bot_1="random")).html


def test_what_was_chosen_by_hand_stays_when_something_else_changes(anna: Visitor) -> None:
    """Who may watch went back to what is usual with the next change of anything."""
    sent = {"kind_1": "friend", "watch": "public"}
    for _ in range(2):
        html = anna.get("/setup", **sent).text
        assert '<option value="public" selected>' in html
        (sent["watch_was"],) = re.findall(r'name="watch_was" value="(\w+)"', html)


def test_a_speed_without_clocks_says_that_nothing_is_rated(anna: Visitor, ben: Visitor) -> None:
    sign_up(anna, "Anna")
    assert "no clocks, not rated</option>" in anna.get("/find").text
    assert "no clocks</option>" in ben.get("/find").text


def test_somebody_is_invited_by_name(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    sign_up(anna, "Anna")
    sign_up(ben, "Ben")
    refused = anna.post(
        "/tables", game=GAME, players="2", kind_0="local", kind_1="person", name_1="Nobody", delay="0"
    )
    assert refused.status_code == 400
    assert "Nobody here is called Nobody." in refused.text
    table = anna.set_up("local", "person", name_0="Anna", name_1="ben")
    assert "Ben is invited." in anna.board(table).html
    (told,) = ben.get("/account/export.json").json()["invitations"]
    assert (told["table_id"], told["by"]) == (table, "Anna")
    assert "Ben is invited." not in ben.board(table).html
    assert "1 invitation<" in ben.get("/people").text
    assert "from Anna" in ben.get("/find").text
    declined = ben.post(f"/invitations/{table}/1/decline")
    assert "invitation<" not in declined.text
    assert "Ben has declined." in anna.board(table).html
    assert anna.post(f"/table/{table}/invite", seat="1", name="Ben").status_code == 409
    again = anna.set_up("local", "friend", name_0="Anna")
    for back in ({}, {"back": "yes"}, {}):
        assert anna.post(f"/table/{again}/invite", seat="1", name="Ben", **back).status_code == 200
        assert ("Ben is invited." in anna.board(again).html) == (not back)
        assert ("from Anna" in ben.get("/find").text) == (not back)
    assert ben.post(f"/table/{again}/invite", seat="1", name="Ben", back="yes").status_code == 403
    assert ben.post(f"/table/{again}/invite", seat="1", name="Anna").status_code == 403
    assert ben.post(f"/invitations/{again}/1/accept").url.path == f"/table/{again}"
    assert ben.board(again).seat == "1"
    assert ben.post(f"/invitations/{again}/1/accept").url.path == f"/table/{again}", "a second click"
    assert anna.post(f"/invitations/{again}/1/accept").status_code == 409


def test_who_is_blocked_cannot_invite(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    sign_up(anna, "Anna")
    sign_up(ben, "Ben")
    by_name = {person.name: person.id for person in tables.people.all()}
    assert "Unblock" in ben.post(f"/people/{by_name['Anna']}/block").text
    table = anna.set_up("local", "friend")
    assert anna.post(f"/table/{table}/invite", seat="1", name="Ben").status_code == 409
    waiting = offer(ben, "local", "open")
    assert [visitor.get(f"/find/{waiting}").status_code for visitor in (anna, ben)] == [404, 200]
    assert "Unblock" not in ben.post(f"/people/{by_name['Anna']}/block", back="yes").text
    assert anna.post(f"/table/{table}/invite", seat="1", name="Ben").status_code == 200
    assert ben.post(f"/people/{by_name['Ben']}/block").status_code == 404


def test_a_link_leads_to_nobody_who_is_kept_apart(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    sign_up(anna, "Anna")
    sign_up(ben, "Ben")
    table = anna.set_up("local", "friend", name_0="Anna")
    (invite,) = re.findall(r"/join/[\w.-]+", anna.get(f"/table/{table}").text)
    people = {person.name: person.id for person in tables.people.all()}
    anna.post(f"/people/{people['Ben']}/block")
    for answer in (ben.get(invite), ben.post(invite, name="Ben")):
        assert answer.status_code == 409
        assert "This invitation is no longer valid." in answer.text
        assert "lock" not in re.sub(r'"[^"]*"', "", answer.text.split("<main")[1])
    anna.post(f"/people/{people['Ben']}/block", back="yes")
    assert ben.post(invite, name="Ben").url.path == f"/table/{table}"


def test_no_guest_is_taken_for_somebody_with_an_account(
    anna: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    sign_up(anna, "Anna")
    said = "Anna has an account here. Sign in if that is you, or choose another name."
    seats = {"kind_0": "local", "kind_1": "friend", "delay": "0"}
    refused = ben.post("/tables", game=GAME, players="2", name_0="ANNA", **seats)
    assert (refused.status_code, said in refused.text) == (400, True)
    ben.set_up("local", "bot", name_0="Anna")  # where nobody else is to come
    ben.set_up("local", "local", name_0="Anna", name_1="Ben")
    table = offer(stranger, "local", "open", name_0="Cleo")
    for path, fields in (
        (f"/find/{table}/join", {}),
        ("/find/pair", {"kind": f"{GAME} 2", "speed": "quick"}),
    ):
        refused = ben.post(path, name="Аnna", **fields)  # the first letter is Cyrillic
        assert refused.status_code == 400
        assert "mixed" in refused.text or said in refused.text or "cannot mix" in refused.text
        refused = ben.post(path, name="anna", **fields)
        assert (refused.status_code, said in refused.text) == (400, True)
    waiting = stranger.set_up("local", "friend", name_0="Cleo", name_1="Anna")
    (invite,) = re.findall(r"/join/[\w.-]+", stranger.get(f"/table/{waiting}").text)
    answer = ben.post(invite, name="Anna").text
    assert said in answer
    assert f'href="/sign-in?back={invite}"' in answer.split("<main")[1]
    assert ben.post(invite, name="Ben").url.path == f"/table/{waiting}"
    assert ben.post(invite, name="Anna").url.path == f"/table/{waiting}", "a second click"


def test_no_account_plays_under_the_name_of_another(anna: Visitor, ben: Visitor) -> None:
    """Several at one screen may, who are nobody's account."""
    sign_up(anna, "Anna")
    sign_up(ben, "Ben")
    anna.set_up("local", "friend", name_0="ANNA")
    ben.set_up("local", "local", name_0="Ben", name_1="Anna")
    seats = {"kind_0": "local", "kind_1": "friend", "delay": "0"}
    refused = ben.post("/tables", game=GAME, players="2", name_0="anna", **seats)
    assert (refused.status_code, "called anna." in refused.text) == (400, True)
    other = anna.set_up("local", "friend", name_0="Farmer")
    invite = re.search(r"/join/([\w.-]+)", anna.get(f"/table/{other}").text)
    assert invite
    assert "called Anna." in ben.post(f"/join/{invite[1]}", name="Anna").text
    assert ben.post(f"/join/{invite[1]}", name="Benny").url.path == f"/table/{other}"


def test_who_is_signed_out_is_there_no_more(anna: Visitor, tables: Tables) -> None:
    """His stream may go on for a moment: nothing is noted by it, and it ends with its next look."""
    sign_up(anna, "Anna")
    person = tables.people.find("Anna")
    assert person
    (session,) = tables.people.sessions_of(person)
    reader = Reader(person.holder, "en", "", session=session)
    listener = routes._Listener(tables, reader, "")
    assert listener.look(asks=True) is not None
    tables.people.end_sessions(person, [session.id])
    assert listener.look(asks=True) is None
    assert listener.look(asks=False) is not None, "which would be once for each event"
    tables.finding.pool.seek(player_of(reader), Kind(GAME, 2, "free"))
    assert listener.look(asks=False) is None, "but nobody is paired so"


def test_a_look_that_is_under_way_when_the_page_closes_says_nobody_is_there(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others would be sent to a table at which nobody comes. Nor does a page that closes before its look."""
    pool, kind = tables.finding.pool, Kind(GAME, 2, "free")
    anna, ben, cleo = (Reader(name, "en", "") for name in ("anna", "ben", "cleo"))
    look, looking, go_on = pool.look, threading.Event(), threading.Event()

    def slow(player: Player) -> Waiting | None:
        looking.set()
        assert go_on.wait(10)
        return look(player)

    monkeypatch.setattr(pool, "look", slow)
    for one in (anna, ben):
        pool.seek(player_of(one), kind)
        listener = routes._Listener(tables, one, "")
        if one is anna:
            under_way = threading.Thread(target=listener.look, args=(False,))
            leaving = threading.Thread(target=listener.leave)
            under_way.start()
            assert looking.wait(10)
            leaving.start()
            leaving.join(0.2)
            go_on.set()
            for thread in (under_way, leaving):
                thread.join(10)
        else:
            listener.leave()
    pool.seek(player_of(cleo), kind)
    waits = pool.state(player_of(cleo))
    assert waits is not None
    assert waits.table is None


def test_the_maker_says_who_may_find_the_table(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = anna.set_up("local", "friend", name_0="Anna")
    assert "Games in progress" not in stranger.get("/find").text
    assert ben.post(f"/table/{table}/public").status_code == 403
    assert "Take it out of the lobby" in anna.post(f"/table/{table}/public").text
    assert f'href="/table/{table}"' in stranger.get("/find").text
    assert "Anybody may watch." in stranger.board(table).html
    anna.post(f"/table/{table}/public", back="yes")
    assert "Games in progress" not in stranger.get("/find").text
    chosen = anna.set_up("local", "friend", watch="public", watch_was="private")
    assert f'href="/table/{chosen}"' in stranger.get("/find").text


def test_whoever_joins_a_table_for_few_gets_its_address_and_nobody_else(
    anna: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    """Everybody could read of it as long as it was open."""
    found = offer(anna, "local", "open", watch="private", watch_was="public")
    assert f'formaction="/find/{found}/join"' in stranger.get("/find").text
    path = ben.post(f"/find/{found}/join", name="Ben").url.path
    assert path.startswith("/table/")
    assert path != f"/table/{found}"
    assert anna.get(f"/find/{found}").url.path == path
    assert anna.get(f"/find/{found}/now").headers["hx-redirect"] == path
    for hidden in (f"/find/{found}", f"/table/{found}", f"/table/{found}/board", f"/replay/{found}"):
        assert stranger.get(hidden).status_code == 404
    shown = stranger.get(f"/find/{found}/now")
    assert "hx-redirect" not in shown.headers
    assert path.removeprefix("/table/") not in shown.text + stranger.get("/find").text
    assert stranger.get(path).status_code == 200  # who was given the address


def test_a_hand_of_an_open_table_is_dealt_to_nobody_before_all_have_come(anna: Visitor, ben: Visitor) -> None:
    table = offer(anna, "local", "open", "open")
    ben.post(f"/find/{table}/join")
    for path in ("", "/board?seat=1", "/preview?seat=1&actions=0", "/events", "/replay", "/record.json"):
        assert ben.client.get(f"/table/{table}{path}").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_speaks_the_readers_language(app: FastAPI, language: str) -> None:
    visitor = Visitor(app, language)
    table = offer(visitor, "local", "open")
    for path in ("/find", f"/find/{table}", "/"):
        answer = visitor.get(path)
        assert answer.status_code == 200
        assert f'<html lang="{language}"' in answer.text
