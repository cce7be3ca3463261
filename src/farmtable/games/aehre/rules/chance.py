"""Chance: who begins, which tile is drawn, what a livestock tile is worth (R8 to R11, R42, R48 to R51).

No pile has an order before it is seen. Removed tiles and those in the stacks are all unseen alike.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.vectors import counting, each_there, how_many
from farmtable.games.aehre.position.actions import DRAW, DRAW_END, LIVESTOCK, START
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.rules.step import Step


@final
class StartSeat(Step):
    """Who begins: fixed, or by chance."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        if state.facts.start < 0:
            return False
        begin(state, state.facts.start)
        return True

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        return counting(START, state.players)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        begin(state, action - START)


def begin(state: Position, seat: Seat) -> None:
    state.pop()
    state.start = seat
    state.active = seat
    state.round = 1


# --- tiles --------------------------------------------------------------------------------------------


class Deal(Step):
    """A tile for the hand of a seat, which is the argument."""

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        """Every unseen kind, and from the final stack its end tile (R49)."""
        if state.stack > 0 or state.ending:
            return each_there(state.unseen, DRAW)
        if state.final_stack > 1:
            return append(each_there(state.unseen, DRAW), DRAW_END)
        return append(vec[i64](), DRAW_END)

    def weights(self, state: Position, argument: i64, outcomes: vec[i64]) -> vec[i64]:
        """Every tile that nobody has seen is equally likely to be any other tile (R8, R9).

        The end-of-game tile is equally likely to be any of the tiles left in the final stack.
        """
        if state.stack > 0 or state.ending:
            return how_many(state.unseen, DRAW, outcomes)
        found = vec[i64](capacity=len(outcomes))
        unseen: i64 = 0
        for outcome in outcomes:
            if outcome == DRAW_END:
                found = append(found, max(unseen, 1))
            else:
                count: i64 = i64(state.unseen[outcome - DRAW])
                unseen += count
                found = append(found, count * (state.final_stack - 1))
        return found

    def act(self, state: Position, argument: i64, action: Action) -> None:
        draw(state, argument, action)


@final
class DrawTile(Deal):
    """The active seat draws a tile, if any is left (R48, R51)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        if state.stack > 0 or state.final_stack > 0:
            return False
        state.pop()
        return True

    def act(self, state: Position, argument: i64, action: Action) -> None:
        draw(state, state.active, action)


def draw(state: Position, seat: Seat, outcome: i64) -> None:
    """A tile for a seat's hand, or the end-of-game tile (R50)."""
    state.pop()
    if state.stack > 0:
        state.stack -= 1
    else:
        state.final_stack -= 1
    if outcome == DRAW_END:
        state.ending = True
        return
    state.unseen[outcome - DRAW] -= 1
    state.hand[seat * state.facts.kinds + outcome - DRAW] += 1
    state.hand_size[seat] += 1


# --- livestock ----------------------------------------------------------------------------------------


@final
class Reveal(Step):
    """What the livestock tile is worth that was just taken from the track of a crop, the argument (R42)."""

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        animal: i64 = next_animal(state, argument)
        actions = vec[i64]()
        entry: i64 = 0
        while entry < len(state.facts.entry_animal):
            if state.facts.entry_animal[entry] == animal and state.unseen_livestock[entry] > 0:
                actions = append(actions, LIVESTOCK + entry)
            entry += 1
        return actions

    def weights(self, state: Position, argument: i64, outcomes: vec[i64]) -> vec[i64]:
        return how_many(state.unseen_livestock, LIVESTOCK, outcomes)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        state.pop()
        state.unseen_livestock[action - LIVESTOCK] -= 1
        state.owned[state.active * len(state.facts.entry_animal) + action - LIVESTOCK] += 1


def next_animal(state: Position, crop: i64) -> i64:
    """The animal of the tile just taken from a track."""
    return state.facts.pile[state.pile_taken[crop] - 1]
