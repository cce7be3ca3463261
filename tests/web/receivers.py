"""Who is told things, for the tests: a mail server, and an address to which things are posted."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tools.load.servers import free_port


@dataclass
class Sink:
    """A mail server; it answers every recipient with what `answers` says, or takes the mail.

    `raw` are the mails as they came, and `recipients` whom they were to be brought to.
    """

    mails: list[EmailMessage] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    port: int = 0

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, to: str, _options: Any) -> str:
        self.recipients.append(to)
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(to)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        assert envelope.rcpt_tos == [mail["To"]]
        self.mails.append(mail)
        self.raw.append(envelope.content)
        return "250 OK"


@contextmanager
def mail_sink(sink: Sink | None = None) -> Iterator[Sink]:
    """A mail server that keeps what it gets."""
    sink = sink or Sink()
    sink.port = free_port()  # the controller itself must know its port
    controller = Controller(sink, hostname="127.0.0.1", port=sink.port)
    controller.start()
    yield sink
    controller.stop()


@dataclass
class Posts:
    """An address to which things are posted; it answers with the next of `answers`, or with 201."""

    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    url: str = ""


@contextmanager
def post_sink() -> Iterator[Posts]:
    """An end point that keeps what it gets."""
    posts = Posts()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            posts.got.append((self.path, {name.lower(): said for name, said in self.headers.items()}, body))
            status = posts.answers.pop(0) if posts.answers else 201
            self.send_response(status)
            if status in (302, 307):
                self.send_header("location", "/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    posts.url = f"http://localhost:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield posts
    server.shutdown()
    thread.join()
    server.server_close()


class Device:
    """A browser with the keys that push messages are encrypted for."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes ok"

    @property
    def keys(self) -> dict[str, str]:
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": _text(point), "auth": _text(self._auth)}

    def read(self, body: bytes) -> bytes:
        """What a message says, which only this device can read."""
        read: bytes = http_ece.decrypt(
            body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        return read


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
