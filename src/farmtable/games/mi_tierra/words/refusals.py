"""Why an action is not allowed: each refusal names its rule and where the rulebook says it.

The chapters are those of the rulebook; its text carries no page numbers (see `RULES.md`). What a
seat lacks, in goods, money, cards or places, is told by `obstacles.py`; here is what belongs to the
moment, to the spaces of the village and to animals. No reason comes from what the seat cannot know.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmtable.core.text import Refusal, Text
from farmtable.games.mi_tierra.position import actions as a
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position import steps as s
from farmtable.games.mi_tierra.position.actions import block_of
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.nouns import name_of_card, name_of_good, name_of_zone
from farmtable.games.mi_tierra.position.packed import (
    unpack_amount,
    unpack_arrival,
    unpack_debt,
    unpack_offer,
    unpack_purchase,
    unpack_sale,
    unpack_trade,
    unpack_use,
)
from farmtable.games.mi_tierra.rules import development, events, placing
from farmtable.games.mi_tierra.rules.goods import has
from farmtable.games.mi_tierra.words import notation, obstacles
from farmtable.games.mi_tierra.words.obstacles import (
    BLACK_MARKET_CHAPTER,
    CARDS_CHAPTER,
    CROPS_CHAPTER,
    DEVELOPMENT_CHAPTER,
    FARM_CHAPTER,
    MARKETS_CHAPTER,
    MONEY_CHAPTER,
    NOTE_CHAPTER,
    OUR_RULING,
    WINERY_CHAPTER,
    unaffordable,
)

PLACING_CHAPTER: Final = Text("rulebook, Phase 3: placing workers")
ACTIVATING_CHAPTER: Final = Text("rulebook, Phase 4: activating workers")
NEW_ROUND_CHAPTER: Final = Text("rulebook, New round: phase 1")
CLOCK_TOWER_CHAPTER: Final = Text("rulebook, Clock tower")
EVENTS_CHAPTER: Final = Text("rulebook, Events")


def refusal(state: Position, action: int) -> Refusal | None:
    """The rule that forbids `action`, which is not legal now."""
    if not notation.is_action(state.facts, action):
        return Refusal("-", Text("rules"), Text("There is no such action."))
    if state.to_play < 0:
        return Refusal("R7", ACTIVATING_CHAPTER, Text("Nobody has anything to decide now."))
    block = int(block_of(action))
    if block not in s.STEPS[state.step()].answers:
        return _not_now(state)
    return _REFUSALS[block](state, int(state.to_play), action - block)


# What a seat is asked instead, where an action does not fit the moment.
_ASKED: Final = {
    s.UPKEEP: Refusal("R11", MONEY_CHAPTER, Text("First choose how many workers to keep.")),
    s.PLACING: Refusal("R15", PLACING_CHAPTER, Text("Place a worker first, or stop.")),
    s.HOUSE: Refusal(
        "R32",
        NOTE_CHAPTER,
        Text("There is no longer room for all your animals: first choose which ones to let go."),
    ),
    s.REORDER: Refusal("R34", CLOCK_TOWER_CHAPTER, Text("First choose the order in which the cards come.")),
    s.DEVELOPING: Refusal("R36", DEVELOPMENT_CHAPTER, Text("First buy a development card, or leave it.")),
    s.DROPPING: Refusal(
        "R32", DEVELOPMENT_CHAPTER, Text("First choose which card makes room for the new one.")
    ),
    s.FARMING: Refusal("R37", FARM_CHAPTER, Text("First use your farm, or leave it.")),
    s.ARRIVAL: Refusal("R29", OUR_RULING, Text("First take the animals that arrive.")),
    s.SELLING: Refusal("R41", MARKETS_CHAPTER, Text("First sell to one market, or leave this one.")),
    s.GENERIC_SALE: Refusal("R42", MARKETS_CHAPTER, Text("First finish your sale to this market.")),
    s.TRADING: Refusal("R52", BLACK_MARKET_CHAPTER, Text("First trade on the black market, or leave it.")),
    s.GIVING: Refusal("R44", EVENTS_CHAPTER, Text("First give back what the event takes.")),
}


def _not_now(state: Position) -> Refusal:
    step = int(state.step())
    if step == s.OFFERED:
        zone = name_of_zone(_zone(state))
        reason = Text("First choose what your worker does in this zone: {zone}.", zone=zone)
        return Refusal("R26", ACTIVATING_CHAPTER, reason)
    return _ASKED[step]


def _zone(state: Position) -> int:
    """The zone whose worker is asked what it does."""
    zone, _ = unpack_offer(int(state.argument()))
    return zone


# --- upkeep ------------------------------------------------------------------------------------------


def _of_keep(state: Position, seat: int, n: int) -> Refusal | None:
    facts = state.facts
    workers = int(state.workers[seat])
    if n > workers:
        reason = Text.counted("You have {n} worker.", "You have {n} workers.", workers)
        return Refusal("R11", MONEY_CHAPTER, reason)
    if n < min(workers, facts.free_workers):
        return Refusal(
            "R11",
            OUR_RULING,
            Text.counted(
                "You must keep at least {n} worker.",
                "You must keep at least {n} workers.",
                int(facts.free_workers),
            ),
        )
    return unaffordable(state, seat, (n - int(facts.free_workers)) * int(facts.upkeep))


# --- placing -----------------------------------------------------------------------------------------


def _of_place(state: Position, seat: int, zone: int) -> Refusal | None:
    if zone == f.DEVELOPMENT:
        reason = Text("Say which space of the development area: centre, top, bottom, left or right.")
        return Refusal("R19", DEVELOPMENT_CHAPTER, reason)
    if zone == f.FARM:
        return Refusal("R20", FARM_CHAPTER, Text("Say which field of your farm."))
    if zone == f.BLACK_MARKET:
        reason = Text("You can only get to the black market from the official market.")
        return Refusal("R23", BLACK_MARKET_CHAPTER, reason)
    if placing.is_closed(state, zone):
        return Refusal("R22", EVENTS_CHAPTER, Text("The strike has closed this zone."))
    if zone == f.TURN_ORDER and placing.stands_in(state, seat, zone):
        return Refusal("R10", OUR_RULING, Text("You have a worker on the turn-order table."))
    if state.facts.spaces[zone] == 0:
        reason = Text("With this number of players no space of this zone is open.")
        return Refusal("R17", PLACING_CHAPTER, reason)
    reason = Text("All spaces of this zone are taken: {zone}.", zone=name_of_zone(zone))
    return Refusal("R15", PLACING_CHAPTER, reason)


def _of_pair(state: Position, seat: int, which: int) -> Refusal | None:
    zone = f.FOREST if which == 0 else f.SEED_SHOP
    if not placing.may_enter(state, seat, zone):
        return _of_place(state, seat, zone)
    return Refusal("R18", PLACING_CHAPTER, Text("You have only one worker left to place."))


def _of_development_space(state: Position, seat: int, space: int) -> Refusal | None:
    if not state.facts.development_open >> space & 1:
        return Refusal("R17", PLACING_CHAPTER, Text("With this number of players this space is blocked."))
    return Refusal("R15", PLACING_CHAPTER, Text("This space is taken."))


def _of_field_space(state: Position, seat: int, cell: int) -> Refusal | None:
    return obstacles.of_field_space(state, seat, cell)


# --- what a zone offers ------------------------------------------------------------------------------


def _of_take(state: Position, seat: int, _: int) -> Refusal | None:
    zone = _zone(state)
    if zone == f.FOREST:
        return obstacles.of_barnyard(state)
    if zone == f.SEED_SHOP:
        return Refusal("R31", CROPS_CHAPTER, Text("Say which crop it is, or on which field it is planted."))
    return Refusal("R35", WINERY_CHAPTER, Text("Say what is made: flour, wine or both."))


def _of_leave(state: Position, seat: int, _: int) -> Refusal | None:
    step = state.step()
    if step == s.GENERIC_SALE:
        return Refusal("R42", OUR_RULING, Text("You must sell at least one item to this market."))
    if step == s.OFFERED and unpack_offer(int(state.argument()))[1]:
        return Refusal("R56", NOTE_CHAPTER, Text("You must accept your second roll."))
    reason = Text("Animals are taken first; they can be given up when others need their room.")
    return Refusal("R29", OUR_RULING, reason)


def _of_reroll(state: Position, seat: int, _: int) -> Refusal | None:
    if state.result == 0 or state.pair:
        return Refusal("R56", CARDS_CHAPTER, Text("There is no die that could be rolled again."))
    if not development.owns(state, seat, f.CARD_X):
        reason = Text("You do not have {card}.", card=name_of_card(f.CARD_X))
        return Refusal("R40", CARDS_CHAPTER, reason)
    return Refusal("R56", CARDS_CHAPTER, Text("You have already rolled again; the second result stands."))


def _in(
    zone: int, explain: Callable[[Position, int], Refusal | None]
) -> Callable[[Position, int, int], Refusal | None]:
    """What is only offered in one zone."""

    def explain_there(state: Position, seat: int, n: int) -> Refusal | None:
        return explain(state, n) if _zone(state) == zone else _not_now(state)

    return explain_there


def _of_plant(state: Position, cell: int) -> Refusal | None:
    return obstacles.of_plant(state, int(state.to_play), cell)


def _of_throw(state: Position, slot: int) -> Refusal | None:
    return obstacles.of_throwing(state)


def _of_make(state: Position, which: int) -> Refusal | None:
    return obstacles.of_making(state, int(state.to_play), which + 1)


# --- animals -----------------------------------------------------------------------------------------


def _of_release(state: Position, seat: int, animal: int) -> Refusal | None:
    if state.step() == s.ARRIVAL:
        arriving, _ = unpack_arrival(int(state.argument()))
        if animal == arriving:
            reason = Text("These are the animals that arrive; those without room become meat.")
            return Refusal("R29", OUR_RULING, reason)
        if has(state, seat, f.SHEEP + animal) > 0:
            return Refusal("R29", OUR_RULING, Text("There is room for all the animals that arrive."))
    return Refusal("R29", OUR_RULING, Text("You have no {good}.", good=name_of_good(f.SHEEP + animal)))


def _of_give(state: Position, seat: int, what: int) -> Refusal | None:
    _, event, left = unpack_debt(int(state.argument()))
    good, n = unpack_amount(what)
    if events.is_hit(state, event, good):
        if n > left:
            reason = Text.counted("The event takes {n} more.", "The event takes {n} more.", left)
        else:
            reason = obstacles.too_few(state, seat, good)
    else:
        reason = Text("The event does not take this: {good}.", good=name_of_good(good))
    return Refusal("R47" if event == f.THIEVES else "R50", EVENTS_CHAPTER, reason)


# --- cards, the farm, the markets --------------------------------------------------------------------


def _of_buy_card(state: Position, seat: int, what: int) -> Refusal | None:
    space, place = unpack_purchase(what)
    return obstacles.of_purchase(state, seat, space, place)


def _of_drop(state: Position, seat: int, card: int) -> Refusal | None:
    return Refusal("R32", DEVELOPMENT_CHAPTER, Text("You do not have {card}.", card=name_of_card(card)))


def _of_work(state: Position, seat: int, cell: int) -> Refusal | None:
    return Refusal("R38", FARM_CHAPTER, Text("You have no worker on this field."))


def _of_use(state: Position, seat: int, what: int) -> Refusal | None:
    card, way = unpack_use(what)
    return obstacles.of_use(state, seat, card, way)


def _of_offer(state: Position, seat: int, what: int) -> Refusal | None:
    good, _ = unpack_amount(what)
    return obstacles.of_offer(state, seat, good, state.step() == s.TRADING)


def _of_buy(state: Position, seat: int, what: int) -> Refusal | None:
    good, n = unpack_amount(what)
    _, bought = unpack_trade(int(state.argument()))
    return obstacles.of_buying(state, seat, good, n, bought)


def _of_sell(state: Position, seat: int, what: int) -> Refusal | None:
    kind, n = unpack_sale(what)
    return obstacles.of_sale(state, seat, kind, n)


def _of_on_top(state: Position, seat: int, _: int) -> Refusal | None:
    reason = Text("This card is not one of those that you can still lay.")
    return Refusal("R34", CLOCK_TOWER_CHAPTER, reason)


def _never(state: Position, seat: int, _: int) -> Refusal | None:
    """What is always allowed at its moment."""
    return None


# Of each block of decisions why one of its actions is refused at a step that it may answer.
_REFUSALS: Final[dict[int, Callable[[Position, int, int], Refusal | None]]] = {
    a.PLACE: _of_place,
    a.PAIR: _of_pair,
    a.AT_DEVELOPMENT: _of_development_space,
    a.AT_FIELD: _of_field_space,
    a.STOP: _never,
    a.KEEP: _of_keep,
    a.TAKE: _of_take,
    a.LEAVE: _of_leave,
    a.REROLL: _of_reroll,
    a.CAPACITY: _in(f.FOREST, obstacles.of_capacity),
    a.SEED: _in(f.SEED_SHOP, obstacles.of_seed),
    a.PLANT: _in(f.SEED_SHOP, _of_plant),
    a.THROW: _in(f.FOREST, _of_throw),
    a.RELEASE: _of_release,
    a.MAKE: _in(f.WINERY, _of_make),
    a.BUY_CARD: _of_buy_card,
    a.DROP_CARD: _of_drop,
    a.WORK: _of_work,
    a.USE: _of_use,
    a.TO_BLACK_MARKET: _never,
    a.ON_TOP: _of_on_top,
    a.SELL: _of_sell,
    a.OFFER: _of_offer,
    a.BUY: _of_buy,
    a.GIVE: _of_give,
}
