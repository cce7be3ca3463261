"""What a page is told of a question: the actions that answer it, and what each would bring or cost."""

from __future__ import annotations

from typing import Any, Final

from farmtable.games.agricola.evaluation import valuation
from farmtable.games.agricola.page import cards
from farmtable.games.agricola.position import steps
from farmtable.games.agricola.position.actions import (
    BAKE,
    CELL,
    CONVERT,
    DISCARD,
    DONE,
    EXCHANGE,
    GIVE_BACK,
    MAJOR,
    OPTION,
    ORDER,
    PASTURE,
    PAY,
    PLACE,
    PLAY,
    PLOW,
    REDRAW,
    RENOVATE,
    RETURN,
    ROOM,
    SOW_GRAIN,
    SOW_GRAIN_ON_CARD,
    SOW_VEGETABLE,
    SOW_VEGETABLE_ON_CARD,
    STABLE,
    TAKE,
    USE_CARD,
    block_of,
    returned_for,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    CELLS,
    CLAY,
    FIRST_CARD,
    FOOD,
    GOOD_NAMES,
    GOODS,
    MAJOR_IDS,
    MATERIAL_NAMES,
    MINOR,
    OCCUPATION,
    REED,
    SPACE_IDS,
    WOOD,
)
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
TOOLS: Final = (
    ("room", ROOM, None),
    ("stable", STABLE, None),
    ("plow", PLOW, None),
    ("sow_grain", SOW_GRAIN, SOW_GRAIN_ON_CARD),
    ("sow_vegetable", SOW_VEGETABLE, SOW_VEGETABLE_ON_CARD),
)


def question(state: Position, seat: int, step: str) -> dict[str, Any]:
    """What this seat is asked, with the actions that answer it."""
    legal = [int(action) for action in state.legal_actions()]
    asked: dict[str, Any] = {
        "done": DONE if DONE in legal else None,
        "exchanges": _exchanges(state, seat, legal),
        "uses": _uses(state, legal),
    }
    if EXCHANGE in legal:
        asked["exchange"] = EXCHANGE
        asked["uses_then"] = _uses(state, [int(action) for action in exchanges.of_cards(state, seat)])
    if step in _OF_STEPS:
        asked |= _OF_STEPS[step](state, seat, legal)
    return asked


def _of(block: int, actions: list[int]) -> list[tuple[int, int]]:
    """The actions of a block, each behind the number of what it names."""
    return [(action - block, action) for action in actions if block_of(action) == block]


# --- at any time ----------------------------------------------------------------------------------------


def _exchanges(state: Position, seat: int, legal: list[int]) -> list[dict[str, Any]]:
    """Each way to turn a good into food, or to give one back: those legal now, or legal after EXCHANGE."""
    feeding = state.step() == steps.FEED
    found = []
    for good in range(GOODS):
        have = int(state.goods[seat * GOODS + good])
        food = int(improvements.cook_rate(state, seat, good))
        if feeding and good in (WOOD, CLAY, REED):
            craft = int(improvements.craft_building(state, seat, good))
            food = int(state.facts.craft_food[craft]) if craft >= 0 else 0
        opens = EXCHANGE in legal and have > 0 and not feeding
        cook = CONVERT + good if CONVERT + good in legal or (opens and food > 0) else None
        give = DISCARD + good if DISCARD + good in legal or opens else None
        if cook is not None or give is not None:
            found.append(
                {
                    "good": GOOD_NAMES[good],
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
    after.goods[seat * GOODS + good] -= 1
    return int(scoring.total(after, seat) - scoring.total(state, seat))


def _uses(state: Position, actions: list[int]) -> list[dict[str, Any]]:
    """The effects of cards among these actions."""
    deck = deck_of(state)
    if deck is None:
        return []
    return [{"id": deck.cards[card].id, "action": action} for card, action in _of(USE_CARD, actions)]


# --- the beginning, and placing people ------------------------------------------------------------------


def _of_pick(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {"picks": cards.to_pick(state, seat)}


def _of_redraw(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    fewer = [int(state.facts.hand_of(seat, kind)) - 1 for kind in (OCCUPATION, MINOR)]
    return {"redraw": REDRAW, "fewer": fewer}


def _of_give_back(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    deck = deck_of(state)
    assert deck is not None
    return {
        "gives": {deck.cards[card].id: action for card, action in _of(GIVE_BACK, legal)},
        "too_many": [int(given_back.too_many(state, seat, kind)) for kind in (OCCUPATION, MINOR)],
    }


def _of_order(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    found = [
        {"space": SPACE_IDS[FIRST_CARD + card], "action": action} for card, action in _of(ORDER, legal)
    ]
    return {"cards": found, "stage": int(state.argument())}


def _of_place(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    suggested = valuation.suggested_spaces(state, seat) if state.facts.hints else []
    return {
        "places": [space for space, _ in _of(PLACE, legal)],
        "suggested": [int(space) for space in suggested],
    }


def _of_choose(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {"space": SPACE_IDS[int(state.argument())], "takes": _takes(legal)}


def _takes(legal: list[int]) -> list[dict[str, Any]]:
    return [{"good": GOOD_NAMES[good], "action": action} for good, action in _of(TAKE, legal)]


def _of_feed(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    need, food = food_needed(state, seat), int(state.goods[seat * GOODS + FOOD])
    return {"need": need, "food": food, "missing": max(need - food, 0)}


def food_needed(state: Position, seat: int) -> int:
    """Food for the family, were the harvest now."""
    newborns = int(state.newborns[seat])
    adults = int(state.people[seat]) - newborns
    return adults * int(state.facts.adult_food) + newborns * int(state.facts.newborn_food)


# --- parts of an action ---------------------------------------------------------------------------------


def _of_menu(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    argument = state.argument()
    parts = int(menu.parts_to_take(state, argument))
    extra = int(extra_of(argument))
    asked: dict[str, Any] = {
        "parts": [part.name for part in ALL_PARTS if parts & part.bit],
        "tools": _tools(state, seat, legal, parts, extra),
        "bakes": [
            {"grain": grain, "food": int(improvements.bake_food(state, seat, grain)), "action": action}
            for grain, action in _of(BAKE, legal)
        ],
        "majors": [major for major, _ in _of(MAJOR, legal)],
        "returns": [_return(action) for _, action in _of(RETURN, legal)],
        "renovations": [
            {
                "house": MATERIAL_NAMES[material],
                "costs": _prices(house.renovation_prices(state, seat, material)),
                "action": action,
            }
            for material, action in _of(RENOVATE, legal)
        ],
        "plays": _plays(state, legal),
        "occupation_food": extra if parts & PLAY_OCCUPATION else None,
    }
    if shapes := [shape for shape, _ in _of(PASTURE, legal)]:
        asked["fencing"] = _fencing(state, seat, shapes, extra)
    return asked


def _return(action: int) -> dict[str, Any]:
    """A Fireplace returned for a Cooking Hearth."""
    fireplace, hearth = returned_for(action)
    return {"fireplace": MAJOR_IDS[fireplace], "hearth": MAJOR_IDS[hearth], "action": action}


def _plays(state: Position, legal: list[int]) -> list[dict[str, Any]]:
    """The cards of the hand that can be played now."""
    deck = deck_of(state)
    if deck is None:
        return []
    return [
        {"id": deck.cards[card].id, "kind": cards.KINDS[deck.kind[card]], "action": action}
        for card, action in _of(PLAY, legal)
    ]


def _tools(state: Position, seat: int, legal: list[int], parts: int, extra: int) -> list[dict[str, Any]]:
    found = []
    for tool, first, on_cards in TOOLS:
        works = _of(first, legal)
        if on_cards is not None:
            works += [(CELLS + card, action) for card, action in _of(on_cards, legal)]
        if works:
            found.append(
                {
                    "tool": tool,
                    "cells": [cell for cell, _ in works],
                    "actions": [action for _, action in works],
                    "first": first,
                    "costs": _costs(state, seat, tool, parts, extra),
                }
            )
    return found


def _prices(packed: Any) -> list[dict[str, int]]:
    return [cards.goods_of(int(price)) for price in packed]


def _costs(state: Position, seat: int, tool: str, parts: int, extra: int) -> list[dict[str, int]]:
    """The prices, one of which must be paid; a stable for nothing has none."""
    if tool == "room":
        return _prices(house.room_prices(state, seat))
    if tool == "stable":
        wood = int(state.facts.stable_wood) if parts & STABLES else extra
        return [{GOOD_NAMES[WOOD]: wood}] if wood else []
    return []


def _fencing(state: Position, seat: int, shapes: list[int], free: int) -> dict[str, Any]:
    wood = int(state.goods[seat * GOODS + WOOD])
    return {
        "first": PASTURE,
        "shapes": [int(cells) for cells in SHAPE_CELLS],
        "legal": shapes,
        "standing": [fence for fence in range(FENCE_SPACES) if int(state.fences[seat]) >> fence & 1],
        "stables": [cell for cell in range(CELLS) if int(state.stables[seat]) >> cell & 1],
        "left": int(farmyard.fences_left(state, seat)),
        "wood": wood,
        "clay": int(prices.material_for_fences(state, seat)) - wood,
        "price": int(state.facts.fence_wood),
        "free": free,
        "animals": int(state.facts.pasture_animals),
    }


# --- questions of cards ---------------------------------------------------------------------------------


def _of_payment(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """Several ways to pay for something that has been chosen."""
    argument = state.argument()
    ways = _prices(decisions.payments(state, seat, argument))
    action = int(unpack_payment(argument)[0])
    return {
        "pays_for": _PAID[int(block_of(action))],
        "cells": _cells_built(action),
        "ways": [{"goods": ways[way], "action": action} for way, action in _of(PAY, legal)],
    }


_PAID: Final = {ROOM: "room", RENOVATE: "renovation", PASTURE: "fences"}


def _cells_built(action: int) -> list[int]:
    """Where what is to be paid would stand."""
    block = block_of(action)
    if block == ROOM:
        return [action - ROOM]
    if block == PASTURE:
        return [cell for cell in range(CELLS) if int(SHAPE_CELLS[action - PASTURE]) >> cell & 1]
    return []


def _of_offer(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    _, moment, _, _ = unpack_offer(state.argument())
    return {"moment": MOMENT_NAMES[moment]}


def _of_window(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {"moment": MOMENT_NAMES[ANY_TIME]}


def _of_card(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """What a card asks: to take a good, to choose a field, or one of its own answers."""
    argument = state.argument()
    card = effects.card_of(state, argument)
    _, _, asked = unpack_ask(argument)
    found: dict[str, Any] = {
        "card": card.id,
        "takes": _takes(legal),
        "tools": _field_tool(legal),
        "options": [
            {"label": card.label(asked, action).as_data(), "action": action}
            for _, action in _of(OPTION, legal)
        ],
    }
    if shapes := [shape for shape, _ in _of(PASTURE, legal)]:
        found["fencing"] = _fencing(state, seat, shapes, int(state.facts.max_fences))
    return found


def _field_tool(legal: list[int]) -> list[dict[str, Any]]:
    """The tool that chooses one of several fields."""
    found = _of(CELL, legal)
    cells, actions = [field for field, _ in found], [action for _, action in found]
    tool = {"tool": "choose", "cells": cells, "actions": actions, "first": CELL, "costs": []}
    return [tool] if found else []


def _of_again(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """A second person may be placed in one go; after which space the first was."""
    return {
        "places": [space for space, _ in _of(PLACE, legal)],
        "suggested": [],
        "after": SPACE_IDS[int(state.argument())],
    }


_OF_STEPS: Final = {
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
