"""The numbers an evaluation is learned from: what they say, and that they betray nothing."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable._pure import is_compiled
from farmtable.bots import make_bot
from farmtable.core.playout import sample_chance
from farmtable.games.mi_tierra import GAME, MiTierraState
from farmtable.games.mi_tierra.evaluation import features as numbers
from farmtable.games.mi_tierra.position.facts import (
    ANIMAL_INDUSTRY,
    CAKE,
    CARD_III,
    CARD_IV,
    CARD_XV,
    FARM,
    FOREST,
    GRAPE,
    MARKET,
    OVEN,
    TRADED,
    WINE,
    WOOL,
)
from tests.games.mi_tierra.scenarios import GONE_A, LATE, Data, activated, finished, play, position

GAMES = 9 if is_compiled() else 1
LAST_ROUND: Data = {**LATE, "gone": {**GONE_A, "inflation": 2, "strike": 1}, "permanent": "inflation"}
VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"closing_markets": "closed", "excess_meat": "visit"},
    {"strike": "without_oven", "start": "2"},
)


def told(state: object, seat: int = 0) -> list[int]:
    assert isinstance(state, MiTierraState)
    return list(state.features(seat))


# --- in every game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_whole_games(players: int, name: str) -> None:
    """Length and bounds, exact points, a game that only gets shorter, and nothing that a seat cannot know."""
    for number in range(GAMES):
        options = VARIANTS[number % len(VARIANTS)]
        state = GAME.new(players, **options)
        chance, unsure = Rng("features", number), Rng("unsure", number)
        bots = [make_bot(name, Rng(number, seat)) for seat in range(players)]
        left, moves = 100, 0
        assert told(state)[numbers.LEFT] == 100
        while state.to_play != OVER:
            rows = [told(state, seat) for seat in range(players)]
            assert {len(row) for row in rows} == {GAME.feature_count}
            assert all(-32000 <= number <= 32000 for row in rows for number in row)
            assert [row[numbers.POINTS] for row in rows] == state.scores()
            assert 0 < rows[0][numbers.LEFT] <= left
            left = rows[0][numbers.LEFT]
            if moves % 10 == number % 10:
                for seat in range(players):
                    assert told(state.seen_by(seat).determinize(unsure), seat) == rows[seat]
            moves += 1
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, chance))
            else:
                state.apply(bots[state.to_play].choose(state.seen_by(state.to_play)))
        rows = [told(state, seat) for seat in range(players)]
        assert [row[numbers.POINTS] for row in rows] == state.scores()
        assert {row[numbers.LEFT] for row in rows} == {0}


def test_what_the_clock_tower_showed_is_for_who_looked() -> None:
    """R34, R58: the other seat's numbers are the same whatever the first one saw."""
    rows = {}
    for event in ("thieves", "fruit fly", "wine 21x2"):
        top = [{"card": card, "exact": [0]} for card in ("milk 8x2", event)]
        state = position(top=top)
        rows[event] = told(state, 0), told(state, 1)
    assert rows["thieves"][1] == rows["fruit fly"][1] == rows["wine 21x2"][1]
    soon = slice(numbers.SOON, numbers.SOON + 3)
    assert [row[soon] for row, _ in rows.values()] == [[3, 0, 0], [0, 3, 0], [0, 0, 0]]


# --- examples ---------------------------------------------------------------------------------------------


def test_a_finished_game_has_only_points() -> None:
    row = told(finished({"money": 100, "goods": {"cake": 2, "apple": 7}}))
    assert row[numbers.POINTS] == 100 + 2 * 49 + 2  # R54
    assert row[numbers.LEFT] == 0
    assert row[numbers.GUESS] == row[numbers.POINTS]
    assert sum(row) == 2 * row[numbers.POINTS] + 1  # and the number of seats


def test_goods_and_what_can_be_made_of_them() -> None:
    row = told(position({"money": 9, "goods": {"milk": 2, "egg": 5, "wool": 2, "grape": 7, "cow": 1}}))
    assert row[numbers.SETS : numbers.SETS + 4] == [2, 0, 0, 2]  # R35
    assert row[numbers.MISSING : numbers.MISSING + 2] == [0, 1]
    assert row[numbers.HAS + GRAPE] == 7
    assert row[numbers.FIRST_UNITS + GRAPE] == 3
    assert row[numbers.HAS + TRADED : numbers.HAS + TRADED + 3] == [0, 1, 0]
    assert row[numbers.PURSE : numbers.PURSE + numbers.PURSE_COUNT] == [1, 1, 1, 1, 1, 0, 0]


def test_the_supply_of_cakes_is_shared() -> None:
    row = told(position({"goods": {"cake": 2}}, {"goods": {"cake": 3, "clothes": 1}}))
    assert row[numbers.SUPPLY : numbers.SUPPLY + 2] == [2, 6]  # R57: seven of each


def test_fields_side_by_side_yield_two() -> None:
    """R38: and three with card XI, for a group of three."""
    fields = {"A1": "grape", "B1": "grape", "C1": "grape", "C3": "wheat"}
    row = told(position({"fields": fields}))
    assert row[numbers.FIELDS : numbers.FIELDS + 3] == [1, 1, 3]
    assert row[numbers.YIELDS : numbers.YIELDS + 3] == [1, 1, 6]
    assert row[numbers.CELLS_FREE] == 4
    assert told(position({"fields": fields, "cards": ["XI"]}))[numbers.YIELDS + GRAPE] == 9


def test_cards_that_have_what_they_ask_for() -> None:
    row = told(position({"goods": {"grape": 1}, "cards": ["III", "IV", "XV"]}))
    assert [row[numbers.CARDS + card] for card in (CARD_III, CARD_IV, CARD_XV)] == [1, 2, 2]
    assert row[numbers.TO_COME + WINE] == 1
    assert row[numbers.TO_COME + GRAPE] == -1
    assert row[numbers.GAIN] == 3  # what card XV brings


def test_workers_are_worked_out_in_the_order_of_their_zones() -> None:
    """R24, R33, R35: the milk of the animal industry is there in time for the oven."""
    farm: Data = {"money": 20, "goods": {"cow": 2, "egg": 2}, "barnyards": [2]}
    placed = {"Animal Industry": [0], "Oven": [0]}
    row = told(activated(farm, placed=placed))
    assert row[numbers.STANDING + ANIMAL_INDUSTRY] == row[numbers.STANDING + OVEN] == 1
    assert row[numbers.TO_COME + CAKE] == 1
    assert row[numbers.GAIN] == 49 - 5 - 8 - 1  # R54: four pieces were one money, two are none
    assert told(activated({**farm, "money": 12}, placed=placed))[numbers.TO_COME + CAKE] == 0


def test_a_worker_at_work_counts_until_it_has_done_it() -> None:
    state = activated({"money": 9, "goods": {"sheep": 3}, "barnyards": [3]}, placed={"Animal Industry": [0]})
    row = told(state)
    assert row[numbers.TO_COME + WOOL] == 1
    play(state, "take")
    row = told(state)
    assert row[numbers.STANDING + ANIMAL_INDUSTRY] == row[numbers.TO_COME + WOOL] == 0
    assert row[numbers.HAS + WOOL] == 1


def test_sales_count_for_who_has_a_worker_at_the_market() -> None:
    """R41 to R43: the markets show apples for 3, six at most, and for 4, four at most."""
    goods: Data = {"goods": {"apple": 8}}
    row = told(position(goods))
    assert row[numbers.SALES] == 6 * 3 + 2 * 4
    assert row[numbers.BEST_SALE] == 18
    assert row[numbers.SALES_MINE] == 0
    row = told(activated(goods, placed={"Official Market": [0, 1]}))
    assert row[numbers.STANDING + MARKET] == row[numbers.SELLERS] == row[numbers.SELLING_NOW] == 1
    assert row[numbers.SALES_MINE] == 26
    assert row[numbers.GAIN] == 26 - 8 // 3


def test_only_in_the_last_round_the_gain_is_the_last() -> None:
    goods: Data = {"goods": {"apple": 3}}
    assert told(position(goods, **LATE))[numbers.LAST_GAIN] == 0
    late = {**LAST_ROUND, "market": ["apple 4x5 out", "grape 6x4"], "placed": {"Official Market": [0]}}
    row = told(activated(goods, **late))
    assert row[numbers.ENDING] == 1
    assert row[numbers.LAST_GAIN] == row[numbers.GAIN] > 0


def test_who_may_still_place_sees_the_free_spaces() -> None:
    """R15, R17: with two seats two spaces of the forest."""
    row = told(position({}, placed={"Forest": [1]}))
    assert row[numbers.TO_PLACE] == 3
    assert row[numbers.FREE + FOREST] == 1
    row = told(position({"stopped": True}))
    assert row[numbers.TO_PLACE] == row[numbers.FREE + FOREST] == 0


def test_field_workers() -> None:
    row = told(position({"idle": 1, "fields": {"A1": "apple"}, "field_workers": ["A1", "A2"]}))
    assert row[numbers.STANDING + FARM] == 2
    assert row[numbers.TO_COME] == 4
