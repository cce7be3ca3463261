"""Recipes: what they may say, and what is refused."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest

import farmtable
from farmtable import BadOption
from farmtable.training import find_recipe, read_recipe
from farmtable.training.recipe import FOLDER, Recipe, key

SMALL = 'game = "aehre"\nplayers = [2]\n'


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_recipe_says_what_differs_from_the_usual(tmp_path: Path) -> None:
    recipe = read_recipe(
        str(written(tmp_path, SMALL + "lambda = 0.8\ntemperatures = [0, 0.5]\nshared = 1\n"))
    )
    assert (recipe.game, recipe.players, recipe.lambda_, recipe.shared) == ("aehre", (2,), 0.8, 1)
    assert recipe.temperatures == (0, 0.5)
    assert recipe.options == farmtable.game("aehre").check_options({})
    assert recipe.beginning() is None


def test_a_recipe_that_an_editor_of_windows_has_saved_is_read_all_the_same(tmp_path: Path) -> None:
    path = written(tmp_path, SMALL)
    plain = read_recipe(path)
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert read_recipe(path) == plain


def test_games_have_every_number_of_seats_in_every_variant(tmp_path: Path) -> None:
    text = (
        'game = "agricola"\nplayers = [2, 3]\noptions = { cards = "none" }\n'
        'variants = [{}, { side_job = "yes" }]\n'
    )
    recipe = read_recipe(written(tmp_path, text))
    games = [recipe.new_game(number) for number in range(2 * recipe.kinds)]
    assert [(one.players, one.options["side_job"]) for one in games] == [
        (2, "no"),
        (3, "no"),
        (2, "yes"),
        (3, "yes"),
    ] * 2
    assert {one.options["cards"] for one in games} == {"none"}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_those_of_the_package_can_be_carried_out(path: Path) -> None:
    recipe = read_recipe(find_recipe(path.stem))
    assert (recipe.beginning() is None) == (not recipe.begin)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("games = 0", "games is a number from 1 to"),
        ("width = 1000", "width is a number from 8 to 512"),
        ("width = 12", "multiple of 8"),
        ("policy = 12", "policy is a multiple of 8"),
        ("lambda = 2.0", "lambda is a number from 0 to 1"),
        ("learning_rate = 0", "learning_rate is a number from"),
        ("ema = 1", "ema is a number from 0"),
        ("rivals = -0.1", "rivals is a number from 0 to 1"),
        ("trials = -1", "trials is a number from 0"),
        ("simulations = 0", "simulations is a number from 1"),
        ("temperatures = []", "temperatures are one number or more"),
        ('temperatures = ["warm"]', "temperatures is a list of numbers"),
        ("games = 1.5", "games is a whole number, not 1.5"),
        ("games = true", "games is a whole number"),
        ("begin = 3", "begin is text"),
        ('begin = "nobody"', "there is no network 'nobody'"),
        ("options = 3", "options is a table"),
        ("options = { nothing = 1 }", "nothing"),
        ("variants = [3]", "variants is a list of tables"),
        ("variants = [{ nothing = 1 }]", "nothing"),
        ("heat = 0.1", "there is nothing called heat"),
        ("games = ", "is no recipe"),
        (f"games = {'[' * 5000}", "nested too deeply"),
        (f"{'games.' * 20}games = 1", "a key has more than 16 parts"),
    ],
)
def test_what_cannot_be_is_refused_with_the_file(more: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=said) as found:
        read_recipe(written(tmp_path, SMALL + more))
    assert "mine.toml" in str(found.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game = "aehre"\nplayers = [7]', "2 to 5 players"),
        ('game = "aehre"\nplayers = []', "how many players"),
        ('game = "aehre"', "does not say players"),
        ('game = "chess"\nplayers = [2]', "chess"),
    ],
)
def test_so_is_a_game_that_cannot_be_learned(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(BadOption, match=said):
        read_recipe(written(tmp_path, text))


def test_so_is_a_game_without_features(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(farmtable.game("market_day"), "feature_names", ())
    with pytest.raises(BadOption, match="no features"):
        read_recipe(written(tmp_path, 'game = "market_day"\nplayers = [2]\n'))


def test_so_are_score_sheets_of_a_game_without_lines(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="Market Day has no lines of score sheets"):
        read_recipe(written(tmp_path, 'game = "market_day"\nplayers = [2]\nsheets = 4\n'))


def test_the_last_three_passes_go_slower(tmp_path: Path) -> None:
    recipe = read_recipe(written(tmp_path, SMALL + "passes = 5\nlearning_rate = 0.01\n"))
    assert [recipe.rate(turn) for turn in range(5)] == [0.01, 0.01, *[0.01 * 0.3] * 3]
    assert replace(recipe, passes=2).rate(0) == 0.01 * 0.3


def test_a_recipe_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(BadOption, match="there is no recipe 'nothing'; those in the package: aehre-2"):
        find_recipe("nothing")


def test_the_page_names_the_keys_that_no_recipe_of_the_package_sets() -> None:
    """Whatever else may be said is said by one of them: what nobody asks for goes."""
    said = {
        name for path in FOLDER.glob("*.toml") for name in tomllib.loads(path.read_text(encoding="utf-8"))
    }
    never = sorted({key(one.name) for one in fields(Recipe)} - said)
    page = (Path(__file__).parents[2] / "docs/training.md").read_text(encoding="utf-8")
    assert f"No recipe of the package sets {' or '.join(f'`{name}`' for name in never)}." in page
