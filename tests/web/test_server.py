"""The running server: live events, bots, restarts, ports, a clean end."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path

import httpx
import pytest

from farmtable import BadOption, FarmtableError
from farmtable.tables import SeatPlan, Settings, Tables
from farmtable.tables.backup import back_up, restore
from farmtable.tables.database import kept_to_oneself
from farmtable.web import serve
from farmtable.web.server import default_database
from tests.processes import children, gone
from tests.web.process import Server
from tools.load.postgres import Postgres
from tools.load.servers import family, free_port

TAKE_FROM_STALL = 6


class Guest:
    """A browser without a screen that talks to a real server."""

    def __init__(self, server: Server) -> None:
        self.client = httpx.Client(base_url=server.address, follow_redirects=True, timeout=15)
        self.token = self._find(r'name="token" value="([^"]+)"', "/")

    def _find(self, pattern: str, path: str) -> str:
        found = re.search(pattern, self.client.get(path).text)
        assert found
        return found[1]

    def set_up(self, kind: str = "bot", **fields: str) -> str:
        form = {"token": self.token, "game": "market_day", "players": "2", "kind_1": kind, "delay": "0"}
        return self.client.post("/tables", data=form | fields).url.path.removeprefix("/table/")

    def version(self, table: str) -> int:
        return int(self.client.get(f"/table/{table}/board").headers["farmtable-version"])

    def play(self, table: str, seat: int = 0) -> httpx.Response:
        command = {"id": uuid.uuid4().hex, "kind": "play", "seat": seat, "version": self.version(table)}
        headers = {"farmtable-token": self.token}
        board = self.client.get(f"/table/{table}/board").text
        action = int(re.findall(r'data-action="(\d+)"', board)[-1])
        return self.client.post(f"/table/{table}/command", json=command | {"action": action}, headers=headers)

    @contextmanager
    def events(self, table: str) -> Iterator[Iterator[str]]:
        """The lines of the table's event stream."""
        with self.client.stream("GET", f"/table/{table}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            yield (line for line in stream.iter_lines() if line)


def next_version(lines: Iterator[str]) -> str:
    """What the next event of a version says; those that tell of the chat and of who watches say as little."""
    for event in lines:
        data = next(lines)
        assert event in ("event: version", "event: chat", "event: watching")
        assert re.fullmatch(r"data: \d+(\.\d+)*", data)
        if event == "event: version":
            return data
    raise AssertionError("the stream has ended")


def wait_for_turn(guest: Guest, table: str) -> None:
    until = time.monotonic() + 60
    while "data-turn" not in guest.client.get(f"/table/{table}/board").text:
        assert time.monotonic() < until
        time.sleep(0.02)


def test_events_tell_that_something_happened_and_nothing_more(server: Server) -> None:
    anna, watcher = Guest(server), Guest(server)
    table = anna.set_up("friend", delay="0")
    with watcher.events(table) as lines:
        first = next_version(lines)
        anna.play(table)
        played = time.monotonic()
        then = next_version(lines)
        assert time.monotonic() - played < 4  # what is not heard at once would be found after five seconds
    assert first != then


def test_bots_play_by_themselves_and_go_on_after_a_kill(server: Server) -> None:
    guest = Guest(server)
    table = guest.set_up("bot", kind_0="bot", delay="0.4")
    assert guest.version(table) > 0
    server.kill()
    server.start()
    before = guest.version(table)
    until = time.monotonic() + 60
    while guest.version(table) == before:  # no page is open, nobody asks it to
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_kill_loses_and_doubles_nothing(server: Server) -> None:
    guest = Guest(server)
    table = guest.set_up("bot")
    for _ in range(3):
        wait_for_turn(guest, table)
        answer = guest.play(table)
        assert answer.status_code == 200
        version = int(answer.headers["farmtable-version"])
        server.kill()
        server.start()
        assert guest.version(table) >= version
        log = guest.client.get(f"/table/{table}/board").text
        assert len(re.findall(r'data-version="(\d+)"', log)) >= 1


def test_pages_answer_while_a_bot_thinks_and_ctrl_c_does_not_wait_for_it(server: Server) -> None:
    server.kill()
    tables = Tables(server.db)
    plans = [SeatPlan("bot", bot="search:time=60"), SeatPlan("bot", bot="search:time=60")]
    table = tables.create("market_day", 2, plans, {}, Settings(bot_delay=0), "nobody's").id
    tables.close()
    server.start()
    until = time.monotonic() + 20
    while len(children(server.process.pid)) < 2:  # one that thinks, and one that Python has for itself
        assert time.monotonic() < until
        time.sleep(0.01)
    anna = Guest(server)
    version = anna.version(table)
    assert "data-thinking" in anna.client.get(f"/table/{table}/board").text
    assert anna.client.get("/rules/market_day").status_code == 200
    own = anna.set_up("bot")
    anna.play(own)
    wait_for_turn(anna, own)  # another bot thinks and moves meanwhile
    assert anna.version(table) == version
    thinkers = children(server.process.pid)
    status, rest = server.interrupt()
    assert status == 0
    assert "farmtable has stopped." in rest
    assert "Traceback" not in server.log.read_text()
    assert all(map(gone, thinkers))  # the one that Python has for itself only notices a moment later


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_cleanly_even_while_somebody_watches(
    server: Server, tmp_path: Path, by: signal.Signals
) -> None:
    guest = Guest(server)
    table = guest.set_up()
    with guest.events(table) as lines:
        next(lines)
        status, rest = server.interrupt(by)
        assert list(lines) is not None, "the stream has ended properly"
    assert status == 0
    assert "farmtable has stopped." in rest
    assert not server.log.read_text()
    assert not [*tmp_path.glob("*.sqlite-*")], "all that was played is in the one file"


FROZEN = """
import sys
from farmtable.web.watch import ending
from farmtable.web import serve
ending.LONGEST = 1.0
serve(port=int(sys.argv[1]), db={url!r}, open_browser=False)
"""


def test_a_database_that_has_stopped_does_not_hold_the_end_up(
    postgres_server: Postgres, postgres_url: str, tmp_path: Path
) -> None:
    """It takes connections, and answers nothing: no driver ever gives up."""
    server = Server(tmp_path, free_port(), FROZEN.format(url=postgres_url))
    try:
        guest = Guest(server)
        table = guest.set_up()
        version = guest.version(table)
        thinkers = children(server.process.pid)
        with frozen(postgres_server):
            status, _ = server.interrupt(signal.SIGTERM)
        assert status == 1
        assert "has not ended in time" in server.log.read_text()
        assert all(map(gone, thinkers))
        server.start()
        assert guest.version(table) >= version
    finally:
        server.close()


@contextmanager
def frozen(database: Postgres) -> Iterator[None]:
    """All its processes stand still meanwhile."""
    processes = family(database.pid)
    for one in processes:
        os.kill(one, signal.SIGSTOP)
    try:
        yield
    finally:
        for one in processes:
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGCONT)


def test_a_port_in_use_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = f"cannot listen at 127.0.0.1 port {port}: Address already in use$"
        with pytest.raises(FarmtableError, match=said):
            serve(port=port, db=f"sqlite:///{tmp_path}/x.sqlite", open_browser=False)
    with pytest.raises(FarmtableError, match="port 99999"):
        serve(port=99999, db=f"sqlite:///{tmp_path}/x.sqlite", open_browser=False)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (
            {"SMTP_FROM": "a@club.example"},
            "no mails are sent: FARMTABLE_SMTP_FROM set, but not FARMTABLE_SMTP_HOST",
        ),
        ({"SMTP_PORT": "25", "SMTP_USER": "x"}, "FARMTABLE_SMTP_PORT and FARMTABLE_SMTP_USER set, but not"),
        (
            {"SMTP_HOST": "smtp", "SMTP_FROM": "a@club.example", "SMTP_PASSWORD": "x"},
            "without FARMTABLE_SMTP_PASSWORD",
        ),
        ({"METRICS_TOKEN": "x"}, "FARMTABLE_METRICS_TOKEN opens nothing"),
        ({"CHATT": "no"}, "FARMTABLE_CHATT is set, but nothing here is called so; perhaps FARMTABLE_CHAT"),
        ({"SMTP_SERVER": ""}, None),
        ({"SOMETHING_ELSE_ALTOGETHER": "1"}, "nothing here is called so"),
        ({"SMTP_HOST": "", "SMTP_FROM": "", "METRICS_TOKEN": ""}, None),
        ({"SMTP_HOST": "smtp", "SMTP_FROM": "a@club.example"}, None),
    ],
)
def test_what_is_set_in_vain_is_said_once_at_the_start(
    settings: dict[str, str],
    said: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nobody would wait for a mail that is never sent."""
    from farmtable.web import server as module

    monkeypatch.setattr(module, "_server", lambda tables, how: None)
    monkeypatch.setattr(module, "_run", lambda server, listening: listening.close())
    monkeypatch.setenv("FARMTABLE_URL", "https://club.example")
    for name, value in settings.items():
        monkeypatch.setenv(f"FARMTABLE_{name}", value)
    serve(db=f"sqlite:///{tmp_path}/x.sqlite", open_browser=False)
    *before, address = capsys.readouterr().out.splitlines()
    assert "http://" in address
    assert len(before) == (said is not None)
    assert (said or "") in "".join(before)


def test_a_file_of_sqlite_has_one_server_until_that_has_ended(server: Server, tmp_path: Path) -> None:
    def others() -> None:
        with pytest.raises(BadOption, match=r"a server is running on .*tables\.sqlite, or a backup"):
            serve(db=server.db, open_browser=False)
        with pytest.raises(BadOption, match="end that first"):
            restore(server.db, kept)

    kept, link = tmp_path / "kept.gz", tmp_path / "link.sqlite"
    Guest(server).set_up()
    back_up(server.db, kept)
    others()
    link.symlink_to(server.db.removeprefix("sqlite:///"))
    with pytest.raises(BadOption, match="a server is running"):
        serve(db=f"sqlite:///{link}", open_browser=False)
    with closing(Tables(server.db)) as beside:  # as `farmtable admin` does
        assert len(beside.all()) == 1
    server.kill()
    restore(f"sqlite:///{tmp_path}/other.sqlite", kept)
    server.start()  # nothing is left of the one that was killed
    others()


def test_nobody_serves_a_file_while_a_backup_is_restored_to_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.sqlite"
    with kept_to_oneself(url), pytest.raises(BadOption, match="a backup is being restored to it"):
        serve(db=url, open_browser=False)


def test_a_wrong_database_is_said_in_one_sentence() -> None:
    with pytest.raises(BadOption, match="URL of a database"):
        serve(db="nonsense", open_browser=False)
    with pytest.raises(BadOption, match=r"FARMTABLE_DB \(--db\)"):
        serve(db="mysql://club@localhost/tables", open_browser=False)


@pytest.mark.parametrize("host", ["nowhere.invalid", "192.0.2.7", "a..b"])
@pytest.mark.parametrize("port", [None, 8765])
def test_an_address_that_this_machine_does_not_have_is_said(
    host: str, port: int | None, tmp_path: Path
) -> None:
    """Not that no port is free there."""
    with pytest.raises(FarmtableError, match=rf"FARMTABLE_HOST \(--host\): cannot listen at {host}: "):
        serve(host=host, port=port, db=f"sqlite:///{tmp_path}/x.sqlite", open_browser=False)


def test_the_next_free_port_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from farmtable.web import server as module

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr(module, "FIRST_PORT", port)
        listening = module._listen("127.0.0.1", None)
        assert port < listening.getsockname()[1] < port + module.PORTS_TO_TRY
        listening.close()


def test_whoever_thinks_for_a_while_needs_no_new_connection(club: Server) -> None:
    line = HTTPConnection("127.0.0.1", club.port, timeout=15)
    line.connect()
    line.auto_open = 0  # what is closed stays closed
    for pause in (6.0, 0.0):  # uvicorn's own patience ends after five seconds
        line.request("GET", "/health")
        answer = line.getresponse()
        assert (answer.status, answer.read()[:1]) == (200, b"{")
        time.sleep(pause)
    line.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_no_answer_waits_until_its_head_was_acknowledged(host: str) -> None:
    """A browser acknowledges 40 ms later, or 200; asyncio sends at once at sockets that say they are TCP."""
    from farmtable.web import server as module

    if host == "::1" and not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    accepted: list[int] = []

    async def ask_at(listening: socket.socket) -> None:
        async def note(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            own = writer.get_extra_info("socket")
            accepted.append(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        async with await asyncio.start_server(note, sock=listening):
            reader, writer = await asyncio.open_connection(*listening.getsockname()[:2])
            await reader.read()
            writer.close()

    asyncio.run(ask_at(module._listen(host, 0)))
    assert accepted
    assert all(accepted)


def test_a_folder_that_cannot_be_made_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("sys.platform", "linux")
    said = f"cannot use the folder {tmp_path}/file/farmtable: .*; name a database with --db or FARMTABLE_DB"
    with pytest.raises(BadOption, match=said):
        serve(open_browser=False)


def test_the_default_database_is_in_the_users_own_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == f"sqlite:///{tmp_path}/farmtable/tables.sqlite"
    assert (tmp_path / "farmtable").is_dir()
