"""Why an action is not allowed: each refusal names its rule and the rulebook's page.

What stands in the way of a part of an action (rooms, fences, improvements …) is told by `obstacles.py`,
of going to a space by `space_obstacles.py`, of hand cards by `card_obstacles.py`; here is what belongs to
the moment and to exchanges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmtable.core.text import Refusal, Text
from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.actions import block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    FIRST_OF_TILE,
    FOOD,
    GOODS,
    GRAIN,
    SHEEP,
)
from farmtable.games.agricola.position.frames import (
    AT_THE_END,
    KEEP_OR_REDRAW,
    MAY_COOK,
    TOO_MANY,
    unpack_ask,
    unpack_pick,
)
from farmtable.games.agricola.position.nouns import name_of_good, name_of_part
from farmtable.games.agricola.position.parts import (
    OPTIONAL,
    current_part,
    extra_of,
    open_parts,
)
from farmtable.games.agricola.rules import effects, improvements, menu, rounds
from farmtable.games.agricola.rules.parts.all_parts import parts_with
from farmtable.games.agricola.words import card_obstacles, notation, obstacles, space_obstacles
from farmtable.games.agricola.words.card_nouns import name_of_card
from farmtable.games.agricola.words.reasons import OUR_RULING, THIS, appendix, page, unaffordable


def refusal(state: Position, action: int) -> Refusal | None:
    """The rule that forbids `action`, which is not legal now."""
    if not notation.is_action(state, action):
        return Refusal("-", Text("rules"), Text("There is no such action."))
    if state.to_play < 0:
        return Refusal("R1.2", page(6), Text("Nobody has anything to decide now."))
    return _of_action(state, int(state.to_play), action) or _of_what_follows(state)


def _of_action(state: Position, seat: int, action: int) -> Refusal | None:
    """What stands in the way of an action by itself."""
    block = int(block_of(action))
    if block in obstacles.OF_BLOCK:
        return _of_part(state, seat, action)
    return _OF_BLOCK[block](state, seat, action - block)


def _of_what_follows(state: Position) -> Refusal | None:
    """Nothing stands in the way, but cards act first, or the space being used would become useless."""
    if state.step() == s.MENU and menu.comes_after(state, state.argument()) == menu.A_QUESTION:
        reason = Text("First finish this part of the action: cards take effect before the next one begins.")
        return Refusal("R2.3", OUR_RULING, reason)
    return card_obstacles.nothing_left(state) if effects.pending_space(state) >= 0 else None


# What a seat is asked instead, where an action does not fit the moment.
_ASKED: Final = {
    s.WORK: Refusal("R1.6", page(6), Text("Place one of your people first.")),
    s.MENU: Refusal("R2.2", page(6), Text("First finish the action of the space where you placed a person.")),
    s.CHOOSE: Refusal("R2.2", page(6), Text("First choose what to take from the space.")),
    s.HOUSE: Refusal(
        "R6.5", page(8), Text("You cannot keep all your animals: first choose which ones to let go.")
    ),
    s.EXCHANGES: Refusal("R8.1", page(8), Text("First choose what to exchange or give back.")),
    s.FEED: Refusal("R7.3", page(9), Text("This is the feeding phase: feed your family first.")),
    s.ORDER_CARDS: Refusal("R13.1", page(12), Text("First choose the order in which the cards come.")),
    s.PICK_CARD: Refusal("R9.1", page(3), Text("First choose which card to keep.")),
    s.OFFER: Refusal("R9.17", OUR_RULING, Text("First choose which of your cards to use now, or go on.")),
    s.PAYMENT: Refusal("R9.19", OUR_RULING, Text("First choose how to pay.")),
    s.AGAIN: Refusal("R9.1", page(11), Text("Place your second person first.")),
    s.WINDOW: Refusal("R8.2", OUR_RULING, Text("Now exchange what you like, or go on.")),
    s.KEEP_ONE: Refusal("R13.5", appendix(10), Text("First choose which occupation to keep.")),
}

_ASKED_OF_A_HAND: Final = {
    KEEP_OR_REDRAW: Refusal("R14.10", appendix(8), Text("First decide whether to keep your hand.")),
    TOO_MANY: Refusal("R14.9", appendix(8), Text("First choose which cards to give back.")),
}


def _asked_of_a_hand(state: Position) -> Refusal | None:
    """What a seat is asked about its whole hand, if it is."""
    if state.step() != s.PICK_CARD:
        return None
    _, kind = unpack_pick(state.argument())
    return _ASKED_OF_A_HAND.get(int(kind))


def _not_now(state: Position) -> Refusal:
    step = int(state.step())
    if asked := _asked_of_a_hand(state):
        return asked
    if step == s.ASK:
        card = name_of_card(state, int(unpack_ask(state.argument())[0]))
        return Refusal("R9.1", page(11), Text("First answer the question that {card} asks.", card=card))
    if step == s.WINDOW and state.argument() & AT_THE_END:
        return Refusal("R6.10", OUR_RULING, _ASKED[step].reason)
    if step == s.KEEP_ONE and rounds.keeps_in_campaign(state):
        return Refusal("R13.9", appendix(10), Text("First choose an occupation to keep, or none."))
    return _ASKED[step]


# --- action spaces -----------------------------------------------------------------------------------


def _of_place(state: Position, seat: int, space: int) -> Refusal | None:
    if state.step() not in (s.WORK, s.AGAIN):
        return _not_now(state)
    return space_obstacles.of_place(state, seat, space)


# --- leaving, exchanging -----------------------------------------------------------------------------


def _of_done(state: Position, seat: int, _: int) -> Refusal | None:
    if state.step() == s.MENU:
        return Refusal("R2.2", page(6), Text("You must take at least one part of the action."))
    if state.step() == s.OFFER:
        reason = Text("You have announced an occupation, and need this food to pay for it.")
        return Refusal("R2.10", OUR_RULING, reason)
    return _not_now(state)


def _of_exchange(state: Position, seat: int, _: int) -> Refusal | None:
    step = state.step()
    if step == s.MENU and not state.argument() & OPTIONAL:
        reason = Text("First take one part of the action; you can exchange goods before and after it.")
        return Refusal("R8.2", OUR_RULING, reason)
    if step in (s.MENU, s.OFFER) and effects.pending_space(state) >= 0:
        reason = Text("No exchange before the effect of the space would let you do more here.")
        return Refusal("R8.2", OUR_RULING, reason)
    if step == s.OFFER and seat != state.active:
        reason = Text(
            "During another player’s turn, you can exchange goods only for an effect that you can use then."
        )
        return Refusal("R8.4", OUR_RULING, reason)
    if step in (s.WORK, s.MENU, s.OFFER):
        return Refusal("R8.1", page(8), Text("You have nothing to exchange or give back."))
    if step == s.HOUSE and state.argument() < MAY_COOK:
        return Refusal("R6.7", page(9), Text("Not while animals are breeding."))
    if step in (s.FEED, s.HOUSE, s.EXCHANGES):
        return Refusal("R8.3", OUR_RULING, Text("Everything that can be exchanged now is already on offer."))
    return _not_now(state)


def _of_convert(state: Position, seat: int, good: int) -> Refusal | None:
    step = state.step()
    if step in (s.WORK, s.MENU, s.OFFER):
        return _after_exchange(state, seat)
    if step not in (s.EXCHANGES, s.FEED, s.HOUSE):
        return _not_now(state)
    if state.goods[seat * GOODS + good] == 0:
        return Refusal("R8.1", page(8), Text("You have no {good}.", good=name_of_good(good)))
    if step == s.HOUSE:
        return _of_cooking_to_make_room(state, good) or _uncooked(good)
    if step == s.EXCHANGES and improvements.cook_rate(state, seat, good) > 0:
        return card_obstacles.SPOILS_A_DUTY
    if good < GRAIN:
        return _of_craft(state, seat, good, step == s.FEED)
    if good < SHEEP:
        reason = Text("You have enough food; crops can still be eaten later.")
        return Refusal("R7.4", OUR_RULING, reason)
    return _uncooked(good)


def _after_exchange(state: Position, seat: int) -> Refusal | None:
    if a.EXCHANGE in state.legal_actions():
        return Refusal("R8.1", page(8), Text("Say first that you want to exchange something."))
    return _of_exchange(state, seat, 0)


def _of_cooking_to_make_room(state: Position, good: int) -> Refusal | None:
    if good < SHEEP:
        return _not_now(state)
    if state.argument() < MAY_COOK:
        return Refusal("R6.7", page(9), Text("In the breeding phase, no animals can be turned into food."))
    return None


def _uncooked(good: int) -> Refusal:
    reason = Text("You have no improvement that turns {good} into food.", good=name_of_good(good))
    return Refusal("R7.4", page(9), reason)


def _of_craft(state: Position, seat: int, good: int, feeding: bool) -> Refusal:
    facts = state.facts
    buildings = [
        major
        for major, food in enumerate(facts.craft_food)
        if food > 0 and facts.craft_good[major] == good and state.owner[major] == seat + 1
    ]
    if not buildings:
        return _uncooked(good)
    if feeding:
        return Refusal("R7.5", page(10), Text("This craft building has already been used in this harvest."))
    return Refusal("R7.5", page(10), Text("Craft buildings are used in the feeding phase of a harvest."))


def _of_discard(state: Position, seat: int, good: int) -> Refusal | None:
    step = state.step()
    if step in (s.WORK, s.MENU, s.OFFER):
        return _after_exchange(state, seat)
    if step not in (s.EXCHANGES, s.HOUSE) or (step == s.HOUSE and good not in range(SHEEP, FOOD)):
        return _not_now(state)
    if step == s.EXCHANGES and state.goods[seat * GOODS + good] > 0:
        return card_obstacles.SPOILS_A_DUTY
    return Refusal("R8.5", appendix(6), Text("You have no {good}.", good=name_of_good(good)))


# --- parts of an action ------------------------------------------------------------------------------


def _closed(state: Position, part: int) -> Refusal | None:
    """Why nothing of a part (any of these) can be done at this moment, whatever the seat has."""
    if state.step() != s.MENU:
        return _not_now(state)
    argument = state.argument()
    if (open_parts(argument) | current_part(argument)) & part:
        return None
    reason = Text(
        "The current action does not let you do this, or no longer does: {part}.",
        part=name_of_part(part & -part),
    )
    return Refusal("R2.3", page(6), reason)


def _of_part(state: Position, seat: int, action: int) -> Refusal | None:
    """Why an action that is part of others cannot be taken."""
    block = int(block_of(action))
    closed = _closed(state, int(parts_with(state, action)))
    return closed or obstacles.OF_BLOCK[block](state, seat, action - block)


# --- hand cards --------------------------------------------------------------------------------------


def _of_play(state: Position, seat: int, card: int) -> Refusal | None:
    if missing := card_obstacles.not_in_hand(state, seat, card):
        return missing
    if state.step() not in (s.WORK, s.MENU):
        return _not_now(state)
    argument = int(state.argument()) if state.step() == s.MENU else 0
    if not open_parts(argument) & parts_with(state, a.PLAY + card):
        return card_obstacles.needs_action(state, card)
    return card_obstacles.of_card(state, seat, card, int(extra_of(argument)))


def _of_use_card(state: Position, seat: int, card: int) -> Refusal | None:
    return card_obstacles.of_effect(state, seat, card) or _after_exchange(state, seat)


def _of_give_back(state: Position, seat: int, card: int) -> Refusal | None:
    if _asked_of_a_hand(state) is not _ASKED_OF_A_HAND[TOO_MANY]:
        reason = Text(
            "Single cards can only be given back before the first round, out of ten that were dealt, if "
            "at all."
        )
        return Refusal("R14.9", appendix(8), reason)
    return card_obstacles.not_in_hand(state, seat, card) or Refusal(
        "R14.9", appendix(8), Text("You have given back enough cards of this kind.")
    )


def _of_redraw(state: Position, seat: int, _: int) -> Refusal | None:
    reason = Text("A hand is given back once, before the first round, if at all.")
    return Refusal("R14.10", appendix(8), reason)


def _of_pick(state: Position, seat: int, card: int) -> Refusal | None:
    return _asked_of_a_hand(state) or card_obstacles.of_pick(state, card)


def _of_chance(state: Position, seat: int, _: int) -> Refusal | None:
    """An outcome of chance, tried by a seat: it is told so as of a card that is not there."""
    return _asked_of_a_hand(state) or card_obstacles.NO_SUCH_CARD


def _of_pay(state: Position, seat: int, way: int) -> Refusal | None:
    if state.step() != s.PAYMENT:
        return _not_now(state)
    ways = len(state.legal_actions())
    reason = Text.counted("There is only {n} way to pay.", "There are only {n} ways to pay.", ways)
    return Refusal("R9.19", OUR_RULING, reason)


def _of_answer(state: Position, seat: int, _: int) -> Refusal | None:
    return card_obstacles.of_answer(state) or _not_now(state)


# --- choices -----------------------------------------------------------------------------------------


def _of_take(state: Position, seat: int, good: int) -> Refusal | None:
    if state.step() != s.CHOOSE:
        return _of_answer(state, seat, good)
    space = int(state.argument())
    at = space * GOODS + good
    if state.facts.choice[at] == 0:
        rule, source = ("R14.3", appendix(8)) if space >= FIRST_OF_TILE else ("R2", appendix(7))
        return Refusal(rule, source, Text("This space gives no {good}.", good=name_of_good(good)))
    price = [(FOOD, int(state.facts.choice_price[at]))]
    return unaffordable(state, seat, THIS, price, "R14.3", appendix(8))


def _of_order(state: Position, seat: int, card: int) -> Refusal | None:
    if state.step() != s.ORDER_CARDS:
        reason = Text("The order of the cards is only chosen before the first round, if at all.")
        return Refusal("R13.1", page(12), reason)
    if state.ordered[card] > 0:
        return Refusal("R13.1", page(12), Text("This card has its place already."))
    reason = Text("This is not a card of stage {stage}.", stage=int(state.argument()))
    return Refusal("R13.1", page(12), reason)


# Each block of actions that are not parts of an action.
_OF_BLOCK: Final[dict[int, Callable[[Position, int, int], Refusal | None]]] = {
    a.PLACE: _of_place,
    a.DONE: _of_done,
    a.EXCHANGE: _of_exchange,
    a.CONVERT: _of_convert,
    a.DISCARD: _of_discard,
    a.TAKE: _of_take,
    a.ORDER: _of_order,
    a.PAY: _of_pay,
    a.CELL: _of_answer,
    a.OPTION: _of_answer,
    a.GIVE_BACK: _of_give_back,
    a.REDRAW: _of_redraw,
    a.PLAY: _of_play,
    a.USE_CARD: _of_use_card,
    a.PICK: _of_pick,
    a.START: _of_chance,
    a.REVEAL: _of_chance,
    a.DEAL: _of_chance,
}
