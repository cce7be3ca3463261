"""What happened, in words for each reader, and how a seat comes by its money.

Everything is told to all, but for the clock tower: which cards a worker sees there, and how their
order was changed, is only told to the seat that looks (R34, R58).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farmtable.core.sheet_line import SheetLine
from farmtable.core.text import SeatName, Text
from farmtable.games.mi_tierra.position import actions as a
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position import steps
from farmtable.games.mi_tierra.position.actions import block_of
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.nouns import (
    amount,
    listed,
    name_of_card,
    name_of_event,
    name_of_good,
    name_of_kind,
    name_of_market,
    name_of_space,
    name_of_zone,
)
from farmtable.games.mi_tierra.position.packed import unpack_note, unpack_offer, unpack_purchase, unpack_sale
from farmtable.games.mi_tierra.rules import development, scoring
from farmtable.games.mi_tierra.words.notation import cell_name

FOR_PAIRS: Final = (f.FOREST, f.SEED_SHOP)

Goods = Sequence[tuple[int, int]]

SHEET_LINES: Final = (
    SheetLine(Text("money in hand")),
    SheetLine(amount(f.CAKE, 0)),
    SheetLine(amount(f.CLOTHES, 0)),
    SheetLine(Text.counted("{n} other good or animal", "{n} other goods and animals", 0)),
)
"""What `score_sheet` tells."""


def amounts(goods: Goods) -> Text:
    """Several goods with their numbers: "2 milk and 1 egg", "1 apple, 2 wheat and 1 wine"."""
    return listed([amount(good, n) for good, n in goods])


def score_sheet(state: Position, seat: int) -> list[tuple[Text, int]]:
    """How a seat's money adds up (R54)."""
    cakes, clothes = (int(state.goods[seat * f.GOODS + good]) for good in (f.CAKE, f.CLOTHES))
    pieces = int(scoring.pieces(state, seat))
    return [
        (Text("money in hand"), int(state.money[seat])),
        (amount(f.CAKE, cakes), int(scoring.cake_money(state, seat))),
        (amount(f.CLOTHES, clothes), int(scoring.clothes_money(state, seat))),
        (
            Text.counted("{n} other good or animal", "{n} other goods and animals", pieces),
            int(scoring.exchange_money(state, seat)),
        ),
    ]


def tell(state: Position, action: int, seat: int) -> list[Text]:
    """What `seat` (-1: a spectator) sees when `action` is applied to `state`."""
    after = state.clone()
    after.tracing = True
    after.apply(action)
    story = _Story(state, action, seat)
    for number in after.trace:
        story.go_on(_Event(int(number)))
    story.end()
    return story.texts


class _Event:
    """One entry of a trace (see `steps.py`)."""

    def __init__(self, number: int) -> None:
        self.kind, self.seat, self.a, self.b = unpack_note(number)


class _Story:
    """Sentences in the making: goods and money wait until it is clear what for."""

    def __init__(self, before: Position, action: int, reader: int) -> None:
        self.before = before
        self.action = action
        self.reader = reader
        self.texts: list[Text] = _of_action(before, action, reader)
        self.seat = int(before.to_play)  # whose goods and money wait
        self.paid = self.earned = 0
        self.spent: list[tuple[int, int]] = []
        self.gained: list[tuple[int, int]] = []
        self.lost: list[tuple[int, int]] = []
        self.is_paid_for = _price_of_card(before, action) > 0  # what is paid next has been told
        self.order: list[int] = []
        # The next cards as far as somebody has seen them, before each event.
        self.top = [int(card) for card in before.top]
        if before.step() == steps.LOOK:
            self.top.append(action - a.TURN_UP)

    def go_on(self, event: _Event) -> None:
        """Tell of an event, or keep it for the next."""
        if event.seat != self.seat:
            self._tell_goods()
            self.seat = event.seat
        if event.kind == steps.NOTE_PAY:
            self._pay(event.a)
        elif event.kind == steps.NOTE_MONEY:
            self.earned += event.a
        elif event.kind == steps.NOTE_GAIN:
            self.gained.append((event.a, event.b))
        elif event.kind == steps.NOTE_SPEND:
            self.spent.append((event.a, event.b))
        elif event.kind == steps.NOTE_LOST:
            self.lost.append((event.a, event.b))
        elif event.kind == steps.NOTE_ORDER:
            self.order.append(event.seat)
        elif event.kind not in (steps.NOTE_SALE, steps.NOTE_OFFER, steps.NOTE_BUY):
            self._tell_goods()
            self._tell(event)

    def end(self) -> None:
        """Tell of what is left."""
        self._tell_goods()
        if not self.texts and block_of(self.action) in (a.TAKE, a.WORK):
            self.texts.append(Text("{seat} gets nothing.", seat=SeatName(int(self.before.to_play))))

    def _pay(self, price: int) -> None:
        if self.is_paid_for:
            self.is_paid_for = False
        else:
            self.paid += price

    def _tell(self, event: _Event) -> None:
        if event.kind == steps.NOTE_UPKEEP:
            self.texts += _of_upkeep(event)
            self.is_paid_for = event.a > 0
        elif event.kind == steps.NOTE_LOOK:
            self._tell_look(event)
        elif event.kind == steps.NOTE_ROUND:
            self._tell_round(event)
        elif event.kind in (steps.NOTE_MARKET, steps.NOTE_EVENT):
            self.top = self.top[1:]
            self.texts += _of_village(self.before, event)
        elif event.kind != steps.NOTE_REORDER or event.seat != self.reader:
            self.texts += _of_farm(self.before, event) or _of_village(self.before, event)

    def _tell_look(self, event: _Event) -> None:
        self.texts.append(
            Text.counted(
                "{seat} looks at the next market card.",
                "{seat} looks at the next {n} market cards.",
                event.a,
                seat=SeatName(event.seat),
            )
        )
        if event.seat != self.reader:
            return
        for number, card in enumerate(self.top, 1):
            market = name_of_kind(self.before.facts, card)
            self.texts.append(Text("Card {number} is {market}.", number=number, market=market))

    def _tell_round(self, event: _Event) -> None:
        if event.a == 1 and self.before.facts.start >= 0:  # nobody has drawn it
            self.texts.append(Text("{seat} begins.", seat=SeatName(event.seat)))
        self.texts.append(Text("Round {round} begins.", round=event.a))
        if self.order:
            seats = listed([Text("{seat}", seat=SeatName(seat)) for seat in self.order])
            self.texts.append(Text("Turn order: {seats}.", seats=seats))
        self.order = []

    def _tell_goods(self) -> None:
        who = SeatName(self.seat)
        if self.lost:
            self.texts.append(Text("{seat} gives up {goods}.", seat=who, goods=amounts(self.lost)))
        if self.spent and not self.gained:
            goods = amounts(self.spent)
            self.texts.append(
                Text("{seat} sells {goods} for {money}.", seat=who, goods=goods, money=self.earned)
            )
        elif self.gained:
            self.texts.append(self._taking(who, amounts(self.gained)))
        elif self.earned > 0:
            self.texts.append(Text("{seat} gets {money} money.", seat=who, money=self.earned))
        self.paid = self.earned = 0
        self.spent, self.gained, self.lost = [], [], []

    def _taking(self, who: SeatName, goods: Text) -> Text:
        """Goods that came, and what was given for them."""
        if self.spent and self.paid > 0:
            return Text(
                "{seat} makes {goods} from {spent} for {money}.",
                seat=who,
                goods=goods,
                spent=amounts(self.spent),
                money=self.paid,
            )
        if self.spent:
            return Text(
                "{seat} makes {goods} from {spent}.", seat=who, goods=goods, spent=amounts(self.spent)
            )
        if self.paid > 0:
            return Text("{seat} takes {goods} for {money}.", seat=who, goods=goods, money=self.paid)
        if block_of(self.action) == a.WORK:
            field = cell_name(self.before.facts, self.action - a.WORK)
            return Text("{seat} harvests {goods} on {field}.", seat=who, goods=goods, field=field)
        return Text("{seat} takes {goods}.", seat=who, goods=goods)


# --- the action itself -------------------------------------------------------------------------------


def _of_action(state: Position, action: int, reader: int) -> list[Text]:
    """The action itself, where no event tells of it."""
    block = block_of(action)
    if block == a.START:
        return [Text("{seat} begins.", seat=SeatName(action - a.START))]
    if state.to_play < 0:
        return []
    who = SeatName(int(state.to_play))
    if block in (a.PLACE, a.PAIR, a.AT_DEVELOPMENT, a.AT_FIELD):
        return [_of_placing(state, action, who)]
    if block == a.LEAVE:
        return _of_leaving(state, who)
    if block == a.ON_TOP and reader == state.to_play:
        market = name_of_kind(state.facts, action - a.ON_TOP)
        return [Text("{seat} puts {market} next.", seat=who, market=market)]
    return _of_choice(state, action, who)


def _of_choice(state: Position, action: int, who: SeatName) -> list[Text]:
    block = block_of(action)
    if block == a.REROLL:
        return [Text("{seat} rolls again.", seat=who)]
    if block == a.CAPACITY:
        return [
            Text.counted(
                "{seat} chooses a barnyard for {n} animal.",
                "{seat} chooses a barnyard for {n} animals.",
                action - a.CAPACITY,
                seat=who,
            )
        ]
    if block == a.SEED:
        return [Text("{seat} chooses {crop}.", seat=who, crop=name_of_good(action - a.SEED))]
    if block == a.BUY_CARD:
        return [_of_purchase(state, action, who)]
    if block == a.SELL:
        kind, _ = unpack_sale(action - a.SELL)
        if state.facts.type[kind] == f.GENERIC:
            market = name_of_kind(state.facts, kind)
            return [Text("{seat} chooses this market: {market}.", seat=who, market=market)]
    return []


def _of_placing(state: Position, action: int, who: SeatName) -> Text:
    block = block_of(action)
    if block == a.AT_FIELD:
        field = cell_name(state.facts, action - a.AT_FIELD)
        return Text("{seat} places a worker on field {field}.", seat=who, field=field)
    if block == a.PAIR:
        zone = name_of_zone(FOR_PAIRS[action - a.PAIR])
        return Text("{seat} places two workers together: {zone}.", seat=who, zone=zone)
    if block == a.AT_DEVELOPMENT:
        zone, space = name_of_zone(f.DEVELOPMENT), name_of_space(action - a.AT_DEVELOPMENT)
        return Text("{seat} places a worker: {zone}, {space}.", seat=who, zone=zone, space=space)
    return Text("{seat} places a worker: {zone}.", seat=who, zone=name_of_zone(action - a.PLACE))


def _of_purchase(state: Position, action: int, who: SeatName) -> Text:
    """A card bought; of several workers that could buy it, which one does."""
    space, place = unpack_purchase(action - a.BUY_CARD)
    card, price = name_of_card(int(state.display[place])), _price_of_card(state, action)
    if _buyers(state, place) < 2:
        return Text("{seat} buys {card} for {money}.", seat=who, card=card, money=price)
    worker = name_of_space(space)
    return Text(
        "{seat} buys {card} for {money} (worker: {space}).",
        seat=who,
        card=card,
        money=price,
        space=worker,
    )


def _buyers(state: Position, place: int) -> int:
    """How many purchases of the card at a place could be chosen now."""
    purchases = [
        action - a.BUY_CARD for action in state.legal_actions() if block_of(int(action)) == a.BUY_CARD
    ]
    return sum(unpack_purchase(int(one))[1] == place for one in purchases)


def _of_leaving(state: Position, who: SeatName) -> list[Text]:
    step = state.step()
    if step == steps.OFFERED:
        offered, _ = unpack_offer(int(state.argument()))
        zone = name_of_zone(offered)
        return [Text("{seat} makes no use of this zone: {zone}.", seat=who, zone=zone)]
    if step == steps.DEVELOPING:
        return [Text("{seat} buys no more development cards in this round.", seat=who)]
    if step == steps.FARMING:
        return [Text("{seat} has finished on the farm.", seat=who)]
    if step == steps.TRADING:
        return [Text("{seat}’s worker leaves the black market.", seat=who)]
    if step == steps.GENERIC_SALE:
        return [Text("{seat} ends the sale.", seat=who)]
    return []  # the official market: an event tells of it


def _price_of_card(state: Position, action: int) -> int:
    """What is paid for the development card that an action buys."""
    if block_of(action) != a.BUY_CARD:
        return 0
    space, _ = unpack_purchase(action - a.BUY_CARD)
    return int(development.price(state, space))


# --- events ------------------------------------------------------------------------------------------


def _of_upkeep(event: _Event) -> list[Text]:
    who = SeatName(event.seat)
    texts = []
    if event.b > 0:
        texts.append(
            Text.counted("{seat} gives {n} worker back.", "{seat} gives {n} workers back.", event.b, seat=who)
        )
    if event.a > 0:
        texts.append(Text("{seat} pays {money} for workers.", seat=who, money=event.a))
    return texts


def _of_farm(state: Position, event: _Event) -> list[Text]:
    """What happens to a seat's farm, workers and cards."""
    who = SeatName(event.seat)
    if event.kind in (steps.NOTE_PLANT, steps.NOTE_THROWN_CROP):
        field, crop = cell_name(state.facts, event.a), name_of_good(event.b)
        if event.kind == steps.NOTE_PLANT:
            return [Text("{seat} plants {crop} on {field}.", seat=who, crop=crop, field=field)]
        return [Text("{seat} throws away {crop} on {field}.", seat=who, crop=crop, field=field)]
    if event.kind == steps.NOTE_BARNYARD:
        return [
            Text.counted(
                "{seat} puts up a barnyard for {n} animal.",
                "{seat} puts up a barnyard for {n} animals.",
                event.a,
                seat=who,
            )
        ]
    if event.kind == steps.NOTE_THROWN_BARNYARD:
        return [
            Text.counted(
                "{seat} throws away a barnyard for {n} animal.",
                "{seat} throws away a barnyard for {n} animals.",
                event.a,
                seat=who,
            )
        ]
    if event.kind == steps.NOTE_THROWN_CARD:
        return [Text("{seat} throws away {card}.", seat=who, card=name_of_card(event.a))]
    if event.kind == steps.NOTE_USE:
        return [Text("{seat} uses {card}.", seat=who, card=name_of_card(event.a))]
    return _of_worker(event)


def _of_worker(event: _Event) -> list[Text]:
    """What a worker does that changes nothing on the farm."""
    who = SeatName(event.seat)
    if event.kind == steps.NOTE_ROLL:
        zone = name_of_zone(event.a)
        return [Text("{seat} rolls {number}: {zone}.", seat=who, number=event.b, zone=zone)]
    if event.kind == steps.NOTE_WORKER:
        return [Text("{seat} hires a worker.", seat=who)]
    if event.kind == steps.NOTE_HOME and event.a == f.TURN_ORDER:
        return [Text("{seat} places no more workers in this round.", seat=who)]
    if event.kind == steps.NOTE_HOME:
        return [Text("{seat}’s worker leaves the official market.", seat=who)]
    if event.kind == steps.NOTE_BLACK:
        return [Text("{seat}’s worker goes to the black market.", seat=who)]
    return []


def _of_village(state: Position, event: _Event) -> list[Text]:
    """Cards that come and go, events, and the course of the game."""
    if event.kind == steps.NOTE_MARKET:
        return [Text("New on the official market: {market}.", market=name_of_kind(state.facts, event.a))]
    if event.kind == steps.NOTE_CLOSING:
        return [Text("On the closing line now: {market}.", market=name_of_market(state.facts, event.a))]
    if event.kind == steps.NOTE_EVENT:
        return [Text("Event: {event}.", event=name_of_event(event.a))]
    if event.kind == steps.NOTE_DEVELOPMENT:
        return [Text("New on show: {card}.", card=name_of_card(event.a))]
    if event.kind == steps.NOTE_SHUFFLED:
        return [Text("The thrown-away development cards are shuffled into a new pile.")]
    if event.kind == steps.NOTE_REORDER:
        return [
            Text("{seat} may have changed the order of the next market cards.", seat=SeatName(event.seat))
        ]
    if event.kind == steps.NOTE_LAST:
        return [Text("The game ends after this round.")]
    if event.kind == steps.NOTE_OVER:
        return [Text("The game is over.")]
    return []
