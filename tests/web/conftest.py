"""An application around a database of its own, and visitors to it."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from farmtable import Rng
from farmtable.tables import Tables, Thinkers
from farmtable.web import create_app
from tests.web.process import Server
from tests.web.visitor import Visitor


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    found = Tables(f"sqlite:///{tmp_path}/tables.sqlite", Rng(7))
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
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(tmp_path: Path, free_port: int) -> Iterator[Server]:
    found = Server(tmp_path, free_port)
    yield found
    found.close()
