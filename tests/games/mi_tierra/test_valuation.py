"""The valuation, and the greedy player that follows it: a farm that pays, and no silly moves."""

from __future__ import annotations

from collections import Counter
from statistics import fmean

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable._pure import is_compiled
from farmtable.bots import make_bot
from farmtable.core.playout import playout, sample_chance
from farmtable.core.state import as_world
from farmtable.games.mi_tierra import GAME, MiTierraState
from farmtable.games.mi_tierra.evaluation.valuation import estimate
from farmtable.games.mi_tierra.position.facts import GOOD_IDS
from tests.games.mi_tierra.scenarios import GONE_A, LATE, Data, activated, finished, play, position

GAMES = 40 if is_compiled() else 3
LAST_ROUND: Data = {**LATE, "gone": {**GONE_A, "inflation": 2, "strike": 1}, "permanent": "inflation"}
PROFIT = 4  # times the money of a random player


def greedy_choice(state: MiTierraState) -> str:
    """What the greedy bot does, in words."""
    bot = make_bot("greedy", Rng("valuation"))
    return state.describe(int(bot.choose(state.seen_by(state.to_play))))


def game_between(number: int, *names: str) -> tuple[MiTierraState, Counter[str]]:
    """A finished game, and the first words of all that the greedy players did."""
    state = GAME.new(len(names))
    assert isinstance(state, MiTierraState)
    chance = Rng("valuation", number)
    bots = [make_bot(name, Rng(number, seat)) for seat, name in enumerate(names)]
    done: Counter[str] = Counter()
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            action = sample_chance(state, chance)
        else:
            action = bots[state.to_play].choose(state.seen_by(state.to_play))
            if names[state.to_play] == "greedy":
                done[kind_of(state.describe(int(action)))] += 1
        state.apply(action)
    return state, done


def kind_of(words: str) -> str:
    """A placement by its zone, anything else by its first word."""
    first, _, rest = words.partition(" ")
    return rest if first == "place" else first


# --- better and worse positions ------------------------------------------------------------------------


@pytest.mark.parametrize("good", GOOD_IDS)
def test_one_more_of_a_good_is_worth_more(good: str) -> None:
    assert estimate(position({"goods": {good: 1}}), 0) > estimate(position({}), 0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"money": 20}, {"money": 10}),
        ({"workers": 4, "idle": 4, "money": 10}, {"money": 10}),
        ({"barnyards": [3]}, {"barnyards": [2]}),
        ({"barnyards": [2]}, {}),
        ({"fields": {"A1": "grape", "B1": "grape"}}, {"fields": {"A1": "grape", "C3": "grape"}}),
        ({"fields": {"C1": "grape"}}, {"fields": {"C1": "apple"}}),
        ({"fields": {"C1": "grape"}}, {}),
        ({"goods": {"cow": 2}, "cards": ["II"]}, {"goods": {"cow": 2}, "cards": ["I"]}),
        ({"cards": ["XV"]}, {}),
    ],
)
def test_a_better_farm_is_worth_more(better: Data, worse: Data) -> None:
    assert estimate(position(better), 0) > estimate(position(worse), 0)


@pytest.mark.parametrize(
    ("zone", "farm"),
    [
        ("Official Market", {"goods": {"apple": 6}}),
        ("Animal Industry", {"goods": {"cow": 2, "sheep": 3}, "barnyards": [3], "money": 20}),
        ("Oven", {"goods": {"milk": 1, "egg": 2}, "money": 20}),
        ("Clothing Industry", {"goods": {"wool": 3}, "money": 20}),
        ("Winery and Mill", {"goods": {"wheat": 3, "grape": 3}, "money": 20}),
        ("Forest", {}),
        ("Cattle Farm", {}),
        ("Seed Shop", {}),
        ("field A2", {}),
    ],
)
def test_a_worker_is_worth_more_where_it_has_something_to_do(zone: str, farm: Data) -> None:
    there, stopped = (play(position(farm), action) for action in (f"place {zone}", "stop"))
    assert as_world(there).estimate(0) > as_world(stopped).estimate(0)


def test_at_the_end_only_money_counts() -> None:
    """R54, R55: a cake for 49, seven other pieces for 2, and one left over for a tie."""
    state = finished({"money": 10, "goods": {"cake": 1, "flour": 4, "apple": 3}})
    assert as_world(state).estimate(0) == (10 + 49 + 2) * 100 + 1


# --- what the greedy player does -----------------------------------------------------------------------


def test_it_bakes_when_it_can() -> None:
    farm = {"goods": {"milk": 1, "egg": 2}, "money": 20}
    assert greedy_choice(activated(farm, placed={"Oven": [0]})) == "take"


def test_it_sells_where_most_is_paid() -> None:
    farm = {"goods": {"apple": 2}}
    state = activated(farm, placed={"Official Market": [0]}, market=["apple 3x6", "apple 5x2 out"])
    assert greedy_choice(state) == "sell 2 to apple 5x2 out"


def test_in_the_last_round_it_sells_all_it_has() -> None:
    """R53, R54: whatever is left would be exchanged, three pieces for 1."""
    state = activated({"goods": {"flour": 3}}, placed={"Official Market": [0]}, **LAST_ROUND)
    assert greedy_choice(state) == "black market"
    state.play("black market")
    assert greedy_choice(state) in ("offer flour", "offer 2 flour", "offer 3 flour")


@pytest.mark.parametrize("own", [0, 1])
def test_it_runs_a_profitable_farm(own: int) -> None:
    """It has many times the money of the random player it meets, and of two who play at random."""
    names = ["random", "random"]
    names[own] = "greedy"
    scores: list[list[int]] = []
    done: Counter[str] = Counter()
    for number in range(GAMES):
        state, did = game_between(number, *names)
        scores.append(state.scores())
        done += did
    money = fmean(score[own] for score in scores)
    assert money > PROFIT * fmean(score[1 - own] for score in scores)
    assert money > PROFIT * fmean(random_money(number) for number in range(GAMES))
    wanted = {"Official Market", "Animal Industry", "black", "buy", "use", "sell", "take"}
    assert wanted <= set(done)
    if GAMES > 3:
        assert {"Oven", "Clothing Industry", "Winery and Mill"} <= set(done)


def random_money(number: int) -> float:
    state = GAME.new(2)
    playout(state, Rng("valuation", number))
    return float(fmean(state.scores()))
