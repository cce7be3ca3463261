"""Scholar: a card at the start of each round."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import lives_in_stone
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import MINOR, OCCUPATION
from farmtable.games.agricola.position.moments import START_OF_ROUND
from farmtable.games.agricola.position.parts import (
    EITHER,
    MINOR_IMPROVEMENT,
    OPTIONAL,
    PLAY_OCCUPATION,
    pack_menu,
)
from farmtable.games.agricola.position.steps import MENU
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.hands import count_hand

FOOD_FOR_OCCUPATION: Final = 1


class Scholar(Occupation):
    """Once you live in a stone house, at the start of each round you may play a card from your hand.

    An occupation for 1 food, or a minor improvement at its price. No person is placed for it. It is
    offered to whoever holds cards, whether or not one can be played: silence would tell which.
    """

    id = "scholar"
    number = "B097"
    name = Text("Scholar")
    text = Text(
        "Once your house is of stone, you may play 1 card at the start of each round: an occupation for "
        "1 food, or a minor improvement at its usual cost."
    )
    offered = START_OF_ROUND

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        held: i64 = count_hand(state, seat, OCCUPATION) + count_hand(state, seat, MINOR)
        return held > 0 and lives_in_stone(state, seat)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        one_card: i64 = PLAY_OCCUPATION + MINOR_IMPROVEMENT + EITHER + OPTIONAL
        state.push(MENU, pack_menu(one_card, FOOD_FOR_OCCUPATION))
