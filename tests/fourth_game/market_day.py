"""Market Day: a tiny game for farmtable, written with its public names alone.

Take this file as the model for a game of your own: a `PlainWorld`, whose fields say what a position is made
of, a `PlainGame`, and an entry point in the group `farmtable.games` (see the `pyproject.toml` beside it).
Nothing else is needed to simulate it, save and replay it, and play it in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from farmtable import (
    CHANCE,
    OVER,
    About,
    BadOption,
    Cue,
    IllegalAction,
    Lesson,
    Option,
    Refusal,
    SeatName,
    Standings,
    StandingsRow,
    Text,
    seat_numbers,
)
from farmtable.fields import PlainGame, PlainPerspective, PlainWorld, counts, drawn, each, number, pile

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
DRAWS = tuple(f"draw {crop}" for crop in CROPS)  # by chance

# What an evaluation is learned from (`MarketDay.features`): points, what is left of the game in percent, …
FEATURES = (
    *("points", "to_come", "takes", "draws", "sells", "best_other", "in_cellars", "best_sale"),
    *(f"{what}.{crop}" for what in ("own", "sale", "price", "stall", "unseen", "shown") for crop in CROPS),
)

# The steps on the agenda; the argument of all but FILL is the seat.
TAKE_STEP, SELL_STEP, DRAW_STEP, FILL_STEP = 0, 1, 2, 3


class SeenMarket(PlainPerspective):
    """What a seat may know of a market day; what it can earn at once it is told before it sells."""

    def view(self) -> dict[str, Any]:
        return super().view() | {"coins": self.known.scores()}

    def preview(self, action: i64) -> dict[str, Any]:
        market, crop = self.known, action - SELL
        assert isinstance(market, MarketDay)
        if market.step() != SELL_STEP or crop not in range(len(CROPS)):
            return {}
        return {"coins": market.crates(self.own)[crop] * market.prices[crop]}


class MarketDay(PlainWorld):
    """A position. The order of the bag is nowhere: it is a count of each crop, and chance draws from it."""

    bag = pile(CRATES, CRATES, CRATES, CRATES, names=CROPS)
    stall = number(names=CROPS)
    prices = counts(PRICE, PRICE, PRICE, PRICE, names=CROPS)
    cellars = drawn("bag")
    carts = each(counts(names=CROPS))
    earned = each(counts(names=CROPS))

    perspective = SeenMarket

    def begin(self) -> None:
        """Put the whole setup on the agenda; what comes last is pushed first."""
        self.push(TAKE_STEP, 0)
        self.push(FILL_STEP)
        for seat in reversed(range(self.players)):
            for _ in range(CELLAR):
                self.push(DRAW_STEP, seat)
        self._await()

    # --- the course of the game ----------------------------------------------------------

    def possible(self) -> list[int]:
        if self.step() == TAKE_STEP:
            return [BAG, STALL]
        # Asked even of a seat that can only keep: to skip it would tell the others what he lacks.
        return [KEEP, *(SELL + crop for crop, n in enumerate(self.crates(self.to_play)) if n >= 2)]

    def chances(self) -> dict[int, int]:
        return self.draws("bag")

    def act(self, action: int) -> None:
        step, seat = self.step(), self.argument()
        self.pop()
        if step in (DRAW_STEP, FILL_STEP):
            self._draw(step, seat, action - NUM_ACTIONS)
        elif step == TAKE_STEP:
            self.push(SELL_STEP, seat)
            self._take(action, seat)
        elif action != KEEP:
            self._sell(seat, action - SELL)
        if step == SELL_STEP and self.left("bag") > 0:
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
        self.earned[seat][crop] += self.crates(seat)[crop] * self.prices[crop]
        self.cellars[seat][crop] = self.carts[seat][crop] = 0
        if self.options["prices"] == "falling":
            self.prices[crop] = max(1, self.prices[crop] - 1)

    def _draw(self, step: int, seat: int, crop: int) -> None:
        self.bag[crop] -= 1
        if step == FILL_STEP:
            self.stall = crop
        else:
            self.cellars[seat][crop] += 1

    def crates(self, seat: int) -> list[int]:
        """How many crates of each crop a seat has, in its cellar and on its cart."""
        return [hidden + shown for hidden, shown in zip(self.cellars[seat], self.carts[seat], strict=True)]

    # --- words ---------------------------------------------------------------------------

    def describe(self, action: i64) -> str:
        if not 0 <= action < len(NOTATION + DRAWS):
            raise IllegalAction(f"there is no action {action} in {self.game.title}")
        return (NOTATION + DRAWS)[action]

    def read(self, text: str) -> int:
        wanted = " ".join(text.split()).casefold()
        if wanted not in NOTATION + DRAWS:
            raise IllegalAction(f"{text!r} is not an action; the actions: {', '.join(NOTATION)}")
        return (NOTATION + DRAWS).index(wanted)

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
        n = self.crates(who.seat)[action - SELL]
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
        promise = sum(n * price for n, price in zip(self.crates(seat), self.prices, strict=True) if n >= 2)
        return sum(self.earned[seat]) * 100 + promise * 60

    def features(self, seat: i64) -> vec[i64]:
        """What `FEATURES` names: how one seat stands, only from what it may know."""
        own = self.crates(seat)
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
            100 * self.left("bag") // (CRATES * len(CROPS)),
            *(step in pending for step in (TAKE_STEP, DRAW_STEP, SELL_STEP)),
            max(sum(self.earned[other]) for other in others),
            sum(self.held("cellars", other) for other in others),
            max(now),
            *own,
            *now,
            *self.prices,
            *(self.stall == crop for crop in range(len(CROPS))),
            *unseen,
            *shown,
        ]
        return vec[i64]([int(number) for number in told])


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


class MarketDayGame(PlainGame):
    """The declaration; `GAME` below is what the entry point names."""

    world = MarketDay
    rules_text = RULES
    id = "market_day"
    title = "Market Day"
    min_players = 2
    max_players = 4
    num_actions = NUM_ACTIONS
    feature_names = FEATURES
    about = About(Text("Draw crates, watch the prices, sell at the right moment."), minutes=(5, 10), weight=1)
    lessons = (LESSON,)
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


GAME = MarketDayGame()
