"""Serving the app from this computer: finds a free port, opens the user's database, and starts a browser."""

from __future__ import annotations

import errno
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.config import LOGGING_CONFIG
from uvicorn.supervisors import ChangeReload

from farmtable.core import BadOption, FarmtableError
from farmtable.folders import data_folder
from farmtable.tables import Tables
from farmtable.tables.cluster import cores_of, thinkers_at
from farmtable.tables.database import kept_to_oneself
from farmtable.web.app import create_app
from farmtable.web.beside import called
from farmtable.web.gate import exchange, proxies
from farmtable.web.gate.hosts import Hosts
from farmtable.web.gate.outside import network_addresses, origin
from farmtable.web.gate.patient import KEPT_SECONDS, Gate, make_room
from farmtable.web.guard import https_lasts
from farmtable.web.notifications.settings import Sending, set_in_vain
from farmtable.web.watch.ending import end_in_time
from farmtable.web.watch.health import token_in_vain
from farmtable.web.watch.logs import write_lines
from farmtable.web.watch.misspelt import misspelt
from farmtable.web.watch.together import shared_folder
from farmtable.web.watch.workers import START, Workers, end_with_parent

FIRST_PORT = 8000
PORTS_TO_TRY = 20
PAUSE = 2.0
"""Seconds between two attempts of a process to reach the database."""


def serve(  # noqa: PLR0913, PLR0917 - each is an option of the command
    host: str = "127.0.0.1",
    port: int | None = None,
    db: str | None = None,
    open_browser: bool = True,
    begin: Callable[[], None] | None = None,
    log_lines: bool = False,
    metrics: bool = False,
    watch: Path | None = None,
    hosts: str | None = None,
    chat: bool = True,
    workers: int = 1,
    ray: str | None = None,
) -> None:
    """Serve the app until Ctrl-C.

    `port` defaults to 8000 or else the next that is free; `db` is a database URL and defaults to an SQLite
    file in the user's data folder. `begin`, a function that can be pickled, is called first in each process
    in which bots think. `log_lines` writes a log to standard error as lines of JSON, and `metrics` serves
    Prometheus metrics. Whenever a Python file below the folder `watch` changes, the server restarts, for
    people who write a game there. `hosts` has the host names that the server answers to, separated by commas
    (`Hosts.read`); `chat` says whether people may write to each other. `workers` is the number of processes
    that serve at the one port; several need PostgreSQL. With `ray`, the address of a Ray cluster, bots think
    there. All other settings come from the environment and are read before the server listens. Raises
    FarmtableError (in one sentence) for an address or port that cannot be used, BadOption for a database, a
    name, a cluster or a setting that cannot.
    """
    url = default_database() if db is None else db
    proxies.check(os.environ)
    https_lasts(os.environ)
    called.check(os.environ)
    sending = Sending.read(os.environ)
    named = Hosts.read(hosts, host).and_of(sending.url)
    how = How(begin, log_lines, metrics, named, chat, ray, sending=sending)
    if workers > 1:
        _check_workers(url, watch)
    if ray is not None:
        how = replace(how, cores=cores_of(ray, begin))
    with kept_to_oneself(url), closing(Tables(url)) as tables:
        listening = _listen(host, port)
        in_vain = [*set_in_vain(os.environ), *token_in_vain(os.environ, metrics), *misspelt(os.environ)]
        for vain in in_vain:
            print(f"farmtable: {vain}", flush=True)
        address = _address(host, listening.getsockname()[1])
        print(f"farmtable: {address} (Ctrl-C ends it; the games stay)", flush=True)
        for own in network_addresses(host):
            print(
                f"farmtable: {origin(own, listening.getsockname()[1])} for others in this network", flush=True
            )
        if open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        if workers > 1:
            tables.close()  # it was opened only to check it, and to bring it up to date
            _run_workers(workers, url, how, listening)
        elif watch is None:
            _run(_server(tables, how), listening)
        else:
            _run_watching(watch, partial(_serve_anew, url, how), listening)


def default_database() -> str:
    """The URL of the SQLite file in the user's data folder, which is created if necessary.

    Raises BadOption if that is not possible.
    """
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(
            f"cannot use the folder {folder}: {error.strerror}; name a database with --db or FARMTABLE_DB"
        ) from None
    return f"sqlite:///{folder / 'tables.sqlite'}"


@dataclass(frozen=True)
class How:
    """How to serve, as given to `serve`; it can be pickled."""

    begin: Callable[[], None] | None
    log_lines: bool
    metrics: bool
    hosts: Hosts
    chat: bool
    ray: str | None = None
    cores: int = 0
    sending: Sending = field(default_factory=Sending)


def _server(tables: Tables, how: How) -> uvicorn.Server:
    gate = Gate()
    return uvicorn.Server(_config(_app(tables, how, gate), how, gate))


def _app(tables: Tables, how: How, gate: Gate) -> FastAPI:
    """The app, once this process is ready to serve it."""
    far = None if how.ray is None else thinkers_at(how.ray, how.cores, how.begin)
    app = create_app(tables, how.begin, how.metrics, how.hosts, how.chat, how.sending, far)
    gate.refuse = app.state.traffic.refuse
    gate.end_streams = app.state.live.end
    app.state.at_end = partial(_leave, gate)
    if how.log_lines:
        write_lines()
    make_room()
    _collect_less()
    return app


def _leave(gate: Gate) -> None:
    """What begins the end."""
    end_in_time()
    gate.leave()


def _config(app: Callable[..., Any], how: How, gate: Gate, **more: Any) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=gate.protocol,  # type: ignore[arg-type] # uvicorn only calls it
        log_level="warning",
        access_log=False,  # it would contain addresses, and private links among them
        log_config=None if how.log_lines else LOGGING_CONFIG,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=KEPT_SECONDS,
        **more,
    )


def _collect_less() -> None:
    """Run the cyclic garbage collector rarely, in small portions: there are hardly any reference cycles.

    It stops everything for 0.8 to 1.5 milliseconds per thousand objects. So it looks at new objects ten
    thousand at a time (a board is made of thousands, which all live as long as it is drawn), and at all since
    the start after three million.
    """
    gc.freeze()
    gc.set_threshold(10_000, 300, 20)


def _run(server: uvicorn.Server, listening: socket.socket) -> None:
    # uvicorn raises the signal again once it has stopped. SIGTERM would then end the process before its
    # database is closed, and leave data in a second file beside it, which people miss who copy only the
    # first.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # SIGHUP comes from a closed terminal, unless nohup ignores it, or from `reload` with a single process.
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:
        signal.signal(signal.SIGHUP, _end_in_good_order)
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        print("\nfarmtable has stopped.", flush=True)


def _end_in_good_order(_: int, __: FrameType | None) -> None:
    os.kill(os.getpid(), signal.SIGTERM)


def _run_watching(watch: Path, served: Callable[..., None], listening: socket.socket) -> None:
    """Run a process that serves at the socket, and replace it whenever a file has changed."""
    looked_after = uvicorn.Config(
        "farmtable.web.app:create_app", reload=True, reload_dirs=[str(watch)], log_level="warning"
    )
    ChangeReload(looked_after, target=served, sockets=[listening]).run()
    print("\nfarmtable has stopped.", flush=True)


def _serve_anew(url: str, how: How, sockets: list[socket.socket]) -> None:
    """Serve in a separate process, which imports the current version of everything."""
    end_with_parent()  # the parent keeps the database open for both
    tables = Tables(url)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as in `_run`
    try:
        with suppress(KeyboardInterrupt):
            _server(tables, how).run(sockets=sockets)
    finally:
        tables.close()


def _check_workers(url: str, watch: Path | None) -> None:
    """Refuse what several processes at one port do not support."""
    if url.partition(":")[0] == "sqlite":
        raise BadOption("several workers need PostgreSQL: a file of SQLite is for one process")
    if watch is not None:
        raise BadOption("a server begins anew for changed files with one worker only")


def _run_workers(workers: int, url: str, how: How, listening: socket.socket) -> None:
    """Run several processes that serve at the socket, until they are told to end."""
    if how.log_lines:
        write_lines()
    with shared_folder() if how.metrics else nullcontext(), TemporaryDirectory(prefix="farmtable-") as folder:
        gate = Gate(folder=Path(folder) if exchange.is_possible() else None)
        served = partial(_worker, url, how, gate)
        more = {"factory": True, "workers": workers, "timeout_worker_healthcheck": START}
        looking_after = Workers(_config(served, how, gate, **more), listening)
        looking_after.run()
    if looking_after.is_hopeless:
        raise FarmtableError("no process could begin to serve")
    print("\nfarmtable has stopped.", flush=True)


def _worker(url: str, how: How, gate: Gate) -> FastAPI:
    """The app of one of several processes; if the database is away it exits, and another is started.

    Errors that would never go away by themselves were found before any of the processes was started.
    """
    end_with_parent()
    try:
        return _app(Tables(url), how, gate)
    except FarmtableError as error:
        time.sleep(PAUSE)
        sys.exit(f"farmtable: {error}")


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket at `port`, or at the first free one if it is None."""
    ports = range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY) if port is None else (port,)
    for candidate in ports:
        try:
            return _bind(host, candidate)
        except OverflowError as error:
            problem: object = error
        except (OSError, UnicodeError) as error:
            problem = getattr(error, "strerror", None) or error
            if isinstance(error, socket.gaierror | UnicodeError) or error.errno == errno.EADDRNOTAVAIL:
                raise FarmtableError(f"FARMTABLE_HOST (--host): cannot listen at {host}: {problem}") from None
    if port is None:
        raise FarmtableError(f"no port from {ports[0]} to {ports[-1]} is free at {host}: {problem}")
    raise FarmtableError(f"cannot listen at {host} port {port}: {problem}")


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # It says that it is TCP: otherwise asyncio would hold back each answer's body until its head is
    # acknowledged.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError, UnicodeError):
        listening.close()
        raise
    return listening


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{shown}:{port}/"
