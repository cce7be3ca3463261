"""Plain values: a way on which somebody is told things, and what he is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

Kind = Literal["push", "mail", "webhook"]

Event = Literal["turn", "begins", "ended", "time", "invited", "confirm", "passkey", "removed", "reported"]
"""What happens: it is one's turn, the game begins, it has ended, time runs low, one is invited. "confirm"
asks whether an address is right, "passkey" tells of a new key to the account, "removed" an address that it is
the last mail there; they belong to no table. "reported" tells whoever runs the server of a message, whose
number is the version."""

EVENTS: Final[tuple[Event, ...]] = ("turn", "begins", "ended", "time", "invited")
"""What can be wanted or not."""

OF_NO_TABLE: Final[tuple[Event, ...]] = ("confirm", "passkey", "removed")
"""What is sent by mail alone, whatever is wanted, at once and by itself."""

HOUR: Final = 3600
DAY: Final = 24 * HOUR
INTERVALS: Final = (0, HOUR, DAY)
"""Seconds between two mails at least."""

MOST: Final[Mapping[Kind, int]] = {"push": 10, "mail": 1, "webhook": 3}
"""So many ways of a kind each has."""

HOST: Final = "host"
"""Who runs the server, as a holder (no digest is called so), and the id of the way on which he is told."""

NO_TABLE: Final = ""
NO_SEAT: Final = -1


@dataclass(frozen=True)
class Channel:
    """A way on which `holder` (a digest) is told things, in his language.

    `address` is where a push service takes them, a mail address or a URL; `secret` what is needed to send
    there; `title` says which device it is. `person` is his account, None for a guest. `events` are what he
    wants to hear of, `interval` the seconds between two mails at least. `failures` counts what never arrived
    since anything did.
    """

    id: str
    holder: str
    kind: Kind
    address: str
    language: str
    person: str | None = None
    session: str | None = None
    secret: Mapping[str, str] = field(default_factory=dict, repr=False)
    title: str = ""
    events: tuple[Event, ...] = EVENTS
    interval: int = 0
    confirmed: bool = True
    since: float = 0.0
    failures: int = 0

    def as_data(self) -> dict[str, Any]:
        """What is told of it to whose it is, when he asks for all that is kept of him."""
        return {
            "kind": self.kind,
            "address": self.address,
            "device": self.title,
            "language": self.language,
            "events": list(self.events),
            "seconds_between": self.interval,
            "confirmed": self.confirmed,
            "since": self.since,
        }


@dataclass(frozen=True)
class Call:
    """One thing to be told: what happened, to which seat of which table, at which version, and when."""

    table_id: str
    seat: int
    event: Event
    version: int
    at: float
    tries: int = 0
