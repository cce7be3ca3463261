"""The course of a round beside the work: preparation, returning home, the end of the round (chapter 1)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.actions import DONE, PICK
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_OVER, EVENT_ROUND
from farmtable.games.agricola.position.facts import OCCUPATION, ROUNDS, SPACES
from farmtable.games.agricola.position.frames import AT_THE_END, pack_window
from farmtable.games.agricola.rules import effects, hands, harvest, housing, improvements, scoring, spaces
from farmtable.games.agricola.rules.goods import note
from farmtable.games.agricola.rules.series import CAMPAIGN_GAMES


def begin_round(state: Position) -> None:
    state.round += 1
    state.turn = state.start
    note(state, EVENT_ROUND, state.start, state.round, 0)
    state.push(s.RETURN_HOME)
    state.push(s.WORK)
    state.push(s.REFILL)
    harvest.push_in_turn_order(state, s.PREPARE, 0)
    state.push(s.TURN_UP)


def prepare(state: Position, seat: Seat) -> None:
    """A seat takes the goods on the round space; what acts at the start of a round acts (R1.2, R1.3)."""
    state.active = seat
    lived: i64 = housing.herd(state, seat)
    improvements.take_promised(state, seat)
    # Asked last: a stable may be built before the animals arrive (R1.5).
    housing.settle(state, seat, True, lived)
    effects.happens(state, moments.START_OF_ROUND, seat, state.round)


def refill(state: Position) -> None:
    """The accumulation spaces receive their goods, and the work begins (R1.2)."""
    spaces.refill(state)
    seat: Seat = 0
    while seat < state.players:
        state.at_home[seat] = state.people[seat]
        if state.facts.deck is not None:
            state.gathered[seat] = 0
        seat += 1


def return_home(state: Position) -> None:
    """Everybody goes home; after some rounds comes a harvest (R1.1, R1.8)."""
    space: i64 = 0
    while space < SPACES:
        state.used_by[space] = 0
        state.shared_by[space] = 0
        space += 1
    state.push(s.END_ROUND)
    open_windows(state, moments.END_OF_ROUND)
    if state.facts.harvest[state.round] == 1:
        harvest.plan(state)
    everybody(state, moments.GOING_HOME)


def open_windows(state: Position, moment: i64) -> None:
    """Exchanges before the cards of seats act at a moment, the starting player's first (R8.2)."""
    if state.facts.deck is None:
        return
    place_in_order: i64 = state.players - 1
    while place_in_order >= 0:
        seat: Seat = (state.start + place_in_order) % state.players
        if state.listening[seat] & bit(moment) != 0:
            state.push(s.WINDOW, pack_window(seat, moment))
        place_in_order -= 1


def everybody(state: Position, moment: i64) -> None:
    """A moment of all seats, the starting player's effects first."""
    place_in_order: i64 = state.players - 1
    while place_in_order >= 0:
        effects.happens(state, moment, (state.start + place_in_order) % state.players, state.round)
        place_in_order -= 1


def end_round(state: Position) -> None:
    state.push(s.NEXT_ROUND)
    everybody(state, moments.END_OF_ROUND)


def next_round(state: Position) -> None:
    """Newborns are adults from now on (R1.8); the next round begins, or the game is over (R12)."""
    seat: Seat = 0
    while seat < state.players:
        state.newborns[seat] = 0
        seat += 1
    if state.round < ROUNDS:
        begin_round(state)
        return
    note(state, EVENT_OVER, 0, 0, 0)
    if state.facts.deck is not None:
        if keeps_in_campaign(state):
            harvest.push_in_turn_order(state, s.KEEP_ONE, 0)
        else:
            state.push(s.KEEP_ONE)
        harvest.push_in_turn_order(state, s.WINDOW, AT_THE_END)  # R6.10


def keeps_in_campaign(state: Position) -> bool:
    """Whether at the end of this game everybody may keep an occupation for the next (R13.9)."""
    return 0 < state.facts.campaign < CAMPAIGN_GAMES


def keepable(state: Position, seat: Seat) -> vec[i64]:
    """The occupations of which a seat keeps one for the next game, DONE before them if it may keep none.

    In the solo series nothing is kept after a failure (R13.5).
    """
    actions = vec[i64]()
    deck = state.facts.deck
    if deck is None or (state.facts.goal > 0 and scoring.total(state, seat) < state.facts.goal):
        return actions
    card: i64 = 0
    while card < deck.size:
        if may_keep(state, seat, card):
            if len(actions) == 0 and keeps_in_campaign(state):
                actions = append(actions, DONE)
            actions = append(actions, PICK + card)
        card += 1
    return actions


def may_keep(state: Position, seat: Seat, card: i64) -> bool:
    """Whether a seat can keep a card: of the solo series an occupation that is new, of a campaign any that
    lies in front of it (R13.5, R13.9)."""
    deck = state.facts.deck
    if deck is None or deck.kind[card] != OCCUPATION or not hands.has_in_front(state, seat, card):
        return False
    return keeps_in_campaign(state) or (state.facts.goal > 0 and not was_kept(state, card))


def was_kept(state: Position, card: i64) -> bool:
    """Whether an occupation came from the game before."""
    return any(kept == card for _, kept in state.facts.kept)
