"""The trained evaluations that come with the games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import farmtable
from farmtable import CHANCE, Rng
from farmtable.bots import Network, evaluation_of, level_scores, load_network
from farmtable.bots.network_file import LINES, metadata
from farmtable.core import as_world, sample_chance
from farmtable.training import find_recipe, read_recipe

GAMES = Path(farmtable.__file__).parent / "games"
SHIPPED = sorted(GAMES.glob("*/networks/*.safetensors"))


def test_some_are_shipped_and_they_are_small() -> None:
    assert {path.parts[-3] for path in SHIPPED} == {"agricola", "aehre", "mi_tierra"}
    assert sum(path.stat().st_size for path in SHIPPED) < 4 << 20


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_each_fits_its_game_and_says_how_it_was_made(path: Path) -> None:
    game = farmtable.game(path.parts[-3])
    network = load_network(path, game.feature_names)
    made = metadata(path)
    assert made["game"] == game.id
    assert 1 <= int(made["rules_version"]) <= game.rules_version, "the rules it learned by"
    if "recipe" in made:
        assert read_recipe(find_recipe(made["recipe"])).game == game.id
    else:  # made by what came before recipes, which its command tells
        assert made["command"].startswith(f"farmtable train {game.id}")
    assert int(made["seed"]) >= 0
    assert float(made["seconds"]) > 0
    means = [(budget.simulations, -budget.temperature) for budget in network.levels]
    assert len(set(means)) == 8
    assert means == sorted(means), "a higher level spends more, or errs less"
    assert network.levels[3].seconds < 0.3
    assert network.levels[7].seconds < 3


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_each_tells_what_score_sheets_to_expect(path: Path) -> None:
    game = farmtable.game(path.parts[-3])
    network = load_network(path, game.feature_names, game.num_actions, game.sheet_lines)
    made = metadata(path)
    if network.sheet is None:
        assert LINES not in made
        pytest.skip("it has not learned it: python -m tools.sheets")
    players = int(made["players"].split(",")[0])
    state = as_world(game.new(players, **json.loads(made["options"])))
    rng = Rng(1)
    for _ in range(60):
        chance = state.to_play == CHANCE
        legal = state.legal_actions()
        state.apply(sample_chance(state, rng) if chance else legal[rng.below(len(legal))])
    points = network.appraise(state).points
    for seat in range(players):
        sheet = network.expect_sheet(state, seat, points[seat])
        assert len(sheet) == len(game.sheet_lines)
        assert sum(sheet) == pytest.approx(points[seat])
    assert len(network.surpluses) >= 101 * players


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_each_is_used_somewhere(path: Path) -> None:
    game = farmtable.game(path.parts[-3])
    used = set()
    for players in range(game.min_players, game.max_players + 1):
        for cards in ("none", "base"):
            given = {"cards": cards} if any(option.name == "cards" for option in game.options) else {}
            options = game.check_options(given)
            used.add(next(one for one in game.networks(players, options) if one.exists()))
            assert isinstance(evaluation_of(game, players, options), Network)
    assert path in used


@pytest.mark.parametrize(
    ("id", "players", "cards"),
    [
        ("agricola", 1, "base"),
        *(("agricola", players, "base") for players in (2, 3, 4)),
        ("agricola", 2, "none"),
        *(("aehre", players, None) for players in (2, 3, 4, 5)),
        *(("mi_tierra", players, None) for players in (2, 3, 4)),
    ],
)
def test_all_know_what_their_levels_score(id: str, players: int, cards: str | None) -> None:
    """Of eight levels most were measured, and the seventh makes clearly more than the first."""
    game = farmtable.game(id)
    options = game.check_options({} if cards is None else {"cards": cards})
    scores = level_scores(game, players, options)
    assert len(scores) == 8
    assert sum(score is not None for score in scores) >= 6
    first, seventh = scores[0], scores[6]
    assert first is not None
    assert seventh is not None
    assert seventh > 1.2 * first > 0


def test_no_scores_are_told_of_games_that_were_not_measured() -> None:
    """Three seats without hand cards play with the network for hand cards; own figures change everything."""
    agricola, mi_tierra = farmtable.game("agricola"), farmtable.game("mi_tierra")
    assert level_scores(agricola, 3, agricola.check_options({"cards": "none"})) == ()
    with_tile = agricola.check_options({"cards": "none", "side_job": "yes"})
    assert level_scores(agricola, 2, with_tile) != ()
    own = next(option.name for option in mi_tierra.options if option.is_file)
    assert level_scores(mi_tierra, 3, {**mi_tierra.check_options({}), own: "mine"}) == ()
    market_day = farmtable.game("market_day")
    assert level_scores(market_day, 2, market_day.check_options({})) == ()
