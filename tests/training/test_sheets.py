"""What is told of score sheets: it is learned, it changes no choice, and it adds up to the points."""

from __future__ import annotations

import json
from array import array
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import farmtable
from farmtable import BadRecord, Rng
from farmtable.arena.pool import open_workers
from farmtable.bots import Budget, Network, SearchBot, load_network
from farmtable.bots.network_file import (
    LINES,
    TOLD,
    halves,
    metadata,
    pack_tensors,
    parse_network,
    parse_tensors,
)
from farmtable.core import game, playout, sample_chance
from farmtable.core.sheet_line import summed
from farmtable.core.state import as_world
from farmtable.training import Recipe, Training
from farmtable.training.sheets import Probe, SheetEpisode, SheetRows, probe_quality, with_sheets

AEHRE = game("aehre")
OPTIONS = AEHRE.check_options({})
SHIPPED = (Path(farmtable.__file__).parent / "games/aehre/networks/2.safetensors").read_bytes()
RECIPE = Recipe("aehre", (2,), OPTIONS, positions=6)


@pytest.fixture(scope="module")
def taught() -> bytes:
    """A network that has learned of a few games what score sheets to expect."""
    return with_sheets(SHIPPED, [SheetEpisode(RECIPE, SHIPPED, 12)(number) for number in range(2)])[0]


def network_in(data: bytes) -> Network:
    return parse_network(data, AEHRE.feature_names, AEHRE.num_actions, AEHRE.sheet_lines)


def tensors(features: int, width: int) -> dict[str, array[float]]:
    """Of a network that expects the points it is told first."""
    sizes = {"hidden": features * width, "bias": width, "out": width, "slope": features, "shift": 1}
    zeros = {name: array("f", [0.0] * size) for name, size in sizes.items()}
    return {**zeros, "spreads": array("f", [5.0] * 101), "typical": array("f", [0.0])}


def rows(count: int, seed: int) -> SheetRows:
    """Two lines: one gains a feature while anything is left, the other is drawn. First 7 points too many are
    expected, in the end none."""
    rng = np.random.default_rng(seed)
    features = rng.integers(0, 10, (count, 4)).astype(np.int16)
    features[:, 1] = rng.integers(0, 101, count)
    now = rng.integers(0, 5, (count, 2)).astype(np.float32)
    part = features[:, 1] / 100
    gains = np.stack([part * features[:, 2] * 3, part * rng.normal(0, 1, count)], axis=1)
    last = (now + gains).astype(np.float32)
    features[:, 0] = np.round(last.sum(axis=1) + 7 * part)
    return SheetRows(features, now, last, np.arange(count), np.full(count, 2))


def test_lines_are_learned_and_add_up_to_points_without_surplus() -> None:
    probe = Probe(tensors(4, 8))
    probe.fit(rows(8_000, 1))
    fresh = rows(4_000, 2)
    quality = probe_quality(probe, fresh, rows(4_000, 3))
    assert quality["explained"] > 0.9
    assert quality["line"] < quality["line by means"] / 3
    assert abs(quality["bias"]) < 0.2
    assert np.allclose(probe.balanced(fresh).sum(axis=1), probe.points(fresh), atol=1e-3)
    assert sum(probe.shares) == pytest.approx(1)
    late, early = probe.surpluses[101:].reshape(1, 101)[0, [5, 95]]
    assert late == pytest.approx(0.35, abs=0.5)
    assert early == pytest.approx(6.65, abs=0.5)


def test_a_game_is_kept_with_its_sheets_as_they_stood_and_ended() -> None:
    seen = SheetEpisode(RECIPE, SHIPPED, 12)(0)
    known = SheetRows.of([seen, seen._replace()], AEHRE.feature_count, len(AEHRE.sheet_lines))
    assert len(known) == len(known.now) == len(known.last) > 0
    assert set(known.games) == {0, 1}
    assert (known.last[: known.players[0]].sum(axis=1) > known.now[: known.players[0]].sum(axis=1)).all()


def test_all_other_tensors_stay_as_they_are(taught: bytes) -> None:
    before, after = parse_tensors(SHIPPED)[0], parse_tensors(taught)[0]
    assert {name: part for name, part in after.items() if name not in TOLD} == {
        name: part for name, part in before.items() if name not in TOLD
    }
    assert halves(taught) - set(TOLD) == halves(SHIPPED) - set(TOLD)
    assert set(TOLD) < set(after)
    assert (
        with_sheets(taught, [SheetEpisode(RECIPE, SHIPPED, 12)(number) for number in range(2)])[0] == taught
    )


def test_nothing_is_chosen_otherwise(taught: bytes) -> None:
    plain = pack_tensors(
        {name: part for name, part in parse_tensors(taught)[0].items() if name not in TOLD},
        parse_tensors(taught)[1],
    )
    for number in range(2):
        state = AEHRE.new(2)
        rng = Rng(number)
        while state.to_play == farmtable.CHANCE:
            state.apply(sample_chance(state, rng))
        seen = state.seen_by(state.to_play)
        with_them, without = (
            SearchBot(Rng(number), Budget(60), network_in(data)).think(seen) for data in (taught, plain)
        )
        assert [one.action for one in with_them.candidates] == [one.action for one in without.candidates]
        assert [one.utility for one in with_them.candidates] == [one.utility for one in without.candidates]
        assert with_them.chances == without.chances
        assert not without.sheets


def test_sheets_add_up_and_tell_nothing_that_is_hidden(taught: bytes) -> None:
    """Equal views give equal sheets: what others draw next does not show."""
    state = as_world(AEHRE.new(2))
    rng = Rng(5)
    for _ in range(40):
        chance = state.to_play == farmtable.CHANCE
        legal = state.legal_actions()
        state.apply(sample_chance(state, rng) if chance else legal[rng.below(len(legal))])
    while state.to_play == farmtable.CHANCE:
        state.apply(sample_chance(state, rng))
    seen = state.seen_by(state.to_play)
    other = seen.determinize(Rng("another world")).seen_by(state.to_play)
    assert seen.key() == other.key()
    first, second = (SearchBot(Rng(1), Budget(40), network_in(taught)).think(one) for one in (seen, other))
    assert first.sheets == second.sheets
    for sheet, points in zip(first.sheets, first.points, strict=True):
        assert len(sheet) == len(AEHRE.sheet_lines)
        assert sum(sheet) == pytest.approx(points)


def test_what_is_over_is_told_as_it_is(taught: bytes) -> None:
    state = as_world(AEHRE.new(2))
    playout(state, Rng(3))
    network = network_in(taught)
    sheet = list(network.expect_sheet(state, 1, float(state.scores()[1])))
    assert sheet == summed(state.score_sheet(1), AEHRE.sheet_lines)
    assert list(network.appraise(state).points) == state.scores()


@pytest.mark.parametrize(
    ("change", "made", "said"),
    [
        ({"sheet_shares": None}, {}, "alone"),
        ({"sheet_shares": array("f", [1.0])}, {}, "sheet_shares has 1 numbers"),
        ({"surpluses": array("f", [1.0])}, {}, "not 101"),
        ({"surpluses": array("f", [float("nan")] * 101)}, {}, "without end"),
        ({}, {LINES: json.dumps(["hay"])}, "other lines"),
        ({}, {LINES: "{"}, "none"),
    ],
)
def test_a_damaged_head_is_refused(
    taught: bytes, change: Mapping[str, array[float] | None], made: dict[str, str], said: str
) -> None:
    parts, told = parse_tensors(taught)
    changed = {name: change.get(name, part) for name, part in parts.items()}
    data = pack_tensors({name: part for name, part in changed.items() if part is not None}, told | made)
    with pytest.raises(BadRecord, match=said):
        network_in(data)


def test_a_recipe_teaches_it_in_the_end(tmp_path: Path) -> None:
    recipe = replace(RECIPE, generations=1, games=2, width=8, trials=0, passes=1, sheets=2)
    training = Training(recipe, tmp_path, "small")
    with open_workers(1) as hands:
        assert training.run(hands)
        made = metadata(tmp_path / "network.safetensors")
        assert json.loads(made[LINES]) == [str(line) for line in AEHRE.sheet_lines]
        before = (tmp_path / "network.safetensors").stat().st_mtime_ns
        assert Training(recipe, tmp_path, "small").run(hands)
    assert (tmp_path / "network.safetensors").stat().st_mtime_ns == before
    found = load_network(tmp_path / "network.safetensors", AEHRE.feature_names, lines=AEHRE.sheet_lines)
    assert found.sheet is not None


def test_lines_hold_every_point_of_every_game() -> None:
    for name in ("aehre", "agricola", "mi_tierra"):
        declared = game(name)
        state = declared.new(2)
        playout(state, Rng(4))
        for seat in range(2):
            assert sum(summed(state.score_sheet(seat), declared.sheet_lines)) == state.scores()[seat]
        assert len({str(line) for line in declared.sheet_lines}) == len(declared.sheet_lines)
