"""The computer opponents by name: what the lobby offers, and what a bot is called at its table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from farmtable.core import Text


@dataclass(frozen=True)
class Opponent:
    """A bot that can be chosen: its name for people, how it plays, and its `level`, from 1, if it has one."""

    bot: str
    title: Text
    how: Text
    level: int | None = None


# The search from beginner to full strength.
LEVELS: Final = (
    Opponent("search:1", Text("Beginner"), Text("has only just read the rules"), 1),
    Opponent("search:2", Text("Apprentice"), Text("is learning, and often makes mistakes"), 2),
    Opponent("search:3", Text("Farmhand"), Text("knows the work, and makes a mistake now and then"), 3),
    Opponent("search:4", Text("Smallholder"), Text("makes few serious mistakes"), 4),
    Opponent("search:5", Text("Farmer"), Text("sees at once what each move brings"), 5),
    Opponent("search:6", Text("Landowner"), Text("rarely makes a mistake"), 6),
    Opponent("search:7", Text("Master"), Text("is hard to beat"), 7),
    Opponent("search:8", Text("Grand master"), Text("full strength, up to 3 seconds a decision"), 8),
)

# Opponents for study; they are not meant to be good company.
STUDY: Final = (
    Opponent("greedy", Text("Greedy"), Text("takes whatever is worth most right now")),
    Opponent("random", Text("Random"), Text("does anything that is allowed")),
)

DEFAULT_BOT: Final = "search:4"
BOT_FOR_NEWCOMERS: Final = "search:2"

_BY_NAME: Final = {opponent.bot: opponent for opponent in (*LEVELS, *STUDY)}


def is_offered(bot: str) -> bool:
    """Whether the lobby offers this bot: a post cannot choose any other."""
    return bot in _BY_NAME


def level_of(bot: str) -> int | None:
    """The level of a bot that has one."""
    return _BY_NAME[bot].level if bot in _BY_NAME else None


def expected_of(opponent: Opponent, scores: Sequence[float | None]) -> Text:
    """How an opponent plays, and what it scores if the levels score `scores` (`bots.level_scores`)."""
    score = scores[opponent.level - 1] if opponent.level and scores else None
    if score is None:
        return opponent.how
    return Text("{how}; about {points} points against its equals", how=opponent.how, points=round(score))


def how_it_plays(bot: str, scores: Sequence[float | None] = ()) -> Text:
    """What to expect of a bot, in a sentence, if the levels score `scores`."""
    known = _BY_NAME.get(bot)
    if known is None:
        return Text("Computer: it was brought along for this table.")
    if known.level is None:
        return Text("Computer: {how}.", how=known.how)
    how = expected_of(known, scores)
    return Text("Computer: strength {level} of {most}, {how}.", level=known.level, most=len(LEVELS), how=how)


def title_of(bot: str) -> Text:
    """The title of a bot."""
    return _BY_NAME[bot].title if bot in _BY_NAME else Text("Computer")
