"""A real PostgreSQL for the tests: started by them on a free port, stopped and removed after them."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

USER = "farmtable"


class PostgresServer:
    """A running server. `new_database` gives the URL of an empty database in it."""

    def __init__(self, port: int) -> None:
        self._port = port

    def url(self, database: str) -> str:
        """The URL of one of its databases, there or not."""
        return f"postgresql+psycopg://{USER}@127.0.0.1:{self._port}/{database}"

    def new_database(self) -> str:
        """Make an empty database and return its URL."""
        import psycopg
        from psycopg import sql

        name = f"test_{uuid.uuid4().hex}"
        server = f"host=127.0.0.1 port={self._port} user={USER} dbname=postgres"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self.url(name)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A PostgreSQL server for this test session; skips where it is not installed (fails with CI=true)."""
    binaries = _binaries()
    if binaries is None:
        _do_without("PostgreSQL is not installed (Debian: apt install postgresql)")
    as_user = _unprivileged()
    folder = Path(tempfile.mkdtemp(prefix="farmtable-pg-", dir="/tmp"))
    try:
        if as_user:
            shutil.chown(folder, "postgres")
        data, port = folder / "data", _free_port()
        settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder} -c fsync=off"
        initdb = ["--auth=trust", f"--username={USER}", "--encoding=UTF8", "--no-sync"]
        _run([*as_user, f"{binaries}/initdb", "-D", str(data), *initdb])
        control = [*as_user, f"{binaries}/pg_ctl", "-D", str(data), "-w"]
        _run([*control, "-l", str(folder / "log"), "-o", settings, "start"])
        try:
            yield PostgresServer(port)
        finally:
            _run([*control, "-m", "immediate", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """The URL of an empty PostgreSQL database of this test's own."""
    return postgres_server.new_database()


def _binaries() -> str | None:
    """The folder of `initdb`: Debian keeps it out of the PATH."""
    found = shutil.which("initdb")
    if found:
        return str(Path(found).resolve().parent)
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=_version)
    return str(Path(folders[-1]).parent) if folders else None


def _version(path: str) -> float:
    return float(Path(path).parts[4])


def _unprivileged() -> list[str]:
    """What runs a command as somebody else than root, whom PostgreSQL refuses to serve."""
    if os.geteuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        _do_without("as root, PostgreSQL needs the user 'postgres' to run as")
    return ["runuser", "-u", "postgres", "--"]


def _do_without(reason: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _run(command: list[str]) -> None:
    # Output goes to a file: a server started by pg_ctl would keep a pipe open.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(command, stdout=output, stderr=output, check=False, cwd="/")
        if done.returncode:
            output.seek(0)
            raise RuntimeError(f"{command} failed: {output.read().decode(errors='replace')}")
