"""Tables in every situation, made without a browser: for tests that look at all pages."""

from __future__ import annotations

from dataclasses import asdict
from functools import cache
from typing import Any

from sqlalchemy import create_engine, update

from farmtable import Rng
from farmtable.bots import make_bot
from farmtable.tables import (
    Command,
    Player,
    SeatPlan,
    Settings,
    Table,
    Tables,
    engine_of,
    judge,
    outcome,
    schema,
)
from farmtable.web.identity import COOKIE, SESSION_COOKIE, Identity
from tests.golden_records import FARMER, SETTLER

ANNA, BEN = "anna-s-browser", "ben-s-browser"
GAMES = ("agricola", "aehre", "mi_tierra", "market_day")
# Who builds much shows much.
PLAYERS = {"agricola": SETTLER, "aehre": FARMER}
# A game is in full swing after so many decisions, and over before the most.
SOME, ALL = {"agricola": 90, "aehre": 60, "mi_tierra": 120, "market_day": 20}, 10_000


class Exhibition:
    """Anna's tables in the database `db`, which is served at `address`.

    As a guest her browser shows the `cookie`, with her account the `session`.
    """

    def __init__(self, db: str, address: str) -> None:
        self.db = db
        self.address = address
        self.tables = Tables(db, Rng(7))
        signed = Identity(self.tables.secret("browsers").hex()).write(ANNA)
        self.cookie = self.cookie_of(COOKIE, signed)
        anna = self.tables.people.sign_up("Anna", "wheat and barley", "127.0.0.1")
        token = self.tables.people.begin_session(anna, "Chrome", "Linux")
        self.session = self.cookie_of(SESSION_COOKIE, token)
        self.own_pages = ["/", "/account", "/account/delete", "/people", f"/people/{anna.id}"]
        self.pages = cache(self._pages)
        self.shared_pages = cache(self._shared_pages)

    def cookie_of(self, name: str, value: str) -> Any:
        """As `add_cookies` of a browser takes it."""
        return {"name": name, "value": value, "url": self.address}

    def _pages(self, game: str) -> list[str]:
        """Where a game looks like no other: rules, a lesson, a game under way, over, replayed, analysed."""
        lesson = self.tables.teach(game, 1, "greedy", ANNA)
        running, over = self._played(game, SOME[game]), self._played(game, ALL)
        self._analyse(over)
        return [
            f"/?game={game}",
            f"/rules/{game}",
            f"/table/{lesson.id}",
            f"/table/{running.id}",
            f"/table/{over.id}",
            f"/table/{over.id}/replay?at={SOME[game]}",
            f"/table/{over.id}/analysis",
        ]

    def _shared_pages(self) -> list[str]:
        """What all games share: tables that wait, are passed on, are left or retired; and no page at all."""
        game = "market_day"
        waiting = self.tables.create(game, 2, _seats("local", "friend"), {}, Settings(), ANNA)
        passed = self.tables.create(game, 2, _seats("local", "local"), {}, Settings(), ANNA)
        invited = self.tables.create(game, 2, _seats("local", "friend"), {}, Settings(), BEN)
        held, archived = self._played(game, 0, confirm=True), self._played(game, ALL)
        self.tables.lists.archive(archived.id, ANNA, True)
        retired = self.tables.create(game, 2, _seats("local", "friend"), {}, Settings(), ANNA)
        self._retire(retired)
        return [
            "/",
            "/find",
            f"/find/{self._open_table()}",
            "/sign-in",
            "/sign-up",
            f"/table/{retired.id}",
            f"/table/{waiting.id}",
            f"/table/{passed.id}",
            f"/table/{held.id}",
            f"/table/{held.id}/devices",
            f"/table/{held.id}/leave",
            f"/take/{held.pass_key(0, ANNA)}",
            f"/join/{invited.invite(1, BEN)}",
            "/no-such-page",
        ]

    def _open_table(self) -> str:
        """A table that Ben has left open, with what else there is to be found beside it."""
        seats = [SeatPlan("local", "Ben"), SeatPlan("open"), SeatPlan("bot", bot="search:2")]
        self.tables.create("market_day", 2, _seats("local", "friend"), {}, Settings(), BEN, public=True)
        return self.tables.offer("market_day", 3, seats, {}, Settings(), Player(BEN, "Ben"))

    def _played(self, game: str, decisions: int, confirm: bool = False) -> Table:
        """A table of Anna and Ben after so many decisions and, unless it is over, at Anna's next.

        If persons `confirm` their turns it is held by Anna, who has just decided.
        """
        table = self.tables.create(game, 2, _seats("local", "friend"), {}, Settings(confirm=confirm), ANNA)
        table.claim(table.invite(1, ANNA), BEN, "Ben")
        bots = [make_bot(PLAYERS.get(game, "random"), Rng(5, f"seat {seat}")) for seat in range(2)]
        while not table.over and (table.version < decisions or table.to_play != 0):
            self._play(table, bots[table.to_play].choose(table.perspective(table.to_play)))
        if confirm:
            self._play(table, bots[0].choose(table.perspective(0)))
            assert table.held_by == 0
        return table

    def _play(self, table: Table, action: int) -> None:
        seat = table.to_play
        browser = (ANNA, BEN)[seat]
        table.submit(Command(f"command-{table.version:06}", table.version, "play", seat, browser, action))

    def _retire(self, table: Table) -> None:
        """Let the rules of a table be of long ago."""
        engine = create_engine(self.db)
        with engine.begin() as connection:
            connection.execute(
                update(schema.tables).where(schema.tables.c.id == table.id).values(rules_version=0)
            )
        engine.dispose()

    def _analyse(self, table: Table) -> None:
        """Have a finished game analysed, in a hurry and not to the end."""
        step, standing = outcome(table.record())
        judged = [judge(decision, 0.02) for decision in table.decisions()[:6]]
        content = {
            "complete": True,
            "end": [step, asdict(standing)],
            "judgements": [each.to_dict() for each in judged],
        }
        self.tables.save_analysis(table.id, engine_of(table.game, 2, table.options), content)


def _seats(*kinds: str) -> list[SeatPlan]:
    names = ("Anna", "Ben")
    return [SeatPlan(kind, name if kind == "local" else "") for kind, name in zip(kinds, names, strict=True)]  # type: ignore[arg-type]
