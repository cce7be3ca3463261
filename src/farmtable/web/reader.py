"""The reader of a page: their browser, language and look, and how sentences are put into that language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from babel.support import NullTranslations
from fastapi import Request

from farmtable.core import Text
from farmtable.i18n import catalogue_with_games, choose_language
from farmtable.tables import Person, Session
from farmtable.web.agents import describe
from farmtable.web.gate.outside import outside
from farmtable.web.identity import Identity

LANGUAGE_COOKIE = "farmtable_language"
# How a page may look: each reader chooses, and cookies remember it. The first value is the default.
LOOKS = {
    "theme": ("system", "light", "dark"),
    "text": ("100", "115", "130"),
    "motion": ("normal", "slow", "fast", "off"),
    "chat": ("on", "off"),
}
# Stored in place of a program's name in the list of a seat's devices.
ACCOUNT = "account"
LOOK_COOKIE = "farmtable_{name}"


@dataclass(frozen=True)
class Reader:
    """A reader: `browser` is who they are at tables, `token` what their forms must send.

    `device` has the names of the reader's program and system, as far as they are known, or says that an
    account acts; `session` is None for a guest; `look` has their choices from `LOOKS`. `outside` is the
    beginning of links for other machines, if the reader's own address would lead those to themselves. A
    reader who is `locked` is a guest because whoever runs the server has locked their account. `older` is the
    guest that they may have been before they used https.
    """

    browser: str
    language: str
    token: str
    device: tuple[str, str] = ("", "")
    session: Session | None = None
    look: Mapping[str, str] = field(default_factory=lambda: look_of({}))
    outside: str = ""
    locked: bool = False
    older: str = ""

    @property
    def person(self) -> Person | None:
        """Who is signed in, None for a guest."""
        return None if self.session is None else self.session.person

    @property
    def own_name(self) -> str:
        """The default for the reader's name; empty for a guest."""
        return "" if self.person is None else self.person.name

    @property
    def catalogue(self) -> NullTranslations:
        """The gettext catalogue of the reader's language."""
        return catalogue_with_games(self.language)

    def say(self, text: Text, names: Sequence[str] | None = None) -> str:
        """A sentence in the reader's language, with the players' names."""
        return text.render(self.catalogue, names)


def reader_of(request: Request) -> Reader:
    """The reader who sent this request (a FastAPI dependency)."""
    identity: Identity = request.app.state.identity
    browser: str = request.state.browser
    language = choose_language(request.cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language"))
    session: Session | None = request.state.session
    # An account holds its seats as one device, whatever device the person uses.
    device = describe(request.headers.get("user-agent", "")) if session is None else (ACCOUNT, "")
    token = identity.token(request.state.form_key)
    beyond = outside(request.app.state.hosts, request.scope)
    look = look_of(request.cookies)
    state = request.state
    return Reader(browser, language, token, device, session, look, beyond, state.locked, state.older)


def look_of(cookies: Mapping[str, str]) -> dict[str, str]:
    """What these cookies remember for each of `LOOKS`."""
    kept = {name: cookies.get(LOOK_COOKIE.format(name=name), "") for name in LOOKS}
    return {name: kept[name] if kept[name] in choices else choices[0] for name, choices in LOOKS.items()}
