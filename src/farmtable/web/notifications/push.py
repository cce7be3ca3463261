"""Web push: what is sent to a device by way of its browser's push service, which can read nothing of it (RFC
8291), and by which key the service knows that it is us (VAPID, RFC 8292).

The key is made from that of the database: it is the same in every process and after a restore, and nothing
is kept.
"""

from __future__ import annotations

import base64
import hashlib
import json
import time
from collections.abc import Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

from farmtable.tables.notifications.channel import Channel

ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve P-256 has."""
LASTS: Final = 24 * 3600
"""Seconds for which a push service keeps what a device that is off cannot get."""


@cache
def _key(secret: bytes) -> Any:
    from cryptography.hazmat.primitives.asymmetric import ec

    number = int.from_bytes(hashlib.sha512(secret).digest(), "big") % (ORDER - 1) + 1
    return ec.derive_private_key(number, ec.SECP256R1())


def public_key(secret: bytes) -> str:
    """What browsers are to know us by, as they want it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _key(secret).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def pushed(
    channel: Channel, told: Mapping[str, str], contact: str, secret: bytes
) -> tuple[bytes, dict[str, str]]:
    """What is posted for a device: the body, encrypted for it, and the headers.

    A service that holds something of the same table back forgets that for this. Raises ValueError for a
    device whose keys are none.
    """
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    subscription = {"endpoint": channel.address, "keys": dict(channel.secret)}
    body = WebPusher(subscription).encode(json.dumps(told).encode(), "aes128gcm")["body"]
    parts = urlsplit(channel.address)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": contact, "exp": int(time.time()) + LASTS // 2}
    return bytes(body), {
        **Vapid02(_key(secret)).sign(claims),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(LASTS),
        "topic": hashlib.sha256(told["tag"].encode()).hexdigest()[:32],
        "urgency": "normal",
    }
