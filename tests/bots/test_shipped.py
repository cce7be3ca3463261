"""The trained evaluations that come with the games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import farmtable
from farmtable import CHANCE, Rng
from farmtable.bots import Network, evaluation_of, load_network
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
