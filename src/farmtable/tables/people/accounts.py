"""`People`: signing up and in, sessions, passwords, and the end of an account."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Collection
from dataclasses import asdict
from typing import Any, Final

from farmtable.core.text import Text
from farmtable.tables.alike import looks, unmixed_name
from farmtable.tables.errors import BadName, NotSignedIn, StorageError, TooOften
from farmtable.tables.people.known import Known
from farmtable.tables.people.limits import Limit, Limits
from farmtable.tables.people.passkeys import Passkey, Passkeys
from farmtable.tables.people.passwords import check_length, hashed, is_right
from farmtable.tables.people.person import KnownDevice, Person, Session
from farmtable.tables.people.results import Results
from farmtable.tables.people.rows import PeopleRows
from farmtable.tables.plan import clean_name, name_key, without_unseen
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Collision, Database

WRONG: Final = Text("This name and password do not match.")
UNKNOWN_PASSKEY: Final = Text("This passkey does not open any account here.")
LOCKED: Final = Text("This account is locked. Whoever runs this server can unlock it.")

QUARTER: Final = 15 * 60.0
HOUR: Final = 3600.0
# Who guesses is stopped by the first, and a server is not kept busy with passwords by the third. Whoever
# guesses from many addresses makes a name guarded, by the second: then each address has few tries left. So
# nobody can lock somebody else out: there are other addresses, and a device that has signed in before has
# tries of its own.
BY_NAME_AND_ADDRESS: Final = Limit("sign in by name and address", 10, QUARTER)
BY_NAME: Final = Limit("sign in by name", 100, HOUR)
BY_ADDRESS: Final = Limit("sign in by address", 100, QUARTER)
GUARDED: Final = Limit("sign in by name and address to a guarded name", 2, HOUR)
BY_DEVICE: Final = Limit("sign in by known device", 10, QUARTER)
NEW_BY_ADDRESS: Final = Limit("sign up by address", 20, HOUR)

SEEN_EVERY: Final = 600.0
"""Seconds after which it is noted anew that a session was seen."""


class People:
    """The people of one database.

    All methods may be called from any thread; they raise StorageError where the database does not answer.
    """

    def __init__(self, database: Database) -> None:
        self._rows = PeopleRows(database)
        self.limits = Limits(database)
        self.passkeys = Passkeys(database)
        self.results = Results(database)
        self.known = Known(self._rows)

    # --- signing up and in ---------------------------------------------------------------------

    def sign_up(self, name: str, password: str, address: str) -> Person:
        """A new account. `address` is where the wish came from.

        Raises BadName for a name that cannot be used or that looks like somebody's, BadPassword, TooOften.
        """
        name = unmixed_name(name)
        check_length(password)
        self.limits.count(NEW_BY_ADDRESS, address)  # before the hash: whom we refuse shall cost us nothing
        return self._add(name, hashed(password))

    def sign_in(self, name: str, password: str, address: str, device: KnownDevice | None = None) -> Person:
        """Who has this name and password. Raises NotSignedIn, TooOften.

        `device` is what is known of the device from an earlier time.
        """
        found = self._rows.by_name(name)
        if found is not None and device is not None and device.person == found[0].id:
            tried: tuple[Limit, *tuple[str, ...]] = (BY_DEVICE, device.id)
            self.limits.count(*tried)
        else:
            # By the account's own name: however it was typed, all tries at one account are counted as one.
            key = name_key(without_unseen(name) if found is None else found[0].name)
            tried = (BY_NAME_AND_ADDRESS, key, address)
            self._count_stranger(key, address)
        right = is_right(password, None if found is None else found[1])
        if found is None or not right:
            raise NotSignedIn(WRONG)
        person, _ = found
        _check_open(person)
        self.limits.forget(*tried)
        return person

    def _count_stranger(self, key: str, address: str) -> None:
        self.limits.count(BY_ADDRESS, address)
        self.limits.count(BY_NAME_AND_ADDRESS, key, address)
        try:
            self.limits.count(BY_NAME, key)
        except TooOften:
            self.limits.count(GUARDED, key, address)

    def check_free(self, name: str) -> str:
        """The name as it would be shown. Raises BadName where it cannot be used, or looks like somebody's."""
        name = unmixed_name(name)
        other = self._rows.name_like(name)
        if other is not None:
            raise _taken(name, other)
        return name

    def check_called(self, person: Person | None, name: str) -> None:
        """Raises BadName where somebody wants to be called at a table as an account that is not his (None: he
        is a guest), or so that people hardly tell it from that one, and for what is no name."""
        other = self._rows.name_like(clean_name(name)) if name.strip() else None
        if other is not None and person is None:
            said = Text("{name} has an account here. Sign in if that is you, or choose another name.")
            raise BadName(said.with_values(name=other))
        if other is not None and person is not None and looks(other) != looks(person.name):
            raise _taken(name, other)

    def sign_up_by_passkey(self, name: str, passkey: Passkey, address: str) -> Person:
        """A new account under the id that the passkey names, without a password.

        Raises BadName, NotSignedIn where the passkey opens another account already, TooOften.
        """
        self.limits.count(NEW_BY_ADDRESS, address)
        person = self._add(unmixed_name(name), None, passkey.person)
        try:
            self.add_passkey(passkey)
        except NotSignedIn:
            self._rows.erase(person)
            raise
        return person

    def sign_in_by_passkey(self, passkey: Passkey, uses: int) -> Person:
        """Whose passkey this is, after it has signed; `uses` is its new count. Raises NotSignedIn."""
        found = self._rows.by_id(passkey.person)
        if found is None:
            raise NotSignedIn(UNKNOWN_PASSKEY)
        _check_open(found[0])
        self.passkeys.note_used(passkey, uses)
        return found[0]

    def add_passkey(self, passkey: Passkey) -> None:
        """One more key to an account. Raises NotSignedIn where it opens one already."""
        try:
            self.passkeys.add(passkey)
        except Collision:
            raise NotSignedIn(Text("This passkey is already known here.")) from None

    def use_once(self, challenge: str) -> None:
        """Raises TooOften for a challenge that was answered before."""
        self.limits.count(Limit("challenge", 1, HOUR), challenge)

    def _add(self, name: str, kept: str | None, person_id: str | None = None) -> Person:
        person = Person(person_id or new_person_id(), name, time.time(), False, kept is not None)
        try:
            self._rows.add(person, kept)
        except Collision:
            raise _taken(name, self._rows.name_like(name) or name) from None
        return person

    # --- sessions ------------------------------------------------------------------------------

    def begin_session(self, person: Person, program: str, system: str) -> str:
        """Sign a browser in; what it must show from now on."""
        token = secrets.token_urlsafe(32)
        now = time.time()
        self._rows.begin(Session(digest(token), person, program, system, now, now))
        return token

    def session(self, token: str, program: str, system: str) -> Session | None:
        """The session that a browser shows, None where there is none, or no longer."""
        found = self._rows.session(digest(token))
        if found is not None and time.time() - found.seen >= SEEN_EVERY:
            with contextlib.suppress(StorageError):  # it is only a note
                self._rows.note_seen(found.id, program, system)
        return found

    def is_open(self, session: Session) -> bool:
        """Whether a session is there still: nobody has ended it, and its person is not locked."""
        return self._rows.session(session.id) is not None

    def sessions_of(self, person: Person) -> list[Session]:
        """Where somebody is signed in, the one last seen first."""
        return self._rows.sessions_of(person.id)

    def end_sessions(self, person: Person, session_ids: Collection[str]) -> None:
        """Sign browsers of a person out; whatever is no session of his is passed over."""
        self._rows.end(person.id, list(session_ids))

    def end_others(self, session: Session) -> None:
        """Sign all browsers of a person out but one."""
        self.end_sessions(
            session.person, [one.id for one in self.sessions_of(session.person) if one.id != session.id]
        )

    def bring_along(self, browser: str, person: Person) -> None:
        """Let an account have the seats and tables of a browser."""
        self.bring_on(browser, person.holder, person)

    def bring_on(self, browser: str, holder: str, person: Person | None = None) -> None:
        """Let whoever acts at tables as `holder` have the seats and tables of a browser that was his; where
        he has an account, it is that of a `person`."""
        for _ in range(2):
            with contextlib.suppress(Collision):  # the same browser has taken a seat at this moment
                return self._rows.bring_along(browser, holder, person)
        raise StorageError

    # --- the account ---------------------------------------------------------------------------

    def by_id(self, person_id: str) -> Person | None:
        """Who has this id, or None."""
        found = self._rows.by_id(person_id)
        return None if found is None else found[0]

    def with_holder(self, holder: str) -> Person | None:
        """Whose account holds seats as this one (a digest); None for a browser."""
        return next((person for person in self.all() if digest(person.holder) == holder), None)

    def is_account(self, holder: str) -> bool:
        """Whether it is an account that holds seats as this one (a digest)."""
        return self.with_holder(holder) is not None

    def all(self) -> list[Person]:
        """Everybody, in the order of names."""
        return self._rows.all()

    def find(self, name: str) -> Person | None:
        """Who is called so, or None."""
        found = self._rows.by_name(name)
        return None if found is None else found[0]

    def check_password(self, session: Session, password: str) -> None:
        """Raises NotSignedIn where this is not the password of who is signed in, TooOften."""
        self.limits.count(BY_DEVICE, session.id)
        found = self._rows.by_id(session.person.id)
        if not is_right(password, None if found is None else found[1]):
            raise NotSignedIn(Text("This is not your password."))
        self.limits.forget(BY_DEVICE, session.id)

    def change_password(self, session: Session, password: str) -> str:
        """Another password, as who is signed in wishes; what his browser must show from now on.

        Whatever else was signed in is signed out, and so is whoever has copied what this browser showed until
        now. Raises BadPassword, NotSignedIn where the session has been ended meanwhile.
        """
        token = secrets.token_urlsafe(32)
        if not self._rows.renew(session, digest(token), hashed(password)):
            raise NotSignedIn(Text("Please sign in first."))
        return token

    def set_password(self, person: Person, password: str) -> None:
        """Another password. Raises BadPassword."""
        self._rows.change(person.id, password=hashed(password))

    def lock(self, person: Person, locked: bool) -> None:
        """Keep somebody out, who is signed out everywhere and waits for no game any more, or let him in
        again. His seats stay his."""
        if locked:
            self._rows.lock(person)
        else:
            self._rows.change(person.id, locked=False)

    def wait_no_more(self, person: Person) -> None:
        """Let somebody wait for no game any more."""
        self._rows.wait_no_more(person)

    def delete(self, person: Person) -> None:
        """End an account: what it held at tables is nobody's from now on, and his names there are taken away.

        Whoever calls this has first let him leave his tables (`Tables.end_account`).
        """
        self._rows.erase(person)

    def export(self, person: Person) -> dict[str, Any]:
        """All that is kept of somebody beside his tables, but what opens the account."""
        return {
            "name": person.name,
            "created": person.created,
            "has_password": person.has_password,
            "sessions": [
                {"program": one.program, "system": one.system, "since": one.since, "seen": one.seen}
                for one in self.sessions_of(person)
            ],
            "blocked": self._rows.blocked(person.id),
            "passkeys": [
                {"program": one.program, "system": one.system, "since": one.since}
                for one in self.passkeys.of(person.id)
            ],
            "results": [asdict(one) for one in self.results.games_of(person)],
            "ratings": [
                kind._asdict() | asdict(rating) for kind, rating in self.results.ratings_of(person).items()
            ],
        }


def new_person_id() -> str:
    """An id for an account to be made."""
    return secrets.token_urlsafe(9)


def _check_open(person: Person) -> None:
    if person.locked:
        raise NotSignedIn(LOCKED)


def _taken(name: str, other: str) -> BadName:
    if name_key(name) == name_key(without_unseen(other)):
        return BadName(Text("Somebody here is already called {name}.", name=name))
    return BadName(Text("This name looks too much like that of somebody else here: {name}.", name=other))
