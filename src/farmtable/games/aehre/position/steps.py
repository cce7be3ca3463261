"""The steps of a turn as the agenda holds them, the events that `tell` reports, and other fixed numbers.

What a step is called, whose it is and what may lie below it stands in the table `STEPS`; what the rules
do at it, in `rules/turn.py`.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from farmtable.games.aehre.position import actions as a
from farmtable.games.aehre.position.facts import CROPS, FARMS

# The steps. The argument, where there is one, in brackets.
START_SEAT: Final = 0  # chance: who begins
DEAL: Final = 1  # [seat] chance: a tile for its hand
PLACE: Final = 2  # a tile is laid
PAY_LEVEL: Final = 3  # which small tile goes face down
SCORE_FIELDS: Final = 4  # one field after another
REVEAL: Final = 5  # [crop] chance: the value of the livestock taken from its track
BUILD: Final = 6  # where a farm stands, as long as one is due
ASSESS: Final = 7  # farms pay
DISCARD_TILE: Final = 8  # which tile goes out of the game
DRAW_TILE: Final = 9  # chance
END_TURN: Final = 10
STEP_COUNT: Final = 11

# Who decides at a step.
NOBODY: Final = 0  # it runs by itself
BY_CHANCE: Final = 1
ACTIVE: Final = 2  # the active seat


@final
class StepRow:
    """A kind of step: its `name` in stored positions, by whom it is `decided_by`, and

    - `below`: the steps of which one lies directly below it; without any it is the bottom of every agenda
    - `answers`: the blocks of actions that may answer it
    """

    def __init__(
        self, name: str, decided_by: i64, below: tuple[int, ...], answers: tuple[int, ...] = ()
    ) -> None:
        self.name = name
        self.decided_by: i64 = decided_by
        self.below = below
        self.answers = answers


# In the order of their numbers.
STEPS: Final[tuple[StepRow, ...]] = (
    StepRow("start seat", BY_CHANCE, (DEAL, PLACE), (a.START,)),
    StepRow("deal", BY_CHANCE, (DEAL, PLACE), (a.DRAW, a.DRAW_END)),
    StepRow("place", ACTIVE, (), (a.LARGE, a.SMALL)),
    StepRow("pay level", ACTIVE, (SCORE_FIELDS,), (a.LEVEL,)),
    StepRow("score", ACTIVE, (BUILD,), (a.SCORE,)),
    StepRow("reveal", BY_CHANCE, (BUILD, SCORE_FIELDS), (a.LIVESTOCK,)),
    StepRow("build", ACTIVE, (SCORE_FIELDS, ASSESS), (a.FARM,)),
    StepRow("assess", NOBODY, (DISCARD_TILE, DRAW_TILE, END_TURN)),
    StepRow("discard", ACTIVE, (DRAW_TILE,), (a.DISCARD,)),
    StepRow("draw", BY_CHANCE, (END_TURN,), (a.DRAW, a.DRAW_END)),
    StepRow("end turn", NOBODY, ()),
)
STEP_NAMES: Final = [row.name for row in STEPS]

GONE: Final = 99  # the row of a cube exchanged for livestock: beyond every row (R35)
UNBUILT: Final = -1
EARNINGS: Final[int] = CROPS + FARMS  # what points came from: fields of each crop, then each farm

# What happened during one `apply`, for `tell`: each with its seat and two numbers (see `packed.pack_note`).
EVENT_VP: Final = 0  # a: field, b: points
EVENT_FP: Final = 1  # a: field, b: rows moved
EVENT_LIVESTOCK: Final = 2  # a: animal, b: crop
EVENT_FARM: Final = 3  # a: cell, b: farm
EVENT_PAYS: Final = 4  # a: farm, b: points
EVENT_LEVEL: Final = 5  # a: crop
EVENT_SKIP: Final = 6
EVENT_WAITS: Final = 7
EVENT_OVER: Final = 8
EVENT_DISCARD: Final = 9
