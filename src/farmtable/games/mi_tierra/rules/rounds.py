"""The course of a round: who begins, phases 1 and 2, one zone after another (R4, R7 to R14, R24 to R26)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat, StepId
from farmtable.core.bits import bit
from farmtable.core.vectors import counting
from farmtable.games.mi_tierra.position import steps as s
from farmtable.games.mi_tierra.position.actions import KEEP, START
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import (
    BLACK_MARKET,
    DEVELOPMENT,
    DISPLAY,
    FARM,
    MARKET,
    MAX_SPACES,
    TURN_ORDER,
)
from farmtable.games.mi_tierra.position.packed import (
    pack_activation,
    pack_trade,
    seat_on,
    unpack_activation,
    unpack_worker,
)
from farmtable.games.mi_tierra.rules import market, placing, zones
from farmtable.games.mi_tierra.rules.goods import note, pay
from farmtable.games.mi_tierra.rules.step import Step

# --- phases 1 and 2 ------------------------------------------------------------------------------------


@final
class StartSeat(Step):
    """Who begins: fixed, or by chance (R4)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        if state.facts.start < 0:
            return False
        begin(state, state.facts.start)
        return True

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        return counting(START, state.players)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        begin(state, action - START)


def begin(state: Position, seat: Seat) -> None:
    """The start player begins, the others follow clockwise; money by that order (R4)."""
    state.pop()
    place: i64 = 0
    while place < state.players:
        other: i64 = (seat + place) % state.players
        state.order = append(state.order, other)
        state.stack = append(state.stack, other)
        state.money[other] = state.facts.money[place]
        place += 1
    state.push(s.ROUND)
    fill_display(state)


def fill_display(state: Position) -> None:
    """Plan a card for every place of the display (R14)."""
    place: i64 = DISPLAY - 1
    while place >= 0:
        state.push(s.DEVELOP_CARD, place)
        place -= 1


@final
class Round(Step):
    """Phase 1, and the rest of the round on the agenda (R7)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.pop()
        state.round += 1
        if state.round > 1:
            find_order(state)
        note(state, s.NOTE_ROUND, state.order[0], state.round, 0)
        state.turn = 0
        seat: Seat = 0
        while seat < state.players:
            state.stopped[seat] = 0
            state.used[seat] = 0
            seat += 1
        state.push(s.END_ROUND)
        zone: i64 = BLACK_MARKET
        while zone >= 0:
            state.push(s.ZONE, pack_activation(zone, 0))
            zone -= 1
        state.push(s.PLACING)
        fill_display(state)
        state.push(s.CLOSE_MARKETS)
        one_seat_after_another(state, s.UPKEEP)
        return True


def one_seat_after_another(state: Position, step: StepId) -> None:
    """Plan a step for every seat, in turn order (R11, R25, R36, R37)."""
    place: i64 = state.players - 1
    while place >= 0:
        state.push(step, state.order[place])
        place -= 1


def find_order(state: Position) -> None:
    """The turn-order table first, then the poorest; of equals whose cube lies on top (R8 to R10)."""
    order = vec[i64](capacity=state.players)
    chosen: i64 = 0
    space: i64 = TURN_ORDER * MAX_SPACES
    while space < (TURN_ORDER + 1) * MAX_SPACES:
        if state.placed[space] > 0:
            first: i64 = seat_on(i64(state.placed[space]))
            order = append(order, first)
            chosen |= bit(first)
        space += 1
    placing.clear(state, TURN_ORDER)
    while len(order) < state.players:
        best: i64 = -1
        place: i64 = state.players - 1
        while place >= 0:  # from the cube that moved last
            seat: Seat = state.stack[place]
            place -= 1
            if chosen & bit(seat) == 0 and (best < 0 or state.money[seat] < state.money[best]):
                best = seat
        order = append(order, best)
        chosen |= bit(best)
    state.order = order
    place = 0
    while place < state.players:
        note(state, s.NOTE_ORDER, order[place], place, 0)
        place += 1


@final
class Upkeep(Step):
    """How many workers a seat keeps: none below three, and no more than it can pay (R11)."""

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        actions = vec[i64](capacity=4)
        free: i64 = state.facts.free_workers
        n: i64 = min(free, i64(state.workers[seat]))
        while n <= i64(state.workers[seat]):
            if n <= free or (n - free) * state.facts.upkeep <= state.money[seat]:
                actions = append(actions, KEEP + n)
            n += 1
        return actions

    def act(self, state: Position, argument: i64, action: Action) -> None:
        """Pay for the extra workers; the others go back to the supply."""
        state.pop()
        seat: Seat = argument
        n: i64 = action - KEEP
        back: i64 = i64(state.workers[seat]) - n
        price: i64 = max(n - state.facts.free_workers, 0) * state.facts.upkeep
        state.workers[seat] = u8(n)
        state.idle[seat] -= u8(back)
        if back > 0 or price > 0:
            note(state, s.NOTE_UPKEEP, seat, price, back)
        pay(state, seat, price)


# --- phase 4 -------------------------------------------------------------------------------------------


@final
class Zone(Step):
    """Go on with a zone: its next worker acts, or the zone is over (R24, R25)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        zone, space = unpack_activation(argument)
        state.pop()
        if zone == DEVELOPMENT + 1:  # all have bought: who bought nothing goes home too (R25)
            placing.clear(state, DEVELOPMENT)
        if zone == DEVELOPMENT:
            one_seat_after_another(state, s.DEVELOPING)
        elif zone == FARM:
            one_seat_after_another(state, s.FARMING)
        elif zone == MARKET:
            first: i64 = market.next_worker(state, -1)
            if first >= 0:
                state.push(s.SELLING, first)
        elif zone == BLACK_MARKET:
            arrived: i64 = len(state.black) - 1
            while arrived >= 0:
                state.push(s.TRADING, pack_trade(state.black[arrived], 0))
                arrived -= 1
        else:
            _activate_worker(state, zone, space)
        return True


def _activate_worker(state: Position, zone: i64, space: i64) -> None:
    """The worker (or pair) on a space acts, and the next one will; without any the zone is over."""
    who: i64 = i64(state.placed[zone * MAX_SPACES + space]) if space < MAX_SPACES else 0
    if who == 0 or placing.is_closed(state, zone):
        placing.clear(state, zone)
        return
    state.push(s.ZONE, pack_activation(zone, space + 1))
    state.active, state.pair = unpack_worker(who)
    zones.activate(state, zone)


@final
class EndRound(Step):
    """Another round, or the end of the game (R53)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.pop()
        if state.ending:
            note(state, s.NOTE_OVER, state.order[0], 0, 0)
        else:
            state.push(s.ROUND)
        return True
