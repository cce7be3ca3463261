"""An application around a database of its own, and visitors to it; a real server and real browsers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser

from farmtable import Rng
from farmtable.tables import Tables, Thinkers
from farmtable.web import create_app
from tests.web.chromium import DESKTOP, People, Person, chromium
from tests.web.process import Server
from tests.web.visitor import Visitor
from tools.load.servers import free_port


@pytest.fixture
def tables(file_url: str) -> Iterator[Tables]:
    found = Tables(file_url, Rng(7))
    yield found
    found.close()


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    found = Thinkers(1)
    yield found
    found.close()


@pytest.fixture
def app(tables: Tables) -> Iterator[FastAPI]:
    """The application, not started: no bot moves in it."""
    found = create_app(tables)
    yield found
    found.state.thinkers.close()


@pytest.fixture
def anna(app: FastAPI) -> Visitor:
    return Visitor(app)


@pytest.fixture
def ben(app: FastAPI) -> Visitor:
    return Visitor(app)


@pytest.fixture
def stranger(app: FastAPI) -> Visitor:
    return Visitor(app)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of this test's own, to be killed."""
    found = Server(tmp_path, free_port())
    yield found
    found.close()


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for many tests, and not to be killed: each comes with browsers that nobody has seen before.

    To start one, its thinkers and all its pages, costs more than most tests do.
    """
    found = Server(tmp_path_factory.mktemp("club"), free_port())
    yield found
    found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module, not longer: while it is there nothing else can run an event loop in this thread."""
    with chromium() as found:
        yield found


@pytest.fixture
def person(browser: Browser, club: Server) -> Iterator[People]:
    """Somebody at a browser of his own, as often as called. No page may have had an error in the end."""
    people: list[Person] = []

    def come(size: tuple[int, int] = DESKTOP, scheme: str = "light") -> Person:
        people.append(Person(browser, club.address, size, scheme))
        return people[-1]

    yield come
    for one in people:
        one.close()
