"""The position as a page shows it, and what an action would bring. Nothing here is hidden from anybody.

Everything is built up from an allow-list: names for goods, spaces and improvements, cells of a
farmyard numbered row by row. Where the seat that looks is to decide, `ask` says what it is asked
and which action gives which answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from farmtable.core.bits import count_bits
from farmtable.core.state import OVER
from farmtable.games.agricola import farmyard, housing, improvements, menu, scoring, steps, valuation
from farmtable.games.agricola.facts import (
    BAKE,
    BOAR,
    CARDS,
    CATTLE,
    CELLS,
    CLAY,
    CONVERT,
    DISCARD,
    DONE,
    EXCHANGE,
    FIRST_CARD,
    FIRST_OF_TILE,
    FOOD,
    GOOD_NAMES,
    GOODS,
    GRAIN,
    HEARTH_4,
    MAJOR,
    MAJOR_IDS,
    MAJORS,
    MATERIAL_NAMES,
    MAX_BAKE,
    ORDER,
    PASTURE,
    PLACE,
    PLOW,
    REED,
    RETURN,
    ROOM,
    ROUNDS,
    SHEEP,
    SIDE_JOB,
    SOW_GRAIN,
    SOW_VEGETABLE,
    SPACE_IDS,
    SPACES,
    STABLE,
    STAGES,
    TAKE,
    VEGETABLE,
    WOOD,
)
from farmtable.games.agricola.farmyard import MAX_PASTURES
from farmtable.games.agricola.shapes import FENCE_SPACES, SHAPE_CELLS

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

ANIMALS = (SHEEP, BOAR, CATTLE)
STEPS = {
    steps.START_SEAT: "start",
    steps.ORDER_CARDS: "order",
    steps.TURN_UP: "turn_up",
    steps.WORK: "place",
    steps.MENU: "menu",
    steps.CHOOSE: "choose",
    steps.HOUSE: "house",
    steps.EXCHANGES: "exchange",
    steps.FEED: "feed",
}
# The tools of a farmer, in the order in which a page offers them: each works on cells.
TOOLS = (
    ("room", ROOM),
    ("stable", STABLE),
    ("plow", PLOW),
    ("sow_grain", SOW_GRAIN),
    ("sow_vegetable", SOW_VEGETABLE),
)


def view(state: AgricolaState, seat: int) -> dict[str, Any]:
    """What `seat` may see, JSON-ready."""
    facts = state.facts
    step = "over" if state.to_play == OVER else STEPS.get(int(state.step()), "between")
    asked = seat >= 0 and state.to_play == seat
    return {
        "players": int(state.players),
        "to_play": int(state.to_play),
        "active": int(state.active),
        "start": int(state.start),
        "round": int(state.round),
        "step": step,
        "seat": None if seat < 0 else seat,
        "next_harvest": next(
            (n for n in range(max(int(state.round), 1), ROUNDS + 1) if facts.harvest[n]), None
        ),
        "goal": int(facts.goal),
        "spaces": [_space(state, space) for space in range(SPACES) if facts.in_game[space]],
        "stages": [_stage(state, stage) for stage in range(1, STAGES + 1)],
        "majors": [_major(state, major) for major in range(MAJORS)],
        "seats": [_seat(state, other) for other in range(int(state.players))],
        "prices": {
            "room": int(facts.room_material),
            "room_reed": int(facts.room_reed),
            "stable": int(facts.stable_wood),
            "side_job": int(facts.side_job_wood),
            "fence": int(facts.fence_wood),
        },
        "pasture_animals": int(facts.pasture_animals),
        "wish_round": int(facts.wish_round),
        "begging_points": int(facts.begging_points),
        "ask": _question(state, seat, step) if asked else None,
    }


def _goods(counts: Any) -> dict[str, int]:
    """What there is of each good, in the order of goods; nothing of which there is none."""
    return {GOOD_NAMES[good]: int(n) for good, n in enumerate(counts) if n}


# --- the board ---------------------------------------------------------------------------------------


def _space(state: AgricolaState, space: int) -> dict[str, Any]:
    facts = state.facts
    base = space * GOODS
    accumulates = int(facts.accumulates[space])
    card = space - FIRST_CARD
    is_card = 0 <= card < CARDS
    return {
        "space": space,
        "id": SPACE_IDS[space],
        "card": is_card,
        "round": int(state.turned_up[card]) if is_card else None,
        "tile": space >= FIRST_OF_TILE,
        "extra": space == SIDE_JOB,
        "good": GOOD_NAMES[facts.good_of[space]] if accumulates else None,
        "adds": accumulates,
        "pile": int(state.pile[space]),
        "gives": _goods(facts.gives[base : base + GOODS]),
        "choices": [
            {
                "good": GOOD_NAMES[good],
                "count": int(facts.choice[base + good]),
                "food": int(facts.choice_food[base + good]),
                "price": int(facts.choice_price[base + good]),
            }
            for good in range(GOODS)
            if facts.choice[base + good]
        ],
        "used_by": int(state.used_by[space]) - 1 if state.used_by[space] else None,
        "action": PLACE + space,
    }


def _stage(state: AgricolaState, stage: int) -> dict[str, Any]:
    facts = state.facts
    rounds = [number for number in range(1, ROUNDS + 1) if facts.stage_in[number] == stage]
    return {"stage": stage, "rounds": [_round(state, number) for number in rounds]}


def _round(state: AgricolaState, number: int) -> dict[str, Any]:
    """A round space: the card on it (its space), the card ordered for it, and goods promised there."""
    facts = state.facts
    return {
        "round": number,
        "space": next((FIRST_CARD + card for card in range(CARDS) if state.turned_up[card] == number), None),
        "ordered": next((FIRST_CARD + card for card in range(CARDS) if state.ordered[card] == number), None),
        "harvest": bool(facts.harvest[number]),
        "promised": [
            {"seat": seat, "good": GOOD_NAMES[good], "count": int(state.promised[at + good])}
            for seat in range(int(state.players))
            for at in [(seat * (ROUNDS + 1) + number) * GOODS]
            for good in range(GOODS)
            if state.promised[at + good]
        ],
    }


def _major(state: AgricolaState, major: int) -> dict[str, Any]:
    facts = state.facts
    base = major * GOODS
    return {
        "major": major,
        "id": MAJOR_IDS[major],
        "cost": _goods(facts.major_cost[base : base + GOODS]),
        "points": int(facts.major_points[major]),
        "cooks": _goods(facts.cooks[base : base + GOODS]),
        "bakes": int(facts.bakes[major]) if facts.bakes_up_to[major] else 0,
        "bakes_up_to": int(facts.bakes_up_to[major]),
        "craft_good": GOOD_NAMES[facts.craft_good[major]] if facts.craft_food[major] else None,
        "craft_food": int(facts.craft_food[major]),
        "well_rounds": int(facts.well_rounds[major]),
        "owner": int(state.owner[major]) - 1 if state.owner[major] else None,
        "action": MAJOR + major,
    }


# --- the seats ---------------------------------------------------------------------------------------


def _seat(state: AgricolaState, seat: int) -> dict[str, Any]:
    facts = state.facts
    goods = state.goods[seat * GOODS : seat * GOODS + GOODS]
    return {
        "seat": seat,
        "goods": {GOOD_NAMES[good]: int(goods[good]) for good in range(GOODS)},
        "house": MATERIAL_NAMES[state.house[seat]],
        "rooms": _cells(int(state.rooms[seat])),
        "fields": [_field(state, seat, cell) for cell in _cells(int(state.fields[seat]))],
        "stables": _cells(int(state.stables[seat])),
        "stables_left": int(facts.max_stables) - int(count_bits(state.stables[seat])),
        "fences": [fence for fence in range(FENCE_SPACES) if int(state.fences[seat]) >> fence & 1],
        "fences_left": int(farmyard.fences_left(state, seat)),
        **_animals(state, seat),
        "people": int(state.people[seat]),
        "newborns": int(state.newborns[seat]),
        "at_home": int(state.at_home[seat]),
        "begging": int(state.begging[seat]),
        "improvements": [MAJOR_IDS[major] for major in range(MAJORS) if state.owner[major] == seat + 1],
        "need": _need(state, seat),
    }


def _need(state: AgricolaState, seat: int) -> int:
    """Food for the family, were the harvest now."""
    newborns = int(state.newborns[seat])
    adults = int(state.people[seat]) - newborns
    return adults * int(state.facts.adult_food) + newborns * int(state.facts.newborn_food)


def _cells(places: int) -> list[int]:
    return [cell for cell in range(CELLS) if places >> cell & 1]


def _field(state: AgricolaState, seat: int, cell: int) -> dict[str, Any]:
    crop = int(state.crops[seat * CELLS + cell])
    name = None if crop == 0 else GOOD_NAMES[VEGETABLE if crop > 16 else GRAIN]
    return {"cell": cell, "crop": name, "count": crop % 16}


def _animals(state: AgricolaState, seat: int) -> dict[str, Any]:
    """Where the animals stand, for show: in pastures, alone (pet, then stables), or without a place."""
    found = [int(n) for n in housing.arrangement(state, seat)]
    alone = found[MAX_PASTURES * 2 :]
    pastures: list[dict[str, Any]] = [
        {
            "cells": _cells(int(cells)),
            "capacity": int(housing.capacity(state, seat, cells)),
            "animal": GOOD_NAMES[found[at * 2]] if found[at * 2 + 1] else None,
            "count": found[at * 2 + 1],
        }
        for at in range(MAX_PASTURES)
        for cells in [state.pastures[seat * MAX_PASTURES + at]]
        if cells
    ]
    singles = int(housing.single_places(state, seat))
    if sum(alone) > singles:  # not all fit: fill what there is, the rest waits at the gate
        for pasture in sorted(pastures, key=lambda each: -each["capacity"]):
            kind = max(range(3), key=lambda each: alone[each])
            moved = min(alone[kind], pasture["capacity"])
            pasture |= {"animal": GOOD_NAMES[SHEEP + kind] if moved else None, "count": moved}
            alone[kind] -= moved
    single = [GOOD_NAMES[SHEEP + kind] for kind in range(3) for _ in range(alone[kind])]
    open_stables = _cells(int(state.stables[seat] & ~farmyard.fenced(state, seat)))
    return {
        "pastures": pastures,
        "pet": single[0] if single else None,
        "stabled": [
            {"cell": cell, "animal": animal} for cell, animal in zip(open_stables, single[1:], strict=False)
        ],
        "waiting": single[singles:],
    }


# --- the question ------------------------------------------------------------------------------------


def _question(state: AgricolaState, seat: int, step: str) -> dict[str, Any]:
    """What this seat is asked, with the actions that answer it."""
    legal = [int(action) for action in state.legal_actions()]
    asked: dict[str, Any] = {
        "done": DONE if DONE in legal else None,
        "exchanges": _exchanges(state, seat, legal),
    }
    if EXCHANGE in legal:
        asked["exchange"] = EXCHANGE
    if step == "place":
        asked["places"] = [action - PLACE for action in legal if action < DONE]
        asked["suggested"] = (
            [int(space) for space in valuation.suggested_spaces(state, seat)] if state.facts.hints else []
        )
    elif step == "menu":
        asked |= _menu(state, seat, legal)
    elif step == "choose":
        asked["space"] = SPACE_IDS[int(state.argument())]
        asked["takes"] = [
            {"good": GOOD_NAMES[action - TAKE], "action": action}
            for action in legal
            if TAKE <= action < ORDER
        ]
    elif step == "feed":
        need, food = _need(state, seat), int(state.goods[seat * GOODS + FOOD])
        asked |= {"need": need, "food": food, "missing": max(need - food, 0)}
    elif step == "order":
        asked["cards"] = [
            {"space": SPACE_IDS[FIRST_CARD + action - ORDER], "action": action}
            for action in legal
            if ORDER <= action < ORDER + CARDS
        ]
        asked["stage"] = int(state.argument())
    return asked


def _exchanges(state: AgricolaState, seat: int, legal: list[int]) -> list[dict[str, Any]]:
    """Each way to turn a good into food, or to give one back: those legal now, or legal after EXCHANGE."""
    found = []
    for good in range(GOODS):
        have = int(state.goods[seat * GOODS + good])
        food = int(improvements.cook_rate(state, seat, good))
        if state.step() == steps.FEED and good in (WOOD, CLAY, REED):
            craft = int(improvements.craft_building(state, seat, good))
            food = int(state.facts.craft_food[craft]) if craft >= 0 else 0
        opens = EXCHANGE in legal and have > 0
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


def _points_without(state: AgricolaState, seat: int, good: int) -> int:
    """How the score changes if the seat has one less of a good."""
    after = state.clone()
    after.goods[seat * GOODS + good] -= 1
    return int(scoring.total(after, seat) - scoring.total(state, seat))


def _menu(state: AgricolaState, seat: int, legal: list[int]) -> dict[str, Any]:
    argument = state.argument()
    parts = int(menu.open_parts(argument) | menu.current_part(argument))
    asked: dict[str, Any] = {
        "tools": [
            {"tool": tool, "cells": cells, "first": first, "cost": _cost(state, seat, tool, parts)}
            for tool, first in TOOLS
            for cells in [[action - first for action in legal if first <= action < first + CELLS]]
            if cells
        ],
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
    }
    shapes = [action - PASTURE for action in legal if action >= PASTURE]
    if shapes:
        asked["fencing"] = {
            "first": PASTURE,
            "shapes": [int(cells) for cells in SHAPE_CELLS],
            "legal": shapes,
            "standing": [fence for fence in range(FENCE_SPACES) if int(state.fences[seat]) >> fence & 1],
            "stables": _cells(int(state.stables[seat])),
            "left": int(farmyard.fences_left(state, seat)),
            "wood": int(state.goods[seat * GOODS + WOOD]),
            "price": int(state.facts.fence_wood),
            "animals": int(state.facts.pasture_animals),
        }
    return asked


def _cost(state: AgricolaState, seat: int, tool: str, parts: int) -> dict[str, int]:
    facts = state.facts
    if tool == "room":
        material = MATERIAL_NAMES[state.house[seat]]
        return {material: int(facts.room_material), GOOD_NAMES[REED]: int(facts.room_reed)}
    if tool == "stable":
        price = facts.stable_wood if parts & steps.STABLES else facts.side_job_wood
        return {GOOD_NAMES[WOOD]: int(price)}
    return {}


# --- previews ----------------------------------------------------------------------------------------


def preview(state: AgricolaState, seat: int, action: int) -> dict[str, Any]:
    """What a legal action brings at once: goods gained and spent, begging markers, points."""
    after = state.clone()
    after.apply(action)
    base = seat * GOODS
    changes = {
        GOOD_NAMES[good]: int(after.goods[base + good] - state.goods[base + good]) for good in range(GOODS)
    }
    return {
        "goods": {name: change for name, change in changes.items() if change},
        "begging": int(after.begging[seat]) - int(state.begging[seat]),
        "points": after.scores()[seat] - state.scores()[seat],
    }
