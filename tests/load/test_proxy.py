"""The bad line does what it is told: nothing, or one of its troubles."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from tools.load.proxy import Proxy, Trouble

SAID = b"a word" * 1000


@pytest.fixture
def line() -> Iterator[Proxy]:
    """A proxy before somebody who repeats all that he hears."""
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=_repeat, args=(listening,), daemon=True).start()
    proxy = Proxy(listening.getsockname()[1], seed=1)
    yield proxy
    proxy.close()
    listening.close()


def _repeat(listening: socket.socket) -> None:
    while True:
        try:
            connection, _ = listening.accept()
        except OSError:
            return
        threading.Thread(target=_answer, args=(connection,), daemon=True).start()


def _answer(connection: socket.socket) -> None:
    with connection:
        try:
            while said := connection.recv(65536):
                connection.sendall(said)
        except OSError:
            return


def heard(connection: socket.socket) -> bytes:
    """All that comes back of `SAID`, until nothing more comes."""
    found = b""
    try:
        while len(found) < len(SAID) and (piece := connection.recv(65536)):
            found += piece
    except OSError:  # reset, or nothing for a while
        pass
    return found


def test_all_gets_through_a_line_without_trouble(line: Proxy) -> None:
    with socket.create_connection(("127.0.0.1", line.port)) as connection:
        connection.sendall(SAID)
        assert heard(connection) == SAID
    assert line.hurt == 0


@pytest.mark.parametrize("trouble", [Trouble(cut=1.0), Trouble(swallow=1.0)])
def test_what_is_cut_or_swallowed_comes_to_an_end(line: Proxy, trouble: Trouble) -> None:
    line.trouble = trouble
    with socket.create_connection(("127.0.0.1", line.port)) as connection:
        connection.settimeout(0.3)
        connection.sendall(SAID)
        assert len(heard(connection)) < len(SAID)
    assert line.hurt > 0


def test_a_connection_stays_dead_when_the_trouble_is_over(line: Proxy) -> None:
    with socket.create_connection(("127.0.0.1", line.port)) as connection:
        connection.settimeout(0.3)
        line.trouble = Trouble(swallow=1.0)
        connection.sendall(SAID)
        assert not heard(connection)
        line.trouble = Trouble()
        connection.sendall(SAID)
        assert not heard(connection)
        line.cut_all()
        assert not heard(connection)


def test_who_is_delayed_hears_all_in_the_end(line: Proxy) -> None:
    line.trouble = Trouble(delay=1.0, seconds=0.05)
    with socket.create_connection(("127.0.0.1", line.port)) as connection:
        connection.sendall(SAID)
        assert heard(connection) == SAID
    assert line.hurt > 0


def test_nobody_behind_the_line_is_nobody_before_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    proxy = Proxy(port, seed=1)
    with socket.create_connection(("127.0.0.1", proxy.port)) as connection:
        connection.settimeout(5)
        assert not heard(connection)
    proxy.close()
