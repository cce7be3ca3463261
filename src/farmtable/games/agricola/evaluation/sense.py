"""What nobody with sense would do, though the rules allow it: searches do not try it, people may.

At any time goods may be turned into food or given back (R8.1, R8.5). To give back what others could still
count for something never helps, and food is wanted early only where something costs it: without hand cards
at feedings alone, where it can still be made.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.aliases import Seat
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.actions import DISCARD, EXCHANGE, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.frames import unpack_offer
from farmtable.games.agricola.rules import any_time, exchanges, landing, playing
from farmtable.games.agricola.rules.card import Deck, deck_of

LESSONS_SPACES: Final[list[i64]] = [f.LESSONS, f.LESSONS_3, f.LESSONS_4]


def worth_trying(state: Position) -> vec[i64]:
    """The legal actions less those that cannot help whoever decides; all of them where none would be left."""
    step: i64 = state.step()
    without: i64 = -1
    if step == s.EXCHANGES and not less_may_help(state):
        without = DISCARD
    elif EXCHANGE in state.legal and not exchange_may_help(state, state.to_play):
        without = EXCHANGE
    if without < 0:
        return state.legal[:]
    found = vec[i64](capacity=len(state.legal))
    for action in state.legal:
        if block_of(action) != without:
            found = append(found, action)
    return found if len(found) > 0 else state.legal[:]


def less_may_help(state: Position) -> bool:
    """Whether some exchange was offered because a card may say "if you have no grain" (R8.5)."""
    if state.facts.deck is None:
        return False
    under: i64 = len(state.agenda) - 2
    return under >= 0 and makes_usable(state, state.to_play, state.agenda[under])


def makes_usable(state: Position, seat: Seat, frame: i64) -> bool:
    """Whether exchanges are offered at a step because they make an effect of a card usable (R8.4)."""
    step: i64 = step_of(frame)
    if step == s.WORK:
        return state.at_home[seat] == 0
    if step != s.OFFER or seat != state.active:
        return step == s.OFFER
    slots, moment, _, about = unpack_offer(argument_of(frame))
    return len(landing.usable_effects(state, seat, slots, moment, about)) == 0


def exchange_may_help(state: Position, seat: Seat) -> bool:
    """Whether a card of a seat offers exchanges, or there is less food than some card may cost."""
    deck = deck_of(state)
    if deck is None:
        return False
    if makes_usable(state, seat, state.agenda[len(state.agenda) - 1]):
        return True
    if exchanges.offered_by_cards(state, seat) and len(exchanges.of_cards(state, seat)) > 0:
        return True
    food: i64 = state.goods[seat * f.GOODS + f.FOOD]
    return food < most_food_of_a_card(state, seat, deck) and any_time.has_food_to_make(state, seat)


def most_food_of_a_card(state: Position, seat: Seat, deck: Deck) -> i64:
    """The most food that a seat could have to pay for one card."""
    most: i64 = deck.most_food
    for space in LESSONS_SPACES:
        most = max(most, playing.lessons_price(state, seat, space))
    return most
