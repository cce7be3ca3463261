"""The moments at which cards act: whose turn it is then, and what a card is told about it.

A card acts at a moment by having the method of its name (see `card.py`), or offers its owner to use
it then (`offered`). `effects.py` calls them.
"""

from __future__ import annotations

from typing import Final

NEVER: Final = 0
WHEN_PLAYED: Final = 1
EACH_USE: Final = 2  # a person of its owner has landed on a space, whose effect comes afterwards
AFTER_USE: Final = 3  # right after the space's own effect
TURN_ENDS: Final = 4  # everything this person did is over; about: the space, + SECOND for a second one
ANOTHER_USES: Final = 5  # a person of somebody else, the active seat, has landed on a space
START_OF_ROUND: Final = 6  # in the preparation phase, goods on the round space taken (R1.3)
ROOMS_BUILT: Final = 7  # after all rooms of one action
ANOTHER_BUILT_ROOMS: Final = 8  # somebody else did
FENCES_BUILT: Final = 9  # after all fences of one action; about: the cells in pastures before
RENOVATED: Final = 10  # about: the material before
STABLE_BUILT: Final = 11  # about: its cell
FAMILY_GREW: Final = 12  # about: how many people there are now
BAKED: Final = 13  # about: how many grain
BEFORE_OCCUPATION: Final = 14  # one is about to be played, its price not yet paid; about: the price
OCCUPATION_PLAYED: Final = 15  # and resolved; about: the card
IMPROVEMENT_BUILT: Final = 16  # and resolved; about: the card, or MAX_DECK + major
GOING_HOME: Final = 17
END_OF_ROUND: Final = 18  # everybody is at home, and a harvest is over
FIELD_PHASE_BEGINS: Final = 19  # crops still on the fields
FIELD_PHASE: Final = 20  # one crop taken from each field
BRED: Final = 21
ANY_TIME: Final = 22  # between parts of one's actions, see `exchanges.py`
PLACING: Final = 23  # before a person is placed
PRICES: Final = 24  # it changes prices, see `prices.py`
SCORING: Final = 25
MOMENTS: Final = 26
MOMENT_NAMES: Final = (
    "never",
    "when played",
    "each use",
    "after use",
    "turn ends",
    "another uses",
    "start of round",
    "rooms built",
    "another built rooms",
    "fences built",
    "renovated",
    "stable built",
    "family grew",
    "baked",
    "before occupation",
    "occupation played",
    "improvement built",
    "going home",
    "end of round",
    "field phase begins",
    "field phase",
    "bred",
    "any time",
    "placing",
    "prices",
    "scoring",
)
