"""The rules once more, slowly: words and counters, written from the rulings, sharing no code with the engine.

`Oracle._game()` is the rulebook told as a coroutine: it yields each question (who is asked, and which
answers there are, in the game's notation) and is sent the answer. Chance is asked like a seat. What
leaves a seat no choice is done without asking, as the engine does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

CHANCE = -1
OVER = -2

CROPS = ("apple", "wheat", "grape")
TRADED = (*CROPS, "meat", "egg", "milk", "wool", "flour", "wine")
ANIMALS = ("sheep", "cow", "chicken")
SUPPLY = {  # units of the resource cards of value 1 and 3 together (R2, R57)
    "apple": 42,
    "wheat": 33,
    "grape": 30,
    "meat": 18,
    "egg": 21,
    "milk": 31,
    "wool": 31,
    "flour": 31,
    "wine": 25,
    "cake": 7,
    "clothes": 7,
}
GOODS = (*SUPPLY, *ANIMALS)
CROP_TILES = {"apple": 22, "wheat": 16, "grape": 16}
BARNYARDS = 11
PASTURE_PLACES = 4
PRINTED_BARNYARD = 2
CARDS_ON_A_FARM = 3
PRINTED_FIELD = "B2"
CELLS = tuple(f"{column}{row}" for row in "123" for column in "ABC")

# Market and event cards of the two decks; what has one name in both is marked in deck B.
SIMPLE_A = (
    *("apple 3x6", "apple 4x4 out", "apple 5x2 out", "wheat 4x5", "wheat 5x3 out", "wheat 6x2 out"),
    *("grape 5x4 out", "grape 6x3 out", "chicken 4x4 out", "chicken 5x2 out", "sheep 5x3 out"),
    *("sheep 6x2 out", "cow 6x2 out", "cow 7x1 out", "meat 3x4", "egg 7x3 out", "milk 8x2 out"),
    *("wool 9x2 out", "flour 24x2 out", "wine 27x2 out"),
)
SIMPLE_B = (
    *("apple 4x5", "wheat 5x4 out", "grape 6x4 out", "meat 3x5", "cow 7x3 out", "egg 8x3 out"),
    *("milk 9x3 out", "wool 10x3 out", "flour 25x3 out", "wine 28x3 out"),
)
BUNDLES_A = (
    *("3 apple + 1 wheat for 15 out", "2 apple + 2 grape for 18 out", "2 wheat + 1 grape for 15 out"),
    *("1 apple + 1 wheat + 1 grape for 14 out", "1 apple + 2 chicken for 12 out"),
    "1 wheat + 1 sheep + 1 chicken for 14 out",
)
BUNDLES_B = (
    *("2 egg + 1 flour for 40 out", "2 grape + 1 wine for 39 out", "2 milk + 1 wool for 26 out"),
    *("1 flour + 1 wine for 53 out", "2 wool + 1 sheep for 23 out"),
)
DECK_A = Counter([*SIMPLE_A, *BUNDLES_A, *2 * ["generic 3/4", "thieves", "frost", "fruit fly"]])
DECK_B = Counter(
    (
        *(*SIMPLE_B, *BUNDLES_B, "generic 3/4 (B)", "generic 3/4 (B)"),
        *("inflation", "inflation", "strike", "thieves (B)", "frost (B)", "fruit fly (B)"),
    )
)
REMOVED = 7  # of deck A, unseen (R3)
PERMANENT = ("inflation", "strike")
INSTANT = {  # which goods are halved, and which card protects (R47, R50)
    "thieves": (ANIMALS, "IX"),
    "frost": (("wheat", "grape"), "VIII"),
    "fruit fly": (("apple", "grape"), "VIII"),
}
LAST_PERMANENT = 3
QUIET_ROUNDS = 2  # without a card off the piles, then the oldest market closes (R12)
DEARER = ("milk", "flour", "wine")

# Zones where workers wait in a row, with their printed spaces, in the order of activation (R24).
SPACES = {
    "Forest": 3,
    "Sheep Farm": 3,
    "Workers' Square": 2,
    "Seed Shop": 3,
    "Cattle Farm": 3,
    "Chicken Coop": 3,
    "Animal Industry": 3,
    "Clock Tower": 2,
    "Oven": 2,
    "Winery and Mill": 3,
    "Clothing Industry": 2,
    "Official Market": 6,
    "Turn Order": 4,
}
PAIRS = ("Forest", "Seed Shop")
INDUSTRIES = ("Animal Industry", "Oven", "Winery and Mill", "Clothing Industry")
ANIMAL_OF = {"Sheep Farm": "sheep", "Cattle Farm": "cow", "Chicken Coop": "chicken"}
WHITE = (2, 2, 2, 3, 3, 3)
GREEN = (1, 1, 2, 2, 3, 3)
DIE = {"Forest": WHITE, "Chicken Coop": WHITE, "Seed Shop": GREEN, "Sheep Farm": GREEN, "Cattle Farm": GREEN}

PLACES = ("top left", "top right", "bottom left", "bottom right")
TOUCHES = {  # places of the display
    "centre": (0, 1, 2, 3),
    "top": (0, 1),
    "bottom": (2, 3),
    "left": (0, 2),
    "right": (1, 3),
}
COPIES = dict.fromkeys(
    ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV"), 2
) | {"I": 3, "VII": 3}
NEEDS = {"XII": "I", "XIV": "VII"}
AT_HOME = {  # card: at least so many animals give one of a good
    "I": (3, "sheep", "wool"),
    "XII": (2, "sheep", "wool"),
    "II": (2, "cow", "milk"),
    "V": (3, "sheep", "sheep"),
    "VI": (3, "cow", "cow"),
    "VII": (4, "chicken", "egg"),
    "XIV": (3, "chicken", "egg"),
    "XIII": (4, "chicken", "chicken"),
}
FROM_GOODS = {  # a way to use a card: goods given, good and number taken
    "use III": ({"wheat": 2}, "flour", 1),
    "use III with 5 wheat": ({"wheat": 5}, "flour", 2),
    "use IV": ({"grape": 1}, "wine", 1),
}
AT_INDUSTRY = ((3, "sheep", "wool"), (2, "cow", "milk"), (4, "chicken", "egg"))
BLACK_SALE = {"apple": 2, "wheat": 3, "grape": 3, "meat": 1, "egg": 4, "milk": 5, "wool": 5}
BLACK_SALE |= {"flour": 15, "wine": 18, "chicken": 2, "sheep": 3, "cow": 4}
BLACK_PURCHASE = {"apple": 5, "wheat": 6, "grape": 7, "egg": 9, "milk": 10, "wool": 11}

Question = tuple[int, set[str]]
Asking = Generator[Question, str, None]
Answering = Generator[Question, str, str]
Gift = dict[str, Any]  # to a seat: money, goods, fields, cards, barnyards, workers


def beside(cell: str) -> set[str]:
    """The fields side by side with one."""
    column, row = ord(cell[0]), int(cell[1])
    around = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
    return {f"{chr(c)}{r}" for c, r in around} & set(CELLS)


def group(fields: dict[str, str], cell: str) -> set[str]:
    """The connected fields of one crop (R38)."""
    found = {cell}
    while more := {near for one in found for near in beside(one) if fields.get(near) == fields[cell]} - found:
        found |= more
    return found


@cache
def has_room_for(barnyards: tuple[int, ...], herd: tuple[int, ...]) -> bool:
    """R28, R29: whether some way to house all animals exists, by trying every kind in every barnyard."""
    for kinds in product(range(3), repeat=len(barnyards)):
        left = list(herd)
        for room, kind in zip(barnyards, kinds, strict=True):
            left[kind] -= room
        if max(left) <= 0:
            return True
    return False


def numbered(verb: str, good: str, most: int) -> set[str]:
    """The answers that name every number of a good from 1 to `most`."""
    return {f"{verb} {good}" if n == 1 else f"{verb} {n} {good}" for n in range(1, most + 1)}


def counted(words: str) -> tuple[str, int]:
    """The good and the number that `milk` or `3 milk` names."""
    number, _, good = words.rpartition(" ")
    return good, int(number or 1)


@dataclass
class Market:
    """A market card, read from its name (R42)."""

    price: int = 0  # simple: for each; bundle: in all; generic: for each resource
    animal_price: int = 0
    limit: int = 0
    goods: Counter[str] = field(default_factory=Counter)
    out: bool = False
    kind: str = "event"


@cache
def market(name: str) -> Market:
    """What stands on a market card."""
    words = name.removesuffix(" (B)").split()
    out = words[-1] == "out"
    words = words[:-1] if out else words
    if words[0] == "generic":
        price, animal_price = map(int, words[1].split("/"))
        return Market(price, animal_price, out=out, kind="generic")
    if "for" in words:
        goods = Counter({good: int(n) for n, good in zip(words[:-2:3], words[1:-2:3], strict=True)})
        return Market(int(words[-1]), goods=goods, out=out, kind="bundle")
    if "x" in words[-1]:
        price, limit = map(int, words[1].split("x"))
        return Market(price, limit=limit, goods=Counter([words[0]]), out=out, kind="simple")
    return Market()


@dataclass
class Seat:
    """What one player has."""

    money: int = 0
    goods: Counter[str] = field(default_factory=Counter)
    workers: int = 3
    idle: int = 3
    stopped: bool = False
    fields: dict[str, str] = field(default_factory=lambda: {PRINTED_FIELD: "apple"})
    field_workers: set[str] = field(default_factory=set)
    barnyards: list[int] = field(default_factory=lambda: [0] * PASTURE_PLACES)  # 0: a free place
    cards: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)  # cards used this round

    def houses(self, herd: Counter[str]) -> bool:
        """Whether the farm has room for some animals."""
        rooms = tuple(room for room in (PRINTED_BARNYARD, *self.barnyards) if room)
        return has_room_for(rooms, tuple(herd[kind] for kind in ANIMALS))

    def houses_all(self) -> bool:
        return self.houses(self.goods)

    def has(self, goods: Iterable[tuple[str, int]]) -> bool:
        return all(self.goods[good] >= amount for good, amount in goods)

    def harvest(self, cell: str) -> int:
        """R38: what a worker takes from a field."""
        return min(len(group(self.fields, cell)), 3 if "XI" in self.cards else 2)

    def pieces(self) -> int:
        """R54: units and animals that are exchanged three for one."""
        return sum(self.goods[good] for good in (*TRADED, *ANIMALS))

    def total(self) -> int:
        """R54: all money at the end."""
        return self.money + 49 * self.goods["cake"] + 47 * self.goods["clothes"] + self.pieces() // 3


def gifted(gift: Gift) -> Seat:
    """A new seat with a gift."""
    seat = Seat(money=gift.get("money", 0), goods=Counter(gift.get("goods", {})))
    seat.fields.update(gift.get("fields", {}))
    seat.cards.update(gift.get("cards", ()))
    seat.workers = seat.idle = gift.get("workers", seat.workers)
    for place, capacity in enumerate(gift.get("barnyards", ())):
        seat.barnyards[place] = capacity
    return seat


class Oracle:
    """A whole game; options are start, closing_markets, excess_meat and strike.

    Gifts to the seats make their farms richer than farms are at the start.
    """

    def __init__(self, players: int, gifts: Sequence[Gift] = (), **options: str) -> None:
        self.players = players
        self.gifts = [*gifts[:players], *({} for _ in range(players - len(gifts)))]
        self.options = options
        self.seats = [gifted(gift) for gift in self.gifts]
        self.round = 0
        self.order: list[int] = []
        self.arrivals: list[int] = []  # seats by their last movement of money, the last one last
        self.placed: dict[str, list[tuple[int, bool]]] = {zone: [] for zone in SPACES}  # seat, a pair?
        self.developers: dict[str, int] = {}  # space of the development area: seat
        self.traders: list[int] = []  # on the black market
        self.display: list[str | None] = [None] * 4
        self.development_pile = Counter(COPIES)
        for seat in self.seats:
            self.development_pile.subtract(seat.cards)
        self.development_discards: Counter[str] = Counter()
        self.top: list[str] = []  # the next cards, as far as somebody looked at them
        self.unseen_a, self.left_a = DECK_A.copy(), DECK_A.total() - REMOVED
        self.unseen_b, self.left_b = DECK_B.copy(), DECK_B.total()
        self.official: list[str | None] = [None] * players
        self.closing: list[str] = []
        self.newcomers: list[int] = []  # slots of the official market, the one filled last at the end
        self.turned_up = False  # whether a card came off the piles since the last refill began
        self.quiet = 0  # rounds without any
        self.gone: Counter[str] = Counter()  # sold-out markets, and all events that came up
        self.event: str | None = None  # on the event space
        self.permanents = 0
        self.last_round = False
        self.history: list[str] = []
        self._weights: dict[str, int] = {}
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
        other = Oracle(self.players, self.gifts, **self.options)
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

    def scores(self) -> list[int]:
        """R54 for each seat, as if the game ended now."""
        return [seat.total() for seat in self.seats]

    def winners(self) -> list[int]:
        """R55; nobody before the end."""
        if self.to_play != OVER:
            return []
        results = [(seat.total(), seat.pieces() % 3) for seat in self.seats]
        return [number for number, result in enumerate(results) if result == max(results)]

    def weights(self) -> dict[str, int]:
        """How likely each outcome is, while chance is asked."""
        return dict(self._weights)

    def summary(self) -> dict[str, Any]:
        """All there is to see, in the form of a stored position."""
        from_a = sum(card in DECK_A for card in self.top)
        return {
            "round": self.round,
            "order": self.order,
            "seats": [self._seat(number) for number in range(self.players)],
            "placed": {zone: self._workers(zone) for zone in SPACES if self.placed[zone]},
            "developers": self.developers,
            "black_market": self.traders,
            "display": self.display,
            "developments": dict(+self.development_pile),
            "discarded": dict(+self.development_discards),
            "market": self.official,
            "closing": sorted(self.closing),
            "unseen": dict(+(self.unseen_a + self.unseen_b)),
            "gone": dict(+self.gone),
            "piles": {"A": self.left_a + from_a, "B": self.left_b + len(self.top) - from_a},
            "top": self.top,
            "permanent": self.event,
            "permanents": self.permanents,
            "ending": self.last_round,
        }

    def _seat(self, number: int) -> dict[str, Any]:
        seat = self.seats[number]
        return {
            "money": seat.money,
            "goods": dict(+seat.goods),
            "workers": seat.workers,
            "idle": seat.idle,
            "stopped": seat.stopped,
            "fields": seat.fields,
            "field_workers": sorted(seat.field_workers),
            "barnyards": seat.barnyards,
            "cards": sorted(seat.cards),
            "used": sorted(seat.used),
        }

    def _workers(self, zone: str) -> list[Any]:
        return [[number, "pair"] if pair else number for number, pair in self.placed[zone]]

    # --- asking

    def _ask(self, number: int, answers: Iterable[str], certain: bool = False) -> Answering:
        """One question; where there is one answer only it is given, unless the question is `certain`."""
        choices = set(answers)
        if len(choices) == 1 and not certain:
            return choices.pop()
        answer = yield number, choices
        return answer

    def _chance(self, weights: dict[str, int]) -> Answering:
        self._weights = {text: weight for text, weight in weights.items() if weight > 0}
        answer = yield from self._ask(CHANCE, self._weights)
        return answer

    # --- money and goods

    def _gain_money(self, number: int, amount: int) -> None:
        """R5, R9: the cube of who gets or pays money lies on top where it comes to rest."""
        if amount:
            self.seats[number].money += amount
            assert self.seats[number].money >= 0
            self.arrivals.remove(number)
            self.arrivals.append(number)

    def _left(self, good: str) -> int:
        """R57: units that the supply still has."""
        return SUPPLY[good] - sum(seat.goods[good] for seat in self.seats)

    def _gain(self, number: int, good: str, amount: int = 1) -> None:
        self.seats[number].goods[good] += min(amount, self._left(good))

    def _dearer(self, good: str) -> int:
        """R48: what inflation adds to the price of a unit."""
        return int(self.event == "inflation" and good in DEARER)

    # --- the course of the game

    def _game(self) -> Asking:
        """From setup to the end."""
        yield from self._begin()
        while True:
            self.round += 1
            if self.round > 1:
                self._turn_order()
            yield from self._maintenance()
            yield from self._placing()
            yield from self._activation()
            if self.last_round or not (self.left_a or self.left_b or self.top):  # R46, R51, R53
                return

    def _begin(self) -> Asking:
        """R3, R4."""
        wanted = self.options.get("start", "random")
        if wanted == "random":
            answer = yield from self._chance({f"start seat {seat + 1}": 1 for seat in range(self.players)})
            wanted = answer.split()[-1]
        self.order = [(int(wanted) - 1 + turn) % self.players for turn in range(self.players)]
        self.arrivals = list(self.order)
        for number, money in zip(self.order, (5, 6, 7, 8), strict=False):
            self.seats[number].money += money
        yield from self._fill_display()

    def _turn_order(self) -> None:
        """R8 to R10."""
        first = [number for number, _ in self.placed["Turn Order"]]
        for number in first:
            self.seats[number].idle += 1
        self.placed["Turn Order"] = []
        others = [number for number in reversed(self.arrivals) if number not in first]
        others.sort(key=lambda number: self.seats[number].money)
        self.order = first + others
        for seat in self.seats:
            seat.stopped = False
            seat.used.clear()

    def _maintenance(self) -> Asking:
        """R11 to R14."""
        for number in self.order:
            seat = self.seats[number]
            choices = [n for n in range(3, seat.workers + 1) if 2 * (n - 3) <= seat.money]
            answer = yield from self._ask(number, {f"keep {n} workers" for n in choices})
            seat.workers = seat.idle = int(answer.split()[1])
            self._gain_money(number, -2 * (seat.workers - 3))
        yield from self._close_and_refill()
        yield from self._fill_display()

    def _close_and_refill(self) -> Asking:
        """R12."""
        self.quiet = 0 if self.turned_up else self.quiet + 1
        by_themselves = {slot for slot, card in enumerate(self.official) if card and market(card).out}
        leaving = set(range(2)) if self.players == 2 else by_themselves
        if self.quiet >= QUIET_ROUNDS:
            self.quiet = 0
            leaving.add(self.newcomers[0])
        self.turned_up = False
        self.gone.update(self.closing)
        self.closing = [card for slot, card in enumerate(self.official) if card and slot in leaving]
        self.official = [None if slot in leaving else card for slot, card in enumerate(self.official)]
        for slot, card in enumerate(self.official):
            if card is None:
                yield from self._turn_up(slot)

    def _fill_display(self) -> Asking:
        """R3, R14."""
        for place, card in enumerate(self.display):
            if card is None:
                if not +self.development_pile:
                    self.development_pile, self.development_discards = self.development_discards, Counter()
                if +self.development_pile:
                    weights = {f"development {one}": n for one, n in self.development_pile.items()}
                    answer = yield from self._chance(weights)
                    drawn = answer.split()[1]
                    self.development_pile[drawn] -= 1
                    self.display[place] = drawn

    # --- market cards and events

    def _draw(self) -> Answering:
        """The next card of the piles that nobody has looked at, by chance: A first, then B (R3, R34)."""
        from_a = self.left_a > 0
        pool = self.unseen_a if from_a else self.unseen_b
        answer = yield from self._chance({f"turn up {card}": n for card, n in pool.items()})
        card = answer.removeprefix("turn up ")
        pool[card] -= 1
        self.left_a -= from_a
        self.left_b -= not from_a
        return card

    def _turn_up(self, slot: int) -> Asking:
        """R12, R43, R44: a card for a slot of the official market; events act and the next one is drawn."""
        while self.top or self.left_a or self.left_b:
            self.turned_up = True
            if self.top:
                card = self.top.pop(0)
                self._taken(card)
            else:
                card = yield from self._draw()
            if market(card).kind != "event":
                self.official[slot] = card
                self.newcomers = [*(other for other in self.newcomers if other != slot), slot]
                return
            yield from self._happen(card)

    def _happen(self, card: str) -> Asking:
        """R45 to R50."""
        event = card.removesuffix(" (B)")
        self.gone[card] += 1
        if event in PERMANENT:
            self.permanents += 1
            if self.permanents >= LAST_PERMANENT:  # a new event, but none that is placed
                self.event = None
                self.last_round = True
                return
        self.event = event if event in PERMANENT else None
        if event in INSTANT:
            goods, protection = INSTANT[event]
            for number in self.order:
                if protection not in self.seats[number].cards:
                    yield from self._give_back(number, goods)

    def _give_back(self, number: int, goods: tuple[str, ...]) -> Asking:
        """R47, R50: half of some goods, rounded down, by own choice."""
        seat = self.seats[number]
        left = sum(seat.goods[good] for good in goods) // 2
        while left:
            here = [good for good in goods if seat.goods[good]]
            answers = [numbered("give back", good, min(left, seat.goods[good])) for good in here]
            if len(here) == 1:  # nothing to choose
                answers = [{f"give back {here[0]}" if left == 1 else f"give back {left} {here[0]}"}]
            answer = yield from self._ask(number, set().union(*answers))
            good, amount = counted(answer.removeprefix("give back "))
            seat.goods[good] -= amount
            left -= amount

    # --- placing

    def _placing(self) -> Asking:
        """R15 to R22."""
        while any(seat.idle and not seat.stopped for seat in self.seats):
            for number in self.order:
                seat = self.seats[number]
                if seat.idle and not seat.stopped:
                    answer = yield from self._ask(number, {*self._placements(number), "stop"})
                    self._place(number, answer)

    def _placements(self, number: int) -> set[str]:
        seat = self.seats[number]
        found = set()
        for zone, printed in SPACES.items():
            spaces = printed - (self.players == 2)
            second = zone == "Turn Order" and any(owner == number for owner, _ in self.placed[zone])
            if len(self.placed[zone]) < spaces and not second and not self._on_strike(zone):
                found.add(f"place {zone}")
                if zone in PAIRS and seat.idle >= 2:
                    found.add(f"place pair {zone}")
        for space in TOUCHES:
            if space not in self.developers and not (self.players == 2 and space == "bottom"):
                found.add(f"place Development {space}")
        return found | {f"place field {cell}" for cell in seat.fields if cell not in seat.field_workers}

    def _on_strike(self, zone: str) -> bool:
        """R22, R49."""
        spared = zone == "Oven" and self.options.get("strike") == "without_oven"
        return self.event == "strike" and zone in INDUSTRIES and not spared

    def _place(self, number: int, answer: str) -> None:
        seat = self.seats[number]
        if answer == "stop":
            seat.stopped = True
            return
        where = answer.removeprefix("place ")
        seat.idle -= 1
        if where.startswith("field "):
            seat.field_workers.add(where.split()[1])
        elif where.startswith("Development "):
            self.developers[where.split()[1]] = number
        elif where.startswith("pair "):
            seat.idle -= 1
            self.placed[where.removeprefix("pair ")].append((number, True))
        else:
            self.placed[where].append((number, False))

    # --- activating

    def _activation(self) -> Asking:
        """R24, R25."""
        for zone in list(SPACES)[: list(SPACES).index("Winery and Mill")]:
            yield from self._activate(zone)
        yield from self._development()
        for zone in ("Winery and Mill", "Clothing Industry"):
            yield from self._activate(zone)
        for number in self.order:
            yield from self._farm(number)
        yield from self._official_market()
        yield from self._black_market()

    def _activate(self, zone: str) -> Asking:
        alone = len({number for number, _ in self.placed[zone]}) == 1
        while self.placed[zone]:
            number, pair = self.placed[zone][0]
            if zone in DIE:
                yield from self._dice(number, zone, pair)
            elif zone == "Workers' Square":
                self._hire(number)
            elif zone == "Clock Tower":
                yield from self._clock_tower(number, alone)
            else:
                yield from self._industry(number, zone)
            del self.placed[zone][0]
            self.seats[number].idle += 1 + pair

    def _hire(self, number: int) -> None:
        """R30."""
        seat = self.seats[number]
        if seat.workers < 5:
            seat.workers += 1
            seat.idle += 1

    def _dice(self, number: int, zone: str, pair: bool) -> Asking:
        """R27, R28, R31, R56: a result is chosen by a pair, or rolled, with card X once more."""
        seat = self.seats[number]
        if zone == "Forest" and not self._ways_to_fence(seat):
            return
        if pair:
            crops = [crop for crop in CROPS if self._ways_to_plant(seat, crop)]
            results = {"Forest": ["barnyard 2", "barnyard 3"], "Seed Shop": crops}[zone]
            answer = yield from self._ask(number, {"leave", *(f"choose {result}" for result in results)})
            if answer != "leave":
                result = answer.removeprefix("choose ").removeprefix("barnyard ")
                yield from self._offer(number, zone, result, reroll=False)
            return
        face = yield from self._roll(zone)
        if "X" in seat.cards - seat.used:
            again = yield from self._offer(number, zone, face, reroll=True)
            if not again:
                return
            seat.used.add("X")
            face = yield from self._roll(zone)
            yield from self._offer(number, zone, face, reroll=False, must=True)
            return
        yield from self._offer(number, zone, face, reroll=False)

    def _roll(self, zone: str) -> Answering:
        """What the die gives: a number of animals, a capacity, or a crop."""
        faces = Counter(DIE[zone])
        answer = yield from self._chance({f"roll {face}": n for face, n in faces.items()})
        face = answer.split()[1]
        return CROPS[int(face) - 1] if zone == "Seed Shop" else face

    def _offer(
        self, number: int, zone: str, result: str, reroll: bool, must: bool = False
    ) -> Generator[Question, str, bool]:
        """Take what there is, or leave it unless one `must`; whether the die is to be rolled again."""
        seat = self.seats[number]
        choices = {"reroll"} if reroll else set()
        if zone == "Forest":
            choices |= self._ways_to_fence(seat)
        elif zone == "Seed Shop":
            choices |= self._ways_to_plant(seat, result)
        else:
            choices.add("take")
        if must and not choices:
            return False
        if zone in PAIRS and not must:
            choices.add("leave")
        answer = yield from self._ask(number, choices)
        if answer == "reroll":
            return True
        if answer != "leave":
            if zone == "Forest":
                yield from self._fence(number, answer, int(result))
            elif zone == "Seed Shop":
                seat.fields[answer.split()[1]] = result
            else:
                yield from self._arrive(number, ANIMAL_OF[zone], int(result))
        return False

    def _ways_to_fence(self, seat: Seat) -> set[str]:
        """R27, R32: on a free place while one is left, or for one that goes back to the supply first."""
        in_use = sum(capacity > 0 for one in self.seats for capacity in one.barnyards)
        found = {"take"} if in_use < BARNYARDS and 0 in seat.barnyards else set()
        thrown = [place for place in range(PASTURE_PLACES) if seat.barnyards[place]]
        return found | {f"throw away barnyard {place + 1}" for place in thrown}

    def _fence(self, number: int, answer: str, capacity: int) -> Asking:
        seat = self.seats[number]
        place = (
            seat.barnyards.index(0)
            if answer == "take"
            else int(answer.removeprefix("throw away barnyard ")) - 1
        )
        seat.barnyards[place] = capacity
        yield from self._release_until_housed(number)

    def _release_until_housed(self, number: int) -> Asking:
        """R32: animals without room are lost, by own choice."""
        seat = self.seats[number]
        while not seat.houses_all():
            answer = yield from self._ask(number, {f"release {kind}" for kind in ANIMALS if seat.goods[kind]})
            seat.goods[answer.split()[1]] -= 1

    def _ways_to_plant(self, seat: Seat, crop: str) -> set[str]:
        """R31, R32: for any crop, or on a free field; a tile thrown away is back before one is taken."""
        fields = seat.fields.items()
        cells = {cell for cell, grows in fields if self._tiles_left(crop) + (grows == crop) > 0}
        if self._tiles_left(crop):
            cells |= set(CELLS) - set(seat.fields)
        return {f"plant {cell}" for cell in cells - {PRINTED_FIELD}}

    def _tiles_left(self, crop: str) -> int:
        """Tiles of a crop that lie on no field; the printed one is no tile."""
        planted = sum(list(seat.fields.values()).count(crop) for seat in self.seats)
        return CROP_TILES[crop] - planted + (self.players if crop == "apple" else 0)

    def _arrive(self, number: int, kind: str, amount: int) -> Asking:
        """R28, R29: animals come; others may be given up for them; what has no room becomes meat."""
        seat = self.seats[number]
        while not seat.houses(seat.goods + Counter({kind: amount})):
            others = {f"release {other}" for other in ANIMALS if other != kind and seat.goods[other]}
            answer = yield from self._ask(number, {"take", *others})
            if answer == "take":
                break
            seat.goods[answer.split()[1]] -= 1
        while amount and seat.houses(seat.goods + Counter({kind: 1})):
            seat.goods[kind] += 1
            amount -= 1
        if amount:
            self._gain(number, "meat", 1 if self.options.get("excess_meat") == "visit" else amount)

    def _clock_tower(self, number: int, alone: bool) -> Asking:
        """R34."""
        while len(self.top) < 4 and (self.left_a or self.left_b):
            card = yield from self._draw()
            self.top.append(card)
        self._seen_by(number)
        if alone:
            yield from self._reorder(number)

    def _reorder(self, number: int) -> Asking:
        """R34: card by card, which one comes next, until one is left."""
        if len(self.top) > 1:
            self._hidden_by(number)
        for laid in range(min(4, len(self.top)) - 1):
            choices = {f"next card {card}" for card in self.top[laid:4]}
            answer = yield from self._ask(number, choices, certain=True)
            chosen = self.top.index(answer.removeprefix("next card "), laid)
            self.top.insert(laid, self.top.pop(chosen))
            self._seen_by(number)

    # What the seats know of the piles, for those who want to follow it: nothing else depends on it.

    def _seen_by(self, number: int) -> None:
        """A seat has seen all of `top` (R34)."""

    def _hidden_by(self, number: int) -> None:
        """From now on a seat may reorder `top`: the others no longer know its order (R34, R58)."""

    def _taken(self, card: str) -> None:
        """The first card of `top` has been turned up for all to see."""

    def _industry(self, number: int, zone: str) -> Asking:
        """R33, R35."""
        seat = self.seats[number]
        recipes = self._recipes(zone, seat)
        ways = {
            answer: (fee, spent, made)
            for answer, (fee, spent, made) in recipes.items()
            if seat.money >= fee and seat.has(spent.items()) and made and all(map(self._left, made))
        }
        answer = yield from self._ask(number, {"leave", *ways})
        if answer != "leave":
            fee, spent, made = ways[answer]
            self._gain_money(number, -fee)
            seat.goods.subtract(spent)
            for good in made:
                self._gain(number, good)

    def _recipes(self, zone: str, seat: Seat) -> dict[str, tuple[int, dict[str, int], list[str]]]:
        """What can be done in an industry: its fee, the goods spent, the goods made."""
        if zone == "Animal Industry":
            products = [
                good for least, kind, good in AT_INDUSTRY if seat.goods[kind] >= least and self._left(good)
            ]
            return {"take": (5, {}, products)}
        if zone == "Oven":
            return {"take": (8, {"milk": 1, "egg": 2}, ["cake"])}
        if zone == "Clothing Industry":
            return {"take": (7, {"wool": 3}, ["clothes"])}
        return {
            "make flour": (5, {"wheat": 3}, ["flour"]),
            "make wine": (5, {"grape": 3}, ["wine"]),
            "make flour and wine": (5, {"wheat": 3, "grape": 3}, ["flour", "wine"]),
        }

    # --- development

    def _development(self) -> Asking:
        """R36."""
        for number in self.order:
            seat = self.seats[number]
            while purchases := self._purchases(number):
                answer = yield from self._ask(number, {"leave", *purchases})
                if answer == "leave":
                    break
                card, space = answer.split()[1], answer.rsplit(" from ", maxsplit=1)[1]
                self._gain_money(number, -self._touched(space))
                self.display[purchases[answer]] = None
                del self.developers[space]
                seat.idle += 1
                yield from self._settle(number, card)
            for space in [space for space, owner in self.developers.items() if owner == number]:
                del self.developers[space]
                seat.idle += 1

    def _touched(self, space: str) -> int:
        return sum(self.display[place] is not None for place in TOUCHES[space])

    def _purchases(self, number: int) -> dict[str, int]:
        """What a seat may buy: the words, and the card's place in the display."""
        seat = self.seats[number]
        found = {}
        for space, owner in self.developers.items():
            for place in TOUCHES[space]:
                card = self.display[place]
                affordable = owner == number and seat.money >= self._touched(space)
                if affordable and card and self._may_own(seat, card):
                    alike = [self.display[other] for other in TOUCHES[space]].count(card) > 1
                    which = f"{card} {PLACES[place]}" if alike else card
                    found[f"buy {which} from {space}"] = place
        return found

    def _may_own(self, seat: Seat, card: str) -> bool:
        better = {basic: card for card, basic in NEEDS.items()}
        if card in seat.cards or better.get(card) in seat.cards:
            return False
        return card not in NEEDS or NEEDS[card] in seat.cards

    def _settle(self, number: int, card: str) -> Asking:
        """A card bought finds its place: it replaces another, or one is thrown away for it (R32)."""
        seat = self.seats[number]
        old = NEEDS.get(card)
        if old is None and len(seat.cards) == CARDS_ON_A_FARM:
            answer = yield from self._ask(number, {f"drop {one}" for one in seat.cards})
            old = answer.split()[1]
        if old:
            seat.cards.remove(old)
            seat.used.discard(old)
            self.development_discards[old] += 1
        seat.cards.add(card)

    # --- the own farm

    def _farm(self, number: int) -> Asking:
        """R37 to R40."""
        seat = self.seats[number]
        while choices := {f"work {cell}" for cell in seat.field_workers} | self._uses(seat):
            answer = yield from self._ask(number, {"leave", *choices})
            if answer == "leave":
                break
            if answer.startswith("work "):
                cell = answer.split()[1]
                self._gain(number, seat.fields[cell], seat.harvest(cell))
                seat.field_workers.remove(cell)
                seat.idle += 1
            else:
                yield from self._use(number, answer)
        seat.idle += len(seat.field_workers)
        seat.field_workers.clear()

    def _uses(self, seat: Seat) -> set[str]:
        """The cards that can be used now, in words."""
        ready = seat.cards - seat.used
        found = {f"use {card}" for card in ready & {"XV"}}
        for card in ready & set(AT_HOME):
            least, kind, good = AT_HOME[card]
            if seat.goods[kind] >= least and (good in ANIMALS or self._left(good)):
                found.add(f"use {card}")
        for text, (spent, good, _) in FROM_GOODS.items():
            if text.split()[1] in ready and seat.has(spent.items()) and self._left(good):
                found.add(text)
        return found

    def _use(self, number: int, answer: str) -> Asking:
        seat = self.seats[number]
        card = answer.split()[1]
        seat.used.add(card)
        if card == "XV":
            self._gain_money(number, 3)
        elif answer in FROM_GOODS:
            spent, good, amount = FROM_GOODS[answer]
            seat.goods.subtract(spent)
            self._gain(number, good, amount)
        elif AT_HOME[card][2] in ANIMALS:
            yield from self._arrive(number, AT_HOME[card][2], 1)
        else:
            self._gain(number, AT_HOME[card][2])

    # --- the markets

    def _official_market(self) -> Asking:
        """R41 to R43: pass after pass, until every worker has gone."""
        stalls = self.placed["Official Market"]
        while stalls:
            place = 0
            while place < len(stalls):
                number, _ = stalls[place]
                choices = {"black market", "leave", *self._sales(self.seats[number])}
                answer = yield from self._ask(number, choices)
                if answer.startswith("sell "):
                    yield from self._sell(number, answer)
                    place += 1
                    continue
                del stalls[place]
                if answer == "black market":
                    self.traders.append(number)
                else:
                    self.seats[number].idle += 1

    def _sales(self, seat: Seat) -> set[str]:
        found = set()
        closing = self.closing if self.options.get("closing_markets") != "closed" else []
        for name in {*self.official, *closing} - {None}:
            assert name
            card = market(name)
            if card.kind == "simple":
                (good,) = card.goods
                most = min(card.limit, seat.goods[good])
                found |= {f"sell {n} to {name}" for n in range(1, most + 1)}
            elif card.kind == "bundle":
                found |= {f"sell to {name}"} if seat.has(card.goods.items()) else set()
            elif any(seat.goods[good] for good in (*TRADED, *ANIMALS)):
                found.add(f"sell to {name}")
        return found

    def _sell(self, number: int, answer: str) -> Asking:
        """R42, R43, R48."""
        seat = self.seats[number]
        words, name = answer.split("to ", 1)
        card = market(name)
        if card.kind == "generic":
            yield from self._sell_generic(number, card)
        elif card.kind == "bundle":
            seat.goods.subtract(card.goods)
            self._gain_money(
                number, card.price + sum(self._dearer(good) * n for good, n in card.goods.items())
            )
        else:
            (good,) = card.goods
            amount = int(words.split()[1])
            seat.goods[good] -= amount
            self._gain_money(number, amount * (card.price + self._dearer(good)))
        self.gone[name] += 1
        if name in self.official:
            slot = self.official.index(name)
            self.official[slot] = None
            yield from self._turn_up(slot)
        else:
            self.closing.remove(name)

    def _sell_generic(self, number: int, card: Market) -> Asking:
        seat = self.seats[number]
        done: set[str] = set()
        goods = (*TRADED, *ANIMALS)
        while offers := set().union(*(numbered("offer", good, seat.goods[good]) for good in goods)):
            answer = yield from self._ask(number, offers | done)
            if answer == "leave":
                break
            good, amount = counted(answer.removeprefix("offer "))
            seat.goods[good] -= amount
            price = card.animal_price if good in ANIMALS else card.price
            self._gain_money(number, amount * (price + self._dearer(good)))
            done = {"leave"}

    def _black_market(self) -> Asking:
        """R52."""
        while self.traders:
            number = self.traders[0]
            bought = 0
            while True:
                answer = yield from self._ask(number, {"leave", *self._trades(number, bought)})
                if answer == "leave":
                    break
                verb, what = answer.split(" ", 1)
                good, amount = counted(what)
                if verb == "offer":
                    self.seats[number].goods[good] -= amount
                    self._gain_money(number, amount * (BLACK_SALE[good] + self._dearer(good)))
                else:
                    bought += amount
                    self._gain_money(number, -amount * (BLACK_PURCHASE[good] + self._dearer(good)))
                    self._gain(number, good, amount)
            del self.traders[0]
            self.seats[number].idle += 1

    def _trades(self, number: int, bought: int) -> set[str]:
        seat = self.seats[number]
        found = set().union(*(numbered("offer", good, seat.goods[good]) for good in BLACK_SALE))
        for good, price in BLACK_PURCHASE.items():
            affordable = seat.money // (price + self._dearer(good))
            found |= numbered("buy", good, min(3 - bought, affordable, self._left(good)))
        return found
