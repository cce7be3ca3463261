"""Learning by self-play: it learns, it can be stopped anywhere, and who plays does not matter."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import farmtable
from farmtable import BadOption, BadRecord, Rng
from farmtable.arena import policy_lesson, search_lesson, value_lesson
from farmtable.arena.lead_lesson import Positions, assess, begin, levelled, positions_of
from farmtable.arena.learning import Learner, Samples
from farmtable.arena.plan import Plan
from farmtable.arena.policy_lesson import (
    Decisions,
    Practice,
    Seen,
    calibrated,
    decisions_of,
    improve,
    regress,
    samples_of,
    temper,
)
from farmtable.arena.pool import open_workers
from farmtable.arena.training import Training
from farmtable.arena.training_page import render
from farmtable.arena.value_lesson import Playing
from farmtable.bots import load_network
from farmtable.bots.network_file import metadata, parse_network, parse_tensors
from farmtable.core.feature_names import digest_of
from tools import fit_leads

ALONE = farmtable.game("agricola").check_options({"cards": "none", "variant_tile": "no"})
SMALL = {"generations": 2, "games": 4, "width": 8, "trials": 2, "window": 2}


def plan(**other: Any) -> Plan:
    options = farmtable.game("aehre").check_options({})
    return Plan(**{"game": "aehre", "players": (2,), "options": options, **SMALL, **other})


def train(folder: Path, wanted: Plan, workers: int = 1) -> Training:
    training = Training(wanted, folder, "farmtable train")
    with open_workers(workers) as hands:
        assert training.run(hands)
    return training


def samples(rows: int, seed: int) -> Samples:
    """Points still to come: three times a feature, and a bend that no straight line follows."""
    rng = np.random.default_rng(seed)
    features = rng.integers(0, 10, (rows, 5)).astype(np.int16)
    features[:, 1] = rng.integers(0, 101, rows)
    to_come = 3 * features[:, 2] + 6 * np.maximum(features[:, 3] - 5, 0)
    finals = (features[:, 0] + to_come + rng.normal(0, 1 + features[:, 1] / 25)).astype(np.float32)
    return Samples(features, finals, finals)


@pytest.fixture(scope="module")
def learner() -> Learner:
    seen = samples(20_000, 1)
    learner = Learner(seen, 8, 1, memory=0.98)
    learner.fit(seen, 60, 3e-3, np.random.default_rng(2))
    learner.measure(samples(20_000, 3), 7.0)
    return learner


def test_a_line_and_a_bend_are_learned(learner: Learner) -> None:
    fresh = samples(5_000, 4)
    errors = fresh.finals - learner.expect(fresh.features)
    noise = 1 + fresh.features[:, 1] / 25
    assert np.sqrt(np.mean((errors / noise) ** 2)) < 1.3


def test_an_outline_is_a_line_of_two_numbers() -> None:
    seen = samples(5_000, 8)
    learner = Learner(seen, 8, 1)
    learner.outline(seen)
    expected = learner.expect(seen.features) - seen.features[:, 0]
    alike = seen.features.copy()
    alike[:, 2:] = 0
    assert np.allclose(expected, learner.expect(alike) - alike[:, 0], atol=1e-3)
    assert expected.mean() == pytest.approx((seen.finals - seen.features[:, 0]).mean(), abs=0.1)


def test_it_is_known_how_far_expectations_stray(learner: Learner) -> None:
    assert learner.curve[10] == pytest.approx(1.4, abs=0.5)
    assert learner.curve[90] == pytest.approx(4.6, abs=0.5)
    assert learner.typical == 7


def test_the_exported_network_says_the_same(learner: Learner) -> None:
    from farmtable.bots.network_file import FEATURES, pack_tensors

    names = ("a", "b", "c", "d", "e")
    network = parse_network(pack_tensors(learner.export(), {FEATURES: digest_of(names)}), names)
    fresh = samples(20, 5)
    expected = learner.expect(fresh.features)
    for row, features in enumerate(fresh.features):
        numbers = vec[i64]([int(number) for number in features])
        assert features[0] + network.to_come(numbers) == pytest.approx(expected[row], rel=1e-3, abs=1e-2)


def test_a_calibrated_twin_expects_what_comes_and_likes_the_same(learner: Learner) -> None:
    seen = samples(20_000, 11)
    astray = Learner.restore(learner.state())
    for weights in (astray.weights, astray.mean):
        weights["out"] *= 3
        weights["slope"] *= 3
        weights["shift"] += 5
    twin = astray.calibrated(seen, 7.0)
    assert twin.expect(seen.features).mean() == pytest.approx(seen.finals.mean(), abs=0.05)
    errors = [np.abs(one.expect(seen.features) - seen.finals).mean() for one in (learner, twin, astray)]
    assert errors[0] < errors[1] < errors[2] / 2
    alike = seen.features[:, 1] == 50
    order = [np.argsort(one.expect(seen.features[alike])) for one in (twin, astray)]
    assert (seen.finals[alike][order[0]] == seen.finals[alike][order[1]]).mean() > 0.99


def test_leads_are_stretched_to_what_comes_of_them(learner: Learner) -> None:
    """Early they come out half as great as expected, in the end twice as great."""
    rng = np.random.default_rng(12)
    left = rng.integers(0, 101, 40_000)
    expected = rng.normal(0, 10, 40_000).astype(np.float32)
    came = expected * (2 - 1.5 * left / 100) + rng.normal(0, 3 + left / 10, 40_000)
    twin = Learner.restore(learner.state())
    twin.compare(left, expected, came.astype(np.float32))
    assert twin.stretch[[5, 50, 95]] == pytest.approx([1.925, 1.25, 0.575], abs=0.1)
    assert twin.curve[[5, 50, 95]] == pytest.approx([3.5, 8, 12.5], abs=0.5)
    assert Learner.restore(twin.state()).stretch.tolist() == twin.stretch.tolist()


def test_a_learner_goes_on_as_if_never_stopped(learner: Learner) -> None:
    seen = samples(3_000, 6)
    twin = Learner.restore(learner.state())
    assert Learner.restore(twin.state()).steps == learner.steps
    one, other = Learner.restore(twin.state()), Learner.restore(twin.state())
    one.fit(seen, 1, 1e-3, np.random.default_rng(1))
    other.fit(seen, 1, 1e-3, np.random.default_rng(1))
    assert np.array_equal(one.expect(seen.features), other.expect(seen.features))


def test_the_outcome_depends_neither_on_who_plays_nor_on_stops(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", plan())
    train(tmp_path / "parts", plan(generations=1), workers=2)
    parts = train(tmp_path / "parts", plan(), workers=2)
    assert [step[:-1] for step in parts.log[1:]] == [step[:-1] for step in whole.log[1:]]
    ours, theirs = (
        load_network(one.network(2), farmtable.game("aehre").feature_names) for one in (whole, parts)
    )
    assert list(ours.hidden) == list(theirs.hidden)
    made = metadata(whole.folder / "network.safetensors")
    assert (made["game"], made["seed"], made["generation"], made["command"]) == (
        "aehre",
        "0",
        "2",
        "farmtable train",
    )
    page = render(whole)
    assert page.count("<figure") == 3
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_games_of_self_play_can_be_searched() -> None:
    """Equal numbers give equal games; what is expected at last is what the search found, hence the result."""
    game = farmtable.game("aehre")
    network = (Path(farmtable.__file__).parent / "games/aehre/networks/all.safetensors").read_bytes()
    first, again, quick = (
        Playing(plan(simulations=simulations, trust=0.0), 1, network, 1)(0) for simulations in (4, 4, 1)
    )
    assert first == again
    assert first.features != quick.features
    samples = value_lesson.samples_of([first], game.feature_count)
    assert len(samples) == len(samples.finals) > 20
    assert list(samples.targets[-2:]) == list(samples.finals[-2:]) == first.scores
    assert (samples.targets[:-2] != samples.finals[:-2]).mean() > 0.9


def test_in_games_against_rivals_one_seat_alone_has_the_network() -> None:
    """Its rivals are greedy, or have the network that training began with; all seats teach."""
    network = (Path(farmtable.__file__).parent / "games/aehre/networks/all.safetensors").read_bytes()
    alone = Playing(plan(players=(3,), rivals=1.0), 1, network, 1)
    begun = Playing(plan(players=(3,), rivals=1.0), 1, network, 1, network)
    for number in range(20):
        assert sorted(map(_kind, alone._others(3, Rng(number)))) == ["", "GreedyBot", "GreedyBot"]
    kinds = {tuple(sorted(map(_kind, begun._others(3, Rng(number))))) for number in range(20)}
    assert kinds == {("", "GreedyBot", "GreedyBot"), ("", "SearchBot", "SearchBot")}
    assert Playing(plan(players=(3,)), 1, network, 1)._others(3, Rng()) == [None] * 3
    assert alone._others(1, Rng()) == [None]
    seen = alone(0)
    assert seen == alone(0)
    samples = value_lesson.samples_of([seen], farmtable.game("aehre").feature_count)
    assert len(samples) % 3 == 0
    assert len(samples) == len(samples.finals) > 30


def _kind(bot: object) -> str:
    return "" if bot is None else type(bot).__name__


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network to begin with, which knows hardly anything."""
    return train(tmp_path_factory.mktemp("values"), plan(generations=1, trials=0)).network(1)


@pytest.mark.parametrize("way", ["improve", "regress", "leads", "search"])
def test_choices_are_learned_from_a_network_to_begin_with(way: str, begun: Path, tmp_path: Path) -> None:
    wanted = plan(heat=0.05, players=(2, 3), trials=0, window=2, rivals=0.2)
    wanted = replace(wanted, regress=way == "regress")
    wanted = replace(wanted, heat=0.0, leads=True) if way == "leads" else wanted
    wanted = replace(wanted, simulations=4, every=9) if way == "search" else wanted
    outcomes = []
    for folder, stops, workers in ((tmp_path / "whole", [2], 1), (tmp_path / "parts", [1, 2], 2)):
        with open_workers(workers) as hands:
            for stop in stops:
                training = Training(replace(wanted, generations=stop), folder, begin=begun)
                assert training.run(hands)
        outcomes.append([step[:-1] for step in training.log])
    assert outcomes[0] == outcomes[1]
    features = farmtable.game("aehre").feature_names
    before, after = load_network(begun, features), load_network(training.network(2), features)
    assert list(before.hidden) != list(after.hidden)
    assert set(after.stretch) == {1.0}
    kept = {path.name for path in (tmp_path / "whole").glob("lesson-*")}
    assert kept == (
        {f"lesson-00{number}-{n}.npz" for number in (1, 2) for n in (2, 3)} if way != "improve" else set()
    )


def test_a_decision_that_is_searched_is_kept_with_what_was_found() -> None:
    features = farmtable.game("aehre").feature_count
    network = (Path(farmtable.__file__).parent / "games/aehre/networks/all.safetensors").read_bytes()
    once, seen = (
        Practice(plan(heat=0.05, simulations=simulations), 1, network, 4)(3) for simulations in (1, 12)
    )
    lesson = search_lesson.findings_of([seen], features, np.full(101, 2, np.float32))
    assert lesson.players == 2
    assert len(lesson) == len(np.frombuffer(seen.seats, np.int64)) > 3
    assert np.add.reduceat(lesson.shares, lesson.starts) == pytest.approx(np.ones(len(lesson)))
    assert lesson.counts.max() > np.frombuffer(once.counts, np.int64).max()
    # Before it was searched, each promised what the network expects of the very position, unstretched.
    table = parse_network(network, farmtable.game("aehre").feature_names)
    learner = Learner(samples(10, 1), len(table.bias), 0)
    learner.scale = np.ones(features, np.float32)
    learner.weights = learner.mean = {
        name: np.array(part, np.float32).reshape((features, -1) if name == "hidden" else -1)
        for name, part in parse_tensors(network)[0].items()
    }
    learner.unit = 1.0
    expected = learner.expect(lesson.features.reshape(-1, features)).reshape(-1, 2)
    stretch = np.array(parse_tensors(network)[0].get("stretch", [1.0] * 101), np.float32)
    left = np.clip(lesson.features[:, 0, 1], 0, 100)
    at_first_sight = (expected[:, 0] - expected[:, 1]) * stretch[left] / 2
    untried = lesson.shares < 0.4 * np.maximum.reduceat(lesson.shares, lesson.starts).repeat(lesson.counts)
    found = lesson.promised - at_first_sight
    assert np.abs(found[untried]).max() < 1e-2
    assert 0.05 < np.abs(found[~untried]).max() < 20


def test_what_searches_promised_is_adopted() -> None:
    """The steps of feature 2 turn out to be worth twice as much as they were thought to be."""
    rng = np.random.default_rng(5)
    seen = samples(5_000, 3)
    learner = Learner(seen, 8, 1, memory=0.9)
    learner.fit(seen, 20, 3e-3, rng)
    decisions, candidates = 4_000, 3
    table = samples(2 * candidates * decisions, 6).features.reshape(-1, 2, 5)
    table[:, :, 1] = 50
    lead = 2.0 * (table[:, 0, 2].astype(np.float32) - table[:, 1, 2])
    lesson = search_lesson.Findings(
        table,
        np.full(decisions, candidates),
        np.arange(0, candidates * decisions, candidates),
        np.full(candidates * decisions, 1 / candidates, np.float32),
        lead,
    )
    assert search_lesson.Findings.of(lesson.arrays()).promised is not None
    errors = [search_lesson.adopt(learner, [lesson], passes, 3e-3, rng) for passes in (1, 40, 1)]
    assert errors[0] > 10 * errors[2]
    alike = np.array([[0, 50, 2, 0, 0], [0, 50, 7, 0, 0]], np.int16)
    less, more = learner.expect(alike)
    assert more - less == pytest.approx(10, abs=0.7)


def test_so_many_decisions_are_drawn_as_the_plan_wants() -> None:
    network = (Path(farmtable.__file__).parent / "games/aehre/networks/all.safetensors").read_bytes()
    drawn = {}
    for every in (1, 3, 9):
        wanted = plan(heat=0.05, every=every)
        kept = policy_lesson.every(wanted, 1, network)
        assert kept == every
        seen = [Practice(wanted, 1, network, kept)(number) for number in range(3)]
        drawn[every] = sum(len(np.frombuffer(one.seats, np.int64)) for one in seen)
    assert drawn[1] > 2 * drawn[3] > 4 * drawn[9] > 0


def test_the_leads_of_games_among_equals_calibrate(tmp_path: Path) -> None:
    begun = train(tmp_path, plan(generations=1, trials=0)).network(1).read_bytes()
    count = farmtable.game("aehre").feature_count
    practice = Practice(plan(heat=0.05, players=(2, 3), rivals=0.5), 1, begun, 1)
    games = [practice(number) for number in range(6)] * 20  # as often as makes them enough to go by
    equals = [seen for seen in games if len(set(np.frombuffer(seen.seats, np.int64))) > 1]
    assert 0 < len(equals) < len(games)
    learner = Learner(samples_of(games, count), 8, 1)
    learner.begin_with(parse_tensors(begun)[0])
    twin = calibrated(learner, games, 7.0)
    left, expected, came = [], [], []
    for seen in equals:
        some, players = samples_of([seen], count), len(seen.scores)
        points, finals = twin.expect(some.features).reshape(-1, players), some.finals.reshape(-1, players)
        expected.append((points - points.mean(axis=1, keepdims=True)).ravel())
        came.append((finals - finals.mean(axis=1, keepdims=True)).ravel())
        left.append(some.features[:, 1])
    there = np.abs(np.concatenate(left) - 52) <= 2
    leads, ends = np.concatenate(expected)[there], np.concatenate(came)[there]
    assert twin.stretch[52] == pytest.approx((leads * ends).sum() / (leads**2).sum(), abs=0.2)
    assert len(set(twin.stretch)) > 10


def lesson(learner: Learner, rng: np.random.Generator) -> Decisions:
    """Two candidates each: a step of feature 2 more gains a tenth of a spread, and the rest is luck."""
    features = np.zeros((2_000, 2, 2, 5), np.int16)  # decisions, candidates, seats
    features[:, 0, 0, 2] = rng.integers(0, 10, 2_000)
    features[:, 1, 0, 2] = rng.integers(0, 10, 2_000)
    features[:, :, :, 1] = 50
    gains = (features[:, 0, 0, 2] - features[:, 1, 0, 2]) / 10 / 2 + rng.normal(0, 1, 2_000)
    return Decisions(
        features.reshape(-1, 2, 5),
        np.full(2_000, 2),
        np.arange(0, 4_000, 2),
        np.full(4_000, 0.5, np.float32),
        np.full(2_000, learner.unit, np.float32),
        gains.astype(np.float32),
    )


def nine_more(learner: Learner) -> float:
    """The units that nine steps of feature 2 are thought to be worth; the guess says nothing of them."""
    more, less = np.zeros((1, 5), np.int16), np.zeros((1, 5), np.int16)
    more[0, 1] = less[0, 1] = 50
    more[0, 2] = 9
    return float(learner.expect(more)[0] - learner.expect(less)[0]) / learner.unit


def test_what_turned_out_better_becomes_likelier() -> None:
    rng = np.random.default_rng(3)
    seen = samples(4_000, 9)
    learner = Learner(seen, 8, 1)
    learner.outline(seen)
    improve(learner, [lesson(learner, rng)], 8, 3e-3, rng)
    assert nine_more(learner) > 0.1


def test_leads_come_to_foretell_what_choices_gain() -> None:
    """Nine steps are worth nine tenths of a spread, here two units; and exaggeration is tempered."""
    rng = np.random.default_rng(3)
    seen = samples(4_000, 9)
    learner = Learner(seen, 8, 1, memory=0.9)
    learner.outline(seen)
    some = [lesson(learner, rng), lesson(learner, rng)]
    regress(learner, some, 2 * learner.unit, 150, 3e-3, rng)
    assert nine_more(learner) == pytest.approx(1.8, abs=0.2)
    learner.shrink(4.0)
    assert temper(learner, some, 2 * learner.unit) == pytest.approx(0.25, abs=0.02)
    assert nine_more(learner) == pytest.approx(1.8, abs=0.2)


def course(rows: int, rng: np.random.Generator) -> Positions:
    """Games of ten positions: feature 2 tells the lead, feature 3 who has just chosen, and nothing else."""
    features = np.zeros((rows, 2, 5), np.int16)
    features[:, :, 1] = 50
    features[:, :, 2] = np.repeat(rng.integers(0, 10, (rows // 10, 2)), 10, axis=0)
    features[np.arange(rows), rng.integers(0, 2, rows), 3] = 1
    return Positions(features, np.arange(rows) // 10, 10.0 + 2 * features[:, :, 2].astype(np.float32))


def test_worth_is_learned_from_how_games_went_on() -> None:
    """A network promises 8 points to who has just chosen (feature 3); steps of feature 2 are worth 2."""
    rng = np.random.default_rng(3)
    seen = samples(4_000, 9)
    learner = Learner(seen, 8, 1, memory=0.9)
    learner.outline(seen)
    for weights in (learner.weights, learner.mean):
        weights["slope"][:] = 0
        weights["slope"][0] = -learner.scale[0] / learner.unit  # the guess is not believed
        weights["slope"][3] = 8 * learner.scale[3] / learner.unit
    watched = course(6_000, rng)
    wanted = plan(leads=True, passes=30, rate=0.01, trust=0.9)
    told: list[int] = []
    error = assess(learner, [watched], wanted, rng, told.append)
    assert error < 0.02
    assert sum(told) == 30 * len(watched)

    def lead(feature: int, number: int) -> float:
        pair = np.zeros((2, 5), np.int16)
        pair[:, 1] = 50
        pair[0, feature] = number
        first, second = learner.expect(pair)
        return float(first - second)

    assert lead(2, 5) == pytest.approx(10, abs=1)
    assert abs(lead(3, 1)) < 1


def test_leads_begin_with_the_straight_line_that_tells_them_best() -> None:
    """Steps of feature 2 are worth 2 points, those of feature 3 nothing."""
    watched = course(6_000, np.random.default_rng(4))
    learner = Learner(samples(4_000, 9), 8, 1)
    begin(learner, [watched])
    pair = np.zeros((2, 5), np.int16)
    pair[:, 1] = 50
    for feature, number, lead in ((2, 5, 10), (3, 1, 0)):
        told = pair.copy()
        told[0, feature] = number
        first, second = learner.expect(told)
        assert first - second == pytest.approx(lead, abs=1)


def test_a_network_that_knows_worth_is_levelled_by_the_points_that_came() -> None:
    rng = np.random.default_rng(5)
    watched = course(6_000, rng)
    learner = Learner(samples(4_000, 9), 8, 1)
    learner.settle()
    twin = levelled(learner, [watched], 7.0)
    rows = watched.features.reshape(-1, 5)
    before, after = (one.expect(rows).reshape(-1, 2) for one in (learner, twin))
    assert after.mean() == pytest.approx(watched.points.mean(), abs=0.1)
    assert after[:, 0] - after[:, 1] == pytest.approx(before[:, 0] - before[:, 1], abs=1e-3)
    strayed = (after[:, 0] - after[:, 1]) - watched.finals[:, 0]
    assert twin.curve[50] == pytest.approx(np.sqrt((strayed**2).mean() / 2), rel=0.01)
    assert set(twin.stretch) == {1.0}
    assert twin.typical == 7.0


def test_positions_are_kept_in_their_order_by_numbers_of_seats() -> None:
    count = farmtable.game("aehre").feature_count
    playing = Playing(plan(leads=True, players=(2, 3)), 1, None, 2)
    games = [playing(number) for number in range(6)]
    courses = positions_of(games, count)
    assert [one.players for one in courses] == [2, 3]
    assert [len(set(one.games)) for one in courses] == [3, 3]
    for one in courses:
        left = one.features[:, 0, 1].astype(int)
        assert (np.diff(left)[np.diff(one.games) == 0] <= 0).all()
        assert one.finals.sum(axis=1) == pytest.approx(np.zeros(len(one)), abs=1e-3)
        assert [list(points) for points in one.points[np.flatnonzero(np.diff(one.games, prepend=-1))]] == [
            seen.scores for seen in games if len(seen.scores) == one.players
        ]


def test_a_narrower_network_can_be_gone_on_with() -> None:
    seen = samples(4_000, 9)
    narrow, wide = Learner(seen, 8, 1), Learner(seen, 16, 2)
    narrow.fit(seen, 2, 1e-2, np.random.default_rng(1))
    wide.begin_with(narrow.export())
    assert wide.expect(seen.features) == pytest.approx(narrow.expect(seen.features), rel=1e-3, abs=1e-2)
    assert np.abs(wide.weights["hidden"][:, 8:]).min() > 0
    with pytest.raises(BadOption, match="wider"):
        narrow.begin_with(wide.export())


def test_what_a_choice_was_worth_counts_from_what_was_foreseen() -> None:
    """Two games with one decision each of either seat: who leads in the end did better than foreseen."""

    def seen(first: float, second: float) -> Seen:
        pair = np.array([[0, 50, first, 0, 0], [0, 50, second, 0, 0]], np.int16)
        rows = np.stack([pair, pair, pair[::-1], pair[::-1]])  # two candidates for either seat
        return Seen(
            np.array([0, 1], np.int64).tobytes(),
            np.array([2, 2], np.float32).tobytes(),
            np.zeros(2, np.float32).tobytes(),
            np.array([2, 2], np.int64).tobytes(),
            np.array([0.6, 0.2, 0.7, 0.3], np.float32).tobytes(),
            rows.tobytes(),
            [first, second],
        )

    games = [seen(30, 10), seen(10, 30), seen(20, 20)]
    positions = samples_of(games, 5)
    assert positions.features[:, 2].tolist() == [30, 10, 10, 30, 10, 30, 30, 10, 20, 20, 20, 20]
    assert positions.finals.tolist() == positions.features[:, 2].tolist()
    decisions, unforeseen = decisions_of(games, np.ones(5, np.float32), 20.0, 1.0)
    assert decisions.shares[:2].tolist() == pytest.approx([0.75, 0.25])
    assert decisions.counts.tolist() == [2] * 6
    # The critic sees feature 2 of both seats, and foresees nearly all of the lead.
    assert np.abs(decisions.gains).max() < 0.1
    assert unforeseen < 0.01
    blind = [game._replace(features=bytes(len(game.features))) for game in games]
    decisions, unforeseen = decisions_of(blind, np.ones(5, np.float32), 20.0, 1.0)
    assert decisions.gains.tolist() == pytest.approx([1, -1, -1, 1, 0, 0], abs=0.01)
    assert unforeseen == pytest.approx(2 / 3, abs=0.01)


def test_a_network_says_how_long_all_its_generations_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last one, too; by a clock on which every look takes a hundred seconds."""
    clock = itertools.count(0, 100)
    monkeypatch.setattr(
        "farmtable.arena.training.time", SimpleNamespace(perf_counter=lambda: float(next(clock)))
    )
    training = train(tmp_path, plan(trials=0))
    told = [int(metadata(training.network(number))["seconds"]) for number in (1, 2)]
    assert 100 <= told[0] < told[1] - 100
    assert told[1] <= sum(step.seconds for step in training.log)


def test_a_folder_of_another_plan_is_refused(tmp_path: Path) -> None:
    Training(plan(), tmp_path)
    with pytest.raises(BadOption, match="begun with another seed, width"):
        Training(plan(seed=1, width=16), tmp_path)
    Training(plan(generations=9), tmp_path)


def test_damaged_files_of_a_training_are_named(tmp_path: Path) -> None:
    train(tmp_path, plan(generations=1))
    learner = next(tmp_path.glob("learner-*.npz"))
    learner.write_bytes(learner.read_bytes()[:200])
    with pytest.raises(BadRecord, match="learner-001"), open_workers(1) as hands:
        Training(plan(), tmp_path).run(hands)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"every": 0}, "every is a number from 1"),
        ({"games": 0}, "games is a number from 1"),
        ({"width": 1000}, "width is a number"),
        ({"width": 12}, "multiple of 8"),
        ({"trust": 2.0}, "trust lies between"),
        ({"rate": 0.0}, "rate and boldness above 0"),
        ({"bold": 0.0}, "rate and boldness above 0"),
        ({"memory": 1.0}, "memory lies between"),
        ({"trials": -1}, "trials is a number"),
        ({"heat": 2.0}, "heat and the share of rivals"),
        ({"rivals": -1.0}, "heat and the share of rivals"),
        ({"heat": 0.1}, "takes a network to begin with"),
        ({"regress": True}, "regression is a way to learn choices"),
        ({"simulations": 0}, "simulations is a number from 1"),
        (
            {"simulations": 8, "heat": 0.1, "regress": True},
            "what searches find is not learned by regression",
        ),
        ({"leads": True, "heat": 0.1}, "leads are learned without heat"),
        ({"leads": True, "outline": True}, "and have no outline"),
        (
            {"game": "agricola", "leads": True, "players": (1,), "options": ALONE},
            "one seat alone leads",
        ),
        ({"game": "agricola", "heat": 0.1, "players": (1,), "options": ALONE}, "one seat alone cannot learn"),
        ({"players": (7,)}, "2 to 5 players"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(other: dict[str, Any], said: str, tmp_path: Path) -> None:
    values = {"game": "aehre", "players": (2,), **other}
    with pytest.raises(BadOption, match=said):
        Training(Plan(**values), tmp_path)


def test_a_game_without_features_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no features"):
        Training(Plan("market_day", (2,)), tmp_path)


def test_killed_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "farmtable",
        "train",
        "aehre",
        "--players",
        "2",
        "--games",
        "3",
        "--trials",
        "0",
    ]
    command += ["--width", "8", "--workers", "1", "--out", str(tmp_path / "run")]
    with subprocess.Popen([*command, "--generations", "500"], stderr=subprocess.DEVNULL) as running:
        state = tmp_path / "run" / "state.json"
        until = time.monotonic() + 120
        while not state.exists() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.3)
        running.send_signal(signal.SIGKILL)
    done = len(json.loads(state.read_text(encoding="utf-8")))
    assert 0 < done < 500
    last = str(done + 1)
    again = subprocess.run(
        [*command, "--generations", last], capture_output=True, text=True, check=True, timeout=120
    )
    assert f"Going on after generation {done}" in again.stderr
    assert len(json.loads(state.read_text(encoding="utf-8"))) == done + 1
    assert (tmp_path / "run" / "index.html").exists()


def test_leads_are_fitted_in_spite_of_luck_that_all_seats_share() -> None:
    seen = samples(8_000, 21)
    luck = np.repeat(np.random.default_rng(22).normal(0, 40, 4_000), 2).astype(np.float32)
    shared = Samples(seen.features, seen.targets + luck, seen.finals + luck)
    alone, together = (Learner(shared, 8, 1, memory=0.98) for _ in range(2))
    alone.fit(shared, 20, 3e-3, np.random.default_rng(2))
    told: list[int] = []
    fit_leads.fit(together, shared, 2, 20, 3e-3, told.append)
    assert told == list(range(20))
    errors = [fit_leads.lead_error(one, samples(8_000, 23), 2) for one in (alone, together)]
    assert errors[1] < 0.8 * errors[0]


def test_leads_are_fitted_to_games_of_one_kind(tmp_path: Path) -> None:
    for name, seats in (("a", (2,)), ("b", (2,)), ("c", (3,)), ("d", (2, 3))):
        train(tmp_path / name, plan(players=seats, generations=1, games=2, trials=0))
    found, players = fit_leads.kept([tmp_path / "a", tmp_path / "b"])
    single, _ = fit_leads.kept([tmp_path / "a"])
    assert (len(found), players) == (2 * len(single), 2)
    for other in ("c", "d"):
        with pytest.raises(BadOption, match="one number of seats"):
            fit_leads.kept([tmp_path / "a", tmp_path / other])
