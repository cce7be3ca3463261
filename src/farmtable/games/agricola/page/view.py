"""The position as a page shows it to a seat, and what an action would bring.

Everything is built up from an allow-list, `contract.py`; hand cards are in `cards.py`. Where the seat
that looks is to decide, `ask` says what it is asked and which action gives which answer (`questions.py`).
"""

from __future__ import annotations

from typing import Any, Final

from farmtable.core.bits import count_bits
from farmtable.core.state import OVER
from farmtable.games.agricola.page import cards
from farmtable.games.agricola.page import contract as c
from farmtable.games.agricola.page.questions import food_needed, question
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import steps
from farmtable.games.agricola.position.actions import MAJOR, PLACE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GoodId, SpaceId
from farmtable.games.agricola.position.frames import KEEP_OR_REDRAW, TOO_MANY, unpack_pick
from farmtable.games.agricola.position.shapes import FENCE_SPACES, SHAPE_CELLS
from farmtable.games.agricola.rules import farmyard, housing, scoring
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES

ANIMALS = (f.SHEEP, f.BOAR, f.CATTLE)
STEPS: Final[dict[int, c.Step]] = {
    steps.START_SEAT: "start",
    steps.ORDER_CARDS: "order",
    steps.TURN_UP: "turn_up",
    steps.WORK: "place",
    steps.MENU: "menu",
    steps.CHOOSE: "choose",
    steps.HOUSE: "house",
    steps.EXCHANGES: "exchange",
    steps.FEED: "feed",
    steps.OFFER: "offer",
    steps.ASK: "card",
    steps.PAYMENT: "payment",
    steps.AGAIN: "again",
    steps.WINDOW: "window",
    steps.KEEP_ONE: "keep",
}
PICKS: Final[dict[int, c.Step]] = {KEEP_OR_REDRAW: "redraw", TOO_MANY: "give_back"}


def view(state: Position, seat: int) -> c.View:
    """What `seat` may see, JSON-ready."""
    facts = state.facts
    step: c.Step = "over" if state.to_play == OVER else step_name(state)
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
            (n for n in range(max(int(state.round), 1), f.ROUNDS + 1) if facts.harvest[n]), None
        ),
        "goal": int(facts.goal),
        "campaign": int(facts.campaign),
        "shapes": [int(cells) for cells in SHAPE_CELLS],
        "spaces": {
            f.SPACE_IDS[space]: _space(state, space) for space in range(f.SPACES) if facts.in_game[space]
        },
        "stages": [_stage(state, stage) for stage in range(1, f.STAGES + 1)],
        "majors": {f.MAJOR_IDS[major]: _major(state, major) for major in range(f.MAJORS)},
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
        "with_cards": facts.deck is not None,
        "cards": cards.cards_seen(state, seat),
        "hand": cards.hand(state, seat),
        "banned": cards.banned(state),
        "draft": cards.draft_view(state),
        "dealing": state.step() == steps.DEAL_CARD,
        "ask": question(state, seat, step) if asked else None,
    }


def step_name(state: Position) -> c.Step:
    """What is going on, in a word."""
    if state.step() == steps.PICK_CARD:
        _, kind = unpack_pick(state.argument())
        return PICKS.get(int(kind), "pick")
    return STEPS.get(int(state.step()), "between")


def _goods(counts: Any) -> c.Goods:
    """What there is of each good, in the order of goods; nothing of which there is none."""
    return {f.GOOD_NAMES[good]: int(n) for good, n in enumerate(counts) if n}


# --- the board ---------------------------------------------------------------------------------------


def _space(state: Position, space: int) -> c.Space:
    facts = state.facts
    base = space * f.GOODS
    accumulates = int(facts.accumulates[space])
    card = space - f.FIRST_CARD
    is_card = 0 <= card < f.CARDS
    return {
        "id": f.SPACE_IDS[space],
        "card": is_card,
        "round": int(state.turned_up[card]) if is_card else None,
        "tile": space >= f.FIRST_OF_TILE,
        "extra": space == f.SIDE_JOB,
        "good": f.GOOD_NAMES[facts.good_of[space]] if accumulates else None,
        "adds": accumulates,
        "pile": int(state.pile[space]),
        "gives": _goods(facts.gives[base : base + f.GOODS]),
        "choices": [
            {
                "good": f.GOOD_NAMES[good],
                "count": int(facts.choice[base + good]),
                "food": int(facts.choice_food[base + good]),
                "price": int(facts.choice_price[base + good]),
            }
            for good in range(f.GOODS)
            if facts.choice[base + good]
        ],
        "used_by": int(state.used_by[space]) - 1 if state.used_by[space] else None,
        "shared_by": int(state.shared_by[space]) - 1 if state.shared_by[space] else None,
        "action": PLACE + space,
    }


def _stage(state: Position, stage: int) -> c.Stage:
    facts = state.facts
    rounds = [number for number in range(1, f.ROUNDS + 1) if facts.stage_in[number] == stage]
    return {"stage": stage, "rounds": [_round(state, number) for number in rounds]}


def _round(state: Position, number: int) -> c.Round:
    facts = state.facts
    return {
        "round": number,
        "space": _card_of(state.turned_up, number),
        "ordered": _card_of(state.ordered, number),
        "harvest": bool(facts.harvest[number]),
        "promised": [
            {"seat": seat, "good": f.GOOD_NAMES[good], "count": int(state.promised[at + good])}
            for seat in range(int(state.players))
            for at in [(seat * (f.ROUNDS + 1) + number) * f.GOODS]
            for good in range(f.GOODS)
            if state.promised[at + good]
        ],
    }


def _card_of(rounds: Any, number: int) -> SpaceId | None:
    """The stage card that has this round, where `rounds` holds one for each card."""
    return next((f.SPACE_IDS[f.FIRST_CARD + card] for card in range(f.CARDS) if rounds[card] == number), None)


def _major(state: Position, major: int) -> c.Major:
    facts = state.facts
    base = major * f.GOODS
    owner, is_craft = int(state.owner[major]) - 1, facts.craft_food[major] > 0
    return {
        "id": f.MAJOR_IDS[major],
        "cost": _goods(facts.major_cost[base : base + f.GOODS]),
        "points": int(facts.major_points[major]),
        "cooks": _goods(facts.cooks[base : base + f.GOODS]),
        "bakes": int(facts.bakes[major]) if facts.bakes_up_to[major] else 0,
        "bakes_up_to": int(facts.bakes_up_to[major]),
        "craft_good": f.GOOD_NAMES[facts.craft_good[major]] if facts.craft_food[major] else None,
        "craft_food": int(facts.craft_food[major]),
        "well_rounds": int(facts.well_rounds[major]),
        "bonus": int(scoring.craft_bonus(state, owner, major)) if is_craft and owner >= 0 else 0,
        "owner": owner if owner >= 0 else None,
        "action": MAJOR + major,
    }


# --- the seats ---------------------------------------------------------------------------------------


def _seat(state: Position, seat: int) -> c.Seat:
    facts = state.facts
    goods = state.goods[seat * f.GOODS : seat * f.GOODS + f.GOODS]
    return {
        "seat": seat,
        "goods": {f.GOOD_NAMES[good]: int(goods[good]) for good in range(f.GOODS)},
        "house": f.MATERIAL_NAMES[state.house[seat]],
        "rooms": _cells(int(state.rooms[seat])),
        "fields": [cards.field_view(state, seat, cell) for cell in _cells(int(state.fields[seat]))],
        "stables": _cells(int(state.stables[seat])),
        "stables_left": int(facts.max_stables) - int(count_bits(state.stables[seat])),
        "fences": [fence for fence in range(FENCE_SPACES) if int(state.fences[seat]) >> fence & 1],
        "fences_left": int(farmyard.fences_left(state, seat)),
        **_animals(state, seat),
        "people": int(state.people[seat]),
        "newborns": int(state.newborns[seat]),
        "at_home": int(state.at_home[seat]),
        "begging": int(state.begging[seat]),
        "improvements": [f.MAJOR_IDS[major] for major in range(f.MAJORS) if state.owner[major] == seat + 1],
        "need": _need(state, seat),
        **cards.of_seat(state, seat),
    }


def _cells(places: int) -> list[int]:
    return [cell for cell in range(f.CELLS) if places >> cell & 1]


def _need(state: Position, seat: int) -> int:
    """Food for the family in the next harvest: newborns of a round without one are adults by then (R1.8)."""
    if state.facts.harvest[state.round]:
        return food_needed(state, seat)
    return int(state.people[seat]) * int(state.facts.adult_food)


def _animals(state: Position, seat: int) -> c.Housed:
    """Where animals stand, for show: in pastures, alone (in the house, then in stables), or nowhere."""
    found = [int(n) for n in housing.arrangement(state, seat)]
    alone = found[MAX_PASTURES * 2 :]
    pastures: list[c.Pasture] = [
        {
            "cells": _cells(int(cells)),
            "capacity": int(housing.capacity(state, seat, cells)),
            "animal": f.GOOD_NAMES[found[at * 2]] if found[at * 2 + 1] else None,
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
            pasture |= {"animal": f.GOOD_NAMES[f.SHEEP + kind] if moved else None, "count": moved}
            alone[kind] -= moved
    single: list[GoodId] = [f.GOOD_NAMES[f.SHEEP + kind] for kind in range(3) for _ in range(alone[kind])]
    open_stables = _cells(int(state.stables[seat] & ~farmyard.fenced(state, seat)))
    in_house = singles - len(open_stables)
    return {
        "pastures": pastures,
        "pets": single[:in_house],
        "stabled": [
            {"cell": cell, "animal": animal}
            for cell, animal in zip(open_stables, single[in_house:], strict=False)
        ],
        "waiting": single[singles:],
    }


# --- previews ----------------------------------------------------------------------------------------


def preview(state: Position, seat: int, action: int) -> c.Preview:
    """What a legal action brings at once: goods gained and spent, begging markers, points."""
    after = state.clone()
    after.apply(action)
    base = seat * f.GOODS
    changes = [int(after.goods[base + good] - state.goods[base + good]) for good in range(f.GOODS)]
    return {
        "goods": {f.GOOD_NAMES[good]: change for good, change in enumerate(changes) if change},
        "begging": int(after.begging[seat]) - int(state.begging[seat]),
        "points": after.scores()[seat] - state.scores()[seat],
    }
