"""Tournaments: who meets whom, on which deals, in which seats; and going on where one stopped."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from farmtable import BadOption
from farmtable.arena.ledger import TournamentGame
from farmtable.arena.play import Setting, play_games
from farmtable.arena.tournament import Tournament, play_tournament, seatings

BOTS = ("greedy", "random", "tests.arena.bots:Last")


def outcomes(games: list[TournamentGame]) -> list[tuple[Any, ...]]:
    """What must be equal: all but the times."""
    return [(one.deal, one.seats, one.scores, one.wins, one.decisions, one.turns) for one in games]


def test_each_two_bots_play_as_many_games_on_the_same_deals() -> None:
    fixtures = list(Tournament.of("market_day", BOTS, 10).fixtures())
    assert len(fixtures) == len(set(fixtures)) == 30
    for deal in range(5):
        assert {one.seats for one in fixtures if one.deal == deal} == set(permutations(BOTS, 2))


@pytest.mark.parametrize("players", [3, 4])
def test_each_sits_alone_among_the_other_in_every_seat(players: int) -> None:
    ways = seatings("a", "b", players)
    assert len(ways) == len(set(ways)) == 2 * players
    for bot in "ab":
        lonely = [way.index(bot) for way in ways if way.count(bot) == 1]
        assert sorted(lonely) == list(range(players))
    assert Counter(way.count("a") for way in ways) == {1: players, players - 1: players}


@pytest.mark.parametrize(("players", "games"), [(2, 7), (3, 10), (4, 1)])
def test_a_number_of_games_that_leaves_a_deal_unfinished(players: int, games: int) -> None:
    fixtures = list(Tournament.of("market_day", BOTS, games, players).fixtures())
    assert len(fixtures) == len(set(fixtures)) == 3 * games
    more = list(Tournament.of("market_day", BOTS, games + 5, players).fixtures())
    assert set(fixtures) < set(more)


def test_alone_at_the_table_each_plays_every_deal_once() -> None:
    fixtures = list(Tournament.of("agricola", BOTS, 6, players=1).fixtures())
    assert sorted(fixtures) == sorted((deal, (bot,)) for deal in range(3) for bot in BOTS)


def test_pairings_take_turns_so_that_a_stopped_tournament_is_even() -> None:
    fixtures = list(Tournament.of("market_day", BOTS, 100).fixtures())
    met = Counter(frozenset(one.seats) for one in fixtures[:60])
    assert set(met.values()) == {20}


def test_a_game_is_the_one_that_simulate_plays(tmp_path: Path) -> None:
    tournament = Tournament.of("market_day", ["greedy", "random"], 6, seed=3)
    played = play_tournament(tournament, tmp_path, workers=1)
    for seats in (("greedy", "random"), ("random", "greedy")):
        setting = Setting.of("market_day", bots=seats, seed=3)
        mine = [(one.deal, one.scores, one.wins) for one in played if one.seats == seats]
        assert mine == [(one.number, one.scores, one.wins) for one in play_games(setting, range(3))]


def test_any_number_of_workers_gives_the_same_results(tmp_path: Path) -> None:
    tournament = Tournament.of("market_day", BOTS, 8, players=3)
    alone = play_tournament(tournament, tmp_path / "alone", workers=1)
    assert outcomes(play_tournament(tournament, tmp_path / "two", workers=2)) == outcomes(alone)
    assert len(alone) == 24


def test_it_goes_on_where_it_stopped_and_takes_more_games(tmp_path: Path) -> None:
    tournament = Tournament.of("market_day", BOTS, 6)
    told: list[int] = []
    first = play_tournament(tournament, tmp_path, 1, progress=told.append, stop=lambda: told[-1] >= 4)
    assert 4 <= len(first) < 18
    again: list[int] = []
    whole = play_tournament(tournament, tmp_path, 1, progress=again.append)
    assert again == list(range(len(first), 19))
    straight = play_tournament(tournament, tmp_path / "straight", 1)
    assert outcomes(whole) == outcomes(straight)
    assert all(game in whole for game in first)  # with their times: they were not played again

    more = play_tournament(Tournament.of("market_day", BOTS, 8), tmp_path, 1)
    assert len(more) == 24
    assert all(game in more for game in whole)
    fewer = play_tournament(Tournament.of("market_day", BOTS, 2), tmp_path, 1)
    assert len(fewer) == 6
    assert all(game in whole for game in fewer)
    assert len(play_tournament(Tournament.of("market_day", BOTS, 8), tmp_path, 1)) == 24


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 1}, "with seed 0 and not 1"),
        ({"players": 3}, "with players 2 and not 3"),
        ({"bots": ["random", "greedy"]}, "with bots"),
        ({"options": {"prices": "fixed"}}, "with options"),
        ({"game_id": "aehre"}, 'with game "market_day" and not "aehre"'),
    ],
)
def test_another_tournament_in_the_same_folder_is_refused(
    tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    usual: dict[str, Any] = {"game_id": "market_day", "bots": ["greedy", "random"], "games": 2}
    play_tournament(Tournament.of(**usual), tmp_path, 1)
    before = (tmp_path / "games.jsonl").read_bytes()
    with pytest.raises(BadOption, match=said):
        play_tournament(Tournament.of(**(usual | change)), tmp_path, 1)
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_folders_are_named_after_what_is_played() -> None:
    usual = Tournament.of("market_day", ["greedy", "random"], 10)
    assert usual.folder().parent == Path("tournaments")
    assert usual.folder().name.startswith("market_day-2-")
    assert Tournament.of("market_day", ["greedy", "random"], 99).folder() == usual.folder()
    for other in (
        Tournament.of("market_day", ["greedy", "random"], 10, seed=1),
        Tournament.of("market_day", ["greedy", "random"], 10, players=3),
        Tournament.of("market_day", ["greedy", "random"], 10, options={"prices": "fixed"}),
        Tournament.of("market_day", ["greedy", "tests.arena.bots:Last"], 10),
    ):
        assert other.folder() != usual.folder()


def test_a_search_with_another_network_is_another_tournament(tmp_path: Path) -> None:
    network = tmp_path / "mine.safetensors"
    bots = ["greedy", f"search:sims=1:network={network}"]
    with pytest.raises(BadOption, match="cannot read the network"):
        Tournament.of("market_day", bots).identity()
    digests = []
    for content in (b"one", b"other"):
        network.write_bytes(content)
        digests.append(Tournament.of("market_day", bots).identity()["networks"])
    assert digests[0] != digests[1]
    assert list(digests[0]) == bots[1:]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"bots": ["greedy"]}, "two or more different bots, not greedy"),
        ({"bots": []}, "two or more different bots, not none"),
        ({"bots": ["greedy", "random", "greedy"]}, "different bots, not greedy, random, greedy"),
        ({"bots": ["greedy", "clever"]}, "no bot 'clever'"),
        ({"games": 0}, "at least one game must be played, not 0"),
        ({"players": 5}, "2 to 4 players, not 5"),
        ({"game_id": "chess"}, "no game 'chess'"),
        ({"options": {"prices": "low"}}, "prices is one of"),
    ],
)
def test_bad_tournaments_are_said(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        Tournament.of(**({"game_id": "market_day", "bots": ["greedy", "random"]} | arguments))


def test_bad_workers_are_said_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="at least one worker"):
        play_tournament(Tournament.of("market_day", ["greedy", "random"]), tmp_path / "new", workers=0)
    assert not (tmp_path / "new").exists()
