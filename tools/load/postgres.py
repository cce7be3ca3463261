"""A PostgreSQL of our own in a folder: started on a free port, killed, started again, stopped."""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path
from typing import Final, LiteralString

from tools.load.servers import family, free_port, runs

USER: Final = "farmtable"


class Missing(Exception):
    """PostgreSQL cannot be had here; the message says what is missing."""


class Postgres:
    """A PostgreSQL server with files below `folder`; with `safe` what it commits outlives a power cut."""

    def __init__(self, folder: Path, safe: bool = False, log: Path | None = None) -> None:
        self._binaries = _binaries()
        self._as = _unprivileged()
        self._data = folder / "data"
        self._safe = safe
        self.port = free_port()
        self._log = log or folder / "log"
        self._log.touch()
        if self._as:
            for path in (folder, self._log):
                shutil.chown(path, "postgres")
        initdb = ["--auth=trust", f"--username={USER}", "--encoding=UTF8", "--no-sync"]
        _run([*self._as, f"{self._binaries}/initdb", "-D", str(self._data), *initdb])

    def url(self, database: str, port: int | None = None) -> str:
        """The URL of one of its databases, there or not; `port` is that of a proxy before it."""
        return f"postgresql+psycopg://{USER}@127.0.0.1:{port or self.port}/{database}"

    def new_database(self, like: str = "template1") -> str:
        """Make a database, empty or a copy of another to which nobody is connected, and return its URL."""
        name = f"test_{uuid.uuid4().hex}"
        self._do("CREATE DATABASE {} TEMPLATE {}", name, like.rpartition("/")[2])
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database, whoever is connected to it."""
        self._do("DROP DATABASE {} WITH (FORCE)", url.rpartition("/")[2])

    def _do(self, statement: LiteralString, *names: str) -> None:
        import psycopg
        from psycopg import sql

        server = f"host=127.0.0.1 port={self.port} user={USER} dbname=postgres"
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))

    @property
    def pid(self) -> int:
        """The process from which all its others come."""
        return int((self._data / "postmaster.pid").read_text(encoding="ascii").split()[0])

    def start(self) -> None:
        """Start it, and wait until it is there."""
        safety = "" if self._safe else " -c fsync=off"
        settings = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''"
        settings += safety + " -c max_connections=200"
        _run([*self._control, "-l", str(self._log), "-o", settings, "start"])

    def kill(self) -> None:
        """End all its processes at once, as a power cut would."""
        processes = family(self.pid)
        for one in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        while any(map(runs, processes)):
            time.sleep(0.01)
        # It names a process. After a power cut nobody has its number; here it may wait to be buried.
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """Stop it, whatever is under way."""
        if self.is_there:
            self.kill()

    @property
    def is_there(self) -> bool:
        """Whether it runs."""
        return (self._data / "postmaster.pid").exists() and runs(self.pid)

    @property
    def _control(self) -> list[str]:
        return [*self._as, f"{self._binaries}/pg_ctl", "-D", str(self._data), "-w"]


def _binaries() -> str:
    """The folder of `initdb`: Debian keeps it out of the PATH."""
    found = shutil.which("initdb")
    if found:
        return str(Path(found).resolve().parent)
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=_version)
    if not folders:
        raise Missing("PostgreSQL is not installed (Debian: apt install postgresql)")
    return str(Path(folders[-1]).parent)


def _version(path: str) -> float:
    return float(Path(path).parts[4])


def _unprivileged() -> list[str]:
    """What runs a command as somebody else than root, whom PostgreSQL refuses to serve."""
    if os.geteuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        raise Missing("as root, PostgreSQL needs the user 'postgres' to run as") from None
    return ["runuser", "-u", "postgres", "--"]


def _run(command: list[str]) -> None:
    # Output goes to a file: a server started by pg_ctl would keep a pipe open.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(command, stdout=output, stderr=output, check=False, cwd="/")  # noqa: S603
        if done.returncode:
            output.seek(0)
            raise RuntimeError(f"{command} failed: {output.read().decode(errors='replace')}")
