"""What stands in the way of building, plowing, sowing, baking and improving: each with its rule and page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from farmtable.core.text import Refusal, SeatName, Text
from farmtable.games.agricola import farmyard, improvements, menu, notation
from farmtable.games.agricola.facts import (
    CELLS,
    FIREPLACE_2,
    GOODS,
    GRAIN,
    HEARTH_4,
    OF_STONE,
    REED,
    WOOD,
)
from farmtable.games.agricola.farmyard import MAX_PASTURES
from farmtable.games.agricola.shapes import SHAPE_CELLS, around
from farmtable.games.agricola.steps import (
    BAKING,
    FENCES,
    IMPROVEMENT,
    ONE_STABLE,
    PLOWING,
    ROOMS,
    SOWING,
    STABLES,
)
from farmtable.games.agricola.words import amount, amounts, exact_name_of_major, name_of_good

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

OUR_RULING: Final = Text("our ruling")
THIS: Final = Text("This")
A_ROOM: Final = Text("A room")
A_STABLE: Final = Text("A stable")
RENOVATING: Final = Text("Renovating your house")


def page(number: int) -> Text:
    """A page of the rulebook."""
    return Text("rulebook, p. {page}", page=number)


def appendix(number: int) -> Text:
    """A page of the appendix."""
    return Text("appendix, p. {page}", page=number)


def unaffordable(
    state: AgricolaState, seat: int, what: Text, price: Sequence[tuple[int, int]], rule: str, source: Text
) -> Refusal | None:
    """A price that a seat cannot pay."""
    price = [(good, n) for good, n in price if n > 0]
    have = [(good, int(state.goods[seat * GOODS + good])) for good, _ in price]
    if all(owned >= n for (_, owned), (_, n) in zip(have, price, strict=True)):
        return None
    reason = Text(
        "{what} costs {price}; you have {have}.", what=what, price=amounts(price), have=amounts(have)
    )
    return Refusal(rule, source, reason)


# --- whole parts of an action ------------------------------------------------------------------------


def of_part(state: AgricolaState, seat: int, part: int) -> Refusal | None:
    """Why a seat cannot do anything of a part of an action."""
    return _OF_PART[part](state, seat)


def _of_rooms(state: AgricolaState, seat: int) -> Refusal | None:
    if farmyard.room_sites(state, seat) == 0:
        return Refusal("R3.1", page(7), Text("There is no unused space next to a room of yours."))
    return _price_of_a_room(state, seat)


def _price_of_a_room(state: AgricolaState, seat: int) -> Refusal | None:
    facts = state.facts
    material = int(menu.built_of(int(state.house[seat])))
    price = [(material, int(facts.room_material)), (REED, int(facts.room_reed))]
    return unaffordable(state, seat, A_ROOM, price, "R3.1", page(7))


def _of_stables(state: AgricolaState, seat: int) -> Refusal | None:
    return _no_stable(state, seat) or _price_of_a_stable(state, seat, int(state.facts.stable_wood), page(8))


def _of_one_stable(state: AgricolaState, seat: int) -> Refusal | None:
    wood = int(state.facts.side_job_wood)
    return _no_stable(state, seat) or _price_of_a_stable(state, seat, wood, appendix(1))


def _no_stable(state: AgricolaState, seat: int) -> Refusal | None:
    if int(state.stables[seat]).bit_count() >= state.facts.max_stables:
        return Refusal("R5.1", page(8), Text("All your stables are built."))
    if farmyard.stable_sites(state, seat) == 0:
        return Refusal("R5.1", page(8), Text("Every space of your farmyard has a tile or a stable."))
    return None


def _price_of_a_stable(state: AgricolaState, seat: int, wood: int, source: Text) -> Refusal | None:
    return unaffordable(state, seat, A_STABLE, [(WOOD, wood)], "R5.1", source)


def _of_plowing(state: AgricolaState, seat: int) -> Refusal | None:
    if farmyard.field_sites(state, seat) != 0:
        return None
    if farmyard.free_cells(state, seat) == 0:
        return Refusal("R4.1", page(9), Text("Your farmyard has no unused space."))
    return Refusal("R4.1", page(9), Text("There is no unused space next to a field of yours."))


def _of_sowing(state: AgricolaState, seat: int) -> Refusal | None:
    if farmyard.empty_fields(state, seat) == 0:
        return Refusal("R4.2", page(9), Text("You have no empty field."))
    if not menu.can_take(state, seat, SOWING):
        return Refusal("R4.2", page(9), Text("You have neither grain nor vegetables."))
    return None


def _of_baking(state: AgricolaState, seat: int) -> Refusal | None:
    if not any(state.owner[major] == seat + 1 and up_to > 0 for major, up_to in enumerate(_ovens(state))):
        return Refusal("R10.1", page(10), Text("You have no improvement to bake with."))
    if state.goods[seat * GOODS + GRAIN] == 0:
        return Refusal("R10.1", page(10), Text("You have no grain."))
    return None


def _ovens(state: AgricolaState) -> list[int]:
    return [int(up_to) for up_to in state.facts.bakes_up_to]


def _of_fences(state: AgricolaState, seat: int) -> Refusal | None:
    limit = menu.fence_limit(state, seat)
    if farmyard.can_fence(state, seat, limit):
        return None
    if farmyard.fences_left(state, seat) == 0:
        return Refusal("R5.2", page(8), Text("All your fences are built."))
    wood = int(state.goods[seat * GOODS + WOOD])
    reason = Text.counted(
        "With {wood} and {n} fence left you can close no pasture.",
        "With {wood} and {n} fences left you can close no pasture.",
        int(farmyard.fences_left(state, seat)),
        wood=amount(WOOD, wood),
    )
    return Refusal("R5.6", page(8), reason)


def _of_improvement(state: AgricolaState, seat: int) -> Refusal | None:
    if menu.can_take(state, seat, IMPROVEMENT):
        return None
    reason = Text("You cannot pay for any improvement that is still to be had.")
    return Refusal("R10", page(10), reason)


_OF_PART: Final[dict[int, Callable[[AgricolaState, int], Refusal | None]]] = {
    ROOMS: _of_rooms,
    STABLES: _of_stables,
    ONE_STABLE: _of_one_stable,
    PLOWING: _of_plowing,
    SOWING: _of_sowing,
    BAKING: _of_baking,
    FENCES: _of_fences,
    IMPROVEMENT: _of_improvement,
}


# --- one space of the farmyard -----------------------------------------------------------------------


def _used(state: AgricolaState, seat: int, cell: int) -> Text | None:
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


def of_room(state: AgricolaState, seat: int, cell: int) -> Refusal | None:
    """Why a room cannot be built on a space."""
    if used := _used(state, seat, cell):
        return Refusal("R3.2", appendix(6), used)
    if not farmyard.room_sites(state, seat) >> cell & 1:
        reason = Text("{cell} is not next to a room of yours.", cell=notation.cell_name(cell))
        return Refusal("R3.1", page(7), reason)
    return _price_of_a_room(state, seat)


def of_stable(state: AgricolaState, seat: int, cell: int, part: int) -> Refusal | None:
    """Why a stable cannot be built on a space."""
    if not farmyard.stable_sites(state, seat) >> cell & 1 and (used := _used(state, seat, cell)):
        return Refusal("R5.1", page(8), used)
    return of_part(state, seat, part)


def of_field(state: AgricolaState, seat: int, cell: int) -> Refusal | None:
    """Why a space cannot be plowed."""
    if used := _used(state, seat, cell):
        return Refusal("R4.1", page(9), used)
    if not farmyard.field_sites(state, seat) >> cell & 1:
        reason = Text("{cell} is not next to a field of yours.", cell=notation.cell_name(cell))
        return Refusal("R4.1", page(9), reason)
    return None


def of_sowing(state: AgricolaState, seat: int, cell: int, good: int) -> Refusal | None:
    """Why a crop cannot be sown on a space."""
    name = notation.cell_name(cell)
    if not state.fields[seat] >> cell & 1:
        return Refusal("R4.2", page(9), Text("There is no field on {cell}.", cell=name))
    if state.crops[seat * CELLS + cell] != 0:
        return Refusal("R4.2", page(9), Text("The field on {cell} has been sown already.", cell=name))
    if state.goods[seat * GOODS + good] == 0:
        return Refusal("R4.2", page(9), Text("You have no {good}.", good=name_of_good(good)))
    return None


def of_baking(state: AgricolaState, seat: int, grain: int) -> Refusal | None:
    """Why so many grain cannot be baked."""
    if whole := _of_baking(state, seat):
        return whole
    most = int(improvements.bake_limit(state, seat))
    if grain <= most:
        return None
    owned = int(state.goods[seat * GOODS + GRAIN])
    if most == owned:
        return Refusal("R10.1", page(10), Text("You have only {grain}.", grain=amount(GRAIN, owned)))
    reason = Text("Your improvements can bake only {grain} at a time.", grain=amount(GRAIN, most))
    return Refusal("R10.1", page(10), reason)


# --- improvements ------------------------------------------------------------------------------------


def of_major(state: AgricolaState, seat: int, major: int) -> Refusal | None:
    """Why a major improvement cannot be built."""
    facts = state.facts
    price = [(good, int(facts.major_cost[major * GOODS + good])) for good in range(GOODS)]
    return _taken(state, seat, major) or unaffordable(
        state, seat, exact_name_of_major(major), price, "R10", page(10)
    )


def of_return(state: AgricolaState, seat: int, exchange: int) -> Refusal | None:
    """Why a Fireplace cannot be returned for a Cooking Hearth."""
    fireplace, hearth = FIREPLACE_2 + exchange // 2, HEARTH_4 + exchange % 2
    if state.owner[fireplace] != seat + 1:
        reason = Text("{improvement} is not yours.", improvement=exact_name_of_major(fireplace))
        return Refusal("R9.6", page(10), reason)
    return _taken(state, seat, hearth)


def _taken(state: AgricolaState, seat: int, major: int) -> Refusal | None:
    owner = int(state.owner[major]) - 1
    if owner < 0:
        return None
    name = exact_name_of_major(major)
    if owner == seat:
        return Refusal("R11.2", page(10), Text("{improvement} is yours already.", improvement=name))
    reason = Text("{seat} has {improvement} already.", seat=SeatName(owner), improvement=name)
    return Refusal("R11.2", page(10), reason)


def of_renovation(state: AgricolaState, seat: int) -> Refusal | None:
    """Why a house cannot be renovated."""
    facts, house = state.facts, int(state.house[seat])
    if house == OF_STONE:
        return Refusal("R3.3", page(7), Text("Your house is made of stone already."))
    rooms = int(state.rooms[seat]).bit_count()
    price = [
        (int(menu.built_of(house + 1)), rooms * int(facts.renovation_material)),
        (REED, int(facts.renovation_reed)),
    ]
    return unaffordable(state, seat, RENOVATING, price, "R3.3", page(7))


# --- pastures ----------------------------------------------------------------------------------------


def of_pasture(state: AgricolaState, seat: int, shape: int) -> Refusal | None:
    """Why a pasture of a shape cannot be built."""
    cells = int(SHAPE_CELLS[shape])
    return (
        _in_the_way(state, seat, cells)
        or _beside_no_pasture(state, seat, cells)
        or _fences(state, seat, shape)
    )


def _in_the_way(state: AgricolaState, seat: int, cells: int) -> Refusal | None:
    """Tiles on the spaces, or a pasture that would be merged with others or taken apart (R5.3, R5.5)."""
    for cell in range(CELLS):
        if cells >> cell & 1 and (state.rooms[seat] | state.fields[seat]) >> cell & 1:
            used = _used(state, seat, cell)
            assert used is not None
            return Refusal("R5.3", page(8), used)
    for pasture in state.pastures[seat * MAX_PASTURES : (seat + 1) * MAX_PASTURES]:
        if pasture == cells:
            return Refusal("R5.6", page(8), Text("This pasture is there already."))
        if pasture & cells and cells & ~int(pasture):
            reason = Text("Fences are never removed, so this pasture cannot reach into one that is there.")
            return Refusal("R5.5", page(8), reason)
    return None


def _beside_no_pasture(state: AgricolaState, seat: int, cells: int) -> Refusal | None:
    taken = int(farmyard.fenced(state, seat))
    if taken and not around(cells) & taken:
        return Refusal("R5.4", page(8), Text("This pasture is not next to one that you have."))
    return None


def _fences(state: AgricolaState, seat: int, shape: int) -> Refusal | None:
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
    wood = needed * int(state.facts.fence_wood)
    return unaffordable(state, seat, THIS, [(WOOD, wood)], "R5.2", page(8))
