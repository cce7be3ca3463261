"""Setting a table up: at once, or open to whoever comes, with invitations to people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from farmtable.core import Text
from farmtable.tables import Player, Tables
from farmtable.web.problems import SIGN_IN_FIRST, Problem
from farmtable.web.reader import Reader
from farmtable.web.setup import Setup


def set_up_table(setup: Setup, options: Mapping[str, Any], tables: Tables, reader: Reader) -> str:
    """Set a table up; where its maker goes now.

    Raises a Problem where a guest invites people, or a table is open to anybody and to them; else as
    `Tables.create`, `Tables.offer`, `People.check_called` and `Invitations.invite` do.
    """
    if setup.one_here and (reader.person is not None or setup.with_friends):
        own = next(seat.name for seat in setup.seats if seat.kind == "local")
        tables.people.check_called(reader.person, own)
    if setup.open_to_anybody:
        return _offered(setup, options, tables, reader)
    invited = setup.invited()
    if invited and reader.person is None:
        raise Problem(403, SIGN_IN_FIRST)
    if reader.person is not None:
        for name in invited.values():
            tables.finding.invitations.whom(reader.person, name)
    table = tables.create(
        setup.game.id,
        setup.players,
        setup.plans(),
        options,
        setup.settings(),
        reader.browser,
        setup.time,
        casual=setup.casual,
        public=setup.public,
        chat=setup.chat,
    )
    if reader.person is not None:
        for seat, name in invited.items():
            tables.finding.invitations.invite(table.id, seat, reader.person, name)
    return f"/table/{table.id}"


def _offered(setup: Setup, options: Mapping[str, Any], tables: Tables, reader: Reader) -> str:
    if setup.invited():
        raise Problem(400, Text("A table cannot have both people invited by name and seats for anybody."))
    person = reader.person
    own = next((seat.name.strip() for seat in setup.seats if seat.kind == "local"), "")
    account = "" if person is None else person.id
    maker = Player(reader.browser, own or reader.own_name, account, reader.language)
    table_id = tables.offer(
        setup.game.id,
        setup.players,
        setup.plans(),
        options,
        setup.settings(),
        maker,
        setup.time,
        casual=setup.casual,
        public=setup.public,
        chat=setup.chat,
    )
    return f"/find/{table_id}"
