"""Points (chapter 12; rulebook p. 5 and 12, appendix p. 11-12)."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.moments import SCORING
from farmtable.games.agricola.position.shapes import ALL_CELLS
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES, fenced, free_cells
from farmtable.games.agricola.rules.improvements import owns


def table(state: Position, category: i64, count: i64) -> i64:
    """The points of the score table for so many of a category (R12.1)."""
    return state.facts.score[category * f.SCORE_COLUMNS + min(count, f.SCORE_COLUMNS - 1)]


def field_tiles(state: Position, seat: Seat) -> i64:
    """Field tiles, planted or not; field cards are none (R4.4)."""
    return count_bits(state.fields[seat] & ALL_CELLS)


def pasture_count(state: Position, seat: Seat) -> i64:
    found: i64 = 0
    while state.pastures[seat * MAX_PASTURES + found] != 0:
        found += 1
    return found


def grain_total(state: Position, seat: Seat) -> i64:
    """Grain in the supply and on fields."""
    total: i64 = state.goods[seat * f.GOODS + f.GRAIN]
    left: i64 = state.fields[seat]
    while left != 0:
        crop: i64 = i64(state.crops[seat * f.FIELDS + lowest(left)])
        if crop < f.PLANTED_VEGETABLES:
            total += crop
        left &= left - 1
    return total


def vegetable_total(state: Position, seat: Seat) -> i64:
    """Vegetables in the supply and on fields."""
    total: i64 = state.goods[seat * f.GOODS + f.VEGETABLE]
    left: i64 = state.fields[seat]
    while left != 0:
        crop: i64 = i64(state.crops[seat * f.FIELDS + lowest(left)])
        if crop > f.PLANTED_VEGETABLES:
            total += crop - f.PLANTED_VEGETABLES
        left &= left - 1
    return total


def unused_spaces(state: Position, seat: Seat) -> i64:
    return count_bits(free_cells(state, seat))


def fenced_stables(state: Position, seat: Seat) -> i64:
    return count_bits(state.stables[seat] & fenced(state, seat))


def room_points(state: Position, seat: Seat) -> i64:
    """Points for clay or stone rooms (R3.4)."""
    return count_bits(state.rooms[seat]) * state.facts.room_points[i64(state.house[seat])]


def people_points(state: Position, seat: Seat) -> i64:
    return i64(state.people[seat]) * state.facts.person_points


def improvement_points(state: Position, seat: Seat) -> i64:
    """The points printed on the improvements in front of a seat."""
    points: i64 = 0
    major: i64 = 0
    while major < f.MAJORS:
        if owns(state, seat, major):
            points += i64(state.facts.major_points[major])
        major += 1
    return points


def craft_points(state: Position, seat: Seat) -> i64:
    """Bonus points of craft buildings for what is left in the supply, which is not spent (R12.3)."""
    points: i64 = 0
    major: i64 = 0
    while major < f.MAJORS:
        if state.facts.craft_food[major] > 0 and owns(state, seat, major):
            points += craft_bonus(state, seat, major)
        major += 1
    return points


def craft_bonus(state: Position, seat: Seat, major: i64) -> i64:
    """The bonus points that one craft building brings to its owner."""
    left: i64 = state.goods[seat * f.GOODS + i64(state.facts.craft_good[major])]
    return i64(state.facts.craft_points[major * f.SCORE_COLUMNS + min(left, f.SCORE_COLUMNS - 1)])


def card_points(state: Position, seat: Seat) -> i64:
    """The points printed on the hand cards in front of a seat."""
    deck = deck_of(state)
    if deck is None:
        return 0
    points: i64 = 0
    at: i64 = seat * f.MAX_FRONT
    while state.front[at] > 0:
        points += deck.points[i64(state.front[at]) - 1]
        at += 1
    return points


def card_bonus(state: Position, seat: Seat, card: i64) -> i64:
    """The bonus points that a hand card, wherever it lies, brings to a seat."""
    deck = deck_of(state)
    assert deck is not None
    if deck.acts[card] & bit(SCORING) == 0:
        return 0
    owner: i64 = i64(state.where[card]) - f.IN_FRONT
    if not 0 <= owner < state.players:
        return 0
    points: i64 = deck.cards[card].points_for(state, owner, seat)
    if owner == seat:
        points += deck.cards[card].bonus_points(state, seat)
    return points


def bonus_points(state: Position, seat: Seat) -> i64:
    """The bonus points that all hand cards in play bring to a seat."""
    deck = deck_of(state)
    if deck is None:
        return 0
    points: i64 = 0
    owner: i64 = 0
    while owner < state.players:
        if state.listening[owner] & bit(SCORING) != 0:
            at: i64 = owner * f.MAX_FRONT
            while state.front[at] > 0:
                points += card_bonus(state, seat, i64(state.front[at]) - 1)
                at += 1
        owner += 1
    return points


def own_bonus(state: Position, seat: Seat) -> i64:
    """The bonus points that the hand cards in front of a seat bring to it."""
    points: i64 = 0
    at: i64 = seat * f.MAX_FRONT
    while state.front[at] > 0:
        points += card_bonus(state, seat, i64(state.front[at]) - 1)
        at += 1
    return points


def begging_points(state: Position, seat: Seat) -> i64:
    return i64(state.begging[seat]) * state.facts.begging_points


def total(state: Position, seat: Seat) -> i64:
    """A seat's points if the game ended now."""
    goods: i64 = seat * f.GOODS
    return (
        table(state, f.SCORE_FIELDS, field_tiles(state, seat))
        + table(state, f.SCORE_PASTURES, pasture_count(state, seat))
        + table(state, f.SCORE_GRAIN, grain_total(state, seat))
        + table(state, f.SCORE_VEGETABLES, vegetable_total(state, seat))
        + table(state, f.SCORE_SHEEP, state.goods[goods + f.SHEEP])
        + table(state, f.SCORE_BOAR, state.goods[goods + f.BOAR])
        + table(state, f.SCORE_CATTLE, state.goods[goods + f.CATTLE])
        + unused_spaces(state, seat) * state.facts.unused_points
        + fenced_stables(state, seat) * state.facts.stable_points
        + room_points(state, seat)
        + people_points(state, seat)
        + improvement_points(state, seat)
        + craft_points(state, seat)
        + card_points(state, seat)
        + bonus_points(state, seat)
        + begging_points(state, seat)
    )


def building_resources(state: Position, seat: Seat) -> i64:
    """Wood, clay, reed and stone in the supply: they break ties (R12.4)."""
    found: i64 = 0
    good: Good = f.WOOD
    while good <= f.STONE:
        found += state.goods[seat * f.GOODS + good]
        good += 1
    return found


def winners(state: Position) -> list[int]:
    """Most points, then most building resources; several may share the victory (R12.4).

    Who plays alone wins; in a game of the solo series only by reaching its goal (R13.4).
    """
    best: i64 = -1000
    found: list[int] = []
    seat: Seat = 0
    while seat < state.players:
        # A hundred thousand of them would have to lie in one supply to outweigh a point.
        rank: i64 = total(state, seat) * 100000 + building_resources(state, seat)
        if not found or rank > best:
            best = rank
            found = []
        if rank == best:
            found.append(int(seat))
        seat += 1
    if state.facts.goal > 0 and total(state, 0) < state.facts.goal:
        return []
    return found
