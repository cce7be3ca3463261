"""Mails: put together, and handed to the server that takes them."""

from __future__ import annotations

import smtplib
import socket
import ssl
import threading
import time
from contextlib import suppress
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UniqueAddressHeader, UnstructuredHeader
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy
from email.utils import formatdate
from typing import Final

from farmtable.web.beside.called import server_name
from farmtable.web.notifications.settings import MailServer, is_address

LIMIT: Final = 15.0
"""Seconds for a connection, and then for each word."""
LONGEST = 30.0
"""Seconds for all words together, so that nobody else sends the same mail meanwhile (`outbox.LEASE`)."""


class Refused(Exception):
    """The mail will never be taken for this address."""


class _Whole(BaseHeader):
    """A header on one line however long: broken or encoded, an address in it would lead nowhere."""

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


class _WholeLine(UnstructuredHeader, _Whole):
    pass


class _WholeAddress(UniqueAddressHeader, _Whole):  # type: ignore[misc] # as the library combines them, too
    pass


def _policy() -> EmailPolicy[EmailMessage]:
    kinds = HeaderRegistry()
    for name in ("message-id", "list-unsubscribe"):
        kinds.map_to_type(name, _WholeLine)
    kinds.map_to_type("to", _WholeAddress)
    return EmailPolicy(header_factory=kinds)


POLICY: Final = _policy()


def composed(name: str, sender: str, address: str, subject: str, lines: list[str], stop: str) -> EmailMessage:
    """A mail. It is called `name` (`ID@HOST`), the same whenever it is sent again: who gets it twice can
    tell.

    A mail program ends it by one click (RFC 8058) at `stop`, if there is anything to end. Raises Refused for
    an address to which nothing is sent: it may have been stored when more was taken for one.
    """
    if not is_address(address):
        raise Refused
    mail = EmailMessage(POLICY)
    mail["From"] = Address(server_name(), addr_spec=sender)
    mail["To"] = Address(addr_spec=address)
    mail["Subject"] = subject
    mail["Date"] = formatdate()
    mail["Message-ID"] = f"<{name}>"
    mail["Auto-Submitted"] = "auto-generated"
    if stop:
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content("\n".join(lines))
    return mail


def hand_over(server: MailServer, mail: EmailMessage, address: str) -> None:
    """Give a mail for this one address to the server. Raises Refused where that will never take it, else
    OSError or SMTPException."""
    line = _connected(server)
    try:
        if server.security == "starttls":
            line.starttls(context=ssl.create_default_context())
        if server.user:
            line.login(server.user, server.password)
        try:
            line.send_message(mail, server.sender, [address])  # never whoever a header may name
        except smtplib.SMTPRecipientsRefused as error:
            if all(500 <= code < 600 for code, _ in error.recipients.values()):
                raise Refused from None
            raise
    finally:
        with suppress(smtplib.SMTPException):  # whatever is said of our going, the mail was taken, or not
            line.quit()
        line.close()


class _Line(smtplib.SMTP):
    """A line to a mail server that is hung up once all its words together have taken too long."""

    _until = 0.0

    def getreply(self) -> tuple[int, bytes]:
        """As smtplib has it; the first word is that of the server."""
        self._until = self._until or time.monotonic() + LONGEST
        timer = threading.Timer(max(0.0, self._until - time.monotonic()), self._hang_up)
        timer.daemon = True
        timer.start()
        try:
            return super().getreply()
        finally:
            timer.cancel()

    def _hang_up(self) -> None:
        line = self.sock
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


class _SafeLine(_Line, smtplib.SMTP_SSL):
    pass


def _connected(server: MailServer) -> smtplib.SMTP:
    if server.security == "tls":
        trust = ssl.create_default_context()
        return _SafeLine(server.host, server.port, timeout=LIMIT, context=trust)
    return _Line(server.host, server.port, timeout=LIMIT)
