"""The moments at which cards act, and the order in which their owners are asked (R9.17, R9.18).

The course of the game calls `happens` at each moment. Whatever is to be decided then is pushed on
the agenda, so it is settled before the game goes on. The active seat's things act first, then those
of the others clockwise; of several things of one seat those pushed last are asked first.

So far only the major improvements act; hand cards will listen to the other moments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from farmtable.games.agricola import improvements

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

ROUND_BEGINS: Final = 0  # directly before the preparation phase (R1.3)
START_OF_ROUND: Final = 1  # in the preparation phase, goods on the round space taken (R1.2, R1.3)
BEFORE_USE: Final = 2  # a person has landed on a space; about: the space (chapter 9, phrases)
AFTER_USE: Final = 3  # the space's own effect is over; about: the space
TURN_ENDS: Final = 4  # everything this person did is over; about: the space
ROOMS_BUILT: Final = 5  # about: how many cells the house has now
STABLES_BUILT: Final = 6
PASTURE_BUILT: Final = 7  # about: the cells
RENOVATED: Final = 8  # about: the new material
FAMILY_GREW: Final = 9
BAKED: Final = 10  # about: how many grain
IMPROVEMENT_BUILT: Final = 11  # after it is paid and in front of its owner; about: the improvement
GOING_HOME: Final = 12
FIELD_PHASE_BEGINS: Final = 13
FIELD_PHASE_OVER: Final = 14
FEEDING_BEGINS: Final = 15
BREEDING_OVER: Final = 16
HARVEST_OVER: Final = 17
GAME_ENDS: Final = 18  # the last window before scoring (R6.10)


def happens(state: AgricolaState, moment: i64, seat: i64, about: i64) -> None:
    """Let everything that acts at `moment` act; `seat` is whose moment it is."""
    if moment == IMPROVEMENT_BUILT:
        improvements.just_built(state, seat, about)
