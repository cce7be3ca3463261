"""Why an action is not allowed: each refusal names its rule and the rulebook's page.

What stands in the way of a part of an action (rooms, fences, improvements …) is told by `obstacles.py`;
here is what belongs to the moment, to the action spaces and to exchanges.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from farmtable.core.text import Refusal, SeatName, Text
from farmtable.games.agricola import menu, notation, obstacles, spaces
from farmtable.games.agricola.facts import (
    BAKE,
    BASIC_WISH,
    CARDS,
    CONVERT,
    DISCARD,
    DONE,
    EXCHANGE,
    FARM_REDEVELOPMENT,
    FIRST_CARD,
    FIRST_OF_TILE,
    FOOD,
    GOODS,
    GRAIN,
    HOUSE_REDEVELOPMENT,
    LESSONS,
    LESSONS_3,
    LESSONS_4,
    MAJOR,
    MODEST_WISH,
    ORDER,
    PASTURE,
    PLACE,
    PLOW,
    RENOVATE,
    RETURN,
    ROOM,
    ROUNDS,
    SHEEP,
    SIDE_JOB,
    SOW_GRAIN,
    SOW_VEGETABLE,
    SPACES,
    STABLE,
    TAKE,
    VEGETABLE,
)
from farmtable.games.agricola.obstacles import OUR_RULING, appendix, page, unaffordable
from farmtable.games.agricola.steps import (
    BAKING,
    CHOOSE,
    EXCHANGES,
    FEED,
    FENCES,
    HOUSE,
    IMPROVEMENT,
    MENU,
    ONE_STABLE,
    OPTIONAL,
    ORDER_CARDS,
    PLOWING,
    ROOMS,
    SOWING,
    STABLES,
    WORK,
)
from farmtable.games.agricola.words import name_of_good, name_of_part

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


def refusal(state: AgricolaState, action: int) -> Refusal | None:
    """The rule that forbids `action`, which is not legal now."""
    if not notation.is_action(state, action):
        return Refusal("-", Text("rules"), Text("There is no such action."))
    if state.to_play < 0:
        return Refusal("R1.2", page(6), Text("No seat has anything to decide now."))
    for first, explain in _BLOCKS:
        if action >= first:
            return explain(state, int(state.to_play), action - first)
    return None


# What a seat is asked instead, where an action does not fit the moment.
_ASKED: Final = {
    WORK: Refusal("R1.6", page(6), Text("Place one of your people first.")),
    MENU: Refusal("R2.2", page(6), Text("First finish the action of the space where you placed a person.")),
    CHOOSE: Refusal("R2.2", page(6), Text("First choose what you take from the space.")),
    HOUSE: Refusal("R6.5", page(8), Text("You cannot keep all your animals: first say which ones go.")),
    EXCHANGES: Refusal("R8.1", page(8), Text("First say what you exchange or give back.")),
    FEED: Refusal("R7.3", page(9), Text("This is the feeding phase: feed your family first.")),
    ORDER_CARDS: Refusal("R13.1", page(12), Text("First say in which order the cards come.")),
}


def _not_now(state: AgricolaState) -> Refusal:
    return _ASKED[int(state.step())]


# --- action spaces -----------------------------------------------------------------------------------


def _of_place(state: AgricolaState, seat: int, space: int) -> Refusal | None:
    if state.step() != WORK:
        return _not_now(state)
    return _not_in_play(state, space) or _occupied(state, space) or _of_use(state, seat, space)


def _not_in_play(state: AgricolaState, space: int) -> Refusal | None:
    if spaces.in_play(state, space):
        return None
    if FIRST_CARD <= space < FIRST_CARD + CARDS:
        stage = state.facts.stage_of[space - FIRST_CARD]
        rounds = [number for number in range(1, ROUNDS + 1) if state.facts.stage_in[number] == stage]
        if rounds[0] == rounds[-1]:
            reason = Text("This card is turned up in round {round}.", round=rounds[0])
        else:
            reason = Text(
                "This card is turned up in one of the rounds {first} to {last}.",
                first=rounds[0],
                last=rounds[-1],
            )
        return Refusal("R1.2", page(6), reason)
    if space in (LESSONS, LESSONS_3, LESSONS_4):
        return Refusal("R14.2", appendix(1), Text("Without hand cards there are no occupations to play."))
    if space == SIDE_JOB:
        return Refusal("R14.2", appendix(1), Text("The Side Job is not part of this game."))
    if space >= FIRST_OF_TILE:
        return Refusal(
            "R14.3", appendix(8), Text("The variant tile with this space is not part of this game.")
        )
    reason = Text("This space is not on the board with this number of players.")
    return Refusal("R2", page(3), reason)


def _occupied(state: AgricolaState, space: int) -> Refusal | None:
    if not spaces.is_occupied(state, space):
        return None
    if state.used_by[space] > 0:
        who = SeatName(int(state.used_by[space]) - 1)
        return Refusal("R2.1", page(6), Text("{seat} has a person there.", seat=who))
    user = next(int(user) for user in state.used_by[FIRST_OF_TILE:SPACES] if user > 0)
    reason = Text("{seat} has a person on the tile, which takes only one a round.", seat=SeatName(user - 1))
    return Refusal("R14.3", appendix(8), reason)


def _of_use(state: AgricolaState, seat: int, space: int) -> Refusal | None:
    """Why nothing can be done on a space that is in play and free."""
    if parts := int(spaces.compulsory_parts(space)):
        return _of_all_parts(state, seat, parts)
    if space in (HOUSE_REDEVELOPMENT, FARM_REDEVELOPMENT):
        return obstacles.of_renovation(state, seat)
    if space == MODEST_WISH and state.round < state.facts.wish_round:
        reason = Text("This space is open from round {round} on.", round=int(state.facts.wish_round))
        return Refusal("R14.3", appendix(8), reason)
    if not spaces.may_grow(state, seat):
        return Refusal("R3.6", page(7), Text("All your people are in play."))
    if space in (BASIC_WISH, MODEST_WISH):
        return _no_room(state, seat)
    return Refusal("R2.2", page(6), Text("There is nothing to take there."))


def _no_room(state: AgricolaState, seat: int) -> Refusal:
    reason = Text(
        "Your family has no room to grow: {rooms} rooms for {people} people.",
        rooms=int(state.rooms[seat]).bit_count(),
        people=int(state.people[seat]),
    )
    return Refusal("R3.5", page(7), reason)


def _of_all_parts(state: AgricolaState, seat: int, parts: int) -> Refusal | None:
    """Why none of the parts that a space offers can be taken."""
    reasons = [
        found
        for part in (ROOMS, STABLES, ONE_STABLE, PLOWING, SOWING, BAKING, FENCES, IMPROVEMENT)
        if parts & part and (found := obstacles.of_part(state, seat, part))
    ]
    if len(reasons) < 2:
        return reasons[0] if reasons else None
    first, second = (found.reason for found in reasons)
    reason = Text("Nothing can be done there. {first} {second}", first=first, second=second)
    return Refusal("R2.2", page(6), reason)


# --- leaving, exchanging -----------------------------------------------------------------------------


def _of_done(state: AgricolaState, seat: int, _: int) -> Refusal | None:
    if state.step() == MENU:
        return Refusal("R2.2", page(6), Text("At least one part of the action must be taken."))
    return _not_now(state)


def _of_exchange(state: AgricolaState, seat: int, _: int) -> Refusal | None:
    step = state.step()
    if step == MENU and not state.argument() & OPTIONAL:
        reason = Text("First take one part of the action; you can exchange goods before and after it.")
        return Refusal("R8.2", OUR_RULING, reason)
    if step in (WORK, MENU):
        return Refusal("R8.1", page(8), Text("You have nothing to exchange or give back."))
    if step == HOUSE and state.argument() < 8:
        return Refusal("R6.7", page(9), Text("Not while animals breed."))
    if step in (FEED, HOUSE, EXCHANGES):
        return Refusal("R8.3", OUR_RULING, Text("What can be exchanged now is offered already."))
    return _not_now(state)


def _of_convert(state: AgricolaState, seat: int, good: int) -> Refusal | None:
    step = state.step()
    if step in (WORK, MENU):
        return _after_exchange(state, seat)
    if step not in (EXCHANGES, FEED, HOUSE):
        return _not_now(state)
    if state.goods[seat * GOODS + good] == 0:
        return Refusal("R8.1", page(8), Text("You have no {good}.", good=name_of_good(good)))
    if step == HOUSE:
        return _of_cooking_to_make_room(state, good) or _uncooked(good)
    if good < GRAIN:
        return _of_craft(state, seat, good, step == FEED)
    if good < SHEEP:
        reason = Text("You have enough food; crops can still be eaten later.")
        return Refusal("R7.4", OUR_RULING, reason)
    return _uncooked(good)


def _after_exchange(state: AgricolaState, seat: int) -> Refusal | None:
    if EXCHANGE in state.legal_actions():
        return Refusal("R8.1", page(8), Text("Say first that you want to exchange something."))
    return _of_exchange(state, seat, 0)


def _of_cooking_to_make_room(state: AgricolaState, good: int) -> Refusal | None:
    if good < SHEEP:
        return _not_now(state)
    if state.argument() < 8:
        return Refusal("R6.7", page(9), Text("In the breeding phase no animal is turned into food."))
    return None


def _uncooked(good: int) -> Refusal:
    reason = Text("You have no improvement that turns {good} into food.", good=name_of_good(good))
    return Refusal("R7.4", page(9), reason)


def _of_craft(state: AgricolaState, seat: int, good: int, feeding: bool) -> Refusal:
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


def _of_discard(state: AgricolaState, seat: int, good: int) -> Refusal | None:
    step = state.step()
    if step in (WORK, MENU):
        return _after_exchange(state, seat)
    if step not in (EXCHANGES, HOUSE) or (step == HOUSE and good not in range(SHEEP, FOOD)):
        return _not_now(state)
    return Refusal("R8.5", appendix(6), Text("You have no {good}.", good=name_of_good(good)))


# --- parts of an action ------------------------------------------------------------------------------


def _closed(state: AgricolaState, part: int) -> Refusal | None:
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


def _of_room(state: AgricolaState, seat: int, cell: int) -> Refusal | None:
    return _closed(state, ROOMS) or obstacles.of_room(state, seat, cell)


def _of_stable(state: AgricolaState, seat: int, cell: int) -> Refusal | None:
    if closed := _closed(state, STABLES | ONE_STABLE):
        return closed
    argument = state.argument()
    parts = menu.open_parts(argument) | menu.current_part(argument)
    return obstacles.of_stable(state, seat, cell, STABLES if parts & STABLES else ONE_STABLE)


def _of_plow(state: AgricolaState, seat: int, cell: int) -> Refusal | None:
    return _closed(state, PLOWING) or obstacles.of_field(state, seat, cell)


def _of_sow_grain(state: AgricolaState, seat: int, cell: int) -> Refusal | None:
    return _closed(state, SOWING) or obstacles.of_sowing(state, seat, cell, GRAIN)


def _of_sow_vegetable(state: AgricolaState, seat: int, cell: int) -> Refusal | None:
    return _closed(state, SOWING) or obstacles.of_sowing(state, seat, cell, VEGETABLE)


def _of_bake(state: AgricolaState, seat: int, grain: int) -> Refusal | None:
    return _closed(state, BAKING) or obstacles.of_baking(state, seat, grain)


def _of_major(state: AgricolaState, seat: int, major: int) -> Refusal | None:
    return _closed(state, IMPROVEMENT) or obstacles.of_major(state, seat, major)


def _of_return(state: AgricolaState, seat: int, exchange: int) -> Refusal | None:
    return _closed(state, IMPROVEMENT) or obstacles.of_return(state, seat, exchange)


def _of_pasture(state: AgricolaState, seat: int, shape: int) -> Refusal | None:
    return _closed(state, FENCES) or obstacles.of_pasture(state, seat, shape)


def _of_renovate(state: AgricolaState, seat: int, _: int) -> Refusal | None:
    reason = Text("A house is renovated when a person is placed; there is nothing to choose.")
    return Refusal("R3.3", page(7), reason)


# --- choices -----------------------------------------------------------------------------------------


def _of_take(state: AgricolaState, seat: int, good: int) -> Refusal | None:
    if state.step() != CHOOSE:
        return _not_now(state)
    space = int(state.argument())
    at = space * GOODS + good
    if state.facts.choice[at] == 0:
        rule, source = ("R14.3", appendix(8)) if space >= FIRST_OF_TILE else ("R2", appendix(7))
        return Refusal(rule, source, Text("This space gives no {good}.", good=name_of_good(good)))
    price = [(FOOD, int(state.facts.choice_price[at]))]
    return unaffordable(state, seat, obstacles.THIS, price, "R14.3", appendix(8))


def _of_order(state: AgricolaState, seat: int, card: int) -> Refusal | None:
    if state.step() != ORDER_CARDS:
        reason = Text("The order of the cards is only chosen before the first round, if at all.")
        return Refusal("R13.1", page(12), reason)
    if state.ordered[card] > 0:
        return Refusal("R13.1", page(12), Text("This card has its place already."))
    reason = Text("This is not a card of stage {stage}.", stage=int(state.argument()))
    return Refusal("R13.1", page(12), reason)


# Each block of actions by its first number, the last block first.
_BLOCKS: Final[tuple[tuple[int, Callable[[AgricolaState, int, int], Refusal | None]], ...]] = (
    (PASTURE, _of_pasture),
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
