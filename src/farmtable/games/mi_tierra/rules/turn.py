"""The course of the game: doing an action, and the steps that nobody has to decide (R7 to R14, R24 to R26).

A round is planned on the agenda: upkeep, markets, development, placing, then the zones in order.
`advance` runs what follows by itself and stops at the first step to be decided, with its legal
actions ready.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, lowest
from farmtable.core.state import CHANCE, OVER
from farmtable.core.vectors import zeros
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import (
    BLACK_MARKET,
    BUY,
    DEVELOP,
    DEVELOPMENT,
    DEVELOPMENTS,
    DISPLAY,
    DROP_CARD,
    FARM,
    GIVE,
    KEEP,
    LEAVE,
    MANY,
    MARKET,
    MAX_SPACES,
    OFFER,
    ON_TOP,
    RELEASE,
    ROLL,
    SHEEP,
    START,
    STOP,
    TURN_ORDER,
    TURN_UP,
    USE,
    WORK,
)
from farmtable.games.mi_tierra.position.steps import (
    ARRIVAL,
    CLOSE_MARKETS,
    DEVELOP_CARD,
    DEVELOPING,
    DROPPING,
    END_ROUND,
    FARMING,
    GENERIC_SALE,
    GIVING,
    HOUSE,
    LOOK,
    MARKET_CARD,
    NOTE_DEVELOPMENT,
    NOTE_HOME,
    NOTE_ORDER,
    NOTE_OVER,
    NOTE_ROUND,
    NOTE_SHUFFLED,
    NOTE_UPKEEP,
    OFFERED,
    PLACING,
    REORDER,
    ROLLING,
    ROUND,
    SELLING,
    START_SEAT,
    TRADING,
    UPKEEP,
    ZONE,
)
from farmtable.games.mi_tierra.rules import (
    arrivals,
    chance,
    clock_tower,
    development,
    events,
    farm,
    housing,
    market,
    placing,
    zones,
)
from farmtable.games.mi_tierra.rules.goods import lose, note, pay

SOLD: Final = 128  # in the argument of GENERIC_SALE: something was sold


def apply(state: Position, action: i64) -> None:
    _do(state, state.step(), action)
    advance(state)


def _do(state: Position, step: i64, action: i64) -> None:
    """Carry out an action of the step on top of the agenda."""
    argument: i64 = state.argument()
    if step == PLACING:
        place(state, action)
    elif step == OFFERED:
        zones.apply(state, argument, action)
    elif step == ARRIVAL:
        arrivals.apply(state, argument, action)
    elif step == SELLING:
        market.act(state, argument, action)
    elif step == GENERIC_SALE:
        generic_sale(state, argument, action)
    elif step == TRADING:
        trade(state, argument, action)
    elif step == FARMING:
        work_farm(state, argument, action)
    elif step == DEVELOPING:
        develop(state, argument, action)
    else:
        _do_rare(state, step, argument, action)


def _do_rare(state: Position, step: i64, argument: i64, action: i64) -> None:
    """The same, for chance and for what is seldom asked."""
    if step == START_SEAT:
        begin(state, action - START)
    elif step == ROLLING:
        state.pop()
        zones.rolled(state, argument, action - ROLL)
    elif step == MARKET_CARD:
        state.unseen[action - TURN_UP] -= 1
        if state.deep_a > 0:
            state.deep_a -= 1
        market.turned_up(state, argument, action - TURN_UP)
    elif step == LOOK:
        clock_tower.uncover(state, action - TURN_UP)
    elif step == DEVELOP_CARD:
        show_development(state, argument, action - DEVELOP)
    elif step == UPKEEP:
        keep_workers(state, argument, action - KEEP)
    elif step == HOUSE:
        lose(state, argument, SHEEP + action - RELEASE, 1)
    elif step == DROPPING:
        state.pop()
        development.drop(state, state.active, action - DROP_CARD)
        development.put_down(state, state.active, argument)
    elif step == GIVING:
        events.give(state, argument, action - GIVE)
    else:
        clock_tower.lay(state, argument, action - ON_TOP)


def advance(state: Position) -> None:
    """Run the agenda until a seat has to decide, chance has to play, or the game is over."""
    while len(state.agenda) > 0:
        if _runs_by_itself(state, state.step()):
            continue
        who: i64 = decider(state)
        actions = options(state)
        if len(actions) == 1 and state.step() != REORDER:
            _do(state, state.step(), actions[0])
        elif len(actions) > 0:
            state.to_play = who
            state.legal = actions
            return
        else:
            state.pop()
    state.to_play = OVER
    state.legal = vec[i64]()


def refresh(state: Position) -> None:
    """Find the legal actions again, after what is hidden has changed."""
    state.legal = options(state) if state.to_play != OVER else vec[i64]()


def decider(state: Position) -> i64:
    """Whose decision the step on top is."""
    step: i64 = state.step()
    if step in (START_SEAT, DEVELOP_CARD, MARKET_CARD, ROLLING, LOOK):
        return CHANCE
    if step in (UPKEEP, HOUSE, DEVELOPING, FARMING, TRADING, GIVING):
        return state.argument() & 7
    if step == PLACING:
        return state.order[state.turn % state.players]
    return state.active


def options(state: Position) -> vec[i64]:
    """What may be done at the step on top of the agenda."""
    step: i64 = state.step()
    argument: i64 = state.argument()
    seat: i64 = decider(state)
    if step == PLACING:
        return placing.choices(state, seat)
    if step == OFFERED:
        return zones.offers(state, argument)
    if step == ARRIVAL:
        return arrivals.choices(state, argument)
    if step == SELLING:
        return market.choices(state, seat)
    if step == GENERIC_SALE:
        return market.generic_offers(state, seat, argument >= SOLD)
    if step == TRADING:
        return market.trades(state, seat, argument >> 3)
    if step == FARMING:
        return farm_choices(state, seat)
    if step == DEVELOPING:
        return development.choices(state, seat)
    return _rare_options(state, step, argument, seat)


def _rare_options(state: Position, step: i64, argument: i64, seat: i64) -> vec[i64]:
    if step == START_SEAT:
        return chance.seats(state)
    if step == ROLLING:
        return chance.rolls(state, argument & 15)
    if step in (MARKET_CARD, LOOK):
        return chance.market_cards(state)
    if step == DEVELOP_CARD:
        return chance.developments(state)
    if step == UPKEEP:
        return upkeep_choices(state, seat)
    if step == HOUSE:
        return housing.animals_of(state, seat, RELEASE)
    if step == DROPPING:
        return development.own_cards(state, seat)
    if step == GIVING:
        return events.choices(state, seat, argument)
    return clock_tower.orders(state, argument)


def _runs_by_itself(state: Position, step: i64) -> bool:
    """Carry out the step on top if there is nothing to ask; returns whether that was so."""
    argument: i64 = state.argument()
    if step == ROUND:
        state.pop()
        begin_round(state)
    elif step == CLOSE_MARKETS:
        state.pop()
        market.close_and_refill(state)
    elif step == ZONE:
        activate(state, argument & 15, argument >> 4)
    elif step == END_ROUND:
        state.pop()
        end_round(state)
    elif step == START_SEAT and state.facts.start >= 0:
        begin(state, state.facts.start)
    elif step == MARKET_CARD:
        return fill_market(state, argument)
    elif step == DEVELOP_CARD:
        return fill_development(state, argument)
    elif step == PLACING:
        return pass_over(state)
    elif step == LOOK:
        if len(state.top) < clock_tower.reach(state):
            return False
        clock_tower.remember(state)
    elif step == HOUSE:
        if not housing.all_fit(state, argument):
            return False
        state.pop()
    elif step == SELLING:
        state.active = i64(state.placed[MARKET * MAX_SPACES + argument]) - 1
        return False
    elif step in (DEVELOPING, FARMING, TRADING):
        state.active = argument & 7
        return False
    else:
        return False
    return True


# --- phases 1 and 2 ------------------------------------------------------------------------------------


def begin(state: Position, seat: i64) -> None:
    """The start player begins, the others follow clockwise; money by that order (R4)."""
    state.pop()
    place: i64 = 0
    while place < state.players:
        other: i64 = (seat + place) % state.players
        state.order = append(state.order, other)
        state.stack = append(state.stack, other)
        state.money[other] = state.facts.money[place]
        place += 1
    state.push(ROUND)
    place = DISPLAY - 1
    while place >= 0:
        state.push(DEVELOP_CARD, place)
        place -= 1


def begin_round(state: Position) -> None:
    """Phase 1, and the rest of the round on the agenda (R7)."""
    state.round += 1
    if state.round > 1:
        find_order(state)
    note(state, NOTE_ROUND, state.order[0], state.round, 0)
    state.turn = 0
    seat: i64 = 0
    while seat < state.players:
        state.stopped[seat] = 0
        state.used[seat] = 0
        seat += 1
    state.push(END_ROUND)
    zone: i64 = BLACK_MARKET
    while zone >= 0:
        state.push(ZONE, zone)
        zone -= 1
    state.push(PLACING)
    zone = DISPLAY - 1
    while zone >= 0:
        state.push(DEVELOP_CARD, zone)
        zone -= 1
    state.push(CLOSE_MARKETS)
    place: i64 = state.players - 1
    while place >= 0:
        state.push(UPKEEP, state.order[place])
        place -= 1


def find_order(state: Position) -> None:
    """The turn-order table first, then the poorest; of equals whose cube lies on top (R8 to R10)."""
    order = vec[i64](capacity=state.players)
    chosen: i64 = 0
    space: i64 = TURN_ORDER * MAX_SPACES
    while space < (TURN_ORDER + 1) * MAX_SPACES:
        if state.placed[space] > 0:
            order = append(order, i64(state.placed[space]) - 1)
            chosen |= bit(i64(state.placed[space]) - 1)
        space += 1
    placing.clear(state, TURN_ORDER)
    while len(order) < state.players:
        best: i64 = -1
        place: i64 = state.players - 1
        while place >= 0:  # from the cube that moved last
            seat: i64 = state.stack[place]
            place -= 1
            if chosen & bit(seat) == 0 and (best < 0 or state.money[seat] < state.money[best]):
                best = seat
        order = append(order, best)
        chosen |= bit(best)
    state.order = order
    place = 0
    while place < state.players:
        note(state, NOTE_ORDER, order[place], place, 0)
        place += 1


def upkeep_choices(state: Position, seat: i64) -> vec[i64]:
    """How many workers to keep: none below three, and no more than one can pay (R11)."""
    actions = vec[i64](capacity=4)
    free: i64 = state.facts.free_workers
    n: i64 = min(free, i64(state.workers[seat]))
    while n <= i64(state.workers[seat]):
        if n <= free or (n - free) * state.facts.upkeep <= state.money[seat]:
            actions = append(actions, KEEP + n)
        n += 1
    return actions


def keep_workers(state: Position, seat: i64, n: i64) -> None:
    """Pay for the extra workers one keeps; the others go back to the supply (R11)."""
    state.pop()
    back: i64 = i64(state.workers[seat]) - n
    price: i64 = max(n - state.facts.free_workers, 0) * state.facts.upkeep
    state.workers[seat] = u8(n)
    state.idle[seat] -= u8(back)
    if back > 0 or price > 0:
        note(state, NOTE_UPKEEP, seat, price, back)
    pay(state, seat, price)


def fill_market(state: Position, slot: i64) -> bool:
    """Fill a slot of the official market, as far as that is no chance; returns whether it was so."""
    if state.market[slot] >= 0 or state.pile_a + state.pile_b == 0:
        state.pop()
        return True
    kind: i64 = market.uncovered(state)
    if kind < 0:
        return False
    market.turned_up(state, slot, kind)
    return True


def fill_development(state: Position, place: i64) -> bool:
    """Make sure that a place of the display can be filled by chance; returns whether it is settled (R14)."""
    if state.display[place] >= 0:
        state.pop()
        return True
    if len(chance.developments(state)) == 0:
        state.developments = state.discarded
        state.discarded = zeros(DEVELOPMENTS)
        if len(chance.developments(state)) == 0:
            state.pop()
            return True
        note(state, NOTE_SHUFFLED, state.order[0], 0, 0)
    return False


def show_development(state: Position, place: i64, card: i64) -> None:
    state.pop()
    state.developments[card] -= 1
    state.display[place] = card
    note(state, NOTE_DEVELOPMENT, max(state.active, 0), card, 0)


# --- phase 3 -------------------------------------------------------------------------------------------


def pass_over(state: Position) -> bool:
    """Go on to the next seat that may place; ends the phase if there is none. Returns whether it ended."""
    tried: i64 = 0
    while tried < state.players:
        seat: i64 = state.order[state.turn % state.players]
        if state.idle[seat] > 0 and state.stopped[seat] == 0:
            state.active = seat
            return False
        state.turn += 1
        tried += 1
    state.pop()
    return True


def place(state: Position, action: i64) -> None:
    placing.place(state, state.active, action)
    if action == STOP:
        note(state, NOTE_HOME, state.active, TURN_ORDER, 0)
    state.turn = (state.turn + 1) % state.players


# --- phase 4 -------------------------------------------------------------------------------------------


def activate(state: Position, zone: i64, space: i64) -> None:
    """Go on with a zone: its next worker acts, or the zone is over (R24, R25)."""
    state.pop()
    if zone == DEVELOPMENT + 1:  # all have bought: who bought nothing goes home too (R25)
        placing.clear(state, DEVELOPMENT)
    if zone in (DEVELOPMENT, FARM):
        _one_seat_after_another(state, DEVELOPING if zone == DEVELOPMENT else FARMING)
        return
    if zone == MARKET:
        first: i64 = market.next_worker(state, -1)
        if first >= 0:
            state.push(SELLING, first)
        return
    if zone == BLACK_MARKET:
        arrived: i64 = len(state.black) - 1
        while arrived >= 0:
            state.push(TRADING, state.black[arrived])
            arrived -= 1
        return
    who: i64 = i64(state.placed[zone * MAX_SPACES + space]) if space < MAX_SPACES else 0
    if who == 0 or placing.is_closed(state, zone):
        placing.clear(state, zone)
        return
    state.push(ZONE, zone + (space + 1) * 16)
    state.active = (who & 15) - 1
    state.pair = who >= placing.TWO
    zones.activate(state, zone)


def _one_seat_after_another(state: Position, step: i64) -> None:
    """In turn order, every seat (R25, R36, R37)."""
    place: i64 = state.players - 1
    while place >= 0:
        state.push(step, state.order[place])
        place -= 1


def farm_choices(state: Position, seat: i64) -> vec[i64]:
    """Field workers and development cards in any order, as long as one likes (R26, R37)."""
    actions = vec[i64](capacity=12)
    left: i64 = state.field_workers[seat]
    while left != 0:
        actions = append(actions, WORK + lowest(left))
        left &= left - 1
    actions = development.uses(state, seat, actions)
    if len(actions) == 0:
        return actions
    found = append(vec[i64](capacity=len(actions) + 1), LEAVE)
    for action in actions:
        found = append(found, action)
    return found


def work_farm(state: Position, seat: i64, action: i64) -> None:
    if action == LEAVE:
        state.pop()
        left: i64 = state.field_workers[seat]
        while left != 0:
            state.idle[seat] += 1
            left &= left - 1
        state.field_workers[seat] = 0
    elif action >= USE:
        development.use(state, seat, action)
    else:
        farm.work(state, seat, action - WORK)


def develop(state: Position, seat: i64, action: i64) -> None:
    if action == LEAVE:
        state.pop()
    else:
        development.buy(state, seat, action)


def generic_sale(state: Position, argument: i64, action: i64) -> None:
    """So many of one more good to a generic market, or the end of the sale."""
    kind: i64 = argument % SOLD
    state.pop()
    if action != LEAVE:
        state.push(GENERIC_SALE, kind + SOLD)
        market.offer(state, state.active, kind, action - OFFER)
    else:
        market.remove(state, kind)


def trade(state: Position, argument: i64, action: i64) -> None:
    """So many units of a good on the black market, or home (R52)."""
    seat: i64 = argument & 7
    if action == LEAVE:
        state.pop()
        state.black = state.black[1:]
        state.idle[seat] += 1
        return
    market.trade(state, seat, action)
    if action >= BUY:
        state.pop()
        state.push(TRADING, argument + (action - BUY) % MANY * 8)


def end_round(state: Position) -> None:
    """Another round, or the end of the game (R53)."""
    if state.ending:
        note(state, NOTE_OVER, state.order[0], 0, 0)
    else:
        state.push(ROUND)
