"""What stands in the way of playing, using and keeping hand cards: each with its rule and page.

Nothing here tells which cards others hold: a card that is not in one's own hand is simply that.
"""

from __future__ import annotations

from typing import Final

from farmtable.core.text import Refusal, SeatName, Text
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.frames import unpack_ask, unpack_offer, unpack_pick
from farmtable.games.agricola.position.nouns import KINDS, goods_of, name_of_good, name_of_space
from farmtable.games.agricola.position.steps import ASK, EXCHANGES, KEEP_ONE, OFFER, PICK_CARD, WINDOW, WORK
from farmtable.games.agricola.rules import effects, hands, playing, rounds
from farmtable.games.agricola.rules.card import Card, deck_of
from farmtable.games.agricola.rules.prices import can_pay
from farmtable.games.agricola.rules.requirements import InSupply
from farmtable.games.agricola.words.reasons import OUR_RULING, appendix, page, unaffordable

AN_OCCUPATION: Final = Text("An occupation")
PLENTY: Final = 12  # of a good: more than an effect costs
NO_SUCH_CARD: Final = Refusal("R14.2", appendix(1), Text("This card is not part of this game."))
# Animals that are to be paid with, or that a card requires, are there, but not all have a place.
_NO_ROOM: Final = Refusal(
    "R6.4", appendix(6), Text("You cannot keep all your animals: first choose which ones to let go.")
)


def of_deck(state: Position, card: int) -> Card | None:
    """A hand card of this game by its number."""
    deck = deck_of(state)
    return deck.cards[card] if deck is not None and card < deck.size else None


def modifier(state: Position, seat: int, which: int) -> bool:
    """Whether a card in front of a seat changes this rule."""
    return state.facts.deck is not None and state.modifiers[seat * f.MODIFIERS + which] > 0


# --- playing -----------------------------------------------------------------------------------------


def not_in_hand(state: Position, seat: int, card: int) -> Refusal | None:
    """Why a card cannot be played from a hand at all: it is not there."""
    found = of_deck(state, card)
    if found is None:
        return NO_SUCH_CARD
    owner = int(state.where[card]) - f.IN_FRONT
    if 0 <= owner < state.players:
        reason = Text("{seat} has played {card} already.", seat=SeatName(owner), card=found.name)
        return Refusal("R9.1", page(11), reason)
    if not hands.holds(state, seat, card):
        return Refusal("R9.1", page(11), Text("{card} is not in your hand.", card=found.name))
    return None


def needs_action(state: Position, card: int) -> Refusal:
    """Which actions let one play a card, where the action under way does not."""
    found = of_deck(state, card)
    assert found is not None
    if found.kind == f.OCCUPATION:
        reason = Text(
            "You play an occupation when you use {space}, or when a card lets you.",
            space=name_of_space(f.LESSONS),
        )
        return Refusal("R2.10", page(11), reason)
    reason = Text(
        "You play a minor improvement when you use {first}, {second}, {third} or {fourth}, "
        "or when a card lets you.",
        first=name_of_space(f.MEETING_PLACE),
        second=name_of_space(f.MAJOR_IMPROVEMENT),
        third=name_of_space(f.BASIC_WISH),
        fourth=name_of_space(f.HOUSE_REDEVELOPMENT),
    )
    return Refusal("R9.7", page(11), reason)


def of_card(state: Position, seat: int, card: int, food: int) -> Refusal | None:
    """Why a card of the hand cannot be played by an action that lets one; an occupation costs `food`."""
    deck, found = deck_of(state), of_deck(state, card)
    assert deck is not None
    assert found is not None
    for requirement in found.requires:
        if not requirement.met(state, seat):
            if isinstance(requirement, InSupply) and requirement.are_there(state, seat):
                return _NO_ROOM
            reason = Text("{card} requires: {requirement}.", card=found.name, requirement=requirement.text())
            return Refusal("R9.2", page(11), reason)
    if found.kind == f.OCCUPATION:
        return of_price(state, seat, food)
    price = playing.price_of(state, deck, seat, card)
    if refusal := unaffordable(state, seat, found.name, goods_of(int(price)), "R9.3", page(11)):
        return refusal
    return None if can_pay(state, seat, price) else _NO_ROOM


def of_price(state: Position, seat: int, food: int) -> Refusal | None:
    """Why an occupation that costs so much food cannot be paid for."""
    if playing.affords_occupation(state, seat, food):
        return None
    return unaffordable(state, seat, AN_OCCUPATION, [(f.FOOD, food)], "R2.10", page(11))


def of_lessons(state: Position, seat: int, space: int) -> Refusal | None:
    """Why no occupation can be played on a Lessons space."""
    if hands.count_hand(state, seat, f.OCCUPATION) == 0:
        return Refusal("R2.10", page(11), Text("You have no occupation in your hand."))
    if refusal := of_price(state, seat, int(playing.lessons_price(state, seat, space))):
        return refusal
    return Refusal("R9.2", page(11), Text("You do not meet the requirements of any occupation in your hand."))


def cheapest_lessons(state: Position, seat: int) -> int:
    """The food that an occupation costs where it costs a seat least."""
    spaces = [space for space in (f.LESSONS, f.LESSONS_3, f.LESSONS_4) if state.facts.in_game[space]]
    return min(int(playing.lessons_price(state, seat, space)) for space in spaces)


# --- effects -----------------------------------------------------------------------------------------


def of_effect(state: Position, seat: int, card: int) -> Refusal | None:
    """Why the effect of a card cannot be used, unless it is one of those that may be used at any time."""
    deck, found = deck_of(state), of_deck(state, card)
    if deck is None or found is None:
        return NO_SUCH_CARD
    if not hands.has_in_front(state, seat, card):
        return Refusal("R9.1", page(11), Text("{card} is not in front of you.", card=found.name))
    moment = int(deck.offered[card])
    if moment == moments.NEVER:
        return Refusal("R9.1", page(11), Text("{card} acts by itself.", card=found.name))
    if _is_offered(state, seat, card, moment):
        return _of_use(state, seat, card, moment)
    if moment == moments.ANY_TIME:
        return None
    return Refusal("R9.1", page(11), _USED_AT.get(moment, _ANOTHER_MOMENT).with_values(card=found.name))


def _is_offered(state: Position, seat: int, card: int, moment: int) -> bool:
    """Whether the seat is asked just now which of such effects it uses."""
    step = state.step()
    if step == OFFER:
        slots, _, _, _ = unpack_offer(state.argument())
        return bool(slots >> hands.slot_of(state, seat, card) & 1)
    if step in (EXCHANGES, WINDOW):
        return moment == moments.ANY_TIME
    return step == WORK and moment == moments.PLACING


def _of_use(state: Position, seat: int, card: int, moment: int) -> Refusal:
    found = of_deck(state, card)
    assert found is not None
    about = unpack_offer(state.argument())[3] if state.step() == OFFER else 0
    if found.may_use(state, seat, about):
        return nothing_left(state) if moment == moments.EACH_USE else SPOILS_A_DUTY
    good = _lacking(state, seat, found, about)
    if good is None:
        return Refusal("R9.1", page(11), Text("{card} has no effect now.", card=found.name))
    reason = Text("You have too little {good} to use {card}.", good=name_of_good(good), card=found.name)
    return Refusal("R9.3", page(11), reason)


def _lacking(state: Position, seat: int, card: Card, about: int) -> int | None:
    """The good of which the effect of a card could be used if there were more; None: that is not it."""
    goods: tuple[int, ...] = (f.FOOD, *range(f.WOOD, f.SHEEP))
    for good in goods:
        richer = state.clone()
        richer.goods[seat * f.GOODS + good] += PLENTY
        if card.may_use(richer, seat, about):
            return good
    return None


SPOILS_A_DUTY: Final = Refusal(
    "R8.2", OUR_RULING, Text("After this exchange you could not do what you have to do next.")
)


def nothing_left(state: Position) -> Refusal:
    """What a person has come for would become impossible."""
    space = int(effects.pending_space(state))
    reason = Text("Afterwards there would be nothing left to do on {space}.", space=name_of_space(space))
    return Refusal("R2.2", page(6), reason)


_ANOTHER_MOMENT: Final = Text("{card} is used at a different time.")
_USED_AT: Final = {
    moments.WHEN_PLAYED: Text("{card} is used when it is played."),
    moments.EACH_USE: Text("{card} is used when one of your people comes to a space that it names."),
    moments.AFTER_USE: Text("{card} is used right after the effect of a space that it names."),
    moments.TURN_ENDS: Text("{card} is used at the end of a turn."),
    moments.ANOTHER_USES: Text("{card} is used when somebody else comes to a space that it names."),
    moments.START_OF_ROUND: Text("{card} is used at the start of a round."),
    moments.RENOVATED: Text("{card} is used when you have renovated."),
    moments.BEFORE_OCCUPATION: Text("{card} is used right before you play an occupation."),
    moments.OCCUPATION_PLAYED: Text("{card} is used when you have played an occupation."),
    moments.FIELD_PHASE: Text("{card} is used in the field phase of a harvest."),
    moments.PLACING: Text("{card} is used when it is your turn to place a person."),
}


# --- questions, drafts -------------------------------------------------------------------------------


def of_answer(state: Position) -> Refusal | None:
    """Why an answer to the question of a card is none, where one is asked."""
    if state.step() != ASK:
        return None
    found = of_deck(state, int(unpack_ask(state.argument())[0]))
    assert found is not None
    return Refusal("R9.1", page(11), Text("{card} does not offer this now.", card=found.name))


def of_pick(state: Position, card: int) -> Refusal:
    """Why a card cannot be kept."""
    found = of_deck(state, card)
    if found is None:
        return NO_SUCH_CARD
    if state.step() == KEEP_ONE:
        if rounds.keeps_in_campaign(state):
            reason = Text("{card} is not an occupation in front of you.", card=found.name)
            return Refusal("R13.9", appendix(10), reason)
        reason = Text("{card} is not an occupation that you have played in this game.", card=found.name)
        return Refusal("R13.5", appendix(10), reason)
    if state.step() != PICK_CARD:
        return Refusal("R14.4", appendix(8), Text("Cards are chosen before the first round, if at all."))
    _, kind = map(int, unpack_pick(state.argument()))
    if found.kind != kind:
        return Refusal(
            "R14.4",
            appendix(8),
            Text("Now you choose a card of this kind to keep: {kind}.", kind=KINDS[kind]),
        )
    if state.facts.drafted:
        reason = Text("{card} is not in the pack before you.", card=found.name)
        return Refusal("R14.4", appendix(8), reason)
    if found.index in state.facts.banned:
        return Refusal("R14.7", OUR_RULING, Text("{card} is banned from this game.", card=found.name))
    if found.players > state.players:
        reason = Text("{card} is for {n} players or more.", card=found.name, n=int(found.players))
        return Refusal("R9.1", page(3), reason)
    return Refusal("R13.1", page(12), Text("{card} has been chosen already.", card=found.name))
