"""A flood slows the flooder and nobody else."""

from __future__ import annotations

import pytest
from fastapi import FastAPI

from farmtable.tables.people.limits import Limit
from farmtable.web.problems import Problem
from farmtable.web.watch import limits
from farmtable.web.watch.limits import Streams
from tests.web.visitor import GAME, Visitor

FORM = {"game": GAME, "players": "2", "kind_0": "local", "kind_1": "bot", "name_0": "Annabel"}


def test_who_makes_too_many_tables_waits_and_loses_nothing(
    anna: Visitor, ben: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TABLES_BY_BROWSER", Limit("tables by browser", 2, 60.0))
    anna.set_up("local", "bot")
    anna.set_up("local", "bot")
    refused = anna.post("/tables", **FORM)
    assert refused.status_code == 429
    assert "Too many attempts" in refused.text
    assert 'value="Annabel"' in refused.text  # the form as it was filled in
    for path in (f"/play-now/{GAME}", f"/learn/{GAME}/1"):
        again = anna.post(path)
        assert again.status_code == 429
        assert 0 < int(again.headers["retry-after"]) <= 60
    ben.set_up("local", "bot")


def test_whoever_forgets_his_cookies_has_an_address(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_BY_ADDRESS", Limit("tables by address", 2, 60.0))
    for _ in range(2):
        Visitor(app).set_up("local", "bot")
    assert Visitor(app).post("/tables", **FORM).status_code == 429


def test_another_site_cannot_use_up_what_a_browser_may_do(
    anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TABLES_BY_BROWSER", Limit("tables by browser", 1, 60.0))
    for path in (f"/play-now/{GAME}", "/tables"):
        assert anna.client.post(path, data={"token": "guess"}).status_code == 403
    anna.set_up("local", "bot")


def test_pages_that_listen_are_counted_until_they_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "STREAMS_BY_BROWSER", 1)
    monkeypatch.setattr(limits, "STREAMS_BY_ADDRESS", 2)
    streams = Streams()
    with streams.one("anna", "here"):
        with pytest.raises(Problem):
            streams.check("anna", "elsewhere")
        streams.check("ben", "here")
        with streams.one("ben", "here"), pytest.raises(Problem):
            streams.check("carla", "here")
        streams.check("carla", "elsewhere")
    streams.check("anna", "here")


def test_a_page_too_many_is_told_so(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = anna.set_up("local", "bot")
    monkeypatch.setattr(limits, "STREAMS_BY_BROWSER", 0)
    refused = anna.get(f"/table/{table}/events")
    assert (refused.status_code, "Too many pages are open" in refused.text) == (429, True)
