"""At which address the other machines of a network reach this one."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Scope

from farmtable.web.gate.hosts import LOOPBACK, Hosts, name_in

EVERYWHERE: Final[Mapping[str, tuple[socket.AddressFamily, ...]]] = {
    "0.0.0.0": (socket.AF_INET,),  # noqa: S104 - compared, not listened at
    "::": (socket.AF_INET, socket.AF_INET6) if os.name == "posix" else (socket.AF_INET6,),
}
"""The addresses that stand for all of a machine, and which kinds of addresses they let in."""
FAR: Final = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that documents use for examples: the way to them begins in the network that the machine is in."""


def network_addresses(bound: str) -> list[str]:
    """This machine's own addresses in its network, if a server that listens at `bound` is reached by them."""
    return [address for family in EVERYWHERE.get(bound, ()) if (address := _own_address(family))]


def origin(address: str, port: int) -> str:
    """How a link to that address begins."""
    return f"http://{f'[{address}]' if ':' in address else address}:{port}/"


def outside(hosts: Hosts, scope: Scope) -> str:
    """How links for others begin, where a page was asked for by a name that leads each machine to itself.

    Empty where the name will do, or no better one is known: in a container, whose own address nobody outside
    reaches, the request does not come from the machine itself.
    """
    client, server = scope.get("client"), scope.get("server")
    by_name = (name_in(Headers(scope=scope).get("host", "")) or "") in LOOPBACK
    if not by_name or not client or not server or not _is_loopback(client[0]) or scope["scheme"] != "http":
        return ""
    for address in network_addresses(hosts.bound):
        if hosts.allow(f"[{address}]" if ":" in address else address, address):
            return origin(address, server[1])
    return ""


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback or address == "::ffff:127.0.0.1"
    except ValueError:
        return False


def _own_address(family: socket.AddressFamily) -> str | None:
    """The address with which something would be sent into the network; nothing is sent to find it out."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((FAR[family], 9))
            address = str(asking.getsockname()[0])
    except OSError:
        return None
    return None if _is_loopback(address) else address
