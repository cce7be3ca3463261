"""The bench: all of its figures, for any game."""

import farmtable
from farmtable._pure import is_compiled
from farmtable.arena.bench import bench

KEYS = [
    "game",
    "players",
    "compiled",
    "playouts_per_second",
    "decisions_per_second",
    "legal_actions_us",
    "clone_us",
    "observe_us",
    "state_bytes",
]


def test_it_has_exactly_the_documented_keys() -> None:
    measured = bench("market_day", 3, seconds=0.1)
    assert list(measured) == KEYS
    assert (measured["game"], measured["players"]) == ("market_day", 3)
    assert measured["compiled"] is is_compiled()
    assert all(measured[key] > 0 for key in KEYS[3:])


def test_it_takes_every_game_and_its_options() -> None:
    for id in farmtable.games():
        assert bench(id, seconds=0.05)["players"] == farmtable.game(id).min_players
    assert bench("market_day", seconds=0.05, options={"prices": "fixed"})["state_bytes"] > 100
