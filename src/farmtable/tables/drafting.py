"""A new table, checked before anything is stored: its seats, options and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from farmtable.bots import BOTS, is_own, make_bot
from farmtable.core.errors import BadOption
from farmtable.core.game import Game
from farmtable.core.registry import game as find_game
from farmtable.core.rng import Rng
from farmtable.core.text import Text
from farmtable.tables.alike import looks, unmixed_name
from farmtable.tables.clocks.control import TimeControl
from farmtable.tables.errors import BadName
from farmtable.tables.finding.draft import Draft
from farmtable.tables.plan import Seat, SeatKind, SeatPlan, Settings, clean_name
from farmtable.tables.tokens import digest, new_table_id


def drafted(
    game_id: str,
    players: int,
    seats: Sequence[SeatPlan],
    options: Mapping[str, Any],
    settings: Settings,
    browser: str,
    time_control: TimeControl | None,
) -> tuple[Draft, list[int]]:
    """A new table of this browser, with everything checked, and the seats that are open to anybody."""
    game = find_game(game_id)
    checked = check_options(game, options)
    if len(seats) != game.check_players(players):
        raise BadOption(f"{players} seats are to be set up, not {len(seats)}")
    game.check_seats(players, checked)
    for plan in seats:
        if plan.name.strip():
            unmixed_name(plan.name)
    sitting, creator = sit_down(seats), digest(browser)
    own = [(seat.index, creator) for seat in sitting if seat.kind == "local"]
    draft = Draft(new_table_id(), game.id, sitting, own, creator, checked, settings, time_control)
    return draft, [index for index, plan in enumerate(seats) if plan.kind == "open"]


def check_options(game: Game, options: Mapping[str, Any]) -> dict[str, Any]:
    for option in game.options:
        if option.is_file and isinstance(options.get(option.name), str):
            raise BadOption(f"{option.name} is given by its content here, not by a path")
    return game.check_options(options)


def has_own_figures(game: Game, options: Mapping[str, Any]) -> bool:
    """Whether a game is played with custom figures, so that it cannot be rated."""
    return any(option.is_file and options.get(option.name) for option in game.options)


def sit_down(plans: Sequence[SeatPlan]) -> list[Seat]:
    """The seats as planned: bots checked, names clean and no two alike.

    People without a name have none here: each reader is shown one in the reader's own language.
    """
    seats: list[Seat] = []
    used: set[str] = set()
    for index, plan in enumerate(plans):
        if plan.kind not in ("local", "friend", "bot", "open"):
            raise BadOption(f"a seat is for local, friend, bot or open, not {plan.kind!r}")
        if plan.kind == "bot":
            check_bot(plan.bot)
        name = clean_name(plan.name) if plan.name.strip() else ""
        waited_for = plan.kind in ("friend", "open")
        if name and not waited_for and looks(name) in used:
            raise BadName(Text("Somebody at this table is already called {name}.", name=name))
        if name:
            used.add(looks(name))
        bot = plan.bot if plan.kind == "bot" else ""
        kind: SeatKind = "friend" if plan.kind == "open" else plan.kind
        seats.append(Seat(index, kind, name, bot, taken=not waited_for))
    return seats


def check_bot(name: str) -> None:
    if not is_own(name):  # never package.module:Class, which a page could send
        raise BadOption(f"there is no bot {name!r} at tables; the bots: {', '.join(BOTS)}")
    make_bot(name, Rng())
