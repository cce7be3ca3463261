"""Market Day: a tiny game for farmtable, written with its public names alone.

Take this file as the model for a game of your own: one `World` (a `State` that bots can appraise), one
`Perspective`, one `Game`, and an entry point in the group `farmtable.games` (see the `pyproject.toml`
beside it). Nothing else is needed to simulate it, save and replay it, and play it in the browser.
"""

from __future__ import annotations

import copy
from array import array
from collections.abc import Mapping
from typing import Any, cast

from librt.vecs import vec
from mypy_extensions import i64

from farmtable import (
    CHANCE,
    OVER,
    About,
    BadOption,
    BadRecord,
    Cue,
    Declaration,
    Game,
    IllegalAction,
    Lesson,
    Option,
    Perspective,
    RandomSource,
    Refusal,
    SeatName,
    Standings,
    StandingsRow,
    Text,
    World,
    seat_numbers,
)

RULES = """\
# Market Day

- **M1.** A bag holds six crates each of apples, beans, carrots and dill. Everybody draws three crates from
  it into his cellar, which only he may look into; one more crate is laid out at the stall.
- **M2.** In your turn first take a crate: unseen from the bag into your cellar, or the one at the stall onto
  your cart, which all can see. An empty stall is filled from the bag.
- **M3.** Then sell all your crates of one crop, from cellar and cart, or keep everything.
- **M4.** You may only sell two crates or more. Each brings the price of its crop, which is 4 at first.
- **M5.** After a sale the price of that crop falls by one, but not below 1. (Option `prices`: or is fixed.)
- **M6.** The game is over after the turn in which the bag ran empty. Most coins win; equals share victory.
- **M7.** A market may have three days (option `day`), each a game of its own; then most coins of all days win
  it (option `coins`: those of the days before).
"""

CROPS = (Text("apples"), Text("beans"), Text("carrots"), Text("dill"))
CRATES, CELLAR, PRICE, DAYS = 6, 3, 4, 3

# Decisions are ints below `num_actions`, outcomes of chance (which crop comes out of the bag) follow.
KEEP, SELL, BAG, STALL, NUM_ACTIONS = 0, 1, 5, 6, 7
NOTATION = ("keep", *(f"sell {crop}" for crop in CROPS), "take from bag", "take from stall")

# What an evaluation is learned from (`MarketDay.features`): points, what is left of the game in percent, …
FEATURES = (
    *("points", "to_come", "takes", "draws", "sells", "best_other", "in_cellars", "best_sale"),
    *(f"{what}.{crop}" for what in ("own", "sale", "price", "stall", "unseen", "shown") for crop in CROPS),
)

# The steps on the agenda; the argument of all but FILL is the seat.
TAKE_STEP, SELL_STEP, DRAW_STEP, FILL_STEP = 0, 1, 2, 3


class MarketDay(World):
    """A position. The order of the bag is nowhere: it is a count of each crop, and chance draws from it."""

    def __init__(self, game: Declaration, players: int, options: dict[str, Any]) -> None:
        super().__init__(game, players, options)
        self.bag = [CRATES] * len(CROPS)
        self.stall = -1
        self.prices = [PRICE] * len(CROPS)
        self.cellars = [[0] * len(CROPS) for _ in range(players)]
        self.in_cellar = [0] * players  # how many crates lie in each cellar: this much everybody sees
        self.carts = [[0] * len(CROPS) for _ in range(players)]
        self.earned = [[0] * len(CROPS) for _ in range(players)]

    def begin(self) -> None:
        """Put the whole setup on the agenda; what comes last is pushed first."""
        self.push(TAKE_STEP, 0)
        self.push(FILL_STEP)
        for seat in reversed(range(self.players)):
            for _ in range(CELLAR):
                self.push(DRAW_STEP, seat)
        self._await()

    # --- the course of the game ----------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        step = self.step()
        if self.to_play == CHANCE:
            return vec[i64]([NUM_ACTIONS + crop for crop, left in enumerate(self.bag) if left])
        if step == TAKE_STEP:
            return vec[i64]([BAG, STALL])
        if step == SELL_STEP:
            # Asked even of a seat that can only keep: to skip it would tell the others what he lacks.
            crates = self._crates(self.to_play)
            return vec[i64]([KEEP, *(SELL + crop for crop in range(len(CROPS)) if crates[crop] >= 2)])
        return vec[i64]()

    def chance_weights(self) -> vec[i64]:
        return vec[i64]([left for left in self.bag if left])

    def apply(self, action: i64) -> None:
        step, seat = self.step(), self.argument()
        self.pop()
        if step == DRAW_STEP:
            self._draw(action - NUM_ACTIONS)
            self.cellars[seat][action - NUM_ACTIONS] += 1
            self.in_cellar[seat] += 1
        elif step == FILL_STEP:
            self._draw(action - NUM_ACTIONS)
            self.stall = int(action) - NUM_ACTIONS
        elif step == TAKE_STEP:
            self.push(SELL_STEP, seat)
            self._take(action, seat)
        elif action != KEEP:
            self._sell(seat, action - SELL)
        if step == SELL_STEP and self._left_in_bag() > 0:
            self.push(TAKE_STEP, (seat + 1) % self.players)
        self._await()

    def _await(self) -> None:
        """Say who is to play: whoever the step on top of the agenda belongs to."""
        step = self.step()
        if step < 0:
            self.to_play = OVER
        else:
            self.to_play = CHANCE if step in (DRAW_STEP, FILL_STEP) else self.argument()

    def _take(self, action: int, seat: int) -> None:
        if action == BAG:
            self.push(DRAW_STEP, seat)
        else:
            self.carts[seat][self.stall] += 1
            self.stall = -1
            self.push(FILL_STEP)

    def _sell(self, seat: int, crop: int) -> None:
        self.earned[seat][crop] += self._crates(seat)[crop] * self.prices[crop]
        self.in_cellar[seat] -= self.cellars[seat][crop]
        self.cellars[seat][crop] = self.carts[seat][crop] = 0
        if self.options["prices"] == "falling":
            self.prices[crop] = max(1, self.prices[crop] - 1)

    def _draw(self, crop: int) -> None:
        self.bag[crop] -= 1

    def _crates(self, seat: int) -> list[int]:
        return [hidden + shown for hidden, shown in zip(self.cellars[seat], self.carts[seat], strict=True)]

    def _left_in_bag(self) -> int:
        """The crates in the bag; what `forget` put back into it still lies in somebody's cellar."""
        return sum(self.bag) + sum(map(sum, self.cellars)) - sum(self.in_cellar)

    # --- words ---------------------------------------------------------------------------

    def describe(self, action: i64) -> str:
        return f"draw {CROPS[action - NUM_ACTIONS]}" if action >= NUM_ACTIONS else NOTATION[action]

    def read(self, text: str) -> int:
        wanted = " ".join(text.split()).casefold()
        draws = tuple(f"draw {crop}" for crop in CROPS)
        if wanted not in NOTATION + draws:
            raise IllegalAction(f"{text!r} is not an action; the actions: {', '.join(NOTATION)}")
        return (NOTATION + draws).index(wanted)

    def refusal(self, action: i64) -> Refusal | None:
        if self.to_play == CHANCE:
            return Refusal("M1", Text("setup"), Text("First a crate is drawn from the bag."))
        if self.step() == TAKE_STEP:
            return Refusal("M2", Text("a turn"), Text("Take a crate first."))
        if action in (BAG, STALL):
            return Refusal("M2", Text("a turn"), Text("You have taken a crate already."))
        reason = Text("You need two crates of {crop} to sell them.", crop=CROPS[action - SELL])
        return Refusal("M4", Text("selling"), reason)

    def tell(self, action: i64, seat: i64) -> list[Text]:
        step, who = self.step(), SeatName(self.argument())
        crop = CROPS[(action - NUM_ACTIONS if action >= NUM_ACTIONS else action - SELL) % len(CROPS)]
        if step == DRAW_STEP:
            if who.seat == seat:
                return [Text("{seat} draws {crop}.", seat=who, crop=crop)]
            return [Text("{seat} draws a crate.", seat=who)]
        if step == FILL_STEP:
            return [Text("At the stall: {crop}.", crop=crop)]
        if action == KEEP:
            return [Text("{seat} sells nothing.", seat=who)]
        if action == STALL:
            return [Text("{seat} takes {crop} from the stall.", seat=who, crop=CROPS[self.stall])]
        if action == BAG:
            return [Text("{seat} reaches into the bag.", seat=who)]
        n = self._crates(who.seat)[action - SELL]
        price = self.prices[action - SELL]
        return [Text("{seat} sells {n} {crop} at {price}.", seat=who, n=n, crop=crop, price=price)]

    def places(self, action: i64, seat: i64) -> list[str]:
        # All see which crate is taken and what is sold; what is drawn lies in the cellar.
        return [f"action-{action}"] if self.to_play >= 0 else []

    def shows_own(self, action: i64) -> bool:
        # What is sold comes out of one's own cellar, and may go back into it.
        return self.step() == SELL_STEP

    # --- points --------------------------------------------------------------------------

    def scores(self) -> list[int]:
        return [sum(earned) for earned in self.earned]

    def score_sheet(self, seat: i64) -> list[tuple[Text, int]]:
        return [(Text("sales of {crop}", crop=CROPS[crop]), n) for crop, n in enumerate(self.earned[seat])]

    def winners(self) -> list[int]:
        if self.to_play != OVER:
            return []
        scores = self.scores()
        return [seat for seat, score in enumerate(scores) if score == max(scores)]

    # --- the days of a market ------------------------------------------------------------

    def sequel(self) -> dict[str, Any] | None:
        day = self._day()
        if not 0 < day < DAYS:
            return None
        coins = ",".join(f"{seat}:{n}" for seat, n in enumerate(self._coins(), 1))
        return {**self.options, "day": str(day + 1), "coins": coins}

    def standings(self) -> Standings | None:
        days = self._day() - (self.to_play != OVER)
        if days < 1:
            return None
        coins = self._coins()
        rows = [StandingsRow(1 + sum(m > n for m in coins), seat, (n,)) for seat, n in enumerate(coins)]
        rows.sort(key=lambda row: (row.rank, row.seat))
        title = Text("Market after day {day} of {days}", day=days, days=DAYS)
        return Standings(title, (Text("Coins"),), tuple(rows), final=days == DAYS)

    def _day(self) -> int:
        return int(self.options.get("day", 0))

    def _coins(self) -> list[int]:
        """The coins of all days that are over."""
        before = seat_numbers(self.options.get("coins", ""), self.players)
        today = self.scores() if self.to_play == OVER else [0] * self.players
        return [one + other for one, other in zip(before, today, strict=True)]

    def estimate(self, seat: i64) -> i64:
        promise = sum(n * price for n, price in zip(self._crates(seat), self.prices, strict=True) if n >= 2)
        return sum(self.earned[seat]) * 100 + promise * 60

    def features(self, seat: i64) -> vec[i64]:
        """What `FEATURES` names: how one seat stands, only from what it may know."""
        own = self._crates(seat)
        now = [n * price if n >= 2 else 0 for n, price in zip(own, self.prices, strict=True)]
        others = [other for other in range(self.players) if other != seat]
        unseen = [
            left + sum(self.cellars[other][crop] for other in others) for crop, left in enumerate(self.bag)
        ]
        shown = [sum(self.carts[other][crop] for other in others) for crop in range(len(CROPS))]
        # What is pending, and not only whose decision it is: after a crate is taken chance is to play first.
        pending = {int(frame) & 255 for frame in self.agenda if frame >> 8 == seat}
        told = [
            sum(self.earned[seat]),
            100 * self._left_in_bag() // (CRATES * len(CROPS)),
            *(step in pending for step in (TAKE_STEP, DRAW_STEP, SELL_STEP)),
            max(sum(self.earned[other]) for other in others),
            sum(self.in_cellar[other] for other in others),
            max(now),
            *own,
            *now,
            *self.prices,
            *(self.stall == crop for crop in range(len(CROPS))),
            *unseen,
            *shown,
        ]
        return vec[i64]([int(number) for number in told])

    def forget(self, seat: i64) -> SeenMarket:
        known = self.clone()
        for other in range(self.players):
            if other != seat:
                for crop, n in enumerate(known.cellars[other]):
                    known.bag[crop] += n
                known.cellars[other] = [0] * len(CROPS)
        return SeenMarket(known, seat)

    # --- copying and storing -------------------------------------------------------------

    def clone(self) -> MarketDay:
        twin = MarketDay(self.game, self.players, self.options)
        twin.to_play, twin.agenda, twin.stall = self.to_play, self.agenda[:], self.stall
        twin.bag, twin.prices, twin.in_cellar = self.bag[:], self.prices[:], self.in_cellar[:]
        twin.cellars = [row[:] for row in self.cellars]
        twin.carts = [row[:] for row in self.carts]
        twin.earned = [row[:] for row in self.earned]
        return twin

    def to_dict(self) -> dict[str, Any]:
        names = ("stall", "bag", "prices", "cellars", "in_cellar", "carts", "earned")
        head = {"players": self.players, "options": dict(self.options), "agenda": list(self.agenda)}
        return head | {name: copy.deepcopy(getattr(self, name)) for name in names}


class SeenMarket(Perspective):
    """What a seat may know of a market day: all but what lies in the others' cellars."""

    def __init__(self, known: MarketDay, seat: int) -> None:
        super().__init__(known, seat)
        self.known, self.own = known, seat

    def determinize(self, rng: RandomSource) -> MarketDay:
        whole = self.known.clone()
        for other in range(whole.players):
            while sum(whole.cellars[other]) < whole.in_cellar[other]:
                left = rng.below(sum(whole.bag))
                crop = next(crop for crop in range(len(CROPS)) if left < sum(whole.bag[: crop + 1]))
                whole._draw(crop)
                whole.cellars[other][crop] += 1
        return whole

    def view(self) -> dict[str, Any]:
        known = self.known
        return {
            "bag": known._left_in_bag(),
            "stall": None if known.stall < 0 else str(CROPS[known.stall]),
            "prices": _named(known.prices),
            "cellar": _named(known.cellars[self.own]) if self.own >= 0 else None,
            "in_cellar": list(known.in_cellar),
            "carts": [_named(cart) for cart in known.carts],
            "coins": known.scores(),
        }

    def preview(self, action: i64) -> dict[str, Any]:
        crop = action - SELL
        if self.known.step() != SELL_STEP or crop not in range(len(CROPS)):
            return {}
        return {"coins": self.known._crates(self.own)[crop] * self.known.prices[crop]}

    def observe(self, buffer: object) -> None:
        """What one seat knows as numbers; the seats follow clockwise from the observer's own."""
        known, seat = self.known, self.own
        numbers = [float(known._left_in_bag()), *map(float, known.prices)]
        numbers += [float(known.stall == crop) for crop in range(len(CROPS))]
        numbers += map(float, known.cellars[seat] if seat >= 0 else [0] * len(CROPS))
        for offset in range(GAME.max_players):
            at = (max(seat, 0) + offset) % known.players
            there = [*known.carts[at], known.in_cellar[at], sum(known.earned[at]), known.to_play == at]
            numbers += map(float, there if offset < known.players else [0] * len(there))
        view = memoryview(cast("Any", buffer))
        if view.format != "f" or view.shape != (len(numbers),) or view.readonly:
            raise ValueError(f"the buffer must hold exactly {len(numbers)} float32 numbers")
        view[:] = array("f", numbers)


LESSON = Lesson(
    title=Text("A first day"),
    players=2,
    course=(
        "draw apples; draw apples; draw beans; draw beans; draw beans; draw dill; draw carrots",
        Cue("take from bag", Text("Take a crate out of the bag: only you see what it is.")),
        "draw apples",
        Cue("sell apples", Text("Three crates of one crop: sell them while the price is 4.")),
        "take from stall; draw dill; sell beans",
        Cue("take from stall", Text("What lies at the stall everybody sees you take.")),
        "draw dill",
    ),
    ending=Text("That is all there is to it. Most coins win."),
)


class MarketDayGame(Game):
    """The declaration; `GAME` below is what the entry point names."""

    id = "market_day"
    title = "Market Day"
    min_players = 2
    max_players = 4
    num_actions = NUM_ACTIONS
    feature_names = FEATURES
    about = About(Text("Draw crates, watch the prices, sell at the right moment."), minutes=(5, 10), weight=1)
    lessons = (LESSON,)
    observation_size = 1 + 3 * len(CROPS) + 4 * (len(CROPS) + 3)
    options = (
        Option(
            name="prices",
            title=Text("Prices"),
            default="falling",
            choices=("falling", "fixed"),
            labels=(Text("fall with every sale"), Text("stay as they are")),
        ),
        Option(
            name="day",
            title=Text("Market day"),
            default="no",
            choices=("no", "1", "2", "3"),
            labels=(Text("a single game"), *(Text("day {day} of 3", day=day) for day in range(1, DAYS + 1))),
            added=True,
        ),
        Option(
            name="coins", title=Text("Coins of the days before"), default="", per_seat=(0, 999), added=True
        ),
    )

    def check_seats(self, players: int, options: Mapping[str, Any]) -> None:
        super().check_seats(players, options)
        if "coins" in options and options.get("day", "1") == "1":
            raise BadOption("coins go with the second or third day of a market: give day as well")

    def rules(self, language: str = "en") -> str:
        return RULES

    def _new(self, players: int, options: dict[str, Any]) -> MarketDay:
        state = MarketDay(self, players, options)
        state.begin()
        return state

    def _load(self, data: Mapping[str, Any]) -> MarketDay:
        try:
            state = MarketDay(self, self.check_players(data["players"]), self.check_options(data["options"]))
            state.agenda = vec[i64](data["agenda"])
            for name in ("bag", "prices", "in_cellar", "cellars", "carts", "earned"):
                setattr(state, name, copy.deepcopy(data[name]))
            state.stall = data["stall"]
            state._await()
        except (KeyError, TypeError, ValueError) as error:
            raise BadRecord(f"this is not a position of {self.title}: {error!r}") from None
        return state


def _named(counts: list[int]) -> dict[str, int]:
    return {str(crop): n for crop, n in zip(CROPS, counts, strict=True)}


GAME = MarketDayGame()
