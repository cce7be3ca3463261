"""What an evaluation is learned from: how a seat stands, in `COUNT` whole numbers (see `World.features`).

Every number has its place below, block by block; what is nothing is 0. Money in sums over several
things or rounds is in tens. A *round to come* is guessed from the cards still to come, one for each
seat in a round, and counted in tenths. Only what the seat may know goes in: of the cards that
somebody saw in the clock tower those that this seat can place exactly.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.agenda import unpack_frame
from farmtable.core.aliases import Seat, StepId
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.core.vectors import numbers
from farmtable.games.mi_tierra.evaluation import valuation
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position import steps as s
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import Cell, Facts, Good
from farmtable.games.mi_tierra.position.packed import (
    pack_worker,
    seat_in,
    seat_on,
    unpack_activation,
    unpack_arrival,
    unpack_debt,
    unpack_offer,
    unpack_trade,
)
from farmtable.games.mi_tierra.rules import development, farm, housing, market, placing, scoring, zones
from farmtable.games.mi_tierra.rules.goods import available

# --- where each number stands -----------------------------------------------------------------------------

SOLD: Final = f.TRADED + 3  # goods that are bought and sold: resources, then animals

# The game.
GUESS: Final = 0  # at the final points, as greedy players make it
LEFT: Final = 1  # of the game, in percent
ROUNDS: Final = 2  # to come, in tenths
BY_PACE: Final = 3  # the same, if cards come as fast as they did so far
ROUND: Final = 4  # that is being played, up to 99
ROUNDS_LEFT: Final = 5  # 1 for each of `STAGES` that more tenths of a round are to come than
STAGE_COUNT: Final = 6
ENDING: Final = ROUNDS_LEFT + STAGE_COUNT  # this is the last round
SEATS: Final = ENDING + 1  # 1 for two seats, for three, for four
PERMANENTS: Final = SEATS + 3  # permanent events still to come before the end
IN_FORCE: Final = PERMANENTS + 1  # inflation, strike
DECK_B: Final = IN_FORCE + 2  # deck A is used up
PHASES: Final = DECK_B + 1  # before placing, placing, zones 1 to 6, 7 to 9, 10 to 12, farms, the two markets
PHASE_COUNT: Final = 8
SOON: Final = PHASES + PHASE_COUNT  # events known to come, 4: next card: thieves, harm to crops, others
PLACE: Final = SOON + 3  # own place in the turn order, one-hot
TO_DECIDE: Final = PLACE + f.MAX_PLAYERS  # the next decision is the seat's
TO_PLACE: Final = TO_DECIDE + 1  # workers that the seat may still place in this round
TO_PLACE_OTHERS: Final = TO_PLACE + 1  # the same of all others together

# What the seat has.
MONEY: Final = TO_PLACE_OTHERS + 1  # up to 40
PURSE: Final = MONEY + 1  # 1 for each of `SUMS` that it can pay
PURSE_COUNT: Final = 7
HAS: Final = PURSE + PURSE_COUNT  # units of each good, cakes and clothes aside
FIRST_UNITS: Final = HAS + SOLD  # of what is traded, up to three
FLOCKS: Final = FIRST_UNITS + f.TRADED  # sheep from 1 to 3, cows from 1 to 3, chickens from 1 to 4
FLOCK_COUNT: Final = 10
STORE: Final = FLOCKS + FLOCK_COUNT  # what goods bring on the black market
STORE_FADED: Final = STORE + 1  # the same, less and less towards the end
SETS: Final = STORE_FADED + 1  # how often there is what makes a cake, clothes, a flour, a wine
MISSING: Final = SETS + 4  # units that the next cake, the next clothes want
SUPPLY: Final = MISSING + 2  # cakes, clothes that the supply still has
CROWDED: Final = SUPPLY + 2  # no room for one more sheep, cow, chicken
ROOMS: Final = CROWDED + 3  # places for animals in all
ROOMS_FREE: Final = ROOMS + 1
SLOTS_FREE: Final = ROOMS_FREE + 1  # places for barnyards
FIELDS: Final = SLOTS_FREE + 1  # of each crop
YIELDS: Final = FIELDS + f.CROPS  # of each crop: what a worker on each of its fields would take
CELLS_FREE: Final = YIELDS + f.CROPS
CARDS: Final = CELLS_FREE + 1  # own development cards; 2: that has what it asks for
WORKERS: Final = CARDS + f.DEVELOPMENTS  # the fourth, the fifth

# What it will bring: in tens of money, for all rounds to come.
HANDS_TO_COME: Final = WORKERS + 2  # workers
CARDS_TO_COME: Final = HANDS_TO_COME + 1  # development cards
FIELDS_TO_COME: Final = CARDS_TO_COME + 1
ANIMALS_TO_COME: Final = FIELDS_TO_COME + 1  # the animal industry
ROOMS_TO_COME: Final = ANIMALS_TO_COME + 1

# This round.
STANDING: Final = ROOMS_TO_COME + 1  # own workers that still have to act, by zone; on the farm: in fields
PAIRS: Final = STANDING + f.ZONES  # own pairs in the forest, in the seed shop
FREE: Final = PAIRS + 2  # spaces still free in zones 1 to 12, while the seat may place
TO_COME: Final = FREE + f.FARM  # of each good: what own workers, fields and cards will bring and use up
SALES: Final = TO_COME + f.GOODS  # what all markets on show would pay now
SALES_MINE: Final = SALES + 1  # the same, if the seat has a worker there
BEST_SALE: Final = SALES_MINE + 1  # what the best of them would pay
GAIN: Final = BEST_SALE + 1  # points that this round may still bring, with the workers placed
LAST_GAIN: Final = GAIN + 1  # in the last round: the same, if one more worker can still go to the market
SELLERS: Final = LAST_GAIN + 1  # workers of others that still have to act on the official market
DEMAND: Final = SELLERS + 1  # of each good, as in `HAS`: the best price for one on a simple market
GENERICS: Final = DEMAND + SOLD  # markets that take anything
OFFERS: Final = GENERICS + 1  # of each development card: on show, 2 if an own worker touches it

# What is being decided, if it is the seat's.
RESULT: Final = OFFERS + f.DEVELOPMENTS  # a barnyard of capacity 2, of 3; a seed of each crop
ARRIVING: Final = RESULT + 5  # sheep, cows, chickens that come
EXCESS: Final = ARRIVING + 3  # of these, those without room
ROLLING_NOW: Final = EXCESS + 1  # a die is being rolled
DROPPING_NOW: Final = ROLLING_NOW + 1  # a card bought counts as own already, another goes
SELLING_NOW: Final = DROPPING_NOW + 1
SELLING_MORE: Final = SELLING_NOW + 1  # to a generic market
BUYING: Final = SELLING_MORE + 1  # resources that may still be bought on the black market
UPKEEP_TO_COME: Final = BUYING + 1  # money for extra workers
GIVING_UP: Final = UPKEEP_TO_COME + 1  # goods still to be given back to thieves, to frost or fruit fly
HOMELESS: Final = GIVING_UP + 2  # animals are to be given up

# The others: of the one with the most points, and of all together.
RIVAL: Final = HOMELESS + 1
RIVAL_LEAD: Final = RIVAL  # points more than the seat
RIVAL_MONEY: Final = RIVAL + 1  # up to 40
RIVAL_STORE: Final = RIVAL + 2
OTHERS_WORKERS: Final = RIVAL + 3  # beyond the third of each
OTHERS_CARDS: Final = RIVAL + 4
OTHERS_ANIMALS: Final = RIVAL + 5
OTHERS_BEFORE: Final = RIVAL + 6  # how many come before the seat in the turn order
POINTS: Final = RIVAL + 7  # if the game ended now
COUNT: Final[int] = POINTS + 1

# --- weights and steps ------------------------------------------------------------------------------------

MOST: Final = 32000
LAST_ROUND: Final = 4  # percent of the game that the last round is
STAGES: Final = (5, 15, 30, 50, 80, 130)
SUMS: Final = (2, 4, 5, 7, 8, 13, 20)
FADING: Final = 60  # tenths of a round left at which goods are worth half
BY_ROLL: Final = 2  # animals that a roll brings
USUAL: Final = 4  # rounds of a card for each seat that a game's own pace is mixed with
MILL: Final = 4  # money that card III brings in a round
PRESS: Final = 9  # money that card IV brings
DEVELOPS: Final = 1  # own turns still to come in this zone, as bits
FARMS: Final = 2

_NOTHING: Final[vec[i64]] = numbers(COUNT, 0)


def _packed(values: tuple[int, ...]) -> vec[i64]:
    found = vec[i64]()
    for value in values:
        found = append(found, value)
    return found


_STAGES: Final[vec[i64]] = _packed(STAGES)
_SUMS: Final[vec[i64]] = _packed(SUMS)


def features(state: Position, seat: Seat) -> vec[i64]:
    """The numbers above for one seat."""
    out = _NOTHING[:]
    out[POINTS] = min(scoring.total(state, seat), MOST)
    out[GUESS] = out[POINTS]
    out[SEATS + state.players - 2] = 1
    if len(state.agenda) == 0:
        return out
    acting, first = acting_zone(state)
    rounds: i64 = _game(state, seat, acting, out)
    plan = state.goods[seat * f.GOODS : (seat + 1) * f.GOODS]
    _barnyards(state, seat, plan, rounds, out)
    _goods(state, seat, plan, rounds, out)
    _fields(state, seat, rounds, out)
    turns: i64 = _pending(state, seat, plan, out)
    _zones(state, seat, acting, first, turns, out)
    _cards(state, seat, plan, rounds, out)
    _workers(state, seat, acting, rounds, out)
    money: i64 = _plan(state, seat, plan, acting, turns, out)
    _gain(state, plan, money, out)
    _on_show(state, seat, out)
    _rivals(state, seat, out)
    guess = valuation.planned(state, seat, rounds)
    out[GUESS] = max(min(valuation.worth(state, seat, guess) // 100, MOST), -MOST)
    return out


# --- the game ---------------------------------------------------------------------------------------------


def acting_zone(state: Position) -> tuple[i64, i64]:
    """The zone that is activated (-1: none yet), and its first space that has not acted.

    A round is planned with the end of the round at the bottom of the agenda and the zones above it,
    the black market first; above the last of them lies what is being decided.
    """
    at: i64 = min(len(state.agenda) - 1, f.ZONES - 1)
    while at > 0:
        step, argument = unpack_frame(state.agenda[at])
        if step == s.ZONE:
            zone, first = unpack_activation(argument)
            if first > 0:
                return zone, first
            return zone - 1, 0
        at -= 1
    step, _ = unpack_frame(state.agenda[0])
    if step == s.END_ROUND:
        return f.BLACK_MARKET, 0
    return -1, 0


def cards_to_come(pile_a: i64, pile_b: i64, missing: i64) -> i64:
    """In tenths, how many cards may come before the game ends with the last `missing` events of deck B."""
    return pile_a * 10 + (pile_b + 1) * 10 * missing // (missing + 1)


def _game(state: Position, seat: Seat, acting: i64, out: vec[i64]) -> i64:
    """How far the game is; returns the rounds to come, in tenths."""
    facts = state.facts
    missing: i64 = facts.last_permanent - state.permanents
    cards: i64 = 0
    if state.ending:
        out[ENDING] = 1
        out[LEFT] = max(LAST_ROUND - max(acting, 0) // 4, 1)
    else:
        cards = cards_to_come(state.pile_a, state.pile_b, missing)
        first: i64 = cards_to_come(facts.pile_a, facts.pile_b, facts.last_permanent)
        out[LEFT] = min(LAST_ROUND + (100 - LAST_ROUND) * cards // max(first, 1), 100)
    rounds: i64 = cards // state.players
    out[ROUNDS] = rounds
    out[ROUND] = min(state.round, 99)
    gone: i64 = facts.pile_a + facts.pile_b - state.pile_a - state.pile_b
    out[BY_PACE] = min(cards * (state.round + USUAL) // (gone + USUAL * state.players), MOST)
    stage: i64 = 0
    while stage < STAGE_COUNT and rounds >= _STAGES[stage]:
        out[ROUNDS_LEFT + stage] = 1
        stage += 1
    out[PERMANENTS] = max(missing, 0)
    if state.permanent == f.INFLATION:
        out[IN_FORCE] = 1
    elif state.permanent == f.STRIKE:
        out[IN_FORCE + 1] = 1
    if state.pile_a == 0:
        out[DECK_B] = 1
    _soon(state, seat, out)
    place: i64 = 0
    while place < len(state.order):
        if state.order[place] == seat:
            out[PLACE + place] = 1
        place += 1
    if state.to_play == seat:
        out[TO_DECIDE] = 1
    return rounds


def _soon(state: Position, seat: Seat, out: vec[i64]) -> None:
    """The events that the seat knows to come."""
    at: i64 = len(state.top)
    while at > 0:
        at -= 1
        kind: i64 = state.top[at]
        if kind >= 0 and state.exact[at] & bit(seat) != 0 and state.facts.type[kind] == f.EVENT:
            event: i64 = i64(state.facts.good[kind])
            group: i64 = 0 if event == f.THIEVES else 1 if event in (f.FROST, f.FRUIT_FLY) else 2
            out[SOON + group] = max(f.LOOKED_AT - at, 1)


# --- what the seat has ------------------------------------------------------------------------------------


def _barnyards(state: Position, seat: Seat, plan: vec[i64], rounds: i64, out: vec[i64]) -> None:
    """Room for animals, and how many there are."""
    facts = state.facts
    rooms: i64 = facts.printed_capacity
    slots: i64 = 0
    slot: i64 = 0
    while slot < facts.slots:
        room: i64 = i64(state.barnyards[seat * f.MAX_SLOTS + slot])
        if room == 0:
            slots += 1
        rooms += room
        slot += 1
    sheep: i64 = plan[f.SHEEP]
    cows: i64 = plan[f.COW]
    chickens: i64 = plan[f.CHICKEN]
    free: i64 = max(rooms - sheep - cows - chickens, 0)
    out[ROOMS] = rooms
    out[ROOMS_FREE] = free
    out[SLOTS_FREE] = slots
    out[ROOMS_TO_COME] = rooms * rounds // 50
    if free == 0 or not housing.fits(state, seat, sheep + 1, cows, chickens):
        out[CROWDED] = 1
    if free == 0 or not housing.fits(state, seat, sheep, cows + 1, chickens):
        out[CROWDED + 1] = 1
    if free == 0 or not housing.fits(state, seat, sheep, cows, chickens + 1):
        out[CROWDED + 2] = 1
    _steps(out, FLOCKS, sheep, 3)
    _steps(out, FLOCKS + 3, cows, 3)
    _steps(out, FLOCKS + 6, chickens, 4)


def _steps(out: vec[i64], at: i64, n: i64, most: i64) -> None:
    """A one for each of `n` things, up to `most`."""
    last: i64 = at + min(n, most)
    while at < last:
        out[at] = 1
        at += 1


def _goods(state: Position, seat: Seat, plan: vec[i64], rounds: i64, out: vec[i64]) -> None:
    """Money and goods."""
    facts = state.facts
    money: i64 = state.money[seat]
    out[MONEY] = min(money, 40)
    step: StepId = 0
    while step < PURSE_COUNT and money >= _SUMS[step]:
        out[PURSE + step] = 1
        step += 1
    good: Good = 0
    while good < f.TRADED:
        units: i64 = plan[good]
        if units > 0:
            out[HAS + good] = units
            out[FIRST_UNITS + good] = min(units, 3)
        good += 1
    while good < SOLD:
        out[HAS + good] = plan[good - f.TRADED + f.SHEEP]
        good += 1
    value: i64 = store(facts, plan)
    out[STORE] = min(value, MOST)
    out[STORE_FADED] = min(value * rounds // (rounds + FADING), MOST)
    _sets(state, plan, out)


def _sets(state: Position, plan: vec[i64], out: vec[i64]) -> None:
    """What can be made of the goods, what is missing for it, and what the supply still has."""
    facts = state.facts
    cakes: i64 = sets(plan, facts.oven)
    clothes: i64 = sets(plan, facts.clothing)
    out[SETS] = cakes
    out[SETS + 1] = clothes
    out[SETS + 2] = plan[f.WHEAT] // max(facts.flour_wheat, 1)
    out[SETS + 3] = plan[f.GRAPE] // max(facts.wine_grapes, 1)
    if cakes == 0:
        out[MISSING] = max(facts.oven[f.MILK] - plan[f.MILK], 0) + max(facts.oven[f.EGG] - plan[f.EGG], 0)
    if clothes == 0:
        out[MISSING + 1] = max(facts.clothing[f.WOOL] - plan[f.WOOL], 0)
    out[SUPPLY] = available(state, f.CAKE, 10)
    out[SUPPLY + 1] = available(state, f.CLOTHES, 10)


def sets(plan: vec[i64], recipe: vec[i64]) -> i64:
    """How often there is all that a recipe asks for, up to 9 times."""
    least: i64 = 9
    good: Good = 0
    while good < f.TRADED:
        units: i64 = recipe[good]
        if units > 0:
            least = min(least, plan[good] // units)
        good += 1
    return least


def _fields(state: Position, seat: Seat, rounds: i64, out: vec[i64]) -> None:
    """Fields, what workers take there, and what those who stand there will take."""
    facts = state.facts
    base: i64 = seat * f.MAX_CELLS
    apple: i64 = 0
    wheat: i64 = 0
    grape: i64 = 0
    here: i64 = bit(0)
    cell: Cell = 0
    while cell < facts.cells:
        crop: i64 = i64(state.crops[base + cell]) - 1
        if crop < 0:
            out[CELLS_FREE] += 1
        elif crop == f.APPLE:
            apple |= here
        elif crop == f.WHEAT:
            wheat |= here
        else:
            grape |= here
        here += here
        cell += 1
    total: i64 = _crop(state, seat, f.APPLE, apple, out)
    total += _crop(state, seat, f.WHEAT, wheat, out) + _crop(state, seat, f.GRAPE, grape, out)
    out[FIELDS_TO_COME] = min(total * rounds // 100, MOST)


def _crop(state: Position, seat: Seat, crop: i64, fields: i64, out: vec[i64]) -> i64:
    """The fields of one crop; returns what a worker on each of them would bring in money."""
    facts = state.facts
    pairs_only: bool = facts.group == 2 and state.cards[seat] & bit(f.CARD_XI) == 0
    standing: i64 = state.field_workers[seat]
    total: i64 = 0
    left: i64 = fields
    while left != 0:
        cell: Cell = lowest(left)
        left &= left - 1
        if pairs_only:
            units: i64 = 2 if facts.neighbours[cell] & fields != 0 else 1
        else:
            units = farm.yield_of(state, seat, cell)
        out[FIELDS + crop] += 1
        total += units
        if (standing >> cell) & 1 != 0:
            out[STANDING + f.FARM] += 1
            out[TO_COME + crop] += units
    out[YIELDS + crop] = total
    return total * facts.black_sell[crop]


def _cards(state: Position, seat: Seat, plan: vec[i64], rounds: i64, out: vec[i64]) -> None:
    """Development cards, and what they and the animal industry bring in a round."""
    facts = state.facts
    a_round: i64 = 0
    own: i64 = state.cards[seat]
    while own != 0:
        card: i64 = lowest(own)
        own &= own - 1
        gain: i64 = card_round(state, plan, card, out)
        out[CARDS + card] = 2 if gain > 0 else 1
        a_round += gain
    out[CARDS_TO_COME] = min(a_round * rounds // 100, MOST)
    a_round = 0
    animal: i64 = 0
    while animal < 3:
        if plan[f.SHEEP + animal] >= facts.minimum[animal]:
            a_round += facts.black_sell[zones.product_of(animal)] * facts.product_units[animal]
        animal += 1
    out[ANIMALS_TO_COME] = min(a_round * rounds // 100, MOST)


def card_round(state: Position, plan: vec[i64], card: i64, out: vec[i64]) -> i64:
    """What a development card brings in a round now, in money."""
    facts = state.facts
    if card == f.CARD_XV:
        return facts.card_money
    if card == f.CARD_III:
        return MILL if out[FIELDS + f.WHEAT] > 0 or plan[f.WHEAT] >= facts.card_wheat[0] else 0
    if card == f.CARD_IV:
        return PRESS if out[FIELDS + f.GRAPE] > 0 or plan[f.GRAPE] >= facts.card_grapes else 0
    animal: i64 = development.animal_of(card)
    if animal < 0 or plan[animal] < facts.card_minimum[card]:
        return 0
    return facts.black_sell[development.product_of(card)]


def _workers(state: Position, seat: Seat, acting: i64, rounds: i64, out: vec[i64]) -> None:
    """Workers, and those who may still be placed."""
    workers: i64 = i64(state.workers[seat])
    _steps(out, WORKERS, workers - 3, 2)
    out[HANDS_TO_COME] = workers * rounds // 10
    if acting >= 0:
        return
    other: i64 = 0
    while other < state.players:
        if state.stopped[other] == 0:
            if other == seat:
                out[TO_PLACE] = i64(state.idle[seat])
            else:
                out[TO_PLACE_OTHERS] += i64(state.idle[other])
        other += 1


# --- this round -------------------------------------------------------------------------------------------


def _pending(state: Position, seat: Seat, plan: vec[i64], out: vec[i64]) -> i64:
    """What is still to be decided by the seat; returns which of its own turns are to come, as bits."""
    turns: i64 = 0
    at: i64 = len(state.agenda)
    while at > 0:
        at -= 1
        step, argument = unpack_frame(state.agenda[at])
        if step == s.ZONE:
            return turns
        if step in (s.DEVELOPING, s.FARMING, s.TRADING):
            if seat_in(argument) == seat:
                turns |= DEVELOPS if step == s.DEVELOPING else FARMS if step == s.FARMING else 0
                if step == s.TRADING:
                    _, bought = unpack_trade(argument)
                    out[BUYING] = state.facts.most_bought - bought
        elif step == s.SELLING:
            if seat_on(i64(state.placed[f.MARKET * f.MAX_SPACES + argument])) == seat:
                out[SELLING_NOW] = 1
        elif step in (s.UPKEEP, s.HOUSE, s.GIVING):
            if seat_in(argument) == seat:
                _owed(state, seat, step, argument, out)
        elif state.active == seat:
            _choosing(state, plan, step, argument, out)
    return turns


def _owed(state: Position, seat: Seat, step: StepId, argument: i64, out: vec[i64]) -> None:
    """What the seat has to pay or to give up."""
    if step == s.UPKEEP:
        extra: i64 = max(i64(state.workers[seat]) - state.facts.free_workers, 0)
        out[UPKEEP_TO_COME] = extra * state.facts.upkeep
    elif step == s.HOUSE:
        out[HOMELESS] = 1
    else:
        _, event, left = unpack_debt(argument)
        out[GIVING_UP + (0 if event == f.THIEVES else 1)] += left


def _choosing(state: Position, plan: vec[i64], step: StepId, argument: i64, out: vec[i64]) -> None:
    """A step of the worker that acts."""
    if step in (s.OFFERED, s.ROLLING):
        zone, _ = unpack_offer(argument)
        out[STANDING + zone] += 1
        if step == s.ROLLING:
            out[ROLLING_NOW] = 1
        elif state.result > 0:
            _result(state, plan, zone, out)
        elif state.pair:
            out[PAIRS + (0 if zone == f.FOREST else 1)] = 1
    elif step == s.ARRIVAL:
        animal, n = unpack_arrival(argument)
        _arrive(plan, animal, n, out)
    elif step == s.DROPPING:
        out[DROPPING_NOW] = 1
        out[CARDS + argument] = 1
    elif step == s.GENERIC_SALE:
        out[SELLING_MORE] = 1


def _result(state: Position, plan: vec[i64], zone: i64, out: vec[i64]) -> None:
    """A die has been rolled, or its result chosen."""
    if zone == f.FOREST:
        out[RESULT + (1 if state.result > 2 else 0)] = 1
    elif zone == f.SEED_SHOP:
        out[RESULT + 1 + state.result] = 1
    else:
        out[STANDING + zone] -= 1
        _arrive(plan, zones.animal_of(zone) - f.SHEEP, state.result, out)


def _arrive(plan: vec[i64], animal: i64, n: i64, out: vec[i64]) -> None:
    """Animals at the gate: as many as there is room for will stay."""
    kept: i64 = min(n, out[ROOMS_FREE]) if out[CROWDED + animal] == 0 else 0
    out[ARRIVING + animal] = n
    out[EXCESS] = n - kept
    plan[f.SHEEP + animal] += kept
    plan[f.MEAT] += n - kept


def _zones(state: Position, seat: Seat, acting: i64, first: i64, turns: i64, out: vec[i64]) -> None:
    """Who still has to act where, and what is free."""
    facts = state.facts
    me: i64 = pack_worker(seat, False)
    strike: bool = state.permanent == f.STRIKE
    may_place: bool = acting < 0 and state.idle[seat] > 0 and state.stopped[seat] == 0
    zone: i64 = max(acting, 0)
    while zone < f.ZONES:
        if not (strike and placing.is_closed(state, zone)):
            n: i64 = f.DEVELOPMENT_SPACES if zone == f.DEVELOPMENT else i64(facts.spaces[zone])
            at: i64 = zone * f.MAX_SPACES + (first if zone == acting else 0)
            end: i64 = zone * f.MAX_SPACES + n
            free: i64 = 0
            while at < end:
                who: i64 = i64(state.placed[at])
                if who == 0:
                    free += 1
                elif who == me:
                    out[STANDING + zone] += 1
                elif seat_on(who) == seat:
                    out[PAIRS + (0 if zone == f.FOREST else 1)] += 1
                elif zone == f.MARKET:
                    out[SELLERS] += 1
                at += 1
            if may_place and zone < f.FARM:
                blocked: i64 = f.DEVELOPMENT_SPACES - i64(facts.spaces[zone]) if zone == f.DEVELOPMENT else 0
                out[FREE + zone] = free - blocked
        zone += 1
    _own_turns(state, seat, acting, turns, out)
    _phase(state, acting, out)


def _own_turns(state: Position, seat: Seat, acting: i64, turns: i64, out: vec[i64]) -> None:
    """What only counts while the seat's own turn in a zone is to come."""
    if acting == f.DEVELOPMENT and turns & DEVELOPS == 0:
        out[STANDING + f.DEVELOPMENT] = 0
    for other in state.black:
        if other == seat:
            out[STANDING + f.BLACK_MARKET] += 1


def _phase(state: Position, acting: i64, out: vec[i64]) -> None:
    """The part of the round, one-hot."""
    if acting < 0:
        placing_now: bool = len(state.agenda) == f.ZONES + 1
        out[PHASES + (1 if placing_now else 0)] = 1
    elif acting < f.DEVELOPMENT:
        out[PHASES + (2 if acting < f.ANIMAL_INDUSTRY else 3)] = 1
    elif acting < f.FARM:
        out[PHASES + 4] = 1
    else:
        out[PHASES + 5 + min(acting, f.BLACK_MARKET) - f.FARM] = 1


def _plan(state: Position, seat: Seat, plan: vec[i64], acting: i64, turns: i64, out: vec[i64]) -> i64:
    """Work out into `plan` what own workers, fields and cards will bring in this round.

    Returns the money that will then be there, sales aside.
    """
    facts = state.facts
    _arrivals(plan, out)
    money: i64 = state.money[seat] - out[UPKEEP_TO_COME]
    money = _products(facts, plan, out[STANDING + f.ANIMAL_INDUSTRY], money)
    money = _make(plan, out[STANDING + f.OVEN], money, facts.oven, facts.oven_fee, f.CAKE)
    n: i64 = out[STANDING + f.WINERY]
    while n > 0 and money >= facts.winery_fee:
        n -= 1
        money -= _press(facts, plan)
    money = _make(plan, out[STANDING + f.CLOTHING], money, facts.clothing, facts.clothing_fee, f.CLOTHES)
    crop: i64 = 0
    while crop < f.CROPS:
        plan[crop] += out[TO_COME + crop]
        crop += 1
    if acting < f.FARM or turns & FARMS != 0:
        money += _use_cards(state, seat, plan)
    good: Good = 0
    base: i64 = seat * f.GOODS
    while good < f.GOODS:
        out[TO_COME + good] = plan[good] - state.goods[base + good]
        good += 1
    return money


def _arrivals(plan: vec[i64], out: vec[i64]) -> None:
    """Animals that workers will bring; those without room become meat."""
    room: i64 = out[ROOMS_FREE]
    animal: i64 = 0
    while animal < 3:
        zone: i64 = f.SHEEP_FARM if animal == 0 else f.CATTLE_FARM if animal == 1 else f.COOP
        n: i64 = out[STANDING + zone] * BY_ROLL
        if n > 0:
            kept: i64 = min(n, room) if out[CROWDED + animal] == 0 else 0
            plan[f.SHEEP + animal] += kept
            plan[f.MEAT] += n - kept
            room -= kept
        animal += 1


def _products(facts: Facts, plan: vec[i64], workers: i64, money: i64) -> i64:
    """Wool, milk and eggs by so many workers in the animal industry; returns the money left."""
    while workers > 0 and money >= facts.animal_fee:
        workers -= 1
        money -= facts.animal_fee
        animal: i64 = 0
        while animal < 3:
            if plan[f.SHEEP + animal] >= facts.minimum[animal]:
                plan[zones.product_of(animal)] += facts.product_units[animal]
            animal += 1
    return money


def _make(plan: vec[i64], workers: i64, money: i64, recipe: vec[i64], fee: i64, product: i64) -> i64:
    """Cakes or clothes by so many workers; returns the money left."""
    while workers > 0 and money >= fee and sets(plan, recipe) > 0:
        workers -= 1
        money -= fee
        good: Good = 0
        while good < f.TRADED:
            plan[good] -= recipe[good]
            good += 1
        plan[product] += 1
    return money


def _press(facts: Facts, plan: vec[i64]) -> i64:
    """Flour and wine by one worker; returns what it pays."""
    flour: bool = plan[f.WHEAT] >= facts.flour_wheat
    wine: bool = plan[f.GRAPE] >= facts.wine_grapes
    if flour:
        plan[f.WHEAT] -= facts.flour_wheat
        plan[f.FLOUR] += 1
    if wine:
        plan[f.GRAPE] -= facts.wine_grapes
        plan[f.WINE] += 1
    return facts.winery_fee if flour or wine else 0


def _use_cards(state: Position, seat: Seat, plan: vec[i64]) -> i64:
    """Use the development cards that are left for this round; returns the money they bring."""
    facts = state.facts
    money: i64 = 0
    left: i64 = state.cards[seat] & ~state.used[seat]
    while left != 0:
        card: i64 = lowest(left)
        left &= left - 1
        animal: i64 = development.animal_of(card)
        if animal >= 0:
            if plan[animal] >= facts.card_minimum[card]:
                plan[development.product_of(card)] += 1
        elif card == f.CARD_III:
            way: i64 = 1 if plan[f.WHEAT] >= facts.card_wheat[1] else 0
            if plan[f.WHEAT] >= facts.card_wheat[way]:
                plan[f.WHEAT] -= facts.card_wheat[way]
                plan[f.FLOUR] += facts.card_flour[way]
        elif card == f.CARD_IV and plan[f.GRAPE] >= facts.card_grapes:
            plan[f.GRAPE] -= facts.card_grapes
            plan[f.WINE] += 1
        elif card == f.CARD_XV:
            money += facts.card_money
    return money


# --- the markets and the others ---------------------------------------------------------------------------


def _gain(state: Position, plan: vec[i64], money: i64, out: vec[i64]) -> None:
    """How many points this round may still bring; `plan` and `money` as they are before sales."""
    facts = state.facts
    money += plan[f.CAKE] * facts.cake_money + plan[f.CLOTHES] * facts.clothes_money
    unsold: i64 = money + pieces(plan) // facts.leftovers
    on_black_market: i64 = money + store(facts, plan)
    money += _markets(state, plan, out)
    sold: i64 = money + store(facts, plan)
    points: i64 = unsold
    if out[STANDING + f.MARKET] > 0:
        out[SALES_MINE] = out[SALES]
        points = sold
    elif out[STANDING + f.BLACK_MARKET] > 0:
        points = on_black_market
    out[GAIN] = max(min(points - out[POINTS], MOST), -MOST)
    if state.ending:
        if out[TO_PLACE] > 0:
            points = sold
        out[LAST_GAIN] = max(min(points - out[POINTS], MOST), -MOST)


def pieces(plan: vec[i64]) -> i64:
    """Resources and animals, cakes and clothes aside."""
    found: i64 = plan[f.SHEEP] + plan[f.COW] + plan[f.CHICKEN]
    good: Good = 0
    while good < f.TRADED:
        found += plan[good]
        good += 1
    return found


def store(facts: Facts, plan: vec[i64]) -> i64:
    """What everything brings on the black market."""
    money: i64 = 0
    good: Good = 0
    while good < f.GOODS:
        if plan[good] > 0:
            money += plan[good] * facts.black_sell[good]
        good += 1
    return money


def _markets(state: Position, plan: vec[i64], out: vec[i64]) -> i64:
    """Sell out of `plan` what the markets on show take, one after another, and return the money."""
    total: i64 = 0
    best: i64 = 0
    place: i64 = 0
    while place < state.players:
        if state.market[place] >= 0:
            money: i64 = _sale(state, state.market[place], plan, out)
            total += money
            best = max(best, money)
        if state.closing[place] >= 0 and state.facts.closing_sellable:
            money = _sale(state, state.closing[place], plan, out)
            total += money
            best = max(best, money)
        place += 1
    out[SALES] = min(total, MOST)
    out[BEST_SALE] = min(best, MOST)
    return total


def _sale(state: Position, kind: i64, plan: vec[i64], out: vec[i64]) -> i64:
    """Sell to one market out of `plan` and return the money; note the price that it pays for one."""
    facts = state.facts
    type_: i64 = i64(facts.type[kind])
    if type_ == f.BUNDLE:
        return _bundle(state, kind, plan)
    if type_ == f.GENERIC:
        out[GENERICS] += 1
        return 0
    good: Good = i64(facts.good[kind])
    price: i64 = market.unit_price(state, kind, good)
    at: i64 = DEMAND + (good if good < f.TRADED else good - f.SHEEP + f.TRADED)
    out[at] = max(out[at], price)
    units: i64 = min(plan[good], facts.limit[kind])
    if units <= 0:
        return 0
    plan[good] -= units
    return units * price


def _bundle(state: Position, kind: i64, plan: vec[i64]) -> i64:
    bundle = state.facts.bundle
    base: i64 = kind * f.GOODS
    good: Good = 0
    while good < f.GOODS:
        if plan[good] < i64(bundle[base + good]):
            return 0
        good += 1
    good = 0
    while good < f.GOODS:
        plan[good] -= i64(bundle[base + good])
        good += 1
    return market.bundle_price(state, kind)


def _on_show(state: Position, seat: Seat, out: vec[i64]) -> None:
    """The development cards that the seat may still buy in this round."""
    reach: i64 = 0
    space: i64 = 0
    if out[STANDING + f.DEVELOPMENT] > 0:
        while space < f.DEVELOPMENT_SPACES:
            if seat_on(i64(state.placed[f.DEVELOPMENT * f.MAX_SPACES + space])) == seat:
                reach |= state.facts.touches[space]
            space += 1
    elif out[TO_PLACE] == 0:
        return
    place: i64 = 0
    while place < f.DISPLAY:
        card: i64 = state.display[place]
        if card >= 0 and state.cards[seat] & bit(card) == 0:
            out[OFFERS + card] = max(out[OFFERS + card], 1 + ((reach >> place) & 1))
        place += 1


def _rivals(state: Position, seat: Seat, out: vec[i64]) -> None:
    """The strongest of the others, and all of them together."""
    facts = state.facts
    best: i64 = -1
    points: i64 = -1
    seen: bool = False
    at: i64 = len(state.order)
    while at > 0:
        at -= 1
        other: i64 = state.order[at]
        base: i64 = other * f.GOODS
        if other == seat:
            seen = True
            continue
        money: i64 = state.money[other]
        money += (
            state.goods[base + f.CAKE] * facts.cake_money
            + state.goods[base + f.CLOTHES] * facts.clothes_money
        )
        if money > points:
            points = money
            best = other
        if seen:
            out[OTHERS_BEFORE] += 1
        out[OTHERS_WORKERS] += max(i64(state.workers[other]) - 3, 0)
        out[OTHERS_CARDS] += count_bits(state.cards[other])
        out[OTHERS_ANIMALS] += (
            state.goods[base + f.SHEEP] + state.goods[base + f.COW] + state.goods[base + f.CHICKEN]
        )
    if best < 0:
        return
    out[RIVAL_LEAD] = max(min(points - out[POINTS], MOST), -MOST)
    out[RIVAL_MONEY] = min(state.money[best], 40)
    store: i64 = 0
    good: Good = 0
    while good < f.GOODS:
        store += state.goods[best * f.GOODS + good] * facts.black_sell[good]
        good += 1
    out[RIVAL_STORE] = min(store, MOST)
