"""Secrets that give access to seats: derived from a key of the database, so that none need be stored.

A token says which table and seat it is for and carries a keyed digest that only this database's key can make:
`TABLE.SEAT.DIGEST`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

_TOKEN = re.compile(r"([A-Za-z0-9_-]{1,32})\.([0-9]{1,3})\.[A-Za-z0-9_-]{22}")
_TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")


def new_table_id() -> str:
    """A short id that nobody can guess."""
    return secrets.token_urlsafe(9)


def following_table_id(key: bytes, table_id: str) -> str:
    """The id of the table where the series of this one continues: always the same, and as hard to guess."""
    code = hmac.digest(key, f"following\n{table_id}".encode(), "sha256")[:9]
    return base64.urlsafe_b64encode(code).decode()


def hidden_table_id(key: bytes, open_id: str) -> str:
    """The id of the table that an open one becomes if not everybody who knows the open one's id may watch."""
    code = hmac.digest(key, f"hidden\n{open_id}".encode(), "sha256")[:9]
    return base64.urlsafe_b64encode(code).decode()


def is_table_id(text: str) -> bool:
    """Whether `text` has the shape of a table's id."""
    return _TABLE_ID.fullmatch(text) is not None


def digest(browser: str) -> str:
    """The form in which the database stores a browser id."""
    return hashlib.sha256(browser.encode("utf-8", "surrogatepass")).hexdigest()


def make_token(key: bytes, purpose: str, table_id: str, seat: int) -> str:
    """The token of a seat for a purpose ("invite", say)."""
    return f"{table_id}.{seat}.{_code(key, purpose, table_id, str(seat))}"


def private_link(key: bytes, owner: str, link: int, table_id: str, seat: int) -> str:
    """The token with which an owner's (a digest) other devices take the owner's seat, after `link`
    replacements."""
    return make_token(key, owner if link == 0 else f"{owner} {link}", table_id, seat)


def device_id(key: bytes, browser: str, table_id: str, seat: int) -> str:
    """The name of a device (a digest) of a seat in forms: it does not reveal the digest and gives no
    access."""
    return _code(key, "device", browser, table_id, str(seat))


def same(token: str, expected: str) -> bool:
    """Whether two tokens are equal, in constant time."""
    return hmac.compare_digest(token.encode("utf-8", "surrogatepass"), expected.encode())


def table_of(token: str) -> str | None:
    """The id of the table that a token claims to be for, or None if it is not a token."""
    found = _TOKEN.fullmatch(token)
    return found.group(1) if found else None


def seat_of(token: str) -> int | None:
    """The seat that a token claims to be for, or None if it is not a token."""
    found = _TOKEN.fullmatch(token)
    return int(found.group(2)) if found else None


def _code(key: bytes, *said: str) -> str:
    code = hmac.digest(key, "\n".join(said).encode(), "sha256")[:16]
    return base64.urlsafe_b64encode(code).decode().rstrip("=")
