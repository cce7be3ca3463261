"""What stands in the way of placing a person on an action space: each with its rule and page."""

from __future__ import annotations

from farmtable.core.text import Refusal, SeatName, Text
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.nouns import name_of_space
from farmtable.games.agricola.position.steps import WORK
from farmtable.games.agricola.rules import spaces
from farmtable.games.agricola.rules.work import is_animal_market
from farmtable.games.agricola.words import card_obstacles, obstacles
from farmtable.games.agricola.words.reasons import appendix, page


def of_place(state: Position, seat: int, space: int) -> Refusal | None:
    """Why a seat cannot place a person on a space, when it may place one."""
    return (
        _not_in_play(state, space)
        or _occupied(state, seat, space)
        or _nobody_for(state, seat, space)
        or _of_use(state, seat, space)
    )


def _not_in_play(state: Position, space: int) -> Refusal | None:
    if spaces.in_play(state, space):
        return None
    if f.FIRST_CARD <= space < f.FIRST_CARD + f.CARDS:
        stage = state.facts.stage_of[space - f.FIRST_CARD]
        rounds = [number for number in range(1, f.ROUNDS + 1) if state.facts.stage_in[number] == stage]
        if rounds[0] == rounds[-1]:
            reason = Text("This card is turned up in round {round}.", round=rounds[0])
        else:
            reason = Text(
                "This card is turned up in one of the rounds {first} to {last}.",
                first=rounds[0],
                last=rounds[-1],
            )
        return Refusal("R1.2", page(6), reason)
    if space in (f.LESSONS, f.LESSONS_3, f.LESSONS_4) and state.facts.deck is None:
        return Refusal("R14.2", appendix(1), Text("Without hand cards there are no occupations to play."))
    if space == f.SIDE_JOB:
        return Refusal("R14.2", appendix(1), Text("The Side Job is not part of this game."))
    if space >= f.FIRST_OF_TILE:
        return Refusal(
            "R14.3", appendix(8), Text("The variant tile with this space is not part of this game.")
        )
    reason = Text("This space is not on the board with this number of players.")
    return Refusal("R2", page(3), reason)


def _occupied(state: Position, seat: int, space: int) -> Refusal | None:
    if not spaces.is_occupied(state, space) or spaces.may_share(state, seat, space):
        return None
    if state.used_by[space] > 0:
        who = SeatName(int(state.used_by[space]) - 1)
        return Refusal("R2.1", page(6), Text("{seat} has a person there.", seat=who))
    user = next(int(user) for user in state.used_by[f.FIRST_OF_TILE : f.SPACES] if user > 0)
    reason = Text("{seat} has a person on the tile, which takes only one per round.", seat=SeatName(user - 1))
    return Refusal("R14.3", appendix(8), reason)


def _of_use(state: Position, seat: int, space: int) -> Refusal | None:
    """Why nothing can be done on a space that is in play and free."""
    if parts := int(spaces.compulsory_parts(space)):
        return _of_all_parts(state, seat, parts)
    if space in (f.HOUSE_REDEVELOPMENT, f.FARM_REDEVELOPMENT):
        return obstacles.of_renovation(state, seat)
    if space in (f.LESSONS, f.LESSONS_3, f.LESSONS_4):
        return card_obstacles.of_lessons(state, seat, space)
    if space == f.MODEST_WISH and state.round < state.facts.wish_round:
        reason = Text("This space is open from round {round} on.", round=int(state.facts.wish_round))
        return Refusal("R14.3", appendix(8), reason)
    if not spaces.may_grow(state, seat):
        return Refusal("R3.6", page(7), Text("All your people are in play."))
    if space in (f.BASIC_WISH, f.MODEST_WISH):
        return _no_room(state, seat)
    return Refusal("R2.2", page(6), Text("There is nothing to take there."))


def _no_room(state: Position, seat: int) -> Refusal:
    reason = Text(
        "Your family has no room to grow: {rooms} rooms for {people} people.",
        rooms=int(spaces.places_for_people(state, seat)),
        people=int(state.people[seat]),
    )
    return Refusal("R3.5", page(7), reason)


def _of_all_parts(state: Position, seat: int, parts: int) -> Refusal | None:
    """Why none of the parts that a space offers can be taken."""
    reasons = [
        found
        for part in sorted(obstacles.OF_PART)
        if parts & part and (found := obstacles.of_part(state, seat, part))
    ]
    if len(reasons) < 2:
        return reasons[0] if reasons else None
    first, second = (found.reason for found in reasons)
    reason = Text("Nothing can be done there. {first} {second}", first=first, second=second)
    return Refusal("R2.2", page(6), reason)


def _nobody_for(state: Position, seat: int, space: int) -> Refusal | None:
    """Who could be placed on a space that is free."""
    if state.at_home[seat] == 0:
        return Refusal("R1.6", page(6), Text("You have nobody left at home."))
    if state.step() == WORK or is_animal_market(state.argument()) or is_animal_market(space):
        return None
    reason = Text(
        "One of two people placed in a row must use {first}, {second} or {third}.",
        first=name_of_space(f.SHEEP_MARKET),
        second=name_of_space(f.PIG_MARKET),
        third=name_of_space(f.CATTLE_MARKET),
    )
    return Refusal("R9.1", page(11), reason)
