"""R1 to R14, R57, R58: what there is, how a game begins, turn order and maintenance."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, OVER, BadOption, BadRecord
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.rules import knowledge
from tests.games.mi_tierra.figures import FIGURES
from tests.games.mi_tierra.oracle import (
    CARDS_ON_A_FARM,
    COPIES,
    DECK_A,
    DECK_B,
    PASTURE_PLACES,
    PRINTED_BARNYARD,
    PRINTED_FIELD,
)
from tests.games.mi_tierra.scenarios import (
    QUIET,
    Data,
    activated,
    allowed,
    asked,
    chance,
    fact,
    goods,
    is_placing,
    legal,
    money,
    play,
    position,
    rule_against,
    seat_of,
)

# --- what there is, and how it begins ----------------------------------------------------------------


def test_r1_players_and_workers() -> None:
    """R1: 2 to 4 players, three workers each at the start, never more than five."""
    for players in (1, 5):
        with pytest.raises(BadOption):
            GAME.new(players)
    for players in (2, 3, 4):
        state = GAME.new(players)
        assert [seat_of(state, seat)["workers"] for seat in range(players)] == [3] * players
    with pytest.raises(BadRecord):
        position({"workers": 6})


def test_r2_cards_and_tiles() -> None:
    """R2: 34 + 23 market and event cards, 32 development cards, 11 barnyards, 54 crop tiles."""
    state = GAME.new(3)
    assert fact(state, "unseen") == dict(DECK_A + DECK_B)
    assert fact(state, "developments") == COPIES
    assert fact(state, "barnyards") == 11
    assert fact(state, "crop_tiles") == {"apple": 22, "wheat": 16, "grape": 16}


def test_r3_seven_cards_stay_unseen() -> None:
    """R3: 27 cards of A are drawn, whichever, then those of B; four development cards lie on show."""
    state = GAME.new(2, start="1")
    while "development" in next(iter(legal(state))):
        play(state, min(legal(state)))
    assert None not in fact(state, "display")
    assert legal(state) == {f"turn up {card}" for card in DECK_A}
    chance(state)
    assert sum(fact(state, "unseen").values()) == sum(fact(state, "piles").values()) + 7


def test_r4_start_player() -> None:
    """R4: a start player is drawn; the first round goes clockwise; money 5, 6, 7, 8 in that order."""
    state = GAME.new(4)
    assert legal(state) == {f"start seat {seat}" for seat in (1, 2, 3, 4)}
    assert set(state.chance_weights()) == {1}
    play(state, "start seat 3")
    assert fact(state, "order") == [2, 3, 0, 1]
    assert [money(state, seat) for seat in range(4)] == [7, 8, 5, 6]


def test_r5_no_debts() -> None:
    """R5: what cannot be paid in full is not done."""
    seat: Data = {"money": 4, "goods": {"sheep": 3}, "barnyards": [3]}
    assert is_placing(activated(seat, placed={"Animal Industry": [0]}))
    rich = activated({**seat, "money": 5}, placed={"Animal Industry": [0]})
    assert allowed(rich, "take")
    with pytest.raises(BadRecord):
        position({"money": -1})


def test_r6_farm() -> None:
    """R6: a printed apple field and barnyard, places for four barnyards and three development cards."""
    state = GAME.new(2)
    assert seat_of(state)["fields"] == {PRINTED_FIELD: "apple"}
    assert len(seat_of(state)["barnyards"]) == PASTURE_PLACES
    position({"goods": {"cow": PRINTED_BARNYARD}})
    with pytest.raises(BadRecord):
        position({"goods": {"cow": PRINTED_BARNYARD + 1}})
    with pytest.raises(BadRecord):
        position({"barnyards": [2] * 4})  # with the figures of the scenarios there are three places
    with pytest.raises(BadRecord):
        position({"cards": ["I", "II", "III", "IV", "V"][: CARDS_ON_A_FARM + 1]})


def test_r57_supply() -> None:
    """R57: where the supply is short one takes what is left; animals never run out."""
    seat: Data = {"fields": {"A1": "apple"}, "field_workers": ["A1"]}
    state = activated(seat, {"goods": {"apple": 41}})
    play(state, "work A1")
    assert goods(state) == {"apple": 1}
    with pytest.raises(BadRecord):
        position({"goods": {"cake": 8}})
    herd: Data = {"goods": {"sheep": 8}, "barnyards": [3, 3]}
    assert goods(position(*[herd] * 4, players=4), 3) == {"sheep": 8}


def test_r57_nothing_left() -> None:
    """R57: what is not there cannot be made, bought, or taken for a card."""
    cakes: Data = {"goods": {"cake": 7}}
    seat: Data = {"money": 20, "goods": {"milk": 1, "egg": 2}}
    assert is_placing(activated(seat, cakes, placed={"Oven": [0]}))
    state = activated({"money": 20}, {"goods": {"egg": 21}}, placed={"Official Market": [0]})
    play(state, "black market")
    assert rule_against(state, "buy egg") == "R57"
    assert allowed(state, "buy milk")


def test_r58_order_of_piles_and_looks_are_secret() -> None:
    """R58: money, goods and placed workers are open; what the clock tower showed is not."""
    top = [{"card": card, "exact": [0]} for card in ("thieves", "meat 4x3")]
    state = position({"money": 9, "goods": {"wine": 2}}, top=top)
    data = state.to_dict()
    own, others = (knowledge.forget(state, seat).to_dict() for seat in (0, 1))
    assert others["seats"] == data["seats"]
    assert (others["placed"], others["piles"]) == (data["placed"], data["piles"])
    assert [seen["card"] for seen in own["top"]] == ["thieves", "meat 4x3"]
    assert [seen["card"] for seen in others["top"]] == [None, None]


# --- turn order --------------------------------------------------------------------------------------


def test_r7_phases() -> None:
    """R7: turn order, maintenance, placing, activating, and again."""
    state = position({"workers": 4, "money": 9}, {"money": 3}, market=["apple 3x6", "apple 5x2 out"])
    for _ in range(2):
        play(state, "stop")
    assert fact(state, "round") == 2
    assert fact(state, "order") == [1, 0]
    assert legal(state) == {"keep 3 workers", "keep 4 workers"}
    assert fact(state, "market") == ["apple 3x6", "apple 5x2 out"]
    play(state, "keep 4 workers")
    assert asked(state) == CHANCE
    assert fact(state, "market") == ["apple 3x6", None]
    chance(state)
    assert is_placing(state)
    assert asked(state) == 1


def test_r8_table_first_then_the_poorest() -> None:
    """R8: workers on the turn-order table go first, in their order."""
    seats: list[Data] = [{"money": 1}, {"money": 2}, {"money": 3}, {"money": 4}]
    state = activated(*seats, players=4, placed={"Turn Order": [3, 1]})
    assert fact(state, "order") == [3, 1, 0, 2]


def test_r8_round_1_is_clockwise() -> None:
    """R8: in the first round money does not matter."""
    state = chance(GAME.new(3, start="2"))
    assert fact(state, "order") == [1, 2, 0]


@pytest.mark.parametrize(("last", "order"), [(0, [0, 1]), (1, [1, 0])])
def test_r9_equal_money(last: int, order: list[int]) -> None:
    """R9: of equals the one goes first whose cube came last, and lies on top."""
    state = activated({"money": 7}, {"money": 7}, cubes=[1 - last, last])
    assert fact(state, "order") == order


def test_r9_gaining_and_paying_move_the_cube() -> None:
    """R9: by paying, too, one comes to lie on top; where no money moves nothing changes."""
    paid = activated({"money": 9, "goods": {"milk": 1, "egg": 2}}, {"money": 1}, placed={"Oven": [0]})
    play(paid, "take")
    assert (money(paid, 0), money(paid, 1)) == (1, 1)
    assert fact(paid, "order") == [0, 1]
    gained = activated({"money": 7}, {"money": 4, "cards": ["XV"]}, cubes=[1, 0])
    play(gained, "use XV")
    assert fact(gained, "order") == [1, 0]


def test_r10_workers_come_back_from_the_table() -> None:
    """R10: they are placed again in this round; a second one of the same player has no place there."""
    state = activated(placed={"Turn Order": [0]})
    assert seat_of(state)["idle"] == 3
    assert "Turn Order" not in fact(state, "placed")
    again = position(placed={"Turn Order": [0]})
    assert rule_against(again, "place Turn Order") == "R10"
    assert allowed(position(placed={"Turn Order": [1]}), "place Turn Order")


# --- maintenance -------------------------------------------------------------------------------------


def test_r11_upkeep() -> None:
    """R11: 2 for each worker beyond three; whoever likes gives workers back; nobody goes below three."""
    state = activated({"workers": 5, "money": 10})
    assert legal(state) == {"keep 3 workers", "keep 4 workers", "keep 5 workers"}
    assert rule_against(state, "keep 2 workers") == "R11"
    play(state, "keep 3 workers")
    assert (seat_of(state)["workers"], seat_of(state)["idle"], money(state)) == (3, 3, 10)


def test_r11_who_cannot_pay() -> None:
    """R11: what cannot be paid cannot be kept; without any money nobody is asked."""
    state = activated({"workers": 5, "money": 3})
    assert rule_against(state, "keep 5 workers") in ("R5", "R11")
    broke = activated({"workers": 5, "money": 1})
    assert is_placing(broke)
    assert (seat_of(broke)["workers"], money(broke)) == (3, 1)


def test_r11_they_can_be_hired_again() -> None:
    """R11: given back workers wait at the square again."""
    state = play(activated({"workers": 4, "money": 9}), "keep 3 workers")
    assert allowed(state, "place Workers' Square")


def test_r12_market() -> None:
    """R12: the closing line goes, cards with the symbol move there, the market is filled up."""
    market = ["apple 5x2 out", "wheat 6x2 out"]
    closing = ["chicken 5x2 out", None]
    state = activated(market=market, closing=closing, top=["cow 6x2", "sheep 6x2"])
    assert fact(state, "gone") == {"chicken 5x2 out": 1}
    assert fact(state, "closing") == market
    assert fact(state, "market") == ["cow 6x2", "sheep 6x2"]


def test_r12_a_new_card_with_the_symbol_stays_for_a_round() -> None:
    """R12: what is turned up in the refill moves in the next round only."""
    market = ["apple 5x2 out", "cow 6x2"]
    state = activated(market=market, top=["wheat 6x2 out"])
    assert fact(state, "market") == ["wheat 6x2 out", "cow 6x2"]


def test_r12_the_oldest_market_closes_after_quiet_rounds() -> None:
    """R12: two rounds in a row without a card off the piles, and the oldest one moves; then two more."""
    state = position(market=["cow 6x2", "apple 4x4"], laid=[49, 50], top=QUIET)
    markets = [fact(state, "market")]
    for _ in range(6):
        play(state, "stop", "stop")
        markets.append(fact(state, "market"))
    oldest, second = ["cow 6x2", QUIET[0]], [QUIET[1], QUIET[0]]
    assert [markets.index(one) for one in (oldest, second)] == [3, 6]
    assert fact(state, "gone") == {"apple 4x4": 1}
    assert fact(state, "closing") == ["cow 6x2", None]


def test_r12_a_card_off_the_piles_makes_no_quiet_round() -> None:
    """R12: where somebody sells in between no market closes."""
    state = position({"goods": {"apple": 2}}, market=["cow 6x2", "apple 4x4"], top=QUIET)
    play(state, "stop", "stop", "place Official Market", "stop", "stop")
    play(state, "sell 1 to apple 4x4", "leave")
    play(state, *["stop"] * 2)
    assert fact(state, "market") == ["cow 6x2", QUIET[0]]
    assert not any(fact(state, "closing"))


def test_r12_a_game_without_sales_ends() -> None:
    """R12, R46: even where everybody stops at once cards keep coming, and with them the last event."""
    state = chance(GAME.new(2, start="1", components=FIGURES))
    while asked(state) != OVER:
        play(state, "stop" if allowed(state, "stop") else min(legal(state)))
        chance(state)
    assert 50 < fact(state, "round") < 200


@pytest.mark.parametrize("players", [2, 3])
def test_r12_with_two_players_every_market_leaves(players: int) -> None:
    """R12: with two players cards without the symbol go to the closing line, too; with more they stay."""
    market, nothing = ["apple 3x6", "meat 3x4", "wheat 4x5"][:players], [None] * players
    top = ["egg 7x3 out", "milk 8x2 out"]
    seats = [{"stopped": True}] * players
    state = GAME.from_dict({"players": players, "seats": seats, "market": market, "top": top})
    assert fact(state, "round") == 2
    found = fact(state, "market"), fact(state, "closing")
    assert found == ((top, market) if players == 2 else (market, nothing))


@pytest.mark.parametrize("switch", ["open", "closed"])
def test_r13_closing_line(switch: str) -> None:
    """R13: cards on the closing line still buy this round, are not replaced; the switch forbids it."""
    state = activated(
        {"goods": {"wheat": 2}},
        closing=["wheat 6x2 out", None],
        placed={"Official Market": [0]},
        options={"closing_markets": switch},
    )
    if switch == "closed":
        assert rule_against(state, "sell 2 to wheat 6x2 out") == "R13"
        return
    play(state, "sell 2 to wheat 6x2 out")
    assert fact(state, "closing") == [None, None]
    assert fact(state, "gone") == {"wheat 6x2 out": 1}
    assert "black market" in legal(state), "without any draw"


def test_r14_display_is_refilled() -> None:
    """R14: to four, in the next phase 2."""
    display = ["I", None, "II", None]
    state = activated(display=display)
    assert asked(state) == CHANCE
    assert fact(state, "display") == display
    play(state, "development V")
    assert fact(state, "display") == ["I", "V", "II", None]
    play(state, "development VI")
    assert is_placing(state)


def test_r14_discards_are_shuffled() -> None:
    """R14: the discards come back when the pile is empty, but not before."""
    discarded = {card: n - (card in ("I", "II", "III")) for card, n in COPIES.items()}
    state = activated(display=["I", "II", None, "III"], discarded=discarded)
    assert legal(state) == {f"development {card}" for card in COPIES}
    weights = list(state.chance_weights())
    assert sum(weights) == 32 - 3
    waiting = {**discarded, "XV": 1}
    before = activated(display=["I", "II", None, "III"], discarded=waiting)
    assert fact(before, "display") == ["I", "II", "XV", "III"], "the last card of the pile"
    assert fact(before, "discarded") == waiting
