"""On which ways a server tells people things, as its environment says. Nothing is told unless it does."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, cast
from urllib.parse import urlsplit

from farmtable.core import BadOption

VARIABLES: Final = (
    *("FARMTABLE_URL", "FARMTABLE_CONTACT", "FARMTABLE_WEBHOOKS", "FARMTABLE_PRIVATE_ADDRESSES"),
    "FARMTABLE_ADMIN_MAIL",
    *("FARMTABLE_SMTP_HOST", "FARMTABLE_SMTP_PORT", "FARMTABLE_SMTP_SECURITY"),
    *("FARMTABLE_SMTP_USER", "FARMTABLE_SMTP_PASSWORD", "FARMTABLE_SMTP_FROM"),
)
"""All that is read from the environment; passwords among it, so none of it is an option of a command."""

Security = Literal["starttls", "tls", "none"]
PORTS: Final[Mapping[str, int]] = {"starttls": 587, "tls": 465, "none": 25}
_WORD: Final = r"[A-Za-z0-9#$&'*+/^_`{|}~-]+"
_LABEL: Final = r"[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?"
ADDRESS: Final = re.compile(rf"(?=[^@]{{1,64}}@){_WORD}(\.{_WORD})*@{_LABEL}(\.{_LABEL})*")
"""What people have: words with dots between them, a plain host. Whatever else the standards allow may be read
as another address, or as two: "=" and "?" may begin a word that headers decode, "%" and "!" a way that mail
servers go."""
MOST_ADDRESS: Final = 254
_HOST: Final = re.compile(r"[\w.-]+|[0-9A-Fa-f:.]+")


@dataclass(frozen=True)
class MailServer:
    """Who takes mails, and from whom they are."""

    host: str
    port: int
    security: Security
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True)
class Sending:
    """On which ways a server tells things. `url` is where people reach it, `contact` whom push services may
    write to (without one nothing is pushed); `private` addresses, and those without https, are for tests and
    offices. At `admin`, if there is one, whoever runs the server hears by mail of what was reported."""

    url: str = ""
    contact: str = ""
    mail: MailServer | None = None
    webhooks: bool = False
    private: bool = False
    admin: str = ""

    @property
    def push(self) -> bool:
        """Whether devices are told things."""
        return bool(self.contact)

    @property
    def any(self) -> bool:
        """Whether anything is told at all."""
        return self.push or self.webhooks or self.mail is not None

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> Sending:
        """What an environment says. Raises BadOption where that does not fit together."""
        said = {name.removeprefix("FARMTABLE_"): environment.get(name, "").strip() for name in VARIABLES}
        found = cls(
            url=said["URL"].rstrip("/"),
            contact=_contact(said["CONTACT"]),
            mail=_mail(said),
            webhooks=_yes("FARMTABLE_WEBHOOKS", said["WEBHOOKS"]),
            private=_yes("FARMTABLE_PRIVATE_ADDRESSES", said["PRIVATE_ADDRESSES"]),
            admin=said["ADMIN_MAIL"],
        )
        if found.admin and not (found.mail and is_address(found.admin)):
            raise BadOption("FARMTABLE_ADMIN_MAIL is a mail address, and needs FARMTABLE_SMTP_HOST")
        if found.any and not _is_url(found.url):
            raise BadOption(
                "to tell people things FARMTABLE_URL must say where they reach this server: https://…, "
                "with no letters but those of the DNS (xn--…)"
            )
        if (found.push or found.webhooks) and not all(map(importlib.util.find_spec, ("pywebpush", "httpx"))):
            raise BadOption("push and webhooks need more: pip install 'farmtable[notifications]'")
        return found


def set_in_vain(environment: Mapping[str, str]) -> list[str]:
    """What is set and does nothing, as what it goes with is not: a sentence for each."""
    there = {name for name in VARIABLES if environment.get(name, "").strip()}
    mails = [name for name in VARIABLES if name in there and name.startswith("FARMTABLE_SMTP_")]
    if mails and "FARMTABLE_SMTP_HOST" not in there:
        return [f"no mails are sent: {' and '.join(mails)} set, but not FARMTABLE_SMTP_HOST"]
    if "FARMTABLE_SMTP_PASSWORD" in there and "FARMTABLE_SMTP_USER" not in there:
        return ["mails are sent without FARMTABLE_SMTP_PASSWORD, as FARMTABLE_SMTP_USER is not set"]
    return []


def is_address(text: str) -> bool:
    """Whether this looks like a mail address."""
    return len(text) <= MOST_ADDRESS and ADDRESS.fullmatch(text) is not None


def _mail(said: Mapping[str, str]) -> MailServer | None:
    if not said["SMTP_HOST"]:
        return None
    if not _HOST.fullmatch(said["SMTP_HOST"]):
        raise BadOption(
            f"FARMTABLE_SMTP_HOST is the name or address of a mail server alone, as mail.example, "
            f"not {said['SMTP_HOST']!r}"
        )
    security = said["SMTP_SECURITY"] or "starttls"
    if security not in PORTS:
        raise BadOption(f"FARMTABLE_SMTP_SECURITY is starttls, tls or none, not {security!r}")
    port = said["SMTP_PORT"] or str(PORTS[security])
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65536):
        raise BadOption(f"FARMTABLE_SMTP_PORT is a number from 1 to 65535, not {port!r}")
    if not is_address(said["SMTP_FROM"]):
        raise BadOption(
            "FARMTABLE_SMTP_FROM must be the mail address that mails come from, alone, as tables@club.example"
        )
    return MailServer(
        said["SMTP_HOST"],
        int(port),
        cast(Security, security),
        said["SMTP_FROM"],
        said["SMTP_USER"],
        said["SMTP_PASSWORD"],
    )


def _contact(text: str) -> str:
    """How push services have it: as a URL."""
    if not text or (text.startswith("https://") and _is_url(text.partition("?")[0])):
        return text
    address = text.removeprefix("mailto:")
    if not is_address(address):
        raise BadOption(f"FARMTABLE_CONTACT is a mail address or begins with https://, not {text!r}")
    return f"mailto:{address}"


def _yes(name: str, text: str) -> bool:
    if text.lower() not in ("", "0", "1", "no", "yes", "false", "true"):
        raise BadOption(f"{name} is yes or no, not {text!r}")
    return text.lower() in ("1", "yes", "true")


def _is_url(text: str) -> bool:
    """Whether links can begin with it, one in the header of a mail among them."""
    try:
        parts = urlsplit(text)
        if parts.port == 0:
            return False
    except ValueError:  # brackets that do not close, a port that is none
        return False
    plain = text.isascii() and text.isprintable() and not set(text) & set(" <>")
    return plain and parts.scheme in ("http", "https") and bool(parts.netloc) and not parts.query
