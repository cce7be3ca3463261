"""Plain values: a person with an account, and where he is signed in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HOLDER: Final = "person "


@dataclass(frozen=True)
class Person:
    """Somebody with an account. `created` is a Unix time; who is `locked` cannot sign in.

    `has_password` says whether a password opens the account.
    """

    id: str
    name: str
    created: float
    locked: bool
    has_password: bool

    @property
    def holder(self) -> str:
        """The name under which the account holds seats, as a browser does under its id."""
        return f"{HOLDER}{self.id}"


def account_of(holder: str) -> str | None:
    """The id of the account that holds seats under this name; None for a browser."""
    return holder.removeprefix(HOLDER) if holder.startswith(HOLDER) else None


@dataclass(frozen=True)
class Session:
    """A browser that is signed in: as whom, and since when. `id` names it in forms and opens nothing.

    `invitations` is to how many seats its person was invited, as far as he may still take them.
    """

    id: str
    person: Person
    program: str
    system: str
    since: float
    seen: float
    invitations: int = 0


@dataclass(frozen=True)
class KnownDevice:
    """A device that has signed in before, as which person (an id). It opens nothing."""

    id: str
    person: str
