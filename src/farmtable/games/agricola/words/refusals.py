"""Why an action is not allowed: each refusal names its rule and the rulebook's page.

What stands in the way of a part of an action (rooms, fences, improvements …) is told by `obstacles.py`,
of going to a space by `space_obstacles.py`, of hand cards by `card_obstacles.py`; here is what belongs to
the moment and to exchanges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmtable.core.text import Refusal, Text
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    BAKE,
    CELL,
    CELLS,
    CONVERT,
    DISCARD,
    DONE,
    EXCHANGE,
    FIRST_OF_TILE,
    FOOD,
    GIVE_BACK,
    GOODS,
    GRAIN,
    MAJOR,
    MAX_FIELD_CARDS,
    OPTION,
    ORDER,
    PASTURE,
    PAY,
    PICK,
    PLACE,
    PLAY,
    PLOW,
    REDRAW,
    RENOVATE,
    RETURN,
    ROOM,
    SHEEP,
    SOW_GRAIN,
    SOW_ON_CARD,
    SOW_VEGETABLE,
    STABLE,
    TAKE,
    USE_CARD,
    VEGETABLE,
)
from farmtable.games.agricola.position.nouns import name_of_good, name_of_part
from farmtable.games.agricola.position.steps import (
    AGAIN,
    ASK,
    BAKING,
    CHOOSE,
    EXCHANGES,
    FEED,
    FENCES,
    HOUSE,
    IMPROVEMENT,
    KEEP_ONE,
    KEEP_OR_REDRAW,
    MENU,
    OFFER,
    ONE_ROOM,
    ONE_STABLE,
    OPTIONAL,
    ORDER_CARDS,
    PAYMENT,
    PICK_CARD,
    PLOWING,
    RENOVATION,
    ROOMS,
    SOWING,
    STABLES,
    TOO_MANY,
    WINDOW,
    WORK,
)
from farmtable.games.agricola.rules import effects, improvements, menu, rounds
from farmtable.games.agricola.words import card_obstacles, notation, obstacles, space_obstacles
from farmtable.games.agricola.words.card_nouns import name_of_card
from farmtable.games.agricola.words.reasons import OUR_RULING, THIS, appendix, page, unaffordable


def refusal(state: Position, action: int) -> Refusal | None:
    """The rule that forbids `action`, which is not legal now."""
    if not notation.is_action(state, action):
        return Refusal("-", Text("rules"), Text("There is no such action."))
    if state.to_play < 0:
        return Refusal("R1.2", page(6), Text("No seat has anything to decide now."))
    for first, explain in _BLOCKS:
        if action >= first:
            return explain(state, int(state.to_play), action - first) or _of_what_follows(state)
    return None


def _of_what_follows(state: Position) -> Refusal | None:
    """Nothing stands in the way, but cards act first, or the space being used would become useless."""
    if state.step() == MENU and menu.comes_after(state, state.argument()) == menu.A_QUESTION:
        reason = Text("First end this part of the action: cards act before the next one begins.")
        return Refusal("R2.3", OUR_RULING, reason)
    return card_obstacles.nothing_left(state) if effects.pending_space(state) >= 0 else None


# What a seat is asked instead, where an action does not fit the moment.
_ASKED: Final = {
    WORK: Refusal("R1.6", page(6), Text("Place one of your people first.")),
    MENU: Refusal("R2.2", page(6), Text("First finish the action of the space where you placed a person.")),
    CHOOSE: Refusal("R2.2", page(6), Text("First choose what you take from the space.")),
    HOUSE: Refusal("R6.5", page(8), Text("You cannot keep all your animals: first say which ones go.")),
    EXCHANGES: Refusal("R8.1", page(8), Text("First say what you exchange or give back.")),
    FEED: Refusal("R7.3", page(9), Text("This is the feeding phase: feed your family first.")),
    ORDER_CARDS: Refusal("R13.1", page(12), Text("First say in which order the cards come.")),
    PICK_CARD: Refusal("R9.1", page(3), Text("First say which card you keep.")),
    OFFER: Refusal("R9.17", OUR_RULING, Text("First say which of your cards you use now, or go on.")),
    PAYMENT: Refusal("R9.19", OUR_RULING, Text("First say how you pay.")),
    AGAIN: Refusal("R9.1", page(11), Text("Place your second person first.")),
    WINDOW: Refusal("R6.10", OUR_RULING, Text("Now you exchange what you like, or go on.")),
    KEEP_ONE: Refusal("R13.5", appendix(10), Text("First say which occupation you keep.")),
}

_ASKED_OF_A_HAND: Final = {
    KEEP_OR_REDRAW: Refusal("R14.10", appendix(8), Text("First say whether you keep your hand.")),
    TOO_MANY: Refusal("R14.9", appendix(8), Text("First say which cards you give back.")),
}


def _not_now(state: Position) -> Refusal:
    step = int(state.step())
    if step == PICK_CARD and int(state.argument()) >> 3 in _ASKED_OF_A_HAND:
        return _ASKED_OF_A_HAND[int(state.argument()) >> 3]
    if step == ASK:
        card = name_of_card(state, int(state.argument()) & 255)
        return Refusal("R9.1", page(11), Text("First answer what {card} asks.", card=card))
    if step == KEEP_ONE and rounds.keeps_in_campaign(state):
        return Refusal("R13.9", appendix(10), Text("First say which occupation you keep, or none."))
    return _ASKED[step]


# --- action spaces -----------------------------------------------------------------------------------


def _of_place(state: Position, seat: int, space: int) -> Refusal | None:
    if state.step() not in (WORK, AGAIN):
        return _not_now(state)
    return space_obstacles.of_place(state, seat, space)


# --- leaving, exchanging -----------------------------------------------------------------------------


def _of_done(state: Position, seat: int, _: int) -> Refusal | None:
    if state.step() == MENU:
        return Refusal("R2.2", page(6), Text("At least one part of the action must be taken."))
    if state.step() == OFFER:
        reason = Text("You have announced an occupation, and need this food to pay for it.")
        return Refusal("R2.10", OUR_RULING, reason)
    return _not_now(state)


def _of_exchange(state: Position, seat: int, _: int) -> Refusal | None:
    step = state.step()
    if step == MENU and not state.argument() & OPTIONAL:
        reason = Text("First take one part of the action; you can exchange goods before and after it.")
        return Refusal("R8.2", OUR_RULING, reason)
    if step in (MENU, OFFER) and effects.pending_space(state) >= 0:
        reason = Text("No exchange would let you do more here, before the effect of the space.")
        return Refusal("R8.2", OUR_RULING, reason)
    if step == OFFER and seat != state.active:
        reason = Text("In another's turn you exchange goods only for an effect that you can use then.")
        return Refusal("R8.4", OUR_RULING, reason)
    if step in (WORK, MENU, OFFER):
        return Refusal("R8.1", page(8), Text("You have nothing to exchange or give back."))
    if step == HOUSE and state.argument() < 8:
        return Refusal("R6.7", page(9), Text("Not while animals breed."))
    if step in (FEED, HOUSE, EXCHANGES):
        return Refusal("R8.3", OUR_RULING, Text("What can be exchanged now is offered already."))
    return _not_now(state)


def _of_convert(state: Position, seat: int, good: int) -> Refusal | None:
    step = state.step()
    if step in (WORK, MENU, OFFER):
        return _after_exchange(state, seat)
    if step not in (EXCHANGES, FEED, HOUSE):
        return _not_now(state)
    if state.goods[seat * GOODS + good] == 0:
        return Refusal("R8.1", page(8), Text("You have no {good}.", good=name_of_good(good)))
    if step == HOUSE:
        return _of_cooking_to_make_room(state, good) or _uncooked(good)
    if step == EXCHANGES and improvements.cook_rate(state, seat, good) > 0:
        return card_obstacles.SPOILS_A_DUTY
    if good < GRAIN:
        return _of_craft(state, seat, good, step == FEED)
    if good < SHEEP:
        reason = Text("You have enough food; crops can still be eaten later.")
        return Refusal("R7.4", OUR_RULING, reason)
    return _uncooked(good)


def _after_exchange(state: Position, seat: int) -> Refusal | None:
    if EXCHANGE in state.legal_actions():
        return Refusal("R8.1", page(8), Text("Say first that you want to exchange something."))
    return _of_exchange(state, seat, 0)


def _of_cooking_to_make_room(state: Position, good: int) -> Refusal | None:
    if good < SHEEP:
        return _not_now(state)
    if state.argument() < 8:
        return Refusal("R6.7", page(9), Text("In the breeding phase no animal is turned into food."))
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
        return Refusal("R7.5", page(10), Text("This craft building has been used in this harvest."))
    return Refusal("R7.5", page(10), Text("Craft buildings are used in the feeding phase of a harvest."))


def _of_discard(state: Position, seat: int, good: int) -> Refusal | None:
    step = state.step()
    if step in (WORK, MENU, OFFER):
        return _after_exchange(state, seat)
    if step not in (EXCHANGES, HOUSE) or (step == HOUSE and good not in range(SHEEP, FOOD)):
        return _not_now(state)
    if step == EXCHANGES and state.goods[seat * GOODS + good] > 0:
        return card_obstacles.SPOILS_A_DUTY
    return Refusal("R8.5", appendix(6), Text("You have no {good}.", good=name_of_good(good)))


# --- parts of an action ------------------------------------------------------------------------------


def _closed(state: Position, part: int) -> Refusal | None:
    """Why nothing of a part (any of these) can be done at this moment, whatever the seat has."""
    if state.step() != MENU:
        return _not_now(state)
    argument = state.argument()
    if (menu.open_parts(argument) | menu.current_part(argument)) & part:
        return None
    reason = Text(
        "The action under way does not, or no longer, let you do this: {part}.",
        part=name_of_part(part & -part),
    )
    return Refusal("R2.3", page(6), reason)


def _of_room(state: Position, seat: int, cell: int) -> Refusal | None:
    return _closed(state, ROOMS | ONE_ROOM) or obstacles.of_room(state, seat, cell)


def _of_stable(state: Position, seat: int, cell: int) -> Refusal | None:
    if closed := _closed(state, STABLES | ONE_STABLE):
        return closed
    argument = state.argument()
    parts = menu.open_parts(argument) | menu.current_part(argument)
    return obstacles.of_stable(state, seat, cell, STABLES if parts & STABLES else ONE_STABLE)


def _of_plow(state: Position, seat: int, cell: int) -> Refusal | None:
    return _closed(state, PLOWING) or obstacles.of_field(state, seat, cell)


def _of_sow_grain(state: Position, seat: int, cell: int) -> Refusal | None:
    return _closed(state, SOWING) or obstacles.of_sowing(state, seat, cell, GRAIN)


def _of_sow_vegetable(state: Position, seat: int, cell: int) -> Refusal | None:
    return _closed(state, SOWING) or obstacles.of_sowing(state, seat, cell, VEGETABLE)


def _of_bake(state: Position, seat: int, grain: int) -> Refusal | None:
    return _closed(state, BAKING) or obstacles.of_baking(state, seat, grain)


def _of_major(state: Position, seat: int, major: int) -> Refusal | None:
    return _closed(state, IMPROVEMENT) or obstacles.of_major(state, seat, major)


def _of_return(state: Position, seat: int, exchange: int) -> Refusal | None:
    return _closed(state, IMPROVEMENT) or obstacles.of_return(state, seat, exchange)


def _of_pasture(state: Position, seat: int, shape: int) -> Refusal | None:
    return _closed(state, FENCES) or obstacles.of_pasture(state, seat, shape)


def _of_renovate(state: Position, seat: int, material: int) -> Refusal | None:
    return _closed(state, RENOVATION) or obstacles.of_renovation_to(state, seat, material)


def _of_sow_on_card(state: Position, seat: int, field: int) -> Refusal | None:
    card, good = CELLS + field % MAX_FIELD_CARDS, GRAIN + field // MAX_FIELD_CARDS
    return _closed(state, SOWING) or obstacles.of_sowing(state, seat, card, good)


# --- hand cards --------------------------------------------------------------------------------------


def _of_play(state: Position, seat: int, card: int) -> Refusal | None:
    if missing := card_obstacles.not_in_hand(state, seat, card):
        return missing
    if state.step() not in (WORK, MENU):
        return _not_now(state)
    argument = int(state.argument()) if state.step() == MENU else 0
    if not menu.open_parts(argument) & menu.part_of(state, PLAY + card):
        return card_obstacles.needs_action(state, card)
    return card_obstacles.of_card(state, seat, card, int(menu.extra_of(argument)))


def _of_use_card(state: Position, seat: int, card: int) -> Refusal | None:
    return card_obstacles.of_effect(state, seat, card) or _after_exchange(state, seat)


def _of_give_back(state: Position, seat: int, card: int) -> Refusal | None:
    if state.step() != PICK_CARD or int(state.argument()) >> 3 != TOO_MANY:
        reason = Text(
            "Single cards are given back before the first round, of ten that were dealt, if at all."
        )
        return Refusal("R14.9", appendix(8), reason)
    return card_obstacles.not_in_hand(state, seat, card) or Refusal(
        "R14.9", appendix(8), Text("You have given back enough cards of this kind.")
    )


def _of_redraw(state: Position, seat: int, _: int) -> Refusal | None:
    reason = Text("A hand is given back once, before the first round, if at all.")
    return Refusal("R14.10", appendix(8), reason)


def _of_pick(state: Position, seat: int, card: int) -> Refusal | None:
    if state.step() == PICK_CARD and int(state.argument()) >> 3 in _ASKED_OF_A_HAND:
        return _not_now(state)
    return card_obstacles.of_pick(state, card)


def _of_pay(state: Position, seat: int, way: int) -> Refusal | None:
    if state.step() != PAYMENT:
        return _not_now(state)
    ways = len(state.legal_actions())
    reason = Text.counted("There is only {n} way to pay.", "There are only {n} ways to pay.", ways)
    return Refusal("R9.19", OUR_RULING, reason)


def _of_answer(state: Position, seat: int, _: int) -> Refusal | None:
    return card_obstacles.of_answer(state) or _not_now(state)


# --- choices -----------------------------------------------------------------------------------------


def _of_take(state: Position, seat: int, good: int) -> Refusal | None:
    if state.step() != CHOOSE:
        return _of_answer(state, seat, good)
    space = int(state.argument())
    at = space * GOODS + good
    if state.facts.choice[at] == 0:
        rule, source = ("R14.3", appendix(8)) if space >= FIRST_OF_TILE else ("R2", appendix(7))
        return Refusal(rule, source, Text("This space gives no {good}.", good=name_of_good(good)))
    price = [(FOOD, int(state.facts.choice_price[at]))]
    return unaffordable(state, seat, THIS, price, "R14.3", appendix(8))


def _of_order(state: Position, seat: int, card: int) -> Refusal | None:
    if state.step() != ORDER_CARDS:
        reason = Text("The order of the cards is only chosen before the first round, if at all.")
        return Refusal("R13.1", page(12), reason)
    if state.ordered[card] > 0:
        return Refusal("R13.1", page(12), Text("This card has its place already."))
    reason = Text("This is not a card of stage {stage}.", stage=int(state.argument()))
    return Refusal("R13.1", page(12), reason)


# Each block of actions by its first number, the last block first.
_BLOCKS: Final[tuple[tuple[int, Callable[[Position, int, int], Refusal | None]], ...]] = (
    (PICK, _of_pick),
    (USE_CARD, _of_use_card),
    (PLAY, _of_play),
    (PASTURE, _of_pasture),
    (REDRAW, _of_redraw),
    (GIVE_BACK, _of_give_back),
    (OPTION, _of_answer),
    (SOW_ON_CARD, _of_sow_on_card),
    (CELL, _of_answer),
    (PAY, _of_pay),
    (ORDER, _of_order),
    (TAKE, _of_take),
    (RENOVATE, _of_renovate),
    (RETURN, _of_return),
    (MAJOR, _of_major),
    (BAKE, _of_bake),
    (SOW_VEGETABLE, _of_sow_vegetable),
    (SOW_GRAIN, _of_sow_grain),
    (PLOW, _of_plow),
    (STABLE, _of_stable),
    (ROOM, _of_room),
    (DISCARD, _of_discard),
    (CONVERT, _of_convert),
    (EXCHANGE, _of_exchange),
    (DONE, _of_done),
    (PLACE, _of_place),
)
