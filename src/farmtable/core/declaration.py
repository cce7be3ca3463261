"""`Declaration`: what a game says of itself (names, seats, options), and how its options are checked."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from farmtable.core.errors import BadOption
from farmtable.core.example import Example
from farmtable.core.files import MOST_TEXT, read_whole
from farmtable.core.lesson import Lesson
from farmtable.core.sheet_line import SheetLine
from farmtable.core.text import Text
from farmtable.core.toml_text import read_toml

_SEAT_NUMBER: Final = re.compile(r"[1-9][0-9]?:-?[0-9]{1,6}", re.ASCII)
MANY = 30  # choices that are not all named in one sentence


@dataclass(frozen=True)
class Option:
    """One thing that may be chosen before a game begins.

    `choices` are the allowed values, as strings; an empty tuple marks the option as a file (its value: a
    path, or the parsed content), which becomes part of the record. `default` is a choice, or None for a file
    not given. `title` and `labels` (one for each choice) are for the page. `seats` are the numbers of players
    with which it can differ from its default; empty: all. With `several`, any number of choices may be named,
    joined by commas; if people type them, the option is `by_name`, and the words of its `labels` are accepted
    as well. An option with `per_seat` has no choices: it gives each seat a number within the two bounds, for
    example `1:7,2:5`, and is empty by default; `seat_numbers` reads it.

    So that pages offer nothing that would be refused: an option with `needs` requires these choices of other
    options, as (name, choice); one with `not_with` excludes them; `seats_of` says for which numbers of
    players single choices are allowed.

    An option that was added to a game when records of it already existed is `added`: at its default it is
    left out of records and positions, so that older and newer ones are the same.
    """

    name: str
    title: Text
    default: str | None
    choices: tuple[str, ...] = ()
    labels: tuple[Text, ...] = ()
    seats: tuple[int, ...] = ()
    several: bool = False
    per_seat: tuple[int, int] | None = None
    by_name: bool = False
    added: bool = False
    needs: tuple[tuple[str, str], ...] = ()
    not_with: tuple[tuple[str, str], ...] = ()
    seats_of: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def is_file(self) -> bool:
        """Whether the value is a file of facts rather than one of a few words."""
        return not self.choices and self.per_seat is None

    def is_for(self, players: int) -> bool:
        """Whether this can be chosen in a game of so many players."""
        return not self.seats or players in self.seats

    def choices_for(self, players: int) -> tuple[str, ...]:
        """The choices that can be made in a game of so many players."""
        barred = {choice for choice, seats in self.seats_of if players not in seats}
        return tuple(choice for choice in self.choices if choice not in barred)

    def goes_with(self, chosen: Mapping[str, Any]) -> bool:
        """Whether this can be chosen beside these choices of other options."""
        return all(chosen.get(name) == choice for name, choice in self.needs) and not any(
            chosen.get(name) == choice for name, choice in self.not_with
        )


@dataclass(frozen=True)
class CardText:
    """A card of a game in words for people: its name, its kind, labelled facts, and what it does.

    `number` is the number printed on the card; it may be empty.
    """

    name: Text
    kind: Text
    text: Text
    number: str = ""
    facts: tuple[tuple[Text, Text], ...] = ()


@dataclass(frozen=True)
class About:
    """A game in a few words for somebody who does not know it.

    `says` fits two lines; `minutes` are the shortest and longest times a game takes, `weight` is its
    difficulty from 1 to 3, and `for_newcomers` are the options to begin with.
    """

    says: Text
    minutes: tuple[int, int]
    weight: int
    for_newcomers: Mapping[str, str] = field(default_factory=dict)


class Declaration:
    """What a game says of itself: all that a position, a page or a bot needs to know of its game.

    - `id`, `title`: the name in records and commands, and the name for people
    - `rules_version`: raised only when behaviour changes, so that old records can say so
    - `min_players`, `max_players`: the seats it takes
    - `num_actions`: size of the fixed action space; decisions are ints below it, outcomes of chance
      ints from it upwards
    - `observation_size`: length of the float32 vector `observe` writes (0: it has none)
    - `feature_names`: the names of the numbers that `World.features` gives (empty: it gives none); a network
      needs features of the same names in the same order
    - `sheet_lines`: the lines of its score sheets, in order, that can be predicted before the game is over;
      together they are all of its points (empty: only points are predicted)
    - `at_once`: whether several seats ever decide at once and in secret (`State.deciding`)
    - `options`: what may be chosen before a game
    - `about`: what it is, for somebody who does not know it
    - `lessons`: guided first games, in the order in which they are taken
    - `examples`: worked examples of rules, for the page that tells them
    - `pages`: the folder in which a game from outside the package has its templates, style sheet, script,
      picture and catalogues (None: it has none, or they are in this package)
    """

    id: str
    title: str
    rules_version: int = 1
    min_players: int = 2
    max_players: int = 2
    num_actions: int
    observation_size: int = 0
    feature_names: tuple[str, ...] = ()
    sheet_lines: tuple[SheetLine, ...] = ()
    at_once: bool = False
    options: tuple[Option, ...] = ()
    about: About | None = None
    lessons: tuple[Lesson, ...] = ()
    examples: tuple[Example, ...] = ()
    pages: Path | None = None

    @property
    def feature_count(self) -> int:
        """Length of the vector that `World.features` gives; 0: there is none."""
        return len(self.feature_names)

    def check_players(self, players: Any) -> int:
        """`players` as an int, from any whole number (also NumPy's), if the game has that many seats.

        Raises BadOption otherwise.
        """
        taken = f"{self.title} is for {self.min_players} to {self.max_players} players"
        try:
            seats = operator.index(players)
        except TypeError:
            raise BadOption(f"{taken}, given as a whole number, not {players!r}") from None
        if isinstance(players, bool) or not self.min_players <= seats <= self.max_players:
            raise BadOption(f"{taken}, not {players}")
        return seats

    def check_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The options as they go into the record: every choice spelled out, files read.

        Only `added` options are left out at their default.

        Raises BadOption for an unknown name or value.
        """
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.title} has no option {name!r}; its options: {names}")
        checked: dict[str, Any] = {}
        for name, option in known.items():
            value = options.get(name, option.default)
            if option.is_file:
                if value is not None:
                    checked[name] = self.check_file(name, _content(name, value))
            else:
                choice = _choice(option, str(value))
                if choice != option.default or not option.added:
                    checked[name] = choice
        return checked

    def check_seats(self, players: int, options: Mapping[str, Any]) -> None:
        """Raises BadOption if checked options do not fit this number of players, or each other."""
        for option in self.options:
            if not option.is_for(players) and options.get(option.name, option.default) != option.default:
                allowed = " or ".join(str(number) for number in option.seats)
                raise BadOption(f"{option.name} is for {allowed} players, not {players}")
            if option.per_seat is not None:
                for seat in _numbers(options.get(option.name, "")):
                    if seat > players:
                        raise BadOption(f"{option.name}: there is no seat {seat} in a game for {players}")

    def check_file(self, name: str, content: dict[str, Any]) -> dict[str, Any]:
        """The parsed content of a file option, checked. Raises BadOption saying what is wrong."""
        return content

    def load_option(self, name: str, value: Any) -> Any:
        """The value of an option given on the command line, before it is checked.

        Here a game may run a file of the user's and return the name that it goes by. Values from anywhere
        else, such as a record or a page, never pass through here.
        """
        return value

    def cards(self) -> list[CardText]:
        """All cards of the game that have a text, in the order in which they are listed."""
        return []

    def has_secrets(self, options: Mapping[str, Any]) -> bool:
        """Whether anything is hidden from a seat in a game with these checked options.

        If nothing is, several people at one screen need no curtain between their turns.
        """
        return True

    def networks(self, players: int, options: Mapping[str, Any]) -> list[Path]:
        """Where trained evaluations of such a game may lie (checked options), the most fitting first.

        The first that exists is used; without any, searches use `World.estimate`.
        """
        return []

    def rules(self, language: str = "en") -> str:
        """The rules for people, in Markdown, in `language` or else in English."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"farmtable.game({self.id!r})"


def seat_numbers(value: str, players: int) -> list[int]:
    """The number that the checked value of an option with `per_seat` gives each seat; 0 if it names none."""
    given = _numbers(value)
    return [given.get(seat, 0) for seat in range(1, players + 1)]


def _numbers(value: str) -> dict[int, int]:
    parts = [part.partition(":") for part in value.split(",") if part]
    return {int(seat): int(number) for seat, _, number in parts}


def _given_to_seats(option: Option, least: int, most: int, text: str) -> str:
    """The value of an option with `per_seat` as it goes into the record, by seats."""
    parts = [part for part in text.split(",") if part]
    for part in parts:
        if not _SEAT_NUMBER.fullmatch(part) or not least <= int(part.partition(":")[2]) <= most:
            limits = f"from {least} to {most}"
            raise BadOption(f"{option.name} gives seats a number {limits} each, as 1:7,2:5; not {part!r}")
    given = _numbers(text)
    if len(given) < len(parts):
        raise BadOption(f"{option.name} gives each seat one number; not {text!r}")
    return ",".join(f"{seat}:{number}" for seat, number in sorted(given.items()))


def _choice(option: Option, text: str) -> str:
    if option.per_seat is not None:
        return _given_to_seats(option, *option.per_seat, text)
    named = [part for part in text.split(",") if part] if option.several else [text]
    if option.by_name:
        words = {
            str(label).casefold(): word for word, label in zip(option.choices, option.labels, strict=True)
        }
        named = [words.get(part.strip().casefold(), part.strip()) for part in named]
    for part in named:
        if part not in option.choices:
            raise BadOption(f"{option.name} is {_expected(option, part)}; not {part!r}")
    return ",".join(dict.fromkeys(named))


def _expected(option: Option, part: str) -> str:
    """What could have been named in place of `part`: all choices, or of many the nearest."""
    if len(option.choices) <= MANY:
        return f"one of {', '.join(option.choices)}"
    near = get_close_matches(part, option.choices, n=3, cutoff=0.5) or option.choices[:3]
    return f"one of {len(option.choices)} words, such as {', '.join(near)}"


def _content(name: str, value: object) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    if not isinstance(value, (str, Path)):
        raise BadOption(f"{name} is the path of a TOML file, not {value!r}")
    try:
        # Some editors begin a file with a mark.
        return read_toml(read_whole(value, MOST_TEXT).decode("utf-8-sig"))
    except OSError as error:
        raise BadOption(f"cannot read the {name} file {value}: {error.strerror}") from None
    except ValueError as error:
        raise BadOption(f"{value} is not a TOML file: {error}") from None
