"""Databases of both kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from farmtable.core.rng import Rng
from farmtable.tables import Tables
from tests.postgres import for_a_test
from tools.load.postgres import Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database in which nothing has been made yet, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a database in which nothing has happened yet, of each kind in turn."""
    if request.param == "sqlite":
        yield request.getfixturevalue("file_url")
    else:
        server: Postgres = request.getfixturevalue("postgres_server")
        yield from for_a_test(server, like=request.getfixturevalue("new_postgres"))


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
