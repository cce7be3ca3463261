"""Several processes at one port, one of which dies, and all of which are replaced while people play."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn
from sqlalchemy import create_engine, select

from farmtable import BadOption
from farmtable.tables.schema import servers
from farmtable.web import serve, server
from farmtable.web.gate import exchange
from farmtable.web.gate.hosts import Hosts
from farmtable.web.gate.patient import Gate
from farmtable.web.watch.workers import Workers
from tests.processes import children, gone
from tests.web.orphans import bear
from tools.load.servers import free_port

PATIENCE = 240.0
"""Seconds for what takes a few, on however busy a machine."""
PAUSE = 0.1
"""Seconds between decisions: one who plays as fast as he can is refused as a flood after a minute."""
COMMANDS = 'farmtable_requests_total{method="POST",route="/table/{table_id}/command",status="200"}'


class Parent:
    """`farmtable serve --workers 2 --metrics`, and who it has started."""

    def __init__(self, url: str, log: Path) -> None:
        self.port = free_port()
        self.log = log
        command = [sys.executable, "-m", "farmtable", "serve", "--no-browser", "--workers", "2", "--metrics"]
        with log.open("wb") as said:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--db", url], stdout=said, stderr=said
            )
        self._engine = create_engine(url)

    def living(self) -> set[str]:
        """Which servers live, as the database has it."""
        with self._engine.connect() as connection:
            return set(connection.scalars(select(servers.c.id)))

    def workers(self) -> list[int]:
        """The processes that serve; beside them there is one that Python has for itself."""
        shown = ["ps", "-ww", "-o", "pid=", "-o", "args=", "--ppid", str(self.process.pid)]
        said = subprocess.run(shown, capture_output=True, text=True, check=False).stdout
        return [int(line.split()[0]) for line in said.splitlines() if "spawn_main" in line]

    def counted(self, number: str) -> float:
        """What one of its processes tells of all."""
        told = httpx.get(f"http://127.0.0.1:{self.port}/metrics", timeout=PATIENCE).text
        found = re.search(rf"^{re.escape(number)} (\S+)$", told, re.MULTILINE)
        assert found, told
        return float(found[1])

    def close(self) -> None:
        for process in (self.process.pid, *children(self.process.pid)):
            if not gone(process, 0):
                os.kill(process, signal.SIGKILL)
        self.process.wait()
        self._engine.dispose()


@pytest.fixture
def parent(postgres_url: str, tmp_path: Path) -> Iterator[Parent]:
    found = Parent(postgres_url, tmp_path / "server.log")
    yield found
    found.close()


class Ended(Exception):
    """Nothing more is asked."""


class Player:
    """Somebody who plays against himself, as a page does: what is not answered is sent again."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.answers: list[int] = []
        self.enough = threading.Event()
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{port}", follow_redirects=True, timeout=15)
        found = re.search(r'name="token" value="([^"]+)"', self._ask("GET", "/").text)
        assert found
        self._token = found[1]
        self._thread = threading.Thread(target=self._play, daemon=True)

    def __enter__(self) -> Player:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.enough.set()
        self._thread.join()
        self._client.close()

    def _play(self) -> None:
        with contextlib.suppress(Ended):
            self._play_on()

    def _play_on(self) -> None:
        form = {"token": self._token, "game": "market_day", "players": "2", "kind_1": "local", "delay": "0"}
        while not self.enough.is_set():
            table = self._ask("POST", "/tables", data=form).url.path
            while not self.enough.wait(PAUSE) and self._decide(table):
                pass

    def _decide(self, table: str) -> bool:
        for seat in (0, 1):
            board = self._ask("GET", f"{table}/board?seat={seat}")
            if " data-over" in board.text:
                return False
            if " data-turn" in board.text or " data-held" in board.text:
                actions = re.findall(r'data-action="(\d+)"', board.text)
                held = " data-held" in board.text
                command: dict[str, object] = {"id": uuid.uuid4().hex, "seat": seat}
                command |= {"version": int(board.headers["farmtable-version"])}
                command |= {"kind": "finish"} if held else {"kind": "play", "action": int(actions[-1])}
                headers = {"farmtable-token": self._token}
                sent = self._ask("POST", f"{table}/command", json=command, headers=headers)
                self.answers.append(sent.status_code)
        return True

    def _ask(self, method: str, path: str, **what: object) -> httpx.Response:
        while not self.enough.is_set():
            try:
                return self._client.request(method, path, **what)  # type: ignore[arg-type]
            except httpx.TransportError:  # the process has ended that held the line
                time.sleep(0.02)
        raise Ended


def wait_until(there: Callable[[], bool], parent: Parent) -> None:
    until = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < until, parent.log.read_text()
        assert parent.process.poll() is None, parent.log.read_text()
        time.sleep(0.05)


def test_processes_are_replaced_while_people_play(parent: Parent) -> None:
    wait_until(lambda: "Ctrl-C" in parent.log.read_text(), parent)
    wait_until(lambda: len(parent.living()) == 2, parent)
    first = parent.living()
    with Player(parent.port) as player:
        os.kill(parent.workers()[0], signal.SIGKILL)
        wait_until(lambda: len(parent.living() - first) == 1, parent)
        second = parent.living()
        wait_until(lambda: len(player.answers) > 3, parent)
        parent.process.send_signal(signal.SIGHUP)
        wait_until(lambda: len(parent.living() - second) == 2 and not parent.living() & second, parent)
        answered = len(player.answers)
        wait_until(lambda: len(player.answers) > answered, parent)
    assert set(player.answers) == {200}, "nobody's decision was refused"
    assert abs(parent.counted(COMMANDS) - len(player.answers)) <= 1, "what the killed one was at is not known"
    last = parent.workers()
    assert len(last) == 2
    parent.process.terminate()
    assert parent.process.wait(PATIENCE) == 0
    assert all(map(gone, last))
    assert not parent.living(), "each has said that it goes"
    said = parent.log.read_text()
    assert "farmtable has stopped." in said
    assert "another is started" in said
    assert "Traceback" not in said


@pytest.mark.skipif(not exchange.is_possible(), reason="this system hands over no sockets")
def test_a_table_is_kept_by_one_of_them(parent: Parent) -> None:
    wait_until(lambda: "Ctrl-C" in parent.log.read_text(), parent)
    wait_until(lambda: len(parent.living()) == 2, parent)
    address = f"http://127.0.0.1:{parent.port}"
    with httpx.Client(base_url=address, follow_redirects=True, timeout=PATIENCE) as client:
        found = re.search(r'name="token" value="([^"]+)"', client.get("/").text)
        assert found
        form = {"token": found[1], "game": "market_day", "players": "2", "kind_1": "local", "delay": "0"}
        table = client.post("/tables", data=form).url.path
        boards: list[httpx.Response] = []

        def are_told_as_changes() -> bool:
            """Whether each of thirty boards, over as many lines, was told from the one before it."""
            boards.clear()
            shown = ""
            for _ in range(31):
                headers = {"connection": "close", "farmtable-shown": shown}
                boards.append(client.get(f"{table}/board?seat=0", headers=headers))
                shown = boards[-1].headers["farmtable-mark"]
                time.sleep(0.02)
            return all("farmtable-changes" in board.headers for board in boards[1:])

        # By and by both have been asked for something, and know of each other.
        wait_until(are_told_as_changes, parent)
    assert {board.status_code for board in boards} == {200}


def test_what_several_processes_cannot_do_is_said_in_one_sentence(tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path}/x.sqlite"
    with pytest.raises(BadOption, match="need PostgreSQL"):
        serve(db=file, open_browser=False, workers=2)
    assert not list(tmp_path.iterdir())
    with pytest.raises(BadOption, match="one worker only"):
        serve(db="postgresql://nowhere/x", open_browser=False, workers=2, watch=tmp_path)


def test_a_process_that_finds_no_database_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PAUSE", 0)
    how = server.How(None, log_lines=False, metrics=False, hosts=Hosts(everything=True), chat=True)
    with pytest.raises(SystemExit, match="cannot use the database"):
        server._worker(f"postgresql+psycopg://nobody@127.0.0.1:{free_port()}/x", how, Gate())


def test_no_process_outlives_its_parent() -> None:
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    parent = spawn.Process(target=bear, args=(theirs,))
    parent.start()
    child = ours.recv()
    parent.kill()
    parent.join()
    assert gone(child)


class Silent:
    """Lives until it is killed, and never answers."""

    def __init__(self, *_: object) -> None:
        self.pid = 7
        self.exitcode: int | None = None
        self.process = self
        self.parent_conn, self._theirs = multiprocessing.Pipe()

    def is_alive(self) -> bool:
        return self.exitcode is None

    def kill(self) -> None:
        self.exitcode = -9

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workers]:
    """One process that gives no answer, and who looks after it."""
    for module in ("uvicorn.supervisors.multiprocess", "farmtable.web.watch.workers"):
        monkeypatch.setattr(f"{module}.Process", Silent)
    monkeypatch.setattr("signal.signal", lambda *_: None)  # those of the tests stay theirs
    with socket.socket() as listening:
        config = uvicorn.Config("nowhere:app", workers=1, timeout_worker_healthcheck=60)
        workers = Workers(config, listening)
        workers.init_processes()
        yield workers


def test_a_process_that_has_died_is_replaced_at_once(
    silent: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    silent.keep_subprocess_alive()
    silent.processes[0].kill()
    silent.keep_subprocess_alive()
    assert caplog.messages == ["server process 7 has ended (-9); another is started"]
    assert silent.processes[0].exitcode is None


def test_no_answer_is_waited_for_but_for_a_minute(silent: Workers, caplog: pytest.LogCaptureFixture) -> None:
    began = time.monotonic()
    (asked,) = silent.processes
    silent.keep_subprocess_alive()
    silent.keep_subprocess_alive()
    assert time.monotonic() - began < 5, "signals are seen to meanwhile"
    assert silent.processes == [asked]
    silent.config.timeout_worker_healthcheck = 0
    silent.keep_subprocess_alive()
    assert silent.processes != [asked]
    assert caplog.messages == ["server process 7 has ended (-9); another is started"]


def test_who_does_not_end_is_killed(
    silent: Workers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("farmtable.web.watch.workers.END", 0)
    silent.terminate_all()
    silent.join_all()
    assert silent.processes[0].exitcode == -9
    assert caplog.messages == ["server process 7 does not end; it is killed"]


def test_it_ends_within_seconds_while_its_processes_begin(parent: Parent) -> None:
    wait_until(lambda: "Ctrl-C" in parent.log.read_text(), parent)
    wait_until(lambda: bool(parent.workers()), parent)
    parent.process.terminate()
    assert parent.process.wait(30) == 0
    assert "Traceback" not in parent.log.read_text()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("name", "said", "why"),
    [
        ("FARMTABLE_SMTP_SECURITY", "ssl", "starttls, tls or none"),
        ("FARMTABLE_URL", "https://club.example/games", "with no path"),
        ("FARMTABLE_URL", "club.example", "FARMTABLE_URL must say"),
        ("FARMTABLE_HSTS", "perhaps", "FARMTABLE_HSTS is yes or no"),
        ("FORWARDED_ALLOW_IPS", "bogus", "FORWARDED_ALLOW_IPS"),
        ("FORWARDED_ALLOW_IPS", "172.30.83.1/24", "FORWARDED_ALLOW_IPS"),
        ("FARMTABLE_NAME", "x" * 41, "40 characters"),
    ],
)
def test_a_wrong_setting_is_said_before_anything_else(
    workers: int,
    name: str,
    said: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FARMTABLE_SMTP_HOST", "localhost")
    monkeypatch.setenv("FARMTABLE_SMTP_FROM", "tables@club.example")
    monkeypatch.setenv("FARMTABLE_URL", "https://club.example")
    monkeypatch.setenv(name, said)
    with pytest.raises(BadOption, match=why):
        serve(db="postgresql://nowhere/x", open_browser=False, workers=workers)
    assert capsys.readouterr().out == ""
