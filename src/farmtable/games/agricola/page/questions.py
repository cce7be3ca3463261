"""What a page is told of a question: the actions that answer it, and what each would bring or cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from farmtable.games.agricola.evaluation import valuation
from farmtable.games.agricola.page import cards
from farmtable.games.agricola.page import contract as c
from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import steps
from farmtable.games.agricola.position.actions import block_of, returned_for
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import SpaceId
from farmtable.games.agricola.position.frames import unpack_ask, unpack_offer, unpack_payment
from farmtable.games.agricola.position.moments import ANY_TIME, MOMENT_NAMES
from farmtable.games.agricola.position.parts import PLAY_OCCUPATION, STABLES, extra_of
from farmtable.games.agricola.position.shapes import FENCE_SPACES, SHAPE_CELLS
from farmtable.games.agricola.rules import (
    decisions,
    effects,
    exchanges,
    farmyard,
    given_back,
    improvements,
    menu,
    prices,
    scoring,
)
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.parts import house
from farmtable.games.agricola.rules.parts.all_parts import ALL_PARTS

# The tools of a farmer, in the order in which a page offers them: each works on cells, and sowing on
# field cards, too.
TOOLS: Final[tuple[tuple[c.ToolId, int, int | None], ...]] = (
    ("room", a.ROOM, None),
    ("stable", a.STABLE, None),
    ("plow", a.PLOW, None),
    ("sow_grain", a.SOW_GRAIN, a.SOW_GRAIN_ON_CARD),
    ("sow_vegetable", a.SOW_VEGETABLE, a.SOW_VEGETABLE_ON_CARD),
)


def question(state: Position, seat: int, step: c.Step) -> c.AnyQuestion:
    """What this seat is asked, with the actions that answer it."""
    ask = _OF_STEPS.get(step, _question)
    return ask(state, seat, [int(action) for action in state.legal_actions()])


def _question(state: Position, seat: int, legal: list[int]) -> c.Question:
    """What may be done whatever is asked."""
    asked: c.Question = {
        "done": a.DONE if a.DONE in legal else None,
        "exchanges": _exchanges(state, seat, legal),
        "uses": _uses(state, legal),
    }
    if a.EXCHANGE in legal:
        asked["exchange"] = a.EXCHANGE
        asked["uses_then"] = _uses(state, [int(action) for action in exchanges.of_cards(state, seat)])
    return asked


def _of(block: int, actions: list[int]) -> list[tuple[int, int]]:
    """The actions of a block, each behind the number of what it names."""
    return [(action - block, action) for action in actions if block_of(action) == block]


# --- at any time ----------------------------------------------------------------------------------------


def _exchanges(state: Position, seat: int, legal: list[int]) -> list[c.Exchange]:
    """Each way to turn a good into food, or to give one back: those legal now, or legal after EXCHANGE."""
    feeding = state.step() == steps.FEED
    found: list[c.Exchange] = []
    for good in range(f.GOODS):
        have = int(state.goods[seat * f.GOODS + good])
        food = int(improvements.cook_rate(state, seat, good))
        if feeding and good in (f.WOOD, f.CLAY, f.REED):
            craft = int(improvements.craft_building(state, seat, good))
            food = int(state.facts.craft_food[craft]) if craft >= 0 else 0
        opens = a.EXCHANGE in legal and have > 0 and not feeding
        cook = a.CONVERT + good if a.CONVERT + good in legal or (opens and food > 0) else None
        give = a.DISCARD + good if a.DISCARD + good in legal or opens else None
        if cook is not None or give is not None:
            found.append(
                {
                    "good": f.GOOD_NAMES[good],
                    "have": have,
                    "food": food,
                    "points": _points_without(state, seat, good),
                    "cook": cook,
                    "give_back": give,
                }
            )
    return found


def _points_without(state: Position, seat: int, good: int) -> int:
    """How the score changes if the seat has one less of a good."""
    after = state.clone()
    after.goods[seat * f.GOODS + good] -= 1
    return int(scoring.total(after, seat) - scoring.total(state, seat))


def _uses(state: Position, actions: list[int]) -> list[c.OfCard]:
    """The effects of cards among these actions."""
    deck = deck_of(state)
    if deck is None:
        return []
    return [{"id": deck.cards[card].id, "action": action} for card, action in _of(a.USE_CARD, actions)]


# --- the beginning, and placing people ------------------------------------------------------------------


def _of_pick(state: Position, seat: int, legal: list[int]) -> c.PickQuestion:
    return {**_question(state, seat, legal), "picks": cards.to_pick(state, seat)}


def _of_redraw(state: Position, seat: int, legal: list[int]) -> c.RedrawQuestion:
    fewer = {cards.KINDS[kind]: int(state.facts.hand_of(seat, kind)) - 1 for kind in (f.OCCUPATION, f.MINOR)}
    return {**_question(state, seat, legal), "redraw": a.REDRAW, "fewer": fewer}


def _of_give_back(state: Position, seat: int, legal: list[int]) -> c.GiveBackQuestion:
    deck = deck_of(state)
    assert deck is not None
    return {
        **_question(state, seat, legal),
        "gives": {deck.cards[card].id: action for card, action in _of(a.GIVE_BACK, legal)},
        "too_many": {
            cards.KINDS[kind]: int(given_back.too_many(state, seat, kind)) for kind in (f.OCCUPATION, f.MINOR)
        },
    }


def _of_order(state: Position, seat: int, legal: list[int]) -> c.OrderQuestion:
    found: list[c.OfSpace] = [
        {"space": f.SPACE_IDS[f.FIRST_CARD + card], "action": action} for card, action in _of(a.ORDER, legal)
    ]
    return {**_question(state, seat, legal), "cards": found, "stage": int(state.argument())}


def _of_place(state: Position, seat: int, legal: list[int]) -> c.PlaceQuestion:
    suggested = valuation.suggested_spaces(state, seat) if state.facts.hints else []
    return {
        **_question(state, seat, legal),
        "places": _places(legal),
        "suggested": [f.SPACE_IDS[space] for space in suggested],
    }


def _places(legal: list[int]) -> list[SpaceId]:
    return [f.SPACE_IDS[space] for space, _ in _of(a.PLACE, legal)]


def _of_choose(state: Position, seat: int, legal: list[int]) -> c.ChooseQuestion:
    return {
        **_question(state, seat, legal),
        "space": f.SPACE_IDS[int(state.argument())],
        "takes": _takes(legal),
    }


def _takes(legal: list[int]) -> list[c.OfGood]:
    return [{"good": f.GOOD_NAMES[good], "action": action} for good, action in _of(a.TAKE, legal)]


def _of_feed(state: Position, seat: int, legal: list[int]) -> c.FeedQuestion:
    need, food = food_needed(state, seat), int(state.goods[seat * f.GOODS + f.FOOD])
    return {**_question(state, seat, legal), "need": need, "food": food, "missing": max(need - food, 0)}


def food_needed(state: Position, seat: int) -> int:
    """Food for the family, were the harvest now."""
    newborns = int(state.newborns[seat])
    adults = int(state.people[seat]) - newborns
    return adults * int(state.facts.adult_food) + newborns * int(state.facts.newborn_food)


# --- parts of an action ---------------------------------------------------------------------------------


def _of_menu(state: Position, seat: int, legal: list[int]) -> c.MenuQuestion:
    argument = state.argument()
    parts = int(menu.parts_to_take(state, argument))
    extra = int(extra_of(argument))
    return {
        **_question(state, seat, legal),
        "parts": [part.name for part in ALL_PARTS if parts & part.bit],
        "tools": _tools(state, seat, legal, parts, extra),
        "bakes": [
            {"grain": grain, "food": int(improvements.bake_food(state, seat, grain)), "action": action}
            for grain, action in _of(a.BAKE, legal)
        ],
        "majors": [f.MAJOR_IDS[major] for major, _ in _of(a.MAJOR, legal)],
        "returns": [_return(action) for _, action in _of(a.RETURN, legal)],
        "renovations": [
            {
                "house": f.MATERIAL_NAMES[material],
                "costs": _prices(house.renovation_prices(state, seat, material)),
                "action": action,
            }
            for material, action in _of(a.RENOVATE, legal)
        ],
        "plays": _plays(state, legal),
        "occupation_food": extra if parts & PLAY_OCCUPATION else None,
        "fencing": _fencing(state, seat, legal, extra),
    }


def _return(action: int) -> c.Return:
    """A Fireplace returned for a Cooking Hearth."""
    fireplace, hearth = returned_for(action)
    return {"fireplace": f.MAJOR_IDS[fireplace], "hearth": f.MAJOR_IDS[hearth], "action": action}


def _plays(state: Position, legal: list[int]) -> list[c.Play]:
    """The cards of the hand that can be played now."""
    deck = deck_of(state)
    if deck is None:
        return []
    return [
        {"id": deck.cards[card].id, "kind": cards.KINDS[deck.kind[card]], "action": action}
        for card, action in _of(a.PLAY, legal)
    ]


def _tools(state: Position, seat: int, legal: list[int], parts: int, extra: int) -> list[c.Tool]:
    found: list[c.Tool] = []
    for tool, first, on_cards in TOOLS:
        cells = _cells(legal, first)
        if on_cards is not None:
            cells += [
                {"cell": f.CELLS + one["cell"], "action": one["action"]} for one in _cells(legal, on_cards)
            ]
        if cells:
            costs = _costs(state, seat, tool, parts, extra)
            found.append({"tool": tool, "cells": cells, "first": first, "costs": costs})
    return found


def _cells(legal: list[int], block: int) -> list[c.OfCell]:
    """The legal actions of a block, each with the cell that it names."""
    return [{"cell": cell, "action": action} for cell, action in _of(block, legal)]


def _prices(packed: Any) -> list[c.Goods]:
    return [cards.goods_of(int(price)) for price in packed]


def _costs(state: Position, seat: int, tool: c.ToolId, parts: int, extra: int) -> list[c.Goods]:
    """The prices, one of which must be paid; a stable for nothing has none."""
    if tool == "room":
        return _prices(house.room_prices(state, seat))
    if tool == "stable":
        wood = int(state.facts.stable_wood) if parts & STABLES else extra
        return [{f.GOOD_NAMES[f.WOOD]: wood}] if wood else []
    return []


def _fencing(state: Position, seat: int, legal: list[int], free: int) -> c.Fencing | None:
    shapes = [shape for shape, _ in _of(a.PASTURE, legal)]
    if not shapes:
        return None
    wood = int(state.goods[seat * f.GOODS + f.WOOD])
    return {
        "first": a.PASTURE,
        "legal": shapes,
        "standing": [fence for fence in range(FENCE_SPACES) if int(state.fences[seat]) >> fence & 1],
        "stables": [cell for cell in range(f.CELLS) if int(state.stables[seat]) >> cell & 1],
        "left": int(farmyard.fences_left(state, seat)),
        "wood": wood,
        "clay": int(prices.material_for_fences(state, seat)) - wood,
        "price": int(state.facts.fence_wood),
        "free": free,
        "animals": int(state.facts.pasture_animals),
    }


# --- questions of cards ---------------------------------------------------------------------------------


def _of_payment(state: Position, seat: int, legal: list[int]) -> c.PaymentQuestion:
    """Several ways to pay for something that has been chosen."""
    argument = state.argument()
    ways = _prices(decisions.payments(state, seat, argument))
    action = int(unpack_payment(argument)[0])
    return {
        **_question(state, seat, legal),
        "pays_for": _PAID[int(block_of(action))],
        "cells": _cells_built(action),
        "ways": [{"goods": ways[way], "action": action} for way, action in _of(a.PAY, legal)],
    }


_PAID: Final[dict[int, c.PaysFor]] = {a.ROOM: "room", a.RENOVATE: "renovation", a.PASTURE: "fences"}


def _cells_built(action: int) -> list[int]:
    """Where what is to be paid would stand."""
    block = block_of(action)
    if block == a.ROOM:
        return [action - a.ROOM]
    if block == a.PASTURE:
        return [cell for cell in range(f.CELLS) if int(SHAPE_CELLS[action - a.PASTURE]) >> cell & 1]
    return []


def _of_offer(state: Position, seat: int, legal: list[int]) -> c.OfferQuestion:
    _, moment, _, _ = unpack_offer(state.argument())
    return {**_question(state, seat, legal), "moment": MOMENT_NAMES[moment]}


def _of_window(state: Position, seat: int, legal: list[int]) -> c.OfferQuestion:
    return {**_question(state, seat, legal), "moment": MOMENT_NAMES[ANY_TIME]}


def _of_card(state: Position, seat: int, legal: list[int]) -> c.CardQuestion:
    """What a card asks: to take a good, to choose a field, or one of its own answers."""
    argument = state.argument()
    card = effects.card_of(state, argument)
    _, _, asked = unpack_ask(argument)
    return {
        **_question(state, seat, legal),
        "card": card.id,
        "takes": _takes(legal),
        "tools": _field_tool(legal),
        "options": [
            {"label": card.label(asked, action).as_data(), "action": action}
            for _, action in _of(a.OPTION, legal)
        ],
        "fencing": _fencing(state, seat, legal, int(state.facts.max_fences)),
    }


def _field_tool(legal: list[int]) -> list[c.Tool]:
    """The tool that chooses one of several fields."""
    cells = _cells(legal, a.CELL)
    return [{"tool": "choose", "cells": cells, "first": a.CELL, "costs": []}] if cells else []


def _of_again(state: Position, seat: int, legal: list[int]) -> c.AgainQuestion:
    """A second person may be placed in one go; after which space the first was."""
    return {
        **_question(state, seat, legal),
        "places": _places(legal),
        "suggested": [],
        "after": f.SPACE_IDS[int(state.argument())],
    }


_OF_STEPS: Final[dict[c.Step, Callable[[Position, int, list[int]], c.AnyQuestion]]] = {
    "pick": _of_pick,
    "redraw": _of_redraw,
    "give_back": _of_give_back,
    "keep": _of_pick,
    "order": _of_order,
    "place": _of_place,
    "again": _of_again,
    "choose": _of_choose,
    "feed": _of_feed,
    "menu": _of_menu,
    "payment": _of_payment,
    "offer": _of_offer,
    "window": _of_window,
    "card": _of_card,
}
