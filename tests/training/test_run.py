"""A training can be stopped anywhere, goes on where it stopped, and who plays does not matter."""

from __future__ import annotations

import itertools
import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import farmtable
from farmtable import BadOption, BadRecord, Rng
from farmtable.arena.pool import open_workers
from farmtable.bots import load_network
from farmtable.bots.network_file import metadata
from farmtable.bots.self_play import LOVED, Taste
from farmtable.training import Recipe, Training
from farmtable.training.episodes import Episode
from farmtable.training.page import render

SHIPPED = (Path(farmtable.__file__).parent / "games/aehre/networks/all.safetensors").read_bytes()


def recipe(**other: Any) -> Recipe:
    small = {"generations": 2, "games": 4, "width": 8, "trials": 2, "window": 2, "passes": 2}
    options = farmtable.game("aehre").check_options({})
    return Recipe(**{"game": "aehre", "players": (2,), "options": options, **small, **other})


def train(folder: Path, wanted: Recipe, workers: int = 1) -> Training:
    training = Training(wanted, folder, "small")
    with open_workers(workers) as hands:
        assert training.run(hands)
    return training


def test_the_outcome_depends_neither_on_who_plays_nor_on_stops(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", recipe(policy=8))
    train(tmp_path / "parts", recipe(policy=8, generations=1), workers=2)
    parts = train(tmp_path / "parts", recipe(policy=8), workers=2)
    assert [line[:-1] for line in parts.log] == [line[:-1] for line in whole.log]
    names = farmtable.game("aehre").feature_names
    ours, theirs = (load_network(one.network(2), names) for one in (whole, parts))
    assert list(ours.hidden) == list(theirs.hidden)
    assert ours.policy is not None
    assert theirs.policy is not None
    assert list(ours.policy.out) == list(theirs.policy.out)
    assert ours.likeliest == theirs.likeliest >= recipe().likeliest
    assert whole.log[0].recall is None
    assert whole.log[1].recall is not None
    made = metadata(whole.folder / "network.safetensors")
    assert [made[key] for key in ("game", "seed", "generation", "games", "recipe")] == [
        "aehre",
        "0",
        "2",
        "8",
        "small",
    ]
    page = render(whole)
    assert page.count("<figure") == 3
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_it_goes_on_from_a_network_of_the_package(tmp_path: Path) -> None:
    training = train(
        tmp_path, recipe(begin="2", generations=1, width=64, passes=1, learning_rate=1e-9, ema=0.0)
    )
    names = farmtable.game("aehre").feature_names
    begun, then = (load_network(training.network(number), names) for number in (0, 1))
    assert list(then.slope) == pytest.approx(list(begun.slope), abs=1e-3)
    assert training.log[0].before is not None


def test_games_of_self_play_can_be_searched() -> None:
    first, again, quick = (
        Episode(recipe(simulations=simulations), 1, SHIPPED, (), 1)(0) for simulations in (4, 4, 1)
    )
    assert first == again
    assert first.features != quick.features


def test_a_generation_tells_its_error_in_games_it_had_not_learned_from(tmp_path: Path) -> None:
    """Learned by heart, a few games are told ever better, and other games worse."""
    by_heart = train(tmp_path, recipe(generations=2, games=2, passes=60, learning_rate=0.01, width=64))
    first, second = by_heart.log
    assert first.held_out is None
    assert second.held_out is not None
    assert second.held_out > 2 * first.error


def test_in_games_against_rivals_one_seat_alone_has_the_network() -> None:
    """Its rivals are greedy, or have one of the networks of the pool; all seats teach."""
    alone = Episode(recipe(players=(3,), rivals=1.0), 1, SHIPPED, (), 1)
    with_pool = Episode(recipe(players=(3,), rivals=1.0), 1, SHIPPED, (SHIPPED,), 1)
    for number in range(20):
        assert sorted(map(_kind, alone._rivals(3, Rng(number)))) == ["", "GreedyBot", "GreedyBot"]
    kinds = {tuple(sorted(map(_kind, with_pool._rivals(3, Rng(number))))) for number in range(20)}
    assert kinds == {("", "GreedyBot", "GreedyBot"), ("", "SearchBot", "SearchBot")}
    assert Episode(recipe(players=(3,)), 1, SHIPPED, (), 1)._rivals(3, Rng()) == [None] * 3
    assert alone._rivals(1, Rng()) == [None]
    seen = alone(0)
    assert seen == alone(0)
    assert len(seen.features) % (3 * 2 * farmtable.game("aehre").feature_count) == 0


def _kind(bot: object) -> str:
    return "" if bot is None else type(bot).__name__


def test_a_taste_loves_the_same_fourth_of_the_actions_all_the_game() -> None:
    loved = [[Taste(salt, 2.0).of(action) for action in range(4000)] for salt in (1, 1, 77_777)]
    assert loved[0] == loved[1] != loved[2]
    for one in loved:
        assert set(one) == {0.0, 2.0}
        assert sum(one) / 2.0 == pytest.approx(4000 / LOVED, rel=0.1)
    assert {Taste(5, 0.0).of(action) for action in range(100)} == {0.0}


def test_a_network_says_how_long_all_its_generations_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last one, too; by a clock on which every look takes a hundred seconds."""
    clock = itertools.count(0, 100)
    monkeypatch.setattr(
        "farmtable.training.run.time", SimpleNamespace(perf_counter=lambda: float(next(clock)))
    )
    training = train(tmp_path, recipe(trials=0))
    told = [int(metadata(training.network(number))["seconds"]) for number in (1, 2)]
    assert 100 <= told[0] < told[1] - 100
    assert told[1] <= sum(line.seconds for line in training.log)


def test_a_folder_of_another_recipe_is_refused(tmp_path: Path) -> None:
    Training(recipe(), str(tmp_path))
    with pytest.raises(BadOption, match="begun with another seed, width"):
        Training(recipe(seed=1, width=16), tmp_path)
    Training(recipe(generations=9, trials=0), tmp_path)


def test_a_folder_from_before_a_key_was_there_goes_on_with_what_is_usual(tmp_path: Path) -> None:
    Training(recipe(), tmp_path)
    told = json.loads((tmp_path / "recipe.json").read_text(encoding="utf-8"))
    del told["shared"]
    (tmp_path / "recipe.json").write_text(json.dumps(told), encoding="utf-8")
    Training(recipe(), tmp_path)
    with pytest.raises(BadOption, match="begun with another shared"):
        Training(recipe(shared=0.2), tmp_path)


def test_damaged_files_of_a_training_are_named(tmp_path: Path) -> None:
    train(tmp_path, recipe(generations=1))
    learner = next(tmp_path.glob("learner-*.npz"))
    learner.write_bytes(learner.read_bytes()[:200])
    with pytest.raises(BadRecord, match="learner-001"), open_workers(1) as hands:
        Training(recipe(), tmp_path).run(hands)


def test_killed_in_the_middle_it_goes_on(tmp_path: Path) -> None:
    file, out = tmp_path / "small.toml", tmp_path / "run"
    text = 'game = "aehre"\nplayers = [2]\ngames = 3\ntrials = 0\nwidth = 8\ngenerations = '
    file.write_text(f"{text}500\n", encoding="utf-8")
    command = [sys.executable, "-m", "farmtable", "train", str(file), "--workers", "1", "--out", str(out)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        log = out / "log.json"
        until = time.monotonic() + 120
        while not log.exists() and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.3)
        running.send_signal(signal.SIGKILL)
    done = len(json.loads(log.read_text(encoding="utf-8")))
    assert 0 < done < 500
    file.write_text(f"{text}{done + 1}\n", encoding="utf-8")
    again = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert f"Going on after generation {done}" in again.stderr
    assert len(json.loads(log.read_text(encoding="utf-8"))) == done + 1
    assert (out / "index.html").exists()
