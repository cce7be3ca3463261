"""What happened, in words: the events of one action, in as few sentences as they need.

What a hand card does stands behind its name. Nobody is told of a card that only its owner may know.
"""

from __future__ import annotations

from typing import Final

from farmtable.core.state import OVER
from farmtable.core.text import SeatName, Text
from farmtable.games.agricola.position import actions as a
from farmtable.games.agricola.position import events, steps
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.frames import unpack_deal
from farmtable.games.agricola.position.nouns import (
    Goods,
    amount,
    amounts,
    exact_name_of_major,
    name_of_good,
    name_of_house,
    name_of_space,
)
from farmtable.games.agricola.rules import effects
from farmtable.games.agricola.words.card_nouns import name_of_card, name_of_field
from farmtable.games.agricola.words.notation import cell_name, cell_names

CAPTIONS: Final = {a.DONE: Text("Done"), a.EXCHANGE: Text("Exchange")}
"""What is called so on the page, and does nothing itself: what is told of it is what follows."""


def tell(state: Position, action: int, seat: int) -> list[Text]:
    """What `seat` (-1: a spectator) sees happen when `action` is applied to `state`."""
    after = state.clone()
    after.tracing = True
    after.apply(action)
    story = _Story(state, after, action, seat)
    for number in after.trace:
        story.go_on(_Event(int(number)))
    story.end()
    return story.texts


def _tell_deal(state: Position, action: int, reader: int) -> list[Text]:
    """A hand card is dealt: nobody else hears which. The packs of a draft lie open to those who pick."""
    _, seat, _ = unpack_deal(state.argument())
    if state.facts.drafted or seat != reader:
        return []
    return [Text("{seat} is dealt {card}.", seat=SeatName(seat), card=name_of_card(state, action - a.DEAL))]


# Where nothing has happened yet: what is meant to.
_OF_INTENTION: Final = {a.PLAY: Text("{seat} announces {card}."), a.USE_CARD: Text("{seat} uses {card}.")}


class _Event:
    """One entry of a trace (see `events.py`)."""

    def __init__(self, number: int) -> None:
        self.kind, self.seat, self.a, self.b = map(int, events.unpack_event(number))
        self.cells = int(events.cells_of_event(number))


class _Story:
    """Sentences in the making: goods that come or go wait until it is clear where from, or what for."""

    def __init__(self, before: Position, after: Position, action: int, reader: int) -> None:
        self.before = before
        self.after = after
        self.action = action
        self.reader = reader
        self.texts: list[Text] = []
        self.seat = int(before.to_play)  # whose goods wait
        self.cards: list[int] = []  # the hand card whose effect is being told, if any
        self.space = _space_used(before, action)
        self.has_arrived = block_of(action) != a.PLACE
        self.gained: list[tuple[int, int]] = []
        self.paid: list[tuple[int, int]] = []
        self.put_back: tuple[int, int] | None = None  # space and how many wood
        self.born: list[tuple[int, int]] = []
        self.returned = -1
        self.kept = 0  # cards of the reader that have been told
        self.is_laid_out = before.round > 0
        if block_of(action) == a.DEAL:
            self.texts += _tell_deal(before, action, reader)
        elif _is_first_of_all(before):
            self.texts += _beginning(before, int(before.start), 1)
        if block_of(action) == a.ORDER:
            self._tell_order()

    def go_on(self, event: _Event) -> None:
        """Tell of an event, or keep it for the next."""
        if event.seat != self.seat or event.kind in (events.EVENT_CARD, events.EVENT_CARD_OVER):
            self._tell_goods()
        if event.kind == events.EVENT_CARD_OVER:
            self.cards.pop()
            return
        self.seat = event.seat
        if event.kind == events.EVENT_SECOND:
            self._tell_goods()
            self.space = name_of_space(event.a)
            self.has_arrived = False
        elif event.kind == events.EVENT_CARD:
            self._arrive()
            self.cards.append(event.a)
        elif not self._keep(event):
            self._tell_goods()
            self._arrive()
            for text in _of_building(self, event) or _of_goods(self, event) or self._of_course(event):
                self._say(text)
            if event.kind == events.EVENT_ROUND:
                self.space = None
                self.is_laid_out = True

    def _keep(self, event: _Event) -> bool:
        """Keep goods that come or go, until it is clear what for."""
        if event.kind == events.EVENT_GAIN:
            if self.is_laid_out:  # nobody needs to be told what everybody begins with
                self.gained.append((event.a, event.b))
        elif event.kind == events.EVENT_PAY:
            self.paid.append((event.a, event.b))
        elif event.kind == events.EVENT_RETURN_WOOD:
            self.put_back = event.a, event.b
        elif event.kind == events.EVENT_NEWBORN:
            self.born.append((event.a, 1))
        elif event.kind == events.EVENT_RETURN:
            self.returned = event.a
        else:
            return False
        return True

    def end(self) -> None:
        """Tell of what is left."""
        self._tell_goods()
        self._arrive()
        if not self.texts and block_of(self.action) in _OF_INTENTION:
            self._tell_intention(_OF_INTENTION[block_of(self.action)])
        if self.after.to_play == OVER:
            self._say(Text("The game is over."))

    def price(self) -> Goods:
        """What has just been paid; from now on it is told."""
        paid, self.paid = self.paid, []
        return paid

    def _say(self, text: Text) -> None:
        """A sentence, behind the name of the hand card that does it."""
        if self.cards:
            text = Text("{card}: {sentence}", card=name_of_card(self.after, self.cards[-1]), sentence=text)
        self.texts.append(text)

    def _arrive(self) -> None:
        if not self.has_arrived and self.space is not None:
            who = SeatName(int(self.before.to_play))
            self.texts.append(Text("{seat} goes to {space}.", seat=who, space=self.space))
        self.has_arrived = True

    def _tell_goods(self) -> None:
        who = SeatName(self.seat)
        if self.cards:
            for text in self._exchanging(who):
                self._say(text)
        elif self.gained:
            self._say(self._taking(who, amounts(self.gained)))
            self.has_arrived = True
        if self.born:
            text = Text("{seat} gets newborn animals: {animals}.", seat=who, animals=amounts(self.born))
            self._say(text)
        self.gained, self.born = [], []

    def _exchanging(self, who: SeatName) -> list[Text]:
        """What a hand card takes and gives."""
        gained, paid = self.gained, self.price()
        if self.put_back is not None:
            space, wood = self.put_back
            self.put_back = None
            return [
                Text(
                    "{seat} puts {wood} back on {space} and gets {goods}.",
                    seat=who,
                    wood=amount(f.WOOD, wood),
                    space=name_of_space(space),
                    goods=amounts(gained),
                )
            ]
        if gained and paid:
            price, goods = amounts(paid), amounts(gained)
            return [Text("{seat} pays {price} and gets {goods}.", seat=who, price=price, goods=goods)]
        if gained:
            return [Text("{seat} gets {goods}.", seat=who, goods=amounts(gained))]
        return [Text("{seat} pays {price}.", seat=who, price=amounts(paid))] if paid else []

    def _taking(self, who: SeatName, goods: Text) -> Text:
        if self.space is None:
            return Text("{seat} takes {goods} from the round space.", seat=who, goods=goods)
        if price := self.price():
            return Text(
                "{seat} takes {goods} from {space} for {price}.",
                seat=who,
                goods=goods,
                space=self.space,
                price=amounts(price),
            )
        return Text("{seat} takes {goods} from {space}.", seat=who, goods=goods, space=self.space)

    def _tell_order(self) -> None:
        news = [
            (int(number), card)
            for card, number in enumerate(self.after.ordered)
            if number != self.before.ordered[card]
        ]
        for number, card in sorted(news):
            space = name_of_space(f.FIRST_CARD + card)
            self.texts.append(Text("{space} will come in round {round}.", space=space, round=number))

    def _tell_intention(self, sentence: Text) -> None:
        """A hand card is announced or used, and nothing has happened yet."""
        card = name_of_card(self.after, self.action - int(block_of(self.action)))
        self._say(sentence.with_values(seat=SeatName(int(self.before.to_play)), card=card))

    def _of_course(self, event: _Event) -> list[Text]:
        if event.kind == events.EVENT_PICK:
            return [self._pick(event.seat)]
        if event.kind == events.EVENT_GIVE_BACK:
            return [self._give_back(event.seat, event.a)]
        if event.kind == events.EVENT_ROUND:
            return _beginning(self.before, event.seat, event.a)
        return _of_hand_card(self, event) or _of_family(event) or _of_round(event)

    def _give_back(self, seat: int, card: int) -> Text:
        """A card too many leaves a hand; only its owner reads which."""
        who = SeatName(seat)
        if seat != self.reader:
            return Text("{seat} gives back a card.", seat=who)
        return Text("{seat} gives back {card}.", seat=who, card=name_of_card(self.after, card))

    def _pick(self, seat: int) -> Text:
        """A card is kept for the hand; only who keeps it reads which."""
        who = SeatName(seat)
        if seat != self.reader:
            return Text("{seat} keeps a card.", seat=who)
        new = [
            card
            for card, where in enumerate(self.after.where)
            if where == f.IN_HAND + seat != self.before.where[card]
        ]
        self.kept += 1
        return Text("{seat} keeps {card}.", seat=who, card=name_of_card(self.after, new[self.kept - 1]))


def _space_used(state: Position, action: int) -> Text | None:
    """The space from which goods may come."""
    if block_of(action) == a.PLACE:
        return name_of_space(action - a.PLACE)
    if state.step() == steps.CHOOSE:
        return name_of_space(int(state.argument()))
    landed = int(effects.pending_space(state))
    return name_of_space(landed) if landed >= 0 else None


# --- sentences ---------------------------------------------------------------------------------------


def _of_building(story: _Story, event: _Event) -> list[Text]:
    """What was built or played, and its price."""
    who = SeatName(event.seat)
    if event.kind == events.EVENT_ROOM:
        what = Text("{seat} builds a room on {cell}", seat=who, cell=cell_name(event.a))
    elif event.kind == events.EVENT_STABLE:
        what = Text("{seat} builds a stable on {cell}", seat=who, cell=cell_name(event.a))
    elif event.kind == events.EVENT_PASTURE:
        what = Text("{seat} fences {cells}", seat=who, cells=" ".join(cell_names(event.cells)))
    elif event.kind == events.EVENT_RENOVATE:
        what = Text("{seat} renovates to a {house}", seat=who, house=name_of_house(event.a))
    elif event.kind == events.EVENT_MAJOR and story.returned >= 0:
        old, new = exact_name_of_major(story.returned), exact_name_of_major(event.a)
        return [Text("{seat} returns {old} for {new}.", seat=who, old=old, new=new)]
    elif event.kind == events.EVENT_MAJOR:
        what = Text("{seat} builds {improvement}", seat=who, improvement=exact_name_of_major(event.a))
    elif event.kind == events.EVENT_PLAY:
        what = Text("{seat} plays {card}", seat=who, card=name_of_card(story.after, event.a))
    else:
        return []
    if price := story.price():
        return [Text("{what} for {price}.", what=what, price=amounts(price))]
    return [Text("{what}.", what=what)]


def _of_goods(story: _Story, event: _Event) -> list[Text]:
    """What became of goods."""
    who = SeatName(event.seat)
    if event.kind == events.EVENT_SOW:
        field = name_of_field(story.after, event.seat, event.a)
        return [Text("{seat} sows {crop} on {cell}.", seat=who, crop=name_of_good(event.b), cell=field)]
    if event.kind == events.EVENT_MOVE_CROP:
        old, new = (name_of_field(story.after, event.seat, field) for field in (event.a, event.b))
        return [Text("{seat} moves a crop from {old} to {new}.", seat=who, old=old, new=new)]
    if event.kind == events.EVENT_BAKE:
        grain, food = amount(f.GRAIN, event.a), amount(f.FOOD, event.b)
        return [Text("{seat} bakes {grain} and gets {food}.", seat=who, grain=grain, food=food)]
    if event.kind == events.EVENT_CONVERT:
        good, food = amount(event.a, 1), amount(f.FOOD, event.b)
        return [Text("{seat} turns {good} into {food}.", seat=who, good=good, food=food)]
    if event.kind == events.EVENT_DISCARD and f.SHEEP <= event.a < f.FOOD:
        return [Text("{seat} lets {animals} go.", seat=who, animals=amount(event.a, event.b))]
    if event.kind == events.EVENT_DISCARD:
        return [Text("{seat} gives {goods} back.", seat=who, goods=amount(event.a, event.b))]
    if event.kind == events.EVENT_HARVEST:
        crops = [(good, n) for good, n in ((f.GRAIN, event.a), (f.VEGETABLE, event.b)) if n > 0]
        return [Text("{seat} harvests {crops}.", seat=who, crops=amounts(crops))]
    return _of_promise(story, event) if event.kind == events.EVENT_PROMISE else []


def _of_promise(story: _Story, event: _Event) -> list[Text]:
    """Goods put on round spaces."""
    who, goods = SeatName(event.seat), amount(*events.unpack_promise(event.a))
    rounds = [number for number in range(1, f.ROUNDS + 1) if event.b >> number & 1]
    if rounds[-1] - rounds[0] + 1 == len(rounds) and rounds[0] == story.after.round + 1:
        return [
            Text.counted(
                "{goods} will be ready for {seat} in the next round.",
                "{goods} will be ready for {seat} in each of the next {n} rounds.",
                len(rounds),
                seat=who,
                goods=goods,
            )
        ]
    return [
        Text.counted(
            "{goods} will be ready for {seat} in round {rounds}.",
            "{goods} will be ready for {seat} in each of the rounds {rounds}.",
            len(rounds),
            seat=who,
            goods=goods,
            rounds=", ".join(map(str, rounds)),
        )
    ]


def _of_hand_card(story: _Story, event: _Event) -> list[Text]:
    """What becomes of hand cards."""
    who = SeatName(event.seat)
    if event.kind == events.EVENT_TRAVEL:
        card = name_of_card(story.after, event.a)
        if event.seat < story.after.players:
            return [Text("{seat} takes {card} into their hand.", seat=who, card=card)]
        return [Text("{card} is out of the game.", card=card)]
    if event.kind == events.EVENT_KEEP_HAND:
        return [Text("{seat} keeps their hand.", seat=who)]
    if event.kind == events.EVENT_REDRAW:
        return [Text("{seat} gives their hand back for one with a card fewer of each kind.", seat=who)]
    if event.kind == events.EVENT_BONUS:
        return [
            Text.counted(
                "{seat} writes down {n} bonus point.",
                "{seat} writes down {n} bonus points.",
                event.b,
                seat=who,
            )
        ]
    if event.kind == events.EVENT_KEEP:
        if event.a == 0:
            return [Text("{seat} keeps no occupation for the next game.", seat=who)]
        card = name_of_card(story.after, event.a - 1)
        return [Text("{seat} keeps {card} for the next game.", seat=who, card=card)]
    return []


def _of_family(event: _Event) -> list[Text]:
    """What else happens to a farm and its people."""
    who = SeatName(event.seat)
    if event.kind == events.EVENT_START_PLAYER:
        return [Text("{seat} is the starting player from the next round on.", seat=who)]
    if event.kind == events.EVENT_PLOW:
        return [Text("{seat} plows {cell}.", seat=who, cell=cell_name(event.a))]
    if event.kind == events.EVENT_GROWTH:
        return [Text("{seat}’s family grows.", seat=who)]
    if event.kind == events.EVENT_ADULT:
        return [Text("{seat}’s newborn works from now on.", seat=who)]
    if event.kind == events.EVENT_FED and event.a > 0:
        return [Text("{seat} feeds the family with {food}.", seat=who, food=amount(f.FOOD, event.a))]
    if event.kind == events.EVENT_BEG:
        return [
            Text.counted(
                "{seat} takes {n} begging marker.", "{seat} takes {n} begging markers.", event.a, seat=who
            )
        ]
    if event.kind == events.EVENT_SKIP:
        return [Text("{seat} cannot use any space: the people left stay at home.", seat=who)]
    return []


def _of_round(event: _Event) -> list[Text]:
    """The course of the game."""
    if event.kind == events.EVENT_TURN_UP:
        return [Text("{space} is turned up.", space=name_of_space(event.a))]
    return []


def _beginning(before: Position, start: int, number: int) -> list[Text]:
    """A round begins; of the first it is said who begins it."""
    told = [Text("Round {round} begins.", round=number)]
    if number == 1 and before.players > 1:
        told.insert(0, Text("{seat} begins.", seat=SeatName(start)))
    return told


def _is_first_of_all(state: Position) -> bool:
    """Whether nothing has happened yet, but the first round has begun: nobody drew who begins, nor a hand."""
    return (
        state.step() in (steps.ORDER_CARDS, steps.TURN_UP)
        and int(state.round) == 1
        and state.facts.deck is None
        and (state.players == 1 or state.options["start"] != "random")
        and not any(state.ordered)
    )
