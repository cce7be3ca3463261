"""What a seat could do after exchanges that it may make at any time (R8.2, R8.4).

Whatever is offered, asked or judged affordable is judged by what its owner has *or could get at that
moment* by exchanging, whoever's turn it is. `reaches` looks for exchanges after which a `Goal` is met;
where there are some, the owner is asked. What must follow stays possible on the way (R2.2):
`keeps_duties`.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import USE_CARD
from farmtable.games.agricola.position.cost import amount
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.frames import unpack_offer, unpack_play
from farmtable.games.agricola.position.parts import OPTIONAL, current_part, extra_of, open_parts
from farmtable.games.agricola.position.steps import ASK, HOUSE, MENU, OFFER, PLAY_NOW, USE
from farmtable.games.agricola.rules import effects, exchanges, menu, scoring, spaces
from farmtable.games.agricola.rules.card import Card, deck_of
from farmtable.games.agricola.rules.improvements import cook_rate
from farmtable.games.agricola.rules.parts.all_parts import can_take

MARKS: Final = (1 << 57) - 1  # times 31 and a frame added it still fits
LIMIT: Final = 400
"""So many positions are searched; beyond, a goal counts as reached: a question too many does no harm."""


class Goal:
    """Something that exchanges may bring about."""

    def __init__(self) -> None:
        self.may_want_less = False  # whether giving goods back may help, too

    def met(self, state: Position, seat: Seat) -> bool:
        """Whether it is so in a position."""
        raise NotImplementedError


@final
class AnyPartPossible(Goal):
    """A MENU that has nothing to do has something to do."""

    def __init__(self, argument: i64) -> None:
        super().__init__()
        self.parts: i64 = open_parts(argument) | current_part(argument)
        self.extra: i64 = extra_of(argument)

    def met(self, state: Position, seat: Seat) -> bool:
        parts: i64 = self.parts
        while parts != 0:
            if can_take(state, seat, parts & -parts, self.extra):
                return True
            parts &= parts - 1
        return False


@final
class AnotherPartPossible(Goal):
    """A MENU has an action that it has not yet."""

    def __init__(self, argument: i64, already: vec[i64]) -> None:
        super().__init__()
        self.argument: i64 = argument
        self.already: vec[i64] = already

    def met(self, state: Position, seat: Seat) -> bool:
        at: i64 = 0
        for action in menu.choices(state, self.argument):
            while at < len(self.already) and self.already[at] < action:
                at += 1
            if at == len(self.already) or self.already[at] != action:
                return True
        return False


@final
class SpacePossible(Goal):
    """An action of a space can be taken."""

    def __init__(self, space: i64) -> None:
        super().__init__()
        self.space: i64 = space

    def met(self, state: Position, seat: Seat) -> bool:
        return spaces.is_possible(state, seat, self.space)


@final
class CardExchangePossible(Goal):
    """A card offers an exchange."""

    def met(self, state: Position, seat: Seat) -> bool:
        return len(exchanges.of_cards(state, seat)) > 0


@final
class CardReady(Goal):
    """A card that is about to act by itself can do as much for its owner as it could."""

    def __init__(self, card: Card) -> None:
        super().__init__()
        self.card = card

    def met(self, state: Position, seat: Seat) -> bool:
        return self.card.ready(state, seat)


@final
class DutiesKept(Goal):
    """What must follow can follow."""

    def met(self, state: Position, seat: Seat) -> bool:
        return can_do_duties(state, seat)


@final
class MorePoints(Goal):
    """A better score, or an equal one that is worth more in a tie (R12.4)."""

    def __init__(self, points: i64, resources: i64) -> None:
        super().__init__()
        self.points: i64 = points
        self.resources: i64 = resources

    def met(self, state: Position, seat: Seat) -> bool:
        points: i64 = scoring.total(state, seat)
        if points != self.points:
            return points > self.points
        return scoring.building_resources(state, seat) > self.resources


# --- looking for exchanges ------------------------------------------------------------------------------


def reaches(state: Position, seat: Seat, goal: Goal) -> bool:
    """Whether a seat can make exchanges after which a goal is met that is not met now."""
    if state.facts.deck is None:  # without hand cards nothing depends on exchanges in between
        return False
    has_cards = exchanges.offered_by_cards(state, seat)
    if not has_cards and not exchanges.any_possible(state, seat):
        return False
    if could_be_met(state, seat, goal, has_cards) and is_found(state, seat, goal):
        return True
    return goal.may_want_less and is_met_with_less(state, seat, goal)


def could_be_met(state: Position, seat: Seat, goal: Goal, has_cards: bool) -> bool:
    """Whether a goal is met by a seat that has all at once what exchanges could bring: a quick look first.

    For the look it is given these goods, and what it has afterwards is what it had.
    """
    if not has_cards and not has_food_to_make(state, seat):
        return False
    owned = state.goods
    state.goods = owned[:]
    if has_cards:
        add_what_cards_bring(state, seat, owned)
    base: i64 = seat * f.GOODS
    good: Good = f.GRAIN
    while good < f.FOOD:
        n: i64 = state.goods[base + good]
        if n > 0:
            state.goods[base + f.FOOD] += n * cook_rate(state, seat, good)
        good += 1
    could = goal.met(state, seat)
    if has_cards and not could:  # so many animals may be in the way
        good = f.SHEEP
        while good <= f.CATTLE:
            state.goods[base + good] = owned[base + good]
            good += 1
        could = goal.met(state, seat)
    state.goods = owned
    return could


def add_what_cards_bring(state: Position, seat: Seat, owned: vec[i64]) -> None:
    """Add to the goods of a seat, those it `owned`, all that its cards could bring one after the other."""
    deck = deck_of(state)
    assert deck is not None
    passes: i64 = 0
    cards: i64 = 1
    while passes < cards:  # as often as there are cards: what one brings another may exchange
        brought = owned[:]
        cards = 0
        at: i64 = seat * f.MAX_FRONT
        while state.front[at] > 0:
            card: i64 = i64(state.front[at]) - 1
            if deck.offered[card] == moments.ANY_TIME:
                add(brought, seat, deck.cards[card].may_bring(state, seat))
                cards += 1
            at += 1
        state.goods = brought
        passes += 1


def add(goods: vec[i64], seat: Seat, brought: i64) -> None:
    """Add so many goods, told like a price, to those of a seat."""
    good: Good = 0
    while good < f.GOODS and brought != 0:
        goods[seat * f.GOODS + good] += amount(brought, good)
        good += 1


def has_food_to_make(state: Position, seat: Seat) -> bool:
    """Whether a seat has a good that it can turn into food."""
    good: Good = f.GRAIN
    while good < f.FOOD:
        if state.goods[seat * f.GOODS + good] > 0 and cook_rate(state, seat, good) > 0:
            return True
        good += 1
    return False


def is_found(state: Position, seat: Seat, goal: Goal) -> bool:
    """Search exchanges of goods into food and of cards, the shortest rows of them first."""
    height: i64 = len(state.agenda)
    reached = [state]
    seen = {mark_of(state, seat)}
    at = 0
    while at < len(reached):
        if at == LIMIT:
            return True
        for after in exchanged(reached[at], seat, height):
            mark: i64 = mark_of(after, seat)
            if mark in seen:
                continue
            seen.add(mark)
            if len(after.agenda) == height and goal.met(after, seat) and keeps_duties(after, seat):
                return True
            reached.append(after)
        at += 1
    return False


def mark_of(state: Position, seat: Seat) -> i64:
    """A number that tells positions apart by what exchanges of a seat can change."""
    mark: i64 = state.fields[seat] + state.rooms[seat] * 7 + state.stables[seat] * 11
    for frame in state.agenda:
        mark = (mark * 31 + frame) & MARKS
    at: i64 = 0
    while at < f.GOODS:
        mark = (mark * 31 + state.goods[seat * f.GOODS + at]) & MARKS
        at += 1
    at = 0
    while at < f.FIELDS:
        mark = (mark * 31 + i64(state.crops[seat * f.FIELDS + at])) & MARKS
        at += 1
    at = seat * f.MAX_FRONT
    while at < seat * f.MAX_FRONT + f.MAX_FRONT and state.front[at] > 0:
        mark = (mark * 31 + i64(state.counters[at])) & MARKS
        at += 1
    return mark


def exchanged(state: Position, seat: Seat, height: i64) -> list[Position]:
    """The positions after one more exchange, or one more answer where an exchange asks something."""
    found: list[Position] = []
    asking = len(state.agenda) > height
    if asking and state.step() not in (ASK, HOUSE, MENU):
        return found
    for action in answers(state, seat) if asking else exchanges.that_may_help(state, seat):
        after = state.clone()
        if not asking:
            exchanges.apply(after, seat, action)
        else:
            carry_out(after, seat, action)
        found.append(after)
    return found


def answers(state: Position, seat: Seat) -> vec[i64]:
    """What may be answered at the step on top, which an exchange has brought about."""
    argument: i64 = state.argument()
    if state.step() == MENU:
        return menu.choices(state, argument)
    if state.step() == HOUSE:
        return exchanges.animals_to_go(state, seat, argument)
    return effects.choices(state, seat, argument)


def carry_out(state: Position, seat: Seat, action: Action) -> None:
    """Carry out an answer at the step on top, which an exchange may have brought about, or an exchange."""
    step: i64 = state.step()
    if step == MENU:
        menu.apply(state, action)
    elif step == HOUSE:
        exchanges.apply(state, seat, action)
    else:
        argument: i64 = argument_of(state.pop())
        if step == ASK:
            effects.choose(state, seat, argument, action)
        else:
            exchanges.apply(state, seat, action)


def is_met_with_less(state: Position, seat: Seat, goal: Goal) -> bool:
    """Whether a goal is met once a seat has given goods back: all of one kind, or all of all kinds (R8.5).

    For the look they are taken from it, and what it has afterwards is what it had.
    """
    owned = state.goods
    left = owned[:]
    state.goods = left
    found = False
    at: i64 = seat * f.GOODS
    while at < seat * f.GOODS + f.GOODS and not found:
        if owned[at] > 0:
            left[at] = 0
            found = goal.met(state, seat) and keeps_duties(state, seat)
            left[at] = owned[at]
        at += 1
    if not found:
        at = seat * f.GOODS
        while at < seat * f.GOODS + f.GOODS:
            left[at] = 0
            at += 1
        found = goal.met(state, seat) and keeps_duties(state, seat)
    state.goods = owned
    return found


# --- what must follow -----------------------------------------------------------------------------------


def has_duties(state: Position, seat: Seat) -> bool:
    """Whether something is pending that a seat must still be able to do (R2.2)."""
    if seat != state.active:
        return False
    for frame in state.agenda:
        step: i64 = step_of(frame)
        if step in (USE, PLAY_NOW) or (step == MENU and argument_of(frame) & OPTIONAL == 0):
            return True
    return False


def can_do_duties(state: Position, seat: Seat) -> bool:
    """Whether a seat could do now all that it must still do."""
    for frame in state.agenda:
        step: i64 = step_of(frame)
        argument: i64 = argument_of(frame)
        if step == USE and not spaces.is_possible(state, seat, argument):
            return False
        if step == MENU and argument & OPTIONAL == 0 and not AnyPartPossible(argument).met(state, seat):
            return False
        if step == PLAY_NOW and not can_pay_announced(state, seat, unpack_play(argument)[1]):
            return False
    return True


def can_pay_announced(state: Position, seat: Seat, food: i64) -> bool:
    """Whether a seat has the food for the occupation announced, or is offered an effect that brings it."""
    if state.goods[seat * f.GOODS + f.FOOD] >= food:
        return True
    for frame in state.agenda:
        slots, moment, _, _ = unpack_offer(argument_of(frame))
        if step_of(frame) != OFFER or moment != moments.BEFORE_OCCUPATION:
            continue
        for action in effects.usable(state, seat, slots, moment, food):
            after = state.clone()
            effects.use(after, seat, action - USE_CARD, moment, food)
            if after.goods[seat * f.GOODS + f.FOOD] >= food:
                return True
    return False


def keeps_duties(state: Position, seat: Seat) -> bool:
    """Whether a seat can still do all that it must, after further exchanges if need be."""
    if not has_duties(state, seat) or can_do_duties(state, seat):
        return True
    return reaches(state, seat, DutiesKept())


def that_keep_duties(state: Position, seat: Seat, actions: vec[i64]) -> vec[i64]:
    """Those answers at an EXCHANGES or ASK step on top after which its seat can still do what it must."""
    if not has_duties(state, seat):
        return actions
    found = vec[i64]()
    for action in actions:
        after = state.clone()
        carry_out(after, seat, action)
        if can_be_settled(after, seat):
            found = append(found, action)
    return found


def can_be_settled(state: Position, seat: Seat) -> bool:
    """Whether a question on top, if there is one, has an answer that keeps the duties below it."""
    if state.step() != ASK:
        return keeps_duties(state, seat)
    for action in answers(state, seat):
        after = state.clone()
        carry_out(after, seat, action)
        if can_be_settled(after, seat):
            return True
    return False


# --- before cards act by themselves ---------------------------------------------------------------------


def before_cards(state: Position, seat: Seat, moment: i64) -> vec[i64]:
    """What may be exchanged before the cards of a seat act at a moment, if one could do more then (R8.2)."""
    deck = deck_of(state)
    assert deck is not None
    at: i64 = seat * f.MAX_FRONT
    while state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        if deck.acts[card] & bit(moment) != 0 and could_be_ready(state, seat, deck.cards[card]):
            return exchanges.trades(state, seat)
        at += 1
    return vec[i64]()


def most_resources(state: Position, seat: Seat) -> i64:
    """The building resources that the exchanges of a seat's cards could bring at most: a quick look."""
    owned = state.goods
    state.goods = owned[:]
    add_what_cards_bring(state, seat, owned)
    found: i64 = 0
    good: Good = f.WOOD
    while good <= f.STONE:
        found += state.goods[seat * f.GOODS + good] - owned[seat * f.GOODS + good]
        good += 1
    state.goods = owned
    return found


def could_be_ready(state: Position, seat: Seat, card: Card) -> bool:
    """Whether a card is not ready to act by itself and would be after exchanges."""
    return not card.ready(state, seat) and is_found(state, seat, CardReady(card))


# --- before the points are counted ----------------------------------------------------------------------


def before_scoring(state: Position, seat: Seat) -> vec[i64]:
    """What may be exchanged before the points are counted, or given back, if it is worth asking (R6.10)."""
    if gains_by_giving_back(state, seat):
        return exchanges.all_possible(state, seat)
    if len(exchanges.of_cards(state, seat)) > 0 or gains_by_exchanging(state, seat):
        return exchanges.trades(state, seat)
    return vec[i64]()


def better_score(state: Position, seat: Seat) -> MorePoints:
    """A better score than a seat has now."""
    return MorePoints(scoring.total(state, seat), scoring.building_resources(state, seat))


def gains_by_exchanging(state: Position, seat: Seat) -> bool:
    """Whether exchanges would better a seat's score: only with a card that offers one (R6.10)."""
    return cards_can_exchange(state, seat) and is_found(state, seat, better_score(state, seat))


def cards_can_exchange(state: Position, seat: Seat) -> bool:
    """Whether a card in front of a seat offers an exchange, after others if need be (R8.4)."""
    if not exchanges.offered_by_cards(state, seat):
        return False
    return len(exchanges.of_cards(state, seat)) > 0 or reaches(state, seat, CardExchangePossible())


def gains_by_giving_back(state: Position, seat: Seat) -> bool:
    """Whether fewer animals of any kinds, or none of another good, would be worth more (R6.10)."""
    if state.listening[seat] & bit(moments.SCORING) == 0:
        return False
    owned = state.goods
    state.goods = owned[:]
    bonus: i64 = scoring.own_bonus(state, seat)
    goal = better_score(state, seat)
    gains = gains_by_fewer_animals(state, seat, bonus, goal) or gains_by_fewer_goods(state, seat, bonus, goal)
    state.goods = owned
    return gains


def gains_by_fewer_animals(state: Position, seat: Seat, bonus: i64, goal: MorePoints) -> bool:
    """Whether fewer animals bring more points than `bonus`, and enough; else they are as before."""
    base: i64 = seat * f.GOODS
    for sheep in range(state.goods[base + f.SHEEP] + 1):
        for boar in range(state.goods[base + f.BOAR] + 1):
            for cattle in range(state.goods[base + f.CATTLE] + 1):
                state.goods[base + f.SHEEP] = sheep
                state.goods[base + f.BOAR] = boar
                state.goods[base + f.CATTLE] = cattle
                if makes_up(state, seat, bonus, goal):
                    return True
    return False


def gains_by_fewer_goods(state: Position, seat: Seat, bonus: i64, goal: MorePoints) -> bool:
    """Whether another good given back brings more points than `bonus`, and enough; else it is as before."""
    good: Good = 0
    while good < f.GOODS:
        at: i64 = seat * f.GOODS + good
        n: i64 = state.goods[at]
        if n > 0 and not f.SHEEP <= good <= f.CATTLE:
            state.goods[at] = 0
            if makes_up(state, seat, bonus, goal):
                return True
            state.goods[at] = n
        good += 1
    return False


def makes_up(state: Position, seat: Seat, bonus: i64, goal: MorePoints) -> bool:
    """Whether a goal is met; only cards can make up for goods given back, so they are looked at first."""
    return scoring.own_bonus(state, seat) > bonus and goal.met(state, seat)
