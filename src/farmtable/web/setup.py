"""Setting up a table: what was chosen in the lobby so far, and what can be chosen next."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from farmtable.core import BadOption, Game, Option, broken, game, playable
from farmtable.tables import SeatPlan, Settings, TimeControl
from farmtable.tables.chat.message import MODES, Mode
from farmtable.web.clocks.shown import OFFERED
from farmtable.web.levels import DEFAULT_BOT, is_offered
from farmtable.web.named import no_such, read_names
from farmtable.web.problems import Problem
from farmtable.web.reader import Reader

logger = logging.getLogger(__name__)

KINDS = ("local", "friend", "person", "open", "bot")
DELAYS = ("0", "0.4", "1", "2", "4")

RATED_CLOCK = "7d"
RATED_CLOCK_WITH_ANYBODY = "20+30"
"""What clock a rated game has if nobody says so: one that hardly ever runs out, but where strangers wait for
one another."""


@dataclass(frozen=True)
class SeatChoice:
    """One row of the lobby's form."""

    kind: str
    name: str
    bot: str


@dataclass(frozen=True)
class Setup:
    """The lobby's form as far as it is filled; every value is one that may be chosen, or its default.

    `clock` is one of those offered, or empty for none, and `usual_clock` the one that it is unless another is
    chosen by hand. `may_be_rated` says whether it can be chosen here that the game is not (`casual`);
    `asked_chat` is what was chosen about the chat.
    `unknown` has, for each option that is filled in by name, the names that nothing is called by.
    """

    game: Game
    players: int
    seats: list[SeatChoice]
    options: dict[str, str]
    delay: str
    confirm: bool
    hints: bool
    clock: str = ""
    usual_clock: str = ""
    may_be_rated: bool = False
    casual: bool = False
    with_chat: bool = True
    asked_chat: str = MODES[0]
    public: bool = False
    unknown: dict[str, list[str]] = field(default_factory=dict)

    @property
    def time(self) -> TimeControl | None:
        """How much time there is."""
        return TimeControl.read(self.clock) if self.clock else None

    @property
    def one_here(self) -> bool:
        """Whether just one person plays at this screen, who can so be told from all others."""
        return sum(seat.kind == "local" for seat in self.seats) == 1

    @property
    def with_friends(self) -> bool:
        """Whether somebody from elsewhere is to play."""
        return any(seat.kind in ("friend", "person", "open") for seat in self.seats)

    @property
    def usual_watch(self) -> str:
        """Who may watch, if nobody says so."""
        return _usual_watch(self.seats)

    @property
    def open_to_anybody(self) -> bool:
        """Whether there are seats for whoever comes."""
        return any(seat.kind == "open" for seat in self.seats)

    def invited(self) -> dict[int, str]:
        """The seats for people with an account, each with his name."""
        return {index: seat.name for index, seat in enumerate(self.seats) if seat.kind == "person"}

    @property
    def chat(self) -> Mode | None:
        """Who may write beside the seats; nobody writes where nobody else is to come."""
        wanted = self.with_chat and self.with_friends
        return next((mode for mode in MODES if wanted and mode == self.asked_chat), None)

    def plans(self) -> list[SeatPlan]:
        """The seats as they are created."""
        return [_plan(seat) for seat in self.seats]

    def check_names(self, reader: Reader) -> None:
        """Raises Problem where something was named that there is not."""
        for option in self.game.options:
            if names := self.unknown.get(option.name):
                raise Problem(400, no_such(option, names[:1], reader)[0])

    def settings(self) -> Settings:
        """How the table is to behave."""
        return Settings(bot_delay=float(self.delay), confirm=self.confirm, hints=self.hints)


@cache
def all_games() -> list[Game]:
    """Every installed game, by title; one that is installed but broken is logged and left out."""
    for fault in broken().values():
        logger.error("%s", fault)
    return sorted(playable(), key=lambda one: one.title)


def read_setup(form: Mapping[str, Any], with_chat: bool = True, known: bool = False) -> Setup:
    """The form as it stands; what is missing or not possible (any more) is filled with a default.

    `with_chat` says whether people may write to each other on this server, `known` whether its maker has an
    account.
    Raises BadOption only for a game that does not exist.
    """
    chosen = game(str(form["game"])) if "game" in form else _first_game()
    players = _number(form.get("players", usual_players(chosen)), chosen.min_players, chosen.max_players)
    options = {
        option.name: _chosen(option, str(form.get(f"option_{option.name}", "")), players)
        for option in chosen.options
        if not option.is_file
    }
    for option in chosen.options:  # each stands after those on which it depends
        if not option.is_file and not option.goes_with(options):
            options[option.name] = str(option.default)
    seats = [_seat(form, index) for index in range(players)]
    delay = str(form.get("delay", "1"))
    may_be_rated = known and players > 1 and sum(seat.kind == "local" for seat in seats) == 1
    rated = may_be_rated and ("asks_rated" not in form or "rated" in form)
    usual_clock = _rated_clock(seats) if rated else ""
    clock = _by_hand(form, "clock", usual_clock)
    return Setup(
        game=chosen,
        players=players,
        seats=seats,
        options=options,
        delay=delay if delay in DELAYS else "1",
        # A box that is not ticked is not sent; that the form was filled at all shows in its delay.
        confirm="delay" not in form or "confirm" in form,
        hints="hints" in form,
        clock=clock if clock in OFFERED else "",
        # Without a clock it is not rated, and the form shows that before it is sent.
        usual_clock=usual_clock if clock in OFFERED else "",
        may_be_rated=may_be_rated,
        casual=may_be_rated and not (rated and clock in OFFERED),
        with_chat=with_chat,
        asked_chat=str(form.get("chat", MODES[0])),
        public=_by_hand(form, "watch", _usual_watch(seats)) == "public",
        unknown=_unknown_names(chosen, form, options),
    )


def _by_hand(form: Mapping[str, Any], name: str, usual: str) -> str:
    """What was chosen by hand, which differs from what was usual when the form was shown; else what is usual
    with what is chosen by now."""
    chosen = form.get(name)
    return usual if chosen is None or chosen == form.get(f"{name}_was") else str(chosen)


def _usual_watch(seats: Sequence[SeatChoice]) -> str:
    """Who may watch, if nobody says so."""
    return "public" if any(seat.kind == "open" for seat in seats) else "private"


def _rated_clock(seats: Sequence[SeatChoice]) -> str:
    """The clock of a rated game, if nobody says so."""
    return RATED_CLOCK_WITH_ANYBODY if any(seat.kind == "open" for seat in seats) else RATED_CLOCK


def _plan(seat: SeatChoice) -> SeatPlan:
    if seat.kind in ("person", "open"):
        return SeatPlan("friend" if seat.kind == "person" else "open")
    return SeatPlan(seat.kind, seat.name.strip(), seat.bot if seat.kind == "bot" else "")  # type: ignore[arg-type]


def usual_players(game: Game) -> int:
    """For how many a game is set up if nobody says so: with company, where it takes any."""
    return min(max(game.min_players, 2), game.max_players)


def is_chosen_by_hand(option: Option) -> bool:
    """Whether people choose an option before a game: what a game of a series hands on to the next is none."""
    return bool(option.choices) and (option.by_name or not option.several)


def _unknown_names(game: Game, form: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, list[str]]:
    """What was typed for an option that is filled in by name, and is none of its choices."""
    return {
        option.name: read_names(option, str(form.get(f"option_{option.name}", ""))).unknown
        for option in game.options
        if option.by_name and option.goes_with(options)
    }


def _first_game() -> Game:
    found = all_games()
    if not found:
        raise BadOption("no game is installed")
    return found[0]


def _chosen(option: Option, asked: str, players: int) -> str:
    """What was asked for if it may be chosen, else the option's default."""
    if option.by_name:
        return ",".join(read_names(option, asked).choices)
    parts = [part for part in asked.split(",") if part] if option.several else [asked]
    possible = option.is_for(players) and all(part in option.choices_for(players) for part in parts)
    return ",".join(parts) if possible else str(option.default)


def _number(text: object, least: int, most: int) -> int:
    try:
        return min(max(int(str(text)), least), most)
    except ValueError:
        return least


def _seat(form: Mapping[str, Any], index: int) -> SeatChoice:
    kind = str(form.get(f"kind_{index}", "local" if index == 0 else "bot"))
    bot = str(form.get(f"bot_{index}", DEFAULT_BOT))
    return SeatChoice(
        kind=kind if kind in KINDS else "local",
        name=str(form.get(f"name_{index}", ""))[:24],
        bot=bot if is_offered(bot) else DEFAULT_BOT,
    )
