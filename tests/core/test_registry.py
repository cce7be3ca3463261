"""Games are found by their entry points, and an entry point that is no game is said to be none."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

import farmtable
from farmtable import BadOption
from farmtable.core import entries


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = {
        name: EntryPoint(name, value, entries.GROUP)
        for name, value in {"gone": "no_such_module:GAME", "none": "json:dumps", "lost": "json:GAME"}.items()
    }
    monkeypatch.setattr(entries, "announced", lambda: points)
    yield
    entries.load.cache_clear()


def test_games_are_listed_sorted() -> None:
    assert "market_day" in farmtable.games()
    assert farmtable.games() == sorted(farmtable.games())


def test_a_game_is_an_attribute_of_the_package_that_lists_them() -> None:
    import farmtable.games.aehre as aehre

    assert farmtable.game("aehre") is aehre.GAME


def test_loading_a_game_does_not_hide_the_list_of_games() -> None:
    """The package `farmtable.games` and the function of that name live side by side."""
    for id in farmtable.games():
        farmtable.game(id)
    assert callable(farmtable.games)


def test_a_game_is_one_object() -> None:
    assert farmtable.game("market_day") is farmtable.game("market_day")


def test_an_unknown_game_is_said_with_those_there_are() -> None:
    with pytest.raises(BadOption, match=r"there is no game 'chess'; the games: .*market_day"):
        farmtable.game("chess")


@pytest.mark.usefixtures("announced")
@pytest.mark.parametrize(
    ("id", "said"),
    [("gone", "cannot be loaded"), ("lost", "cannot be loaded"), ("none", "not a farmtable Game")],
)
def test_a_broken_entry_point_is_said(id: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        farmtable.game(id)
