"""What stands in the way of building, plowing, sowing, baking and improving: each with its rule and page.

What belongs to hand cards is in `card_obstacles.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmtable.core.bits import lowest
from farmtable.core.text import Refusal, SeatName, Text
from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position import cost
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import parts as p
from farmtable.games.agricola.position.actions import returned_for
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.nouns import (
    Goods,
    amount,
    amounts,
    exact_name_of_major,
    goods_of,
    name_of_good,
)
from farmtable.games.agricola.position.parts import current_part, extra_of, open_parts
from farmtable.games.agricola.position.shapes import SHAPE_CELLS, around
from farmtable.games.agricola.position.steps import MENU
from farmtable.games.agricola.rules import farmyard, improvements, prices
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES
from farmtable.games.agricola.rules.parts.all_parts import can_take, extra_for, parts_with
from farmtable.games.agricola.rules.parts.fences import fence_limit
from farmtable.games.agricola.rules.parts.house import usual_renovation_price, usual_room_price
from farmtable.games.agricola.words import card_obstacles, notation
from farmtable.games.agricola.words.card_nouns import name_of_field
from farmtable.games.agricola.words.reasons import THIS, appendix, none_affordable, page, unaffordable

A_ROOM: Final = Text("A room")
A_STABLE: Final = Text("A stable")
RENOVATING: Final = Text("Renovating your house")


def unplayable(state: Position, seat: int, card: int) -> Text | None:
    """Why a card of a seat's hand cannot be played at this moment, in a sentence; None where it can."""
    if state.to_play == seat and a.PLAY + card in state.legal_actions():
        return None
    argument = int(state.argument()) if state.to_play == seat and state.step() == MENU else 0
    is_open = open_parts(argument) & parts_with(state, a.PLAY + card)
    food = int(extra_of(argument)) if is_open else card_obstacles.cheapest_lessons(state, seat)
    refusal = card_obstacles.of_card(state, seat, card, food) or card_obstacles.needs_action(state, card)
    return refusal.reason


# --- whole parts of an action ------------------------------------------------------------------------


def of_part(state: Position, seat: int, part: int) -> Refusal | None:
    """Why a seat cannot do anything of a part of an action."""
    return OF_PART[part](state, seat)


def _of_rooms(state: Position, seat: int) -> Refusal | None:
    if farmyard.room_sites(state, seat) == 0:
        return Refusal("R3.1", page(7), Text("There is no unused space next to any of your rooms."))
    return _price_of_a_room(state, seat)


def _price_of_a_room(state: Position, seat: int) -> Refusal | None:
    asked = list(prices.asked(state, seat, cost.A_ROOM, usual_room_price(state, seat)))
    return none_affordable(state, seat, A_ROOM, asked, "R3.1", page(7))


def _of_stables(state: Position, seat: int) -> Refusal | None:
    return _no_stable(state, seat) or _price_of_a_stable(state, seat, int(state.facts.stable_wood), page(8))


def _of_one_stable(state: Position, seat: int) -> Refusal | None:
    wood, source = int(state.facts.side_job_wood), appendix(1)
    if state.step() == MENU:  # a card may have its own price
        wood, source = int(extra_of(state.argument())), page(11)
    return _no_stable(state, seat) or _price_of_a_stable(state, seat, wood, source)


def _no_stable(state: Position, seat: int) -> Refusal | None:
    if int(state.stables[seat]).bit_count() >= state.facts.max_stables:
        return Refusal("R5.1", page(8), Text("All your stables are built."))
    if farmyard.stable_sites(state, seat) == 0:
        return Refusal("R5.1", page(8), Text("Every space of your farmyard has a tile or a stable."))
    return None


def _price_of_a_stable(state: Position, seat: int, wood: int, source: Text) -> Refusal | None:
    return unaffordable(state, seat, A_STABLE, [(f.WOOD, wood)], "R5.1", source)


def _of_plowing(state: Position, seat: int) -> Refusal | None:
    if farmyard.field_sites(state, seat) != 0:
        return None
    if farmyard.free_cells(state, seat) == 0:
        return Refusal("R4.1", page(9), Text("Your farmyard has no unused space."))
    return Refusal("R4.1", page(9), Text("There is no unused space next to any of your fields."))


def _of_sowing(state: Position, seat: int) -> Refusal | None:
    empty = int(farmyard.empty_fields(state, seat))
    if empty == 0:
        return Refusal("R4.2", page(9), Text("You have no empty field."))
    if can_take(state, seat, p.SOWING, 0):
        return None
    for crop in (f.GRAIN, f.VEGETABLE):
        if state.goods[seat * f.GOODS + crop] > 0:  # there are only field cards, which do not take it
            return of_sowing(state, seat, int(lowest(empty)), crop)
    return Refusal("R4.2", page(9), Text("You have neither grain nor vegetables."))


def _of_baking(state: Position, seat: int) -> Refusal | None:
    if not any(state.owner[major] == seat + 1 and up_to > 0 for major, up_to in enumerate(_ovens(state))):
        return Refusal("R10.1", page(10), Text("You have no improvement to bake with."))
    if state.goods[seat * f.GOODS + f.GRAIN] == 0:
        return Refusal("R10.1", page(10), Text("You have no grain."))
    return None


def _ovens(state: Position) -> list[int]:
    return [int(up_to) for up_to in state.facts.bakes_up_to]


def _of_fences(state: Position, seat: int) -> Refusal | None:
    limit = fence_limit(state, seat, free_fences(state, seat))
    if farmyard.can_fence(state, seat, limit):
        return None
    if farmyard.fences_left(state, seat) == 0:
        return Refusal("R5.2", page(8), Text("All your fences are built."))
    reason = Text.counted(
        "With {wood} and {n} fence left, you cannot close a pasture.",
        "With {wood} and {n} fences left, you cannot close a pasture.",
        int(farmyard.fences_left(state, seat)),
        wood=amounts(_material_for_fences(state, seat)),
    )
    return Refusal("R5.6", page(8), reason)


def free_fences(state: Position, seat: int) -> int:
    """How many fences cost nothing: of the action under way, or of one that would begin now."""
    if state.step() == MENU:
        return int(extra_of(state.argument()))
    return int(extra_for(state, seat, p.FENCES))


def _material_for_fences(state: Position, seat: int) -> Goods:
    goods = state.goods[seat * f.GOODS : (seat + 1) * f.GOODS]
    if prices.material_for_fences(state, seat) > goods[f.WOOD]:
        return [(f.WOOD, int(goods[f.WOOD])), (f.CLAY, int(goods[f.CLAY]))]
    return [(f.WOOD, int(goods[f.WOOD]))]


def _of_improvement(state: Position, seat: int) -> Refusal | None:
    if can_take(state, seat, p.IMPROVEMENT, 0):
        return None
    if state.facts.deck is None:
        reason = Text("You cannot afford any of the improvements still available.")
    else:
        reason = Text("There is no improvement that you could build, or play from your hand.")
    return Refusal("R10", page(10), reason)


OF_PART: Final[dict[int, Callable[[Position, int], Refusal | None]]] = {
    p.ROOMS: _of_rooms,
    p.ONE_ROOM: _of_rooms,
    p.STABLES: _of_stables,
    p.ONE_STABLE: _of_one_stable,
    p.PLOWING: _of_plowing,
    p.SOWING: _of_sowing,
    p.BAKING: _of_baking,
    p.FENCES: _of_fences,
    p.IMPROVEMENT: _of_improvement,
}


# --- one space of the farmyard -----------------------------------------------------------------------


def _used(state: Position, seat: int, cell: int) -> Text | None:
    """What stands on a space already."""
    name = notation.cell_name(cell)
    if state.rooms[seat] >> cell & 1:
        return Text("There is a room on {cell}.", cell=name)
    if state.fields[seat] >> cell & 1:
        return Text("There is a field on {cell}.", cell=name)
    if state.stables[seat] >> cell & 1:
        return Text("There is a stable on {cell}.", cell=name)
    if farmyard.fenced(state, seat) >> cell & 1:
        return Text("{cell} is part of a pasture.", cell=name)
    return None


def of_room(state: Position, seat: int, cell: int) -> Refusal | None:
    """Why a room cannot be built on a space."""
    if used := _used(state, seat, cell):
        return Refusal("R3.2", appendix(6), used)
    if not farmyard.room_sites(state, seat) >> cell & 1:
        reason = Text("{cell} is not next to any of your rooms.", cell=notation.cell_name(cell))
        return Refusal("R3.1", page(7), reason)
    return _price_of_a_room(state, seat)


def of_stable(state: Position, seat: int, cell: int) -> Refusal | None:
    """Why a stable cannot be built on a space, by the action under way."""
    if not farmyard.stable_sites(state, seat) >> cell & 1 and (used := _used(state, seat, cell)):
        return Refusal("R5.1", page(8), used)
    argument = state.argument()
    many = (open_parts(argument) | current_part(argument)) & p.STABLES
    return of_part(state, seat, p.STABLES if many else p.ONE_STABLE)


def of_field(state: Position, seat: int, cell: int) -> Refusal | None:
    """Why a space cannot be plowed."""
    if used := _used(state, seat, cell):
        return Refusal("R4.1", page(9), used)
    if not farmyard.field_sites(state, seat) >> cell & 1:
        reason = Text("{cell} is not next to any of your fields.", cell=notation.cell_name(cell))
        return Refusal("R4.1", page(9), reason)
    return None


def of_sowing(state: Position, seat: int, field: int, good: int) -> Refusal | None:
    """Why a crop cannot be sown on a field."""
    if not state.fields[seat] >> field & 1:
        if field >= f.CELLS:
            return Refusal("R4.2", page(9), Text("You have no such field card."))
        name = notation.cell_name(field)
        return Refusal("R4.2", page(9), Text("There is no field on {cell}.", cell=name))
    where = name_of_field(state, seat, field)
    if state.crops[seat * f.FIELDS + field] != 0:
        return Refusal("R4.2", page(9), Text("The field on {cell} has been sown already.", cell=where))
    if not farmyard.accepts(state, seat, good) >> field & 1:
        reason = Text("{good} cannot be sown on {card}.", good=name_of_good(good), card=where)
        return Refusal("R9.1", page(11), reason)
    if state.goods[seat * f.GOODS + good] == 0:
        return Refusal("R4.2", page(9), Text("You have no {good}.", good=name_of_good(good)))
    return None


def of_baking(state: Position, seat: int, grain: int) -> Refusal | None:
    """Why so many grain cannot be baked."""
    if whole := _of_baking(state, seat):
        return whole
    most = int(improvements.bake_limit(state, seat))
    if grain <= most:
        return None
    owned = int(state.goods[seat * f.GOODS + f.GRAIN])
    if most == owned:
        return Refusal("R10.1", page(10), Text("You have only {grain}.", grain=amount(f.GRAIN, owned)))
    reason = Text("Your improvements can bake only {grain} at a time.", grain=amount(f.GRAIN, most))
    return Refusal("R10.1", page(10), reason)


# --- improvements ------------------------------------------------------------------------------------


def of_major(state: Position, seat: int, major: int) -> Refusal | None:
    """Why a major improvement cannot be built."""
    price = goods_of(int(improvements.price_of(state, seat, major)))
    return _taken(state, seat, major) or unaffordable(
        state, seat, exact_name_of_major(major), price, "R10", page(10)
    )


def of_return(state: Position, seat: int, exchange: int) -> Refusal | None:
    """Why a Fireplace cannot be returned for a Cooking Hearth."""
    fireplace, hearth = map(int, returned_for(a.RETURN + exchange))
    if state.owner[fireplace] != seat + 1:
        reason = Text("You do not have {improvement}.", improvement=exact_name_of_major(fireplace))
        return Refusal("R9.6", page(10), reason)
    return _taken(state, seat, hearth)


def _taken(state: Position, seat: int, major: int) -> Refusal | None:
    owner = int(state.owner[major]) - 1
    if owner < 0:
        return None
    name = exact_name_of_major(major)
    if owner == seat:
        return Refusal("R11.2", page(10), Text("You already have {improvement}.", improvement=name))
    reason = Text("{seat} has {improvement} already.", seat=SeatName(owner), improvement=name)
    return Refusal("R11.2", page(10), reason)


def of_renovation(state: Position, seat: int) -> Refusal | None:
    """Why a house cannot be renovated."""
    house = int(state.house[seat])
    if house == f.OF_STONE:
        return Refusal("R3.3", page(7), Text("Your house is made of stone already."))
    if card_obstacles.modifier(state, seat, f.NEVER_RENOVATES):
        return Refusal("R9.1", page(11), Text("One of your cards no longer lets you renovate."))
    reasons = [
        _price_of_renovation(state, seat, material)
        for material in range(house + 1, f.OF_STONE + 1)
        if material == house + 1 or card_obstacles.modifier(state, seat, f.STRAIGHT_TO_STONE)
    ]
    return None if None in reasons else reasons[0]


def of_renovation_to(state: Position, seat: int, material: int) -> Refusal | None:
    """Why a house cannot be renovated to be of this material."""
    house = int(state.house[seat])
    if material <= house:
        return Refusal("R3.3", page(7), Text("A renovation must take your house a step further."))
    if material > house + 1 and not card_obstacles.modifier(state, seat, f.STRAIGHT_TO_STONE):
        return Refusal("R3.3", page(7), Text("A renovation is a single step: clay comes before stone."))
    return of_renovation(state, seat) or _price_of_renovation(state, seat, material)


def _price_of_renovation(state: Position, seat: int, material: int) -> Refusal | None:
    usual = usual_renovation_price(state, seat, material)
    asked = list(prices.asked(state, seat, cost.A_RENOVATION, usual))
    return none_affordable(state, seat, RENOVATING, asked, "R3.3", page(7))


# --- pastures ----------------------------------------------------------------------------------------


def of_pasture(state: Position, seat: int, shape: int) -> Refusal | None:
    """Why a pasture of a shape cannot be built."""
    cells = int(SHAPE_CELLS[shape])
    return (
        _in_the_way(state, seat, cells)
        or _beside_no_pasture(state, seat, cells)
        or _fences(state, seat, shape)
    )


def _in_the_way(state: Position, seat: int, cells: int) -> Refusal | None:
    """Tiles on the spaces, or a pasture that would be merged with others or taken apart (R5.3, R5.5)."""
    for cell in range(f.CELLS):
        if cells >> cell & 1 and (state.rooms[seat] | state.fields[seat]) >> cell & 1:
            used = _used(state, seat, cell)
            assert used is not None
            return Refusal("R5.3", page(8), used)
    for pasture in state.pastures[seat * MAX_PASTURES : (seat + 1) * MAX_PASTURES]:
        if pasture == cells:
            return Refusal("R5.6", page(8), Text("This pasture already exists."))
        if pasture & cells and cells & ~int(pasture):
            reason = Text("Fences are never removed, so this pasture cannot reach into an existing one.")
            return Refusal("R5.5", page(8), reason)
    return None


def _beside_no_pasture(state: Position, seat: int, cells: int) -> Refusal | None:
    taken = int(farmyard.fenced(state, seat))
    if taken and not around(cells) & taken:
        return Refusal("R5.4", page(8), Text("This pasture is not next to any of your pastures."))
    return None


def _fences(state: Position, seat: int, shape: int) -> Refusal | None:
    needed = int(farmyard.new_fences(state, seat, shape))
    left = int(farmyard.fences_left(state, seat))
    if needed > left:
        reason = Text.counted(
            "This takes {n} new fence; you have {left} left.",
            "This takes {n} new fences; you have {left} left.",
            needed,
            left=left,
        )
        return Refusal("R5.2", page(8), reason)
    paid = max(needed - free_fences(state, seat), 0) * int(state.facts.fence_wood)
    if card_obstacles.modifier(state, seat, f.CLAY_FENCES):
        return _of_wood_and_clay(state, seat, paid)
    return unaffordable(state, seat, THIS, [(f.WOOD, paid)], "R5.2", page(8))


def _of_wood_and_clay(state: Position, seat: int, needed: int) -> Refusal | None:
    have = _material_for_fences(state, seat)
    if sum(n for _, n in have) >= needed:
        return None
    reason = Text("This costs {n} wood or clay; you have {have}.", n=needed, have=amounts(have))
    return Refusal("R5.2", page(8), reason)


# --- by what one tries to do ---------------------------------------------------------------------------


OF_BLOCK: Final[dict[int, Callable[[Position, int, int], Refusal | None]]] = {
    a.ROOM: of_room,
    a.STABLE: of_stable,
    a.PLOW: of_field,
    a.SOW_GRAIN: lambda state, seat, cell: of_sowing(state, seat, cell, f.GRAIN),
    a.SOW_VEGETABLE: lambda state, seat, cell: of_sowing(state, seat, cell, f.VEGETABLE),
    a.SOW_GRAIN_ON_CARD: lambda state, seat, card: of_sowing(state, seat, f.CELLS + card, f.GRAIN),
    a.SOW_VEGETABLE_ON_CARD: lambda state, seat, card: of_sowing(state, seat, f.CELLS + card, f.VEGETABLE),
    a.BAKE: of_baking,
    a.MAJOR: of_major,
    a.RETURN: of_return,
    a.RENOVATE: of_renovation_to,
    a.PASTURE: of_pasture,
}
"""Of each block of actions that are parts of an action: why one of its actions cannot be taken."""
