"""What a seat cannot know: the cards others hold or gave back, and in a draft who took what (R9.1, R14.4).

Of a draft one knows every card of a pack one has seen; a card missing when the pack comes back was
taken by one of the others in between, one card each. `forget` keeps of a card only who opened its
pack and when it was seen last (`picked`, while it lies `IN_PACK`); `imagine` gives those cards to the
seats in between at random. A seat that gave its hand back (R14.10) knows that no hand made before then
holds any of those cards; hands dealt later may.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.agenda import step_of
from farmtable.core.aliases import Seat
from farmtable.core.rng import RandomSource
from farmtable.core.state import CHANCE
from farmtable.core.vectors import numbers
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import IN_BOX, IN_FRONT, IN_HAND, IN_PACK
from farmtable.games.agricola.position.steps import PICK_CARD
from farmtable.games.agricola.rules import given_back, turn

TRIES: Final = 20


def forget(state: Position, seat: Seat) -> Position:
    """A copy that holds nothing `seat` cannot know."""
    copy = state.clone()
    deck = copy.facts.deck
    if deck is None:
        return copy
    card: i64 = 0
    while card < deck.size:
        if copy.facts.drafted and copy.pack[card] > 0:
            _forget_drafted(state, copy, seat, card)
        elif is_hidden(state, seat, card):
            copy.where[card] = IN_BOX
        if not copy.facts.drafted and len(copy.pack) > 0 and i64(copy.pack[card]) != seat + 1:
            _forget_given_back(copy, card)
        card += 1
    copy.legal = vec[i64]()
    if copy.to_play in (seat, CHANCE):
        copy.legal = turn.listed(copy)
    return copy


def is_hidden(state: Position, seat: Seat, card: i64) -> bool:
    """Whether somebody else holds a card, and `seat` does not know which."""
    where: i64 = i64(state.where[card])
    return IN_HAND <= where < IN_FRONT and where != IN_HAND + seat and state.known[card] == 0


def _forget_given_back(copy: Position, card: i64) -> None:
    """Only its owner knows which cards he gave back (R14.9, R14.10)."""
    copy.pack[card] = 0
    if copy.where[card] == IN_PACK:
        copy.where[card] = IN_BOX


def _forget_drafted(state: Position, copy: Position, seat: Seat, card: i64) -> None:
    """Of a card of a draft keep what `seat` knows of it."""
    deck = state.facts.deck
    assert deck is not None
    opener: i64 = i64(state.pack[card]) - 1
    kind: i64 = i64(deck.kind[card])
    taken: i64 = i64(state.picked[card]) - 1
    bound: i64 = picks_made(state, seat, kind) if seat >= 0 else -1
    bound = min(bound, taken if taken >= 0 else taken_from(state, opener, kind))
    seen: i64 = last_sight(state, seat, opener, bound)
    if is_hidden(state, seat, card) or (taken < 0 and seen < taken_from(state, opener, kind)):
        copy.where[card] = IN_PACK if seen >= 0 else IN_BOX
        copy.picked[card] = u8(seen + 1)
    if seen < 0:
        copy.pack[card] = 0
        copy.picked[card] = 0


def is_drafting(state: Position) -> bool:
    return any(step_of(frame) == PICK_CARD for frame in state.agenda)


def picks_made(state: Position, seat: Seat, kind: i64) -> i64:
    """After how many passes a seat looks at its pack; once the draft is over, at the last it had."""
    most: i64 = state.facts.hand_of(seat, kind) - 1
    return min(i64(state.in_hands[seat * 2 + kind]), most) if is_drafting(state) else most


def taken_from(state: Position, opener: i64, kind: i64) -> i64:
    """How many cards have been taken from a pack."""
    most: i64 = state.facts.hand_of(opener, kind)
    if not is_drafting(state):
        return most
    n: i64 = 0
    while n < most and i64(state.in_hands[(opener + n) % state.players * 2 + kind]) > n:
        n += 1
    return n


def dealt_into(state: Position, opener: i64, kind: i64) -> i64:
    """How many cards have been dealt into a pack."""
    return state.facts.dealt_to(opener, kind) - given_back.left_to_deal(state, opener, kind)


def last_sight(state: Position, seat: Seat, opener: i64, bound: i64) -> i64:
    """After how many passes, at most `bound`, a seat last looked at a pack; -1: never."""
    if seat < 0:
        return -1
    first: i64 = (seat - opener + state.players) % state.players
    if bound < first:
        return -1
    return bound - (bound - first) % state.players


# --- a whole position that could be ------------------------------------------------------------------------


def imagine(state: Position, seat: Seat, rng: RandomSource) -> Position:
    """Of a copy made by `forget`: a random position that it could come from."""
    copy = state.clone()
    if copy.facts.deck is None:
        return copy
    tries: i64 = 0
    while tries < TRIES:
        copy = state.clone()
        _deal_hidden(copy, seat, rng)
        copy.legal = turn.listed(copy)
        if len(copy.legal) > 0 or copy.to_play < CHANCE:
            return copy
        tries += 1
    return _with_something_to_do(copy, state, seat, rng)


def _with_something_to_do(copy: Position, known: Position, seat: Seat, rng: RandomSource) -> Position:
    """Who is asked has something to do: exchange one of its imagined cards for one it could play."""
    deck = copy.facts.deck
    assert deck is not None
    mine: i64 = IN_HAND + copy.to_play
    boxed = _cards_for(copy, seat, 2, copy.to_play)
    held = vec[i64]()
    card: i64 = 0
    while card < deck.size:
        if i64(copy.where[card]) == mine and i64(known.where[card]) != mine:
            held = append(held, card)
        card += 1
    while len(copy.legal) == 0 and len(boxed) > 0:
        at: i64 = rng.below(len(boxed))
        other: i64 = boxed[at]
        boxed = _without(boxed, at)
        for own in held:
            if deck.kind[own] == deck.kind[other]:
                copy.where[own] = IN_BOX
                copy.where[other] = u8(mine)
                copy.legal = turn.listed(copy)
                if len(copy.legal) > 0:
                    break
                copy.where[own] = u8(mine)
                copy.where[other] = IN_BOX
    return copy


def _without(cards: vec[i64], at: i64) -> vec[i64]:
    found = vec[i64](capacity=len(cards))
    i: i64 = 0
    while i < len(cards):
        if i != at:
            found = append(found, cards[i])
        i += 1
    return found


def _cards_where(state: Position, where: i64, kind: i64) -> vec[i64]:
    """The cards that lie there, of one kind (2: of both)."""
    deck = state.facts.deck
    assert deck is not None
    cards = vec[i64]()
    card: i64 = 0
    while card < deck.size:
        if i64(state.where[card]) == where and (kind == 2 or i64(deck.kind[card]) == kind):
            cards = append(cards, card)
        card += 1
    return cards


def _cards_for(state: Position, seat: Seat, kind: i64, other: i64) -> vec[i64]:
    """The cards of the box that `other` may hold, as far as `seat` knows: perhaps none that it gave back."""
    box = _cards_where(state, IN_BOX, kind)
    if (given_back.held_before(state, seat) >> other) & 1 == 0:
        return box
    found = vec[i64](capacity=len(box))
    for card in box:
        if state.pack[card] == 0:
            found = append(found, card)
    return found


def _deal_hidden(state: Position, seat: Seat, rng: RandomSource) -> None:
    kind: i64 = 0
    while kind < 2:
        if state.facts.drafted:
            opener: i64 = 0
            while opener < state.players:
                _deal_seen(state, seat, opener, kind, rng)
                opener += 1
        _deal_unseen(state, seat, kind, rng)
        kind += 1


def unknown_cards(state: Position, kind: i64) -> vec[i64]:
    """For each seat, how many cards of a kind it holds that this position does not name."""
    deck = state.facts.deck
    assert deck is not None
    missing = numbers(state.players, 0)
    other: i64 = 0
    while other < state.players:
        missing[other] = i64(state.in_hands[other * 2 + kind])
        other += 1
    card: i64 = 0
    while card < deck.size:
        where: i64 = i64(state.where[card])
        if IN_HAND <= where < IN_FRONT and i64(deck.kind[card]) == kind:
            missing[where - IN_HAND] -= 1
        card += 1
    return missing


def _deal_unseen(state: Position, seat: Seat, kind: i64, rng: RandomSource) -> None:
    """Fill the hands, and packs that `seat` has not looked at, from the cards it has never seen."""
    missing = unknown_cards(state, kind)
    before: i64 = given_back.held_before(state, seat)
    other: i64 = 0
    while other < state.players:  # the hands that fewer cards fit come first
        if (before >> other) & 1 == 1:
            _deal_to(state, seat, other, kind, missing[other], rng)
        other += 1
    other = 0
    while other < state.players:
        if (before >> other) & 1 == 0:
            _deal_to(state, seat, other, kind, missing[other], rng)
        other += 1
    if not state.facts.drafted or not is_drafting(state):
        return
    box = _cards_where(state, IN_BOX, kind)
    opener: i64 = 0
    while opener < state.players:
        taken: i64 = taken_from(state, opener, kind)
        if last_sight(state, seat, opener, min(picks_made(state, max(seat, 0), kind), taken)) < 0:
            n: i64 = dealt_into(state, opener, kind) - taken
            while n > 0 and len(box) > 0:
                at: i64 = rng.below(len(box))
                state.where[box[at]] = IN_PACK
                state.pack[box[at]] = u8(opener + 1)
                box = _without(box, at)
                n -= 1
        opener += 1


def _deal_to(state: Position, seat: Seat, other: i64, kind: i64, n: i64, rng: RandomSource) -> None:
    """Fill the hand of `other` with so many cards of a kind that `seat` does not know of."""
    box = _cards_for(state, seat, kind, other)
    while n > 0:
        at: i64 = rng.below(len(box))
        state.where[box[at]] = u8(IN_HAND + other)
        if state.facts.drafted:
            _place_in_draft(state, seat, other, kind, box[at])
        box = _without(box, at)
        n -= 1


def _place_in_draft(state: Position, seat: Seat, other: i64, kind: i64, card: i64) -> None:
    """A card that `seat` never saw was taken by `other` from a pack before it came to `seat`."""
    deck = state.facts.deck
    assert deck is not None
    passes: i64 = 0
    while passes < state.facts.hand_of(other, kind):
        opener: i64 = (other - passes + passes * state.players) % state.players
        unseen = seat < 0 or passes < (seat - opener + state.players) % state.players
        if unseen and not _is_taken(state, opener, kind, passes):
            state.pack[card] = u8(opener + 1)
            state.picked[card] = u8(passes + 1)
            return
        passes += 1


def _is_taken(state: Position, opener: i64, kind: i64, passes: i64) -> bool:
    """Whether it is known which card was taken from a pack after so many passes."""
    deck = state.facts.deck
    assert deck is not None
    card: i64 = 0
    while card < deck.size:
        if (
            i64(state.pack[card]) == opener + 1
            and i64(state.picked[card]) == passes + 1
            and i64(deck.kind[card]) == kind
            and state.where[card] != IN_PACK
        ):
            return True
        card += 1
    return False


def _deal_seen(state: Position, seat: Seat, opener: i64, kind: i64, rng: RandomSource) -> None:
    """Give the cards that `seat` saw in a pack to those who may have taken them since."""
    deck = state.facts.deck
    assert deck is not None
    taken: i64 = taken_from(state, opener, kind)
    sight: i64 = 0
    while sight < taken:
        cards = vec[i64]()
        card: i64 = 0
        while card < deck.size:
            if (
                state.where[card] == IN_PACK
                and i64(state.pack[card]) == opener + 1
                and i64(state.picked[card]) == sight + 1
                and i64(deck.kind[card]) == kind
            ):
                cards = append(cards, card)
            card += 1
        if len(cards) > 0:
            _give_to_pickers(state, opener, kind, sight, taken, cards, rng)
        sight += 1


def _give_to_pickers(
    state: Position, opener: i64, kind: i64, sight: i64, taken: i64, cards: vec[i64], rng: RandomSource
) -> None:
    passes: i64 = sight + 1
    last: i64 = min(sight + state.players, taken)
    while passes < last:
        if not _is_taken(state, opener, kind, passes) and len(cards) > 0:
            at: i64 = rng.below(len(cards))
            state.where[cards[at]] = u8(IN_HAND + (opener + passes) % state.players)
            state.picked[cards[at]] = u8(passes + 1)
            cards = _without(cards, at)
        passes += 1
    for card in cards:  # these went on, or were left over
        state.picked[card] = 0
