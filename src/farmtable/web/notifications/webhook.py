"""Webhooks: what is posted to an address of somebody's own, signed so that he knows that it comes from
here."""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Mapping

from farmtable.tables.notifications.channel import Channel


def hooked(channel: Channel, delivery: str, told: Mapping[str, object]) -> tuple[bytes, dict[str, str]]:
    """The body and the headers. `delivery` is the same whenever it is tried again."""
    body = json.dumps({"delivery": delivery, **told}, ensure_ascii=False).encode()
    now = str(int(time.time()))
    return body, {
        "content-type": "application/json",
        "farmtable-delivery": delivery,
        "farmtable-signature": f"t={now},v1={signature(channel.secret['key'], now, body)}",
    }


def signature(key: str, moment: str, body: bytes) -> str:
    """The HMAC with SHA-256 of the moment, a point and the body."""
    return hmac.digest(key.encode(), f"{moment}.".encode() + body, "sha256").hex()
