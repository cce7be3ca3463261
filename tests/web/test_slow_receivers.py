"""Whoever is told things may be slow to listen: nobody else waits for that."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from farmtable.tables import Tables
from farmtable.tables.notifications import outbox
from farmtable.tables.notifications.channels import Whose
from farmtable.web.notifications import mail
from farmtable.web.notifications.post import resolved
from farmtable.web.notifications.sender import Sender
from farmtable.web.notifications.settings import MailServer, Sending
from tests.web.receivers import Sink, mail_sink

SOON = 5.0
"""Seconds, many less than the fifteen for which a word is waited for."""


@contextmanager
def slow_server(said: bytes, every: float) -> Iterator[MailServer]:
    """A mail server that takes connections, and says the same again and again, whatever it is asked."""
    ended = threading.Event()

    def answer(line: socket.socket) -> None:
        with line, suppress(OSError):
            while not ended.wait(every):
                line.sendall(said)

    def serve() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=answer, args=(listening.accept()[0],), daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=serve, daemon=True).start()
        yield MailServer("127.0.0.1", listening.getsockname()[1], "none", "tables@club.example")
        ended.set()
        listening.shutdown(socket.SHUT_RDWR)


def pages_wait(waiting: Coroutine[Any, Any, object]) -> float:
    """How long something waits for a thread of the event loop, of which there are few, meanwhile."""

    async def ask() -> float:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(1))
        under_way = asyncio.create_task(waiting)
        await asyncio.sleep(1)
        assert not under_way.done()
        began = loop.time()
        await asyncio.to_thread(lambda: None)
        took = loop.time() - began
        under_way.cancel()
        return took

    return asyncio.run(ask())


def test_a_mail_server_that_says_nothing_keeps_no_page_waiting(tables: Tables) -> None:
    tables.channels.add("mail", "ben@example.org", "en", Whose("ben's"))
    with slow_server(b"", 60) as server:
        sender = Sender(tables, Sending("https://club.example", mail=server))
        assert pages_wait(sender.send_due()) < SOON


def test_a_mail_server_that_comes_to_no_end_is_given_up_before_another_sends_the_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each word comes in time, all of them together do not. With a lease that has run out meanwhile two
    servers sent the same mail for ever."""
    assert mail.LIMIT + mail.LONGEST + 10 < outbox.LEASE
    monkeypatch.setattr(mail, "LONGEST", 1.0)
    letter = mail.composed("1@club.example", "tables@club.example", "ben@example.org", "x", ["x"], "")
    with slow_server(b"220-one moment please\r\n", 0.3) as server, pytest.raises(OSError, match="closed"):
        mail.hand_over(server, letter, "ben@example.org")


def test_a_name_that_is_not_resolved_keeps_no_page_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has an account may name an address whose servers never answer."""
    ended = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: [ended.wait(10)])
    assert pages_wait(resolved("https://nobody.example/", private=False)) < SOON
    ended.set()


def test_what_was_taken_is_not_sent_again_whatever_is_said_at_the_end() -> None:
    """The server is just being stopped."""
    with mail_sink(Stopping()) as sink:
        server = MailServer("127.0.0.1", sink.port, "none", "tables@club.example")
        letter = mail.composed("1@club.example", "tables@club.example", "ben@example.org", "x", ["x"], "")
        mail.hand_over(server, letter, "ben@example.org")
        assert len(sink.mails) == 1


class Stopping(Sink):
    async def handle_QUIT(self, *_: Any) -> str:
        return "421 this server is about to stop"
