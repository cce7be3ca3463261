"""What a seat has is worth, roughly, whatever is being decided.

Everything is in hundredths of a point. Points made count, the nearer the end the more exactly; goods,
rooms, fields and pastures count for what they may still become, food for the harvests to come, and
hand cards for what they usually bring (`card_worths.py`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.agenda import pack_frame, step_of
from farmtable.core.aliases import Seat
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.agricola.evaluation.card_worths import Worths, lasts, worths_of
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.moments import PLACING, TURN_ENDS
from farmtable.games.agricola.position.steps import (
    BREED,
    END_ROUND,
    FEED,
    FIELD_PHASE,
    PREPARE,
    RETURN_HOME,
    TURN_UP,
)
from farmtable.games.agricola.rules import given_back, housing, improvements, playing, scoring
from farmtable.games.agricola.rules.card import Deck, deck_of
from farmtable.games.agricola.rules.farmyard import (
    MAX_PASTURES,
    empty_fields,
    fenced,
    fences_left,
)
from farmtable.games.agricola.rules.parts.house import built_of

# --- weights, in hundredths of a point ------------------------------------------------------------------
#
# Found by some 450 small tournaments of greedy players with one to four seats, changing a few weights
# at a time and keeping what raised the mean score.

# Family.
PLACEMENT: Final = 384  # what a person does in one round
GROWTH_ROUND: Final = 77  # the same less what it eats: for people that a free room may still bring
GROWTH_CHANCE: Final = 108  # percent of that, for a first free room
SECOND_CHANCE: Final = 63  # percent of that, for a second one
FIRST_WISH: Final = 7  # the round in which families may grow at last, on average
CROWD: Final = 6  # percent less for each other seat that wants to grow as well
FIRST_CHOICE: Final = 37  # to be the starting player with a room free, when only one family can grow
TOKEN: Final = 18  # to be the starting player

# Food.
MEAL: Final = 70  # a missing food, while there is time to find it
HUNGER: Final = 327  # what it costs more, once it can no longer be found
FOOD_A_TURN: Final = 17  # tenths of a food that a person finds when it has to
FOOD_WITH_CARDS: Final = 22  # the same in games with hand cards
COOKED_WITH_CARDS: Final = 8  # and so many more with a kitchen
MARKER: Final = 150  # each point of a begging marker: who has anything to eat shall not beg
CROP_EATEN: Final = 6  # a food that crops must give
ANIMAL_EATEN: Final = 11  # a food that animals must give
LEFTOVER: Final = 2  # a food that nobody will eat

# Goods to build with: those a plan needs, and others.
WOOD_FOR_ROOM: Final = 32
WOOD_FOR_FENCES: Final = 48
WOOD_MORE: Final = 37
CLAY_FIRST: Final = 64
CLAY_MORE: Final = 40
REED_FIRST: Final = 84
REED_MORE: Final = 31
STONE_FIRST: Final = 103
STONE_MORE: Final = 60
ROOM_READY: Final = 45  # percent of its worth, for a room when everything for it is there
FADING: Final = 3  # turns left at which such goods are worth half

# Fields.
SEED: Final = 27  # a crop in the supply, besides what it scores
BAKEABLE: Final = 13  # a food more that a grain would give in the oven
SOWABLE: Final = 24  # a seed with an empty field to sow it on, for each harvest up to three
EMPTY_FIELD: Final = 4  # an empty field, for each harvest

# Animals.
BIRTH: Final = 109  # percent of its points for an animal still to be born
CAPACITY: Final = 30  # a place for one more animal
CAPACITIES: Final = 3  # places that count

# Improvements.
BAKERY: Final = 3  # a food of a batch, for each round left
CRAFT: Final = 36  # a craft building, for each harvest

# Hand cards.
LATER: Final = 200  # what a person brings who can still be placed
HELD: Final = 10  # percent of what a card in the hand would bring
HELD_BACK: Final = 5  # the same where its requirements are not met
IN_USE: Final = 150  # percent of what a card in front usually brings
PROMISED: Final = (35, 38, 60, 70, 50, 90, 60, 80, 120)  # each good on a round space

USED_SPACE: Final = 15  # percent of its point that a used space counts in the beginning
OUT_OF_PLACE: Final = 15  # a tile where another kind would stand better

# Where tiles stand best: rooms in the first columns, then fields, pastures in the last two.
ROOM_ZONE: Final = 0x0C63
FIELD_ZONE: Final = 0x18C6
PASTURE_ZONE: Final = 0x6318


def worth(state: Position, seat: Seat) -> i64:
    """The worth of everything a seat has, whatever is being decided."""
    turns: i64 = turns_left(state, seat)
    return (
        family_worth(state, seat)
        + food_worth(state, seat)
        + goods_worth(state, seat) * turns // (turns + FADING)
        + field_worth(state, seat)
        + animal_worth(state, seat, turns)
        + improvement_worth(state, seat)
        + farmyard_worth(state, seat)
        + card_worth(state, seat)
        + scoring.begging_points(state, seat) * MARKER
    )


def people_to_place(state: Position, seat: Seat) -> i64:
    """The people a seat has still to place in this round."""
    for frame in state.agenda:
        if step_of(frame) == PREPARE:
            return i64(state.people[seat])
    return i64(state.at_home[seat])


def turns_left(state: Position, seat: Seat) -> i64:
    """How many people a seat of its present size will still place."""
    return people_to_place(state, seat) + i64(state.people[seat]) * (f.ROUNDS - state.round)


def rounds_to_come(state: Position) -> i64:
    """How many rounds there will still be after the one under way.

    Of two positions one action apart none may count a round more: so a round is not under way before
    its card is turned up, and it is over when nobody is left to place and the next card is certain.
    """
    at: i64 = 0
    while at < len(state.agenda):
        step: i64 = step_of(state.agenda[at])
        if step == TURN_UP:
            return f.ROUNDS - state.round + 1
        if step == END_ROUND:
            break
        at += 1
    seat: Seat = 0
    while at == len(state.agenda) and seat < state.players:
        if state.at_home[seat] > 0:
            return f.ROUNDS - state.round
        seat += 1
    return f.ROUNDS - state.round - (1 if is_next_card_certain(state) else 0)


def is_next_card_certain(state: Position) -> bool:
    """Whether the card of the next round comes without any chance: the last of its stage, or one ordered."""
    number: i64 = state.round + 1
    if number >= f.ROUNDS or state.facts.chosen_order:
        return number <= f.ROUNDS
    return state.facts.stage_in[number] != state.facts.stage_in[number + 1]


def next_phase(state: Position, step: i64, argument: i64) -> i64:
    """The first round whose harvest, if it has one, still has the phase `step` to come."""
    for frame in state.agenda:
        if step_of(frame) == RETURN_HOME or frame == pack_frame(step, argument):
            return state.round
    return state.round + 1


def harvests_from(state: Position, number: i64) -> i64:
    """How many harvests there are from a round on."""
    found: i64 = 0
    while number <= f.ROUNDS:
        found += i64(state.facts.harvest[number])
        number += 1
    return found


def points(state: Position, category: i64, count: i64) -> i64:
    """What so many of a category score: at the end exactly, early in the game half way to one more."""
    column: i64 = category * f.SCORE_COLUMNS + min(count, f.SCORE_COLUMNS - 1)
    more: i64 = category * f.SCORE_COLUMNS + min(count + 1, f.SCORE_COLUMNS - 1)
    score = state.facts.score
    return (
        (score[column] * (f.ROUNDS + state.round) + score[more] * (f.ROUNDS - state.round)) * 50 // f.ROUNDS
    )


# --- family and food ------------------------------------------------------------------------------------


def family_worth(state: Position, seat: Seat) -> i64:
    """People, what they will do, and free rooms for more of them."""
    total: i64 = i64(state.people[seat]) * (
        state.facts.person_points * 100 + rounds_to_come(state) * PLACEMENT
    )
    free: i64 = free_rooms(state, seat)
    if free > 0:
        total += room_worth(state, 1)
    if free > 1:
        total += room_worth(state, 2)
    if state.start == seat and state.round < f.ROUNDS:
        total += TOKEN + (FIRST_CHOICE if free > 0 else 0)
    return total


def free_rooms(state: Position, seat: Seat) -> i64:
    """Rooms, and places on cards, for people still to come."""
    places: i64 = count_bits(state.rooms[seat])
    if state.facts.deck is not None:
        places += state.modifiers[seat * f.MODIFIERS + f.PEOPLE_PLACES]
    return min(places, state.facts.max_people) - i64(state.people[seat])


def room_worth(state: Position, number: i64) -> i64:
    """What the first or second free room may still bring."""
    grown: i64 = state.round + number
    if state.turned_up[f.BASIC_WISH - f.FIRST_CARD] == 0:
        grown = max(grown, FIRST_WISH)
    if grown > f.ROUNDS:
        return 0
    chance: i64 = (GROWTH_CHANCE if number == 1 else SECOND_CHANCE) - CROWD * (state.players - 1)
    return (state.facts.person_points * 100 + (f.ROUNDS - grown) * GROWTH_ROUND) * chance // 100


def food_worth(state: Position, seat: Seat) -> i64:
    """What it costs to feed the family at all harvests to come: little where food lies ready, much where it
    can hardly be found in time."""
    people: i64 = i64(state.people[seat])
    stock: i64 = state.goods[seat * f.GOODS + f.FOOD]
    crops: i64 = edible(state, seat, f.GRAIN, f.VEGETABLE)
    animals: i64 = edible(state, seat, f.SHEEP, f.CATTLE)
    turns: i64 = people_to_place(state, seat)
    found: i64 = FOOD_A_TURN
    if state.facts.deck is not None:
        found = FOOD_WITH_CARDS + (COOKED_WITH_CARDS if has_kitchen(state, seat) else 0)
    feeding: i64 = next_phase(state, FEED, seat)
    gathering: i64 = next_phase(state, FIELD_PHASE, 0)
    gathered: i64 = 0
    missing: i64 = 0
    total: i64 = 0
    number: i64 = state.round
    while number <= f.ROUNDS:
        if number > state.round:
            turns += people
            stock += i64(state.promised[(seat * (f.ROUNDS + 1) + number) * f.GOODS + f.FOOD])
        if state.facts.harvest[number] == 1 and number >= feeding:
            if number >= gathering:
                crops += ripe(state, seat, gathered)
                gathered += 1
            need: i64 = people * state.facts.adult_food
            if number == state.round:
                need -= i64(state.newborns[seat]) * (state.facts.adult_food - state.facts.newborn_food)
            short: i64 = max(0, need - stock)
            stock = max(0, stock - need)
            crops_eaten: i64 = min(short, crops)
            crops -= crops_eaten
            animals_eaten: i64 = min(short - crops_eaten, animals)
            animals -= animals_eaten
            short -= crops_eaten + animals_eaten
            missing += short
            total -= (
                crops_eaten * CROP_EATEN
                + animals_eaten * ANIMAL_EATEN
                + short * hunger(state, missing, turns * found)
            )
        number += 1
    return total + stock * LEFTOVER


def hunger(state: Position, missing: i64, found: i64) -> i64:
    """What each missing food costs where so many tenths of a food can be found in time."""
    if found == 0:
        return -state.facts.begging_points * MARKER
    if missing * 10 >= found:
        return MEAL + HUNGER
    ratio: i64 = missing * 1000 // found
    return MEAL + HUNGER * (ratio * ratio // 100) * (ratio * ratio // 100) // 10_000


def edible(state: Position, seat: Seat, first: i64, last: i64) -> i64:
    """The food that a seat's goods from one kind to another would give now."""
    food: i64 = 0
    good: Good = first
    while good <= last:
        n: i64 = state.goods[seat * f.GOODS + good]
        if n > 0:
            food += n * improvements.cook_rate(state, seat, good)
        good += 1
    return food


def ripe(state: Position, seat: Seat, harvests: i64) -> i64:
    """The food that the fields give at the harvest after so many others, eaten raw."""
    food: i64 = 0
    left: i64 = state.fields[seat]
    while left != 0:
        crop: i64 = i64(state.crops[seat * f.FIELDS + lowest(left)])
        if crop > f.PLANTED_VEGETABLES:
            crop -= f.PLANTED_VEGETABLES
        if crop > harvests:
            food += 1
        left &= left - 1
    return food


# --- goods to build with ------------------------------------------------------------------------------


def goods_worth(state: Position, seat: Seat) -> i64:
    """Wood, clay, reed and stone, as far as the farm can use them."""
    facts = state.facts
    house: i64 = i64(state.house[seat])
    rooms: i64 = count_bits(state.rooms[seat])
    growing = rooms < facts.max_people and state.round < 12
    material: i64 = facts.room_material if growing else 0
    reed: i64 = (facts.room_reed if growing else 0) + (facts.renovation_reed if house < f.OF_STONE else 0)
    wood: i64 = state.goods[seat * f.GOODS + f.WOOD]
    for_room: i64 = min(wood, material if house == f.WOODEN else 0)
    for_fences: i64 = min(wood - for_room, fences_left(state, seat))
    total: i64 = (
        for_room * WOOD_FOR_ROOM + for_fences * WOOD_FOR_FENCES + (wood - for_room - for_fences) * WOOD_MORE
    )
    clay: i64 = (material if house == f.OF_CLAY else 0) + (rooms if house == f.WOODEN else 0)
    if not has_kitchen(state, seat):
        clay += 3
    total += priced(state.goods[seat * f.GOODS + f.CLAY], clay, CLAY_FIRST, CLAY_MORE)
    total += priced(state.goods[seat * f.GOODS + f.REED], reed, REED_FIRST, REED_MORE)
    stone: i64 = 3 + (rooms if house == f.OF_CLAY else 0)
    total += priced(state.goods[seat * f.GOODS + f.STONE], stone, STONE_FIRST, STONE_MORE)
    free: i64 = free_rooms(state, seat)
    if growing and free < 2 and facts.room_material > 0 and facts.room_reed > 0:
        have: i64 = min(state.goods[seat * f.GOODS + built_of(house)], facts.room_material)
        reeds: i64 = min(state.goods[seat * f.GOODS + f.REED], facts.room_reed)
        ready: i64 = room_worth(state, max(free, 0) + 1) * ROOM_READY // 100
        total += ready * have * reeds // (facts.room_material * facts.room_reed)
    return total


def priced(count: i64, wanted: i64, first: i64, more: i64) -> i64:
    """So many of a good, of which the first few are wanted."""
    return count * first if count <= wanted else wanted * first + (count - wanted) * more


# --- fields ---------------------------------------------------------------------------------------------


def field_worth(state: Position, seat: Seat) -> i64:
    """Fields, crops, and seeds for empty fields."""
    grain: i64 = state.goods[seat * f.GOODS + f.GRAIN]
    vegetables: i64 = state.goods[seat * f.GOODS + f.VEGETABLE]
    harvests: i64 = harvests_from(state, next_phase(state, FIELD_PHASE, 0))
    empty: i64 = count_bits(empty_fields(state, seat))
    total: i64 = (
        points(state, f.SCORE_FIELDS, scoring.field_tiles(state, seat))
        + points(state, f.SCORE_GRAIN, scoring.grain_total(state, seat))
        + points(state, f.SCORE_VEGETABLES, scoring.vegetable_total(state, seat))
        + empty * harvests * EMPTY_FIELD
        + min(empty, grain + vegetables) * min(harvests, 3) * SOWABLE
    )
    if harvests > 0:
        baked_once: i64 = improvements.bake_limit(state, seat)
        total += (grain + vegetables) * SEED
        total += (improvements.bake_food(state, seat, baked_once) - baked_once) * BAKEABLE
    return total


# --- pastures and animals ---------------------------------------------------------------------------


def animal_worth(state: Position, seat: Seat, turns: i64) -> i64:
    """Pastures, the animals that can stay, those to be born, and places for more."""
    base: i64 = seat * f.GOODS
    sheep: i64 = state.goods[base + f.SHEEP]
    boar: i64 = state.goods[base + f.BOAR]
    cattle: i64 = state.goods[base + f.CATTLE]
    total: i64 = points(state, f.SCORE_PASTURES, scoring.pasture_count(state, seat))
    while not housing.fits(state, seat, sheep, boar, cattle):
        # Those of which one has most go; what they give as food counts a little.
        if sheep >= boar and sheep >= cattle:
            sheep -= 1
            total += improvements.cook_rate(state, seat, f.SHEEP) * ANIMAL_EATEN
        elif boar >= cattle:
            boar -= 1
            total += improvements.cook_rate(state, seat, f.BOAR) * ANIMAL_EATEN
        else:
            cattle -= 1
            total += improvements.cook_rate(state, seat, f.CATTLE) * ANIMAL_EATEN
    total += herd_points(state, sheep, boar, cattle) * (100 - BIRTH) // 100
    harvests: i64 = harvests_from(state, next_phase(state, BREED, seat))
    while harvests > 0:
        more_sheep: i64 = 1 if sheep >= 2 and housing.fits(state, seat, sheep + 1, boar, cattle) else 0
        sheep += more_sheep
        more_boar: i64 = 1 if boar >= 2 and housing.fits(state, seat, sheep, boar + 1, cattle) else 0
        boar += more_boar
        more_cattle: i64 = 1 if cattle >= 2 and housing.fits(state, seat, sheep, boar, cattle + 1) else 0
        cattle += more_cattle
        if more_sheep + more_boar + more_cattle == 0:
            break
        harvests -= 1
    total += herd_points(state, sheep, boar, cattle) * BIRTH // 100
    places: i64 = housing.single_places(state, seat)
    at: i64 = seat * MAX_PASTURES
    while state.pastures[at] != 0:
        places += housing.capacity(state, seat, state.pastures[at])
        at += 1
    spare: i64 = max(0, min(places - sheep - boar - cattle, CAPACITIES))
    return total + spare * CAPACITY * turns // (turns + FADING)


def herd_points(state: Position, sheep: i64, boar: i64, cattle: i64) -> i64:
    return (
        points(state, f.SCORE_SHEEP, sheep)
        + points(state, f.SCORE_SHEEP + 1, boar)
        + points(state, f.SCORE_SHEEP + 2, cattle)
    )


# --- hand cards -----------------------------------------------------------------------------------------


def card_worth(state: Position, seat: Seat) -> i64:
    """Points of hand cards, what those in front and in the hand may bring, and goods on round spaces."""
    deck = deck_of(state)
    if deck is None:
        return 0
    rounds: i64 = rounds_to_come(state)
    worths = worths_of(deck)
    total: i64 = (scoring.card_points(state, seat) + scoring.bonus_points(state, seat)) * 100
    total += promised_worth(state, seat)
    at: i64 = seat * f.MAX_FRONT
    while state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        if lasts(state, seat, worths.condition[card], i64(state.counters[at])):
            total += worths.rate[card] * rounds * IN_USE // 100
        at += 1
    if HELD > 0:
        total += hand_worth(state, seat, deck, rounds)
    if state.listening[seat] & (bit(PLACING) | bit(TURN_ENDS)) != 0 and has_placed(state, seat):
        total += i64(state.at_home[seat]) * LATER  # a card may bring another home, or send two at once
    if state.keeps[seat] > 0:
        total += worths.rate[i64(state.keeps[seat]) - 1] * f.ROUNDS * IN_USE // 100  # in the next game
    return total


def hand_worth(state: Position, seat: Seat, deck: Deck, rounds: i64) -> i64:
    """What the cards in the hand may still bring, once they are played."""
    worths = worths_of(deck)
    total: i64 = 0
    card: i64 = 0
    while card < deck.size:
        if i64(state.where[card]) == f.IN_HAND + seat:
            total += held_worth(state, seat, deck, worths, card, rounds)
        card += 1
    if state.facts.redraws and state.round == 0:
        total += hand_to_come(state, seat, deck, worths, rounds)
    return total // 100


def held_worth(state: Position, seat: Seat, deck: Deck, worths: Worths, card: i64, rounds: i64) -> i64:
    """What a card may bring that a seat holds, in hundredths of what `hand_worth` counts."""
    held: i64 = HELD if playing.meets_requirements(state, deck, seat, card) else HELD_BACK
    return held * (worths.rate[card] * rounds + deck.points[card] * 100)


def hand_to_come(state: Position, seat: Seat, deck: Deck, worths: Worths, rounds: i64) -> i64:
    """The same of cards that a seat is still to be dealt: each like those on average that it does not see.

    Those in other hands count, too: the seat cannot tell them from those in the box.
    """
    total: i64 = 0
    kind: i64 = 0
    while kind < 2:
        n: i64 = given_back.left_to_deal(state, seat, kind)
        found: i64 = 0
        unseen: i64 = 0
        card: i64 = 0
        while n > 0 and card < deck.size:
            where: i64 = i64(state.where[card])
            if where < f.IN_FRONT and where != f.IN_HAND + seat and deck.kind[card] == kind:
                found += held_worth(state, seat, deck, worths, card, rounds)
                unseen += 1
            card += 1
        if unseen > 0:
            total += n * found // unseen
        kind += 1
    return total


def has_placed(state: Position, seat: Seat) -> bool:
    """Whether a seat has placed anybody in the round under way."""
    return any(i64(used) == seat + 1 for used in state.used_by)


def promised_worth(state: Position, seat: Seat) -> i64:
    """Goods on the round spaces still ahead, but for food: the sooner they come the better."""
    people: i64 = i64(state.people[seat])
    total: i64 = 0
    number: i64 = state.round + 1
    while number <= f.ROUNDS:
        at: i64 = (seat * (f.ROUNDS + 1) + number) * f.GOODS
        turns: i64 = people * (f.ROUNDS + 1 - number)
        good: Good = 0
        while good < f.FOOD:
            if state.promised[at + good] > 0:
                total += i64(state.promised[at + good]) * PROMISED[good] * turns // (turns + FADING)
            good += 1
        number += 1
    return total


# --- improvements and the farmyard --------------------------------------------------------------------


def has_kitchen(state: Position, seat: Seat) -> bool:
    """Whether a seat can cook animals."""
    return improvements.cook_rate(state, seat, f.SHEEP) > 0


def improvement_worth(state: Position, seat: Seat) -> i64:
    """Points of improvements, and the food they may still bring."""
    facts = state.facts
    rounds: i64 = f.ROUNDS - state.round
    harvests: i64 = harvests_from(state, next_phase(state, FEED, seat))
    total: i64 = scoring.improvement_points(state, seat) * 100
    total += scoring.craft_points(state, seat) * 100 * state.round // f.ROUNDS
    major: i64 = 0
    while major < f.MAJORS:
        if improvements.owns(state, seat, major):
            total += i64(facts.bakes[major]) * min(i64(facts.bakes_up_to[major]), 2) * rounds * BAKERY
            if facts.craft_food[major] > 0:
                total += harvests * CRAFT
        major += 1
    return total


def farmyard_worth(state: Position, seat: Seat) -> i64:
    """The house, stables and used spaces, and whether they stand in good places."""
    weight: i64 = USED_SPACE + (100 - USED_SPACE) * state.round // f.ROUNDS
    misplaced: i64 = (
        count_bits(state.rooms[seat] & ~ROOM_ZONE)
        + count_bits(state.fields[seat] & ~FIELD_ZONE)
        + count_bits((fenced(state, seat) | state.stables[seat]) & ~PASTURE_ZONE)
    )
    return (
        scoring.unused_spaces(state, seat) * state.facts.unused_points * weight
        + scoring.fenced_stables(state, seat) * state.facts.stable_points * 100
        + scoring.room_points(state, seat) * 100
        - misplaced * OUT_OF_PLACE
    )
