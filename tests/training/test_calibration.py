"""Chances as they are told come true, for each number of seats, and change nothing that is chosen."""

from __future__ import annotations

from array import array
from pathlib import Path

import numpy as np
import pytest

import farmtable
from farmtable import BadRecord, Rng
from farmtable.bots import Budget, Network, SearchBot
from farmtable.bots.evaluation import LOGISTIC
from farmtable.bots.network_file import CHANCES, TOLD, halves, pack_tensors, parse_network, parse_tensors
from farmtable.core import game, sample_chance
from farmtable.core.state import as_world
from farmtable.training.calibration import calibrated, told_spreads
from farmtable.training.recipe import Recipe
from farmtable.training.sheets import SheetEpisode, SheetRows, chances_of, with_chances

AEHRE = game("aehre")
SHIPPED = (Path(farmtable.__file__).parent / "games/aehre/networks/2.safetensors").read_bytes()


def games(seats: int, count: int, spread: float, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What seats of so many games expect, what they come to, and what is left: points stray by `spread` times
    what is left."""
    rng = np.random.default_rng(seed)
    left = rng.integers(1, 101, count)
    expected = rng.normal(100, 10, (count, seats))
    points = expected + rng.normal(0, 1, (count, seats)) * (spread * left / 100)[:, None]
    return expected.astype(np.float32), points.astype(np.float32), left


def came_true(
    expected: np.ndarray, points: np.ndarray, spreads: np.ndarray, low: float
) -> tuple[float, float]:
    """What was told on average of chances from `low` to a tenth more, and how many came true."""
    odds = np.exp((expected - expected.max(axis=1, keepdims=True)) / (LOGISTIC * spreads[:, None]))
    chances = odds / odds.sum(axis=1, keepdims=True)
    there = (chances >= low) & (chances < low + 0.1)
    won = points == points.max(axis=1, keepdims=True)
    assert there.sum() > 300
    return float(chances[there].mean()), float(won[there].mean())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_come_true_whatever_is_left_and_however_many_play(seats: int) -> None:
    expected, points, left = games(seats, 40_000, 20, seats)
    found = told_spreads(expected, points, left, np.arange(len(left)))
    assert found[10] < found[50] < found[90]
    fresh, came, stage = games(seats, 40_000, 20, 9 + seats)
    for low in (0.1, 0.5, 0.7, 0.8):
        told, true = came_true(fresh, came, found[stage], low)
        assert true == pytest.approx(told, abs=0.04)


def test_where_points_stray_less_than_they_seem_to_or_more_chances_follow_who_won() -> None:
    """Leads that are told too small by half: the likeliest spread is half of what they would stray by."""
    expected, points, left = games(2, 20_000, 20, 4)
    numbers = np.arange(len(left))
    right = told_spreads(expected, points, left, numbers)
    small = told_spreads(((expected - 100) / 2).astype(np.float32), points, left, numbers)
    assert small[50:] == pytest.approx(right[50:] / 2, rel=0.1)
    # Where leads are told three times too large, what a search goes by is bounded, and what is told is not.
    late = left > 80
    large = ((expected - 100) * 3 + 100).astype(np.float32)
    assert told_spreads(large, points, left, numbers)[90] > 1.2 * calibrated(large[late], points[late])


def test_few_games_tell_nothing() -> None:
    expected, points, left = games(3, 5_000, 20, 1)
    assert not told_spreads(expected, points, left, np.arange(5_000) % 99).any()


def rows(seats: int, count: int) -> SheetRows:
    """Positions of one line of a score sheet, each of a game of its own."""
    expected, points, left = games(seats, count, 20, seats)
    features = np.zeros((count * seats, 3), np.int16)
    features[:, 0] = np.round(expected).ravel()
    features[:, 1] = np.repeat(left, seats)
    sheet = points.reshape(-1, 1)
    numbers = np.repeat(np.arange(count), seats)
    return SheetRows(features, np.zeros_like(sheet), sheet, numbers, np.full(count * seats, seats))


def plain(**more: array[float]) -> dict[str, array[float]]:
    """A network that expects the points it is told first."""
    sizes = {"hidden": 24, "bias": 8, "out": 8, "slope": 3, "shift": 1}
    zeros = {name: array("f", [0.0] * size) for name, size in sizes.items()}
    return {**zeros, "spreads": array("f", [5.0] * 101), "typical": array("f", [0.0]), **more}


def test_each_number_of_seats_has_a_table_of_its_own() -> None:
    one = rows(4, 4_000)
    two = rows(2, 4_000)
    both = SheetRows(*(np.concatenate([getattr(each, part) for each in (one, two)]) for part in vars(one)))
    both.games[len(one) :] += 4_000
    found = np.array(chances_of(plain(), both)[CHANCES]).reshape(-1, 101)
    assert len(found) == 4
    assert found[1].all()
    assert found[3].all()
    assert not found[0].any()
    assert not found[2].any()
    assert chances_of(plain(), rows(1, 500)) == {}
    stretched = plain(stretch=array("f", [2.0] * 101))
    wider = np.array(chances_of(stretched, both)[CHANCES]).reshape(-1, 101)
    assert wider[3][40:] == pytest.approx(2 * found[3][40:], rel=0.05), "by points as they are told"


def network_in(data: bytes) -> Network:
    return parse_network(data, AEHRE.feature_names, AEHRE.num_actions, AEHRE.sheet_lines)


def with_told(numbers: array[float]) -> bytes:
    tensors, made = parse_tensors(SHIPPED)
    return pack_tensors(tensors | {CHANCES: numbers}, made, halves(SHIPPED))


def test_only_what_is_told_of_chances_is_another() -> None:
    narrow, wide = (network_in(with_told(array("f", [spread] * 202))) for spread in (1.0, 90.0))
    state = as_world(AEHRE.new(2))
    rng = Rng(2)
    for _ in range(60):
        chance = state.to_play == farmtable.CHANCE
        legal = state.legal_actions()
        state.apply(sample_chance(state, rng) if chance else legal[rng.below(len(legal))])
    sure, unsure = (list(network.twin().appraise(state).chances) for network in (narrow, wide))
    assert sure[0] != pytest.approx(unsure[0], abs=0.02)
    assert abs(sure[0] - 0.5) > abs(unsure[0] - 0.5)
    assert sum(sure) == pytest.approx(1)
    while state.to_play == farmtable.CHANCE:
        state.apply(sample_chance(state, rng))
    seen = state.seen_by(state.to_play)
    first, second = (SearchBot(Rng(3), Budget(60), network).think(seen) for network in (narrow, wide))
    assert [(one.action, one.utility) for one in first.candidates] == [
        (one.action, one.utility) for one in second.candidates
    ]
    assert first.points == second.points
    assert first.chances != second.chances


def test_all_that_is_told_of_score_sheets_stays() -> None:
    recipe = Recipe("aehre", (2,), AEHRE.check_options({}), positions=6)
    seen = [SheetEpisode(recipe, SHIPPED, 12)(0)] * 2
    before, after = parse_tensors(SHIPPED), parse_tensors(with_chances(SHIPPED, seen))
    assert {name: part for name, part in after[0].items() if name != CHANCES} == {
        name: part for name, part in before[0].items() if name != CHANCES
    }
    assert set(TOLD) < set(after[0])
    assert after[1] == before[1]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [([1.0] * 100, "not 101"), ([-1.0] * 101, "below 0"), ([float("nan")] * 101, "below 0 or without end")],
)
def test_damaged_spreads_are_refused(numbers: list[float], said: str) -> None:
    with pytest.raises(BadRecord, match=said):
        network_in(with_told(array("f", numbers)))


@pytest.mark.parametrize(
    "path",
    sorted(Path(farmtable.__file__).parent.glob("games/*/networks/*.safetensors")),
    ids=lambda path: f"{path.parts[-3]}-{path.stem}",
)
def test_who_serves_several_numbers_of_seats_tells_chances_by_each(path: Path) -> None:
    """One table of σ cannot be right for three and for four: leads stray by other widths."""
    tensors, made = parse_tensors(path.read_bytes())
    seats = {int(one) for one in made["players"].split(",")}
    if len(seats) == 1:
        pytest.skip("it serves one number of seats")
    for count in seats:
        told = tensors[CHANCES][101 * (count - 1) : 101 * count]
        assert len(told) == 101
        assert min(told) > 0
