"""The features: how one seat stands, as the whole numbers that an evaluation is learned from.

Each number has a name here, its place in the vector; blocks of several begin at theirs. What is worth
something only together (people and rounds, wood and reed, animals and places) is put together, so that
a small network need not find it out. The numbers of hand cards stand at the end: without them all 0.

Later blocks read what earlier ones have written.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.agenda import argument_of, pack_frame, step_of
from farmtable.core.aliases import Seat
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.core.vectors import numbers
from farmtable.games.agricola.evaluation.card_worths import worths_of
from farmtable.games.agricola.evaluation.farm_worth import FIELD_ZONE, PASTURE_ZONE, ROOM_ZONE
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import parts as p
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.frames import MAY_COOK, seat_in
from farmtable.games.agricola.position.parts import current_part, extra_of, open_parts
from farmtable.games.agricola.position.shapes import ALL_CELLS, COLUMNS, NOT_LAST_COLUMN, SHAPE_BORDER, around
from farmtable.games.agricola.rules import given_back, housing, improvements, scoring
from farmtable.games.agricola.rules.card import Deck, deck_of
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES, fenced, fences_left, field_sites, room_sites
from farmtable.games.agricola.rules.parts.house import built_of
from farmtable.games.agricola.rules.prices import can_pay
from farmtable.games.agricola.rules.spaces import in_play, is_occupied

BOX: Final = 96  # hand cards with numbers of their own; others of a deck of one's own have none

# The game and the turn.
POINTS: Final = 0  # if the game ended now
TO_COME: Final = 1  # percent of the game
ROUND: Final = 2  # one-hot, 14
SEATS: Final = 16  # one-hot, 4
MY_TURN: Final = 20  # this seat decides
TO_PLACE: Final = 21  # people to be placed in this round
OTHERS_TO_PLACE: Final = 22  # the same of all others together
BEFORE_ME: Final = 23  # people of others that will be placed before the next of this seat
STARTS: Final = 24  # has the starting player token
ORDER: Final = 25  # seats between it and the starting player
PREPARING: Final = 26  # the spaces are still to be refilled
WORKING: Final = 27  # people are being placed
PLACEMENTS: Final = 28  # how many people the family, as it is, will still place in the game
LAST: Final = 29  # the same if at most three, one-hot: none, one, two, three
FEEDINGS: Final = 33  # feeding phases to come
GATHERINGS: Final = 34  # field phases to come
BREEDINGS: Final = 35  # breeding phases to come
HARVEST_IN: Final = 36  # rounds until the next feeding, one-hot, 4

# The family.
PEOPLE: Final = 40
THIRD_PERSON: Final = 41  # 1 if there are three or more; then four, five
NEWBORNS: Final = 44
ROOM_COUNT: Final = 45
THIRD_ROOM: Final = 46  # 1 if there are three or more; then four, five
FREE_ROOM: Final = 49  # 1 if there is a room, or a place on a card, for one more; then for two
HOMELESS: Final = 51  # people without a room
GROWTH: Final = 52  # rounds that a person could work who came in this round, if there is room for one
MAY_GROW: Final = 53  # rooms or not, fewer than five people
WISH: Final = 54  # a free Wish for Children that a person to be placed could use now
RIVALS: Final = 55  # others who have a free room too, if this seat has one
RIVALS_FIRST: Final = 56  # those of them who come before it in the next round

# Food.
FOOD_NOW: Final = 57
PROMISED: Final = 58  # food on the round spaces before the next feeding
PROMISED_LATER: Final = 59
NEEDED: Final = 60  # at the next feeding
SHORT: Final = 61  # food missing then
SHORT_OF_CROPS: Final = 62  # still missing when raw crops, ripe ones too, are eaten or cooked
SHORT_OF_ALL: Final = 63  # still missing when all animals are cooked too
TURNS_TO_EAT: Final = 64  # people to be placed until then, if food is still missing then
STARVING: Final = 65  # what would be missing if each of them brought two
LEFT_OVER: Final = 66  # food left then
NEEDED_IN_ALL: Final = 67  # at all feedings to come
SHORT_IN_ALL: Final = 68  # of that, neither there nor promised
SHORT_AT_LAST: Final = 69  # still missing when all crops, those on fields too, and all animals are eaten
BEGGING: Final = 70

# Goods, and crops on fields.
SUPPLY: Final = 71  # wood, clay, reed, stone, grain, vegetables, sheep, boar, cattle
TABLE_POINTS: Final = 80  # what fields, pastures, grain, vegetables and the three kinds of animals score
ONE_MORE: Final = 87  # what one more of each would add to that
FIELD_TILES: Final = 94
EMPTY_FIELDS: Final = 95
FALLOW: Final = 96  # empty fields, times field phases to come
GRAIN_FIELDS: Final = 97
VEGETABLE_FIELDS: Final = 98
GRAIN_SOWN: Final = 99  # grain lying on fields
VEGETABLES_SOWN: Final = 100
GRAIN_RIPE: Final = 101  # grain that the fields will give in all harvests to come
VEGETABLES_RIPE: Final = 102
GRAIN_TO_SOW: Final = 103  # as many as there are empty fields, if a harvest is to come
VEGETABLES_TO_SOW: Final = 104

# Animals.
PASTURES: Final = 105
FENCED: Final = 106  # spaces in pastures
LARGEST: Final = 107  # animals in the pasture that holds most
SECOND: Final = 108  # in the next one
SINGLES: Final = 109  # places for one animal
SPARE: Final = 110  # places less animals, above 0
EXCESS: Final = 111  # the same below 0
ROOM_FOR: Final = 112  # how many more of each kind could be kept, up to 3
PAIR: Final = 115  # breeding phases to come, for each kind of which there are two
BIRTHS: Final = 118  # animals that will be born at the next breeding and can be kept
BIRTH_POINTS: Final = 119  # what they add
FENCES_USED: Final = 120
NEXT_PASTURE: Final = 121  # 5 less the fences that one more pasture of one space needs; 0: impossible

# The farmyard.
CLAY_HOUSE: Final = 122
STONE_HOUSE: Final = 123
RENOVATING: Final = 124  # points that the rooms would score more in stone
UNUSED: Final = 125
ROOM_SITES: Final = 126
FIELD_SITES: Final = 127
SIDE_BY_SIDE: Final = 128  # pairs of unused spaces side by side
STABLE_COUNT: Final = 129
STABLES_FENCED: Final = 130
MISPLACED: Final = 131  # rooms, fields, then pastures and stables where others would stand better

# What could be paid.
ROOMS_PAID: Final = 134  # rooms
ROOM_READY: Final = 135  # material for one room times reed for it, as far as they are there: up to ten
RENOVATION_PAID: Final = 136  # points of the next renovation, if everything for it is there
RENOVATION_SHORT: Final = 137  # goods missing for it
FENCES_PAID: Final = 138
STABLES_PAID: Final = 139
BREAD: Final = 140  # food that one Bake Bread action would give
BREAD_LATER: Final = 141  # the same with all crops of grain harvested

# Improvements.
OWNED: Final = 142  # one-hot, 10
ON_BOARD: Final = 152  # for everybody to build, 10
PAID: Final = 162  # on the board, and everything for it is there, 10
BEST_PAID: Final = 172  # the most points of those
COOKS: Final = 173  # food for a vegetable, a sheep, a boar, cattle
KITCHEN: Final = 177  # feedings to come, if it can cook animals
BAKERY: Final = 178  # food for one grain, any number
OVEN: Final = 179  # food from one batch of the ovens
CRAFTS: Final = 180  # craft buildings still usable, times feedings to come

# The board: for each space the goods lying there; where goods never lie, 1 if this seat could go there.
BOARD: Final = 181  # 36
TURNED_UP: Final = 217  # stage cards, 14
BEST_GAIN: Final = 231  # the most points that a person to be placed could gain at once, then the second most

# What this seat is deciding.
PART: Final = 233  # parts of the action that may still be taken, 12: how far they can be
SOW_VEGETABLES: Final = 245  # fields that may be sown with vegetables now
IMPROVE: Final = 246  # majors that may be built now, 10
FREE_FENCES: Final = 256
CHOOSING: Final = 257
HOUSING: Final = 258  # animals must go; 2 if they may be cooked
FEEDING: Final = 259
ASKED: Final = 260  # an offer, a question or a price of a card
ACTING: Final = 261  # in the middle of its action

# The other seats in turn order, 12 numbers each.
OTHERS: Final = 262
OTHER: Final = 12  # see `_other`

# Hand cards.
PLAYED: Final = 298  # occupations, minor improvements in front
HELD: Final = 300  # the same in the hand
GIFTS: Final = 302  # goods on the round spaces, but food, 9
LANDED: Final = 311  # the space whose own effect is still to come, one-hot, 36
FRONT: Final = 347  # cards in front, 96
HAND: Final = 443  # cards in the hand, 96
FRONT_LEFT: Final = 539  # for each card in front the rounds still to come, in which it may bring something
HAND_LEFT: Final = 635  # the same for each card in the hand
COUNT: Final = 731

_ZEROS: Final[vec[i64]] = numbers(COUNT, 0)


def features(state: Position, seat: Seat) -> vec[i64]:
    """The features of `seat`, all `COUNT` of them."""
    return _features(state, seat, _points(state))


def all_features(state: Position) -> list[vec[i64]]:
    """The features of every seat. Each is told the points of all, which take a while to count."""
    points = _points(state)
    found: list[vec[i64]] = []
    seat: Seat = 0
    while seat < state.players:
        found.append(_features(state, seat, points))
        seat += 1
    return found


def _points(state: Position) -> vec[i64]:
    """The points of every seat if the game ended now."""
    found = vec[i64](capacity=state.players)
    seat: Seat = 0
    while seat < state.players:
        found = append(found, scoring.total(state, seat))
        seat += 1
    return found


def _features(state: Position, seat: Seat, points: vec[i64]) -> vec[i64]:
    out = _ZEROS[:]
    pending: i64 = _pending_steps(state)
    out[POINTS] = points[seat]
    _game(state, seat, pending, out)
    _turn(state, seat, pending, out)
    _harvests(state, seat, pending, out)
    _family(state, seat, out)
    _goods(state, seat, out)
    _fields(state, seat, out)
    _majors(state, seat, out)
    _animals(state, seat, out)
    _farmyard(state, seat, out)
    _projects(state, seat, out)
    _food(state, seat, out)
    _board(state, seat, out)
    if out[TO_PLACE] > 0:
        _gains(state, out)
    _decision(state, seat, out)
    _others(state, seat, points, out)
    if state.facts.deck is not None:
        _cards(state, seat, out)
    return out


# --- the game and the turn ------------------------------------------------------------------------------


def _pending_steps(state: Position) -> i64:
    """The kinds of steps on the agenda, as bits."""
    found: i64 = 0
    for frame in state.agenda:
        found |= bit(step_of(frame))
    return found


def _game(state: Position, seat: Seat, pending: i64, out: vec[i64]) -> None:
    """How far the game has come. Of each round six parts of seven are its work, the last is what follows."""
    n: i64 = state.players
    refilling = pending & bit(s.REFILL) != 0
    placed: i64 = 0
    others: i64 = 0
    family: i64 = 0
    other: i64 = 0
    while other < n:
        people: i64 = i64(state.people[other])
        to_place: i64 = people if refilling else i64(state.at_home[other])
        family += people - i64(state.newborns[other])
        placed += to_place
        if other == seat:
            out[TO_PLACE] = to_place
        else:
            others += to_place
        other += 1
    out[OTHERS_TO_PLACE] = others
    parts: i64 = (f.ROUNDS - state.round) * 7
    if refilling:
        parts += 7
        out[PREPARING] = 1
    elif pending & bit(s.WORK) != 0:
        parts += 1 + (6 * placed + family - 1) // family
        out[WORKING] = 1
    elif pending != 0 and state.round > 0:
        parts += 1
    out[TO_COME] = (parts * 100 + 97) // 98
    if state.round > 0:
        out[ROUND + state.round - 1] = 1
    out[SEATS + n - 1] = 1
    left: i64 = out[TO_PLACE] + i64(state.people[seat]) * (f.ROUNDS - state.round)
    out[PLACEMENTS] = left
    if left < 4:
        out[LAST + left] = 1


def _turn(state: Position, seat: Seat, pending: i64, out: vec[i64]) -> None:
    n: i64 = state.players
    if state.to_play == seat:
        out[MY_TURN] = 1
    if state.start >= 0:
        out[ORDER] = (seat - state.start + n) % n
        if state.start == seat:
            out[STARTS] = 1
    if pending & bit(s.WORK) != 0 and pending & bit(s.REFILL) == 0 and out[TO_PLACE] > 0:
        next_seat: i64 = state.turn
        while next_seat != seat:
            if state.at_home[next_seat] > 0:
                out[BEFORE_ME] += 1
            next_seat = (next_seat + 1) % n


def _harvests(state: Position, seat: Seat, pending: i64, out: vec[i64]) -> None:
    """Phases of harvests to come; of the harvest of this round those that still are."""
    later: i64 = 0
    next_one: i64 = -1
    number: i64 = state.round + 1
    while number <= f.ROUNDS:
        if state.facts.harvest[number] == 1:
            later += 1
            if next_one < 0:
                next_one = number
        number += 1
    out[FEEDINGS] = later
    out[GATHERINGS] = later
    out[BREEDINGS] = later
    if state.round > 0 and state.facts.harvest[state.round] == 1:
        if pending & bit(s.RETURN_HOME) != 0 or _is_pending(state, s.FEED, seat):
            out[FEEDINGS] += 1
            next_one = state.round
        if pending & bit(s.RETURN_HOME) != 0 or _is_pending(state, s.FIELD_PHASE, seat):
            out[GATHERINGS] += 1
        if pending & bit(s.RETURN_HOME) != 0 or _is_pending(state, s.BREED, seat):
            out[BREEDINGS] += 1
    if next_one >= 0:
        out[HARVEST_IN + min(next_one - state.round, 3)] = 1


def _is_pending(state: Position, step: i64, argument: i64) -> bool:
    frame: i64 = pack_frame(step, argument)
    return any(found == frame for found in state.agenda)


# --- the family -----------------------------------------------------------------------------------------


def _family(state: Position, seat: Seat, out: vec[i64]) -> None:
    people: i64 = i64(state.people[seat])
    rooms: i64 = count_bits(state.rooms[seat])
    out[PEOPLE] = people
    out[NEWBORNS] = i64(state.newborns[seat])
    out[ROOM_COUNT] = rooms
    number: i64 = 3
    while number <= 5:
        if people >= number:
            out[THIRD_PERSON + number - 3] = 1
        if rooms >= number:
            out[THIRD_ROOM + number - 3] = 1
        number += 1
    places: i64 = rooms
    if state.facts.deck is not None:
        places += state.modifiers[seat * f.MODIFIERS + f.PEOPLE_PLACES]
    if people > places:
        out[HOMELESS] = people - places
    most: i64 = state.facts.max_people
    if people >= most:
        return
    out[MAY_GROW] = 1
    free: i64 = min(places, most) - people
    if free > 0:
        out[FREE_ROOM] = 1
        out[GROWTH] = f.ROUNDS - state.round
        _rivals(state, seat, out)
    if free > 1:
        out[FREE_ROOM + 1] = 1
    if out[TO_PLACE] > 0 and (
        (state.turned_up[f.URGENT_WISH - f.FIRST_CARD] > 0 and state.used_by[f.URGENT_WISH] == 0)
        or (
            free > 0 and state.turned_up[f.BASIC_WISH - f.FIRST_CARD] > 0 and state.used_by[f.BASIC_WISH] == 0
        )
    ):
        out[WISH] = 1


def _rivals(state: Position, seat: Seat, out: vec[i64]) -> None:
    """Who else is waiting for a Wish for Children, and may be there first."""
    place: i64 = 0
    while place < state.players:
        other: i64 = (max(state.start, 0) + place) % state.players
        if other == seat:
            out[RIVALS_FIRST] = out[RIVALS]
        elif i64(state.people[other]) < min(count_bits(state.rooms[other]), state.facts.max_people):
            out[RIVALS] += 1
        place += 1


# --- food -----------------------------------------------------------------------------------------------


def _food(state: Position, seat: Seat, out: vec[i64]) -> None:
    """The next feeding: what is needed, what is there, and what it takes to find the rest."""
    food: i64 = state.goods[seat * f.GOODS + f.FOOD]
    out[FOOD_NOW] = food
    out[BEGGING] = i64(state.begging[seat])
    feedings: i64 = out[FEEDINGS]
    if feedings == 0:
        return
    people: i64 = out[PEOPLE]
    wait: i64 = 0
    while out[HARVEST_IN + wait] == 0:
        wait += 1
    number: i64 = state.round + 1
    while number <= f.ROUNDS:
        lying: i64 = i64(state.promised[(seat * (f.ROUNDS + 1) + number) * f.GOODS + f.FOOD])
        out[PROMISED if number <= state.round + wait else PROMISED_LATER] += lying
        number += 1
    need: i64 = people * state.facts.adult_food
    out[NEEDED_IN_ALL] = need * feedings
    if wait == 0:
        need -= out[NEWBORNS] * (state.facts.adult_food - state.facts.newborn_food)
    out[NEEDED] = need
    food += out[PROMISED]
    out[SHORT_IN_ALL] = max(0, out[NEEDED_IN_ALL] - food - out[PROMISED_LATER])
    crops: i64 = out[SUPPLY + f.GRAIN] + out[GRAIN_RIPE]
    crops += (out[SUPPLY + f.VEGETABLE] + out[VEGETABLES_RIPE]) * out[COOKS]
    out[SHORT_AT_LAST] = max(0, out[SHORT_IN_ALL] - crops - _meat(out))
    if food >= need:
        out[LEFT_OVER] = food - need
        return
    _shortage(out, need - food, out[TO_PLACE] + people * wait)


def _shortage(out: vec[i64], short: i64, turns: i64) -> None:
    """What is missing at the next feeding, and where it could come from."""
    out[SHORT] = short
    crops: i64 = out[SUPPLY + f.GRAIN] + out[SUPPLY + f.VEGETABLE] * out[COOKS]
    if out[GATHERINGS] == out[FEEDINGS]:  # its field phase is still to come
        crops += out[GRAIN_FIELDS] + out[VEGETABLE_FIELDS] * out[COOKS]
    short = max(0, short - crops)
    out[SHORT_OF_CROPS] = short
    short = max(0, short - _meat(out))
    out[SHORT_OF_ALL] = short
    if short > 0:
        out[TURNS_TO_EAT] = turns
        out[STARVING] = max(0, short - 2 * turns)


def _meat(out: vec[i64]) -> i64:
    """The food that all animals would give."""
    return (
        out[SUPPLY + f.SHEEP] * out[COOKS + 1]
        + out[SUPPLY + f.BOAR] * out[COOKS + 2]
        + out[SUPPLY + f.CATTLE] * out[COOKS + 3]
    )


# --- goods and fields -----------------------------------------------------------------------------------


def _goods(state: Position, seat: Seat, out: vec[i64]) -> None:
    base: i64 = seat * f.GOODS
    good: Good = 0
    while good < f.FOOD:
        out[SUPPLY + good] = state.goods[base + good]
        good += 1
    _score(state, f.SCORE_SHEEP, out[SUPPLY + f.SHEEP], out)
    _score(state, f.SCORE_BOAR, out[SUPPLY + f.BOAR], out)
    _score(state, f.SCORE_CATTLE, out[SUPPLY + f.CATTLE], out)


def _score(state: Position, category: i64, count: i64, out: vec[i64]) -> None:
    """What so many of a category score, and what one more would add."""
    now: i64 = scoring.table(state, category, count)
    out[TABLE_POINTS + category] = now
    out[ONE_MORE + category] = scoring.table(state, category, count + 1) - now


def _fields(state: Position, seat: Seat, out: vec[i64]) -> None:
    harvests: i64 = out[GATHERINGS]
    left: i64 = state.fields[seat]
    while left != 0:
        crop: i64 = i64(state.crops[seat * f.FIELDS + lowest(left)])
        if crop == 0:
            out[EMPTY_FIELDS] += 1
        elif crop > f.PLANTED_VEGETABLES:
            crop -= f.PLANTED_VEGETABLES
            out[VEGETABLE_FIELDS] += 1
            out[VEGETABLES_SOWN] += crop
            out[VEGETABLES_RIPE] += min(crop, harvests)
        else:
            out[GRAIN_FIELDS] += 1
            out[GRAIN_SOWN] += crop
            out[GRAIN_RIPE] += min(crop, harvests)
        left &= left - 1
    tiles: i64 = scoring.field_tiles(state, seat)
    out[FIELD_TILES] = tiles
    _score(state, f.SCORE_FIELDS, tiles, out)
    grain: i64 = out[SUPPLY + f.GRAIN]
    vegetables: i64 = out[SUPPLY + f.VEGETABLE]
    _score(state, f.SCORE_GRAIN, grain + out[GRAIN_SOWN], out)
    _score(state, f.SCORE_VEGETABLES, vegetables + out[VEGETABLES_SOWN], out)
    out[FALLOW] = out[EMPTY_FIELDS] * harvests
    if harvests > 0:
        out[GRAIN_TO_SOW] = min(grain, out[EMPTY_FIELDS])
        out[VEGETABLES_TO_SOW] = min(vegetables, out[EMPTY_FIELDS])


# --- animals --------------------------------------------------------------------------------------------


def _animals(state: Position, seat: Seat, out: vec[i64]) -> None:
    places: i64 = 0
    at: i64 = seat * MAX_PASTURES
    while state.pastures[at] != 0:
        cells: i64 = state.pastures[at]
        room: i64 = housing.capacity(state, seat, cells)
        out[PASTURES] += 1
        out[FENCED] += count_bits(cells)
        places += room
        if room > out[LARGEST]:
            out[SECOND] = out[LARGEST]
            out[LARGEST] = room
        elif room > out[SECOND]:
            out[SECOND] = room
        at += 1
    _score(state, f.SCORE_PASTURES, out[PASTURES], out)
    out[SINGLES] = housing.single_places(state, seat)
    places += out[SINGLES]
    sheep: i64 = out[SUPPLY + f.SHEEP]
    boar: i64 = out[SUPPLY + f.BOAR]
    cattle: i64 = out[SUPPLY + f.CATTLE]
    out[SPARE] = max(0, places - sheep - boar - cattle)
    out[EXCESS] = max(0, sheep + boar + cattle - places)
    _room_for(state, seat, out)
    if out[BREEDINGS] > 0:
        _births(state, seat, out)
    out[FENCES_USED] = count_bits(state.fences[seat])
    out[NEXT_PASTURE] = _next_pasture(state, seat)


def _room_for(state: Position, seat: Seat, out: vec[i64]) -> None:
    """How many more of each kind of animals could be kept if no other came."""
    sheep: i64 = out[SUPPLY + f.SHEEP]
    boar: i64 = out[SUPPLY + f.BOAR]
    cattle: i64 = out[SUPPLY + f.CATTLE]
    spare: i64 = min(out[SPARE], 3)
    more: i64 = 1
    while more <= spare and housing.fits(state, seat, sheep + more, boar, cattle):
        out[ROOM_FOR] = more
        more += 1
    more = 1
    while more <= spare and housing.fits(state, seat, sheep, boar + more, cattle):
        out[ROOM_FOR + 1] = more
        more += 1
    more = 1
    while more <= spare and housing.fits(state, seat, sheep, boar, cattle + more):
        out[ROOM_FOR + 2] = more
        more += 1


def _births(state: Position, seat: Seat, out: vec[i64]) -> None:
    """The animals that the next breeding phase will bring, as far as they can be kept."""
    sheep: i64 = out[SUPPLY + f.SHEEP]
    boar: i64 = out[SUPPLY + f.BOAR]
    cattle: i64 = out[SUPPLY + f.CATTLE]
    if sheep >= 2:
        out[PAIR] = out[BREEDINGS]
        if out[ROOM_FOR] > 0:
            sheep += 1
            _birth(f.SCORE_SHEEP, out)
    if boar >= 2:
        out[PAIR + 1] = out[BREEDINGS]
        if out[ROOM_FOR + 1] > 0 and housing.fits(state, seat, sheep, boar + 1, cattle):
            boar += 1
            _birth(f.SCORE_BOAR, out)
    if cattle >= 2:
        out[PAIR + 2] = out[BREEDINGS]
        if out[ROOM_FOR + 2] > 0 and housing.fits(state, seat, sheep, boar, cattle + 1):
            _birth(f.SCORE_CATTLE, out)


def _birth(category: i64, out: vec[i64]) -> None:
    out[BIRTHS] += 1
    out[BIRTH_POINTS] += out[ONE_MORE + category]


def _next_pasture(state: Position, seat: Seat) -> i64:
    """5 less the fences that the cheapest further pasture of one space needs; 0 where there is none."""
    left: i64 = fences_left(state, seat)
    inside: i64 = fenced(state, seat)
    outside: i64 = ALL_CELLS & ~(state.rooms[seat] | state.fields[seat] | inside)
    if inside != 0:
        outside &= around(inside)
    best: i64 = 0
    cells: i64 = outside | inside
    while cells != 0:
        needed: i64 = count_bits(SHAPE_BORDER[lowest(cells)] & ~state.fences[seat])
        if 0 < needed <= left:  # no fence: it is a pasture of one space already
            best = max(best, 5 - needed)
        cells &= cells - 1
    return best


# --- the farmyard ---------------------------------------------------------------------------------------


def _farmyard(state: Position, seat: Seat, out: vec[i64]) -> None:
    house: i64 = i64(state.house[seat])
    if house > 0:
        out[CLAY_HOUSE + house - 1] = 1
    facts = state.facts
    out[RENOVATING] = (facts.room_points[f.OF_STONE] - facts.room_points[house]) * out[ROOM_COUNT]
    inside: i64 = fenced(state, seat)
    rooms: i64 = state.rooms[seat]
    fields: i64 = state.fields[seat] & ALL_CELLS
    stables: i64 = state.stables[seat]
    free: i64 = ALL_CELLS & ~(rooms | fields | stables | inside)
    out[UNUSED] = count_bits(free)
    out[ROOM_SITES] = count_bits(room_sites(state, seat))
    out[FIELD_SITES] = count_bits(field_sites(state, seat))
    out[SIDE_BY_SIDE] = count_bits(free & (free >> 1) & NOT_LAST_COLUMN) + count_bits(free & free >> COLUMNS)
    out[STABLE_COUNT] = count_bits(stables)
    out[STABLES_FENCED] = count_bits(stables & inside)
    out[MISPLACED] = count_bits(rooms & ~ROOM_ZONE)
    out[MISPLACED + 1] = count_bits(fields & ~FIELD_ZONE)
    out[MISPLACED + 2] = count_bits((inside | stables) & ~PASTURE_ZONE)


# --- what could be paid, and improvements ---------------------------------------------------------------


def _projects(state: Position, seat: Seat, out: vec[i64]) -> None:
    """How far the goods go, without what hand cards change of prices."""
    facts = state.facts
    house: i64 = i64(state.house[seat])
    have: i64 = out[SUPPLY + built_of(house)]
    reed: i64 = out[SUPPLY + f.REED]
    wood: i64 = out[SUPPLY + f.WOOD]
    rooms: i64 = out[ROOM_SITES]
    if facts.room_material > 0:
        rooms = min(rooms, have // facts.room_material)
    if facts.room_reed > 0:
        rooms = min(rooms, reed // facts.room_reed)
    out[ROOMS_PAID] = rooms
    if out[ROOM_SITES] > 0:
        out[ROOM_READY] = min(have, facts.room_material) * min(reed, facts.room_reed)
    if house < f.OF_STONE:
        material: i64 = out[ROOM_COUNT] * facts.renovation_material
        short: i64 = max(0, material - out[SUPPLY + built_of(house + 1)])
        short += max(0, facts.renovation_reed - reed)
        out[RENOVATION_SHORT] = short
        if short == 0:
            out[RENOVATION_PAID] = (facts.room_points[house + 1] - facts.room_points[house]) * out[ROOM_COUNT]
    fences: i64 = fences_left(state, seat)
    out[FENCES_PAID] = min(fences, wood // facts.fence_wood) if facts.fence_wood > 0 else fences
    stables: i64 = facts.max_stables - out[STABLE_COUNT]
    out[STABLES_PAID] = min(stables, wood // facts.stable_wood) if facts.stable_wood > 0 else stables
    if out[BAKERY] + out[OVEN] > 0:
        grain: i64 = improvements.bake_limit(state, seat)
        if grain > 0:
            out[BREAD] = improvements.bake_food(state, seat, grain)
        out[BREAD_LATER] = out[OVEN] + out[GRAIN_RIPE] * out[BAKERY]


def _majors(state: Position, seat: Seat, out: vec[i64]) -> None:
    """Which majors the seat has, which it could have, and what food its own make."""
    facts = state.facts
    out[COOKS] = improvements.RAW
    major: i64 = 0
    while major < f.MAJORS:
        owner: i64 = i64(state.owner[major])
        if owner == 0:
            out[ON_BOARD + major] = 1
            if can_pay(state, seat, facts.major_price[major]):
                out[PAID + major] = 1
                out[BEST_PAID] = max(out[BEST_PAID], i64(facts.major_points[major]))
        elif owner == seat + 1:
            out[OWNED + major] = 1
            _own_major(state, seat, major, out)
        major += 1
    if out[COOKS + 1] > 0:
        out[KITCHEN] = out[FEEDINGS]


def _own_major(state: Position, seat: Seat, major: i64, out: vec[i64]) -> None:
    facts = state.facts
    kind: i64 = 0
    while kind < 4:
        out[COOKS + kind] = max(out[COOKS + kind], i64(facts.cooks[major * f.GOODS + f.VEGETABLE + kind]))
        kind += 1
    rate: i64 = i64(facts.bakes[major])
    if rate > 0 and facts.bakes_at_once[major] == 0:
        out[BAKERY] = max(out[BAKERY], rate)
    elif rate > 0:
        out[OVEN] += rate * i64(facts.bakes_up_to[major])
    if facts.craft_food[major] > 0:
        out[CRAFTS] += out[FEEDINGS]
        if state.crafted[seat] & bit(major) != 0:
            out[CRAFTS] -= 1


# --- the board ------------------------------------------------------------------------------------------


def _board(state: Position, seat: Seat, out: vec[i64]) -> None:
    """Goods that lie there, and the other spaces that are free while this seat has people to place."""
    facts = state.facts
    placing = out[TO_PLACE] > 0
    space: i64 = 0
    while space < f.SPACES:
        if facts.accumulates[space] > 0:
            out[BOARD + space] = i64(state.pile[space])
        elif placing and in_play(state, space) and not is_occupied(state, space):
            out[BOARD + space] = 1
        space += 1
    card: i64 = 0
    while card < f.CARDS:
        if state.turned_up[card] > 0:
            out[TURNED_UP + card] = 1
        card += 1


def _gains(state: Position, out: vec[i64]) -> None:
    """What the best spaces would bring at once: for the end of the game, when nothing else counts."""
    facts = state.facts
    _may_gain(out, f.GRAIN_SEEDS, out[ONE_MORE + f.SCORE_GRAIN])
    _may_gain(out, f.VEGETABLE_SEEDS, out[ONE_MORE + f.SCORE_VEGETABLES])
    _may_gain(out, f.SHEEP_MARKET, _herd_gain(state, out, f.SHEEP_MARKET, 0))
    _may_gain(out, f.PIG_MARKET, _herd_gain(state, out, f.PIG_MARKET, 1))
    _may_gain(out, f.CATTLE_MARKET, _herd_gain(state, out, f.CATTLE_MARKET, 2))
    _may_gain(out, f.MAJOR_IMPROVEMENT, out[BEST_PAID])
    _may_gain(out, f.HOUSE_REDEVELOPMENT, out[RENOVATION_PAID])
    _may_gain(out, f.FARM_REDEVELOPMENT, out[RENOVATION_PAID])
    rooms: i64 = out[ROOMS_PAID] * (facts.room_points[out[CLAY_HOUSE] + 2 * out[STONE_HOUSE]] + 1)
    _may_gain(out, f.FARM_EXPANSION, rooms + min(out[STABLES_PAID], out[UNUSED]))
    if out[FIELD_SITES] > 0:
        _may_gain(out, f.FARMLAND, out[ONE_MORE + f.SCORE_FIELDS] - facts.unused_points)
        _may_gain(out, f.CULTIVATION, out[ONE_MORE + f.SCORE_FIELDS] - facts.unused_points)
    if out[FENCES_PAID] + out[NEXT_PASTURE] >= 5:
        _may_gain(out, f.FENCING, out[ONE_MORE + f.SCORE_PASTURES] - facts.unused_points)
    if out[WISH] > 0:
        _may_gain(out, f.BASIC_WISH, facts.person_points)
        _may_gain(out, f.URGENT_WISH, facts.person_points)


def _herd_gain(state: Position, out: vec[i64], market: i64, kind: i64) -> i64:
    """What the animals on a market would add to the points."""
    animals: i64 = out[SUPPLY + f.SHEEP + kind] + min(out[BOARD + market], out[ROOM_FOR + kind])
    return scoring.table(state, f.SCORE_SHEEP + kind, animals) - out[TABLE_POINTS + f.SCORE_SHEEP + kind]


def _may_gain(out: vec[i64], space: i64, gain: i64) -> None:
    """Remember what a space brings if it is free and among the best two."""
    if out[BOARD + space] == 0 or gain <= out[BEST_GAIN + 1]:
        return
    if gain > out[BEST_GAIN]:
        out[BEST_GAIN + 1] = out[BEST_GAIN]
        out[BEST_GAIN] = gain
    else:
        out[BEST_GAIN + 1] = gain


# --- what is being decided ------------------------------------------------------------------------------


def _decision(state: Position, seat: Seat, out: vec[i64]) -> None:
    """What the seat may still do of what it is doing; frames of other seats are passed over."""
    at: i64 = len(state.agenda) - 1
    while at >= 0:
        frame: i64 = state.agenda[at]
        step: i64 = step_of(frame)
        argument: i64 = argument_of(frame)
        if step in (s.WORK, s.RETURN_HOME):
            break
        if step == s.FEED:
            if argument == seat:
                out[FEEDING] = 1
        elif step == s.HOUSE:
            if seat_in(argument) == seat:
                out[HOUSING] = 2 if argument >= MAY_COOK else 1
        elif step == s.MENU and state.active == seat:
            _parts(argument, out)
        elif step == s.CHOOSE and state.active == seat:
            out[CHOOSING] = 1
        elif step == s.USE and state.active == seat:
            out[LANDED + argument] = 1
        elif step in (s.EXCHANGES, s.OFFER, s.ASK, s.PAYMENT, s.AGAIN) and state.to_play == seat:
            out[ASKED] = 1
        elif step == s.WINDOW and state.to_play == seat and at == len(state.agenda) - 1:
            out[ASKED] = 1  # one below waits for the end of the harvest, perhaps for another seat
        if s.RUN_BY[step] == s.OF_ACTION and state.active == seat:
            out[ACTING] = 1
        at -= 1


def _parts(argument: i64, out: vec[i64]) -> None:
    """The parts of a MENU, each as far as it can be taken now."""
    parts: i64 = open_parts(argument) | current_part(argument)
    part: i64 = 0
    while part < p.PARTS:
        if parts & bit(part) != 0:
            out[PART + part] = 1
        part += 1
    if parts & p.ROOMS != 0:
        out[PART] = out[ROOMS_PAID]
    if parts & p.STABLES != 0:
        out[PART + 1] = out[STABLES_PAID]
    if parts & p.SOWING != 0:
        out[PART + 4] = out[GRAIN_TO_SOW]
        out[SOW_VEGETABLES] = out[VEGETABLES_TO_SOW]
    if parts & p.BAKING != 0:
        out[PART + 5] = out[BREAD]
    if parts & p.FENCES != 0:
        out[PART + 6] = out[FENCES_PAID]
        out[FREE_FENCES] = extra_of(argument)
    if parts & p.RENOVATION != 0:
        out[PART + 11] = out[RENOVATION_PAID]
    if parts & p.IMPROVEMENT != 0:
        out[PART + 7] = out[BEST_PAID]
        major: i64 = 0
        while major < f.MAJORS:
            out[IMPROVE + major] = out[PAID + major]
            major += 1


# --- the others -----------------------------------------------------------------------------------------


def _others(state: Position, seat: Seat, points: vec[i64], out: vec[i64]) -> None:
    place: i64 = 1
    while place < state.players:
        other: i64 = (seat + place) % state.players
        at: i64 = OTHERS + (place - 1) * OTHER
        out[at] = points[other]
        _other(state, other, out, at)
        place += 1


def _other(state: Position, other: i64, out: vec[i64], at: i64) -> None:
    """After the points: people, people to place, free rooms, food above and below what is needed, wood, clay,
    reed, stone, can cook, decides now."""
    goods: i64 = other * f.GOODS
    people: i64 = i64(state.people[other])
    out[at + 1] = people
    out[at + 2] = people if out[PREPARING] == 1 else i64(state.at_home[other])
    out[at + 3] = min(count_bits(state.rooms[other]), state.facts.max_people) - people
    food: i64 = state.goods[goods + f.FOOD] - people * state.facts.adult_food
    out[at + 4] = max(0, food)
    out[at + 5] = max(0, -food)
    good: Good = 0
    while good <= f.STONE:
        out[at + 6 + good] = state.goods[goods + good]
        good += 1
    if improvements.cook_rate(state, other, f.SHEEP) > 0:
        out[at + 10] = 1
    if state.to_play == other:
        out[at + 11] = 1


# --- hand cards -----------------------------------------------------------------------------------------


def _cards(state: Position, seat: Seat, out: vec[i64]) -> None:
    deck = deck_of(state)
    assert deck is not None
    left: i64 = f.ROUNDS - state.round
    at: i64 = seat * f.MAX_FRONT
    while state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        out[PLAYED if deck.kind[card] == f.OCCUPATION else PLAYED + 1] += 1
        if card < BOX:
            out[FRONT + card] = 1
            out[FRONT_LEFT + card] = left
        at += 1
    out[HELD] = i64(state.in_hands[seat * 2])
    out[HELD + 1] = i64(state.in_hands[seat * 2 + 1])
    held: i64 = f.IN_HAND + seat
    card = 0
    while card < min(deck.size, BOX):
        if i64(state.where[card]) == held:
            out[HAND + card] = 1
            out[HAND_LEFT + card] = left
        card += 1
    if given_back.has_redrawn(state, seat):
        _stand_ins(state, seat, deck, out)
    number: i64 = state.round + 1
    while number <= f.ROUNDS:
        gifts: i64 = (seat * (f.ROUNDS + 1) + number) * f.GOODS
        good: Good = 0
        while good < f.FOOD:
            out[GIFTS + good] += i64(state.promised[gifts + good])
            good += 1
        number += 1


def _stand_ins(state: Position, seat: Seat, deck: Deck, out: vec[i64]) -> None:
    """Make the hand full again of which cards were given back, for those who know full hands only."""
    worths = worths_of(deck)
    kind: i64 = 0
    while kind < 2:
        coming: i64 = given_back.left_to_deal(state, seat, kind)
        lacking: i64 = min(state.facts.hand_of(seat, kind), 1)
        out[HELD + kind] += coming + lacking
        _stand_in(out, worths.lacking[kind], lacking)
        _stand_in(out, worths.average[kind], coming)
        kind += 1


def _stand_in(out: vec[i64], cards: vec[i64], n: i64) -> None:
    """Put the first `n` of these cards into the hand that the seat has not seen in its own."""
    for card in cards:
        if n > 0 and out[HAND + card] == 0 and out[FRONT + card] == 0:
            out[HAND + card] = 1
            out[HAND_LEFT + card] = f.ROUNDS
            n -= 1
