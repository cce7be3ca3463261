"""`Match`: a game being played. Seats decide, and chance is resolved at once from a random source."""

from __future__ import annotations

from typing import Any

from farmtable.core.playout import sample_chance
from farmtable.core.record import Record
from farmtable.core.registry import game as find_game
from farmtable.core.rng import RandomSource, Rng, SecureRng
from farmtable.core.state import CHANCE, State


class Match:
    """A running game: `state` is where it stands (a decision, or the end), `record` how it came there.

    With a `seed` all chance is reproducible; without, it comes from the operating system.
    Raises BadOption for an unknown game, option or seat count.
    """

    def __init__(self, game: str, players: int | None = None, seed: object = None, **options: Any) -> None:
        found = find_game(game)
        self.state: State = found.new(players, **options)
        self.record = Record(
            found.id, self.state.players, found.check_options(options), [], found.rules_version
        )
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

    def play(self, decision: int | str) -> None:
        """Do a decision, an int or its notation, and all chance that follows.

        Raises IllegalAction and changes nothing if the rules forbid it.
        """
        self.record.actions.append(self.state.play(decision))
        self._resolve_chance()

    def __repr__(self) -> str:
        state = self.state
        made = f"{state.game.id}, {state.players} seats, {len(self.record.actions)} actions"
        return f"<Match: {made}, {state.standing()}>"

    def __str__(self) -> str:
        """Where the game stands, drawn as text, as a spectator sees it."""
        return str(self.state)

    def _resolve_chance(self) -> None:
        while self.state.to_play == CHANCE:
            outcome = sample_chance(self.state, self._source)
            self.state.apply(outcome)
            self.record.actions.append(outcome)
