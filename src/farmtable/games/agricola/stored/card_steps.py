"""What hand cards have brought about in a stored position: whether play can go on from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.errors import BadRecord
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.actions import MAX_BAKE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.frames import (
    KEEP_OR_REDRAW,
    TOO_MANY,
    pack_pick,
    unpack_ask,
    unpack_deal,
    unpack_offer,
    unpack_payment,
    unpack_pick,
    unpack_play,
    unpack_turn,
)
from farmtable.games.agricola.rules import any_time, effects, farmyard, given_back, hands
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.parts.all_parts import priced_part
from farmtable.games.kit.stored_agenda import frames

if TYPE_CHECKING:
    from collections.abc import Callable

    from farmtable.games.agricola.rules.card import Deck


def check(state: Position, place: int) -> None:
    """Raise BadRecord unless the engine can go on from the step at this place of the agenda."""
    step, argument = frames(state)[place]
    if not CHECKS[step](state, place, argument):
        raise BadRecord(f"position: agenda: {s.STEP_NAMES[step]!r} has no number that fits: {argument}")


def _deck(state: Position) -> Deck:
    deck = deck_of(state)
    assert deck is not None
    return deck


def _has_resolved(state: Position, seat: int, card: int) -> bool:
    """Whether a card that is resolved lies in front of a seat, or has travelled."""
    deck = _deck(state)
    return card < deck.size and (bool(hands.has_in_front(state, seat, card)) or deck.travels[card] == 1)


# --- effects offered ---------------------------------------------------------------------------------


def _is_offer(state: Position, place: int, argument: int) -> bool:
    slots, moment, seat, about = map(int, unpack_offer(argument))
    if seat >= state.players or slots == 0 or not _is_about(state, place, seat, moment, about):
        return False
    deck = _deck(state)
    for slot in range(f.MAX_FRONT):
        card = int(state.front[seat * f.MAX_FRONT + slot]) - 1
        if slots >> slot & 1 and (
            card < 0 or deck.offered[card] != moment or not effects.concerns(deck, card, moment, about)
        ):
            return False
    return True


def _is_about(state: Position, place: int, seat: int, moment: int, about: int) -> bool:
    """Whether effects can be offered at such a moment, and told that about it."""
    if moment in (moments.EACH_USE, moments.ANOTHER_USES):
        landed = int(effects.pending_space(state))
        return about == landed and (seat == state.active) == (moment == moments.EACH_USE)
    if moment in (moments.AFTER_USE, moments.TURN_ENDS):
        space = unpack_turn(about)[0] if moment == moments.TURN_ENDS else about
        return space < f.SPACES and seat == state.active
    if moment == moments.BEFORE_OCCUPATION:
        step, announced = frames(state)[place - 1] if place > 0 else (-1, 0)
        return step == s.PLAY_NOW and unpack_play(announced)[1] == about
    if moment in (moments.START_OF_ROUND, moments.GOING_HOME, moments.END_OF_ROUND):
        return about == state.round
    if moment == moments.OCCUPATION_PLAYED:
        return _has_resolved(state, seat, about) and _deck(state).kind[about] == f.OCCUPATION
    if moment == moments.IMPROVEMENT_BUILT:
        return _is_played(state, place, about) and seat == state.active
    if moment in (moments.ROOMS_BUILT, moments.FENCES_BUILT):
        all_cells = state.rooms[seat] if moment == moments.ROOMS_BUILT else farmyard.fenced(state, seat)
        return about & ~all_cells == 0
    return about in _small_numbers(state, seat, moment)


def _small_numbers(state: Position, seat: int, moment: int) -> range:
    """What an offer may be about at the other moments."""
    if moment == moments.RENOVATED:
        return range(f.OF_STONE)
    if moment == moments.STABLE_BUILT:
        return range(f.CELLS)
    if moment == moments.FAMILY_GREW:
        return range(int(state.people[seat]) + 1)
    if moment == moments.BAKED:
        return range(1, MAX_BAKE + 1)
    told_nothing = (
        *(moments.WHEN_PLAYED, moments.ANOTHER_BUILT_ROOMS, moments.FIELD_PHASE_BEGINS),
        *(moments.FIELD_PHASE, moments.BRED),
    )
    return range(1) if moment in told_nothing else range(0)


# --- questions ---------------------------------------------------------------------------------------


def _is_question(state: Position, place: int, argument: int) -> bool:
    """Whether a card can be asked so: only the card itself knows which questions it has."""
    card, seat, question = map(int, unpack_ask(argument))
    if seat >= state.players or not _has_resolved(state, seat, card):
        return False
    asked = _deck(state).cards[card]
    try:
        for answer in asked.choices(state.clone(), seat, question):
            after = state.clone()
            asked.choose(after, seat, question, answer)
            if min(after.goods) < 0:
                return False
    except Exception:  # whatever a card makes of a question that it never asks
        return False
    return True


# --- playing and building ----------------------------------------------------------------------------


def _is_announced(state: Position, place: int, argument: int) -> bool:
    """An occupation about to be played: in the hand, its food at hand or offered just before."""
    card, price = map(int, unpack_play(argument))
    deck, seat = _deck(state), state.active
    if card >= deck.size or deck.kind[card] != f.OCCUPATION or not hands.holds(state, seat, card):
        return False
    offered = False
    for step, number in frames(state)[place + 1 :]:
        if step == s.OFFER and unpack_offer(number)[1] == moments.BEFORE_OCCUPATION:
            offered = True
        elif step not in (s.HOUSE, s.EXCHANGES) and not (step == s.ASK and _asks_before(deck, number)):
            return False
    if state.goods[seat * f.GOODS + f.FOOD] >= price:
        return True
    return offered and bool(any_time.keeps_duties(state, seat))


def _asks_before(deck: Deck, question: int) -> bool:
    card = int(unpack_ask(question)[0])
    return card < deck.size and deck.offered[card] in (moments.BEFORE_OCCUPATION, moments.ANY_TIME)


def _is_played(state: Position, place: int, argument: int) -> bool:
    """A card in front of the active seat, or one that travelled; or a major improvement of it."""
    if argument < f.MAX_DECK:
        return _has_resolved(state, int(state.active), argument)
    return argument < f.MAX_DECK + f.MAJORS and state.owner[argument - f.MAX_DECK] == state.active + 1


def _is_payment(state: Position, place: int, argument: int) -> bool:
    """A room, a renovation or a pasture that the active seat may build, some fences of it free."""
    action, free = unpack_payment(argument)
    part, seat = priced_part(action), state.active
    if part is None or part.used_up(state, seat, action, free) != free:
        return False
    return action in part.actions(state, seat, free, vec[i64]())


def _is_before(state: Position, place: int, argument: int) -> bool:
    """The cells of a house, or of pastures, before something was added."""
    seat = state.active
    of_rooms = frames(state)[place][0] == s.ROOMS_DONE
    return argument & ~int(state.rooms[seat] if of_rooms else farmyard.fenced(state, seat)) == 0


def _is_again(state: Position, place: int, argument: int) -> bool:
    return argument < f.SPACES and state.at_home[state.active] > 0


# --- how hands are made ------------------------------------------------------------------------------


def _is_planned(state: Position, place: int, argument: int) -> bool:
    """Deals and picks are left as they were planned; of the next deal some cards may have been dealt."""
    planned = _plan(state)
    if place >= len(planned):
        return False
    step, whole = planned[place]
    if place < len(state.agenda) - 1:
        return frames(state)[place] == (step, whole)
    return frames(state)[place][0] == step and (
        argument == whole or (step == s.DEAL_CARD and _is_left_of(argument, whole))
    )


def _is_left_of(deal: int, whole: int) -> bool:
    """Whether a deal is what is left of another, one card at least."""
    kind, seat, left = unpack_deal(deal)
    return unpack_deal(whole)[:2] == (kind, seat) and 0 < left < unpack_deal(whole)[2]


def _plan(state: Position) -> list[tuple[int, int]]:
    """The agenda with which a game begins; once seats have kept or given back hands, what is left of it."""
    fresh = state.clone()
    fresh.agenda = vec[i64]()
    fresh.push(s.START_SEAT)
    hands.plan_hands(fresh)
    undecided = _undecided(state)
    if state.facts.redraws and undecided < state.players:
        decided = state.players - undecided - 1
        fresh.agenda = fresh.agenda[: 1 + undecided]
        if given_back.has_redrawn(state, decided):
            given_back.plan_redraw(fresh, decided)
    return frames(fresh)


def _undecided(state: Position) -> int:
    """How many seats have still to say whether they keep their hands: the last ones."""
    return sum(step == s.PICK_CARD and unpack_pick(n)[1] == KEEP_OR_REDRAW for step, n in frames(state))


def check_hands(state: Position) -> None:
    """While hands are made they must hold what has been dealt or picked so far, and nothing be played."""
    pending = frames(state)
    if not any(step == s.START_SEAT for step, _ in pending):
        return
    in_front = [(at // f.MAX_FRONT, int(card) - 1) for at, card in enumerate(state.front) if card > 0]
    if in_front != sorted(state.facts.kept, key=lambda kept: kept[0]):
        raise BadRecord("position: front: hands are still being made, so nothing has been played")
    if state.redrawn >> (state.players - _undecided(state)):
        raise BadRecord("position: redrawn: a seat has still to say whether it keeps its hand (R14.10)")
    deals = [unpack_deal(argument) for step, argument in pending if step == s.DEAL_CARD]
    for seat in range(int(state.players)):
        for kind in (0, 1):
            left = sum(n for its_kind, its_seat, n in deals if (its_kind, its_seat) == (kind, seat))
            picks = pending.count((s.PICK_CARD, int(pack_pick(seat, kind))))
            _check_hand(state, seat, kind, int(left), picks)


def _check_hand(state: Position, seat: int, kind: int, left: int, picks: int) -> None:
    """The hand of a seat, of one kind, with so many cards still to be dealt and so often to be asked."""
    held = int(state.in_hands[seat * 2 + kind])
    size = int(hands.hand_size(state, seat, kind))
    if state.facts.drafted:
        fits = held + picks <= size and (left == 0 or held == 0) and _is_drafted(state, seat, kind, left)
    elif state.facts.gives_back and (s.PICK_CARD, pack_pick(seat, TOO_MANY)) in frames(state):
        fits = held + left <= state.facts.dealt_to(seat, kind)
    elif state.facts.chosen_hands:
        fits = held < size if picks else held <= size
    else:
        fits = held + left <= size
    if not fits:
        raise BadRecord(f"position: seat {seat} has another number of cards than were dealt or picked (R9.1)")


def _is_drafted(state: Position, seat: int, kind: int, left: int) -> bool:
    """Whether a hand is what its seat kept, pass for pass, and the pack it opened is not too large."""
    deck = _deck(state)
    kept, lying = [], 0
    for card in range(int(deck.size)):
        if deck.kind[card] != kind:
            continue
        if hands.holds(state, seat, card):
            passes = int(state.picked[card]) - 1
            whose = (seat - passes) % int(state.players)
            if state.pack[card] != whose + 1:
                return False
            kept.append(passes)
        elif state.pack[card] == seat + 1 and state.where[card] == f.IN_PACK:
            lying += 1
    return sorted(kept) == list(range(len(kept))) and lying + left <= state.facts.dealt_to(seat, kind)


CHECKS: Final[dict[int, Callable[[Position, int, int], bool]]] = {
    s.OFFER: _is_offer,
    s.ASK: _is_question,
    s.PLAY_NOW: _is_announced,
    s.PLAYED: _is_played,
    s.PAYMENT: _is_payment,
    s.ROOMS_DONE: _is_before,
    s.FENCES_DONE: _is_before,
    s.AGAIN: _is_again,
    s.DEAL_CARD: _is_planned,
    s.PICK_CARD: _is_planned,
}
