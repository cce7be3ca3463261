"""Games are found by their entry points, and an entry point that is no game is said to be none."""

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import farmtable
from farmtable import BadOption
from farmtable.core import adopt, broken, entries, playable
from tests.core.installed import installed


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = {
        name: EntryPoint(name, value, entries.GROUP)
        for name, value in {
            "gone": "no_such_module:GAME",
            "none": "json:dumps",
            "lost": "json:GAME",
            "class": "market_day:MarketDayGame",
        }.items()
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


def package(folder: Path, name: str, value: str) -> None:
    """An installed package that announces Hay Stack."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{entries.GROUP}]\nhay_stack = {value}\n")


@pytest.fixture
def twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two packages that announce one game."""
    package(tmp_path, "barn", "market_day:GAME")
    package(tmp_path, "shed", "json:loads")
    monkeypatch.syspath_prepend(tmp_path)
    caches = (entries.installed, entries.announced, entries.load)
    for one in caches:
        one.cache_clear()
    yield
    for one in caches:
        one.cache_clear()


@pytest.mark.usefixtures("twice")
def test_two_packages_that_announce_one_game_are_both_named() -> None:
    said = (
        r"several packages announce a game 'hay_stack': barn \(market_day:GAME\) and shed \(json:loads\); "
        "uninstall all but one"
    )
    with pytest.raises(BadOption, match=said):
        farmtable.game("hay_stack")
    assert "barn" in broken()["hay_stack"]
    assert "market_day" in [game.id for game in playable()]
    with installed("hay_stack", "json:dumps"), pytest.raises(BadOption, match="is not a farmtable Game"):
        farmtable.game("hay_stack")  # what is tried before it is installed comes first


@pytest.mark.usefixtures("announced")
@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("gone", "cannot be loaded"),
        ("lost", "cannot be loaded"),
        ("none", "not a farmtable Game but a function"),
        ("class", r"names the class MarketDayGame: .* GAME = MarketDayGame\(\)"),
    ],
)
def test_a_broken_entry_point_is_said(id: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        farmtable.game(id)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def GAME(:", "SyntaxError: invalid syntax"),
        ("\nGAME = 1 / 0", r"ZeroDivisionError: division by zero \(.*spoiled_game.py, line 2\)"),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_a_game_that_cannot_be_imported_leaves_the_others_alone(
    code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else's mistake is said in a sentence, and the list of games is told all the same."""
    (tmp_path / "spoiled_game.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    with installed("spoiled", "spoiled_game:GAME"):
        assert {"spoiled", "market_day"} <= set(farmtable.games())
        with pytest.raises(BadOption, match=f"'spoiled' is announced but cannot be loaded: {said}"):
            farmtable.game("spoiled")


def test_a_game_announced_by_another_name_is_said() -> None:
    where = "farmtable.games.aehre:GAME"
    with installed("farming", where), pytest.raises(BadOption, match="calls itself 'aehre'"):
        farmtable.game("farming")


def test_asking_for_a_game_by_its_own_id_tells_by_which_name_it_is_announced() -> None:
    said = "no game 'sealed_bids': the entry point 'bids' names a game that calls itself 'sealed_bids'"
    with installed("bids", "tests.core.sealed_bids:GAME"), pytest.raises(BadOption, match=said):
        farmtable.game("sealed_bids")


@pytest.mark.usefixtures("announced")
def test_all_that_is_broken_is_told_and_the_others_can_be_played() -> None:
    with installed("market_day", "market_day:GAME"):
        assert [game.id for game in playable()] == ["market_day"]
        assert set(broken()) == {"gone", "none", "lost", "class"}
        assert "no module named 'no_such_module'" in broken()["gone"].lower()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("title", None, "its title is None"),
        ("num_actions", "six", "its num_actions is 'six'"),
        ("max_players", 0, "for 2 to 0 players"),
        ("options", ("prices",), "not a tuple of Options"),
        ("lessons", [], "not a tuple of Lessons"),
        ("about", "a game", "its about is 'a game'"),
        ("pages", "page", "its pages are 'page', not the Path of a folder"),
    ],
)
def test_a_declaration_that_nobody_could_work_with_is_said(
    monkeypatch: pytest.MonkeyPatch, name: str, value: object, said: str
) -> None:
    monkeypatch.setattr(type(farmtable.game("market_day")), name, value)
    with pytest.raises(BadOption, match=f"the game 'market_day' cannot be played: .*{said}"):
        farmtable.game("market_day")


@pytest.mark.parametrize("id", ["Market Day", "a/b", "../up", "", "market:day", None])
def test_an_id_that_can_name_no_file_is_said_before_a_game_is_installed(
    monkeypatch: pytest.MonkeyPatch, id: str | None
) -> None:
    monkeypatch.setattr(type(farmtable.game("market_day")), "id", id)
    with pytest.raises(BadOption, match=f"cannot be played: its id is {id!r}, not a word"):
        adopt("market_day:GAME")
