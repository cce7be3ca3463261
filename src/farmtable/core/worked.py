"""The position that a worked example shows."""

from __future__ import annotations

from farmtable.core.example import Example
from farmtable.core.game import Game
from farmtable.core.state import State


def worked(game: Game, example: Example) -> State:
    """What stands once the course of an example is played.

    Raises BadRecord or IllegalAction where it does not follow the rules.
    """
    state = game.new(example.players, **example.options)
    if example.position is not None:
        begin = {"players": example.players, "options": example.options}
        state = game.from_dict({**begin, **example.position})
    for action in filter(None, map(str.strip, example.course.split(";"))):
        state.play(action)
    return state
