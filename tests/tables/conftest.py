"""Databases of both kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from farmtable.core.rng import Rng
from farmtable.tables import Tables
from tools.load.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database in which nothing has been made yet, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a database in which nothing has happened yet, of each kind in turn."""
    if request.param == "sqlite":
        url: str = request.getfixturevalue("file_url")
        return url
    server: Postgres = request.getfixturevalue("postgres_server")
    return server.new_database(like=request.getfixturevalue("new_postgres"))


@pytest.fixture
def opened(database: str) -> Iterator[Callable[[], Tables]]:
    """Opens the database once more, as another process would, with reproducible chance."""
    made: list[Tables] = []

    def open_again() -> Tables:
        made.append(Tables(database, Rng(len(made))))
        return made[-1]

    yield open_again
    for each in made:
        each.close()


@pytest.fixture
def tables(opened: Callable[[], Tables]) -> Tables:
    """The tables of an empty database."""
    return opened()
