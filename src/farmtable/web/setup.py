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
"""The default clocks of a rated game: one that hardly ever runs out, and a quick one if strangers wait for
one another."""


@dataclass(frozen=True)
class SeatChoice:
    """One row of the lobby's form."""

    kind: str
    name: str
    bot: str


@dataclass(frozen=True)
class Setup:
    """The lobby's form so far; every value is one that may be chosen, or its default.

    `clock` is one of those offered, or empty for none, and `usual_clock` is the default unless another is
    chosen by hand. `may_be_rated` says whether the game could be rated, so that the form offers the choice
    (`casual`: it is not); `asked_chat` is what was chosen about the chat. `unknown` has, for each option that
    is filled in by name, the names that match nothing.
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
        """The time control of the table."""
        return TimeControl.read(self.clock) if self.clock else None

    @property
    def one_here(self) -> bool:
        """Whether exactly one person plays at this screen, so that they can be told apart from all others."""
        return sum(seat.kind == "local" for seat in self.seats) == 1

    @property
    def with_friends(self) -> bool:
        """Whether people from elsewhere are to play."""
        return any(seat.kind in ("friend", "person", "open") for seat in self.seats)

    @property
    def usual_watch(self) -> str:
        """The default for who may watch."""
        return _usual_watch(self.seats)

    @property
    def open_to_anybody(self) -> bool:
        """Whether there are seats for anybody who comes."""
        return any(seat.kind == "open" for seat in self.seats)

    def invited(self) -> dict[int, str]:
        """The seats for people with an account, each with its person's name."""
        return {index: seat.name for index, seat in enumerate(self.seats) if seat.kind == "person"}

    @property
    def chat(self) -> Mode | None:
        """Who may write besides the players; None if nobody else is to come."""
        wanted = self.with_chat and self.with_friends
        return next((mode for mode in MODES if wanted and mode == self.asked_chat), None)

    def plans(self) -> list[SeatPlan]:
        """The seats to be created."""
        return [_plan(seat) for seat in self.seats]

    def check_names(self, reader: Reader) -> None:
        """Raises Problem if something was named that does not exist."""
        for option in self.game.options:
            if names := self.unknown.get(option.name):
                raise Problem(400, no_such(option, names[:1], reader)[0])

    def settings(self) -> Settings:
        """The settings of the table."""
        return Settings(bot_delay=float(self.delay), confirm=self.confirm, hints=self.hints)


@cache
def all_games() -> list[Game]:
    """Every installed game, by title; a broken one is logged and left out."""
    for fault in broken().values():
        logger.error("%s", fault)
    return sorted(playable(), key=lambda one: one.title)


def read_setup(form: Mapping[str, Any], with_chat: bool = True, known: bool = False) -> Setup:
    """The form as it was sent; anything missing, or not possible any more, gets its default.

    `with_chat` says whether people may write to each other on this server, `known` whether the creator has an
    account. Raises BadOption only for a game that does not exist.
    """
    chosen = game(str(form["game"])) if "game" in form else _first_game()
    players = _number(form.get("players", usual_players(chosen)), chosen.min_players, chosen.max_players)
    options = {
        option.name: _chosen(option, str(form.get(f"option_{option.name}", "")), players)
        for option in chosen.options
        if not option.is_file
    }
    for option in chosen.options:  # each comes after those on which it depends
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
        # A checkbox that is not ticked is not sent; whether the form was filled in at all shows in its delay.
        confirm="delay" not in form or "confirm" in form,
        hints="hints" in form,
        clock=clock if clock in OFFERED else "",
        # Without a clock the game is not rated, and the form shows that before it is sent.
        usual_clock=usual_clock if clock in OFFERED else "",
        may_be_rated=may_be_rated,
        casual=may_be_rated and not (rated and clock in OFFERED),
        with_chat=with_chat,
        asked_chat=str(form.get("chat", MODES[0])),
        public=_by_hand(form, "watch", _usual_watch(seats)) == "public",
        unknown=_unknown_names(chosen, form, options),
    )


def _by_hand(form: Mapping[str, Any], name: str, usual: str) -> str:
    """What was chosen by hand, that is, differs from the default when the form was shown; otherwise the
    default that fits the current choices."""
    chosen = form.get(name)
    return usual if chosen is None or chosen == form.get(f"{name}_was") else str(chosen)


def _usual_watch(seats: Sequence[SeatChoice]) -> str:
    """The default for who may watch."""
    return "public" if any(seat.kind == "open" for seat in seats) else "private"


def _rated_clock(seats: Sequence[SeatChoice]) -> str:
    """The default clock of a rated game."""
    return RATED_CLOCK_WITH_ANYBODY if any(seat.kind == "open" for seat in seats) else RATED_CLOCK


def _plan(seat: SeatChoice) -> SeatPlan:
    if seat.kind in ("person", "open"):
        return SeatPlan("friend" if seat.kind == "person" else "open")
    return SeatPlan(seat.kind, seat.name.strip(), seat.bot if seat.kind == "bot" else "")  # type: ignore[arg-type]


def usual_players(game: Game) -> int:
    """The default number of players: at least two, if the game allows it."""
    return min(max(game.min_players, 2), game.max_players)


def is_chosen_by_hand(option: Option) -> bool:
    """Whether people choose an option before a game; not what a game of a series passes on to the next."""
    return bool(option.choices) and (option.by_name or not option.several)


def _unknown_names(game: Game, form: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, list[str]]:
    """For options that are filled in by name: the names that match none of their choices."""
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
    """What was asked for, if it is allowed; otherwise the option's default."""
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
