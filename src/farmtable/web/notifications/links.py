"""Addresses that can be made here only, for what a mail offers: to confirm, to end it, to hear no more of a
table."""

from __future__ import annotations

import base64
import hmac

from farmtable.tables import Tables
from farmtable.tables.notifications.channel import Channel


class Links:
    """Makes such addresses, below `url`, and knows them again."""

    def __init__(self, tables: Tables, url: str) -> None:
        self._tables = tables
        self._url = url
        self._key = tables.secret("notifications")

    def to(self, what: str, channel: Channel, table_id: str = "") -> str:
        """The address that does `what` ("confirm", "stop" or "quiet") on a channel."""
        code = self._code(what, channel, table_id)
        return f"{self._url}/notifications/{what}/{'.'.join(filter(None, (channel.id, table_id, code)))}"

    def read(self, what: str, token: str) -> tuple[Channel, str] | None:
        """The channel that a token is for, and the table ("": none); None for one that was not made here."""
        channel_id, *between, code = token.split(".") if token.count(".") in (1, 2) else ("", "")
        channel = self._tables.channels.by_id(channel_id)
        table_id = between[0] if between else ""
        if channel is None or not hmac.compare_digest(
            code.encode("utf-8", "surrogatepass"), self._code(what, channel, table_id).encode()
        ):
            return None
        return channel, table_id

    def _code(self, what: str, channel: Channel, table_id: str) -> str:
        # An address that was confirmed is that one and no other.
        said = "\n".join((what, channel.id, channel.address if what == "confirm" else "", table_id))
        code = hmac.digest(self._key, said.encode(), "sha256")[:16]
        return base64.urlsafe_b64encode(code).decode().rstrip("=")
