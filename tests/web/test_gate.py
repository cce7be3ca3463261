"""What a request meets before any page: its host, its pace, and how many came before it."""

from __future__ import annotations

import asyncio
import contextlib
import http.cookies
import ipaddress
import re
import socket
from pathlib import Path

import pytest
from fastapi import FastAPI, Request
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from farmtable.core import BadOption
from farmtable.tables import Tables, TooOften
from farmtable.web import create_app, guard
from farmtable.web.gate import floods, outside, patient, proxies
from farmtable.web.gate.buckets import KEPT, Buckets, Size
from farmtable.web.gate.floods import Allowance, Shares, is_here
from farmtable.web.gate.hosts import Hosts, name_in
from farmtable.web.gate.patient import Gate, PatientProtocol
from farmtable.web.identity import cookies_in
from tests.web.visitor import GAME, Visitor

FAR = ("203.0.113.7", 40_000)


# --- hosts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost", "localhost"),
        ("Farm.Example.:8000", "farm.example"),
        ("127.0.0.1:8000", "127.0.0.1"),
        ("[::1]:8000", "::1"),
        ("[0:0::1]", "::1"),
        ("[::ffff:192.168.1.5]", "192.168.1.5"),
        ("", None),
        ("::1", None),
        ("a b", None),
        ("farm.example/path", None),
        ("user@farm.example", None),
        ("farm.example:80:80", None),
        ("[farm.example]", None),
        (".", None),
    ],
)
def test_a_host_is_read_as_it_is_compared(host: str, name: str | None) -> None:
    assert name_in(host) == name


@given(st.text())
def test_whatever_is_sent_as_a_host_is_read_or_refused(host: str) -> None:
    name = name_in(host)
    assert name is None or name_in(f"[{name}]" if ":" in name else name) == name


def test_unless_more_is_said_a_server_goes_by_its_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Barn")
    hosts = Hosts.read(None, "0.0.0.0")
    for own in ("localhost:8000", "127.0.0.1", "[::1]", "barn", "barn.local:8000", "192.168.1.5:8000"):
        assert hosts.allow(own, "192.168.1.5"), own
    for other in ("evil.example", "barn.evil.example", "192.168.1.6", "localhost.evil.example", ""):
        assert not hosts.allow(other, "192.168.1.5"), other
    assert not hosts.allow("192.168.1.5", None)
    assert Hosts.read("", "farm.example").allow("farm.example", None)


def test_what_is_said_holds_beside_this_machine_alone() -> None:
    hosts = Hosts.read("farm.example, 2001:db8::1", "0.0.0.0")
    for own in ("FARM.example:443", "localhost", "127.0.0.1:8000", "[2001:db8::1]"):
        assert hosts.allow(own, "192.168.1.5"), own
    assert not hosts.allow("192.168.1.5", "192.168.1.5")
    assert Hosts.read("*", "0.0.0.0").allow("evil.example", None)
    assert not Hosts.read("*", "0.0.0.0").allow("not a host", None)
    with pytest.raises(BadOption, match=r"FARMTABLE_HOSTS .*no name of a host"):
        Hosts.read("https://farm.example", "0.0.0.0")


def test_where_people_reach_it_is_a_name_of_its_own() -> None:
    hosts = Hosts.read("club.example", "0.0.0.0").and_of("https://Play.example:8443")
    assert hosts.allow("play.example", None)
    assert hosts.allow("club.example", None)
    assert not hosts.allow("evil.example", None)
    assert Hosts.read(None, "0.0.0.0").and_of("") == Hosts.read(None, "0.0.0.0")
    for wrong in ("https://play.example/games", "https://play.example/?a", "ftp://play.example", "https://["):
        with pytest.raises(BadOption, match="with no path"):
            hosts.and_of(wrong)


def test_networks_of_proxies_are_believed() -> None:
    assert proxies.believes("192.0.2.1, 172.30.83.0/24", "172.30.83.1")
    assert not proxies.believes("192.0.2.1, 172.30.83.0/24", "172.30.84.1")
    assert proxies.believes(["192.0.2.1"], "192.0.2.1")
    assert proxies.believes("*", "192.0.2.7")
    assert not proxies.believes("", "127.0.0.1")


def test_no_link_is_made_for_another_host(tables: Tables) -> None:
    app = create_app(tables, metrics=True, hosts=Hosts.read("farm.example", "0.0.0.0"))
    here = TestClient(app, base_url="http://farm.example", client=("127.0.0.1", 1))
    refused = here.get("/", headers={"host": "evil.example", "accept-language": "de"})
    assert refused.status_code == 421
    assert "evil" not in refused.text
    assert "unter diesem namen" in refused.text.lower()
    assert "set-cookie" not in refused.headers
    assert here.get("/health/live", headers={"host": "10.0.0.9"}).status_code == 200
    assert here.get("/").status_code == 200
    assert 'farmtable_refused_total{limit="hosts"} 1.0' in here.get("/metrics").text
    app.state.thinkers.close()


def _outside(tables: Tables, said: str | None, bound: str, asked: str, client: str) -> str | None:
    app = create_app(tables, hosts=Hosts.read(said, bound))
    here = TestClient(app, base_url=asked, client=(client, 50000))
    found = re.search(r' data-outside="(.*?)"', here.get("/").text)
    app.state.thinkers.close()
    return found and found[1]


def test_links_for_others_lead_to_this_machine_however_its_owner_asked(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {socket.AF_INET: "192.168.1.5", socket.AF_INET6: None}
    monkeypatch.setattr(outside, "_own_address", own.get)
    assert outside.network_addresses("0.0.0.0") == outside.network_addresses("::") == ["192.168.1.5"]
    assert outside.network_addresses("127.0.0.1") == outside.network_addresses("192.168.1.5") == []

    here = "127.0.0.1"
    for name in ("localhost", "127.0.0.1", "[::1]"):
        assert _outside(tables, None, "0.0.0.0", f"http://{name}:81", here) == "http://192.168.1.5:81/"
    assert _outside(tables, None, "127.0.0.1", "http://localhost:81", here) is None  # it is not reached
    assert _outside(tables, None, "0.0.0.0", "http://192.168.1.5:81", here) is None  # the name will do
    assert _outside(tables, None, "0.0.0.0", "http://localhost:81", "172.17.0.1") is None  # a container
    assert _outside(tables, "farm.example", "0.0.0.0", "http://localhost:81", here) is None  # it is refused

    own[socket.AF_INET6] = "fd00::2"
    assert outside.network_addresses("::") == ["192.168.1.5", "fd00::2"]
    assert outside.origin("fd00::2", 81) == "http://[fd00::2]:81/"


def test_a_machines_own_address_is_found_without_asking_anybody() -> None:
    for address in outside.network_addresses("::"):
        assert not ipaddress.ip_address(address).is_loopback


# --- buckets -----------------------------------------------------------------------------------


def test_a_bucket_fills_up_in_time() -> None:
    now = [0.0]
    buckets = Buckets(Size(2, 0.5), lambda: now[0])
    assert [buckets.take("anna"), buckets.take("anna"), buckets.take("anna")] == [0, 0, 2]
    assert buckets.take("ben") == 0
    now[0] = 2.0
    assert [buckets.take("anna"), buckets.take("anna")] == [0, 2]
    now[0] = 1000.0
    assert buckets.wait("anna", 2) == 0
    assert buckets.wait("anna", 50) == 0  # it takes all there is
    assert buckets.take("anna", 50) == 0
    assert buckets.wait("anna") == 2


@given(st.lists(st.tuples(st.floats(0, 10), st.floats(0.1, 4)), max_size=60))
def test_nobody_gets_more_than_there_was_and_has_come(asked: list[tuple[float, float]]) -> None:
    now, got = [0.0], 0.0
    buckets = Buckets(Size(5, 2), lambda: now[0])
    for later, much in asked:
        now[0] += later
        got += 0 if buckets.take("anna", much) else much
    assert got <= 5 + 2 * now[0] + 1e-6


def test_only_so_many_are_remembered() -> None:
    buckets = Buckets(Size(1, 1))
    for who in range(KEPT + 10):
        buckets.take(str(who))
    assert len(buckets._kept) == KEPT


# --- floods ------------------------------------------------------------------------------------


def test_an_address_is_shared_by_its_browsers_but_not_on_this_machine() -> None:
    refused: list[str] = []
    shares = Shares(Allowance("tests", Size(2, 0.001), Size(3, 0.001)), refused.append)
    for browser in ("anna", "anna", "ben"):
        shares.take(browser, "192.0.2.1")
    with pytest.raises(TooOften):
        shares.take("ben", "192.0.2.1")
    shares.take("ben", "192.0.2.2")  # he lost nothing by being refused
    for _ in range(2):
        shares.take("carla", "127.0.0.1")
        shares.take("dora", "127.0.0.1")
    with pytest.raises(TooOften):
        shares.take("carla", "::1")
    assert refused == ["tests", "tests"]


def test_a_household_of_the_sixth_version_is_one_address(tables: Tables) -> None:
    app = create_app(tables)

    @app.get("/where")
    def where(request: Request) -> str:
        return floods.address_of(request)

    def told(host: str) -> str:
        return str(TestClient(app, client=(host, 1)).get("/where").json())

    assert told("2001:db8:1:2:aaaa::1") == told("2001:db8:1:2::bbbb") == "2001:db8:1:2::/64"
    assert told("2001:db8:1:3::1") != told("2001:db8:1:2::1")
    assert told("::ffff:192.0.2.1") == "192.0.2.1"
    assert all(is_here(told(host)) for host in ("::1", "127.0.0.2", "::ffff:127.0.0.1"))
    assert is_here(""), "through a socket of this machine"
    assert not any(is_here(told(host)) for host in ("192.0.2.1", "2001:db8::1", "unknown", "localhost"))
    app.state.thinkers.close()


def test_a_flood_slows_the_flooder_and_nobody_else(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmtable.web.app.REQUESTS", Allowance("requests", Size(5, 0.01), Size(8, 0.01)))
    app = create_app(tables, metrics=True)
    flooder, other, here = (TestClient(app, client=(host, 1)) for host in (FAR[0], "198.51.100.2", "::1"))
    flooder.get("/")
    answers = [flooder.get("/sign-in") for _ in range(9)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 4
    assert int(answers[-1].headers["retry-after"]) > 0
    assert "set-cookie" not in answers[-1].headers
    neighbour = TestClient(app, client=FAR)
    assert [neighbour.get("/sign-in").status_code for _ in range(3)] == [200, 200, 429]
    assert other.get("/static/app.css").status_code == 200
    assert other.get("/").status_code == 200
    assert 'farmtable_refused_total{limit="requests"} 5.0' in here.get("/metrics").text
    app.state.thinkers.close()


def test_files_are_taken_so_many_at_a_time(anna: Visitor, ben: Visitor, app: FastAPI) -> None:
    app.state.uploads = Shares(Allowance("uploads", Size(1, 0.01), Size(9, 1)), app.state.traffic.refuse)
    form = {"game": "aehre", "players": "2", "kind_0": "local", "kind_1": "bot"}

    def bring(visitor: Visitor) -> int:
        file = {"option_components": ("own.toml", b"title = 1", "text/plain")}
        answer = visitor.client.post("/tables", data={"token": visitor.token(), **form}, files=file)
        return int(answer.status_code)

    assert [bring(anna), bring(anna), bring(ben)] == [400, 429, 400]
    assert anna.post("/tables", **form).status_code == 200  # without a file


def test_thinking_is_shared_out(
    anna: Visitor, ben: Visitor, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.state.thinking = Shares(Allowance("thinking", Size(1, 0.01), Size(9, 1)), app.state.traffic.refuse)

    async def started(*_: object) -> None:
        return None

    monkeypatch.setattr(app.state.analyst, "start", started)
    mine = [anna.set_up("local", "bot") for _ in range(2)]
    for table in mine:
        anna.play_first(table, 0)
    answers = [anna.post(f"/table/{table}/analysis", seat="0").status_code for table in mine]
    assert answers == [200, 429]
    his = ben.set_up("local", "bot")
    assert ben.post(f"/table/{his}/analysis", seat="0").status_code == 200


# --- headers -----------------------------------------------------------------------------------


def test_every_answer_keeps_to_itself(anna: Visitor) -> None:
    for path in ("/", "/static/app.css", "/nowhere", "/health/live"):
        headers = anna.client.get(path).headers
        for name in ("cross-origin-resource-policy", "cross-origin-opener-policy", "referrer-policy"):
            assert headers[name] == "same-origin"
        assert headers["x-content-type-options"] == "nosniff"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "camera=()" in headers["permissions-policy"]


@pytest.mark.parametrize(("said", "told"), [(None, None), ("yes", "max-age=31536000"), ("no", "max-age=0")])
def test_https_lasts_if_it_is_wanted_and_is_there(
    tables: Tables, said: str | None, told: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if said is not None:
        monkeypatch.setenv("FARMTABLE_HSTS", said)
    app = create_app(tables)
    for scheme, header in (("https", told), ("http", None)):
        client = TestClient(app, base_url=f"{scheme}://testserver")
        assert client.get("/sign-in").headers.get("strict-transport-security") == header
    app.state.thinkers.close()


# --- cookies -----------------------------------------------------------------------------------


def test_nothing_reads_a_cookie_that_is_not_ours(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """What older Pythons take seconds for is never given to them, wherever in the house it would be read."""
    read: list[str] = []
    unquote = http.cookies._unquote

    def note(value: str) -> str:
        read.append(value)
        return unquote(value)

    monkeypatch.setattr(http.cookies, "_unquote", note)
    monkeypatch.setattr(http.cookies.SimpleCookie, "load", lambda _, header: read.append(header))
    slow = '"' + '\\\\"' * 12_000 + '"'
    cookies = f'a={slow}; farmtable={slow}; farmtable_session="x"; {"b=c; " * 500}; farmtable_theme=dark; =;;'
    for path in ("/health/live", "/sign-in", "/static/app.css", "/nowhere"):
        answer = anna.client.get(path, headers=[("cookie", cookies), ("cookie", f"c={slow}")])
        assert answer.status_code in (200, 404)
    assert "dark" in anna.client.get("/sign-in", headers=[("cookie", cookies)]).text
    assert set(read) <= {"dark", ""}


def test_cookies_of_others_hide_none_of_ours(anna: Visitor, app: FastAPI) -> None:
    table = anna.set_up("local", "bot")
    ours = f"farmtable={anna.client.cookies['farmtable']}; farmtable_language=de"
    for others in ('{"a": 1}', "x=" + "y" * 40_000, "a,b=c d", "\xe9=\xff", "=", ";", 'q="a;b"', "farmtable"):
        for cookies in (f"{others}; {ours}", f"{ours};{others}", f" {others} ;{ours} ;"):
            headers = {"cookie": cookies.encode("latin-1")}
            answer = TestClient(app).get(f"/table/{table}/board?seat=0", headers=headers)  # type: ignore[arg-type]
            assert (answer.status_code, answer.headers["content-language"]) == (200, "de")
            assert "set-cookie" not in answer.headers


def over_https(visitor: Visitor) -> Visitor:
    """The same browser, as it asks from now on."""
    visitor.client.base_url = "https://testserver"
    return visitor


def kept(visitor: Visitor) -> dict[str, str]:
    """What a browser keeps, by the names under which it does."""
    return {cookie.name: cookie.value or "" for cookie in visitor.client.cookies.jar}


def test_over_https_a_browser_is_known_by_what_nobody_else_can_plant(anna: Visitor, ben: Visitor) -> None:
    table = over_https(anna).set_up("local", "bot")
    answer = anna.post("/sign-up", name="Anna", password="wheat and barley", along="yes")
    given = answer.history[0].headers.get_list("set-cookie")
    assert len(given) == 3
    for cookie in given:
        assert cookie.startswith("__Host-farmtable")
        assert {"Secure", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
    over_https(ben).get("/")
    for name, value in kept(ben).items():  # another host of the domain, or somebody on the line, plants these
        anna.client.cookies.set(name.removeprefix("__Host-"), value, domain="testserver.local")
    anna.client.cookies.set("farmtable_session", "planted", domain="testserver.local")
    assert anna.board(table, 0).status == 200
    assert "<h1>Anna</h1>" in anna.get("/account").text
    anna.post("/sign-out")
    assert anna.get("/account").url.path == "/sign-in"


def test_over_https_nobody_is_signed_in_by_what_another_has_planted(anna: Visitor, ben: Visitor) -> None:
    """Anna plays as a guest; the session, or the device, that somebody plants would make her act as him."""
    table = over_https(anna).set_up("local", "bot")
    over_https(ben).post("/sign-up", name="Ben", password="wheat and barley")
    before = kept(anna)
    for name in ("farmtable_session", "farmtable_known"):
        planted = kept(ben)[f"__Host-{name}"]
        anna.client.cookies.set(name, planted, domain="testserver.local")
    assert anna.get("/account").url.path == "/sign-in"
    assert anna.board(table, 0).status == 200
    assert {name: value for name, value in kept(anna).items() if name.startswith("__Host-")} == before


def test_at_a_first_visit_over_https_nobody_is_who_another_has_planted(anna: Visitor, ben: Visitor) -> None:
    """Anna would play under an id, or in an account, that Ben has, too: he would see her hand and decide."""
    ben.post("/sign-up", name="Ben", password="wheat and barley")
    for name, value in kept(ben).items():
        anna.client.cookies.set(name, value, domain="testserver.local")
    table = over_https(anna).set_up("local", "bot")
    assert anna.get("/account").url.path == "/sign-in"
    assert not set(kept(ben).values()) & {
        value for name, value in kept(anna).items() if name.startswith("__Host-")
    }
    ben.post("/sign-out")
    assert ben.board(table, 0).status == 403


def test_what_a_guest_has_from_before_https_comes_along_if_he_says_so(anna: Visitor, ben: Visitor) -> None:
    own = anna.set_up("local", "bot")
    copied = kept(anna)["farmtable"]
    over_https(anna).get("/static/app.css")
    assert set(kept(anna)) == {"farmtable"}
    lobby = anna.get("/").text
    assert "from before the connection was secure" in lobby
    assert f"/table/{own}" not in lobby
    assert anna.board(own, 0).status == 403
    answer = anna.post("/older")
    assert f"/table/{own}" in answer.text
    assert "from before the connection was secure" not in answer.text
    assert anna.board(own, 0).status == 200
    assert set(kept(anna)) == {"__Host-farmtable"}
    ben.client.cookies.set("farmtable", copied, domain="testserver.local")
    assert ben.board(own, 0).status == 403, "whoever has the old one holds nothing by it"


def test_what_a_guest_has_from_before_https_comes_to_his_account(anna: Visitor, ben: Visitor) -> None:
    own = anna.set_up("local", "bot")
    over_https(anna).get("/")
    anna.post("/sign-up", name="Anna", password="wheat and barley", along="yes")
    assert f"/table/{own}" in anna.post("/older").text
    over_https(ben).post("/sign-in", name="Anna", password="wheat and barley")
    assert ben.board(own, 0).status == 200


def test_who_has_nothing_from_before_https_is_asked_nothing(anna: Visitor, ben: Visitor) -> None:
    anna.get("/")
    for visitor in (over_https(anna), over_https(ben)):
        assert "from before the connection was secure" not in visitor.get("/").text
        assert visitor.post("/older").status_code == 200
    ben.client.cookies.set("farmtable_older", "planted", domain="testserver.local")
    assert ben.get("/").status_code == 200


def test_without_https_there_is_no_older_cookie(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "bot")
    ben.client.cookies.set("farmtable_older", kept(anna)["farmtable"], domain="testserver.local")
    assert f"/table/{table}" not in ben.post("/older").text


def test_who_signs_out_over_https_is_known_by_neither_name(anna: Visitor) -> None:
    anna.post("/sign-up", name="Anna", password="wheat and barley", along="yes")
    over_https(anna).post("/sign-in", name="Anna", password="wheat and barley")
    assert {"farmtable_session", "__Host-farmtable_session"} <= set(kept(anna))
    anna.post("/sign-out")
    assert not any("session" in name for name in kept(anna))


def test_without_https_no_cookie_claims_to_be_of_this_host(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "bot")
    stolen = kept(anna)["farmtable"]
    ben.client.cookies.set("__Host-farmtable", stolen, domain="testserver.local")
    assert ben.board(table, 0).status == 403
    assert set(kept(ben)) == {"__Host-farmtable", "farmtable"}


def test_of_cookies_of_one_name_the_last_counts() -> None:
    assert cookies_in("a=1; b = 2=3 ;a=4;c;=5") == {"a": "4", "b": "2=3", "": "5"}


# --- patience ----------------------------------------------------------------------------------


async def _spoken_to(app: object, *said: bytes, pause: float = 0.0) -> tuple[bytes, list[str]]:
    """What a server answers to somebody who says these things, then waits; and what it has refused."""
    import uvicorn
    from uvicorn.server import ServerState

    refused: list[str] = []
    gate = Gate(refused.append)
    config = uvicorn.Config(app, log_config=None, lifespan="off")  # type: ignore[arg-type]
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: PatientProtocol(gate, config=config, server_state=state, app_state={}, _loop=loop),
        "127.0.0.1",
        0,
    )
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
    answered = b""
    with contextlib.suppress(ConnectionError):  # hung up on while still speaking
        for part in said:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(pause)
        answered = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    await asyncio.sleep(0)
    server.close()
    await asyncio.gather(*state.tasks, return_exceptions=True)
    return answered, refused


async def _small(scope: object, receive: object, send: object) -> None:
    await receive()  # type: ignore[operator]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})  # type: ignore[operator]
    await send({"type": "http.response.body", "body": b"ok"})  # type: ignore[operator]


WHOLE = b"GET / HTTP/1.1\r\nhost: localhost\r\n"


@pytest.mark.parametrize("said", [(), (b"GET / HT",), (b"GET / ", b"HTTP/1.1\r\n", b"host: localhost\r\n")])
def test_half_a_head_is_not_waited_for(said: tuple[bytes, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient, "HEAD_SECONDS", 0.05)
    answered, refused = asyncio.run(_spoken_to(_small, *said, pause=0.02))
    assert (answered, refused) == (b"", ["slow"])


def test_a_second_request_on_a_connection_is_watched_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient, "HEAD_SECONDS", 0.3)
    answered, refused = asyncio.run(_spoken_to(_small, WHOLE + b"\r\n", b"GET / HT", pause=0.02))
    assert answered.startswith(b"HTTP/1.1 200")
    assert refused == ["slow"]


@pytest.mark.parametrize(
    "said",
    [
        (WHOLE, b"x: " + b"a" * 40_000, b"a" * 40_000),
        (WHOLE, *[b"".join(b"x%d: y\r\n" % number for number in range(3000))] * 3),
        (WHOLE + b"transfer-encoding: chunked\r\n\r\n0\r\n", b"x: y\r\n" * 6000, b"x: y\r\n" * 6000),
    ],
    ids=["one header", "many headers", "trailers"],
)
def test_a_request_that_does_not_end_is_given_up(said: tuple[bytes, ...]) -> None:
    async def listens(scope: object, receive: object, send: object) -> None:
        while (await receive()).get("more_body"):  # type: ignore[operator]
            pass

    answered, refused = asyncio.run(_spoken_to(listens, *said, pause=0.02))
    assert answered.startswith(b"HTTP/1.1 400") or answered == b""  # hung up on while still speaking
    assert refused == ["endless"]


@pytest.mark.parametrize(
    "said",
    [
        b"GET /\xff HTTP/1.1\r\nhost: localhost\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        WHOLE + b"content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
        WHOLE + b"content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef",
        WHOLE + b"x: a\x00b\r\n\r\n",
        WHOLE + b"x : y\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(said: bytes) -> None:
    answered, refused = asyncio.run(_spoken_to(_small, said))
    assert answered.startswith(b"HTTP/1.1 400 ")
    assert answered.count(b"HTTP/1.1") == 1
    assert refused == []


def test_a_long_body_is_no_endless_request() -> None:
    body = b"a" * 300_000

    async def counts(scope: object, receive: object, send: object) -> None:
        length = 0
        while (message := await receive()).get("more_body"):  # type: ignore[operator]
            length += len(message["body"])
        assert length + len(message["body"]) == len(body)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})  # type: ignore[operator]
        await send({"type": "http.response.body", "body": b"ok"})  # type: ignore[operator]

    head = WHOLE + b"connection: close\r\ncontent-length: %d\r\n\r\n" % len(body)
    answered, refused = asyncio.run(_spoken_to(counts, head, body))
    assert (answered[-2:], refused) == (b"ok", [])


def test_whoever_has_said_what_he_wants_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient, "HEAD_SECONDS", 0.2)

    async def slowly(scope: object, receive: object, send: object) -> None:
        await asyncio.sleep(0.3)
        await _small(scope, receive, send)

    answered, refused = asyncio.run(_spoken_to(slowly, WHOLE + b"connection: close\r\n\r\n"))
    assert answered.endswith(b"ok")
    assert refused == []


@pytest.mark.parametrize("length", [b"400", b"9999999"])
def test_half_a_body_is_not_waited_for(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, length: bytes
) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", 0.05)
    monkeypatch.setattr(guard, "DRAIN_SECONDS", 0.05)
    app = create_app(tables)
    head = b"POST /language HTTP/1.1\r\nhost: localhost\r\ncontent-length: " + length
    kind = b"\r\ncontent-type: application/x-www-form-urlencoded\r\n\r\n"
    answered, _ = asyncio.run(_spoken_to(app, head + kind + b"language=d"))
    status = answered.split(b" ")[1]
    assert status == (b"408" if length == b"400" else b"413")
    app.state.thinkers.close()


def test_so_many_connections_come_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patient, "MOST_CONNECTIONS", 0)
    monkeypatch.setattr(patient, "is_here", lambda address: False)
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    assert asyncio.run(_spoken_to(_small, WHOLE)) == (b"", ["connections"])
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1, 127.0.0.1")  # the proxy that all come through
    answered, _ = asyncio.run(_spoken_to(_small, WHOLE + b"connection: close\r\n\r\n"))
    assert answered.endswith(b"ok")


@pytest.mark.parametrize("named", ["192.0.2.1", "127.0.0.0/8"])
def test_a_proxy_that_is_not_believed_is_told_of_once(
    named: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", named)
    asked = WHOLE + b"X-Forwarded-Proto: https\r\nx-forwarded-for: 203.0.113.7\r\n\r\n"
    asyncio.run(_spoken_to(_small, asked + asked + WHOLE + b"connection: close\r\n\r\n"))
    said = [message for message in caplog.messages if "X-Forwarded-For" in message]
    if named == "192.0.2.1":
        (line,) = said
        assert "127.0.0.1" in line
        assert "203.0.113.7" not in line, "somebody who plays"
    else:
        assert said == []


def test_there_is_room_for_connections(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        patient.make_room()
        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        assert now == (65_536 if most == resource.RLIM_INFINITY else min(most, 65_536))
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_what_other_limits_refuse_is_counted_too(
    app: FastAPI, anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from farmtable.tables.people.limits import Limit
    from farmtable.web.watch import limits

    monkeypatch.setattr(limits, "TABLES_BY_BROWSER", Limit("tables by browser", 0, 60.0))
    monkeypatch.setattr(limits, "STREAMS_BY_BROWSER", 0)
    anna.get("/table/none/events")
    app.state.metrics = True
    told = anna.get("/metrics").text
    assert 'farmtable_refused_total{limit="event streams"} 1.0' in told
    anna.post("/tables", game=GAME, players="2", kind_0="local", kind_1="bot")
    anna.post("/tables", game=GAME, players="2", kind_0="local", kind_1="bot")
    assert 'farmtable_refused_total{limit="tables by browser"} 1.0' in anna.get("/metrics").text
