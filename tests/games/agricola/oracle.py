"""The rules once more, slowly: sets and words, written from the rulings and sharing no code with the engine.

`Oracle._game()` is the rulebook told as a coroutine: it yields each question (who is asked, and which
answers there are, in the game's notation) and is sent the answer. Chance is asked like a seat. What
leaves a seat no choice is done without asking, as the engine does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

CHANCE = -1
OVER = -2

RESOURCES = ("wood", "clay", "reed", "stone")
ANIMALS = ("sheep", "wild boar", "cattle")
GOODS = (*RESOURCES, "grain", "vegetable", *ANIMALS, "food")
HARVESTS = (4, 7, 9, 11, 13, 14)
LAST_ROUND = 14

# Stage cards by stage, with how many rounds each stage has cards (R1.2).
STAGES = (
    ("Major Improvement", "Fencing", "Grain Utilization", "Sheep Market"),
    ("Basic Wish for Children", "House Redevelopment", "Western Quarry"),
    ("Vegetable Seeds", "Pig Market"),
    ("Cattle Market", "Eastern Quarry"),
    ("Urgent Wish for Children", "Cultivation"),
    ("Farm Redevelopment",),
)
STAGE_OF_ROUND = (0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5)

# Without hand cards food lies on the Meeting Place and nobody can take Lessons (R14.2).
BOARD = ("Farm Expansion", "Meeting Place", "Grain Seeds", "Farmland", "Day Laborer")
BOARD_PILES = {"Meeting Place": (1, "food"), "Clay Pit": (1, "clay"), "Reed Bank": (1, "reed")} | {
    "Fishing": (1, "food"),
    "Sheep Market": (1, "sheep"),
    "Pig Market": (1, "wild boar"),
    "Cattle Market": (1, "cattle"),
    "Western Quarry": (1, "stone"),
    "Eastern Quarry": (1, "stone"),
}
EXTENSION_PILES: dict[int, dict[str, tuple[int, str]]] = {
    1: {"Forest": (2, "wood")},
    2: {"Forest": (3, "wood")},
    3: {"Forest": (3, "wood"), "Grove": (2, "wood"), "Hollow": (1, "clay")},
    4: {
        "Forest": (3, "wood"),
        "Copse": (1, "wood"),
        "Grove": (2, "wood"),
        "Hollow": (2, "clay"),
        "Traveling Players": (1, "food"),
    },
}
TILES: dict[int, tuple[str, ...]] = {
    1: (),
    2: ("Tile Copse", "Tile Resource Market", "Animal Market", "Modest Wish for Children"),
    3: ("Animal Market", "Modest Wish for Children"),
    4: ("Animal Market", "Modest Wish for Children"),
}
TILE_PILES = {"Tile Copse": (1, "wood")}
GIFTS: dict[str, dict[str, int]] = {
    "Grain Seeds": {"grain": 1},
    "Vegetable Seeds": {"vegetable": 1},
    "Day Laborer": {"food": 2},
    "Tile Resource Market": {"stone": 1, "food": 1},
}
FOUR_SEAT_MARKET = {"reed": 1, "stone": 1, "food": 1}
UNUSUAL_IDS = {
    "Tile Copse": "variant_copse",
    "Tile Resource Market": "variant_resource_market",
    "Animal Market": "variant_animal_market",
    "Modest Wish for Children": "variant_modest_wish_for_children",
}

# What the improvements cost and are worth (R10.1; rulebook p. 10).
COSTS: dict[str, dict[str, int]] = {
    "Fireplace 2": {"clay": 2},
    "Fireplace 3": {"clay": 3},
    "Cooking Hearth 4": {"clay": 4},
    "Cooking Hearth 5": {"clay": 5},
    "Well": {"wood": 1, "stone": 3},
    "Clay Oven": {"clay": 3, "stone": 1},
    "Stone Oven": {"clay": 1, "stone": 3},
    "Joinery": {"wood": 2, "stone": 2},
    "Pottery": {"clay": 2, "stone": 2},
    "Basketmaker's Workshop": {"reed": 2, "stone": 2},
}
POINTS = dict(zip(COSTS, (1, 1, 1, 1, 4, 2, 3, 2, 2, 2), strict=True))
FIREPLACES = ("Fireplace 2", "Fireplace 3")
HEARTHS = ("Cooking Hearth 4", "Cooking Hearth 5")
OVENS = ("Clay Oven", "Stone Oven")
ON_A_FIREPLACE = {"vegetable": 2, "sheep": 2, "wild boar": 2, "cattle": 3}
ON_A_HEARTH = {"vegetable": 3, "sheep": 2, "wild boar": 3, "cattle": 4}
COOKING = dict.fromkeys(FIREPLACES, ON_A_FIREPLACE) | dict.fromkeys(HEARTHS, ON_A_HEARTH)
ENDLESS = 1000
BAKING = {  # food for one grain, and how many grain in one action
    "Fireplace 2": (2, ENDLESS),
    "Fireplace 3": (2, ENDLESS),
    "Cooking Hearth 4": (3, ENDLESS),
    "Cooking Hearth 5": (3, ENDLESS),
    "Clay Oven": (5, 1),
    "Stone Oven": (4, 2),
}
CRAFT = {"wood": ("Joinery", 2), "clay": ("Pottery", 2), "reed": ("Basketmaker's Workshop", 3)}
CRAFT_BONUS: dict[str, tuple[str, tuple[int, ...]]] = {
    "Joinery": ("wood", (3, 5, 7)),
    "Pottery": ("clay", (3, 5, 7)),
    "Basketmaker's Workshop": ("reed", (2, 4, 5)),
}

# From how many on there are 1, 2, 3 and 4 points; below the first there is one less than none (R12.1).
THRESHOLDS = {
    "fields": (2, 3, 4, 5),
    "pastures": (1, 2, 3, 4),
    "grain": (1, 4, 6, 8),
    "vegetable": (1, 2, 3, 4),
    "sheep": (1, 4, 6, 8),
    "wild boar": (1, 3, 5, 7),
    "cattle": (1, 2, 4, 6),
}

SERIES_GOALS = (50, 55, 59, 62, 64, 65, 66, 67)  # then one more each game (R13.4)

# Parts of an action that go on until another is begun or they are done (R2.3).
GOES_ON = ("rooms", "stables", "sow", "fences")

Cell = str  # as B2: a column and a row
Side = frozenset[str]  # a fence space, by the two that it parts: two cells, or a cell and its edge
Region = frozenset[Cell]
Question = tuple[int, set[str]]
Asking = Generator[Question, str, None]

CELLS: tuple[Cell, ...] = tuple(f"{column}{row}" for row in "123" for column in "ABCDE")


@cache
def around(cell: Cell) -> tuple[str, ...]:
    """The four cells beside a cell; beyond the edge of the farmyard a place of that side's own."""
    column, row = "ABCDE".index(cell[0]), int(cell[1])
    beside = [(column + 1, row), (column, row + 1), (column - 1, row), (column, row - 1)]
    return tuple(
        f"{'ABCDE'[c]}{r}" if 0 <= c < 5 and 1 <= r <= 3 else f"beyond {cell} at {c} {r}" for c, r in beside
    )


def beside(cells: Iterable[Cell]) -> set[Cell]:
    """All cells orthogonally beside some cells (R3.1)."""
    return {place for cell in cells for place in around(cell) if place in CELLS}


@cache
def border(cells: Region) -> frozenset[Side]:
    """The fence spaces around some cells."""
    return frozenset(
        frozenset((cell, place)) for cell in cells for place in around(cell) if place not in cells
    )


def in_order(cells: Iterable[Cell]) -> list[Cell]:
    return sorted(cells, key=CELLS.index)


def all_shapes() -> dict[Region, frozenset[Side]]:
    """Everything in one piece that 15 fences can enclose, with these fences (R5.2)."""
    found: set[Region] = {frozenset((cell,)) for cell in CELLS}
    newest = found
    while newest:
        newest = {cells | {cell} for cells in newest for cell in beside(cells) - cells}
        found |= newest
    return {cells: border(cells) for cells in found if len(border(cells)) <= 15}


SHAPES = all_shapes()


@cache
def enclosed(fences: frozenset[Side]) -> frozenset[Region]:
    """The pastures that fences make: cells from which no way leads beyond the edge (R5.2, R5.5)."""
    regions: set[Region] = set()
    left = set(CELLS)
    while left:
        found, todo, closed = set[str](), [next(iter(left))], True
        while todo:
            cell = todo.pop()
            if cell in found:
                continue
            found.add(cell)
            for place in around(cell):
                if frozenset((cell, place)) not in fences:
                    if place in CELLS:
                        todo.append(place)
                    else:
                        closed = False
        left -= found
        if closed:
            regions.add(frozenset(found))
    return frozenset(regions)


def has_room_for(pastures: Iterable[Region], stables: set[Cell], animals: dict[str, int]) -> bool:
    """R6.1: whether some way to house the animals exists, found by trying every kind in every pasture."""
    pastures = list(pastures)
    outside = stables.difference(*pastures)
    for kinds in product(ANIMALS, repeat=len(pastures)):
        left = Counter(animals)
        for pasture, kind in zip(pastures, kinds, strict=True):
            left[kind] -= 2 * len(pasture) * 2 ** len(pasture & stables)
        if sum(max(0, left[kind]) for kind in ANIMALS) <= 1 + len(outside):
            return True
    return False


@dataclass
class Seat:
    """What one player has. Crops on fields are a kind and a number, or nothing and 0."""

    goods: Counter[str] = field(default_factory=Counter)
    house: str = "wood"
    rooms: set[Cell] = field(default_factory=lambda: {"A2", "A3"})
    fields: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    stables: set[Cell] = field(default_factory=set)
    fences: frozenset[Side] = frozenset()
    people: int = 2
    newborns: int = 0
    at_home: int = 0
    begging: int = 0
    improvements: set[str] = field(default_factory=set)
    crafted: set[str] = field(default_factory=set)
    promised: Counter[int] = field(default_factory=Counter)  # round: food

    def pastures(self) -> frozenset[Region]:
        return enclosed(self.fences)

    def fenced(self) -> set[Cell]:
        return set().union(*self.pastures())

    def bare(self) -> set[Cell]:
        """R5.7: the cells that are not used."""
        return set(CELLS) - self.rooms - set(self.fields) - self.stables - self.fenced()

    def houses_all(self) -> bool:
        return has_room_for(self.pastures(), self.stables, {kind: self.goods[kind] for kind in ANIMALS})

    def can_pay(self, price: dict[str, int], times: int = 1) -> bool:
        return all(self.goods[good] >= amount * times for good, amount in price.items())

    def pay(self, price: dict[str, int]) -> None:
        assert self.can_pay(price)
        self.goods.subtract(price)

    def food_for(self, good: str) -> int:
        """R7.4, R10.1: food for one of a good at any time, by the best of the improvements."""
        rates = [COOKING[owned].get(good, 0) for owned in self.improvements if owned in COOKING]
        return max([*rates, 1 if good in ("grain", "vegetable") else 0])

    def baking(self) -> list[int]:
        """R10.1: food for each grain of one Bake Bread action, the best first."""
        loaves: list[int] = []
        for owned in self.improvements & set(BAKING):
            food, most = BAKING[owned]
            loaves += [food] * min(most, self.goods["grain"])
        return sorted(loaves, reverse=True)[: self.goods["grain"]]

    def crops(self, kind: str) -> int:
        """How much of a crop is on the fields."""
        return sum(amount for planted, amount in self.fields.values() if planted == kind)


class Oracle:
    """A whole game without hand cards: side_job, variant_tile, stage_order, series, series_food, start.

    A gift of goods to each seat makes its farms grow faster than in a real game.
    """

    def __init__(self, players: int, gift: dict[str, int] | None = None, **options: str) -> None:
        self.players = players
        self.gift = gift or {}
        self.options = options
        self.seats = [Seat(Counter(self.gift)) for _ in range(players)]
        self.round = 0
        self.start = -1
        self.turned_up: dict[str, int] = {}
        self.ordered: dict[str, int] = {}
        self.piles: Counter[str] = Counter()
        self.used_by: dict[str, int] = {}
        self.supply = set(COSTS)
        self.tile = set(TILES[players]) if options.get("variant_tile") == "yes" else set()
        self.permanent = {*BOARD, *EXTENSION_PILES[players], *self.tile, "Clay Pit", "Reed Bank", "Fishing"}
        if players > 2:
            self.permanent.add("Resource Market")
        if options.get("side_job") == "yes":
            self.permanent.add("Side Job")
        self.refills = BOARD_PILES | EXTENSION_PILES[players] | TILE_PILES
        self.history: list[str] = []
        self._asking = self._game()
        self.to_play, self._answers = next(self._asking)

    # --- from outside

    def legal(self) -> set[str]:
        """The answers there are, empty when the game is over."""
        return set(self._answers)

    def apply(self, text: str) -> None:
        """Give one of the answers."""
        assert text in self._answers, text
        self.history.append(text)
        try:
            self.to_play, self._answers = self._asking.send(text)
        except StopIteration:
            self.to_play, self._answers = OVER, set()

    def copy(self) -> Oracle:
        """The same game again, from its history."""
        other = Oracle(self.players, self.gift, **self.options)
        for text in self.history:
            other.apply(text)
        return other

    def leaves(self, depth: int) -> int:
        """Perft: the number of positions so many answers below this one."""
        if depth == 0 or self.to_play == OVER:
            return 1
        if depth == 1:
            return len(self._answers)
        total = 0
        for text in sorted(self._answers):
            below = self.copy()
            below.apply(text)
            total += below.leaves(depth - 1)
        return total

    def goods(self, seat: int) -> dict[str, int]:
        """What lies in a seat's supply and stands on its farm."""
        return {good: amount for good, amount in self.seats[seat].goods.items() if amount}

    def summary(self) -> dict[str, Any]:
        """All there is to see, in the form of a stored position."""
        return {
            "round": self.round,
            "start": self.start,
            "turned_up": {space_id(card): number for card, number in self.turned_up.items()},
            "ordered": {space_id(card): number for card, number in self.ordered.items()},
            "piles": {space_id(space): amount for space, amount in self.piles.items() if amount},
            "used_by": {space_id(space): seat for space, seat in self.used_by.items()},
            "seats": [self._seat(number) for number in range(self.players)],
        }

    def _seat(self, number: int) -> dict[str, Any]:
        seat = self.seats[number]
        return {
            "goods": self.goods(number),
            "house": seat.house,
            "rooms": in_order(seat.rooms),
            "fields": {
                cell: f"{kind} {amount}" if amount else "" for cell, (kind, amount) in seat.fields.items()
            },
            "stables": in_order(seat.stables),
            "pastures": sorted(in_order(pasture) for pasture in seat.pastures()),
            "people": seat.people,
            "newborns": seat.newborns,
            "at_home": seat.at_home,
            "begging": seat.begging,
            "improvements": sorted(improvement_id(name) for name in seat.improvements),
            "crafted": sorted(improvement_id(name) for name in seat.crafted),
            "promised": {str(number): {"food": food} for number, food in seat.promised.items() if food},
        }

    # --- the course of the game

    def _game(self) -> Asking:
        """R1.1, from setup to the end."""
        yield from self._begin()
        if self.options.get("stage_order") == "chosen":
            yield from self._order()
        for number in range(1, LAST_ROUND + 1):
            self.round = number
            yield from self._prepare()
            yield from self._work()
            self.used_by.clear()
            if number in HARVESTS:
                yield from self._harvest()
            for seat in self.seats:
                seat.newborns = 0  # R1.8

    def _begin(self) -> Asking:
        """Rulebook p. 2-3, p. 12: who begins, and food."""
        start = self.options.get("start", "random")
        if self.players == 1:
            self.start = 0
            if self.options.get("series", "no") != "no":
                self.seats[0].goods["food"] += int(self.options.get("series_food", "0"))
            return
        if start == "random":
            answer = yield CHANCE, {f"start seat {seat + 1}" for seat in range(self.players)}
            start = answer.split()[-1]
        self.start = int(start) - 1
        for number, seat in enumerate(self.seats):
            seat.goods["food"] += 2 if number == self.start else 3

    def _order(self) -> Asking:
        """R13.1: the starting player lays the cards of each stage in an order of his choice."""
        self.round = 1
        number = 1
        for cards in STAGES:
            left = list(cards)
            while left:
                answer = yield from self._ask(self.start, {f"order {card}" for card in left})
                card = answer.removeprefix("order ")
                left.remove(card)
                self.ordered[card] = number
                number += 1

    def _prepare(self) -> Asking:
        """R1.2: a card is turned up, what was promised comes, accumulation spaces are filled up."""
        hidden = [card for card in STAGES[STAGE_OF_ROUND[self.round - 1]] if card not in self.turned_up]
        if self.ordered:
            card = next(card for card, number in self.ordered.items() if number == self.round)
        else:
            answer = yield from self._ask(CHANCE, {f"turn up {card}" for card in hidden})
            card = answer.removeprefix("turn up ")
        self.turned_up[card] = self.round
        for seat in self.seats:
            seat.goods["food"] += seat.promised.pop(self.round, 0)
            seat.at_home = seat.people
        for space in self._in_play() & set(self.refills):
            self.piles[space] += self.refills[space][0]

    def _in_play(self) -> set[str]:
        return self.permanent | set(self.turned_up)

    def _work(self) -> Asking:
        """R1.6, R1.7: clockwise, one person each, from whoever had the token when the phase began."""
        number = self.start
        while any(seat.at_home for seat in self.seats):
            if self.seats[number].at_home:
                yield from self._place(number)
            number = (number + 1) % self.players

    def _place(self, number: int) -> Asking:
        """One person on one space, after any number of exchanges; who can use no space stays at home."""
        seat = self.seats[number]
        while True:
            choices = {f"place {space}" for space in self._in_play() if self._usable(number, space)}
            if not choices:
                seat.at_home = 0
                return
            if self._exchanges(seat):
                choices.add("exchange")
            answer = yield from self._ask(number, choices)
            if answer != "exchange":
                break
            yield from self._exchange(number)
        seat.at_home -= 1
        space = answer.removeprefix("place ")
        self.used_by[space] = number
        yield from self._use(number, space)

    def _ask(self, number: int, choices: set[str]) -> Generator[Question, str, str]:
        """The answer to a question, which is only asked where there is a choice."""
        if len(choices) == 1:
            return next(iter(choices))
        answer = yield number, choices
        return answer

    # --- spaces

    def _usable(self, number: int, space: str) -> bool:
        """R2.1, R2.2: free, and at least one of its actions can be taken."""
        if space in self.used_by or (space in self.tile and self.tile & set(self.used_by)):  # R14.3
            return False
        seat = self.seats[number]
        if space == "Basic Wish for Children":
            return self._may_grow(seat, room=True)
        if space == "Modest Wish for Children":
            return self.round >= 5 and self._may_grow(seat, room=True)
        if space == "Urgent Wish for Children":
            return self._may_grow(seat, room=False)
        if space in ("House Redevelopment", "Farm Redevelopment"):
            return self._may_renovate(seat)
        parts = self._parts(space)
        return not parts or any(self._options(seat, part) for part in parts)

    def _parts(self, space: str) -> list[str]:
        """What a space lets one do in any order (R2.3)."""
        return {
            "Farm Expansion": ["rooms", "stables"],
            "Farmland": ["plow"],
            "Side Job": ["one stable", "bake"],
            "Grain Utilization": ["sow", "bake"],
            "Cultivation": ["plow", "sow"],
            "Major Improvement": ["improvement"],
            "Fencing": ["fences"],
        }.get(space, [])

    def _use(self, number: int, space: str) -> Asking:
        """What a person does on a space."""
        seat = self.seats[number]
        if space in self.refills:
            _, good = self.refills[space]
            seat.goods[good] += self.piles.pop(space, 0)  # R2.5
            if space == "Meeting Place":
                self.start = number
        elif space in GIFTS:
            seat.goods.update(GIFTS[space])
        elif space == "Resource Market":
            yield from self._resource_market(number)
        elif space == "Animal Market":
            yield from self._animal_market(number)
        elif space.endswith("Wish for Children"):
            seat.people += 1
            seat.newborns += 1
        elif space.endswith("Redevelopment"):
            self._renovate(seat)
            yield from self._menu(number, ["improvement" if "House" in space else "fences"], optional=True)
        else:
            yield from self._menu(number, self._parts(space), optional=False)
        yield from self._house(number, cooking=True)  # R2.5

    def _resource_market(self, number: int) -> Asking:
        seat = self.seats[number]
        if self.players == 4:
            seat.goods.update(FOUR_SEAT_MARKET)
        else:
            answer = yield number, {"take reed", "take stone"}
            seat.goods.update([answer.split()[1], "food"])

    def _animal_market(self, number: int) -> Asking:
        """R14.3: a sheep with 1 food, a boar, or a cattle for 1 food."""
        seat = self.seats[number]
        choices = {"take sheep", "take wild boar"}
        if seat.goods["food"]:
            choices.add("take cattle")
        answer = yield number, choices
        animal = answer.removeprefix("take ")
        seat.goods[animal] += 1
        seat.goods["food"] += {"sheep": 1, "wild boar": 0, "cattle": -1}[animal]

    def _may_grow(self, seat: Seat, room: bool) -> bool:
        """R3.5, R3.6."""
        return seat.people < 5 and (not room or len(seat.rooms) > seat.people)

    def _renovation(self, seat: Seat) -> tuple[str, dict[str, int]]:
        """R3.3: what the house becomes, and the price."""
        material = {"wood": "clay", "clay": "stone"}[seat.house]
        return material, {material: len(seat.rooms), "reed": 1}

    def _may_renovate(self, seat: Seat) -> bool:
        return seat.house != "stone" and seat.can_pay(self._renovation(seat)[1])

    def _renovate(self, seat: Seat) -> None:
        material, price = self._renovation(seat)
        seat.pay(price)
        seat.house = material

    # --- parts of an action

    def _menu(self, number: int, parts: list[str], optional: bool) -> Asking:
        """R2.3, R2.4: each part at most once, as one block; at least one unless all is optional."""
        seat = self.seats[number]
        still, current, begun = list(parts), "", False
        while True:
            doing = {text: part for part in (*still, current) if part for text in self._options(seat, part)}
            choices = set(doing)
            if optional or begun:
                choices.add("done")
            if not choices:
                return
            if len(choices) > 1 and "done" in choices and self._exchanges(seat):
                choices.add("exchange")
            answer = yield from self._ask(number, choices)
            if answer == "done":
                return
            if answer == "exchange":
                yield from self._exchange(number)
                continue
            part = doing[answer]
            if part in still:
                still.remove(part)
            current, begun = part if part in GOES_ON else "", True
            yield from self._do(number, part, answer)

    def _options(self, seat: Seat, part: str) -> set[str]:
        """The single choices of a part that are possible now."""
        if part == "rooms":
            can = seat.can_pay(self._room_price(seat))
            return {f"build room {cell}" for cell in beside(seat.rooms) & seat.bare() if can}
        if part in ("stables", "one stable"):
            can = len(seat.stables) < 4 and seat.can_pay(self._stable_price(part))
            sites = set(CELLS) - seat.rooms - set(seat.fields) - seat.stables
            return {f"build stable {cell}" for cell in sites if can}
        if part == "plow":
            sites = seat.bare() & beside(seat.fields) if seat.fields else seat.bare()
            return {f"plow {cell}" for cell in sites}
        if part == "sow":
            empty = [cell for cell, (_, amount) in seat.fields.items() if not amount]
            return {
                f"sow {crop} {cell}" for cell in empty for crop in ("grain", "vegetable") if seat.goods[crop]
            }
        if part == "bake":
            return {f"bake {number} grain" for number in range(1, len(seat.baking()) + 1)}
        if part == "fences":
            return {f"fence {' '.join(in_order(cells))}" for cells in self._new_pastures(seat)}
        assert part == "improvement"
        return self._improvements(seat)

    def _room_price(self, seat: Seat) -> dict[str, int]:
        return {seat.house: 5, "reed": 2}

    def _stable_price(self, part: str) -> dict[str, int]:
        return {"wood": 2 if part == "stables" else 1}

    def _improvements(self, seat: Seat) -> set[str]:
        """R10, R9.6: what can be built, and Fireplaces that can be exchanged."""
        found = {f"build {name}" for name in self.supply if seat.can_pay(COSTS[name])}
        for fireplace in seat.improvements & set(FIREPLACES):
            found |= {f"return {fireplace} for {hearth}" for hearth in self.supply & set(HEARTHS)}
        return found

    def _new_pastures(self, seat: Seat) -> Iterator[Region]:
        """R5.2 to R5.6: what may be fenced in next."""
        before = seat.pastures()
        fenced = set().union(*before)
        tiles = seat.rooms | set(seat.fields)
        for cells, sides in SHAPES.items():
            new = sides - seat.fences
            if tiles & cells or not new or len(new) > seat.goods["wood"]:
                continue
            fences = seat.fences | new
            after = enclosed(fences)
            if len(fences) > 15 or cells not in after:
                continue
            inside = any(cells < old for old in before)
            if inside or not before or beside(cells) & fenced:
                assert not any(tiles & pasture for pasture in after)
                assert fences == set().union(*map(border, after)), "every fence is some pasture's border"
                yield cells

    def _do(self, number: int, part: str, answer: str) -> Asking:
        """One choice of a part, carried out."""
        seat = self.seats[number]
        words = answer.split()
        if part == "rooms":
            seat.pay(self._room_price(seat))
            seat.rooms.add(words[2])
        elif part in ("stables", "one stable"):
            seat.pay(self._stable_price(part))
            seat.stables.add(words[2])
        elif part == "plow":
            seat.fields[words[1]] = ("", 0)
        elif part == "sow":  # R4.2
            seat.goods[words[1]] -= 1
            seat.fields[words[2]] = (words[1], 3 if words[1] == "grain" else 2)
        elif part == "bake":
            grain = int(words[1])
            seat.goods["food"] += sum(seat.baking()[:grain])
            seat.goods["grain"] -= grain
        elif part == "fences":
            new = SHAPES[frozenset(words[1:])] - seat.fences
            seat.pay({"wood": len(new)})
            seat.fences |= new
            yield from self._house(number, cooking=True)  # R5.8: each pasture leaves a farm that holds good
        else:
            yield from self._improve(number, answer)

    def _improve(self, number: int, answer: str) -> Asking:
        """R9.6, R10.2: an improvement built or exchanged; an oven bakes at once, the Well promises food."""
        seat = self.seats[number]
        if answer.startswith("return "):
            fireplace, built = answer.removeprefix("return ").split(" for ")
            seat.improvements.remove(fireplace)
            self.supply.add(fireplace)
        else:
            built = answer.removeprefix("build ")
            seat.pay(COSTS[built])
        self.supply.remove(built)
        seat.improvements.add(built)
        if built == "Well":
            seat.promised.update(range(self.round + 1, min(self.round + 5, LAST_ROUND) + 1))
        if built in OVENS:
            yield from self._menu(number, ["bake"], optional=True)

    # --- at any time, and animals

    def _exchanges(self, seat: Seat) -> set[str]:
        """R8.1: each good that can become food or be given back."""
        owned = [good for good in GOODS if seat.goods[good]]
        return {self._convert_text(good) for good in owned if seat.food_for(good)} | {
            f"discard {good}" for good in owned
        }

    def _convert_text(self, good: str) -> str:
        return f"{'cook' if good in ANIMALS else 'eat'} {good}"

    def _exchange(self, number: int) -> Asking:
        seat = self.seats[number]
        answer = yield number, self._exchanges(seat)  # asked even where there is but one
        self._convert(seat, answer)

    def _convert(self, seat: Seat, answer: str) -> None:
        """One good becomes food (R7.4, R7.5, R10.1), or is given back."""
        verb, good = answer.split(maxsplit=1)
        seat.goods[good] -= 1
        if verb == "craft":
            building, food = CRAFT[good]
            seat.crafted.add(building)
            seat.goods["food"] += food
        elif verb != "discard":
            seat.goods["food"] += seat.food_for(good)

    def _house(self, number: int, cooking: bool) -> Asking:
        """R2.5, R6.3, R6.5: animals go, one at a time, until the others have room."""
        seat = self.seats[number]
        while not seat.houses_all():
            here = [kind for kind in ANIMALS if seat.goods[kind]]
            choices = {f"discard {kind}" for kind in here}
            if cooking:
                choices |= {f"cook {kind}" for kind in here if seat.food_for(kind)}
            answer = yield from self._ask(number, choices)
            self._convert(seat, answer)

    # --- the harvest

    def _harvest(self) -> Asking:
        """R7.1: three phases, each in turn order from the starting player."""
        for seat in self.seats:
            for cell, (kind, amount) in seat.fields.items():
                if amount:  # R7.2
                    seat.goods[kind] += 1
                    seat.fields[cell] = (kind, amount - 1)
        turns = [(self.start + turn) % self.players for turn in range(self.players)]
        for number in turns:
            yield from self._feed(number)
        for number in turns:
            seat = self.seats[number]
            seat.goods.update([kind for kind in ANIMALS if seat.goods[kind] >= 2])  # R6.6, R6.8
            yield from self._house(number, cooking=False)  # R6.7

    def _feed(self, number: int) -> Asking:
        """R7.3 to R7.6."""
        seat = self.seats[number]
        adults = seat.people - seat.newborns
        needed = (3 if self.players == 1 else 2) * adults + seat.newborns
        while True:
            choices = {f"cook {kind}" for kind in ANIMALS if seat.goods[kind] and seat.food_for(kind)}
            choices.add("done")
            if seat.goods["food"] < needed:
                choices |= {f"eat {crop}" for crop in ("grain", "vegetable") if seat.goods[crop]}
            for good, (building, _) in CRAFT.items():
                if building in seat.improvements - seat.crafted and seat.goods[good]:
                    choices.add(f"craft {good}")
            answer = yield from self._ask(number, choices)
            if answer == "done":
                break
            self._convert(seat, answer)
        paid = min(needed, seat.goods["food"])
        seat.goods["food"] -= paid
        seat.begging += needed - paid
        seat.crafted.clear()

    # --- the end

    def scores(self) -> list[int]:
        """R12.1 for each seat."""
        return [sum(points for _, points in score_lines(seat)) for seat in self.seats]

    def winners(self) -> list[int]:
        """R12.4, R13.4; nobody before the end."""
        if self.to_play != OVER:
            return []
        series = self.options.get("series", "no")
        if series != "no":
            game = int(series)
            goal = SERIES_GOALS[game - 1] if game <= 8 else 67 + game - 8
            return [0] if self.scores()[0] >= goal else []
        results = [
            (total, sum(seat.goods[good] for good in RESOURCES))
            for total, seat in zip(self.scores(), self.seats, strict=True)
        ]
        return [number for number, result in enumerate(results) if result == max(results)]


def score_lines(seat: Seat) -> Iterator[tuple[str, int]]:
    """R12.1, R12.2, line by line."""
    pastures = seat.pastures()
    counts = {"fields": len(seat.fields), "pastures": len(pastures)}
    counts |= {crop: seat.goods[crop] + seat.crops(crop) for crop in ("grain", "vegetable")}
    counts |= {kind: seat.goods[kind] for kind in ANIMALS}
    for category, steps in THRESHOLDS.items():
        reached = sum(counts[category] >= step for step in steps)
        yield category, reached or -1
    yield "unused", -len(seat.bare())
    yield "fenced stables", len(seat.stables & seat.fenced())
    yield "rooms", len(seat.rooms) * {"wood": 0, "clay": 1, "stone": 2}[seat.house]
    yield "people", 3 * seat.people
    yield "begging", -3 * seat.begging
    yield "improvements", sum(POINTS[name] for name in seat.improvements)
    for building, (good, grades) in CRAFT_BONUS.items():
        if building in seat.improvements:  # R12.3
            yield building, sum(seat.goods[good] >= grade for grade in grades)


def space_id(name: str) -> str:
    """The id of a space, as stored positions name it."""
    return UNUSUAL_IDS.get(name, name.lower().replace(" ", "_"))


def improvement_id(name: str) -> str:
    return name.lower().replace("'", "").replace(" ", "_")
