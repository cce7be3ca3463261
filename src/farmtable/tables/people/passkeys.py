"""Passkeys in the database: keys of a person's devices. What they sign is checked where it arrives."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, field

from sqlalchemy import delete, func, insert, select, update

from farmtable.core.text import Text
from farmtable.tables.errors import NotSignedIn
from farmtable.tables.notifications.calling import call_owner
from farmtable.tables.schema import passkeys, people
from farmtable.tables.transactions import Database


@dataclass(frozen=True)
class Passkey:
    """A key of a device, known by its `id`; `uses` is how often the device says that it has signed with it.

    `id` and `public_key` are in base64url.
    """

    id: str
    person: str
    public_key: str = field(repr=False)
    uses: int
    program: str
    system: str
    since: float = field(default_factory=time.time)


class Passkeys:
    """The passkeys of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, passkey: Passkey) -> None:
        """One more key of its person, who is told of it. Raises Collision where it is there already."""
        with self._database.writing() as connection:
            connection.execute(insert(passkeys).values(asdict(passkey)))
            call_owner(connection, passkey.person, "passkey", self._database.here())

    def find(self, passkey_id: str) -> Passkey | None:
        """The key with this id."""
        with self._database.reading() as connection:
            row = connection.execute(select(passkeys).where(passkeys.c.id == passkey_id)).mappings().first()
        return None if row is None else Passkey(**row)

    def of(self, person_id: str) -> list[Passkey]:
        """The keys of a person, the oldest first."""
        found = select(passkeys).where(passkeys.c.person == person_id).order_by(passkeys.c.since)
        with self._database.reading() as connection:
            return [Passkey(**row) for row in connection.execute(found).mappings()]

    def note_used(self, passkey: Passkey, uses: int) -> None:
        """Keep what the device has counted."""
        with self._database.writing() as connection:
            here = passkeys.c.id == passkey.id
            connection.execute(update(passkeys).where(here).values(uses=uses))

    def remove(self, person_id: str, passkey_id: str) -> None:
        """Take a key from a person. Raises NotSignedIn where nothing else would open the account."""
        his = passkeys.c.person == person_id
        with self._database.writing() as connection:
            row = select(people.c.password).where(people.c.id == person_id).with_for_update()
            password = connection.scalar(row)
            number = connection.scalar(select(func.count()).select_from(passkeys).where(his)) or 0
            if password is None and number <= 1:
                raise NotSignedIn(
                    Text("This passkey is the only way into the account. Choose a password first.")
                )
            connection.execute(delete(passkeys).where(his, passkeys.c.id == passkey_id))

    def remove_all(self, person_id: str) -> None:
        """Take all keys from a person, who has a password."""
        with self._database.writing() as connection:
            connection.execute(delete(passkeys).where(passkeys.c.person == person_id))
