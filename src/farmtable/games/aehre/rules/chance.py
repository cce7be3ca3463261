"""Chance: who begins, which tile is drawn, what a livestock tile is worth (R8 to R11, R42, R48 to R51).

No pile has an order before it is seen. Removed tiles and those in the stacks are all unseen alike.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.vectors import numbers
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import DRAW, DRAW_END, LIVESTOCK
from farmtable.games.aehre.position.steps import REVEAL, START_SEAT


def draws(state: Position) -> vec[i64]:
    """The tiles that may be drawn: every unseen kind, and from the final stack its end tile (R49)."""
    actions = vec[i64](capacity=32)
    kind: i64 = 0
    if state.stack > 0 or state.ending or state.final_stack > 1:
        while kind < state.facts.kinds:
            if state.unseen[kind] > 0:
                actions = append(actions, DRAW + kind)
            kind += 1
    if state.stack == 0 and not state.ending:
        actions = append(actions, DRAW_END)
    return actions


def weights(state: Position) -> vec[i64]:
    """How likely each outcome of chance is, in whole numbers."""
    found = vec[i64](capacity=32)
    outcomes = state.legal_actions()
    if state.step() == START_SEAT:
        return numbers(len(outcomes), 1)
    if state.step() == REVEAL:
        for outcome in outcomes:
            found = append(found, i64(state.unseen_livestock[outcome - LIVESTOCK]))
        return found
    # The end-of-game tile is equally likely to be any of the tiles left in the final stack;
    # every tile that nobody has seen is equally likely to be any other tile (R8, R9).
    factor: i64 = 1
    if state.stack == 0 and not state.ending:
        factor = state.final_stack - 1
    unseen: i64 = 0
    for outcome in outcomes:
        if outcome == DRAW_END:
            found = append(found, unseen if unseen > 0 else 1)
        else:
            count: i64 = i64(state.unseen[outcome - DRAW])
            unseen += count
            found = append(found, count * factor)
    return found


def next_animal(state: Position, crop: i64) -> i64:
    """The animal of the tile just taken from a track."""
    return state.facts.pile[state.pile_taken[crop] - 1]
