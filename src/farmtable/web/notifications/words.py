"""What is told, in the language of who is told it: nothing but what happened at which table, and who plays
there."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final
from urllib.parse import quote

from babel.dates import format_date, format_time

from farmtable.core import Text
from farmtable.i18n import LANGUAGES
from farmtable.tables import Table
from farmtable.tables.notifications.channel import Call, Channel, Event
from farmtable.web.beside.called import server_name
from farmtable.web.board import names_of
from farmtable.web.notifications.links import Links
from farmtable.web.reader import Reader

TITLES: Final[dict[Event, Text]] = {
    "turn": Text("Your turn"),
    "begins": Text("The game begins"),
    "ended": Text("The game is over"),
    "time": Text("Your time is running low"),
    "invited": Text("You have been invited"),
}
WANTED: Final[dict[Event, Text]] = {
    "turn": Text("It is my turn"),
    "begins": Text("A game begins: everybody is there, or the next game has been set up"),
    "ended": Text("A game is over"),
    "time": Text("My time is running low"),
    "invited": Text("Somebody invites me"),
}
WHERE: Final = Text("{game} with {names}")
NEWS: Final = Text("{event}: {what}")
UNTIL: Final = Text("You have time until {moment}.")


class Told:
    """What there is to tell of one table."""

    def __init__(self, call: Call, table: Table, channel: Channel) -> None:
        self.event = call.event
        self.table = table
        self._reader = reader_for(channel)
        self._seat = call.seat

    @property
    def title(self) -> str:
        """What happened."""
        return self._reader.say(TITLES[self.event])

    @property
    def game(self) -> str:
        """What is played."""
        return self.table.game.title

    @property
    def others(self) -> list[str]:
        """Who plays there beside whom is told."""
        names = names_of(self.table, self._reader)
        return [name for seat, name in enumerate(names) if seat != self._seat]

    @property
    def where(self) -> str:
        """At which table."""
        if not self.others:
            return self.game
        return self._reader.say(WHERE.with_values(game=self.game, names=", ".join(self.others)))

    @property
    def until(self) -> datetime | None:
        """When his time will be up, None where it does not run."""
        clock = self.table.clock
        up = None if clock is None or self.table.over or self.event == "invited" else clock.up(self._seat)
        return None if up is None else datetime.fromtimestamp(up, UTC).replace(microsecond=0)

    @property
    def hurry(self) -> list[str]:
        """Until when he has to decide, in a line; none where no time of his runs.

        It is the moment, not what is left: nobody knows when this is read.
        """
        until, language = self.until, self._reader.language
        if until is None:
            return []
        day = format_date(until, "medium", locale=language)
        exact = "short" if self.table.speed == "days" else "medium"
        moment = f"{day}, {format_time(until, exact, locale=language)} UTC"
        return [self._reader.say(UNTIL.with_values(moment=moment))]

    @property
    def path(self) -> str:
        """The page where one sees it."""
        return "/find" if self.event == "invited" else f"/table/{self.table.id}"

    @property
    def way_in(self) -> str:
        """The way there with an account: a device that is not signed in asks for that first."""
        return f"/sign-in?back={quote(self.path)}"


def reader_for(channel: Channel) -> Reader:
    """Who reads what is sent on a channel: nobody at any table, in the channel's language."""
    return Reader("", channel.language if channel.language in LANGUAGES else "en", "")


def mail_of(told: Sequence[Told], channel: Channel, links: Links, url: str) -> tuple[str, list[str]]:
    """The subject of a mail, and its lines: a table each, then how to hear less, and how to hear nothing
    more."""
    reader = reader_for(channel)
    subject = reader.say(NEWS.with_values(event=told[0].title, what=told[0].game))
    if len(told) > 1:
        subject = reader.say(Text.counted("News from {n} table", "News from {n} tables", len(told)))
    lines = []
    for one in told:
        news = reader.say(NEWS.with_values(event=one.title, what=one.where))
        lines += [news, *one.hurry, f"{url}{one.way_in}"]
        quiet = links.to("quiet", channel, one.table.id)
        lines += [reader.say(Text("No more emails about this table: {link}", link=quiet)), ""]
    lines += ["--", reader.say(Text("No more emails at all: {link}", link=links.to("stop", channel)))]
    return subject, [
        *lines,
        reader.say(Text("What you are told, and how: {link}", link=f"{url}/notifications")),
    ]


def asked_in(channel: Channel, links: Links) -> tuple[str, list[str]]:
    """The mail that asks whether an address is right."""
    reader = reader_for(channel)
    link = links.to("confirm", channel)
    return reader.say(Text("Is this your address?")), [
        reader.say(
            Text(
                "Somebody, hopefully you, wants {club} to write to this address when it is their turn.",
                club=server_name(),
            )
        ),
        reader.say(Text("If that was you, confirm it here: {link}", link=link)),
        "",
        reader.say(
            Text(
                "If it was not you, do nothing: nothing more will be sent, and the address will be forgotten."
            )
        ),
    ]


def told_of_passkey(channel: Channel, url: str) -> tuple[str, list[str]]:
    """The mail that tells whose account it is that one more key opens it."""
    reader = reader_for(channel)
    return reader.say(Text("A new passkey opens your account")), [
        reader.say(Text("If you added it, all is well.")),
        reader.say(
            Text(
                "If it was not you, change your password and remove the passkey here: {link}",
                link=f"{url}/sign-in?back=/account",
            )
        ),
    ]


def told_of_removal(channel: Channel, url: str) -> tuple[str, list[str]]:
    """The last mail to an address: somebody signed in to the account wants it to be told nothing more."""
    reader = reader_for(channel)
    return reader.say(Text("No more emails will come to this address")), [
        reader.say(Text("It was removed from your account. If it was you, all is well.")),
        reader.say(
            Text(
                "If it was not you, change your password and check where your emails go: {link}",
                link=f"{url}/sign-in?back=/notifications",
            )
        ),
    ]


def told_of_reports(calls: Sequence[Call]) -> tuple[str, list[str]]:
    """The mail that tells whoever runs the server which messages were reported; what they say stays here."""
    number = "a message was" if len(calls) == 1 else f"{len(calls)} messages were"
    return f"{server_name()}: {number} reported", [
        *(f"{call.table_id}/{call.version}" for call in calls),
        "",
        "To read them, with those around them: farmtable admin reports",
        "To take one off the list: farmtable admin settle TABLE/NUMBER",
    ]
