"""Passwords: how they are kept, and how one is checked without telling whether there is any."""

from __future__ import annotations

import secrets
import threading
import unicodedata
from functools import cache
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from farmtable.core.text import Text
from farmtable.tables.errors import BadPassword

LEAST: Final = 8
MOST: Final = 200

_hasher = PasswordHasher()  # Argon2id, 64 MiB: the library's choice, which is that of RFC 9106
_few_at_once = threading.BoundedSemaphore(2)  # each takes its 64 MiB


def check_length(password: str) -> None:
    """Raises BadPassword for one of fewer than 8 or more than 200 characters."""
    if not LEAST <= len(password) <= MOST:
        raise BadPassword(Text("A password must have {least} to {most} characters.", least=LEAST, most=MOST))


def hashed(password: str) -> str:
    """What is kept of a password. Raises BadPassword as `check_length` does."""
    check_length(password)
    with _few_at_once:
        return _hasher.hash(_normal(password))


def is_right(password: str, kept: str | None) -> bool:
    """Whether this is the password of which `kept` is kept. Where nothing is, it takes as long to say no."""
    decoy = _decoy()
    with _few_at_once:
        try:
            return _hasher.verify(kept or decoy, _normal(password[:MOST])) and kept is not None
        except (VerificationError, InvalidHashError):
            return False


@cache
def _decoy() -> str:
    return _hasher.hash(secrets.token_hex(16))


def _normal(password: str) -> str:
    """Equal for the same letters, however a keyboard has put them together."""
    return unicodedata.normalize("NFKC", password)
