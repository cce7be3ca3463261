"""For whoever runs a server: whether it is well, its numbers, and logs without anything that opens a seat."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError, OperationalError, ProgrammingError
from starlette.testclient import TestClient

from farmtable.tables import StorageError, Table, Tables
from farmtable.web import create_app
from farmtable.web.watch import health
from farmtable.web.watch.logs import Lines
from farmtable.web.watch.together import FOLDER
from tests.web.visitor import Visitor

NAME = "Annabel"
"""What no log may tell, here alone: from Python 3.13 on tracebacks show whole statements of a source."""


@pytest.fixture
def watched(tables: Tables) -> FastAPI:
    """An application that tells its numbers."""
    return create_app(tables, metrics=True)


def value(text: str, line: str) -> float:
    found = re.search(rf"^{re.escape(line)} (\S+)$", text, re.MULTILINE)
    assert found, f"{line} in {text}"
    return float(found[1])


def test_health_says_whether_the_database_answers(
    anna: Visitor, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in ("/health", "/health/live", "/health/ready"):
        assert (anna.get(path).status_code, anna.get(path).json()) == (200, {"status": "ok"})

    def fails() -> None:
        raise StorageError

    monkeypatch.setattr(tables, "check_answers", fails)
    assert anna.get("/health/ready").status_code == 503
    assert anna.get("/health/live").status_code == 200


def test_numbers_are_told_while_the_database_is_away(
    watched: FastAPI, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is when somebody looks at them."""

    def fails() -> int:
        raise StorageError

    anna = Visitor(watched)
    anna.get("/")
    monkeypatch.setattr("farmtable.tables.store.Store.running", lambda _: fails())
    told = anna.get("/metrics")
    assert told.status_code == 200
    assert "farmtable_tables_running NaN" in told.text
    assert 'route="/"' in told.text


def test_numbers_are_told_by_route_and_never_by_address(watched: FastAPI) -> None:
    anna = Visitor(watched)
    table = anna.set_up("local", "friend", name_0="Anna")
    invite = re.search(r"/join/([\w.-]+)", anna.get(f"/table/{table}").text)
    link = re.search(r"/take/([\w.-]+)", anna.get(f"/table/{table}/devices").text)
    assert invite
    assert link
    for path in (f"/join/{invite[1]}", f"/take/{link[1]}", "/nowhere/at-all", "/static/app.css"):
        anna.get(path)
    anna.play_first(table, 0)
    anna.post(f"/table/{table}/chat", text="rude")
    Visitor(watched).post(f"/table/{table}/chat/about", ask="report", n="1")
    text = anna.get("/metrics").text
    assert value(text, 'farmtable_requests_total{method="GET",route="/take/{key}",status="200"}') == 1
    assert value(text, 'farmtable_requests_total{method="GET",route="none",status="404"}') == 1
    assert value(text, 'farmtable_requests_total{method="GET",route="/static",status="200"}') == 1
    assert value(text, 'farmtable_request_seconds_count{route="/table/{table_id}/command"}') >= 1
    assert value(text, "farmtable_changes_total") >= 1
    assert value(text, "farmtable_tables_running") == 1
    assert value(text, "farmtable_event_streams") == 0
    assert value(text, "farmtable_thoughts_waiting") == 0
    for secret in (table, invite[1], link[1], "nowhere"):
        assert secret not in text


def test_the_format_is_that_of_prometheus(watched: FastAPI) -> None:
    anna = Visitor(watched)
    anna.get("/")
    answer = anna.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    sample = re.compile(r'[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+')
    lines = answer.text.splitlines()
    assert all(line.startswith(("# HELP ", "# TYPE ")) or sample.fullmatch(line) for line in lines)
    buckets = [
        float(line.split()[-1]) for line in lines if line.startswith("farmtable_request_seconds_bucket")
    ]
    assert buckets == sorted(buckets)
    assert buckets[-1] == value(answer.text, 'farmtable_request_seconds_count{route="/"}')


def test_numbers_are_told_only_where_they_are_wanted(anna: Visitor) -> None:
    assert anna.get("/metrics").status_code == 404


def test_numbers_are_told_on_this_machine_alone_or_to_who_shows_the_token(
    watched: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player who reads how many thoughts wait learns how long a bot has thought (ADR 12)."""
    here, far = TestClient(watched, client=("127.0.0.1", 1)), TestClient(watched, client=("192.0.2.1", 1))
    unknown = TestClient(watched, client=("unknown", 1))
    shown = {"authorization": "Bearer long and random"}
    assert here.get("/metrics").status_code == 200
    for passed_on in ("x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-proto"):
        assert here.get("/metrics", headers={passed_on: "127.0.0.1"}).status_code == 404
    assert [one.get("/metrics", headers=shown).status_code for one in (far, unknown)] == [404, 404]
    assert far.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404
    monkeypatch.setenv(health.VARIABLE, "long and random")
    assert [one.get("/metrics").status_code for one in (far, unknown)] == [404, 404]
    assert far.get("/metrics", headers={"authorization": "Bearer other"}).status_code == 404
    assert far.get("/metrics", headers={b"authorization": b"Bearer \xe4"}).status_code == 404
    assert far.get("/metrics", headers=shown).status_code == 200
    monkeypatch.setenv(health.VARIABLE, "Löwenzahn")
    shown_as_it_is = {b"authorization": "Bearer Löwenzahn".encode()}
    assert far.get("/metrics", headers=shown_as_it_is).status_code == 200


COUNTING = """
import sys
from farmtable.web.watch.requests import Traffic
traffic = Traffic()
traffic.look_at("of_each", "Of each.", lambda: 2.0)
traffic.look_at("of_all", "Of all.", lambda: 3.0, common=True)
traffic.refuse("streams")
traffic.streams.inc()
traffic.seconds.labels("/").observe(0.1)
print(traffic.told().decode(), end="", flush=True)
print("# told", flush=True)
sys.stdin.read()
"""


def test_several_processes_tell_their_numbers_as_one(tmp_path: Path) -> None:
    environment = {**os.environ, FOLDER: str(tmp_path)}

    def another() -> tuple[subprocess.Popen[str], str]:
        started = subprocess.Popen(
            [sys.executable, "-c", COUNTING],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert started.stdout is not None
        return started, "".join(iter(started.stdout.readline, "# told\n"))

    first, alone = another()
    second, together = another()
    first.kill()
    first.communicate()
    third, after = another()
    for process in (second, third):
        process.communicate()
    refused = 'farmtable_refused_total{limit="streams"}'
    assert [value(told, refused) for told in (alone, together, after)] == [1, 2, 3], (
        "and nothing is forgotten"
    )
    answered = 'farmtable_request_seconds_count{route="/"}'
    assert [value(told, answered) for told in (alone, together, after)] == [1, 2, 3]
    for now, two in (("farmtable_event_streams", 2), ("of_each", 4)):
        assert [value(told, now) for told in (alone, together, after)] == [two / 2, two, two], "of the living"
    assert value(after, "of_all") == 3
    assert "# HELP of_all Of all." in after


def test_a_method_that_nobody_knows_is_none_of_its_own(watched: FastAPI) -> None:
    client = TestClient(watched, client=("127.0.0.1", 1))
    for word in ("BREW", "ANY"):
        client.request(word, "/")
    text = client.get("/metrics").text
    assert value(text, 'farmtable_requests_total{method="none",route="/",status="405"}') == 2


def test_logs_have_no_address_name_cookie_or_password(
    anna: Visitor, tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    table = anna.set_up("local", "friend", name_0=NAME)
    link = re.search(r"/take/([\w.-]+)", anna.get(f"/table/{table}/devices").text)
    assert link
    anna.get(f"/take/{link[1]}")
    anna.post("/sign-up", name=NAME, password="wheat and barley")
    anna.post("/sign-in", name=NAME, password="wheat and rye")

    def fails(*_: object) -> None:
        raise StorageError

    monkeypatch.setattr(tables, "of_token", fails)
    assert anna.get(f"/take/{link[1]}").status_code == 503
    ours = [record for record in caplog.records if record.name.startswith(("farmtable", "uvicorn"))]
    lines = [Lines().format(record) for record in ours]
    assert any(json.loads(line).get("route") == "/take/{key}" for line in lines)
    assert any("does not answer" in line for line in lines)
    said = "\n".join(lines)
    for secret in (link[1], table, NAME, "wheat", *anna.client.cookies.values()):
        assert secret not in said


def test_a_database_that_is_away_is_a_line_and_one_that_refuses_tells_where(
    anna: Visitor, tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = anna.set_up("local", "local")
    for kind, is_away in ((OperationalError, True), (ProgrammingError, False)):
        caplog.clear()
        monkeypatch.setattr(tables, "open", partial(refused, tables, kind))
        assert anna.get(f"/table/{table}/board").status_code == 503
        (record,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
        line = Lines().format(record)
        told = json.loads(line)
        assert (told["method"], told["route"]) == ("GET", "/table/{table_id}/board")
        assert table not in told["message"]
        assert ("error" in told) is not is_away
        if is_away:
            assert "more of it" not in line
            assert told["message"].endswith("the database does not answer (it has gone)")
            assert told["database"] == "it has gone"
        assert NAME not in line


def refused(tables: Tables, kind: type[DBAPIError], *_: object) -> None:
    with tables._database.reading():
        raise kind("SELECT :name", {"name": NAME}, Exception("it has gone\nmore of it"), hide_parameters=True)


def test_a_stream_ends_where_the_database_is_away(
    anna: Visitor, tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = anna.set_up("local", "local")
    opened, asked = tables.open, iter((True, False))

    def first(table_id: str) -> Table:
        if next(asked):
            return opened(table_id)
        raise StorageError("the lights are out")

    monkeypatch.setattr(tables, "open", first)
    assert anna.get(f"/table/{table}/events").status_code == 200, "it had begun"
    (record,) = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert record.getMessage().endswith("/events: the database does not answer (the lights are out)")
    assert record.exc_info is None


def test_that_it_is_well_is_not_in_the_log(
    anna: Visitor, tables: Tables, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, logger="farmtable.requests")
    for path in ("/health", "/health/live", "/health/ready"):
        anna.get(path)
    assert caplog.messages == []

    def fails() -> None:
        raise StorageError

    monkeypatch.setattr(tables, "check_answers", fails)
    anna.get("/health/ready")
    assert [json.loads(Lines().format(one))["status"] for one in caplog.records] == [503]


def test_a_line_is_json_whatever_it_says() -> None:
    record = logging.LogRecord("farmtable", logging.WARNING, "", 1, 'a "quoted"\nline %s', ("ü",), None)
    told = json.loads(Lines().format(record))
    assert (told["level"], told["message"]) == ("warning", 'a "quoted"\nline ü')
