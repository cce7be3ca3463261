"""What happened, in words: the events of one action, in as few sentences as they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from farmtable.core.text import SeatName, Text
from farmtable.games.agricola import steps
from farmtable.games.agricola.facts import (
    FIRST_CARD,
    FOOD,
    GRAIN,
    ORDER,
    PASTURE,
    PLACE,
    SHEEP,
    SPACES,
    START,
    VEGETABLE,
)
from farmtable.games.agricola.farmyard import MAX_PASTURES
from farmtable.games.agricola.notation import cell_name, cell_names
from farmtable.games.agricola.shapes import SHAPE_CELLS
from farmtable.games.agricola.words import (
    amount,
    exact_name_of_major,
    name_of_good,
    name_of_house,
    name_of_space,
)

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

Goods = Sequence[tuple[int, int]]


def amounts(goods: Goods) -> Text:
    """Several goods with their numbers: "5 wood and 2 reed", "1 reed, 1 stone and 1 food"."""
    first = amount(*goods[0])
    if len(goods) == 1:
        return first
    if len(goods) == 2:
        return Text("{first} and {second}", first=first, second=amount(*goods[1]))
    return Text("{first}, {rest}", first=first, rest=amounts(goods[1:]))


def tell(state: AgricolaState, action: int, seat: int) -> list[Text]:
    """What happens when `action` is applied to `state`; all see the same, since nothing is hidden."""
    after = state.clone()
    after.tracing = True
    after.apply(action)
    story = _Story(state, after, action)
    for number in after.trace:
        story.go_on(_Event(int(number)))
    story.end()
    return story.texts


class _Event:
    """One entry of a trace (see `steps.py`)."""

    def __init__(self, number: int) -> None:
        self.kind = number & 255
        self.seat = number >> 8 & 15
        self.a = number >> 12 & 1023
        self.b = number >> 22


class _Story:
    """Sentences in the making: goods that come or go wait until it is clear where from, or what for."""

    def __init__(self, before: AgricolaState, after: AgricolaState, action: int) -> None:
        self.before = before
        self.after = after
        self.action = action
        self.texts: list[Text] = []
        self.seat = int(before.to_play)  # whose goods wait
        self.space = _space_used(before, action)
        self.has_arrived = not PLACE <= action < PLACE + SPACES
        self.gained: list[tuple[int, int]] = []
        self.paid: list[tuple[int, int]] = []
        self.born: list[tuple[int, int]] = []
        self.returned = -1
        self.is_laid_out = not START <= action < START + before.players
        if not self.is_laid_out:
            self.texts.append(Text("{seat} begins.", seat=SeatName(action - START)))
        if ORDER <= action < PASTURE:
            self._tell_order()

    def go_on(self, event: _Event) -> None:
        """Tell of an event, or keep it for the next."""
        if event.seat != self.seat:
            self._tell_goods()
            self.seat = event.seat
        if event.kind == steps.EVENT_GAIN:
            if self.is_laid_out:  # nobody needs to be told what everybody begins with
                self.gained.append((event.a, event.b))
        elif event.kind == steps.EVENT_PAY:
            self.paid.append((event.a, event.b))
        elif event.kind == steps.EVENT_NEWBORN:
            self.born.append((event.a, 1))
        elif event.kind == steps.EVENT_RETURN:
            self.returned = event.a
        else:
            self._tell_goods()
            self._arrive()
            self.texts += _of_building(self, event) or _of_goods(event) or _of_course(event)
            if event.kind == steps.EVENT_ROUND:
                self.space = None
                self.is_laid_out = True

    def end(self) -> None:
        """Tell of what is left."""
        self._tell_goods()
        self._arrive()

    def price(self) -> Goods:
        """What has just been paid; from now on it is told."""
        paid, self.paid = self.paid, []
        return paid

    def pasture(self) -> int:
        """The cells of the pasture that was built."""
        if self.action >= PASTURE:
            return int(SHAPE_CELLS[self.action - PASTURE])
        first = self.seat * MAX_PASTURES
        old, new = (
            {int(cells) for cells in state.pastures[first : first + MAX_PASTURES]}
            for state in (self.before, self.after)
        )
        return min(new - old)

    def _arrive(self) -> None:
        if not self.has_arrived and self.space is not None:
            who = SeatName(int(self.before.to_play))
            self.texts.append(Text("{seat} goes to {space}.", seat=who, space=self.space))
        self.has_arrived = True

    def _tell_goods(self) -> None:
        who = SeatName(self.seat)
        if self.gained:
            self.texts.append(self._taking(who, amounts(self.gained)))
            self.has_arrived = True
        if self.born:
            text = Text("{seat} gets newborn animals: {animals}.", seat=who, animals=amounts(self.born))
            self.texts.append(text)
        self.gained, self.born = [], []

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
            space = name_of_space(FIRST_CARD + card)
            self.texts.append(Text("{space} will come in round {round}.", space=space, round=number))


def _space_used(state: AgricolaState, action: int) -> Text | None:
    """The space from which goods may come."""
    if PLACE <= action < PLACE + SPACES:
        return name_of_space(action - PLACE)
    if state.step() == steps.CHOOSE:
        return name_of_space(int(state.argument()))
    return None


# --- sentences ---------------------------------------------------------------------------------------


def _of_building(story: _Story, event: _Event) -> list[Text]:
    """What was built, and its price."""
    who = SeatName(event.seat)
    if event.kind == steps.EVENT_ROOM:
        what = Text("{seat} builds a room on {cell}", seat=who, cell=cell_name(event.a))
    elif event.kind == steps.EVENT_STABLE:
        what = Text("{seat} builds a stable on {cell}", seat=who, cell=cell_name(event.a))
    elif event.kind == steps.EVENT_PASTURE:
        cells = " ".join(cell_names(story.pasture()))
        what = Text("{seat} fences {cells}", seat=who, cells=cells)
    elif event.kind == steps.EVENT_RENOVATE:
        what = Text("{seat} renovates to a {house}", seat=who, house=name_of_house(event.a))
    elif event.kind == steps.EVENT_MAJOR and story.returned >= 0:
        old, new = exact_name_of_major(story.returned), exact_name_of_major(event.a)
        return [Text("{seat} returns {old} for {new}.", seat=who, old=old, new=new)]
    elif event.kind == steps.EVENT_MAJOR:
        what = Text("{seat} builds {improvement}", seat=who, improvement=exact_name_of_major(event.a))
    else:
        return []
    if price := story.price():
        return [Text("{what} for {price}.", what=what, price=amounts(price))]
    return [Text("{what}.", what=what)]


def _of_goods(event: _Event) -> list[Text]:
    """What became of goods."""
    who = SeatName(event.seat)
    if event.kind == steps.EVENT_SOW:
        cell = cell_name(event.a)
        return [Text("{seat} sows {crop} on {cell}.", seat=who, crop=name_of_good(event.b), cell=cell)]
    if event.kind == steps.EVENT_BAKE:
        grain, food = amount(GRAIN, event.a), amount(FOOD, event.b)
        return [Text("{seat} bakes {grain} and gets {food}.", seat=who, grain=grain, food=food)]
    if event.kind == steps.EVENT_CONVERT:
        good, food = amount(event.a, 1), amount(FOOD, event.b)
        return [Text("{seat} turns {good} into {food}.", seat=who, good=good, food=food)]
    if event.kind == steps.EVENT_DISCARD and SHEEP <= event.a < FOOD:
        return [Text("{seat} lets {animals} go.", seat=who, animals=amount(event.a, event.b))]
    if event.kind == steps.EVENT_DISCARD:
        return [Text("{seat} gives {goods} back.", seat=who, goods=amount(event.a, event.b))]
    if event.kind == steps.EVENT_HARVEST:
        crops = [(good, n) for good, n in ((GRAIN, event.a), (VEGETABLE, event.b)) if n > 0]
        return [Text("{seat} harvests {crops}.", seat=who, crops=amounts(crops))]
    if event.kind == steps.EVENT_FED and event.a > 0:
        return [Text("{seat} feeds the family with {food}.", seat=who, food=amount(FOOD, event.a))]
    return []


def _of_course(event: _Event) -> list[Text]:
    """What else happens to a farm, and the course of the game."""
    who = SeatName(event.seat)
    if event.kind == steps.EVENT_START_PLAYER:
        return [Text("{seat} is the starting player from the next round on.", seat=who)]
    if event.kind == steps.EVENT_PLOW:
        return [Text("{seat} plows {cell}.", seat=who, cell=cell_name(event.a))]
    if event.kind == steps.EVENT_GROWTH:
        return [Text("{seat}’s family grows.", seat=who)]
    if event.kind == steps.EVENT_BEG:
        return [
            Text.counted(
                "{seat} takes {n} begging marker.", "{seat} takes {n} begging markers.", event.a, seat=who
            )
        ]
    if event.kind == steps.EVENT_PROMISE and event.b > 0:
        return [
            Text.counted(
                "{goods} will lie ready for {seat} in the next round.",
                "{goods} will lie ready for {seat} in each of the next {n} rounds.",
                event.b,
                seat=who,
                goods=amount(event.a, 1),
            )
        ]
    if event.kind == steps.EVENT_SKIP:
        return [Text("{seat} can use no space: whoever is left stays at home.", seat=who)]
    if event.kind == steps.EVENT_TURN_UP:
        return [Text("{space} is turned up.", space=name_of_space(event.a))]
    if event.kind == steps.EVENT_ROUND:
        return [Text("Round {round} begins.", round=event.a)]
    if event.kind == steps.EVENT_OVER:
        return [Text("The game is over.")]
    return []
