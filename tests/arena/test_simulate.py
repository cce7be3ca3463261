"""Simulations: the same games whatever the workers, and those finished are kept."""

from pathlib import Path

import pytest

from farmtable import BadOption, IllegalAction, Record
from farmtable.arena.play import Finished, Setting, play_games
from farmtable.arena.simulate import simulate

THREE = Setting.of("market_day", bots=["greedy", "random", "random"], seed=7)


def test_any_number_of_workers_gives_the_same_results() -> None:
    alone = simulate(THREE, 24, workers=1)
    assert simulate(THREE, 24, workers=3) == alone
    assert [outcome.number for outcome in alone] == list(range(24))
    assert simulate(Setting.of("market_day", 3, seed=8), 24, workers=1) != alone


def test_any_number_of_workers_gives_the_same_results_of_a_whole_game() -> None:
    setting = Setting.of("aehre", 3, bots=["greedy", "random", "random"], seed=1)
    assert simulate(setting, 3, workers=1) == simulate(setting, 3, workers=2)


def test_a_game_depends_on_its_number_alone() -> None:
    assert list(play_games(THREE, [5])) == list(play_games(THREE, range(6)))[5:]


def test_wins_are_shared_and_add_up() -> None:
    outcomes = simulate(Setting.of("market_day", 4, seed=1), 60, workers=1)
    assert all(sum(outcome.wins) == pytest.approx(1) for outcome in outcomes)
    assert any(max(outcome.wins) < 1 for outcome in outcomes)
    assert all(outcome.turns * 2 == outcome.decisions for outcome in outcomes)


def test_records_of_all_games_are_kept(tmp_path: Path) -> None:
    outcomes = simulate(THREE.keeping(tmp_path / "new" / "folder"), 3, workers=2)
    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert [file.name for file in files] == [f"market_day-7-{number:06}.json" for number in range(3)]
    for file, outcome in zip(files, outcomes, strict=True):
        assert tuple(Record.load(file).verify().scores()) == outcome.scores


@pytest.mark.parametrize("workers", [1, 2])
def test_stopping_keeps_what_is_finished(workers: int) -> None:
    told: list[int] = []
    finished = simulate(THREE, 10**9, workers, told.append, lambda: bool(told))
    assert told[-1] == len(finished) > 0
    assert finished == list(play_games(THREE, range(len(finished))))


def test_a_bot_of_ones_own_goes_through_the_checked_door() -> None:
    cheat = Setting.of("market_day", bots=["tests.arena.bots:Cheat", "random"])
    with pytest.raises(IllegalAction, match="is not allowed"):
        simulate(cheat, 1, workers=1)
    stubborn = simulate(Setting.of("market_day", bots=["tests.arena.bots:Last", "random"]), 5, workers=2)
    assert all(isinstance(outcome, Finished) for outcome in stubborn)


@pytest.mark.parametrize(
    ("players", "bots", "said"),
    [
        (1, ["random"], "2 to 4 players, not 1"),
        (6, ["random"], "2 to 4 players, not 6"),
        (None, ["random"] * 5, "2 to 4 players, not 5"),
        (3, ["random", "greedy"], "3 seats need 3 bots"),
        (2, ["clever"], "no bot 'clever'"),
        (2, [""], "no bot ''"),
        (2, ["no_such_module:Bot"], "cannot load"),
        (2, [":Bot"], "cannot load"),
        (2, [".bots:Bot"], "cannot load"),
        (2, ["tests.arena.bots:Nobody"], "cannot load"),
        (2, ["json:dumps"], "not a subclass"),
    ],
)
def test_bad_settings_are_said(players: int | None, bots: list[str], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Setting.of("market_day", players, bots)


def test_bad_numbers_are_said() -> None:
    for games, workers in ((0, 1), (-1, 1), (1, 0)):
        with pytest.raises(BadOption, match="at least one"):
            simulate(THREE, games, workers)


def test_one_bot_takes_all_seats() -> None:
    assert Setting.of("market_day", 3, ["greedy"]).bots == ("greedy", "greedy", "greedy")
    assert Setting.of("market_day").players == 2
    assert Setting.of("market_day").options == {"prices": "falling"}
