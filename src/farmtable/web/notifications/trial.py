"""A mail on trial: whether the settings are such that mails go out, and what is wrong with them."""

from __future__ import annotations

from smtplib import SMTPException
from urllib.parse import urlsplit
from uuid import uuid4

from farmtable.core.errors import BadOption
from farmtable.web.beside.called import server_name
from farmtable.web.notifications import mail
from farmtable.web.notifications.settings import Sending


def send_trial(sending: Sending, address: str) -> str:
    """Send a mail that has nothing to tell; what became of it. Raises BadOption where it was not taken."""
    server = sending.mail
    if server is None:
        raise BadOption("no mails are sent: FARMTABLE_SMTP_HOST is not set")
    name = f"{uuid4().hex}@{urlsplit(sending.url).hostname}"
    lines = [f"Mails from {sending.url} arrive here."]
    where = f"{server.host} port {server.port}"
    try:
        letter = mail.composed(name, server.sender, address, server_name(), lines, "")
        mail.hand_over(server, letter, address)
    except mail.Refused:
        raise BadOption(f"{where} takes no mail for {address}") from None
    except (OSError, SMTPException, ValueError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise BadOption(f"{where} has taken no mail: {said}") from None
    return f"{where} has taken a mail to {address}."
