"""`Record`: everything that happened in a game, in order; and `Match`: a game being played, which writes it.

A game is a function of its record.

A saved record is a JSON file. Besides the actions it keeps the digest of every position, so that damage can
be located to the step, and, once the game is over, every sixteenth position in full, so that it can be shown
even after its rules version is retired.
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, SupportsIndex

from farmtable.core.errors import BadOption, BadRecord
from farmtable.core.files import MOST_DATA, read_whole, write_whole
from farmtable.core.game import Game
from farmtable.core.playout import sample_chance
from farmtable.core.registry import game as find_game
from farmtable.core.rng import RandomSource, Rng, SecureRng
from farmtable.core.state import CHANCE, OVER, State
from farmtable.core.text import counted

FORMAT = 1
POSITION_EVERY = 16
HERE = -1
"""In place of a rules version: the one that is played here."""
KINDS = {str: "text", int: "whole number", dict: "object", list: "list"}
"""What the values of a record are called in JSON's words."""


@dataclass(repr=False)
class Record:
    """A game's id and rules version, its seats and options, and all actions, chance's included.

    A new record follows the installed rules: their version (`rules_version`) is read when the record is made,
    which raises BadOption if the game is not installed. A record read from a file says which rules it
    follows.

    `digests[i]` and `positions` are what was saved with the file (empty for a record being made):
    `digests[i]` stands for the position before action `i`, the last for the final position.
    """

    game_id: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    actions: list[int] = field(default_factory=list)
    rules_version: int = HERE
    digests: list[str] = field(default_factory=list)
    positions: dict[int, dict[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rules_version == HERE:
            self.rules_version = self.game.rules_version

    def __repr__(self) -> str:
        made = f"{self.game_id}, {counted(self.players, 'seat')}, {counted(len(self.actions), 'action')}"
        return f"<Record: {made}, rules version {self.rules_version}>"

    @property
    def game(self) -> Game:
        """The game this is a record of. Raises BadOption where it is not installed."""
        return find_game(self.game_id)

    @property
    def retired(self) -> bool:
        """Whether this program plays another version of the rules, so that no step can be replayed.

        Raises BadOption where the game is not installed.
        """
        return self.rules_version != self.game.rules_version

    def why_retired(self) -> str:
        """Which rules a `retired` record follows and which are played here, in words."""
        return (
            f"this record follows version {self.rules_version} of the rules of {self.game.title}; "
            f"this program plays version {self.game.rules_version}"
        )

    def shown_steps(self) -> Sequence[int]:
        """The steps whose position `state` can give, ascending: all, or for retired rules the saved ones."""
        steps = range(len(self.actions) + 1)
        return [step for step in steps if step in self.positions] if self.retired else steps

    def begin(self) -> State:
        """The position before the first action. Raises BadRecord for a record of other rules."""
        try:
            if self.retired:
                raise BadRecord(self.why_retired())
            return self.game.new(self.players, **self.options)
        except BadOption as error:
            raise BadRecord(f"this record cannot be played here: {error}") from None

    def states(self) -> Iterator[State]:
        """Every position in order, including the first and the last: the same object, changed in place.

        Raises BadRecord, with its `step`, at the first action that the rules or the saved digests
        do not allow.
        """
        state = self.begin()
        self._check_digest(state, 0)
        yield state
        for step, action in enumerate(self.actions):
            if not state.is_legal(action):
                reason = state.why_not(action)
                raise BadRecord(f"step {step}: action {action} is not allowed: {reason}", step)
            state.apply(action)
            self._check_digest(state, step + 1)
            yield state

    def state(self, at: SupportsIndex | None = None) -> State:
        """The position after `at` actions (default: all of them).

        For a record of retired rules only the `shown_steps` are available. Raises BadRecord if the record
        does not lead there, ValueError for a step outside it, and TypeError for anything but a whole number.
        """
        steps = len(self.actions) if at is None else operator.index(at)
        if not 0 <= steps <= len(self.actions):
            raise ValueError(f"this record has steps 0 to {len(self.actions)}, not {steps}")
        if self.retired:
            return self._saved(steps)
        for step, state in enumerate(self.states()):
            if step == steps:
                return state
        raise AssertionError("states() yields every step")

    def match(self, source: RandomSource | None = None) -> Match:
        """A match that goes on from the end of the record; chance comes from `source` (default: the
        system's).
        """
        return Match.resume(self, source)

    def verify(self) -> State:
        """Replay everything and return the last position. Raises BadRecord at the first step that breaks.

        The length of the record is checked last, so up to there it has been found to be whole.
        """
        state = self.begin()
        for step, state in enumerate(self.states()):
            if step in self.positions and self.positions[step] != state.to_dict():
                raise BadRecord(f"step {step}: the saved position is not the one reached", step)
        self._check_length()
        return state

    def verify_saved(self) -> None:
        """Check what can be checked of a record of retired rules. Raises BadRecord if that is damaged.

        Its length must be right, and its saved positions must be readable and match their digests.
        """
        for step in self.shown_steps():
            self._check_digest(self.state(step), step)
        self._check_length()

    @property
    def proven(self) -> bool:
        """Whether anything was saved with which its positions can be compared."""
        return bool(self.digests or self.positions)

    def _check_length(self) -> None:
        """That digests and positions are those of these actions. Raises BadRecord."""
        if self.digests and len(self.digests) != len(self.actions) + 1:
            kept = min(len(self.digests) - 1, len(self.actions))
            raise BadRecord(
                f"the record has {len(self.actions)} actions but digests for {len(self.digests) - 1}; "
                f"what it has is whole up to step {max(kept, 0)}",
                max(kept, 0),
            )
        beyond = [step for step in self.positions if not 0 <= step <= len(self.actions)]
        if beyond:
            steps = len(self.actions)
            raise BadRecord(
                f"a position of step {min(beyond)} was saved, but the record ends at {steps}", steps
            )

    def to_dict(self) -> dict[str, Any]:
        """The record as it is saved: actions, digests and, of a finished game, positions.

        For retired rules, digests and positions are those that were saved. Raises BadRecord if the record
        breaks.
        """
        digests, positions = (self.digests, self.positions) if self.retired else self._proofs()
        return {
            "farmtable_record": FORMAT,
            "game": self.game_id,
            "rules_version": self.rules_version,
            "players": operator.index(self.players),
            "options": self.options,
            "actions": list(map(operator.index, self.actions)),
            "digests": digests,
            "positions": {str(step): position for step, position in positions.items()},
        }

    def _proofs(self) -> tuple[list[str], dict[int, dict[str, Any]]]:
        """The digest of every position and, of a finished game, every sixteenth position and the last."""
        digests: list[str] = []
        positions: dict[int, dict[str, Any]] = {}
        state = None
        for step, state in enumerate(self.states()):
            digests.append(state.digest())
            if step % POSITION_EVERY == 0:
                positions[step] = state.to_dict()
        assert state is not None
        positions[len(self.actions)] = state.to_dict()
        return digests, positions if state.to_play == OVER else {}

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record to `path`, whole or not at all. Raises OSError, naming it, if that fails."""
        write_whole(Path(path), json.dumps(self.to_dict(), ensure_ascii=False) + "\n")

    @staticmethod
    def from_dict(data: object) -> Record:
        """A record from what `to_dict` made. Raises BadRecord if it has another shape."""
        if not isinstance(data, dict) or "farmtable_record" not in data:
            raise BadRecord("this is not a farmtable record")
        if data["farmtable_record"] != FORMAT:
            raise BadRecord(
                f"this record has format {data['farmtable_record']!r}; this program reads {FORMAT}"
            )
        return Record(
            game_id=_typed(data, "game", str),
            players=_typed(data, "players", int),
            options=_typed(data, "options", dict),
            actions=_list_of(data, "actions", int),
            rules_version=_version(data),
            digests=_list_of(data, "digests", str),
            positions=_positions(_typed(data, "positions", dict)),
        )

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Record:
        """Read a record from `path`. Raises BadRecord saying where a damaged file breaks."""
        try:
            text = read_whole(path, MOST_DATA).decode("utf-8-sig")  # some editors begin a file with a mark
        except OSError as error:
            raise BadRecord(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError as error:
            raise BadRecord(f"{path} is not a text file (byte {error.start})") from None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"{path} is {_damage(text, error)}") from None
        try:
            return Record.from_dict(data)
        except BadRecord as error:
            raise BadRecord(f"{path}: {error}", error.step) from None

    def _saved(self, step: int) -> State:
        if step in self.positions:
            return self.game.from_dict(self.positions[step])
        shown = ", ".join(map(str, self.shown_steps()))
        only = f"only its saved steps can be shown ({shown})" if shown else "no positions were saved with it"
        raise BadRecord(f"{self.why_retired()}, and {only}", step)

    def _check_digest(self, state: State, step: int) -> None:
        if step < len(self.digests) and self.digests[step] != state.digest():
            raise BadRecord(
                f"step {step}: the position reached is not the one that was saved",
                step,
            )


class Match:
    """A running game: `state` is where it stands (a decision, or the end), `record` how it got there.

    With a `seed` all chance is reproducible; without, it comes from the operating system.
    Raises BadOption for an unknown game, option or seat count.
    """

    def __init__(
        self,
        game: str,
        players: SupportsIndex | None = None,
        seed: SupportsIndex | str | None = None,
        **options: Any,
    ) -> None:
        found = find_game(game)
        self.state: State = found.new(players, **options)
        self.record = Record(found.id, self.state.players, found.check_options(options))
        self._source: RandomSource = SecureRng() if seed is None else Rng(seed)
        self._resolve_chance()

    @classmethod
    def resume(cls, record: Record, source: RandomSource | None = None) -> Match:
        """A match that goes on from the end of `record` (which is not changed)."""
        match = cls.__new__(cls)
        match.state = record.state()
        match.record = Record(
            record.game_id,
            record.players,
            record.options,
            list(record.actions),
            record.rules_version,
        )
        match._source = SecureRng() if source is None else source
        match._resolve_chance()
        return match

    def play(self, decision: SupportsIndex | str) -> None:
        """Make a decision (a whole number, also NumPy's, or its notation), and resolve the chance behind it.

        Raises IllegalAction and changes nothing if the rules forbid it; raises TypeError for anything else.
        """
        self.record.actions.append(self.state.play(decision))
        self._resolve_chance()

    def __repr__(self) -> str:
        state = self.state
        done = counted(len(self.record.actions), "action")
        made = f"{state.game.id}, {counted(int(state.players), 'seat')}, {done}"
        return f"<Match: {made}, {state.standing()}>"

    def __str__(self) -> str:
        """Where the game stands, drawn as text, as a spectator sees it."""
        return str(self.state)

    def _resolve_chance(self) -> None:
        while self.state.to_play == CHANCE:
            outcome = sample_chance(self.state, self._source)
            self.state.apply(outcome)
            self.record.actions.append(outcome)


def _damage(text: str, error: Exception) -> str:
    """What is wrong with a text that is no JSON, and where."""
    if not isinstance(error, json.JSONDecodeError):  # nested too deeply, or a number without end
        return f"damaged: {error}"
    cut_off = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
    return f"{'cut off' if cut_off else 'damaged'} at character {error.pos} of {len(text)}"


def _version(data: dict[str, Any]) -> int:
    """The rules that a record follows, which it says itself: not `HERE`."""
    version: int = _typed(data, "rules_version", int)
    if version == HERE:
        raise BadRecord(f"the record's 'rules_version' is {version}, which is no version of rules")
    return version


def _typed(data: dict[str, Any], key: str, kind: type) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadRecord(f"the record's {key!r} is missing or is no {KINDS[kind]}")
    return value


def _list_of(data: dict[str, Any], key: str, kind: type) -> Any:
    values = _typed(data, key, list)
    for index, value in enumerate(values):
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadRecord(f"{key}[{index}] of the record is no {KINDS[kind]}", index)
    return values


def _positions(data: dict[str, Any]) -> dict[int, dict[str, Any]]:
    try:
        return {int(step): position for step, position in data.items()}
    except ValueError:
        raise BadRecord("the record's 'positions' are not numbered") from None
