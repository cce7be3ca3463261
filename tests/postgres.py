"""A real PostgreSQL for the tests: started by them on a free port, stopped and removed after them."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from farmtable.tables import Tables
from tools.load.postgres import Missing, Postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Postgres]:
    """A PostgreSQL server for this test session; skips where it is not installed (fails with CI=true)."""
    folder = Path(tempfile.mkdtemp(prefix="farmtable-pg-", dir="/tmp"))
    try:
        server = _new(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def new_postgres(postgres_server: Postgres) -> str:
    """The URL of a database in which the tables have just been made, to be copied."""
    url = postgres_server.new_database()
    Tables(url).close()
    return url


@pytest.fixture
def postgres_url(postgres_server: Postgres) -> Iterator[str]:
    """The URL of an empty PostgreSQL database of this test's own."""
    yield from for_a_test(postgres_server)


def for_a_test(server: Postgres, like: str = "template1") -> Iterator[str]:
    """A database that goes with its test. Hundreds left to the end, ten megabytes each in four hundred
    files, took the last test of a process most of a minute to remove."""
    url = server.new_database(like)
    yield url
    server.drop(url)


def or_do_without(reason: Missing) -> NoReturn:
    """Skip where there is no PostgreSQL, but fail with CI=true."""
    if os.environ.get("CI") == "true":
        pytest.fail(str(reason))
    pytest.skip(str(reason))


def _new(folder: Path) -> Postgres:
    try:
        return Postgres(folder)
    except Missing as reason:
        or_do_without(reason)
