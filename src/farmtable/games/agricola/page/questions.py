"""What a page is told of a question: the actions that answer it, and what each would bring or cost."""

from __future__ import annotations

from typing import Any, Final

from farmtable.games.agricola.evaluation import valuation
from farmtable.games.agricola.page import cards
from farmtable.games.agricola.position import steps
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    BAKE,
    CARDS,
    CELL,
    CELLS,
    CLAY,
    CONVERT,
    DISCARD,
    DONE,
    EXCHANGE,
    FIELDS,
    FIRST_CARD,
    FOOD,
    GIVE_BACK,
    GOOD_NAMES,
    GOODS,
    HEARTH_4,
    MAJOR,
    MAJOR_IDS,
    MATERIAL_NAMES,
    MAX_BAKE,
    MAX_FIELD_CARDS,
    MINOR,
    OCCUPATION,
    OF_STONE,
    OPTION,
    ORDER,
    PASTURE,
    PAY,
    PICK,
    PLACE,
    PLAY,
    PLOW,
    REDRAW,
    REED,
    RENOVATE,
    RETURN,
    ROOM,
    SHAPES,
    SOW_GRAIN,
    SOW_ON_CARD,
    SOW_VEGETABLE,
    SPACE_IDS,
    STABLE,
    TAKE,
    USE_CARD,
    WOOD,
)
from farmtable.games.agricola.position.moments import ANY_TIME, MOMENT_NAMES
from farmtable.games.agricola.position.shapes import FENCE_SPACES, SHAPE_CELLS
from farmtable.games.agricola.rules import (
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

# The tools of a farmer, in the order in which a page offers them: each works on cells, and sowing on
# field cards, too.
TOOLS: Final = (
    ("room", ROOM, None),
    ("stable", STABLE, None),
    ("plow", PLOW, None),
    ("sow_grain", SOW_GRAIN, SOW_ON_CARD),
    ("sow_vegetable", SOW_VEGETABLE, SOW_ON_CARD + MAX_FIELD_CARDS),
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
    return [
        {"id": deck.cards[action - USE_CARD].id, "action": action}
        for action in actions
        if USE_CARD <= action < PICK
    ]


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
        "gives": {deck.cards[action - GIVE_BACK].id: action for action in legal},
        "too_many": [int(given_back.too_many(state, seat, kind)) for kind in (OCCUPATION, MINOR)],
    }


def _of_order(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    found = [
        {"space": SPACE_IDS[FIRST_CARD + action - ORDER], "action": action}
        for action in legal
        if ORDER <= action < ORDER + CARDS
    ]
    return {"cards": found, "stage": int(state.argument())}


def _of_place(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    suggested = valuation.suggested_spaces(state, seat) if state.facts.hints else []
    return {
        "places": [action - PLACE for action in legal if action < DONE],
        "suggested": [int(space) for space in suggested],
    }


def _of_choose(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {"space": SPACE_IDS[int(state.argument())], "takes": _takes(legal)}


def _takes(legal: list[int]) -> list[dict[str, Any]]:
    return [
        {"good": GOOD_NAMES[action - TAKE], "action": action} for action in legal if TAKE <= action < ORDER
    ]


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
    extra = int(menu.extra_of(argument))
    asked: dict[str, Any] = {
        "parts": [name for at, name in enumerate(steps.PART_NAMES) if parts >> at & 1],
        "tools": _tools(state, seat, legal, parts, extra),
        "bakes": [
            {
                "grain": action - BAKE,
                "food": int(improvements.bake_food(state, seat, action - BAKE)),
                "action": action,
            }
            for action in legal
            if BAKE < action <= BAKE + MAX_BAKE
        ],
        "majors": [action - MAJOR for action in legal if MAJOR <= action < RETURN],
        "returns": [
            {
                "fireplace": MAJOR_IDS[action - RETURN >> 1],
                "hearth": MAJOR_IDS[HEARTH_4 + (action - RETURN & 1)],
                "action": action,
            }
            for action in legal
            if RETURN <= action < RETURN + 4
        ],
        "renovations": [
            {
                "house": MATERIAL_NAMES[action - RENOVATE],
                "costs": _prices(menu.renovation_prices(state, seat, action - RENOVATE)),
                "action": action,
            }
            for action in legal
            if RENOVATE <= action <= RENOVATE + OF_STONE
        ],
        "plays": _plays(state, legal),
        "occupation_food": extra if parts & steps.PLAY_OCCUPATION else None,
    }
    if shapes := [action - PASTURE for action in legal if PASTURE <= action < PASTURE + SHAPES]:
        asked["fencing"] = _fencing(state, seat, shapes, extra)
    return asked


def _plays(state: Position, legal: list[int]) -> list[dict[str, Any]]:
    """The cards of the hand that can be played now."""
    deck = deck_of(state)
    if deck is None:
        return []
    return [
        {"id": deck.cards[action - PLAY].id, "kind": cards.KINDS[deck.kind[action - PLAY]], "action": action}
        for action in legal
        if PLAY <= action < USE_CARD
    ]


def _tools(state: Position, seat: int, legal: list[int], parts: int, extra: int) -> list[dict[str, Any]]:
    found = []
    for tool, first, on_cards in TOOLS:
        works = [(action - first, action) for action in legal if first <= action < first + CELLS]
        if on_cards is not None:
            works += [
                (CELLS + action - on_cards, action)
                for action in legal
                if on_cards <= action < on_cards + MAX_FIELD_CARDS
            ]
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
        return _prices(menu.room_prices(state, seat))
    if tool == "stable":
        wood = int(state.facts.stable_wood) if parts & steps.STABLES else extra
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
    argument = int(state.argument())
    action, free = argument & 0xFFFF, argument >> 16
    ways = _prices(menu.payments(state, seat, action, free))
    what = "room" if action < STABLE else "renovation" if action < PASTURE else "fences"
    return {
        "pays_for": what,
        "cells": _cells_built(what, action),
        "ways": [{"goods": ways[way - PAY], "action": way} for way in legal if PAY <= way < CELL],
    }


def _cells_built(what: str, action: int) -> list[int]:
    """Where what is to be paid would stand."""
    if what == "room":
        return [action - ROOM]
    if what == "renovation":
        return []
    return [cell for cell in range(CELLS) if int(SHAPE_CELLS[action - PASTURE]) >> cell & 1]


def _of_offer(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {"moment": MOMENT_NAMES[int(state.argument()) >> 24 & 31]}


def _of_window(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {"moment": MOMENT_NAMES[ANY_TIME]}


def _of_card(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """What a card asks: to take a good, to choose a field, or one of its own answers."""
    argument = int(state.argument())
    card = effects.card_of(state, argument)
    asked = argument >> 16
    found: dict[str, Any] = {
        "card": card.id,
        "takes": _takes(legal),
        "tools": _field_tool(legal),
        "options": [
            {"label": card.label(asked, action).as_data(), "action": action}
            for action in legal
            if OPTION <= action < PASTURE
        ],
    }
    if shapes := [action - PASTURE for action in legal if PASTURE <= action < PASTURE + SHAPES]:
        found["fencing"] = _fencing(state, seat, shapes, int(state.facts.max_fences))
    return found


def _field_tool(legal: list[int]) -> list[dict[str, Any]]:
    """The tool that chooses one of several fields."""
    actions = [action for action in legal if CELL <= action < CELL + FIELDS]
    cells = [action - CELL for action in actions]
    tool = {"tool": "choose", "cells": cells, "actions": actions, "first": CELL, "costs": []}
    return [tool] if actions else []


def _of_again(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """A second person may be placed in one go; after which space the first was."""
    return {
        "places": [action - PLACE for action in legal if action < DONE],
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
