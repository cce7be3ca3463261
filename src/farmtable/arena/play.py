"""Games between bots, each a function of the seed and its number alone.

So the results do not depend on which process plays which game, or in what order.
"""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, SupportsIndex

from farmtable.arena.files import write_whole
from farmtable.bots import Bot, is_own, make_bot
from farmtable.core import (
    CHANCE,
    OVER,
    BadOption,
    IllegalAction,
    Perspective,
    Record,
    Rng,
    State,
    Text,
    game,
    sample_chance,
)


@dataclass(frozen=True)
class Setting:
    """What is played: a game with its options, and the bot of each seat. Make one by `Setting.of`.

    `files` are the options as given on the command line; every process that plays loads for itself what the
    game needs for them.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    records: Path | None = None
    files: dict[str, Any] = field(default_factory=dict)

    @staticmethod
    def of(
        game_id: str,
        players: SupportsIndex | None = None,
        bots: Sequence[str] = ("random",),
        seed: int = 0,
        options: Mapping[str, Any] | None = None,
    ) -> Setting:
        """A setting, all of which is checked here, once.

        A single bot takes every seat; `players` defaults to the number of bots, and for a single
        bot to the fewest seats. Raises BadOption for a game, seat count, bot or option that does
        not exist or does not fit.
        """
        found = game(game_id)
        if players is None:
            players = len(bots) if len(bots) > 1 else found.min_players
        players = found.check_players(players)
        if len(bots) not in (1, players):
            raise BadOption(f"{players} seats need {players} bots, or one for all; not {len(bots)}")
        for bot in bots:
            make_bot(bot, Rng())
        return Setting(
            found.id,
            players,
            tuple(bots) if len(bots) > 1 else tuple(bots) * players,
            seed,
            found.check_options(options or {}),
        )

    def given(self, options: Mapping[str, Any]) -> Setting:
        """The same, with the options as given on the command line."""
        return replace(self, files=dict(options))

    def load(self) -> None:
        """Load in this process what the game needs for its options."""
        for name, value in self.files.items():
            game(self.game).load_option(name, value)

    def keeping(self, records: str | os.PathLike[str]) -> Setting:
        """The same, with a folder for the record of every game."""
        return replace(self, records=Path(records))


class Finished(NamedTuple):
    """The outcome of game `number`.

    `wins` has each seat's share of the victory (1, or a fraction of a shared one, or 0); a turn is a run of
    decisions of one seat. `lost` are the decisions that each seat's bot lost: a program was late or gave no
    legal answer, and a random action was played.
    """

    number: int
    scores: tuple[int, ...]
    wins: tuple[float, ...]
    decisions: int
    turns: int
    lost: tuple[int, ...]


class Played(NamedTuple):
    """A finished game, with its record in saved form if the setting keeps records."""

    finished: Finished
    record: dict[str, Any] | None


@dataclass(frozen=True)
class Play:
    """A task for workers: play the game with this number."""

    setting: Setting

    def __call__(self, number: int) -> Played:
        return play_game(self.setting, number, self._start.clone(), seated(self.setting, number))

    @cached_property
    def _start(self) -> State:
        return game(self.setting.game).new(self.setting.players, **self.setting.options)


def play_games(setting: Setting, numbers: Iterable[int]) -> Iterator[Finished]:
    """Play the games with these numbers, one after the other."""
    play = Play(setting)
    for number in numbers:
        yield play(number).finished


def seated(setting: Setting, number: int) -> list[Bot]:
    """The bots of game `number`, seat by seat, each with its own random stream."""
    return [
        make_bot(name, Rng(setting.seed, f"game {number} seat {seat}"))
        for seat, name in enumerate(setting.bots)
    ]


class Observed(Bot):
    """Wraps a bot and passes on everything that it is told. Subclasses look at its choices."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot.rng)
        self.bot = bot

    def choose(self, seen: Perspective) -> int:
        return self.bot.choose(seen)

    def end(self, seen: Perspective) -> None:
        self.bot.end(seen)

    def lost(self) -> int:
        return self.bot.lost()

    def listens(self) -> bool:
        return self.bot.listens()

    def hear(self, told: list[Text]) -> None:
        self.bot.hear(told)


def unwatched(state: State, action: int) -> None:
    """A `watch` that ignores every decision."""


def play_game(
    setting: Setting,
    number: int,
    state: State,
    bots: Sequence[Bot],
    watch: Callable[[State, int], None] = unwatched,
) -> Played:
    """Play game `number` from its beginning `state`; all chance follows from the seed and this number.

    `watch` is called with each decision and the position in which it is made.
    """
    finished, actions = play_out(setting, number, state, bots, watch)
    return Played(finished, _record(setting, actions) if setting.records is not None else None)


def play_out(
    setting: Setting,
    number: int,
    state: State,
    bots: Sequence[Bot],
    watch: Callable[[State, int], None] = unwatched,
) -> tuple[Finished, list[int]]:
    """Like `play_game`; returns the outcome, and all actions, including chance."""
    chance = Rng(setting.seed, f"game {number}")
    # Our own bots choose among the legal actions; what others choose goes through the checked door.
    trusted = [is_own(name) for name in setting.bots]
    listening = [(seat, bot) for seat, bot in enumerate(bots) if bot.listens()]
    actions: list[int] = []
    decisions = turns = 0
    last = -1
    while state.to_play != OVER:
        seat = state.to_play
        if seat == CHANCE:
            action = sample_chance(state, chance)
        else:
            action = bots[seat].choose(state.seen_by(seat))
            if not trusted[seat]:
                action = _checked(action, state, f"{setting.bots[seat]} at seat {seat + 1} of game {number}")
            watch(state, action)
            decisions += 1
            turns += seat != last
            last = seat
        for listener, bot in listening:
            bot.hear(state.tell(action, listener))
        state.apply(action)
        actions.append(action)
    for seat, bot in enumerate(bots):
        bot.end(state.seen_by(seat))
    winners = state.winners()
    wins = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(setting.players))
    lost = tuple(bot.lost() for bot in bots)
    return Finished(number, tuple(state.scores()), wins, decisions, turns, lost), actions


def action_of(chosen: Any) -> int | None:
    """A bot's choice as an int, from any whole number (also NumPy's); None if it is not one."""
    try:
        return operator.index(chosen)
    except TypeError:
        return None


def _checked(chosen: object, state: State, who: str) -> int:
    """What a bot of somebody's own has chosen, if it is legal. Raises IllegalAction, naming the bot."""
    action = action_of(chosen)
    if action is None:
        raise IllegalAction(f"{who} chose {chosen!r:.80}, and an action is a whole number")
    if not state.is_legal(action):
        refusal = state.why_not(action)
        raise IllegalAction(f"{who} chose action {action}, which is not allowed: {refusal}", refusal)
    return action


def _record(setting: Setting, actions: list[int]) -> dict[str, Any]:
    return Record(setting.game, setting.players, setting.options, actions).to_dict()


def save_record(setting: Setting, played: Played) -> None:
    """Write the record of a game into the folder of the setting, whole or not at all."""
    assert setting.records is not None
    name = f"{setting.game}-{setting.seed}-{played.finished.number:06}.json"
    write_whole(setting.records / name, json.dumps(played.record, ensure_ascii=False) + "\n")
