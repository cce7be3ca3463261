"""The folder of a training: what is damaged is named at once, and nobody else goes on in it meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

import farmtable
from farmtable import BadOption, BadRecord, FarmtableError
from farmtable.arena.files import lock
from farmtable.arena.pool import open_workers
from farmtable.training import Recipe, Training
from farmtable.training.episodes import Seen
from farmtable.training.run import LOCK
from farmtable.training.trials import Trial
from farmtable.training.window import read_arrays, write_arrays

RECIPE = Recipe(
    "market_day",
    (2,),
    farmtable.game("market_day").check_options({}),
    generations=2,
    games=6,
    positions=4,
    width=8,
    policy=8,
    window=2,
    passes=1,
    trials=2,
    rivals=0.5,
)


def train(folder: Path, recipe: Recipe = RECIPE) -> Training:
    training = Training(recipe, folder)
    with open_workers(1) as hands:
        assert training.run(hands)
    return training


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which two generations are done."""
    folder = tmp_path_factory.mktemp("whole")
    train(folder)
    return folder


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return copytree(whole, tmp_path / "training")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def flip(path: Path) -> None:
    """Change bits in the middle, by which archives come to have other methods, lengths and sums."""
    data = bytearray(path.read_bytes())
    for at in range(len(data) // 2, len(data) // 2 + 64):
        data[at] ^= 0xA5
    path.write_bytes(bytes(data))


def odd_method(path: Path) -> None:
    """What is in the archive is packed in a way that nobody knows."""
    central, data = b"PK\x01\x02", path.read_bytes()
    at = data.index(central) + 10
    path.write_bytes(data[:at] + b"\x63\x00" + data[at + 2 :])


def without_an_array(path: Path) -> None:
    arrays = read_arrays(path)
    arrays.pop("single", None)
    arrays.pop("points", None)
    arrays.pop("counts", None)
    write_arrays(path, arrays)


def other_shape(path: Path) -> None:
    arrays = read_arrays(path)
    for name in ("scale", "points", "counts"):
        if name in arrays:
            arrays[name] = arrays[name][:-1]
    write_arrays(path, arrays)


DAMAGES = [cut, flip, odd_method, without_an_array, other_shape, Path.unlink]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("name", ["learner-002.npz", "games-002-2.npz", "decisions-002.npz"])
def test_damaged_arrays_are_named_before_anything_is_played(
    name: str, damage: Callable[[Path], None], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damage(folder / name)
    refused(folder, name, monkeypatch)


@pytest.mark.parametrize("damage", [cut, Path.unlink], ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("number", [1, 2])
def test_so_are_networks(
    number: int, damage: Callable[[Path], None], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the last, games would be guided by estimates again; the first is asked in trials."""
    name = f"network-{number:03}.safetensors"
    damage(folder / name)
    refused(folder, name, monkeypatch)


def later() -> Recipe:
    return replace(RECIPE, generations=3)


def refused(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Training, "_next", lambda *_: pytest.fail("it has been played on"))
    with pytest.raises(BadRecord, match=name) as found, open_workers(1) as hands:
        Training(later(), folder).run(hands)
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("recipe.json", ""),
        ("recipe.json", "[]"),
        ("recipe.json", "{"),
        ("log.json", ""),
        ("log.json", "{}"),
        ("log.json", "[3]"),
        ("log.json", '[{"number": 1}]'),
    ],
)
def test_so_is_what_a_folder_says_of_itself(name: str, text: str, folder: Path) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadRecord, match=f"{name} is damaged"):
        Training(later(), folder)


@pytest.mark.parametrize(("entry", "value"), [("number", 7), ("seconds", "long"), ("score", None)])
def test_so_are_wrong_entries_of_the_log(entry: str, value: object, folder: Path) -> None:
    log = json.loads((folder / "log.json").read_text(encoding="utf-8"))
    log[1][entry] = value
    (folder / "log.json").write_text(json.dumps(log), encoding="utf-8")
    with pytest.raises(BadRecord, match=rf"log\.json is damaged: {entry} of its entry 2"):
        Training(later(), folder)


def test_two_do_not_go_on_in_one_folder(folder: Path) -> None:
    pytest.importorskip("fcntl")
    with (folder / LOCK).open("ab") as held, open_workers(1) as hands:
        lock(held.fileno(), "")
        with pytest.raises(BadOption, match="is being carried out in"):
            Training(later(), folder).run(hands)
    train(folder)  # it is free again


def test_what_another_did_meanwhile_is_known(folder: Path) -> None:
    begun: list[int] = []
    waiting = Training(later(), folder)
    line = train(folder, later()).log[2]
    with open_workers(1) as hands:
        assert waiting.run(hands, begin=begun.append)
    assert begun == [3]
    assert waiting.log[2] == line


def test_a_network_that_was_left_behind_counts_for_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before its log was written, the first generation is done again alike: it has no rival."""
    logged = Training(RECIPE, folder).log[0]
    (folder / "log.json").unlink()
    rivals: list[bytes | None] = []

    def lost(trial: Trial, number: int) -> float:
        rivals.append(trial.rival)
        return 0.0

    monkeypatch.setattr(Trial, "__call__", lost)
    again = train(folder, replace(RECIPE, generations=1)).log[0]
    assert set(rivals) == {None}
    assert again._replace(seconds=0, greedy=0) == logged._replace(seconds=0, greedy=0)


def test_who_stops_while_it_learns_does_not_wait(folder: Path) -> None:
    """What was learned of a generation that is broken off is lost, and so nothing more of it is learned."""
    told: list[str] = []
    training = Training(later(), folder)

    def tell(what: str, done: int, of: int) -> None:
        told.append(what)

    with open_workers(1) as hands:
        assert not training.run(hands, tell, stop=lambda: "learning" in told)
    assert told.count("learning") == 1
    assert "trying" not in told
    assert training.generation == 2
    assert train(folder, later()).generation == 3


@pytest.mark.parametrize(
    "small",
    [
        {"games": 1, "players": (2, 3), "positions": 12},
        {"games": 3, "positions": 1},
        {"games": 2, "positions": 1, "players": (2, 3)},
    ],
    ids=str,
)
def test_few_games_are_learned_from_or_refused(small: dict[str, Any], tmp_path: Path) -> None:
    """Some seats may have no games, some games no positions, and some generations no decisions."""
    recipe = replace(RECIPE, **{"trials": 0, "generations": 1, **small})
    for generations in (1, 2):
        try:
            assert train(tmp_path, replace(recipe, generations=generations)).generation == generations
        except FarmtableError as error:
            assert "kept no position" in str(error)  # noqa: PT017 - either will do


def test_a_generation_without_positions_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("farmtable.training.run.Episode", lambda *_: lambda number: Seen(b"", [1.0, 2.0]))
    with pytest.raises(BadOption, match="generation 1 kept no position of its 6 games"):
        train(tmp_path)


def test_another_recipe_is_named_as_its_file_has_it(folder: Path) -> None:
    with pytest.raises(BadOption, match="another lambda:"):
        Training(replace(RECIPE, lambda_=0.5), folder)


def test_numbers_of_seats_that_few_games_come_to() -> None:
    assert [replace(RECIPE, players=(4, 2, 4, 3), games=games).seats() for games in (1, 2, 4, 9)] == [
        [4],
        [2, 4],
        [2, 3, 4],
        [2, 3, 4],
    ]
