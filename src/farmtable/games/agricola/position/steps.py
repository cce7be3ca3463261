"""The steps of a game as the agenda holds them, and one table of what is so about each.

A frame of the agenda is a step and an argument, packed as `core/agenda.py` says. Whatever depends on the step
alone is a column of the table: which rules run it, who decides, what its argument is, what may lie below.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

# The beginning of the game and of a round.
START_SEAT: Final = 0  # who begins
ORDER_CARDS: Final = 1  # in which order the cards of a stage will come
TURN_UP: Final = 2  # a stage card is turned up: by chance, or as ordered
DEAL_CARD: Final = 3  # a hand card is dealt
PICK_CARD: Final = 4  # a seat keeps a card of a draft or a choice, or gives some back
# Steps at which a seat decides.
WORK: Final = 5  # the next seat with people at home places one
MENU: Final = 6  # parts of an action that may (still) be taken
CHOOSE: Final = 7  # of several goods that a space gives, choose
HOUSE: Final = 8  # animals must go until all fit
EXCHANGES: Final = 9  # at any time: one exchange, or one good given back
FEED: Final = 10  # exchanges before a family is fed
OFFER: Final = 11  # effects of cards to be used in any order
ASK: Final = 12  # a hand card asks its owner
PAYMENT: Final = 13  # which of several prices the active seat pays
AGAIN: Final = 14  # the active seat places a second person
WINDOW: Final = 15  # exchanges before a harvest, before cards act at the end of a round, at the very end
KEEP_ONE: Final = 16  # an occupation is kept for the next game of the series or campaign
# Steps that nobody decides.
PREPARE: Final = 17  # goods on the round space are taken
REFILL: Final = 18  # accumulation spaces are refilled
RETURN_HOME: Final = 19  # everybody goes home; harvest or next round
FIELD_PHASE: Final = 20
BREED: Final = 21
END_ROUND: Final = 22  # the round and its harvest are over
NEXT_ROUND: Final = 23  # newborns grow up; next round or the end
USE: Final = 24  # the person just placed uses its space
USED: Final = 25  # the space's own effect is over
END_TURN: Final = 26  # everything that person does is over
PLAY_NOW: Final = 27  # an occupation is paid and played
PLAYED: Final = 28  # it is resolved
ROOMS_DONE: Final = 29  # all rooms of an action are built
FENCES_DONE: Final = 30  # all fences of an action are built
STEPS: Final = 31

# Which rules run a step.
BEGINNING: Final = 0
WORKING: Final = 1
DECISION: Final = 2
OF_ROUND: Final = 3
OF_ACTION: Final = 4

# Who decides.
NOBODY: Final = 0
BY_CHANCE: Final = 1
STARTING: Final = 2  # the seat with the starting player token
NEXT: Final = 3  # the next seat that can
ACTIVE: Final = 4  # the seat whose action is being carried out
NAMED: Final = 5  # the seat in the argument

# What the argument is.
NO_ARGUMENT: Final = 0
SEAT_ARGUMENT: Final = 1
SEAT_AND_MORE: Final = 2  # a seat, and what `frames.py` says of a HOUSE or a WINDOW
STAGE_ARGUMENT: Final = 3
SPACE_ARGUMENT: Final = 4  # where the person of this turn stands; in an END_TURN perhaps SECOND
MENU_ARGUMENT: Final = 5  # see `parts.py`
CARD_ARGUMENT: Final = 6  # what only hand cards bring about

BOTTOM: Final = -1  # below a step: nothing
# Cards bring steps to moments at which nothing else does.
ANYWHERE: Final = (
    *(PREPARE, REFILL, WORK, USE, USED, CHOOSE, END_TURN, WINDOW, FIELD_PHASE, FEED, BREED),
    *(END_ROUND, NEXT_ROUND, KEEP_ONE),
    *(MENU, HOUSE, OFFER, ASK, PLAY_NOW, PLAYED, ROOMS_DONE, FENCES_DONE),
)


@final
class Step:
    """What is so about a step: see the comments above.

    `below` are the steps that may lie directly below it, `with_cards` those more in games with hand cards;
    one that has none in `below` comes with cards only.
    """

    def __init__(
        self,
        number: i64,
        name: str,
        run_by: i64,
        decided_by: i64,
        argument: i64,
        *,
        below: tuple[int, ...] = (),
        with_cards: tuple[int, ...] = (),
    ) -> None:
        self.number = number
        self.name = name
        self.run_by = run_by
        self.decided_by = decided_by
        self.argument = argument
        self.below = below
        self.with_cards = with_cards


_HAND_STEPS: Final = (DEAL_CARD, PICK_CARD, START_SEAT)
_AFTER_WINDOWS: Final = (WINDOW, FIELD_PHASE, RETURN_HOME, END_ROUND, KEEP_ONE)
_AS_ANIMALS_COME: Final = (HOUSE, MENU, USED, WORK, REFILL, PREPARE, BREED, END_ROUND)

ALL_STEPS: Final[list[Step]] = [
    Step(START_SEAT, "start seat", BEGINNING, BY_CHANCE, NO_ARGUMENT, below=(BOTTOM,)),
    Step(ORDER_CARDS, "order cards", BEGINNING, STARTING, STAGE_ARGUMENT, below=(ORDER_CARDS, TURN_UP)),
    Step(TURN_UP, "turn up", BEGINNING, BY_CHANCE, NO_ARGUMENT, below=(PREPARE,)),
    Step(DEAL_CARD, "deal", BEGINNING, BY_CHANCE, CARD_ARGUMENT, with_cards=_HAND_STEPS),
    Step(PICK_CARD, "pick card", BEGINNING, NAMED, CARD_ARGUMENT, with_cards=_HAND_STEPS),
    Step(WORK, "work", WORKING, NEXT, NO_ARGUMENT, below=(RETURN_HOME,)),
    Step(MENU, "menu", DECISION, ACTIVE, MENU_ARGUMENT, below=(MENU, USED), with_cards=ANYWHERE),
    Step(CHOOSE, "choose", DECISION, ACTIVE, SPACE_ARGUMENT, below=(USED,)),
    Step(HOUSE, "house", DECISION, NAMED, SEAT_AND_MORE, below=_AS_ANIMALS_COME, with_cards=ANYWHERE),
    Step(EXCHANGES, "exchange", DECISION, NAMED, SEAT_ARGUMENT, below=(WORK, MENU), with_cards=ANYWHERE),
    Step(FEED, "feed", DECISION, NAMED, SEAT_ARGUMENT, below=(FEED, BREED)),
    Step(OFFER, "offer", DECISION, NAMED, CARD_ARGUMENT, with_cards=ANYWHERE),
    Step(ASK, "ask", DECISION, NAMED, CARD_ARGUMENT, with_cards=ANYWHERE),
    Step(PAYMENT, "payment", DECISION, ACTIVE, CARD_ARGUMENT, with_cards=ANYWHERE),
    Step(AGAIN, "again", DECISION, ACTIVE, CARD_ARGUMENT, with_cards=(WORK, OFFER)),
    Step(WINDOW, "window", DECISION, NAMED, SEAT_AND_MORE, with_cards=_AFTER_WINDOWS),
    Step(KEEP_ONE, "keep one", DECISION, NAMED, SEAT_ARGUMENT, with_cards=(BOTTOM, KEEP_ONE)),
    Step(PREPARE, "prepare", OF_ROUND, NOBODY, SEAT_ARGUMENT, below=(PREPARE, REFILL)),
    Step(REFILL, "refill", OF_ROUND, NOBODY, NO_ARGUMENT, below=(WORK,)),
    Step(RETURN_HOME, "return home", OF_ROUND, NOBODY, NO_ARGUMENT, below=(BOTTOM,)),
    Step(FIELD_PHASE, "field phase", OF_ROUND, NOBODY, SEAT_ARGUMENT, below=(FIELD_PHASE, FEED)),
    Step(BREED, "breed", OF_ROUND, NOBODY, SEAT_ARGUMENT, below=(BREED, END_ROUND), with_cards=(WINDOW,)),
    Step(END_ROUND, "end round", OF_ROUND, NOBODY, NO_ARGUMENT, below=(BOTTOM,)),
    Step(NEXT_ROUND, "next round", OF_ROUND, NOBODY, NO_ARGUMENT, below=(BOTTOM,)),
    Step(USE, "use", OF_ACTION, NOBODY, SPACE_ARGUMENT, below=(USED,)),
    Step(USED, "used", OF_ACTION, NOBODY, SPACE_ARGUMENT, below=(END_TURN,)),
    Step(END_TURN, "end turn", OF_ACTION, NOBODY, SPACE_ARGUMENT, below=(WORK,), with_cards=(OFFER,)),
    Step(PLAY_NOW, "play now", OF_ACTION, NOBODY, CARD_ARGUMENT, with_cards=ANYWHERE),
    Step(PLAYED, "played", OF_ACTION, NOBODY, CARD_ARGUMENT, with_cards=ANYWHERE),
    Step(ROOMS_DONE, "rooms done", OF_ACTION, NOBODY, CARD_ARGUMENT, with_cards=ANYWHERE),
    Step(FENCES_DONE, "fences done", OF_ACTION, NOBODY, CARD_ARGUMENT, with_cards=ANYWHERE),
]
RUN_BY: Final[vec[u8]] = vec[u8]([u8(step.run_by) for step in ALL_STEPS])
"""Of each step the rules that run it: the column of the table that is looked up all the time."""
STEP_NAMES: Final = [step.name for step in ALL_STEPS]
