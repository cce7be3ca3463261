"""Chance: who begins, dice, and which card comes off a pile (R3, R4, R14, R27 to R31, R34, R43).

No pile has an order before it is seen: every unseen card of a deck is equally likely to come next,
those that went back to the box included, since nobody knows which they were.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.vectors import numbers
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import DEVELOP, DEVELOPMENTS, MAX_FACE, ROLL, START, TURN_UP
from farmtable.games.mi_tierra.position.steps import DEVELOP_CARD, ROLLING, START_SEAT


def seats(state: Position) -> vec[i64]:
    """Who may begin (R4)."""
    actions = vec[i64]()
    seat: i64 = 0
    while seat < state.players:
        actions = append(actions, START + seat)
        seat += 1
    return actions


def rolls(state: Position, zone: i64) -> vec[i64]:
    """The numbers on the die that a zone rolls."""
    actions = vec[i64]()
    face: i64 = 0
    while face <= MAX_FACE:
        if state.facts.faces[i64(state.facts.die[zone]) * (MAX_FACE + 1) + face] > 0:
            actions = append(actions, ROLL + face)
        face += 1
    return actions


def developments(state: Position) -> vec[i64]:
    """The development cards that may come off the pile."""
    actions = vec[i64]()
    card: i64 = 0
    while card < DEVELOPMENTS:
        if state.developments[card] > 0:
            actions = append(actions, DEVELOP + card)
        card += 1
    return actions


def market_cards(state: Position) -> vec[i64]:
    """The cards that may lie below those seen in the clock tower: deck A first, then B (R3)."""
    deck: i64 = 0 if state.deep_a > 0 else 1
    actions = vec[i64](capacity=40)
    kind: i64 = 0
    while kind < state.facts.kinds:
        if state.unseen[kind] > 0 and i64(state.facts.deck[kind]) == deck:
            actions = append(actions, TURN_UP + kind)
        kind += 1
    return actions


def weights(state: Position) -> vec[i64]:
    """How likely each outcome of chance is, in whole numbers."""
    step: i64 = state.step()
    if step == START_SEAT:
        return numbers(len(state.legal), 1)
    found = vec[i64](capacity=len(state.legal))
    for outcome in state.legal:
        if step == ROLLING:
            at: i64 = i64(state.facts.die[state.argument() & 15]) * (MAX_FACE + 1)
            found = append(found, i64(state.facts.faces[at + outcome - ROLL]))
        elif step == DEVELOP_CARD:
            found = append(found, i64(state.developments[outcome - DEVELOP]))
        else:
            found = append(found, i64(state.unseen[outcome - TURN_UP]))
    return found
