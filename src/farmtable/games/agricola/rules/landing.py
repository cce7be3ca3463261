"""Landing on a space: what cards do before its effect, and what must stay possible then (R2.1, R2.2)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import DONE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import MAX_FRONT
from farmtable.games.agricola.position.steps import MENU
from farmtable.games.agricola.rules import any_time, effects, menu, spaces
from farmtable.games.agricola.rules.card import deck_of

# --- spaces -------------------------------------------------------------------------------------------


def usable(state: Position, seat: Seat, space: i64) -> bool:
    """Whether a seat may place a person there now: free, and at least one action possible (R2.1, R2.2)."""
    if not spaces.in_play(state, space):
        return False
    if spaces.is_occupied(state, space) and not spaces.may_share(state, seat, space):
        return False
    return spaces.is_possible(state, seat, space) or is_possible_on_landing(state, seat, space)


def is_possible_on_landing(state: Position, seat: Seat, space: i64) -> bool:
    """Whether goods that cards bring on landing there make an action of a space possible."""
    deck = deck_of(state)
    if deck is None or state.listening[seat] & bit(moments.EACH_USE) == 0:
        return False
    at: i64 = seat * MAX_FRONT
    while state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        if deck.acts[card] & bit(moments.EACH_USE) != 0 and deck.spaces[card] & bit(space) != 0:
            after = state.clone()
            after.tracing = False
            effects.act(after, deck, card, moments.EACH_USE, seat, space)
            if can_become_possible(after, seat, space):
                return True
        at += 1
    return False


def can_become_possible(state: Position, seat: Seat, space: i64) -> bool:
    """Whether a seat could take an action of a space, after exchanges if need be (R8.4)."""
    if spaces.is_possible(state, seat, space):
        return True
    return any_time.reaches(state, seat, any_time.SpacePossible(space))


# --- effects ------------------------------------------------------------------------------------------


def usable_effects(state: Position, seat: Seat, slots: i64, moment: i64, about: i64) -> vec[i64]:
    """Of the cards in these places of a seat's row those whose effect may be used now, as actions."""
    deck = deck_of(state)
    assert deck is not None
    return effects.as_actions(state, deck, seat, usable_slots(state, seat, slots, moment, about))


def usable_slots(state: Position, seat: Seat, slots: i64, moment: i64, about: i64) -> i64:
    """Those of these places whose cards have an effect that can be used now, and strands nobody."""
    found: i64 = effects.usable_slots(state, seat, slots, moment, about)
    if moment != moments.EACH_USE:
        return found
    slot: i64 = 0
    while found >> slot != 0:
        if found >> slot & 1 != 0:
            card: i64 = i64(state.front[seat * MAX_FRONT + slot]) - 1
            if strands(state, seat, card, about):
                found &= ~bit(slot)
        slot += 1
    return found


def strands(state: Position, seat: Seat, card: i64, space: i64) -> bool:
    """Whether using a card would leave nothing to do on the space that is being used (R2.2)."""
    after = state.clone()
    effects.use(after, seat, card, moments.EACH_USE, space)
    if not can_become_possible(after, seat, space):
        return True
    if after.step() != MENU or len(after.agenda) == len(state.agenda):
        return False
    return len(that_leave(after, menu.choices(after, after.argument()), seat, space)) == 0


def that_leave(state: Position, actions: vec[i64], seat: Seat, space: i64) -> vec[i64]:
    """Those actions of a MENU after which the space on which a person has landed can still be used."""
    found = vec[i64]()
    for action in actions:
        if action != DONE:
            after = state.clone()
            after.tracing = False
            menu.apply(after, action)
            if not can_become_possible(after, seat, space):
                continue
        found = append(found, action)
    return found


@final
class EffectUsable(any_time.Goal):
    """One more of the cards in these places of a seat's row can be used than can be used already."""

    def __init__(self, slots: i64, already: i64, moment: i64, about: i64) -> None:
        super().__init__()
        self.may_want_less = True  # a card may say "if you have no grain"
        self.slots: i64 = slots & ~already
        self.moment: i64 = moment
        self.about: i64 = about

    def met(self, state: Position, seat: Seat) -> bool:
        return usable_slots(state, seat, self.slots, self.moment, self.about) != 0
