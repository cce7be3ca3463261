"""What a position promises: chances and utilities from points, networks, and their files."""

from __future__ import annotations

import math
import os
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import farmtable
from farmtable import OVER, BadRecord, Rng
from farmtable.arena.files import write_whole
from farmtable.bots import EstimateEvaluation, Evaluation, Network, appraise, evaluation_of, load_network
from farmtable.bots.network_file import (
    FEATURES,
    TENSORS,
    metadata,
    pack_tensors,
    parse_network,
    parse_tensors,
)
from farmtable.bots.shares import softmax
from farmtable.core import playout, resolve_chance
from farmtable.core.feature_names import digest_of
from farmtable.core.state import World, as_world

EVERY_SEATING = [
    (id, players)
    for id in farmtable.games()
    for players in range(farmtable.game(id).min_players, farmtable.game(id).max_players + 1)
]


def numbers(*some: float) -> vec[float]:
    return vec[float]([float(one) for one in some])


def test_shares_grow_with_points_and_add_to_one() -> None:
    shares = softmax(numbers(30, 33, 27), 3, 3.0)
    assert sum(shares) == pytest.approx(1)
    assert shares[1] / shares[0] == pytest.approx(math.e)
    assert shares[0] / shares[2] == pytest.approx(math.e)


def test_a_softmax_of_extremes_stays_a_number() -> None:
    assert list(softmax(numbers(1e6, -1e6), 2, 0.01)) == [1.0, 0.0]


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_appraisals_are_chances_and_the_end_is_exact(id: str, players: int) -> None:
    state = farmtable.game(id).new(players)
    rng = Rng(f"appraise {id} {players}")
    resolve_chance(state, rng)
    for _ in range(20):
        found = appraise(as_world(state))
        assert len(found.points) == len(found.chances) == len(found.utilities) == players
        assert all(0 <= share <= 1 for share in [*found.chances, *found.utilities])
        if players > 1:
            assert sum(found.chances) == pytest.approx(1)
        if state.to_play == OVER:
            break
        actions = state.legal_actions()
        state.apply(actions[rng.below(len(actions))])
        resolve_chance(state, rng)
    playout(state, rng)
    found = appraise(as_world(state))
    assert list(found.points) == state.scores()
    if players > 1:
        winners = state.winners()
        assert list(found.chances) == [1 / len(winners) if seat in winners else 0 for seat in range(players)]
        best = max(range(players), key=lambda seat: found.utilities[seat])
        assert best in winners


class Even(Evaluation):
    """Expects the points that seats have, with a spread of one's choice."""

    def __init__(self, spread: float) -> None:
        super().__init__(20.0, 10.0)
        self.spread = spread

    def expect(self, state: World) -> vec[float]:
        return numbers(*(20.0 + 3 * seat for seat in range(int(state.players))), self.spread)


def test_a_lead_counts_more_the_less_is_to_come() -> None:
    state = farmtable.game("market_day").new(3)
    early, late = Even(10).appraise(as_world(state)), Even(1).appraise(as_world(state))
    assert list(early.points) == [20, 23, 26]
    assert 1 / 3 < early.chances[2] < 0.6 < 0.9 < late.chances[2]
    assert early.chances[0] < early.chances[1] < early.chances[2]


def test_of_two_equal_chances_the_greater_margin_is_preferred() -> None:
    state = farmtable.game("market_day").new(2)
    sure = Even(0.001).appraise(as_world(state))
    assert list(sure.chances) == pytest.approx([0, 1])
    assert sure.utilities[1] == pytest.approx(0.9 + 0.1 * (0.5 + 0.5 * 3 / 40))


def test_an_estimate_depends_on_the_position_alone() -> None:
    """Not on what was appraised before, at the end of a game and on the way there, at any score."""
    positions: list[World] = []
    for seed in range(6):
        state = farmtable.game("market_day").new(2)
        rng = Rng(seed)
        while state.to_play != OVER:
            positions.append(as_world(state.clone()))
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])
        positions.append(as_world(state))
    alone = [list(EstimateEvaluation().appraise(one).utilities) for one in positions]
    for order in (1, -1):
        used = EstimateEvaluation()
        found = [list(used.appraise(one).utilities) for one in positions[::order]]
        assert found[::order] == alone


def test_by_an_estimate_the_greater_margin_is_preferred_at_any_score() -> None:
    for points in (2.0, 20.0, 200.0, -200.0):
        won = numbers(1, 0)
        leads = [
            EstimateEvaluation()._judge(2, numbers(points + lead, points), won, won, 0.0).utilities[0]
            for lead in (0, 1, 2, 3)
        ]
        assert leads == sorted(set(leads))


def test_a_network_is_a_line_and_a_hidden_layer() -> None:
    rest = [0.0] * 6  # two features, two of eight units in use
    hidden = numbers(1, -1, *rest, 0.5, 2, *rest)
    bias, out = numbers(1, 0, *rest), numbers(10, 100, *rest)
    network = Network(hidden, bias, out, numbers(0.25, 0.5), 3.0, numbers(*[5] * 101), 0.0)
    # Units: 1 + 1·2 + 0.5·4 = 5 and 0 - 1·2 + 2·4 = 6; line: 3 + 0.25·2 + 0.5·4 = 5.5.
    assert network.to_come(_whole(2, 4)) == pytest.approx(5.5 + 50 + 600)
    # Units: 1 + 4 = 5 and -4, which does not count.
    assert network.to_come(_whole(4, 0)) == pytest.approx(3 + 1 + 50)


def _whole(*some: int) -> vec[i64]:
    return vec[i64](list(some))


def _tensors(features: int, width: int) -> dict[str, array[float]]:
    lengths = {"hidden": features * width, "bias": width, "out": width, "slope": features}
    lengths |= {"shift": 1, "spreads": 101, "typical": 1}
    return {name: array("f", [0.5 + index for index in range(lengths[name])]) for name in TENSORS}


def _names(count: int) -> tuple[str, ...]:
    return tuple(f"feature {number}" for number in range(count))


def _file(tensors: dict[str, array[float]], made: dict[str, str], names: Sequence[str] = _names(3)) -> bytes:
    """The bytes of a network that has learned from features of these names."""
    return pack_tensors(tensors, {FEATURES: digest_of(names), **made})


def test_a_network_file_can_be_read_back(tmp_path: Path) -> None:
    path = tmp_path / "network.safetensors"
    path.write_bytes(_file(_tensors(3, 8), {"command": "train"}))
    network = load_network(str(path), _names(3))
    assert list(network.hidden) == [0.5 + index for index in range(24)]
    assert network.typical == 0.5
    assert network.widest == 100.5
    assert metadata(path) == {"command": "train", "features": digest_of(_names(3))}


def test_tensors_may_be_packed_in_half_the_room() -> None:
    tensors = {"long": array("f", [0.1, -3.0, 60_000.0, 1e-4] * 100), "short": array("f", [0.1])}
    whole, half = pack_tensors(tensors, {}), pack_tensors(tensors, {}, ("long",))
    assert len(whole) - len(half) == pytest.approx(2 * 400, abs=8)
    found = parse_tensors(half)[0]
    assert list(found["long"]) == pytest.approx(list(tensors["long"]), rel=1 / 2_000)
    assert found["short"] == tensors["short"]
    assert parse_tensors(whole)[0] == tensors


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[:7],
        lambda data: data[:100],
        lambda data: data[:-4],
        lambda data: b"\xff" * 8 + data[8:],
        lambda data: data[:8] + b"[" + data[9:],
        lambda data: data.replace(b"F32", b"F16"),
        lambda data: data.replace(b'"bias"', b'"bios"'),
        lambda data: b"GIF89a" + data,
    ],
)
def test_a_damaged_network_file_is_refused(damage: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "network.safetensors"
    path.write_bytes(damage(_file(_tensors(3, 8), {})))
    with pytest.raises(BadRecord, match=r"network\.safetensors"):
        load_network(path, _names(3))


def test_a_network_of_another_game_is_refused() -> None:
    with pytest.raises(BadRecord, match="hidden has 24 numbers, not 32"):
        parse_network(_file(_tensors(3, 8), {}, _names(4)), _names(4))


def test_a_network_for_other_features_is_refused() -> None:
    """As many of them, but called otherwise, or in another order; and one that does not say for which."""
    here = _names(3)
    for other in (("feature 0", "feature 1", "feature 3"), here[::-1]):
        with pytest.raises(BadRecord, match=r"it has learned from other features \(\w{16}; those here are"):
            parse_network(_file(_tensors(3, 8), {}, other), here)
    with pytest.raises(BadRecord, match=r"it has learned from other features \(none; those here are"):
        parse_network(pack_tensors(_tensors(3, 8), {}), here)


def test_a_network_stretches_the_distances_between_seats() -> None:
    game = farmtable.game("aehre")
    state = game.new(3)
    playout(state, Rng(1, "stretch"))
    lengths = {"hidden": 8 * game.feature_count, "bias": 8, "out": 8, "slope": game.feature_count}
    nothing = {name: array("f", [0.0] * lengths.get(name, 1)) for name in TENSORS}
    nothing["spreads"] = array("f", [1.0] * 101)
    stretch = {"stretch": array("f", [3.0] + [1.0] * 100)}
    plain = parse_network(_file(nothing, {}, game.feature_names), game.feature_names)
    wide = parse_network(_file(nothing | stretch, {}, game.feature_names), game.feature_names)
    points = list(plain.expect(as_world(state)))[:3]
    mean = sum(points) / 3
    assert len(set(points)) == 3
    assert list(wide.expect(as_world(state)))[:3] == pytest.approx(
        [mean + 3 * (one - mean) for one in points]
    )
    with pytest.raises(BadRecord, match="stretch has 7 numbers, not 101"):
        parse_network(
            _file(nothing | {"stretch": array("f", [1.0] * 7)}, {}, game.feature_names), game.feature_names
        )


@pytest.mark.parametrize("id", ["aehre", "agricola", "mi_tierra"])
def test_what_a_network_was_asked_before_changes_nothing(id: str) -> None:
    """Not in the last bit: equal seeds must play alike, whatever else was played in the same process."""
    state = farmtable.game(id).new(2)
    rng = Rng(f"asked {id}")
    used = evaluation_of(state.game, 2, state.options)
    assert isinstance(used, Network)
    asked = 0
    while state.to_play != OVER:
        resolve_chance(state, rng)
        if state.to_play == OVER:
            break
        actions = state.legal_actions()
        for action in actions[:4]:
            after = state.clone()
            after.apply(action)
            expected = list(used.expect(as_world(after)))
            asked += 1
            if asked % 10 == 0:
                assert expected == list(used.twin().expect(as_world(after)))
        state.apply(actions[rng.below(len(actions))])
    assert asked > 100


def test_a_place_that_a_network_was_not_asked_for_is_a_new_one() -> None:
    network = parse_network(_file(_tensors(3, 8), {}), _names(3))
    first = network.to_come(_whole(1, 2, 3))
    assert network.to_come(_whole(1, 2, 3), 2) == first
    assert network.to_come(_whole(0, 0, 1), 2) == network.to_come(_whole(0, 0, 1))
    assert network.to_come(_whole(1, 2, 3), 1) == first


@pytest.mark.parametrize(("name", "weight"), [("hidden", 300.0), ("bias", math.inf), ("slope", math.nan)])
def test_weights_too_great_to_be_added_up_exactly_are_refused(name: str, weight: float) -> None:
    tensors = _tensors(3, 8)
    tensors[name][1] = weight
    with pytest.raises(BadRecord, match=f"{name} has weights beyond 256"):
        parse_network(_file(tensors, {}), _names(3))


@pytest.mark.parametrize("name", ["out", "shift", "spreads", "typical", "stretch"])
def test_numbers_without_end_are_refused(name: str) -> None:
    """With them it would expect nothing of anything, and play whatever comes first."""
    tensors = _tensors(3, 8) | {"stretch": array("f", [1.0] * 101)}
    for endless in (math.nan, math.inf, -math.inf):
        tensors[name][0] = endless
        with pytest.raises(BadRecord, match=f"{name} has numbers without end"):
            parse_network(_file(tensors, {}), _names(3))
    tensors[name] = array("f")
    with pytest.raises(BadRecord, match=f"{name} has 0 numbers"):
        parse_network(_file(tensors, {}), _names(3))


def test_a_network_file_says_how_freely_others_choose() -> None:
    tensors = _tensors(3, 8)
    assert parse_network(_file(tensors, {}), _names(3)).others == 0.0
    network = parse_network(_file(tensors, {"others": "8"}), _names(3))
    assert network.others == network.twin().others == 8.0
    for wrong in ("-0.5", "1001", "nan", "many"):
        with pytest.raises(BadRecord, match=f"others choose with a freedom of {wrong}, not 0 to 1000"):
            parse_network(_file(tensors, {"others": wrong}), _names(3))


def test_a_network_file_says_how_much_its_appraisals_count() -> None:
    tensors = _tensors(3, 8)
    assert parse_network(_file(tensors, {}), _names(3)).prior_visits == 8.0
    network = parse_network(_file(tensors, {"prior_visits": "40"}), _names(3))
    assert network.prior_visits == network.twin().prior_visits == 40.0
    for wrong in ("0", "-1", "1001", "nan", "much"):
        with pytest.raises(BadRecord, match=f"count as {wrong} simulations, not above 0 to 1000"):
            parse_network(_file(tensors, {"prior_visits": wrong}), _names(3))


def test_a_missing_network_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"cannot read .*nothing\.safetensors"):
        load_network(tmp_path / "nothing.safetensors", _names(3))


def test_a_network_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    """Who trains on in the process in which bots play, as in a notebook, is not told of the first weights."""
    game = farmtable.game("market_day")
    path = tmp_path / "network.safetensors"
    told = []
    for shift in (5.0, 7.0):
        tensors = _tensors(len(game.feature_names), 8) | {"shift": array("f", [shift])}
        write_whole(path, _file(tensors, {}, game.feature_names))
        network = evaluation_of(game, 2, {}, str(path))
        assert isinstance(network, Network)
        told.append(network.shift)
    assert told == [5.0, 7.0]
    as_before = path.stat()
    with path.open("r+b") as file:
        file.write(b"nonsense")
    os.utime(path, ns=(as_before.st_atime_ns, as_before.st_mtime_ns))
    assert isinstance(evaluation_of(game, 2, {}, str(path)), Network), "else nothing is read"
    path.unlink()
    with pytest.raises(BadRecord, match="cannot read"):
        evaluation_of(game, 2, {}, str(path))


def test_without_a_network_a_game_is_appraised_by_its_estimate() -> None:
    game = farmtable.game("market_day")
    assert isinstance(evaluation_of(game, 3, game.new(3).options), EstimateEvaluation)
