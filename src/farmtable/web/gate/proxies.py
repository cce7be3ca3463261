"""Which machines are believed to say who asks, and that it was by https: the proxies before this server."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from farmtable.core import BadOption

VARIABLE: Final = "FORWARDED_ALLOW_IPS"
"""uvicorn reads it, too, and goes by it."""
ANY: Final = "*"
SAID: Final = (b"x-forwarded-for", b"x-forwarded-proto")

_Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def check(environment: Mapping[str, str]) -> None:
    """Raises BadOption for what is no address: uvicorn would take it and believe nobody."""
    said = environment.get(VARIABLE, "")
    try:
        _networks_in(said)
    except ValueError:
        raise BadOption(
            f"{VARIABLE} has addresses or networks with commas between them, as 127.0.0.1 or "
            f"172.30.83.0/24, or is {ANY}; not {said!r}"
        ) from None


def believes(said: str | list[str], address: str) -> bool:
    """Whether who asks from an address is believed, where `said` are those that are."""
    return _believes(said if isinstance(said, str) else ",".join(said), address)


def is_at_home(address: str) -> bool:
    """Whether an address can only be that of a machine nearby, and not of somebody who plays elsewhere."""
    try:
        return ipaddress.ip_address(address.partition("%")[0]).is_private
    except ValueError:
        return False


@lru_cache(256)
def _believes(said: str, address: str) -> bool:
    try:
        asks = ipaddress.ip_address(address)
        return said.strip() == ANY or any(asks in network for network in _networks_in(said))
    except ValueError:
        return False


def _networks_in(said: str) -> list[_Network]:
    if said.strip() == ANY:
        return []
    return [ipaddress.ip_network(part.strip()) for part in said.split(",") if part.strip()]
