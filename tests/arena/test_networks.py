"""Networks that bots name: nothing is told of the games of two as if they were those of one."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path

import pytest

from farmtable import BadOption, game
from farmtable.arena.dataset.make import make
from farmtable.arena.dataset.plan import Dataset
from farmtable.arena.evaluation import Evaluation, evaluate
from farmtable.arena.play import Setting
from farmtable.arena.simulate import simulate
from farmtable.arena.tournament import Tournament, play_tournament
from farmtable.bots.network_file import FEATURES, pack_tensors
from farmtable.core.feature_names import digest_of
from tests.cli.conftest import Run, run

__all__ = ["run"]


def write(path: Path, shift: float) -> str:
    """Write a network for Market Day, and return the name of the bot that plays by it."""
    features = game("market_day").feature_names
    lengths = {"hidden": 8 * len(features), "bias": 8, "out": 8, "slope": len(features)}
    lengths |= {"shift": 1, "spreads": 101, "typical": 1}
    tensors = {name: array("f", [1.0] * length) for name, length in lengths.items()}
    tensors["shift"][0] = shift
    draft = path.with_suffix(".draft")
    draft.write_bytes(pack_tensors(tensors, {FEATURES: digest_of(features)}))
    draft.replace(path)
    return f"search:sims=1:network={path}"


def simulated(bot: str, folder: Path, progress: Callable[[int], None]) -> None:
    simulate(Setting.of("market_day", 2, [bot, "random"]), 4, workers=1, progress=progress)


def played(bot: str, folder: Path, progress: Callable[[int], None]) -> None:
    play_tournament(Tournament.of("market_day", [bot, "random"], 4), folder, 1, progress=progress)


def evaluated(bot: str, folder: Path, progress: Callable[[int], None]) -> None:
    for done, _ in enumerate(evaluate(Evaluation.of("market_day", bot, ["random"], 2), workers=1), 1):
        progress(done)


def made(bot: str, folder: Path, progress: Callable[[int], None]) -> None:
    make(Dataset.of("market_day", 2, [bot, "random"], 4, text=False, shard=1), folder, 1, None, progress)


@pytest.mark.parametrize("play", [simulated, played, evaluated, made])
def test_games_end_where_the_network_is_written_anew_meanwhile(
    play: Callable[[str, Path, Callable[[int], None]], None], tmp_path: Path
) -> None:
    """As by a training that goes on in another window."""
    network, finished = tmp_path / "mine.safetensors", []
    bot = write(network, 1.0)

    def progress(done: int) -> None:
        finished.append(done)
        if done == 2:
            write(network, 2.0)

    with pytest.raises(BadOption, match=r"mine\.safetensors was written anew while games were played"):
        play(bot, tmp_path / "out", progress)
    assert max(finished) == 2
    write(network, 1.0)
    play(bot, tmp_path / "other", lambda done: None)


def test_an_evaluation_and_a_dataset_do_not_go_on_with_another_network(run: Run, tmp_path: Path) -> None:
    network = tmp_path / "mine.safetensors"
    bot = write(network, 1.0)
    measuring = ("evaluate", "market_day", "--bot", bot, "--workers", 1, "--out", tmp_path / "told.json")
    making = ("dataset", "market_day", "--bots", bot, "-n", 2, "--workers", 1, "--out", tmp_path / "data")
    for _ in range(2):
        assert run(*measuring, "-n", 1).code == run(*making).code == 0
    write(network, 2.0)
    for command in (measuring, making):
        refused = run(*command)
        assert refused.code == 2
        assert "another" in refused.err
        assert "networks" in refused.err
