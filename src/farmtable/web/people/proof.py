"""The proof that it is he who changes his account, and not somebody who has a copy of his cookie."""

from __future__ import annotations

import time
from typing import Final

from farmtable.core import Text
from farmtable.tables import NotSignedIn, Session, Tables

JUST_NOW: Final = 15 * 60.0


def check_it_is_he(session: Session, password: str, tables: Tables) -> None:
    """Raises NotSignedIn for another's password; without any, for a session that was not begun just now.

    Raises TooOften, too.
    """
    if session.person.has_password:
        tables.people.check_password(session, password)
    elif must_come_in_again(session):
        raise NotSignedIn(Text("For this, please sign out and in again, so that it is sure to be you."))


def must_come_in_again(session: Session) -> bool:
    """Whether there is no password to ask for, and it was too long ago that he came in."""
    return not session.person.has_password and time.time() - session.since > JUST_NOW
