"""The steps of a turn as the agenda holds them, the events that `tell` reports, and other fixed numbers."""

from __future__ import annotations

from typing import Final

from farmtable.games.aehre.position.facts import CROPS, FARMS

# The steps of the agenda. Chance: START_SEAT, DEAL (argument: seat), REVEAL (argument: crop), DRAW_TILE.
START_SEAT: Final = 0
DEAL: Final = 1
PLACE: Final = 2
PAY_LEVEL: Final = 3
SCORE_FIELDS: Final = 4
REVEAL: Final = 5
BUILD: Final = 6
ASSESS: Final = 7
DISCARD_TILE: Final = 8
DRAW_TILE: Final = 9
END_TURN: Final = 10

GONE: Final = 99  # the row of a cube exchanged for livestock: beyond every row (R35)
UNBUILT: Final = -1
EARNINGS: Final = CROPS + FARMS  # what points came from: fields of each crop, then each farm

# What happened during one `apply`, for `tell`: event + seat * 16 + a * 256 + b * 65536.
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
