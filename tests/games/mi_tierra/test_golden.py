"""The worked examples, most of them the rulebook's own, with their exact numbers."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, OVER
from farmtable.games.mi_tierra import GAME
from tests.games.mi_tierra.figures import FIGURES
from tests.games.mi_tierra.scenarios import (
    GONE_A,
    QUIET,
    Data,
    activated,
    after_event,
    after_late_event,
    allowed,
    asked,
    fact,
    finished,
    goods,
    is_placing,
    legal,
    money,
    play,
    position,
    seat_of,
)

# --- rulebook numbers --------------------------------------------------------------------------------


@pytest.mark.parametrize(("workers", "price"), [(5, 4), (4, 2)])
def test_g1_upkeep(workers: int, price: int) -> None:
    """G1: five workers cost 4, four cost 2."""
    state = activated({"workers": workers, "money": 4})
    play(state, f"keep {workers} workers")
    assert (seat_of(state)["workers"], money(state)) == (workers, 4 - price)


def test_g1_three_workers_are_free() -> None:
    """G1: three workers cost nothing, and nobody is asked."""
    state = activated({"money": 4})
    assert is_placing(state)
    assert money(state) == 4


def test_g1_who_cannot_pay() -> None:
    """G1: with five workers and 3 money one goes back, 2 are paid, 1 is left."""
    state = activated({"workers": 5, "money": 3})
    assert legal(state) == {"keep 3 workers", "keep 4 workers"}
    play(state, "keep 4 workers")
    assert (seat_of(state)["workers"], money(state)) == (4, 1)


def test_g2_start() -> None:
    """G2: four players begin with 5, 6, 7, 8; piles of 27 and 23."""
    state = GAME.new(4, start="1")
    assert [money(state, seat) for seat in range(4)] == [5, 6, 7, 8]
    assert fact(state, "order") == [0, 1, 2, 3]
    assert fact(state, "piles") == {"A": 27, "B": 23}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_g2_official_market(players: int) -> None:
    """G2: as many market cards as players."""
    assert len(fact(position(players=players), "market")) == players
    assert None not in fact(position(players=players), "market")


@pytest.mark.parametrize(
    ("fields", "worker", "cards", "apples"),
    [
        ({}, "A2", [], 1),
        ({"A3": "apple"}, "A2", [], 2),
        ({"A1": "apple", "A3": "apple"}, "A2", [], 2),
        ({"A1": "apple", "A3": "apple"}, "A1", ["XI"], 3),
        ({"A3": "apple"}, "A2", ["XI"], 2),
        ({"B1": "apple", "B3": "apple"}, "A2", [], 1),
    ],
    ids=["alone", "pair", "three", "three with XI", "pair with XI", "diagonal"],
)
def test_g3_fields(fields: dict[str, str], worker: str, cards: list[str], apples: int) -> None:
    """G3: what a worker takes from a field."""
    state = activated({"fields": fields, "field_workers": [worker], "cards": cards})
    play(state, f"work {worker}")
    assert goods(state) == {"apple": apples}


def test_g3_two_workers_on_a_pair() -> None:
    """G3: two workers on the two fields of a pair take 2 each."""
    state = activated({"fields": {"A3": "apple"}, "field_workers": ["A2", "A3"]})
    play(state, "work A2", "work A3")
    assert goods(state) == {"apple": 4}


@pytest.mark.parametrize(("sold", "paid"), [(2, 12), (1, 6)])
def test_g4_simple_market(sold: int, paid: int) -> None:
    """G4: cows at 6, at most two of three; the card goes all the same and is replaced at once."""
    seat: Data = {"money": 0, "barnyards": [3], "goods": {"cow": 3}}
    market = ["cow 6x2", "apple 4x4"]
    state = activated(seat, placed={"Official Market": [0]}, market=market, top=QUIET)
    assert not allowed(state, "sell 3 to cow 6x2")
    play(state, f"sell {sold} to cow 6x2")
    assert money(state) == paid
    assert goods(state) == {"cow": 3 - sold}
    assert fact(state, "market") == ["meat 4x3", "apple 4x4"]
    assert fact(state, "gone") == {"cow 6x2": 1}


BUNDLE = "3 apple + 1 wheat for 15"


def test_g5_bundle() -> None:
    """G5: 3 apples and 1 wheat for 15, once, and never for fewer."""
    market = [BUNDLE, "meat 4x3"]
    placed = {"Official Market": [0]}
    short = activated({"goods": {"apple": 2, "wheat": 5}}, placed=placed, market=market)
    assert not allowed(short, f"sell to {BUNDLE}")
    state = activated(
        {"money": 0, "goods": {"apple": 6, "wheat": 2}}, placed=placed, market=market, top=["sheep 6x2"]
    )
    play(state, f"sell to {BUNDLE}")
    assert money(state) == 15
    assert goods(state) == {"apple": 3, "wheat": 1}
    assert not [text for text in legal(state) if BUNDLE in text]


def test_g6_generic_market() -> None:
    """G6: 2 wool, 1 egg and 2 sheep give 17."""
    market = ["generic 3/4", "apple 4x4"]
    seat: Data = {"money": 0, "goods": {"wool": 2, "egg": 1, "sheep": 2}}
    state = activated(seat, placed={"Official Market": [0]}, market=market, top=QUIET)
    play(state, "sell to generic 3/4", "offer wool", "offer sheep", "offer wool", "offer egg")
    assert legal(state) == {"offer sheep", "leave"}
    play(state, "offer sheep")
    assert money(state) == 17
    assert goods(state) == {}


def test_g7_end_exchange() -> None:
    """G7: 8 pieces give 2, and 2 are left over for a tie."""
    pieces = {"apple": 2, "wine": 1, "grape": 3, "cow": 1, "sheep": 1}
    state = finished({"money": 0, "barnyards": [2], "goods": pieces}, {"money": 2})
    assert state.scores() == [2, 2]
    assert state.winners() == [0]


def test_g8_end_goods() -> None:
    """G8: 61 + 49 + 2 x 47 + 2 = 206; a tie with fewer left over is lost."""
    rich: Data = {"money": 61, "goods": {"cake": 1, "clothes": 2, "apple": 7}}
    other: Data = {"money": 204, "goods": {"apple": 6}}
    state = finished(rich, other)
    assert state.scores() == [206, 206]
    assert state.winners() == [0]


def test_g8_units_count() -> None:
    """G8: a card of value 3 is three pieces: goods are counted in units."""
    assert finished({"money": 0, "goods": {"apple": 3}}).scores()[0] == 1


def test_g9_oven() -> None:
    """G9: 1 milk, 2 eggs and 8 make a cake; with 7 nothing."""
    seat: Data = {"money": 10, "goods": {"milk": 1, "egg": 3}}
    state = play(activated(seat, placed={"Oven": [0]}), "take")
    assert (money(state), goods(state)) == (2, {"egg": 1, "cake": 1})
    assert is_placing(activated({**seat, "money": 7}, placed={"Oven": [0]}))


def test_g9_clothing() -> None:
    """G9: 3 wool and 7 make clothes."""
    state = activated({"money": 7, "goods": {"wool": 4}}, placed={"Clothing Industry": [0]})
    play(state, "take")
    assert (money(state), goods(state)) == (0, {"wool": 1, "clothes": 1})


def test_g9_winery_and_mill() -> None:
    """G9: flour and wine for one fee of 5."""
    seat: Data = {"money": 6, "goods": {"wheat": 3, "grape": 4}}
    state = activated(seat, placed={"Winery and Mill": [0]})
    play(state, "make flour and wine")
    assert (money(state), goods(state)) == (1, {"grape": 1, "flour": 1, "wine": 1})


def test_g9_two_workers_two_fees() -> None:
    """G9: two workers there pay 10."""
    seat: Data = {"money": 10, "goods": {"wheat": 3, "grape": 3}}
    state = activated(seat, placed={"Winery and Mill": [0, 0]})
    play(state, "make flour", "make wine")
    assert (money(state), goods(state)) == (0, {"flour": 1, "wine": 1})


@pytest.mark.parametrize(("table", "order"), [([], [3, 2, 1, 0]), ([0, 1], [0, 1, 3, 2])])
def test_g10_turn_order(table: list[int], order: list[int]) -> None:
    """G10: Ana 12, Ben 7, Cora 7 after Ben, Dan 3: the table first, then the poorest."""
    seats: list[Data] = [{"money": 12}, {"money": 7}, {"money": 7}, {"money": 3}]
    placed = {"Turn Order": table} if table else {}
    state = activated(*seats, players=4, cubes=[0, 3, 1, 2], placed=placed)
    assert fact(state, "order") == order


G11_DISPLAY = ["II", "III", "IV", "V"]


def test_g11_development_prices() -> None:
    """G11: centre 4, top, left and right 1 each; the bottom worker finds nothing."""
    spaces = {"Development": [0, 1, 3, 2, 3]}
    seats: list[Data] = [{"money": 10}] * 4
    state = activated(*seats, players=4, display=G11_DISPLAY, placed=spaces)
    play(state, "buy II from centre", "buy III from top", "buy IV from left", "buy V from right")
    assert [money(state, seat) for seat in range(4)] == [6, 9, 9, 9]
    assert asked(state) == CHANCE, "nobody is asked for the worker at the bottom"


def test_g11_the_other_way_round() -> None:
    """G11: bottom 2, right 2, left 1, top 1, and the centre nothing."""
    spaces = {"Development": [0, 1, 3, 2, 3]}
    seats: list[Data] = [{"money": 10}] * 4
    state = activated(*seats, players=4, display=G11_DISPLAY, placed=spaces, order=[3, 2, 1, 0])
    play(state, "buy IV from bottom", "buy V from right", "buy II from left", "buy III from top")
    assert [money(state, seat) for seat in range(4)] == [10, 9, 9, 6]


@pytest.mark.parametrize(("cows", "given"), [(5, 2), (4, 2), (1, 0)])
def test_g12_thieves(cows: int, given: int) -> None:
    """G12: half of the animals, rounded down."""
    seat: Data = {"barnyards": [3, 3], "goods": {"cow": cows}}
    assert goods(after_event(seat, top=["thieves", "meat 4x3"])) == {"cow": cows - given}


def test_g12_card_ix() -> None:
    """G12: card IX protects."""
    seat: Data = {"barnyards": [3], "goods": {"cow": 5}, "cards": ["IX"]}
    assert goods(after_event(seat, top=["thieves", "meat 4x3"])) == {"cow": 5}


HOME = [
    ("I", {"sheep": 3}, "use I", {"sheep": 3, "wool": 1}),
    ("XII", {"sheep": 2}, "use XII", {"sheep": 2, "wool": 1}),
    ("XII", {"sheep": 6}, "use XII", {"sheep": 6, "wool": 1}),
    ("III", {"wheat": 5}, "use III", {"wheat": 3, "flour": 1}),
    ("III", {"wheat": 5}, "use III with 5 wheat", {"flour": 2}),
    ("IV", {"grape": 4}, "use IV", {"grape": 3, "wine": 1}),
    ("XIV", {"chicken": 3}, "use XIV", {"chicken": 3, "egg": 1}),
]


@pytest.mark.parametrize(("card", "before", "action", "after"), HOME)
def test_g13_cards_at_home(card: str, before: dict[str, int], action: str, after: dict[str, int]) -> None:
    """G13: what each card gives."""
    state = activated({"cards": [card], "goods": before, "barnyards": [3, 3]})
    play(state, action)
    assert goods(state) == after


@pytest.mark.parametrize(("card", "animals"), [("I", {"sheep": 2}), ("VII", {"chicken": 3})])
def test_g13_too_few_animals(card: str, animals: dict[str, int]) -> None:
    """G13: I with 2 sheep and VII with 3 chickens give nothing."""
    assert is_placing(activated({"cards": [card], "goods": animals, "barnyards": [3]}))


def test_g13_sheep_before_wool() -> None:
    """G13: V then I: four sheep and a wool; XV gives 3."""
    seat: Data = {"cards": ["I", "V", "XV"], "goods": {"sheep": 3}, "barnyards": [3], "money": 0}
    state = play(activated(seat), "use V", "use I", "use XV")
    assert (goods(state), money(state)) == ({"sheep": 4, "wool": 1}, 3)


def test_g14_reroll() -> None:
    """G14: the grape of the first roll is gone; the apple must be planted."""
    state = activated({"cards": ["X"]}, placed={"Seed Shop": [0]})
    play(state, "roll 3", "reroll", "roll 1")
    assert not allowed(state, "reroll")
    assert not allowed(state, "leave")
    play(state, "plant B2")
    assert seat_of(state)["fields"] == {"A2": "apple", "B2": "apple"}


def test_g15_events_and_end() -> None:
    """G15: strike, thieves, inflation, inflation: the third permanent event is not placed and ends it."""
    seat: Data = {"barnyards": [3], "goods": {"cow": 4}}
    strike = after_late_event(seat, top=["strike", "milk 9x3"])
    assert (fact(strike, "permanent"), fact(strike, "ending")) == ("strike", False)
    thieves = after_late_event(seat, top=["strike", "thieves (B)", "milk 9x3"])
    assert (fact(thieves, "permanent"), goods(thieves)) == (None, {"cow": 2})
    second = after_late_event(seat, top=["strike", "thieves (B)", "inflation", "milk 9x3"])
    assert (fact(second, "permanent"), fact(second, "ending")) == ("inflation", False)
    third = after_late_event(seat, top=["strike", "thieves (B)", "inflation", "inflation"])
    play(third, "turn up milk 9x3")
    assert (fact(third, "permanent"), fact(third, "ending")) == (None, True)
    play(third, "leave")
    assert asked(third) == OVER


PLAIN = ["apple 3x6", "apple 4x4", "wheat 4x5"]  # none of them leaves by itself


def test_g16_clock_tower_alone() -> None:
    """G16: one player with two workers alone there may reorder the four cards."""
    state = activated(players=3, market=PLAIN, placed={"Clock Tower": [0, 0]}, top=QUIET)
    assert legal(state) == {f"next card {card}" for card in QUIET}
    first = (QUIET[3], QUIET[1], QUIET[0])
    play(state, *(f"next card {card}" for card in first))
    assert [seen["card"] for seen in fact(state, "top")] == [*first, QUIET[2]]
    play(state, *(f"next card {card}" for card in QUIET[:3]))
    assert [seen["card"] for seen in fact(state, "top")] == list(QUIET)
    assert is_placing(state)


def test_g16_clock_tower_with_others() -> None:
    """G16: two players with one worker each: both look, nobody reorders."""
    state = activated(players=3, market=PLAIN, placed={"Clock Tower": [0, 1]}, top=QUIET)
    assert is_placing(state)
    assert [seen["card"] for seen in fact(state, "top")] == list(QUIET)
    assert [seen["exact"] for seen in fact(state, "top")] == [[0, 1]] * 4


def test_g17_market_rounds() -> None:
    """G17: Ana, Ben, Ana; four cards are sold to and replaced; one worker trades on the black market."""
    ana, ben = 0, 1
    market = ["apple 3x6", "wheat 4x5"]
    seats: list[Data] = [
        {"goods": {"apple": 2, "sheep": 1, "meat": 2, "wheat": 1}, "workers": 3},
        {"goods": {"wheat": 1}},
    ]
    state = activated(*seats, market=market, top=QUIET, placed={"Official Market": [ana, ben, ana]})
    assert asked(state) == ana
    play(state, "sell 2 to apple 3x6")
    assert asked(state) == ben
    play(state, "sell 1 to wheat 4x5")
    assert asked(state) == ana, "with the second worker"
    play(state, "sell 2 to meat 4x3")
    assert asked(state) == ana, "the second pass"
    play(state, "sell 1 to sheep 6x2")
    assert asked(state) == ben
    assert legal(state) == {"black market", "leave"}
    play(state, "leave")
    assert asked(state) == ana
    play(state, "black market")
    assert asked(state) == ana, "the third pass"
    assert fact(state, "gone") == {"apple 3x6": 1, "wheat 4x5": 1, "meat 4x3": 1, "sheep 6x2": 1}
    assert None not in fact(state, "market")
    play(state, "leave")
    assert fact(state, "black_market") == [ana]
    assert "offer wheat" in legal(state)


# --- with reconstructed figures ----------------------------------------------------------------------


@pytest.mark.parametrize(("per", "cramped"), [("animal", 3), ("visit", 1)])
def test_g18_excess(per: str, cramped: int) -> None:
    """G18: three sheep for two places: one meat; without room three, or one for the visit."""
    options = {"excess_meat": per}
    state = activated(placed={"Sheep Farm": [0]}, options=options)
    play(state, "roll 3")
    assert goods(state) == {"sheep": 2, "meat": 1}
    state = activated({"goods": {"cow": 2}}, placed={"Sheep Farm": [0]}, options=options)
    play(state, "roll 3", "take")
    assert goods(state) == {"cow": 2, "meat": cramped}


@pytest.mark.parametrize("cards", [[], ["XIV"]])
def test_g19_animal_industry(cards: list[str]) -> None:
    """G19: 3 sheep, 2 cows, 3 chickens and 5: wool and milk, no egg; XIV changes nothing here."""
    herd = {"sheep": 3, "cow": 2, "chicken": 3}
    seat: Data = {"money": 5, "goods": herd, "barnyards": [3, 3], "cards": cards}
    state = play(activated(seat, placed={"Animal Industry": [0]}), "take")
    assert money(state) == 0
    assert goods(state) == {**herd, "wool": 1, "milk": 1}


def test_g20_housing() -> None:
    """G20: 3 sheep, 2 cows and 4 chickens fill the farm; the fourth sheep is one meat."""
    herd = {"sheep": 3, "cow": 2, "chicken": 4}
    state = activated({"goods": herd, "barnyards": [3, 3, 2], "cards": ["V"]})
    play(state, "use V")
    assert legal(state) == {"take", "release cow", "release chicken"}
    play(state, "take")
    assert goods(state) == {**herd, "meat": 1}


INFLATED: Data = {"gone": {**GONE_A, "inflation": 1}, "permanent": "inflation"}


@pytest.mark.parametrize(
    ("card", "stock", "sales", "paid"),
    [
        ("wine 22x3", {"wine": 3}, ["sell 3 to wine 22x3"], 69),
        ("1 flour + 1 wine for 41 out", {"flour": 1, "wine": 1}, ["sell to 1 flour + 1 wine for 41 out"], 43),
        ("2 milk + 1 wool for 26", {"milk": 2, "wool": 1}, ["sell to 2 milk + 1 wool for 26"], 28),
        ("generic 3/4 (B)", {"milk": 1}, ["sell to generic 3/4 (B)"], 4),
    ],
)
def test_g21_inflation(card: str, stock: dict[str, int], sales: list[str], paid: int) -> None:
    """G21: milk, flour and wine bring 1 more each on every kind of card."""
    state = activated(
        {"money": 0, "goods": stock},
        **INFLATED,
        market=[card, "grape 6x4"],
        placed={"Official Market": [0]},
        top=["egg 8x3"],
    )
    play(state, *sales)
    assert money(state) == paid


def test_g21_inflation_on_the_black_market() -> None:
    """G21: milk sells at 6 and costs 11."""
    placed = {"Official Market": [0]}
    market = ["wheat 5x4", "grape 6x4"]
    seat: Data = {"money": 11, "goods": {"milk": 1}}
    state = activated(seat, **INFLATED, market=market, placed=placed)
    play(state, "black market", "buy milk")
    assert money(state) == 0
    play(state, "offer milk")
    assert money(state) == 6


def test_g22_black_market() -> None:
    """G22: 8 + 4 - 28 = -16; no fourth purchase, and no flour."""
    seat: Data = {"money": 16, "goods": {"apple": 4, "cow": 1}}
    state = activated(seat, placed={"Official Market": [0]})
    play(state, "black market", *["offer apple"] * 4, "offer cow", "buy milk", "buy egg")
    assert not allowed(state, "buy flour")
    play(state, "buy egg")
    assert (money(state), goods(state)) == (0, {"milk": 1, "egg": 2})
    rich = activated({"money": 99}, placed={"Official Market": [0]})
    play(rich, "black market", "buy milk", "buy egg", "buy egg")
    assert not [text for text in legal(rich) if text.startswith("buy ")]
    assert not allowed(rich, "buy milk")
    short = activated({**seat, "money": 15}, placed={"Official Market": [0]})
    play(short, "black market", *["offer apple"] * 4, "offer cow", "buy milk", "buy egg")
    assert not allowed(short, "buy egg")


@pytest.mark.parametrize(
    ("bought", "zone", "profit"),
    [(["milk", "egg", "egg"], "Oven", 13), (["wool", "wool", "wool"], "Clothing Industry", 7)],
)
def test_g23_end_goods_by_purchase(bought: list[str], zone: str, profit: int) -> None:
    """G23: a cake of bought goods earns 13, clothes 7."""
    state = activated({"money": 100}, placed={"Official Market": [0]})
    play(state, "black market", *(f"buy {good}" for good in bought), "leave")
    later = activated({"money": money(state), "goods": goods(state)}, placed={zone: [0]})
    play(later, "take")
    assert later.scores()[0] == 100 + profit


def test_g24_deck_census() -> None:
    """G24: 28 + 6 cards in A, 17 + 6 in B, three permanent events in B; 32 development tiles."""
    state = GAME.new(2, components=FIGURES)
    unseen = fact(state, "unseen")
    events = ("thieves", "frost", "fruit fly", "inflation", "strike")
    in_b = [card for card in unseen if card.endswith("(B)") or card in ("inflation", "strike")]
    assert sum(unseen.values()) == 34 + 23
    assert sum(n for card, n in unseen.items() if card.startswith(events)) == 6 + 6
    assert sum(unseen[card] for card in in_b if card.startswith(events)) == 6
    assert unseen["inflation"] + unseen["strike"] == 3
    assert sum(n for card, n in unseen.items() if card.removesuffix(" (B)").endswith(" out")) == 9 + 6
    developments = fact(state, "developments")
    assert sum(developments.values()) == 32
    assert {card for card, n in developments.items() if n == 3} == {"I", "VII"}
    assert len(developments) == 15


def test_g25_maintenance() -> None:
    """G25: the closing line goes, the card with the symbol takes its place, one card is drawn."""
    market = ["wheat 6x2 out", "cow 6x2", BUNDLE]
    closing = ["apple 5x2 out", None, None]
    state = activated(players=3, market=market, closing=closing, top=["meat 4x3"])
    assert is_placing(state)
    assert sorted(fact(state, "market")) == sorted(["meat 4x3", "cow 6x2", BUNDLE])
    assert [card for card in fact(state, "closing") if card] == ["wheat 6x2 out"]
    assert fact(state, "gone") == {"apple 5x2 out": 1}


def test_g25_the_closing_line_is_sold_to_and_not_refilled() -> None:
    """G25: four cards may be sold to; the one on the closing line is not replaced."""
    state = activated(
        {"goods": {"wheat": 1, "cow": 1, "meat": 1, "apple": 3}},
        players=3,
        market=["meat 4x3", "cow 6x2", BUNDLE],
        closing=["wheat 6x2 out", None, None],
        placed={"Official Market": [0]},
    )
    sales = {text.split("to ", 1)[1] for text in legal(state) if text.startswith("sell")}
    assert sales == {"meat 4x3", "cow 6x2", BUNDLE, "wheat 6x2 out"}
    play(state, "sell 1 to wheat 6x2 out")
    assert not any(fact(state, "closing"))
    assert fact(state, "market") == ["meat 4x3", "cow 6x2", BUNDLE]


@pytest.mark.parametrize(
    ("zone", "spaces"),
    [("Forest", 2), ("Workers' Square", 1), ("Official Market", 5), ("Turn Order", 3), ("Oven", 1)],
)
def test_g26_two_players(zone: str, spaces: int) -> None:
    """G26: with two players one space of every zone is blocked."""
    owners = [0, 1, 0, 1, 0, 1] if zone != "Turn Order" else [0, 1]
    workers: Data = {"workers": 5}
    full = position(workers, workers, placed={zone: owners[:spaces]})
    assert not allowed(full, f"place {zone}")
    if zone != "Turn Order":
        assert allowed(position(workers, workers, placed={zone: owners[: spaces - 1]}), f"place {zone}")


def test_g26_development() -> None:
    """G26: four of the five spaces at the development area, with two players."""
    spaces = {text for text in legal(position()) if text.startswith("place Development")}
    assert spaces == {f"place Development {space}" for space in ("centre", "top", "left", "right")}


def test_g27_frost() -> None:
    """G27: 5 wheat and 2 grapes lose 3 of one's choice; card VIII protects."""
    seat: Data = {"goods": {"wheat": 5, "grape": 2}}
    state = after_event(seat, top=["frost", "meat 4x3"])
    ways = ("wheat", "2 wheat", "3 wheat", "grape", "2 grape")
    assert legal(state) == {f"give back {way}" for way in ways}
    play(state, "give back grape", "give back wheat", "give back grape")
    assert goods(state) == {"wheat": 4}
    assert goods(after_event({**seat, "cards": ["VIII"]}, top=["frost", "meat 4x3"])) == seat["goods"]


def test_g27_fruit_fly() -> None:
    """G27: 3 apples and 2 grapes lose 2 of one's choice; card VIII protects."""
    seat: Data = {"goods": {"apple": 3, "grape": 2}}
    state = after_event(seat, top=["fruit fly", "meat 4x3"])
    play(state, "give back apple", "give back grape")
    assert goods(state) == {"apple": 2, "grape": 1}
    assert goods(after_event({**seat, "cards": ["VIII"]}, top=["fruit fly", "meat 4x3"])) == seat["goods"]
