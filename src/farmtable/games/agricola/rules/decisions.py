"""What seats decide in their turns, in harvests and about their cards: a class for each such step.

Each says what its seat may do, and does it; `must_decide` runs them all.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.core.vectors import counting
from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position import steps as s
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_KEEP, EVENT_SECOND
from farmtable.games.agricola.position.facts import GRAIN
from farmtable.games.agricola.position.frames import (
    AT_THE_END,
    SECOND,
    decider,
    moment_of,
    pack_offer,
    unpack_offer,
    unpack_payment,
)
from farmtable.games.agricola.position.parts import OPTIONAL, current_part, open_parts
from farmtable.games.agricola.rules import (
    any_time,
    effects,
    exchanges,
    hands,
    harvest,
    improvements,
    landing,
    menu,
    rounds,
    spaces,
    work,
)
from farmtable.games.agricola.rules.goods import note
from farmtable.games.agricola.rules.parts.all_parts import MAY_COST_FOOD, part_of, priced_part


class Decision:
    """A step at which a seat decides; it lies on top of the agenda, its argument is `argument`."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        """What the seat may do, ascending; nothing where the step is over."""
        raise NotImplementedError

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        """Carry out what the seat has decided."""
        raise NotImplementedError

    def must_ask(self, state: Position, argument: i64) -> bool:
        """Whether the seat is asked although there is a single action."""
        return False


def with_action(actions: vec[i64], more: i64) -> vec[i64]:
    """Ascending actions, and one more in its place."""
    found = vec[i64](capacity=len(actions) + 1)
    at: i64 = 0
    while at < len(actions) and actions[at] < more:
        found = append(found, actions[at])
        at += 1
    found = append(found, more)
    while at < len(actions):
        found = append(found, actions[at])
        at += 1
    return found


# --- parts of an action ---------------------------------------------------------------------------------


@final
class OfMenu(Decision):
    """The actions of a MENU, and exchanges between them.

    Goods may be exchanged between the parts of an action, but never so that a compulsory part would
    become impossible (R8.2), and no part of a card may leave nothing to do on the space (R2.2).
    """

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        actions = menu.choices(state, argument)
        landed: i64 = effects.pending_space(state) if state.facts.deck is not None else -1
        if landed >= 0:
            actions = landing.that_leave(state, actions, seat, landed)
        if may_exchange_for(state, argument, seat, actions, landed):
            return with_action(actions, a.EXCHANGE)
        return actions

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        menu.apply(state, action)

    def must_ask(self, state: Position, argument: i64) -> bool:
        return is_secret(state, argument)


def is_secret(state: Position, argument: i64) -> bool:
    """Whether it would tell something of a hand not to ask at a MENU."""
    if state.facts.deck is None:
        return False
    parts: i64 = open_parts(argument)
    while parts != 0:
        kind: i64 = part_of(parts & -parts).plays
        if kind >= 0 and state.in_hands[state.active * 2 + kind] > 0:
            return True
        parts &= parts - 1
    return False


def may_exchange_for(state: Position, argument: i64, seat: Seat, actions: vec[i64], landed: i64) -> bool:
    """Whether goods may be exchanged at a MENU: where it may be left, or makes another action possible."""
    optional = argument & OPTIONAL != 0
    if landed < 0 and optional and (len(actions) > 1 or is_secret(state, argument)):
        return exchanges.any_possible(state, seat)
    if not optional and not acted_on_landing(state, seat):
        return False  # whoever placed a person could exchange just before
    if not may_cost_food(argument) and not exchanges.offered_by_cards(state, seat):
        return False
    if len(actions) == 0 or (len(actions) == 1 and actions[0] == a.DONE):
        return any_time.reaches(state, seat, any_time.AnyPartPossible(argument))
    return any_time.reaches(state, seat, any_time.AnotherPartPossible(argument, actions))


def may_cost_food(argument: i64) -> bool:
    """Whether any part of a MENU may cost food: what can be got without a card that offers exchanges."""
    return (open_parts(argument) | current_part(argument)) & MAY_COST_FOOD != 0


def acted_on_landing(state: Position, seat: Seat) -> bool:
    """Whether a card acts, or is offered, between the placing of a person and the effect of its space."""
    if state.facts.deck is None or state.listening[seat] & bit(moments.EACH_USE) == 0:
        return False
    for frame in state.agenda:
        if step_of(frame) == s.USED and effects.cares_about_landing(state, seat, argument_of(frame)):
            return True
    return False


@final
class OfPayment(Decision):
    """Which of several prices is paid."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return counting(a.PAY, min(len(payments(state, seat, argument)), a.MAX_PRICES))

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        state.pop()
        built, free = unpack_payment(argument)
        part = priced_part(built)
        assert part is not None
        part.pay_and_build(state, seat, built, part.ways(state, seat, built, free)[action - a.PAY])


def payments(state: Position, seat: Seat, argument: i64) -> vec[i64]:
    """The prices of a PAYMENT, any of which its seat may pay."""
    built, free = unpack_payment(argument)
    part = priced_part(built)
    assert part is not None
    return part.ways(state, seat, built, free)


# --- spaces, and the farm ---------------------------------------------------------------------------------


@final
class OfChoice(Decision):
    """Which of several goods a space gives."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return spaces.choices(state, argument)

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        state.pop()
        spaces.take_choice(state, seat, argument, action - a.TAKE)


@final
class OfSecondPerson(Decision):
    """Where a second person goes in one go."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return work.spaces_for(state, seat, argument)

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        state.pop()
        note(state, EVENT_SECOND, seat, action - a.PLACE, 0)
        work.place(state, seat, action - a.PLACE, SECOND)


@final
class OfAnimals(Decision):
    """Which animals go, until all that are left fit."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return exchanges.animals_to_go(state, seat, argument)

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        exchanges.apply(state, seat, action)


@final
class OfExchange(Decision):
    """One exchange, at any time."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return any_time.that_keep_duties(state, seat, exchanges.all_possible(state, seat))

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        state.pop()
        exchanges.apply(state, seat, action)

    def must_ask(self, state: Position, argument: i64) -> bool:
        return True


@final
class OfFeeding(Decision):
    """Exchanges of the feeding phase, and the feeding itself."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return harvest.feeding_choices(state, seat)

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        if action == a.DONE:
            state.pop()
            harvest.feed(state, seat)
        elif action - a.CONVERT < GRAIN:
            improvements.craft(state, seat, action - a.CONVERT)
        else:
            improvements.convert(state, seat, action - a.CONVERT)


@final
class OfWindow(Decision):
    """Exchanges before a harvest, before cards act, or before the points are counted.

    They are asked for as long as one may be worth something.
    """

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        moment: i64 = moment_of(argument)
        if moment != moments.NEVER:
            found = any_time.before_cards(state, seat, moment)
        elif argument >= AT_THE_END:
            found = any_time.before_scoring(state, seat)
        else:
            found = exchanges.before_harvest(state, seat)
        return with_action(found, a.DONE) if len(found) > 0 else found

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        if action == a.DONE:
            state.pop()
        else:
            exchanges.apply(state, seat, action)


# --- cards ----------------------------------------------------------------------------------------------


@final
class OfOffer(Decision):
    """The effects that may still be used at a moment, or to go on; goods may be exchanged in between."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        slots, moment, _, about = unpack_offer(argument)
        found = landing.usable_effects(state, seat, slots, moment, about)
        if may_exchange_beside(state, seat, argument, len(found) > 0):
            found = with_action(found, a.EXCHANGE)
        if len(found) > 0 and effects.may_decline(state, seat, moment, about):
            found = with_action(found, a.DONE)
        return found

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        state.pop()
        if action == a.DONE:
            return
        slots, moment, _, about = unpack_offer(argument)
        card: i64 = action - a.USE_CARD
        left: i64 = slots & ~bit(hands.slot_of(state, seat, card))
        if left != 0:
            state.push(s.OFFER, pack_offer(left, moment, seat, about))
        if moment >= moments.GOING_HOME:  # no turn of anybody's
            state.active = seat
        effects.use(state, seat, card, moment, about)


def may_exchange_beside(state: Position, seat: Seat, argument: i64, asked: bool) -> bool:
    """Whether goods may be exchanged at an offer: in one's turn, or to make an effect usable (R8.4)."""
    slots, moment, _, about = unpack_offer(argument)
    free = moment != moments.BEFORE_OCCUPATION and effects.pending_space(state) < 0 and seat == state.active
    if asked and free:
        return exchanges.any_possible(state, seat)
    already: i64 = landing.usable_slots(state, seat, slots, moment, about) if asked else 0
    return any_time.reaches(state, seat, landing.EffectUsable(slots, already, moment, about))


@final
class OfQuestion(Decision):
    """What a hand card asks."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return any_time.that_keep_duties(state, seat, effects.choices(state, seat, argument))

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        state.pop()
        effects.choose(state, seat, argument, action)


@final
class OfKeeping(Decision):
    """Which occupation is kept for the next game."""

    def possible(self, state: Position, seat: Seat, argument: i64) -> vec[i64]:
        return rounds.keepable(state, seat)

    def answer(self, state: Position, seat: Seat, argument: i64, action: Action) -> None:
        state.pop()
        kept: i64 = 0 if action == a.DONE else action - a.PICK + 1
        state.keeps[seat] = u8(kept)
        note(state, EVENT_KEEP, seat, kept, 0)


# --- all of them ----------------------------------------------------------------------------------------


def _by_step() -> list[Decision]:
    found = [Decision() for _ in range(s.STEPS)]
    found[s.MENU] = OfMenu()
    found[s.CHOOSE] = OfChoice()
    found[s.HOUSE] = OfAnimals()
    found[s.EXCHANGES] = OfExchange()
    found[s.FEED] = OfFeeding()
    found[s.OFFER] = OfOffer()
    found[s.ASK] = OfQuestion()
    found[s.PAYMENT] = OfPayment()
    found[s.AGAIN] = OfSecondPerson()
    found[s.WINDOW] = OfWindow()
    found[s.KEEP_ONE] = OfKeeping()
    return found


_DECISIONS: Final[list[Decision]] = _by_step()


def must_decide(state: Position, step: i64) -> bool:
    """Whether the step on top has a choice for its seat; carries it out or ends it where it has none."""
    decision = _DECISIONS[step]
    argument: i64 = state.argument()
    seat: Seat = decider(state, step, argument)
    if step == s.FEED:
        state.active = seat
    actions = decision.possible(state, seat, argument)
    # Nothing is ever thrown away unasked, and no silence tells which cards somebody holds.
    if len(actions) > 1:
        return state.wait_for(seat, actions)
    if len(actions) == 1 and (actions[0] == a.EXCHANGE or decision.must_ask(state, argument)):
        return state.wait_for(seat, actions)
    if len(actions) == 0:
        state.pop()
    else:
        decision.answer(state, seat, argument, actions[0])
    return False


def possible(state: Position, step: i64) -> vec[i64]:
    """What the seat that is asked may do at the step on top."""
    argument: i64 = state.argument()
    return _DECISIONS[step].possible(state, decider(state, step, argument), argument)


def answer(state: Position, step: i64, action: Action) -> None:
    """Carry out what a seat has decided at the step on top."""
    argument: i64 = state.argument()
    _DECISIONS[step].answer(state, decider(state, step, argument), argument, action)
