"""What a page is told of a question: the actions that answer it, and what each would bring or cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from farmtable.games.agricola.evaluation import valuation
from farmtable.games.agricola.page import cards
from farmtable.games.agricola.page import contract as c
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
TOOLS: Final[tuple[tuple[c.ToolId, int, int | None], ...]] = (
    ("room", ROOM, None),
    ("stable", STABLE, None),
    ("plow", PLOW, None),
    ("sow_grain", SOW_GRAIN, SOW_ON_CARD),
    ("sow_vegetable", SOW_VEGETABLE, SOW_ON_CARD + MAX_FIELD_CARDS),
)


def question(state: Position, seat: int, step: c.Step) -> c.AnyQuestion:
    """What this seat is asked, with the actions that answer it."""
    ask = _OF_STEPS.get(step, _question)
    return ask(state, seat, [int(action) for action in state.legal_actions()])


def _question(state: Position, seat: int, legal: list[int]) -> c.Question:
    """What may be done whatever is asked."""
    asked: c.Question = {
        "done": DONE if DONE in legal else None,
        "exchanges": _exchanges(state, seat, legal),
        "uses": _uses(state, legal),
    }
    if EXCHANGE in legal:
        asked["exchange"] = EXCHANGE
        asked["uses_then"] = _uses(state, [int(action) for action in exchanges.of_cards(state, seat)])
    return asked


# --- at any time ----------------------------------------------------------------------------------------


def _exchanges(state: Position, seat: int, legal: list[int]) -> list[c.Exchange]:
    """Each way to turn a good into food, or to give one back: those legal now, or legal after EXCHANGE."""
    feeding = state.step() == steps.FEED
    found: list[c.Exchange] = []
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


def _uses(state: Position, actions: list[int]) -> list[c.OfCard]:
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


def _of_pick(state: Position, seat: int, legal: list[int]) -> c.PickQuestion:
    return {**_question(state, seat, legal), "picks": cards.to_pick(state, seat)}


def _of_redraw(state: Position, seat: int, legal: list[int]) -> c.RedrawQuestion:
    fewer = {cards.KINDS[kind]: int(state.facts.hand_of(seat, kind)) - 1 for kind in (OCCUPATION, MINOR)}
    return {**_question(state, seat, legal), "redraw": REDRAW, "fewer": fewer}


def _of_give_back(state: Position, seat: int, legal: list[int]) -> c.GiveBackQuestion:
    deck = deck_of(state)
    assert deck is not None
    return {
        **_question(state, seat, legal),
        "gives": {deck.cards[action - GIVE_BACK].id: action for action in legal},
        "too_many": {
            cards.KINDS[kind]: int(given_back.too_many(state, seat, kind)) for kind in (OCCUPATION, MINOR)
        },
    }


def _of_order(state: Position, seat: int, legal: list[int]) -> c.OrderQuestion:
    found: list[c.OfSpace] = [
        {"space": SPACE_IDS[FIRST_CARD + action - ORDER], "action": action}
        for action in legal
        if ORDER <= action < ORDER + CARDS
    ]
    return {**_question(state, seat, legal), "cards": found, "stage": int(state.argument())}


def _of_place(state: Position, seat: int, legal: list[int]) -> c.PlaceQuestion:
    suggested = valuation.suggested_spaces(state, seat) if state.facts.hints else []
    return {
        **_question(state, seat, legal),
        "places": _places(legal),
        "suggested": [SPACE_IDS[space] for space in suggested],
    }


def _places(legal: list[int]) -> list[c.SpaceId]:
    return [SPACE_IDS[action - PLACE] for action in legal if action < DONE]


def _of_choose(state: Position, seat: int, legal: list[int]) -> c.ChooseQuestion:
    return {
        **_question(state, seat, legal),
        "space": SPACE_IDS[int(state.argument())],
        "takes": _takes(legal),
    }


def _takes(legal: list[int]) -> list[c.OfGood]:
    return [
        {"good": GOOD_NAMES[action - TAKE], "action": action} for action in legal if TAKE <= action < ORDER
    ]


def _of_feed(state: Position, seat: int, legal: list[int]) -> c.FeedQuestion:
    need, food = food_needed(state, seat), int(state.goods[seat * GOODS + FOOD])
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
    extra = int(menu.extra_of(argument))
    return {
        **_question(state, seat, legal),
        "parts": [steps.PART_NAMES[part] for part in range(len(steps.PART_NAMES)) if parts >> part & 1],
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
        "majors": [MAJOR_IDS[action - MAJOR] for action in legal if MAJOR <= action < RETURN],
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
        "fencing": _fencing(state, seat, legal, extra),
    }


def _plays(state: Position, legal: list[int]) -> list[c.Play]:
    """The cards of the hand that can be played now."""
    deck = deck_of(state)
    if deck is None:
        return []
    return [
        {"id": deck.cards[action - PLAY].id, "kind": cards.KINDS[deck.kind[action - PLAY]], "action": action}
        for action in legal
        if PLAY <= action < USE_CARD
    ]


def _tools(state: Position, seat: int, legal: list[int], parts: int, extra: int) -> list[c.Tool]:
    found: list[c.Tool] = []
    for tool, first, on_cards in TOOLS:
        cells = _cells(legal, first, CELLS)
        if on_cards is not None:
            cells += [
                {"cell": CELLS + one["cell"], "action": one["action"]}
                for one in _cells(legal, on_cards, MAX_FIELD_CARDS)
            ]
        if cells:
            costs = _costs(state, seat, tool, parts, extra)
            found.append({"tool": tool, "cells": cells, "first": first, "costs": costs})
    return found


def _cells(legal: list[int], first: int, n: int) -> list[c.OfCell]:
    """The legal actions of a block of `n` that begins at `first`, each with its place there."""
    return [{"cell": action - first, "action": action} for action in legal if first <= action < first + n]


def _prices(packed: Any) -> list[c.Goods]:
    return [cards.goods_of(int(price)) for price in packed]


def _costs(state: Position, seat: int, tool: c.ToolId, parts: int, extra: int) -> list[c.Goods]:
    """The prices, one of which must be paid; a stable for nothing has none."""
    if tool == "room":
        return _prices(menu.room_prices(state, seat))
    if tool == "stable":
        wood = int(state.facts.stable_wood) if parts & steps.STABLES else extra
        return [{GOOD_NAMES[WOOD]: wood}] if wood else []
    return []


def _fencing(state: Position, seat: int, legal: list[int], free: int) -> c.Fencing | None:
    shapes = [action - PASTURE for action in legal if PASTURE <= action < PASTURE + SHAPES]
    if not shapes:
        return None
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


def _of_payment(state: Position, seat: int, legal: list[int]) -> c.PaymentQuestion:
    """Several ways to pay for something that has been chosen."""
    argument = int(state.argument())
    action, free = argument & 0xFFFF, argument >> 16
    ways = _prices(menu.payments(state, seat, action, free))
    what: c.PaysFor = "room" if action < STABLE else "renovation" if action < PASTURE else "fences"
    return {
        **_question(state, seat, legal),
        "pays_for": what,
        "cells": _cells_built(what, action),
        "ways": [{"goods": ways[way - PAY], "action": way} for way in legal if PAY <= way < CELL],
    }


def _cells_built(what: c.PaysFor, action: int) -> list[int]:
    """Where what is to be paid would stand."""
    if what == "room":
        return [action - ROOM]
    if what == "renovation":
        return []
    return [cell for cell in range(CELLS) if int(SHAPE_CELLS[action - PASTURE]) >> cell & 1]


def _of_offer(state: Position, seat: int, legal: list[int]) -> c.OfferQuestion:
    return {**_question(state, seat, legal), "moment": MOMENT_NAMES[int(state.argument()) >> 24 & 31]}


def _of_window(state: Position, seat: int, legal: list[int]) -> c.OfferQuestion:
    return {**_question(state, seat, legal), "moment": MOMENT_NAMES[ANY_TIME]}


def _of_card(state: Position, seat: int, legal: list[int]) -> c.CardQuestion:
    """What a card asks: to take a good, to choose a field, or one of its own answers."""
    argument = int(state.argument())
    card = effects.card_of(state, argument)
    asked = argument >> 16
    return {
        **_question(state, seat, legal),
        "card": card.id,
        "takes": _takes(legal),
        "tools": _field_tool(legal),
        "options": [
            {"label": card.label(asked, action).as_data(), "action": action}
            for action in legal
            if OPTION <= action < PASTURE
        ],
        "fencing": _fencing(state, seat, legal, int(state.facts.max_fences)),
    }


def _field_tool(legal: list[int]) -> list[c.Tool]:
    """The tool that chooses one of several fields."""
    cells = _cells(legal, CELL, FIELDS)
    return [{"tool": "choose", "cells": cells, "first": CELL, "costs": []}] if cells else []


def _of_again(state: Position, seat: int, legal: list[int]) -> c.AgainQuestion:
    """A second person may be placed in one go; after which space the first was."""
    return {
        **_question(state, seat, legal),
        "places": _places(legal),
        "suggested": [],
        "after": SPACE_IDS[int(state.argument())],
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
