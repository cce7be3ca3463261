"""R41 to R55: markets, events, the black market and the end."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from farmtable import CHANCE, OVER, Rng
from farmtable.games.mi_tierra import MiTierraState
from farmtable.games.mi_tierra.position.facts import GOOD_IDS
from farmtable.games.mi_tierra.position.steps import GENERIC_SALE, TRADING
from tests.games.mi_tierra.scenarios import (
    GONE_A,
    LATE,
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
    rule_against,
)

MARKET = {"Official Market": [0]}
SOLD = [good for good in GOOD_IDS if good not in ("cake", "clothes")]

# --- the official market -----------------------------------------------------------------------------


def test_r41_again_and_again() -> None:
    """R41: from the top space down; who sells stays for the next pass, who does not goes home."""
    seat: Data = {"goods": {"apple": 9}}
    state = activated(seat, seat, placed={"Official Market": [1, 0]}, top=QUIET)
    asked_seats = []
    for action in ("sell 1 to apple 3x6", "leave", "sell 1 to apple 4x4", "leave"):
        asked_seats.append(asked(state))
        play(state, action)
    assert asked_seats == [1, 0, 1, 1]
    assert is_placing(state)


def test_r41_to_the_black_market() -> None:
    """R41: who moves to the black market sells no more on the official one."""
    seat: Data = {"goods": {"apple": 9}}
    state = activated(seat, seat, placed={"Official Market": [0, 1]}, top=QUIET)
    play(state, "black market", "sell 1 to apple 3x6")
    assert asked(state) == 1
    play(state, "leave")
    assert asked(state) == 0
    assert rule_against(state, "sell 1 to apple 4x4") is not None


def test_r42_simple() -> None:
    """R42: up to the limit of one good, at least one."""
    state = activated({"goods": {"apple": 9}}, placed=MARKET)
    wanted = {f"sell {n} to apple 3x6" for n in range(1, 7)} | {f"sell {n} to apple 4x4" for n in range(1, 5)}
    assert legal(state) == wanted | {"black market", "leave"}
    assert rule_against(state, "sell 5 to apple 4x4") == "R42"


def test_r42_bundle_exactly() -> None:
    """R42: all the goods of a bundle, once."""
    market = ["1 wheat + 1 sheep + 1 chicken for 14 out", "apple 4x4"]
    card = market[0]
    stock = {"wheat": 2, "sheep": 2, "chicken": 1}
    seat: Data = {"goods": stock, "barnyards": [3], "money": 0}
    state = activated(seat, placed=MARKET, market=market, top=QUIET)
    play(state, f"sell to {card}")
    assert (money(state), goods(state)) == (14, {"wheat": 1, "sheep": 1})
    short = activated({"goods": {"wheat": 2, "sheep": 2}}, placed=MARKET, market=market)
    assert rule_against(short, f"sell to {card}") == "R42"


def test_r42_generic() -> None:
    """R42: any goods, at least one; cake and clothes are sold nowhere."""
    market = ["generic 3/4", "apple 4x4"]
    seat: Data = {"goods": {"cake": 1, "clothes": 1, "egg": 1, "cow": 1}, "money": 0}
    state = activated(seat, placed=MARKET, market=market, top=QUIET)
    play(state, "sell to generic 3/4")
    assert legal(state) == {"offer egg", "offer cow"}
    assert rule_against(state, "offer cake") == "R42"
    assert rule_against(state, "leave") == "R42"
    play(state, "offer cow")
    assert allowed(state, "leave")
    play(state, "offer egg")
    assert money(state) == 7
    nothing = activated({"goods": {"cake": 1}}, placed=MARKET, market=market)
    assert rule_against(nothing, "sell to generic 3/4") == "R42"


def test_r43_the_card_leaves() -> None:
    """R43: even half used; the next card takes its place at once, from A, then from B."""
    state = activated({"goods": {"apple": 3}}, placed=MARKET, top=QUIET)
    play(state, "sell 1 to apple 3x6")
    assert fact(state, "market") == [QUIET[0], "apple 4x4"]
    assert fact(state, "gone") == {"apple 3x6": 1}
    late = activated({"goods": {"wheat": 3}}, **LATE, placed=MARKET)
    play(late, "sell 1 to wheat 5x4")
    assert asked(late) == CHANCE
    assert "turn up apple 4x5 out" in legal(late)
    assert not {text for text in legal(late) if text in {f"turn up {card}" for card in GONE_A}}


# --- events ------------------------------------------------------------------------------------------


def test_r44_events_act_and_the_next_card_comes() -> None:
    """R44: for a sale and for a refill alike."""
    farm: Data = {"goods": {"cow": 2}}
    sold = after_event(farm, top=["thieves", "thieves", "meat 4x3"])
    assert goods(sold) == {"cow": 1}, "two events: half of 2, then of 1 nothing"
    assert fact(sold, "market") == ["meat 4x3", "apple 4x4"]
    refilled = activated(farm, market=["apple 5x2 out", "apple 4x4"], top=["thieves", "meat 4x3"])
    assert goods(refilled) == {"cow": 1}
    assert fact(refilled, "market") == ["meat 4x3", "apple 4x4"]


def test_r45_a_new_event_removes_the_permanent_one() -> None:
    """R45: whatever the new one is; an instant one does not stay."""
    gone = {**GONE_A, "strike": 1}
    for card, left in (("thieves (B)", None), ("frost (B)", None), ("inflation", "inflation")):
        state = after_late_event(top=[card, "milk 9x3"], gone=gone, permanent="strike")
        assert fact(state, "permanent") == left


def test_r46_the_third_permanent_event() -> None:
    """R46: it is not placed, but ends the earlier one; the game ends after this round; later events act."""
    gone = {**GONE_A, "strike": 1, "inflation": 1}
    farm: Data = {"goods": {"cow": 2}}
    state = after_late_event(farm, top=["inflation", "milk 9x3"], gone=gone, permanent="strike")
    assert (fact(state, "permanent"), fact(state, "ending")) == (None, True)
    later = after_late_event(
        farm, top=["inflation", "thieves (B)", "milk 9x3"], gone=gone, permanent="strike"
    )
    assert (fact(later, "permanent"), goods(later)) == (None, {"cow": 1})
    play(later, "leave")
    assert asked(later) == OVER
    assert fact(later, "round") == 1


def test_r46_two_permanent_events_do_not_end_it() -> None:
    """R46: with the second one the game goes on."""
    gone = {**GONE_A, "strike": 1}
    state = after_late_event(top=["inflation", "milk 9x3"], gone=gone, permanent="strike")
    play(state, "leave")
    assert is_placing(state)
    assert fact(state, "round") == 2


def test_r47_thieves() -> None:
    """R47: half of all animals together, rounded down, own choice, in turn order; not with IX."""
    herd: Data = {"goods": {"sheep": 3, "cow": 2}, "barnyards": [3]}
    state = after_event(herd, herd, top=["thieves", "meat 4x3"], order=[1, 0])
    assert asked(state) == 1
    assert rule_against(state, "give back apple") == "R47"
    play(state, "give back cow", "give back sheep")
    assert goods(state, 1) == {"sheep": 2, "cow": 1}
    assert asked(state) == 0
    safe = after_event({**herd, "cards": ["IX"]}, top=["thieves", "meat 4x3"])
    assert goods(safe) == herd["goods"]


INFLATED: Data = {**LATE, "gone": {**GONE_A, "inflation": 1}, "permanent": "inflation"}


def test_r48_inflation() -> None:
    """R48: milk, flour and wine cost 1 more on both markets, sold or bought; other goods do not."""
    stock = {"milk": 2, "egg": 1, "flour": 1}
    market = ["milk 9x3", "egg 8x3"]
    state = activated(
        {"money": 0, "goods": stock}, **{**INFLATED, "market": market}, placed=MARKET, top=["wine 22x3"]
    )
    play(state, "sell 1 to egg 8x3")
    assert money(state) == 8
    play(state, "sell 1 to milk 9x3")
    assert money(state) == 18


@pytest.mark.parametrize(("good", "price"), [("milk", 6), ("flour", 13), ("wine", 15), ("wool", 5)])
def test_r48_on_the_black_market(good: str, price: int) -> None:
    """R48: there, too."""
    state = activated({"money": 0, "goods": {good: 2}}, **INFLATED, placed=MARKET)
    play(state, "black market", f"offer {good}")
    assert money(state) == price


@pytest.mark.parametrize("switch", ["with_oven", "without_oven"])
def test_r49_strike(switch: str) -> None:
    """R49: the industries are closed, the oven by our ruling; development cards still work."""
    strike: Data = {**LATE, "gone": {**GONE_A, "strike": 1}, "permanent": "strike"}
    state = position(**strike, options={"strike": switch})
    for zone in ("Animal Industry", "Winery and Mill", "Clothing Industry"):
        assert rule_against(state, f"place {zone}") in ("R22", "R49")
    assert allowed(state, "place Oven") == (switch == "without_oven")
    home = activated({"cards": ["IV"], "goods": {"grape": 1}}, **strike)
    play(home, "use IV")
    assert goods(home) == {"wine": 1}


@pytest.mark.parametrize(("event", "goods_hit"), [("frost", "wheat grape"), ("fruit fly", "apple grape")])
def test_r50_frost_and_fruit_fly(event: str, goods_hit: str) -> None:
    """R50: half of two crops together, rounded down, own choice; VIII protects."""
    one, other = goods_hit.split()
    stock = {one: 2, other: 3, "milk": 5}
    state = after_event({"goods": stock}, top=[event, "meat 4x3"])
    ways = (one, f"2 {one}", other, f"2 {other}")
    assert legal(state) == {f"give back {way}" for way in ways}
    assert rule_against(state, "give back milk") == "R50"
    assert rule_against(state, f"give back 3 {other}") == "R50"
    play(state, f"give back 2 {one}")
    assert goods(state) == {other: 3, "milk": 5}
    assert goods(after_event({"goods": stock, "cards": ["VIII"]}, top=[event, "meat 4x3"])) == stock


def test_r51_both_decks_run_out() -> None:
    """R51: by the default cards the third permanent event always comes first, the last card at the latest."""
    events = {"inflation": 2, "strike": 1, "thieves (B)": 1, "frost (B)": 1, "fruit fly (B)": 1}
    empty: dict[str, int] = {**GONE_A, **events}
    every_b = {card: 1 for card in B_MARKETS if card not in LATE["market"]}
    state = position(gone={**empty, **every_b}, market=LATE["market"])
    assert fact(state, "piles") == {"A": 0, "B": 0}
    assert fact(state, "ending") is True
    play(state, "stop", "stop")
    assert asked(state) == OVER


B_MARKETS = (
    *("apple 4x5 out", "wheat 5x4", "grape 6x4", "meat 4x4", "cow 7x3 out", "egg 8x3", "milk 9x3"),
    *("wool 10x3 out", "flour 19x3", "wine 22x3", "2 egg + 1 flour for 34 out", "2 grape + 1 wine for 33"),
    *("2 milk + 1 wool for 26", "1 flour + 1 wine for 41 out", "2 wool + 1 sheep for 23"),
    *("generic 3/4 (B)", "generic 3/4 out (B)"),
)

# --- the black market --------------------------------------------------------------------------------


def test_r52_in_the_order_of_arrival() -> None:
    """R52: after the official market, as they came."""
    seat: Data = {"goods": {"cow": 1, "meat": 1}}
    state = activated(seat, seat, placed={"Official Market": [0, 1]}, order=[0, 1], top=QUIET)
    play(state, "leave", "black market")
    assert asked(state) == 1
    both = activated(seat, seat, placed={"Official Market": [1, 0]}, order=[0, 1], top=QUIET)
    play(both, "black market", "black market")
    assert asked(both) == 1


def test_r52_three_purchases_for_each_worker() -> None:
    """R52: three resources at most, any number sold, in any order; not everything is for sale."""
    state = activated({"money": 99, "goods": {"cow": 1}}, placed={"Official Market": [0, 0]})
    play(state, "black market", "black market", "buy apple", "buy wool", "offer cow", "buy wheat")
    assert rule_against(state, "buy apple") == "R52"
    play(state, "offer wool", "leave")
    assert allowed(state, "buy apple")
    for good in ("meat", "flour", "wine"):
        assert rule_against(state, f"buy {good}") == "R52"


def test_r52_money() -> None:
    """R52, R5: no purchase on credit, but what is sold can be spent."""
    state = activated({"money": 8, "goods": {"meat": 1}}, placed=MARKET)
    play(state, "black market")
    assert not allowed(state, "buy egg")
    play(state, "offer meat", "buy egg")
    assert money(state) == 1


# --- the end -----------------------------------------------------------------------------------------


def test_r53_the_last_round_is_completed() -> None:
    """R53: all phases of the round, the black market included."""
    gone = {**GONE_A, "strike": 1, "inflation": 1}
    refill: Data = {**LATE, "market": ["apple 4x5 out", "grape 6x4"], "gone": gone, "permanent": "strike"}
    state = activated({"goods": {"grape": 2}}, **refill, top=["inflation", "milk 9x3"])
    assert fact(state, "ending") is True
    assert is_placing(state)
    play(state, "place Official Market", "stop", "stop", "black market")
    assert asked(state) == 0
    play(state, "offer grape", "leave")
    assert asked(state) == OVER


def test_r54_end_goods_and_exchange() -> None:
    """R54: 49 for a cake, 47 for clothes, 1 for every full three of all other pieces."""
    seat: Data = {"money": 10, "goods": {"cake": 1, "clothes": 1, "milk": 3, "cow": 2}}
    state = finished(seat)
    assert state.scores()[0] == 10 + 49 + 47 + 1
    assert sum(points for _, points in state.score_sheet(0)) == state.scores()[0]


@pytest.mark.parametrize(
    ("one", "other", "winners"),
    [
        ({"money": 9}, {"money": 8}, [0]),
        ({"money": 8, "goods": {"egg": 2}}, {"money": 8, "goods": {"egg": 1}}, [0]),
        ({"money": 8, "goods": {"egg": 3}}, {"money": 9, "goods": {"egg": 1}}, [1]),
        ({"money": 8, "goods": {"egg": 1}}, {"money": 8, "goods": {"milk": 1}}, [0, 1]),
    ],
)
def test_r55_winning(one: Data, other: Data, winners: list[int]) -> None:
    """R55: most money; then most left over; then the victory is shared."""
    assert finished(one, other).winners() == winners
    assert position(one, other).winners() == []


# --- many at once ------------------------------------------------------------------------------------


@given(
    stock=st.dictionaries(st.sampled_from(SOLD), st.integers(1, 9), min_size=1),
    seed=st.integers(0, 2**20),
)
@settings(max_examples=60, derandomize=True)
def test_many_at_once_are_as_many_one_by_one(stock: dict[str, int], seed: int) -> None:
    """R42, R52: a number sold or bought on the generic or the black market is so many single ones."""
    farm: Data = {"goods": stock, "barnyards": [3, 3, 3], "money": 30}
    animals = {kind: n for kind, n in stock.items() if kind in ("sheep", "cow", "chicken")}
    assume(sum(animals.values()) <= 2)
    rest: Data = {"placed": {"Official Market": [0]}, "market": ["generic 3/4", "apple 3x6"], "top": QUIET}
    start = ("sell to generic 3/4",) if seed % 2 else ("black market",)
    together = play(activated(farm, **rest), *start)
    apart = together.clone()
    rng = Rng(seed)
    assert isinstance(together, MiTierraState)
    while together.step() in (GENERIC_SALE, TRADING):
        texts = sorted(legal(together))
        text = texts[rng.below(len(texts))]
        play(together, text)
        words = text.split()
        number = int(words[1]) if len(words) == 3 else 1
        play(apart, *[f"{words[0]} {words[-1]}" if words[0] != "leave" else "leave"] * number)
        assert apart.key() == together.key()


def test_many_given_back_at_once_are_as_many_one_by_one() -> None:
    """R47, R50: the same for what an event takes."""
    stock: Data = {"goods": {"wheat": 5, "grape": 4}}
    together = after_event(stock, top=["frost", "meat 4x3"])
    apart = together.clone()
    play(together, "give back 3 wheat")
    play(apart, *["give back wheat"] * 3)
    assert apart.key() == together.key()
    play(together, "give back grape")
    assert goods(together) == {"wheat": 2, "grape": 3}


def test_the_last_kind_is_not_asked() -> None:
    """R47: of one kind of goods only, all that is to be given goes at once."""
    state = after_event({"barnyards": [3, 3], "goods": {"cow": 5, "sheep": 0}}, top=["thieves", "meat 4x3"])
    assert goods(state) == {"cow": 3}
