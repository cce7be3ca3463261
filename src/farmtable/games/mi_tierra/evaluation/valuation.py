"""What a position is worth to a seat, roughly: for greedy players, hints and the ends of searches.

Everything is in hundredths of money. What the seat's workers, wherever they stand, may be expected to
bring in this round goes into a *plan*: its goods and money as they will then be, in hundredths. The
plan is then valued: money, goods by what markets pay, and the farm for the rounds to come.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.agenda import unpack_frame
from farmtable.core.aliases import Seat, StepId
from farmtable.core.bits import bit
from farmtable.core.vectors import numbers
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position import steps as s
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import Cell, Good
from farmtable.games.mi_tierra.position.packed import (
    pack_worker,
    seat_in,
    seat_on,
    unpack_activation,
    unpack_arrival,
    unpack_generic_sale,
    unpack_offer,
    unpack_worker,
)
from farmtable.games.mi_tierra.rules import development, farm, housing, market, placing, scoring, zones

# --- weights, in hundredths of money where nothing else is said -------------------------------------------
#
# Found by some 50 small tournaments of greedy players with two seats, changing one weight at a time and
# keeping what won.

# The course of the game.
PACE: Final = 10  # tenths of a card that a seat takes off the piles in a round
FADING: Final = 6  # tenths of a round left at which goods are worth half

# Goods.
WORTH: Final = 160  # percent of the black market's price: what a good is worth
SURPLUS: Final = 52  # the same, for units that nobody will want for long
STOCK: Final = 2  # units of a good that can be sold well
CASH: Final = 51  # percent that money counts more as long as it is short
PURSE: Final = 1500  # money that pays for fees
SET: Final = 45  # percent of its gain, for what a cake or clothes are made of

# The round.
SECOND: Final = 400  # the second worker of a pair, who could do something else
FIRST: Final = 60  # a worker on the turn-order table
LOOK: Final = 100  # a look from the clock tower
RIVALS: Final = 85  # percent of its gain that a worker finds when its turn comes

# The rounds to come.
HAND: Final = 450  # what a worker brings in a round
INDUSTRY: Final = 42  # percent of a product, each round, for the animals that give it
ROOM: Final = 17  # a place for an animal, each round
FIELDS: Final = 45  # percent of what fields yield
ENOUGH: Final = 2500  # yield of fields at which more of them bring half
CARD: Final = 130  # percent of what a card brings
SHIELD: Final = 20  # each round, for the cards that protect

# A plan: goods first, all in hundredths.
MONEY: Final = f.GOODS
HANDS: Final = f.GOODS + 1  # workers
ROUNDS: Final = f.GOODS + 2  # still to come, in tenths
ROOMS: Final = f.GOODS + 3  # places for animals in barnyards to come
SLOTS: Final = f.GOODS + 4  # places for barnyards still free
YIELD: Final = f.GOODS + 5  # what fields to come add to what one worker on every field takes
MORE: Final = f.GOODS + 6  # anything else
PLAN: Final = f.GOODS + 7


def estimate(state: Position, seat: Seat) -> i64:
    """What the position is worth to `seat`, in hundredths of money."""
    if len(state.agenda) == 0:
        return scoring.total(state, seat) * 100 + scoring.pieces(state, seat) % state.facts.leftovers
    return worth(state, seat, planned(state, seat, rounds_to_come(state, seat)))


def rounds_to_come(state: Position, seat: Seat) -> i64:
    """How many rounds there will be after this one, in tenths.

    The game ends with the last of its permanent events, which lie in deck B somewhere. Cards that the
    seat saw in the clock tower count as if they had come: or whoever sells and so takes one of them would
    seem to make the game shorter, while nothing is known of any other card.
    """
    if state.ending:
        return 0
    missing: i64 = state.facts.last_permanent - state.permanents
    below: i64 = state.pile_a + state.pile_b
    of_a: i64 = state.pile_a
    for at, kind in enumerate(state.top):
        if kind >= 0 and (state.exact[at] | state.loose[at]) & bit(seat) != 0:
            below -= 1
            of_a -= 1 if state.facts.deck[kind] == 0 else 0
            if state.facts.type[kind] == f.EVENT:
                missing -= i64(state.facts.permanent[i64(state.facts.good[kind])])
    if missing <= 0:
        return 0
    cards: i64 = of_a + missing * (below - of_a + 1) // (missing + 1)
    return cards * 100 // (state.players * PACE)


# --- the plan: what this round will bring -----------------------------------------------------------------


def planned(state: Position, seat: Seat, rounds: i64) -> vec[i64]:
    """What the seat will have when this round is over, as far as it is under way, with `rounds` to come."""
    plan = numbers(PLAN, 0)
    good: Good = 0
    while good < f.GOODS:
        plan[good] = state.goods[seat * f.GOODS + good] * 100
        good += 1
    plan[MONEY] = state.money[seat] * 100
    plan[HANDS] = i64(state.workers[seat])
    plan[ROUNDS] = rounds
    slot: i64 = 0
    while slot < state.facts.slots:
        if state.barnyards[seat * f.MAX_SLOTS + slot] == 0:
            plan[SLOTS] += 1
        slot += 1
    if placing.stands_in(state, seat, f.TURN_ORDER):
        plan[MORE] += FIRST
    at: i64 = len(state.agenda)
    while at > 0:
        at -= 1
        step, argument = unpack_frame(state.agenda[at])
        expect(state, seat, plan, step, argument)
    return plan


def expect(state: Position, seat: Seat, plan: vec[i64], step: StepId, argument: i64) -> None:
    """Add what a step of the agenda will bring."""
    if step == s.ZONE:
        zone, first = unpack_activation(argument)
        expect_zone(state, seat, plan, zone, first)
    elif step in (s.DEVELOPING, s.FARMING, s.TRADING):
        if seat_in(argument) == seat:
            expect_turn(state, seat, plan, step)
    elif step == s.SELLING:
        expect_zone(state, seat, plan, f.MARKET, 0)
    elif state.active != seat:
        return
    elif step in (s.OFFERED, s.ROLLING):
        zone, _ = unpack_offer(argument)
        expect_worker(state, seat, plan, zone, state.pair, state.result if step == s.OFFERED else 0)
    elif step == s.ARRIVAL:
        animal, n = unpack_arrival(argument)
        arrive(state, seat, plan, f.SHEEP + animal, n * 100)
    elif step == s.GENERIC_SALE:
        kind, _ = unpack_generic_sale(argument)
        sell_generic(state, plan, kind)
    elif step == s.DROPPING:
        plan[MORE] += card_worth(state, seat, plan, argument)


def expect_zone(state: Position, seat: Seat, plan: vec[i64], zone: i64, first: i64) -> None:
    """What the seat's workers in a zone will bring, from the space that comes first on."""
    if zone == f.DEVELOPMENT:
        expect_turn(state, seat, plan, s.DEVELOPING)
    elif zone == f.FARM:
        expect_turn(state, seat, plan, s.FARMING)
    elif zone == f.BLACK_MARKET:
        for other in state.black:
            if other == seat:
                sell_black(state, plan)
    elif not placing.is_closed(state, zone):
        space: i64 = first
        while space < i64(state.facts.spaces[zone]):
            who: i64 = i64(state.placed[zone * f.MAX_SPACES + space])
            if who > 0 and seat_on(who) == seat:
                _, is_pair = unpack_worker(who)
                expect_worker(state, seat, plan, zone, is_pair, 0)
            space += 1


def expect_turn(state: Position, seat: Seat, plan: vec[i64], step: StepId) -> None:
    """What a seat will do in a turn of its own."""
    if step == s.DEVELOPING:
        expect_cards(state, seat, plan)
    elif step == s.FARMING:
        expect_harvest(state, seat, plan)
    else:
        sell_black(state, plan)


def expect_worker(state: Position, seat: Seat, plan: vec[i64], zone: i64, pair: bool, result: i64) -> None:
    """What one worker (or a pair) in a zone will bring; `result` is that of its die, or 0."""
    facts = state.facts
    if pair:
        plan[MORE] -= SECOND
    if zone == f.FOREST:
        expect_barnyard(state, plan, pair, result)
    elif zone in (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP):
        faces: i64 = result * 100 if result > 0 else mean_face(state, zone)
        arrive(state, seat, plan, zones.animal_of(zone), faces)
    elif zone == f.SQUARE:
        plan[HANDS] = min(plan[HANDS] + 1, facts.max_workers)
    elif zone == f.SEED_SHOP:
        plan[YIELD] += seed_gain(state, seat, pair, result)
    elif zone == f.ANIMAL_INDUSTRY:
        expect_products(state, plan)
    elif zone == f.CLOCK_TOWER:
        plan[MORE] += LOOK
    elif zone == f.OVEN:
        expect_making(plan, facts.oven, facts.oven_fee, f.CAKE)
    elif zone == f.CLOTHING:
        expect_making(plan, facts.clothing, facts.clothing_fee, f.CLOTHES)
    elif zone == f.WINERY:
        expect_winery(state, plan)
    elif zone == f.MARKET:
        sell_all(state, plan)


def mean_face(state: Position, zone: i64) -> i64:
    """What the die of a zone shows on average, in hundredths."""
    first: i64 = i64(state.facts.die[zone]) * (f.MAX_FACE + 1)
    total: i64 = 0
    count: i64 = 0
    face: i64 = 0
    while face <= f.MAX_FACE:
        total += i64(state.facts.faces[first + face]) * face
        count += i64(state.facts.faces[first + face])
        face += 1
    return total * 100 // max(count, 1)


def expect_barnyard(state: Position, plan: vec[i64], pair: bool, result: i64) -> None:
    if state.barnyards_left == 0 or plan[SLOTS] == 0:
        return
    plan[SLOTS] -= 1
    if result > 0:
        plan[ROOMS] += result * 100
    elif pair:
        plan[ROOMS] += (int(state.facts.capacities).bit_length() - 1) * 100
    else:
        plan[ROOMS] += mean_face(state, f.FOREST)


def arrive(state: Position, seat: Seat, plan: vec[i64], animal: i64, n: i64) -> None:
    """Animals come: some find room, the others become meat."""
    known: i64 = (n + 99) // 100
    come: i64 = plan[animal] - state.goods[seat * f.GOODS + animal] * 100
    room: i64 = housing.room_for(state, seat, animal, known + max(come, 0) // 100) * 100
    kept: i64 = min(max(room + plan[ROOMS] - come, 0), n)
    plan[animal] += kept
    plan[f.MEAT] += n - kept


def expect_products(state: Position, plan: vec[i64]) -> None:
    """The animal industry, if it brings more than its fee."""
    fee: i64 = state.facts.animal_fee * 100
    gain: i64 = -fee
    animal: i64 = 0
    while animal < 3:
        if plan[f.SHEEP + animal] >= state.facts.minimum[animal] * 100:
            gain += full_price(state, zones.product_of(animal)) * state.facts.product_units[animal]
        animal += 1
    if gain <= 0 or plan[MONEY] < fee:
        return
    plan[MONEY] -= fee
    animal = 0
    while animal < 3:
        if plan[f.SHEEP + animal] >= state.facts.minimum[animal] * 100:
            plan[zones.product_of(animal)] += state.facts.product_units[animal] * 100
        animal += 1


def expect_making(plan: vec[i64], recipe: vec[i64], fee: i64, product: i64) -> None:
    """A cake or clothes."""
    if plan[MONEY] < fee * 100 or sets(plan, recipe) < 100:
        return
    plan[MONEY] -= fee * 100
    good: Good = 0
    while good < f.GOODS:
        plan[good] -= recipe[good] * 100
        good += 1
    plan[product] += 100


def sets(plan: vec[i64], recipe: vec[i64]) -> i64:
    """How often there is all that a recipe asks for, in hundredths."""
    least: i64 = -1
    good: Good = 0
    while good < f.GOODS:
        if recipe[good] > 0:
            times: i64 = plan[good] // recipe[good]
            if least < 0 or times < least:
                least = times
        good += 1
    return max(least, 0)


def expect_winery(state: Position, plan: vec[i64]) -> None:
    """Flour, wine, or both, whatever brings more than what goes in."""
    fee: i64 = state.facts.winery_fee * 100
    wheat: i64 = state.facts.flour_wheat
    grapes: i64 = state.facts.wine_grapes
    flour: bool = plan[f.WHEAT] >= wheat * 100
    wine: bool = plan[f.GRAPE] >= grapes * 100
    if plan[MONEY] < fee or not (flour or wine):
        return
    plan[MONEY] -= fee
    if flour:
        plan[f.WHEAT] -= wheat * 100
        plan[f.FLOUR] += 100
    if wine:
        plan[f.GRAPE] -= grapes * 100
        plan[f.WINE] += 100


def expect_harvest(state: Position, seat: Seat, plan: vec[i64]) -> None:
    """The seat's field workers and its cards."""
    cell: Cell = 0
    while cell < state.facts.cells:
        if state.field_workers[seat] & bit(cell) != 0:
            plan[farm.crop_at(state, seat, cell)] += farm.yield_of(state, seat, cell) * 100
        cell += 1
    card: i64 = 0
    while card < f.DEVELOPMENTS:
        if state.cards[seat] & ~state.used[seat] & bit(card) != 0:
            expect_use(state, seat, plan, card)
        card += 1


def expect_use(state: Position, seat: Seat, plan: vec[i64], card: i64) -> None:
    animal: i64 = development.animal_of(card)
    if animal >= 0:
        if plan[animal] >= state.facts.card_minimum[card] * 100:
            product: i64 = development.product_of(card)
            if product == animal:
                arrive(state, seat, plan, animal, 100)
            else:
                plan[product] += 100
    elif card == f.CARD_III:
        way: i64 = 1 if 0 < state.facts.card_wheat[1] * 100 <= plan[f.WHEAT] else 0
        if plan[f.WHEAT] >= state.facts.card_wheat[way] * 100:
            plan[f.WHEAT] -= state.facts.card_wheat[way] * 100
            plan[f.FLOUR] += state.facts.card_flour[way] * 100
    elif card == f.CARD_IV:
        if plan[f.GRAPE] >= state.facts.card_grapes * 100:
            plan[f.GRAPE] -= state.facts.card_grapes * 100
            plan[f.WINE] += 100
    elif card == f.CARD_XV:
        plan[MONEY] += state.facts.card_money * 100


def seed_gain(state: Position, seat: Seat, pair: bool, result: i64) -> i64:
    """How much more the fields will yield with one more of them, in hundredths of money."""
    if result > 0:
        return crop_gain(state, seat, result - 1)
    best: i64 = 0
    total: i64 = 0
    count: i64 = 0
    face: i64 = 0
    first: i64 = i64(state.facts.die[f.SEED_SHOP]) * (f.MAX_FACE + 1)
    while face <= f.MAX_FACE:
        n: i64 = i64(state.facts.faces[first + face])
        if n > 0:
            gain: i64 = crop_gain(state, seat, i64(state.facts.seed_of[face]))
            best = max(best, gain)
            total += gain * n
            count += n
        face += 1
    return best if pair else total // max(count, 1)


def crop_gain(state: Position, seat: Seat, crop: i64) -> i64:
    """The same, for one crop: a second field of it makes the first one better too."""
    fields: i64 = 0
    all_fields: i64 = 0
    cell: Cell = 0
    while cell < state.facts.cells:
        if state.crops[seat * f.MAX_CELLS + cell] > 0:
            all_fields += 1
            if farm.crop_at(state, seat, cell) == crop:
                fields += 1
        cell += 1
    if all_fields == state.facts.cells or state.crop_tiles[crop] == 0:
        return 0
    most: i64 = state.facts.group
    if development.owns(state, seat, f.CARD_XI):
        most = state.facts.large_group
    units: i64 = 2 * fields + 1 if fields < most else most
    return units * full_price(state, crop)


def expect_cards(state: Position, seat: Seat, plan: vec[i64]) -> None:
    """The best development card for each of the seat's workers."""
    worker: i64 = pack_worker(seat, False)
    taken: i64 = 0
    space: i64 = 0
    while space < f.DEVELOPMENT_SPACES:
        if i64(state.placed[f.DEVELOPMENT * f.MAX_SPACES + space]) == worker:
            taken |= expect_card(state, seat, plan, space, taken)
        space += 1


def expect_card(state: Position, seat: Seat, plan: vec[i64], space: i64, taken: i64) -> i64:
    """The best card for a worker on a space, besides places already `taken`; returns its place, as a bit."""
    fee: i64 = development.price(state, space) * 100
    if fee > plan[MONEY]:
        return 0
    best: i64 = 0
    chosen: i64 = 0
    place: i64 = 0
    cards: i64 = development.touched(state, space) & ~taken
    while place < f.DISPLAY:
        if cards & bit(place) != 0 and development.may_own(state, seat, state.display[place]):
            gain: i64 = card_gain(state, seat, plan, state.display[place]) - fee
            if gain > best:
                best = gain
                chosen = bit(place)
        place += 1
    if chosen != 0:
        plan[MONEY] -= fee
        plan[MORE] += fee + best * RIVALS // 100
    return chosen


def card_gain(state: Position, seat: Seat, plan: vec[i64], card: i64) -> i64:
    """What a card is worth, less the one that makes room for it."""
    needed: i64 = state.facts.needs[card]
    gain: i64 = card_worth(state, seat, plan, card)
    if needed >= 0:
        return gain - card_worth(state, seat, plan, needed)
    least: i64 = -1
    count: i64 = 0
    own: i64 = 0
    while own < f.DEVELOPMENTS:
        if development.owns(state, seat, own):
            count += 1
            value: i64 = card_worth(state, seat, plan, own)
            if least < 0 or value < least:
                least = value
        own += 1
    return gain - least if count >= state.facts.development_slots else gain


# --- the plan: selling -----------------------------------------------------------------------------------


def sell_all(state: Position, plan: vec[i64]) -> None:
    """A worker on the official market sells to every card that pays enough, then on the black market."""
    before: i64 = plan[MONEY]
    place: i64 = 0
    while place < state.players:
        if state.market[place] >= 0:
            sell_to(state, plan, state.market[place])
        if state.closing[place] >= 0 and state.facts.closing_sellable:
            sell_to(state, plan, state.closing[place])
        place += 1
    sell_black(state, plan)
    plan[MORE] -= (plan[MONEY] - before) * (100 - RIVALS) // 400


def sell_to(state: Position, plan: vec[i64], kind: i64) -> None:
    """One sale to a market card, if it pays more than the goods are worth."""
    type_: i64 = i64(state.facts.type[kind])
    if type_ == f.GENERIC:
        sell_generic(state, plan, kind)
    elif type_ == f.BUNDLE:
        sell_bundle(state, plan, kind)
    elif type_ == f.SIMPLE:
        good: Good = i64(state.facts.good[kind])
        sell_units(state, plan, good, market.unit_price(state, kind, good), state.facts.limit[kind])


def sell_units(state: Position, plan: vec[i64], good: Good, price: i64, limit: i64) -> None:
    """As many units as one likes to sell at a price."""
    sold: i64 = 0
    while sold < limit and plan[good] >= 100 and price * 100 > last_unit(state, plan, good):
        plan[good] -= 100
        plan[MONEY] += price * 100
        sold += 1


def sell_bundle(state: Position, plan: vec[i64], kind: i64) -> None:
    loss: i64 = 0
    good: Good = 0
    while good < f.GOODS:
        units: i64 = i64(state.facts.bundle[kind * f.GOODS + good])
        if plan[good] < units * 100:
            return
        if units > 0:
            loss += units * last_unit(state, plan, good)
        good += 1
    price: i64 = market.bundle_price(state, kind) * 100
    if price <= loss:
        return
    plan[MONEY] += price
    good = 0
    while good < f.GOODS:
        plan[good] -= i64(state.facts.bundle[kind * f.GOODS + good]) * 100
        good += 1


def sell_generic(state: Position, plan: vec[i64], kind: i64) -> None:
    good: Good = 0
    while good < f.GOODS:
        if good < f.TRADED or good >= f.SHEEP:
            sell_units(state, plan, good, market.unit_price(state, kind, good), f.GOODS)
        good += 1


def sell_black(state: Position, plan: vec[i64]) -> None:
    good: Good = 0
    while good < f.GOODS:
        if state.facts.black_sell[good] > 0:
            price: i64 = state.facts.black_sell[good] + market.inflation(state, good)
            sell_units(state, plan, good, price, f.GOODS)
        good += 1


# --- what a plan is worth --------------------------------------------------------------------------------


def worth(state: Position, seat: Seat, plan: vec[i64]) -> i64:
    """Everything the seat will have, for the rounds to come."""
    return (
        money_worth(plan)
        + goods_worth(state, plan)
        + farm_worth(state, seat, plan)
        + cards_worth(state, seat, plan)
        + hands_worth(state, plan)
        + plan[MORE]
    )


def money_worth(plan: vec[i64]) -> i64:
    """Money; while it is short a little more than that, as fees have to be paid."""
    rounds: i64 = plan[ROUNDS]
    short: i64 = min(plan[MONEY], PURSE)
    return plan[MONEY] + short * CASH * rounds // ((rounds + FADING) * 100)


def hands_worth(state: Position, plan: vec[i64]) -> i64:
    """Workers for the rounds to come, less what they cost; who cannot pay has to give them back."""
    free: i64 = min(plan[HANDS], state.facts.free_workers)
    upkeep: i64 = state.facts.upkeep * 100
    paid: i64 = min(plan[HANDS] - free, max(plan[MONEY], 0) // upkeep) if upkeep > 0 else plan[HANDS] - free
    return (free * HAND + paid * (HAND - upkeep)) * plan[ROUNDS] // 10


def full_price(state: Position, good: Good) -> i64:
    """What a unit brings on a good market."""
    return state.facts.black_sell[good] * WORTH


def unit_worth(state: Position, plan: vec[i64], good: Good, price: i64) -> i64:
    """What a price to come is worth now: at the end only what is exchanged."""
    rounds: i64 = plan[ROUNDS]
    exchange: i64 = 100 // state.facts.leftovers
    return (price * rounds + exchange * FADING) // (rounds + FADING)


def last_unit(state: Position, plan: vec[i64], good: Good) -> i64:
    """What the last unit of a good is worth."""
    if plan[good] > wanted(state, good):
        return unit_worth(state, plan, good, state.facts.black_sell[good] * SURPLUS)
    price: i64 = unit_worth(state, plan, good, full_price(state, good))
    if good >= f.SHEEP:
        product: i64 = zones.product_of(good - f.SHEEP)
        price += full_price(state, product) * INDUSTRY // 100 * plan[ROUNDS] // 20
    return price


def wanted(state: Position, good: Good) -> i64:
    """Units of a good that are worth their full price, in hundredths."""
    if good >= f.SHEEP:
        return state.facts.minimum[good - f.SHEEP] * 100
    return STOCK * 100


def goods_worth(state: Position, plan: vec[i64]) -> i64:
    """Goods by what markets pay, cakes and clothes, and what these are made of."""
    facts = state.facts
    total: i64 = plan[f.CAKE] * facts.cake_money + plan[f.CLOTHES] * facts.clothes_money
    good: Good = 0
    while good < f.GOODS:
        if good not in (f.CAKE, f.CLOTHES) and plan[good] > 0:
            first: i64 = min(plan[good], wanted(state, good))
            total += first * unit_worth(state, plan, good, full_price(state, good)) // 100
            rest: i64 = (plan[good] - first) // 100
            total += rest * unit_worth(state, plan, good, facts.black_sell[good] * SURPLUS)
        good += 1
    total += set_worth(state, plan, facts.oven, facts.cake_money - facts.oven_fee)
    return total + set_worth(state, plan, facts.clothing, facts.clothes_money - facts.clothing_fee)


def set_worth(state: Position, plan: vec[i64], recipe: vec[i64], money: i64) -> i64:
    """What is there for making something, above what it would bring on a market."""
    times: i64 = min(sets(plan, recipe), plan[ROUNDS] * 10)
    if times == 0:
        return 0
    gain: i64 = money * 100
    good: Good = 0
    while good < f.GOODS:
        gain -= recipe[good] * full_price(state, good)
        good += 1
    return max(gain, 0) * SET // 100 * times // 100


def farm_worth(state: Position, seat: Seat, plan: vec[i64]) -> i64:
    """Animals, barnyards and fields for the rounds to come."""
    a_round: i64 = 0
    animal: i64 = 0
    while animal < 3:
        part: i64 = progress(plan[f.SHEEP + animal], state.facts.minimum[animal])
        product: i64 = zones.product_of(animal)
        a_round += full_price(state, product) * state.facts.product_units[animal] * INDUSTRY * part // 10000
        animal += 1
    rooms: i64 = plan[ROOMS] // 100 + state.facts.printed_capacity
    slot: i64 = 0
    while slot < state.facts.slots:
        rooms += i64(state.barnyards[seat * f.MAX_SLOTS + slot])
        slot += 1
    a_round += rooms * ROOM + fields_worth(state, seat, plan)
    return a_round * plan[ROUNDS] // 10


def progress(have: i64, minimum: i64) -> i64:
    """How far animals are on the way to what is asked for, in percent; the last ones count most."""
    if minimum == 0:
        return 100
    part: i64 = min(have // minimum, 100)
    return (part + part * part // 100) // 2


def fields_worth(state: Position, seat: Seat, plan: vec[i64]) -> i64:
    """What field workers take in a round; the more fields there are, the less each is used."""
    total: i64 = plan[YIELD]
    cell: Cell = 0
    while cell < state.facts.cells:
        crop: i64 = farm.crop_at(state, seat, cell)
        if crop >= 0:
            total += farm.yield_of(state, seat, cell) * full_price(state, crop)
        cell += 1
    return total * FIELDS // 100 * ENOUGH // (total + ENOUGH)


def cards_worth(state: Position, seat: Seat, plan: vec[i64]) -> i64:
    total: i64 = 0
    card: i64 = 0
    while card < f.DEVELOPMENTS:
        if development.owns(state, seat, card):
            total += card_worth(state, seat, plan, card)
        card += 1
    return total


def card_worth(state: Position, seat: Seat, plan: vec[i64], card: i64) -> i64:
    """What a development card will bring in the rounds to come."""
    return card_round(state, seat, plan, card) * CARD // 100 * plan[ROUNDS] // 10


def card_round(state: Position, seat: Seat, plan: vec[i64], card: i64) -> i64:
    """What a development card brings in a round."""
    animal: i64 = development.animal_of(card)
    if animal >= 0:
        product: i64 = development.product_of(card)
        part: i64 = progress(plan[animal], state.facts.card_minimum[card])
        if product == animal:
            product = f.MEAT
        return full_price(state, product) * part // 100
    if card == f.CARD_III:
        return (
            (
                state.facts.card_flour[0] * full_price(state, f.FLOUR)
                - state.facts.card_wheat[0] * full_price(state, f.WHEAT)
            )
            * supplied(state, seat, f.WHEAT)
            // 100
        )
    if card == f.CARD_IV:
        return (
            (full_price(state, f.WINE) - state.facts.card_grapes * full_price(state, f.GRAPE))
            * supplied(state, seat, f.GRAPE)
            // 100
        )
    if card == f.CARD_XV:
        return state.facts.card_money * 100
    if card == f.CARD_XI:
        return 2 * full_price(state, f.WHEAT) // 4
    return SHIELD


def supplied(state: Position, seat: Seat, crop: i64) -> i64:
    """How surely a crop will be there, in percent."""
    cell: Cell = 0
    while cell < state.facts.cells:
        if farm.crop_at(state, seat, cell) == crop:
            return 80
        cell += 1
    return 25
