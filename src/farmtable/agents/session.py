"""A game that is played in words, at one seat against bots: all that is told is what this seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from farmtable.agents import rulebook
from farmtable.bots import BOTS, Bot, Budget, SearchBot, make_bot
from farmtable.bots.budget import UNLIMITED
from farmtable.bots.stdio.messages import position_text
from farmtable.bots.stdio.notation import examples
from farmtable.core import (
    CHANCE,
    OVER,
    BadOption,
    Game,
    IllegalAction,
    Perspective,
    RandomSource,
    Record,
    Refusal,
    Rng,
    State,
    game,
    sample_chance,
)

MOST_SUGGESTED = 5
LEAST = 0.05
"""Of a score sheet lines of less are not told."""


class Session:
    """One game. `seat` counts from 0; what is told counts seats from 1, as logs do.

    A seat is not asked where only one action is legal. Raises BadOption for a game, seat, option or
    opponent that is not there.
    """

    def __init__(
        self,
        game_id: str,
        players: int | None,
        seat: int,
        opponents: Sequence[str],
        options: Mapping[str, Any],
        source: RandomSource,
    ) -> None:
        self.game: Game = game(game_id)
        for option in self.game.options:
            if option.is_file and option.name in options:  # no model makes us read files
                raise BadOption(f"{option.name} is a file of whoever runs this; it cannot be given here")
        self.state: State = self.game.new(players, **options)
        if not 0 <= seat < self.state.players:
            raise BadOption(f"there is no seat {seat + 1}; seats are 1 to {self.state.players}")
        self.seat = seat
        self.log: list[str] = []
        self.refused = 0
        self.lock = Lock()
        self._source = source
        self._actions: list[int] = []
        self._bots = _seated(opponents, self.state.players, seat, source)
        self._go_on()

    @property
    def seen(self) -> Perspective:
        """All that this seat may know now."""
        return self.state.seen_by(self.seat)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.state.to_play == OVER)

    def look(self) -> str:
        """The position as this seat sees it, and what is up to it."""
        if self.over:
            return f"{position_text(self.seen)}\n\nThe game is over. {self.ending()}"
        return f"{position_text(self.seen)}\n\nIt is your turn: seat {self.seat + 1} decides."

    def examples(self) -> list[str]:
        """How actions of this game are written; they need not be legal now."""
        return examples(self.game.id, self.state.players, self.state.options)

    def legal(self) -> list[str]:
        """The words of this seat's legal actions."""
        return [self.seen.describe(action) for action in self.seen.legal_actions()]

    def play(self, words: str) -> list[str]:
        """Do an action and all that follows until this seat decides again; what it saw happen.

        Raises IllegalAction, with the rule that forbids it, and leaves the game as it was.
        """
        try:
            action = self.seen.parse(words)
        except IllegalAction:
            self.refused += 1
            raise
        before = len(self.log)
        self._do(action)
        self._go_on()
        return self.log[before:]

    def why_not(self, words: str) -> str:
        """The rule that forbids an action now, with its text; or that it is allowed."""
        refusal = self.seen.why_not(words)
        return f"{words!r} is allowed now." if refusal is None else self.explained(refusal)

    def explained(self, refusal: Refusal) -> str:
        """A refusal with the text of its rule."""
        text = rulebook.rule(self.game, refusal.rule)
        return f"{refusal}\nThe rule: {text}" if text else str(refusal)

    def analyse(self, seconds: float) -> str:
        """What our search thinks of this seat's decision, from what the seat knows."""
        if self.over:
            return "The game is over."
        thought = SearchBot(Rng(len(self._actions)), Budget(UNLIMITED, seconds)).think(self.seen)
        alone = self.seen.players == 1  # then there is nobody to win against, and the points are what counts
        lines = [
            f"{place}. {self.seen.describe(one.action)}: "
            f"{'' if alone else f'chance to win {one.chance:.0%}, '}{one.points:.1f} points expected"
            for place, one in enumerate(thought.candidates[:MOST_SUGGESTED], 1)
        ]
        if thought.sheets:
            sheet = zip(self.game.sheet_lines, thought.sheets[self.seat], strict=True)
            parts = ", ".join(f"{line} {points:.1f}" for line, points in sheet if abs(points) >= LEAST)
            lines.append(f"score sheet to expect after the best: {parts}")
        return "\n".join([f"{thought.simulations} continuations tried; the best first:", *lines])

    def score(self) -> str:
        """The score sheets as far as this seat may know them, and how it ended if it has."""
        lines = []
        for seat in range(self.state.players):
            sheet = self.seen.score_sheet(seat)
            parts = ", ".join(f"{line} {points}" for line, points in sheet)
            lines.append(f"seat {seat + 1}: {sum(points for _, points in sheet)} points ({parts})")
        return "\n".join([*lines, self.ending() if self.over else "The game is not over."])

    def ending(self) -> str:
        """Who has won."""
        winners = ", ".join(f"seat {seat + 1}" for seat in self.state.winners())
        return f"Winner: {winners}." if winners else "Nobody has won."

    def save(self, path: Path) -> None:
        """Write the record of the game."""
        record = Record(self.game.id, self.state.players, self.state.options, list(self._actions))
        path.parent.mkdir(parents=True, exist_ok=True)
        record.save(path)

    def _go_on(self) -> None:
        """Chance, the others, and what leaves no choice, until this seat has something to decide."""
        while not self.over:
            seat = self.state.to_play
            if seat == CHANCE:
                self._do(sample_chance(self.state, self._source))
                continue
            legal = self.state.legal_actions()
            if seat == self.seat and len(legal) > 1:
                return
            self._do(legal[0] if len(legal) == 1 else self._bots[seat].choose(self.state.seen_by(seat)))

    def _do(self, action: int) -> None:
        self.log += [text.render() for text in self.state.tell(action, self.seat)]
        self.state.apply(action)
        self._actions.append(int(action))


def _seated(opponents: Sequence[str], players: int, seat: int, source: RandomSource) -> dict[int, Bot]:
    """A bot for each other seat. Only our own are taken: a name that a model gives must start no program."""
    for name in opponents:
        if name not in BOTS:
            raise BadOption(f"there is no opponent {name!r}; the opponents: {', '.join(BOTS)}")
    others = [other for other in range(players) if other != seat]
    if len(opponents) not in (1, len(others)) and others:
        raise BadOption(f"name one opponent for all, or {len(others)}; not {len(opponents)}")
    names = list(opponents) * len(others) if len(opponents) == 1 else list(opponents)
    return {
        other: make_bot(name, Rng(source.below(2**32))) for other, name in zip(others, names, strict=False)
    }
